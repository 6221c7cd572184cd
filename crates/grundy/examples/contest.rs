//! A contest answer: t games of Grundy's game, heaps to 10^6, `first` or `second` for each.
//!
//! ```console
//! $ printf '3\n6\n7\n8\n' | cargo run -p grundy --example contest
//! first
//! second
//! first
//! ```
use grundy::engine::heap::sequence;
use grundy::game::text::scanner::Scanner;
use grundy::{Limits, rule::Ruleset};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let input = std::io::read_to_string(std::io::stdin())?;
    let mut input = Scanner::new(input.as_bytes());
    let count = input.number()?;
    let heaps = (0..count).map(|_| input.number()).collect::<Result<Vec<u64>, _>>()?;
    let rules = Ruleset::parse("n -> a, b where a + b = n, 0 < a < b")?;
    // One table to the largest heap serves all games.
    let values = sequence(&rules, heaps.iter().copied().max().unwrap_or(0), &Limits::default())?;
    for heap in heaps {
        println!("{}", if values.value(heap) == 0 { "second" } else { "first" });
    }
    Ok(())
}
