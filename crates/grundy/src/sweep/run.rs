//! Runs a sweep on several threads and hands over the rows in the order of the family.
//!
//! Games that are proved the same by their digits are computed once. Workers take the next game that is first of its
//! class; whoever called waits for the next row in order, compares its proved values with those of earlier rows, and
//! hands it on. Nothing in a row depends on threads or time but its `seconds` (and the memory of each game, which is a
//! share of the whole).

use super::family::Family;
use super::row::{Ground, Relation, SweepRow};
use super::sequence::Trace;
use super::settle::{Settled, same, settle};
use crate::ask::explain_failure;
use crate::base::error::{Error, Failure};
use crate::base::limits::{Limits, StopReason};
use crate::engine::heap::run::Run;
use crate::engine::heap::terms::Terms;
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// How a sweep is run.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The largest heap to compute; [`crate::engine::heap::period::default_limit`] when none is given.
    pub limit: Option<u64>,
    /// Games at a time.
    pub threads: usize,
    /// The time since some moment, if rows shall have `seconds`: the library has no clock.
    pub clock: Option<&'a (dyn Fn() -> Duration + Sync)>,
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Options {{ limit: {:?}, threads: {} }}", self.limit, self.threads)
    }
}

/// Why a sweep broke off.
#[derive(Debug)]
pub enum Trouble<E> {
    /// A row could not be handed over.
    Row(E),
    /// A game cannot be played.
    Game {
        /// Its place in the family.
        index: usize,
        /// What is wrong with it.
        error: Error,
    },
}

/// Which games are the same by their digits.
#[derive(Debug)]
struct Representatives {
    /// The first of the class, and how many heaps later the same values come.
    links: Vec<(usize, i64)>,
}

impl Representatives {
    fn of(family: &Family) -> Representatives {
        let mut first = FxHashMap::default();
        let link = |index| match family.form(index) {
            None => (index, 0),
            Some((form, shift)) => {
                let (representative, before) = *first.entry(form).or_insert((index, shift));
                (representative, i64::from(shift) - i64::from(before))
            }
        };
        Representatives { links: (0..family.len()).map(link).collect() }
    }

    fn is_first(&self, index: usize) -> bool {
        self.links[index].0 == index
    }
}

/// Runs the sweep from behind the rows that are `done` on, and hands each new row to `emit`.
///
/// Returns [`StopReason::Done`] when there is a row for every game; else what stopped it, which the rows handed over so far
/// survive.
///
/// # Errors
/// When a row could not be handed over, or a move makes no progress.
///
/// # Panics
/// When there are more rows than games.
pub fn run<E>(
    family: &Family,
    done: &[SweepRow],
    options: &Options<'_>,
    limits: &Limits<'_>,
    emit: &mut dyn FnMut(&SweepRow) -> Result<(), E>,
) -> Result<StopReason, Trouble<E>> {
    let representatives = Representatives::of(family);
    let wanted: Vec<usize> =
        (done.len()..family.len()).filter(|&index| representatives.is_first(index)).collect();
    let threads = options.threads.clamp(1, wanted.len().max(1));
    let over = AtomicBool::new(false);
    let poll = |work| match over.load(Ordering::Relaxed) {
        true => Some(StopReason::Interrupted),
        false => limits.ask(work),
    };
    // Games side by side make better use of threads than the parts of one.
    let memory = limits.memory / threads as u64;
    let share = Limits { memory, threads: 1, poll: &poll, ..*limits };
    let next = AtomicUsize::new(0);
    let work = |results: mpsc::Sender<Outcome>| {
        while let Some(&index) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = timed(family, index, options, &share);
            let stopped = result.is_err();
            if results.send((index, result)).is_err() || stopped {
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(|| work(sender));
        }
        drop(sender);
        let mut register = Register::new(family, &representatives, options, &share);
        let result = register.go_on(done, &receiver, emit);
        over.store(true, Ordering::Relaxed);
        result
    })
}

type Outcome = (usize, Result<(Settled, Option<f64>), Failure>);

