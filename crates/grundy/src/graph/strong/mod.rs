//! Strong solutions: a game solved from a start with everything that can be reached, kept as a file.
//!
//! [`super::implicit`] finds the positions, [`super::analysis`] solves their graph; this module numbers them so that
//! they can be found again. A game that is [`crate::game::ranked::Ranked`] tells the place of a position in the table; other positions
//! are kept as texts, in full, behind a hash table. On the way, moves and new texts are written into a
//! [`crate::journal`], from which a run that was stopped or killed goes on; at the end stands a [`super::database`]. Both
//! depend on the game and the start alone, so that the file is the same however often the run was stopped.
//!
//! A lookup asks the rules for the moves of the position, and the database for what they lead to.
//!
//! Positions that play alike, such as the same heaps in another order, are one, as they are for [`crate::solve()`].
//!
//! Time O(positions + moves); memory at most 24 bytes a move, 40 bytes a position, and with texts those twice. Games for
//! points are not served.
//!
//! ```
//! use grundy::graph::{database::Database, strong};
//! use grundy::value::{LoopyValue, Outcome};
//! use grundy::{Convention, NamedGame, limits::Limits};
//!
//! let (game, limits) = (NamedGame::read("kayles")?, Limits::default());
//! let file = strong::solve(&game, "3 4 5", Convention::Normal, &limits)?;
//! let database = Database::open(&file).expect("just written");
//! let position = game.parse("2 5")?;
//! let found = strong::of(&game, &position)?.look_up(&database, &limits).expect("it can be reached");
//! assert_eq!((found.outcome, found.grundy), (Outcome::N, Some(LoopyValue::Finite(6))));
//! assert_eq!(found.best.expect("a winning move").result, "2 1 3");
//! # Ok::<(), grundy::Error>(())
//! ```

mod kept;
mod log;

use kept::{Dense, Kept, Texts};
use log::{Log, replay};

use super::analysis::Analysis;
use super::csr::Graph;
use super::database::{self, About, Database, Head, Order, Row, Table};
use super::implicit::explore;
use super::retrograde::is_lost;
use crate::answer::Move;
use crate::catalogue::{NamedGame, Rules};
use crate::error::{Error, Failure};
use crate::game::folded::Folded;
use crate::game::position::{Position, Tuple, parse_heaps, parse_tuples};
use crate::game::ranked::{Ranked, Ranks};
use crate::game::sum::{Sum, canonical};
use crate::game::{Convention, Game, Part, Parts, distinct_options};
use crate::journal::{MAGIC, block, blocks};
use crate::limits::{Limits, Pulse, StopReason};
use crate::rule::play::{Heaps, Tuples};
use crate::rule::symmetry::Symmetry;
use crate::solve::moves::{Moves, Plain, Script, Winning};
use crate::solve::{explain_failure, stopped};
use crate::value::{LoopyValue, Outcome};
use std::{fmt, io};

/// Most entries of a table whose positions tell their places: beyond, few of them are likely to be reached.
const MOST_RANKS: u64 = 1 << 28;
/// Most components that a position is written with.
const LONGEST: u64 = 100_000;
/// Moves of a line of best play.
const LINE: usize = 200;

/// A position of some game, to be solved with all that can be reached from it, or looked up.
pub trait Strong {
    /// Solves every position that can be reached; returns the file of a [`Database`]. `saved` is the journal of an earlier
    /// run, or nothing; `keep` is called with what is to be added to it.
    ///
    /// # Errors
    /// When the limits do not suffice, a move fails, the journal is another's, or it cannot be written.
    fn solve(
        &self,
        about: &About,
        saved: &[u8],
        keep: &mut Keep<'_>,
        limits: &Limits<'_>,
    ) -> Result<Vec<u8>, Unsolved>;

    /// What a database says about this position, which need not be its start.
    ///
    /// # Errors
    /// When the position is not in it, or a limit stops the search for its moves.
    fn look_up(&self, database: &Database<'_>, limits: &Limits<'_>) -> Result<Lookup, Unsolved>;
}

/// Adds bytes to a journal.
pub type Keep<'a> = dyn FnMut(&[u8]) -> io::Result<()> + 'a;

