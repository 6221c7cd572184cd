//! Candidates for the values of 32 heaps are tried against terms until each has withstood all of them.
//!
//! Every heap has two candidates, the least values not known to be options. A block of terms is compared with the candidates
//! of all heaps at once; where one is hit, the next value takes its place. The blocks go round in a circle, the most useful
//! first; a candidate that has seen each of them since it was chosen is no option by these terms.

use super::fitted::{Cell, RareTerm};

/// Heaps worked on together.
pub const LANES: usize = 32;
/// Runs between two looks at the hits.
const RUNS_PER_LOOK: usize = 16;

/// Rare terms in blocks, the most useful first.
#[derive(Debug, Default)]
pub struct Refutation {
    runs: Vec<TermRun>,
    farthest: usize,
    /// Whether some xor of a candidate and an x may be the sentinel of a rare heap.
    meets_sentinel: bool,
    /// By x: the last run that was added, and how many terms it has.
    open: Vec<(usize, usize)>,
}

/// Rare terms with the same x; where there are fewer, the last one is there again.
#[derive(Debug, Clone, Copy)]
pub struct TermRun {
    x: u32,
    /// [`MAX_OFFSET`] minus the offsets: so that a place is a sum.
    places: [u32; TERMS_PER_RUN],
}

/// The largest offset there could be.
const MAX_OFFSET: usize = u32::MAX as usize;

impl TermRun {
    fn new(x: u32, offset: impl Fn(usize) -> usize) -> TermRun {
        let place =
            |index| u32::try_from(MAX_OFFSET - offset(index)).expect("the difference is below MAX_OFFSET");
        TermRun { x, places: std::array::from_fn(place) }
    }

    fn offsets(&self) -> [usize; TERMS_PER_RUN] {
        self.places.map(|place| MAX_OFFSET - place as usize)
    }
}

/// Rare terms of a run.
const TERMS_PER_RUN: usize = 4;

impl Refutation {
    /// Sorts terms by what `kills` says of them; their offsets are at least [`LANES`]. `meets_sentinel` if some xor of
    /// a candidate and an x may be the sentinel of a rare heap.
    pub fn new(terms: &[RareTerm], meets_sentinel: bool, kills: impl Fn(&RareTerm) -> u32) -> Refutation {
        assert!(terms.iter().all(|term| term.offset >= LANES));
        // Few terms with the same x together, so that the xor with it is done once.
        let mut terms: Vec<(u32, RareTerm)> = terms.iter().map(|term| (kills(term), *term)).collect();
        // Where nothing is known of them, far ones beside near ones: neighbours hit the same candidates.
        terms.sort_by_key(|&(kills, term)| (term.x, std::cmp::Reverse(kills), term.scrambled()));
        let by_x = terms.chunk_by(|a, b| a.1.x == b.1.x);
        let mut runs: Vec<(u32, &[(u32, RareTerm)])> = by_x
            .flat_map(|same| same.chunks(TERMS_PER_RUN))
            .map(|run| (run.iter().map(|term| term.0).sum::<u32>() / run.len() as u32, run))
            .collect();
        runs.sort_by_key(|run| (std::cmp::Reverse(run.0), run.1[0].1.scrambled()));
        let run = |(_, run): (u32, &[(u32, RareTerm)])| {
            TermRun::new(run[0].1.x, |index| run[index.min(run.len() - 1)].1.offset)
        };
        Refutation {
            farthest: terms.iter().map(|term| term.1.offset).max().unwrap_or(0),
            runs: runs.into_iter().map(run).collect(),
            meets_sentinel,
            open: Vec::new(),
        }
    }

    /// Adds terms behind the others.
    pub fn push(&mut self, terms: &[RareTerm]) {
        for term in terms {
            assert!(term.offset >= LANES);
            self.farthest = self.farthest.max(term.offset);
            let x = term.x as usize;
            if self.open.len() <= x {
                self.open.resize(x + 1, (0, TERMS_PER_RUN));
            }
            let (run, count) = self.open[x];
            self.open[x] = if count < TERMS_PER_RUN {
                let offsets = self.runs[run].offsets();
                self.runs[run] =
                    TermRun::new(term.x, |index| if index < count { offsets[index] } else { term.offset });
                (run, count + 1)
            } else {
                self.runs.push(TermRun::new(term.x, |_| term.offset));
                (self.runs.len() - 1, 1)
            };
        }
    }

    /// The largest offset.
    pub fn farthest(&self) -> usize {
        self.farthest
    }

    /// The number of comparisons for one heap.
    pub fn len(&self) -> usize {
        TERMS_PER_RUN * self.runs.len()
    }

    /// Whether one term gives the value `short` to the heap of this cell.
    pub fn refutes<C: Cell>(&self, cells: &[C], at: usize, short: u32) -> bool {
        assert!(self.farthest <= at && at <= cells.len());
        self.runs.iter().any(|run| {
            let wanted = C::partner(short, run.x);
            run.offsets().iter().fold(false, |hit, offset| {
                // SAFETY: offsets are from LANES to `farthest`.
                hit | (unsafe { *cells.get_unchecked(at - offset) } == wanted)
            })
        })
    }

