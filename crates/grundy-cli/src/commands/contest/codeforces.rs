//! Codeforces.

use super::{Answers, Trouble};
use grundy::Limits;
use grundy::engine::heap::closed_form::ClosedForm;
use grundy::game::text::scanner::Scanner;
use grundy::games::board::palindromes;
use grundy::games::paths::trie::LotOfGames;

const WORDS: [&str; 2] = ["First", "Second"];

/// 455B: n k, then n words.
pub fn lot_of_games(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    let (count, rounds) = (input.count()?, input.number()?);
    let mut words = input.room(count);
    for _ in 0..count {
        words.push(input.word()?);
    }
    answers.either(LotOfGames::new(&words).first_wins(rounds), WORDS);
    Ok(())
}

/// 603C: n k, then heaps.
pub fn legendre(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    let (count, halves) = (input.count()?, input.number()?);
    let formula = if halves % 2 == 1 { ClosedForm::LegendreOdd } else { ClosedForm::LegendreEven };
    let mut sum = 0;
    input.each(count, |heap| sum ^= formula.value(heap))?;
    answers.either(sum != 0, ["Kevin", "Nicky"]);
    Ok(())
}

/// 305E: a word; who wins, and the smallest place to split at, from 1.
pub fn palindromes(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    let word = input.line()?;
    let winning = palindromes::smallest_winning(word.trim_ascii());
    answers.either(winning.is_some(), WORDS);
    if let Some(place) = winning {
        answers.line(&(place + 1).to_string());
    }
    Ok(())
}
