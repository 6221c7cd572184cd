//! Where questions are worked on: a bounded number at a time, each within a budget, none for nobody, small ones first.
//!
//! Which question is small is not known before it is asked. So each is tried at once, among at most [`QUICK`] others and for
//! [`SLICE`]; what is not answered by then begins again behind a semaphore, where few work at a time and a visitor stands in line
//! with so many questions only. A question that was long lately goes there at once. The processor is shared by those who are tried, so a small question waits for no large one, and a
//! large one loses a slice.
//!
//! A request waits its turn for a while; when too many wait, or it waits too long, it is told to come back. Dropping the future that
//! waits for an answer, which is what happens when the client goes away, sets a flag that the engines ask through [`Limits::poll`].

use crate::reply::Refused;
use grundy::{Limits, StopReason};
use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// Requests that may wait for their turn.
const WAITING: usize = 1000;
/// How long they may.
const PATIENCE: Duration = Duration::from_secs(15);
/// Questions that are tried at the same time.
const QUICK: usize = 16;
/// How long a question is tried.
const SLICE: Duration = Duration::from_millis(50);
/// Visitors whose lines are remembered.
const VISITORS: usize = 10_000;

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
    /// Runs `work` with limits that watch the clock and the flag; `progress` hears of the steps now and then. What long work had is
    /// given back to the system.
    pub fn run<T>(&self, progress: &(dyn Fn(u64) + Sync), work: impl FnOnce(&Limits<'_>) -> T) -> T {
        let start = Instant::now();
        let poll = |steps| {
            progress(steps);
            if self.cancelled.load(Ordering::Relaxed) {
                return Some(StopReason::Interrupted);
            }
            (start.elapsed() > self.time).then_some(StopReason::TimeLimit)
        };
        let answer = work(&Limits { memory: self.memory, poll: &poll, ..Limits::default() });
        if start.elapsed() > SLICE {
            grundy::give_back_memory();
        }
        answer
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
    quick: Arc<Semaphore>,
    long: Arc<Semaphore>,
    workers: usize,
    /// How many long questions one visitor has in line or under work.
    each: usize,
    lines: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
    /// Questions, by their hash, that were not answered in a slice.
    long_ones: Mutex<HashSet<u64>>,
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
    /// A pool that works on `workers` long requests at a time, `each` of one visitor at most, each with this much time and memory.
    pub fn new(workers: usize, each: usize, time: Duration, memory: u64) -> Pool {
        Pool {
            quick: Arc::new(Semaphore::new(QUICK)),
            long: Arc::new(Semaphore::new(workers)),
            workers,
            each: each.clamp(1, workers.max(1)),
            lines: Mutex::default(),
            long_ones: Mutex::default(),
            waiting: AtomicUsize::new(0),
            time,
            memory,
        }
    }

    /// Threads that the work may need.
    pub fn threads(&self) -> usize {
        // Tries that have not noticed yet that their slice is over have threads too.
        2 * self.workers + 256
    }

    /// Does `work` when its turn has come; it may be begun twice.
    ///
    /// # Errors
    /// What the work returns, or that there is too much of it.
    pub async fn run<T: Send + 'static>(
        &self,
        visitor: IpAddr,
        question: impl Hash,
        work: impl Fn(&Limits<'_>) -> Result<T, Refused> + Send + Sync + 'static,
    ) -> Result<T, Refused> {
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let waiting = Waiting(&self.waiting);
        if before >= WAITING {
            return Err(Refused::Busy);
        }
        let work = Arc::new(work);
        let mut hasher = DefaultHasher::new();
        question.hash(&mut hasher);
        let question = hasher.finish();
        if !self.long_ones().contains(&question) {
            let slice = self.time.min(SLICE);
            let (tried, took) = self.work(std::slice::from_ref(&self.quick), slice, &work).await?;
            if took <= slice || self.time <= SLICE {
                return tried;
            }
        }
        self.remember(question, true);
        let lines = [self.line(visitor), self.long.clone()];
        let (answer, took) = self.work(&lines, self.time, &work).await?;
        drop(waiting);
        self.remember(question, took > SLICE);
        answer
    }

    fn long_ones(&self) -> MutexGuard<'_, HashSet<u64>> {
        self.long_ones.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers whether a question is long.
    fn remember(&self, question: u64, is_long: bool) {
        let mut long_ones = self.long_ones();
        if long_ones.len() >= VISITORS {
            long_ones.clear();
        }
        if is_long {
            long_ones.insert(question);
        } else {
            long_ones.remove(&question);
        }
    }

    /// The line of one visitor: who asks much waits for his own questions, and not everybody for them.
    fn line(&self, visitor: IpAddr) -> Arc<Semaphore> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() >= VISITORS {
            lines.retain(|_, line| line.available_permits() < self.each);
        }
        lines.entry(visitor).or_insert_with(|| Arc::new(Semaphore::new(self.each))).clone()
    }

    /// Works behind these semaphores, for some time; also tells how long it took.
    async fn work<T: Send + 'static>(
        &self,
        lines: &[Arc<Semaphore>],
        time: Duration,
        work: &Arc<impl Fn(&Limits<'_>) -> Result<T, Refused> + Send + Sync + 'static>,
    ) -> Result<(Result<T, Refused>, Duration), Refused> {
        let patience = Instant::now() + PATIENCE;
        let mut permits = Vec::new();
        for line in lines {
            let turn = tokio::time::timeout_at(patience.into(), line.clone().acquire_owned()).await;
            let Ok(Ok(permit)) = turn else { return Err(Refused::Busy) };
            permits.push(permit);
        }
        let cancelled = Arc::new(AtomicBool::new(false));
        let _cancel = Cancel(cancelled.clone());
        let budget = Budget { time, memory: self.memory, cancelled };
        let work = work.clone();
        // A turn of long work ends with the work, not with the request. A try ends with its slice, for an engine may be slow to ask
        // whether it should stop, and the next small question is not to wait for that.
        let (kept, mut passing) = if time > SLICE { (permits, Vec::new()) } else { (Vec::new(), permits) };
        let mut working = tokio::task::spawn_blocking(move || {
            let start = Instant::now();
            let result = budget.run(&|_| {}, &*work);
            drop(kept);
            (result, start.elapsed())
        });
        let done = tokio::select! {
            done = &mut working => done,
            () = tokio::time::sleep(time), if !passing.is_empty() => {
                passing.clear();
                working.await
            }
        };
        Ok(done.unwrap_or((Err(Refused::Broken), Duration::ZERO)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::response::IntoResponse;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

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
        let pool = Pool::new(1, 1, Duration::from_millis(20), 1 << 20);
        let stop = runtime().block_on(pool.run(HERE, 0, endless));
        assert!(matches!(stop, Ok(StopReason::TimeLimit)));
    }

    #[test]
    fn work_ends_when_no_one_waits_for_it() {
        let pool = Pool::new(1, 1, Duration::from_secs(3600), 1 << 20);
        runtime().block_on(async {
            let gone = tokio::time::timeout(Duration::from_millis(20), pool.run(HERE, 0, endless)).await;
            assert!(gone.is_err(), "it had an hour");
            // The only permit comes back.
            let next = tokio::time::timeout(Duration::from_secs(20), pool.run(HERE, 7, |_| Ok(7))).await;
            assert!(matches!(next, Ok(Ok(7))));
        });
    }

    #[test]
    fn those_who_would_wait_too_long_are_sent_away() {
        let pool = Pool::new(1, 1, Duration::from_secs(1), 1 << 20);
        pool.waiting.store(WAITING, Ordering::Relaxed);
        let refused = runtime().block_on(pool.run(HERE, 7, |_| Ok(7)));
        let response = refused.expect_err("too many wait").into_response();
        assert_eq!(response.status(), 503);
        assert_eq!(response.headers()["retry-after"], "1");
        assert_eq!(pool.waiting.load(Ordering::Relaxed), WAITING, "who is sent away no longer waits");
    }

    #[test]
    fn a_panic_is_a_status_and_costs_no_worker() {
        let pool = Pool::new(1, 1, Duration::from_secs(1), 1 << 20);
        runtime().block_on(async {
            let broken: Result<(), Refused> = pool.run(HERE, 0, |_| panic!("on purpose")).await;
            assert!(matches!(broken, Err(Refused::Broken)));
            assert!(matches!(pool.run(HERE, 7, |_| Ok(7)).await, Ok(7)));
        });
    }

    #[test]
    fn small_questions_pass_long_ones() {
        let pool = Arc::new(Pool::new(1, 1, Duration::from_secs(2), 1 << 20));
        runtime().block_on(async {
            let long: Vec<_> = (0..8)
                .map(|_| {
                    let pool = pool.clone();
                    tokio::spawn(async move { pool.run(HERE, 0, endless).await })
                })
                .collect();
            tokio::time::sleep(2 * SLICE).await;
            let start = Instant::now();
            assert!(matches!(pool.run(HERE, 7, |_| Ok(7)).await, Ok(7)));
            assert!(start.elapsed() < Duration::from_millis(500), "{:?}", start.elapsed());
            long.iter().for_each(tokio::task::JoinHandle::abort);
        });
    }

    #[test]
    fn nobody_waits_for_another_visitor_s_line() {
        let pool = Arc::new(Pool::new(2, 1, Duration::from_secs(2), 1 << 20));
        let other = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 7));
        runtime().block_on(async {
            let many: Vec<_> = (0..8)
                .map(|_| {
                    let pool = pool.clone();
                    tokio::spawn(async move { pool.run(HERE, 0, endless).await })
                })
                .collect();
            tokio::time::sleep(4 * SLICE).await;
            let start = Instant::now();
            assert!(matches!(pool.run(other, 1, endless).await, Ok(StopReason::TimeLimit)));
            assert!(start.elapsed() < Duration::from_millis(3500), "{:?}", start.elapsed());
            many.iter().for_each(tokio::task::JoinHandle::abort);
        });
    }
}
