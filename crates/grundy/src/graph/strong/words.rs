//! Positions as texts, by which a journal and a database know those that have no rank.
//!
//! A position has many spellings and one text: that of its components in order, without those that have nothing more to
//! say, as it is when it is read back ([`settled`]).

use crate::game::Part;
use crate::game::position::{Position, Tuple, parse_heaps, parse_tuples};
use crate::game::sum::{Sum, canonical};
use crate::limits::StopReason;
use crate::solve::moves::{Plain, Script};

/// Most components that a position is written with.
const LONGEST: u64 = 100_000;

/// Positions as text, both ways.
pub(crate) trait Words<C>: Script<C> {
    /// The components of a text that was written.
    fn read(&self, text: &str) -> Option<Vec<C>>;
}

impl Words<u64> for Plain {
    fn read(&self, text: &str) -> Option<Vec<u64>> {
        parse_heaps(text).ok()
    }
}

/// Tuples as text.
pub(super) struct TupleWords {
    /// Components of a tuple.
    pub(super) arity: usize,
}

impl Script<Tuple> for TupleWords {
    fn component(&self, tuple: &Tuple) -> String {
        Plain { drop_dead: false }.component(tuple)
    }

    fn position(&self, tuples: Vec<Tuple>) -> String {
        Position::Tuples(tuples).to_string()
    }

    fn length(&self, tuples: &[Tuple]) -> usize {
        Plain { drop_dead: false }.length(tuples)
    }
}

impl Words<Tuple> for TupleWords {
    fn read(&self, text: &str) -> Option<Vec<Tuple>> {
        parse_tuples(text, self.arity, |_| None).ok()
    }
}

/// Without the components that have nothing more to say.
pub(super) fn live<C>(words: &impl Script<C>, mut components: Vec<C>) -> Vec<C> {
    components.retain(|component| !words.is_dead(component));
    components
}

/// The components of a sum, one by one.
pub(super) fn spelled<C: Clone>(sum: &[Part<C>]) -> Result<impl Iterator<Item = C>, StopReason> {
    let total = sum.iter().fold(0u64, |total, part| total.saturating_add(part.copies));
    if total > LONGEST {
        return Err(StopReason::PositionLimit);
    }
    Ok(sum.iter().flat_map(|part| std::iter::repeat_n(part.component.clone(), part.copies as usize)))
}

/// The text of a position that is written so: that of what is read. The parts of a graph, for one, come in another order
/// when they were taken from a larger one.
pub(super) fn settled<C: Clone + Ord>(words: &impl Words<C>, written: &str) -> Option<String> {
    text(words, &canonical(&live(words, words.read(written)?))).ok()
}

/// A position in its notation.
pub(super) fn text<C: Clone>(words: &impl Script<C>, position: &Sum<C>) -> Result<String, StopReason> {
    Ok(words.position(spelled(position)?.collect()))
}
