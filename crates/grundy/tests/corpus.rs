//! Runs the shared corpus `testdata/*.toml` through `solve` and through every engine that can serve a case; what an
//! engine cannot serve is counted and printed.

use grundy::Limits;
use grundy::engine::heap::{by_engine, sequence};
use grundy::game::engine::Engine;
use grundy::game::position::Position;
use grundy::game::reference;
use grundy::rule::play::{Heaps, Tuples};
use grundy::value::{LoopyValue, Outcome};
use grundy::{Convention, Error, NamedGame, Question, solve};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

#[derive(Debug, Default, Deserialize)]
struct Corpus {
    #[serde(default)]
    case: Vec<Case>,
    #[serde(default)]
    points: Vec<Points>,
    #[serde(default)]
    sequence: Vec<Values>,
    #[serde(default)]
    malformed: Vec<Malformed>,
}

#[derive(Debug, Deserialize)]
struct Case {
    game: String,
    position: String,
    grundy: Option<u64>,
    /// The nimbers among the options, where play may go on for ever.
    infinity: Option<Vec<u64>>,
    /// Moves to the end, under `loopy`.
    remoteness: Option<u32>,
    outcome: Option<String>,
    misere: Option<String>,
    winning_moves: u64,
    /// The whole position after every winning move, in order.
    results: Option<Vec<String>>,
    source: String,
}

/// A game for points: the best difference, and what the moves leave that keep it without losing.
#[derive(Debug, Deserialize)]
struct Points {
    game: String,
    position: String,
    outcome: String,
    difference: i64,
    results: Vec<String>,
    source: String,
}

#[derive(Debug, Deserialize)]
struct Values {
    game: String,
    values: Vec<u64>,
    source: String,
}

#[derive(Debug, Deserialize)]
struct Malformed {
    game: String,
    position: String,
    about: String,
}

fn corpus(file: &str) -> Corpus {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let corpus: Corpus = toml::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
    assert!(corpus.case.len() + corpus.sequence.len() + corpus.malformed.len() > 0, "{file} is empty");
    corpus
}

fn read(game: &str) -> NamedGame {
    NamedGame::read(game).unwrap_or_else(|error| panic!("{game}: {error}"))
}

fn check_case(case: &Case) {
    let Case { game, position, source, .. } = case;
    let named = read(game);
    let parsed = named.parse(position).unwrap_or_else(|error| panic!("{game} {position}: {error}"));
    let convention = if case.misere.is_some() { Convention::Misere } else { Convention::Normal };
    let question = Question { convention, ..Question::default() };
    let solved =
        solve(&named, parsed, &question).unwrap_or_else(|error| panic!("{game} {position}: {error}"));
    let expected = case.misere.as_ref().or(case.outcome.as_ref()).expect("a case has an outcome");
    assert_eq!(&solved.outcome.to_string(), expected, "outcome of {game} {position} ({source})");
    assert_eq!(solved.grundy, case.grundy, "value of {game} {position} ({source})");
    let loopy = solved.loopy.as_ref();
    let infinity = case.infinity.clone().map(LoopyValue::infinity);
    let found = solved.value().filter(|value| value.finite().is_none());
    assert_eq!(found, infinity, "loopy value of {game} {position} ({source})");
    let remoteness = loopy.and_then(|loopy| loopy.remoteness);
    assert_eq!(remoteness, case.remoteness, "remoteness of {game} {position} ({source})");
    assert_eq!(
        solved.winning_moves_total,
        Some(case.winning_moves),
        "winning moves of {game} {position} ({source})"
    );
    assert_eq!(
        solved.winning_moves.len() as u64,
        case.winning_moves.min(1000),
        "listed moves of {game} {position}"
    );
    if let Some(results) = &case.results {
        let mut found: Vec<&String> = solved.winning_moves.iter().map(|found| &found.result).collect();
        found.sort();
        assert_eq!(found, results.iter().collect::<Vec<_>>(), "{game} {position} ({source})");
    }
    for found in &solved.winning_moves {
        let result =
            named.parse(&found.result).unwrap_or_else(|error| panic!("{game}: {}: {error}", found.result));
        let after = solve(&named, result, &question)
            .unwrap_or_else(|error| panic!("{game} {}: {error}", found.result));
        assert_eq!(
            after.outcome.to_string(),
            "P",
            "{game} {position}: {} leaves {}",
            found.text,
            found.result
        );
    }
}

