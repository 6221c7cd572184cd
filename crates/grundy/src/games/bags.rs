//! Games of moves across heaps, from the rule language: `{a, b} -> {a - k, b - k} where k > 0`.
//!
//! The rule makes the moves ([`crate::rule::bag`]); here is what turns it into a game that can be asked about: notation, and
//! two ways to values. Where no move leaves more heaps than it picks, a bag of a few heaps plays like a tuple, so the rule is
//! written out for every choice of places and served by the dense tables of tuples ([`crate::engine::tuple`]). Otherwise every
//! bag that can be reached is worked out once, the heaps in increasing order.
//!
//! ```
//! use grundy::{NamedGame, Question, solve};
//!
//! let game = NamedGame::read("{a, b} -> {a - k, b - k} where k > 0 ; {a} -> {c} where c < a")?;
//! let answer = solve(&game, game.parse("1 2")?, &Question::default())?;
//! assert_eq!(answer.outcome.to_string(), "P");
//! # Ok::<(), grundy::Error>(())
//! ```

use crate::base::diagnostic::Diagnostics;
use crate::base::error::{Failure, InputError, Offence};
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::engine::search::memo::{Grundy, Memo};
use crate::engine::tuple::{self, TupleValues};
use crate::game::engine::{Engine, Method};
use crate::game::notation::{Notation, Place};
use crate::game::position::parse_heaps;
use crate::game::theory::{Solver, Theory};
use crate::game::{Game, Part, Visit};
use crate::rule::Ruleset;
use crate::rule::bag::{Bag, BagRule};
use crate::rule::loopy::LOOPY_THEORY;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// Most clauses that a rule is written out in, for tuples.
const MAX_CLAUSES: usize = 64;
/// Most heaps of a bag that is looked at as a tuple.
const MAX_TUPLE: usize = 5;
/// Tables up to this size are filled at once; before larger ones, a few bags by reach are tried.
const SMALL_TABLE: u64 = 10_000;
/// How many bags that try may look at.
const TRIAL_BAGS: u64 = 20_000;

/// A game of bags.
#[derive(Debug, Clone)]
pub struct Bags(BagRule);

impl Bags {
    /// The game of a rule.
    pub fn new(rule: BagRule) -> Bags {
        Bags(rule)
    }

    /// The values of a bag and of all it can become.
    fn values(&self, bag: &Bag, by_table: bool, limits: &Limits<'_>) -> Result<BagValues, Failure> {
        let Some(rules) = self.tuples(bag.len()) else { return self.reached(bag, limits) };
        let tuple = padded(bag, rules.arity());
        let size = tuple.iter().try_fold(1u64, |size, &side| size.checked_mul(side.checked_add(1)?));
        if !by_table && size.is_none_or(|size| size > SMALL_TABLE) {
            let stop = |work| {
                if work > 100 * TRIAL_BAGS { Some(StopReason::PositionLimit) } else { (limits.poll)(work) }
            };
            let few = Limits { positions: limits.positions.min(TRIAL_BAGS), poll: &stop, ..*limits };
            match self.reached(bag, &few) {
                Err(Failure::Stopped(StopReason::PositionLimit)) => {}
                other => return other,
            }
        }
        match tuple::grid(&rules, &[tuple], &mut Pulse::new(limits)) {
            Ok(Some(values)) => Ok(BagValues::Tuples { values, arity: rules.arity() }),
            // The table met a move that the bag itself cannot reach, or would be too large.
            Ok(None) | Err(Failure::NoProgress(_)) => self.reached(bag, limits),
            Err(failure) => Err(failure),
        }
    }

    /// The rule about tuples that plays like bags of so many heaps; `None` where there is none, or none of use.
    fn tuples(&self, heaps: usize) -> Option<Ruleset> {
        let heaps = heaps.max(2);
        let text = (heaps <= MAX_TUPLE).then(|| self.0.as_tuples(heaps, MAX_CLAUSES))??;
        Ruleset::parse(&text).ok()
    }

    fn reached(&self, bag: &Bag, limits: &Limits<'_>) -> Result<BagValues, Failure> {
        let (mut memo, mut pulse) = (Memo::default(), Pulse::new(limits));
        memo.solve(&self.0, bag, &mut Grundy::default(), &mut pulse)?;
        Ok(BagValues::Memo { memo, work: pulse.work() })
    }
}

/// The heaps of a bag behind as many empty ones as it takes.
fn padded(bag: &Bag, arity: usize) -> Vec<u64> {
    let mut tuple = vec![0; arity.saturating_sub(bag.len())];
    tuple.extend(bag);
    tuple
}

impl Game for Bags {
    type Component = Bag;

    fn options(
        &self,
        bag: &Bag,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Bag>,
    ) -> Result<ControlFlow<()>, Failure> {
        self.0.options(bag, pulse, visit)
    }
}

