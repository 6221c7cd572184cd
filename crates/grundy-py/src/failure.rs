//! Why there is no answer, as a Python exception of `grundy.errors`.

use grundy::report::error as report;
use grundy::{Error, StopReason};
use grundy_cli::rendered;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// The exception of this name with its arguments.
fn exception<A>(py: Python<'_>, name: &str, arguments: A) -> PyErr
where
    A: for<'py> IntoPyObject<'py, Target = pyo3::types::PyTuple> + for<'py> pyo3::call::PyCallArgs<'py>,
{
    let made = || -> PyResult<PyErr> {
        let class = py.import("grundy.errors")?.getattr(name)?.cast_into::<PyType>()?;
        Ok(PyErr::from_value(class.call1(arguments)?))
    };
    made().unwrap_or_else(|error| error)
}

/// The exception of an error of the library; `position` is the text of the position, if it may be about one.
pub fn raise(py: Python<'_>, error: &Error, position: Option<&str>) -> PyErr {
    let hint = error.hint();
    match error {
        Error::Rule(_) => {
            exception(py, "RuleError", (rendered(error, None), report::object(error, hint, None).to_string()))
        }
        Error::Position(wrong) => {
            exception(py, "PositionError", (rendered(error, position), wrong.message.clone(), wrong.column))
        }
        Error::Stopped { reason, .. } => stopped(py, &error.to_string(), *reason),
        other => exception(py, "GameError", (report::message(other), hint.map(str::to_owned))),
    }
}

/// The exception of a limit.
pub fn stopped(py: Python<'_>, message: &str, reason: StopReason) -> PyErr {
    let reason = serde_json::to_value(reason).ok().and_then(|value| Some(value.as_str()?.to_owned()));
    exception(py, "Stopped", (message.to_owned(), reason.unwrap_or_default()))
}

/// The exception of a failure of the command's own: files, and games that are read from them.
pub fn refused(py: Python<'_>, failure: &grundy_cli::Failure) -> PyErr {
    match failure {
        grundy_cli::Failure::Library(error, position) => raise(py, error, position.as_deref()),
        other => exception(py, "GameError", (other.message(), other.hint().map(str::to_owned))),
    }
}

/// The exception of anything else that is wrong with an argument.
pub fn wrong(message: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}