#[test]
fn heaps() {
    corpus("heaps.toml").case.iter().for_each(check_case);
}

#[test]
fn codes() {
    corpus("codes.toml").case.iter().for_each(check_case);
}

#[test]
fn moves_across_heaps_measures_and_loops() {
    corpus("across.toml").case.iter().for_each(check_case);
}

#[test]
fn tuples() {
    corpus("tuples.toml").case.iter().for_each(check_case);
}

/// Results of large positions are often too long to list, so only those that are listed are looked at.
#[test]
fn far_positions_of_games_with_theorems() {
    for case in corpus("far.toml").case {
        let Case { game, position, source, .. } = &case;
        let named = read(game);
        let ask = |text: &str| {
            let parsed = named.parse(text).unwrap_or_else(|error| panic!("{game} {text}: {error}"));
            solve(&named, parsed, &Question::default())
                .unwrap_or_else(|error| panic!("{game} {text}: {error}"))
        };
        let solved = ask(position);
        // The corpus may know less than the engine, but nothing else.
        let grundy = solved.grundy.filter(|_| case.grundy.is_some());
        assert!(
            solved.grundy.is_none_or(|value| (value == 0) == (solved.outcome == Outcome::P)),
            "{game} {position}"
        );
        let found = (grundy, Some(solved.outcome.to_string()), solved.winning_moves_total);
        let expected = (case.grundy, case.outcome.clone(), Some(case.winning_moves));
        assert_eq!(found, expected, "{game} {position} ({source})");
        for found in &solved.winning_moves {
            assert_eq!(ask(&found.result).outcome.to_string(), "P", "{game} {position}: {}", found.text);
        }
    }
}

#[test]
fn native() {
    corpus("typed.toml").case.iter().for_each(check_case);
}

#[test]
fn boards() {
    corpus("boards.toml").case.iter().for_each(check_case);
}

#[test]
fn words() {
    corpus("words.toml").case.iter().for_each(check_case);
}

#[test]
fn families() {
    let corpus = corpus("families.toml");
    corpus.case.iter().for_each(check_case);
    assert!(!corpus.points.is_empty(), "no game for points");
    for Points { game, position, outcome, difference, results, source } in &corpus.points {
        let named = read(game);
        let parsed = named.parse(position).unwrap_or_else(|error| panic!("{game} {position}: {error}"));
        let solved = solve(&named, parsed, &Question::default())
            .unwrap_or_else(|error| panic!("{game} {position}: {error}"));
        let found = (solved.outcome.to_string(), solved.score.map(|score| score.difference()), solved.grundy);
        assert_eq!(found, (outcome.clone(), Some(*difference), None), "{game} {position} ({source})");
        let mut found: Vec<&String> = solved.winning_moves.iter().map(|found| &found.result).collect();
        found.sort();
        assert_eq!(found, results.iter().collect::<Vec<_>>(), "{game} {position} ({source})");
    }
}

#[test]
fn misere() {
    corpus("misere.toml").case.iter().for_each(check_case);
}

#[test]
fn wild() {
    corpus("wild.toml").case.iter().for_each(check_case);
}