fn write(heaps: &[u64]) -> String {
    if heaps.is_empty() {
        return "0".to_owned();
    }
    heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// The places of heaps that are in the one bag and not in the other, equal heaps counted.
fn gone(before: &Bag, after: &Bag) -> Vec<usize> {
    let mut kept = after.iter().peekable();
    let mut gone = Vec::new();
    for (place, heap) in before.iter().enumerate() {
        while kept.next_if(|other| *other < heap).is_some() {}
        if kept.next_if_eq(&heap).is_none() {
            gone.push(place);
        }
    }
    gone
}

impl Notation for Bags {
    fn read(&self, text: &str) -> Result<Vec<Bag>, InputError> {
        let mut bag = parse_heaps(text)?;
        bag.retain(|&heap| heap > 0);
        bag.sort_unstable();
        Ok(vec![bag])
    }

    fn write(&self, bags: &[Bag]) -> String {
        write(&bags.concat())
    }

    fn name(&self, bag: &Bag) -> String {
        format!("heaps {}", write(bag))
    }

    fn length(&self, bags: &[Bag]) -> usize {
        bags.iter().map(|bag| 8 * bag.len()).sum()
    }

    /// The heaps that go, and those that come: `4 5 -> 2 3`.
    fn describe(&self, before: &Bag, option: &[Part<Bag>]) -> String {
        let after = only(option);
        let heaps = |bag: &Bag, places: Vec<usize>| {
            write(&places.iter().map(|&place| bag[place]).collect::<Vec<_>>())
        };
        format!("{} -> {}", heaps(before, gone(before, after)), heaps(after, gone(after, before)))
    }

    /// The heaps that go, by their places.
    fn places(&self, before: &Bag, option: &[Part<Bag>]) -> Vec<Place> {
        gone(before, only(option)).into_iter().map(|place| Place::Index(place as u64)).collect()
    }
}

/// The bag that a move leaves: bags are never added.
fn only(option: &[Part<Bag>]) -> &Bag {
    const NONE: &Bag = &Vec::new();
    option.first().map_or(NONE, |part| &part.component)
}

impl Theory for Bags {
    fn rule(&self) -> String {
        self.0.text().to_owned()
    }

    fn is_plain(&self) -> bool {
        true
    }

    fn is_loopy(&self) -> bool {
        self.0.is_loopy()
    }

    fn solver(&self, bags: &[Bag], method: Method) -> Option<Box<dyn Solver<Bag> + '_>> {
        match method {
            Method::Auto => Some(Box::new(BagTable { game: self, by_table: false, values: Vec::new() })),
            Method::Table if bags.iter().all(|bag| self.tuples(bag.len()).is_some()) => {
                Some(Box::new(BagTable { game: self, by_table: true, values: Vec::new() }))
            }
            _ => None,
        }
    }

    fn no_progress(&self, offence: &Offence) -> Option<Diagnostics> {
        Some(self.0.no_progress(offence))
    }

    fn theory(&self) -> Vec<String> {
        let mut lines = vec![
            "a position is one bag of heaps: a clause picks different heaps of it, in any order, and puts others in their place"
                .to_owned(),
            "empty heaps vanish, and are never picked".to_owned(),
        ];
        match self.0.is_loopy() {
            true => lines.extend(LOOPY_THEORY.map(str::to_owned)),
            false => lines.push(format!("play ends: {}", self.0.play_ends())),
        }
        let table = self.tuples(2).is_some_and(|rules| tuple::has_grid(&rules, &[vec![1, 1]]));
        match (self.0.is_loopy(), table) {
            (true, _) => {}
            (_, true) => lines.push("engine: tuple-table for a few heaps, memo for many".to_owned()),
            (_, false) => lines.push("engine: memo".to_owned()),
        }
        lines
    }
}

/// The values of bags, from a table of tuples or only of those that can be reached.
struct BagTable<'a> {
    game: &'a Bags,
    /// Whether a table was asked for by name.
    by_table: bool,
    /// One table for each bag: bags are never added, but different games are.
    values: Vec<BagValues>,
}

enum BagValues {
    Tuples { values: TupleValues, arity: usize },
    Memo { memo: Memo<Bag, u64>, work: u64 },
}

impl BagValues {
    fn value(&self, bag: &Bag) -> Option<u64> {
        match self {
            BagValues::Tuples { values, arity } if bag.len() <= *arity => values.value(&padded(bag, *arity)),
            BagValues::Tuples { .. } => None,
            BagValues::Memo { memo, .. } => memo.get(bag).copied(),
        }
    }

    fn work(&self) -> u64 {
        match self {
            BagValues::Tuples { values, .. } => values.work,
            BagValues::Memo { work, .. } => *work,
        }
    }
}

impl Solver<Bag> for BagTable<'_> {
    fn prepare(&mut self, bags: &[Bag], pulse: &mut Pulse<'_>) -> Result<(), Failure> {
        let limits = pulse.limits();
        let values = bags.iter().map(|bag| self.game.values(bag, self.by_table, limits));
        self.values = values.collect::<Result<_, _>>()?;
        Ok(())
    }

    fn value(&mut self, bag: &Bag, _: &mut Pulse<'_>) -> Result<u64, Failure> {
        self.look_up(bag).ok_or(Failure::Stopped(StopReason::PositionLimit))
    }

    fn is_table(&self) -> bool {
        true
    }

    fn look_up(&self, bag: &Bag) -> Option<u64> {
        self.values.iter().find_map(|values| values.value(bag))
    }

    fn engine(&self) -> (Engine, Cow<'static, str>) {
        match self.values.first() {
            Some(BagValues::Tuples { .. }) => (
                Engine::TupleTable,
                "no move leaves more heaps or larger ones, so a table over all smaller bags serves every position".into(),
            ),
            _ => (Engine::Memo, "only the bags that can be reached were looked at".into()),
        }
    }

    fn work(&self) -> u64 {
        self.values.iter().map(BagValues::work).sum()
    }
}
