//! Tables of tuples whose moves run along lines: the set of values that each line has seen.
//!
//! The moves of rook, queen or bishop, and of Wythoff's game, take any number of steps in a fixed direction: `(a-k, b)`,
//! `(a-k, b-k)`, `(a-2*k, b-k)`. Looking at every option costs the length of the lines for each tuple. But the options of a
//! tuple on one line are all the earlier tuples of that line, and those are the options of the next tuple, too, with one
//! more: so each line keeps the set of its values as bits, and the mex is the first value in none of the sets of the lines
//! that meet in a tuple. Every line also keeps how many words of its set are full, where the search may begin. Where k has
//! a largest value the set is a window that slides along; where it has a least value beyond 1, values enter late; a
//! single step is looked up.
//!
//! Cost: a few words a tuple, 4 bytes a tuple for the values and about 2 for the sets of lines when the sides are alike. Where
//! sides are so unlike that the sets would outgrow the table, the direction with the most lines, which are the shortest, is
//! looked up step by step: long heaps beside short ones cost the length of the short ones.
//!
//! ```
//! use grundy::{Limits, Pulse, engine::tuple::lines::LineMoves, rule::Ruleset};
//! let queen = "(a, b) -> (a-k, b) where k > 0 ; (a, b) -> (a, b-k) where k > 0 ; (a, b) -> (a-k, b-k) where k > 0";
//! let moves = LineMoves::of(Ruleset::parse(queen)?.program()).expect("three directions");
//! let values = moves.fill(&[2, 2], &mut Pulse::new(&Limits::default())).expect("few tuples");
//! assert_eq!(values, [0, 1, 2, 1, 2, 0, 2, 0, 1]);
//! # Ok::<(), grundy::rule::Diagnostics>(())
//! ```

use crate::base::limits::{Pulse, StopReason};
use crate::rule::check::CheckedPart;
use crate::rule::compile::{Branch, Program, Source, linear_atom};
use crate::rule::linear::Linear;
use crate::rule::syntax::Relation;
use crate::rule::term::{Slot, Term};

/// Windows of at most this many steps are looked up step by step.
const MAX_SINGLE_STEPS: u64 = 8;
/// Largest step of a direction.
const MAX_STEP: i128 = 1 << 20;
/// Bytes that sets may use beyond 8 a tuple; few in tests, where small tables must give them up, too.
const SMALL_SETS: u64 = if cfg!(test) { 1 << 10 } else { 1 << 20 };

/// The moves of a rule, all of them along lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineMoves {
    lines: Vec<Direction>,
    /// What single moves take from each component.
    steps: Vec<Vec<u64>>,
}

/// `k` times `step`, for all k from `from` on, or up to `to`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Direction {
    step: Vec<u64>,
    from: u64,
    to: Option<u64>,
}

impl LineMoves {
    /// The moves of a rule, if every branch takes some number of steps in a direction, and asks for nothing else.
    pub fn of(program: &Program) -> Option<LineMoves> {
        let mut moves = LineMoves { lines: Vec::new(), steps: Vec::new() };
        for branch in &program.branches {
            moves.add(direction_of(branch, program.arity)?)?;
        }
        Some(moves)
    }

    fn add(&mut self, direction: Direction) -> Option<()> {
        let Direction { step, from, to } = &direction;
        match to {
            Some(to) if to < from => {}
            Some(to) if to - from < MAX_SINGLE_STEPS => {
                let steps = (*from..=*to).map(|times| step.iter().map(|one| one * times).collect());
                self.steps.extend(steps);
            }
            // A window that does not begin beside the tuple may hold a value twice.
            Some(_) if *from > 1 => return None,
            _ if self.lines.contains(&direction) => {}
            _ => self.lines.push(direction),
        }
        Some(())
    }

