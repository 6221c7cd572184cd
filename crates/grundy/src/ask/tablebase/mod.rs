//! Tablebases: a game solved from a start with everything that can be reached, as a file.
//!
//! [`crate::engine::graph::implicit`] finds the positions, [`crate::engine::graph::analysis`] solves their graph; this module numbers them so that
//! they can be found again. A game that is [`crate::game::ranked::Ranked`] tells the place of a position in the table; other positions
//! are kept as texts, in full, behind a hash table. On the way, moves and new texts are written into a
//! [`crate::base::journal`], from which a run that was stopped or killed goes on; at the end stands a [`database`]. Both
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
//! use grundy::ask::tablebase::{self, database::Database};
//! use grundy::value::{LoopyValue, Outcome};
//! use grundy::{Convention, NamedGame, Limits};
//!
//! let (game, limits) = (NamedGame::read("kayles")?, Limits::default());
//! let file = tablebase::solve(&game, "3 4 5", Convention::Normal, &limits)?;
//! let database = Database::open(&file).expect("just written");
//! let position = game.parse("2 5")?;
//! let found = tablebase::look_up(&game, &position, &database, &limits).expect("it can be reached");
//! assert_eq!((found.outcome, found.grundy), (Outcome::N, Some(LoopyValue::Finite(6))));
//! assert_eq!(found.best.expect("a winning move").result, "2 1 3");
//! # Ok::<(), grundy::Error>(())
//! ```

mod build;
pub mod database;
pub mod files;
mod log;
mod numbering;
mod query;
mod space;
mod words;

use super::asked::{Asks, Refusal, explain_failure, put};
use super::moves::{Choice, PartView};
use super::named::NamedGame;
use super::played::Played;
use crate::base::error::{Error, Failure};
use crate::base::limits::Limits;
use crate::game::Convention;
use crate::game::answer::{Move, Moves};
use crate::game::position::Position;
use crate::value::{LoopyValue, Outcome};
use build::Start;
use database::{About, Database};
use std::{fmt, io};

/// Solves every position that can be reached; returns the file of a [`Database`]. `saved` is the journal of an earlier run,
/// or nothing; `keep` is called with what is to be added to it.
///
/// # Errors
/// When the limits do not suffice, a move fails, the journal is another's, or it cannot be written; when the game is played
/// for points, or the position is another game's.
pub fn build(
    game: &NamedGame,
    position: &Position,
    about: &About,
    saved: &[u8],
    keep: &mut Keep<'_>,
    limits: &Limits<'_>,
) -> Result<Vec<u8>, Unsolved> {
    put(Build { about, saved, keep, limits }, game, position).map_err(Unsolved::Refused)?
}

/// What a database says about a position, which need not be its start.
///
/// # Errors
/// When the position is not in it, a limit stops the search for its moves, or the position is another game's.
pub fn look_up(
    game: &NamedGame,
    position: &Position,
    database: &Database<'_>,
    limits: &Limits<'_>,
) -> Result<Lookup, Unsolved> {
    put(Find { database, limits }, game, position).map_err(Unsolved::Refused)?
}

struct Build<'a, 'k> {
    about: &'a About,
    saved: &'a [u8],
    keep: &'a mut Keep<'k>,
    limits: &'a Limits<'a>,
}

impl Asks for Build<'_, '_> {
    type Answer = Result<Vec<u8>, Unsolved>;

    fn ask<G: Played + ?Sized>(self, game: &G, components: &[G::Component]) -> Result<Self::Answer, Refusal> {
        without_points(game)?;
        Ok(Start::new(game, components).solve(self.about, self.saved, self.keep, self.limits))
    }
}

struct Find<'a> {
    database: &'a Database<'a>,
    limits: &'a Limits<'a>,
}

impl Asks for Find<'_> {
    type Answer = Result<Lookup, Unsolved>;

    fn ask<G: Played + ?Sized>(self, game: &G, components: &[G::Component]) -> Result<Self::Answer, Refusal> {
        without_points(game)?;
        Ok(Start::new(game, components).look_up(self.database, self.limits))
    }
}

