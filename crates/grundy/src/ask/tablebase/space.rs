//! A game as a tablebase sees it: whole positions, made of representatives, as keys.
//!
//! Positions have keys in one of four ways, the first that the game has: numbers with moves of their own
//! ([`crate::game::keyed`]), ranks ([`crate::game::ranked`]), components in few bytes, or their text. The last serves every game.

use super::words::{live, settled, spelled, text};
use crate::ask::played::Played;
use crate::base::limits::Pulse;
use crate::engine::tablebase::key::ByteKey;
use crate::engine::tablebase::{KeySpace, Listed, TableError};
use crate::game::folded::Folded;
use crate::game::keyed::{KeyMoves, put_ordered, take_ordered};
use crate::game::ranked::Ranks;
use crate::game::sum::{Sum, SumGame, canonical};
use crate::game::{Game, Part};
use std::ops::ControlFlow;

/// The tiers of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tiers {
    /// By what the game says.
    Said,
    /// By a number that most games of the kind have: it may turn out to be wrong.
    Presumed,
    /// All positions are in one.
    One,
}

/// A game whose positions are looked at whole.
pub(super) struct Whole<'a, G: Played + ?Sized> {
    pub game: &'a G,
    pub start: Sum<G::Component>,
    tiers: Tiers,
}

impl<'a, G: Played + ?Sized> Whole<'a, G> {
    /// From a position; `presume` says whether a number that may be wrong will do for tiers.
    pub fn new(game: &'a G, components: &[G::Component], presume: bool) -> Whole<'a, G> {
        let mut whole = Whole { game, start: Vec::new(), tiers: Tiers::One };
        whole.start = whole.folded(components);
        whole.tiers = if game.tier(&whole.start).is_some() {
            Tiers::Said
        } else if presume && game.presumed_tier(&whole.start).is_some() {
            Tiers::Presumed
        } else {
            Tiers::One
        };
        whole
    }

    pub fn tiers(&self) -> Tiers {
        self.tiers
    }

    /// The sum of the representatives of some components, without those that have nothing more to say.
    pub fn folded(&self, components: &[G::Component]) -> Sum<G::Component> {
        let represented = components.iter().map(|component| self.game.representative(component)).collect();
        canonical(&live(self.game, represented))
    }

    fn tier(&self, position: &Sum<G::Component>) -> Option<u64> {
        match self.tiers {
            Tiers::Said => self.game.tier(position),
            Tiers::Presumed => self.game.presumed_tier(position),
            Tiers::One => Some(0),
        }
    }

    /// The text of a position.
    pub fn text(&self, position: &Sum<G::Component>) -> String {
        text(self.game, position).unwrap_or_else(|_| format!("{position:?}"))
    }

    /// Visits the options of a position, made of representatives.
    pub fn options(
        &self,
        position: &Sum<G::Component>,
        pulse: &mut Pulse<'_>,
        visit: &mut dyn FnMut(Sum<G::Component>) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        let fold = |component: &G::Component| {
            let represented = self.game.representative(component);
            if self.game.is_dead(&represented) {
                Vec::new()
            } else {
                vec![Part { component: represented, copies: 1 }]
            }
        };
        let folded = Folded::new(self.game, &fold);
        let mut trouble = Ok(());
        let flow = SumGame(&folded).options(position, pulse, &mut |parts| {
            // A move of a sum leaves one sum.
            trouble = visit(parts[0].component.clone());
            if trouble.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        let _ = flow;
        trouble
    }
}

/// How positions become keys.
pub(super) trait Code<C, K> {
    /// What a key means.
    fn code(&self) -> String;
    /// The key of a position and its tier.
    fn key(&self, position: &Sum<C>) -> Option<(u64, K)>;
    /// The position of a key.
    fn position(&self, key: &K) -> Option<Sum<C>>;
    /// The options of a key, where they are found without positions; whether they are.
    fn options(&self, _key: &K, _out: &mut Listed<K>) -> bool {
        false
    }
}

/// Keys of a game's own.
pub(super) struct OwnKeys<'a, C>(pub Box<dyn KeyMoves<C> + 'a>);

impl<C> Code<C, u64> for OwnKeys<'_, C> {
    fn code(&self) -> String {
        self.0.code()
    }

    fn key(&self, position: &Sum<C>) -> Option<(u64, u64)> {
        let key = self.0.key(position)?;
        Some((self.0.tier(key), key))
    }

    fn position(&self, key: &u64) -> Option<Sum<C>> {
        self.0.position(*key)
    }

    fn options(&self, key: &u64, out: &mut Listed<u64>) -> bool {
        self.0.options(*key, &mut |option| out.push((self.0.tier(option), option)));
        true
    }
}

/// Ranks as keys.
pub(super) struct Ranked<'a, G: Played + ?Sized> {
    pub whole: &'a Whole<'a, G>,
    pub ranks: Box<dyn Ranks<G::Component>>,
}

impl<G: Played + ?Sized> Code<G::Component, u64> for Ranked<'_, G> {
    fn code(&self) -> String {
        format!("ranks of {}, {:?} tiers", self.ranks.len(), self.whole.tiers)
    }

    fn key(&self, position: &Sum<G::Component>) -> Option<(u64, u64)> {
        Some((self.whole.tier(position)?, self.ranks.rank(position)?))
    }

    fn position(&self, key: &u64) -> Option<Sum<G::Component>> {
        self.ranks.position(*key)
    }
}

