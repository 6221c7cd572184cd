//! All texts of a length, half against half.
//!
//! [Enumeration](super::enumerate) visits every vector of a ball around the box of all differences, which is cheap where
//! most of the box are differences. An alphabet with gaps, such as `acz`, has few of them in a wide box: with s
//! differences of at most w steps, about (√(2πe)·w/s)ⁿ vectors are visited when texts of n letters begin to collide. There it is
//! cheaper to forget the lattice: the sums of the first half of the differences are kept, those of the second half are
//! looked up (Horowitz and Sahni 1974). That takes s^(n/2) steps, about the square root of the product of the moduli, and
//! 10 bytes for each sum of the first half.
//!
//! ```
//! use polyhash::attack::{Alphabet, Effort, Request, collide};
//! use polyhash::{Letters, Modulus, PolyHash};
//!
//! let hash = PolyHash::new(31, Modulus::new(1_000_000_007)?, Letters::Alphabetic);
//! let request = Request { shortest: true, ..Request::new(vec![hash], Alphabet::parse("acz")?) };
//! let collision = collide::find(&request, &Effort::default()).found().unwrap();
//! assert!(collision.shortest() && collision.first.len() == 11);
//! # Ok::<(), polyhash::Error>(())
//! ```

use super::lattice::Congruences;
use super::search::{Known, Solution};
use super::{Effort, Limit};
use crate::modulus::Modulus;
use crate::random::mix;
use std::ops::{ControlFlow, Range};

/// Bytes of a sum that is kept, and of its share in the filter.
const KEPT: u64 = 10;

/// Sums between two questions whether to go on.
const OFTEN: u64 = 1 << 16;

/// Looks for a solution of the congruences whose entries are all among `differences`, the last of them positive. Where no
/// fewer unknowns have a solution, that finds one of each pair ±x.
pub fn look(system: &Congruences, differences: &[i64], effort: &Effort<'_>) -> (Known, u64) {
    let Some(last) = system.unknowns().checked_sub(1) else { return (Known::None, 0) };
    let plan = Plan::new(last, differences, effort.memory);
    if plan.work > effort.nodes {
        let roomy = Plan::new(last, differences, u64::MAX);
        let limit = if roomy.work > effort.nodes { Limit::Nodes } else { Limit::Memory };
        return (Known::Unknown(limit), 0);
    }
    let mut search = Search { sums: Sums::new(system, differences), steps: 0, effort };
    let known = search.run(plan.first, last, |difference| difference > 0);
    (known, search.steps)
}

/// Looks for a sum that is 0, one number from each place, and says which.
pub fn look_places(system: &Congruences, places: &[Vec<i64>], effort: &Effort<'_>) -> (Known, u64) {
    let Some(last) = places.len().checked_sub(1) else { return (Known::None, 0) };
    let sums = |range: Range<usize>| {
        places[range].iter().fold(1u64, |product, place| product.saturating_mul(place.len() as u64))
    };
    let kept = |first: &usize| sums(0..*first).saturating_mul(KEPT) <= effort.memory;
    let work = |first: usize| sums(0..first).saturating_add(sums(first..last + 1));
    let best = |allowed: &dyn Fn(&usize) -> bool| {
        (0..=last).filter(allowed).min_by_key(|&first| work(first)).unwrap_or(0)
    };
    let first = best(&kept);
    if work(first) > effort.nodes {
        let roomy = work(best(&|_| true)) > effort.nodes;
        return (Known::Unknown(if roomy { Limit::Nodes } else { Limit::Memory }), 0);
    }
    let mut search = Search { sums: Sums::places(system, places), steps: 0, effort };
    let known = search.run(first, last, |_| true);
    (known, search.steps)
}

/// Where the texts are cut.
struct Plan {
    /// Places whose sums are kept.
    first: usize,
    /// Sums of both halves.
    work: u64,
}

