//! Sums of different games against the obvious slow way: whole positions, one by one, each part's moves listed by its own game
//! alone.

use grundy::ask::moves::{listing, survey};
use grundy::value::Outcome;
use grundy::{Convention, NamedGame, Question, solve};
use proptest::prelude::*;
use std::collections::HashMap;

/// A sum as a list of (game, position) texts.
type Texts = Vec<(String, String)>;

/// The positions that the moves of one game leave, by the list of its moves alone.
fn moves_of(game: &str, position: &str) -> Vec<String> {
    let game = NamedGame::read(game).expect(game);
    let position = game.parse(position).expect(position);
    let found = listing(&game, &position, &Question::default()).expect("a list");
    assert_eq!(found.total, Some(found.moves.len() as u64), "small positions are listed whole");
    found.moves.into_iter().map(|choice| choice.made.result).collect()
}

/// The slow solver over sums: whether the player to move loses, and the value, from the options of every part.
#[derive(Default)]
struct Slow {
    moves: HashMap<(String, String), Vec<String>>,
    lost: HashMap<(Texts, bool), bool>,
    values: HashMap<(String, String), u64>,
}

impl Slow {
    fn moves(&mut self, part: &(String, String)) -> Vec<String> {
        self.moves.entry(part.clone()).or_insert_with(|| moves_of(&part.0, &part.1)).clone()
    }

    fn options(&mut self, sum: &Texts) -> Vec<Texts> {
        let mut out = Vec::new();
        for index in 0..sum.len() {
            for after in self.moves(&sum[index]) {
                let mut option = sum.clone();
                option[index].1 = after;
                out.push(option);
            }
        }
        out
    }

    fn is_lost(&mut self, sum: &Texts, misere: bool) -> bool {
        if let Some(&known) = self.lost.get(&(sum.clone(), misere)) {
            return known;
        }
        let options = self.options(sum);
        let lost = match options.is_empty() {
            true => !misere,
            false => !options.iter().any(|option| self.is_lost(option, misere)),
        };
        self.lost.insert((sum.clone(), misere), lost);
        lost
    }

    fn value(&mut self, part: &(String, String)) -> u64 {
        if let Some(&known) = self.values.get(part) {
            return known;
        }
        let after: Vec<u64> =
            self.moves(part).into_iter().map(|next| self.value(&(part.0.clone(), next))).collect();
        let value = (0..).find(|value| !after.contains(value)).expect("a finite list");
        self.values.insert(part.clone(), value);
        value
    }
}

const PARTS: [(&str, &[&str]); 9] = [
    ("nim", &["0", "1", "3", "2 4"]),
    ("kayles", &["2", "5", "1 3"]),
    ("wythoff", &["1,2", "2,2", "1,3"]),
    ("cram", &["2x2", "1x3"]),
    ("chomp", &["2x2", "2x3"]),
    ("n -> n - k where k in 1..3", &["4", "5", "7"]),
    ("strip", &["1 3", "0 2"]),
    ("palindromes", &["abba", "ababa"]),
    ("0.137", &["4", "6"]),
];

fn part() -> impl Strategy<Value = (String, String)> {
    (0..PARTS.len(), any::<prop::sample::Index>()).prop_map(|(game, position)| {
        let (name, positions) = PARTS[game];
        (name.to_owned(), positions[position.index(positions.len())].to_owned())
    })
}

fn written(sum: &Texts) -> String {
    let part = |(game, position): &(String, String)| match game.contains("->") {
        true => format!("({game}) {position}"),
        false => format!("{game} {position}"),
    };
    sum.iter().map(part).collect::<Vec<_>>().join(" + ")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn sums_are_solved_as_the_slow_solver_does(sum in prop::collection::vec(part(), 2..4), misere: bool) {
        let text = written(&sum);
        let game = NamedGame::read(&text).expect(&text);
        let position = game.parse(game.written().expect("positions")).expect(&text);
        prop_assert_eq!(&game.parse(&position.to_string()).expect("the same"), &position);
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        let question = Question { convention, ..Question::default() };
        let solved = solve(&game, position.clone(), &question).expect("small");
        let mut slow = Slow::default();
        let lost = slow.is_lost(&sum, misere);
        prop_assert_eq!(solved.outcome == Outcome::P, lost, "{}", text);
        let winning = slow.options(&sum).iter().filter(|option| slow.is_lost(option, misere)).count() as u64;
        prop_assert_eq!(solved.winning_moves_total, Some(winning), "{}", text);
        prop_assert_eq!(solved.winning_moves.len() as u64, winning);
        for found in &solved.winning_moves {
            let after = game.parse(&found.result).expect(&found.result);
            prop_assert_eq!(solve(&game, after, &question).expect("small").outcome, Outcome::P, "{}", found.result);
        }
        let values: Vec<Option<u64>> = solved.parts.iter().map(|part| part.grundy.as_ref()?.finite()).collect();
        match misere {
            true => prop_assert!(solved.grundy.is_none() && values.iter().all(Option::is_none)),
            false => {
                let slow: Vec<Option<u64>> = sum.iter().map(|part| Some(slow.value(part))).collect();
                prop_assert_eq!(&values, &slow, "{}", text);
                let nim_sum = slow.iter().fold(0, |sum, value| sum ^ value.expect("found"));
                prop_assert_eq!(solved.grundy, Some(nim_sum));
            }
        }
        let found = survey(&game, &position, &question).expect("small");
        prop_assert_eq!(found.moves.iter().filter(|choice| choice.winning).count() as u64, winning);
    }
}

