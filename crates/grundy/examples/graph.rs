//! A token on a graph with cycles: who wins, in how many moves, with what loopy value.
//!
//! ```console
//! $ cargo run -p grundy --example graph
//! a: N in 1, value 1
//! b: P in 0, value 0
//! c: D, value ∞{}
//! d: D, value ∞{1}
//! ```
use grundy::engine::graph::analysis::Analysis;
use grundy::engine::graph::read::read;
use grundy::{Convention, Limits};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = "a b\nc d\nd c\nd a\n";
    let limits = Limits::default();
    let labelled = read(&mut text.as_bytes(), &limits)?;
    let graph = labelled.graph();
    let analysis = Analysis::new(graph, Convention::Normal, &limits)?;
    for vertex in 0..graph.vertices() as u32 {
        let remoteness = analysis.outcomes().remoteness(vertex).map_or(String::new(), |n| format!(" in {n}"));
        let value = analysis.value(vertex).map_or("none".to_owned(), |value| value.to_string());
        println!("{}: {}{remoteness}, value {value}", labelled.label(vertex), analysis.outcome(vertex));
    }
    Ok(())
}
