//! Candidates for the values of 32 heaps are tried against items until each has withstood all of them.
//!
//! Every heap has a candidate, the least value not known to be an option, and the next one in reserve. A block of items is
//! compared with the candidates of all heaps at once. Where one is hit, the reserve moves up and the next value takes
//! its place. The blocks go round in a circle; a candidate that has seen each of them since it was chosen is no
//! option by these items.

use super::fitted::{Cell, Item};

/// Heaps worked on together.
pub const LANES: usize = 32;
/// Items between two looks at the hits.
const BLOCK: usize = 32;

/// Items in blocks, sorted by x.
#[derive(Debug, Default)]
pub struct Refutation {
    runs: Vec<Run>,
    offsets: Vec<usize>,
    /// Where the runs of each block end.
    blocks: Vec<usize>,
    farthest: usize,
}

/// Items with the same x: a range of offsets.
#[derive(Debug, Clone, Copy)]
struct Run {
    x: u32,
    start: usize,
    end: usize,
}

impl Refutation {
    /// Sorts items; their offsets are at least [`LANES`].
    pub fn new(items: &[Item]) -> Refutation {
        assert!(items.iter().all(|item| item.offset >= LANES));
        let mut items = items.to_vec();
        items.sort_by_key(|item| item.x);
        let mut refutation = Refutation {
            offsets: items.iter().map(|item| item.offset).collect(),
            farthest: items.iter().map(|item| item.offset).max().unwrap_or(0),
            ..Refutation::default()
        };
        let mut start = 0;
        for block in items.chunks(BLOCK) {
            for run in block.chunk_by(|a, b| a.x == b.x) {
                refutation.runs.push(Run { x: run[0].x, start, end: start + run.len() });
                start += run.len();
            }
            refutation.blocks.push(refutation.runs.len());
        }
        refutation
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Whether one item gives the value `short` to the heap of this cell.
    pub fn refutes<C: Cell>(&self, cells: &[C], at: usize, short: u32) -> bool {
        self.runs.iter().any(|run| {
            let wanted = C::from_short(short ^ run.x);
            self.offsets[run.start..run.end].iter().any(|offset| cells[at - offset] == wanted)
        })
    }

    /// The least candidates of the heaps whose cells begin at `at`; `next(lane, least)` gives the first candidate that is at
    /// least so large, and `None` ends the search.
    pub fn survivors<C: Lanes>(
        &self,
        cells: &[C],
        at: usize,
        mut next: impl FnMut(usize, u32) -> Option<u32>,
    ) -> Option<[u32; LANES]> {
        assert!(self.farthest <= at && at <= cells.len());
        let count = self.blocks.len();
        let (mut first, mut second) = ([C::default(); LANES], [C::default(); LANES]);
        for lane in 0..LANES {
            let least = next(lane, 0)?;
            first[lane] = C::from_short(least);
            second[lane] = C::from_short(next(lane, least + 1)?);
        }
        // When each candidate was chosen; it has withstood all blocks `count` later.
        let (mut first_since, mut second_since) = ([0; LANES], [0; LANES]);
        let mut time = 0;
        let mut latest = 0;
        while time < latest + count {
            let block = time % count;
            let runs = if block == 0 { 0 } else { self.blocks[block - 1] }..self.blocks[block];
            let (hit_first, hit_second) = C::hits(cells, at, &self.runs[runs], &self.offsets, &first, &second);
            time += 1;
            let mut hit = hit_first | hit_second;
            while hit != 0 {
                let lane = hit.trailing_zeros() as usize;
                hit &= hit - 1;
                let after = next(lane, second[lane].short() + 1)?;
                match (hit_first >> lane & 1 == 1, hit_second >> lane & 1 == 1) {
                    (true, false) => {
                        (first[lane], first_since[lane]) = (second[lane], second_since[lane]);
                        (second[lane], second_since[lane]) = (C::from_short(after), time);
                        latest = latest.max(first_since[lane]);
                    }
                    (true, true) => {
                        (first[lane], first_since[lane]) = (C::from_short(after), time);
                        (second[lane], second_since[lane]) = (C::from_short(next(lane, after + 1)?), time);
                        latest = time;
                    }
                    (false, _) => (second[lane], second_since[lane]) = (C::from_short(after), time),
                }
            }
        }
        Some(first.map(Cell::short))
    }
}

/// Cells that can be compared in vectors.
pub trait Lanes: Cell {
    /// Which of the candidates are hit by the items of some runs, as bits.
    fn hits(
        cells: &[Self],
        at: usize,
        runs: &[Run],
        offsets: &[usize],
        first: &[Self; LANES],
        second: &[Self; LANES],
    ) -> (u32, u32);
}

fn hits_plain<C: Cell>(
    cells: &[C],
    at: usize,
    runs: &[Run],
    offsets: &[usize],
    first: &[C; LANES],
    second: &[C; LANES],
) -> (u32, u32) {
    let mut hits = (0, 0);
    for run in runs {
        for &offset in &offsets[run.start..run.end] {
            for (lane, cell) in cells[at - offset..][..LANES].iter().enumerate() {
                // A rare heap's sign stays when xored with a short value, so it equals no candidate.
                let short = cell.short() ^ run.x;
                hits.0 |= u32::from(first[lane].short() == short) << lane;
                hits.1 |= u32::from(second[lane].short() == short) << lane;
            }
        }
    }
    hits
}

macro_rules! lanes {
    ($cell:ty, $vectors:expr, $broadcast:ident, $equal:ident, $mask:expr) => {
        impl Lanes for $cell {
            fn hits(
                cells: &[$cell],
                at: usize,
                runs: &[Run],
                offsets: &[usize],
                first: &[$cell; LANES],
                second: &[$cell; LANES],
            ) -> (u32, u32) {
                #[cfg(target_arch = "x86_64")]
                if std::arch::is_x86_feature_detected!("avx2") {
                    use std::arch::x86_64::*;

                    #[target_feature(enable = "avx2")]
                    unsafe fn hits(
                        base: *const $cell,
                        runs: &[Run],
                        offsets: &[usize],
                        first: &[$cell; LANES],
                        second: &[$cell; LANES],
                    ) -> (u32, u32) {
                        const PER: usize = LANES / $vectors;
                        // SAFETY: each vector lies within its array.
                        let load = |from: *const $cell, part: usize| unsafe {
                            _mm256_loadu_si256(from.add(part * PER).cast())
                        };
                        let zero = _mm256_setzero_si256();
                        let (mut hit_first, mut hit_second) = ([zero; $vectors], [zero; $vectors]);
                        for run in runs {
                            let x = $broadcast(run.x as _);
                            let mut wanted = [(zero, zero); $vectors];
                            for part in 0..$vectors {
                                wanted[part] = (
                                    _mm256_xor_si256(load(first.as_ptr(), part), x),
                                    _mm256_xor_si256(load(second.as_ptr(), part), x),
                                );
                            }
                            for &offset in &offsets[run.start..run.end] {
                                for part in 0..$vectors {
                                    // SAFETY: the caller's promise.
                                    let cells = load(unsafe { base.sub(offset) }, part);
                                    hit_first[part] =
                                        _mm256_or_si256(hit_first[part], $equal(cells, wanted[part].0));
                                    hit_second[part] =
                                        _mm256_or_si256(hit_second[part], $equal(cells, wanted[part].1));
                                }
                            }
                        }
                        ($mask(hit_first), $mask(hit_second))
                    }

                    // SAFETY: the processor has AVX2; offsets are from LANES to `at`, as `survivors` has checked.
                    return unsafe { hits(cells.as_ptr().add(at), runs, offsets, first, second) };
                }
                hits_plain(cells, at, runs, offsets, first, second)
            }
        }
    };
}

lanes!(u8, 1, _mm256_set1_epi8, _mm256_cmpeq_epi8, |hits: [__m256i; 1]| _mm256_movemask_epi8(hits[0]) as u32);
lanes!(u16, 2, _mm256_set1_epi16, _mm256_cmpeq_epi16, |hits: [__m256i; 2]| {
    let packed = _mm256_permute4x64_epi64(_mm256_packs_epi16(hits[0], hits[1]), 0xd8);
    _mm256_movemask_epi8(packed) as u32
});
