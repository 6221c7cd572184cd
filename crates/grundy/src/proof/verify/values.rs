//! Are these the values of the rule? Each heap by the definition, on several threads.

use super::{End, Fault};
use crate::base::error::Failure;
use crate::base::limits::{Limits, Pulse};
use crate::game::Game;
use crate::rule::code::Shape;
use crate::rule::play::Heaps;
use crate::rule::{Class, Code, Ruleset, TakeSet};
use std::ops::{BitXor, ControlFlow};
use std::sync::atomic::{AtomicU64, Ordering};

/// Finds the first heap whose value is not the mex of its options.
pub(super) fn check(rules: &Ruleset, values: &[u32], limits: &Limits<'_>, threads: usize) -> Result<(), End> {
    match rules.class() {
        Class::Code(code) if is_plain(code) => match values.iter().max() {
            Some(0..=0xff) | None => Plain::<u8>::new(code, values).check(limits, threads),
            Some(0..=0xffff) => Plain::<u16>::new(code, values).check(limits, threads),
            Some(_) => Plain::<u32>::new(code, values).check(limits, threads),
        },
        Class::Take(set) => in_turn(values, limits, threads, |heap, seen, pulse| {
            pulse.beats(16)?;
            for take in set.up_to(heap) {
                pulse.beat()?;
                seen.insert(values[(heap - take) as usize]);
            }
            Ok(())
        }),
        Class::Nim => all_but(&TakeSet::default(), values, limits),
        Class::AllBut(set) => all_but(set, values, limits),
        _ => by_moves(rules, values, limits, threads),
    }
}

/// Numbers below a bound that were met, forgotten at once.
#[derive(Debug, Default)]
pub(super) struct Seen {
    rounds: Vec<u32>,
    round: u32,
    bound: u32,
    missing: u32,
}

impl Seen {
    /// Nothing is met yet; only numbers below `bound` will count.
    pub fn start(&mut self, bound: u32) {
        if self.rounds.len() < bound as usize {
            self.rounds.resize(bound as usize, 0);
        }
        if self.round == u32::MAX {
            self.rounds.fill(0);
            self.round = 0;
        }
        self.round += 1;
        (self.bound, self.missing) = (bound, bound);
    }

    #[inline]
    pub fn insert(&mut self, number: u32) {
        if number < self.bound && self.rounds[number as usize] != self.round {
            self.rounds[number as usize] = self.round;
            self.missing -= 1;
        }
    }

    pub fn contains(&self, number: u32) -> bool {
        number < self.bound && self.rounds[number as usize] == self.round
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.missing == 0
    }

    /// The least number below the bound that was not met.
    fn first_missing(&self) -> Option<u32> {
        (0..self.bound).find(|&number| !self.contains(number))
    }
}

fn attained(heap: u64, value: u32) -> Fault {
    Fault::at(heap, format!("heap {heap} cannot have value {value}: it has an option of that value"))
}

fn absent(heap: u64, value: u32, smaller: u32) -> Fault {
    Fault::at(heap, format!("heap {heap} cannot have value {value}: it has no option of value {smaller}"))
}

/// Values from here on are not looked at: so many numbers below them are out of reach, and would take memory.
const VALUE_LIMIT: u32 = 1 << 26;

fn too_large(heap: u64, value: u32) -> Fault {
    Fault::at(heap, format!("heap {heap} is said to have a value too large to check: {value}"))
}

