//! Tablebases in a directory: built by workers, asked, checked and walked through.
//!
//! [`crate::engine::tablebase`] solves; here a game gets its keys and a directory its questions. Every worker makes the game anew
//! from the same [`NamedGame`], so that games need not be shared. A directory says what it was made from, and whoever opens it
//! hands the same game in again.
//!
//! ```
//! use grundy::ask::tablebase::files::{Plan, Tablebase, build};
//! use grundy::value::Outcome;
//! use grundy::{Convention, Limits, NamedGame};
//!
//! let directory = std::env::temp_dir().join(format!("grundy-tablebase-doc-{}", std::process::id()));
//! let (game, limits) = (NamedGame::read("kayles")?, Limits::default());
//! let plan = Plan::new(&directory, "kayles", Convention::Normal);
//! let tally = build(&game, &game.parse("3 4 5")?, &plan, &limits, &|| false).expect("small");
//! assert_eq!(tally.won_and_lost(Convention::Normal).0 + tally.won_and_lost(Convention::Normal).1, tally.positions);
//!
//! let tablebase = Tablebase::open(&directory).expect("complete");
//! let found = tablebase.look_up(&game, &game.parse("2 5")?, &limits).expect("it can be reached");
//! assert_eq!((found.outcome, found.remoteness.is_some()), (Outcome::N, true));
//! # std::fs::remove_dir_all(directory).expect("removed");
//! # Ok::<(), grundy::Error>(())
//! ```

use super::query::Query;
use super::space::{Coded, Tiers, Whole, WithKeys, with_keys};
use super::words::live;
use super::{Lookup, Unsolved, about, without_points};
use crate::ask::asked::{Asks, Refusal, put};
use crate::ask::named::NamedGame;
use crate::ask::played::Played;
use crate::ask::tablebase::database::TableRow;
use crate::base::files::Lock;
use crate::base::limits::{Limits, Pulse};
use crate::engine::tablebase::key::Key;
use crate::engine::tablebase::reader::{Overview, TableReader};
use crate::engine::tablebase::store::{MANIFEST, Manifest, Store, Subject, Tally};
use crate::engine::tablebase::{self as engine, Alone, BuildSettings, Exchange, Sorter, Threads};
use crate::game::Convention;
use crate::game::position::Position;
use crate::game::sum::Sum;
use crate::value::{Outcome, mex};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub use crate::engine::tablebase::TableError;
pub use crate::engine::tablebase::entry::TableEntry;

/// The file that says that the presumed tiers of a game are wrong.
const UNTIERED: &str = "untiered";

/// Where and how a tablebase is built.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The directory.
    pub directory: PathBuf,
    /// What the game was opened from, for whoever opens the directory.
    pub source: String,
    /// Normal or misère play.
    pub convention: Convention,
    /// Workers of this process.
    pub workers: usize,
}

impl Plan {
    /// With one worker.
    pub fn new(directory: &Path, source: &str, convention: Convention) -> Plan {
        Plan { directory: directory.to_owned(), source: source.to_owned(), convention, workers: 1 }
    }
}

/// Builds a tablebase with the workers of the plan, or goes on with it; the memory of the limits is shared among them.
/// `is_due` is asked now and then whether it is time for a commit.
///
/// # Errors
/// As [`work`], and when another process is at it.
pub fn build(
    game: &NamedGame,
    position: &Position,
    plan: &Plan,
    limits: &Limits<'_>,
    is_due: &(dyn Fn() -> bool + Sync),
) -> Result<Tally, TableError> {
    let _lock = lock(plan)?;
    let settings = BuildSettings { memory: limits.memory / plan.workers.max(1) as u64, limits, is_due };
    loop {
        let built = if plan.workers <= 1 {
            work(game, position, plan, &mut Alone, settings)
        } else {
            on_threads(game, position, plan, settings)
        };
        match built {
            // Tiers that were only presumed are wrong: once more without.
            Err(TableError::Tier { .. }) if is_untiered(plan) => {}
            other => return other,
        }
    }
}

/// Keeps other processes from building in the directory of a plan.
///
/// # Errors
/// When another process does, or the directory cannot be made.
pub fn lock(plan: &Plan) -> Result<Lock, TableError> {
    crate::base::files::make_folder(&plan.directory)?;
    Ok(Lock::take(&plan.directory.join(MANIFEST), &plan.directory)?)
}

