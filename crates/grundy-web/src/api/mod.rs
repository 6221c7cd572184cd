//! The questions that can be asked, one file each, and the paths they are asked under.
//!
//! Every question is a function from its parameters and its limits to a reply; [`ROUTES`] is the list of them. A job is the
//! same function with a larger budget ([`crate::jobs`]). Field names are those of the command line; the book documents the
//! API.

mod atlas;
mod class;
mod games;
mod graph;
mod hash;
mod moves;
mod patterns;
mod play;
mod sequence;
mod solve;
mod tablebase;

use crate::App;
use crate::guard::guard;
use crate::jobs;
use crate::listen::Visitor;
use crate::query::Query;
use crate::reply::{Refused, Reply};
use axum::Router;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{Extension, RawQuery, State};
use axum::http::{StatusCode, Uri};
use axum::middleware;
use axum::routing::{get, post};
use grundy::Limits;
use std::sync::Arc;
use std::time::Duration;

/// The largest body of a request.
const BODY_BYTES: usize = 4 << 20;
/// How long a body may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(20);

/// Works out the answer to a query within limits.
pub(crate) type Work = fn(&Query, &Limits<'_>) -> Result<Reply, Refused>;

/// A question that is asked with GET: its path below `/api/`, its parameters, its answer.
#[derive(Debug)]
pub(crate) struct Route {
    pub name: &'static str,
    pub parameters: &'static [&'static str],
    pub work: Work,
}

impl Route {
    const fn new(name: &'static str, parameters: &'static [&'static str], work: Work) -> Route {
        Route { name, parameters, work }
    }

    /// The question of this name.
    pub fn find(name: &str) -> Option<&'static Route> {
        ROUTES.iter().find(|route| route.name == name)
    }
}

static ROUTES: &[Route] = &[
    Route::new("rule", &["game"], games::rule),
    Route::new("games", &["q"], games::games),
    Route::new("solve", &["game", "position", "misere"], solve::solve),
    Route::new("explain", &["game", "position", "misere"], solve::explain),
    Route::new("moves", &["game", "position", "misere"], moves::moves),
    Route::new("heat", &["game", "size"], moves::heat),
    Route::new("table", &["game", "template", "misere", "what", "a", "b"], patterns::table),
    Route::new("guess", &["numbers"], patterns::guess),
    Route::new("position-graph", &["game", "position", "misere", "max"], graph::of_position),
    Route::new("seq", &["game", "kind", "n", "from"], sequence::json),
    Route::new("seq.csv", &["game", "kind", "n", "from"], sequence::csv),
    Route::new("seq.bfile", &["game", "kind", "n", "from"], sequence::bfile),
    Route::new("plot.svg", &["game", "kind", "n", "from"], sequence::plot),
    Route::new("period", &["game", "kind", "limit", "exceptions"], sequence::period),
    Route::new("play", &["game", "position", "misere", "level", "seed"], play::play),
    Route::new("puzzle", &["game", "misere", "level", "seed"], play::puzzle),
    Route::new("history", &["game", "positions", "misere"], play::history),
    Route::new("atlas", &[], atlas::atlas),
    Route::new("hash/break", &["base", "modulus", "order", "map", "length", "shortest"], hash::collide),
    Route::new("hash/audit", AUDIT, hash::audit),
    Route::new("hash/find", &["needle", "text"], hash::find),
    Route::new("hash/snippet", &["language"], hash::snippet),
];

const AUDIT: &[&str] = &["base", "modulus", "order", "map", "random_base", "shared_base", "length", "texts"];

