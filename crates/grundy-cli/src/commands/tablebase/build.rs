//! `grundy tablebase build GAME POSITION --out DIR`: in this process, or with others.

use super::{failure, print_stats, source_of, unopened};
use crate::args::Common;
use crate::args::tablebase::Build;
use crate::budget::Budget;
use crate::commands::solve::parse;
use crate::commands::{MAX_GAME_FILE, read_game_of};
use crate::failure::Failure;
use crate::invocation::Invocation;
use crate::watch;
use grundy::ask::files::{Output, make_folder, read};
use grundy::ask::tablebase::{Plan, TableError, build, is_untiered, lock, overview, work};
use grundy::engine::tablebase::BuildSettings;
use grundy::game::position::Position;
use grundy::game::text::shell::quoted;
use grundy::{Convention, NamedGame};
use grundy_cluster::watchdog::{self, PATIENCE};
use grundy_cluster::{Cluster, dataflow, free_addresses};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often what was found is committed.
const COMMIT: Duration = Duration::from_secs(30);

/// Says now and then that it is time.
struct Clock(Mutex<Instant>);

impl Clock {
    fn new() -> Clock {
        Clock(Mutex::new(Instant::now()))
    }

    fn is_due(&self) -> bool {
        let Ok(mut last) = self.0.lock() else { return false };
        let due = last.elapsed() > COMMIT;
        if due {
            *last = Instant::now();
        }
        due
    }
}

pub fn run(arguments: &Build, common: &Common) -> Result<ExitCode, Failure> {
    let game = read_game_of(&arguments.game, arguments.loopy)?;
    let position = parse(&game, &arguments.position.join(" "))?;
    let convention = if arguments.misere { Convention::Misere } else { Convention::Normal };
    let alone = arguments.processes.is_none() && arguments.hosts.is_none();
    let threads = || if alone { common.threads() } else { 1 };
    let workers = arguments.workers.map_or_else(threads, usize::from);
    let plan =
        Plan { directory: arguments.out.clone(), source: source_of(&arguments.game)?, convention, workers };
    let job = Job { game, position, plan };
    let built = match (arguments.processes, &arguments.hosts, arguments.process) {
        (Some(processes), ..) => job.with_processes(processes.into(), arguments, common),
        (None, Some(hosts), Some(process)) => {
            let cluster = read_hosts(hosts, process.into(), workers)?;
            warn_of(&cluster);
            job.in_cluster(&cluster, common)
        }
        _ => {
            let clock = Clock::new();
            // A run that can go on later needs no end.
            let built = Budget::new(common, None)
                .run(|limits| build(&job.game, &job.position, &job.plan, limits, &|| clock.is_due()));
            built.map(drop).map_err(Trouble::Table)
        }
    };
    let directory = &job.plan.directory;
    built.map_err(|trouble| match trouble {
        Trouble::Table(error) => failure(error, directory, Some(&job.game)),
        Trouble::Other(failure) => failure,
    })?;
    if arguments.process.is_none_or(|process| process == 0) {
        print_stats(&overview(directory).map_err(|error| unopened(directory, error))?, common)?;
    }
    Ok(ExitCode::SUCCESS)
}

enum Trouble {
    Table(TableError),
    Other(Failure),
}

impl<F: Into<Failure>> From<F> for Trouble {
    fn from(failure: F) -> Trouble {
        Trouble::Other(failure.into())
    }
}

fn read_hosts(file: &Path, process: usize, threads: usize) -> Result<Cluster, Failure> {
    let bytes = read(file, MAX_GAME_FILE)?;
    let text = String::from_utf8_lossy(&bytes);
    let wrong = |error: String| Failure::input(format!("`{}`: {error}", file.display()), None);
    Cluster::read(&text, process, threads).map_err(wrong)
}

/// Others than this machine may listen.
fn warn_of(cluster: &Cluster) {
    if let Some(first) = cluster.exposed().first() {
        eprintln!("warning: `{first}` is open to other machines: plain TCP without authentication");
    }
}

/// What is to be built.
struct Job {
    game: NamedGame,
    position: Position,
    plan: Plan,
}

