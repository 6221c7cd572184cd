//! Every legal move of a position, with what each leads to.
//!
//! [`fn@crate::solve`] lists the moves that win; a player, a page and a teacher also want those that do not, and what they
//! throw away. [`survey`] joins the answer with a list of all moves: the value after each (Sprague 1935, Grundy 1939: the
//! nim-sum of the parts), who wins then, and the moves to the end where they can be known ([`super::remoteness`]).
//!
//! A list is bounded ([`MAX_LISTED`] moves, [`MAX_LISTED_BYTES`] bytes, [`VISITS`] options looked at). When there are more
//! moves, each component has its fair share, spread over its options, and every winning move that the answer lists is there.
//!
//! ```
//! use grundy::play::survey::survey;
//! use grundy::{NamedGame, Question};
//!
//! let game = NamedGame::read("kayles")?;
//! let found = survey(&game, &game.parse("3 2")?, &Question::default())?;
//! assert_eq!((found.total, found.grundy), (Some(5), Some(1)));
//! let winning: Vec<&str> = found.moves.iter().filter(|m| m.winning).map(|m| m.text.as_str()).collect();
//! assert_eq!(winning, ["3 -> 2"]);
//! # Ok::<(), grundy::Error>(())
//! ```

use super::remoteness::Near;
use crate::answer::{MAX_LISTED, MAX_LISTED_BYTES, Solved};
use crate::catalogue::{NamedGame, Rules};
use crate::error::{Error, Failure};
use crate::game::folded::Folded;
use crate::game::position::Position;
use crate::game::sum::nim_sum;
use crate::game::{Convention, Game, Parts};
use crate::heap::closed_form::ClosedForm;
use crate::limits::{Limits, Pulse, StopReason};
use crate::rule::play::{Heaps, Tuples};
use crate::solve::moves::{Plain, Script, Winning, is_long};
use crate::solve::normal::{heap_values, tuple_values};
use crate::solve::{Question, explain_failure, solve};
use crate::value::Outcome;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use std::ops::ControlFlow;
use std::rc::Rc;

/// Options that are looked at to list moves.
pub const VISITS: usize = 200_000;

/// A component of a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PartView {
    /// As it stands in a move.
    pub text: String,
    /// Its value; none under misère play, and where it is not known.
    pub grundy: Option<u64>,
}

/// A legal move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The component it changes, from 0.
    pub part: usize,
    /// The move, `5 -> 2`.
    pub text: String,
    /// The whole position after it.
    pub result: String,
    /// The value of that position.
    pub grundy: Option<u64>,
    /// Who wins that position, seen from the player who is then to move: P is good for the mover.
    pub outcome: Option<Outcome>,
    /// Whether the mover wins by it; in games for points, whether it is a best move.
    pub winning: bool,
    /// Moves to the end after it.
    pub remoteness: Option<u32>,
    /// What it gains, in games for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<i64>,
}

/// The components and moves of a position, before anyone says who wins.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// The components.
    pub parts: Vec<PartView>,
    /// The moves.
    pub moves: Vec<Choice>,
    /// How many different moves there are; `None` when they were not all counted.
    pub total: Option<u64>,
    /// Moves to the end.
    pub remoteness: Option<u32>,
}

/// A position and its moves.
#[derive(Debug, Clone)]
pub struct Survey {
    /// The answer about the position; `None` when the limits did not suffice for one.
    pub solved: Option<Solved>,
    /// The value of the position.
    pub grundy: Option<u64>,
    /// The components.
    pub parts: Vec<PartView>,
    /// The moves.
    pub moves: Vec<Choice>,
    /// How many different moves there are; `None` when they were not all counted.
    pub total: Option<u64>,
    /// Moves to the end.
    pub remoteness: Option<u32>,
}

