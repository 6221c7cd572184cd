//! Games written in Python: an object with a method `options`.
//!
//! Positions are any hashable objects. Each is numbered when it is first met, by a Python dictionary, and the engines see nothing
//! but the numbers. `options` is called once for a position as long as the game lives; what it returned is kept.

use crate::failure::wrong;
use grundy::game::engine::{Engine, Method};
use grundy::game::notation::Notation;
use grundy::game::solver::Solver;
use grundy::game::sum::canonical;
use grundy::game::theory::Theory;
use grundy::game::{Game, Part, Parts, Visit};
use grundy::value::mex;
use grundy::{Failure, InputError, Pulse, StopReason};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::borrow::Cow;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The number of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Numbered(pub u32);

/// What a move leaves: nearly always one position, which needs no list.
enum Leaves {
    One(Numbered),
    Several(Parts<Numbered>),
}

/// The moves of a position.
type Moves = Arc<[Leaves]>;

/// What is known of a position.
struct Met {
    object: Py<PyAny>,
    options: Option<Moves>,
    /// The one that all that play alike are searched as.
    representative: Option<Numbered>,
}

/// A game that Python tells the moves of.
pub struct Calls {
    options: Py<PyAny>,
    text: Py<PyAny>,
    canonical: Option<Py<PyAny>>,
    /// The class of sums.
    sum: Py<PyAny>,
    rule: String,
    loopy: bool,
    numbers: Py<PyDict>,
    met: Mutex<Vec<Met>>,
    raised: Mutex<Option<PyErr>>,
}

impl fmt::Debug for Calls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Calls {{ {} }}", self.rule)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Calls {
    /// The game of an object of `grundy.PythonGame`.
    pub fn new(game: &Bound<'_, PyAny>, loopy: bool) -> PyResult<Calls> {
        let py = game.py();
        let canonical = game.getattr("canonical")?;
        Ok(Calls {
            options: game.getattr("options")?.unbind(),
            text: game.getattr("text")?.unbind(),
            canonical: (!canonical.is_none()).then(|| canonical.unbind()),
            sum: py.import("grundy.own")?.getattr("Sum")?.unbind(),
            rule: game.getattr("rule")?.extract()?,
            loopy,
            numbers: PyDict::new(py).unbind(),
            met: Mutex::new(Vec::new()),
            raised: Mutex::new(None),
        })
    }

    /// What Python raised while it was called.
    pub fn raised(&self) -> Option<PyErr> {
        locked(&self.raised).take()
    }

    /// The components of a position: several for a sum.
    pub fn components(&self, position: &Bound<'_, PyAny>) -> PyResult<Vec<Numbered>> {
        if !self.is_sum(position) {
            return Ok(vec![self.number(position)?]);
        }
        let parts = position.getattr("parts")?.cast_into::<PyTuple>()?;
        parts.iter().map(|part| self.number(&part)).collect()
    }

    fn is_sum(&self, position: &Bound<'_, PyAny>) -> bool {
        position.get_type().is(self.sum.bind(position.py()))
    }

    /// The objects of components: one, or the parts of a sum.
    pub fn object<'py>(&self, py: Python<'py>, components: &[Numbered]) -> PyResult<Bound<'py, PyAny>> {
        let met = locked(&self.met);
        let objects = components.iter().map(|number| met[number.0 as usize].object.clone_ref(py));
        let objects: Vec<Py<PyAny>> = objects.collect();
        drop(met);
        match <[Py<PyAny>; 1]>::try_from(objects) {
            Ok([object]) => Ok(object.into_bound(py)),
            Err(objects) => self.sum.bind(py).call1((PyList::new(py, objects)?,)),
        }
    }

    /// The number of a position, a new one for a new position.
    fn number(&self, object: &Bound<'_, PyAny>) -> PyResult<Numbered> {
        let numbers = self.numbers.bind(object.py());
        if let Some(known) = numbers.get_item(object)? {
            return Ok(Numbered(known.extract()?));
        }
        let mut met = locked(&self.met);
        let number = u32::try_from(met.len()).map_err(|_| wrong("more than 2^32 positions"))?;
        met.push(Met { object: object.clone().unbind(), options: None, representative: None });
        drop(met);
        numbers.set_item(object, number)?;
        Ok(Numbered(number))
    }

    /// What each move of a position leaves.
    fn moves(&self, position: Numbered) -> PyResult<Moves> {
        if let Some(known) = &locked(&self.met)[position.0 as usize].options {
            return Ok(Arc::clone(known));
        }
        let found = Python::attach(|py| {
            let object = locked(&self.met)[position.0 as usize].object.clone_ref(py);
            let options = self.options.bind(py).call1((object,))?;
            let leaves = |option: PyResult<Bound<'_, PyAny>>| {
                let option = option?;
                Ok(match self.is_sum(&option) {
                    true => Leaves::Several(canonical(&self.components(&option)?)),
                    false => Leaves::One(self.number(&option)?),
                })
            };
            match options.cast::<PyList>() {
                Ok(list) => list.iter().map(Ok).map(leaves).collect::<PyResult<Moves>>(),
                Err(_) => options.try_iter()?.map(leaves).collect(),
            }
        })?;
        locked(&self.met)[position.0 as usize].options = Some(Arc::clone(&found));
        Ok(found)
    }

    /// The representative by the method `canonical`.
    fn represented(&self, position: Numbered, canonical: &Py<PyAny>) -> PyResult<Numbered> {
        if let Some(known) = locked(&self.met)[position.0 as usize].representative {
            return Ok(known);
        }
        let found = Python::attach(|py| {
            let object = locked(&self.met)[position.0 as usize].object.clone_ref(py);
            self.number(&canonical.bind(py).call1((object,))?)
        })?;
        locked(&self.met)[position.0 as usize].representative = Some(found);
        Ok(found)
    }

    /// Keeps what was raised; the engines stop with these words.
    fn failed(&self, error: PyErr) -> Failure {
        let message = format!("the game raised {error}");
        *locked(&self.raised) = Some(error);
        Failure::Refused { message, hint: None }
    }
}

