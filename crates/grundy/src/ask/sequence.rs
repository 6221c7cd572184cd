//! Sequences of anything: what is asked of the positions that a template makes of n, n + 1, ...
//!
//! The heaps of a rule have engines of their own for this ([`crate::engine::heap`]); here any game with a notation has
//! sequences: Cram on 3 x n boards, Node Kayles on cycles, a diagonal of a game of pairs. One solver is kept over the whole
//! family ([`super::family`]).
//!
//! ```
//! use grundy::ask::family::{FamilyEntry, What};
//! use grundy::ask::sequence::{FamilyTerms, sequence};
//! use grundy::rule::template::Template;
//! use grundy::{NamedGame, Question};
//!
//! let game = NamedGame::read("cram")?;
//! let terms = FamilyTerms { template: &Template::parse("3x{n}", &["n"])?, first: None, count: 6 };
//! let found = sequence(&game, &terms, What::Value, &Question::default())?;
//! assert_eq!(found.answers.entries, [0, 1, 1, 0, 1, 1].map(FamilyEntry::Grundy));
//! # Ok::<(), grundy::Error>(())
//! ```

use super::family::{FamilyAnswers, FamilyEntry, What, answers};
use super::named::NamedGame;
use super::solve::Question;
use crate::base::error::Error;
use crate::base::limits::StopReason;
use crate::game::position::Position;
use crate::rule::template::Template;

/// The variable of a sequence.
pub const VARIABLE: &str = "n";
/// Where a family may begin that is not said to begin anywhere: a cycle needs three vertices.
const FIRST_TRIED: u64 = 16;
/// Bytes that a position of a family may take.
const BYTES_EACH: u64 = 200;

/// Which terms are asked for.
#[derive(Debug, Clone, Copy)]
pub struct FamilyTerms<'a> {
    /// The family.
    pub template: &'a Template,
    /// The first n; `None` for the first one that is a position.
    pub first: Option<u64>,
    /// How many.
    pub count: u64,
}

/// A sequence and where it begins.
#[derive(Debug, Clone)]
pub struct FamilySequence {
    /// The n of the first entry.
    pub first: u64,
    /// The entries.
    pub answers: FamilyAnswers,
}

/// The terms of a family of positions.
///
/// # Errors
/// When a template makes no position, a move makes no progress, or the question does not fit the game.
pub fn sequence(
    game: &NamedGame,
    terms: &FamilyTerms<'_>,
    what: What,
    question: &Question<'_>,
) -> Result<FamilySequence, Error> {
    if !terms.template.mentions(VARIABLE) {
        let hint = format!("such as `{{{VARIABLE}}}` or `3x{{{VARIABLE}}}`");
        let message =
            format!("the template `{}` does not hold `{VARIABLE}` in braces", terms.template.text());
        return Err(Error::game(message, Some(hint)));
    }
    if question.limits.check_memory(terms.count, BYTES_EACH).is_err() {
        return Err(super::stopped(StopReason::MemoryLimit));
    }
    let first = match terms.first {
        Some(first) => first,
        None => (0..FIRST_TRIED).find(|&n| position(game, terms.template, n).is_ok()).unwrap_or(0),
    };
    let last = first.checked_add(terms.count);
    let last = last.ok_or_else(|| Error::game(format!("`{VARIABLE}` ends at 2^64 - 1"), None))?;
    let positions: Result<Vec<Position>, Error> =
        (first..last).map(|n| position(game, terms.template, n)).collect();
    let mut found = answers(game, &positions?, what, question)?;
    // A sequence has no holes: it ends before the first term that the limits left open.
    if let Some(open) = found.entries.iter().position(|entry| *entry == FamilyEntry::Unknown) {
        found.entries.truncate(open);
        found.stop = if found.stop == StopReason::Done { StopReason::PositionLimit } else { found.stop };
    }
    Ok(FamilySequence { first, answers: found })
}