fn answer(text: &str, convention: Convention) -> grundy::game::answer::Solved {
    let game = NamedGame::read(text).expect(text);
    let position = game.parse(game.written().unwrap_or_default()).expect(text);
    solve(&game, position, &Question { convention, ..Question::default() }).expect(text)
}

#[test]
fn each_part_keeps_its_theorem_or_table() {
    // A Nim heap that no one can look at move by move, beside a table and a search.
    let solved = answer("nim 1000000000000000000 + kayles 100 + cram 3x4", Convention::Normal);
    assert_eq!(solved.engine.to_string(), "sum");
    assert_eq!(solved.winning_moves_total, Some(1), "{:?}", solved.winning_moves);
    let kayles = answer("kayles 100 + nim 0", Convention::Normal).grundy.expect("a value");
    assert!(
        solved.winning_moves[0].text.starts_with("nim: 1000000000000000000 -> "),
        "{:?}",
        solved.winning_moves
    );
    assert_eq!(solved.grundy, Some(1_000_000_000_000_000_000 ^ kayles ^ 1));
    // Theorems alone.
    let solved = answer("nim 1000000000000000000 + bounded-nim:k=3 7", Convention::Normal);
    assert_eq!((solved.engine.to_string().as_str(), solved.winning_moves_total), ("closed-form", Some(1)));
    // Misère play of heaps that all play like Nim heaps.
    let solved = answer("nim 1000000000000000000 + bounded-nim:k=3 5", Convention::Misere);
    assert_eq!(solved.winning_moves[0].result, "nim 0 + bounded-nim:k=3 5");
}

#[test]
fn a_component_counts_through_all_parts() {
    let solved = answer("kayles 5 7 + nim 3 + wythoff 3,5", Convention::Normal);
    assert_eq!(solved.game, "kayles + nim + wythoff");
    assert_eq!(solved.position.to_string(), "kayles 5 7 + nim 3 + wythoff 3,5");
    let values: Vec<Option<u64>> = solved.parts.iter().map(|part| part.grundy.as_ref()?.finite()).collect();
    assert_eq!(values, [Some(6), Some(3), Some(0)]);
    for found in &solved.winning_moves {
        let of = ["kayles", "kayles", "nim", "wythoff"][found.component];
        assert!(found.text.starts_with(of), "{found:?}");
        let names: Vec<&str> =
            found.result.split(" + ").map(|part| part.split(' ').next().unwrap_or("")).collect();
        assert_eq!(names, ["kayles", "nim", "wythoff"]);
    }
}

#[test]
fn positions_of_a_sum_are_read_with_and_without_their_games() {
    let game = NamedGame::read("kayles + (n -> n - k where k in 1..3) + wythoff").expect("a sum");
    assert_eq!(game.name, "kayles + (n -> n - k where k in 1..3) + wythoff");
    assert_eq!(game.written(), None);
    let whole = game.parse("kayles 5 7 + (n -> n - k where k in 1..3) 3 + wythoff 3,5").expect("whole");
    assert_eq!(game.parse("5 7 + 3 + 3,5").expect("by place"), whole);
    assert_eq!(
        game.parse("").expect("empty").to_string(),
        "kayles 0 + (n -> n - k where k in 1..3) 0 + wythoff"
    );
    for (text, column) in [("5 7 + 3", 1), ("5 7 + x + 3,5", 7), ("5 + 3 + 3", 9)] {
        let error = game.parse(text).expect_err(text);
        let grundy::Error::Position(error) = error else { panic!("{error}") };
        assert_eq!(error.column, column, "{text}: {error}");
    }
}

#[test]
fn what_cannot_be_added_is_refused() {
    for (text, message) in [
        ("stone-ii 1 2 + nim 3", "points do not add"),
        ("kayles 5 + nmi 3", "unknown game `nmi`"),
        ("(n -> n + 1) 3 + nim 3", ""),
    ] {
        let refused = NamedGame::read(text).and_then(|game| {
            let position = game.parse(game.written().unwrap_or_default())?;
            solve(&game, position, &Question::default())
        });
        let error = refused.expect_err(text).to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}
