//! A code for regions that is the same only for those whose squares touch alike.
//!
//! Bends do not matter to dominoes: what counts is which squares touch and which own a leaf. Squares are coloured by what
//! lies around them, step by step further out (Weisfeiler and Leman 1968). Then they are numbered from one of the least
//! colour on, neighbours before others, by colour; and the code says for each number which lower ones it touches and whether
//! it owns a leaf. The code says all about the graph, so two regions with one code play alike. Where colours leave a
//! choice, a region may have a code of its own though another plays alike, which costs nothing but time.
//!
//! Codes are made for every region that is asked about, so all squares are coloured at once where the processor can, and
//! a neighbour that is not there is a square of colour 0 rather than a case of its own.

use super::bits::{Layout, Squares, Word};

/// The most squares of a region that has a code.
const MAX_SQUARES: usize = 16;
/// In place of a neighbour: there is none.
const NO_NEIGHBOUR: u8 = 0x80;
/// How far a colour sees.
const COLOUR_STEPS: usize = 2;

/// Bits for each square in the order of their numbers: which lower ones it touches, as many bits as there are, and then,
/// behind all of these, which own a leaf.
pub type GraphCode = [u64; 3];

/// The word and the bit of a code where the bits of a number begin: the first eleven, four more, and the last.
const PLACES: [(usize, u32); MAX_SQUARES] = {
    let (mut places, mut at, mut bit) = ([(0, 0); MAX_SQUARES], 0, 0);
    while at < MAX_SQUARES {
        if at == 11 || at == 15 {
            bit = 0;
        }
        places[at] = (
            if at < 11 {
                0
            } else if at < 15 {
                1
            } else {
                2
            },
            bit,
        );
        bit += at as u32;
        at += 1;
    }
    places
};

/// A region as a graph.
struct Graph {
    len: usize,
    /// The neighbours of each square in four directions, west, north, east, south, and all together as bits.
    next: [[u8; MAX_SQUARES]; 4],
    near: [u16; MAX_SQUARES],
    /// The owners, as bits.
    owners: u32,
}

impl Graph {
    /// The squares of a region in their order; `None` if they are too many.
    #[inline(always)]
    fn new<L: Layout>(squares: L::Word, owners: L::Word) -> Option<Graph> {
        let len = squares.count() as usize;
        if len > MAX_SQUARES {
            return None;
        }
        let mut graph =
            Graph { len, next: [[NO_NEIGHBOUR; MAX_SQUARES]; 4], near: [0; MAX_SQUARES], owners: 0 };
        let [has_west, _, has_north, _] = L::beside(squares);
        // The number of the latest square met in each column.
        let mut above = [0u8; 16];
        let mut rest = squares;
        for at in 0..len {
            let square = rest.first();
            let column = (rest.first_index() % L::COLUMNS) as usize % 16;
            rest = rest ^ square;
            graph.owners |= u32::from(!(owners & square).is_none()) << at;
            if !(has_west & square).is_none() {
                graph.join(0, at, at - 1);
            }
            if !(has_north & square).is_none() {
                graph.join(1, at, usize::from(above[column]));
            }
            above[column] = at as u8;
        }
        Some(graph)
    }

    #[inline(always)]
    fn join(&mut self, direction: usize, one: usize, other: usize) {
        let (one, other) = (one % MAX_SQUARES, other % MAX_SQUARES);
        self.next[direction][one] = other as u8;
        self.next[direction + 2][other] = one as u8;
        self.near[one] |= 1 << other;
        self.near[other] |= 1 << one;
    }

    /// What colours begin with: how many neighbours a square has, and whether it is an owner.
    #[inline(always)]
    fn kinds(&self) -> [u8; MAX_SQUARES] {
        std::array::from_fn(|at| (self.near[at].count_ones() << 1 | self.owners >> at & 1) as u8)
    }

