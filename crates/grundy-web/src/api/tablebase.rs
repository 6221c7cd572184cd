//! `/api/tablebases`: the tablebases that the server was told of. `/api/tablebase`: a position of one of them, with every move.

use crate::listen::Visitor;
use crate::query::Query;
use crate::reply::{Refused, Reply};
use crate::{App, SolvedGame};
use axum::extract::{Extension, RawQuery, State};
use grundy::Limits;
use grundy::ask::tablebase::Unsolved;
use grundy::game::text::{near::nearest, shorten};
use grundy::report::tablebase as report;
use std::sync::Arc;

/// What each of them is about, with its counts.
pub async fn list(State(app): State<Arc<App>>) -> Result<Reply, Refused> {
    let named = app.tablebases.iter().map(|solved| (solved.name.as_str(), solved.tablebase.overview()));
    Reply::json(&report::list(named))
}

/// What one of them says about a position and its moves.
pub async fn look_up(
    State(app): State<Arc<App>>,
    Extension(Visitor(visitor)): Extension<Visitor>,
    RawQuery(text): RawQuery,
) -> Result<Reply, Refused> {
    let query = Query::read(&text.unwrap_or_default(), &["tablebase", "position"])?;
    let name = query.need("tablebase")?;
    let solved = app.tablebases.iter().find(|solved| solved.name == name).cloned();
    let solved = solved.ok_or_else(|| unknown(&app, name))?;
    let question = ("tablebase", query.pairs().to_vec());
    app.pool.run(visitor, question, move |limits| position(&solved, &query, limits)).await
}

fn unknown(app: &App, name: &str) -> Refused {
    let near = nearest(name, app.tablebases.iter().map(|solved| solved.name.as_str()));
    let hint = near.map_or_else(
        || "`grundy serve --tablebase DIR` opens one".to_owned(),
        |near| format!("did you mean `{near}`?"),
    );
    Refused::input(format!("there is no tablebase `{}`", shorten(name)), Some(hint))
}

fn position(solved: &SolvedGame, query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    let SolvedGame { game, tablebase, .. } = solved;
    let start = &tablebase.manifest().subject.start;
    let text = query.get("position").unwrap_or(start);
    match tablebase.look_up(game, &game.parse(text)?, limits) {
        Ok(found) => Reply::json(&report::survey(tablebase.overview(), &found)),
        Err(Unsolved::Unknown) => {
            let message = format!("`{}` cannot be reached from `{}`", shorten(text), shorten(start));
            Err(Refused::input(message, None))
        }
        Err(other) => Err(other.explain(game).into()),
    }
}
