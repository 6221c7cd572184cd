//! LeetCode: arguments as the site prints them, one a line.

use super::{Answers, Trouble, nim_sum};
use grundy::Limits;
use grundy::game::text::scanner::Scanner;
use grundy::games::points::ends::Ends;
use grundy::games::points::{Unscored, stone_ii, stone_iii, stone_vi, stone_viii};
use std::cmp::Ordering;

/// Reads the row and scores it; points beyond 64 bits are the row's fault.
fn scored<T>(input: &mut Scanner<'_>, score: impl Fn(&[i64]) -> Result<T, Unscored>) -> Result<T, Trouble> {
    let row = input.list()?;
    score(&row).map_err(|unscored| trouble(input, unscored))
}

pub(super) fn trouble(input: &Scanner<'_>, unscored: Unscored) -> Trouble {
    match unscored {
        Unscored::Stopped(reason) => reason.into(),
        overflow => input.refuse(overflow.to_string()).into(),
    }
}

/// Rows touched at their ends, by their rule.
fn by_rule(rule: &str) -> Result<Ends, Trouble> {
    Ends::read(rule).map_err(|mistakes| Trouble::Refused(mistakes.into()))
}

/// Take from either end: the difference.
pub(super) fn ends(input: &Scanner<'_>, row: &[i64], limits: &Limits<'_>) -> Result<i64, Trouble> {
    let rule = by_rule("points ; [x, r...] -> [r...] scores x ; [r..., x] -> [r...] scores x")?;
    rule.difference(row, limits).map_err(|unscored| trouble(input, unscored))
}

/// 486: whether the first player gets at least as much.
pub fn predict(input: &mut Scanner<'_>, answers: &mut Answers, limits: &Limits<'_>) -> Result<(), Trouble> {
    let row = input.list()?;
    answers.either(ends(input, &row, limits)? >= 0, ["true", "false"]);
    Ok(())
}

/// 877: whether the first player gets more.
pub fn stone(input: &mut Scanner<'_>, answers: &mut Answers, limits: &Limits<'_>) -> Result<(), Trouble> {
    let row = input.list()?;
    answers.either(ends(input, &row, limits)? > 0, ["true", "false"]);
    Ok(())
}

/// 1140: the stones of the first player.
pub fn stone_ii(input: &mut Scanner<'_>, answers: &mut Answers, limits: &Limits<'_>) -> Result<(), Trouble> {
    let score = scored(input, |piles| stone_ii::score(piles, limits))?;
    answers.line(&score.first.to_string());
    Ok(())
}

/// 1406: who has more points.
pub fn stone_iii(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    let score = scored(input, stone_iii::score)?;
    answers.line(match score.difference().cmp(&0) {
        Ordering::Greater => "Alice",
        Ordering::Less => "Bob",
        Ordering::Equal => "Tie",
    });
    Ok(())
}

/// 1510: whether the first player wins when squares are taken.
pub fn stone_iv(input: &mut Scanner<'_>, answers: &mut Answers, limits: &Limits<'_>) -> Result<(), Trouble> {
    let heap = input.number()?;
    answers.either(nim_sum("squares", &[heap], limits)? != 0, ["true", "false"]);
    Ok(())
}

/// 1686: two rows, what each stone is worth to each player; the sign of the difference.
pub fn stone_vi(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    let first = input.list()?;
    let second = input.list()?;
    if first.len() != second.len() {
        let message = format!("the lists have {} and {} numbers", first.len(), second.len());
        return Err(input.refuse(message).into());
    }
    let stones: Vec<stone_vi::Stone> =
        first.into_iter().zip(second).map(|(mine, theirs)| stone_vi::Stone { mine, theirs }).collect();
    let score = stone_vi::score(&stones).map_err(|unscored| trouble(input, unscored))?;
    answers.line(&score.difference().signum().to_string());
    Ok(())
}

/// 1690: the difference.
pub fn stone_vii(input: &mut Scanner<'_>, answers: &mut Answers, limits: &Limits<'_>) -> Result<(), Trouble> {
    let rule = by_rule("points ; [x, r...] -> [r...] scores sum(r) ; [r..., x] -> [r...] scores sum(r)")?;
    let difference = scored(input, |row| rule.difference(row, limits))?;
    answers.line(&difference.to_string());
    Ok(())
}

/// 1872: the difference.
pub fn stone_viii(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    let score = scored(input, stone_viii::score)?;
    answers.line(&score.difference().to_string());
    Ok(())
}