    /// The code by the colours of the squares.
    #[inline(always)]
    fn code(&self, colours: &[u16; MAX_SQUARES]) -> GraphCode {
        let mut root = 0;
        for at in 1..self.len {
            root = if colours[at % MAX_SQUARES] < colours[root] { at % MAX_SQUARES } else { root };
        }
        let (mut code, mut order, mut numbers) =
            (GraphCode::default(), [0u8; 2 * MAX_SQUARES], [0u32; MAX_SQUARES]);
        let (mut found, mut done) = (1u16 << root, 1);
        order[0] = root as u8;
        for number in 0..self.len.min(MAX_SQUARES) {
            let square = usize::from(order[number]) % MAX_SQUARES;
            numbers[square] = 1 << number;
            let mut rest = self.near[square] & !found;
            let start = done;
            while rest != 0 {
                let next = rest.trailing_zeros() as usize % MAX_SQUARES;
                rest &= rest - 1;
                let mut place = done;
                while place > start
                    && colours[usize::from(order[(place - 1) % 32]) % MAX_SQUARES] > colours[next]
                {
                    order[place % 32] = order[(place - 1) % 32];
                    place -= 1;
                }
                order[place % 32] = next as u8;
                done += 1;
            }
            found |= self.near[square];
            let (mut lower, mut rest) = (0, self.near[square]);
            while rest != 0 {
                lower |= numbers[rest.trailing_zeros() as usize % MAX_SQUARES];
                rest &= rest - 1;
            }
            let (word, bit) = PLACES[number];
            code[word] |= u64::from(lower) << bit;
            code[2] |= u64::from(self.owners >> square & 1) << (16 + number);
        }
        code
    }
}

/// Factors that spread what is different over all bits of a colour.
const SPREAD: [u16; 2] = [0x9e37, 0x6a6d];

#[inline(always)]
fn mixed(colour: u16) -> u16 {
    let colour = colour.wrapping_mul(SPREAD[0]);
    (colour ^ colour >> 7).wrapping_mul(SPREAD[1])
}

/// Each half added by itself: so vectors of bytes do it.
#[inline(always)]
fn sum(one: u16, other: u16) -> u16 {
    let (one, other) = (one.to_le_bytes(), other.to_le_bytes());
    u16::from_le_bytes([one[0].wrapping_add(other[0]), one[1].wrapping_add(other[1])])
}

/// Colours that distinguish squares as far as a few steps can.
#[inline(always)]
fn colours_plain(graph: &Graph) -> [u16; MAX_SQUARES] {
    let mut colours = graph.kinds().map(|kind| mixed(kind.into()));
    for _ in 0..COLOUR_STEPS {
        let of = |next: u8| if next == NO_NEIGHBOUR { 0 } else { colours[usize::from(next) % MAX_SQUARES] };
        let further = |at: usize| {
            let three = sum(colours[at], sum(colours[at], colours[at]));
            mixed(graph.next.iter().fold(three, |all, next| sum(all, of(next[at]))))
        };
        colours = std::array::from_fn(further);
    }
    colours
}

/// The same, all squares at once.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn colours_avx2(graph: &Graph) -> [u16; MAX_SQUARES] {
    use std::arch::x86_64::{
        __m128i, _mm_add_epi8, _mm_and_si128, _mm_mullo_epi16, _mm_packus_epi16, _mm_set1_epi16,
        _mm_setzero_si128, _mm_shuffle_epi8, _mm_srli_epi16, _mm_unpackhi_epi8, _mm_unpacklo_epi8,
        _mm_xor_si128,
    };
    // SAFETY: all bits of 16 bytes are both.
    let vector =
        |bytes: [u8; MAX_SQUARES]| unsafe { std::mem::transmute::<[u8; MAX_SQUARES], __m128i>(bytes) };
    let next = graph.next.map(vector);
    let mixed = |colours: __m128i| {
        let colours = _mm_mullo_epi16(colours, _mm_set1_epi16(SPREAD[0] as i16));
        _mm_mullo_epi16(
            _mm_xor_si128(colours, _mm_srli_epi16::<7>(colours)),
            _mm_set1_epi16(SPREAD[1] as i16),
        )
    };
    let mixed = |[low, high]: [__m128i; 2]| {
        let (one, other) = (mixed(_mm_unpacklo_epi8(low, high)), mixed(_mm_unpackhi_epi8(low, high)));
        let mask = _mm_set1_epi16(0xff);
        let low = _mm_packus_epi16(_mm_and_si128(one, mask), _mm_and_si128(other, mask));
        [low, _mm_packus_epi16(_mm_srli_epi16::<8>(one), _mm_srli_epi16::<8>(other))]
    };
    let mut halves = mixed([vector(graph.kinds()), _mm_setzero_si128()]);
    for _ in 0..COLOUR_STEPS {
        halves = mixed(halves.map(|half| {
            let three = _mm_add_epi8(half, _mm_add_epi8(half, half));
            next.iter().fold(three, |sum, &next| _mm_add_epi8(sum, _mm_shuffle_epi8(half, next)))
        }));
    }
    let [low, high] = halves;
    let colours = [_mm_unpacklo_epi8(low, high), _mm_unpackhi_epi8(low, high)];
    // SAFETY: all bits of 32 bytes are both.
    unsafe { std::mem::transmute::<[__m128i; 2], [u16; MAX_SQUARES]>(colours) }
}

