//! What goes back: an answer, or why there is none, each as JSON with the status that fits.

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use grundy::Error;
use grundy::report::error as report;
use serde::Serialize;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::io::{self, Write};

/// Bytes of a piece of an answer.
const PIECE: usize = 64 << 10;

/// Bytes of an answer that is worth the time it takes to give its memory back.
const LARGE: usize = 1 << 20;

/// The text of an answer in pieces: none is copied when the text grows, and each is freed when it is sent.
#[derive(Debug, Default)]
pub struct Pieces {
    full: Vec<Bytes>,
    last: Vec<u8>,
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.last.len() >= PIECE {
            self.full.push(std::mem::take(&mut self.last).into());
        }
        let taken = bytes.len().min(PIECE - self.last.len());
        self.last.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<T: Into<Vec<u8>>> From<T> for Pieces {
    fn from(whole: T) -> Pieces {
        Pieces { full: Vec::new(), last: whole.into() }
    }
}

impl Pieces {
    /// All of it in one piece.
    pub fn whole(self) -> Vec<u8> {
        let mut whole = self.full.concat();
        whole.extend(self.last);
        whole
    }

    fn len(&self) -> usize {
        self.full.iter().map(Bytes::len).sum::<usize>() + self.last.len()
    }

    fn body(self) -> Body {
        if self.full.is_empty() {
            return Body::from(self.last);
        }
        let is_large = self.len() >= LARGE;
        let sending = Sending { pieces: self.full.into_iter().chain([self.last.into()]).collect(), is_large };
        Body::from_stream(stream::iter(sending.map(Ok::<Bytes, Infallible>)))
    }
}

/// Pieces on their way: when the last of many is sent, or nobody takes them any more, their memory is given back to the system.
struct Sending {
    pieces: VecDeque<Bytes>,
    is_large: bool,
}

impl Iterator for Sending {
    type Item = Bytes;

    fn next(&mut self) -> Option<Bytes> {
        self.pieces.pop_front()
    }
}

impl Drop for Sending {
    fn drop(&mut self) {
        self.pieces.clear();
        if self.is_large {
            grundy::give_back_memory();
        }
    }
}

/// An answer.
#[derive(Debug)]
pub struct Reply {
    /// What it is.
    pub kind: &'static str,
    /// The answer itself.
    pub body: Pieces,
}

impl Reply {
    /// A JSON object, and a line end as the command prints it.
    ///
    /// # Errors
    /// Never for objects of this project, which have text for keys.
    pub fn json(value: &impl Serialize) -> Result<Reply, Refused> {
        let mut body = Pieces::default();
        serde_json::to_writer(&mut body, value).map_err(|_| Refused::Broken)?;
        body.write_all(b"\n").map_err(|_| Refused::Broken)?;
        Ok(Reply { kind: "application/json", body })
    }
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        with_kind(StatusCode::OK, self.kind, self.body)
    }
}

fn with_kind(status: StatusCode, kind: &'static str, body: Pieces) -> Response {
    let length = body.len();
    let mut response = Response::new(body.body());
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
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
        let mut response = with_kind(status, "application/json", format!("{object}\n").into());
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_the_text() {
        let text: Vec<u8> = (0..3 * PIECE + 7).map(|index| index as u8).collect();
        for step in [1, 1000, PIECE, text.len()] {
            let mut pieces = Pieces::default();
            text.chunks(step).for_each(|part| pieces.write_all(part).expect("room"));
            assert_eq!((pieces.full.len(), pieces.len()), (3, text.len()), "{step}");
            assert!(pieces.full.iter().all(|piece| piece.len() == PIECE));
            assert_eq!(pieces.whole(), text, "{step}");
        }
    }
}
