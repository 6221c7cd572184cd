//! Connected regions of a Cram board as bits, up to symmetry: the positions that a search of Cram meets.
//!
//! A region is kept as squares and as those of them that own a leaf ([`super::owners`]), in one of the positions that turning
//! and reflecting it gives, moved to the corner: lying rather than standing, and of those the one with the least number.
//! So regions that look alike are one, and a table of them is small. A region belongs to a [`Layout`]: the smaller the
//! numbers that its squares fit into, the faster. Options are worked out several at once ([`super::lanes`]).
//!
//! ```
//! use grundy::games::board::bits::Narrow;
//! use grundy::games::board::squares::Region;
//!
//! let corner = Region::<Narrow>::from_squares(&[(0, 0), (0, 1), (1, 1)]);
//! assert_eq!(corner, Region::from_squares(&[(7, 5), (8, 4), (8, 5)]));
//! assert_eq!(Region::<Narrow>::rectangle(9, 9), None);
//! ```

use super::bits::{Layout, Squares, Wide, Word};
use super::cuts::cuts;
use super::graph_code::{GraphCode, graph_code};
use super::lanes::Lanes;
use super::owners::reduced;
use crate::base::error::Failure;
use crate::base::journal::{Reader, put};
use crate::base::limits::Pulse;
use crate::engine::search::nimber_search::{MoveOrdering, NimberFact, persisted::Keyed};
use crate::game::sum::{Sum, add};
use crate::game::{Game, Visit};
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// A connected region of free squares, up to symmetry, and which of them own a leaf besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Region<L: Layout> {
    squares: L::Word,
    owners: L::Word,
}

impl<L: Layout> Region<L> {
    /// The region of these squares (row, column), which must be connected; `None` if it does not fit, or if there are none.
    pub fn from_squares(squares: &[(usize, usize)]) -> Option<Region<L>> {
        let top = squares.iter().map(|&(row, _)| row).min().unwrap_or(0);
        let left = squares.iter().map(|&(_, column)| column).min().unwrap_or(0);
        let height = squares.iter().map(|&(row, _)| row - top + 1).max().unwrap_or(0);
        let width = squares.iter().map(|&(_, column)| column - left + 1).max().unwrap_or(0);
        let (shorter, longer) = (height.min(width), height.max(width));
        if squares.is_empty() || shorter > L::ROWS as usize || longer > L::COLUMNS as usize {
            return None;
        }
        let bit = |&(row, column): &(usize, usize)| {
            let (row, column) = ((row - top) as u32, (column - left) as u32);
            if height > width { L::square(column, row) } else { L::square(row, column) }
        };
        let bits = squares.iter().map(bit).fold(L::Word::NONE, |bits, bit| bits | bit);
        // Its leaves stay: without them it might fall apart.
        Some(Region::folded(bits, L::Word::NONE))
    }

