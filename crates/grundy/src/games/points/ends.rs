//! Rows of numbers touched at their ends, by a rule: take from either end, Stone Game III and VII, and whatever else is said.
//!
//! What is left of a row is an interval, so there are n²/2 states; where every clause takes from one side only there are n.
//! They are worked through by length. What a clause scores is mostly a sum of terms that each speak of one end, or of the sum
//! of the rest, hence a function of the start plus a function of the end of the interval, both tabulated once; other scores
//! are evaluated where they stand. The best difference of an interval is
//! `max over clauses of score - difference(what is left)`, the first of equally good clauses counts, and which it was is kept
//! in a bit or few, so that the line of best play, and with it the points of both players, can be followed afterwards.
//!
//! Time O(n²) steps for each clause, memory O(n) for the differences of the last few lengths and n²/8 bytes for the choices of
//! two clauses. Differences are summed with 64 bits where the largest possible sum fits, otherwise with 128.
//!
//! ```
//! use grundy::games::points::ends::Ends;
//! use grundy::games::points::Score;
//! use grundy::Limits;
//!
//! let ends = Ends::read("points ; [x, r...] -> [r...] scores x ; [r..., x] -> [r...] scores x")?;
//! let play = ends.play(&[4, 5, 1, 3], &Limits::default()).expect("it is small");
//! assert_eq!(play.score, Score { first: 8, second: 5 });
//! # Ok::<(), grundy::rule::Diagnostics>(())
//! ```

use super::native::row;
use super::{MAX_LISTED_MOVES, Played, Score, Unscored};
use crate::base::error::{Failure, InputError};
use crate::base::limits::{Limits, Pulse};
use crate::game::notation::{Notation, Place};
use crate::game::points::{BestPlay, ForPoints, Turn, VisitTurn};
use crate::game::theory::Theory;
use crate::game::{Game, Part, Visit};
use crate::rule::Diagnostics;
use crate::rule::formula::Formula;
use crate::rule::headers::frame;
use crate::rule::linear::Linear;
use crate::rule::points::{PointsClause, PointsRule};
use crate::rule::syntax::Operator;
use crate::rule::term::{Term, TermError};
use std::ops::{Add, ControlFlow, Range, Sub};

/// A rule about rows of numbers as a game.
#[derive(Debug, Clone)]
pub struct Ends {
    rule: PointsRule,
}

impl Ends {
    /// The game of a rule.
    pub fn new(rule: PointsRule) -> Ends {
        Ends { rule }
    }

    /// Reads a rule.
    ///
    /// # Errors
    /// Every mistake found.
    pub fn read(text: &str) -> Result<Ends, Diagnostics> {
        Ok(Ends::new(PointsRule::read(text, &frame(text)?, &[])?))
    }

    /// The difference alone, which needs no choices.
    ///
    /// # Errors
    /// When it does not fit in 64 bits, or the limits do not suffice.
    pub fn difference(&self, row: &[i64], limits: &Limits<'_>) -> Result<i64, Unscored> {
        let difference = Intervals::new(&self.rule, row).solve(limits, false)?.difference;
        i64::try_from(difference).map_err(|_| Unscored::Overflow)
    }

    /// The points, best moves (as clauses) and line of best play.
    ///
    /// # Errors
    /// As [`Ends::difference`]; also when the choices of all intervals do not fit in the memory allowed.
    pub fn play(&self, row: &[i64], limits: &Limits<'_>) -> Result<Played<usize>, Unscored> {
        let intervals = Intervals::new(&self.rule, row);
        let solved = intervals.solve(limits, true)?;
        let (mut line, mut turns, mut points) = (Vec::new(), 0, [0i128; 2]);
        intervals.follow(&solved, 0..row.len(), |clause, gain| {
            points[turns % 2] += gain;
            if turns < MAX_LISTED_MOVES {
                line.push(clause);
            }
            turns += 1;
        })?;
        let score = Score::new(points[0], points[1])?;
        let best = intervals.best(&solved)?;
        Ok(Played {
            score,
            best_total: best.len() as u64,
            best,
            line,
            turns: turns as u64,
            work: solved.work,
        })
    }