/// Checks heaps 0, 1, 2, ... on several threads with `check`, and reports the first that fails.
fn on_threads(
    count: u64,
    limits: &Limits<'_>,
    threads: usize,
    check: impl Fn(u64, &mut Seen, &mut Pulse<'_>) -> Result<(), End> + Sync,
) -> Result<(), End> {
    let first = AtomicU64::new(count);
    let work = |start: u64| -> Result<(), End> {
        let (mut seen, mut pulse) = (Seen::default(), Pulse::new(limits));
        let mut heap = start;
        while heap < first.load(Ordering::Relaxed) {
            match check(heap, &mut seen, &mut pulse) {
                Ok(()) => {}
                Err(End::Fault(fault)) => {
                    first.fetch_min(heap, Ordering::Relaxed);
                    return Err(fault.into());
                }
                Err(stopped) => {
                    first.store(0, Ordering::Relaxed);
                    return Err(stopped);
                }
            }
            heap += threads as u64;
        }
        Ok(())
    };
    let ends: Vec<Result<(), End>> = std::thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = (1..threads as u64).map(|start| scope.spawn(move || work(start))).collect();
        let own = work(0);
        let joined = others
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        std::iter::once(own).chain(joined).collect()
    });
    first_end(ends)
}

/// A stop if there was one, else the fault at the least heap.
pub(super) fn first_end(ends: Vec<Result<(), End>>) -> Result<(), End> {
    let mut least: Option<Fault> = None;
    for end in ends {
        match end {
            Ok(()) => {}
            Err(End::Stopped(reason)) => return Err(reason.into()),
            Err(End::Fault(fault)) => {
                if least.as_ref().is_none_or(|known| fault.heap < known.heap) {
                    least = Some(fault);
                }
            }
        }
    }
    least.map_or(Ok(()), |fault| Err(fault.into()))
}

/// Checks values from all option values of each heap, which `options` inserts.
fn in_turn(
    values: &[u32],
    limits: &Limits<'_>,
    threads: usize,
    options: impl Fn(u64, &mut Seen, &mut Pulse<'_>) -> Result<(), End> + Sync,
) -> Result<(), End> {
    on_threads(values.len() as u64, limits, threads, |heap, seen, pulse| {
        let value = values[heap as usize];
        if value >= VALUE_LIMIT {
            return Err(too_large(heap, value).into());
        }
        seen.start(value + 1);
        options(heap, seen, pulse)?;
        match seen.first_missing() {
            Some(missing) if missing == value => Ok(()),
            Some(missing) => Err(absent(heap, value, missing).into()),
            None => Err(attained(heap, value).into()),
        }
    })
}

/// Any rule, by its moves.
fn by_moves(rules: &Ruleset, values: &[u32], limits: &Limits<'_>, threads: usize) -> Result<(), End> {
    let game = Heaps::new(rules);
    in_turn(values, limits, threads, |heap, seen, pulse| {
        let visited = game.options(&heap, pulse, &mut |parts| {
            let odd = parts.iter().filter(|part| part.copies % 2 == 1);
            seen.insert(odd.fold(0, |sum, part| sum ^ values[part.component as usize]));
            ControlFlow::Continue(())
        });
        match visited {
            Ok(_) => Ok(()),
            Err(Failure::Stopped(reason)) => Err(reason.into()),
            Err(Failure::NoProgress(_) | Failure::Cycle | Failure::Refused { .. }) => {
                Err(Fault::at(heap, format!("a move of heap {heap} makes no progress")).into())
            }
        }
    })
}

/// All-but games: a heap reaches every older heap but a few, so it is enough to know where each value stands.
fn all_but(set: &TakeSet, values: &[u32], limits: &Limits<'_>) -> Result<(), End> {
    let mut pulse = Pulse::new(limits);
    let reach = set.largest().unwrap_or(0);
    let mut places: Vec<Vec<u64>> = Vec::new();
    // Every number below this is the value of a heap that is out of the set's reach, so it is attained for ever.
    let mut settled = 0;
    for (heap, &value) in (0u64..).zip(values) {
        // There are no more options than smaller heaps.
        if u64::from(value) > heap {
            return Err(too_large(heap, value).into());
        }
        let reached = |number: usize, pulse: &mut Pulse<'_>| {
            let places: &[u64] = places.get(number).map_or(&[], Vec::as_slice);
            pulse.beats(places.len() as u64)?;
            Ok::<bool, End>(places.iter().any(|&place| !set.contains(heap - place)))
        };
        if reached(value as usize, &mut pulse)? {
            return Err(attained(heap, value).into());
        }
        while places.get(settled).and_then(|places| places.first()).is_some_and(|&place| heap - place > reach)
        {
            settled += 1;
        }
        for smaller in settled..value as usize {
            if !reached(smaller, &mut pulse)? {
                return Err(absent(heap, value, smaller as u32).into());
            }
        }
        if places.len() <= value as usize {
            places.resize(value as usize + 1, Vec::new());
        }
        places[value as usize].push(heap);
    }
    Ok(())
}

