//! A game of your own: subtract one of its digits from a number.
//!
//! ```console
//! $ cargo run -p grundy --example own_game 27 58 300
//! ```
use grundy::game::theory::{Notation, Theory};
use grundy::game::{Game, Part, Visit};
use grundy::{Failure, InputError, NamedGame, Pulse, Question, solve};
use std::ops::ControlFlow;

#[derive(Debug)]
struct Digits;

impl Game for Digits {
    type Component = u64;

    fn options(
        &self,
        number: &u64,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, u64>,
    ) -> Result<ControlFlow<()>, Failure> {
        let digits = number.to_string().into_bytes();
        for digit in digits.iter().map(|digit| u64::from(digit - b'0')).filter(|digit| *digit > 0) {
            pulse.beat()?;
            if visit(&[Part { component: number - digit, copies: 1 }]).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Notation for Digits {
    fn read(&self, text: &str) -> Result<Vec<u64>, InputError> {
        grundy::game::position::parse_heaps(text)
    }

    fn write(&self, numbers: &[u64]) -> String {
        numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
    }
}

impl Theory for Digits {
    fn rule(&self) -> String {
        "subtract one of its digits from a number".to_owned()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    let game = NamedGame::native("digits", Digits);
    let answer = solve(&game, game.parse(&text)?, &Question::default())?;
    println!("{}, value {:?}", answer.outcome, answer.grundy);
    answer.winning_moves.iter().for_each(|found| println!("{}", found.text));
    Ok(())
}