/// Whether the presumed tiers of the game turned out to be wrong, so that it is solved as one tier.
pub fn is_untiered(plan: &Plan) -> bool {
    plan.directory.join(UNTIERED).exists()
}

fn on_threads(
    game: &NamedGame,
    position: &Position,
    plan: &Plan,
    settings: BuildSettings<'_>,
) -> Result<Tally, TableError> {
    let results: Vec<Result<Tally, TableError>> = std::thread::scope(|scope| {
        let start = Threads::new(plan.workers)
            .into_iter()
            .map(|mut exchange| scope.spawn(move || work(game, position, plan, &mut exchange, settings)));
        let running: Vec<_> = start.collect();
        running
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    // When one fails, the others only say that it has ended.
    let (mut tally, mut lost) = (None, None);
    for result in results {
        match result {
            Ok(found) => tally = Some(found),
            Err(TableError::Peer(what)) => lost = Some(TableError::Peer(what)),
            Err(error) => return Err(error),
        }
    }
    match (lost, tally) {
        (None, Some(tally)) => Ok(tally),
        (lost, _) => Err(lost.unwrap_or_else(|| TableError::Peer("there are no workers".to_owned()))),
    }
}

/// What one of several workers does; every worker calls this with its own way to the others.
///
/// # Errors
/// When the limits do not suffice, a move fails, a tier increases along a move, the directory is about something else, damaged
/// or cannot be written, or a peer has ended.
pub fn work(
    game: &NamedGame,
    position: &Position,
    plan: &Plan,
    exchange: &mut (dyn Exchange + '_),
    settings: BuildSettings<'_>,
) -> Result<Tally, TableError> {
    let answer = put(Build { game, plan, exchange, settings }, game, position);
    answer.map_err(TableError::Refused)?
}

struct Build<'a, 'e> {
    game: &'a NamedGame,
    plan: &'a Plan,
    exchange: &'a mut (dyn Exchange + 'e),
    settings: BuildSettings<'a>,
}

impl Asks for Build<'_, '_> {
    type Answer = Result<Tally, TableError>;

    fn ask<G: Played + ?Sized>(self, game: &G, components: &[G::Component]) -> Result<Self::Answer, Refusal> {
        without_points(game)?;
        game.check(components, self.settings.limits)?;
        Ok(self.run(game, components))
    }
}

impl Build<'_, '_> {
    fn run<G: Played + ?Sized>(self, game: &G, components: &[G::Component]) -> Result<Tally, TableError> {
        let (me, workers) = self.exchange.place();
        let marker = self.plan.directory.join(UNTIERED);
        let store = Store { directory: self.plan.directory.clone() };
        crate::base::files::make_folder(&store.directory)?;
        let presume = !marker.exists();
        let whole = Whole::new(game, components, presume);
        if me == 0
            && !presume
            && store.manifest()?.is_some_and(|found| found.subject.code.contains("Presumed"))
        {
            store.wipe()?;
        }
        // Nobody looks at the directory before the first worker has.
        self.exchange.exchange(vec![Vec::new(); workers])?;
        let presumed = whole.tiers() == Tiers::Presumed;
        let built = with_keys(&whole, self);
        if let (Err(TableError::Tier { .. }), true) = (&built, presumed) {
            crate::base::files::Output::check(&marker)?
                .write(b"the presumed tiers increase along a move\n")?;
        }
        built
    }
}

impl<G: Played + ?Sized> WithKeys<G> for Build<'_, '_> {
    type Answer = Tally;

    fn run<K: Key>(self, coded: &Coded<'_, G, K>) -> Result<Tally, TableError> {
        let about = about(self.game, self.plan.convention);
        let subject = Subject {
            game: self.game.name.clone(),
            source: self.plan.source.clone(),
            rule: about.rule,
            convention: self.plan.convention,
            start: coded.whole.text(&coded.whole.start),
            code: coded.code.code(),
        };
        engine::build(&self.plan.directory, &subject, coded, self.exchange, self.settings)
    }
}

/// A directory that can be asked.
#[derive(Debug)]
pub struct Tablebase {
    directory: PathBuf,
    overview: Overview,
    reader: TableReader,
}

/// Why a directory cannot be asked.
#[derive(Debug)]
#[non_exhaustive]
pub enum Unopened {
    /// It is no tablebase.
    NoTablebase,
    /// It is not finished.
    Unfinished(Box<Overview>),
    /// It is damaged or cannot be read.
    Unreadable(TableError),
}

impl std::error::Error for Unopened {}

impl std::fmt::Display for Unopened {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unopened::NoTablebase => write!(f, "it is no tablebase"),
            Unopened::Unfinished(_) => write!(f, "it is not finished"),
            Unopened::Unreadable(error) => write!(f, "{error}"),
        }
    }
}

