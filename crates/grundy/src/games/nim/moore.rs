//! Moore's Nim: a move takes tokens, at least one in all, from at most k heaps.
//!
//! Write the heaps in binary below each other. The player to move loses exactly when the number of 1s in every column is
//! divisible by k + 1 (E. H. Moore, 1910): a move on at most k heaps cannot restore all columns, and where some column
//! fails, working from the highest column down at most k heaps suffice to mend them all. For k = 1 this is Nim, whose
//! value is the nim-sum. If at most k heaps are not empty, every smaller list is an option and the value is the total.
//! Between those no formula for values is known in general, so they are searched while small.
//!
//! Winning moves are counted without being made: for a choice of heaps to change, go from the highest column down. A
//! chosen heap is *tight* while its new digits equal the old ones, *free* once a 1 has become a 0; how many 1s the chosen
//! heaps must show in a column is settled by the others. The number of ways depends only on the column and on which of
//! them are tight, O(64 · 4^k) for each choice of heaps. Where there are too many choices the count is given up.
//!
//! ```
//! use grundy::{NamedGame, Question, solve};
//!
//! let game = NamedGame::read("moore:k=2")?;
//! let lost = solve(&game, game.parse("1 1 1")?, &Question::default())?;
//! assert_eq!(lost.outcome.to_string(), "P");
//! # Ok::<(), grundy::Error>(())
//! ```

use super::list::{self, List, list_notation, next_choice, visit_one};
use crate::base::error::Failure;
use crate::base::limits::Pulse;
use crate::game::ranked::{Multisets, Ranked, Ranks, only};
use crate::game::sum::Sum;
use crate::game::theory::{Known, Theory, Value, Wins};
use crate::game::{Convention, Game, Part, Visit};
use std::ops::ControlFlow;

/// The rules: how many heaps a move may touch. A component is the list of heaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moore {
    /// Heaps that a move touches at most.
    pub most: u64,
}

const NIM: &str = "one heap at a time is Nim: the value is the nim-sum (Bouton 1901)";
const TOTAL: &str = "every smaller list of heaps is an option, so the value is the total (induction)";
const COLUMNS: &str =
    "lost exactly when the number of 1s in every binary column is divisible by k + 1 (Moore 1910)";

/// Steps that counting winning moves may take.
const MAX_COUNTING_STEPS: u64 = 1 << 26;

impl Moore {
    /// The heaps that are not empty.
    fn places(heaps: &[u64]) -> Vec<usize> {
        (0..heaps.len()).filter(|&index| heaps[index] > 0).collect()
    }

    /// The number of 1s in each column modulo k + 1.
    fn columns(self, heaps: &[u64]) -> [u64; 64] {
        let modulus = self.most.saturating_add(1);
        std::array::from_fn(|bit| heaps.iter().map(|heap| heap >> bit & 1).sum::<u64>() % modulus)
    }
}

/// The ways to change all of a few chosen heaps so that every column comes out right.
struct Choice<'a> {
    /// The chosen heaps.
    heaps: &'a [u64],
    /// How many 1s they must show in each column.
    wanted: [u64; 64],
    /// Ways by column and set of tight heaps; `None` beyond 64 bits.
    ways: Vec<Vec<Option<u64>>>,
}

