//! Any finite list of positions as generators: what they can become is added first, and options become sums of numbers.
//!
//! Misère theory asks for a list closed under play. [`Generators`] makes one from the components of any [`Game`]: each gets a
//! number, its options are [`Monomial`]s over smaller numbers, and positions are translated into words. The stack is explicit.
//!
//! ```
//! use grundy::{Limits, Pulse};
//! use grundy::engine::misere::generators::Generators;
//! use grundy::rule::{Ruleset, play::Heaps};
//!
//! let rules = Ruleset::parse("0.77").unwrap();
//! let game = Heaps::new(&rules);
//! let limits = Limits::default();
//! let mut generators = Generators::new(&game);
//! generators.add(&3, &mut Pulse::new(&limits)).unwrap();
//! // Heap 3 of Kayles becomes 1, 2 or 1 and 1, so three components have numbers.
//! assert_eq!(generators.games().len(), 3);
//! ```

use super::antichain::Monomial;
use crate::base::error::Failure;
use crate::base::limits::{Pulse, StopReason};
use crate::game::{Game, Parts, distinct_options};
use rustc_hash::FxHashMap;

/// Components of a game by number, closed under play.
#[derive(Debug)]
pub struct Generators<'a, G: Game> {
    game: &'a G,
    numbers: FxHashMap<G::Component, usize>,
    components: Vec<G::Component>,
    games: Vec<Vec<Monomial>>,
}

impl<'a, G: Game> Generators<'a, G> {
    /// No generators.
    pub fn new(game: &'a G) -> Generators<'a, G> {
        Generators { game, numbers: FxHashMap::default(), components: Vec::new(), games: Vec::new() }
    }

    /// The options of each generator, as sums of earlier ones.
    pub fn games(&self) -> &[Vec<Monomial>] {
        &self.games
    }

    /// The components, by number.
    pub fn components(&self) -> &[G::Component] {
        &self.components
    }

    /// The number of a component.
    pub fn number(&self, component: &G::Component) -> Option<usize> {
        self.numbers.get(component).copied()
    }

    /// The sum of these parts; `None` when one of them has no number.
    pub fn word(&self, parts: &[crate::game::Part<G::Component>]) -> Option<Monomial> {
        let number =
            |part: &crate::game::Part<G::Component>| Some((self.number(&part.component)?, part.copies));
        let mut word: Monomial = parts.iter().map(number).collect::<Option<_>>()?;
        word.sort_unstable();
        Some(word)
    }

    /// Gives numbers to a component and to everything it can become, smaller ones first.
    ///
    /// # Errors
    /// When the limits do not suffice, or a move makes no progress.
    pub fn add(&mut self, component: &G::Component, pulse: &mut Pulse<'_>) -> Result<(), Failure> {
        // Components that wait for a number, with their options once these are known.
        let mut stack = vec![(component.clone(), None::<Vec<Parts<G::Component>>>)];
        while let Some((top, options)) = stack.pop() {
            if self.numbers.contains_key(&top) {
                continue;
            }
            let options = match options {
                Some(options) => options,
                None => distinct_options(self.game, &top, pulse)?,
            };
            let parts = options.iter().flatten().map(|part| &part.component);
            let missing: Vec<G::Component> =
                parts.filter(|part| !self.numbers.contains_key(*part)).cloned().collect();
            if missing.is_empty() {
                let words = options.iter().map(|parts| self.word(parts).expect("none is missing")).collect();
                self.numbers.insert(top.clone(), self.games.len());
                self.components.push(top);
                self.games.push(words);
                if self.games.len() as u64 > pulse.limits().positions_kept() {
                    return Err(StopReason::PositionLimit.into());
                }
            } else {
                stack.push((top, Some(options)));
                stack.extend(missing.into_iter().map(|part| (part, None)));
            }
        }
        Ok(())
    }
}
