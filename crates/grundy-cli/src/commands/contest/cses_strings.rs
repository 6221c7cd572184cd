//! The CSES problem set: texts of lowercase letters.

use super::{Answers, Trouble};
use grundy::Limits;
use grundy::game::text::scanner::Scanner;
use polyhash::text::border::periods;
use polyhash::text::distinct;
use polyhash::text::manacher::Radii;
use polyhash::text::rotation::least_rotation;
use polyhash::{Finder, Letters, Modulus, MutableText, PolyHash, random};

/// 1753: a text and a pattern; how often it occurs.
pub fn matching(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    let (text, pattern) = (input.word()?, input.word()?);
    answers.line(&Finder::new(pattern).count(text).to_string());
    Ok(())
}

/// 2105: how many different substrings a text has.
pub fn distinct(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    answers.line(&distinct::substrings(input.word()?)?.to_string());
    Ok(())
}

/// 1733: all periods.
pub fn all_periods(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    answers.numbers(periods(input.word()?)?.into_iter().map(|period| period as u64));
    Ok(())
}

/// 1110: the least rotation.
pub fn rotation(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    let text = input.word()?;
    let (end, start) = text.split_at(least_rotation(text));
    answers.bytes(&[start, end, b"\n"]);
    Ok(())
}

/// 1111: the first of the longest palindromes.
pub fn longest_palindrome(
    input: &mut Scanner<'_>,
    answers: &mut Answers,
    _: &Limits<'_>,
) -> Result<(), Trouble> {
    let text = input.word()?;
    answers.bytes(&[&text[Radii::new(text)?.longest()], b"\n"]);
    Ok(())
}

/// 2420: n and m, a text of n letters, and m lines: `1 k x` puts the letter x at place k, `2 a b` asks for a palindrome from a to b.
/// Answers go by a hash with a secret base modulo 2^61 - 1: each is wrong with probability (n - 1)/(2^61 - 1) at most.
pub fn palindrome_queries(
    input: &mut Scanner<'_>,
    answers: &mut Answers,
    _: &Limits<'_>,
) -> Result<(), Trouble> {
    let (length, count) = (input.count()?, input.count()?);
    let text = if length == 0 { b"" } else { input.word()? };
    if text.len() != length {
        return Err(input.refuse(format!("the text has {} letters, not {length}", text.len())).into());
    }
    let modulus = Modulus::MERSENNE_61;
    let function = PolyHash::new(random::base(modulus)?, modulus, Letters::Bytes);
    let mut text = MutableText::new(function, text);
    for _ in 0..count {
        match input.number()? {
            1 => {
                let place = place(input, length)?;
                let &[letter] = input.word()? else {
                    return Err(input.refuse("one letter is needed").into());
                };
                text.set(place, letter)?;
            }
            2 => {
                let (first, last) = (place(input, length)?, place(input, length)?);
                if first > last {
                    return Err(input.refuse("the end comes before the start").into());
                }
                answers.either(text.is_palindrome(first..last + 1)?, ["YES", "NO"]);
            }
            other => return Err(input.refuse(format!("1 or 2 is needed, not {other}")).into()),
        }
    }
    Ok(())
}

/// A place from 1 to the length, counted from 0.
fn place(input: &mut Scanner<'_>, length: usize) -> Result<usize, Trouble> {
    let place = input.count()?;
    if place == 0 || place > length {
        return Err(input.refuse(format!("a place is from 1 to {length}, not {place}")).into());
    }
    Ok(place - 1)
}
