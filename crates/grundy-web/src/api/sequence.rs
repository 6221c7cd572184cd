//! `/api/seq`, `/api/seq.csv`, `/api/seq.bfile`, `/api/plot.svg` and `/api/period`: what `grundy seq` and `grundy period` print.

use crate::query::Query;
use crate::reply::{Pieces, Refused, Reply};
use grundy::NamedGame;
use grundy::ask::Heading;
use grundy::ask::explain_failure;
use grundy::engine::heap::period::{default_limit, find_from};
use grundy::engine::heap::run::Run;
use grundy::engine::heap::{Sequence, prefix};
use grundy::engine::system;
use grundy::report::plot::Plot;
use grundy::report::{period as period_report, sequence as report};
use grundy::{Limits, StopReason};
use std::io::Write;

/// Most values of one reply.
const MOST: u64 = 1_000_000;
/// The largest heap that a search for a period looks at.
const FARTHEST: u64 = 10_000_000;

/// Values of consecutive heaps.
struct Values {
    first: u64,
    values: Vec<u64>,
    found: Sequence,
    stop: StopReason,
}

/// The values of a game on heaps, or of a kind of heaps, and what is said of it.
fn values<'a>(
    game: &'a NamedGame,
    query: &Query,
    limits: &Limits<'_>,
) -> Result<(Heading<'a>, Values), Refused> {
    let count = query.number("n", 100, MOST)?;
    let first = query.number("from", 0, u64::MAX)?;
    let Some(last) = first.checked_add(count.saturating_sub(1)) else {
        return Err(Refused::input("heaps end at 2^64 - 1", None));
    };
    let (heading, found): (Heading<'a>, Sequence) = match game.on_kind("sequence", query.get("kind"))? {
        Some(game) => {
            let found = system::sequence(game.system, game.kind, last, limits);
            (game.into(), found.map_err(|failure| game.explain_failure(failure))?)
        }
        None => {
            let game = game.on_heaps("sequence")?;
            let found = prefix(game.rules, last, limits);
            (game.into(), found.map_err(|failure| explain_failure(Some(game.rules), failure))?)
        }
    };
    let there = found.len().map_or(u64::MAX, |length| length.saturating_sub(first));
    let mut values = Vec::new();
    found.iter(first, count.min(there)).for_all(|value| values.push(value));
    let stop = if (values.len() as u64) < count { found.stop } else { StopReason::Done };
    Ok((heading, Values { first, values, found, stop }))
}

/// The values as `seq --json` prints them.
pub fn json(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    let game = NamedGame::read(query.need("game")?)?;
    let (heading, Values { first, values, found, stop }) = values(&game, query, limits)?;
    let mut body = Pieces::default();
    let mut write = || {
        write!(body, "{}", report::head(heading, first))?;
        for (index, value) in values.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(body, "{comma}{value}")?;
        }
        writeln!(body, "{}", report::tail(found.engine, &found.reason, stop))
    };
    write().map_err(|_| Refused::Broken)?;
    Ok(Reply { kind: "application/json", body })
}

/// The values, one a line behind its heap.
fn lines(query: &Query, limits: &Limits<'_>, head: &str, separator: char) -> Result<Pieces, Refused> {
    let game = NamedGame::read(query.need("game")?)?;
    let (_, Values { first, values, .. }) = values(&game, query, limits)?;
    let mut body = Pieces::default();
    let mut write = || {
        write!(body, "{head}")?;
        let mut rows = values.iter().zip(first..=u64::MAX);
        rows.try_for_each(|(value, heap)| writeln!(body, "{heap}{separator}{value}"))
    };
    write().map_err(|_| Refused::Broken)?;
    Ok(body)
}

/// `n,grundy`.
pub fn csv(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    Ok(Reply { kind: "text/csv; charset=utf-8", body: lines(query, limits, "n,grundy\n", ',')? })
}

/// `n a(n)`, as the OEIS has it.
pub fn bfile(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    Ok(Reply { kind: "text/plain; charset=utf-8", body: lines(query, limits, "", ' ')? })
}

/// The values as a picture.
pub fn plot(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    let game = NamedGame::read(query.need("game")?)?;
    let (heading, Values { first, values, .. }) = values(&game, query, limits)?;
    let narrow: Option<Vec<u32>> = values.iter().map(|&value| u32::try_from(value).ok()).collect();
    let narrow = narrow.ok_or_else(|| Refused::input("values beyond 32 bits cannot be drawn", None))?;
    let title = format!("Grundy values of {}", heading.name);
    let plot = Plot { title: &title, axis: "g(n)", first, values: &narrow };
    Ok(Reply { kind: "image/svg+xml", body: plot.svg().into() })
}

/// The period, proved or only seen.
pub fn period(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    let game = NamedGame::read(query.need("game")?)?;
    let listed = query.flag("exceptions")?;
    let most = if listed { MOST as usize } else { 0 };
    if let Some(game) = game.on_kind("period", query.get("kind"))? {
        let limit = query.number("limit", system::period::default_limit(game.system), FARTHEST)?;
        let found = system::period::find(game.system, game.kind, limit, limits)
            .map_err(|failure| game.explain_failure(failure))?;
        let exceptions = period_report::Exceptions::of(&found.own, most);
        return Reply::json(&period_report::object(game, &found.own, exceptions.as_ref(), listed, None));
    }
    let game = game.on_heaps("period")?;
    let limit = query.number("limit", default_limit(game.rules), FARTHEST)?;
    let finding = find_from(game.rules, Run::new(game.rules), limit, limits, &mut |_| Ok(()))
        .map_err(|failure| explain_failure(Some(game.rules), failure))?;
    let exceptions = period_report::Exceptions::of(&finding, most);
    Reply::json(&period_report::object(game, &finding, exceptions.as_ref(), listed, None))
}