/// What is known about a position.
#[derive(Debug, Clone)]
pub struct Lookup {
    /// The position in its notation, components in order.
    pub position: String,
    /// Who wins.
    pub outcome: Outcome,
    /// How many moves the game lasts, if the winner hurries and the loser delays; `None` for a draw.
    pub remoteness: Option<u32>,
    /// The value; `None` under misère play.
    pub grundy: Option<LoopyValue>,
    /// The moves that win.
    pub winning: Moves,
    /// A quickest win, a longest resistance, or a move that keeps the draw; `None` without moves.
    pub best: Option<Move>,
    /// A line of best play: to the end, or as far as it is shown.
    pub line: Vec<Move>,
    /// Steps of work.
    pub work: u64,
}

/// Why there is no database, or no answer from it.
#[derive(Debug)]
#[non_exhaustive]
pub enum Unsolved {
    /// A limit, or a move that makes no progress.
    Failed(Failure),
    /// The journal cannot be written.
    Unwritten(io::Error),
    /// The journal is about something else.
    Foreign,
    /// The journal or the database contradicts the game.
    Damaged,
    /// The database does not have the position.
    Unknown,
}

impl<F: Into<Failure>> From<F> for Unsolved {
    fn from(failure: F) -> Unsolved {
        Unsolved::Failed(failure.into())
    }
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsolved::Failed(Failure::Stopped(reason)) => write!(f, "{reason}"),
            Unsolved::Failed(Failure::NoProgress(offence)) => {
                write!(f, "a move makes no progress: {} -> {}", offence.before, offence.after)
            }
            Unsolved::Unwritten(error) => write!(f, "{error}"),
            Unsolved::Foreign => write!(f, "it is about another game or position"),
            Unsolved::Damaged => write!(f, "it contradicts the rules of the game"),
            Unsolved::Unknown => write!(f, "the position is not in the database"),
        }
    }
}

impl Unsolved {
    /// Finds words for a failure of the game itself; the others are about files, and the caller's to name.
    pub fn explain(self, game: &NamedGame) -> Error {
        match (self, game.ruleset()) {
            (Unsolved::Failed(failure), Some(rules)) => explain_failure(rules, failure),
            (Unsolved::Failed(Failure::Stopped(reason)), None) => stopped(reason),
            (other, _) => Error::game(other.to_string(), None),
        }
    }
}

/// A position of a game of any kind.
///
/// # Errors
/// When the game is played for points, or the position is another game's.
pub fn of<'a>(game: &'a NamedGame, position: &Position) -> Result<Box<dyn Strong + 'a>, Error> {
    match (&game.rules, position) {
        (Rules::Typed(typed), Position::Typed(held)) => typed.strong(held),
        (Rules::Line(rules), Position::Heaps(heaps)) => {
            let played = Heaps::new(rules);
            let words = Plain { drop_dead: played.empty_is_dead() };
            let ranks = Box::new(move |start: &Sum<u64>| played.ranks(start));
            Ok(Box::new(Played::new(played, words, heaps, ranks, Box::new(u64::clone))))
        }
        (Rules::Line(rules), Position::Tuples(tuples)) => {
            let words = TupleWords { arity: rules.arity() };
            let (played, symmetry) = (Tuples::new(rules), Symmetry::of(rules.checked()));
            let alike = move |tuple: &Tuple| symmetry.representative(tuple);
            Ok(Box::new(Played::new(played, words, tuples, Box::new(|_| None), Box::new(alike))))
        }
        _ => Err(Error::foreign_position()),
    }
}

/// What a database of a game is about.
pub fn about(game: &NamedGame, convention: Convention) -> About {
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    About { game: one_line(&game.name), rule: one_line(&game.rule()), convention }
}

