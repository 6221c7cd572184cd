//! A second look at memory and time, by the kernel's own account, while a question is worked on.
//!
//! Engines count what they take and ask the clock now and then; what they count is nearly all. The rest (the texts that were
//! read, tables that grow by doubling, what the allocator rounds up, a step that takes long) is seen by a thread that looks
//! at the process every few milliseconds. There are two lines. Beyond the first, which an engine that counts well never
//! reaches, the next question about limits is answered with a stop, and what was found is written as usual. Beyond the second
//! the process ends with the same words and the same code: better no answer than a machine without memory. Files lose
//! nothing, since they are whole or not there, and journals survive worse.
//!
//! Counted is anonymous and shared memory (`RssAnon` and `RssShmem` of `/proc/self/status`): pages of mapped files can be had
//! back at any time. Where there is no such file, only the clock is watched.

use crate::failure::Failure;
use grundy::StopReason;
use grundy::ask::stopped;
use std::fs::File;
use std::io::{Read, Seek};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

/// Between two looks; shorter where memory runs out.
const INTERVALS: [Duration; 2] = [Duration::from_millis(8), Duration::from_millis(2)];
/// What the program itself takes, and what allocators round up.
const SLACK: [u64; 2] = [16 << 20, 32 << 20];
/// How long a step may take after the time is over.
const GRACE: Duration = Duration::from_millis(200);
/// How much longer where the process gets little of the processor: the machine does other things, and a stop is under way.
const PATIENCE: Duration = Duration::from_secs(3);

/// Whether the process takes more than the first line allows.
static OVER: AtomicBool = AtomicBool::new(false);
/// What is worked on now.
static WATCHED: Mutex<Watched> = Mutex::new(Watched { questions: Vec::new(), next: 0, at_end: None });
/// Told when there is something to watch.
static ADDED: Condvar = Condvar::new();
static START: Once = Once::new();

struct Watched {
    questions: Vec<Question>,
    next: u64,
    at_end: Option<fn()>,
}

/// What one question may take.
#[derive(Clone, Copy)]
struct Question {
    number: u64,
    memory: u64,
    /// When the time is over, and when a step that was begun by then should have ended.
    end: Option<(Instant, Instant)>,
    json: bool,
}

impl Question {
    /// The first and the second line: a twentieth and a tenth more than was allowed, and the slack.
    fn lines(self) -> [u64; 2] {
        let line = |part: u64, slack: u64| self.memory.saturating_add(self.memory / part + slack);
        [line(20, SLACK[0]), line(11, SLACK[1])]
    }
}

fn watched() -> MutexGuard<'static, Watched> {
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A question that is watched until this value is dropped.
pub struct Watch(u64);

impl Watch {
    /// Watches a question that may take so much memory, and so much time of which some has passed.
    pub fn begin(memory: u64, start: Instant, time: Option<Duration>, json: bool) -> Watch {
        START.call_once(|| drop(std::thread::Builder::new().name("watch".to_owned()).spawn(look)));
        let allowed = |time: Duration| time + time / 12 + GRACE;
        let end = time.and_then(|time| Some((start.checked_add(time)?, start.checked_add(allowed(time))?)));
        let mut watched = watched();
        let number = watched.next;
        watched.next += 1;
        watched.questions.push(Question { number, memory, end, json });
        ADDED.notify_one();
        Watch(number)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let mut watched = watched();
        watched.questions.retain(|question| question.number != self.0);
        if watched.questions.is_empty() {
            OVER.store(false, Ordering::Relaxed);
        }
    }
}

/// Whether the process takes more than it may.
pub fn is_over() -> bool {
    OVER.load(Ordering::Relaxed)
}

/// What is to be done before the process is ended: other processes that it started are to end with it.
pub fn at_end(last: fn()) {
    watched().at_end = Some(last);
}

/// What the thread does.
fn look() {
    let mut status = File::open("/proc/self/status").ok();
    // When the first question ran out of time, the processor time used by then.
    let mut late: Option<(u64, Duration)> = None;
    loop {
        let mut list = watched();
        while list.questions.is_empty() {
            list = ADDED.wait(list).unwrap_or_else(PoisonError::into_inner);
        }
        let taken = status.as_mut().and_then(taken).unwrap_or(0);
        let (now, mut near) = (Instant::now(), false);
        let mut over = false;
        for question in &list.questions {
            let [first, second] = question.lines();
            over |= taken > first;
            near |= taken > first / 2;
            let reason = if taken > second {
                StopReason::MemoryLimit
            } else if question.end.is_some_and(|end| is_late(question.number, end, now, &mut late)) {
                StopReason::TimeLimit
            } else {
                continue;
            };
            if let Some(last) = list.at_end {
                last();
            }
            std::process::exit(Failure::from(stopped(reason)).report_at_once(question.json));
        }
        OVER.store(over, Ordering::Relaxed);
        drop(list);
        std::thread::sleep(INTERVALS[usize::from(near)]);
    }
}

/// Whether a question takes too long after its end, in which the process had the processor for as long as was allowed.
fn is_late(
    number: u64,
    (end, last): (Instant, Instant),
    now: Instant,
    late: &mut Option<(u64, Duration)>,
) -> bool {
    if now <= end {
        return false;
    }
    let used = processor_time();
    let before = match *late {
        Some((known, before)) if known == number => before,
        _ => {
            *late = Some((number, used));
            used
        }
    };
    now > last && (used.saturating_sub(before) >= last - end || now > last + PATIENCE)
}

/// What this process had of the processor; nothing where that is not told, so that only patience counts.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program may have blanks and brackets in it.
    let rest = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let ticks = rest.split(' ').skip(11).take(2).filter_map(|word| word.parse::<u64>().ok());
    Duration::from_millis(10 * ticks.sum::<u64>())
}

/// Anonymous and shared memory of this process.
fn taken(status: &mut File) -> Option<u64> {
    let mut text = [0; 4096];
    status.rewind().ok()?;
    let length = status.read(&mut text).ok()?;
    let text = str::from_utf8(&text[..length]).ok()?;
    let kilobytes = text.lines().filter_map(|line| {
        let rest = line.strip_prefix("RssAnon:").or_else(|| line.strip_prefix("RssShmem:"))?;
        rest.trim().strip_suffix(" kB")?.parse::<u64>().ok()
    });
    Some(kilobytes.sum::<u64>() * 1024)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_to_is_counted_and_what_is_only_asked_for_is_not() {
        let mut status = File::open("/proc/self/status").expect("a file");
        let before = taken(&mut status).expect("numbers");
        assert!(before > 1 << 16);
        let mut block = vec![0u8; 1 << 26];
        assert!(taken(&mut status).expect("numbers") < before + (1 << 25), "not touched yet");
        block.iter_mut().step_by(4096).for_each(|byte| *byte = 1);
        assert!(taken(&mut status).expect("numbers") > before + (1 << 25), "{}", block.len());
    }

    #[test]
    fn the_lines_lie_between_the_limit_and_a_tenth_more() {
        for memory in [0, 1 << 20, 50_000_000, 4 << 30, u64::MAX] {
            let [first, second] = Question { number: 0, memory, end: None, json: false }.lines();
            let most = (memory as f64 * 1.1 + 40e6) as u64;
            assert!(memory <= first && first <= second && second <= most, "{memory}: {first} {second}");
        }
    }
}
