//! AcWing: n and heaps; `Yes` if the first player wins.

use super::{Answers, Trouble, nim_sum};
use grundy::Limits;
use grundy::game::text::scanner::Scanner;
use grundy::games::paths::staircase::{self, Floor};

const WORDS: [&str; 2] = ["Yes", "No"];

/// Nim.
pub fn nim(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    let count = input.count()?;
    let mut sum = 0;
    input.each(count, |heap| sum ^= heap)?;
    answers.either(sum != 0, WORDS);
    Ok(())
}

/// A staircase whose floor is below the first step.
pub fn stair(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    let count = input.count()?;
    let steps = input.numbers(count)?;
    answers.either(staircase::nim_sum(&steps, Floor::Below) != 0, WORDS);
    Ok(())
}

/// k and a set of numbers that may be taken, then n and heaps; a 0 in the set is no move.
pub fn set_nim(input: &mut Scanner<'_>, answers: &mut Answers, limits: &Limits<'_>) -> Result<(), Trouble> {
    let count = input.count()?;
    let set = input.numbers(count)?;
    let takes: Vec<String> = set.iter().filter(|&&take| take > 0).map(u64::to_string).collect();
    let count = input.count()?;
    let heaps = input.numbers(count)?;
    answers.either(nim_sum(&format!("take{{{}}}", takes.join(",")), &heaps, limits)? != 0, WORDS);
    Ok(())
}

/// Two smaller heaps for one.
pub fn split_nim(input: &mut Scanner<'_>, answers: &mut Answers, limits: &Limits<'_>) -> Result<(), Trouble> {
    let count = input.count()?;
    let heaps = input.numbers(count)?;
    answers.either(nim_sum("split-nim", &heaps, limits)? != 0, WORDS);
    Ok(())
}