impl<E: Into<TableError>> From<E> for Unopened {
    fn from(error: E) -> Unopened {
        Unopened::Unreadable(error.into())
    }
}

/// What is known of a directory, complete or not.
///
/// # Errors
/// When it is no tablebase, damaged, or cannot be read.
pub fn overview(directory: &Path) -> Result<Overview, Unopened> {
    Overview::read(directory)?.ok_or(Unopened::NoTablebase)
}

impl Tablebase {
    /// Maps the files of a directory.
    ///
    /// # Errors
    /// When it is no tablebase, not complete, damaged, or cannot be read.
    pub fn open(directory: &Path) -> Result<Tablebase, Unopened> {
        let overview = overview(directory)?;
        if !overview.is_complete() {
            return Err(Unopened::Unfinished(Box::new(overview)));
        }
        let reader = TableReader::open(directory)?;
        Ok(Tablebase { directory: directory.to_owned(), overview, reader })
    }

    /// What it is about.
    pub fn manifest(&self) -> &Manifest {
        &self.overview.manifest
    }

    /// Its counts.
    pub fn overview(&self) -> &Overview {
        &self.overview
    }

    fn convention(&self) -> Convention {
        self.overview.manifest.subject.convention
    }

    /// Puts a question to the game with the keys of this tablebase.
    fn put<Q: Question>(
        &self,
        question: Q,
        game: &NamedGame,
        position: &Position,
    ) -> Result<Q::Answer, TableError> {
        let subject = &self.overview.manifest.subject;
        if about(game, subject.convention).rule != subject.rule {
            return Err(TableError::Foreign(format!("`{}`", subject.game)));
        }
        put(Open { tablebase: self, question }, game, position).map_err(TableError::Refused)?
    }

    /// The position that it was built from.
    ///
    /// # Errors
    /// When the game is another.
    pub fn start(&self, game: &NamedGame) -> Result<Position, TableError> {
        game.parse(&self.overview.manifest.subject.start).map_err(TableError::Refused)
    }

    /// What it says about a position.
    ///
    /// # Errors
    /// When the position is not in it ([`Unsolved::Unknown`]) or another game's, a limit stops the search for its moves, or a
    /// file is damaged.
    pub fn look_up(
        &self,
        game: &NamedGame,
        position: &Position,
        limits: &Limits<'_>,
    ) -> Result<Lookup, Unsolved> {
        self.put(Ask { limits }, game, position).map_err(Unsolved::Table)?
    }

    /// Derives the entries of positions again from those of their options, by the game's own moves and the definition: of all
    /// positions, or of about so many; counts and digest are always those of all. Returns how many were derived, and the first
    /// fault.
    ///
    /// # Errors
    /// When a file is damaged, the game is another, or a limit stops it.
    pub fn verify(
        &self,
        game: &NamedGame,
        sample: Option<u64>,
        limits: &Limits<'_>,
    ) -> Result<(u64, Option<String>), TableError> {
        self.put(Verify { sample, limits }, game, &self.start(game)?)
    }

    /// Visits all positions in the order of their texts, with a bound on memory.
    ///
    /// # Errors
    /// When a file is damaged or cannot be written, the game is another, a limit stops it, or `visit` fails.
    pub fn export(
        &self,
        game: &NamedGame,
        limits: &Limits<'_>,
        visit: &mut dyn FnMut(&str, TableEntry) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        self.put(Export { limits, visit }, game, &self.start(game)?)
    }
}

/// A question to a game with keys.
trait Question {
    type Answer;

    fn ask<G: Played + ?Sized, K: Key>(
        self,
        tablebase: &Tablebase,
        coded: &Coded<'_, G, K>,
        components: &[G::Component],
    ) -> Result<Self::Answer, TableError>;
}

struct Open<'a, Q> {
    tablebase: &'a Tablebase,
    question: Q,
}

