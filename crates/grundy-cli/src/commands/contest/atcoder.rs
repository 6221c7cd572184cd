//! AtCoder: heaps and trees; the names of the players are each problem's own.

use super::leetcode::ends;
use super::{Answers, Trouble};
use grundy::Limits;
use grundy::game::text::scanner::Scanner;
use grundy::games::nim::forbidden::ForbiddenTakings;
use grundy::games::nim::{fraction, interval};
use grundy::games::paths::green_tree;
use grundy::value::factor::factors;

/// ABC 255 G: n m, heaps, and m pairs x y: y may not be taken from a heap of x.
pub fn forbidden(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    let (count, pairs) = (input.count()?, input.count()?);
    let heaps = input.numbers(count)?;
    let mut takings = input.room(pairs);
    for _ in 0..pairs {
        takings.push((input.number()?, input.number()?));
    }
    let game = ForbiddenTakings::new(takings);
    let sum = heaps.iter().fold(0, |sum, &heap| sum ^ game.value(heap));
    answers.either(sum != 0, ["Takahashi", "Aoki"]);
    Ok(())
}

/// ABC 297 G: n l r, then heaps; l to r tokens are taken.
pub fn interval(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    let count = input.count()?;
    let (least, most) = (input.number()?, input.number()?);
    let mut sum = 0;
    input.each(count, |heap| sum ^= interval::value(heap, least, most))?;
    answers.either(sum != 0, ["First", "Second"]);
    Ok(())
}

/// ABC 368 F: n, then numbers; a number becomes a proper divisor of it, so that it is a heap of its prime factors.
pub fn divisors(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    let count = input.count()?;
    let mut sum = 0;
    input.each(count, |number| {
        sum ^= factors(number).iter().map(|&(_, exponent)| exponent).sum::<u32>();
    })?;
    answers.either(sum != 0, ["Anna", "Bruno"]);
    Ok(())
}

/// ARC 091 F: n, then lines a k: at most the part 1/k of a heap is taken.
pub fn fraction(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    let mut sum = 0;
    for _ in 0..input.count()? {
        sum ^= fraction::value(input.number()?, input.number()?);
    }
    answers.either(sum != 0, ["Takahashi", "Aoki"]);
    Ok(())
}

/// AGC 017 D: n, then the edges of a tree on the vertices 1 to n; 1 is the root.
pub fn tree(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    let count = input.count()?;
    let mut edges = input.room(count);
    for _ in 1..count {
        edges.push((vertex(input, count)?, vertex(input, count)?));
    }
    // A count of 0 is legal everywhere: no tree, no move.
    let value = match count {
        0 => 0,
        _ => green_tree::value(count, &edges).map_err(|error| input.refuse(error.to_string()))?,
    };
    answers.either(value != 0, ["Alice", "Bob"]);
    Ok(())
}

/// A vertex from 1 to the count, counted from 0.
fn vertex(input: &mut Scanner<'_>, count: usize) -> Result<u32, Trouble> {
    let number = input.number()?;
    let vertex = number
        .checked_sub(1)
        .filter(|_| number <= count as u64)
        .and_then(|vertex| u32::try_from(vertex).ok());
    vertex.ok_or_else(|| input.refuse(format!("a vertex is a number from 1 to {count}")).into())
}

/// Educational DP Contest L: numbers are taken from either end; the difference.
pub fn deque(input: &mut Scanner<'_>, answers: &mut Answers, limits: &Limits<'_>) -> Result<(), Trouble> {
    let count = input.count()?;
    let row = input.integers(count)?;
    answers.line(&ends(input, &row, limits)?.to_string());
    Ok(())
}
