//! Every legal move of a position, with what each leads to.
//!
//! [`fn@crate::ask::solve`] lists the moves that win; a player, a page and a teacher also want those that do not, and what they
//! throw away. [`survey`] joins the answer with a list of all moves: the value after each (Sprague 1935, Grundy 1939: the
//! nim-sum of the parts), who wins then, and the moves to the end where they can be known ([`super::play::remoteness`]).
//!
//! A list is bounded ([`MAX_LISTED_MOVES`] moves, [`MAX_LISTED_BYTES`] bytes, [`MAX_VISITED_OPTIONS`] options looked at). When there are more
//! moves, each component has its fair share, spread over its options, and every winning move that the answer lists is there.
//!
//! ```
//! use grundy::ask::moves::survey;
//! use grundy::{NamedGame, Question};
//!
//! let game = NamedGame::read("kayles")?;
//! let found = survey(&game, &game.parse("3 2")?, &Question::default())?;
//! assert_eq!((found.total, found.grundy), (Some(5), Some(1)));
//! let winning: Vec<&str> = found.moves.iter().filter(|m| m.winning).map(|m| m.made.text.as_str()).collect();
//! assert_eq!(winning, ["3 -> 2"]);
//! # Ok::<(), grundy::Error>(())
//! ```

use super::asked::{Asks, Refusal, put};
use super::named::NamedGame;
use super::play::remoteness::Near;
use super::played::Played;
use super::points;
use super::solve::common::MemoSolver;
use super::solve::loopy::{self, Ahead};
use super::solve::normal::{POSITIONS_WHEN_OUTCOME_KNOWN, WORK_WHEN_OUTCOME_KNOWN, check_extent};
use super::solve::{Question, folded, solve};
use crate::base::error::{Error, Failure};
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::game::answer::{MAX_LISTED_BYTES, MAX_LISTED_MOVES, Move, Solved};
use crate::game::engine::Method;
use crate::game::notation::is_long;
use crate::game::position::Position;
use crate::game::solver::Solver;
use crate::game::sum::nim_sum;
use crate::game::theory::{Known, Value};
use crate::game::winning::{move_of, positions_that_fit};
use crate::game::{Convention, Parts};
use crate::value::{LoopyValue, Outcome};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;

/// Options that are looked at to list moves.
pub const MAX_VISITED_OPTIONS: usize = 200_000;
/// Steps of work that a search of the game's own may take for the values of moves.
const SOLVER_WORK: u64 = 30_000_000;

/// A component of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartView {
    /// As it stands in a move.
    pub text: String,
    /// Its value; none under misère play, and where it is not known.
    pub grundy: Option<u64>,
}

/// A legal move, and what it leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub made: Move,
    /// The value of the position after it.
    pub grundy: Option<u64>,
    /// The value of the position after it where play may then go on for ever.
    pub loopy: Option<LoopyValue>,
    /// Who wins that position, seen from the player who is then to move: P is good for the mover.
    pub outcome: Option<Outcome>,
    /// Whether the mover wins by it; in games for points, whether it is a best move.
    pub winning: bool,
    /// Moves to the end after it.
    pub remoteness: Option<u32>,
    /// What it gains, in games for points.
    pub gain: Option<i64>,
}

impl Choice {
    /// A move of which no more is known than that it is one.
    pub fn unjudged(made: Move) -> Choice {
        Choice {
            made,
            grundy: None,
            loopy: None,
            outcome: None,
            winning: false,
            remoteness: None,
            gain: None,
        }
    }
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
    put(ListMoves(question), game, position)
}

struct ListMoves<'a>(&'a Question<'a>);

impl Asks for ListMoves<'_> {
    type Answer = Listing;

    fn ask<G: Played + ?Sized>(self, game: &G, components: &[G::Component]) -> Result<Listing, Refusal> {
        let Question { convention, limits } = self.0;
        if let Some(points) = game.points() {
            return points::listing(game, points, components);
        }
        if game.is_loopy() {
            return Ok(loopy_moves(game, components, *convention, limits)?);
        }
        Ok(moves(game, components, *convention, limits)?)
    }
}