    /// The values of all tuples up to `sides`, in row-major order.
    ///
    /// # Errors
    /// When the limits do not suffice.
    pub fn fill(&self, sides: &[u64], pulse: &mut Pulse<'_>) -> Result<Vec<u32>, StopReason> {
        let cells = sides.iter().try_fold(1u64, |cells, side| cells.checked_mul(side.checked_add(1)?));
        let cells = cells.ok_or(StopReason::MemoryLimit)?;
        pulse.limits().check_memory(cells, 8)?;
        let mut table = Table {
            sides,
            values: Vec::with_capacity(cells as usize),
            words: 4,
            sets: self.lines.iter().map(|line| LineSets::new(line, sides)).collect(),
            stepped: Vec::new(),
            room: 8 * cells + SMALL_SETS,
        };
        table.widen(4);
        let mut tuple = vec![0u64; sides.len()];
        loop {
            table.row(&tuple, &self.steps, pulse)?;
            // The next row: the last component but one counts up, and carries.
            let Some(place) = (0..sides.len() - 1).rev().find(|&place| tuple[place] < sides[place]) else {
                return Ok(table.values);
            };
            tuple[place] += 1;
            tuple[place + 1..].fill(0);
        }
    }
}

/// The direction of a branch: each component loses a multiple of one number, which is bounded by constants.
fn direction_of(branch: &Branch, arity: usize) -> Option<Direction> {
    let [CheckedPart::Copies { count: None, component }] = branch.parts.as_slice() else { return None };
    let variable = match branch.loops.as_slice() {
        [] => None,
        [this]
            if matches!(this.source, Source::Range)
                && this.stride.is_none()
                && branch.negative.is_empty() =>
        {
            Some(this)
        }
        _ => return None,
    };
    let Some(this) = variable else {
        let mut step = Vec::new();
        for (slot, term) in component.iter().enumerate() {
            step.push(less(&Linear::difference(&Term::Slot(slot), term)?)?);
        }
        let all_legal = branch.conditions.iter().all(|atom| says_part_is_legal(atom, component));
        let moves = step.iter().any(|&one| one > 0);
        return (all_legal && moves).then_some(Direction { step, from: 1, to: Some(1) });
    };
    // The number of steps in terms of the variable: k itself, or what `(k, b)` leaves of the first component.
    let k = Linear::of(&Term::Slot(this.slot))?;
    let replaced = component.iter().position(|term| *term == Term::Slot(this.slot));
    let steps = match replaced {
        Some(slot) => Linear::of(&Term::Slot(slot))?.plus(&k, -1)?,
        None => k,
    };
    let mut step = Vec::new();
    for (slot, term) in component.iter().enumerate() {
        let taken = Linear::difference(&Term::Slot(slot), term)?;
        let times = taken.coefficient(this.slot) * steps.coefficient(this.slot);
        let rest = taken.plus(&steps, -times)?;
        if rest != Linear::default() || !(0..=MAX_STEP).contains(&times) {
            return None;
        }
        step.push(times as u64);
    }
    let (mut from, mut to) = (if replaced.is_some() { i128::MIN } else { 0 }, None::<i128>);
    for atom in &branch.conditions {
        if says_part_is_legal(atom, component) {
            continue;
        }
        let (relation, form) = linear_atom(atom)?;
        bound_steps(relation, &form, &steps, this.slot, &mut from, &mut to)?;
    }
    // An end that no condition gave must follow from the parts being legal.
    let ends_with_parts = !this.to_largest || step.iter().any(|&one| one > 0) || replaced.is_some();
    let fits = (1..=MAX_STEP).contains(&from) && to.is_none_or(|to| to <= i64::MAX.into());
    let moves = step.iter().any(|&one| one > 0) && step.len() == arity;
    (fits && moves && ends_with_parts).then(|| Direction {
        step,
        from: from as u64,
        to: to.map(|to| u64::try_from(to).unwrap_or(0)),
    })
}

/// A number that is taken, from 0 to a limit.
fn less(form: &Linear) -> Option<u64> {
    (form.is_constant() && (0..=MAX_STEP).contains(&form.constant)).then_some(form.constant as u64)
}

