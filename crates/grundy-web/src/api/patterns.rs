//! `/api/table`: what `grundy table` prints about a grid of positions. `/api/guess`: what numbers look like.

use crate::query::Query;
use crate::reply::{Pieces, Refused, Reply};
use grundy::ask::family::What;
use grundy::ask::guess::guess as found_in;
use grundy::ask::table::{TableGrid, VARIABLES, table as grid_of};
use grundy::catalogue::look_alikes::look_alikes;
use grundy::report::{guess as guess_report, table as table_report};
use grundy::rule::template::Template;
use grundy::{Error, Limits, NamedGame, Question};

/// The last number of rows and columns that can be asked for.
const MOST: u64 = 200;
/// The same, unless told otherwise.
const USUAL: u64 = 20;
/// Numbers that are looked at.
const TERMS: usize = 2000;

/// Values, outcomes or remoteness over `{a}` and `{b}`.
pub fn table(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    let game = NamedGame::read(query.need("game")?)?;
    let template = Template::parse(query.need("template")?, &VARIABLES).map_err(Error::from)?;
    let convention = query.convention()?;
    let usual = if query.flag("misere")? { What::Outcome } else { What::Value };
    let what = match query.get("what") {
        None => usual,
        Some(word) => [What::Value, What::Outcome, What::Remoteness]
            .into_iter()
            .find(|what| what.name() == word)
            .ok_or_else(|| Refused::input("`what` is `value`, `outcome` or `remoteness`", None))?,
    };
    let (a, b) = (0..=query.number("a", USUAL, MOST)?, 0..=query.number("b", USUAL, MOST)?);
    let grid = TableGrid { template: &template, a, b: template.mentions("b").then_some(b) };
    let found = grid_of(&game, &grid, what, &Question { convention, limits: *limits })?;
    let mut body = Pieces::default();
    table_report::write_json(&mut body, &game, &template, &found, false).map_err(|_| Refused::Broken)?;
    Ok(Reply { kind: "application/json", body })
}

/// Periods, recurrences, formulas and games that fit; always observed.
pub fn guess(query: &Query, _: &Limits<'_>) -> Result<Reply, Refused> {
    let words = query.need("numbers")?.split([' ', ',']).filter(|word| !word.is_empty());
    let terms: Option<Vec<i128>> = words.map(|word| word.parse().ok()).collect();
    let terms = terms.filter(|terms| terms.len() <= TERMS);
    let terms = terms.ok_or_else(|| Refused::input("`numbers` are up to 2000 whole numbers", None))?;
    let mut found = found_in(&terms, 0);
    found.extend(look_alikes(&terms, 0));
    Reply::json(&guess_report::guesses(terms.len(), &found))
}
