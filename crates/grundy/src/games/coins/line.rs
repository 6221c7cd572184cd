//! Games with coins in a row: Turning Turtles, Twins, Mock Turtles, Triplets, Ruler.
//!
//! They differ in which coins may be turned together with the last one, whose head goes to tails. Each has a formula for
//! the value of a head on square n (Winning Ways, ch. 14):
//!
//! | game | turned with the last | squares from | value |
//! |---|---|---|---|
//! | Turning Turtles | at most one other | 1 | n |
//! | Twins | exactly one other | 0 | n |
//! | Mock Turtles | at most two others | 1 | the n-th odious number, which has an odd number of binary 1s |
//! | Triplets | exactly two others | 0 | 0, 0, then the odious numbers |
//! | Ruler | the coins next to it, without a gap | 1 | the largest power of 2 that divides n |
//!
//! The formulas can be turned round, so that the moves to a wanted value are found without trying all: at most one where
//! one coin goes with the last, and one for each second coin where two do. The values of Ruler add up to Gray's code
//! (1953), 1 ⊕ 2 ⊕ 1 ⊕ 4 ⊕ ... = n ⊕ ⌊n/2⌋, which tells where the run begins.
//!
//! ```
//! use grundy::games::coins::line::Line;
//!
//! let values = |line: Line| (0..8).map(|square| line.value(square)).collect::<Vec<_>>();
//! assert_eq!(values(Line::MockTurtles), [0, 1, 2, 4, 7, 8, 11, 13]);
//! assert_eq!(values(Line::Ruler), [0, 1, 2, 1, 4, 1, 2, 1]);
//! ```

use super::heads::Turning;
use crate::base::error::{Failure, InputError};
use crate::base::limits::Pulse;
use crate::base::text::number;
use crate::game::position::parse_tuples_of;
use crate::game::theory::{Notation, Place};
use crate::game::{Game, Part, Parts, Visit};
use std::ops::ControlFlow;

/// The rules: which coins may be turned together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// At most one coin with the last.
    TurningTurtles,
    /// Exactly one coin with the last.
    Twins,
    /// At most two coins with the last.
    MockTurtles,
    /// Exactly two coins with the last.
    Triplets,
    /// Any number of coins next to the last.
    Ruler,
}

/// Squares of games with two other coins lie below, so that values stay below 2^64.
const MAX_COIN_OF_TWO: u64 = 1 << 63;
/// Coins that are tried as the second of three.
const MAX_COINS_TRIED: u64 = 1 << 20;
/// Coins of the longest run that is listed.
const LONGEST_RUN: u64 = 1 << 16;

/// The number with an odd number of binary 1s at this place, from 0.
fn odious(place: u64) -> u64 {
    2 * place + u64::from(place.count_ones().is_multiple_of(2))
}

/// The nim-sum of the values of Ruler on squares 1 to `square`.
fn gray(square: u64) -> u64 {
    square ^ square >> 1
}

/// The square with this Gray code.
fn from_gray(code: u64) -> u64 {
    [1, 2, 4, 8, 16, 32].into_iter().fold(code, |square, shift| square ^ square >> shift)
}