    /// A clause as a move of a row, where it is legal.
    fn turn(&self, row: &[i64], clause: usize) -> Option<Turn<Vec<i64>>> {
        let intervals = Intervals::new(&self.rule, row);
        let clause = &self.rule.clauses[clause];
        let (gain, after) = intervals.legal(clause, &(0..row.len()), &mut Vec::new()).ok().flatten()?;
        let (left, right) = (&row[..after.start], &row[after.end..]);
        let side = |taken: &[i64], name: &str| format!("{} on the {name}", row::write(taken));
        let text = match (left.is_empty(), right.is_empty()) {
            (false, true) => format!("take {}", side(left, "left")),
            (true, _) => format!("take {}", side(right, "right")),
            (false, false) => format!("take {} and {}", side(left, "left"), side(right, "right")),
        };
        let places = (0..after.start).chain(after.end..row.len()).map(|at| Place::Index(at as u64)).collect();
        Some(Turn { text, places, gain, after: row[after].to_vec() })
    }

    /// The moves of a row, those that gain and leave the same once.
    fn all_turns(&self, row: &[i64]) -> Vec<Turn<Vec<i64>>> {
        let mut turns: Vec<Turn<Vec<i64>>> = Vec::new();
        for turn in (0..self.rule.clauses.len()).filter_map(|clause| self.turn(row, clause)) {
            if !turns.iter().any(|other| other.gain == turn.gain && other.after == turn.after) {
                turns.push(turn);
            }
        }
        turns
    }
}

/// Sums of the first numbers of a row.
fn sums(row: &[i64]) -> Vec<i128> {
    let mut sums = vec![0];
    sums.extend(row.iter().scan(0, |sum, &number| {
        *sum += i128::from(number);
        Some(*sum)
    }));
    sums
}

/// What a clause scores on an interval: a function of the start plus one of the end.
struct Gain {
    by_start: Vec<i128>,
    by_end: Vec<i128>,
}

/// The intervals of a row under a rule.
struct Intervals<'a> {
    clauses: &'a [PointsClause],
    row: &'a [i64],
    sums: Vec<i128>,
}

/// What was found about all intervals.
struct Solved {
    difference: i128,
    /// Which clause is best on each; nothing when it was not asked for.
    choices: Choices,
    work: u64,
}

/// Numbers a difference can be summed in.
trait Points: Copy + Ord + Default + Add<Output = Self> + Sub<Output = Self> {
    fn of(wide: i128) -> Self;
    fn wide(self) -> i128;
}

impl Points for i64 {
    fn of(wide: i128) -> i64 {
        wide as i64
    }

    fn wide(self) -> i128 {
        self.into()
    }
}

impl Points for i128 {
    fn of(wide: i128) -> i128 {
        wide
    }

    fn wide(self) -> i128 {
        self
    }
}

