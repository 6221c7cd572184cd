//! Luogu.

use super::{Answers, Trouble};
use grundy::Convention;
use grundy::limits::Limits;
use grundy::text::scanner::Scanner;
use grundy::tuple::wythoff;

/// P2252: two heaps of Wythoff's game; 1 if the first player wins.
pub fn wythoff(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    let (a, b) = (input.number()?, input.number()?);
    answers.either(!wythoff::is_lost(a.into(), b.into(), Convention::Normal), ["1", "0"]);
    Ok(())
}