    /// The least candidates of the heaps whose cells begin at `at`; `next(lane, least)` gives the first candidate that is at
    /// least so large, and `None` ends the search.
    pub fn survivors<C: VectorCell>(
        &self,
        cells: &[C],
        at: usize,
        mut next: impl FnMut(usize, u32) -> Option<u32>,
    ) -> Option<[Survivor; LANES]> {
        assert!(self.farthest <= at && at <= cells.len());
        let mut next = |lane, least| next(lane, least).filter(|&short| short < C::LIMIT).map(C::from_short);
        // The candidate that stands behind the first one is tried with it, and has been tried for a while when it is needed.
        let mut first = Candidates { values: [C::RARE; LANES], since: [0; LANES] };
        let mut second = first;
        for lane in 0..LANES {
            first.values[lane] = next(lane, 0)?;
            // The sentinel of no heap stands for no candidate.
            second.values[lane] = next(lane, first.values[lane].short() + 1).unwrap_or(C::RARE);
        }
        // Why it is right: the blocks go round, so a candidate has met all of them `count` blocks after it was chosen,
        // wherever it began; and all smaller values were hit before it took their place.
        let count = self.runs.len().div_ceil(RUNS_PER_LOOK);
        let mut blocks = (0..count).cycle();
        let (mut tried, mut enough) = (0, count);
        while tried < enough {
            let block = blocks.next()? * RUNS_PER_LOOK;
            let runs = &self.runs[block..self.runs.len().min(block + RUNS_PER_LOOK)];
            let [mut hit, mut hit_second] =
                C::hits(cells, at, (runs, self.meets_sentinel), [&first.values, &second.values]);
            tried += 1;
            while hit_second != 0 {
                let lane = hit_second.trailing_zeros() as usize;
                hit_second &= hit_second - 1;
                if second.values[lane] != C::RARE {
                    let least = second.values[lane].short() + 1;
                    second.put(lane, next(lane, least).unwrap_or(C::RARE), tried);
                }
            }
            while hit != 0 {
                let lane = hit.trailing_zeros() as usize;
                hit &= hit - 1;
                let value = second.values[lane];
                if value == C::RARE {
                    return None;
                }
                first.put(lane, value, second.since[lane]);
                second.put(lane, next(lane, value.short() + 1).unwrap_or(C::RARE), tried);
            }
            if tried == enough {
                enough = count + first.since.iter().copied().max().unwrap_or(0);
            }
        }
        Some(std::array::from_fn(|lane| {
            let is_proved = second.since[lane] + count <= tried && second.values[lane] != C::RARE;
            Survivor {
                value: first.values[lane].short(),
                second: is_proved.then(|| second.values[lane].short()),
            }
        }))
    }
}

/// What is left of a heap's candidates.
#[derive(Debug, Clone, Copy)]
pub struct Survivor {
    /// The least value that no term gives.
    pub value: u32,
    /// The next one, where it was tried against all terms too.
    pub second: Option<u32>,
}

/// Candidates of the heaps.
#[derive(Debug, Clone, Copy)]
struct Candidates<C> {
    values: [C; LANES],
    /// How many blocks had been tried when each was chosen.
    since: [usize; LANES],
}

impl<C> Candidates<C> {
    fn put(&mut self, lane: usize, value: C, since: usize) {
        (self.values[lane], self.since[lane]) = (value, since);
    }
}

/// Cells that can be compared in vectors.
pub trait VectorCell: Cell {
    /// Which of the candidates are hit by the terms of some runs, as bits: of the first ones and of the second ones. The runs
    /// come with the word whether some xor of a candidate and an x may be the sentinel of a rare heap.
    fn hits(cells: &[Self], at: usize, runs: (&[TermRun], bool), candidates: [&[Self; LANES]; 2])
    -> [u32; 2];
}

/// The plain version of [`VectorCell::hits`].
fn hits_plain<C: Cell>(cells: &[C], at: usize, runs: &[TermRun], candidates: [&[C; LANES]; 2]) -> [u32; 2] {
    let mut hits = [0; 2];
    for run in runs {
        for offset in run.offsets() {
            for (lane, cell) in cells[at - offset..][..LANES].iter().enumerate() {
                for (hits, candidates) in hits.iter_mut().zip(candidates) {
                    *hits |= u32::from(*cell == C::partner(candidates[lane].short(), run.x)) << lane;
                }
            }
        }
    }
    hits
}

