//! The questions that can be asked, one file each, and the paths they are asked under.
//!
//! Field names are those of the command line; the book documents the API.

mod solve;

use crate::App;
use crate::guard::guard;
use crate::query::Query;
use crate::reply::{Refused, Reply};
use axum::Router;
use axum::extract::{DefaultBodyLimit, RawQuery, State};
use axum::http::{StatusCode, Uri};
use axum::middleware;
use axum::routing::get;
use grundy::limits::Limits;
use std::sync::Arc;

/// The largest body of a request.
const BODY_BYTES: usize = 4 << 20;

/// Works out the answer to a query within limits.
type Work = fn(&Query, &Limits<'_>) -> Result<Reply, Refused>;

/// A question that is asked with GET: its path, its parameters, its answer.
struct Route {
    path: &'static str,
    parameters: &'static [&'static str],
    work: Work,
}

const ROUTES: &[Route] =
    &[Route { path: "/api/solve", parameters: &["game", "position", "misere"], work: solve::solve }];

/// Everything that is answered.
pub(crate) fn router(app: &Arc<App>) -> Router {
    let mut router = Router::new();
    for route in ROUTES {
        let handler = move |State(app): State<Arc<App>>, RawQuery(text): RawQuery| async move {
            let query = Query::read(&text.unwrap_or_default(), route.parameters)?;
            app.pool.run(move |limits| (route.work)(&query, limits)).await
        };
        router = router.route(route.path, get(handler));
    }
    router
        .fallback(get(file))
        .method_not_allowed_fallback(|| async {
            Refused::Status(StatusCode::METHOD_NOT_ALLOWED, "the method is not allowed here")
        })
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .with_state(app.clone())
}

/// A file of the page.
async fn file(State(app): State<Arc<App>>, uri: Uri) -> Result<Reply, Refused> {
    app.page.file(uri.path())
}
