//! Limits of time and memory, Ctrl-C, and the sign of life on a terminal.

use crate::args::Common;
use crate::watch::{self, Watch};
use grundy::engine::heap::run::Status;
use grundy::{Limits, StopReason};
use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Set by the first Ctrl-C while a computation runs.
static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Whether no computation runs that asks [`INTERRUPTED`].
static IDLE: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));

/// When the question was put that is worked on: all that is done for it shares its time.
static ASKED: LazyLock<Mutex<Instant>> = LazyLock::new(|| Mutex::new(Instant::now()));

/// Whether somebody looks at the signs of life; asked once, since streams have a budget for every line.
static TERMINAL: LazyLock<bool> = LazyLock::new(|| std::io::stderr().is_terminal());

/// Begins a question of its own, whose time starts now.
pub fn begin_question() {
    *ASKED.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
}

/// Makes Ctrl-C end the work with code 130: politely while computing, at once otherwise or the second time. A flag is enough
/// for that; a thread that waits for signals would take longer to start than many answers take.
pub fn watch_interrupts() {
    #[cfg(unix)]
    let signals = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
    #[cfg(not(unix))]
    let signals = [SIGINT, SIGTERM];
    for signal in signals {
        for at_once in [&INTERRUPTED, &IDLE] {
            let _ = flag::register_conditional_shutdown(signal, 130, Arc::clone(at_once));
        }
        let _ = flag::register(signal, Arc::clone(&INTERRUPTED));
    }
    // A file that may not grow any further is an error of the write, as on a full disk, and not the end of the process.
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Does something that asks whether it was interrupted; what goes on around it does so too if it did before.
fn politely<T>(work: impl FnOnce() -> T) -> T {
    let before = IDLE.swap(false, Ordering::Relaxed);
    let result = work();
    IDLE.store(before, Ordering::Relaxed);
    result
}

/// How long to wait before showing that something is going on.
const PATIENCE: Duration = Duration::from_millis(500);

/// The budget of one question.
pub struct Budget {
    start: Instant,
    deadline: Option<Duration>,
    memory: u64,
    threads: usize,
    moves: u64,
    json: bool,
    progress: Mutex<Option<ProgressBar>>,
    /// Whether a run has reported, which says more than steps.
    reported: AtomicBool,
    terminal: bool,
}

impl Budget {
    /// The limits of the arguments; `default_time` when none is given.
    pub fn new(common: &Common, default_time: Option<Duration>) -> Budget {
        Budget {
            start: *ASKED.lock().unwrap_or_else(PoisonError::into_inner),
            deadline: common.max_time.or(default_time),
            memory: common.max_memory,
            threads: common.threads(),
            // Who says how long it may take gets as many moves as can be listed in that time.
            moves: if common.max_time.is_some() { u64::MAX } else { Limits::default().moves },
            json: common.json,
            progress: Mutex::new(None),
            reported: AtomicBool::new(false),
            terminal: *TERMINAL,
        }
    }

    /// The same, with or without winning moves in answers.
    pub fn listing(self, moves: bool) -> Budget {
        Budget { moves: if moves { self.moves } else { 0 }, ..self }
    }

    /// The limits of the arguments, but this much time from now on.
    pub fn lasting(common: &Common, time: Duration) -> Budget {
        Budget { start: Instant::now(), deadline: Some(time), ..Budget::new(common, None) }
    }

    /// Runs `work` with limits that watch the clock and Ctrl-C.
    pub fn run<T>(&self, work: impl FnOnce(&Limits<'_>) -> T) -> T {
        let steps = |steps, time: Duration| format!("{} steps, {} s", HumanCount(steps), time.as_secs());
        self.run_showing(&steps, work)
    }

    /// Like [`Budget::run`], with words of its own for the steps and the time so far.
    pub fn run_showing<T>(
        &self,
        words: &(dyn Fn(u64, Duration) -> String + Sync),
        work: impl FnOnce(&Limits<'_>) -> T,
    ) -> T {
        let poll = |work| self.poll(work, words);
        let Budget { memory, threads, moves, .. } = *self;
        let limits = Limits { memory, threads, moves, poll: &poll, ..Limits::default() };
        let watch = self.watch();
        let result = politely(|| work(&limits));
        drop(watch);
        self.hide();
        result
    }

    /// Watches work that asks no questions; it is ended when the time is over or the memory is taken.
    pub fn watch(&self) -> Watch {
        Watch::begin(self.memory, self.start, self.deadline, self.json)
    }

    /// Writes block after block with `write` until it says that it has done, and asks before each whether to go on.
    ///
    /// # Errors
    /// What `write` returns.
    pub fn write<E>(&self, mut write: impl FnMut() -> Result<bool, E>) -> Result<StopReason, E> {
        politely(|| {
            loop {
                if let Some(reason) = self.stop_reason() {
                    return Ok(reason);
                }
                if !write()? {
                    return Ok(StopReason::Done);
                }
            }
        })
    }

    /// Shows how far a run has come, on a terminal.
    pub fn report(&self, status: &Status, goal: u64) {
        let elapsed = self.start.elapsed();
        if !self.terminal || elapsed < PATIENCE {
            return;
        }
        self.reported.store(true, Ordering::Relaxed);
        let done = status.count.max(1);
        let seconds = elapsed.as_secs_f64();
        let left = (seconds * goal.saturating_sub(done) as f64 / done as f64) as u64;
        let rare = status.rare.map_or(String::new(), |rare| format!(", {} rare", HumanCount(rare)));
        self.show(&format!(
            "{} of {} heaps, {}/s{rare}, largest value {}, {}, about {left} s left",
            HumanCount(done),
            HumanCount(goal),
            HumanCount((done as f64 / seconds) as u64),
            status.largest,
            HumanBytes(status.bytes),
        ));
    }

    /// Clears what was shown.
    pub fn hide(&self) {
        if let Ok(Some(bar)) = self.progress.lock().map(|mut bar| bar.take()) {
            bar.finish_and_clear();
        }
    }

    /// What stops the work now, if anything does.
    pub fn stop_reason(&self) -> Option<StopReason> {
        if INTERRUPTED.load(Ordering::Relaxed) {
            return Some(StopReason::Interrupted);
        }
        if watch::is_over() {
            return Some(StopReason::MemoryLimit);
        }
        let over = self.deadline.is_some_and(|deadline| self.start.elapsed() > deadline);
        over.then_some(StopReason::TimeLimit)
    }

    fn poll(&self, work: u64, words: &(dyn Fn(u64, Duration) -> String + Sync)) -> Option<StopReason> {
        let silent = self.reported.load(Ordering::Relaxed);
        if self.terminal && !silent && self.start.elapsed() > PATIENCE {
            self.show(&words(work, self.start.elapsed()));
        }
        self.stop_reason()
    }

    fn show(&self, message: &str) {
        let Ok(mut bar) = self.progress.lock() else { return };
        let bar = bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {msg}")
                .unwrap_or_else(|_| ProgressStyle::default_spinner());
            ProgressBar::new_spinner().with_style(style)
        });
        bar.set_message(message.to_owned());
        bar.tick();
    }
}