impl Line {
    /// All games.
    pub const ALL: [Line; 5] =
        [Line::TurningTurtles, Line::Twins, Line::MockTurtles, Line::Triplets, Line::Ruler];
    /// Their names.
    pub const NAMES: [&'static str; 5] = ["turning-turtles", "twins", "mock-turtles", "triplets", "ruler"];

    /// The game of a name.
    pub fn named(name: &str) -> Option<Line> {
        Line::NAMES.iter().position(|other| *other == name).map(|index| Line::ALL[index])
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Line::NAMES[Line::ALL.iter().position(|line| *line == self).expect("all are there")]
    }

    /// The first square; nothing lies on those before.
    pub fn first(self) -> u64 {
        u64::from(!matches!(self, Line::Twins | Line::Triplets))
    }

    /// The last square that has a value below 2^64.
    pub fn last(self) -> u64 {
        if matches!(self, Line::MockTurtles | Line::Triplets) { MAX_COIN_OF_TWO } else { u64::MAX }
    }

    /// The value of a head.
    pub fn value(self, square: u64) -> u64 {
        match self {
            Line::TurningTurtles | Line::Twins => square,
            Line::MockTurtles => square.checked_sub(1).map_or(0, odious),
            Line::Triplets => square.checked_sub(2).map_or(0, odious),
            Line::Ruler => square & square.wrapping_neg(),
        }
    }

    /// The square whose head has this value, which is not 0; heads of Ruler share theirs.
    fn square_of(self, value: u64) -> Option<u64> {
        let square = match self {
            Line::MockTurtles => value / 2 + 1,
            Line::Triplets => value / 2 + 2,
            _ => value,
        };
        (value > 0 && self.value(square) == value).then_some(square)
    }

    /// Turns of the coin on `square`, at most: what [`Line::turns`] visits.
    pub fn turn_count(self, square: u64) -> u64 {
        let pairs = |coins: u64| {
            u64::try_from(u128::from(coins) * u128::from(coins.saturating_sub(1)) / 2).unwrap_or(u64::MAX)
        };
        match self {
            Line::TurningTurtles | Line::Twins | Line::Ruler => square,
            Line::MockTurtles => square.saturating_add(pairs(square.saturating_sub(1))),
            Line::Triplets => pairs(square),
        }
    }

    /// Calls `visit` with the other coins of every move whose last coin lies on `square`, until it breaks.
    pub fn turns(self, square: u64, mut visit: impl FnMut(&[u64]) -> ControlFlow<()>) -> ControlFlow<()> {
        let first = self.first();
        if square < first {
            return ControlFlow::Continue(());
        }
        if !matches!(self, Line::Twins | Line::Triplets) {
            visit(&[])?;
        }
        if self == Line::Ruler {
            let mut run = Vec::new();
            for next in (first..square).rev() {
                run.push(next);
                visit(&run)?;
            }
            return ControlFlow::Continue(());
        }
        for second in first..square {
            if self != Line::Triplets {
                visit(&[second])?;
            }
            if matches!(self, Line::MockTurtles | Line::Triplets) {
                for third in first..second {
                    visit(&[third, second])?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `visit` with the other coins of every move whose last coin lies on `square` and that leaves this value, until
    /// it breaks; returns whether these were all, which they are not where too many would have to be tried.
    pub fn turns_to(
        self,
        square: u64,
        value: u64,
        visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> ControlFlow<(), bool> {
        let first = self.first();
        if square < first {
            return ControlFlow::Continue(true);
        }
        match self {
            Line::Ruler => {
                let begin = from_gray(gray(square - 1) ^ value);
                if begin >= square {
                    return ControlFlow::Continue(true);
                }
                if square - 1 - begin > LONGEST_RUN {
                    return ControlFlow::Continue(false);
                }
                visit(&(begin + 1..square).rev().collect::<Vec<_>>())?;
                return ControlFlow::Continue(true);
            }
            Line::Twins if value < square => visit(&[value])?,
            Line::TurningTurtles | Line::MockTurtles => {
                if value == 0 {
                    visit(&[])?;
                }
                if let Some(second) = self.square_of(value).filter(|&second| second < square) {
                    visit(&[second])?;
                }
            }
            _ => {}
        }
        match self {
            Line::MockTurtles | Line::Triplets => self.pairs_to(square, value, visit),
            _ => ControlFlow::Continue(true),
        }
    }

    /// As [`Line::turns_to`], with two others.
    fn pairs_to(
        self,
        square: u64,
        value: u64,
        visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> ControlFlow<(), bool> {
        // Two odious numbers have another kind of sum, so only the worthless coins of Triplets go to 0 or to an odious one.
        let few = value == 0 || value.count_ones() % 2 == 1;
        for third in self.first()..square.min(if few { 2 } else { MAX_COINS_TRIED }) {
            let wanted = value ^ self.value(third);
            // The first two coins of Triplets have no value.
            let worthless = (self == Line::Triplets && wanted == 0).then_some([0, 1]);
            let second = self.square_of(wanted).into_iter().chain(worthless.into_iter().flatten());
            for second in second.filter(|&second| third < second && second < square) {
                visit(&[third, second])?;
            }
        }
        ControlFlow::Continue(few || square <= MAX_COINS_TRIED)
    }
}

/// What a move leaves of a head: the other coins, which show heads now.
fn parts(others: &[u64]) -> Parts<u64> {
    let mut squares = others.to_vec();
    squares.sort_unstable();
    squares.into_iter().map(|component| Part { component, copies: 1 }).collect()
}

impl Game for Line {
    type Component = u64;

    fn options(
        &self,
        &square: &u64,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, u64>,
    ) -> Result<ControlFlow<()>, Failure> {
        let mut stopped = None;
        let flow = self.turns(square, |others| {
            stopped = pulse.beats(1 + others.len() as u64).err();
            if stopped.is_some() { ControlFlow::Break(()) } else { visit(&parts(others)) }
        });
        stopped.map_or(Ok(flow), |reason| Err(reason.into()))
    }
}

impl Notation for Line {
    fn read(&self, text: &str) -> Result<Vec<u64>, InputError> {
        let read = |word: &str| self.read_square(word);
        let squares = parse_tuples_of(text, 1, &read, &|square| Some(vec![square]))?;
        Ok(squares.into_iter().flatten().collect())
    }

    fn write(&self, squares: &[u64]) -> String {
        let words: Vec<String> = squares.iter().map(u64::to_string).collect();
        words.join(" ")
    }

    fn describe(&self, before: &u64, option: &[Part<u64>]) -> String {
        let others: Vec<u64> = option.iter().map(|part| part.component).collect();
        match others.is_empty() {
            true => format!("turn {before}"),
            false => format!("turn {} {before}", self.write(&others)),
        }
    }
}

impl Line {
    /// Reads the number of a square.
    pub(super) fn read_square(self, word: &str) -> Result<u64, String> {
        let square = number(word).map_err(|reason| reason.to_string())?;
        if square < self.first() {
            return Err(format!("the squares of {} are counted from {}", self.name(), self.first()));
        }
        if square > self.last() {
            return Err(format!("too far: the last square of {} is {}", self.name(), self.last()));
        }
        Ok(square)
    }

    /// The formula in words.
    pub(super) fn formula(self) -> &'static str {
        match self {
            Line::TurningTurtles | Line::Twins => "the value of a head is its square (Winning Ways 1982)",
            Line::MockTurtles => {
                "the value of a head on square n is the n-th odious number (Winning Ways 1982)"
            }
            Line::Triplets => {
                "the values of heads on squares 0, 1, 2, ... are 0, 0 and the odious numbers (Winning Ways 1982)"
            }
            Line::Ruler => {
                "the value of a head is the largest power of 2 that divides its square (Winning Ways 1982)"
            }
        }
    }

    /// Which coins may be turned.
    pub(super) fn turned(self) -> &'static str {
        match self {
            Line::TurningTurtles => "one or two coins",
            Line::Twins => "two coins",
            Line::MockTurtles => "one, two or three coins",
            Line::Triplets => "three coins",
            Line::Ruler => "a run of neighbouring coins",
        }
    }
}

impl Turning for Line {
    fn square(&self, &coin: &u64) -> Place {
        Place::Index(coin)
    }

    fn rule(&self) -> String {
        format!(
            "turn over {}, of which the last shows a head; squares are counted from {}",
            self.turned(),
            self.first()
        )
    }

    fn value(&self, square: &u64) -> u64 {
        Line::value(*self, *square)
    }

    fn formula(&self) -> &'static str {
        Line::formula(*self)
    }

    fn turn_count(&self, square: &u64) -> u64 {
        Line::turn_count(*self, *square)
    }

    fn turns_to(&self, square: &u64, value: u64, visit: &mut dyn FnMut(Option<Parts<u64>>)) -> bool {
        let all = Line::turns_to(*self, *square, value, &mut |others| {
            visit(Some(parts(others)));
            ControlFlow::Continue(())
        });
        all == ControlFlow::Continue(true)
    }

    fn theory(&self) -> Vec<String> {
        vec![
            "the value is that of the sum of the heads: turning a coin adds a head, and two heads on one square cancel"
                .to_owned(),
            self.formula().to_owned(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::reference;
    use std::collections::HashMap;

    #[test]
    fn values_are_those_of_the_definition() {
        for line in Line::ALL {
            let mut known = HashMap::new();
            for square in 0..40 {
                let found = reference::grundy(&line, &square, &mut known).expect("it ends");
                assert_eq!(line.value(square), found, "{} {square}", line.name());
            }
        }
    }

    #[test]
    fn moves_to_a_value_are_all_there_are() {
        for (line, square) in Line::ALL.into_iter().flat_map(|line| (0..20).map(move |square| (line, square)))
        {
            let mut by_value: HashMap<u64, Vec<Vec<u64>>> = HashMap::new();
            let _ = line.turns(square, |others| {
                let value = others.iter().fold(0, |sum, &other| sum ^ line.value(other));
                by_value.entry(value).or_default().push(others.to_vec());
                ControlFlow::Continue(())
            });
            assert!(by_value.values().map(Vec::len).sum::<usize>() as u64 <= line.turn_count(square));
            for value in 0..70 {
                let mut found = Vec::new();
                let all = line.turns_to(square, value, &mut |others| {
                    found.push(others.to_vec());
                    ControlFlow::Continue(())
                });
                assert_eq!(all, ControlFlow::Continue(true));
                found.sort();
                let mut expected = by_value.remove(&value).unwrap_or_default();
                expected.sort();
                assert_eq!(found, expected, "{} {square}: {value}", line.name());
            }
            assert!(by_value.is_empty(), "{} {square}: {by_value:?}", line.name());
        }
    }

    #[test]
    fn squares_far_out_have_values_and_moves() {
        let far = 1 << 63;
        assert_eq!(Line::MockTurtles.value(far), u64::MAX - 1);
        assert_eq!(Line::Ruler.value(u64::MAX), 1);
        for line in Line::ALL {
            let value = line.value(far - 1);
            let mut count = 0;
            let _ = line.turns_to(far, value, &mut |others| {
                assert_eq!(others.iter().fold(0, |sum, &other| sum ^ line.value(other)), value);
                count += 1;
                ControlFlow::Continue(())
            });
            assert!(count > 0 || line == Line::Ruler, "{}", line.name());
        }
        assert!(Line::MockTurtles.read("9223372036854775809").is_err());
        assert_eq!(Line::Ruler.read("3 18446744073709551615").expect("two squares"), [3, u64::MAX]);
    }
}
