//! Cycles of functions: follow a successor from a start, and sooner or later something repeats.
//!
//! From the start a *tail* leads to the first element of a cycle. Floyd (in Knuth 1969) walks once and twice as fast and
//! needs no memory; Brent (1980) lets one walker wait at powers of two, so the function is evaluated less often, about a third on
//! random functions. Both find the same [`Cycle`]. The two elements before the first one, on the tail and on the
//! cycle, have equal successors: for a hash function that is a collision. A start on the cycle has no such pair.
//!
//! Time O(tail + length) evaluations, constant memory; a step limit ends what would take too long.
//!
//! ```
//! use polyhash::cycle;
//!
//! let found = cycle::brent(2u64, |x| (x * x + 1) % 1000, u64::MAX).expect("no limit");
//! assert_eq!((found.first, found.length, found.tail, found.previous), (26, 6, 2, Some((5, 205))));
//! # assert_eq!(cycle::floyd(2u64, |x| (x * x + 1) % 1000, u64::MAX).unwrap().first, 26);
//! ```

use crate::error::Error;

/// A tail and a cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cycle<T> {
    /// The first element on the cycle.
    pub first: T,
    /// The length of the cycle.
    pub length: u64,
    /// How many elements come before the first one.
    pub tail: u64,
    /// The last element of the tail and the last of the cycle, whose successor is the first; none for a start on the cycle.
    pub previous: Option<(T, T)>,
    /// How often the function was evaluated.
    pub steps: u64,
}

/// The walk was ended before the cycle was known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the function was evaluated {steps} times and no cycle is known")]
pub struct StepLimit {
    /// How often the function was evaluated.
    pub steps: u64,
}

/// Counts evaluations, and asks before each whether to go on.
struct Counted<F, G> {
    successor: F,
    steps: u64,
    keep_going: G,
}

impl<F, G: FnMut(u64) -> bool> Counted<F, G> {
    #[inline]
    fn next<T>(&mut self, of: &T) -> Result<T, StepLimit>
    where
        F: FnMut(&T) -> T,
    {
        if !(self.keep_going)(self.steps) {
            return Err(StepLimit { steps: self.steps });
        }
        self.steps += 1;
        Ok((self.successor)(of))
    }
}

/// Floyd's way: the tortoise and the hare.
///
/// # Errors
/// When the function would be evaluated more than `limit` times.
pub fn floyd<T: Clone + Eq>(
    start: T,
    successor: impl FnMut(&T) -> T,
    limit: u64,
) -> Result<Cycle<T>, StepLimit> {
    let mut f = Counted { successor, steps: 0, keep_going: |steps| steps < limit };
    let mut slow = f.next(&start)?;
    let mut fast = f.next(&slow)?;
    while slow != fast {
        slow = f.next(&slow)?;
        let halfway = f.next(&fast)?;
        fast = f.next(&halfway)?;
    }
    // Both stand on the cycle, a multiple of its length from the start.
    let mut length = 1;
    fast = f.next(&slow)?;
    while slow != fast {
        fast = f.next(&fast)?;
        length += 1;
    }
    meet(f, start, slow, length)
}

/// Brent's way: a walker who waits at powers of two.
///
/// # Errors
/// When the function would be evaluated more than `limit` times.
pub fn brent<T: Clone + Eq>(
    start: T,
    successor: impl FnMut(&T) -> T,
    limit: u64,
) -> Result<Cycle<T>, StepLimit> {
    brent_while(start, successor, |steps| steps < limit)
}