impl Plan {
    /// The last place takes positive differences only, and its half is the larger one: to look up is cheaper than to sort.
    fn new(last: usize, differences: &[i64], memory: u64) -> Plan {
        let count = differences.len() as u64;
        let sums = |places: usize| count.checked_pow(places as u32).unwrap_or(u64::MAX);
        let fits = |places: &usize| sums(*places).saturating_mul(KEPT) <= memory;
        let first = (0..=last / 2).rev().find(fits).unwrap_or(0);
        let positive = differences.iter().filter(|&&difference| difference > 0).count() as u64;
        let work = sums(first).saturating_add(sums(last - first).saturating_mul(positive));
        Plan { first, work }
    }
}

/// A difference, and what it adds to each sum at some place.
struct Choice {
    difference: i64,
    residues: Vec<u64>,
}

/// What each place may add.
struct Sums {
    moduli: Vec<Modulus>,
    places: Vec<Vec<Choice>>,
}

/// Takes a sum and the differences that it is made of.
type Visit<'a> = dyn FnMut(&[u64], &[i64]) -> ControlFlow<()> + 'a;

impl Sums {
    fn new(system: &Congruences, differences: &[i64]) -> Sums {
        Sums::places(system, &vec![differences.to_vec(); system.unknowns()])
    }

    fn places(system: &Congruences, places: &[Vec<i64>]) -> Sums {
        let moduli = system.moduli().to_vec();
        let choice = |place: usize, difference: i64| {
            let residue = |(m, row): (&Modulus, &Vec<u64>)| {
                m.multiply(row[place], m.reduce_signed(i128::from(difference)))
            };
            Choice { difference, residues: moduli.iter().zip(system.weights()).map(residue).collect() }
        };
        let place = |(place, numbers): (usize, &Vec<i64>)| {
            numbers.iter().map(|&number| choice(place, number)).collect()
        };
        Sums { places: places.iter().enumerate().map(place).collect(), moduli }
    }

    /// Visits the sums of all choices at some places, on top of a sum.
    fn visit(&self, places: Range<usize>, start: &[u64], visit: &mut Visit<'_>) -> ControlFlow<()> {
        let mut room = vec![start.to_vec(); places.len()];
        self.descend(places, start, &mut room, &mut Vec::new(), visit)
    }

    fn descend(
        &self,
        mut places: Range<usize>,
        sum: &[u64],
        room: &mut [Vec<u64>],
        chosen: &mut Vec<i64>,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        let (Some(place), Some((next, room))) = (places.next(), room.split_first_mut()) else {
            return visit(sum, chosen);
        };
        for choice in &self.places[place] {
            for (index, m) in self.moduli.iter().enumerate() {
                next[index] = m.add(sum[index], choice.residues[index]);
            }
            chosen.push(choice.difference);
            self.descend(places.clone(), next, room, chosen, visit)?;
            chosen.pop();
        }
        ControlFlow::Continue(())
    }

    /// What a sum needs to become 0.
    fn negated(&self, sum: &[u64]) -> impl Iterator<Item = u64> {
        self.moduli.iter().zip(sum).map(|(m, &residue)| m.negate(residue))
    }
}

/// One number for several residues; equal sums have equal numbers.
#[inline]
fn key(sum: impl Iterator<Item = u64>) -> u64 {
    sum.fold(0, |key, residue| mix(key ^ residue))
}

/// Keys that are found again: in order, behind bits that tell most others apart.
struct Keys {
    sorted: Vec<u64>,
    bits: Vec<u64>,
}

impl Keys {
    fn new(mut keys: Vec<u64>) -> Keys {
        keys.sort_unstable();
        let mut bits = vec![0; (keys.len() / 8).next_power_of_two()];
        for &key in &keys {
            let (word, bit) = Keys::place(&bits, key);
            bits[word] |= bit;
        }
        Keys { sorted: keys, bits }
    }