impl<'a> Intervals<'a> {
    fn new(rule: &'a PointsRule, row: &'a [i64]) -> Intervals<'a> {
        Intervals { clauses: &rule.clauses, row, sums: sums(row) }
    }

    /// The numbers that a clause takes from an interval, as they stand, and the sum of what it leaves; `None` if the interval is
    /// too short.
    fn frame(
        &self,
        clause: &PointsClause,
        left: &Range<usize>,
        frame: &mut Vec<i128>,
    ) -> Option<Range<usize>> {
        if left.len() < clause.taken() {
            return None;
        }
        let after = left.start + clause.left..left.end - clause.right;
        frame.clear();
        let taken = self.row[left.start..after.start].iter().chain(&self.row[after.end..left.end]);
        frame.extend(taken.map(|&number| i128::from(number)));
        frame.push(self.sums[after.end] - self.sums[after.start]);
        Some(after)
    }

    /// What a clause gains on an interval and leaves of it; `None` where it is not legal.
    fn legal(
        &self,
        clause: &PointsClause,
        left: &Range<usize>,
        frame: &mut Vec<i128>,
    ) -> Result<Option<(i128, Range<usize>)>, Unscored> {
        let Some(after) = self.frame(clause, left, frame) else { return Ok(None) };
        let scored = clause.condition.holds(frame).and_then(|holds| match holds {
            true => clause.score.evaluate(frame).map(Some),
            false => Ok(None),
        });
        match scored {
            Ok(Some(gain)) if gain.unsigned_abs() > LARGEST_GAIN => Err(Unscored::Overflow),
            Ok(gain) => Ok(gain.map(|gain| (gain, after))),
            Err(TermError::Undefined) => Ok(None),
            Err(TermError::Overflow) => Err(Unscored::Overflow),
        }
    }

    /// The score of a clause as two tables, if it has no conditions and is a sum of terms that each speak of one end, or are
    /// linear.
    fn gain(&self, clause: &PointsClause) -> Option<Gain> {
        let mut addends = Vec::new();
        split(&clause.score, 1, &mut addends);
        let n = self.row.len();
        let mut gain = Gain { by_start: vec![0; n + 1], by_end: vec![0; n + 1] };
        let is_free = matches!(&clause.condition, Formula::All(items) if items.is_empty());
        for (sign, addend) in is_free.then_some(addends)? {
            let (mut on_left, mut on_right) = (true, true);
            addend.slots(&mut |slot| {
                on_left &= slot < clause.left;
                on_right &= (clause.left..clause.taken()).contains(&slot);
            });
            if on_left || on_right {
                self.tabulate(clause, sign, addend, on_left, &mut gain)?;
            } else {
                self.tabulate_linear(clause, sign, &Linear::of(addend)?, &mut gain)?;
            }
        }
        Some(gain)
    }

    /// Adds a term that speaks of one end, evaluated once for each place of that end.
    fn tabulate(
        &self,
        clause: &PointsClause,
        sign: i128,
        addend: &Term,
        on_left: bool,
        gain: &mut Gain,
    ) -> Option<()> {
        let (n, mut frame) = (self.row.len(), Vec::new());
        for at in 0..(n + 1).saturating_sub(clause.taken()) {
            let left = at..at + clause.taken();
            self.frame(clause, &left, &mut frame)?;
            let value = addend.evaluate(&frame).ok().filter(|value| value.unsigned_abs() <= LARGEST_GAIN)?;
            let place = if on_left { &mut gain.by_start[at] } else { &mut gain.by_end[left.end] };
            *place += sign * value;
        }
        Some(())
    }

    /// Adds a linear term, the sum of the rest being a difference of two sums.
    fn tabulate_linear(
        &self,
        clause: &PointsClause,
        sign: i128,
        linear: &Linear,
        gain: &mut Gain,
    ) -> Option<()> {
        let rest = sign * linear.coefficient(clause.taken());
        for at in 0..=self.row.len() {
            let number =
                |place: Option<usize>| place.and_then(|place| self.row.get(place)).copied().unwrap_or(0);
            let ends = (0..clause.left).map(|index| (index, Some(at + index)));
            let mut value = sign * linear.constant;
            for (index, place) in ends {
                value += sign * linear.coefficient(index).checked_mul(number(place).into())?;
            }
            let start = self.sums[(at + clause.left).min(self.row.len())];
            gain.by_start[at] += value - rest.checked_mul(start)?;
            let mut value = rest.checked_mul(self.sums[at.saturating_sub(clause.right)])?;
            for index in 0..clause.right {
                let coefficient = linear.coefficient(clause.left + index);
                value +=
                    sign * coefficient.checked_mul(number((at + index).checked_sub(clause.right)).into())?;
            }
            gain.by_end[at] += value;
        }
        Some(())
    }

    /// Whether every clause takes from the left, or every one from the right: then one end of the row stays where it is.
    fn is_one_sided(&self) -> bool {
        self.clauses.iter().all(|clause| clause.right == 0)
            || self.clauses.iter().all(|clause| clause.left == 0)
    }

    fn solve(&self, limits: &Limits<'_>, with_choices: bool) -> Result<Solved, Unscored> {
        let pulse = &mut Pulse::new(limits);
        if self.is_one_sided() {
            return self.one_sided(pulse);
        }
        limits.check_memory(self.row.len() as u64 + 1, 40 * (self.clauses.len() as u64 + 1))?;
        let gains: Vec<Option<Gain>> = self.clauses.iter().map(|clause| self.gain(clause)).collect();
        let turns = self.row.len() as i128 + 1;
        let narrow = largest(&gains)
            .and_then(|gain| gain.checked_mul(turns))
            .is_some_and(|most| most <= i128::from(i64::MAX) / 4);
        if narrow {
            self.by_length::<i64>(&gains, pulse, with_choices)
        } else {
            self.by_length::<i128>(&gains, pulse, with_choices)
        }
    }

    /// One state for each length of the row.
    fn one_sided(&self, pulse: &mut Pulse<'_>) -> Result<Solved, Unscored> {
        let n = self.row.len();
        pulse.limits().check_memory(n as u64 + 1, 17)?;
        let from_left = self.clauses.iter().all(|clause| clause.right == 0);
        let (mut differences, mut chosen) = (vec![0i128; n + 1], vec![NONE; n + 1]);
        let mut frame = Vec::new();
        for length in 1..=n {
            pulse.beats(self.clauses.len() as u64)?;
            let left = if from_left { n - length..n } else { 0..length };
            for (clause, index) in self.clauses.iter().zip(0..) {
                let Some((gain, _)) = self.legal(clause, &left, &mut frame)? else { continue };
                let difference = gain - differences[length - clause.taken()];
                if chosen[length] == NONE || difference > differences[length] {
                    (differences[length], chosen[length]) = (difference, index);
                }
            }
        }
        let work = (n * self.clauses.len()) as u64;
        Ok(Solved { difference: differences[n], choices: Choices::ByLength(chosen), work })
    }

    /// All intervals, the short ones first.
    fn by_length<P: Points>(
        &self,
        gains: &[Option<Gain>],
        pulse: &mut Pulse<'_>,
        with_choices: bool,
    ) -> Result<Solved, Unscored> {
        let (n, count) = (self.row.len(), self.clauses.len());
        let narrow = |table: &[i128]| -> Vec<P> { table.iter().map(|&gain| P::of(gain)).collect() };
        let pair = |gain: &Gain| [narrow(&gain.by_start), narrow(&gain.by_end)];
        let tables: Vec<Option<[Vec<P>; 2]>> = gains.iter().map(|gain| gain.as_ref().map(pair)).collect();
        // Where every clause is legal on every interval that is long enough, the differences need no choices.
        let is_plain = !with_choices && tables.iter().all(Option::is_some);
        let mut packed = Packed::new(count);
        if with_choices {
            pulse.limits().check_memory((n as u64 + 1).pow(2) / 128 + 1, 8 * u64::from(packed.bits))?;
        }
        // The differences of the last few lengths, by start, as many as a clause reaches back.
        let kept = self.clauses.iter().map(PointsClause::taken).max().unwrap_or(0) + 1;
        let mut differences: Vec<Vec<P>> = vec![vec![P::default(); n + 1]; kept];
        let (mut best, mut chosen) = (vec![P::default(); n + 1], vec![NONE; n + 1]);
        let mut frame = Vec::new();
        for length in 1..=n {
            let starts = n - length + 1;
            pulse.beats((starts * count) as u64)?;
            best[..starts].fill(P::default());
            chosen[..starts].fill(NONE);
            let long_enough = self.clauses.iter().enumerate().filter(|(_, clause)| clause.taken() <= length);
            for (met, (index, clause)) in long_enough.enumerate() {
                let after = &differences[(length - clause.taken()) % kept];
                if let Some([by_start, by_end]) = &tables[index] {
                    let after = &after[clause.left..][..starts];
                    let columns = Columns { by_start: &by_start[..starts], by_end: &by_end[length..], after };
                    match (is_plain, met) {
                        (true, 0) => columns.set(&mut best),
                        (true, _) => columns.improve(&mut best),
                        (false, _) => columns.choose(&mut best, &mut chosen, index as u8),
                    }
                    continue;
                }
                for start in 0..starts {
                    let left = start..start + length;
                    let Some((gain, _)) = self.legal(clause, &left, &mut frame)? else { continue };
                    let difference = P::of(gain) - after[start + clause.left];
                    if chosen[start] == NONE || difference > best[start] {
                        (best[start], chosen[start]) = (difference, index as u8);
                    }
                }
            }
            if with_choices {
                packed.push(&chosen[..starts]);
            }
            differences[length % kept][..starts].copy_from_slice(&best[..starts]);
        }
        let work = (n * (n + 1) / 2 * count) as u64;
        Ok(Solved { difference: differences[n % kept][0].wide(), choices: Choices::Packed(packed), work })
    }

    /// Plays on from an interval: each clause with what it gains, until no move is left.
    fn follow(
        &self,
        solved: &Solved,
        mut left: Range<usize>,
        mut visit: impl FnMut(usize, i128),
    ) -> Result<(), Unscored> {
        let mut frame = Vec::new();
        while let Some(index) = solved.choices.get(&left) {
            let clause = &self.clauses[index];
            let (gain, after) = self.legal(clause, &left, &mut frame)?.expect("what was chosen is legal");
            visit(index, gain);
            left = after;
        }
        Ok(())
    }

    /// The clauses that reach the best difference of the whole row and leave different rows.
    fn best(&self, solved: &Solved) -> Result<Vec<usize>, Unscored> {
        let mut best: Vec<(usize, Range<usize>)> = Vec::new();
        for (index, clause) in self.clauses.iter().enumerate() {
            let Some((gain, after)) = self.legal(clause, &(0..self.row.len()), &mut Vec::new())? else {
                continue;
            };
            let (mut difference, mut sign) = (gain, -1);
            self.follow(solved, after.clone(), |_, gain| {
                difference += sign * gain;
                sign = -sign;
            })?;
            let is_new = best.iter().all(|(_, other)| self.row[other.clone()] != self.row[after.clone()]);
            if difference == solved.difference && is_new {
                best.push((index, after));
            }
        }
        Ok(best.into_iter().map(|(index, _)| index).collect())
    }
}

