//! Values under a mask: short, one cell per heap, with the rare heaps on a list of their own.

use super::breaks::Breaks;
use super::mirror::Mirror;
use super::scan::{Scanned, find_pair};
use super::space::{Fit, Space};
use crate::base::limits::{Pulse, StopReason};
use std::ops::Range;

/// A cell for a short value: one byte or two, of which two values are no short ones: a sentinel for heaps that must not
/// match, and one that no cell has.
pub trait Cell: Copy + Eq + Default + std::fmt::Debug {
    /// The sentinel of a rare heap, or of no heap: all ones.
    const RARE: Self;
    /// What no cell has.
    const NEVER: Self;
    /// Short values are below this.
    const LIMIT: u32;
    /// If short values are below this, so are their xors, and the xor of one with the sentinel of a rare heap is not.
    const HALF: u32;

    /// A short value below the limit.
    fn from_short(short: u32) -> Self;
    /// The short value.
    fn short(self) -> u32;
    /// Whether two heaps have the xor `wanted`, sentinels and all.
    fn meets(self, other: Self, wanted: Self) -> bool;

    /// Whether two common heaps have the xor `wanted`.
    #[inline]
    fn makes(self, other: Self, wanted: Self) -> bool {
        self.meets(other, wanted) & (self != Self::RARE) & (other != Self::RARE)
    }

    /// What the partner of a heap with short value `x` must be for the xor `wanted`, which no rare heap is.
    #[inline]
    fn partner(wanted: u32, x: u32) -> Self {
        let partner = Self::from_short(wanted ^ x);
        if partner == Self::RARE { Self::NEVER } else { partner }
    }
}

impl Cell for u8 {
    const RARE: u8 = 0xff;
    const NEVER: u8 = 0xff - 1;
    const LIMIT: u32 = 0xff - 1;
    const HALF: u32 = 1 << 7;

    #[inline]
    fn from_short(short: u32) -> u8 {
        short as u8
    }

    #[inline]
    fn short(self) -> u32 {
        u32::from(self)
    }

    #[inline]
    fn meets(self, other: u8, wanted: u8) -> bool {
        self ^ other == wanted
    }
}

impl Cell for u16 {
    const RARE: u16 = 0xffff;
    const NEVER: u16 = 0xffff - 1;
    const LIMIT: u32 = 0xffff - 1;
    const HALF: u32 = 1 << 15;

    #[inline]
    fn from_short(short: u32) -> u16 {
        short as u16
    }

    #[inline]
    fn short(self) -> u32 {
        u32::from(self)
    }

    #[inline]
    fn meets(self, other: u16, wanted: u16) -> bool {
        self ^ other == wanted
    }
}

/// A rare term (offset, value): what moves that leave the same rare part have in common for all n. Beside a part of
/// short value `x` and the tokens taken, heap n - offset is left, so the option has the short value of that heap, xored
/// with `x`. Witnesses are terms of the same form whose part is common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RareTerm {
    /// The part and the tokens taken.
    pub offset: usize,
    /// The short value of the part; 0 where a move only takes.
    pub x: u32,
}

impl RareTerm {
    /// A number that says nothing of the order of offsets, and is different for each.
    pub fn scrambled(&self) -> u32 {
        (self.offset as u32).wrapping_mul(0x9e37_79b9)
    }
}

/// Cells kept in front of heap 0, so that blocks which begin before it can be read.
const MARGIN: usize = 128;

/// The values of a game under a mask.
#[derive(Debug)]
pub struct Fitted<C> {
    /// The moves.
    pub breaks: Breaks,
    /// The mask.
    pub fit: Fit,
    /// Rare heaps, ascending, with their short values.
    pub rare: Vec<(usize, u32)>,
    /// The cells of heaps from `dropped` on, behind `pad` cells that match nothing.
    cells: Vec<C>,
    pad: usize,
    dropped: usize,
    /// The first cells once more: what scans of pairs begin with.
    mirror: Mirror<C>,
    /// The short values of the rare ones among the first heaps, up to the last; others have the sentinel of rare ones here.
    rare_cells: Vec<C>,
    /// These in reverse.
    rare_mirror: Mirror<C>,
    /// The largest common short value.
    largest: u32,
    /// The largest rare short value.
    largest_rare: u32,
}

/// A short value that its cell cannot hold, or a scan that would need values that were dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// Wider cells are needed.
    TooWide,
    /// The values below [`Fitted::first`] are needed.
    Dropped,
}