impl Choice<'_> {
    fn new(heaps: &[u64], wanted: [u64; 64]) -> Choice<'_> {
        let sets = 1usize << heaps.len();
        let bits = 64 - heaps.iter().copied().max().unwrap_or(0).leading_zeros() as usize;
        let mut choice = Choice { heaps, wanted, ways: Vec::with_capacity(bits + 1) };
        // At the end every chosen heap must have become smaller.
        choice.ways.push((0..sets).map(|tight| Some(u64::from(tight == 0))).collect());
        for bit in 0..bits {
            let row = (0..sets).map(|tight| choice.count(bit, tight)).collect();
            choice.ways.push(row);
        }
        choice
    }

    /// Columns above the largest heap must be right already.
    fn total(&self) -> Option<u64> {
        let bits = self.ways.len() - 1;
        if self.wanted[bits..].iter().any(|&wanted| wanted > 0) {
            return Some(0);
        }
        self.ways[bits][(1 << self.heaps.len()) - 1]
    }

    /// The tight heaps that have a 1 in this column.
    fn ones(&self, bit: usize, tight: usize) -> usize {
        let one = |&i: &usize| tight >> i & 1 == 1 && self.heaps[i] >> bit & 1 == 1;
        (0..self.heaps.len()).filter(one).fold(0, |set, i| set | 1 << i)
    }

    fn count(&self, bit: usize, tight: usize) -> Option<u64> {
        let ones = self.ones(bit, tight);
        let free = self.heaps.len() as u64 - u64::from(tight.count_ones());
        let mut sum = Some(0u64);
        let mut kept = ones;
        loop {
            // `kept` heaps stay tight by showing their 1 again; the others of `ones` become free by showing a 0.
            if let Some(more) = self.wanted[bit].checked_sub(u64::from(kept.count_ones())) {
                let below = self.ways[bit][tight & !ones | kept];
                let ways = binomial(free, more);
                if ways > 0 && below != Some(0) {
                    let product = below.and_then(|below| below.checked_mul(ways));
                    sum = sum.zip(product).and_then(|(sum, product)| sum.checked_add(product));
                }
            }
            if kept == 0 {
                return sum;
            }
            kept = (kept - 1) & ones;
        }
    }

    /// Visits every way, digit by digit from the highest column; the depth is the number of columns.
    fn visit(
        &self,
        bit: usize,
        tight: usize,
        now: &mut [u64],
        visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(below) = bit.checked_sub(1) else { return visit(now) };
        let ones = self.ones(below, tight);
        let all = (1usize << self.heaps.len()) - 1;
        for digits in 0..=all {
            let fits = digits & tight & !ones == 0 && u64::from(digits.count_ones()) == self.wanted[below];
            let next = tight & !ones | digits & ones;
            if !fits || self.ways[below][next] == Some(0) {
                continue;
            }
            for (i, value) in now.iter_mut().enumerate() {
                *value = *value & !(1 << below) | (digits as u64 >> i & 1) << below;
            }
            self.visit(below, next, now, visit)?;
        }
        ControlFlow::Continue(())
    }
}

/// Ways to choose; small enough here, since at most k free heaps are there.
fn binomial(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    (0..k).fold(1u128, |ways, i| ways * u128::from(n - i) / u128::from(i + 1)) as u64
}

impl Game for Moore {
    type Component = List;