/// The addends of a term with their signs.
fn split<'a>(term: &'a Term, sign: i128, addends: &mut Vec<(i128, &'a Term)>) {
    match term {
        Term::Binary(Operator::Add, left, right) => {
            split(left, sign, addends);
            split(right, sign, addends);
        }
        Term::Binary(Operator::Subtract, left, right) => {
            split(left, sign, addends);
            split(right, -sign, addends);
        }
        other => addends.push((sign, other)),
    }
}

/// The largest size of a score, where all have tables.
fn largest(gains: &[Option<Gain>]) -> Option<i128> {
    let size = |table: &[i128]| table.iter().map(|gain| gain.unsigned_abs()).max().unwrap_or(0);
    let both = |gain: &Option<Gain>| gain.as_ref().map(|gain| size(&gain.by_start) + size(&gain.by_end));
    let all: Option<Vec<u128>> = gains.iter().map(both).collect();
    i128::try_from(all?.into_iter().max()?).ok()
}

/// Scores beyond this size are no points: sums of fewer than 2^60 of them fit in 128 bits.
const LARGEST_GAIN: u128 = 1 << 64;

/// In place of a clause: there is no move.
const NONE: u8 = u8::MAX;

/// The numbers that one clause needs on all intervals of a length, one for each start; the loops over them go through
/// neighbours in memory without a branch.
struct Columns<'a, P> {
    by_start: &'a [P],
    by_end: &'a [P],
    after: &'a [P],
}

