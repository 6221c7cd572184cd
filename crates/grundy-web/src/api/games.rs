//! `/api/rule`: what the box shows while one types. `/api/games`: the catalogue.

use crate::query::Query;
use crate::reply::{Refused, Reply};
use grundy::Limits;
use grundy::catalogue::search;
use grundy::report;

/// The rule in words, its class and engine, or what is wrong with it; a sequence is recognised.
pub fn rule(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    Reply::json(&report::rule::object(query.need("game")?, limits))
}

/// The games that match all words.
pub fn games(query: &Query, _: &Limits<'_>) -> Result<Reply, Refused> {
    let words = query.get("q").unwrap_or_default().split_whitespace();
    Reply::json(&report::games::list(&search(&words.map(str::to_owned).collect::<Vec<_>>())))
}
