//! Nim in which some takings are forbidden: not y from a heap of x.
//!
//! Below any heap the values are 0, 1, ..., M - 1 for some M, since a heap without forbidden takings gets the least value that
//! is new. A heap with some gets a smaller value v exactly when every smaller heap of value v is forbidden to it. So only the
//! heaps with forbidden takings need be looked at, in increasing order: how many of them stayed below M gives M for any heap,
//! and with it the value of any heap between them.
//!
//! Time O(m log m) for m forbidden takings, then O(log m) a heap; heaps to 2^64 - 1.
//!
//! ```
//! use grundy::games::nim::forbidden::ForbiddenTakings;
//!
//! // Not 1 from 2: then 2 can only go to 0, as 1 can.
//! let game = ForbiddenTakings::new(vec![(2, 1)]);
//! assert_eq!([0, 1, 2, 3].map(|heap| game.value(heap)), [0, 1, 1, 2]);
//! ```

use rustc_hash::FxHashMap;

/// The values of heaps when takings are forbidden.
#[derive(Debug, Clone, Default)]
pub struct ForbiddenTakings {
    /// The heaps that got a value that was there before, in increasing order, with it.
    repeats: Vec<(u64, u64)>,
}

impl ForbiddenTakings {
    /// Takes pairs (heap, taking), in any order; a taking of 0 or of more than the heap is no move anyway.
    pub fn new(mut forbidden: Vec<(u64, u64)>) -> ForbiddenTakings {
        forbidden.retain(|&(heap, taking)| 0 < taking && taking <= heap);
        forbidden.sort_unstable();
        forbidden.dedup();
        let mut game = ForbiddenTakings::default();
        // How often each value stands among smaller heaps, beyond the first time.
        let mut again: FxHashMap<u64, u64> = FxHashMap::default();
        let mut missing: FxHashMap<u64, u64> = FxHashMap::default();
        for group in forbidden.chunk_by(|one, other| one.0 == other.0) {
            let heap = group[0].0;
            missing.clear();
            for &(_, taking) in group {
                *missing.entry(game.value(heap - taking)).or_default() += 1;
            }
            let gone = |(&value, &count): (&u64, &u64)| {
                (count == 1 + again.get(&value).copied().unwrap_or(0)).then_some(value)
            };
            if let Some(value) = missing.iter().filter_map(gone).min() {
                *again.entry(value).or_default() += 1;
                game.repeats.push((heap, value));
            }
        }
        game
    }

    /// The value of a heap.
    pub fn value(&self, heap: u64) -> u64 {
        match self.repeats.binary_search_by_key(&heap, |&(heap, _)| heap) {
            Ok(place) => self.repeats[place].1,
            Err(place) => heap - place as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn values_are_those_of_the_definition(forbidden in prop::collection::vec((1u64..25, 1u64..25), 0..60)) {
            let game = ForbiddenTakings::new(forbidden.clone());
            let mut values: Vec<u64> = Vec::new();
            for heap in 0..30u64 {
                let options: Vec<u64> = (1..=heap)
                    .filter(|&taking| !forbidden.contains(&(heap, taking)))
                    .map(|taking| values[(heap - taking) as usize])
                    .collect();
                values.push((0..).find(|value| !options.contains(value)).expect("a finite list"));
                prop_assert_eq!(game.value(heap), values[heap as usize], "{}", heap);
            }
        }
    }
}