/// Codes that the loops below understand.
fn is_plain(code: &Code) -> bool {
    code.repeat.is_empty() && code.before.len() <= 1 && code.most_parts().is_some_and(|parts| parts <= 3)
}

/// A number as narrow as the values allow, so that the compiler's vectors hold many.
trait Narrow: Copy + Eq + BitXor<Output = Self> + Into<u32> + Send + Sync {
    fn narrow(value: u32) -> Self;
    /// Whether `left[i] ^ value == right[i]` for some i.
    fn meets(left: &[Self], right: &[Self], value: Self) -> bool;
}

macro_rules! narrow {
    ($($type:ty)*) => {$(
        impl Narrow for $type {
            fn narrow(value: u32) -> Self {
                value as Self
            }

            fn meets(left: &[Self], right: &[Self], value: Self) -> bool {
                left.chunks(1024).zip(right.chunks(1024)).any(|(left, right)| {
                    let mut met: Self = 0;
                    for (l, r) in left.iter().zip(right) {
                        met |= Self::from(l ^ value == *r);
                    }
                    met != 0
                })
            }
        }
    )*};
}
narrow!(u8 u16 u32);

/// Pairs that are looked at one by one before vectors look for what is missing.
const PAIRS_BEFORE_VECTORS: usize = 1024;

/// A move of a code: what is taken, and into how many parts of which shape the rest falls.
#[derive(Debug, Clone, Copy)]
struct Kind {
    taken: usize,
    parts: u32,
    shape: Shape,
}

/// The values of a code, and the same backwards: pairs with a fixed sum stand side by side.
struct Plain<N> {
    kinds: Vec<Kind>,
    forwards: Vec<N>,
    backwards: Vec<N>,
}

impl<N: Narrow> Plain<N> {
    fn new(code: &Code, values: &[u32]) -> Plain<N> {
        let digit = |taken: usize| {
            code.digit(taken as i64).iter().map(move |leave| Kind {
                taken,
                parts: leave.parts,
                shape: leave.shape,
            })
        };
        let forwards: Vec<N> = values.iter().map(|&value| N::narrow(value)).collect();
        let backwards = forwards.iter().rev().copied().collect();
        Plain { kinds: (0..=code.after.len()).flat_map(digit).collect(), forwards, backwards }
    }

    fn check(&self, limits: &Limits<'_>, threads: usize) -> Result<(), End> {
        on_threads(self.forwards.len() as u64, limits, threads, |heap, seen, pulse| {
            self.heap(heap, seen, pulse)
        })
    }

    fn heap(&self, heap: u64, seen: &mut Seen, pulse: &mut Pulse<'_>) -> Result<(), End> {
        let n = heap as usize;
        let value = self.forwards[n];
        if value.into() >= VALUE_LIMIT {
            return Err(too_large(heap, value.into()).into());
        }
        pulse.beats(1 + heap / 16)?;
        for kind in &self.kinds {
            if n.checked_sub(kind.taken).is_some_and(|rest| self.reaches(*kind, rest, value)) {
                return Err(attained(heap, value.into()).into());
            }
        }
        seen.start(value.into());
        self.collect(n, seen, pulse)?;
        match seen.first_missing() {
            Some(missing) => Err(absent(heap, value.into(), missing).into()),
            None => Ok(()),
        }
    }