/// Whether a condition says no more than that some component left is not negative.
fn says_part_is_legal(atom: &crate::rule::formula::Formula, component: &[Term]) -> bool {
    match linear_atom(atom) {
        Some((Relation::GreaterEqual, form)) => {
            component.iter().any(|term| Linear::of(term).as_ref() == Some(&form))
        }
        _ => false,
    }
}

/// Reads a condition as a bound of the number of steps.
fn bound_steps(
    relation: Relation,
    form: &Linear,
    steps: &Linear,
    slot: Slot,
    from: &mut i128,
    to: &mut Option<i128>,
) -> Option<()> {
    let times = form.coefficient(slot) * steps.coefficient(slot);
    let rest = form.plus(steps, -times)?;
    if times.abs() != 1 || !rest.is_constant() {
        return None;
    }
    // times * k + constant, compared with 0.
    let value = -rest.constant * times;
    let relation = if times == 1 { relation } else { relation.mirrored() };
    let at_most = |to: &mut Option<i128>, value: i128| *to = Some(to.map_or(value, |old| old.min(value)));
    match relation {
        Relation::GreaterEqual => *from = (*from).max(value),
        Relation::Greater => *from = (*from).max(value + 1),
        Relation::LessEqual => at_most(to, value),
        Relation::Less => at_most(to, value - 1),
        Relation::Equal => {
            *from = (*from).max(value);
            at_most(to, value);
        }
        _ => return None,
    }
    Some(())
}

/// The lines in one direction, each with the set of its values.
struct LineSets {
    from: u64,
    to: Option<u64>,
    step: Vec<u64>,
    /// How far back in the table one step is.
    back: usize,
    /// Every line has exactly one tuple whose component here is below the step.
    pivot: usize,
    /// For each component: what a tuple's number of its line grows by, and what keeps it from being negative.
    radix: Vec<(usize, u64)>,
    count: usize,
    bits: Vec<u64>,
    /// How many words at the beginning of each set are full, at least.
    full: Vec<u32>,
}

impl LineSets {
    fn new(line: &Direction, sides: &[u64]) -> LineSets {
        // The last component runs in the inner loop, where the number of a line should just count up.
        let pivot = line.step.iter().position(|&one| one > 0).expect("a direction leads somewhere");
        let far = sides[pivot] / line.step[pivot];
        let mut radix = vec![(0, 0); sides.len()];
        let mut count = 1usize;
        for place in (0..sides.len()).rev() {
            let shift = if place == pivot { 0 } else { far.saturating_mul(line.step[place]) };
            let size =
                if place == pivot { line.step[place] } else { (sides[place] + 1).saturating_add(shift) };
            radix[place] = (count, shift);
            count = count.saturating_mul(usize::try_from(size).unwrap_or(usize::MAX));
        }
        let back = sides
            .iter()
            .zip(&line.step)
            .fold(0, |back, (side, one)| back * (*side as usize + 1) + *one as usize);
        LineSets {
            from: line.from,
            to: line.to.filter(|&to| to < far),
            step: line.step.clone(),
            back,
            pivot,
            radix,
            count,
            bits: Vec::new(),
            full: Vec::new(),
        }
    }

    /// The number of the line of the first tuple of a row, and by how much it grows along the row (modulo a period).
    fn first_of_row(&self, tuple: &[u64]) -> usize {
        let steps = tuple[self.pivot] / self.step[self.pivot];
        tuple.iter().enumerate().fold(0, |number, (place, &value)| {
            let (radix, shift) = self.radix[place];
            number + radix * (value + shift - steps * self.step[place]) as usize
        })
    }

    /// The number of the line that meets the row in its tuple at `last`.
    #[inline(always)]
    fn line(&self, first: usize, last: usize) -> usize {
        if self.pivot + 1 == self.step.len() {
            first + last % self.step[self.pivot] as usize
        } else {
            first + last
        }
    }