impl<P: Points> Columns<'_, P> {
    fn differences(&self) -> impl Iterator<Item = P> {
        let scores = self.by_start.iter().zip(self.by_end).zip(self.after);
        scores.map(|((&start, &end), &after)| start + end - after)
    }

    /// The first clause of a length.
    fn set(&self, best: &mut [P]) {
        best.iter_mut().zip(self.differences()).for_each(|(best, difference)| *best = difference);
    }

    /// A further clause.
    fn improve(&self, best: &mut [P]) {
        best.iter_mut().zip(self.differences()).for_each(|(best, difference)| *best = difference.max(*best));
    }

    /// Any clause, taken where it is better than those before it, or where there was none.
    fn choose(&self, best: &mut [P], chosen: &mut [u8], clause: u8) {
        for ((best, chosen), difference) in best.iter_mut().zip(chosen.iter_mut()).zip(self.differences()) {
            let is_better = (*chosen == NONE) | (difference > *best);
            *best = if is_better { difference } else { *best };
            *chosen = if is_better { clause } else { *chosen };
        }
    }
}

/// Which clause is best where.
enum Choices {
    /// By the length of the row, where one end stays.
    ByLength(Vec<u8>),
    /// For every interval.
    Packed(Packed),
}

impl Choices {
    /// The clause that is best on an interval; `None` where there is no move.
    fn get(&self, left: &Range<usize>) -> Option<usize> {
        match self {
            Choices::ByLength(chosen) => {
                Some(chosen[left.len()]).filter(|&clause| clause != NONE).map(usize::from)
            }
            Choices::Packed(_) if left.is_empty() => None,
            Choices::Packed(packed) => packed.get(left.len(), left.start),
        }
    }
}

/// A clause for each interval in as few bits as there are clauses: 0 for none, c + 1 for clause c.
struct Packed {
    bits: u32,
    words: Vec<u64>,
    /// Where the words of each length begin; length 0 has none.
    offsets: Vec<usize>,
}

impl Packed {
    fn new(clauses: usize) -> Packed {
        let bits = (usize::BITS - clauses.leading_zeros()).next_power_of_two();
        Packed { bits, words: Vec::new(), offsets: vec![0] }
    }