/// Every engine that can, on every sequence of the corpus, and the reference solver on its beginning.
#[test]
fn sequences_by_every_engine() {
    let limits = Limits::default();
    let mut served: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let sequences = corpus("sequences.toml").sequence.into_iter().chain(corpus("partitions.toml").sequence);
    for Values { game, values, source } in sequences {
        let named = read(&game);
        let largest = values.len() as u64 - 1;
        let mut compare = |name: &str, found: Option<Vec<u64>>| {
            let count = served.entry(name.to_owned()).or_default();
            match found {
                Some(found) => {
                    count.0 += 1;
                    assert_eq!(found, values[..found.len()], "{game} by {name} ({source})");
                }
                None => count.1 += 1,
            }
        };
        let by_class = sequence(named.ruleset().expect("a rule"), largest, &limits)
            .unwrap_or_else(|error| panic!("{game}: {error:?}"));
        compare("solve", Some((0..=largest).map(|heap| by_class.value(heap)).collect()));
        let engines = [
            Engine::Subtraction,
            Engine::AllBut,
            Engine::Code,
            Engine::Partitions,
            Engine::Divisors,
            Engine::General,
        ];
        for engine in engines {
            let fits = grundy::engine::heap::fits(named.ruleset().expect("a rule"), engine);
            let found = fits.then(|| {
                by_engine(named.ruleset().expect("a rule"), engine, largest, &limits)
                    .expect("the engine fits")
            });
            compare(
                &engine.to_string(),
                found.map(|found| (0..=largest).map(|heap| found.value(heap)).collect()),
            );
        }
        let game = Heaps::new(named.ruleset().expect("a rule"));
        let mut known = HashMap::new();
        let first = (0..=largest.min(16))
            .map(|heap| reference::grundy(&game, &heap, &mut known).expect("play ends"))
            .collect();
        compare("reference", Some(first));
    }
    for (engine, (ran, skipped)) in served {
        println!("{engine}: {ran} sequences, {skipped} skipped");
        assert!(ran > 0, "{engine} ran nothing");
    }
}

/// The reference solver agrees with the corpus where positions are small enough for it.
#[test]
fn the_reference_solver_agrees() {
    let mut looked = 0;
    for case in corpus("heaps.toml").case.iter().chain(&corpus("tuples.toml").case) {
        let named = read(&case.game);
        let value = match named.parse(&case.position).expect("a position") {
            Position::Heaps(heaps) if heaps.iter().all(|&heap| heap <= 20) => {
                let (game, mut known) = (Heaps::new(named.ruleset().expect("a rule")), HashMap::new());
                heaps
                    .iter()
                    .fold(0, |sum, heap| sum ^ reference::grundy(&game, heap, &mut known).expect("play ends"))
            }
            Position::Tuples(tuples) if tuples.iter().flatten().all(|&value| value <= 8) => {
                let (game, mut known) = (Tuples::new(named.ruleset().expect("a rule")), HashMap::new());
                tuples.iter().fold(0, |sum, tuple| {
                    sum ^ reference::grundy(&game, tuple, &mut known).expect("play ends")
                })
            }
            _ => continue,
        };
        looked += 1;
        assert_eq!(Some(value), case.grundy, "{} {}", case.game, case.position);
    }
    assert!(looked > 100, "only {looked} cases");
}

#[test]
fn malformed_input_is_refused_and_never_panics() {
    let limits = Limits { memory: 1 << 30, positions: 100_000, ..Limits::default() };
    for Malformed { game, position, about } in corpus("malformed.toml").malformed {
        let question = Question { limits, ..Question::default() };
        let result = NamedGame::read(&game)
            .and_then(|named| named.parse(&position).map(|parsed| (named, parsed)))
            .and_then(|(named, parsed)| solve(&named, parsed, &question));
        match result {
            Err(Error::Stopped { .. }) => panic!("`{game}` `{position}` ({about}): a limit, not a refusal"),
            Err(error) => assert!(!error.to_string().is_empty(), "{about}"),
            Ok(solved) => panic!("`{game}` `{position}` ({about}) was answered: {:?}", solved.outcome),
        }
    }
}

/// Once more in processes of their own, since a path is chosen once in a process.
#[test]
fn narrower_paths_of_the_processor_say_the_same() {
    if std::env::var_os("GRUNDY_CPU").is_some() {
        return;
    }
    for path in ["portable", "avx2"] {
        let this = std::env::current_exe().expect("this program");
        let run = std::process::Command::new(this).env("GRUNDY_CPU", path).output().expect("starts");
        assert!(run.status.success(), "{path}: {}", String::from_utf8_lossy(&run.stdout));
    }
}
