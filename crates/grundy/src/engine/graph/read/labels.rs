//! The names of vertices: whole numbers in increasing order, or words in the order in which they come.

use crate::engine::graph::csr::Edge;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// The names of vertices 0, 1, 2, ...
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Labels {
    /// Consecutive whole numbers, the first of them and how many.
    Consecutive(u32, u32),
    /// Whole numbers in increasing order.
    Numbers(Vec<u32>),
    /// Any words.
    Words(Names),
}

impl Labels {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Labels::Consecutive(_, count) => *count as usize,
            Labels::Numbers(numbers) => numbers.len(),
            Labels::Words(names) => names.list.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of a vertex.
    pub fn label(&self, vertex: u32) -> Cow<'_, str> {
        match self {
            Labels::Consecutive(first, _) => (first + vertex).to_string().into(),
            Labels::Numbers(numbers) => numbers[vertex as usize].to_string().into(),
            Labels::Words(names) => names.list[vertex as usize].as_str().into(),
        }
    }

    /// The vertex of a name.
    pub fn vertex(&self, label: &str) -> Option<u32> {
        match self {
            Labels::Words(names) => names.known.get(label).copied(),
            Labels::Consecutive(first, count) => {
                plain(label.as_bytes())?.checked_sub(*first).filter(|vertex| vertex < count)
            }
            Labels::Numbers(numbers) => {
                numbers.binary_search(&plain(label.as_bytes())?).ok().map(|index| index as u32)
            }
        }
    }

    /// The labels of vertices that were numbered as they came; where all are whole numbers, the edges are renamed so that
    /// these stand in increasing order.
    pub(super) fn of_names(names: Names, edges: &mut [Edge]) -> Labels {
        let numbers: Option<Vec<u32>> = names.list.iter().map(|word| plain(word.as_bytes())).collect();
        let Some(numbers) = numbers else { return Labels::Words(names) };
        let number = |vertex: u32| numbers[vertex as usize];
        edges.iter_mut().for_each(|edge| *edge = Edge { from: number(edge.from), to: number(edge.to) });
        Labels::rank(edges, &numbers)
    }

    /// Renames edges and lone vertices from any numbers to vertices 0, 1, ..., in increasing order.
    pub(super) fn rank(edges: &mut [Edge], lone: &[u32]) -> Labels {
        let ends = edges.iter().map(|edge| edge.from.max(edge.to));
        let Some(largest) = ends.chain(lone.iter().copied()).max() else { return Labels::Consecutive(0, 0) };
        let named = 2 * edges.len() + lone.len();
        // A bit for each possible number, unless they are far apart.
        if largest as usize / 64 > named + 1024 {
            return Labels::rank_by_sorting(edges, lone);
        }
        let mut there = vec![0u64; largest as usize / 64 + 1];
        let mut mark = |number: u32| there[number as usize / 64] |= 1 << (number % 64);
        edges.iter().for_each(|edge| [edge.from, edge.to].into_iter().for_each(&mut mark));
        lone.iter().copied().for_each(&mut mark);
        let count: u32 = there.iter().map(|word| word.count_ones()).sum();
        let first = largest + 1 - count;
        let least = there
            .iter()
            .position(|&word| word != 0)
            .map_or(0, |at| at as u32 * 64 + there[at].trailing_zeros());
        if least == first {
            if first > 0 {
                edges
                    .iter_mut()
                    .for_each(|edge| *edge = Edge { from: edge.from - first, to: edge.to - first });
            }
            return Labels::Consecutive(first, count);
        }
        let before: Vec<u32> = there
            .iter()
            .scan(0, |sum, word| Some(std::mem::replace(sum, *sum + word.count_ones())))
            .collect();
        let vertex = |number: u32| {
            let (word, bit) = (number as usize / 64, number % 64);
            before[word] + (there[word] & ((1 << bit) - 1)).count_ones()
        };
        edges.iter_mut().for_each(|edge| *edge = Edge { from: vertex(edge.from), to: vertex(edge.to) });
        let bits = |(&word, base): (&u64, u32)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * base + bit)
        };
        Labels::Numbers(there.iter().zip(0..).flat_map(bits).collect())
    }

    fn rank_by_sorting(edges: &mut [Edge], lone: &[u32]) -> Labels {
        let mut numbers: Vec<u32> =
            edges.iter().flat_map(|edge| [edge.from, edge.to]).chain(lone.iter().copied()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let vertex = |number: u32| numbers.binary_search(&number).expect("listed above") as u32;
        edges.iter_mut().for_each(|edge| *edge = Edge { from: vertex(edge.from), to: vertex(edge.to) });
        Labels::Numbers(numbers)
    }
}

/// A whole number below 2^32 - 1 in its one plain spelling.
#[inline]
pub(super) fn plain(word: &[u8]) -> Option<u32> {
    if word.len() > 10 || word.is_empty() || (word[0] == b'0' && word.len() > 1) {
        return None;
    }
    let mut value = 0u64;
    for &byte in word {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value * 10 + u64::from(digit);
    }
    u32::try_from(value).ok().filter(|value| *value < u32::MAX)
}

/// Different words, numbered as they come.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    list: Vec<String>,
    known: FxHashMap<String, u32>,
}

impl Names {
    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.list.len()
    }

    /// The number of a word, which is a new one for a new word.
    ///
    /// # Panics
    /// Beyond 2^32 words, which fit no memory.
    pub fn number(&mut self, word: &str) -> u32 {
        if let Some(&known) = self.known.get(word) {
            return known;
        }
        let number = u32::try_from(self.list.len()).expect("fewer than 2^32 words");
        self.list.push(word.to_owned());
        self.known.insert(word.to_owned(), number);
        number
    }
}
