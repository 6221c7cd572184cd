//! Luogu.

use super::{Answers, Trouble};
use grundy::Convention;
use grundy::Limits;
use grundy::engine::tuple::wythoff;
use grundy::game::text::scanner::Scanner;

/// P2252: two heaps of Wythoff's game; 1 if the first player wins.
pub fn wythoff(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    let (a, b) = (input.number()?, input.number()?);
    answers.either(!wythoff::is_p_position(a.into(), b.into(), Convention::Normal), ["1", "0"]);
    Ok(())
}