/// Everything that is answered.
pub(crate) fn router(app: &Arc<App>) -> Router {
    let mut router = Router::new();
    for route in ROUTES {
        let handler = move |State(app): State<Arc<App>>,
                            Extension(Visitor(visitor)): Extension<Visitor>,
                            RawQuery(text): RawQuery| async move {
            let query = Query::read(&text.unwrap_or_default(), route.parameters)?;
            let question = (route.name, query.pairs().to_vec());
            app.pool.run(visitor, question, move |limits| (route.work)(&query, limits)).await
        };
        router = router.route(&format!("/api/{}", route.name), get(handler));
    }
    router
        .route("/api/graph", post(graph))
        .route("/api/hash/read", post(read_program))
        .route("/api/tablebases", get(tablebase::list))
        .route("/api/tablebase", get(tablebase::look_up))
        .route("/api/class", get(class::about))
        .route("/api/qr.svg", get(class::qr))
        .route("/api/events", get(jobs::all_events))
        .route("/api/jobs", get(jobs::list).post(jobs::start))
        .route("/api/jobs/{id}", get(jobs::show).delete(jobs::cancel))
        .route("/api/jobs/{id}/events", get(jobs::events))
        .fallback(get(file))
        .method_not_allowed_fallback(|| async {
            Refused::Status(StatusCode::METHOD_NOT_ALLOWED, "the method is not allowed here")
        })
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .with_state(app.clone())
}

/// The parameters of `/api/graph`.
const OF_GRAPHS: &[&str] = &["misere", "start", "layout"];

/// Answers one question without a server, as tests and fuzzers do: the address is what stands behind `/api/`, as in
/// `solve?game=nim&position=1+2`, and the body is the graph of `graph`, the program of `hash/read` or the question of `jobs`, which is answered at once. The
/// status and the answer are those that the server would send.
pub fn answer(address: &str, body: &[u8], limits: &Limits<'_>) -> (u16, Vec<u8>) {
    let (name, text) = address.split_once('?').unwrap_or((address, ""));
    let found = match (name, Route::find(name)) {
        (_, Some(route)) => {
            Query::read(text, route.parameters).and_then(|query| (route.work)(&query, limits))
        }
        ("graph", _) => Query::read(text, OF_GRAPHS).and_then(|query| graph::of_text(&query, body, limits)),
        ("jobs", _) => jobs::question(body).and_then(|(route, query)| (route.work)(&query, limits)),
        ("hash/read", _) => hash::read(body),
        ("qr.svg", _) => class::qr_of(text),
        _ => Err(Refused::Status(StatusCode::NOT_FOUND, "there is no such question")),
    };
    match found {
        Ok(reply) => (StatusCode::OK.as_u16(), reply.body.whole()),
        Err(refused) => {
            let (status, object) = refused.parts();
            (status.as_u16(), format!("{object}\n").into_bytes())
        }
    }
}

/// A file of the page.
async fn file(State(app): State<Arc<App>>, uri: Uri) -> Result<Reply, Refused> {
    app.page.file(uri.path())
}

/// The body of a request: not too large, not too slow.
pub(crate) async fn whole(body: Body) -> Result<Vec<u8>, Refused> {
    let too_large = Refused::Status(StatusCode::PAYLOAD_TOO_LARGE, "the request is larger than 4 MiB");
    if body.size_hint().lower() > BODY_BYTES as u64 {
        return Err(too_large);
    }
    match tokio::time::timeout(BODY_TIME, to_bytes(body, BODY_BYTES)).await {
        Err(_) => Err(Refused::Status(StatusCode::REQUEST_TIMEOUT, "the request did not arrive in time")),
        Ok(Err(_)) => Err(too_large),
        Ok(Ok(bytes)) => Ok(bytes.into()),
    }
}

async fn graph(
    State(app): State<Arc<App>>,
    Extension(Visitor(visitor)): Extension<Visitor>,
    RawQuery(text): RawQuery,
    body: Body,
) -> Result<Reply, Refused> {
    let query = Query::read(&text.unwrap_or_default(), OF_GRAPHS)?;
    let bytes = whole(body).await?;
    let question = ("graph", bytes.len(), query.pairs().to_vec());
    app.pool.run(visitor, question, move |limits| graph::of_text(&query, &bytes, limits)).await
}

async fn read_program(
    State(app): State<Arc<App>>,
    Extension(Visitor(visitor)): Extension<Visitor>,
    RawQuery(text): RawQuery,
    body: Body,
) -> Result<Reply, Refused> {
    Query::read(&text.unwrap_or_default(), &[])?;
    let bytes = whole(body).await?;
    let question = ("hash/read", bytes.clone());
    app.pool.run(visitor, question, move |_| hash::read(&bytes)).await
}
