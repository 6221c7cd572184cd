//! The lecture on hashing and impartial games at UFPR, 2022.

use super::{Answers, PLAYERS, Trouble};
use grundy::limits::Limits;
use grundy::misere::tame::Tame;
use grundy::text::scanner::Scanner;

/// `n a1 .. an` until the end: how many tokens to take from which heap, the first that holds the top bit of the nim-sum.
pub fn nim(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    while !input.is_at_end() {
        let count = input.count()?;
        let heaps = input.numbers(count)?;
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        // A heap becomes smaller by the nim-sum exactly when it holds its top bit.
        let found = heaps.iter().enumerate().find(|&(_, &heap)| heap ^ sum < heap);
        match found {
            Some((index, heap)) => answers.line(&format!("{} {}", heap - (heap ^ sum), index + 1)),
            None => answers.line("-1"),
        }
    }
    Ok(())
}

/// t, then n and heaps: who wins when the last move loses.
pub fn misere(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    for _ in 0..input.count()? {
        let count = input.count()?;
        let mut sum = Tame::ZERO;
        input.each(count, |heap| sum = sum.plus(Tame::nim_heap(heap)))?;
        answers.either(!sum.is_lost(), PLAYERS);
    }
    Ok(())
}
