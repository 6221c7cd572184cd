//! A code for regions that is the same only for those whose squares touch alike.
//!
//! Bends do not matter to dominoes: what counts is which squares touch and which own a leaf. Squares are coloured by what
//! lies around them, step by step further out (Weisfeiler and Leman 1968). Then they are numbered from one of the least
//! colour on, neighbours before others, by colour; and the code writes down for each number whether it is an owner and
//! which lower numbers it touches. The code says all about the graph, so two regions with one code play alike. Where
//! colours leave a choice, a region may have a code of its own though another plays alike, which costs nothing but time.

use super::bits::{Layout, Squares, Word};

/// The most squares of a region that has a code.
const MOST: usize = 16;
/// How far a colour sees.
const STEPS: usize = 2;

/// Bits of a description: four for each of 16 squares, which have at most 24 pairs of neighbours, and five for each pair.
pub type Code = [u64; 3];

/// A region as a graph.
struct Graph {
    len: usize,
    /// Up to four neighbours of each square.
    next: [[u8; 4]; MOST],
    degree: [u8; MOST],
    owner: [bool; MOST],
}

impl Graph {
    /// The squares of a region in their order; `None` if they are too many.
    fn new<L: Layout>(squares: L::Word, owners: L::Word) -> Option<Graph> {
        let mut graph = Graph { len: 0, next: [[0; 4]; MOST], degree: [0; MOST], owner: [false; MOST] };
        if squares.count() as usize > MOST {
            return None;
        }
        // The number of the latest square met in each column.
        let mut above = [0u8; 16];
        let mut rest = squares;
        while !rest.is_none() {
            let square = rest.first();
            rest = rest ^ square;
            let (at, index) = (graph.len, square.first_index());
            graph.len += 1;
            graph.owner[at] = !(owners & square).is_none();
            let column = (index % L::COLUMNS) as usize;
            if column > 0 && !(squares & square >> 1).is_none() {
                graph.join(at - 1, at);
            }
            if index >= L::COLUMNS && !(squares & square >> L::COLUMNS).is_none() {
                graph.join(usize::from(above[column]), at);
            }
            above[column] = at as u8;
        }
        Some(graph)
    }

    fn join(&mut self, one: usize, other: usize) {
        for (from, to) in [(one, other), (other, one)] {
            self.next[from][usize::from(self.degree[from])] = to as u8;
            self.degree[from] += 1;
        }
    }

    #[inline]
    fn next(&self, at: usize) -> &[u8] {
        &self.next[at][..usize::from(self.degree[at])]
    }

    /// Colours that tell squares apart as far as a few steps can.
    fn colours(&self) -> [u32; MOST] {
        let mut colours = [0; MOST];
        for (colour, (&degree, &owner)) in colours.iter_mut().zip(self.degree.iter().zip(&self.owner)) {
            *colour = mixed(u32::from(degree) << 1 | u32::from(owner));
        }
        for _ in 0..STEPS {
            let mut further = colours;
            for (at, colour) in further.iter_mut().enumerate().take(self.len) {
                let around = self.next(at).iter().map(|&next| colours[usize::from(next)]);
                *colour = mixed(colours[at].wrapping_mul(5).wrapping_add(around.fold(0, u32::wrapping_add)));
            }
            colours = further;
        }
        colours
    }

    /// The squares in an order that follows the colours.
    fn order(&self, colours: &[u32; MOST]) -> [u8; MOST] {
        let root = (0..self.len).min_by_key(|&at| colours[at]).unwrap_or(0);
        let (mut order, mut found, mut done) = ([0; MOST], 1u32 << root, 1);
        order[0] = root as u8;
        for at in 0..self.len {
            let start = done;
            for &next in self.next(usize::from(order[at])) {
                if found >> next & 1 == 0 {
                    found |= 1 << next;
                    order[done] = next;
                    done += 1;
                }
            }
            order[start..done].sort_unstable_by_key(|&square| colours[usize::from(square)]);
        }
        order
    }

