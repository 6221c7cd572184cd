//! Rows and rings that are sums of runs: their values are those of heaps.

use crate::base::limits::{Limits, Pulse};
use crate::engine::heap::{Sequence, prefix};
use crate::game::theory::Wins;
use crate::rule::word::literal::Symbol;
use crate::rule::word::{Runs, SymbolWord, WordRule};
use crate::value::mex;
use std::ops::ControlFlow;
use std::sync::{Arc, PoisonError, RwLock};

/// Why the values of heaps are those of runs.
pub(super) const THEOREM: &str =
    "runs of one symbol between walls or ends are heaps, and the clauses are translated to moves of heaps";

/// Heaps whose values are worked out at first.
const FIRST_HEAPS: u64 = 1 << 10;

/// Runs with the values of heaps.
#[derive(Debug)]
pub(super) struct RunHeaps {
    pub runs: Runs,
    values: RwLock<Option<Arc<Sequence>>>,
}

/// A run: where it begins and how long it is.
#[derive(Debug, Clone, Copy)]
struct Run {
    start: usize,
    length: usize,
}

impl RunHeaps {
    pub fn new(runs: Runs) -> RunHeaps {
        RunHeaps { runs, values: RwLock::default() }
    }

    /// The values of heaps up to a size.
    fn values(&self, largest: u64) -> Option<Arc<Sequence>> {
        let reaches = |values: &Sequence| values.len().is_none_or(|length| length > largest);
        let known = self.values.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(known) = known.filter(|values| reaches(values)) {
            return Some(known);
        }
        let wanted = largest.max(FIRST_HEAPS).next_power_of_two();
        let made = Arc::new(prefix(&self.runs.rules, wanted, &Limits::default()).ok()?);
        *self.values.write().unwrap_or_else(PoisonError::into_inner) = Some(made.clone());
        reaches(&made).then_some(made)
    }

    /// The runs of a word, where every wall between two of them is wide enough; a ring must have a wall.
    fn split(&self, word: &SymbolWord) -> Option<Vec<Run>> {
        let cells = word.cells();
        let symbol = self.runs.symbol;
        let is_ring = word.wraps().1;
        let first = if is_ring { cells.iter().position(|&cell| cell != symbol)? } else { 0 };
        let mut out: Vec<Run> = Vec::new();
        // A ring is read from a wall on, and its last wall is followed by the first run again.
        let (mut length, mut end) = (0, None);
        let gap = |end: &mut Option<usize>, start: usize, at: usize| -> bool {
            let wide = end.is_none_or(|end| start - end >= self.runs.reach);
            *end = Some(at);
            wide
        };
        for at in first..first + cells.len() {
            if cells[if at < cells.len() { at } else { at - cells.len() }] == symbol {
                length += 1;
                continue;
            }
            if length > 0 {
                if !gap(&mut end, at - length, at) {
                    return None;
                }
                out.push(Run { start: at - length, length });
            }
            length = 0;
        }
        let stop = first + cells.len();
        if length > 0 {
            if !gap(&mut end, stop - length, stop) {
                return None;
            }
            out.push(Run { start: stop - length, length });
        }
        let across = |run: &Run| end.is_none_or(|end| run.start + cells.len() - end >= self.runs.reach);
        if is_ring && !out.first().is_none_or(across) {
            return None;
        }
        Some(out)
    }

    /// The value of a word.
    pub fn value(&self, rule: &WordRule, word: &SymbolWord) -> Option<u64> {
        let is_whole_ring = word.wraps().1 && word.cells().iter().all(|&cell| cell == self.runs.symbol);
        if is_whole_ring && !word.cells().is_empty() {
            return self.ring(rule, word);
        }
        let runs = self.split(word)?;
        let values = self.values(runs.iter().map(|run| run.length).max().unwrap_or(0) as u64)?;
        Some(runs.iter().fold(0, |sum, run| sum ^ values.value(run.length as u64)))
    }

    /// The value of a ring without walls: all its places are alike, so the moves at one of them are all.
    fn ring(&self, rule: &WordRule, word: &SymbolWord) -> Option<u64> {
        let mut values: Option<Vec<u64>> = Some(Vec::new());
        let limits = Limits::default();
        let flow = rule.occurrences(word, &mut Pulse::new(&limits), &mut |occurrence, symbols| {
            let anchor = occurrence.instance.reads[0].column as isize;
            if occurrence.column + anchor == 0 {
                let after = occurrence.result(word, symbols);
                let value = if after == *word { None } else { self.value(rule, &after) };
                match (&mut values, value) {
                    (Some(values), Some(value)) => values.push(value),
                    _ => values = None,
                }
            }
            if values.is_none() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let _ = flow.ok()?;
        values.map(mex)
    }

    /// Hands every different move that leaves a value on; whether it could.
    pub fn reach(
        &self,
        rule: &WordRule,
        word: &SymbolWord,
        target: u64,
        wins: &mut dyn Wins<SymbolWord>,
    ) -> bool {
        if word.wraps().1 {
            return false;
        }
        let Some(runs) = self.split(word) else { return false };
        let Some(values) = self.values(runs.iter().map(|run| run.length).max().unwrap_or(0) as u64) else {
            return false;
        };
        let value = |length: usize| values.value(length as u64);
        let total = runs.iter().fold(0, |sum, run| sum ^ value(run.length));
        let mut run_of = vec![None; word.cells().len()];
        for run in &runs {
            run_of[run.start..run.start + run.length].fill(Some(*run));
        }
        let mut found: Vec<SymbolWord> = Vec::new();
        let mut stopped = None;
        let limits = Limits::default();
        let mut taken = Vec::new();
        let flow = rule.occurrences(word, &mut Pulse::new(&limits), &mut |occurrence, symbols| {
            taken.clear();
            let mut run: Option<Run> = None;
            occurrence.touched(word, |place, read, write| {
                run = if read.is_some() { run_of[place] } else { run };
                if matches!(write, Symbol::Char(written) if written != self.runs.symbol) {
                    taken.push(place);
                }
            });
            if let Err(reason) = wins.beats(taken.len() as u64 + 1) {
                stopped = Some(reason);
                return ControlFlow::Break(());
            }
            let Some(run) = run else { return ControlFlow::Continue(()) };
            let (end, mut start, mut left) = (run.start + run.length, run.start, 0);
            taken.sort_unstable();
            for &place in taken.iter().filter(|&&place| (run.start..end).contains(&place)) {
                left ^= value(place - start);
                start = place + 1;
            }
            left ^= value(end - start);
            if total ^ value(run.length) ^ left == target {
                found.push(occurrence.result(word, symbols));
            }
            ControlFlow::Continue(())
        });
        if let Some(reason) = stopped {
            wins.cut_short(reason);
        }
        if flow.is_err() {
            return false;
        }
        found.sort();
        found.dedup();
        for option in found {
            wins.add(|| option);
        }
        true
    }
}