impl Job {
    /// What one of several processes does.
    fn in_cluster(&self, cluster: &Cluster, common: &Common) -> Result<(), Trouble> {
        let directory = self.plan.directory.clone();
        let _lock = if cluster.process == 0 {
            Some(lock(&self.plan).map_err(Trouble::Table)?)
        } else {
            make_folder(&directory)?;
            None
        };
        let shown = quoted(&directory.display().to_string());
        let told = shown.clone();
        // A peer that is gone shows as a panic of a thread that waits for it, or not at all.
        std::panic::set_hook(Box::new(move |panic| {
            // What it says, without the place in a source that users do not have.
            let said = panic.payload_as_str().unwrap_or("no reason was given");
            end(&told, &format!("a connection is lost, or a worker failed: {said}"));
        }));
        let _watchdog =
            watchdog::watch(&directory, cluster.process, cluster.addresses.len(), PATIENCE, move |what| {
                end(&shown, &what);
            });
        let budget = Arc::new(Budget::new(common, None));
        let (game, position, plan) = (self.game.clone(), self.position.clone(), self.plan.clone());
        let threads = cluster.threads as u64;
        let clock = Clock::new();
        let results = dataflow::run(cluster, move |rounds| {
            budget.run(|limits| {
                let is_due = || clock.is_due();
                let settings = BuildSettings { memory: limits.memory / threads, limits, is_due: &is_due };
                work(&game, &position, &plan, rounds, settings)
            })
        });
        drop(std::panic::take_hook());
        let results = results.map_err(|error| Trouble::Table(TableError::Peer(error)))?;
        // When one fails, the others only say that it has ended.
        let mut errors: Vec<TableError> = results.into_iter().filter_map(Result::err).collect();
        errors.sort_by_key(|error| matches!(error, TableError::Peer(_)));
        errors.into_iter().next().map_or(Ok(()), |error| Err(Trouble::Table(error)))
    }

    /// Starts the other processes on this machine, and is the first one.
    fn with_processes(&self, processes: usize, arguments: &Build, common: &Common) -> Result<(), Trouble> {
        make_folder(&self.plan.directory)?;
        // They share this machine, and what may be taken of its memory.
        let share = Common { max_memory: common.max_memory / processes as u64, ..common.clone() };
        loop {
            let addresses = free_addresses(processes)?;
            let hosts = self.plan.directory.join("hosts");
            Output::check(&hosts)?.write((addresses.join("\n") + "\n").as_bytes())?;
            let others = Others;
            watch::at_end(Others::end);
            for process in 1..processes {
                Others::add(self.command(&hosts, process, arguments, &share)?.spawn()?);
            }
            let cluster = Cluster { addresses, process: 0, threads: self.plan.workers };
            match self.in_cluster(&cluster, &share) {
                // Tiers that were only presumed are wrong: once more without.
                Err(Trouble::Table(TableError::Tier { .. } | TableError::Peer(_)))
                    if is_untiered(&self.plan) && !self.was_untiered() => {}
                Ok(()) => {
                    others.wait();
                    return Ok(());
                }
                other => return other,
            }
        }
    }

    /// Whether what is in the directory was begun without tiers.
    fn was_untiered(&self) -> bool {
        overview(&self.plan.directory).is_ok_and(|found| !found.manifest.subject.code.contains("Presumed"))
    }

    /// The command of another process.
    fn command(
        &self,
        hosts: &Path,
        process: usize,
        arguments: &Build,
        common: &Common,
    ) -> Result<Command, Failure> {
        let mut command = Invocation::current().again()?;
        command.args(["tablebase", "build", "--workers", &self.plan.workers.to_string()]);
        command.args(["--max-memory", &common.max_memory.to_string(), "--process", &process.to_string()]);
        if arguments.misere {
            command.arg("--misere");
        }
        command.arg("--hosts").arg(hosts).arg("--out").arg(&self.plan.directory);
        command.arg("--").arg(&arguments.game).args(&arguments.position);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(command)
    }
}

/// Ends this process and those it started, since they would wait for ever.
fn end(directory: &str, what: &str) {
    eprintln!(
        "error: {directory} is not finished: {what}\nhint: give the same command again, to every process"
    );
    Others::end();
    std::process::exit(3);
}

/// The processes that this one started; they end with this value, or with [`end`].
struct Others;

/// Not in [`Others`]: the thread that notices a lost peer ends the process, and drops nothing.
static STARTED: Mutex<Vec<Child>> = Mutex::new(Vec::new());

impl Others {
    fn add(child: Child) {
        STARTED.lock().unwrap_or_else(PoisonError::into_inner).push(child);
    }

    fn take() -> Vec<Child> {
        std::mem::take(&mut *STARTED.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits for their own ends.
    fn wait(&self) {
        Others::take().into_iter().for_each(|mut child| drop(child.wait()));
    }

    fn end() {
        for mut child in Others::take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Others {
    fn drop(&mut self) {
        Others::end();
    }
}