/// Looks at a position and its moves. What the limits do not allow to know is left out of the survey.
///
/// # Errors
/// When a move makes no progress, the question does not fit the game, or the user interrupts.
pub fn survey(game: &NamedGame, position: &Position, question: &Question<'_>) -> Result<Survey, Error> {
    let solved = match solve(game, position.clone(), question) {
        Ok(solved) => Some(solved),
        Err(Error::Stopped { reason, .. }) if reason != StopReason::Interrupted => None,
        Err(error) => return Err(error),
    };
    let listing = listing(game, position, question)?;
    Ok(Survey::join(solved, listing))
}

/// The components and moves of a position, with what their values and the surroundings of the position tell.
///
/// # Errors
/// As [`survey`].
pub fn listing(game: &NamedGame, position: &Position, question: &Question<'_>) -> Result<Listing, Error> {
    let Question { convention, limits } = question;
    match (&game.rules, position) {
        (Rules::Line(rules), Position::Heaps(heaps)) => {
            let played = Heaps::new(rules);
            let script = Plain { drop_dead: played.empty_is_dead() };
            let known = match convention {
                Convention::Normal => within(heap_values(&played, heaps, limits)),
                Convention::Misere => Ok(None),
            };
            known.and_then(|known| {
                let value = |heap: &u64| known.as_ref().map(|values| values.value(*heap));
                let (game, formula) = (&Folded::plain(&played), ClosedForm::of(rules));
                // Of a large Nim heap, taking a few leaves most to play.
                let few =
                    |heap: &u64| (1..=3).filter_map(|taken| heap.checked_sub(taken)).collect::<Vec<_>>();
                let beyond = |heap: &u64| match &formula {
                    Some(ClosedForm::Nim) => {
                        few(heap).into_iter().map(|left| played.parts_of_one(left)).collect()
                    }
                    _ => Vec::new(),
                };
                List { game, components: heaps, script: &script, value: &value, beyond: &beyond }
                    .make(*convention, limits)
            })
        }
        .map_err(|failure| explain_failure(rules, failure)),
        (Rules::Line(rules), Position::Tuples(tuples)) => {
            let (played, script) = (Tuples::new(rules), Plain { drop_dead: false });
            let known = match convention {
                Convention::Normal => within(tuple_values(&played, tuples, limits)),
                Convention::Misere => Ok(None),
            };
            known.and_then(|known| {
                let value = |tuple: &Vec<u64>| known.as_ref().and_then(|values| values.value(tuple));
                let game = &Folded::plain(&played);
                let list = List {
                    game,
                    components: tuples,
                    script: &script,
                    value: &value,
                    beyond: &|_| Vec::new(),
                };
                list.make(*convention, limits)
            })
        }
        .map_err(|failure| explain_failure(rules, failure)),
        (Rules::Typed(rules), Position::Typed(held)) => rules.listing(held, *convention, limits),
        _ => Err(Error::foreign_position()),
    }
}

/// What was found, or nothing when a limit other than the user's patience was in the way.
pub(crate) fn within<T>(found: Result<T, Failure>) -> Result<Option<T>, Failure> {
    match found {
        Err(Failure::Stopped(StopReason::Interrupted)) => Err(StopReason::Interrupted.into()),
        Err(Failure::Stopped(_)) => Ok(None),
        other => other.map(Some),
    }
}

/// Some options of a component.
type Beyond<'a, C> = dyn Fn(&C) -> Vec<Parts<C>> + 'a;

/// What a list of moves is made from.
pub(crate) struct List<'a, G: Game> {
    pub game: &'a Folded<'a, G>,
    pub components: &'a [G::Component],
    pub script: &'a dyn Script<G::Component>,
    pub value: &'a dyn Fn(&G::Component) -> Option<u64>,
    /// Options behind those that can be looked at one by one, where some are known.
    pub beyond: &'a Beyond<'a, G::Component>,
}

