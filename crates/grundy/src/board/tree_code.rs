//! A number for regions without cycles that is the same exactly for those that are the same tree.
//!
//! Bends do not matter to dominoes: what counts is which squares touch. Trees can be compared fast: leaves are peeled off
//! until one or two squares are left, the centre (Jordan 1869), and every square gets the codes of what hung from it, put in
//! order between brackets (Aho, Hopcroft and Ullman 1974). Brackets are bits, two for each square, so that trees of up
//! to 31 squares have a number of 62 bits. Two centres are written one after the other.

use super::bits::Bits;

/// Squares of the largest trees that have a number.
const MOST: u32 = 31;

/// Brackets as bits and how many there are.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Code {
    bits: u64,
    length: u32,
}

impl Code {
    fn then(self, other: Code) -> Code {
        Code { bits: self.bits << other.length | other.bits, length: self.length + other.length }
    }
}

/// What hangs from a square so far.
#[derive(Clone, Copy, Default)]
struct Square {
    hanging: [Code; 4],
    count: usize,
}

impl Square {
    fn hang(&mut self, code: Code) {
        self.hanging[self.count] = code;
        self.count += 1;
    }

    fn code(&mut self) -> Code {
        let hanging = &mut self.hanging[..self.count];
        hanging.sort_unstable();
        let inner = hanging.iter().fold(Code { bits: 1, length: 1 }, |code, &next| code.then(next));
        Code { bits: inner.bits << 1, length: inner.length + 1 }
    }
}

/// The number of a connected region, if it is a tree and not too large.
pub fn tree_code<B: Bits>(region: B) -> Option<u64> {
    let count = region.count();
    if count > MOST || region.domino_count() + 1 != count {
        return None;
    }
    let mut squares = [Square::default(); MOST as usize];
    // The place of a square among the squares of the region.
    let place = |square: B| -> usize { below(region, square).count() as usize };
    let (mut left, mut remaining) = (region, count);
    while remaining > 2 {
        let layer = left.leaves();
        let mut rest = layer;
        while !rest.is_none() {
            let leaf = rest.first();
            rest = rest ^ leaf;
            let code = squares[place(leaf)].code();
            squares[place(leaf.around() & left)].hang(code);
            remaining -= 1;
        }
        left = left & !layer;
    }
    let first = squares[place(left.first())].code();
    let second = left ^ left.first();
    if second.is_none() {
        return Some(first.bits);
    }
    let second = squares[place(second)].code();
    Some(first.max(second).then(first.min(second)).bits)
}

/// The squares of a region before a square.
fn below<B: Bits>(region: B, square: B) -> B {
    let index = square.first_index();
    region & !(!B::NONE << index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits::Narrow;
    use std::collections::HashMap;

    /// The squares that touch each square of a region.
    fn neighbours(region: Narrow) -> Vec<Vec<usize>> {
        let places: Vec<u32> = (0..64).filter(|at| region >> at & 1 == 1).collect();
        let touching = |at: u32| (1u64 << at).around() & region;
        let row =
            |&at: &u32| (0..places.len()).filter(|&other| touching(at) >> places[other] & 1 == 1).collect();
        places.iter().map(row).collect()
    }

    /// Whether the squares of one region can be matched with those of another one by one, by trying.
    fn is_same_graph(a: &[Vec<usize>], b: &[Vec<usize>], matched: &mut Vec<usize>) -> bool {
        let at = matched.len();
        if at == a.len() {
            return a.len() == b.len();
        }
        (0..b.len()).any(|candidate| {
            let fits = !matched.contains(&candidate)
                && a[at].len() == b[candidate].len()
                && (0..at).all(|other| a[at].contains(&other) == b[candidate].contains(&matched[other]));
            fits && {
                matched.push(candidate);
                let found = is_same_graph(a, b, matched);
                matched.pop();
                found
            }
        })
    }

    #[test]
    fn trees_have_one_code_exactly_if_they_are_the_same() {
        let row = |bits: u64, row: u64| (bits >> (4 * row) & 15) << (8 * row);
        let mut trees: HashMap<u64, Narrow> = HashMap::new();
        let mut count = 0;
        for bits in 1..1u64 << 12 {
            let region: Narrow = row(bits, 0) | row(bits, 1) | row(bits, 2);
            if region.connected(region.first()) != region {
                continue;
            }
            let Some(code) = tree_code(region) else {
                assert!(region.domino_count() >= region.count());
                continue;
            };
            count += 1;
            let other = *trees.entry(code).or_insert(region);
            assert!(
                is_same_graph(&neighbours(region), &neighbours(other), &mut Vec::new()),
                "{region:#x} {other:#x}"
            );
        }
        let different: Vec<Narrow> = trees.into_values().collect();
        for (at, &one) in different.iter().enumerate() {
            for &other in &different[..at] {
                assert!(
                    !is_same_graph(&neighbours(one), &neighbours(other), &mut Vec::new()),
                    "{one:#x} {other:#x}"
                );
            }
        }
        assert!(count > 500 && different.len() > 15, "{count} trees, {} different", different.len());
    }
}
