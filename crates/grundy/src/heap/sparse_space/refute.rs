//! Candidates for the values of 32 heaps are tried against items until each has withstood all of them.
//!
//! Every heap has a candidate, the least value not known to be an option. A block of items is compared with the candidates of
//! all heaps at once; where one is hit, the next value takes its place. The blocks go round in a circle, the most useful
//! first; a candidate that has seen each of them since it was chosen is no option by these items.

use super::fitted::{Cell, Item};

/// Heaps worked on together.
pub const LANES: usize = 32;
/// Runs between two looks at the hits.
const BLOCK: usize = 16;

/// Items in blocks, the most useful first.
#[derive(Debug, Default)]
pub struct Refutation {
    runs: Vec<Run>,
    farthest: usize,
}

/// Items with the same x; where there are fewer, the last one is there again.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    x: u32,
    offsets: [u32; RUN],
}

/// Items of a run.
const RUN: usize = 4;

impl Refutation {
    /// Sorts items by what `kills` says of them; their offsets are at least [`LANES`].
    pub fn new(items: &[Item], kills: impl Fn(&Item) -> u32) -> Refutation {
        assert!(items.iter().all(|item| item.offset >= LANES));
        // Few items with the same x together, so that the xor with it is done once.
        let mut items: Vec<(u32, Item)> = items.iter().map(|item| (kills(item), *item)).collect();
        items.sort_by_key(|&(kills, item)| (item.x, std::cmp::Reverse(kills)));
        let by_x = items.chunk_by(|a, b| a.1.x == b.1.x);
        let mut runs: Vec<(u32, &[(u32, Item)])> = by_x
            .flat_map(|same| same.chunks(RUN))
            .map(|run| (run.iter().map(|item| item.0).sum::<u32>() / run.len() as u32, run))
            .collect();
        runs.sort_by_key(|run| std::cmp::Reverse(run.0));
        let run = |(_, run): (u32, &[(u32, Item)])| {
            let offset = |index: usize| run[index.min(run.len() - 1)].1.offset as u32;
            Run { x: run[0].1.x, offsets: std::array::from_fn(offset) }
        };
        Refutation {
            farthest: items.iter().map(|item| item.1.offset).max().unwrap_or(0),
            runs: runs.into_iter().map(run).collect(),
        }
    }

    /// Adds items behind the others.
    pub fn push(&mut self, items: &[Item]) {
        for item in items {
            assert!(item.offset >= LANES);
            self.farthest = self.farthest.max(item.offset);
            self.runs.push(Run { x: item.x, offsets: [item.offset as u32; RUN] });
        }
    }

    /// The largest offset.
    pub fn farthest(&self) -> usize {
        self.farthest
    }

    /// The number of comparisons for one heap.
    pub fn len(&self) -> usize {
        RUN * self.runs.len()
    }

    /// Whether one item gives the value `short` to the heap of this cell.
    pub fn refutes<C: Cell>(&self, cells: &[C], at: usize, short: u32) -> bool {
        assert!(self.farthest <= at && at <= cells.len());
        self.runs.iter().any(|run| {
            let wanted = C::from_short(short ^ run.x);
            run.offsets.iter().fold(false, |hit, &offset| {
                // SAFETY: offsets are from LANES to `farthest`.
                hit | (unsafe { *cells.get_unchecked(at - offset as usize) } == wanted)
            })
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
        let mut candidates = [C::default(); LANES];
        for (lane, candidate) in candidates.iter_mut().enumerate() {
            *candidate = C::from_short(next(lane, 0)?);
        }
        // A candidate has withstood all blocks so many blocks after it was chosen.
        let count = self.runs.len().div_ceil(BLOCK);
        let mut left = count;
        while left > 0 {
            for runs in self.runs.chunks(BLOCK) {
                let mut hit = C::hits(cells, at, runs, &candidates);
                left -= 1;
                if hit != 0 {
                    left = count;
                    while hit != 0 {
                        let lane = hit.trailing_zeros() as usize;
                        hit &= hit - 1;
                        candidates[lane] = C::from_short(next(lane, candidates[lane].short() + 1)?);
                    }
                } else if left == 0 {
                    break;
                }
            }
        }
        Some(candidates.map(Cell::short))
    }
}

/// Cells that can be compared in vectors.
pub trait Lanes: Cell {
    /// Which of the candidates are hit by the items of some runs, as bits.
    fn hits(cells: &[Self], at: usize, runs: &[Run], candidates: &[Self; LANES]) -> u32;
}

fn hits_plain<C: Cell>(cells: &[C], at: usize, runs: &[Run], candidates: &[C; LANES]) -> u32 {
    let mut hits = 0;
    for run in runs {
        for offset in run.offsets {
            for (lane, cell) in cells[at - offset as usize..][..LANES].iter().enumerate() {
                // A rare heap's sign stays when xored with a short value, so it equals no candidate.
                hits |= u32::from(candidates[lane].short() == cell.short() ^ run.x) << lane;
            }
        }
    }
    hits
}

macro_rules! lanes {
    ($cell:ty, $vectors:expr, $broadcast:ident, $equal:ident, $mask:expr) => {
        impl Lanes for $cell {
            fn hits(cells: &[$cell], at: usize, runs: &[Run], candidates: &[$cell; LANES]) -> u32 {
                #[cfg(target_arch = "x86_64")]
                if crate::cpu::has_avx2() {
                    use std::arch::x86_64::*;

                    #[target_feature(enable = "avx2")]
                    unsafe fn hits(base: *const $cell, runs: &[Run], candidates: &[$cell; LANES]) -> u32 {
                        const PER: usize = LANES / $vectors;
                        // SAFETY: each vector lies within its array.
                        let load = |from: *const $cell, part: usize| unsafe {
                            _mm256_loadu_si256(from.add(part * PER).cast())
                        };
                        let mut hit = [_mm256_setzero_si256(); $vectors];
                        for run in runs {
                            let x = $broadcast(run.x as _);
                            for part in 0..$vectors {
                                let wanted = _mm256_xor_si256(load(candidates.as_ptr(), part), x);
                                for offset in run.offsets {
                                    // SAFETY: the caller's promise.
                                    let cells = load(unsafe { base.sub(offset as usize) }, part);
                                    hit[part] = _mm256_or_si256(hit[part], $equal(cells, wanted));
                                }
                            }
                        }
                        $mask(hit)
                    }

                    // SAFETY: the processor has AVX2; offsets are from LANES to `at`, as `survivors` has checked.
                    return unsafe { hits(cells.as_ptr().add(at), runs, candidates) };
                }
                hits_plain(cells, at, runs, candidates)
            }
        }
    };
}

lanes!(u8, 1, _mm256_set1_epi8, _mm256_cmpeq_epi8, |hits: [__m256i; 1]| _mm256_movemask_epi8(hits[0]) as u32);
lanes!(u16, 2, _mm256_set1_epi16, _mm256_cmpeq_epi16, |hits: [__m256i; 2]| {
    let packed = _mm256_permute4x64_epi64(_mm256_packs_epi16(hits[0], hits[1]), 0xd8);
    _mm256_movemask_epi8(packed) as u32
});