    /// The word and the bit of a key, both from its upper end: the lower one tells keys of one bit apart.
    fn place(bits: &[u64], key: u64) -> (usize, u64) {
        ((key >> 32) as usize & (bits.len() - 1), 1 << (key >> 26 & 63))
    }

    fn contains(&self, key: u64) -> bool {
        let (word, bit) = Keys::place(&self.bits, key);
        self.bits[word] & bit != 0 && self.sorted.binary_search(&key).is_ok()
    }
}

struct Search<'a> {
    sums: Sums,
    steps: u64,
    effort: &'a Effort<'a>,
}

impl Search<'_> {
    fn run(&mut self, first: usize, last: usize, allowed: impl Fn(i64) -> bool) -> Known {
        let none = vec![0; self.sums.moduli.len()];
        let Search { sums, steps, effort } = self;
        let mut heard = || {
            *steps += 1;
            if steps.is_multiple_of(OFTEN) && !(effort.keep_going)(*steps) {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        let mut keys = Vec::new();
        let kept = sums.visit(0..first, &none, &mut |sum, _| {
            keys.push(key(sum.iter().copied()));
            heard()
        });
        if kept.is_break() {
            return Known::Stopped;
        }
        let (keys, mut found) = (Keys::new(keys), None);
        for choice in sums.places[last].iter().filter(|choice| allowed(choice.difference)) {
            let looked = sums.visit(first..last, &choice.residues, &mut |sum, chosen| {
                if keys.contains(key(sums.negated(sum))) {
                    let wanted: Vec<u64> = sums.negated(sum).collect();
                    let start = recall(sums, first, &none, &wanted);
                    found = start.map(|start| [&start, chosen, &[choice.difference]].concat());
                }
                if found.is_some() { ControlFlow::Break(()) } else { heard() }
            });
            if let Some(x) = found {
                let x = x.into_iter().map(i128::from).collect();
                return Known::Found(Solution { x, steps: *steps });
            }
            if looked.is_break() {
                return Known::Stopped;
            }
        }
        Known::None
    }
}

/// The differences of the first half that have a sum: none if only the keys were equal.
fn recall(sums: &Sums, first: usize, none: &[u64], wanted: &[u64]) -> Option<Vec<i64>> {
    let mut found = None;
    let _ = sums.visit(0..first, none, &mut |sum, chosen| {
        if sum == wanted {
            found = Some(chosen.to_vec());
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn a_solution_is_found_exactly_when_there_is_one(
            moduli in prop::collection::vec(1..400u128, 1..3),
            raw in prop::collection::vec(any::<u64>(), 10),
            n in 1..6usize,
            memory in prop::sample::select(vec![0, 30, 1 << 20]),
        ) {
            let moduli: Vec<Modulus> = moduli.into_iter().map(|m| Modulus::new(m).unwrap()).collect();
            let weights = moduli.iter().enumerate().map(|(j, m)| {
                (0..n).map(|i| m.reduce(u128::from(raw[j * 5 + i]))).collect()
            }).collect();
            let system = Congruences::new(moduli, weights);
            let differences = [-7, -5, -2, 0, 2, 5, 7];
            let any = (0..7usize.pow(n as u32)).any(|code| {
                let x: Vec<i128> =
                    (0..n).map(|i| i128::from(differences[code / 7usize.pow(i as u32) % 7])).collect();
                x[n - 1] > 0 && system.solves(&x)
            });
            match look(&system, &differences, &Effort { memory, ..Effort::default() }).0 {
                Known::Found(Solution { x, .. }) => {
                    prop_assert!(x[n - 1] > 0 && system.solves(&x));
                    prop_assert!(x.iter().all(|entry| differences.iter().any(|&d| i128::from(d) == *entry)));
                }
                Known::None => prop_assert!(!any),
                Known::Unknown(_) | Known::Stopped => prop_assert!(false, "there is no limit"),
            }
        }
    }
}