/// Solves a game from a start in one go; returns the file of a [`Database`].
///
/// # Errors
/// When the position cannot be read, a move fails, or the limits do not suffice.
pub fn solve(
    game: &NamedGame,
    start: &str,
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<Vec<u8>, Error> {
    let position = game.parse(start)?;
    let strong = of(game, &position)?;
    let solved = strong.solve(&about(game, convention), &[], &mut |_| Ok(()), limits);
    solved.map_err(|unsolved| unsolved.explain(game))
}

/// Positions as text, both ways.
pub(crate) trait Words<C>: Script<C> {
    /// The components of a text that was written.
    fn read(&self, text: &str) -> Option<Vec<C>>;
}

impl Words<u64> for Plain {
    fn read(&self, text: &str) -> Option<Vec<u64>> {
        parse_heaps(text).ok()
    }
}

/// Tuples as text.
struct TupleWords {
    arity: usize,
}

impl Script<Tuple> for TupleWords {
    fn component(&self, tuple: &Tuple) -> String {
        Plain { drop_dead: false }.component(tuple)
    }

    fn position(&self, tuples: Vec<Tuple>) -> String {
        Position::Tuples(tuples).to_string()
    }

    fn length(&self, tuples: &[Tuple]) -> usize {
        Plain { drop_dead: false }.length(tuples)
    }
}

impl Words<Tuple> for TupleWords {
    fn read(&self, text: &str) -> Option<Vec<Tuple>> {
        parse_tuples(text, self.arity, |_| None).ok()
    }
}

/// The ranks of a start, where the game has any.
type Ranker<'a, C> = Box<dyn Fn(&Sum<C>) -> Option<Box<dyn Ranks<C>>> + 'a>;

/// The representative of all components that play alike.
type Alike<'a, C> = Box<dyn Fn(&C) -> C + 'a>;

/// A game, how its positions are written and numbered, and one of them. Positions are kept and looked up by
/// representatives; what is shown is as it was asked for.
pub(crate) struct Played<'a, G: Game, W> {
    game: G,
    words: W,
    components: Vec<G::Component>,
    ranker: Ranker<'a, G::Component>,
    alike: Alike<'a, G::Component>,
}

impl<'a, G: Game, W: Words<G::Component>> Played<'a, G, W> {
    pub fn new(
        game: G,
        words: W,
        components: &[G::Component],
        ranker: Ranker<'a, G::Component>,
        alike: Alike<'a, G::Component>,
    ) -> Played<'a, G, W> {
        let mut components = live(&words, components.to_vec());
        components.sort();
        Played { game, words, components, ranker, alike }
    }

    /// The sum of the representatives of some components.
    fn folded(&self, components: impl Iterator<Item = G::Component>) -> Sum<G::Component> {
        canonical(&components.map(|component| (self.alike)(&component)).collect::<Vec<_>>())
    }

    fn solve_with<N: Kept<G::Component>>(
        &self,
        mut numbers: N,
        about: &About,
        saved: &[u8],
        keep: &mut Keep<'_>,
        limits: &Limits<'_>,
    ) -> Result<Vec<u8>, Unsolved> {
        // The journal is in memory as well.
        let limits = &Limits { memory: limits.memory.saturating_sub(saved.len() as u64), ..*limits };
        let start = self.folded(self.components.iter().cloned());
        numbers.number(&start)?;
        let start = text(&self.words, &start)?;
        // Numbers in a journal are those of the database that it grows into.
        let first = format!("{MAGIC}{}\nrule {}\nstart {start}\n", database::MAGIC, about.rule).into_bytes();
        let mut saved = blocks(saved);
        match saved.next() {
            None => keep(&block(&first)).map_err(Unsolved::Unwritten)?,
            Some(found) if found == first => {}
            Some(_) => return Err(Unsolved::Foreign),
        }
        let (mut edges, mut expanded) = (Vec::new(), 0);
        for content in saved {
            expanded = replay(content, &mut numbers, expanded, &mut edges).ok_or(Unsolved::Damaged)?;
        }
        let mut log = Log::new(numbers.met(), keep);
        let fold = |component: &G::Component| vec![Part { component: (self.alike)(component), copies: 1 }];
        let explored = explore(
            &Folded::new(&self.game, &fold),
            &mut numbers,
            expanded,
            &mut edges,
            &mut |numbers, moves| log.add(numbers, moves),
            limits,
        );
        // What a run has found when it is stopped is worth as much as what it found before.
        let flushed = log.flush(&numbers);
        if let Some(error) = log.trouble {
            return Err(Unsolved::Unwritten(error));
        }
        explored.and(flushed)?;
        let graph = Graph::new(numbers.vertices(), edges, limits)?;
        table(&numbers, &graph, about, start, limits)
    }

    /// The row of a position.
    fn row(
        &self,
        database: &Database<'_>,
        ranks: Option<&dyn Ranks<G::Component>>,
        position: &Sum<G::Component>,
    ) -> Option<Row> {
        let folded = self.folded(spelled(position).ok()?);
        if let Some(ranks) = ranks {
            return database.row(ranks.rank(&folded)?);
        }
        let text = text(&self.words, &folded).ok()?;
        database.find(&text).or_else(|| database.find(&settled(&self.words, &text)?))
    }
}