    /// The description of the graph in an order of its squares.
    fn code(&self, order: &[u8; MOST]) -> Code {
        let mut number = [0u8; MOST];
        for (at, &square) in order.iter().enumerate().take(self.len) {
            number[usize::from(square)] = at as u8;
        }
        let (mut code, mut bits) = (Code::default(), 0);
        let mut write = |value: u64, width: usize| {
            code[bits / 64] |= value << (bits % 64);
            if bits % 64 + width > 64 {
                code[bits / 64 + 1] |= value >> (64 - bits % 64);
            }
            bits += width;
        };
        for (at, &square) in order.iter().enumerate().take(self.len) {
            let square = usize::from(square);
            write(u64::from(self.owner[square]), 1);
            let mut lower = 0u64;
            for &next in self.next(square) {
                let other = usize::from(number[usize::from(next)]);
                if other < at {
                    lower |= 1 << other;
                }
            }
            // At least one, except for the first: the order goes from neighbour to neighbour.
            write(u64::from(lower.count_ones()), 3);
            while lower != 0 {
                write(u64::from(lower.trailing_zeros()), 5);
                lower &= lower - 1;
            }
        }
        code
    }
}

#[inline]
fn mixed(colour: u32) -> u32 {
    let mixed = (colour ^ colour >> 15).wrapping_mul(0x2c1b_3c6d);
    (mixed ^ mixed >> 13).wrapping_mul(0x297a_2d39)
}

/// The code of a connected region, if it is not too large.
pub fn graph_code<L: Layout>(squares: L::Word, owners: L::Word) -> Option<Code> {
    let graph = Graph::new::<L>(squares, owners)?;
    let colours = graph.colours();
    Some(graph.code(&graph.order(&colours)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits::Narrow;
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// The squares that touch each square of a region.
    fn neighbours(region: u64) -> Vec<Vec<usize>> {
        let places: Vec<u32> = (0..64).filter(|at| region >> at & 1 == 1).collect();
        let touching = |at: u32| Narrow::around(1u64 << at) & region;
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
    fn regions_with_one_code_touch_alike() {
        let row = |bits: u64, row: u64| (bits >> (4 * row) & 15) << (8 * row);
        let mut graphs: HashMap<Code, u64> = HashMap::new();
        let mut count = 0;
        for bits in 1..1u64 << 12 {
            let region: u64 = row(bits, 0) | row(bits, 1) | row(bits, 2);
            if Narrow::connected(region, region.first(), region) != region {
                continue;
            }
            count += 1;
            let code = graph_code::<Narrow>(region, 0).expect("it is small");
            let other = *graphs.entry(code).or_insert(region);
            let (one, other) = (neighbours(region), neighbours(other));
            assert!(is_same_graph(&one, &other, &mut Vec::new()), "{region:#x}");
        }
        let all: Vec<Vec<Vec<usize>>> = graphs.into_values().map(neighbours).collect();
        let is_missed =
            |at: usize| all[..at].iter().any(|other| is_same_graph(&all[at], other, &mut Vec::new()));
        let missed = (0..all.len()).filter(|&at| is_missed(at)).count();
        assert!(count > 1000 && all.len() > 100 && missed < 10, "{count}, {}, {missed}", all.len());
    }

    proptest! {
        #[test]
        fn owners_and_sizes_are_part_of_it(region in any::<u64>(), mask in any::<u64>()) {
            let region = region & 0x3f3f_3f3f & (mask | 0x1111_2222);
            let part = Narrow::connected(region, region.first(), region);
            let owners = mask & part;
            match graph_code::<Narrow>(part, owners) {
                None => prop_assert!(part.count_ones() as usize > MOST),
                Some(code) => {
                    let written: u32 = code.iter().map(|word| word.count_ones()).sum();
                    prop_assert!(written >= owners.count_ones());
                    prop_assert_eq!(graph_code::<Narrow>(Narrow::transpose(part), Narrow::transpose(owners)).is_some(), true);
                }
            }
        }
    }
}
