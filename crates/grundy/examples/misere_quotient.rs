//! The misère quotient of a game, and a sum answered through it.
//!
//! ```console
//! $ cargo run -p grundy --example misere_quotient
//! order 8, complete: true
//! a2=1, b3=b, bc=ab, c2=b2
//! 3 5 8: N (the misère quotient (heaps up to 8) has 8 elements, 2 of them in its P-portion (Plambeck and Siegel 2008))
//! ```
use grundy::engine::misere::heaps::{DEFAULT_LIMIT, DEFAULT_ORDER, Goal, find};
use grundy::engine::misere::presentation::Presentation;
use grundy::{Convention, Limits, NamedGame, Question, rule::Ruleset, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Ruleset::parse("0.75")?;
    let goal = Goal { limit: DEFAULT_LIMIT, exactly: false, max_order: DEFAULT_ORDER };
    let found = find(&rules, &goal, &Limits::default())?;
    println!("order {}, complete: {}", found.quotient.order(), found.is_complete());
    println!("{}", Presentation::of(&found.quotient).equations().join(", "));
    // The common door goes through the quotient by itself.
    let game = NamedGame::read("0.75")?;
    let question = Question { convention: Convention::Misere, ..Question::default() };
    let answer = solve(&game, game.parse("3 5 8")?, &question)?;
    println!("3 5 8: {} ({})", answer.outcome, answer.reason);
    Ok(())
}