/// Settles a game and looks at the clock.
fn timed(
    family: &Family,
    index: usize,
    options: &Options<'_>,
    limits: &Limits<'_>,
) -> Result<(Settled, Option<f64>), Failure> {
    // Small games never ask by themselves.
    if let Some(reason) = limits.ask(0) {
        return Err(reason.into());
    }
    let start = options.clock.map(|clock| clock());
    let settled = settle(&family.ruleset(index), options.limit, limits)?;
    let end = options.clock.map(|clock| clock());
    let seconds = end
        .zip(start)
        .map(|(end, start)| (end.saturating_sub(start).as_secs_f64() * 1000.0).round() / 1000.0);
    Ok((settled, seconds))
}

/// The rows so far, as far as later ones refer to them.
struct Register<'a> {
    family: &'a Family,
    representatives: &'a Representatives,
    options: &'a Options<'a>,
    limits: &'a Limits<'a>,
    /// Rows of games that are first of their class by digits.
    rows: FxHashMap<usize, SweepRow>,
    /// Rows that are their own representative, by the digest of their values.
    by_digest: FxHashMap<String, Vec<Known>>,
}

/// A row that others may be compared with.
struct Known {
    index: usize,
    /// Not at hand for rows of an earlier run.
    trace: Option<Trace>,
}

impl<'a> Register<'a> {
    fn new(
        family: &'a Family,
        representatives: &'a Representatives,
        options: &'a Options<'a>,
        limits: &'a Limits<'a>,
    ) -> Register<'a> {
        let (rows, by_digest) = (FxHashMap::default(), FxHashMap::default());
        Register { family, representatives, options, limits, rows, by_digest }
    }

    fn go_on<E>(
        &mut self,
        done: &[SweepRow],
        results: &mpsc::Receiver<Outcome>,
        emit: &mut dyn FnMut(&SweepRow) -> Result<(), E>,
    ) -> Result<StopReason, Trouble<E>> {
        for (index, row) in done.iter().enumerate() {
            self.note(index, row, None);
        }
        let mut waiting = FxHashMap::default();
        for index in done.len()..self.family.len() {
            if let Some(reason) = self.limits.ask(0) {
                return Ok(reason);
            }
            let made = if self.representatives.is_first(index) {
                while !waiting.contains_key(&index) {
                    let Ok((other, result)) = results.recv() else { return Ok(StopReason::Interrupted) };
                    waiting.insert(other, result);
                }
                let settled = waiting.remove(&index).expect("it was waited for");
                settled.and_then(|(settled, seconds)| self.first_of_class(index, settled, seconds))
            } else {
                self.same_by_digits(index).map(|row| (row, None))
            };
            let (row, trace) = match made {
                Ok(made) => made,
                Err(Failure::Stopped(reason)) => return Ok(reason),
                Err(failure) => {
                    let error = explain_failure(Some(&self.family.ruleset(index)), failure);
                    return Err(Trouble::Game { index, error });
                }
            };
            emit(&row).map_err(Trouble::Row)?;
            self.note(index, &row, trace);
        }
        Ok(StopReason::Done)
    }

    /// Remembers what later rows may refer to.
    fn note(&mut self, index: usize, row: &SweepRow, trace: Option<Trace>) {
        if !self.representatives.is_first(index) {
            return;
        }
        if let (Relation::Own, Some(digest)) = (row.relation, &row.sequence) {
            self.by_digest.entry(digest.clone()).or_default().push(Known { index, trace });
        }
        self.rows.insert(index, row.clone());
    }

    fn first_of_class(
        &mut self,
        index: usize,
        settled: Settled,
        seconds: Option<f64>,
    ) -> Result<(SweepRow, Option<Trace>), Failure> {
        let code = self.family.code(index);
        let Settled { status, period, maximum, rare, computed, trace } = settled;
        let mut row = SweepRow {
            representative: code.clone(),
            code,
            relation: Relation::Own,
            shift: 0,
            by: None,
            status,
            period: period.as_ref().map(|period| period.length),
            preperiod: period.as_ref().map(|period| period.preperiod),
            saltus: period.as_ref().map(|period| period.saltus),
            maximum,
            rare,
            computed,
            sequence: trace.as_ref().map(|trace| format!("{:016x}", trace.digest)),
            seconds,
        };
        if let (Some(trace), Some(digest)) = (&trace, &row.sequence)
            && let Some((other, shift)) = self.same_for_ever(index, trace, digest)?
        {
            row.representative = self.family.code(other);
            (row.relation, row.shift, row.by) = (relation(shift), shift, Some(Ground::Sequence));
        }
        Ok((row, trace))
    }

    /// The earlier row with the same proved values, and the shift to it.
    fn same_for_ever(
        &mut self,
        index: usize,
        trace: &Trace,
        digest: &str,
    ) -> Result<Option<(usize, i64)>, Failure> {
        let Some(candidates) = self.by_digest.get_mut(digest) else { return Ok(None) };
        for known in candidates {
            let rules = self.family.ruleset(known.index);
            if known.trace.is_none() {
                known.trace = settle(&rules, self.options.limit, self.limits)?.trace;
            }
            let Some(other) = &known.trace else { continue };
            let equal = match trace.same(other) {
                Some(equal) => equal,
                None => same(&self.family.ruleset(index), &rules, self.options.limit, self.limits)?,
            };
            if equal {
                return Ok(Some((known.index, trace.zeros as i64 - other.zeros as i64)));
            }
        }
        Ok(None)
    }

    /// The row of a game that is not first of its class.
    fn same_by_digits(&self, index: usize) -> Result<SweepRow, Failure> {
        let (first, later) = self.representatives.links[index];
        let base = &self.rows[&first];
        let shift = base.shift + later;
        let preperiod = match (base.preperiod, base.period) {
            (Some(0), Some(period)) if later > 0 => {
                Some(self.pushed_back(first, period, base.saltus.unwrap_or(0), later as u64)?)
            }
            (preperiod, _) => preperiod.map(|preperiod| preperiod.saturating_add_signed(later)),
        };
        Ok(SweepRow {
            code: self.family.code(index),
            relation: relation(shift),
            shift,
            by: base.by.or(Some(Ground::Structure)),
            preperiod,
            seconds: base.seconds.map(|_| 0.0),
            ..base.clone()
        })
    }

    /// The preperiod of a game whose values are those of a purely periodic one behind so many zeros.
    fn pushed_back(&self, first: usize, period: u64, saltus: u64, zeros: u64) -> Result<u64, Failure> {
        let rules = self.family.ruleset(first);
        let mut run = Run::new(&rules);
        run.extend(period, self.limits)?;
        let value = |heap: u64| heap.checked_sub(zeros).map_or(0, |heap| u64::from(run.value(heap)));
        let agrees = |heap: &u64| value(heap + period) == saltus;
        let kept = (0..zeros).rev().take_while(agrees).count() as u64;
        Ok(zeros - kept)
    }
}