    #[inline(always)]
    fn insert(&mut self, line: usize, value: u32, words: usize) {
        let start = line * words;
        self.bits[start + value as usize / 64] |= 1 << (value % 64);
        let full = &mut self.full[line];
        while (*full as usize) < words && self.bits[start + *full as usize] == u64::MAX {
            *full += 1;
        }
    }

    #[inline(always)]
    fn remove(&mut self, line: usize, value: u32, words: usize) {
        let word = value / 64;
        self.bits[line * words + word as usize] &= !(1 << (value % 64));
        self.full[line] = self.full[line].min(word);
    }

    /// How many steps can be taken from a tuple.
    fn room(&self, tuple: &[u64]) -> u64 {
        let steps = tuple.iter().zip(&self.step).filter(|(_, one)| **one > 0).map(|(value, one)| value / one);
        steps.min().unwrap_or(0)
    }
}

struct Table<'a> {
    sides: &'a [u64],
    values: Vec<u32>,
    /// Words of every set; no set holds a value beyond.
    words: usize,
    sets: Vec<LineSets>,
    /// Directions without sets, looked up step by step.
    stepped: Vec<LineSets>,
    /// Bytes that sets may use.
    room: u64,
}

impl Table<'_> {
    /// Gives every set so many words, and gives up the sets that are too many for that.
    fn widen(&mut self, words: usize) {
        let bytes = |set: &LineSets| (set.count as u64).saturating_mul(8 * words as u64 + 4);
        while self.sets.iter().fold(0, |sum: u64, set| sum.saturating_add(bytes(set))) > self.room {
            let most = (0..self.sets.len()).max_by_key(|&place| self.sets[place].count).expect("some set");
            let LineSets { bits, full, .. } = &mut self.sets[most];
            (*bits, *full) = (Vec::new(), Vec::new());
            self.stepped.push(self.sets.remove(most));
        }
        for set in &mut self.sets {
            let mut wider = vec![0; set.count * words];
            for (line, old) in set.bits.chunks_exact(self.words).enumerate() {
                wider[line * words..][..self.words].copy_from_slice(old);
            }
            set.bits = wider;
            set.full.resize(set.count, 0);
        }
        self.words = words;
    }

    /// Appends the values of a row, whose first tuple is given.
    fn row(&mut self, first: &[u64], steps: &[Vec<u64>], pulse: &mut Pulse<'_>) -> Result<(), StopReason> {
        let last_place = first.len() - 1;
        // The steps that the leading components allow, with how far back they lead and the least last component.
        let legal = steps.iter().filter(|step| (0..last_place).all(|place| step[place] <= first[place]));
        let single: Vec<(usize, u64)> = legal
            .map(|step| {
                let back = self
                    .sides
                    .iter()
                    .zip(step)
                    .fold(0, |back, (side, one)| back * (*side as usize + 1) + *one as usize);
                (back, step[last_place])
            })
            .collect();
        let mut numbers: Vec<usize> = self.sets.iter().map(|set| set.first_of_row(first)).collect();
        let plain = self.sets.iter().all(|set| set.from == 1 && set.to.is_none());
        let mut looked_up = Vec::with_capacity(single.len());
        let mut tuple = first.to_vec();
        for last in 0..=self.sides[last_place] {
            tuple[last_place] = last;
            if !plain {
                self.slide(&tuple, &numbers);
            }
            looked_up.clear();
            let here = self.values.len();
            let reached = single.iter().filter(|(_, least)| *least <= last);
            looked_up.extend(reached.map(|(back, _)| self.values[here - back]));
            for line in &self.stepped {
                let times = line.from..=line.to.unwrap_or(u64::MAX).min(line.room(&tuple));
                looked_up.extend(times.map(|times| self.values[here - line.back * times as usize]));
            }
            pulse.beats(1 + looked_up.len() as u64)?;
            let value = self.mex(&numbers, last as usize, &looked_up);
            self.values.push(value);
            // One word more than any value needs, so that a search always ends inside.
            if value as usize / 64 + 1 >= self.words {
                self.widen(2 * (value as usize / 64 + 1));
                numbers = self.sets.iter().map(|set| set.first_of_row(first)).collect();
            }
            for (set, &number) in self.sets.iter_mut().zip(&numbers) {
                if set.from == 1 {
                    let line = set.line(number, last as usize);
                    set.insert(line, value, self.words);
                }
            }
        }
        Ok(())
    }

    /// Lets values into the sets that were too near before, and out of those that are too far now.
    fn slide(&mut self, tuple: &[u64], numbers: &[usize]) {
        let here = self.values.len();
        for (set, &number) in self.sets.iter_mut().zip(numbers) {
            let line = set.line(number, tuple[tuple.len() - 1] as usize);
            let room = set.room(tuple);
            if set.from > 1 && room >= set.from {
                set.insert(line, self.values[here - set.back * set.from as usize], self.words);
            }
            if let Some(to) = set.to.filter(|&to| room > to) {
                set.remove(line, self.values[here - set.back * (to as usize + 1)], self.words);
            }
        }
    }

    /// The first value in none of the sets of the lines, and not looked up.
    #[inline(always)]
    fn mex(&self, numbers: &[usize], last: usize, looked_up: &[u32]) -> u32 {
        let mut word = 0;
        for (set, &number) in self.sets.iter().zip(numbers) {
            word = word.max(set.full[set.line(number, last)] as usize);
        }
        loop {
            let mut seen = 0u64;
            if word < self.words {
                for (set, &number) in self.sets.iter().zip(numbers) {
                    seen |= set.bits[set.line(number, last) * self.words + word];
                }
            }
            for &value in looked_up.iter().filter(|&&value| value as usize / 64 == word) {
                seen |= 1 << (value % 64);
            }
            if seen != u64::MAX {
                return (word * 64) as u32 + seen.trailing_ones();
            }
            word += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::limits::Limits;
    use crate::game::reference;
    use crate::rule::Ruleset;
    use crate::rule::play::Tuples;
    use proptest::prelude::*;
    use std::collections::HashMap;

    fn moves(text: &str) -> Option<LineMoves> {
        LineMoves::of(Ruleset::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).program())
    }

    /// Compares the table with the reference, tuple by tuple.
    fn agrees(text: &str, sides: &[u64]) {
        let rules = Ruleset::parse(text).expect("a rule");
        let moves = LineMoves::of(rules.program()).unwrap_or_else(|| panic!("{text}: not along lines"));
        let limits = Limits::default();
        let values = moves.fill(sides, &mut Pulse::new(&limits)).expect("small");
        let (game, mut known) = (Tuples::new(&rules), HashMap::new());
        for (index, &value) in values.iter().enumerate() {
            let mut rest = index as u64;
            let mut tuple: Vec<u64> = sides
                .iter()
                .rev()
                .map(|side| {
                    let digit = rest % (side + 1);
                    rest /= side + 1;
                    digit
                })
                .collect();
            tuple.reverse();
            let expected = reference::grundy(&game, &tuple, &mut known).expect("it ends");
            assert_eq!(u64::from(value), expected, "{text} {tuple:?} of {sides:?}");
        }
    }

    #[test]
    fn rules_along_lines_are_seen() {
        for (text, lines, steps) in [
            ("(a, b) -> (a-k, b) where k > 0 ; (a, b) -> (a, b-k) where k >= 1", 2, 0),
            ("(a, b) -> (k, b) where k < a ; (a, b) -> (a, k) where k < b", 2, 0),
            ("(a, b) -> (a-2*k, b-k) where k > 0", 1, 0),
            ("(a, b) -> (a-k, b) where 1 <= k <= 3 ; (a, b) -> (a-1, b-2)", 0, 4),
            ("(a, b) -> (a-k, b) where 1 <= k <= 30 ; (a, b) -> (a-k, b) where k >= 7", 2, 0),
            ("(a, b) -> (a-k, b-k) where k in {1, 4, 6}", 0, 3),
        ] {
            let found = moves(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((found.lines.len(), found.steps.len()), (lines, steps), "{text}");
        }
        for text in [
            "(a, b) -> (a-k, b) where k > 0, a > b",
            "(a, b) -> (a-k, b) where 0 < k <= b",
            "(a, b) -> (a-k, b+k) where k > 0",
            "(a, b) -> (a-k*k, b) where k > 0",
            "(a, b) -> (a-k, b-j) where k > 0, j > 0",
            "(a, b) -> (a-k, b) where k > 0, k odd",
            "(a, b) -> (c, b), (a, d) where c < a, d < b",
            "(a, b) -> (a-k, b) where 10 <= k <= 40",
        ] {
            assert_eq!(moves(text), None, "{text}");
        }
    }

    #[test]
    fn three_components_and_long_sides() {
        let three = "(a, b, c) -> (a-k, b, c) where k > 0 ; (a, b, c) -> (a, b-k, c) where k > 0 ; (a, b, c) -> (a, b, c-k) where k > 0 ; (a, b, c) -> (a-k, b-k, c) where k > 0 ; (a, b, c) -> (a-k, b-k, c-2*k) where k > 0";
        agrees(three, &[5, 4, 6]);
        agrees(three, &[0, 9, 1]);
        let queen = "(a, b) -> (a-k, b) where k > 0 ; (a, b) -> (a, b-k) where k > 0 ; (a, b) -> (a-k, b-k) where k > 0";
        agrees(queen, &[20, 3]);
        agrees(queen, &[3, 90]);
    }

    /// So long that the sets of the short lines are given up on the way.
    #[test]
    fn long_tables_look_up_their_short_lines() {
        let nim = moves("(a, b) -> (a-k, b) where k > 0 ; (a, b) -> (a, b-k) where 0 < k < 1000000000");
        for sides in [[2, 5000], [5000, 2]] {
            let nim = nim.clone().expect("lines");
            let values = nim.fill(&sides, &mut Pulse::new(&Limits::default())).expect("memory");
            let row = sides[1] as usize + 1;
            let differs =
                values.iter().enumerate().position(|(i, &value)| value as usize != (i / row) ^ (i % row));
            assert_eq!(differs, None, "{sides:?}");
        }
        let late = "(a, b) -> (a-k, b) where k >= 2 ; (a, b) -> (a, b-k) where k > 0 ; (a, b) -> (a-k, b-k) where 0 < k < 20";
        agrees(late, &[2, 300]);
        agrees(late, &[300, 2]);
    }

    #[test]
    fn limits_are_kept() {
        let rook = moves("(a, b) -> (a-k, b) where k > 0 ; (a, b) -> (a, b-k) where k > 0").expect("lines");
        let limits = Limits { memory: 1000, ..Limits::default() };
        assert_eq!(rook.fill(&[99, 99], &mut Pulse::new(&limits)), Err(StopReason::MemoryLimit));
        let limits = Limits { poll: &|_| Some(StopReason::TimeLimit), ..Limits::default() };
        assert_eq!(rook.fill(&[9, 100_000], &mut Pulse::new(&limits)), Err(StopReason::TimeLimit));
    }

    fn clause() -> impl Strategy<Value = String> {
        let steps = (0..3u32, 0..3u32).prop_filter("a direction", |steps| *steps != (0, 0));
        let bound = prop_oneof![
            3 => Just("k > 0".to_owned()),
            1 => (2..5u32).prop_map(|least| format!("k >= {least}")),
            1 => (1..14u32).prop_map(|most| format!("1 <= k <= {most}")),
            1 => (1..4u32, 1..9u32).prop_map(|(a, b)| format!("k in {{{a}, {b}}}")),
        ];
        (steps, bound).prop_map(|((a, b), bound)| format!("(a, b) -> (a - {a}*k, b - {b}*k) where {bound}"))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn tables_are_those_of_the_reference(
            clauses in prop::collection::vec(clause(), 1..4), a in 0u64..24, b in 0u64..24
        ) {
            agrees(&clauses.join(" ; "), &[a, b]);
        }
    }
}
