//! Where questions are worked on: a bounded number at a time, each within a budget, none for nobody.
//!
//! Work runs on blocking threads behind a semaphore. A request waits its turn for a while; when too many wait, or it waits
//! too long, it is told to come back. Dropping the future that waits for an answer, which is what happens when the client
//! goes away, sets a flag that the engines ask through [`Limits::poll`].

use crate::reply::Refused;
use grundy::{Limits, StopReason};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// Requests that may wait for their turn.
const WAITING: usize = 1000;
/// How long they may.
const PATIENCE: Duration = Duration::from_secs(15);

/// The budget of one piece of work, and the flag that ends it.
#[derive(Debug, Clone)]
pub struct Budget {
    /// Time to work.
    pub time: Duration,
    /// Bytes for tables.
    pub memory: u64,
    /// Set when no one wants the answer any more.
    pub cancelled: Arc<AtomicBool>,
}

impl Budget {
    /// Runs `work` with limits that watch the clock and the flag; `progress` hears of the steps now and then.
    pub fn run<T>(&self, progress: &(dyn Fn(u64) + Sync), work: impl FnOnce(&Limits<'_>) -> T) -> T {
        let start = Instant::now();
        let poll = |steps| {
            progress(steps);
            if self.cancelled.load(Ordering::Relaxed) {
                return Some(StopReason::Interrupted);
            }
            (start.elapsed() > self.time).then_some(StopReason::TimeLimit)
        };
        work(&Limits { memory: self.memory, poll: &poll, ..Limits::default() })
    }
}

/// Sets the flag when it is dropped.
struct Cancel(Arc<AtomicBool>);

impl Drop for Cancel {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The threads that work.
#[derive(Debug)]
pub struct Pool {
    permits: Arc<Semaphore>,
    workers: usize,
    waiting: AtomicUsize,
    time: Duration,
    memory: u64,
}

/// Counts a request that waits, until it is dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Pool {
    /// A pool that works on `workers` requests at a time, each with this much time and memory.
    pub fn new(workers: usize, time: Duration, memory: u64) -> Pool {
        let permits = Arc::new(Semaphore::new(workers));
        Pool { permits, workers, waiting: AtomicUsize::new(0), time, memory }
    }

    /// Threads that the work may need.
    pub fn threads(&self) -> usize {
        2 * self.workers + 4
    }

    /// Does `work` when its turn has come.
    ///
    /// # Errors
    /// What the work returns, or that there is too much of it.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Limits<'_>) -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let waiting = Waiting(&self.waiting);
        if before >= WAITING {
            return Err(Refused::Busy);
        }
        let turn = tokio::time::timeout(PATIENCE, self.permits.clone().acquire_owned()).await;
        let Ok(Ok(permit)) = turn else { return Err(Refused::Busy) };
        drop(waiting);
        let cancelled = Arc::new(AtomicBool::new(false));
        let _cancel = Cancel(cancelled.clone());
        let budget = Budget { time: self.time, memory: self.memory, cancelled };
        let working = tokio::task::spawn_blocking(move || {
            let result = budget.run(&|_| {}, work);
            // The turn ends with the work, not with the request.
            drop(permit);
            result
        });
        working.await.unwrap_or(Err(Refused::Broken))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::response::IntoResponse;

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime")
    }

    /// Works until it is told to stop.
    fn endless(limits: &Limits<'_>) -> Result<StopReason, Refused> {
        loop {
            if let Some(reason) = (limits.poll)(0) {
                return Ok(reason);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn work_ends_with_its_time() {
        let pool = Pool::new(1, Duration::from_millis(20), 1 << 20);
        let stop = runtime().block_on(pool.run(endless));
        assert!(matches!(stop, Ok(StopReason::TimeLimit)));
    }

    #[test]
    fn work_ends_when_no_one_waits_for_it() {
        let pool = Pool::new(1, Duration::from_secs(3600), 1 << 20);
        runtime().block_on(async {
            let gone = tokio::time::timeout(Duration::from_millis(20), pool.run(endless)).await;
            assert!(gone.is_err(), "it had an hour");
            // The only permit comes back.
            let next = tokio::time::timeout(Duration::from_secs(20), pool.run(|_| Ok(7))).await;
            assert!(matches!(next, Ok(Ok(7))));
        });
    }

    #[test]
    fn those_who_would_wait_too_long_are_sent_away() {
        let pool = Pool::new(1, Duration::from_secs(1), 1 << 20);
        pool.waiting.store(WAITING, Ordering::Relaxed);
        let refused = runtime().block_on(pool.run(|_| Ok(7)));
        let response = refused.expect_err("too many wait").into_response();
        assert_eq!(response.status(), 503);
        assert_eq!(response.headers()["retry-after"], "1");
        assert_eq!(pool.waiting.load(Ordering::Relaxed), WAITING, "who is sent away no longer waits");
    }

    #[test]
    fn a_panic_is_a_status_and_costs_no_worker() {
        let pool = Pool::new(1, Duration::from_secs(1), 1 << 20);
        runtime().block_on(async {
            let broken: Result<(), Refused> = pool.run(|_| panic!("on purpose")).await;
            assert!(matches!(broken, Err(Refused::Broken)));
            assert!(matches!(pool.run(|_| Ok(7)).await, Ok(7)));
        });
    }
}
