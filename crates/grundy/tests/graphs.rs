//! `testdata/graphs.toml`: every vertex of many graphs, and positions of the games that are played on graphs, against
//! exhaustive search in another language.

use grundy::Limits;
use grundy::engine::graph::analysis::Analysis;
use grundy::engine::graph::read::read;
use grundy::value::Outcome;
use grundy::{Convention, NamedGame, Question, solve};
use serde::Deserialize;
use std::path::Path;

#[derive(Debug, Deserialize)]
struct Corpus {
    case: Vec<Case>,
    graph: Vec<Graph>,
}

#[derive(Debug, Deserialize)]
struct Case {
    game: String,
    position: String,
    grundy: Option<u64>,
    outcome: Option<String>,
    misere: Option<String>,
    /// Only for positions whose vertices have names: others have moves that are the same up to symmetry.
    winning_moves: Option<u64>,
}

#[derive(Debug, Deserialize)]
struct Graph {
    text: String,
    vertices: Vec<[String; 6]>,
}

fn corpus() -> Corpus {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/graphs.toml");
    toml::from_str(&std::fs::read_to_string(path).expect("the corpus")).expect("TOML")
}

#[test]
fn every_vertex() {
    let limits = Limits::default();
    let all = corpus().graph;
    assert!(all.len() > 100);
    for Graph { text, vertices } in all {
        // A word that is in no edge is a vertex if it stands before the edges.
        let (mut lines, edges): (Vec<&str>, Vec<&str>) =
            text.split('/').partition(|line| !line.contains(' '));
        lines.extend(edges);
        let graph = read(&mut lines.join("\n").as_bytes(), &limits).expect("a graph");
        assert_eq!(graph.graph().vertices(), vertices.len(), "{text}");
        let [normal, misere] = [Convention::Normal, Convention::Misere]
            .map(|convention| Analysis::new(graph.graph(), convention, &limits).expect("small"));
        for [name, outcome, level, value, misere_outcome, misere_level] in &vertices {
            let vertex = graph.vertex(name).expect("a vertex");
            let found = |analysis: &Analysis<'_>| {
                let level = analysis.outcomes().remoteness(vertex).map_or(-1, i64::from);
                (analysis.outcome(vertex).to_string(), level.to_string())
            };
            assert_eq!(found(&normal), (outcome.clone(), level.clone()), "{name} in {text}");
            assert_eq!(found(&misere), (misere_outcome.clone(), misere_level.clone()), "{name} in {text}");
            assert_eq!(&normal.value(vertex).expect("normal play").to_string(), value, "{name} in {text}");
        }
    }
}

#[test]
fn games_on_graphs() {
    let all = corpus().case;
    assert!(all.len() > 250);
    for Case { game, position, grundy, outcome, misere, winning_moves } in all {
        let named = NamedGame::read(&game).expect("a game");
        if game == "hackenbush"
            && !position.split([' ', '-']).any(|vertex| vertex == "0")
            && !position.is_empty()
        {
            assert!(named.parse(&position).is_err(), "{position}: nothing hangs on the ground");
            continue;
        }
        let convention = if misere.is_some() { Convention::Misere } else { Convention::Normal };
        let question = Question { convention, ..Question::default() };
        let ask = |text: &str| {
            let parsed = named.parse(text).unwrap_or_else(|error| panic!("{game} {text}: {error}"));
            solve(&named, parsed, &question).unwrap_or_else(|error| panic!("{game} {text}: {error}"))
        };
        let solved = ask(&position);
        let context = format!("{game} {position}, {convention}");
        assert_eq!(Some(solved.outcome.to_string()), outcome.or(misere), "{context}");
        assert_eq!(solved.grundy, grundy, "{context}");
        if winning_moves.is_some() {
            assert_eq!(solved.winning_moves_total, winning_moves, "{context}");
        }
        for found in &solved.winning_moves {
            assert_eq!(ask(&found.result).outcome, Outcome::P, "{context}: {}", found.text);
        }
    }
}
