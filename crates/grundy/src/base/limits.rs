//! How much work an answer may cost, and how a computation is asked to stop.
//!
//! Engines have no clock and no signals: whoever calls the library hands in a [`Limits`] with numbers and a question to ask
//! now and then. Engines ask through a [`Pulse`], cheaply, and stop with a typed [`StopReason`]. Only this file looks at
//! the time, [`Limits::within`] for its deadline and [`Pulse`] to ask no more often than is needed; and games that are
//! programs, which wait for another process.

use std::fmt;
use std::time::{Duration, Instant};

/// Why a computation ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[cfg_attr(feature = "json", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum StopReason {
    /// It was finished.
    Done,
    /// The number of positions allowed was reached.
    PositionLimit,
    /// The memory allowed would not suffice.
    MemoryLimit,
    /// The time allowed was over.
    TimeLimit,
    /// The user interrupted it.
    Interrupted,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::Done => "done",
            StopReason::PositionLimit => "position limit",
            StopReason::MemoryLimit => "memory limit",
            StopReason::TimeLimit => "time limit",
            StopReason::Interrupted => "interrupted",
        })
    }
}

impl std::error::Error for StopReason {}

/// Bytes that a position takes where positions are kept, roughly.
pub(crate) const POSITION: u64 = 200;

/// What an answer may cost.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Bytes for tables.
    pub memory: u64,
    /// Positions that a search may look at; the memory is a limit too, see [`Limits::positions_kept`].
    pub positions: u64,
    /// Threads to use; never changes the answer.
    pub threads: usize,
    /// Steps that a list of winning moves may take where theorems answer for positions whose options no one can count; 0
    /// where no moves are wanted, which is faster where a game is searched.
    pub moves: u64,
    /// When the time is over, if it ends.
    pub deadline: Option<Instant>,
    /// Asked now and then with the work done so far; a reason means: stop. Engines ask through [`Limits::ask`].
    pub poll: &'a (dyn Fn(u64) -> Option<StopReason> + Sync),
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Limits {{ memory: {}, positions: {} }}", self.memory, self.positions)
    }
}

impl Default for Limits<'static> {
    /// 4 GiB, any number of positions that fit, one thread, moves within about a second, no end in time.
    fn default() -> Limits<'static> {
        Limits {
            memory: 4 << 30,
            positions: u64::MAX,
            threads: 1,
            moves: 20_000_000,
            deadline: None,
            poll: &|_| None,
        }
    }
}

impl Limits<'static> {
    /// The limits of a question that takes no longer than this, from now on.
    pub fn within(time: Duration) -> Limits<'static> {
        Limits { deadline: Instant::now().checked_add(time), ..Limits::default() }
    }

    /// The limits of a look on the side, which nobody asked for and nobody could stop: [`Pulse::listing`] gives it up after a
    /// million steps, always at the same one.
    pub fn glance() -> Limits<'static> {
        Limits { moves: 1 << 20, ..Limits::default() }
    }
}

impl Limits<'_> {
    /// Whether to stop, after so much work, and why.
    pub fn ask(&self, work: u64) -> Option<StopReason> {
        let over = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        (self.poll)(work).or_else(|| over().then_some(StopReason::TimeLimit))
    }

    /// How many positions a search may keep that does not count their bytes.
    pub fn positions_kept(&self) -> u64 {
        self.positions.min((self.memory / POSITION).max(1000))
    }

    /// Refuses a table that would not fit.
    ///
    /// # Errors
    /// [`StopReason::MemoryLimit`] when `entries * bytes_each` exceeds the memory allowed.
    pub fn check_memory(&self, entries: u64, bytes_each: u64) -> Result<(), StopReason> {
        match entries.checked_mul(bytes_each) {
            Some(bytes) if bytes <= self.memory => Ok(()),
            _ => Err(StopReason::MemoryLimit),
        }
    }
}

/// Counts steps of work and asks [`Limits::poll`] once in a while.
///
/// How many steps lie between two questions depends on how long they take, from nanoseconds to milliseconds. Where the count
/// itself is the limit it ends the work at the same step every time.
#[derive(Debug)]
pub struct Pulse<'a> {
    limits: &'a Limits<'a>,
    /// Steps until the next question.
    left: u64,
    /// Steps from the last question to the next.
    stretch: u64,
    /// Steps up to the last question.
    work: u64,
    most: u64,
    /// Steps between two questions as things stand.
    interval: u64,
    asked: Instant,
}

