//! The lecture on hashing and impartial games at UFPR, 2022.

use super::{Answers, PLAYERS, Trouble};
use grundy::engine::misere::tame::Tame;
use grundy::game::text::scanner::Scanner;
use grundy::{Limits, StopReason};
use polyhash::search::overlapping::Finder;
use polyhash::{PolyHash, cycle, lecture};

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
        answers.either(!sum.is_p_position(), PLAYERS);
    }
    Ok(())
}

/// Words until the end: their hashes with base 31 modulo 10^9 + 9.
pub fn hash(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    let function = PolyHash::lecture();
    while !input.is_at_end() {
        answers.line(&function.hash(input.word()?).to_string());
    }
    Ok(())
}

/// A text and a needle until the end: the text with each match in brackets, then their number.
pub fn rabin_karp(
    input: &mut Scanner<'_>,
    answers: &mut Answers,
    limits: &Limits<'_>,
) -> Result<(), Trouble> {
    while !input.is_at_end() {
        let (text, needle) = (input.word()?, input.word()?);
        let finder = Finder::new(needle);
        let count = finder.count(text);
        // Each match is a line as long as the text: few letters can ask for more than there is room.
        let bytes = count.saturating_mul(text.len() as u64 + 3);
        if bytes.saturating_add(answers.0.len() as u64) > limits.memory {
            return Err(StopReason::MemoryLimit.into());
        }
        for position in finder.positions(text) {
            let (before, rest) = text.split_at(position);
            for piece in [before, b"[", needle, b"]", &rest[needle.len()..], b"\n"] {
                answers.0.extend_from_slice(piece);
            }
        }
        answers.line(&count.to_string());
    }
    Ok(())
}

/// n and the successors of 1 to n until the end: the first element on the cycle that 1 leads to, and its length.
pub fn floyd(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    while !input.is_at_end() {
        let count = input.count()?;
        let successors = input.numbers(count)?;
        if successors.is_empty() {
            answers.line("0 (0)");
            continue;
        }
        let found = cycle::of_list(&successors, 1).map_err(|error| input.refuse(error.to_string()))?;
        answers.line(&format!("{} ({})", found.first, found.length));
    }
    Ok(())
}

/// Start values until the end: two texts with one hash from the walk that begins there.
pub fn floyd_hash(
    input: &mut Scanner<'_>,
    answers: &mut Answers,
    limits: &Limits<'_>,
) -> Result<(), Trouble> {
    while !input.is_at_end() {
        let start = input.number()?;
        let mut stop = None;
        let keep_going = |steps: u64| {
            // A look at the clock costs more than a step.
            if steps.is_multiple_of(1 << 12) {
                stop = (limits.poll)(steps);
            }
            stop.is_none()
        };
        let walk = lecture::walk_while(PolyHash::lecture(), start, keep_going);
        let walk = walk.map_err(|_| stop.unwrap_or(StopReason::TimeLimit))?;
        match walk.texts {
            Some((tail, cycle)) => {
                for text in [tail, cycle] {
                    answers.line(&format!("h({text})={}", walk.cycle.first));
                }
            }
            None => answers.line("failed"),
        }
    }
    Ok(())
}
