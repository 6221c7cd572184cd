//! A game and the questions that can be put to it.

use crate::failure::{raise, refused, stopped, wrong};
use crate::own::{Calls, Numbered, Own};
use crate::watch::{Terms, run};
use grundy::ask::explain::{position as argument, rule as explained_rule};
use grundy::ask::explain_failure;
use grundy::ask::family::{FamilyEntry, What, answers};
use grundy::ask::guess::periodic::eventual_period;
use grundy::ask::moves::survey;
use grundy::ask::play::history::history;
use grundy::ask::play::opponent::{Level, choose};
use grundy::ask::play::puzzle::puzzle;
use grundy::ask::play::random::Random;
use grundy::ask::play::remoteness::Map;
use grundy::ask::sequence::{FamilyTerms, VARIABLE, sequence};
use grundy::ask::solve::method::{Method, solve_by};
use grundy::ask::table::{TableGrid, VARIABLES, table};
use grundy::engine::heap::period::{default_limit, find_from};
use grundy::engine::heap::run::Run;
use grundy::engine::heap::{Sequence, prefix};
use grundy::engine::misere::heaps::{DEFAULT_LIMIT, DEFAULT_ORDER, Goal, QuotientEnd, find as find_quotient};
use grundy::engine::misere::presentation::Presentation;
use grundy::engine::misere::system as misere_system;
use grundy::engine::system::{self, period as system_period};
use grundy::game::answer::Solved as Answer;
use grundy::game::position::Position;
use grundy::proof::certificate::certify;
use grundy::proof::certificate::quotient::QuotientCertificate;
use grundy::proof::certificate::system::SystemCertificate;
use grundy::report::heat_map::HeatMap;
use grundy::report::period::Exceptions;
use grundy::report::{
    explain as explain_report, graph as graph_report, misere as misere_report, moves as moves_report,
    period as period_report, play as play_report, rule as rule_report, table as table_report,
};
use grundy::rule::template::Template;
use grundy::{Convention, Error, Failure, Limits, NamedGame, Pulse, Question, StopReason};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyList, PyString};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a chunk of positions may take before what is known is handed back.
const CHUNK: Duration = Duration::from_millis(50);
/// Most cells of a table that is drawn.
const DRAWN: usize = 1 << 16;
/// Terms of a family that are looked at for a period unless told otherwise.
const FAMILY_TERMS: u64 = 100;
/// Exceptions of a period that are listed.
const EXCEPTIONS: usize = 100_000;

fn convention(misere: bool) -> Convention {
    if misere { Convention::Misere } else { Convention::Normal }
}

/// A game that can be asked about.
#[pyclass(module = "grundy._native", frozen)]
#[derive(Debug)]
pub struct Game {
    game: NamedGame,
    own: Option<Arc<Calls>>,
}

/// The answer to a question about a position.
#[pyclass(module = "grundy._native", frozen)]
#[derive(Debug)]
pub struct Solved(Answer);

#[pymethods]
impl Solved {
    /// N, P or D.
    #[getter]
    fn outcome(&self) -> String {
        self.0.outcome.to_string()
    }

    /// first, second or draw.
    #[getter]
    fn winner(&self) -> String {
        serde_json::to_value(self.0.outcome.winner())
            .ok()
            .and_then(|winner| Some(winner.as_str()?.to_owned()))
            .unwrap_or_default()
    }

    /// The value, where it is one number.
    #[getter]
    fn grundy(&self) -> Option<u64> {
        match &self.0.loopy {
            Some(loopy) => loopy.value.as_ref().and_then(|value| value.finite()),
            None => self.0.grundy,
        }
    }

    /// Why it ended.
    #[getter]
    fn stop(&self) -> String {
        serde_json::to_value(self.0.stop)
            .ok()
            .and_then(|stop| Some(stop.as_str()?.to_owned()))
            .unwrap_or_default()
    }

    /// The whole answer.
    fn json(&self) -> PyResult<String> {
        serde_json::to_string(&self.0).map_err(wrong)
    }
}