impl<Q: Question> Asks for Open<'_, Q> {
    type Answer = Result<Q::Answer, TableError>;

    fn ask<G: Played + ?Sized>(self, game: &G, components: &[G::Component]) -> Result<Self::Answer, Refusal> {
        without_points(game)?;
        let presume = !self.tablebase.directory.join(UNTIERED).exists();
        let start = game.read(&self.tablebase.overview.manifest.subject.start);
        let start = start.map_err(crate::base::error::Error::Position)?;
        Ok(with_keys(&Whole::new(game, &start, presume), OfComponents { open: self, components }))
    }
}

/// A question with the components that it is about.
struct OfComponents<'a, 'q, C, Q> {
    open: Open<'a, Q>,
    components: &'q [C],
}

impl<G: Played + ?Sized, Q: Question> WithKeys<G> for OfComponents<'_, '_, G::Component, Q> {
    type Answer = Q::Answer;

    fn run<K: Key>(self, coded: &Coded<'_, G, K>) -> Result<Q::Answer, TableError> {
        let Open { tablebase, question } = self.open;
        if coded.code.code() != tablebase.overview.manifest.subject.code {
            return Err(TableError::Foreign("keys of another version".to_owned()));
        }
        question.ask(tablebase, coded, self.components)
    }
}

struct Ask<'a> {
    limits: &'a Limits<'a>,
}

impl Question for Ask<'_> {
    type Answer = Result<Lookup, Unsolved>;

    fn ask<G: Played + ?Sized, K: Key>(
        self,
        tablebase: &Tablebase,
        coded: &Coded<'_, G, K>,
        components: &[G::Component],
    ) -> Result<Self::Answer, TableError> {
        let trouble = RefCell::new(None);
        let row = |position: &Sum<G::Component>| {
            let spelled: Vec<_> = super::words::spelled(position).ok()?.collect();
            let (tier, key) = coded.code.key(&coded.whole.folded(&spelled))?;
            let entry = tablebase.reader.find(tier, &key).unwrap_or_else(|error| {
                trouble.replace(Some(error));
                None
            })?;
            Some(TableRow { remoteness: entry.remoteness(), value: entry.grundy().map(u64::from) })
        };
        let convention = tablebase.convention();
        let query = Query { game: coded.whole.game, row: &row, convention, loopy_values: false };
        let mut components = live(coded.whole.game, components.to_vec());
        components.sort();
        let found = query.answer(&components, self.limits);
        match trouble.into_inner() {
            Some(error) => Err(error),
            None => Ok(found),
        }
    }
}

struct Verify<'a> {
    sample: Option<u64>,
    limits: &'a Limits<'a>,
}

impl Question for Verify<'_> {
    type Answer = (u64, Option<String>);

    fn ask<G: Played + ?Sized, K: Key>(
        self,
        tablebase: &Tablebase,
        coded: &Coded<'_, G, K>,
        _: &[G::Component],
    ) -> Result<Self::Answer, TableError> {
        let mut pulse = Pulse::new(self.limits);
        let (mut tally, mut checked, mut fault) = (Tally::default(), 0, None);
        let all = tablebase.overview.tally.positions.max(1);
        // Positions whose hashes are small are a sample that looks random.
        let bound = self.sample.map_or(u64::MAX, |wanted| (u64::MAX / all).saturating_mul(wanted));
        // No game lasts longer than there are positions, and each takes a byte; a longer one would be counted in a table as long.
        let longest = all.min(tablebase.overview.bytes);
        tablebase.reader.visit(&mut |tier, key: &K, entry| {
            pulse.beat()?;
            if entry.remoteness().is_some_and(|moves| u64::from(moves) >= longest) {
                return Err(TableError::damaged("an entry"));
            }
            tally.add(key, entry);
            if fault.is_none() && key.mix() <= bound {
                fault = rederive(tablebase, coded, (tier, key, entry), &mut pulse)?;
                checked += 1;
            }
            Ok(())
        })?;
        tally.edges = tablebase.overview.tally.edges;
        if fault.is_none() && tally != tablebase.overview.tally {
            fault = Some("counts and digest are not those of the positions".to_owned());
        }
        let (tier, key) = coded.key(&coded.whole.start)?;
        if fault.is_none() && tablebase.reader.find(tier, &key)?.is_none() {
            fault = Some("the start is missing".to_owned());
        }
        Ok((checked, fault))
    }
}