/// The position for a value of n.
fn position(game: &NamedGame, template: &Template, n: u64) -> Result<Position, Error> {
    let Some(text) = template.fill(&[n.into()]) else {
        let message = format!("the template `{}` is no position for {VARIABLE} = {n}", template.text());
        let hint = format!("a number in it would be negative or have no value; another `--from` than {n}");
        return Err(Error::game(message, Some(hint)));
    };
    game.parse(&text).map_err(|error| {
        let hint = error.hint().map(str::to_owned);
        Error::game(format!("`{text}`, for {VARIABLE} = {n}: {error}"), hint)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::solve;
    use crate::base::limits::Limits;
    use crate::game::Convention;
    use crate::value::Outcome;

    fn read(game: &str) -> NamedGame {
        NamedGame::read(game).expect(game)
    }

    fn terms(game: &str, template: &str, count: u64, what: What, convention: Convention) -> FamilySequence {
        let template = Template::parse(template, &[VARIABLE]).expect(template);
        let question = Question { convention, ..Question::default() };
        sequence(&read(game), &FamilyTerms { template: &template, first: None, count }, what, &question)
            .expect(game)
    }

    /// Families of rules, tuples, boards, graphs and words, each with one solver, agree with `solve` on every position by itself.
    #[test]
    fn terms_are_what_solve_says_of_each_position() {
        let families = [
            ("kayles", "{n}", 30),
            ("kayles", "{2*n} {n} 3", 20),
            ("nim", "{n} {n*n}", 10),
            ("grundy", "{n} {n+1}", 20),
            ("n -> n - k where k in 1..n, k square", "{n} 2", 20),
            ("wythoff", "{n},{n+2}", 12),
            ("fibonacci-nim", "{n}", 14),
            ("(a, b) -> (a - 1, b + 1) where a > 0 ; (a, b) -> (a, b - 1) where b > 0", "{n},{n/2}", 9),
            ("cram", "3x{n}", 6),
            ("cram", "2x{n} 3x3", 6),
            ("chomp", "{n}x3", 5),
            ("node-kayles", "cycle:{n}", 9),
            ("arc-kayles", "grid:2x{n}", 5),
            ("welter", "{n} {n+3} 20", 8),
            ("staircase", "{n} 2 {n}", 6),
            ("treblecross", "{n}", 12),
        ];
        for (name, text, count) in families {
            let game = read(name);
            let template = Template::parse(text, &[VARIABLE]).expect(text);
            for convention in [Convention::Normal, Convention::Misere] {
                let question = Question { convention, ..Question::default() };
                let outcomes = terms(name, text, count, What::Outcome, convention);
                let values = (convention == Convention::Normal)
                    .then(|| terms(name, text, count, What::Value, convention).answers.entries);
                assert_eq!(outcomes.answers.entries.len() as u64, count, "{name} {text} {convention}");
                for (index, entry) in outcomes.answers.entries.iter().enumerate() {
                    let n = outcomes.first + index as u64;
                    let position = position(&game, &template, n).expect("a position");
                    let alone = solve(&game, position, &question).expect("small");
                    assert_eq!(*entry, FamilyEntry::Outcome(alone.outcome), "{name} {text} {n} {convention}");
                    if let Some(values) = &values {
                        let value = alone.grundy.map_or(FamilyEntry::Unknown, FamilyEntry::Grundy);
                        assert_eq!(values[index], value, "{name} {text} {n}");
                    }
                }
            }
        }
    }

    #[test]
    fn remoteness_is_that_of_the_map() {
        for (name, text) in [("nim", "{n} 2"), ("kayles", "{n}"), ("wythoff", "{n},3"), ("cram", "2x{n}")] {
            for convention in [Convention::Normal, Convention::Misere] {
                let game = read(name);
                let template = Template::parse(text, &[VARIABLE]).expect(text);
                let found = terms(name, text, 5, What::Remoteness, convention);
                for (n, entry) in found.answers.entries.iter().enumerate() {
                    let position = position(&game, &template, n as u64).expect("a position");
                    let limits = Limits::default();
                    let map =
                        crate::ask::play::remoteness::Map::new(&game, &position, convention, 1000, &limits);
                    let map = map.expect("small");
                    assert_eq!(
                        *entry,
                        FamilyEntry::Remoteness(map.positions[0].remoteness),
                        "{name} {text} {n}"
                    );
                }
            }
        }
    }

    #[test]
    fn points_have_a_difference() {
        let found = terms("stone-vii", "{n} 3 1 {n+2}", 4, What::Value, Convention::Normal);
        for (n, entry) in found.answers.entries.iter().enumerate() {
            let game = read("stone-vii");
            let position = game.parse(&format!("{n} 3 1 {}", n + 2)).expect("a row");
            let score = solve(&game, position, &Question::default()).expect("small").score.expect("points");
            assert_eq!(*entry, FamilyEntry::Difference(score.difference()));
        }
    }

    #[test]
    fn a_family_begins_where_it_can_and_ends_at_a_limit() {
        assert_eq!(terms("node-kayles", "cycle:{n}", 3, What::Value, Convention::Normal).first, 3);
        let template = Template::parse("6x{n}", &[VARIABLE]).expect("a template");
        let few = |work| (work > 3_000_000).then_some(StopReason::TimeLimit);
        let limits = Limits { poll: &few, ..Limits::default() };
        let asked = FamilyTerms { template: &template, first: None, count: 40 };
        let found = sequence(&read("cram"), &asked, What::Value, &Question { limits, ..Question::default() });
        let found = found.expect("a partial answer").answers;
        assert_eq!(found.stop, StopReason::TimeLimit);
        assert!((3..40).contains(&found.entries.len()), "{}", found.entries.len());
        assert_eq!(found.entries[1], FamilyEntry::Grundy(3));
    }

    #[test]
    fn templates_that_do_not_fit_are_refused() {
        let refused = |game: &str, text: &str, first| {
            let template = Template::parse(text, &[VARIABLE]).expect(text);
            let asked = FamilyTerms { template: &template, first, count: 5 };
            sequence(&read(game), &asked, What::Value, &Question::default()).expect_err(text).to_string()
        };
        assert!(refused("kayles", "7", None).contains("does not hold"));
        assert!(refused("nim", "{n-3}", Some(0)).contains("n = 0"));
        assert!(refused("node-kayles", "cycle:{n}", Some(1)).starts_with("`cycle:1`, for n = 1:"));
    }

    #[test]
    fn misere_outcomes_of_a_long_family_come_from_one_quotient() {
        let found = terms("0.77", "{n}", 300, What::Outcome, Convention::Misere).answers;
        assert_eq!((found.stop, found.entries.len()), (StopReason::Done, 300));
        assert_eq!(found.entries[..3], [Outcome::N, Outcome::P, Outcome::N].map(FamilyEntry::Outcome));
    }
}
