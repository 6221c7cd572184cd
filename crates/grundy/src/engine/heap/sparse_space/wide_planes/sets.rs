//! Sets of the values that terms give to 64 heaps in a row, by byte shuffles.
//!
//! What a rare term gives is a row of cells, xored with x. For every block of 16 values two planes, a byte for each
//! heap, take one bit for each value; at the end the bytes of a heap are brought together. See [`super`] for the idea
//! and its cost.

use super::super::fitted::RareTerm;

/// Heaps worked on together.
pub const GROUP: usize = 64;
/// Values of a block.
pub const BLOCK: usize = 16;
/// Blocks there are.
pub const BLOCKS: usize = 8;

/// Sets of values, one for each heap of a group: values below 64, and the others.
pub type Sets = [[u64; GROUP]; 2];

/// A rare term as vectors need it.
#[derive(Debug, Clone, Copy)]
pub struct TermPlace {
    /// How far back.
    pub offset: u32,
    /// Four times the same x.
    pub x: u32,
}

impl TermPlace {
    fn new(term: &RareTerm) -> TermPlace {
        let offset = u32::try_from(term.offset).expect("n is small");
        TermPlace { offset, x: term.x * 0x0101_0101 }
    }
}

/// Rare terms whose cells are read many at a time.
#[derive(Debug)]
pub struct Places {
    /// The terms.
    pub places: Vec<TermPlace>,
    farthest: usize,
}

impl Places {
    /// Some terms.
    pub fn new(terms: &[RareTerm]) -> Places {
        let mut places = Places { places: Vec::new(), farthest: 0 };
        terms.iter().for_each(|term| places.push(term));
        places
    }

    /// Adds a rare term.
    pub fn push(&mut self, term: &RareTerm) {
        let place = self.place(term);
        self.places.push(place);
    }

    /// Puts a rare term in the place of another.
    pub fn replace(&mut self, index: usize, term: &RareTerm) {
        self.places[index] = self.place(term);
    }

    fn place(&mut self, term: &RareTerm) -> TermPlace {
        assert!(term.offset >= GROUP);
        self.farthest = self.farthest.max(term.offset);
        TermPlace::new(term)
    }
}

/// Adds to the sets of heaps, the first of which has its cell at `at`, the short values below 16 times `blocks` that
/// the terms give.
pub fn add(sets: &mut Sets, (cells, at): (&[u8], usize), terms: &Places, blocks: usize) {
    #[cfg(target_arch = "x86_64")]
    if crate::base::cpu::has_avx2() {
        // Offsets are at least GROUP, so that GROUP cells can be read.
        assert!(terms.farthest <= at && at <= cells.len());
        let mut planes = [[0; GROUP]; 2 * BLOCKS];
        // SAFETY: the processor has what is asked for; every read of GROUP cells lies within `cells`.
        unsafe {
            match crate::base::cpu::has_avx512() {
                true => avx512::planes(cells.as_ptr().add(at), &terms.places, blocks, &mut planes),
                false => avx2::planes(cells.as_ptr().add(at), &terms.places, blocks, &mut planes),
            }
            avx2::add(&planes, sets);
        }
        return;
    }
    add_plain(sets, (cells, at), terms, blocks);
}

/// The plain version: what the vectors do, cell by cell.
fn add_plain(sets: &mut Sets, (cells, at): (&[u8], usize), terms: &Places, blocks: usize) {
    for place in &terms.places {
        for (lane, &cell) in cells[at - place.offset as usize..][..GROUP].iter().enumerate() {
            let short = cell ^ place.x as u8;
            if usize::from(short) < BLOCK * blocks {
                sets[usize::from(short / 64)][lane] |= 1 << (short % 64);
            }
        }
    }
}

/// Sets of 8 values each, a byte for every heap.
type Planes = [[u8; GROUP]; 2 * BLOCKS];

/// Chooses the code for a number of blocks.
#[cfg(target_arch = "x86_64")]
macro_rules! by_blocks {
    ($blocks:expr, $some:ident($($argument:expr),*)) => {
        match $blocks {
            1 => $some::<1>($($argument),*),
            2 => $some::<2>($($argument),*),
            3 => $some::<3>($($argument),*),
            4 => $some::<4>($($argument),*),
            5 => $some::<5>($($argument),*),
            6 => $some::<6>($($argument),*),
            7 => $some::<7>($($argument),*),
            _ => $some::<8>($($argument),*),
        }
    };
}