    fn push(&mut self, chosen: &[u8]) {
        self.offsets.push(self.words.len());
        let each = (64 / self.bits) as usize;
        let word = |entries: &[u8]| {
            let mut word = 0;
            for &clause in entries.iter().rev() {
                word = word << self.bits | u64::from(clause.wrapping_add(1));
            }
            word
        };
        self.words.extend(chosen.chunks(each).map(word));
    }

    fn get(&self, length: usize, start: usize) -> Option<usize> {
        let each = (64 / self.bits) as usize;
        let word = self.words[self.offsets[length] + start / each];
        let entry = word >> ((start % each) as u32 * self.bits) & ((1 << self.bits) - 1);
        (entry as usize).checked_sub(1)
    }
}

impl Game for Ends {
    type Component = Vec<i64>;

    fn options(
        &self,
        row: &Vec<i64>,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Vec<i64>>,
    ) -> Result<ControlFlow<()>, Failure> {
        for turn in self.all_turns(row) {
            pulse.beat()?;
            if visit(&[Part { component: turn.after, copies: 1 }]).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Notation for Ends {
    fn read(&self, text: &str) -> Result<Vec<Vec<i64>>, InputError> {
        Ok(vec![row::read(text)?])
    }

    fn write(&self, rows: &[Vec<i64>]) -> String {
        rows.first().map_or_else(String::new, |numbers| row::write(numbers))
    }
}

impl Theory for Ends {
    fn rule(&self) -> String {
        self.rule.to_string()
    }

    fn points(&self) -> Option<&dyn ForPoints<Vec<i64>>> {
        Some(self)
    }
}

impl ForPoints<Vec<i64>> for Ends {
    fn reason(&self) -> &'static str {
        match Intervals::new(&self.rule, &[]).is_one_sided() {
            true => "all ends of the row, by length",
            false => "all intervals of the row, by length",
        }
    }

    fn turns(&self, row: &Vec<i64>, visit: &mut VisitTurn<'_, Vec<i64>>) {
        let _ = self.all_turns(row).into_iter().try_for_each(visit);
    }

    fn turn_count(&self, row: &Vec<i64>) -> u64 {
        self.all_turns(row).len() as u64
    }

    fn best_play<'a>(
        &'a self,
        row: &'a Vec<i64>,
        limits: &Limits<'_>,
    ) -> Result<Box<dyn BestPlay<Vec<i64>> + 'a>, Unscored> {
        Ok(Box::new(EndsPlay { game: self, row, played: self.play(row, limits)? }))
    }
}

/// Best play from a row.
#[derive(Debug)]
struct EndsPlay<'a> {
    game: &'a Ends,
    row: &'a [i64],
    played: Played<usize>,
}

