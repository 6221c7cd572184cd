//! Rare terms that reach into the group of heaps that is worked on: whether they make a value.
//!
//! The cells of the last heaps stand side by side, and so do the x of the terms, by their offsets: one comparison of two
//! rows of bytes answers for all of them.

use super::super::fitted::RareTerm;
use super::sets::GROUP;

/// Rare terms that reach into a group, each with an offset of its own: their x by offset.
#[derive(Debug, Clone)]
pub struct NearTerms {
    /// Offsets from LATEST + GROUP down to LATEST + 1.
    late: [u8; GROUP],
    /// Offsets from 1 on, in bytes from the lowest. What was only just found is in a register, where it can be had at once.
    latest: u64,
}

/// Offsets of the latest heaps.
const LATEST: usize = 8;
/// Heaps before a group that terms within it can see.
pub const HEAPS_BEFORE: usize = LATEST + GROUP;
/// Stands where there is no term: with a common heap it makes no short value.
const NO_TERM: u8 = 0x80;
/// The same byte in all places.
const EACH: u64 = 0x0101_0101_0101_0101;

impl NearTerms {
    const EMPTY: NearTerms = NearTerms { late: [NO_TERM; GROUP], latest: EACH * NO_TERM as u64 };

    /// Puts terms into as few lists as they need.
    pub fn lists(terms: &[RareTerm]) -> Vec<NearTerms> {
        let mut lists: Vec<NearTerms> = Vec::new();
        for term in terms {
            if !lists.iter_mut().any(|list| list.put(term)) {
                let mut list = NearTerms::EMPTY;
                list.put(term);
                lists.push(list);
            }
        }
        lists
    }

    /// Puts a rare term in if its place is free.
    fn put(&mut self, term: &RareTerm) -> bool {
        let x = term.x as u8;
        if let Some(late) = term.offset.checked_sub(LATEST + 1) {
            let place = &mut self.late[GROUP - 1 - late];
            let free = *place == NO_TERM;
            *place = if free { x } else { *place };
            return free;
        }
        let shift = 8 * (term.offset - 1);
        let free = (self.latest >> shift) as u8 == NO_TERM;
        if free {
            self.latest ^= u64::from(x ^ NO_TERM) << shift;
        }
        free
    }

    /// Whether one of the terms makes the value, given the cells of the heaps before.
    #[inline(always)]
    pub fn makes(&self, short: u8, late: &[u8; GROUP], latest: u64) -> bool {
        let rest = self.latest ^ latest ^ (EACH * u64::from(short));
        let by_latest = rest.wrapping_sub(EACH) & !rest & (EACH << 7) != 0;
        // Without a branch inside, this becomes vector code.
        let by_late = (0..GROUP).fold(false, |hit, place| hit | (self.late[place] ^ late[place] == short));
        by_latest | by_late
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::fitted::Cell;
    use super::super::LIMIT;
    use super::*;

    /// Near terms make what they make alone, wherever rare heaps and places without a rare term meet.
    #[test]
    fn near_terms_make_their_values() {
        let mut before = [u8::RARE; HEAPS_BEFORE];
        (0..HEAPS_BEFORE)
            .filter(|place| place % 5 > 0)
            .for_each(|place| before[place] = (7 * place % 90) as u8);
        let cell = |offset: usize| before[HEAPS_BEFORE - offset];
        let terms: Vec<RareTerm> = (1..GROUP)
            .filter(|offset| offset % 3 > 0)
            .map(|offset| RareTerm { offset, x: offset as u32 })
            .collect();
        let twice: Vec<RareTerm> =
            terms.iter().flat_map(|&term| [term, RareTerm { x: term.x ^ 64, ..term }]).collect();
        for (terms, count) in [(&terms, 1), (&twice, 2)] {
            let lists = NearTerms::lists(terms);
            assert_eq!(lists.len(), count);
            let latest = u64::from_be_bytes(*before.last_chunk().expect("more than eight"));
            let late = before.first_chunk().expect("a group");
            for short in 0..LIMIT as u8 {
                let made = terms
                    .iter()
                    .any(|term| cell(term.offset) != u8::RARE && cell(term.offset) ^ term.x as u8 == short);
                assert_eq!(lists.iter().any(|near| near.makes(short, late, latest)), made, "{short}");
            }
        }
    }
}