fn without_points<G: Played + ?Sized>(game: &G) -> Result<(), Error> {
    let refused = || Error::game("a game for points has no table of wins and losses", None);
    game.points().map_or(Ok(()), |_| Err(refused()))
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
    /// The components, in order.
    pub parts: Vec<PartView>,
    /// The moves with what is known of the positions they leave, those that win among them.
    pub choices: Vec<Choice>,
    /// How many different moves there are.
    pub total: u64,
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
    /// The game has no such question, or the position is another's.
    Refused(Error),
    /// The files of a tablebase do not answer.
    Table(files::TableError),
}

impl<F: Into<Failure>> From<F> for Unsolved {
    fn from(failure: F) -> Unsolved {
        Unsolved::Failed(failure.into())
    }
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsolved::Failed(failure) => write!(f, "{failure}"),
            Unsolved::Unwritten(error) => write!(f, "{error}"),
            Unsolved::Foreign => write!(f, "it is about another game or position"),
            Unsolved::Damaged => write!(f, "it contradicts the rules of the game"),
            Unsolved::Unknown => write!(f, "the position is not in the database"),
            Unsolved::Refused(error) => write!(f, "{error}"),
            Unsolved::Table(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Unsolved {}

impl Unsolved {
    /// Finds words for a failure of the game itself; the others are about files, and the caller's to name.
    pub fn explain(self, game: &NamedGame) -> Error {
        match self {
            Unsolved::Failed(failure) => explain_failure(game.ruleset(), failure),
            Unsolved::Refused(error) => error,
            other => Error::game(other.to_string(), None),
        }
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
    let built = build(game, &position, &about(game, convention), &[], &mut |_| Ok(()), limits);
    built.map_err(|unsolved| unsolved.explain(game))
}

#[cfg(test)]
mod tests {
    use super::words::spelled;
    use super::*;
    use crate::ask::tablebase::database::Order;
    use crate::base::journal::intact;
    use crate::engine::graph::implicit::Reached;
    use crate::game::reference;
    use crate::game::sum::canonical;
    use crate::rule::play::Heaps;
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
        let about = about(game, convention);
        let mut left = steps;
        let mut keep = |bytes: &[u8]| {
            let enough = journal.len() + bytes.len();
            journal.extend_from_slice(bytes);
            left = left.saturating_sub(enough);
            Ok(())
        };
        let limits = Limits { positions: steps as u64, ..Limits::default() };
        let _ = build(game, position, &about, &[], &mut keep, &limits);
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
            let again = build(
                &game, &position, &about(&game, convention), &journal, &mut |_| Ok(()), &limits);
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
                let found = look_up(&game, &Position::Heaps(heap_list.clone()), &database, &limits)
                    .expect("it is there");
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
            let found = look_up(&game, &position, &database, &limits).expect("the start");
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
                let found = look_up(&game, &position, &database, &limits)
                    .unwrap_or_else(|e| panic!("{name} {text}: {e}"));
                let solved = crate::solve(&game, position, &crate::Question::default()).expect("small");
                assert_eq!(found.outcome, solved.outcome, "{name} {text}");
                assert_eq!(found.winning.total, solved.winning_moves_total, "{name} {text}");
                assert_eq!(found.line.len() as u32, found.remoteness.expect("play ends"), "{name} {text}");
            }
        }
    }

    #[test]
    fn what_is_not_there_is_unknown_and_other_journals_are_refused() {
        let (nim, limits) = (named("nim"), Limits::default());
        let file = solve(&nim, "2 3", Convention::Normal, &limits).expect("small");
        let database = Database::open(&file).expect("just written");
        for position in [vec![4], vec![1, 1, 1], vec![3, 3]] {
            let found = look_up(&nim, &Position::Heaps(position), &database, &limits);
            assert!(matches!(found, Err(Unsolved::Unknown)));
        }
        let journal = interrupted(&nim, &Position::Heaps(vec![2, 3]), Convention::Normal, 5);
        let (about, other) = (about(&nim, Convention::Normal), Position::Heaps(vec![2, 4]));
        let refused = build(&nim, &other, &about, &journal, &mut |_| Ok(()), &limits);
        assert!(matches!(refused, Err(Unsolved::Foreign)));
        let points = named("stone-iii");
        assert!(solve(&points, "1 2 3", Convention::Normal, &limits).is_err());
    }
}
