//! Moves as data, over the whole catalogue and its examples: what a move says of itself is what it does.
//!
//! The result of a move is the position with the component that goes taken out and the components that come put in its place;
//! the moves listed are those of the definition, each once; places are there, or the game has none.

use grundy::ask::moves::listing;
use grundy::catalogue::entries;
use grundy::game::any::AnyComponent;
use grundy::game::{Game, distinct_options};
use grundy::rule::play::{Heaps, Tuples};
use grundy::{Convention, Limits, NamedGame, Pulse, Question, Rules, solve};

/// Games whose moves have no places: heaps and tuples of rules are drawn by their numbers.
fn has_places(game: &NamedGame) -> bool {
    // Rows that are heaps in disguise are still words.
    matches!(game.rules, Rules::Native(_)) || game.rule().contains('"')
}

/// The words of a position, those of empty heaps left out.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().filter(|word| *word != "0").collect()
}

/// The components of a position of a native game, one text each, sorted.
fn components(game: &NamedGame, text: &str) -> Vec<String> {
    let Rules::Native(native) = &game.rules else {
        let bare = |word: &str| word.trim_matches(['(', ')']).to_owned();
        let mut found: Vec<String> = words(text).into_iter().map(bare).collect();
        found.sort();
        return found;
    };
    let components: Vec<AnyComponent> = native.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let one = |component: &AnyComponent| native.write(std::slice::from_ref(component));
    let mut found: Vec<String> = components.iter().map(one).filter(|text| !text.is_empty()).collect();
    found.sort();
    found
}

/// Takes the texts of one list out of another.
fn without(mut all: Vec<String>, gone: &[String]) -> Option<Vec<String>> {
    for text in gone {
        let index = all.iter().position(|other| other == text)?;
        all.remove(index);
    }
    Some(all)
}

fn examples() -> Vec<(NamedGame, String)> {
    let mut found = Vec::new();
    for entry in entries() {
        let game = NamedGame::read(&entry.info.name).expect("a game of the catalogue");
        found.extend(entry.info.positions.iter().map(|text| (game.clone(), text.clone())));
    }
    assert!(found.len() > 100, "{}", found.len());
    found
}

#[test]
fn what_goes_and_what_comes_give_the_result() {
    for (game, text) in examples() {
        let position = game.parse(&text).expect("an example");
        let before = components(&game, &position.to_string());
        let question = Question::default();
        let listed = listing(&game, &position, &question).expect("a list").moves;
        let solved = solve(&game, position.clone(), &question).expect("an answer");
        let won = solved.winning_moves.iter().chain(&solved.line[..solved.line.len().min(1)]);
        for found in listed.iter().map(|choice| &choice.made).chain(won) {
            let what = format!("{} {text}: {found:?}", game.name);
            let rest = without(before.clone(), &components(&game, &found.removed)).expect(&what);
            let mut after = [rest, components(&game, &found.added)].concat();
            after.sort();
            assert_eq!(after, components(&game, &found.result), "{what}");
            assert!(game.parse(&found.result).is_ok(), "{what}");
            assert_eq!(!found.places.is_empty(), has_places(&game), "{what}");
        }
    }
}

/// How many different moves a position has by the definition of the game.
fn count(game: &NamedGame, text: &str) -> Option<u64> {
    fn of<G: Game + ?Sized>(game: &G, components: &[G::Component]) -> Option<u64> {
        let limits = Limits {
            poll: &|work| (work > 2_000_000).then_some(grundy::StopReason::TimeLimit),
            ..Limits::default()
        };
        let mut pulse = Pulse::new(&limits);
        let each = components.iter().map(|component| distinct_options(game, component, &mut pulse));
        each.map(|options| options.ok().map(|options| options.len() as u64)).sum()
    }
    match (&game.rules, game.parse(text).expect("an example")) {
        (Rules::Line(rules), grundy::game::position::Position::Heaps(heaps)) => {
            of(&Heaps::new(rules), &heaps)
        }
        (Rules::Line(rules), grundy::game::position::Position::Tuples(tuples)) => {
            of(&Tuples::new(rules), &tuples)
        }
        (Rules::Native(native), grundy::game::position::Position::Native(position)) => {
            of(&**native, position.components())
        }
        _ => None,
    }
}

#[test]
fn every_move_is_listed_once() {
    let mut compared = 0;
    for (game, text) in examples() {
        for convention in [Convention::Normal, Convention::Misere] {
            let points = matches!(&game.rules, Rules::Native(native) if native.points().is_some());
            if points && convention == Convention::Misere {
                continue;
            }
            let position = game.parse(&text).expect("an example");
            // Who wins is not asked here: a short look is enough.
            let enough = |work| (work > 300_000).then_some(grundy::StopReason::TimeLimit);
            let limits = Limits { positions: 50_000, poll: &enough, ..Limits::default() };
            let question = Question { convention, limits };
            let found = grundy::ask::moves::survey(&game, &position, &question).expect("a survey");
            let mut data: Vec<_> = found
                .moves
                .iter()
                .map(|choice| (choice.made.component, choice.made.added.clone(), choice.made.text.clone()))
                .collect();
            data.sort();
            let all = data.len();
            data.dedup();
            assert_eq!(data.len(), all, "{} {text}: a move is listed twice", game.name);
            let Some(total) = found.total else { continue };
            assert_eq!(Some(total), count(&game, &text).or(Some(total)), "{} {text}", game.name);
            if total <= 1000 {
                assert_eq!(all as u64, total, "{} {text}", game.name);
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}
