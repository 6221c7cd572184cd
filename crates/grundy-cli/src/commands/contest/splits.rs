//! n and heaps; who wins when a heap may be split in a special way.

use super::{Answers, PLAYERS, Trouble};
use grundy::engine::heap::closed_form::ClosedForm;
use grundy::engine::heap::divisors::Divisors;
use grundy::game::text::scanner::Scanner;
use grundy::{Limits, Pulse};

/// Take one, or split into two or more equal heaps.
pub fn equal(input: &mut Scanner<'_>, answers: &mut Answers, limits: &Limits<'_>) -> Result<(), Trouble> {
    let count = input.count()?;
    let heaps = input.numbers(count)?;
    let mut values = Divisors::for_heaps(&heaps);
    let mut pulse = Pulse::new(limits);
    let mut sum = 0;
    for heap in heaps {
        sum ^= values.value(heap, &mut pulse)?;
    }
    answers.either(sum != 0, PLAYERS);
    Ok(())
}

/// Take one, or split 1 + 2 + ... + k into 1, 2, ..., k.
pub fn triangular(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    let count = input.count()?;
    let mut sum = 0;
    input.each(count, |heap| sum ^= ClosedForm::TriangularSplit.value(heap))?;
    answers.either(sum != 0, PLAYERS);
    Ok(())
}