/// Steps between two questions: at first, and at most.
const INTERVALS: [u64; 2] = [1 << 10, 1 << 16];
/// Time between two questions: rare enough to cost nothing, often enough for a prompt stop.
const PAUSES: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(10)];

impl<'a> Pulse<'a> {
    /// Starts counting.
    pub fn new(limits: &'a Limits<'a>) -> Pulse<'a> {
        Pulse::up_to(limits, u64::MAX)
    }

    /// Starts counting the steps of a list of winning moves, which ends after [`Limits::moves`].
    pub fn listing(limits: &'a Limits<'a>) -> Pulse<'a> {
        Pulse::up_to(limits, limits.moves)
    }

    fn up_to(limits: &'a Limits<'a>, most: u64) -> Pulse<'a> {
        let interval = INTERVALS[0];
        let stretch = interval.min(most.saturating_add(1));
        Pulse { limits, left: stretch, stretch, work: 0, most, interval, asked: Instant::now() }
    }

    /// The limits it asks.
    pub fn limits(&self) -> &'a Limits<'a> {
        self.limits
    }

    /// One step of work.
    ///
    /// # Errors
    /// The reason to stop, if there is one.
    #[inline]
    pub fn beat(&mut self) -> Result<(), StopReason> {
        self.beats(1)
    }

    /// Several steps of work at once.
    ///
    /// # Errors
    /// The reason to stop, if there is one.
    #[inline]
    pub fn beats(&mut self, steps: u64) -> Result<(), StopReason> {
        if steps < self.left {
            self.left -= steps;
            return Ok(());
        }
        self.ask(steps)
    }

    #[cold]
    fn ask(&mut self, steps: u64) -> Result<(), StopReason> {
        self.work = self.work().saturating_add(steps);
        let now = Instant::now();
        let pause = now.saturating_duration_since(self.asked);
        self.asked = now;
        if pause > PAUSES[1] {
            self.interval = (self.interval / 4).max(1);
        } else if pause < PAUSES[0] {
            self.interval = (2 * self.interval).min(INTERVALS[1]);
        }
        self.stretch = self.interval.min(self.most.saturating_sub(self.work).saturating_add(1));
        self.left = self.stretch;
        match self.limits.ask(self.work) {
            Some(reason) => Err(reason),
            None if self.work > self.most => Err(StopReason::PositionLimit),
            None => Ok(()),
        }
    }

    /// Steps so far.
    pub fn work(&self) -> u64 {
        self.work + (self.stretch - self.left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn slow_steps_are_asked_about_more_often_than_quick_ones() {
        let asked = AtomicU64::new(0);
        let poll = |_| {
            asked.fetch_add(1, Ordering::Relaxed);
            None
        };
        let limits = Limits { poll: &poll, ..Limits::default() };
        let mut pulse = Pulse::new(&limits);
        (0..1u64 << 22).for_each(|_| pulse.beat().expect("no limit"));
        assert_eq!(pulse.work(), 1 << 22);
        let quick = asked.swap(0, Ordering::Relaxed);
        assert!(quick >= 1 << 6, "{quick}");
        // A hundred steps of a millisecond are far fewer than the first question waits for; thousands are not.
        let start = Instant::now();
        let limits = Limits { deadline: Some(start + Duration::from_millis(300)), ..limits };
        let mut pulse = Pulse::new(&limits);
        while pulse.beat().is_ok() {
            std::thread::sleep(Duration::from_micros(200));
        }
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    }

    #[test]
    fn a_number_of_steps_ends_the_work_at_the_same_step() {
        for most in [0, 1, 5, 1023, 1024, 1025, 100_000] {
            for size in [1, 3, 7] {
                let limits = Limits { moves: most, ..Limits::default() };
                let mut pulse = Pulse::listing(&limits);
                let mut steps = 0;
                while pulse.beats(size).is_ok() {
                    steps += size;
                    assert_eq!(pulse.work(), steps);
                }
                assert!(steps <= most && steps + size > most, "{most}: {steps} by {size}");
            }
        }
    }
}