/// Brent's way, as long as `keep_going`, which is told the evaluations so far, says so.
///
/// # Errors
/// When it says no.
pub fn brent_while<T: Clone + Eq>(
    start: T,
    successor: impl FnMut(&T) -> T,
    keep_going: impl FnMut(u64) -> bool,
) -> Result<Cycle<T>, StepLimit> {
    let mut f = Counted { successor, steps: 0, keep_going };
    let (mut power, mut length) = (1u64, 1);
    let mut waiting = start.clone();
    let mut walking = f.next(&start)?;
    while waiting != walking {
        if length == power {
            waiting = walking.clone();
            power = power.saturating_mul(2);
            length = 0;
        }
        walking = f.next(&walking)?;
        length += 1;
    }
    let mut ahead = start.clone();
    for _ in 0..length {
        ahead = f.next(&ahead)?;
    }
    meet(f, start, ahead, length)
}

/// Walks from the start and from an element a multiple of the length ahead of it, until both meet where the cycle begins.
fn meet<T: Clone + Eq, F: FnMut(&T) -> T, G: FnMut(u64) -> bool>(
    mut f: Counted<F, G>,
    start: T,
    ahead: T,
    length: u64,
) -> Result<Cycle<T>, StepLimit> {
    let (mut behind, mut ahead) = (start, ahead);
    let mut tail = 0;
    let mut previous = None;
    while behind != ahead {
        let next = (f.next(&behind)?, f.next(&ahead)?);
        previous = Some((behind, ahead));
        (behind, ahead) = next;
        tail += 1;
    }
    Ok(Cycle { first: behind, length, tail, previous, steps: f.steps })
}

/// The cycle of a list of successors, counted from 1 like the start.
///
/// # Errors
/// When the start or a successor is no element of the list.
pub fn of_list(successors: &[u64], start: u64) -> Result<Cycle<u64>, Error> {
    let count = successors.len();
    let inside = |element: u64| (1..=count as u64).contains(&element);
    if !inside(start) {
        return Err(Error::Start { start, count });
    }
    if let Some(place) = successors.iter().position(|&successor| !inside(successor)) {
        return Err(Error::Successor { place: place + 1, successor: successors[place], count });
    }
    let cycle = brent(start, |&element| successors[element as usize - 1], u64::MAX);
    Ok(cycle.expect("a list without end has no step limit"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// By writing down everything that was met.
    fn naive(successors: &[u64], start: u64) -> (u64, u64, u64, Option<(u64, u64)>) {
        let mut path = vec![start];
        loop {
            let next = successors[*path.last().unwrap() as usize - 1];
            if let Some(tail) = path.iter().position(|&met| met == next) {
                let previous = (tail > 0).then(|| (path[tail - 1], *path.last().unwrap()));
                return (next, (path.len() - tail) as u64, tail as u64, previous);
            }
            path.push(next);
        }
    }

    proptest! {
        #[test]
        fn floyd_and_brent_equal_the_list_of_what_was_met(
            raw in prop::collection::vec(any::<u64>(), 1..60),
            start: u64,
        ) {
            let n = raw.len() as u64;
            let successors: Vec<u64> = raw.iter().map(|x| x % n + 1).collect();
            let start = start % n + 1;
            let of = |cycle: Cycle<u64>| (cycle.first, cycle.length, cycle.tail, cycle.previous);
            let expected = naive(&successors, start);
            let step = |&x: &u64| successors[x as usize - 1];
            prop_assert_eq!(of(floyd(start, step, u64::MAX).unwrap()), expected);
            prop_assert_eq!(of(brent(start, step, u64::MAX).unwrap()), expected);
            prop_assert_eq!(of(of_list(&successors, start).unwrap()), expected);
        }
    }

    #[test]
    fn limits_and_mistakes() {
        assert_eq!(floyd(0u64, |x| x + 1, 100), Err(StepLimit { steps: 100 }));
        assert_eq!(brent(0u64, |x| x + 1, 100), Err(StepLimit { steps: 100 }));
        assert!(of_list(&[1, 2], 3).is_err() && of_list(&[], 1).is_err() && of_list(&[1], 0).is_err());
        assert_eq!(of_list(&[1, 3], 1), Err(Error::Successor { place: 2, successor: 3, count: 2 }));
    }
}