/// The class of a value that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueClass {
    /// As nearly all.
    Common,
    /// The rare heaps have become more.
    Rare,
}

/// Heaps whose cells are kept in reverse.
pub const MIRROR: usize = 1 << 16;

impl<C: Cell> Fitted<C> {
    /// Puts values under a mask; `None` when one does not fit.
    pub fn new(breaks: Breaks, fit: Fit, values: impl ExactSizeIterator<Item = u32>) -> Option<Fitted<C>> {
        let pad = MARGIN + breaks.reach();
        let mut cells = Vec::with_capacity(pad + values.len() + values.len() / 4);
        cells.resize(pad, C::RARE);
        let mut fitted = Fitted {
            breaks,
            fit,
            rare: Vec::new(),
            cells,
            pad,
            dropped: 0,
            mirror: Mirror::default(),
            rare_cells: Vec::new(),
            rare_mirror: Mirror::default(),
            largest: 0,
            largest_rare: 0,
        };
        for (heap, value) in values.enumerate() {
            let short = fit.short(value);
            if short >= C::LIMIT {
                return None;
            }
            if heap > 0 && fit.is_common(heap, value) {
                fitted.push(short);
            } else {
                fitted.push_rare(short);
            }
        }
        Some(fitted)
    }

    /// The largest value; of two with the same short value, the larger.
    pub fn largest_value(&self) -> u32 {
        let both = |heap| self.fit.long(heap, self.largest, true);
        let rare = self.rare.iter().map(|&(heap, short)| self.fit.long(heap, short, false)).max();
        both(0).max(both(1)).max(rare.unwrap_or(0))
    }

    /// The largest short value.
    pub fn largest_short(&self) -> u32 {
        self.largest.max(self.largest_rare)
    }

    /// The next heap.
    pub fn len(&self) -> usize {
        self.cells.len() - self.pad + self.dropped
    }

    /// The first heap whose value is still there.
    pub fn first(&self) -> usize {
        self.dropped
    }

    /// Appends a common value.
    #[inline]
    pub fn push(&mut self, short: u32) {
        self.largest = self.largest.max(short);
        self.cells.push(C::from_short(short));
        self.reflect(1);
    }

    /// Appends a rare value, or that of heap 0, which is part of no pair.
    pub fn push_rare(&mut self, short: u32) {
        let n = self.len();
        if n > 0 {
            self.rare.push((n, short));
            self.largest_rare = self.largest_rare.max(short);
        }
        if n < MIRROR {
            self.rare_cells.resize(n, C::RARE);
            self.rare_cells.push(C::from_short(short));
            self.rare_mirror.extend(&self.rare_cells[self.rare_mirror.len()..]);
        }
        self.cells.push(C::RARE);
        self.reflect(1);
    }

    /// Appends several common values.
    pub fn extend(&mut self, cells: &[C]) {
        self.largest = cells.iter().fold(self.largest, |largest, cell| largest.max(cell.short()));
        self.cells.extend_from_slice(cells);
        self.reflect(cells.len());
    }

    /// Takes note of the last `count` cells.
    #[inline]
    fn reflect(&mut self, count: usize) {
        let known = self.mirror.len();
        if known < MIRROR {
            let count = count.min(MIRROR - known);
            self.mirror.extend(&self.cells[self.pad + known..][..count]);
        }
    }

    /// The cell of a heap.
    #[inline]
    pub fn cell(&self, heap: usize) -> C {
        self.cells[self.pad + heap - self.dropped]
    }

    /// The cell of one of the first heaps, also when they were dropped.
    pub fn cell_of_prefix(&self, heap: usize) -> Option<C> {
        let there = heap >= self.dropped && heap < self.len();
        self.mirror.get(heap).or_else(|| there.then(|| self.cell(heap)))
    }

    /// All cells and the index of a heap's.
    #[inline]
    pub fn at(&self, heap: usize) -> (&[C], usize) {
        (&self.cells, self.pad + heap - self.dropped)
    }

    /// Drops values except the last `keep`, and those that scans of pairs are likely to meet.
    pub fn forget(&mut self, keep: usize) {
        let keep = keep.max(2 * MIRROR);
        let there = self.len() - self.dropped;
        // Moving the rest is worth it only when much is dropped; scans begin with what the mirror has.
        if self.mirror.len() == MIRROR && there > keep.saturating_mul(2).saturating_add(1 << 16) {
            let start = self.cells.len() - keep - self.pad;
            self.cells.copy_within(start.., 0);
            self.cells.truncate(keep + self.pad);
            self.dropped += there - keep;
        }
    }