/// A game that several questions hold.
#[derive(Debug, Clone)]
pub struct Own(pub Arc<Calls>);

impl Game for Own {
    type Component = Numbered;

    fn options(
        &self,
        component: &Numbered,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Numbered>,
    ) -> Result<ControlFlow<()>, Failure> {
        let moves = self.0.moves(*component).map_err(|error| self.0.failed(error))?;
        for leaves in &*moves {
            pulse.beat()?;
            let seen = match leaves {
                Leaves::One(component) => visit(&[Part { component: *component, copies: 1 }]),
                Leaves::Several(parts) => visit(parts),
            };
            if seen.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Notation for Own {
    fn read(&self, text: &str) -> Result<Vec<Numbered>, InputError> {
        Err(InputError::at(text, 0, "positions of this game are objects", "hand in the object itself"))
    }

    fn write(&self, components: &[Numbered]) -> String {
        components.iter().map(|component| self.component(component)).collect::<Vec<_>>().join(" + ")
    }

    fn component(&self, component: &Numbered) -> String {
        let written = Python::attach(|py| {
            let object = locked(&self.0.met)[component.0 as usize].object.clone_ref(py);
            self.0.text.bind(py).call1((object,))?.extract()
        });
        written.unwrap_or_else(|error: PyErr| {
            let _ = self.0.failed(error);
            format!("position {}", component.0)
        })
    }

    fn length(&self, components: &[Numbered]) -> usize {
        components.len() * 8
    }
}

impl Theory for Own {
    fn rule(&self) -> String {
        self.0.rule.clone()
    }

    fn representative(&self, component: &Numbered) -> Numbered {
        let Some(canonical) = &self.0.canonical else { return *component };
        self.0.represented(*component, canonical).unwrap_or_else(|error| {
            // The same call fails again where the engines can say so.
            let _ = self.0.failed(error);
            *component
        })
    }

    fn is_plain(&self) -> bool {
        self.0.canonical.is_none()
    }

    fn is_loopy(&self) -> bool {
        self.0.loopy
    }

    fn solver(&self, _: &[Numbered], method: Method) -> Option<Box<dyn Solver<Numbered> + '_>> {
        let wanted = method == Method::Auto && !self.0.loopy;
        wanted.then(|| Box::new(NumberTable { game: self, values: Vec::new(), known: 0 }) as Box<_>)
    }
}

/// The values of positions by their numbers: each position that can be reached is looked at once, its options first.
struct NumberTable<'a> {
    game: &'a Own,
    values: Vec<u32>,
    known: u64,
}

/// Not yet looked at, and being looked at: no position has so many options.
const UNKNOWN: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 1;

/// A position whose options are being looked at.
struct Visited {
    position: Numbered,
    moves: Moves,
    next: usize,
    /// The values of the options so far.
    seen: Vec<u32>,
}

impl NumberTable<'_> {
    fn get(&self, position: Numbered) -> u32 {
        self.values.get(position.0 as usize).copied().unwrap_or(UNKNOWN)
    }

