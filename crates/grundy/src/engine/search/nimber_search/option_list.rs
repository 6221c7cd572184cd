//! The options of a component as lists of numbers, kept as long as they are needed.
//!
//! Nearly all options of large components have one part that is not known: its number and the nim-sum of the others are
//! one entry. Of the rest, all numbers stand in a row, the last one marked, behind the nim-sum of parts that were known
//! already.

use super::proof_number::{initial_disproof, sum_of_parts};
use super::store::Store;

/// Marks the last part of an option.
const LAST_PART: u32 = 1 << 31;
/// How far ahead memory is asked for.
const PREFETCH_DISTANCE: usize = 6;

/// Options, each with at least one part.
#[derive(Debug, Default)]
pub(super) struct List {
    single: Vec<Single>,
    several: Vec<u32>,
}

/// An option of which one part is not known.
#[derive(Debug, Clone, Copy)]
struct Single {
    part: u32,
    rest: u32,
}

/// An option of several parts by what is known.
pub(super) enum Sight {
    Value(u64),
    /// One part is not known; the others have this nim-sum.
    One(u32, u64),
    /// Several parts are not known; the easiest of them, and the disproof number of all.
    Several(u32, u32),
}

impl List {
    /// Room for so many options with one part, and so many words for others.
    pub(super) fn with_capacity(options: usize, words: usize) -> List {
        List { single: Vec::with_capacity(options), several: Vec::with_capacity(words) }
    }

    /// How many words an option takes if it is none with one part.
    pub(super) fn words(rest: u64, parts: usize) -> usize {
        if parts == 1 && u32::try_from(rest).is_ok() { 0 } else { 2 + parts }
    }

    /// Bytes of memory.
    pub(super) fn bytes(&self) -> u64 {
        8 * self.single.capacity() as u64 + 4 * self.several.capacity() as u64
    }

    /// How much there is to look at.
    pub(super) fn len(&self) -> usize {
        self.single.len() + self.several.len()
    }

    /// Adds an option.
    pub(super) fn push(&mut self, rest: u64, parts: &[u32]) {
        match (parts, u32::try_from(rest)) {
            (&[part], Ok(rest)) => self.single.push(Single { part, rest }),
            _ => {
                self.several.extend([rest as u32, (rest >> 32) as u32]);
                self.several.extend_from_slice(parts);
                *self.several.last_mut().expect("it has two words") |= LAST_PART;
            }
        }
    }

    /// Looks at all options with one part, and keeps those for which `keep` says so.
    #[inline(always)]
    pub(super) fn retain_single<C>(&mut self, store: &Store<C>, mut keep: impl FnMut(u32, u64) -> bool) {
        let mut kept = 0;
        for at in 0..self.single.len() {
            if let Some(ahead) = self.single.get(at + PREFETCH_DISTANCE) {
                store.anticipate_record(ahead.part);
            }
            let option = self.single[at];
            if keep(option.part, option.rest.into()) {
                self.single[kept] = option;
                kept += 1;
            }
        }
        self.single.truncate(kept);
    }

    /// Looks at all other options, and keeps those for which `keep` says so.
    pub(super) fn retain_several<C>(&mut self, store: &Store<C>, mut keep: impl FnMut(Sight) -> bool) {
        let words = &mut self.several;
        let (mut kept, mut end) = (0, 0);
        while end < words.len() {
            let start = end;
            let mut rest = u64::from(words[end]) | u64::from(words[end + 1]) << 32;
            end += 2;
            let (mut unknown, mut easiest, mut least, mut disproof) = (0, 0, 0, 0);
            loop {
                let part = words[end] & !LAST_PART;
                let (value, its) = store.sight(part);
                match value {
                    Some(value) => rest ^= value,
                    None => {
                        if unknown == 0 || its < least {
                            (easiest, least) = (part, its);
                        }
                        disproof = sum_of_parts(disproof, initial_disproof(its));
                        unknown += 1;
                    }
                }
                end += 1;
                if words[end - 1] & LAST_PART != 0 {
                    break;
                }
            }
            let sight = match unknown {
                0 => Sight::Value(rest),
                1 => Sight::One(easiest, rest),
                _ => Sight::Several(easiest, disproof),
            };
            if keep(sight) {
                words.copy_within(start..end, kept);
                kept += end - start;
            }
        }
        words.truncate(kept);
    }
}
