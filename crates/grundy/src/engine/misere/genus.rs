//! The genus of generators: tame ones by their theorem, wild ones by looking at the sums they become.
//!
//! A game's genus needs those of its options ([`Genus::from_options`]), and options are sums. While everything is tame, a sum
//! has the genus of a Nim position. From the first wild generator on, sums are searched one by one, until a number of them is
//! spent: the list ends there. Before the search, sums are made smaller without changing them: generators without options are
//! left out, generators with the same options are the same, and two games that only have the move to nothing cancel.
//!
//! The number of sums grows like the number of partitions: heap 30 of Kayles has some thirty thousand below it.
//!
//! ```
//! use grundy::{Limits, Pulse};
//! use grundy::engine::misere::genus::genera;
//!
//! let nim: Vec<Vec<Vec<(usize, u64)>>> =
//!     (0..3).map(|heap| (0..heap).map(|smaller| vec![(smaller, 1)]).collect()).collect();
//! let limits = Limits::default();
//! let genera = genera(&nim, 1000, &mut Pulse::new(&limits)).unwrap();
//! assert_eq!(genera[2].to_string(), "2^20");
//! ```

use super::antichain::Monomial;
use super::tame::{Tame, tame_of};
use crate::base::limits::{Pulse, StopReason};
use crate::value::Genus;
use rustc_hash::FxHashMap;

/// The genera of the first generators, as many as `most` sums suffice for.
///
/// # Errors
/// When it was asked to stop.
pub fn genera(games: &[Vec<Monomial>], most: usize, pulse: &mut Pulse<'_>) -> Result<Vec<Genus>, StopReason> {
    let mut sums = Sums::default();
    let mut tame: Vec<Option<Tame>> = Vec::new();
    let mut genera = Vec::new();
    for options in games {
        if options.iter().flatten().any(|&(_, copies)| copies > MAX_COPIES) {
            break;
        }
        let own = tame_of(options, &tame);
        tame.push(own);
        sums.simplify(options);
        let genus = match own {
            Some(tame) => tame.genus(),
            None => match sums.search(genera.len(), most, pulse)? {
                Some(genus) => genus,
                None => break,
            },
        };
        genera.push(genus);
    }
    Ok(genera)
}

/// A sum: the number of each part, in increasing order, equal ones side by side.
type Sum = Vec<u32>;

/// Sums whose genus is known.
#[derive(Debug, Default)]
struct Sums {
    /// The options of each generator, made smaller.
    games: Vec<Vec<Sum>>,
    /// What each generator is replaced by.
    same: Vec<Option<u32>>,
    by_options: FxHashMap<Vec<Sum>, u32>,
    /// The generator whose only move ends it: two of them cancel.
    one: Option<u32>,
    known: FxHashMap<Sum, Genus>,
}

/// Copies of a part that an option may have; more are out of reach of a search.
const MAX_COPIES: u64 = 1 << 12;

impl Sums {
    /// Takes note of the next generator.
    fn simplify(&mut self, options: &[Monomial]) {
        let number = self.same.len() as u32;
        let mut sums: Vec<Sum> = options.iter().map(|word| self.sum(word)).collect();
        sums.sort_unstable();
        sums.dedup();
        let same = match self.by_options.get(&sums) {
            _ if sums.is_empty() => None,
            Some(&earlier) => Some(earlier),
            None => Some(number),
        };
        if same == Some(number) {
            if sums == [Sum::new()] {
                self.one = same;
            }
            self.by_options.insert(sums.clone(), number);
        }
        self.same.push(same);
        self.games.push(sums);
    }

    fn sum(&self, word: &Monomial) -> Sum {
        let mut sum = Sum::new();
        for &(generator, copies) in word {
            if let Some(part) = self.same[generator] {
                sum.extend(std::iter::repeat_n(part, copies as usize));
            }
        }
        self.cancel(sum)
    }

    /// The sum in order, without pairs of the game that has one move.
    fn cancel(&self, mut sum: Sum) -> Sum {
        sum.sort_unstable();
        if let Some(one) = self.one {
            let start = sum.partition_point(|&part| part < one);
            let count = sum.partition_point(|&part| part <= one) - start;
            sum.drain(start..start + count / 2 * 2);
        }
        sum
    }

    fn options(&self, sum: &Sum) -> Vec<Sum> {
        let mut out = Vec::new();
        for (place, &part) in sum.iter().enumerate() {
            if place > 0 && sum[place - 1] == part {
                continue;
            }
            for option in &self.games[part as usize] {
                let mut left = sum.clone();
                left.remove(place);
                left.extend(option);
                out.push(self.cancel(left));
            }
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// The genus of a generator; `None` when more than `most` sums would be known.
    fn search(
        &mut self,
        generator: usize,
        most: usize,
        pulse: &mut Pulse<'_>,
    ) -> Result<Option<Genus>, StopReason> {
        let start: Sum = self.same[generator].into_iter().collect();
        let mut stack = vec![(start.clone(), self.options(&start))];
        while let Some((sum, options)) = stack.pop() {
            pulse.beats(1 + options.len() as u64)?;
            let missing = options.iter().find(|option| !self.known.contains_key(*option)).cloned();
            if let Some(missing) = missing {
                let next = self.options(&missing);
                stack.push((sum, options));
                stack.push((missing, next));
                continue;
            }
            let mut genera: Vec<Genus> = Vec::new();
            for option in &options {
                let genus = &self.known[option];
                if !genera.contains(genus) {
                    genera.push(genus.clone());
                }
            }
            self.known.insert(sum, Genus::from_options(&genera));
            if self.known.len() > most {
                return Ok(None);
            }
        }
        Ok(self.known.get(&start).cloned())
    }
}