    fn set(&mut self, position: Numbered, value: u32) {
        let place = position.0 as usize;
        if place >= self.values.len() {
            self.values.resize((place + 1).max(2 * self.values.len()), UNKNOWN);
        }
        self.values[place] = value;
    }

    /// The value of an option, or a part of it that has none yet.
    fn value_of(&self, leaves: &Leaves) -> Result<u32, Numbered> {
        let one = |position: Numbered| {
            let position = self.game.representative(&position);
            Some(self.get(position)).filter(|&value| value < OPEN).ok_or(position)
        };
        match leaves {
            Leaves::One(position) => one(*position),
            Leaves::Several(parts) => parts.iter().try_fold(0, |sum, part| {
                Ok(sum ^ if part.copies % 2 == 1 { one(part.component)? } else { 0 })
            }),
        }
    }

    fn open(
        &mut self,
        position: Numbered,
        stack: &mut Vec<Visited>,
        pulse: &Pulse<'_>,
    ) -> Result<(), Failure> {
        if self.get(position) == OPEN {
            return Err(Failure::Cycle);
        }
        self.known += 1;
        if self.known > pulse.limits().positions_kept() {
            return Err(StopReason::PositionLimit.into());
        }
        let moves = self.game.0.moves(position).map_err(|error| self.game.0.failed(error))?;
        self.set(position, OPEN);
        stack.push(Visited { position, moves, next: 0, seen: Vec::new() });
        Ok(())
    }

    /// Works out everything that a position can become.
    fn close(
        &mut self,
        position: Numbered,
        stack: &mut Vec<Visited>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Failure> {
        self.open(position, stack, pulse)?;
        while let Some(top) = stack.last_mut() {
            let Some(leaves) = top.moves.get(top.next) else {
                let value = mex(top.seen.iter().map(|&value| u64::from(value)));
                let position = top.position;
                stack.pop();
                self.set(position, value as u32);
                continue;
            };
            pulse.beat()?;
            match self.value_of(leaves) {
                Ok(value) => {
                    top.seen.push(value);
                    top.next += 1;
                }
                Err(part) => self.open(part, stack, pulse)?,
            }
        }
        Ok(())
    }
}

impl Solver<Numbered> for NumberTable<'_> {
    fn prepare(&mut self, components: &[Numbered], pulse: &mut Pulse<'_>) -> Result<(), Failure> {
        components.iter().try_for_each(|component| self.value(component, pulse).map(drop))
    }

    fn value(&mut self, component: &Numbered, pulse: &mut Pulse<'_>) -> Result<u64, Failure> {
        let position = self.game.representative(component);
        if self.get(position) >= OPEN {
            let mut stack = Vec::new();
            let closed = self.close(position, &mut stack, pulse);
            // What was left open can be asked about again.
            stack.iter().for_each(|visited| self.set(visited.position, UNKNOWN));
            closed?;
        }
        Ok(self.get(position).into())
    }

    fn is_table(&self) -> bool {
        true
    }

    fn look_up(&self, component: &Numbered) -> Option<u64> {
        let value = self.get(self.game.representative(component));
        (value < OPEN).then(|| value.into())
    }

    fn engine(&self) -> (Engine, Cow<'static, str>) {
        (
            Engine::Memo,
            "every position that can be reached was looked at once, its moves told by Python".into(),
        )
    }
}
