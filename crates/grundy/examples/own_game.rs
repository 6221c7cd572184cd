//! A game of your own: subtract one of its digits from a number.
//!
//! ```console
//! $ cargo run -p grundy --example own_game 27 58 300
//! N, value Some(3)
//! 27 -> 25
//! 58 -> 53
//! ```
use grundy::game::own::Own;
use grundy::{NamedGame, Question, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let digits = |n: &u64| {
        let digits = n.to_string().into_bytes().into_iter().map(|digit| u64::from(digit - b'0'));
        digits.filter(|digit| *digit > 0).map(|digit| n - digit).collect()
    };
    let game = NamedGame::native("digits", Own::new(digits).read(|text| text.parse().ok()));
    let text = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    let answer = solve(&game, game.parse(&text)?, &Question::default())?;
    println!("{}, value {:?}", answer.outcome, answer.grundy);
    answer.winning_moves.iter().for_each(|found| println!("{}", found.text));
    Ok(())
}
