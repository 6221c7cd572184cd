//! Works out components from their options, each once, only those that can be reached.
//!
//! The stack is explicit, so depth costs memory and never the native stack. A look at a component either finds parts that are
//! not known yet, which are worked out first, or all of them, and then combines them. Each look works out twice as many missing
//! parts as the one before, so that all looks together visit an option four times at most on average, and the stack stays
//! small where the first few options lead to most of the others. Used for Grundy values of tuples and of heap rules whose
//! tables would be too large, for tameness, and (over whole sums) for misère outcomes.
//!
//! Play that goes round goes deep: whenever the path has doubled, it is looked at for a component that it holds twice.

use crate::base::error::Failure;
use crate::base::limits::{Pulse, StopReason};
use crate::game::{Game, Part};
use crate::value::mex;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::ControlFlow;

/// How a component's result follows from the results of the parts of its options.
pub trait Combine<C> {
    /// The result.
    type Value: Clone;

    /// How many results that are missing are worked out after the first look at a component: one where a later option may
    /// never count, several where all do, but not so many that the stack would outgrow the table.
    const MISSING_AT_FIRST: usize = 1;

    /// Starts a component.
    fn start(&mut self);

    /// Takes note of an option: its parts with their results; breaks when the result is decided.
    fn option(&mut self, parts: &mut dyn Iterator<Item = (&Part<C>, &Self::Value)>) -> ControlFlow<()>;

    /// As [`Combine::option`] for an option of one part, as most are.
    fn option_of_one(&mut self, part: &Part<C>, value: &Self::Value) -> ControlFlow<()> {
        self.option(&mut std::iter::once((part, value)))
    }

    /// Whether an option of one part with this result decides the component: then what waits beside it is left.
    fn decides(&self, _value: &Self::Value) -> bool {
        false
    }

    /// The result.
    fn finish(&mut self) -> Self::Value;
}

/// A component on the stack.
struct Frame<C> {
    component: C,
    /// How many looks it has had: none while it waits.
    looks: u32,
}

/// Paths are looked at for a repetition from this depth on.
const SHORTEST_LOOK_AT_PATH: usize = 64;

/// Results known so far.
#[derive(Debug)]
pub struct Memo<C, V> {
    known: FxHashMap<C, V>,
}

impl<C, V> Default for Memo<C, V> {
    fn default() -> Memo<C, V> {
        Memo { known: FxHashMap::default() }
    }
}

impl<C: Clone + Eq + std::hash::Hash, V: Clone> Memo<C, V> {
    /// The number of components known.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether nothing is known yet.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The result of a component, if it is known.
    pub fn get(&self, component: &C) -> Option<&V> {
        self.known.get(component)
    }

    /// Takes note of a result found elsewhere.
    pub fn insert(&mut self, component: C, value: V) {
        self.known.insert(component, value);
    }

    /// The result of a component and of all it needs.
    ///
    /// # Errors
    /// When the limits do not suffice, or a move makes no progress.
    pub fn solve<G, K>(
        &mut self,
        game: &G,
        component: &C,
        combine: &mut K,
        pulse: &mut Pulse<'_>,
    ) -> Result<V, Failure>
    where
        G: Game<Component = C>,
        K: Combine<C, Value = V>,
    {
        let mut stack = vec![Frame { component: component.clone(), looks: 0 }];
        // The frames that have been looked at, from the bottom: the path to the top.
        let mut path: Vec<usize> = Vec::new();
        let mut look_at_path = SHORTEST_LOOK_AT_PATH;
        let (mut missing, mut results): (Vec<Frame<C>>, Vec<V>) = (Vec::new(), Vec::new());
        while let Some(top) = stack.last_mut() {
            if self.known.contains_key(&top.component) {
                stack.pop();
                path.pop_if(|index| *index == stack.len());
                continue;
            }
            let most = K::MISSING_AT_FIRST << top.looks.min(32);
            top.looks += 1;
            combine.start();
            missing.clear();
            let known = &self.known;
            let waits = |part: &Part<C>| Frame { component: part.component.clone(), looks: 0 };
            let _ = game.options(&top.component, pulse, &mut |parts| {
                // Most options are of one part.
                if let [part] = parts {
                    match known.get(&part.component) {
                        Some(value) if missing.is_empty() => return combine.option_of_one(part, value),
                        Some(_) => {}
                        None => missing.push(waits(part)),
                    }
                    return if missing.len() < most {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    };
                }
                results.clear();
                for part in parts {
                    match known.get(&part.component) {
                        Some(value) => results.push(value.clone()),
                        None => missing.push(waits(part)),
                    }
                }
                match missing.len() {
                    0 => combine.option(&mut parts.iter().zip(&results)),
                    count if count < most => ControlFlow::Continue(()),
                    _ => ControlFlow::Break(()),
                }
            })?;
            if missing.is_empty() {
                let value = combine.finish();
                let top = stack.pop().expect("the loop looked at it");
                path.pop_if(|index| *index == stack.len());
                if combine.decides(&value)
                    && let Some(&before) = path.last()
                {
                    stack.truncate(before + 1);
                }
                self.known.insert(top.component, value);
                if self.known.len() as u64 > pulse.limits().positions_kept() {
                    return Err(StopReason::PositionLimit.into());
                }
                continue;
            }
            if top.looks == 1 {
                path.push(stack.len() - 1);
            }
            if path.len() >= look_at_path {
                look_at_path = 2 * path.len();
                let mut met = FxHashSet::default();
                if !path.iter().all(|&index| met.insert(&stack[index].component)) {
                    return Err(Failure::Cycle);
                }
            }
            // The first option that waits is worked out first.
            stack.extend(missing.drain(..).rev());
            // What waits takes room too: play may go deep before anything is known.
            if (self.known.len() + stack.len()) as u64 > pulse.limits().positions_kept() {
                return Err(StopReason::PositionLimit.into());
            }
        }
        Ok(self.known[component].clone())
    }
}