    /// The value of a heap.
    pub fn value(&self, heap: usize) -> u32 {
        let cell = self.cell(heap);
        if cell != C::RARE {
            return self.fit.long(heap, cell.short(), true);
        }
        self.rare_short(heap).map_or(0, |short| self.fit.long(heap, short, false))
    }

    /// The values of heaps from `first` on.
    pub fn read(&self, first: usize, out: &mut [u32]) {
        let cells = &self.at(first);
        let cells = &cells.0[cells.1..][..out.len()];
        let count = out.len();
        let cells = (first..).zip(out.iter_mut().zip(cells));
        if count <= self.largest as usize {
            cells.for_each(|(n, (out, cell))| *out = self.fit.long(n, cell.short(), true));
        } else {
            // By the parity of the heap: bits of the mask are counted once for each value, not for each heap. The
            // sentinels of rare heaps stand behind the values.
            let last = self.largest + 1;
            let longs: Vec<[u32; 2]> =
                (0..=last).map(|short| [0, 1].map(|n| self.fit.long(n, short, true))).collect();
            cells.for_each(|(n, (out, cell))| *out = longs[cell.short().min(last) as usize][n % 2]);
        }
        let place = |heap: usize| self.rare.partition_point(|rare| rare.0 < heap);
        for &(heap, short) in &self.rare[place(first)..place(first + out.len())] {
            out[heap - first] = self.fit.long(heap, short, false);
        }
        if first == 0 && !out.is_empty() {
            out[0] = 0;
        }
    }

    /// The mask and the rare heaps.
    pub fn space(&self) -> Space {
        let Fit { mask, by_place, .. } = self.fit;
        Space { mask, by_place, rare: self.rare.iter().map(|rare| rare.0 as u64).collect() }
    }

    /// Whether taking `taken` tokens leaves the class of a value as it is.
    pub fn keeps_class(&self, taken: usize) -> bool {
        !(self.fit.by_place && taken % 2 == 1)
    }

    /// Everything that gives common options of far heaps: pairs with one rare part, and takes.
    pub fn rare_terms(&self) -> Vec<RareTerm> {
        let takes = self.breaks.takes.iter().filter(|&&taken| self.keeps_class(taken));
        let mut terms: Vec<RareTerm> = takes.map(|&offset| RareTerm { offset, x: 0 }).collect();
        for &(heap, x) in &self.rare {
            self.push_terms(heap, x, &mut terms);
        }
        terms
    }

    /// The terms of one heap as a part.
    pub fn push_terms(&self, heap: usize, x: u32, terms: &mut Vec<RareTerm>) {
        terms.extend(self.breaks.splits.iter().map(|split| RareTerm { offset: heap + split.taken, x }));
    }

    /// The short value of a heap if it is rare.
    #[inline]
    pub fn rare_at(&self, heap: usize) -> Option<u32> {
        if heap < self.dropped || self.cell(heap) != C::RARE {
            return None;
        }
        self.rare_short(heap)
    }

    /// The same by the list alone, which has the heaps that were dropped too.
    fn rare_short(&self, heap: usize) -> Option<u32> {
        let place = self.rare.binary_search_by_key(&heap, |rare| rare.0).ok()?;
        Some(self.rare[place].1)
    }

    /// Whether the rare value with this short value is an option of the next heap: a search over everything.
    pub fn is_attained(
        &self,
        wanted: u32,
        pulse: &mut Pulse<'_>,
    ) -> Result<Result<bool, Obstacle>, StopReason> {
        let n = self.len();
        // Nearly always two common parts are found soon.
        for split in self.breaks.splits.iter().filter(|split| split.last_part(n) > 0) {
            if self.scan(n - split.taken, split.last_part(n), wanted, pulse)? {
                return Ok(Ok(true));
            }
        }
        Ok(self.is_attained_otherwise(wanted))
    }