/// What is wrong with the entry of a position: it must follow from those of its options, each of which must be there.
fn rederive<G: Played + ?Sized, K: Key>(
    tablebase: &Tablebase,
    coded: &Coded<'_, G, K>,
    (tier, key, entry): (u64, &K, TableEntry),
    pulse: &mut Pulse<'_>,
) -> Result<Option<String>, TableError> {
    let Some(position) = coded.code.position(key) else {
        return Ok(Some("a key is none of a position".to_owned()));
    };
    let name = coded.whole.text(&position);
    if coded.key(&position)? != (tier, key.clone()) {
        return Ok(Some(format!("`{name}` stands where another position should")));
    }
    let mut options = BTreeSet::new();
    coded.whole.options(&position, pulse, &mut |option| {
        options.insert(coded.key(&option)?);
        Ok(())
    })?;
    let (mut won_by, mut lost_to, mut drawn, mut values) = (None, None, false, Some(Vec::new()));
    for (tier, option) in &options {
        let Some(found) = tablebase.reader.find(*tier, option)? else {
            return Ok(Some(format!("an option of `{name}` is missing")));
        };
        match (found.outcome(tablebase.convention()), found.remoteness()) {
            (Outcome::P, Some(moves)) => won_by = Some(won_by.map_or(moves, |least: u32| least.min(moves))),
            (Outcome::N, moves) => lost_to = lost_to.max(moves),
            _ => drawn = true,
        }
        values = values.zip(found.grundy()).map(|(mut values, value)| {
            values.push(u64::from(value));
            values
        });
    }
    let remoteness = match (won_by, drawn) {
        (Some(moves), _) => Some(moves + 1),
        (None, true) => None,
        (None, false) => Some(lost_to.map_or(0, |moves| moves + 1)),
    };
    let grundy = values.filter(|_| tablebase.convention() == Convention::Normal).map(mex);
    // A position from which play may go on for ever has no value, though its options may have.
    let same_value = entry.grundy().map(u64::from) == grundy;
    let wrong = remoteness != entry.remoteness() || !same_value;
    Ok(wrong.then(|| format!("the entry of `{name}` does not follow from its options")))
}

struct Export<'a> {
    limits: &'a Limits<'a>,
    visit: &'a mut dyn FnMut(&str, TableEntry) -> Result<(), TableError>,
}

