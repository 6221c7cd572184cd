//! Two programs in turn, the best time of each.

use std::ffi::c_long;
use std::time::{Duration, Instant};

// SAFETY: the C library has this function on every system with a process; it takes nothing and only reads a clock.
unsafe extern "C" {
    /// Processor time of this process, in microseconds.
    safe fn clock() -> c_long;
}

/// Rows that take longer than this in all end after two rounds.
const PATIENCE: Duration = Duration::from_secs(40);

/// The best time of each side, and its last answer.
pub struct Duel<A, B> {
    pub ours: Duration,
    pub rival: Duration,
    pub our_answer: A,
    pub rival_answer: B,
}

/// Runs both sides in turn; each says how long it took.
pub fn duel<A, B>(
    rounds: usize,
    mut ours: impl FnMut() -> (Duration, A),
    mut rival: impl FnMut() -> (Duration, B),
) -> Duel<A, B> {
    let start = Instant::now();
    let ((our_time, our_answer), (rival_time, rival_answer)) = (ours(), rival());
    let mut out = Duel { ours: our_time, rival: rival_time, our_answer, rival_answer };
    for round in 1..rounds {
        if round > 1 && start.elapsed() > PATIENCE {
            break;
        }
        let (time, answer) = ours();
        (out.ours, out.our_answer) = (out.ours.min(time), answer);
        let (time, answer) = rival();
        (out.rival, out.rival_answer) = (out.rival.min(time), answer);
    }
    out
}

/// How much processor time `work` takes, with its result: others on the machine hardly matter.
pub fn processor_time<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = clock();
    let result = std::hint::black_box(work());
    (Duration::from_micros((clock() - start) as u64), result)
}

/// How long `work` takes by the clock on the wall, with its result.
pub fn wall_time<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = std::hint::black_box(work());
    (start.elapsed(), result)
}