    /// The same, if no two common parts have it.
    #[cold]
    fn is_attained_otherwise(&self, wanted: u32) -> Result<bool, Obstacle> {
        let n = self.len();
        let by_end = self.breaks.ends.contains(&n) && wanted == 0 && !self.fit.is_common(n, 0);
        let by_take = self.breaks.takes.iter().filter(|&&taken| taken < n).any(|&taken| {
            let cell = self.cell(n - taken);
            match self.keeps_class(taken) {
                true => self.rare_at(n - taken) == Some(wanted),
                false => cell != C::RARE && cell.short() == wanted,
            }
        });
        if by_end || by_take {
            return Ok(true);
        }
        for split in self.breaks.splits.iter().filter(|split| split.last_part(n) > 0) {
            let rest = n - split.taken;
            if wanted == 0 && !split.unequal && rest.is_multiple_of(2) {
                return Ok(true);
            }
            if rest <= MIRROR {
                if self.is_attained_by_rare(rest, split.last_part(n), wanted) {
                    return Ok(true);
                }
                continue;
            }
            let within = self.rare.partition_point(|rare| rare.0 <= split.last_part(n));
            let (cells, at) = self.at(rest);
            let partners = &cells[..at];
            for &(heap, short) in &self.rare[..within] {
                // A place before the first cell is one that was dropped.
                let Some(&partner) = partners.get(at.wrapping_sub(heap)) else { break };
                if partner == C::RARE && self.rare_at(rest - heap) == Some(short ^ wanted) {
                    return Ok(true);
                }
            }
        }
        if self.dropped == 0 { Ok(false) } else { Err(Obstacle::Dropped) }
    }

    /// Whether two rare heaps, `rest` together and the smaller at most `last`, have the short xor `wanted`.
    fn is_attained_by_rare(&self, rest: usize, last: usize, wanted: u32) -> bool {
        let known = self.rare_cells.len();
        let (least, last) = ((rest + 1).saturating_sub(known).max(1), last.min(known - 1));
        if least > last {
            return false;
        }
        let count = last + 1 - least;
        let (low, high) = (self.rare_mirror.down_from(last, count), &self.rare_cells[rest - last..][..count]);
        self.finder(wanted)(low, high, C::from_short(wanted)).place.is_some()
    }

    /// The cells of the first heaps, from `last` or fewer down to `least`, and those of their partners beside them.
    #[inline]
    fn mirrored(&self, rest: usize, least: usize, last: usize) -> (&[C], &[C]) {
        let last = last.min(self.mirror.len().saturating_sub(1)).min(rest - self.dropped);
        let count = (last + 1).saturating_sub(least);
        let (cells, at) = self.at(rest - last);
        (self.mirror.down_from(last, count), &cells[at..][..count])
    }

    /// What looks for pairs that make a value: sentinels of rare heaps need a look only where they could make it.
    #[inline]
    fn finder(&self, wanted: u32) -> fn(&[C], &[C], C) -> Scanned {
        match wanted {
            1.. if wanted < C::HALF && self.largest.max(self.largest_rare) < C::HALF => find_pair::<C, false>,
            _ => find_pair::<C, true>,
        }
    }

    /// Whether two common parts of `rest`, the smaller at most `last`, have the short xor `wanted`.
    fn scan(&self, rest: usize, last: usize, wanted: u32, pulse: &mut Pulse<'_>) -> Result<bool, StopReason> {
        let find_pair = self.finder(wanted);
        let wanted = C::from_short(wanted);
        let (parts, partners) = self.mirrored(rest, 1, last);
        let Scanned { looked_at, place } = find_pair(parts, partners, wanted);
        pulse.beats(looked_at as u64 / 16)?;
        if place.is_some() {
            return Ok(true);
        }
        let mut from = parts.len() + 1;
        while from <= last && from >= self.dropped {
            let count = STRIDE.min(last + 1 - from);
            let mut parts = [C::RARE; STRIDE];
            let (cells, at) = self.at(from);
            parts[..count].copy_from_slice(&cells[at..][..count]);
            parts[..count].reverse();
            let (cells, at) = self.at(rest + 1 - from - count);
            pulse.beats(STRIDE as u64 / 8)?;
            if find_pair(&parts[..count], &cells[at..][..count], wanted).place.is_some() {
                return Ok(true);
            }
            from += count;
        }
        Ok(false)
    }
}