    /// A whole board; `None` if it is too large.
    pub fn rectangle(rows: usize, columns: usize) -> Option<Region<L>> {
        if rows.max(columns) > L::COLUMNS as usize {
            return None;
        }
        let squares: Vec<(usize, usize)> =
            (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
        Region::from_squares(&squares)
    }

    /// How many dominoes can be put on it.
    #[inline]
    pub fn dominoes(&self) -> u32 {
        L::domino_count(self.squares) + self.owners.count()
    }

    /// How hard it is to search (see [`crate::engine::search::nimber_search::NimberSearch::by_weight`]).
    ///
    /// A region is as hard as the dominoes on it are many, unless it is soon cut in two: then the harder part counts most,
    /// and the dominoes across the cut, which must be gone or settled before. A hole, around which parts hang together, makes
    /// it harder. The numbers were fitted to what 3000 regions took.
    pub fn weight(&self) -> u32 {
        #[cfg(target_arch = "x86_64")]
        if crate::base::cpu::has_avx2() {
            // SAFETY: the processor has what is asked for, and the function is safe Rust compiled for it.
            return unsafe { self.weight_avx2() };
        }
        self.weight_plain()
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn weight_avx2(&self) -> u32 {
        self.weight_plain()
    }

    #[inline(always)]
    fn weight_plain(&self) -> u32 {
        let [(lying, _), (standing, _)] = L::dominoes(self.squares);
        let plain = lying.count() + standing.count();
        let all = plain + self.owners.count();
        let (mut least, mut left, mut column) = (5 * all, 0, !L::NOT_FIRST);
        for _ in 1..L::extent(self.squares).1 {
            left += (standing & column).count() + (self.owners & column).count();
            let across = (lying & column).count();
            let right = all - left - across;
            least = least.min(5 * left.max(right) + 3 * left.min(right) + 23 * across);
            left += across;
            column = column << 1;
        }
        // Euler's formula: squares, dominoes and blocks of four are the corners, edges and faces of a map.
        let blocks = (lying & lying >> L::COLUMNS).count();
        least + 29 * (plain + 1 - self.squares.count() - blocks)
    }

    /// The same only for regions that play alike: their squares touch alike. `None` for large ones.
    pub fn class(&self) -> Option<GraphCode> {
        graph_code::<L>(self.squares, self.owners)
    }

    /// Its moves by kinds, those that may cut it before the others: first squares, and how far the second is.
    #[inline(always)]
    fn moves(&self) -> [(L::Word, u32); 6] {
        let [(lying, across), (standing, along)] = L::dominoes(self.squares);
        let cuts = cuts::<L>(self.squares);
        // A domino on an owner and its leaf takes one square of those that are kept.
        [
            (standing & cuts.standing, along),
            (lying & cuts.lying, across),
            (self.owners & cuts.single, 0),
            (standing & !cuts.standing, along),
            (lying & !cuts.lying, across),
            (self.owners & !cuts.single, 0),
        ]
    }

    /// How many of its options come first because they may cut it.
    pub fn move_ordering(&self) -> MoveOrdering {
        let first = self.moves()[..3].iter().map(|kind| kind.0.count()).sum();
        MoveOrdering { first, rest: self.dominoes() - first }
    }

    /// What half a turn says about it (see [`super::cram`]).
    pub fn by_half_turn(&self) -> Option<NimberFact> {
        // With a middle square nothing is known, and without one squares come in pairs.
        if self.squares.count() % 2 == 1 {
            return None;
        }
        let (rows, columns) = L::extent(self.squares);
        let down = (L::ROWS - rows) * L::COLUMNS + (L::COLUMNS - columns);
        let turned = |squares| L::flip_rows(L::flip_columns(squares)) >> down;
        if turned(self.squares) != self.squares || turned(self.owners) != self.owners {
            return None;
        }
        let (row, column) = (rows / 2, columns / 2);
        let is_free = |row, column| !(self.squares & L::square(row, column)).is_none();
        match (rows % 2, columns % 2) {
            // A domino on the middle square would lie on its own image, with its other end somewhere else.
            (1, 1) if is_free(row, column) => None,
            // The domino across the centre leaves a board where every domino is answered by its image.
            (0, 1) if is_free(row, column) && is_free(row - 1, column) => Some(NimberFact::Excluded(1)),
            (1, 0) if is_free(row, column) && is_free(row, column - 1) => Some(NimberFact::Excluded(1)),
            _ => Some(NimberFact::Value(0)),
        }
    }

    /// The representative of the regions that look like these squares.
    fn folded(squares: L::Word, owners: L::Word) -> Region<L> {
        let [region] = Row { squares: Lanes([squares]), owners: Lanes([owners]) }.folded();
        region
    }
}

/// Regions side by side.
#[derive(Clone, Copy)]
struct Row<L: Layout, const N: usize> {
    squares: Lanes<L::Word, N>,
    owners: Lanes<L::Word, N>,
}

impl<L: Layout, const N: usize> Row<L, N> {
    #[inline(always)]
    fn each(self, change: impl Fn(Lanes<L::Word, N>) -> Lanes<L::Word, N>) -> Row<L, N> {
        Row { squares: change(self.squares), owners: change(self.owners) }
    }

    /// The representatives of the regions that look like these.
    #[inline(always)]
    fn folded(self) -> [Region<L>; N] {
        let places = self.squares.0.map(L::place);
        let row = self.each(|squares| squares.down_by(places.map(|place| place.0)));
        let mut extents = places.map(|place| place.1);
        let is_standing = Lanes::mask(|lane| extents[lane].0 > extents[lane].1);
        let turned = row.transposed();
        let row = turned.or_else(is_standing, row);
        for (rows, columns) in &mut extents {
            (*rows, *columns) = ((*rows).min(*columns), (*rows).max(*columns));
        }
        let mut least = row.least_of_four(extents);
        let is_even = Lanes::mask(|lane| extents[lane].0 == extents[lane].1);
        if !is_even.is_none() {
            // Turned onto the other side it is as long.
            let other = turned.least_of_four(extents);
            least = least.lesser(other).or_else(is_even, least);
        }
        std::array::from_fn(|lane| Region { squares: least.squares.0[lane], owners: least.owners.0[lane] })
    }

    /// Rows and columns exchanged, where there are few enough columns.
    #[inline(always)]
    fn transposed(self) -> Row<L, N> {
        self.each(|squares| squares.map(L::transpose))
    }

    /// The least of four: regions in the corner, their two reflections and their half turns, all in the corner.
    #[inline(always)]
    fn least_of_four(self, extents: [(u32, u32); N]) -> Row<L, N> {
        let up = extents.map(|(rows, _)| (L::ROWS - rows) * L::COLUMNS);
        let left = extents.map(|(_, columns)| L::COLUMNS - columns);
        let flipped = |row: Row<L, N>| row.each(|squares| squares.map(L::flip_rows).down_by(up));
        let mirrored = self.each(|squares| squares.map(L::flip_columns).down_by(left));
        self.lesser(mirrored).lesser(flipped(self).lesser(flipped(mirrored)))
    }

    /// The lesser of two in each place, without a branch: which it is cannot be foreseen.
    #[inline(always)]
    fn lesser(self, other: Row<L, N>) -> Row<L, N> {
        let (mine, theirs) = (&self.squares.0, &other.squares.0);
        let is_less = Lanes::mask(|lane| {
            theirs[lane].precedes(mine[lane])
                | (theirs[lane] == mine[lane]) & other.owners.0[lane].precedes(self.owners.0[lane])
        });
        other.or_else(is_less, self)
    }

    #[inline(always)]
    fn or_else(self, mask: Lanes<L::Word, N>, others: Row<L, N>) -> Row<L, N> {
        Row {
            squares: self.squares.or_else(mask, others.squares),
            owners: self.owners.or_else(mask, others.owners),
        }
    }
}

/// Written row by row, so that all layouts read the same.
impl<L: Layout> Keyed for Region<L> {
    const KIND: &'static str = "regions of squares, some with a leaf, 3";

    fn write(&self, out: &mut Vec<u8>) {
        let (rows, _) = L::extent(self.squares);
        put(out, u64::from(rows));
        for row in 0..rows {
            put(out, L::row(self.squares, row));
            put(out, L::row(self.owners, row));
        }
    }

    fn read(bytes: &mut &[u8]) -> Option<Option<Region<L>>> {
        let mut reader = Reader(bytes);
        let rows = reader.number().filter(|rows| (1..=u64::from(Wide::ROWS)).contains(rows))?;
        let (mut squares, mut owners) = (L::Word::NONE, L::Word::NONE);
        let mut fits = rows <= u64::from(L::ROWS);
        for row in 0..rows as u32 {
            let [taken, marked] = [reader.number()?, reader.number()?];
            if taken >> Wide::COLUMNS != 0 || marked & !taken != 0 {
                return None;
            }
            fits &= taken >> L::COLUMNS == 0;
            if fits {
                squares = squares | L::from_row(taken, row);
                owners = owners | L::from_row(marked, row);
            }
        }
        *bytes = reader.0;
        if !fits {
            return Some(None);
        }
        let whole = !squares.is_none() && L::connected(squares, squares.first(), squares) == squares;
        let region = Region { squares, owners };
        (whole && Region::folded(squares, owners) == region).then_some(Some(region))
    }
}

/// Cram on regions: a domino is put on two free squares side by side, and the rest falls apart.
#[derive(Debug, Clone, Copy)]
pub struct Regions<L>(PhantomData<L>);

impl<L> Default for Regions<L> {
    fn default() -> Regions<L> {
        Regions(PhantomData)
    }
}

impl<L: Layout> Game for Regions<L> {
    type Component = Region<L>;

    fn options(
        &self,
        region: &Region<L>,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Region<L>>,
    ) -> Result<ControlFlow<()>, Failure> {
        #[cfg(target_arch = "x86_64")]
        if crate::base::cpu::has_avx2() {
            // SAFETY: the processor has what is asked for, and the function is safe Rust compiled for it.
            return unsafe { region.options_avx2(pulse, visit) };
        }
        region.options_plain(pulse, visit)
    }
}

/// Options that are worked out side by side, and regions that are turned and reflected so: a vector has room for them.
const REGIONS_PER_VECTOR: usize = 4;
/// Options that are worked out before the first of them is visited.
const OPTIONS_PER_ROUND: usize = 2 * REGIONS_PER_VECTOR;
/// In place of a part: there is none.
const NO_PART: usize = usize::MAX;

/// A region that an option leaves.
#[derive(Clone, Copy)]
struct Left<L: Layout> {
    option: usize,
    region: Region<L>,
    /// The next part of the same option.
    next: usize,
}

impl<L: Layout> Region<L> {
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn options_avx2(
        &self,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Region<L>>,
    ) -> Result<ControlFlow<()>, Failure> {
        self.options_plain(pulse, visit)
    }

    #[inline(always)]
    fn options_plain(
        &self,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Region<L>>,
    ) -> Result<ControlFlow<()>, Failure> {
        let mut kinds = self.moves().into_iter();
        let (mut firsts, mut step) = (L::Word::NONE, 0);
        let (mut parts, mut sum) = (Vec::with_capacity(2 * OPTIONS_PER_ROUND), Sum::with_capacity(4));
        loop {
            let mut count = 0;
            // Places that are not needed take all.
            let mut taken = [[self.squares; REGIONS_PER_VECTOR]; OPTIONS_PER_ROUND / REGIONS_PER_VECTOR];
            while count < OPTIONS_PER_ROUND {
                if firsts.is_none() {
                    let Some(kind) = kinds.next() else { break };
                    (firsts, step) = kind;
                    continue;
                }
                let first = firsts.first();
                firsts = firsts ^ first;
                taken[count / REGIONS_PER_VECTOR][count % REGIONS_PER_VECTOR] = first | first << step;
                count += 1;
            }
            if count == 0 {
                return Ok(ControlFlow::Continue(()));
            }
            pulse.beats(count as u64)?;
            parts.clear();
            for (row, taken) in taken.into_iter().enumerate().take(count.div_ceil(REGIONS_PER_VECTOR)) {
                self.without(row * REGIONS_PER_VECTOR, Lanes(taken), &mut parts);
            }
            fold(&mut parts);
            // The parts of each option as a chain.
            let mut chains = [NO_PART; OPTIONS_PER_ROUND];
            for (at, part) in parts.iter_mut().enumerate() {
                part.next = std::mem::replace(&mut chains[part.option % OPTIONS_PER_ROUND], at);
            }
            for mut at in chains.into_iter().take(count) {
                sum.clear();
                while let Some(part) = parts.get(at) {
                    add(&mut sum, part.region, 1).expect("fewer parts than squares");
                    at = part.next;
                }
                if visit(&sum).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
    }

    /// The regions that are left without some squares, for several choices of these.
    #[inline(always)]
    fn without(&self, first: usize, taken: Lanes<L::Word, REGIONS_PER_VECTOR>, parts: &mut Vec<Left<L>>) {
        let whole = Lanes::all(self.squares);
        let (mut squares, owners) = reduced::<L, _>(whole & !taken, Lanes::all(self.owners) & !taken);
        // Squares by themselves are owners, and two of them cancel.
        let alone = squares & !L::around(squares);
        // The region hung together, so each of its parts has a square beside one that is gone.
        let mut ends = L::around(whole & !squares) & squares & !alone;
        squares = squares & !alone;
        for (option, _) in alone.0.iter().enumerate().filter(|(_, alone)| alone.count() % 2 == 1) {
            let region = Region { squares: L::Word::ONE, owners: L::Word::ONE };
            parts.push(Left { option: first + option, region, next: NO_PART });
        }
        while !ends.is_none() {
            let found = L::connected(squares, ends.first(), ends);
            ends = ends & !found;
            let part = squares.or_else(ends.where_none(), found);
            squares = squares & !part;
            let owners = owners & part;
            // Without a branch: which options have one more part cannot be foreseen.
            let start = parts.len();
            parts.extend(std::array::from_fn::<_, REGIONS_PER_VECTOR, _>(|lane| {
                let region = Region { squares: part.0[lane], owners: owners.0[lane] };
                Left { option: first + lane, region, next: NO_PART }
            }));
            let mut end = start;
            for lane in 0..REGIONS_PER_VECTOR {
                parts[end] = parts[start + lane];
                end += usize::from(!part.0[lane].is_none());
            }
            parts.truncate(end);
        }
    }
}

/// Turns and reflects regions, several at once, to those that stand for all that look like them.
#[inline(always)]
fn fold<L: Layout>(parts: &mut [Left<L>]) {
    for parts in parts.chunks_mut(REGIONS_PER_VECTOR) {
        let at = |lane: usize| parts[lane.min(parts.len() - 1)].region;
        let squares = Lanes::from_fn(|lane| at(lane).squares);
        let owners = Lanes::from_fn(|lane| at(lane).owners);
        let folded = Row::<L, REGIONS_PER_VECTOR> { squares, owners }.folded();
        parts.iter_mut().zip(folded).for_each(|(part, folded)| part.region = folded);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::limits::Limits;
    use crate::game::reference;
    use crate::games::board::bits::{Long, Narrow};
    use crate::games::board::cram::Cram;
    use crate::games::board::grid::Grid;
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// The value of the regions of a board in a layout.
    fn value<L: Layout>(board: &Grid) -> u64 {
        let mut known = HashMap::new();
        let regions = board.regions().into_iter().filter(|region| region.len() > 1);
        regions.fold(0, |sum, squares| {
            let region = Region::<L>::from_squares(&squares).expect("it is small");
            sum ^ reference::grundy(&Regions::default(), &region, &mut known).expect("it ends")
        })
    }

    fn plain(board: &Grid) -> u64 {
        reference::grundy(&Cram, board, &mut HashMap::new()).expect("it ends")
    }

    /// The region of a drawing, `.` for its squares.
    fn drawn(rows: &[&str]) -> Region<Narrow> {
        let row = |(row, text): (usize, &&str)| {
            text.match_indices('.').map(move |(column, _)| (row, column)).collect::<Vec<_>>()
        };
        let squares: Vec<(usize, usize)> = rows.iter().enumerate().flat_map(row).collect();
        Region::from_squares(&squares).expect("it is small")
    }

    /// Two of the dominoes leave two regions, and they come first.
    #[test]
    fn what_may_cut_comes_first() {
        let bridge = drawn(&["...##...", "........", "...##..."]);
        let limits = Limits::default();
        let mut parts = Vec::new();
        let _ = Regions::default().options(&bridge, &mut Pulse::new(&limits), &mut |option| {
            parts.push(option.iter().map(|part| part.copies).sum::<u64>());
            ControlFlow::Continue(())
        });
        let MoveOrdering { first, rest } = bridge.move_ordering();
        assert_eq!((first + rest) as usize, parts.len());
        assert!((1..10).contains(&first) && parts[first as usize..].iter().all(|&count| count < 2));
        assert!(parts[..first as usize].iter().filter(|&&count| count == 2).count() >= 3);
    }

    /// The board that is nearly cut has no fewer dominoes than the other.
    #[test]
    fn what_is_nearly_cut_in_two_weighs_less_and_holes_weigh_more() {
        let cut = drawn(&["....#...", "....#...", "........", "........", "...##..."]);
        let whole = drawn(&["........", "........", "........", "....####", "........"]);
        assert!(cut.dominoes() >= whole.dominoes() && cut.weight() < whole.weight());
        let square = drawn(&["...", "...", "..."]);
        let bent = drawn(&["...", "#.#", "..."]);
        assert_eq!((square.dominoes(), square.weight()), (12, 60));
        assert_eq!((bent.dominoes(), bent.weight()), (6, 30));
        let ring = drawn(&["...", ".#.", "..."]);
        assert_eq!((ring.dominoes(), ring.weight()), (8, 69));
    }

    proptest! {
        /// With vector instructions and without, in every layout.
        #[test]
        fn weights_are_the_same_everywhere(bits in any::<u64>(), more in any::<u64>()) {
            let board = (bits | more) & 0x00ff_ffff_ffff;
            let squares = Narrow::connected(board, board.first(), board);
            let places = (0..64usize).filter(|at| squares >> at & 1 == 1).map(|at| (at / 8, at % 8));
            let places: Vec<(usize, usize)> = places.collect();
            if let Some(region) = Region::<Narrow>::from_squares(&places) {
                prop_assert_eq!(region.weight(), region.weight_plain());
                prop_assert_eq!(region.weight(), Region::<Wide>::from_squares(&places).expect("it has room").weight());
                prop_assert!(region.weight() <= 5 * region.dominoes() + 8 * region.dominoes());
            }
        }

        /// Bits have the values of boards whose squares are all kept.
        #[test]
        fn regions_have_the_values_of_boards(rows in 1usize..4, columns in 1usize..6, taken in any::<u64>()) {
            let holes = (0..rows * columns).filter(|at| taken >> at & 3 == 3);
            let board = Grid::new(rows, columns).with(&holes.map(|at| (at / columns, at % columns)).collect::<Vec<_>>());
            prop_assert_eq!(value::<Narrow>(&board), plain(&board));
            prop_assert_eq!(value::<Long>(&board), plain(&board));
            prop_assert_eq!(value::<Wide>(&board), plain(&board));
        }

        /// Regions too wide for the narrow layout among them.
        #[test]
        fn long_regions_play_alike(shape in prop::collection::vec(0u8..8, 9..13)) {
            let board = Grid::new(3, shape.len());
            let taken: Vec<_> = board.free().filter(|&(row, column)| shape[column] >> row & 1 == 0).collect();
            for squares in board.with(&taken).regions().into_iter().filter(|region| (2..14).contains(&region.len())) {
                let region = Grid::around(&squares);
                prop_assert_eq!(value::<Wide>(&region), plain(&region));
                prop_assert_eq!(value::<Long>(&region), plain(&region));
            }
        }

        /// Vector code, where the processor has it, and the same without.
        #[test]
        fn options_are_the_same_on_any_processor(picture in any::<u64>(), more in any::<u64>(), seed in 0usize..64) {
            let board = picture | more;
            let part = Narrow::connected(board, (board.rotate_right(seed as u32)).first().rotate_left(seed as u32), board);
            let limits = Limits::default();
            let region = Region::<Narrow>::folded(part, part & picture);
            let (mut lists, pulse) = ([Vec::new(), Vec::new()], &mut Pulse::new(&limits));
            let [first, second] = &mut lists;
            let _ = Regions::default().options(&region, pulse, &mut |option| {
                first.push(option.to_vec());
                ControlFlow::Continue(())
            });
            let _ = region.options_plain(pulse, &mut |option| {
                second.push(option.to_vec());
                ControlFlow::Continue(())
            });
            prop_assert_eq!(&lists[0], &lists[1]);
            prop_assert_eq!(lists[0].len() as u32, region.dominoes());
        }

        /// Any squares together with their images, some of them owners.
        #[test]
        fn half_a_turn_is_right(rows in 1u32..5, columns in 1u32..5, squares in any::<u64>(), marked in any::<u64>()) {
            let box_of = |bits: u64| {
                let place = |at: u32| Narrow::square(at / columns, at % columns);
                let turned = (0..rows * columns).map(|at| place(at) | place(rows * columns - 1 - at));
                turned.enumerate().filter(|(at, _)| bits >> at & 1 == 1).fold(0, |all, (_, pair)| all | pair)
            };
            let board = box_of(squares & (squares >> 17 | 0x6));
            let part = Narrow::connected(board, board.first(), board);
            prop_assume!(part.count() > 1);
            let region = Region::<Narrow>::folded(part, part & box_of(marked & marked >> 29));
            let value = reference::grundy(&Regions::default(), &region, &mut HashMap::new()).expect("it ends");
            match region.by_half_turn() {
                Some(NimberFact::Value(known)) => prop_assert_eq!(known, value),
                Some(NimberFact::Excluded(known)) => prop_assert!(known == 1 && value != 0),
                // Parts whose images are other parts, and those with a square in the middle.
                None => prop_assert!(part.count() % 2 == 1 || part != board),
            }
        }

        #[test]
        fn symmetric_regions_are_one(picture in any::<u64>(), shift in 0usize..5) {
            let all: Vec<(usize, usize)> = (0..36).filter(|at| picture >> at & 1 == 1).map(|at| (at / 6, at % 6)).collect();
            let seen = |map: &dyn Fn(usize, usize) -> (usize, usize)| {
                let squares: Vec<_> = all.iter().map(|&(row, column)| map(row, column)).collect();
                let narrow = Region::<Narrow>::from_squares(&squares);
                (narrow.map(|region| region.dominoes()), narrow, Region::<Wide>::from_squares(&squares))
            };
            let upright = seen(&|row, column| (row, column));
            prop_assert_eq!(seen(&|row, column| (column + shift, row)), upright);
            prop_assert_eq!(seen(&|row, column| (5 - row, column + shift)), upright);
            prop_assert_eq!(seen(&|row, column| (5 - column, 5 - row)), upright);
        }
    }

    #[test]
    fn sizes_are_checked() {
        assert_eq!(Region::<Wide>::rectangle(16, 8), Region::rectangle(8, 16));
        assert!(Region::<Wide>::rectangle(16, 8).is_some());
        assert!(Region::<Long>::rectangle(4, 16).is_some());
        assert_eq!(Region::<Long>::rectangle(5, 5), None);
        assert_eq!(Region::<Wide>::rectangle(17, 1), None);
        assert_eq!(Region::<Narrow>::rectangle(usize::MAX, 2), None);
        assert_eq!(Region::<Narrow>::from_squares(&[]), None);
        let nothing = [1, 0, 0];
        assert_eq!(Region::<Narrow>::read(&mut &nothing[..]), None);
    }
}
