//! A table of any game over two numbers, and its P-positions.
//!
//! ```console
//! $ cargo run -p grundy --example table "(a, b) -> (a-k, b) where k > 0 ; (a, b) -> (a, b-k) where k > 0"
//! ```
use grundy::ask::family::{FamilyEntry, What};
use grundy::ask::table::{TableGrid, VARIABLES, table};
use grundy::rule::template::Template;
use grundy::{NamedGame, Question};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let game = NamedGame::read(&words.next().unwrap_or("wythoff".to_owned()))?;
    let template = Template::parse(&words.next().unwrap_or("{a},{b}".to_owned()), &VARIABLES)?;
    let grid = TableGrid { template: &template, a: 0..=9, b: Some(0..=15) };
    let found = table(&game, &grid, What::Value, &Question::default())?;
    for (a, row) in found.rows() {
        let shown = |entry: &FamilyEntry| entry.number().map_or("-".to_owned(), |value| value.to_string());
        let values: Vec<String> = row.iter().map(|entry| format!("{:>3}", shown(entry))).collect();
        println!("{a:>3} |{}", values.concat());
    }
    println!("lost for the player to move: {:?}", found.lost());
    Ok(())
}
