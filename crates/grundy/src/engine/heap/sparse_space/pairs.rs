//! Games without a sparse space: every pair counts, but most pairs need only be compared.
//!
//! The first pairs of a heap are marked one by one. They attain nearly every value below g(n), so that the least value not
//! marked is nearly always g(n) itself; what is left is to see that no other pair has it. That is a comparison of the values,
//! read forwards, with the values, read backwards: plain vector code. Cost O(n) per heap and split, a sixteenth of it
//! per pair. Also the first heaps of every other game, before a mask can be chosen; the very first in a way of their own
//! ([`small_pairs`](super::small_pairs)).

use super::breaks::Breaks;
use super::mirror::Mirror;
use super::small_pairs::SmallPairs;
use crate::base::limits::{Pulse, StopReason};

/// Values, and the same values read backwards.
#[derive(Debug, Default)]
pub struct Pairs {
    /// The values in order.
    pub values: Vec<u16>,
    mirror: Mirror<u16>,
    stamps: Vec<u32>,
    largest: u16,
    /// Pairs that are marked, for each value there is: as many as pay.
    share: usize,
    /// The same values, while they are few and small.
    small: Option<SmallPairs>,
}

/// A value that does not fit; nothing is lost.
#[derive(Debug)]
pub struct TooLarge;

/// Pairs compared between two looks at the outcome.
const CHUNK: usize = 256;

impl Pairs {
    /// Continues from these values.
    pub fn new(values: Vec<u16>) -> Pairs {
        let largest = values.iter().copied().max().unwrap_or(0);
        let small = SmallPairs::new(&values);
        let mut pairs = Pairs { values, largest, share: 4, small, ..Pairs::default() };
        pairs.mirror.extend(&pairs.values);
        pairs
    }

    /// The largest value.
    pub fn largest(&self) -> u32 {
        u32::from(self.largest)
    }

    /// Finds and appends the value of the next heap.
    pub fn push(&mut self, breaks: &Breaks, pulse: &mut Pulse<'_>) -> Result<Option<TooLarge>, StopReason> {
        if let Some(small) = &mut self.small {
            let (value, pairs) = small.next(breaks);
            pulse.beats(pairs as u64)?;
            if !small.push(value) {
                self.small = None;
            }
            self.append(value);
            return Ok(None);
        }
        let n = self.values.len();
        let stamp = n as u32 + 1;
        // Room for every xor of two values, and for one value more.
        let room = 2 * (usize::from(self.largest) + 1).next_power_of_two();
        if self.stamps.len() < room {
            self.stamps.resize(room, 0);
        }
        let stamps = &mut self.stamps[..];
        let values = &self.values[..];
        for &taken in breaks.takes.iter().take_while(|&&taken| taken < n) {
            stamps[usize::from(values[n - taken])] = stamp;
        }
        if breaks.ends.contains(&n) {
            stamps[0] = stamp;
        }
        let marked = 64 + self.share * usize::from(self.largest);
        for split in &breaks.splits {
            let last = split.last_part(n).min(marked);
            if last > 0 {
                let high = self.mirror.down_from(n - split.taken - 1, last);
                for (a, b) in values[1..=last].iter().zip(high) {
                    stamps[usize::from(a ^ b)] = stamp;
                }
                pulse.beats(last as u64)?;
            }
        }
        let free = |stamps: &[u32], from: usize| {
            (from..).find(|&value| stamps.get(value) != Some(&stamp)).unwrap_or(usize::MAX)
        };
        let mut value = free(&self.stamps, 0);
        let mut refuted = 0;
        'candidates: loop {
            let Ok(wanted) = u16::try_from(value) else { return Ok(Some(TooLarge)) };
            for split in &breaks.splits {
                let last = split.last_part(n);
                if last <= marked {
                    continue;
                }
                let low = &self.values[marked + 1..=last];
                let high = self.mirror.down_from(n - split.taken - marked - 1, last - marked);
                let (chunks, attained) = compare(low, high, wanted);
                pulse.beats((chunks * CHUNK / 16) as u64)?;
                if attained {
                    refuted += 1;
                    self.stamps[value] = stamp;
                    value = free(&self.stamps, value + 1);
                    continue 'candidates;
                }
            }
            break;
        }
        // A comparison takes a tenth of the time of a mark, but goes over all pairs.
        match refuted {
            0..=2 => self.share = (self.share - usize::from(n.is_multiple_of(4))).max(2),
            3..=8 => {}
            _ => self.share = (self.share + 1).min(64),
        }
        self.append(value as u16);
        Ok(None)
    }

    fn append(&mut self, value: u16) {
        self.mirror.extend(&[value]);
        self.values.push(value);
        self.largest = self.largest.max(value);
    }
}

/// Whether some pair has the xor `wanted`, and how many chunks were looked at.
fn compare(low: &[u16], high: &[u16], wanted: u16) -> (usize, bool) {
    #[cfg(target_arch = "x86_64")]
    if crate::base::cpu::has_avx2() {
        // SAFETY: the processor has AVX2, and the function is safe Rust compiled for it.
        return unsafe { compare_avx2(low, high, wanted) };
    }
    compare_plain(low, high, wanted)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn compare_avx2(low: &[u16], high: &[u16], wanted: u16) -> (usize, bool) {
    compare_plain(low, high, wanted)
}

#[inline(always)]
fn compare_plain(low: &[u16], high: &[u16], wanted: u16) -> (usize, bool) {
    let mut count = 0;
    for (low, high) in low.chunks(CHUNK).zip(high.chunks(CHUNK)) {
        count += 1;
        let hits = low.iter().zip(high).fold(0u16, |hits, (a, b)| hits | u16::from(a ^ b == wanted));
        if hits != 0 {
            return (count, true);
        }
    }
    (count, false)
}