/// The file of a solved graph.
fn table<'n, C, N: Kept<C>>(
    numbers: &'n N,
    graph: &Graph,
    about: &About,
    start: String,
    limits: &Limits<'_>,
) -> Result<Vec<u8>, Unsolved> {
    let analysis = Analysis::new(graph, about.convention, limits)?;
    let order = numbers.sorted();
    let vertex = |entry: usize| order.as_ref().map_or(entry as u32, |order| order[entry]);
    let row = |entry| {
        let vertex = vertex(entry);
        let row = Row { remoteness: analysis.outcomes().remoteness(vertex), value: analysis.finite(vertex) };
        numbers.is_met(vertex).then_some(row)
    };
    let head = Head {
        about: about.clone(),
        start,
        order: if order.is_some() { Order::Hashed } else { Order::Ranked },
        positions: numbers.met() as u64,
        moves: graph.edges() as u64,
        widest: graph.forward().lengths().max().unwrap_or(0).into(),
        acyclic: analysis.cycle().is_none(),
    };
    let written = |entry| numbers.text(vertex(entry));
    let text: Option<&dyn Fn(usize) -> &'n str> = if order.is_some() { Some(&written) } else { None };
    Ok(Table { head, entries: numbers.vertices(), row: &row, text }.to_bytes())
}

impl<G: Game, W: Words<G::Component>> Strong for Played<'_, G, W> {
    fn solve(
        &self,
        about: &About,
        saved: &[u8],
        keep: &mut Keep<'_>,
        limits: &Limits<'_>,
    ) -> Result<Vec<u8>, Unsolved> {
        let start = self.folded(self.components.iter().cloned());
        match (self.ranker)(&start).filter(|ranks| ranks.len() <= MOST_RANKS) {
            Some(ranks) => self.solve_with(Dense::new(ranks), about, saved, keep, limits),
            None => self.solve_with(Texts::new(&self.words), about, saved, keep, limits),
        }
    }

    fn look_up(&self, database: &Database<'_>, limits: &Limits<'_>) -> Result<Lookup, Unsolved> {
        let ranks = match database.head().order {
            Order::Hashed => None,
            Order::Ranked => {
                let start = self.words.read(&database.head().start).ok_or(Unsolved::Damaged)?;
                let start = canonical(&live(&self.words, start));
                Some((self.ranker)(&start).ok_or(Unsolved::Damaged)?)
            }
        };
        let row = |position: &Sum<G::Component>| self.row(database, ranks.as_deref(), position);
        let asked = Asked {
            game: &self.game,
            words: &self.words,
            row: &row,
            convention: database.head().about.convention,
        };
        asked.answer(&self.components, limits)
    }
}

/// A question to a database.
struct Asked<'a, G: Game, W> {
    game: &'a G,
    words: &'a W,
    row: &'a dyn Fn(&Sum<G::Component>) -> Option<Row>,
    convention: Convention,
}

/// A move of a position: the component it changes, what it leaves of it, and the row of the whole.
struct Step<C> {
    component: usize,
    parts: Parts<C>,
    row: Row,
}