/// Values as they go to Python: the first index, the numbers as a list or as bytes of so many each, why they end, the engine.
type Values<'py> = (u64, Bound<'py, PyAny>, u32, String, String);

#[pymethods]
impl Game {
    /// A game by its name, code, rule or file.
    #[new]
    fn new(py: Python<'_>, text: &str, loopy: bool) -> PyResult<Game> {
        let game = grundy_cli::read_game(text, loopy).map_err(|failure| refused(py, &failure))?;
        Ok(Game { game, own: None })
    }

    /// A game that Python tells the moves of.
    #[staticmethod]
    fn own(name: &str, game: &Bound<'_, PyAny>, loopy: bool) -> PyResult<Game> {
        let calls = Arc::new(Calls::new(game, loopy)?);
        Ok(Game { game: NamedGame::native(name, Own(Arc::clone(&calls))), own: Some(calls) })
    }

    #[getter]
    fn name(&self) -> &str {
        &self.game.name
    }

    #[getter]
    fn rule(&self) -> String {
        self.game.rule()
    }

    /// heaps, tuples, or what else positions are drawn as.
    #[getter]
    fn kind(&self) -> &'static str {
        rule_report::kind(&self.game)
    }

    #[getter]
    fn notes(&self) -> Vec<String> {
        self.game.notes()
    }

    /// Title, source and examples of a game of the catalogue.
    fn info(&self) -> Option<(String, String, String, Vec<String>)> {
        let info = self.game.known_as()?;
        Some((info.title.clone(), info.source.clone(), info.about.clone(), info.positions.clone()))
    }

    /// Solves a position.
    #[pyo3(signature = (position, misere, method=None, terms=None))]
    fn solve(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        misere: bool,
        method: Option<&str>,
        terms: Option<Terms>,
    ) -> PyResult<Solved> {
        let position = self.position(position)?;
        let method: Method = method.unwrap_or("auto").parse().map_err(wrong)?;
        let convention = convention(misere);
        let solved = self.ask(py, terms, |limits| {
            solve_by(&self.game, position, method, &Question { convention, limits: *limits })
        })?;
        Ok(Solved(solved))
    }

    /// Solves positions until some time is over; returns an answer, or an exception, for each of the first ones.
    #[pyo3(signature = (positions, from, misere, terms=None))]
    fn solve_chunk<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyList>,
        from: usize,
        misere: bool,
        terms: Option<Terms>,
    ) -> PyResult<Bound<'py, PyList>> {
        let convention = convention(misere);
        let texts: Vec<PyResult<Position>> =
            positions.iter().skip(from).map(|position| self.position(&position)).collect();
        let game = &self.game;
        let found = run(py, terms, |limits| {
            let start = Instant::now();
            let mut found = Vec::with_capacity(texts.len());
            for position in texts {
                let question = Question { convention, limits: *limits };
                found.push(position.map(|position| grundy::solve(game, position, &question)));
                if start.elapsed() > CHUNK {
                    break;
                }
            }
            found
        })?;
        let answers = PyList::empty(py);
        for (index, answer) in found.into_iter().enumerate() {
            match answer {
                Ok(Ok(solved)) => answers.append(Bound::new(py, Solved(solved))?)?,
                Ok(Err(error)) => {
                    let text = positions.get_item(from + index)?;
                    answers.append(self.raise(py, &error, text.extract().ok()).into_value(py))?;
                }
                Err(error) => answers.append(error.into_value(py))?,
            }
        }
        Ok(answers)
    }

    /// Every move.
    #[pyo3(signature = (position, misere, terms=None))]
    fn moves(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        misere: bool,
        terms: Option<Terms>,
    ) -> PyResult<String> {
        let (position, convention) = (self.position(position)?, convention(misere));
        let found = self.ask(py, terms, |limits| {
            survey(&self.game, &position, &Question { convention, limits: *limits })
        })?;
        Ok(moves_report::survey(&self.game, &position.to_string(), convention, &found).to_string())
    }

    /// The answer as an argument; without a position, the rule in words.
    #[pyo3(signature = (position, misere, terms=None))]
    fn explain(
        &self,
        py: Python<'_>,
        position: Option<&Bound<'_, PyAny>>,
        misere: bool,
        terms: Option<Terms>,
    ) -> PyResult<(String, String)> {
        let Some(position) = position else {
            let explanation = explained_rule(&self.game);
            return Ok((explanation.to_string(), explain_report::rule(&self.game, &explanation).to_string()));
        };
        let (position, convention) = (self.position(position)?, convention(misere));
        let (solved, explanation) = self.ask(py, terms, |limits| {
            let solved = grundy::solve(&self.game, position, &Question { convention, limits: *limits })?;
            let explanation = argument(&self.game, &solved, limits)?;
            Ok((solved, explanation))
        })?;
        Ok((explanation.to_string(), explain_report::position(&solved, &explanation).to_string()))
    }

    /// Values of heaps, or of the positions of a template.
    #[pyo3(signature = (count, first, template, kind, misere, array, terms=None))]
    #[expect(clippy::too_many_arguments, reason = "one question with all its parts")]
    fn values<'py>(
        &self,
        py: Python<'py>,
        count: u64,
        first: Option<u64>,
        template: Option<&str>,
        kind: Option<&str>,
        misere: bool,
        array: bool,
        terms: Option<Terms>,
    ) -> PyResult<Values<'py>> {
        let single = self.game.rules.system().is_some() || self.game.on_heaps("sequence").is_ok();
        let written = match template {
            None if misere && single => Some(kind.map_or("{n}".to_owned(), |kind| format!("{kind}({{n}})"))),
            other => other.map(str::to_owned),
        };
        let Some(text) = written else { return self.heap_values(py, count, first, kind, array, terms) };
        let template = Template::parse(&text, &[VARIABLE])
            .map_err(|error| raise(py, &Error::from(error), Some(&text)))?;
        let (what, convention) = (if misere { What::Outcome } else { What::Value }, convention(misere));
        let found = self.ask(py, terms, |limits| {
            let asked = FamilyTerms { template: &template, first, count };
            sequence(&self.game, &asked, what, &Question { convention, limits: *limits })
        })?;
        let list = entries(py, &found.answers.entries)?;
        let (stop, engine) = (stop_name(found.answers.stop), found.answers.engine.to_string());
        Ok((found.first, list.into_any(), 0, stop, engine))
    }

    /// Values, outcomes or remoteness of positions, with one solver for all.
    #[pyo3(signature = (positions, what, misere, terms=None))]
    fn answers<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyList>,
        what: &str,
        misere: bool,
        terms: Option<Terms>,
    ) -> PyResult<(Bound<'py, PyList>, String)> {
        let positions: Vec<Position> =
            positions.iter().map(|position| self.position(&position)).collect::<PyResult<_>>()?;
        let what: What = what.parse().map_err(wrong)?;
        let convention = convention(misere);
        let found = self.ask(py, terms, |limits| {
            answers(&self.game, &positions, what, &Question { convention, limits: *limits })
        })?;
        Ok((entries(py, &found.entries)?, stop_name(found.stop)))
    }

    /// The period, and its certificate where there is one.
    #[pyo3(signature = (limit, kind, template, terms=None))]
    fn period<'py>(
        &self,
        py: Python<'py>,
        limit: Option<u64>,
        kind: Option<&str>,
        template: Option<&str>,
        terms: Option<Terms>,
    ) -> PyResult<(String, Option<Bound<'py, PyBytes>>)> {
        if let Some(text) = template {
            return Ok((self.family_period(py, limit, text, terms)?, None));
        }
        let kind = self.game.on_kind("period", kind).map_err(|error| raise(py, &error, None))?;
        let (object, certificate) = match kind {
            Some(kind) => self.ask(py, terms, |limits| {
                let limit = limit.unwrap_or_else(|| system_period::default_limit(kind.system));
                let found = system_period::find(kind.system, kind.kind, limit, limits)
                    .map_err(|failure| kind.explain_failure(failure))?;
                let claim = SystemCertificate::new(kind.system, kind.kind, &found);
                let exceptions = Exceptions::of(&found.own, EXCEPTIONS);
                let object = period_report::object(kind, &found.own, exceptions.as_ref(), true, None);
                Ok((object.to_string(), claim.map(|claim| claim.to_bytes())))
            })?,
            None => {
                let game = self.game.on_heaps("period").map_err(|error| raise(py, &error, None))?;
                self.ask(py, terms, |limits| {
                    let limit = limit.unwrap_or_else(|| default_limit(game.rules));
                    let explain = |failure: Failure| explain_failure(Some(game.rules), failure);
                    let found = find_from(game.rules, Run::new(game.rules), limit, limits, &mut |_| Ok(()))
                        .map_err(explain)?;
                    let proof = found.proved().then(|| certify(game.rules, &found, &mut Pulse::new(limits)));
                    let proof = proof.transpose().map_err(|reason| explain(reason.into()))?.flatten();
                    let exceptions = Exceptions::of(&found, EXCEPTIONS);
                    let object = period_report::object(game, &found, exceptions.as_ref(), true, None);
                    Ok((object.to_string(), proof.map(|proof| proof.to_bytes())))
                })?
            }
        };
        Ok((object, certificate.map(|bytes| PyBytes::new(py, &bytes))))
    }

    /// Genus and misère quotient, with the certificate.
    #[pyo3(signature = (heaps, limit, max_order, kind, terms=None))]
    fn misere<'py>(
        &self,
        py: Python<'py>,
        heaps: Option<u64>,
        limit: Option<u64>,
        max_order: Option<usize>,
        kind: Option<&str>,
        terms: Option<Terms>,
    ) -> PyResult<(String, Option<Bound<'py, PyBytes>>)> {
        const WHAT: &str = "misère quotient";
        let goal = Goal {
            limit: heaps.or(limit).unwrap_or(DEFAULT_LIMIT),
            exactly: heaps.is_some(),
            max_order: max_order.unwrap_or(DEFAULT_ORDER),
        };
        let ended = |end: &QuotientEnd| match end {
            QuotientEnd::Stopped(reason) => grundy::ask::stopped(*reason),
            _ => grundy::ask::stopped(StopReason::PositionLimit),
        };
        let kind = self.game.on_kind(WHAT, kind).map_err(|error| raise(py, &error, None))?;
        if let Some(kind) = kind {
            let object = self.ask(py, terms, |limits| {
                let found = misere_system::find(kind.system, &[kind.kind], &goal, limits)
                    .map_err(|failure| kind.explain_failure(failure))?;
                let found = found.ok_or_else(|| {
                    Error::game(format!("`{}` is no system of octal type", kind.name), None)
                })?;
                if found.sizes() == 0 {
                    return Err(ended(&found.end));
                }
                let genera = found.genera(limits).unwrap_or_default();
                Ok(misere_report::system(kind, &found, &genera, &Presentation::of(&found.quotient))
                    .to_string())
            })?;
            return Ok((object, None));
        }
        let game = self.game.on_heaps(WHAT).map_err(|error| raise(py, &error, None))?;
        let (object, bytes) = self.ask(py, terms, |limits| {
            let found = find_quotient(game.rules, &goal, limits)
                .map_err(|failure| explain_failure(Some(game.rules), failure))?;
            if found.heaps() == 0 {
                return Err(ended(&found.end));
            }
            let genera = found.genera(limits).unwrap_or_default();
            let shown = Presentation::of(&found.quotient);
            let object = misere_report::object(game, &found, &genera, &shown, None);
            Ok((object.to_string(), QuotientCertificate::new(game.rules, &found).to_bytes()))
        })?;
        Ok((object, Some(PyBytes::new(py, &bytes))))
    }

    /// A grid of values, outcomes or remoteness, with its picture while that can be looked at.
    #[pyo3(signature = (template, a, b, what, misere, terms=None))]
    #[expect(clippy::too_many_arguments, reason = "one question with all its parts")]
    fn table(
        &self,
        py: Python<'_>,
        template: &str,
        a: (u64, u64),
        b: Option<(u64, u64)>,
        what: &str,
        misere: bool,
        terms: Option<Terms>,
    ) -> PyResult<(String, Option<String>)> {
        let parsed = Template::parse(template, &VARIABLES)
            .map_err(|error| raise(py, &error.into(), Some(template)))?;
        let (what, convention): (What, _) = (what.parse().map_err(wrong)?, convention(misere));
        let grid = TableGrid { template: &parsed, a: a.0..=a.1, b: b.map(|b| b.0..=b.1) };
        let found = self.ask(py, terms, |limits| {
            table(&self.game, &grid, what, &Question { convention, limits: *limits })
        })?;
        let mut json = Vec::new();
        table_report::write_json(&mut json, &self.game, &parsed, &found, true).map_err(wrong)?;
        let title = format!("{} {}: {}", self.game.name, parsed.text(), what.name());
        let svg = (found.entries.len() <= DRAWN).then(|| HeatMap { title: &title, table: &found }.svg());
        Ok((String::from_utf8(json).map_err(wrong)?, svg))
    }

    /// The opponent's move.
    #[pyo3(signature = (position, misere, level, seed, terms=None))]
    fn play(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        misere: bool,
        level: &str,
        seed: u64,
        terms: Option<Terms>,
    ) -> PyResult<String> {
        let (position, convention) = (self.position(position)?, convention(misere));
        let level: Level = level.parse().map_err(wrong)?;
        let choice = self.ask(py, terms, |limits| {
            let question = Question { convention, limits: *limits };
            choose(&self.game, &position, &question, level, &mut Random::new(seed))
        })?;
        let asked = play_report::ServedGame { game: &self.game, convention, level, seed };
        Ok(asked.answer(&position, choice.as_ref(), None).to_string())
    }

    /// A position with exactly one winning move.
    #[pyo3(signature = (misere, level, seed, terms=None))]
    fn puzzle(
        &self,
        py: Python<'_>,
        misere: bool,
        level: &str,
        seed: u64,
        terms: Option<Terms>,
    ) -> PyResult<String> {
        let level: Level = level.parse().map_err(wrong)?;
        let convention = convention(misere);
        let made = self.ask(py, terms, |limits| {
            puzzle(&self.game, level, seed, &Question { convention, limits: *limits })
        })?;
        Ok(play_report::ServedGame { game: &self.game, convention, level, seed }.puzzle(&made).to_string())
    }

    /// Where a game was won, position by position.
    #[pyo3(signature = (positions, misere, terms=None))]
    fn history(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyList>,
        misere: bool,
        terms: Option<Terms>,
    ) -> PyResult<String> {
        let positions: Vec<Position> =
            positions.iter().map(|position| self.position(&position)).collect::<PyResult<_>>()?;
        let convention = convention(misere);
        let rows = self.ask(py, terms, |limits| {
            history(&self.game, &positions, &Question { convention, limits: *limits })
        })?;
        Ok(play_report::history(&self.game, convention, &rows).to_string())
    }

    /// The positions that can be reached, with their moves.
    #[pyo3(signature = (position, misere, most, terms=None))]
    fn graph(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        misere: bool,
        most: u64,
        terms: Option<Terms>,
    ) -> PyResult<String> {
        let (position, convention) = (self.position(position)?, convention(misere));
        let map = self.ask(py, terms, |limits| Map::new(&self.game, &position, convention, most, limits))?;
        Ok(graph_report::of_position(&self.game, &position.to_string(), convention, &map).to_string())
    }

    /// The positions that the winning moves of a game written in Python leave.
    #[pyo3(signature = (position, misere, terms=None))]
    fn winning<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        misere: bool,
        terms: Option<Terms>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let Some(own) = &self.own else { return Err(wrong("the game is not written in Python")) };
        let components = own.components(position)?;
        let convention = convention(misere);
        let found = self.ask(py, terms, |limits| {
            let after = successors(own, &components, limits)?;
            let positions: Vec<Position> =
                after.iter().map(|parts| self.game.position(parts.clone())).collect::<Result<_, Error>>()?;
            let question = Question { convention, limits: *limits };
            let found = answers(&self.game, &positions, What::Outcome, &question)?;
            if found.stop != StopReason::Done {
                return Err(grundy::ask::stopped(found.stop));
            }
            let lost = |entry: &FamilyEntry| *entry == FamilyEntry::Outcome(grundy::value::Outcome::P);
            let pairs = after.into_iter().zip(found.entries);
            Ok(pairs.filter(|(_, entry)| lost(entry)).map(|(parts, _)| parts).collect::<Vec<_>>())
        })?;
        found.iter().map(|parts| own.object(py, parts)).collect()
    }
}