impl<G: Game> List<'_, G> {
    /// Lists the moves, with values and remoteness where they are known.
    pub fn make(&self, convention: Convention, limits: &Limits<'_>) -> Result<Listing, Failure> {
        let room = room(self.script.length(self.components), limits);
        let few = Limits { positions: limits.positions.min(room), ..*limits };
        let near = Near::new(self.game, self.components, convention, &few)?;
        self.make_near(near.as_ref(), limits)
    }

    /// The same with surroundings that are known, or not to be looked for.
    pub fn make_near(
        &self,
        near: Option<&Near<G::Component>>,
        limits: &Limits<'_>,
    ) -> Result<Listing, Failure> {
        let (options, total) = self.options(limits)?;
        let shares = shares(options.iter().map(|list| list.len()).collect(), MAX_LISTED);
        let results = Winning::new(self.components, self.script);
        let values: Vec<Option<u64>> = self.components.iter().map(self.value).collect();
        let whole = values.iter().try_fold(0, |sum, value| Some(sum ^ (*value)?));
        let (mut moves, mut bytes) = (Vec::new(), 0);
        'list: for (index, (list, share)) in options.iter().zip(shares).enumerate() {
            let component = &self.components[index];
            for option in spread(list, share) {
                if is_long(option) {
                    continue;
                }
                let text = self.script.describe(component, option);
                let result = results.result(index, option);
                bytes += text.len() + result.len();
                if bytes > MAX_LISTED_BYTES {
                    break 'list;
                }
                let after = near.and_then(|near| near.after(self.game, component, option));
                let rest = whole.zip(values[index]).map(|(whole, own)| whole ^ own);
                moves.push(Choice {
                    part: index,
                    text,
                    result,
                    grundy: rest.zip(nim_sum(option, self.value)).map(|(rest, value)| rest ^ value),
                    outcome: after.map(|after| after.0),
                    winning: false,
                    remoteness: after.and_then(|after| after.1),
                    gain: None,
                });
            }
        }
        let parts = self.components.iter().zip(&values).take(MAX_LISTED);
        let parts =
            parts.map(|(component, &grundy)| PartView { text: self.script.component(component), grundy });
        Ok(Listing { parts: parts.collect(), moves, total, remoteness: near.and_then(Near::here) })
    }

    /// The different options of each component, and how many there are in all unless some were not looked at.
    #[expect(clippy::type_complexity, reason = "a list for each component, shared by equal ones")]
    fn options(
        &self,
        limits: &Limits<'_>,
    ) -> Result<(Vec<Rc<Vec<Parts<G::Component>>>>, Option<u64>), Failure> {
        let mut pulse = Pulse::new(limits);
        let mut known: FxHashMap<&G::Component, Rc<Vec<Parts<G::Component>>>> = FxHashMap::default();
        let (mut lists, mut left, mut total) = (Vec::new(), VISITS, Some(0u64));
        // What is looked at is kept, so large components allow fewer looks.
        for component in self.components {
            if !known.contains_key(component) {
                let size = self.script.component(component).len();
                left = left.min(room(size, limits) as usize);
                let mut list = Vec::new();
                let flow = self.game.game.options(component, &mut pulse, &mut |parts| {
                    if left == 0 {
                        return ControlFlow::Break(());
                    }
                    left -= 1;
                    list.push(parts.to_vec());
                    ControlFlow::Continue(())
                });
                if within(flow)?.is_none_or(|flow| flow.is_break()) {
                    total = None;
                    list.extend((self.beyond)(component));
                }
                list.sort();
                list.dedup();
                known.insert(component, Rc::new(list));
            }
            let list = known[component].clone();
            total = total.map(|total| total + list.len() as u64);
            lists.push(list);
        }
        Ok((lists, total))
    }
}

/// How many positions that take this long to write fit into a part of the memory: each takes several times the room of its
/// text.
pub(crate) fn room(length: usize, limits: &Limits<'_>) -> u64 {
    (limits.memory / 8 / (200 + 16 * length as u64)).max(1)
}

