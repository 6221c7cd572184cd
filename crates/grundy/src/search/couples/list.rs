//! The options of a component as one list of words, kept as long as they are needed.
//!
//! An option is the numbers of its parts, the last one marked. In front of them stands the nim-sum of parts that were known
//! already, if it is not 0.

use super::proof::{effort, together};
use super::store::{NUMBERS, Store};
use crate::cpu::prefetch;

/// Marks the last part of an option.
const LAST: u32 = 1 << 31;
/// In place of a part: a nim-sum follows, in two words.
const REST: u32 = NUMBERS;
/// How far ahead memory is asked for.
const AHEAD: usize = 6;

/// Options, each with at least one part.
#[derive(Debug, Default)]
pub(super) struct List {
    words: Vec<u32>,
}

/// An option in the light of what is known.
pub(super) enum Sight {
    Value(u64),
    /// One part is not known; the others have this nim-sum.
    One(u32, u64),
    /// Several parts are not known; the easiest of them, and the effort for all.
    Several(u32, u32),
}

impl List {
    /// How many words an option takes.
    pub(super) fn words(rest: u64, parts: usize) -> usize {
        parts + if rest == 0 { 0 } else { 3 }
    }

    pub(super) fn with_capacity(words: usize) -> List {
        List { words: Vec::with_capacity(words) }
    }

    /// Bytes of memory.
    pub(super) fn bytes(&self) -> u64 {
        4 * self.words.capacity() as u64
    }

    /// How much there is to look at.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// Begins an option.
    pub(super) fn push_rest(&mut self, rest: u64) {
        if rest != 0 {
            self.words.extend([REST, rest as u32, (rest >> 32) as u32]);
        }
    }

    /// Adds a part to the option that was begun.
    pub(super) fn push_part(&mut self, node: u32, is_last: bool) {
        self.words.push(if is_last { node | LAST } else { node });
    }

    /// Looks at all options; keeps those for which `keep` says so.
    #[inline]
    pub(super) fn retain<C>(&mut self, store: &Store<C>, mut keep: impl FnMut(Sight) -> bool) {
        let words = &mut self.words;
        let (mut kept, mut end) = (0, 0);
        while end < words.len() {
            if let Some(&ahead) = words.get(end + AHEAD) {
                prefetch(&store.nodes, (ahead & !LAST) as usize);
            }
            let start = end;
            let mut rest = 0;
            if words[end] == REST {
                rest = u64::from(words[end + 1]) | u64::from(words[end + 2]) << 32;
                end += 3;
            }
            let (mut unknown, mut easiest, mut least, mut lost) = (0, 0, 0, 0);
            loop {
                let part = words[end] & !LAST;
                let (value, its) = store.sight(part);
                match value {
                    Some(value) => rest ^= value,
                    None => {
                        if unknown == 0 || its < least {
                            (easiest, least) = (part, its);
                        }
                        lost = together(lost, effort(its));
                        unknown += 1;
                    }
                }
                end += 1;
                if words[end - 1] & LAST != 0 {
                    break;
                }
            }
            let sight = match unknown {
                0 => Sight::Value(rest),
                1 => Sight::One(easiest, rest),
                _ => Sight::Several(easiest, lost),
            };
            if keep(sight) {
                // Where nothing was dropped yet, everything is where it belongs.
                if kept < start {
                    for at in start..end {
                        words[kept + at - start] = words[at];
                    }
                }
                kept += end - start;
            }
        }
        words.truncate(kept);
    }
}