/// Components in few bytes, one after the other, each with how often it occurs.
pub(super) struct InBytes<'a, G: Played + ?Sized>(pub &'a Whole<'a, G>);

impl<G: Played + ?Sized> Code<G::Component, ByteKey> for InBytes<'_, G> {
    fn code(&self) -> String {
        format!("components, {:?} tiers", self.0.tiers)
    }

    fn key(&self, position: &Sum<G::Component>) -> Option<(u64, ByteKey)> {
        let mut out = Vec::with_capacity(2 * position.len());
        for part in position {
            self.0.game.put_component(&part.component, &mut out).then_some(())?;
            put_ordered(&mut out, part.copies);
        }
        Some((self.0.tier(position)?, out.into()))
    }

    fn position(&self, key: &ByteKey) -> Option<Sum<G::Component>> {
        let (mut bytes, mut position) = (&key[..], Vec::new());
        while !bytes.is_empty() {
            let component = self.0.game.take_component(&mut bytes)?;
            let copies = take_ordered(&mut bytes).filter(|&copies| copies > 0)?;
            // Only what is written as a key is one: each component once, in order.
            if position.last().is_some_and(|last: &Part<G::Component>| last.component >= component) {
                return None;
            }
            position.push(Part { component, copies });
        }
        Some(position)
    }
}

/// Texts as keys: each position by the text it has when it is read.
pub(super) struct InText<'a, G: Played + ?Sized>(pub &'a Whole<'a, G>);

impl<G: Played + ?Sized> InText<'_, G> {
    fn read(&self, text: &str) -> Option<Sum<G::Component>> {
        Some(canonical(&live(self.0.game, self.0.game.read(text).ok()?)))
    }
}

impl<G: Played + ?Sized> Code<G::Component, ByteKey> for InText<'_, G> {
    fn code(&self) -> String {
        format!("text, {:?} tiers", self.0.tiers)
    }

    fn key(&self, position: &Sum<G::Component>) -> Option<(u64, ByteKey)> {
        let text = settled(self.0.game, &text(self.0.game, position).ok()?)?;
        Some((self.0.tier(position)?, text.into_bytes().into()))
    }

    fn position(&self, key: &ByteKey) -> Option<Sum<G::Component>> {
        self.read(std::str::from_utf8(key).ok()?)
    }
}

/// A game with keys.
pub(super) struct Coded<'a, G: Played + ?Sized, K> {
    pub whole: &'a Whole<'a, G>,
    pub code: &'a dyn Code<G::Component, K>,
}

impl<G: Played + ?Sized, K> Coded<'_, G, K> {
    fn unwritten(&self, position: &Sum<G::Component>) -> TableError {
        TableError::Unwritten(self.whole.text(position))
    }

    /// The key of a position, made of any components, and its tier; `None` when it has none.
    pub fn key_of(&self, position: &Sum<G::Component>) -> Option<(u64, K)> {
        let spelled: Vec<_> = spelled(position).ok()?.collect();
        self.code.key(&self.whole.folded(&spelled))
    }

    /// The key of a position that is made of representatives, and its tier.
    pub fn key(&self, position: &Sum<G::Component>) -> Result<(u64, K), TableError> {
        self.code.key(position).ok_or_else(|| self.unwritten(position))
    }
}

impl<G: Played + ?Sized, K> KeySpace<K> for Coded<'_, G, K> {
    fn start(&self) -> Result<(u64, K), TableError> {
        self.key(&self.whole.start)
    }

    fn options(&self, key: &K, pulse: &mut Pulse<'_>, out: &mut Listed<K>) -> Result<(), TableError> {
        if self.code.options(key, out) {
            return Ok(());
        }
        let position = self.code.position(key).ok_or_else(|| TableError::damaged("a key"))?;
        self.whole.options(&position, pulse, &mut |option| {
            out.push(self.key(&option)?);
            Ok(())
        })
    }

    fn show(&self, key: &K) -> String {
        self.code.position(key).map_or(String::new(), |position| self.whole.text(&position))
    }
}

/// A question that works for keys of any kind.
pub(super) trait WithKeys<G: Played + ?Sized> {
    type Answer;

    fn run<K: crate::engine::tablebase::key::Key>(
        self,
        coded: &Coded<'_, G, K>,
    ) -> Result<Self::Answer, TableError>;
}

/// Chooses the keys of a game.
pub(super) fn with_keys<G: Played + ?Sized, W: WithKeys<G>>(
    whole: &Whole<'_, G>,
    work: W,
) -> Result<W::Answer, TableError> {
    if whole.tiers != Tiers::Presumed
        && let Some(keyed) = whole.game.keyed(&whole.start)
        && keyed.key(&whole.start).is_some()
    {
        return work.run(&Coded { whole, code: &OwnKeys(keyed) });
    }
    if let Some(ranks) = whole.game.ranked().and_then(|ranked| ranked.ranks(&whole.start)) {
        return work.run(&Coded { whole, code: &Ranked { whole, ranks } });
    }
    let bytes = InBytes(whole);
    if whole.start.first().is_some_and(|part| whole.game.put_component(&part.component, &mut Vec::new())) {
        return work.run(&Coded { whole, code: &bytes });
    }
    work.run(&Coded { whole, code: &InText(whole) })
}