/// The whole positions after each move, without repeats.
fn successors(
    own: &Arc<Calls>,
    components: &[Numbered],
    limits: &Limits<'_>,
) -> Result<Vec<Vec<Numbered>>, Error> {
    let game = Own(Arc::clone(own));
    let mut all = Vec::new();
    for (index, component) in components.iter().enumerate() {
        let options = grundy::game::distinct_options(&game, component, &mut Pulse::new(limits));
        for option in options.map_err(|failure| explain_failure(None, failure))? {
            let mut whole = components.to_vec();
            whole.splice(index..=index, grundy::game::notation::spelled(&option));
            all.push(whole);
        }
    }
    Ok(all)
}

fn stop_name(stop: StopReason) -> String {
    serde_json::to_value(stop).ok().and_then(|stop| Some(stop.as_str()?.to_owned())).unwrap_or_default()
}

/// Entries as Python values: numbers, letters, none where nothing is known.
fn entries<'py>(py: Python<'py>, entries: &[FamilyEntry]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for entry in entries {
        match entry {
            FamilyEntry::Grundy(value) => list.append(value)?,
            FamilyEntry::Difference(value) => list.append(value)?,
            FamilyEntry::Remoteness(Some(moves)) => list.append(moves)?,
            FamilyEntry::Outcome(outcome) => list.append(outcome.to_string())?,
            FamilyEntry::Infinity(value) => list.append(value.to_string())?,
            FamilyEntry::Remoteness(None) | FamilyEntry::Unknown | FamilyEntry::Absent => {
                list.append(py.None())?;
            }
        }
    }
    Ok(list)
}

