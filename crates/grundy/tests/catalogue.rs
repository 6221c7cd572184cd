//! Every fact of the catalogue is checked against the engines.

use grundy::Limits;
use grundy::catalogue::{Fact, entries, find, recognise, search};
use grundy::engine::heap::{Sequence, period, sequence};
use grundy::engine::system::{self, period::find as find_period};
use grundy::value::Outcome;
use grundy::{Convention, NamedGame, Question, solve};

fn outcome(game: &NamedGame, position: &str, convention: Convention) -> Outcome {
    let parsed = game.parse(position).unwrap_or_else(|error| panic!("{} {position}: {error}", game.name));
    let question = Question { convention, ..Question::default() };
    solve(game, parsed, &question).unwrap_or_else(|error| panic!("{} {position}: {error}", game.name)).outcome
}

/// The values of heaps, of the first kind where there are several.
fn values_of(game: &NamedGame, largest: u64, limits: &Limits<'_>) -> Sequence {
    match game.rules.system() {
        Some(system) => system::sequence(system, 0, largest, limits).expect("values"),
        None => sequence(game.ruleset().expect("a rule"), largest, limits).expect("values"),
    }
}

#[test]
fn facts_hold() {
    let limits = Limits::default();
    let mut facts = 0;
    for entry in entries() {
        let game = NamedGame::read(&entry.info.name).expect("a catalogue game");
        for fact in &entry.facts {
            facts += 1;
            match fact {
                Fact::Values(values) => {
                    let found = values_of(&game, values.len() as u64, &limits);
                    let found: Vec<u64> = (0..values.len() as u64).map(|heap| found.value(heap)).collect();
                    assert_eq!(&found, values, "{}", entry.info.name);
                }
                Fact::Period(length, preperiod) if let Some(system) = game.rules.system() => {
                    let found = find_period(system, 0, 10_000, &limits).expect("values");
                    let seen = found.own.period.as_ref().expect("a period");
                    assert_eq!((seen.length, seen.preperiod), (*length, *preperiod), "{}", entry.info.name);
                    assert!(found.own.proved(), "{}", entry.info.name);
                }
                Fact::Period(length, preperiod) => {
                    let count = 4 * (preperiod + length) + 100;
                    let found = sequence(game.ruleset().expect("a rule"), count, &limits).expect("values");
                    let values: Vec<u32> = (0..count).map(|heap| found.value(heap) as u32).collect();
                    let seen = period::prove(&values, 2, 10)
                        .unwrap_or_else(|| panic!("{}: no period", entry.info.name));
                    assert_eq!((seen.length, seen.preperiod), (*length, *preperiod), "{}", entry.info.name);
                }
                Fact::Grundy(position, value) => {
                    let parsed = game.parse(position).expect("a position");
                    let solved = solve(&game, parsed, &Question::default()).expect("an answer");
                    assert_eq!(solved.grundy, Some(*value), "{} {position}", entry.info.name);
                }
                Fact::Lost(position) => {
                    assert_eq!(
                        outcome(&game, position, Convention::Normal),
                        Outcome::P,
                        "{} {position}",
                        entry.info.name
                    );
                }
                Fact::MisereLost(position) => {
                    assert_eq!(
                        outcome(&game, position, Convention::Misere),
                        Outcome::P,
                        "{} {position}",
                        entry.info.name
                    );
                }
            }
        }
    }
    assert!(facts > 60, "only {facts} facts");
}

#[test]
fn entries_are_complete_and_names_are_unique() {
    let mut names: Vec<&String> =
        entries().flat_map(|entry| std::iter::once(&entry.info.name).chain(&entry.aliases)).collect();
    names.sort();
    let before = names.len();
    names.dedup();
    assert_eq!(before, names.len(), "a name or alias occurs twice");
    for entry in entries() {
        let game =
            NamedGame::read(&entry.info.name).unwrap_or_else(|error| panic!("{}: {error}", entry.info.name));
        assert!(
            ![&entry.info.title, &entry.info.about, &entry.info.source].iter().any(|text| text.is_empty()),
            "{}",
            entry.info.name
        );
        assert!(!entry.info.positions.is_empty() && !entry.facts.is_empty(), "{}", entry.info.name);
        for position in &entry.info.positions {
            outcome(&game, position, Convention::Normal);
        }
    }
}

#[test]
fn every_game_of_the_plan_is_there() {
    for name in [
        "nim",
        "bounded-nim:k=3",
        "squares",
        "split-nim",
        "grundy",
        "lasker",
        "kayles",
        "dawsons-kayles",
        "dawsons-chess",
        "equal-split",
        "triangular-split",
        "legendre:k=2",
        "wythoff",
        "euclid",
        "fibonacci-nim",
        "nimble",
        "slow-nim:k=2",
        "slow-nim:k=2,exact=true",
        "another-game",
        "moore:k=2",
        "monotone-nim",
        "nim-with-bank:bank=5",
        "poker-nim:mine=2,theirs=3,recycle=false",
        "ordered-nim",
        "strip",
        "welter",
    ] {
        assert!(NamedGame::read(name).is_ok(), "{name}");
    }
}

#[test]
fn games_are_found_by_word_code_and_number() {
    let names = |words: &[&str]| -> Vec<&str> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        search(&words).iter().map(|entry| entry.info.name.as_str()).collect()
    };
    assert_eq!(names(&["A002186"]), ["kayles"]);
    assert!(names(&["0.77"]).contains(&"kayles"));
    assert!(names(&["4.[3]"]).contains(&"lasker"));
    assert!(names(&["golden", "queen"]).is_empty());
    assert_eq!(find("KAYLES").map(|entry| entry.info.name.as_str()), Some("kayles"));
    let rule = NamedGame::read("n -> x, y where x + y + 1 = n ; n -> n - 2 - z, z").expect("a rule");
    assert_eq!(
        recognise(rule.ruleset().expect("a rule")).map(|entry| entry.info.name.as_str()),
        Some("kayles")
    );
}
