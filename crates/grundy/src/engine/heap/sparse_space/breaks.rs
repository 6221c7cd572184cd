//! The moves of a game that takes tokens from a heap and leaves at most two.

use crate::rule::Code;
use crate::rule::code::Shape;

/// Taking `taken` tokens and breaking the rest in two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Split {
    /// The tokens taken.
    pub taken: usize,
    /// Whether the two heaps must differ.
    pub unequal: bool,
}

impl Split {
    /// Where to stop: the smaller parts of heap n are 1 to this.
    pub fn last_part(&self, n: usize) -> usize {
        let rest = n.saturating_sub(self.taken);
        (if self.unequal { rest.saturating_sub(1) } else { rest }) / 2
    }
}

/// What a move may do, ascending by the tokens taken.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Breaks {
    /// Moves that leave two non-empty heaps.
    pub splits: Vec<Split>,
    /// Tokens taken by moves that leave one.
    pub takes: Vec<usize>,
    /// Heaps that may be taken whole.
    pub ends: Vec<usize>,
}

impl Breaks {
    /// The moves of a code; `None` when a move may leave more than two heaps, or two that must be equal.
    pub fn of(code: &Code) -> Option<Breaks> {
        if !code.repeat.is_empty() || code.before.len() > 1 || code.most_parts()? > 2 {
            return None;
        }
        let mut breaks = Breaks::default();
        for taken in 0..=code.after.len() {
            for leave in code.digit(taken as i64) {
                match (leave.parts, leave.shape) {
                    (0, _) => breaks.ends.push(taken),
                    (1, _) => breaks.takes.push(taken),
                    (_, Shape::Equal) => return None,
                    (_, shape) => {
                        let unequal = shape != Shape::Any;
                        match breaks.splits.last_mut().filter(|split| split.taken == taken) {
                            Some(split) => split.unequal &= unequal,
                            None => breaks.splits.push(Split { taken, unequal }),
                        }
                    }
                }
            }
        }
        Some(breaks)
    }

    /// The most tokens a move takes.
    pub fn reach(&self) -> usize {
        let last_split = self.splits.last().map_or(0, |split| split.taken);
        let last = |takes: &[usize]| takes.last().copied().unwrap_or(0);
        last_split.max(last(&self.takes)).max(last(&self.ends))
    }

    /// The parity that all splits share: what makes the parity of a heap usable as a bit of the mask.
    pub fn parity(&self) -> Option<usize> {
        let parity = self.splits.first()?.taken % 2;
        self.splits.iter().all(|split| split.taken % 2 == parity).then_some(parity)
    }
}