impl BestPlay<Vec<i64>> for EndsPlay<'_> {
    fn score(&self) -> Score {
        self.played.score
    }

    fn best_total(&self) -> u64 {
        self.played.best_total
    }

    fn turns(&self) -> u64 {
        self.played.turns
    }

    fn work(&self) -> u64 {
        self.played.work
    }

    fn best(&self, visit: &mut VisitTurn<'_, Vec<i64>>) {
        let best = self.played.best.iter().filter_map(|&clause| self.game.turn(self.row, clause));
        let _ = { best }.try_for_each(visit);
    }

    fn line(&self, visit: &mut VisitTurn<'_, Vec<i64>>) {
        let mut row = self.row.to_vec();
        for &clause in &self.played.line {
            let Some(turn) = self.game.turn(&row, clause) else { return };
            row.clone_from(&turn.after);
            if visit(turn).is_break() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    type Takes = Vec<(usize, usize, fn(&[i64], i64) -> i64)>;

    /// Rules, and the same by hand: what is taken on both sides, and the score of what was taken and the sum of the rest.
    fn rules() -> Vec<(&'static str, Takes)> {
        vec![
            (
                "points ; [x, r...] -> [r...] scores x ; [r..., x] -> [r...] scores x",
                vec![(1, 0, |taken, _| taken[0]), (0, 1, |taken, _| taken[0])],
            ),
            (
                "points\n[x, r...] -> [r...]\n  scores sum(r)\n[rest..., x] -> [rest...] scores sum(rest)",
                vec![(1, 0, |_, rest| rest), (0, 1, |_, rest| rest)],
            ),
            (
                "points ; [x, r...] -> [r...] scores x ; [x, y, r...] -> [r...] scores x + y",
                vec![(1, 0, |taken, _| taken[0]), (2, 0, |taken, _| taken[0] + taken[1])],
            ),
            (
                "points ; [r..., x, y] -> [r...] scores 2*x - y + 1",
                vec![(0, 2, |taken, _| 2 * taken[0] - taken[1] + 1)],
            ),
            (
                "points ; [x, r..., y] -> [r...] scores x*y ; [x, r...] -> [r...] scores max(x, sum(r))",
                vec![(1, 1, |taken, _| taken[0] * taken[1]), (1, 0, |taken, rest| taken[0].max(rest))],
            ),
            (
                "points ; param k = 3 ; [x, r..., y, z] -> [r...] scores k*x - z + 2*sum(r) ; [r..., x] -> [r...] scores x - k",
                vec![
                    (1, 2, |taken, rest| 3 * taken[0] - taken[2] + 2 * rest),
                    (0, 1, |taken, _| taken[0] - 3),
                ],
            ),
        ]
    }

    /// Difference, points of both, and the best results, by looking at all play.
    type Slow = (i64, (i64, i64), Vec<Vec<i64>>);

    fn slow(takes: &Takes, row: &[i64], known: &mut HashMap<Vec<i64>, Slow>) -> Slow {
        if let Some(known) = known.get(row) {
            return known.clone();
        }
        let mut found: Option<Slow> = None;
        for &(left, right, score) in takes.iter().filter(|take| take.0 + take.1 <= row.len()) {
            let rest = &row[left..row.len() - right];
            let taken: Vec<i64> = row[..left].iter().chain(&row[row.len() - right..]).copied().collect();
            let gain = score(&taken, rest.iter().sum());
            let (after, (mine, theirs), _) = slow(takes, rest, known);
            let (difference, points) = (gain - after, (gain + theirs, mine));
            match &mut found {
                Some((best, _, results)) if *best == difference => {
                    if !results.iter().any(|other| other == rest) {
                        results.push(rest.to_vec());
                    }
                }
                Some((best, ..)) if *best > difference => {}
                _ => found = Some((difference, points, vec![rest.to_vec()])),
            }
        }
        let found = found.unwrap_or_default();
        known.insert(row.to_vec(), found.clone());
        found
    }

    proptest! {
        #[test]
        fn agrees_with_looking_at_all_play(row in prop::collection::vec(-4i64..8, 0..11)) {
            for (text, takes) in rules() {
                let ends = Ends::read(text).expect(text);
                let (difference, points, results) = slow(&takes, &row, &mut HashMap::new());
                let played = ends.play(&row, &Limits::default()).expect("small");
                prop_assert_eq!(ends.difference(&row, &Limits::default()), Ok(difference), "{}", text);
                prop_assert_eq!((played.score.first, played.score.second), points, "{}", text);
                let best: Vec<Vec<i64>> =
                    played.best.iter().map(|&clause| ends.turn(&row, clause).expect("legal").after).collect();
                prop_assert_eq!(best, results, "{}", text);
                prop_assert_eq!(played.turns, played.line.len() as u64);
            }
        }
    }

    #[test]
    fn conditions_are_obeyed() {
        let ends = Ends::read("points ; [x, r...] -> [r...] scores x where x odd ; [r..., x] -> [r...] scores 100 / x where x < 3")
            .expect("a rule");
        // 4 may not be taken; 0 divides nothing.
        assert_eq!(ends.difference(&[4], &Limits::default()), Ok(0));
        assert_eq!(ends.difference(&[3, 0], &Limits::default()), Ok(3));
        assert_eq!(ends.difference(&[4, 2], &Limits::default()), Ok(50));
    }

    #[test]
    fn extremes() {
        let (ends, limits) = (Ends::read(rules()[0].0).expect("a rule"), Limits::default());
        assert_eq!(ends.play(&[], &limits).map(|played| played.score), Ok(Score::default()));
        assert_eq!(ends.play(&[i64::MAX, i64::MAX], &limits).map(|played| played.score.difference()), Ok(0));
        assert_eq!(ends.difference(&[i64::MAX, 0, 0, i64::MIN], &limits), Err(Unscored::Overflow));
        assert_eq!(ends.play(&[i64::MAX, 1, i64::MAX], &limits), Err(Unscored::Overflow));
    }
}
