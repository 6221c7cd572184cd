//! The loop that all lattice attacks share: one more unknown at a time, until a solution fits.

use super::enumerate::{Search, short_vectors_while};
use super::lattice::{Basis, Congruences};
use super::{Effort, Limit};
use std::ops::ControlFlow;

/// A family of systems of congruences, one for each number of unknowns, and what a solution must look like.
pub struct Family<'a> {
    /// The system with this many unknowns.
    pub system: &'a dyn Fn(usize) -> Congruences,
    /// The logarithm of the product of the moduli.
    pub bits: f64,
    /// The largest size of an entry.
    pub width: i64,
    /// Whether every entry is allowed.
    pub fits: &'a dyn Fn(&[i128]) -> bool,
}

/// A solution that fits.
pub struct Solution {
    pub x: Vec<i128>,
    pub steps: u64,
}

/// What is known about one number of unknowns.
pub enum Known {
    Found(Solution),
    /// Every short vector was looked at.
    None,
    /// A limit does not allow to know.
    Unknown(Limit),
    Stopped,
}

/// Nodes of an enumeration that only hopes.
const HOPE: u64 = 20_000;

/// Unknowns up to which enumeration does without a better basis.
const FEW: usize = 24;

impl Family<'_> {
    /// The number of unknowns from which a solution may be expected.
    pub fn expected(&self) -> usize {
        (self.bits / (2.0 * self.width as f64 + 1.0).log2()).ceil().max(1.0) as usize
    }

    /// Whether lattice reduction finds a solution with this many unknowns, by experience: it leaves vectors of length
    /// 1.015ⁿ·det^(1/n), whose entries must stay inside the box.
    fn hopeful(&self, n: usize) -> bool {
        let length = (self.bits / n as f64).exp2() * 1.015f64.powi(n as i32);
        let width = self.width as f64;
        length <= (0.5 + 0.4 / width) * width * (n as f64).sqrt()
    }

    /// The number of unknowns to start with; none if reduction is not enough.
    pub fn start(&self) -> Option<usize> {
        let least = self.expected();
        let hopeful = (least..4 * least + 30).find(|&n| self.hopeful(n));
        // Few unknowns cost little, and the shortest texts are the nicest.
        if self.bits <= 130.0 && self.width > 1 {
            Some(least)
        } else {
            hopeful.map(|n| if self.bits > 300.0 { n + n / 8 } else { n.saturating_sub(3).max(least) })
        }
    }

    /// Looks for a solution from `start` unknowns on.
    pub fn search(&self, start: usize, end: usize, effort: &Effort<'_>) -> Known {
        let mut steps = 0;
        // Where a reduction takes long, one letter more makes no difference.
        let stride = 1 + (self.bits / 150.0) as usize;
        for n in (start..=end).step_by(stride) {
            let (known, taken) = self.look(n, HOPE, effort);
            steps += taken;
            match known {
                Known::Found(solution) => return Known::Found(Solution { steps, ..solution }),
                Known::Stopped => return Known::Stopped,
                Known::None | Known::Unknown(_) => {}
            }
        }
        Known::Unknown(Limit::Nodes)
    }

    /// Looks for a solution with exactly n unknowns, by reduction and at most `nodes` nodes of enumeration.
    pub fn look(&self, n: usize, nodes: u64, effort: &Effort<'_>) -> (Known, u64) {
        if !(effort.keep_going)(0) {
            return (Known::Stopped, 0);
        }
        let Some(basis) = (self.system)(n).solutions_within(effort.keep_going) else {
            let stopped = !(effort.keep_going)(0);
            return (if stopped { Known::Stopped } else { Known::Unknown(Limit::Nodes) }, 0);
        };
        let mut basis = basis;
        if n > FEW && !basis.rows().any(|row| (self.fits)(row)) {
            basis.block_reduce(|row| (self.fits)(row), effort.keep_going);
        }
        let known = self.enumerate(&basis, nodes, effort);
        let steps = basis.steps() + known.1;
        let known = match known.0 {
            Known::Found(solution) => Known::Found(Solution { steps, ..solution }),
            other => other,
        };
        (known, steps)
    }

    /// Looks among the rows of a basis, then among all short vectors.
    fn enumerate(&self, basis: &Basis, nodes: u64, effort: &Effort<'_>) -> (Known, u64) {
        if let Some(row) = basis.rows().find(|row| (self.fits)(row)) {
            return (Known::Found(Solution { x: row.to_vec(), steps: 0 }), 0);
        }
        let bound = basis.unknowns() as f64 * (self.width as f64).powi(2);
        let mut found = None;
        let heard = |now: u64| !now.is_multiple_of(1 << 16) || (effort.keep_going)(now);
        let keep_going = |now: u64| now <= nodes && heard(now);
        let (search, nodes) = short_vectors_while(basis, bound, &keep_going, |x| {
            if (self.fits)(x) {
                found = Some(x.to_vec());
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        match (found, search) {
            (Some(x), _) => (Known::Found(Solution { x, steps: 0 }), nodes),
            (None, Search::Exhausted) => (Known::None, nodes),
            (None, _) if !(effort.keep_going)(nodes) => (Known::Stopped, nodes),
            (None, _) => (Known::Unknown(Limit::Nodes), nodes),
        }
    }
}
