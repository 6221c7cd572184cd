//! Tables of anything: a grid over `{a}` and `{b}` of values, outcomes or remoteness.
//!
//! The P-positions of Wythoff's game lie along two rays whose slopes are the golden section and its inverse; a table shows
//! that at once, and much about other games. Every cell is a position that a template makes, asked about with one solver for
//! all ([`super::family`]). Where the template is a plain tuple of a rule about tuples, the table behind the rule is read
//! directly, without a position for each cell; that costs little more than the table itself.
//!
//! ```
//! use grundy::ask::family::{FamilyEntry, What};
//! use grundy::ask::table::{TableGrid, table};
//! use grundy::rule::template::Template;
//! use grundy::{NamedGame, Question};
//!
//! let template = Template::parse("{a},{b}", &["a", "b"])?;
//! let grid = TableGrid { template: &template, a: 0..=2, b: Some(0..=3) };
//! let found = table(&NamedGame::read("wythoff")?, &grid, What::Value, &Question::default())?;
//! assert_eq!(found.row(1), [1, 2, 0, 4].map(FamilyEntry::Grundy));
//! assert_eq!(found.lost(), [vec![0, 0], vec![1, 2], vec![2, 1]]);
//! # Ok::<(), grundy::Error>(())
//! ```

use super::asked::explain_failure;
use super::family::{FamilyAnswers, FamilyEntry, What, answers};
use super::named::NamedGame;
use super::rules::TupleRules;
use super::solve::Question;
use crate::base::error::{Error, Failure};
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::engine::tuple::TupleValues;
use crate::game::Convention;
use crate::game::engine::Engine;
use crate::game::position::{Position, Tuple};
use crate::rule::Ruleset;
use crate::rule::template::Template;
use crate::rule::term::Term;
use crate::value::Outcome;
use std::ops::RangeInclusive;

/// The variables of a table.
pub const VARIABLES: [&str; 2] = ["a", "b"];
/// Bytes that a position of a table may take beside its entry.
const BYTES_EACH: u64 = 200;

/// Which positions are asked for.
#[derive(Debug, Clone)]
pub struct TableGrid<'a> {
    /// The family.
    pub template: &'a Template,
    /// The rows.
    pub a: RangeInclusive<u64>,
    /// The columns, where there are any.
    pub b: Option<RangeInclusive<u64>>,
}

/// A table, row by row.
#[derive(Debug, Clone)]
pub struct PositionTable {
    /// What its entries are.
    pub what: What,
    /// Normal or misère play.
    pub convention: Convention,
    /// The rows.
    pub a: RangeInclusive<u64>,
    /// The columns, where there are any.
    pub b: Option<RangeInclusive<u64>>,
    /// The entries.
    pub entries: Vec<FamilyEntry>,
    /// The engine that found the last of them.
    pub engine: Engine,
    /// Why that engine.
    pub reason: String,
    /// [`StopReason::Done`], or what left entries unknown.
    pub stop: StopReason,
}

fn length(range: &RangeInclusive<u64>) -> u64 {
    if range.is_empty() { 0 } else { (range.end() - range.start()).saturating_add(1) }
}

impl TableGrid<'_> {
    fn columns(&self) -> u64 {
        self.b.as_ref().map_or(1, length)
    }

    /// How many cells there are, if entries of this many bytes have room.
    fn cells(&self, bytes: u64, limits: &Limits<'_>) -> Result<u64, Error> {
        let cells = length(&self.a).checked_mul(self.columns());
        let fits = |&cells: &u64| limits.check_memory(cells, bytes).is_ok();
        cells.filter(fits).ok_or_else(|| super::stopped(StopReason::MemoryLimit))
    }

    /// The values of the variables in each cell.
    fn frames(&self) -> impl Iterator<Item = [i128; 2]> + '_ {
        let columns = self.b.clone().unwrap_or(0..=0);
        self.a.clone().flat_map(move |a| columns.clone().map(move |b| [a.into(), b.into()]))
    }

    /// Refuses a template whose variables are not those of the grid.
    fn check(&self) -> Result<(), Error> {
        let text = self.template.text();
        let [a, b] = VARIABLES.map(|name| self.template.mentions(name));
        let (message, hint) = match (a, b, &self.b) {
            (true, true, Some(_)) | (true, false, None) => return Ok(()),
            (false, ..) => {
                (format!("the template `{text}` does not hold `a` in braces"), "such as `{a},{b}`")
            }
            (true, true, None) => {
                (format!("the template `{text}` holds `b`, which has no range"), "`--b 0..20`")
            }
            (true, false, Some(_)) => {
                (format!("the template `{text}` does not hold `b` in braces"), "without `--b`, or `{a},{b}`")
            }
        };
        Err(Error::game(message, Some(hint.to_owned())))
    }
}