/// The code of a connected region, if it is not too large.
pub fn graph_code<L: Layout>(squares: L::Word, owners: L::Word) -> Option<GraphCode> {
    #[cfg(target_arch = "x86_64")]
    if crate::base::cpu::has_avx2() {
        // SAFETY: the processor has what is asked for.
        return unsafe { graph_code_avx2::<L>(squares, owners) };
    }
    let graph = Graph::new::<L>(squares, owners)?;
    Some(graph.code(&colours_plain(&graph)))
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn graph_code_avx2<L: Layout>(squares: L::Word, owners: L::Word) -> Option<GraphCode> {
    let graph = Graph::new::<L>(squares, owners)?;
    Some(graph.code(&colours_avx2(&graph)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::board::bits::Narrow;
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// The squares that touch each square of a region.
    fn neighbours(region: u64) -> Vec<Vec<usize>> {
        let places: Vec<u32> = (0..64).filter(|at| region >> at & 1 == 1).collect();
        let touching = |at: u32| Narrow::around(1u64 << at) & region;
        let row =
            |&at: &u32| (0..places.len()).filter(|&other| touching(at) >> places[other] & 1 == 1).collect();
        places.iter().map(row).collect()
    }

    /// Whether the squares of one region can be matched with those of another one by one, by trying.
    fn is_same_graph(a: &[Vec<usize>], b: &[Vec<usize>], matched: &mut Vec<usize>) -> bool {
        let at = matched.len();
        if at == a.len() {
            return a.len() == b.len();
        }
        (0..b.len()).any(|candidate| {
            let fits = !matched.contains(&candidate)
                && a[at].len() == b[candidate].len()
                && (0..at).all(|other| a[at].contains(&other) == b[candidate].contains(&matched[other]));
            fits && {
                matched.push(candidate);
                let found = is_same_graph(a, b, matched);
                matched.pop();
                found
            }
        })
    }

    #[test]
    fn regions_with_one_code_touch_alike() {
        let row = |bits: u64, row: u64| (bits >> (4 * row) & 15) << (8 * row);
        let mut graphs: HashMap<GraphCode, u64> = HashMap::new();
        let mut count = 0;
        for bits in 1..1u64 << 12 {
            let region: u64 = row(bits, 0) | row(bits, 1) | row(bits, 2);
            if Narrow::connected(region, region.first(), region) != region {
                continue;
            }
            count += 1;
            let code = graph_code::<Narrow>(region, 0).expect("it is small");
            let other = *graphs.entry(code).or_insert(region);
            let (one, other) = (neighbours(region), neighbours(other));
            assert!(is_same_graph(&one, &other, &mut Vec::new()), "{region:#x}");
        }
        let all: Vec<Vec<Vec<usize>>> = graphs.into_values().map(neighbours).collect();
        let is_missed =
            |at: usize| all[..at].iter().any(|other| is_same_graph(&all[at], other, &mut Vec::new()));
        let missed = (0..all.len()).filter(|&at| is_missed(at)).count();
        assert!(count > 1000 && all.len() > 100 && missed < 10, "{count}, {}, {missed}", all.len());
    }

    proptest! {
        /// Vector code, where the processor has it, and the same without.
        #[test]
        fn colours_are_the_same_on_any_processor(region in any::<u64>(), mask in any::<u64>()) {
            let region = region & mask;
            let part = Narrow::connected(region, region.first(), region);
            #[cfg(target_arch = "x86_64")]
            if let Some(graph) = Graph::new::<Narrow>(part, part & mask >> 3).filter(|_| crate::base::cpu::has_avx2()) {
                // SAFETY: the processor has what is asked for.
                prop_assert_eq!(unsafe { colours_avx2(&graph) }, colours_plain(&graph));
            }
        }
    }

    proptest! {
        #[test]
        fn owners_and_sizes_are_part_of_it(region in any::<u64>(), mask in any::<u64>()) {
            let region = region & 0x3f3f_3f3f & (mask | 0x1111_2222);
            let part = Narrow::connected(region, region.first(), region);
            let owners = mask & part;
            match graph_code::<Narrow>(part, owners) {
                None => prop_assert!(part.count_ones() as usize > MAX_SQUARES),
                Some(code) => {
                    let written: u32 = code.iter().map(|word| word.count_ones()).sum();
                    prop_assert!(written >= owners.count_ones());
                    prop_assert_eq!(graph_code::<Narrow>(Narrow::transpose(part), Narrow::transpose(owners)).is_some(), true);
                }
            }
        }
    }
}
