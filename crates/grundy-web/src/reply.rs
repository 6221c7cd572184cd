//! What goes back: an answer, or why there is none, each as JSON with the status that fits.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy::Error;
use grundy::report::error as report;
use serde::Serialize;

/// An answer.
#[derive(Debug)]
pub struct Reply {
    /// What it is.
    pub kind: &'static str,
    /// The answer itself.
    pub body: Vec<u8>,
}

impl Reply {
    /// A JSON object, and a line end as the command prints it.
    ///
    /// # Errors
    /// Never for objects of this project, which have text for keys.
    pub fn json(value: &impl Serialize) -> Result<Reply, Refused> {
        let mut body = serde_json::to_vec(value).map_err(|_| Refused::Broken)?;
        body.push(b'\n');
        Ok(Reply { kind: "application/json", body })
    }
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        with_kind(StatusCode::OK, self.kind, self.body)
    }
}

fn with_kind(status: StatusCode, kind: &'static str, body: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Refused {
    /// The library says why.
    Library(Error),
    /// The request says something that cannot be.
    Input {
        /// What is wrong.
        message: String,
        /// A way out.
        hint: Option<String>,
        /// Line and column, from 1.
        place: Option<(usize, usize)>,
    },
    /// Another status with a message of its own.
    Status(StatusCode, &'static str),
    /// Too much is being worked on.
    Busy,
    /// A defect of the server.
    Broken,
}

impl From<Error> for Refused {
    fn from(error: Error) -> Refused {
        Refused::Library(error)
    }
}

impl Refused {
    /// Something that cannot be.
    pub fn input(message: impl Into<String>, hint: Option<String>) -> Refused {
        Refused::Input { message: message.into(), hint, place: None }
    }

    /// The status and the object.
    pub fn parts(&self) -> (StatusCode, serde_json::Value) {
        let plain = |message: &str| report::plain(message, None, (None, None));
        match self {
            Refused::Library(error) => (StatusCode::BAD_REQUEST, report::object(error, error.hint(), None)),
            Refused::Input { message, hint, place } => {
                let place = (place.map(|place| place.0), place.map(|place| place.1));
                (StatusCode::BAD_REQUEST, report::plain(message, hint.as_deref(), place))
            }
            Refused::Status(status, message) => (*status, plain(message)),
            Refused::Busy => (StatusCode::SERVICE_UNAVAILABLE, plain("the server is busy")),
            Refused::Broken => (StatusCode::INTERNAL_SERVER_ERROR, plain("the server failed to answer")),
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let (status, object) = self.parts();
        let mut response = with_kind(status, "application/json", format!("{object}\n").into_bytes());
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