impl<G: Game, W: Words<G::Component>> Asked<'_, G, W> {
    fn answer(&self, components: &[G::Component], limits: &Limits<'_>) -> Result<Lookup, Unsolved> {
        let mut pulse = Pulse::new(limits);
        let sum = canonical(components);
        let row = (self.row)(&sum).ok_or(Unsolved::Unknown)?;
        let steps = self.steps(components, &mut pulse)?;
        let outcome = self.outcome(row);
        let mut winning = Winning::new(components, self.words);
        for step in steps.iter().filter(|step| self.outcome(step.row) == Outcome::P) {
            winning.add(step.component, std::slice::from_ref(&step.parts));
        }
        let finite = row.value.map(LoopyValue::Finite);
        let infinite = || LoopyValue::infinity(steps.iter().filter_map(|step| step.row.value));
        let line = if limits.moves > 0 { self.line(components, row, &mut pulse)? } else { Vec::new() };
        Ok(Lookup {
            position: text(self.words, &sum)?,
            outcome,
            remoteness: row.remoteness,
            grundy: (self.convention == Convention::Normal).then(|| finite.unwrap_or_else(infinite)),
            winning: if limits.moves > 0 { winning.finish() } else { Moves::default() },
            best: line.first().cloned(),
            line,
            work: pulse.work(),
        })
    }

    fn outcome(&self, row: Row) -> Outcome {
        match row.remoteness {
            None => Outcome::D,
            Some(level) if is_lost(level, self.convention) => Outcome::P,
            Some(_) => Outcome::N,
        }
    }

    /// The different moves of every component.
    fn steps(
        &self,
        components: &[G::Component],
        pulse: &mut Pulse<'_>,
    ) -> Result<Vec<Step<G::Component>>, Unsolved> {
        let mut steps = Vec::new();
        for (component, before) in components.iter().enumerate() {
            for parts in distinct_options(self.game, before, pulse)? {
                let after = self.after(components, component, &parts)?;
                let row = (self.row)(&canonical(&after)).ok_or(Unsolved::Damaged)?;
                steps.push(Step { component, parts, row });
            }
        }
        Ok(steps)
    }

    /// The components after a move.
    fn after(
        &self,
        components: &[G::Component],
        changed: usize,
        parts: &Parts<G::Component>,
    ) -> Result<Vec<G::Component>, Unsolved> {
        let mut after = components[..changed].to_vec();
        after.extend(spelled(parts)?);
        after.extend_from_slice(&components[changed + 1..]);
        Ok(live(self.words, after))
    }

    /// Best play: each step to the row it should lead to.
    fn line(
        &self,
        components: &[G::Component],
        row: Row,
        pulse: &mut Pulse<'_>,
    ) -> Result<Vec<Move>, Unsolved> {
        let (mut components, mut row) = (components.to_vec(), row);
        let mut line = Vec::new();
        while line.len() < LINE {
            let wanted = row.remoteness.map(|level| level.saturating_sub(1));
            let steps = self.steps(&components, pulse)?;
            let Some(step) = steps.into_iter().find(|step| step.row.remoteness == wanted) else { break };
            let mut one = Winning::new(&components, self.words);
            one.add(step.component, std::slice::from_ref(&step.parts));
            let Some(found) = one.finish().listed.pop() else { break };
            line.push(found);
            components = self.after(&components, step.component, &step.parts)?;
            row = step.row;
        }
        Ok(line)
    }
}

/// Without the components that have nothing more to say.
fn live<C>(words: &impl Script<C>, mut components: Vec<C>) -> Vec<C> {
    components.retain(|component| !words.is_dead(component));
    components
}

/// The components of a sum, one by one.
fn spelled<C: Clone>(sum: &[Part<C>]) -> Result<impl Iterator<Item = C>, StopReason> {
    let total = sum.iter().fold(0u64, |total, part| total.saturating_add(part.copies));
    if total > LONGEST {
        return Err(StopReason::PositionLimit);
    }
    Ok(sum.iter().flat_map(|part| std::iter::repeat_n(part.component.clone(), part.copies as usize)))
}

/// The text of a position that is written so: that of what is read. The parts of a graph, for one, come in another order
/// when they were taken from a larger one.
fn settled<C: Clone + Ord>(words: &impl Words<C>, written: &str) -> Option<String> {
    text(words, &canonical(&live(words, words.read(written)?))).ok()
}

/// A position in its notation.
fn text<C: Clone>(words: &impl Script<C>, position: &Sum<C>) -> Result<String, StopReason> {
    Ok(words.position(spelled(position)?.collect()))
}

#[cfg(test)]
mod tests {
    use super::super::implicit::Reached;
    use super::*;
    use crate::game::reference;
    use crate::journal::intact;
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// Games of every kind with a start, some of them with ranks, some with draws.
    const STARTS: [(&str, &str); 14] = [
        ("nim", "3 4 5"),
        ("take{1,3}", "0 6 7"),
        ("kayles", "7 4"),
        ("n -> d of n/d where d | n, 1 < d ; n -> n - 1", "12 3"),
        ("wythoff", "4,5"),
        ("euclid", "(7,5) (3,2)"),
        ("slow-nim:k=2", "2 3 2"),
        ("moore:k=2", "3 3 2"),
        ("welter", "1 4 6"),
        ("strip", "2 5 6"),
        ("nim-with-bank:bank=2", "2 2"),
        ("poker-nim:mine=1,theirs=1,recycle=true", "1 2"),
        ("node-kayles", "a-b b-c c-d d-a d-e"),
        ("palindromes", "abba aab"),
    ];

    fn named(game: &str) -> NamedGame {
        NamedGame::read(game).unwrap_or_else(|error| panic!("{game}: {error}"))
    }

