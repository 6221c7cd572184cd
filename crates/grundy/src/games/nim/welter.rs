//! Welter's game: coins on different squares of a strip; a move takes one coin to a free square below, over others if it
//! likes.
//!
//! The value of coins on a₁, ..., aₙ is Welter's function: the nim-sum of the squares and of (aᵢ|aⱼ) over all pairs, where
//! (x|y) = 2^(v+1) - 1 and 2^v is the highest power of 2 that divides x - y (C. P. Welter, 1954; J. H. Conway, *On Numbers
//! and Games*, 1976, ch. 13, with the mating of coins that agree in most low bits). Bit b of the pairs' part is the parity
//! of the number of pairs that agree in their b lowest bits, so the coins sorted by reversed bits give it in O(n) a bit.
//!
//! The function can be turned round: with all coins but one in place, bit b of the value and the lower bits of the free
//! coin's square tell bit b of that square. So each coin has exactly one square for a wanted value, found in 64 steps, and
//! it is a move if the square lies below and is free.
//!
//! ```
//! use grundy::games::nim::welter::value;
//!
//! assert_eq!(value(&[7]), 7, "one coin is a heap of Nim");
//! assert_eq!(value(&[0, 1, 2]), 0, "no move is left");
//! ```

use super::list::{self, List};
use crate::base::error::{Failure, InputError};
use crate::base::limits::Pulse;
use crate::game::ranked::{Choices, Ranked, Ranks, only};
use crate::game::sum::Sum;
use crate::game::theory::{Known, Notation, Place, Theory, Value, Wins};
use crate::game::{Convention, Game, Part, Visit};
use std::ops::ControlFlow;

/// The rules of Welter's game; a component is the sorted list of all squares with a coin.
#[derive(Debug, Clone, Copy)]
pub struct Welter;

const THEOREM: &str =
    "Welter's function: the nim-sum of the squares and of (a|b) over all pairs (Welter 1954, Conway 1976)";

/// Welter's function of different squares.
pub fn value(squares: &[u64]) -> u64 {
    let coins = Coins::new(squares);
    let pairs = (0..64).fold(0, |sum, bit| sum | u64::from(coins.odd_pairs(bit)) << bit);
    squares.iter().fold(pairs, |sum, square| sum ^ square)
}

/// (x|y) for x and y on different squares.
fn mate(x: u64, y: u64) -> u64 {
    let difference = x ^ y;
    difference ^ (difference - 1)
}

/// Coins sorted by their reversed bits: those that agree in low bits are neighbours.
struct Coins(Vec<u64>);

impl Coins {
    fn new(squares: &[u64]) -> Coins {
        let mut reversed: Vec<u64> = squares.iter().map(|square| square.reverse_bits()).collect();
        reversed.sort_unstable();
        Coins(reversed)
    }

    /// Whether the number of pairs that agree in their lowest `bits` bits is odd.
    fn odd_pairs(&self, bits: u32) -> bool {
        let class = |coin: &u64| if bits == 0 { 0 } else { coin >> (64 - bits) };
        let pairs = |run: &[u64]| matches!(run.len() % 4, 2 | 3);
        self.0.chunk_by(|a, b| class(a) == class(b)).fold(false, |odd, run| odd ^ pairs(run))
    }

    /// The square that goes with `wanted`: bit b of `square` xor the parity of the coins, `except` not counted, that agree
    /// with `square` in the bits below b, is bit b of `wanted`.
    fn square(&self, wanted: u64, except: u64) -> u64 {
        let (mut square, mut range) = (0u64, &self.0[..]);
        for bit in 0..64 {
            let below = (1u64 << bit) - 1;
            if range.is_empty() {
                // No coin agrees so far, so none will: the rest is as wanted.
                return square | wanted & !below;
            }
            let others = range.len() - usize::from(except & below == square);
            let one = (wanted >> bit & 1) ^ (others as u64 & 1);
            square |= one << bit;
            // The range is sorted by this bit next.
            let split = range.partition_point(|coin| coin >> (63 - bit) & 1 == 0);
            range = if one == 1 { &range[split..] } else { &range[..split] };
        }
        square
    }

    /// The nim-sum of (square|a) over all coins a but the one on `square`.
    fn mates(&self, square: u64) -> u64 {
        let (mut sum, mut range) = (0, &self.0[..]);
        for bit in 0..64 {
            if range.len() == 1 {
                break;
            }
            sum |= ((range.len() as u64 - 1) & 1) << bit;
            let split = range.partition_point(|coin| coin >> (63 - bit) & 1 == 0);
            range = if square >> bit & 1 == 1 { &range[split..] } else { &range[..split] };
        }
        sum
    }
}

