//! Builds a tablebase in a directory, or goes on with one: by threads of this process, or as one of several workers.
//!
//! [`crate::engine::tablebase`] solves; here a game gets its keys. Every worker makes the game anew from the same
//! [`NamedGame`], so that games need not be shared.

use super::space::{Coded, Tiers, Whole, WithKeys, with_keys};
use super::{rule_in_one_line, without_points};
use crate::ask::asked::{Asks, Refusal, put};
use crate::ask::named::NamedGame;
use crate::ask::played::Played;
use crate::base::files::Lock;
use crate::base::limits::Limits;
use crate::engine::tablebase::key::Key;
use crate::engine::tablebase::store::{MANIFEST, Store, Subject, Tally};
use crate::engine::tablebase::{self as engine, Alone, BuildSettings, Exchange, TableError, Threads};
use crate::game::Convention;
use crate::game::position::Position;
use std::path::{Path, PathBuf};

/// The file that says that the presumed tiers of a game are wrong.
pub(super) const UNTIERED: &str = "untiered";

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
        let subject = Subject {
            game: self.game.name.clone(),
            source: self.plan.source.clone(),
            rule: rule_in_one_line(self.game),
            convention: self.plan.convention,
            start: coded.whole.text(&coded.whole.start),
            code: coded.code.code(),
        };
        engine::build(&self.plan.directory, &subject, coded, self.exchange, self.settings)
    }
}