    /// Runs a solve that ends after so many steps, and returns the journal it leaves.
    fn interrupted(game: &NamedGame, position: &Position, convention: Convention, steps: usize) -> Vec<u8> {
        let mut journal = Vec::new();
        let (strong, about) = (of(game, position).expect("a game"), about(game, convention));
        let mut left = steps;
        let mut keep = |bytes: &[u8]| {
            let enough = journal.len() + bytes.len();
            journal.extend_from_slice(bytes);
            left = left.saturating_sub(enough);
            Ok(())
        };
        let limits = Limits { positions: steps as u64, ..Limits::default() };
        let _ = strong.solve(&about, &[], &mut keep, &limits);
        journal
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn a_run_goes_on_from_any_journal_to_the_same_file(
            choice in 0..STARTS.len(), steps in 1usize..60, cut in 0.0..1.0f64, misere in any::<bool>(),
        ) {
            let (name, start) = STARTS[choice];
            let game = named(name);
            let convention = if misere { Convention::Misere } else { Convention::Normal };
            let limits = Limits::default();
            let whole = solve(&game, start, convention, &limits).expect("small");
            let position = game.parse(start).expect("a position");
            let mut journal = interrupted(&game, &position, convention, steps);
            journal.truncate((journal.len() as f64 * (1.0 - cut * cut)) as usize);
            journal.truncate(intact(&journal));
            let again = of(&game, &position).expect("a game").solve(
                &about(&game, convention), &journal, &mut |_| Ok(()), &limits);
            prop_assert!(again.expect("small") == whole, "{}", name);
        }
    }

    #[test]
    fn every_position_is_found_and_is_what_the_slow_solver_says() {
        let limits = Limits::default();
        for (name, start, convention) in [
            ("nim", vec![3, 4, 5], Convention::Normal),
            ("kayles", vec![7, 4], Convention::Normal),
            ("kayles", vec![7, 4], Convention::Misere),
            ("take{1,3}", vec![6, 7], Convention::Misere),
        ] {
            let game = named(name);
            let words = start.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
            let file = solve(&game, &words, convention, &limits).expect("small");
            let database = Database::open(&file).expect("just written");
            let heaps = Heaps::new(game.ruleset().expect("a rule"));
            let reached = Reached::new(&heaps, &canonical(&start), &limits).expect("small");
            assert_eq!(database.report(), reached.report(convention, &limits).expect("small"), "{name}");
            let mut known = HashMap::new();
            let mut values = HashMap::new();
            for vertex in 0..reached.graph().vertices() as u32 {
                let sum = reached.position(vertex);
                let slow = reference::outcome(&heaps, sum, convention, &mut known).expect("play ends");
                let heap_list: Vec<u64> = spelled(sum).expect("short").collect();
                let strong = of(&game, &Position::Heaps(heap_list.clone())).expect("a game");
                let found = strong.look_up(&database, &limits).expect("it is there");
                assert_eq!(found.outcome, slow, "{name} {heap_list:?}");
                if convention == Convention::Normal {
                    let value = |heap| reference::grundy(&heaps, heap, &mut values).expect("play ends");
                    let value = heap_list.iter().map(value).fold(0, |sum, value| sum ^ value);
                    assert_eq!(found.grundy, Some(LoopyValue::Finite(value)), "{name} {heap_list:?}");
                }
                assert_eq!(found.line.len() as u32, found.remoteness.expect("play ends"));
                assert_eq!(
                    found.winning.total.expect("few") > 0,
                    slow == Outcome::N && !heap_list.is_empty()
                );
            }
        }
    }

    #[test]
    fn ranks_and_texts_agree() {
        let limits = Limits::default();
        for (name, start) in STARTS {
            let game = named(name);
            let file = solve(&game, start, Convention::Normal, &limits).expect("small");
            let database = Database::open(&file).expect("just written");
            let position = game.parse(start).expect("a position");
            let found = of(&game, &position).expect("a game").look_up(&database, &limits).expect("the start");
            let asked = crate::Question::default();
            let draws = database.report().draws;
            if !name.starts_with("poker") {
                let solved = crate::solve(&game, position, &asked).expect("small");
                assert_eq!((found.outcome, draws), (solved.outcome, 0), "{name}");
                assert_eq!(found.winning.total, solved.winning_moves_total, "{name}");
            }
            let ranked = ["nim", "take", "slow", "moore", "welter", "strip"];
            let is_ranked = ranked.iter().any(|prefix| name.starts_with(prefix)) && !name.contains("bank");
            assert_eq!(database.head().order == Order::Ranked, is_ranked, "{name}");
        }
    }

