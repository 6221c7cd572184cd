//! Two programs in turn, the best time of each.

use std::time::{Duration, Instant};

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

/// How long `work` takes, with its result.
pub fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = std::hint::black_box(work());
    (start.elapsed(), result)
}