impl Fitted<u8> {
    /// Appends the value of the next heap, given the least common value that is no option, and, as bits, the rare
    /// values below it for which no option is known yet: common parts that make them can only be up to `unseen`.
    pub fn settle(
        &mut self,
        short: u32,
        missing: u128,
        unseen: usize,
        pulse: &mut Pulse<'_>,
    ) -> Result<Result<ValueClass, Obstacle>, StopReason> {
        let n = self.len();
        let mut left = self.unmade(n, 0..unseen, missing, pulse, |_| {})?;
        let has_all_pairs = n / 2 < self.mirror.len();
        while left != 0 {
            let wanted = left.trailing_zeros();
            let attained = match has_all_pairs {
                true => self.is_attained_otherwise(wanted),
                false => self.is_attained(wanted, pulse)?,
            };
            match attained {
                Ok(true) => left &= left - 1,
                Ok(false) => {
                    self.push_rare(wanted);
                    return Ok(Ok(ValueClass::Rare));
                }
                Err(obstacle) => return Ok(Err(obstacle)),
            }
        }
        self.push(short);
        Ok(Ok(ValueClass::Common))
    }

    /// Which of the values no two common parts of heap n make, as far as the mirror reaches, the smaller one above the first
    /// and up to the second of two bounds; their partners must be there. `found` gets what makes a value.
    pub fn unmade(
        &self,
        n: usize,
        between: Range<usize>,
        missing: u128,
        pulse: &mut Pulse<'_>,
        mut found: impl FnMut(RareTerm),
    ) -> Result<u128, StopReason> {
        let (mut left, mut looked_at) = (missing, 0);
        for split in &self.breaks.splits {
            let last = split.last_part(n).min(between.end);
            if last <= between.start {
                continue;
            }
            let (parts, partners) = self.mirrored(n - split.taken, between.start + 1, last);
            // Now here, now there: the pairs that are found will be of use to other heaps, and they should differ.
            let begin = scattered(n, parts.len());
            let mut rest = left;
            while rest != 0 {
                let wanted = rest.trailing_zeros();
                rest &= rest - 1;
                let find_pair = self.finder(wanted);
                for range in [0..begin, begin..parts.len()] {
                    let scanned = find_pair(&parts[range.clone()], &partners[range.clone()], wanted as u8);
                    looked_at += scanned.looked_at;
                    if let Some(place) = scanned.place {
                        let place = range.start + place;
                        let part = between.start + parts.len() - place;
                        found(RareTerm { offset: part + split.taken, x: parts[place].short() });
                        left ^= 1 << wanted;
                        break;
                    }
                }
            }
        }
        pulse.beats(looked_at as u64 / 16)?;
        Ok(left)
    }

    /// The same in wider cells.
    pub fn widened(self) -> Fitted<u16> {
        let wide = |cell: u8| if cell == u8::RARE { u16::RARE } else { u16::from(cell) };
        Fitted {
            cells: self.cells.into_iter().map(wide).collect(),
            mirror: self.mirror.map(wide),
            rare_cells: self.rare_cells.into_iter().map(wide).collect(),
            rare_mirror: self.rare_mirror.map(wide),
            breaks: self.breaks,
            fit: self.fit,
            rare: self.rare,
            pad: self.pad,
            dropped: self.dropped,
            largest: self.largest,
            largest_rare: self.largest_rare,
        }
    }
}

/// A number below `count` that says nothing of n.
fn scattered(n: usize, count: usize) -> usize {
    let scrambled = (n as u32).wrapping_mul(0x9e37_79b9);
    ((u64::from(scrambled) * count as u64) >> 32) as usize
}

/// Parts that are turned round together, where there is no mirror.
const STRIDE: usize = 128;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// A value is found by its pairs alone, also where a sentinel would make it.
        #[test]
        fn scans_are_exact(
            small in prop::collection::vec(0u32..256, 2..100),
            large in prop::collection::vec(0u32..500, 1000..1100),
            wanted in 0u32..254,
        ) {
            for values in [small, large] {
                check_scan(values, wanted);
            }
        }
    }

    fn check_scan(mut values: Vec<u32>, wanted: u32) {
        values[0] = 0;
        let fit = Fit { mask: 1, parity: 0, by_place: false };
        let fitted = Fitted::<u8>::new(Breaks::default(), fit, values.into_iter()).expect("short values fit");
        let n = fitted.len();
        let common = |heap: usize| Some(fitted.cell(heap)).filter(|&cell| cell != u8::RARE).map(u32::from);
        let slow =
            (1..=(n - 1) / 2).any(|a| common(a).zip(common(n - a)).is_some_and(|(a, b)| a ^ b == wanted));
        let limits = crate::base::limits::Limits::default();
        let found = fitted.scan(n, (n - 1) / 2, wanted, &mut Pulse::new(&limits));
        assert_eq!(found, Ok(slow));
    }
}
