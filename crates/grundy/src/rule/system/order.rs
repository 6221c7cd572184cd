//! Why play on several kinds ends: sizes fall, and moves that keep the size lead to later kinds of one order.
//!
//! Where it can be shown from the rule that a part is smaller, nothing more is asked. A part that is only shown not to be larger
//! is an arrow from kind to kind; if the arrows have no circle, they have an order (Kahn 1962). What cannot be shown is
//! checked on each move that is met: an arrow that would close a circle is the move that makes no progress.

use super::Kind;
use crate::rule::progress::shrinks_by;
use std::collections::BTreeSet;

/// What is known about the end of play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KindProgress {
    /// Shown for every move: the moves that may keep the size go from kind to kind along these arrows.
    Shown(KindOrder),
    /// Not shown; checked on each move met.
    Checked,
}

/// Arrows from kind to kind without a circle.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KindOrder {
    arrows: BTreeSet<(usize, usize)>,
}

impl KindOrder {
    /// Adds an arrow unless it closes a circle; returns whether it is there.
    pub fn add(&mut self, from: usize, to: usize) -> bool {
        if self.arrows.contains(&(from, to)) {
            return true;
        }
        let free = !self.leads(to, from);
        if free {
            self.arrows.insert((from, to));
        }
        free
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.arrows.is_empty()
    }

    /// Whether arrows lead from one kind to another; from a kind to itself they do.
    fn leads(&self, from: usize, to: usize) -> bool {
        let (mut seen, mut open) = (BTreeSet::from([from]), vec![from]);
        while let Some(kind) = open.pop() {
            if kind == to {
                return true;
            }
            let next = self.arrows.range((kind, 0)..=(kind, usize::MAX)).map(|arrow| arrow.1);
            open.extend(next.filter(|&next| seen.insert(next)));
        }
        false
    }

    /// The first `count` kinds, each behind all that its arrows lead to: those of one size can be worked out in this order.
    pub fn last_first(&self, count: usize) -> Vec<usize> {
        let mut out: Vec<usize> = Vec::with_capacity(count);
        let mut done = vec![false; count];
        while out.len() < count {
            let free = |&kind: &usize| {
                !done[kind] && self.arrows.range((kind, 0)..=(kind, usize::MAX)).all(|arrow| done[arrow.1])
            };
            let kind = (0..count).find(free).expect("there is no circle");
            done[kind] = true;
            out.push(kind);
        }
        out
    }
}

/// Tries to show that play ends.
pub(super) fn progress(kinds: &[Kind]) -> KindProgress {
    let mut order = KindOrder::default();
    for (from, kind) in kinds.iter().enumerate() {
        let Some(program) = &kind.program else { continue };
        for branch in &program.branches {
            for (part, &to) in branch.parts.iter().zip(kind.parts(branch.clause)) {
                let shown = shrinks_by(branch, kind.arity, part, 1)
                    || shrinks_by(branch, kind.arity, part, 0) && order.add(from, to);
                if !shown {
                    return KindProgress::Checked;
                }
            }
        }
    }
    KindProgress::Shown(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_never_close_a_circle() {
        let mut order = KindOrder::default();
        assert!(order.add(0, 1) && order.add(1, 2) && order.add(3, 1) && order.add(0, 2));
        assert!(!order.add(2, 0) && !order.add(1, 1) && !order.add(2, 3));
        assert_eq!(order.last_first(4), [2, 1, 0, 3]);
    }
}
