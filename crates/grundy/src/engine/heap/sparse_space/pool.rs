//! Rare terms to choose from: for a given value, those that meet frequent values come first.
//!
//! A rare term (offset, x) gives the value w to a heap n when the heap n - offset has the short value w xor x. How
//! often that is so can be told from how frequent the value w xor x is, without a look at a single heap.

use super::fitted::RareTerm;

/// Rare terms by x, and the values by frequency.
#[derive(Debug)]
pub struct Pool {
    by_x: Vec<Vec<RareTerm>>,
    /// All values, the most frequent first.
    order: Vec<u32>,
}

/// Most terms that meet the same value, in a mixed list.
const MAX_TERMS_OF_ONE_VALUE: usize = 32;

impl Pool {
    /// Sorts terms; `frequencies` has an entry for every value, a power of two of them.
    pub fn new(terms: impl IntoIterator<Item = RareTerm>, frequencies: &[u32]) -> Pool {
        let mut by_x = vec![Vec::new(); frequencies.len()];
        terms.into_iter().for_each(|term| by_x[term.x as usize].push(term));
        let mut order: Vec<u32> = (0..frequencies.len() as u32).collect();
        order.sort_by_key(|&value| std::cmp::Reverse(frequencies[value as usize]));
        Pool { by_x, order }
    }

    /// The terms in the order in which they are likely to give `value`.
    pub fn likely(&self, value: u32) -> impl Iterator<Item = &RareTerm> {
        self.order.iter().flat_map(move |&met| &self.by_x[(value ^ met) as usize])
    }

    /// The same with not too many that meet the same value: what one value leaves out, heaps of the same kind, the next one
    /// may have.
    pub fn mixed(&self, value: u32) -> impl Iterator<Item = &RareTerm> {
        self.order.iter().flat_map(move |&met| {
            let terms = &self.by_x[(value ^ met) as usize];
            terms.iter().step_by(terms.len().div_ceil(MAX_TERMS_OF_ONE_VALUE).max(1))
        })
    }
}