/// The moves where play may go on for ever, with all that can be reached behind them.
fn loopy_moves<G: Played + ?Sized>(
    game: &G,
    components: &[G::Component],
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<Listing, Failure> {
    let fold = |component: &G::Component| game.parts(component);
    let folded = folded(game, &fold);
    let list = List { game, components, value: &|_| None };
    let solved = loopy::explore(&folded, components, convention, limits, |seen| {
        let after = |component: &G::Component, parts: &Parts<G::Component>| seen.after(component, parts);
        let listing = list.make(Some(&after), limits)?;
        let mut parts = listing.parts;
        if let [only] = &mut parts[..] {
            only.grundy = seen.here().value.and_then(|value| value.finite());
        }
        Ok(Listing { parts, remoteness: seen.here().remoteness, ..listing })
    });
    match within(solved)? {
        Some(listing) => Ok(listing),
        None => list.make(None, limits),
    }
}

/// The moves, with values by theorem or table, or by a small search where there is none.
fn moves<G: Played + ?Sized>(
    game: &G,
    components: &[G::Component],
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<Listing, Failure> {
    let mut solver = game.solver(components, Method::Auto);
    let work = if solver.is_some() { SOLVER_WORK } else { WORK_WHEN_OUTCOME_KNOWN };
    let enough = |done| if done > work { Some(StopReason::PositionLimit) } else { limits.ask(done) };
    let positions = limits.positions.min(POSITIONS_WHEN_OUTCOME_KNOWN);
    let few = Limits { positions, poll: &enough, ..*limits };
    let finite = check_extent(game, components, &few).is_ok();
    let by_theorem = |component: &G::Component| match game.known(component, Convention::Normal) {
        Some(Known { value: Value::Grundy(value), .. }) => Some(value),
        _ => None,
    };
    let normal = convention == Convention::Normal;
    let known = components.iter().all(|component| by_theorem(component).is_some());
    let mut table: Option<Box<dyn Solver<G::Component> + '_>> = None;
    if normal && !known {
        match solver.take() {
            // The tables of rules have the limits of the question.
            Some(mut own) if own.is_table() => {
                table = within(own.prepare(components, &mut Pulse::new(limits)))?.map(|()| own);
            }
            None if finite => {
                let mut memo = MemoSolver::new(game);
                table =
                    within(memo.prepare(components, &mut Pulse::new(&few)))?.map(|()| Box::new(memo) as _);
            }
            other => solver = other,
        }
    }
    let solver = RefCell::new((solver.filter(|solver| !solver.is_table()), Pulse::new(&few)));
    let by_solver = |component: &G::Component| match &mut *solver.borrow_mut() {
        (Some(solver), pulse) => solver.value(component, pulse).ok(),
        (None, _) => None,
    };
    let value = |component: &G::Component| match normal {
        false => None,
        true => by_theorem(component).or_else(|| match &table {
            Some(table) => table.look_up(component),
            None => by_solver(component),
        }),
    };
    let list = List { game, components, value: &value };
    if !finite {
        return list.make(None, limits);
    }
    let room = positions_that_fit(game.length(components), limits);
    let near_limits = Limits { positions: limits.positions.min(room), ..*limits };
    let fold = |component: &G::Component| game.parts(component);
    let folded = folded(game, &fold);
    let near = Near::new(&folded, components, convention, &near_limits)?;
    let after = near.as_ref().map(|near| {
        move |component: &G::Component, parts: &Parts<G::Component>| {
            let (outcome, remoteness) = near.after(&folded, component, parts)?;
            Some(Ahead { outcome, remoteness, value: None })
        }
    });
    let after: Option<&After<'_, G::Component>> = after.as_ref().map(|after| after as _);
    let listing = list.make(after, limits)?;
    Ok(Listing { remoteness: near.as_ref().and_then(Near::here), ..listing })
}

/// What was found, or nothing when a limit other than the user's patience was in the way.
fn within<T>(found: Result<T, Failure>) -> Result<Option<T>, Failure> {
    match found {
        Err(Failure::Stopped(StopReason::Interrupted)) => Err(StopReason::Interrupted.into()),
        Err(Failure::Stopped(_)) => Ok(None),
        other => other.map(Some),
    }
}

/// Outcome and remoteness after a move that leaves these parts of a component, where they are known.
type After<'a, C> = dyn Fn(&C, &Parts<C>) -> Option<Ahead> + 'a;

/// What a list of moves is made from.
struct List<'a, G: Played + ?Sized> {
    game: &'a G,
    components: &'a [G::Component],
    value: &'a dyn Fn(&G::Component) -> Option<u64>,
}

/// The different options of a component, shared by equal ones.
type OptionList<C> = Rc<Vec<Parts<C>>>;

/// The different options of each component, and how many there are in all unless some were not looked
/// at.
struct OptionLists<C> {
    lists: Vec<OptionList<C>>,
    total: Option<u64>,
}

impl<G: Played + ?Sized> List<'_, G> {
    /// Lists the moves, with values, outcomes and remoteness where they are known.
    fn make(&self, after: Option<&After<'_, G::Component>>, limits: &Limits<'_>) -> Result<Listing, Failure> {
        let OptionLists { lists, total } = self.options(limits)?;
        let shares = shares(lists.iter().map(|list| list.len()).collect(), MAX_LISTED_MOVES);
        let values: Vec<Option<u64>> = self.components.iter().map(self.value).collect();
        let whole = values.iter().try_fold(0, |sum, value| Some(sum ^ (*value)?));
        let (mut moves, mut bytes) = (Vec::new(), 0);
        'list: for (index, (list, share)) in lists.iter().zip(shares).enumerate() {
            let component = &self.components[index];
            for option in spread(list, share) {
                if is_long(option) {
                    continue;
                }
                let made = move_of(self.game, self.components, index, option);
                bytes += made.bytes();
                if bytes > MAX_LISTED_BYTES {
                    break 'list;
                }
                let after = after.and_then(|after| after(component, option));
                let rest = whole.zip(values[index]).map(|(whole, own)| whole ^ own);
                let by_parts = rest.zip(nim_sum(option, self.value)).map(|(rest, value)| rest ^ value);
                let value = after.as_ref().and_then(|after| after.value.clone());
                moves.push(Choice {
                    grundy: by_parts.or_else(|| value.as_ref()?.finite()),
                    loopy: value.filter(|value| value.finite().is_none()),
                    outcome: after.as_ref().map(|after| after.outcome),
                    remoteness: after.and_then(|after| after.remoteness),
                    ..Choice::unjudged(made)
                });
            }
        }
        let parts = self.components.iter().zip(&values).take(MAX_LISTED_MOVES);
        let parts =
            parts.map(|(component, &grundy)| PartView { text: self.game.component(component), grundy });
        Ok(Listing { parts: parts.collect(), moves, total, remoteness: None })
    }

    fn options(&self, limits: &Limits<'_>) -> Result<OptionLists<G::Component>, Failure> {
        let mut pulse = Pulse::new(limits);
        let mut known: FxHashMap<&G::Component, OptionList<G::Component>> = FxHashMap::default();
        let (mut lists, mut left, mut total) = (Vec::new(), MAX_VISITED_OPTIONS, Some(0u64));
        // What is looked at is kept, so large components allow fewer looks.
        for component in self.components {
            if !known.contains_key(component) {
                let size = self.game.component(component).len();
                left = left.min(positions_that_fit(size, limits) as usize);
                let mut list = Vec::new();
                let flow = self.game.options(component, &mut pulse, &mut |parts| {
                    if left == 0 {
                        return ControlFlow::Break(());
                    }
                    left -= 1;
                    list.push(parts.to_vec());
                    ControlFlow::Continue(())
                });
                if within(flow)?.is_none_or(|flow| flow.is_break()) {
                    total = None;
                    list.extend(self.game.far_options(component));
                }
                list.sort();
                list.dedup();
                known.insert(component, Rc::new(list));
            }
            let list = known[component].clone();
            total = total.map(|total| total + list.len() as u64);
            lists.push(list);
        }
        Ok(OptionLists { lists, total })
    }
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
    let key = |made: &Move| (made.component, made.text.clone());
    let won: FxHashSet<(usize, String)> = solved.winning_moves.iter().map(key).collect();
    let complete = solved.stop == StopReason::Done && solved.winning_moves_total == Some(won.len() as u64);
    let listed: FxHashSet<(usize, String)> = moves.iter().map(|choice| key(&choice.made)).collect();
    for choice in moves.iter_mut() {
        let member = won.contains(&key(&choice.made));
        if points {
            choice.winning = member;
            continue;
        }
        // A move that an answer lists leaves a lost position, or a drawn one where nothing better is to be had.
        let best = if solved.outcome == Outcome::D { Outcome::D } else { Outcome::P };
        let by_value = choice.grundy.map(|value| if value == 0 { Outcome::P } else { Outcome::N });
        // Where draws are possible, a move that does not win need not lose.
        let loses = complete && best == Outcome::P && solved.loopy.is_none();
        let by_list = member.then_some(best).or(loses.then_some(Outcome::N));
        choice.outcome = choice.outcome.or(by_value).or(by_list);
        choice.winning = choice.outcome == Some(Outcome::P);
    }
    let normal = solved.convention == Convention::Normal && !points;
    let missing = solved.winning_moves.iter().filter(|found| !listed.contains(&key(found)));
    let added: Vec<Choice> = missing
        .map(|found| Choice {
            grundy: (normal && solved.outcome == Outcome::N).then_some(0),
            outcome: (!points && solved.outcome == Outcome::N).then_some(Outcome::P),
            winning: points || solved.outcome == Outcome::N,
            ..Choice::unjudged(found.clone())
        })
        .collect();
    moves.extend(added);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::reference;
    use crate::game::sum::canonical;
    use crate::rule::play::Heaps;
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
                    let Ok(Position::Heaps(after)) = game.parse(&choice.made.result) else { panic!("heaps") };
                    let outcome =
                        reference::outcome(&played, &canonical(&after), convention, &mut outcomes).expect("small");
                    prop_assert_eq!(choice.outcome, Some(outcome), "{} {:?} {}", name, heaps, choice.made.text);
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
            let game = NamedGame::read(&entry.info.name).expect("a catalogue game");
            for text in &entry.info.positions {
                let position = game.parse(text).expect(text);
                let few = Limits { positions: 100_000, memory: 1 << 28, ..Limits::default() };
                let question = Question { convention: Convention::Normal, limits: few };
                let found = survey(&game, &position, &question).expect(text);
                let solved = found.solved.as_ref().expect("an example is small");
                assert_eq!(
                    found.moves.iter().any(|choice| choice.winning),
                    solved.outcome == Outcome::N || solved.outcome == Outcome::D && solved.score.is_some(),
                    "{} {text}",
                    entry.info.name
                );
                for choice in found.moves.iter().take(40) {
                    assert!(
                        game.parse(&choice.made.result).is_ok(),
                        "{} {text}: {}",
                        entry.info.name,
                        choice.made.result
                    );
                    assert_ne!(choice.made.text, "", "{} {text}", entry.info.name);
                }
            }
        }
    }

    #[test]
    fn huge_heaps_have_a_list_with_every_winning_move() {
        let found = look("nim", "1000000000000000000 3 5", Convention::Normal);
        assert_eq!(found.total, None);
        assert!(found.moves.len() <= MAX_LISTED_MOVES + 3);
        let winning: Vec<&str> = found
            .moves
            .iter()
            .filter(|choice| choice.winning)
            .map(|choice| choice.made.text.as_str())
            .collect();
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
