//! Limits, Ctrl-C and progress: how the library, which has no clock and no signals, is asked from Python.
//!
//! The interpreter is released while the library works. Now and then the library asks whether to go on; at most twenty times a
//! second the thread that was called takes the interpreter back, lets Python look at its signals and tells a callback how far it
//! is. Work on several threads goes on beside that thread, which then has nothing else to do.

use grundy::{Limits, StopReason};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// What a question may take: seconds, bytes, threads, whether winning moves are listed, and whom to tell of progress.
pub type Terms = (Option<f64>, Option<u64>, Option<usize>, bool, Option<Py<PyAny>>);

/// How often Python is asked.
const INTERVAL: Duration = Duration::from_millis(50);

/// Looks at the clock and at Python while the library works.
struct Watch {
    caller: ThreadId,
    start: Instant,
    asked: Mutex<Instant>,
    work: AtomicU64,
    progress: Option<Py<PyAny>>,
    /// What was raised: KeyboardInterrupt, or by the callback.
    raised: Mutex<Option<PyErr>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watch {
    fn new(progress: Option<Py<PyAny>>) -> Watch {
        let start = Instant::now();
        let (work, raised) = (AtomicU64::new(0), Mutex::new(None));
        Watch { caller: thread::current().id(), start, asked: Mutex::new(start), work, progress, raised }
    }

    /// Whether to stop, after so much work.
    fn poll(&self, work: u64) -> Option<StopReason> {
        self.work.fetch_max(work, Ordering::Relaxed);
        if thread::current().id() == self.caller {
            self.ask_python();
        }
        locked(&self.raised).is_some().then_some(StopReason::Interrupted)
    }

    fn ask_python(&self) {
        let mut asked = locked(&self.asked);
        if asked.elapsed() < INTERVAL {
            return;
        }
        *asked = Instant::now();
        drop(asked);
        let told = Python::attach(|py| {
            py.check_signals()?;
            if let Some(progress) = &self.progress {
                let seconds = self.start.elapsed().as_secs_f64();
                progress.call1(py, (self.work.load(Ordering::Relaxed), seconds))?;
            }
            Ok(())
        });
        if let Err(raised) = told {
            *locked(&self.raised) = Some(raised);
        }
    }
}

/// Works without the interpreter, within the terms.
///
/// # Errors
/// What Python raised meanwhile: KeyboardInterrupt, or whatever the callback did.
pub fn run<T: Send>(
    py: Python<'_>,
    terms: Option<Terms>,
    work: impl FnOnce(&Limits<'_>) -> T + Send,
) -> PyResult<T> {
    let (seconds, memory, threads, moves, progress) = terms.unwrap_or((None, None, None, true, None));
    let watch = Watch::new(progress);
    let poll = |work| watch.poll(work);
    let usual = Limits::default();
    let limits = Limits {
        memory: memory.unwrap_or(usual.memory),
        threads: threads.unwrap_or(1).max(1),
        moves: if moves { usual.moves } else { 0 },
        deadline: seconds.and_then(|seconds| {
            Instant::now().checked_add(Duration::try_from_secs_f64(seconds.max(0.0)).ok()?)
        }),
        poll: &poll,
        ..usual
    };
    let result =
        py.detach(|| if limits.threads > 1 { beside(&watch, || work(&limits)) } else { work(&limits) });
    match locked(&watch.raised).take() {
        Some(raised) => Err(raised),
        None => Ok(result),
    }
}

/// Works on another thread while this one looks at Python.
fn beside<T: Send>(watch: &Watch, work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let caller = thread::current();
        let worker = scope.spawn(move || {
            let result = work();
            caller.unpark();
            result
        });
        while !worker.is_finished() {
            thread::park_timeout(INTERVAL);
            watch.ask_python();
        }
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