/// Combines Grundy values: the mex of the XORs.
#[derive(Debug, Default)]
pub struct Grundy {
    /// A bit for each value below 64, and the others.
    small: u64,
    large: Vec<u64>,
}

impl Grundy {
    fn insert(&mut self, value: u64) {
        match value {
            small @ 0..64 => self.small |= 1 << small,
            large => self.large.push(large - 64),
        }
    }
}

impl<C> Combine<C> for Grundy {
    type Value = u64;

    const MISSING_AT_FIRST: usize = 8;

    fn start(&mut self) {
        self.small = 0;
        self.large.clear();
    }

    fn option(&mut self, parts: &mut dyn Iterator<Item = (&Part<C>, &u64)>) -> ControlFlow<()> {
        let odd = parts.filter(|(part, _)| part.copies % 2 == 1);
        self.insert(odd.fold(0, |sum, (_, value)| sum ^ value));
        ControlFlow::Continue(())
    }

    fn option_of_one(&mut self, part: &Part<C>, value: &u64) -> ControlFlow<()> {
        self.insert(if part.copies % 2 == 1 { *value } else { 0 });
        ControlFlow::Continue(())
    }

    fn finish(&mut self) -> u64 {
        match self.small {
            u64::MAX => 64 + mex(self.large.drain(..)),
            small => small.trailing_ones().into(),
        }
    }
}

/// Combines outcomes of whole positions: a P-position (`true`) when no option is one; what no option at all means is
/// the convention's.
#[derive(Debug)]
pub struct PPosition {
    /// The verdict on positions without moves.
    pub without_moves: bool,
    options: bool,
    p_option: bool,
}

impl PPosition {
    /// Under normal play a position without moves is a P-position, under misère play an N-position.
    pub fn new(without_moves: bool) -> PPosition {
        PPosition { without_moves, options: false, p_option: false }
    }
}

impl<C> Combine<C> for PPosition {
    type Value = bool;

    fn start(&mut self) {
        (self.options, self.p_option) = (false, false);
    }

    fn option(&mut self, parts: &mut dyn Iterator<Item = (&Part<C>, &bool)>) -> ControlFlow<()> {
        self.options = true;
        let mut parts = parts;
        self.p_option |= (&mut parts).any(|(_, lost)| *lost);
        if self.p_option { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn decides(&self, value: &bool) -> bool {
        *value
    }

    fn finish(&mut self) -> bool {
        if self.options { !self.p_option } else { self.without_moves }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::limits::Limits;
    use crate::game::Visit;
    use std::cell::Cell;

    /// 0 leads to every number up to the width, and these to nothing.
    struct Wide {
        width: u32,
        visited: Cell<u64>,
    }

    impl Game for Wide {
        type Component = u32;

        fn options(
            &self,
            component: &u32,
            _: &mut Pulse<'_>,
            visit: &mut Visit<'_, u32>,
        ) -> Result<ControlFlow<()>, Failure> {
            for option in 1..=if *component == 0 { self.width } else { 0 } {
                self.visited.set(self.visited.get() + 1);
                if visit(&[Part { component: option, copies: 1 }]).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        }
    }

    #[test]
    fn options_are_visited_four_times_on_average() {
        for width in [1, 8, 9, 1000, 20_000] {
            let game = Wide { width, visited: Cell::new(0) };
            let (limits, mut memo) = (Limits::default(), Memo::default());
            let value = memo.solve(&game, &0, &mut Grundy::default(), &mut Pulse::new(&limits));
            assert_eq!(value, Ok(1));
            assert!(game.visited.get() <= 4 * u64::from(width) + 16, "{width}: {}", game.visited.get());
        }
    }

    #[test]
    fn what_waits_beside_a_decisive_option_is_left() {
        let game = Wide { width: 1000, visited: Cell::new(0) };
        let (limits, mut memo) = (Limits::default(), Memo::default());
        let p = memo.solve(&game, &0, &mut PPosition::new(true), &mut Pulse::new(&limits));
        assert_eq!((p, memo.len()), (Ok(false), 2));
    }
}