/// Bit i % 8 at places 0..8 for the lower plane of a block, at 8..16 for the upper one.
const LOWER: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
/// See [`LOWER`].
const UPPER: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128];

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{BLOCK, GROUP, LOWER, Planes, Sets, TermPlace, UPPER};
    use std::arch::x86_64::*;

    /// # Safety
    /// The processor has AVX2; for every place, GROUP bytes at `base - offset` can be read.
    #[target_feature(enable = "avx2")]
    pub unsafe fn planes(base: *const u8, places: &[TermPlace], blocks: usize, planes: &mut Planes) {
        // SAFETY: the caller's promise.
        unsafe { by_blocks!(blocks, some_planes(base, places, planes)) };
    }

    #[target_feature(enable = "avx2")]
    unsafe fn some_planes<const COUNT: usize>(base: *const u8, places: &[TermPlace], to: &mut Planes) {
        // SAFETY: both are 16 bytes long.
        let [lower, upper] = [LOWER, UPPER]
            .map(|bits| unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(bits.as_ptr().cast())) });
        for half in 0..GROUP / 32 {
            let base = base.wrapping_add(32 * half);
            let mut planes = [[_mm256_setzero_si256(); 2]; COUNT];
            for place in places {
                // SAFETY: the caller's promise.
                let cells = unsafe { _mm256_loadu_si256(base.wrapping_sub(place.offset as usize).cast()) };
                let short = _mm256_xor_si256(cells, _mm256_set1_epi32(place.x as i32));
                // Where bit 7 is set, a shuffle gives 0.
                let bits = [_mm256_shuffle_epi8(lower, short), _mm256_shuffle_epi8(upper, short)];
                let block_of = _mm256_and_si256(short, _mm256_set1_epi8(0x70));
                for (block, planes) in planes.iter_mut().enumerate() {
                    let inside = _mm256_cmpeq_epi8(block_of, _mm256_set1_epi8((BLOCK * block) as i8));
                    for (plane, bits) in planes.iter_mut().zip(bits) {
                        *plane = _mm256_or_si256(*plane, _mm256_and_si256(bits, inside));
                    }
                }
            }
            for (to, plane) in to.iter_mut().zip(planes.as_flattened()) {
                // SAFETY: a plane has room for two halves.
                unsafe { _mm256_storeu_si256(to.as_mut_ptr().add(32 * half).cast(), *plane) };
            }
        }
    }

    /// Adds planes to sets: the eight bytes of a heap are brought together.
    ///
    /// # Safety
    /// The processor has AVX2.
    #[target_feature(enable = "avx2")]
    pub unsafe fn add(planes: &Planes, sets: &mut Sets) {
        for (planes, sets) in planes.chunks_exact(8).zip(sets) {
            for half in 0..GROUP / 32 {
                let mut rows: [__m256i; 8] = std::array::from_fn(|row| {
                    // SAFETY: a plane has two halves.
                    unsafe { _mm256_loadu_si256(planes[row].as_ptr().add(32 * half).cast()) }
                });
                // Each step interleaves rows that are neighbours, so that twice as many bytes of a heap stand together.
                let bytes = |a, b| [_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b)];
                let [[a, e], [b, f], [c, g], [d, h]] =
                    [0, 2, 4, 6].map(|row| bytes(rows[row], rows[row + 1]));
                let words = |a, b| [_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b)];
                let [[a, b], [c, d], [e, f], [g, h]] = [words(a, b), words(c, d), words(e, f), words(g, h)];
                let double = |a, b| [_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b)];
                let pairs = [double(a, c), double(b, d), double(e, g), double(f, h)];
                rows.copy_from_slice(pairs.as_flattened());
                // Row r now has heaps 2r and 2r + 1, and 16 further on.
                for (row, heaps) in rows.into_iter().enumerate() {
                    for (quarter, pair) in [_mm256_castsi256_si128(heaps), _mm256_extracti128_si256(heaps, 1)]
                        .into_iter()
                        .enumerate()
                    {
                        let to: *mut __m128i =
                            sets[32 * half + 16 * quarter + 2 * row..][..2].as_mut_ptr().cast();
                        // SAFETY: two sets take 16 bytes.
                        unsafe { _mm_storeu_si128(to, _mm_or_si128(_mm_loadu_si128(to), pair)) };
                    }
                }
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::{LOWER, Planes, TermPlace, UPPER};
    use std::arch::x86_64::*;

    /// The same for all heaps of a group at once, with ternary logic.
    ///
    /// # Safety
    /// The processor has AVX-512 for bytes; for every place, GROUP bytes at `base - offset` can be read.
    #[target_feature(enable = "avx512f,avx512bw")]
    pub unsafe fn planes(base: *const u8, places: &[TermPlace], blocks: usize, planes: &mut Planes) {
        // SAFETY: the caller's promise.
        unsafe { by_blocks!(blocks, some_planes(base, places, planes)) };
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    unsafe fn some_planes<const COUNT: usize>(base: *const u8, places: &[TermPlace], to: &mut Planes) {
        // SAFETY: 16 bytes are read.
        let table =
            |bytes: [u8; 16]| unsafe { _mm512_broadcast_i32x4(_mm_loadu_si128(bytes.as_ptr().cast())) };
        let (lower, upper) = (table(LOWER), table(UPPER));
        // All ones where the upper half of a value is that of the block: a comparison would end in another kind of register.
        let inside: [__m512i; COUNT] = std::array::from_fn(|block| {
            table(std::array::from_fn(|place| if place == block { 0xff } else { 0 }))
        });
        let mut planes = [[_mm512_setzero_si512(); 2]; COUNT];
        let mut add = |place: &TermPlace| {
            // SAFETY: the caller's promise.
            let cells = unsafe { _mm512_loadu_si512(base.wrapping_sub(place.offset as usize).cast()) };
            let short = _mm512_xor_si512(cells, _mm512_set1_epi32(place.x as i32));
            // Where bit 7 is set, a shuffle gives 0.
            let bits = [_mm512_shuffle_epi8(lower, short), _mm512_shuffle_epi8(upper, short)];
            let block_of = _mm512_and_si512(_mm512_srli_epi16(short, 4), _mm512_set1_epi8(0xf));
            for (planes, &inside) in planes.iter_mut().zip(&inside) {
                let inside = _mm512_shuffle_epi8(inside, block_of);
                for (plane, bits) in planes.iter_mut().zip(bits) {
                    // plane | bits & inside. Why it is fast: one instruction for 64 heaps, in a loop without a branch
                    // or a store. Why it is right: a value lies in one block, so its bit goes into one plane and is 0
                    // for the others.
                    *plane = _mm512_ternarylogic_epi32::<0xf8>(*plane, bits, inside);
                }
            }
        };
        let (pairs, rest) = places.as_chunks::<2>();
        for [a, b] in pairs {
            add(a);
            add(b);
        }
        rest.iter().for_each(&mut add);
        for (to, plane) in to.iter_mut().zip(planes.as_flattened()) {
            // SAFETY: a plane has as many bytes as a vector.
            unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), *plane) };
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::super::super::fitted::Cell;
    use super::*;
    use crate::base::guarded::guarded;
    use proptest::prelude::*;

    proptest! {
        /// The nearest term reads to the last cell, and the farthest from the first: there, memory ends.
        #[test]
        fn vectors_and_plain_loops_agree(
            cells in prop::collection::vec(prop_oneof![8 => 0u8..128, 1 => Just(u8::RARE)], GROUP..500),
            more in prop::collection::vec((any::<prop::sample::Index>(), 0u32..128), 0..40),
            blocks in 1..=BLOCKS,
        ) {
            let at = cells.len();
            let mut terms = vec![RareTerm { offset: GROUP, x: 77 }, RareTerm { offset: at, x: 0 }];
            let inside = |place: &prop::sample::Index| GROUP + place.index(at - GROUP + 1);
            terms.extend(more.iter().map(|(place, x)| RareTerm { offset: inside(place), x: *x }));
            let places = Places::new(&terms);
            guarded(&cells, |cells| {
                let (mut expected, mut found) = ([[0; GROUP]; 2], [[0; GROUP]; 2]);
                add_plain(&mut expected, (cells, at), &places, blocks);
                add(&mut found, (cells, at), &places, blocks);
                assert_eq!(found, expected);
                #[cfg(target_arch = "x86_64")]
                if crate::base::cpu::has_avx512() {
                    let (mut planes, mut found) = ([[0; GROUP]; 2 * BLOCKS], [[0; GROUP]; 2]);
                    // SAFETY: offsets are from GROUP to `at`, and AVX-512 comes with AVX2.
                    unsafe {
                        avx2::planes(cells.as_ptr().add(at), &places.places, blocks, &mut planes);
                        avx2::add(&planes, &mut found);
                    }
                    assert_eq!(found, expected, "the narrower path");
                }
            });
        }
    }
}
