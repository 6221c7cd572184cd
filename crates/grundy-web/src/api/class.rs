//! `/api/class`: where a class finds this server. `/api/qr.svg`: a text as a QR code, for a projector.

use crate::App;
use crate::query::Query;
use crate::reply::{Refused, Reply};
use axum::extract::{RawQuery, State};
use grundy::report::class as report;
use std::sync::Arc;

/// The address that other machines can open, or that there is none.
pub async fn about(State(app): State<Arc<App>>) -> Result<Reply, Refused> {
    Reply::json(&report::object(app.class.as_deref()))
}

/// A text as a picture of dark squares on light ones, with the quiet zone that readers need.
pub async fn qr(RawQuery(text): RawQuery) -> Result<Reply, Refused> {
    qr_of(&text.unwrap_or_default())
}

/// The same, from the query.
pub fn qr_of(query: &str) -> Result<Reply, Refused> {
    let query = Query::read(query, &["text"])?;
    let code = crate::qr::Code::new(query.need("text")?)
        .ok_or_else(|| Refused::input("the text is too long for a QR code", None))?;
    Ok(Reply { kind: "image/svg+xml", body: code.svg().into() })
}