impl PositionTable {
    /// How many columns a row has.
    pub fn columns(&self) -> usize {
        self.b.as_ref().map_or(1, length) as usize
    }

    /// A row by its place.
    pub fn row(&self, index: usize) -> &[FamilyEntry] {
        &self.entries[index * self.columns()..][..self.columns()]
    }

    /// Its rows; with one variable, each has one entry.
    pub fn rows(&self) -> impl Iterator<Item = (u64, &[FamilyEntry])> {
        self.a.clone().zip(self.entries.chunks(self.columns().max(1)))
    }

    /// The variables of each P-position.
    pub fn lost(&self) -> Vec<Vec<u64>> {
        let normal = self.convention == Convention::Normal;
        let is_lost = |entry: &FamilyEntry| match entry {
            FamilyEntry::Grundy(value) => *value == 0,
            FamilyEntry::Outcome(outcome) => *outcome == Outcome::P,
            FamilyEntry::Difference(difference) => *difference < 0,
            // Under normal play a lost position ends after an even number of moves, under misère play after an odd one.
            FamilyEntry::Remoteness(Some(moves)) => (moves % 2 == 0) == normal,
            FamilyEntry::Infinity(_)
            | FamilyEntry::Remoteness(None)
            | FamilyEntry::Unknown
            | FamilyEntry::Absent => false,
        };
        let columns = || self.b.clone().unwrap_or(0..=0);
        let cell = |a, b| if self.b.is_some() { vec![a, b] } else { vec![a] };
        let cells = self.a.clone().flat_map(|a| columns().map(move |b| cell(a, b)));
        let lost = cells.zip(&self.entries).filter(|(_, entry)| is_lost(entry));
        lost.map(|(cell, _)| cell).collect()
    }

    /// How many entries are no position.
    pub fn absent(&self) -> usize {
        self.entries.iter().filter(|entry| **entry == FamilyEntry::Absent).count()
    }
}

/// A table of positions.
///
/// # Errors
/// When the template does not fit, no cell is a position, a move makes no progress, or the memory does not suffice.
pub fn table(
    game: &NamedGame,
    grid: &TableGrid<'_>,
    what: What,
    question: &Question<'_>,
) -> Result<PositionTable, Error> {
    grid.check()?;
    grid.cells(size_of::<FamilyEntry>() as u64, &question.limits)?;
    let direct = question.convention == Convention::Normal && what != What::Remoteness;
    let found = match game.ruleset().filter(|_| direct).and_then(|rules| TupleCells::of(rules, grid)) {
        Some(cells) => cells.entries(what, &question.limits)?,
        None => None,
    };
    let FamilyAnswers { entries, engine, reason, stop } = match found {
        Some(found) => found,
        None => by_positions(game, grid, what, question)?,
    };
    let (a, b) = (grid.a.clone(), grid.b.clone());
    Ok(PositionTable { what, convention: question.convention, a, b, entries, engine, reason, stop })
}

/// Every cell as a position of its own.
fn by_positions(
    game: &NamedGame,
    grid: &TableGrid<'_>,
    what: What,
    question: &Question<'_>,
) -> Result<FamilyAnswers, Error> {
    let cells = grid.cells(BYTES_EACH, &question.limits)? as usize;
    let mut pulse = Pulse::new(&question.limits);
    let (mut positions, mut places, mut refused) = (Vec::new(), Vec::new(), None);
    for (place, frame) in grid.frames().enumerate() {
        pulse.beat().map_err(super::stopped)?;
        match position(game, grid.template, frame) {
            Ok(position) => {
                positions.push(position);
                places.push(place);
            }
            Err(error) => refused = refused.or(Some(error)),
        }
    }
    if let Some(error) = refused.filter(|_| positions.is_empty()) {
        return Err(error);
    }
    let found = answers(game, &positions, what, question)?;
    let mut entries = vec![FamilyEntry::Absent; cells];
    let known = found.entries.into_iter().map(Some).chain(std::iter::repeat(None));
    for (place, entry) in places.into_iter().zip(known) {
        entries[place] = entry.unwrap_or(FamilyEntry::Unknown);
    }
    Ok(FamilyAnswers { entries, ..found })
}

/// The position of a cell.
fn position(game: &NamedGame, template: &Template, frame: [i128; 2]) -> Result<Position, Error> {
    let Some(text) = template.fill(&frame) else {
        let message = format!("the template `{}` is no position anywhere in this table", template.text());
        return Err(Error::game(message, Some("numbers in it are negative or have no value".to_owned())));
    };
    game.parse(&text).map_err(|error| {
        let hint = error.hint().map(str::to_owned);
        Error::game(format!("`{text}`: {error}"), hint)
    })
}