impl Game {
    /// Asks the library; what Python raised meanwhile goes first.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        terms: Option<Terms>,
        work: impl FnOnce(&Limits<'_>) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        match run(py, terms, work)? {
            Ok(_) if let Some(raised) = self.own.as_ref().and_then(|own| own.raised()) => Err(raised),
            Ok(found) => Ok(found),
            Err(error) => Err(self.raise(py, &error, None)),
        }
    }

    fn raise(&self, py: Python<'_>, error: &Error, position: Option<&str>) -> PyErr {
        self.own.as_ref().and_then(|own| own.raised()).unwrap_or_else(|| raise(py, error, position))
    }

    /// A position: a text, or an object of a game written in Python.
    fn position(&self, position: &Bound<'_, PyAny>) -> PyResult<Position> {
        let py = position.py();
        if let Some(own) = &self.own {
            let components = own.components(position)?;
            return self.game.position(components).map_err(|error| self.raise(py, &error, None));
        }
        let text = position.cast::<PyString>()?.to_str()?;
        self.game.parse(text).map_err(|error| raise(py, &error, Some(text)))
    }

    /// Values of heaps, straight from the table.
    fn heap_values<'py>(
        &self,
        py: Python<'py>,
        count: u64,
        first: Option<u64>,
        kind: Option<&str>,
        array: bool,
        terms: Option<Terms>,
    ) -> PyResult<Values<'py>> {
        let first = first.unwrap_or(0);
        let last =
            first.checked_add(count.saturating_sub(1)).ok_or_else(|| wrong("heaps end at 2^64 - 1"))?;
        let found = self.heap_sequence(py, last, kind, terms)?;
        let there = found.len().map_or(u64::MAX, |length| length.saturating_sub(first)).min(count);
        let stop = if there < count { found.stop } else { StopReason::Done };
        let length = usize::try_from(there).map_err(wrong)?;
        let (list, width) = if array {
            let (array, width) = packed(py, &found, first, length)?;
            (array.into_any(), width)
        } else {
            let list = match found.to_list(first, there) {
                Some(values) => PyList::new(py, values)?,
                None => {
                    let mut values = Vec::with_capacity(length);
                    found.iter(first, there).for_all(|value| values.push(value));
                    PyList::new(py, values)?
                }
            };
            (list.into_any(), 0)
        };
        Ok((first, list, width, stop_name(stop), found.engine.to_string()))
    }

    fn heap_sequence(
        &self,
        py: Python<'_>,
        last: u64,
        kind: Option<&str>,
        terms: Option<Terms>,
    ) -> PyResult<Sequence> {
        let kind = self.game.on_kind("sequence", kind).map_err(|error| raise(py, &error, None))?;
        if let Some(kind) = kind {
            return self.ask(py, terms, |limits| {
                system::sequence(kind.system, kind.kind, last, limits)
                    .map_err(|failure| kind.explain_failure(failure))
            });
        }
        let game = self.game.on_heaps("sequence").map_err(|error| raise(py, &error, None))?;
        self.ask(py, terms, |limits| {
            prefix(game.rules, last, limits).map_err(|failure| explain_failure(Some(game.rules), failure))
        })
    }

    /// The period that a family shows, which is observed and not proved.
    fn family_period(
        &self,
        py: Python<'_>,
        limit: Option<u64>,
        text: &str,
        terms: Option<Terms>,
    ) -> PyResult<String> {
        let template =
            Template::parse(text, &[VARIABLE]).map_err(|error| raise(py, &error.into(), Some(text)))?;
        let count = limit.unwrap_or(FAMILY_TERMS).saturating_add(1);
        let found = self.ask(py, terms, |limits| {
            let asked = FamilyTerms { template: &template, first: None, count };
            sequence(&self.game, &asked, What::Value, &Question { limits: *limits, ..Question::default() })
        })?;
        let entries = &found.answers.entries;
        let values: Option<Vec<i128>> = entries.iter().map(|entry| entry.number().map(i128::from)).collect();
        let values = values.ok_or_else(|| wrong("only Grundy values have a period"))?;
        let seen =
            eventual_period(&values).filter(|seen| seen.saltus >= 0 && seen.repeats(values.len()) >= 3);
        let computed = (found.first, values.len() as u64);
        let ended = (found.answers.engine, found.answers.stop);
        Ok(period_report::observed(&self.game, template.text(), computed, seen.as_ref(), ended).to_string())
    }
}

