//! AtCoder: n, then n numbers.

use super::leetcode::ends;
use super::{Answers, Trouble};
use grundy::Limits;
use grundy::game::text::scanner::Scanner;

/// Educational DP Contest L: numbers are taken from either end; the difference.
pub fn deque(input: &mut Scanner<'_>, answers: &mut Answers, limits: &Limits<'_>) -> Result<(), Trouble> {
    let count = input.count()?;
    let row = input.integers(count)?;
    answers.line(&ends(input, &row, limits)?.to_string());
    Ok(())
}
