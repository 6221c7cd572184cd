//! Games written in Python: an object with a method `options`.
//!
//! Positions are any hashable objects. Each is numbered when it is first met, by a Python dictionary, and the engines see nothing
//! but the numbers. `options` is called once for a position as long as the game lives; what it returned is kept.

use crate::failure::wrong;
use grundy::game::notation::Notation;
use grundy::game::sum::canonical;
use grundy::game::theory::Theory;
use grundy::game::{Game, Parts, Visit};
use grundy::{Failure, InputError, Pulse};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The number of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Numbered(pub u32);

/// What is known of a position.
struct Met {
    object: Py<PyAny>,
    options: Option<Arc<[Parts<Numbered>]>>,
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
        if position.is_instance(self.sum.bind(position.py()))? {
            let parts = position.getattr("parts")?.cast_into::<PyTuple>()?;
            return parts.iter().map(|part| self.number(&part)).collect();
        }
        Ok(vec![self.number(position)?])
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
    fn moves(&self, position: Numbered) -> PyResult<Arc<[Parts<Numbered>]>> {
        if let Some(known) = &locked(&self.met)[position.0 as usize].options {
            return Ok(Arc::clone(known));
        }
        let found = Python::attach(|py| {
            let object = locked(&self.met)[position.0 as usize].object.clone_ref(py);
            let options = self.options.bind(py).call1((object,))?;
            let leaves = |option: PyResult<Bound<'_, PyAny>>| Ok(canonical(&self.components(&option?)?));
            options.try_iter()?.map(leaves).collect::<PyResult<Arc<[Parts<Numbered>]>>>()
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
        for parts in &*moves {
            pulse.beat()?;
            if visit(parts).is_break() {
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
}