impl Question for Export<'_> {
    type Answer = ();

    fn ask<G: Played + ?Sized, K: Key>(
        self,
        tablebase: &Tablebase,
        coded: &Coded<'_, G, K>,
        _: &[G::Component],
    ) -> Result<(), TableError> {
        let mut pulse = Pulse::new(self.limits);
        let mut sorter = Sorter::new(&tablebase.directory, self.limits.memory / 2);
        tablebase.reader.visit(&mut |_, key: &K, entry| {
            pulse.beat()?;
            let position = coded.code.position(key).ok_or_else(|| TableError::damaged("a key"))?;
            let mut row = coded.whole.text(&position).into_bytes();
            // Behind a text comes a byte that is smaller than any of a text.
            row.push(0);
            row.extend_from_slice(&entry.to_bytes());
            sorter.insert(row.into())
        })?;
        let visit = self.visit;
        sorter.visit(&mut |row| {
            let malformed = || TableError::damaged("a run");
            let (text, entry) = row.split_last_chunk::<8>().ok_or_else(malformed)?;
            let text = text
                .split_last()
                .and_then(|(_, text)| std::str::from_utf8(text).ok())
                .ok_or_else(malformed)?;
            visit(text, TableEntry::from_bytes(*entry))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::text;
    use super::*;
    use crate::base::error::{Failure, InputError};
    use crate::base::limits::StopReason;
    use crate::game::notation::Notation;
    use crate::game::sum::canonical;
    use crate::game::theory::Theory;
    use crate::game::{Game, Part, Visit, distinct_options};
    use std::collections::BTreeMap;
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    /// Games of every kind: rules, native games with and without tiers, keys, ranks and texts, some with draws.
    const STARTS: [(&str, &str); 20] = [
        ("nim", "3 4 5"),
        ("take{1,3}", "0 6 7"),
        ("kayles", "7 4 2"),
        ("n -> d of n/d where d | n, 1 < d ; n -> n - 1", "12 3"),
        ("n -> n - 1, n - 1, n - 1", "4 2"),
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
        ("cram", "3x4"),
        ("cram", "..#/... 2x2"),
        ("chomp", "4x5"),
        ("notakto", "3x3"),
        ("treblecross", "7"),
    ];

    fn named(game: &str) -> NamedGame {
        NamedGame::read(game).unwrap_or_else(|error| panic!("{game}: {error}"))
    }

    /// A directory of its own.
    fn directory() -> PathBuf {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = format!("grundy-tablebase-{}-{}", std::process::id(), COUNT.fetch_add(1, Relaxed));
        std::env::temp_dir().join(name)
    }

    /// What a plain sweep over all positions, again and again, finds: text to outcome, remoteness and value.
    type Plain = BTreeMap<String, (Option<u32>, Option<u64>)>;

    struct Sweep(Convention);

    impl Asks for Sweep {
        type Answer = (Plain, usize);

        fn ask<G: Played + ?Sized>(
            self,
            game: &G,
            components: &[G::Component],
        ) -> Result<Self::Answer, Refusal> {
            let limits = Limits::default();
            let mut pulse = Pulse::new(&limits);
            let fold = |list: Vec<G::Component>| {
                let all: Vec<_> = list.iter().map(|one| game.representative(one)).collect();
                canonical(&live(game, all))
            };
            let spell = |sum: &Sum<G::Component>| {
                sum.iter()
                    .flat_map(|part| vec![part.component.clone(); part.copies as usize])
                    .collect::<Vec<_>>()
            };
            let mut moves: BTreeMap<Sum<G::Component>, BTreeSet<Sum<G::Component>>> = BTreeMap::new();
            let mut todo = vec![fold(components.to_vec())];
            while let Some(position) = todo.pop() {
                if moves.contains_key(&position) {
                    continue;
                }
                let list = spell(&position);
                let mut options = BTreeSet::new();
                for at in 0..list.len() {
                    for parts in distinct_options(game, &list[at], &mut pulse)? {
                        let mut after = list.clone();
                        after.remove(at);
                        after.extend(spell(&parts));
                        options.insert(fold(after));
                    }
                }
                todo.extend(options.iter().cloned());
                moves.insert(position, options);
            }
            let edges = moves.values().map(BTreeSet::len).sum();
            // Levels 0, 1, 2, ...: what is decided by those before.
            let mut levels: BTreeMap<&Sum<G::Component>, u32> = BTreeMap::new();
            for level in 0..=moves.len() as u32 {
                let loses = |level: u32| level.is_multiple_of(2) == (self.0 == Convention::Normal);
                let mut new = Vec::new();
                for (position, options) in moves.iter().filter(|(position, _)| !levels.contains_key(position))
                {
                    let known: Vec<Option<&u32>> = options.iter().map(|option| levels.get(option)).collect();
                    let wins = known.iter().flatten().any(|&&found| loses(found) && found + 1 == level);
                    let all_win = known.iter().all(|found| found.is_some_and(|&found| !loses(found)));
                    let ends = options.is_empty() && level == 0;
                    let last = known.iter().flatten().map(|&&found| found + 1).max() == Some(level);
                    if ends || wins || all_win && !options.is_empty() && last {
                        new.push(position);
                    }
                }
                levels.extend(new.into_iter().map(|position| (position, level)));
            }
            let mut values: BTreeMap<&Sum<G::Component>, u64> = BTreeMap::new();
            loop {
                let ready: Vec<_> = moves
                    .iter()
                    .filter(|(position, options)| {
                        !values.contains_key(position)
                            && options.iter().all(|option| values.contains_key(option))
                    })
                    .map(|(position, options)| (position, mex(options.iter().map(|option| values[option]))))
                    .collect();
                if ready.is_empty() {
                    break;
                }
                values.extend(ready);
            }
            let row = |position: &Sum<G::Component>| {
                let value = values.get(position).copied().filter(|_| self.0 == Convention::Normal);
                let name = text(game, position).map_err(Failure::from)?;
                Ok((name, (levels.get(position).copied(), value)))
            };
            let rows: Result<Plain, Failure> = moves.keys().map(row).collect();
            Ok((rows?, edges))
        }
    }

    fn build_with(
        game: &NamedGame,
        position: &Position,
        convention: Convention,
        workers: usize,
        memory: u64,
    ) -> (PathBuf, Tally) {
        let directory = directory();
        let plan = Plan { workers, ..Plan::new(&directory, &game.name, convention) };
        let limits = Limits { memory, ..Limits::default() };
        let due = AtomicU64::new(0);
        // Every third tier is committed.
        let is_due = || due.fetch_add(1, Relaxed) % 3 == 2;
        let tally = build(game, position, &plan, &limits, &is_due);
        (directory, tally.unwrap_or_else(|error| panic!("{}: {error}", game.name)))
    }

    #[test]
    fn every_position_is_what_plain_sweeps_find_and_digests_agree() {
        for (name, start) in STARTS {
            for convention in [Convention::Normal, Convention::Misere] {
                let game = named(name);
                let position = game.parse(start).expect("a position");
                let (plain, edges) = put(Sweep(convention), &game, &position).expect("small");
                let (directory, tally) = build_with(&game, &position, convention, 1, 1 << 30);
                let about = format!("{name} {start} {convention}");
                assert_eq!((tally.positions, tally.edges), (plain.len() as u64, edges as u64), "{about}");
                let draws = plain.values().filter(|row| row.0.is_none()).count() as u64;
                assert_eq!(tally.draws, draws, "{about}");
                let highest = plain.values().filter_map(|row| row.1).max();
                assert_eq!(tally.max_grundy.map(u64::from), highest, "{about}");
                let tablebase = Tablebase::open(&directory).expect("complete");
                let limits = Limits { moves: 0, ..Limits::default() };
                for (text, &(remoteness, value)) in &plain {
                    let position = game.parse(text).expect("written by us");
                    let found = tablebase.look_up(&game, &position, &limits);
                    let found = found.unwrap_or_else(|error| panic!("{about}: {text}: {error}"));
                    let grundy = found.grundy.map(|value| value.to_string());
                    let wanted = (remoteness, value.map(|value| value.to_string()));
                    assert_eq!((found.remoteness, grundy), wanted, "{about}: {text}");
                }
                let verified = tablebase.verify(&game, None, &limits).expect("readable");
                assert_eq!(verified, (tally.positions, None), "{about}");
                std::fs::remove_dir_all(directory).expect("removed");
                for (workers, memory) in [(1, 1 << 12), (2, 1 << 30), (3, 1 << 13)] {
                    let (directory, other) = build_with(&game, &position, convention, workers, memory);
                    assert_eq!(other, tally, "{about}: {workers} workers, {memory} bytes");
                    std::fs::remove_dir_all(directory).expect("removed");
                }
            }
        }
    }

    #[test]
    fn rows_come_out_in_the_order_of_their_texts() {
        let game = named("nim");
        let position = game.parse("3 12 5").expect("heaps");
        let (plain, _) = put(Sweep(Convention::Normal), &game, &position).expect("small");
        let (directory, _) = build_with(&game, &position, Convention::Normal, 2, 1 << 30);
        let tablebase = Tablebase::open(&directory).expect("complete");
        for memory in [1 << 12, 1 << 30] {
            let mut rows = Vec::new();
            let limits = Limits { memory, ..Limits::default() };
            let mut visit = |text: &str, entry: TableEntry| {
                rows.push((text.to_owned(), (entry.remoteness(), entry.grundy().map(u64::from))));
                Ok(())
            };
            tablebase.export(&game, &limits, &mut visit).expect("exported");
            assert_eq!(rows, plain.clone().into_iter().collect::<Vec<_>>());
        }
        std::fs::remove_dir_all(directory).expect("removed");
    }

    #[test]
    fn a_run_that_is_stopped_anywhere_goes_on_with_any_number_of_workers() {
        for (name, start) in
            [("kayles", "9 8 7"), ("cram", "3x4"), ("poker-nim:mine=1,theirs=1,recycle=true", "2 2")]
        {
            let game = named(name);
            let position = game.parse(start).expect("a position");
            let (whole, tally) = build_with(&game, &position, Convention::Normal, 1, 1 << 30);
            std::fs::remove_dir_all(whole).expect("removed");
            for stop in [1u64, 3, 10, 40, 100, 300] {
                let directory = directory();
                let mut runs = 0;
                let found = loop {
                    let workers = [2, 1, 3][runs % 3];
                    let plan = Plan { workers, ..Plan::new(&directory, name, Convention::Normal) };
                    // A run ends after so many tiers; the memory is small, so that there are runs of keys.
                    let tiers = AtomicU64::new(0);
                    let is_due = || {
                        assert!(tiers.fetch_add(1, Relaxed) < 2 + stop + 40 * runs as u64, "enough for now");
                        true
                    };
                    let limits = Limits { memory: 1 << 13, ..Limits::default() };
                    let run = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                        build(&game, &position, &plan, &limits, &is_due)
                    }));
                    match run {
                        Ok(done) => break done.expect("nothing else goes wrong"),
                        Err(_) => runs += 1,
                    }
                };
                assert_eq!(found, tally, "{name}: stopped after {stop} tiers, {runs} times");
                std::fs::remove_dir_all(directory).expect("removed");
            }
        }
    }

    #[test]
    fn a_changed_byte_is_noticed_and_another_question_refused() {
        let game = named("nim");
        let position = game.parse("3 4").expect("heaps");
        let (directory, _) = build_with(&game, &position, Convention::Normal, 1, 1 << 30);
        let limits = Limits::default();
        for entry in std::fs::read_dir(&directory).expect("a directory").flatten() {
            let bytes = std::fs::read(entry.path()).expect("a file");
            for place in (0..bytes.len()).step_by(7) {
                let mut changed = bytes.clone();
                changed[place] ^= 0x11;
                std::fs::write(entry.path(), &changed).expect("written");
                let noticed = match Tablebase::open(&directory) {
                    Err(_) => true,
                    Ok(tablebase) => !matches!(tablebase.verify(&game, None, &limits), Ok((_, None))),
                };
                assert!(noticed, "{:?}, byte {place}", entry.path());
            }
            std::fs::write(entry.path(), bytes).expect("written");
        }
        let other = Plan::new(&directory, "nim", Convention::Misere);
        assert!(matches!(build(&game, &position, &other, &limits, &|| false), Err(TableError::Foreign(_))));
        let plan = Plan::new(&directory, "nim", Convention::Normal);
        let further = game.parse("3 5").expect("heaps");
        assert!(matches!(build(&game, &further, &plan, &limits, &|| false), Err(TableError::Foreign(_))));
        let kayles = named("kayles");
        assert!(build(&kayles, &kayles.parse("3 4").expect("heaps"), &plan, &limits, &|| false).is_err());
        std::fs::remove_dir_all(directory).expect("removed");
    }

    /// A game that is wrong about its tiers: a token on a line of ten goes one place down, and counts as ten less its place.
    #[derive(Debug, Clone, Copy)]
    struct Liar;

    impl Game for Liar {
        type Component = u64;

        fn options(
            &self,
            place: &u64,
            _: &mut Pulse<'_>,
            visit: &mut Visit<'_, u64>,
        ) -> Result<ControlFlow<()>, Failure> {
            Ok(place
                .checked_sub(1)
                .map_or(ControlFlow::Continue(()), |component| visit(&[Part { component, copies: 1 }])))
        }
    }

    impl Notation for Liar {
        fn read(&self, text: &str) -> Result<Vec<u64>, InputError> {
            Ok(vec![text.trim().parse().map_err(|_| InputError::at(text, 0, "no number", "7"))?])
        }

        fn write(&self, places: &[u64]) -> String {
            places.iter().map(u64::to_string).collect()
        }
    }

    impl Theory for Liar {
        fn rule(&self) -> String {
            "a token goes one place down".to_owned()
        }

        fn tier(&self, position: &[Part<u64>]) -> Option<u64> {
            // Right at first, and wrong near the end.
            position.first().map(|part| if part.component > 2 { part.component } else { 9 - part.component })
        }
    }

    #[test]
    fn a_wrong_tier_is_caught() {
        let game = NamedGame::native("liar", Liar);
        let (position, directory) = (game.parse("5").expect("a place"), directory());
        let plan = Plan::new(&directory, "liar", Convention::Normal);
        let refused =
            build(&game, &position, &plan, &Limits::default(), &|| false).expect_err("a wrong tier");
        assert_eq!(
            refused.to_string(),
            "a tier must never increase along a move, and `3` of tier 3 leads to `2` of tier 7"
        );
        std::fs::remove_dir_all(directory).expect("removed");
    }

    #[test]
    fn limits_stop_it() {
        let game = named("nim");
        let directory = directory();
        let plan = Plan::new(&directory, "nim", Convention::Normal);
        let stop = |_| Some(StopReason::Interrupted);
        let limits = Limits { poll: &stop, ..Limits::default() };
        let position = game.parse("40 40 40").expect("heaps");
        let stopped = build(&game, &position, &plan, &limits, &|| false);
        assert!(matches!(stopped, Err(TableError::Failed(Failure::Stopped(StopReason::Interrupted)))));
        std::fs::remove_dir_all(directory).expect("removed");
    }
}