    fn options(
        &self,
        heaps: &List,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, List>,
    ) -> Result<ControlFlow<()>, Failure> {
        let places = Moore::places(heaps);
        let most = usize::try_from(self.most).unwrap_or(usize::MAX).min(places.len());
        for size in 1..=most {
            let mut choice: Vec<usize> = (0..size).collect();
            loop {
                // All smaller values of the chosen heaps, like the numbers of an odometer.
                let mut after = heaps.clone();
                choice.iter().for_each(|&chosen| after[places[chosen]] = 0);
                loop {
                    pulse.beats(heaps.len() as u64)?;
                    if visit_one(visit, after.clone()).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                    let up = choice.iter().map(|&chosen| places[chosen]).find(|&p| after[p] + 1 < heaps[p]);
                    let Some(up) = up else { break };
                    choice
                        .iter()
                        .map(|&chosen| places[chosen])
                        .take_while(|&p| p != up)
                        .for_each(|p| after[p] = 0);
                    after[up] += 1;
                }
                if !next_choice(&mut choice, places.len()) {
                    break;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

list_notation!(Moore, |_, text| list::read(text));

impl Ranked for Moore {
    fn ranks(&self, start: &Sum<List>) -> Option<Box<dyn Ranks<List>>> {
        Some(Box::new(Multisets::of(only(start)?)?))
    }
}

impl Theory for Moore {
    fn tier(&self, position: &[Part<List>]) -> Option<u64> {
        list::total(position)
    }

    fn rule(&self) -> String {
        format!("take tokens, at least one in all, from at most {} heaps", self.most)
    }

    fn ranked(&self) -> Option<&dyn Ranked<Component = List>> {
        Some(self)
    }

    fn known(&self, heaps: &List, convention: Convention) -> Option<Known> {
        if convention == Convention::Misere {
            return None;
        }
        let few = Moore::places(heaps).len() as u64 <= self.most;
        let total = heaps.iter().try_fold(0u64, |sum, &heap| sum.checked_add(heap));
        let (value, theorem) = match total {
            _ if self.most == 1 => (Value::Grundy(heaps.iter().fold(0, |sum, heap| sum ^ heap)), NIM),
            Some(total) if few => (Value::Grundy(total), TOTAL),
            _ => (Value::Lost(self.columns(heaps).iter().all(|&ones| ones == 0)), COLUMNS),
        };
        Some(Known { value, theorem })
    }

    fn reach(&self, heaps: &List, convention: Convention, target: u64, wins: &mut dyn Wins<List>) -> bool {
        if convention == Convention::Misere || target > 0 {
            return false;
        }
        let places = Moore::places(heaps);
        if self.most >= places.len() as u64 {
            wins.add(|| vec![0; heaps.len()]);
            return true;
        }
        let (modulus, columns) = (self.most + 1, self.columns(heaps));
        let mut steps = 0u64;
        for size in 1..=self.most as usize {
            let mut choice: Vec<usize> = (0..size).collect();
            loop {
                steps = steps.saturating_add(
                    64u64.saturating_mul(1u64.checked_shl(2 * size as u32).unwrap_or(u64::MAX)),
                );
                if steps > MAX_COUNTING_STEPS {
                    wins.lose_count();
                    return true;
                }
                let chosen: Vec<u64> = choice.iter().map(|&i| heaps[places[i]]).collect();
                let wanted = std::array::from_fn(|bit| {
                    let shown: u64 = chosen.iter().map(|heap| heap >> bit & 1).sum();
                    // The others show columns - shown; the chosen must make up a multiple of k + 1.
                    (shown + (modulus - columns[bit])) % modulus
                });
                let ways = Choice::new(&chosen, wanted);
                match ways.total() {
                    Some(0) => {}
                    Some(total) if wins.is_full() => wins.count(total),
                    total => list_ways(heaps, &places, &choice, &ways, total, wins),
                }
                if !next_choice(&mut choice, places.len()) {
                    break;
                }
            }
        }
        true
    }

    fn representative(&self, heaps: &List) -> List {
        list::sorted(heaps)
    }

    fn extent(&self, heaps: &List) -> u64 {
        list::smaller_multisets(heaps)
    }

    fn argue(&self, heaps: &List) -> Vec<String> {
        const MAX_SHOWN: usize = 20;
        let largest = heaps.iter().copied().max().unwrap_or(0).max(1);
        let bits = 64 - largest.leading_zeros() as usize;
        let mut lines: Vec<String> =
            heaps.iter().take(MAX_SHOWN).map(|heap| format!("{heap:>20}  {heap:0bits$b}")).collect();
        if heaps.len() > MAX_SHOWN {
            lines.push(format!("{:>20}  ({} more)", "...", heaps.len() - MAX_SHOWN));
        }
        let columns = self.columns(heaps);
        let counts: Vec<String> = columns[..bits].iter().rev().map(u64::to_string).collect();
        lines.push(format!(
            "1s in each column, modulo {}: {}",
            self.most.saturating_add(1),
            counts.join(" ")
        ));
        lines
    }

    fn theory(&self) -> Vec<String> {
        vec![
            format!("who wins: {COLUMNS}"),
            format!("value for k = 1: {NIM}"),
            format!("value of at most k heaps: {TOTAL}"),
        ]
    }
}

/// Lists ways as long as they will be shown, and counts the rest.
fn list_ways(
    heaps: &[u64],
    places: &[usize],
    choice: &[usize],
    ways: &Choice<'_>,
    total: Option<u64>,
    wins: &mut dyn Wins<List>,
) {
    let mut shown = 0;
    let mut now = vec![0; choice.len()];
    let all = (1usize << choice.len()) - 1;
    let _ = ways.visit(ways.ways.len() - 1, all, &mut now, &mut |values| {
        if wins.is_full() {
            return ControlFlow::Break(());
        }
        shown += 1;
        wins.add(|| {
            let mut after = heaps.to_vec();
            choice.iter().zip(values).for_each(|(&i, &value)| after[places[i]] = value);
            after
        });
        ControlFlow::Continue(())
    });
    match total {
        Some(total) => wins.count(total - shown),
        None => wins.lose_count(),
    }
}
