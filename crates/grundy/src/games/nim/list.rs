//! Lists of numbers as positions: reading, writing, and the words for a move.

use crate::base::error::InputError;
use crate::game::notation::Place;
use crate::game::position::parse_heaps;
use crate::game::{Part, Visit};
use std::fmt::Write;
use std::ops::ControlFlow;

/// A list of numbers.
pub type List = Vec<u64>;

/// Reads numbers separated by blanks.
///
/// # Errors
/// The first word that is no number.
pub fn read(text: &str) -> Result<List, InputError> {
    parse_heaps(text)
}

/// The sum of all numbers of a position.
pub fn total(position: &[Part<List>]) -> Option<u64> {
    let sum = |list: &List| list.iter().try_fold(0u64, |sum, &number| sum.checked_add(number));
    position
        .iter()
        .try_fold(0u64, |total, part| total.checked_add(sum(&part.component)?.checked_mul(part.copies)?))
}

/// Reads coins on squares, in any order, no two on one square; they are put in increasing order.
///
/// # Errors
/// The first word that is no number, or the first coin on a square that is taken.
pub fn read_squares(text: &str) -> Result<List, InputError> {
    let squares = read(text)?;
    let mut sorted: Vec<(u64, usize)> = squares.iter().copied().zip(0..).collect();
    sorted.sort_unstable();
    let repeated =
        sorted.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1]).min_by_key(|p| p.1);
    match repeated {
        None => Ok(sorted.into_iter().map(|(square, _)| square).collect()),
        Some((square, index)) => Err(offence(
            text,
            index,
            format!("there is a coin on square {square} already"),
            "a square holds one coin: `1 3 8`",
        )),
    }
}

/// What is wrong with the word at an index of a text.
pub fn offence(text: &str, index: usize, message: String, hint: &str) -> InputError {
    let word = text.split_whitespace().nth(index).unwrap_or_default();
    // Words are pieces of the text, so the distance of their addresses is their place.
    let byte = (word.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    InputError::at(text, byte.min(text.len()), message, hint)
}

/// Writes numbers separated by blanks.
pub fn write(list: &[u64]) -> String {
    let mut text = String::with_capacity(4 * list.len());
    for (index, number) in list.iter().enumerate() {
        let _ = write!(text, "{}{number}", if index > 0 { " " } else { "" });
    }
    text
}

/// The places in which two lists differ: `5 -> 2`, several separated by commas.
pub fn changes(before: &[u64], after: &[u64]) -> String {
    let changed = before.iter().zip(after).filter(|(old, new)| old != new);
    let words: Vec<String> = changed.map(|(old, new)| format!("{old} -> {new}")).collect();
    words.join(", ")
}

/// The places in which two lists differ.
pub fn changed_places(before: &[u64], after: &[u64]) -> Vec<Place> {
    let pairs = before.iter().zip(after).zip(0..);
    pairs.filter(|((old, new), _)| old != new).map(|(_, index)| Place::Index(index)).collect()
}

/// The squares that a coin leaves and comes to, where both lists of squares are in order.
pub fn moved_places(before: &[u64], after: &[u64]) -> Vec<Place> {
    let missing = |one: &[u64], other: &[u64]| one.iter().find(|s| other.binary_search(s).is_err()).copied();
    missing(before, after).into_iter().chain(missing(after, before)).map(Place::Index).collect()
}

/// The heaps that are not empty, in increasing order: what counts where neither empty heaps nor the order do.
pub fn sorted(heaps: &[u64]) -> List {
    let mut sorted: List = heaps.iter().copied().filter(|&heap| heap > 0).collect();
    sorted.sort_unstable();
    sorted
}

/// The list with one number replaced.
pub fn with(list: &[u64], index: usize, number: u64) -> List {
    let mut changed = list.to_vec();
    changed[index] = number;
    changed
}

/// The next choice of `choice.len()` out of `count` in lexicographic order: the last index that can moves up.
pub fn next_choice(choice: &mut [usize], count: usize) -> bool {
    let size = choice.len();
    let Some(last) = (0..size).rev().find(|&i| choice[i] < count - size + i) else { return false };
    choice[last] += 1;
    (last + 1..size).for_each(|i| choice[i] = choice[i - 1] + 1);
    true
}

/// How many multisets of heaps can be reached by taking tokens, at least: the lists divided by their orders, or one for
/// each number of tokens left.
pub fn smaller_multisets(heaps: &[u64]) -> u64 {
    let tokens = heaps.iter().fold(0u64, |sum, &heap| sum.saturating_add(heap));
    let mut bound = 1.0f64;
    for (index, &heap) in heaps.iter().filter(|&&heap| heap > 0).enumerate() {
        bound *= (heap as f64 + 1.0) / (index as f64 + 1.0);
    }
    // A cast of what is too large gives the largest number.
    tokens.max(bound as u64)
}

/// How many sets of squares can be reached by moving coins down, at least; the coins are given in increasing order.
pub fn smaller_squares(squares: &[u64]) -> u64 {
    let falls: Vec<u64> =
        squares.iter().zip(0..).map(|(square, place): (&u64, u64)| square - place).collect();
    smaller_multisets(&falls)
}

/// Visits an option that is a single list.
pub fn visit_one(visit: &mut Visit<'_, List>, option: List) -> ControlFlow<()> {
    visit(&[Part { component: option, copies: 1 }])
}

/// The notation of a game whose positions are one list: how it is read is all that differs.
macro_rules! list_notation {
    ($game:ty, $read:expr) => {
        list_notation!($game, $read, |_, before, after| $crate::games::nim::list::changed_places(
            before, after
        ));
    };
    ($game:ty, $read:expr, $places:expr) => {
        impl crate::game::theory::Notation for $game {
            fn read(&self, text: &str) -> Result<Vec<List>, crate::base::error::InputError> {
                let read: fn(&$game, &str) -> Result<List, crate::base::error::InputError> = $read;
                Ok(vec![read(self, text)?])
            }

            fn write(&self, components: &[List]) -> String {
                $crate::games::nim::list::write(components.first().map_or(&[][..], Vec::as_slice))
            }

            fn describe(&self, before: &List, option: &[crate::game::Part<List>]) -> String {
                $crate::games::nim::list::changes(
                    before,
                    option.first().map_or(&[][..], |part| &part.component),
                )
            }

            fn places(
                &self,
                before: &List,
                option: &[crate::game::Part<List>],
            ) -> Vec<crate::game::notation::Place> {
                let places: fn(&$game, &[u64], &[u64]) -> Vec<crate::game::notation::Place> = $places;
                places(self, before, option.first().map_or(&[][..], |part| &part.component))
            }
        }
    };
}
pub(crate) use list_notation;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_repeated_square_is_named() {
        assert_eq!(read_squares(" 8 1 3"), Ok(vec![1, 3, 8]));
        let error = read_squares("1 10  4 4 10").expect_err("two squares are taken twice");
        assert_eq!((error.message.as_str(), error.column), ("there is a coin on square 4 already", 9));
    }
}