/// How many of each list are shown so that at most `most` are: short lists whole, long ones alike.
fn shares(lengths: Vec<usize>, most: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..lengths.len()).collect();
    order.sort_by_key(|&index| lengths[index]);
    let (mut shares, mut left) = (vec![0; lengths.len()], most);
    for (done, &index) in order.iter().enumerate() {
        shares[index] = lengths[index].min(left / (order.len() - done));
        left -= shares[index];
    }
    shares
}

/// Some items of a list, the first and the last among them.
fn spread<T>(list: &[T], count: usize) -> impl Iterator<Item = &T> {
    let last = list.len().saturating_sub(1);
    (0..count).map(move |index| &list[if count > 1 { index * last / (count - 1) } else { last }])
}

impl Survey {
    /// Joins an answer and a list of moves.
    pub fn join(solved: Option<Solved>, listing: Listing) -> Survey {
        let Listing { parts, mut moves, total, remoteness } = listing;
        let grundy = solved.as_ref().and_then(|solved| solved.grundy);
        if let Some(solved) = &solved {
            judge(&mut moves, solved);
        }
        Survey { solved, grundy, parts, moves, total, remoteness }
    }

    /// Who wins, where that is known.
    pub fn outcome(&self) -> Option<Outcome> {
        self.solved.as_ref().map(|solved| solved.outcome)
    }

    /// Whether no move is left.
    pub fn is_over(&self) -> bool {
        self.total == Some(0)
    }
}