/// Values side by side in memory that Python owns, four bytes each, or eight where they need them.
fn packed<'py>(
    py: Python<'py>,
    found: &Sequence,
    first: u64,
    length: usize,
) -> PyResult<(Bound<'py, PyByteArray>, u32)> {
    let too_many = || stopped(py, "the values would not fit", StopReason::MemoryLimit);
    let mut fits = true;
    let narrow = PyByteArray::new_with(py, length.checked_mul(4).ok_or_else(too_many)?, |bytes| {
        let mut places = bytes.chunks_exact_mut(4);
        found.iter(first, length as u64).for_all(|value| {
            fits &= value <= u64::from(u32::MAX);
            if let Some(place) = places.next() {
                place.copy_from_slice(&(value as u32).to_ne_bytes());
            }
        });
        Ok(())
    })?;
    if fits {
        return Ok((narrow, 4));
    }
    let wide = PyByteArray::new_with(py, length.checked_mul(8).ok_or_else(too_many)?, |bytes| {
        let mut places = bytes.chunks_exact_mut(8);
        found.iter(first, length as u64).for_all(|value| {
            if let Some(place) = places.next() {
                place.copy_from_slice(&value.to_ne_bytes());
            }
        });
        Ok(())
    })?;
    Ok((wide, 8))
}
