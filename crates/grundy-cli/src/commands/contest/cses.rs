//! The CSES problem set: t cases, `first` or `second` for each.

use super::leetcode::{ends, trouble};
use super::{Answers, PLAYERS, Trouble, values};
use grundy::Limits;
use grundy::engine::heap::closed_form::ClosedForm;
use grundy::game::text::scanner::Scanner;
use grundy::games::paths::staircase::{self, Floor};
use grundy::games::points::Unscored;

/// Combines the heaps of each case into one number; the first player wins unless it is 0.
fn cases(
    input: &mut Scanner<'_>,
    answers: &mut Answers,
    combine: impl Fn(u64, u64) -> u64,
) -> Result<(), Trouble> {
    for _ in 0..input.count()? {
        let count = input.count()?;
        let mut value = 0;
        input.each(count, |heap| value = combine(value, heap))?;
        answers.either(value != 0, PLAYERS);
    }
    Ok(())
}

/// Nim.
pub fn nim(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    cases(input, answers, |sum, heap| sum ^ heap)
}

/// Take 1, 2 or 3.
pub fn bounded_nim(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    let formula = ClosedForm::Bounded(3);
    cases(input, answers, |sum, heap| sum ^ formula.value(heap))
}

/// One token from each of any heaps: who finds all heaps even loses, since any move makes some odd and the reply restores them.
pub fn another(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    cases(input, answers, |odd, heap| odd | heap & 1)
}

/// Staircases whose first step is the floor.
pub fn stair(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    for _ in 0..input.count()? {
        let count = input.count()?;
        let steps = input.numbers(count)?;
        answers.either(staircase::nim_sum(&steps, Floor::First) != 0, PLAYERS);
    }
    Ok(())
}

/// Numbers are taken from either end: the points of the first player.
pub fn removal(input: &mut Scanner<'_>, answers: &mut Answers, limits: &Limits<'_>) -> Result<(), Trouble> {
    let count = input.count()?;
    let row = input.integers(count)?;
    let total: i128 = row.iter().map(|&number| i128::from(number)).sum();
    let points = (total + i128::from(ends(input, &row, limits)?)) / 2;
    let points = i64::try_from(points).map_err(|_| trouble(input, Unscored::Overflow))?;
    answers.line(&points.to_string());
    Ok(())
}

/// n k and the k numbers that may be taken: `W` or `L` for each heap from 1 to n.
pub fn sticks(input: &mut Scanner<'_>, answers: &mut Answers, limits: &Limits<'_>) -> Result<(), Trouble> {
    let (heaps, count) = (input.number()?, input.count()?);
    let set = input.numbers(count)?;
    let takes: Vec<String> = set.iter().filter(|&&take| take > 0).map(u64::to_string).collect();
    let values = values(&format!("take{{{}}}", takes.join(",")), &[heaps], limits)?;
    let line: String = (1..=heaps).map(|heap| if values.value(heap) == 0 { 'L' } else { 'W' }).collect();
    answers.line(&line);
    Ok(())
}

/// t heaps of Grundy's game, each a case of its own. That all large heaps are won is a conjecture, so their values are computed.
pub fn grundy(input: &mut Scanner<'_>, answers: &mut Answers, limits: &Limits<'_>) -> Result<(), Trouble> {
    let count = input.count()?;
    let heaps = input.numbers(count)?;
    let values = values("grundy", &heaps, limits)?;
    heaps.iter().for_each(|&heap| answers.either(values.value(heap) != 0, PLAYERS));
    Ok(())
}