/// Says of each move whether it wins, and adds the winning moves that are missing.
fn judge(moves: &mut Vec<Choice>, solved: &Solved) {
    let points = solved.score.is_some();
    let won: FxHashSet<(usize, &str)> =
        solved.winning_moves.iter().map(|found| (found.component, found.text.as_str())).collect();
    let complete = solved.stop == StopReason::Done && solved.winning_moves_total == Some(won.len() as u64);
    let listed: FxHashSet<(usize, String)> =
        moves.iter().map(|choice| (choice.part, choice.text.clone())).collect();
    for choice in moves.iter_mut() {
        let member = won.contains(&(choice.part, choice.text.as_str()));
        if points {
            choice.winning = member;
            continue;
        }
        // A move that an answer lists leaves a lost position, or a drawn one where nothing better is to be had.
        let best = if solved.outcome == Outcome::D { Outcome::D } else { Outcome::P };
        let by_value = choice.grundy.map(|value| if value == 0 { Outcome::P } else { Outcome::N });
        let by_list = member.then_some(best).or((complete && best == Outcome::P).then_some(Outcome::N));
        choice.outcome = choice.outcome.or(by_value).or(by_list);
        choice.winning = choice.outcome == Some(Outcome::P);
    }
    let normal = solved.convention == Convention::Normal && !points;
    let missing =
        solved.winning_moves.iter().filter(|found| !listed.contains(&(found.component, found.text.clone())));
    let added: Vec<Choice> = missing
        .map(|found| Choice {
            part: found.component,
            text: found.text.clone(),
            result: found.result.clone(),
            grundy: (normal && solved.outcome == Outcome::N).then_some(0),
            outcome: (!points && solved.outcome == Outcome::N).then_some(Outcome::P),
            winning: points || solved.outcome == Outcome::N,
            remoteness: None,
            gain: None,
        })
        .collect();
    moves.extend(added);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::reference;
    use crate::game::sum::canonical;
    use proptest::prelude::*;
    use std::collections::HashMap;

    fn look(game: &str, position: &str, convention: Convention) -> Survey {
        let game = NamedGame::read(game).expect(game);
        let position = game.parse(position).expect(position);
        survey(&game, &position, &Question { convention, ..Question::default() }).expect("a survey")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        /// Values, outcomes and winners after every move are those of the slow solver.
        #[test]
        fn moves_are_judged_as_the_slow_solver_does(heaps in prop::collection::vec(0u64..7, 0..4), misere: bool) {
            let convention = if misere { Convention::Misere } else { Convention::Normal };
            for name in ["nim", "kayles", "grundy", "take{1,3,4}", "0.137"] {
                let game = NamedGame::read(name).expect(name);
                let rules = game.ruleset().expect("a rule").clone();
                let played = Heaps::new(&rules);
                let found =
                    survey(&game, &Position::Heaps(heaps.clone()), &Question { convention, ..Question::default() });
                let found = found.expect("small");
                prop_assert_eq!(found.total, Some(found.moves.len() as u64));
                let (mut values, mut outcomes) = (HashMap::new(), HashMap::new());
                for choice in &found.moves {
                    let Ok(Position::Heaps(after)) = game.parse(&choice.result) else { panic!("heaps") };
                    let outcome =
                        reference::outcome(&played, &canonical(&after), convention, &mut outcomes).expect("small");
                    prop_assert_eq!(choice.outcome, Some(outcome), "{} {:?} {}", name, heaps, choice.text);
                    prop_assert_eq!(choice.winning, outcome == Outcome::P);
                    if !misere {
                        let each = after.iter().map(|heap| reference::grundy(&played, heap, &mut values).expect("small"));
                        prop_assert_eq!(choice.grundy, Some(each.fold(0, |sum, value| sum ^ value)));
                    }
                }
            }
        }
    }

    #[test]
    fn games_of_every_kind_have_moves_that_can_be_read_back() {
        for entry in crate::catalogue::entries() {
            let game = NamedGame::read(&entry.name).expect("a catalogue game");
            for text in &entry.positions {
                let position = game.parse(text).expect(text);
                let few = Limits { positions: 100_000, memory: 1 << 28, ..Limits::default() };
                let question = Question { convention: Convention::Normal, limits: few };
                let found = survey(&game, &position, &question).expect(text);
                let solved = found.solved.as_ref().expect("an example is small");
                assert_eq!(
                    found.moves.iter().any(|choice| choice.winning),
                    solved.outcome == Outcome::N || solved.outcome == Outcome::D && solved.score.is_some(),
                    "{} {text}",
                    entry.name
                );
                for choice in found.moves.iter().take(40) {
                    assert!(game.parse(&choice.result).is_ok(), "{} {text}: {}", entry.name, choice.result);
                    assert_ne!(choice.text, "", "{} {text}", entry.name);
                }
            }
        }
    }

    #[test]
    fn huge_heaps_have_a_list_with_every_winning_move() {
        let found = look("nim", "1000000000000000000 3 5", Convention::Normal);
        assert_eq!(found.total, None);
        assert!(found.moves.len() <= MAX_LISTED + 3);
        let winning: Vec<&str> =
            found.moves.iter().filter(|choice| choice.winning).map(|choice| choice.text.as_str()).collect();
        assert_eq!(winning, ["1000000000000000000 -> 6"]);
    }

    /// A row of many coins has many moves, each as large as the row: few of them are kept.
    #[test]
    fn large_components_do_not_fill_the_memory() {
        let coins: Vec<String> = (0..3000).map(|coin| (5 * coin).to_string()).collect();
        let game = NamedGame::read("welter").expect("welter");
        let position = game.parse(&coins.join(" ")).expect("coins");
        let limits = Limits { memory: 1 << 26, ..Limits::default() };
        let found = listing(&game, &position, &Question { limits, ..Question::default() }).expect("a list");
        assert_eq!((found.total, found.remoteness), (None, None));
        assert!(!found.moves.is_empty());
    }

    #[test]
    fn shares_are_fair() {
        assert_eq!(shares(vec![5, 1000, 2000, 0], 1000), [5, 497, 498, 0]);
        assert_eq!(shares(vec![1, 2, 3], 1000), [1, 2, 3]);
        let spread: Vec<u8> = spread(&[1, 2, 3, 4, 5], 3).copied().collect();
        assert_eq!(spread, [1, 3, 5]);
    }
}