macro_rules! lanes {
    ($cell:ty, $vectors:expr, $broadcast:ident, $equal:ident, $add:ident, $mask:expr) => {
        impl VectorCell for $cell {
            fn hits(
                cells: &[$cell],
                at: usize,
                (runs, meets_sentinel): (&[TermRun], bool),
                candidates: [&[$cell; LANES]; 2],
            ) -> [u32; 2] {
                let _ = meets_sentinel;
                #[cfg(target_arch = "x86_64")]
                if crate::base::cpu::has_avx2() {
                    use std::arch::x86_64::*;

                    /// MEETS_SENTINEL if a candidate could meet the sentinel of a rare heap.
                    #[target_feature(enable = "avx2")]
                    unsafe fn hits<const MEETS_SENTINEL: bool>(
                        base: *const $cell,
                        runs: &[TermRun],
                        [first, second]: [&[$cell; LANES]; 2],
                    ) -> [u32; 2] {
                        const PER: usize = LANES / $vectors;
                        // SAFETY: each vector lies within its array, or is where the caller promises it.
                        let load = |from: *const $cell, part: usize| unsafe {
                            _mm256_loadu_si256(from.add(part * PER).cast())
                        };
                        let base = base.wrapping_sub(MAX_OFFSET);
                        let mut hit = [[_mm256_setzero_si256(); $vectors]; 2];
                        for run in runs {
                            let x = $broadcast(run.x as _);
                            for part in 0..$vectors {
                                // All ones, the sentinel of rare heaps, become what no cell has.
                                let partner = |candidates| {
                                    let partner = _mm256_xor_si256(candidates, x);
                                    match MEETS_SENTINEL {
                                        true => $add(partner, $equal(partner, _mm256_set1_epi8(-1))),
                                        false => partner,
                                    }
                                };
                                let one = partner(load(first.as_ptr(), part));
                                let other = partner(load(second.as_ptr(), part));
                                // Why it is fast: the two partners stay in registers for all terms of the run, and each
                                // load of cells is compared with both.
                                for place in run.places {
                                    let cells = load(base.wrapping_add(place as usize), part);
                                    hit[0][part] = _mm256_or_si256(hit[0][part], $equal(cells, one));
                                    hit[1][part] = _mm256_or_si256(hit[1][part], $equal(cells, other));
                                }
                            }
                        }
                        hit.map($mask)
                    }

                    // SAFETY: the processor has AVX2; offsets are from LANES to `at`, as `survivors` has checked.
                    return unsafe {
                        match meets_sentinel {
                            true => hits::<true>(cells.as_ptr().add(at), runs, candidates),
                            false => hits::<false>(cells.as_ptr().add(at), runs, candidates),
                        }
                    };
                }
                hits_plain(cells, at, runs, candidates)
            }
        }
    };
}

lanes!(
    u8,
    1,
    _mm256_set1_epi8,
    _mm256_cmpeq_epi8,
    _mm256_add_epi8,
    |hits: [__m256i; 1]| _mm256_movemask_epi8(hits[0]) as u32
);
lanes!(u16, 2, _mm256_set1_epi16, _mm256_cmpeq_epi16, _mm256_add_epi16, |hits: [__m256i; 2]| {
    let packed = _mm256_permute4x64_epi64(_mm256_packs_epi16(hits[0], hits[1]), 0xd8);
    _mm256_movemask_epi8(packed) as u32
});

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::base::guarded::guarded;
    use proptest::prelude::*;

    /// The nearest term reads to the last cell, and the farthest from the first: there, memory ends.
    fn check<C: VectorCell>(cells: &[C], terms: &[RareTerm], candidates: [&[C; LANES]; 2]) {
        let at = cells.len();
        let runs = Refutation::new(terms, true, |_| 0).runs;
        let expected = hits_plain(cells, at, &runs, candidates);
        guarded(cells, |cells| assert_eq!(C::hits(cells, at, (&runs, true), candidates), expected));
        // As long as no value has the upper bit, no xor is the sentinel.
        let is_low = |short: u32| short < C::HALF;
        if terms.iter().all(|term| is_low(term.x))
            && candidates.iter().all(|list| list.iter().all(|c| is_low(c.short())))
        {
            guarded(cells, |cells| assert_eq!(C::hits(cells, at, (&runs, false), candidates), expected));
        }
    }

    proptest! {
        #[test]
        fn vectors_and_plain_loops_agree(
            cells in prop::collection::vec(prop_oneof![8 => 0..u8::LIMIT as u8, 1 => Just(u8::RARE)], LANES..300),
            more in prop::collection::vec((any::<prop::sample::Index>(), 0..u8::LIMIT), 0..40),
            first in prop::array::uniform32(0..u8::LIMIT as u8),
            second in prop::array::uniform32(0..u8::LIMIT as u8),
            mask in prop_oneof![Just(0xff), Just(0x7f), Just(0x07)],
        ) {
            let at = cells.len();
            let mut terms = vec![RareTerm { offset: LANES, x: 5 }, RareTerm { offset: at, x: 0 }];
            let inside = |place: &prop::sample::Index| LANES + place.index(at - LANES + 1);
            terms.extend(more.iter().map(|(place, x)| RareTerm { offset: inside(place), x: x & mask }));
            let narrow = |cell: u8| if cell == u8::RARE { cell } else { cell & mask as u8 };
            let cells: Vec<u8> = cells.into_iter().map(narrow).collect();
            let (first, second) = (first.map(narrow), second.map(narrow));
            check(&cells, &terms, [&first, &second]);
            let wide = |cell: u8| if cell == u8::RARE { u16::RARE } else { u16::from(cell) };
            let cells: Vec<u16> = cells.into_iter().map(wide).collect();
            check(&cells, &terms, [&first.map(wide), &second.map(wide)]);
        }
    }
}