/// Cells that are single tuples of a rule about tuples.
struct TupleCells<'a> {
    rules: &'a Ruleset,
    grid: &'a TableGrid<'a>,
    terms: Vec<Term>,
}

impl<'a> TupleCells<'a> {
    fn of(rules: &'a Ruleset, grid: &'a TableGrid<'a>) -> Option<TupleCells<'a>> {
        let terms = grid.template.tuple()?;
        (rules.arity() > 1 && terms.len() == rules.arity()).then_some(TupleCells { rules, grid, terms })
    }

    /// Writes the tuple of a cell; `None` where it is none.
    #[inline]
    fn write(&self, frame: &[i128; 2], tuple: &mut Tuple) -> Option<()> {
        for (place, term) in tuple.iter_mut().zip(&self.terms) {
            let number = match term {
                Term::Slot(slot) => frame[*slot],
                other => other.evaluate(frame).ok()?,
            };
            *place = u64::try_from(number).ok()?;
        }
        Some(())
    }

    /// The least box that holds all cells; `None` where a cell is no tuple.
    fn corner(&self) -> Option<Tuple> {
        let (mut tuple, mut corner) = (vec![0; self.terms.len()], vec![0; self.terms.len()]);
        let plain = self.terms.iter().all(|term| matches!(term, Term::Slot(_) | Term::Integer(_)));
        let last = [*self.grid.a.end(), self.grid.b.as_ref().map_or(0, |b| *b.end())].map(i128::from);
        let mut grow = |frame: &[i128; 2]| {
            self.write(frame, &mut tuple)?;
            corner.iter_mut().zip(&tuple).for_each(|(most, &number)| *most = number.max(*most));
            Some(())
        };
        if plain {
            grow(&last)?;
        } else {
            self.grid.frames().try_for_each(|frame| grow(&frame))?;
        }
        Some(corner)
    }

    /// The entries, if one table holds all cells.
    fn entries(&self, what: What, limits: &Limits<'_>) -> Result<Option<FamilyAnswers>, Error> {
        if self.grid.cells(1, limits)? == 0 {
            return Ok(None);
        }
        let Some(corner) = self.corner() else { return Ok(None) };
        let values = match TupleRules::new(self.rules).values(std::slice::from_ref(&corner), limits) {
            Ok(values) => values,
            // What has no table may still be asked about cell by cell.
            Err(Failure::Stopped(StopReason::MemoryLimit | StopReason::PositionLimit)) => return Ok(None),
            Err(failure) => return Err(explain_failure(Some(self.rules), failure)),
        };
        Ok(self.read(&values, what).map(|entries| FamilyAnswers {
            entries,
            engine: values.engine,
            reason: values.reason,
            stop: StopReason::Done,
        }))
    }

    fn read(&self, values: &TupleValues, what: What) -> Option<Vec<FamilyEntry>> {
        let mut tuple = vec![0; self.terms.len()];
        let entry = |value| match what {
            What::Value | What::Remoteness => FamilyEntry::Grundy(value),
            What::Outcome => FamilyEntry::Outcome(if value == 0 { Outcome::P } else { Outcome::N }),
        };
        let mut entries = Vec::with_capacity((length(&self.grid.a) * self.grid.columns()) as usize);
        for frame in self.grid.frames() {
            self.write(&frame, &mut tuple)?;
            entries.push(entry(values.value(&tuple)?));
        }
        Some(entries)
    }
}

/// The values of the pairs `(a, b)` with both numbers from 0 to `size`.
///
/// # Errors
/// When the game is not played on pairs, a move makes no progress, or the limits do not suffice.
pub fn pairs(game: &NamedGame, size: u64, limits: &Limits<'_>) -> Result<PositionTable, Error> {
    if game.ruleset().is_none_or(|rules| rules.arity() != 2) {
        return Err(Error::game(format!("`{}` is not played on pairs of numbers", game.name), None));
    }
    let template = Template::parse("{a},{b}", &VARIABLES)?;
    let grid = TableGrid { template: &template, a: 0..=size, b: Some(0..=size) };
    let found = table(game, &grid, What::Value, &Question { limits: *limits, ..Question::default() })?;
    if found.stop == StopReason::Done { Ok(found) } else { Err(super::stopped(found.stop)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::solve;
    use crate::game::reference;
    use crate::rule::play::Tuples;
    use std::collections::HashMap;

    fn read(game: &str) -> NamedGame {
        NamedGame::read(game).expect(game)
    }

    fn ask(
        game: &str,
        template: &str,
        a: u64,
        b: Option<u64>,
        what: What,
        convention: Convention,
    ) -> PositionTable {
        let template = Template::parse(template, &VARIABLES).expect(template);
        let grid = TableGrid { template: &template, a: 0..=a, b: b.map(|b| 0..=b) };
        table(&read(game), &grid, what, &Question { convention, ..Question::default() }).expect(game)
    }

    #[test]
    fn every_pair_has_the_value_of_the_slow_solver() {
        let growing = "(a, b) -> (a - 1, b + 1) where a > 0 ; (a, b) -> (a, b - 1) where b > 0";
        for name in [
            "wythoff",
            "euclid",
            "king",
            "(a, b) -> (a - 1, b); (a, b) -> (a, b - k) where 0 < k < 3",
            growing,
        ] {
            let game = read(name);
            let rules = game.ruleset().expect("a rule").clone();
            let mut known = HashMap::new();
            let found = pairs(&game, 7, &Limits::default()).expect("small");
            for (a, row) in found.rows() {
                for (b, value) in row.iter().enumerate() {
                    let pair = vec![a, b as u64];
                    let slow = reference::grundy(&Tuples::new(&rules), &pair, &mut known).expect("small");
                    assert_eq!(*value, FamilyEntry::Grundy(slow), "{name} {pair:?}");
                }
            }
        }
        assert!(pairs(&read("nim"), 3, &Limits::default()).is_err());
    }

    /// Tables of every kind of game and both conventions agree with `solve`, also where cells are no positions.
    #[test]
    fn cells_are_what_solve_says() {
        let tables = [
            ("wythoff", "{a},{a+b}"),
            ("wythoff", "({b},{a}) (1,2)"),
            ("wythoff", "{a},{b-a}"),
            ("nim", "{a} {b}"),
            ("kayles", "{a} {2*b} 1"),
            ("cram", "{a}x{b}"),
            ("chomp", "{a}x{b}"),
            ("(a,b,c) -> (a-1,b,c) ; (a,b,c) -> (a,b-1,c-1) ; (a,b,c) -> (a,b,c-2)", "{a},4,{b}"),
        ];
        for (name, text) in tables {
            let (game, template) = (read(name), Template::parse(text, &VARIABLES).expect(text));
            for convention in [Convention::Normal, Convention::Misere] {
                let found = ask(name, text, 4, Some(5), What::Outcome, convention);
                let values = (convention == Convention::Normal)
                    .then(|| ask(name, text, 4, Some(5), What::Value, convention));
                assert_eq!(found.entries.len(), 30, "{name} {text}");
                let question = Question { convention, ..Question::default() };
                for (a, row) in found.rows() {
                    for (b, entry) in row.iter().enumerate() {
                        let filled = template.fill(&[a.into(), b as i128]);
                        let Some(position) = filled.and_then(|text| game.parse(&text).ok()) else {
                            assert_eq!(*entry, FamilyEntry::Absent, "{name} {text} {a} {b}");
                            continue;
                        };
                        let alone = solve(&game, position, &question).expect("small");
                        assert_eq!(
                            *entry,
                            FamilyEntry::Outcome(alone.outcome),
                            "{name} {text} {a} {b} {convention}"
                        );
                        if let Some(values) = &values {
                            let value = alone.grundy.map_or(FamilyEntry::Unknown, FamilyEntry::Grundy);
                            assert_eq!(values.row(a as usize)[b], value, "{name} {text} {a} {b}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn lost_positions_are_the_same_whatever_is_asked() {
        for (name, text) in [("wythoff", "{a},{b}"), ("nim", "{a} {b} 1"), ("kayles", "{a} {b}")] {
            let lost = |what| ask(name, text, 6, Some(6), what, Convention::Normal).lost();
            assert_eq!(lost(What::Value), lost(What::Outcome), "{name}");
            assert_eq!(lost(What::Value), lost(What::Remoteness), "{name}");
            let misere = |what| ask(name, text, 6, Some(6), what, Convention::Misere).lost();
            assert_eq!(misere(What::Outcome), misere(What::Remoteness), "{name}");
        }
        assert_eq!(ask("nim", "{a}", 3, None, What::Value, Convention::Normal).lost(), [vec![0]]);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let refused = |text: &str, b: Option<u64>, memory| {
            let template = Template::parse(text, &VARIABLES).expect(text);
            let grid = TableGrid { template: &template, a: 0..=1000, b: b.map(|b| 0..=b) };
            let limits = Limits { memory, ..Limits::default() };
            table(&read("wythoff"), &grid, What::Value, &Question { limits, ..Question::default() })
                .expect_err(text)
                .to_string()
        };
        assert!(refused("{b},1", Some(3), 1 << 30).contains("does not hold `a`"));
        assert!(refused("{a},{b}", None, 1 << 30).contains("no range"));
        assert!(refused("{a},3", Some(3), 1 << 30).contains("does not hold `b`"));
        assert!(refused("{a},{b}", Some(1000), 1000).contains("would not fit"));
        assert!(refused("{a},{b-9}", Some(3), 1 << 30).contains("no position anywhere"));
    }
}