/// The list with the coin on one square moved to another.
fn moved(squares: &[u64], index: usize, square: u64) -> List {
    let mut after = list::with(squares, index, square);
    after.sort_unstable();
    after
}

impl Game for Welter {
    type Component = List;

    fn options(
        &self,
        squares: &List,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, List>,
    ) -> Result<ControlFlow<()>, Failure> {
        for (index, &coin) in squares.iter().enumerate() {
            let mut taken = squares.iter().peekable();
            for square in 0..coin {
                pulse.beat()?;
                if taken.next_if_eq(&&square).is_none()
                    && list::visit_one(visit, moved(squares, index, square)).is_break()
                {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Notation for Welter {
    fn read(&self, text: &str) -> Result<Vec<List>, InputError> {
        Ok(vec![list::read_squares(text)?])
    }

    fn write(&self, components: &[List]) -> String {
        list::write(&components.concat())
    }

    fn describe(&self, before: &List, option: &[Part<List>]) -> String {
        let after = option.first().map_or(&[][..], |part| &part.component);
        let missing =
            |one: &[u64], other: &[u64]| one.iter().find(|s| other.binary_search(s).is_err()).copied();
        match (missing(before, after), missing(after, before)) {
            (Some(from), Some(to)) => format!("{from} -> {to}"),
            _ => String::new(),
        }
    }

    fn places(&self, before: &List, option: &[Part<List>]) -> Vec<Place> {
        list::moved_places(before, option.first().map_or(&[][..], |part| &part.component))
    }
}

impl Ranked for Welter {
    fn ranks(&self, start: &Sum<List>) -> Option<Box<dyn Ranks<List>>> {
        let squares = only(start)?;
        let below = squares.last().map_or(Some(0), |last| last.checked_add(1))?;
        Some(Box::new(Choices::new(below, squares.len() as u64)?))
    }
}

impl Theory for Welter {
    fn tier(&self, position: &[Part<List>]) -> Option<u64> {
        list::total(position)
    }

    fn rule(&self) -> String {
        "move a coin to a lower square that is free, over other coins if you like".to_owned()
    }

    fn ranked(&self) -> Option<&dyn Ranked<Component = List>> {
        Some(self)
    }

    fn known(&self, squares: &List, convention: Convention) -> Option<Known> {
        (convention == Convention::Normal)
            .then(|| Known { value: Value::Grundy(value(squares)), theorem: THEOREM })
    }

    fn reach(&self, squares: &List, convention: Convention, target: u64, wins: &mut dyn Wins<List>) -> bool {
        let (coins, now) = (Coins::new(squares), value(squares));
        for (index, &coin) in squares.iter().enumerate() {
            // What the square and its mates add up to, and what they must add up to instead.
            let wanted = coin ^ coins.mates(coin) ^ now ^ target;
            let square = coins.square(wanted, coin);
            if square < coin && squares.binary_search(&square).is_err() {
                wins.add(|| moved(squares, index, square));
            }
        }
        convention == Convention::Normal
    }

    fn extent(&self, squares: &List) -> u64 {
        list::smaller_squares(squares)
    }

    fn argue(&self, squares: &List) -> Vec<String> {
        const MAX_SHOWN: usize = 6;
        let sum = squares.iter().fold(0, |sum, square| sum ^ square);
        let mut lines = vec![format!("the nim-sum of the squares is {sum}")];
        if squares.len() > MAX_SHOWN {
            lines.push(format!(
                "and of (a|b) over all pairs of the {} coins {}",
                squares.len(),
                sum ^ value(squares)
            ));
        } else {
            lines.push(
                "(a|b) is 2^(v+1) - 1, where 2^v is the highest power of 2 that divides a - b:".to_owned(),
            );
            for (index, &a) in squares.iter().enumerate() {
                lines.extend(squares[index + 1..].iter().map(|&b| format!("  ({a}|{b}) = {}", mate(a, b))));
            }
        }
        lines.push(format!("the nim-sum of all of them is Welter's function: {}", value(squares)));
        lines
    }

    fn theory(&self) -> Vec<String> {
        vec![
            format!("value: {THEOREM}"),
            "each coin has exactly one square for a wanted value, and it is a move if the square is lower and free".to_owned(),
        ]
    }
}
