//! A sweep as an iterator of rows: it goes on beside Python, a few rows ahead.

use crate::failure::{raise, stopped, wrong};
use grundy::report::sweep as report;
use grundy::sweep::{Family, Options, SetChoice, SweepRow, Trouble, run};
use grundy::{Error, Limits, StopReason};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Rows that may wait to be asked for.
const AHEAD: usize = 64;
/// How often Python may look at its signals while it waits.
const INTERVAL: Duration = Duration::from_millis(50);

enum News {
    Row(String),
    Wrong(Error),
    Stopped(StopReason),
}

/// The rows of a family.
#[pyclass(module = "grundy._native", frozen)]
#[derive(Debug)]
pub struct Sweep {
    rows: Mutex<Receiver<News>>,
    over: Arc<AtomicBool>,
    #[pyo3(get)]
    games: usize,
}

impl std::fmt::Debug for News {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("News")
    }
}

fn work(family: &Family, limit: Option<u64>, limits: &Limits<'_>, news: &SyncSender<News>) {
    let options = Options { limit, threads: limits.threads, clock: None };
    let mut emit = |row: &SweepRow| news.send(News::Row(report::line(row)));
    let _ = match run(family, &[], &options, limits, &mut emit) {
        Ok(StopReason::Done) | Err(Trouble::Row(_)) => Ok(()),
        Ok(reason) => news.send(News::Stopped(reason)),
        Err(Trouble::Game { error, .. }) => news.send(News::Wrong(error)),
    };
}

#[pymethods]
impl Sweep {
    /// `kind` is octal, splits, hexadecimal, subtraction, symmetric or rules; `size` the digits or the largest number, `text` the
    /// rules, `members` how many numbers a set has.
    #[new]
    #[pyo3(signature = (kind, size, text, members=None, limit=None, seconds=None, memory=None, threads=None))]
    #[expect(clippy::too_many_arguments, reason = "a family and what it may take")]
    fn new(
        py: Python<'_>,
        kind: &str,
        size: u32,
        text: &str,
        members: Option<u32>,
        limit: Option<u64>,
        seconds: Option<f64>,
        memory: Option<u64>,
        threads: Option<usize>,
    ) -> PyResult<Sweep> {
        let family = match (kind, size) {
            ("octal", 1..=6) => Family::octal(size, false),
            ("splits", 1..=6) => Family::octal(size, true),
            ("hexadecimal", 1..=4) => Family::hexadecimal(size),
            ("subtraction" | "symmetric", 1..) => {
                let choice = SetChoice { largest: size, size: members, symmetric: kind == "symmetric" };
                Family::subtraction(choice).map_err(|error| raise(py, &error, None))?
            }
            ("rules", _) => Family::rules(text, &[])
                .map_err(|line| wrong(format!("line {}: {}", line.line, line.error)))?,
            _ => {
                return Err(wrong("octal codes have 1 to 6 digits, hexadecimal codes 1 to 4, sets a number"));
            }
        };
        let (sender, receiver) = sync_channel(AHEAD);
        let over = Arc::new(AtomicBool::new(false));
        let (games, ended) = (family.len(), Arc::clone(&over));
        std::thread::spawn(move || {
            let poll = |_| ended.load(Ordering::Relaxed).then_some(StopReason::Interrupted);
            let usual = Limits::default();
            let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            let limits = Limits {
                memory: memory.unwrap_or(usual.memory),
                threads: threads.unwrap_or(1).max(1),
                deadline: time.and_then(|time| Instant::now().checked_add(time)),
                poll: &poll,
                ..usual
            };
            work(&family, limit, &limits, &sender);
        });
        Ok(Sweep { rows: Mutex::new(receiver), over, games })
    }

    /// The next row as JSON; none at the end.
    fn next(&self, py: Python<'_>) -> PyResult<Option<String>> {
        loop {
            let wait = || self.rows.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(INTERVAL);
            match py.detach(wait) {
                Ok(News::Row(row)) => return Ok(Some(row)),
                Ok(News::Wrong(error)) => return Err(raise(py, &error, None)),
                Ok(News::Stopped(reason)) => return Err(stopped(py, "the sweep is not finished", reason)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        }
    }

    /// Ends it.
    fn close(&self) {
        self.over.store(true, Ordering::Relaxed);
    }
}

impl Drop for Sweep {
    fn drop(&mut self) {
        self.close();
    }
}