    /// Whether some way to leave `rest` has the value.
    fn reaches(&self, kind: Kind, rest: usize, value: N) -> bool {
        match kind.parts {
            0 => rest == 0 && value.into() == 0,
            1 => rest > 0 && self.forwards[rest] == value,
            2 => self.pairs_reach(1, rest, kind.shape, value),
            _ => (1..=rest / 3).any(|a| {
                let value = value ^ self.forwards[a];
                match kind.shape {
                    Shape::Any => self.pairs_reach(a, rest - a, Shape::Any, value),
                    Shape::Distinct => self.pairs_reach(a + 1, rest - a, Shape::Distinct, value),
                    Shape::Equal => rest == 3 * a && value.into() == 0,
                    Shape::NotAllEqual => rest != 3 * a && self.pairs_reach(a, rest - a, Shape::Any, value),
                }
            }),
        }
    }

    /// Whether `g(a) ^ g(rest - a)` is the value for some a from `least` to the middle.
    fn pairs_reach(&self, least: usize, rest: usize, shape: Shape, value: N) -> bool {
        let Some((from, to)) = range(least, rest, shape) else { return false };
        let end = self.backwards.len();
        // g(rest - a) stands at end - 1 - rest + a of the list backwards.
        let right = &self.backwards[end - 1 - rest + from..=end - 1 - rest + to];
        N::meets(&self.forwards[from..=to], right, value)
    }

    /// Inserts values of options until none is missing or all options were seen.
    fn collect(&self, n: usize, seen: &mut Seen, pulse: &mut Pulse<'_>) -> Result<(), End> {
        let mut pairs = Vec::new();
        for kind in &self.kinds {
            let Some(rest) = n.checked_sub(kind.taken) else { continue };
            match kind.parts {
                0 if rest == 0 => seen.insert(0),
                1 if rest > 0 => seen.insert(self.forwards[rest].into()),
                2 => pairs.extend(range(1, rest, kind.shape).map(|(from, to)| (from, to, rest))),
                3 => self.triples(*kind, rest, seen, pulse)?,
                _ => {}
            }
        }
        let longest = pairs.iter().map(|pair| pair.1).max().unwrap_or(0);
        // Small parts of all kinds first: they are the ones that differ most.
        let mut a = 0;
        while a <= longest.min(PAIRS_BEFORE_VECTORS) && !seen.is_full() {
            for &(from, to, rest) in &pairs {
                if from <= a && a <= to {
                    seen.insert((self.forwards[a] ^ self.forwards[rest - a]).into());
                }
            }
            a += 1;
        }
        pulse.beats((a * pairs.len()) as u64)?;
        if longest <= PAIRS_BEFORE_VECTORS {
            return Ok(());
        }
        // What is still missing is rare: vectors look for one number at a time.
        while let Some(missing) = seen.first_missing() {
            pulse.beats(longest as u64 / 16)?;
            let reaches = |kind: &&Kind| {
                kind.parts == 2 && n >= kind.taken && self.reaches(**kind, n - kind.taken, N::narrow(missing))
            };
            if self.kinds.iter().find(reaches).is_none() {
                break;
            }
            seen.insert(missing);
        }
        Ok(())
    }

    fn triples(&self, kind: Kind, rest: usize, seen: &mut Seen, pulse: &mut Pulse<'_>) -> Result<(), End> {
        for a in 1..=rest / 3 {
            for b in a..=(rest - a) / 2 {
                let c = rest - a - b;
                if kind.shape.admits(&[a as u64, b as u64, c as u64]) {
                    seen.insert((self.forwards[a] ^ self.forwards[b] ^ self.forwards[c]).into());
                }
            }
            pulse.beats(rest as u64)?;
            if seen.is_full() {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// The smaller parts of pairs with sum `rest` and this shape.
fn range(least: usize, rest: usize, shape: Shape) -> Option<(usize, usize)> {
    let (from, to) = match shape {
        Shape::Any => (least, rest / 2),
        Shape::Distinct | Shape::NotAllEqual => (least, rest.checked_sub(1)? / 2),
        Shape::Equal if rest.is_multiple_of(2) => (least.max(rest / 2), rest / 2),
        Shape::Equal => return None,
    };
    (1 <= from && from <= to).then_some((from, to))
}