    #[test]
    fn positions_are_found_in_every_spelling_and_counted_once() {
        let limits = Limits::default();
        for (name, start, positions, asked) in [
            // Partitions inside a box, those with rows and columns exchanged once.
            ("chomp", "3x3", 13, &["3,2", "3,2,0", "2,2,1", "1,1,1,0,0"][..]),
            ("moore:k=2", "2 1 2", 9, &["2 2 1", "1 2 2", "0 2 0", "2"]),
            ("slow-nim:k=2", "2 1 1", 7, &["1 2 1", "1 1"]),
            // Two heaps of at most 2: nine pairs in order, six of them sorted.
            ("nim-with-bank:bank=0", "2 0 2", 6, &["2 2", "2 1", "0 1 0 2", "0"]),
            ("poker-nim:mine=0,theirs=0,recycle=false", "2 2", 6, &["1 2", "2 1", "2"]),
            ("wythoff", "4,2", 12, &["2,4", "4,2", "1,3", "3,1"]),
            ("fibonacci-nim", "5,4", 13, &["5,4", "4,2", "2,6"]),
            // The star, and three lone vertices or fewer.
            ("node-kayles", "d-x c-x b-x a-x", 5, &["path:1 path:1", "path:1"]),
            ("arc-kayles", "grid:4x4", 1891, &["grid:4x4"]),
            ("arc-kayles", "grid:2x10", 5671, &["grid:2x10", "path:3"]),
        ] {
            let game = named(name);
            let file = solve(&game, start, Convention::Normal, &limits).expect("small");
            let database = Database::open(&file).expect("just written");
            assert_eq!(database.head().positions, positions, "{name} {start}");
            for text in asked {
                let position = game.parse(text).expect("a position");
                let strong = of(&game, &position).expect("a game");
                let found =
                    strong.look_up(&database, &limits).unwrap_or_else(|e| panic!("{name} {text}: {e}"));
                let solved = crate::solve(&game, position, &crate::Question::default()).expect("small");
                assert_eq!(found.outcome, solved.outcome, "{name} {text}");
                assert_eq!(found.winning.total, solved.winning_moves_total, "{name} {text}");
                assert_eq!(found.line.len() as u32, found.remoteness.expect("play ends"), "{name} {text}");
            }
        }
    }

    #[test]
    fn texts_count_as_memory() {
        // A wheel whose vertices have names of 200 letters.
        let name = |vertex: u32| format!("{vertex:0200}");
        let edges = (1..13).map(|v| format!("{0}-{1} {0}-{2}", name(v), name(v % 12 + 1), name(0)));
        let (game, start) = (named("arc-kayles"), edges.collect::<Vec<_>>().join(" "));
        let ask = |memory| solve(&game, &start, Convention::Normal, &Limits { memory, ..Limits::default() });
        let file = ask(1 << 30).expect("it fits");
        let refused = ask(file.len() as u64).expect_err("the texts are there twice");
        assert!(matches!(refused, Error::Stopped { reason: StopReason::MemoryLimit, .. }), "{refused}");
        assert!(ask(3 * file.len() as u64).is_ok(), "{}", file.len());
    }

    #[test]
    fn what_is_not_there_is_unknown_and_other_journals_are_refused() {
        let (nim, limits) = (named("nim"), Limits::default());
        let file = solve(&nim, "2 3", Convention::Normal, &limits).expect("small");
        let database = Database::open(&file).expect("just written");
        for position in [vec![4], vec![1, 1, 1], vec![3, 3]] {
            let strong = of(&nim, &Position::Heaps(position)).expect("a game");
            assert!(matches!(strong.look_up(&database, &limits), Err(Unsolved::Unknown)));
        }
        let journal = interrupted(&nim, &Position::Heaps(vec![2, 3]), Convention::Normal, 5);
        let other = of(&nim, &Position::Heaps(vec![2, 4])).expect("a game");
        let refused = other.solve(&about(&nim, Convention::Normal), &journal, &mut |_| Ok(()), &limits);
        assert!(matches!(refused, Err(Unsolved::Foreign)));
        let points = named("stone-iii");
        assert!(of(&points, &points.parse("1 2 3").expect("a position")).is_err());
    }
}