fn relation(shift: i64) -> Relation {
    if shift == 0 { Relation::Equal } else { Relation::Cousin }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::heap::period::find;
    use crate::sweep::row::Status;
    use crate::sweep::{ParameterRange, SetChoice};

    fn ranges(texts: &[&str]) -> Vec<ParameterRange> {
        texts.iter().map(|text| ParameterRange::parse(text).expect("a range")).collect()
    }

    fn rows(family: &Family, limit: u64, threads: usize, done: &[SweepRow]) -> Vec<SweepRow> {
        let options = Options { limit: Some(limit), threads, clock: None };
        let mut rows = done.to_vec();
        let mut emit = |row: &SweepRow| -> Result<(), ()> {
            rows.push(row.clone());
            Ok(())
        };
        let stop = run(family, done, &options, &Limits::default(), &mut emit).expect("no trouble");
        assert_eq!(stop, StopReason::Done);
        rows
    }

    #[test]
    fn every_row_says_what_the_game_itself_says() {
        const LIMIT: u64 = 600;
        for family in [
            Family::octal(2, true),
            Family::hexadecimal(1),
            Family::subtraction(SetChoice { largest: 5, size: None, symmetric: false }).expect("few"),
            Family::parameters("n -> n-a ; n -> n-b", ranges(&["a=1..3", "b=2..4"])).expect("rules"),
            Family::rules("0.7\nkayles\n0.77\nnim\nn -> k where 0 < k, k < n\ntake{1,2}\n0.05\n", &[])
                .expect("games"),
        ] {
            let rows = rows(&family, LIMIT, 2, &[]);
            assert_eq!(rows.len(), family.len());
            for (index, row) in rows.iter().enumerate() {
                let rules = family.ruleset(index);
                let found = find(&rules, LIMIT, &Limits::default()).expect("values");
                let own =
                    |pick: fn(&crate::engine::heap::period::Period) -> u64| found.period.as_ref().map(pick);
                if row.status == Status::Proved && found.proved() {
                    assert_eq!(row.period, own(|period| period.length), "{row:?}");
                    assert_eq!(row.preperiod, own(|period| period.preperiod), "{row:?}");
                    assert_eq!(row.saltus, own(|period| period.saltus), "{row:?}");
                }
                let first = rows.iter().position(|other| other.code == row.representative);
                let first = first.expect("the representative has a row");
                assert!(first <= index && rows[first].relation == Relation::Own, "{row:?}");
                let values = |index| {
                    let found =
                        crate::engine::heap::prefix(&family.ruleset(index), LIMIT, &Limits::default());
                    found.expect("values").to_list(0, LIMIT).expect("small values")
                };
                let (own, other) = (values(index), values(first));
                for (heap, &value) in own.iter().enumerate() {
                    let same =
                        (heap as i64).checked_sub(row.shift).map_or(0, |heap| match usize::try_from(heap) {
                            Ok(heap) => other.get(heap).copied().unwrap_or(value),
                            Err(_) => 0,
                        });
                    assert_eq!(value, same, "{row:?} at heap {heap}");
                }
            }
        }
    }

    #[test]
    fn rows_do_not_depend_on_threads_or_on_interruptions() {
        let family = Family::octal(2, false);
        let all = rows(&family, 500, 1, &[]);
        assert_eq!(all, rows(&family, 500, 3, &[]));
        for cut in [1, 7, 20, 62, 63] {
            assert_eq!(all, rows(&family, 500, 2, &all[..cut]), "from row {cut} on");
        }
    }

    #[test]
    fn known_relations() {
        let text = "0.26\n0.27\n0.06\n0.31\n0.314\n0.07\n0.137\n0.161\n0.36\n0.5\n0.3\n";
        let rows = rows(&Family::rules(text, &[]).expect("games"), 500, 2, &[]);
        let seen: Vec<(&str, &str, String, i64)> = rows
            .iter()
            .map(|row| (&*row.code, &*row.representative, row.relation.to_string(), row.shift))
            .collect();
        let own = |code| (code, code, "self".to_owned(), 0);
        assert_eq!(
            seen,
            [
                own("0.26"),
                ("0.27", "0.26", "equal".to_owned(), 0),
                own("0.06"),
                own("0.31"),
                own("0.314"),
                own("0.07"),
                ("0.137", "0.07", "cousin".to_owned(), -1),
                own("0.161"),
                own("0.36"),
                own("0.5"),
                ("0.3", "0.5", "equal".to_owned(), 0),
            ]
        );
        assert_eq!((rows[1].by, rows[10].by), (Some(Ground::Structure), Some(Ground::Sequence)));
        assert_eq!((rows[6].preperiod, rows[6].period), (Some(52), Some(34)));
    }

    #[test]
    fn a_stop_leaves_whole_rows() {
        let family = Family::octal(3, false);
        let options = Options { limit: Some(500), threads: 2, clock: None };
        let count = AtomicUsize::new(0);
        let poll = |_| (count.fetch_add(1, Ordering::Relaxed) > 40).then_some(StopReason::TimeLimit);
        let limits = Limits { poll: &poll, ..Limits::default() };
        let mut rows = Vec::new();
        let mut emit = |row: &SweepRow| -> Result<(), ()> {
            rows.push(row.clone());
            Ok(())
        };
        let stop = run(&family, &[], &options, &limits, &mut emit).expect("no trouble");
        assert_eq!(stop, StopReason::TimeLimit);
        assert!(rows.len() < family.len());
        let mut refuse = |_: &SweepRow| Err("full");
        let trouble = run(&family, &[], &options, &Limits::default(), &mut refuse);
        assert!(matches!(trouble, Err(Trouble::Row("full"))));
    }
}
