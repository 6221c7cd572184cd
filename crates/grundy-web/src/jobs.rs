//! Work that outlives its request: started, watched, cancelled, looked at later.
//!
//! A job is a question of the API with a larger budget. It has a number, goes on when the tab is closed, and its result is
//! kept until [`KEPT`] newer ones have come. A few run at a time ([`RUNNING`]); others queue up. Progress comes as
//! server-sent events: of all jobs in one stream, for a browser has six connections to a host and no more, or of one. A question
//! that cannot be answered is refused before it becomes a job.

use crate::App;
use crate::api::{Route, whole};
use crate::listen::Visitor;
use crate::pool::Budget;
use crate::query::Query;
use crate::reply::{Refused, Reply};
use axum::body::Body;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use futures_util::stream::unfold;
use grundy::report::job::{self as report, JobSummary};
use grundy::{Error, Limits, StopReason};
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// Jobs that run at the same time.
pub const RUNNING: usize = 2;
/// Jobs that are known: running, waiting and finished.
const KEPT: usize = 50;
/// Time of a job.
const TIME: Duration = Duration::from_secs(600);
/// Characters of each parameter of a question that are told with its progress.
const QUESTION: usize = 200;
/// How often progress is told.
const TICK: Duration = Duration::from_millis(250);

/// How far a job has come.
#[derive(Debug, Clone)]
enum Stage {
    Queued,
    Running(Instant),
    /// What the question returned, as JSON text, and how long it took.
    Done(Arc<str>, Duration),
    /// The error object.
    Failed(Value, Duration),
    Cancelled,
}

/// A piece of work with a number.
#[derive(Debug)]
struct Job {
    id: u64,
    kind: &'static str,
    query: Query,
    steps: AtomicU64,
    cancelled: Arc<AtomicBool>,
    state: Mutex<Stage>,
}

impl Job {
    fn state(&self) -> MutexGuard<'_, Stage> {
        // A state is written whole, so a panic elsewhere cannot leave half of one.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_over(&self) -> bool {
        !matches!(*self.state(), Stage::Queued | Stage::Running(_))
    }

    fn is_running(&self) -> bool {
        matches!(*self.state(), Stage::Running(_))
    }

    /// What is to be said at a stage.
    fn at<'a>(&'a self, stage: &'a Stage) -> JobSummary<'a> {
        let (state, time) = match stage {
            Stage::Queued => ("queued", None),
            Stage::Running(since) => ("running", Some(since.elapsed())),
            Stage::Done(_, time) => ("done", Some(*time)),
            Stage::Failed(_, time) => ("failed", Some(*time)),
            Stage::Cancelled => ("cancelled", None),
        };
        let failed = if let Stage::Failed(error, _) = stage { Some(error) } else { None };
        JobSummary {
            id: self.id,
            kind: self.kind,
            question: self.query.pairs(),
            state,
            steps: self.steps.load(Ordering::Relaxed),
            time,
            failed,
        }
    }

    /// The object without the result, its question shortened.
    fn summary(&self) -> Value {
        let stage = self.state().clone();
        self.at(&stage).shortened(QUESTION)
    }

    /// The object with the result, which is JSON text already.
    fn whole(&self) -> Reply {
        let stage = self.state().clone();
        let mut text = match &stage {
            Stage::Done(result, _) => self.at(&stage).with_result(result),
            _ => self.at(&stage).object().to_string(),
        };
        text.push('\n');
        Reply { kind: "application/json", body: text.into() }
    }

    fn run(&self, route: &'static Route, memory: u64) {
        let start = Instant::now();
        *self.state() = Stage::Running(start);
        let budget = Budget { time: TIME, memory, cancelled: self.cancelled.clone() };
        let progress = |steps| {
            self.steps.fetch_max(steps, Ordering::Relaxed);
        };
        let result = budget.run(&progress, |limits| (route.work)(&self.query, limits));
        let time = start.elapsed();
        let over = match result {
            _ if self.cancelled.load(Ordering::Relaxed) => Stage::Cancelled,
            Ok(reply) => match String::from_utf8(reply.body.whole()) {
                Ok(text) => Stage::Done(text.into(), time),
                Err(_) => Stage::Failed(Refused::Broken.parts().1, time),
            },
            Err(refused) => Stage::Failed(refused.parts().1, time),
        };
        *self.state() = over;
    }
}

/// All jobs.
#[derive(Debug)]
pub struct Jobs {
    list: Mutex<BTreeMap<u64, Arc<Job>>>,
    next: AtomicU64,
    turns: Arc<Semaphore>,
    memory: u64,
}

impl Jobs {
    /// No jobs yet; each will have this much memory.
    pub fn new(memory: u64) -> Jobs {
        let turns = Arc::new(Semaphore::new(RUNNING));
        Jobs { list: Mutex::default(), next: AtomicU64::new(1), turns, memory }
    }

    fn list(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Job>>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, id: &str) -> Result<Arc<Job>, Refused> {
        let found = id.parse().ok().and_then(|id: u64| self.list().get(&id).cloned());
        found.ok_or(Refused::Status(StatusCode::NOT_FOUND, "there is no such job"))
    }

    /// Takes a job into the list; the oldest that is over makes room.
    fn add(&self, kind: &'static str, query: Query) -> Result<Arc<Job>, Refused> {
        let mut list = self.list();
        if list.len() >= KEPT {
            let over = list.values().find(|job| job.is_over()).map(|job| job.id);
            list.remove(&over.ok_or(Refused::Busy)?);
        }
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let job = Arc::new(Job {
            id,
            kind,
            query,
            steps: AtomicU64::new(0),
            cancelled: Arc::default(),
            state: Mutex::new(Stage::Queued),
        });
        list.insert(id, job.clone());
        Ok(job)
    }
}

/// `GET /api/jobs`: all jobs, without results.
pub async fn list(State(app): State<Arc<App>>) -> Result<Reply, Refused> {
    let jobs: Vec<Value> = app.jobs.list().values().map(|job| job.summary()).collect();
    Reply::json(&report::list(&jobs))
}

/// `POST /api/jobs`: `{"kind": "period", "game": "0.007", "limit": 1000000}` starts a job.
pub async fn start(
    State(app): State<Arc<App>>,
    Extension(Visitor(visitor)): Extension<Visitor>,
    body: Body,
) -> Result<Response, Refused> {
    permitted(&app, visitor)?;
    let bytes = whole(body).await?;
    let (route, query) = question(&bytes)?;
    let tried = query.clone();
    app.pool.run(visitor, ("job", route.name, query.pairs().to_vec()), move |_| check(route, &tried)).await?;
    let job = app.jobs.add(route.name, query)?;
    let reply = Reply::json(&job.summary())?;
    let (turns, memory) = (app.jobs.turns.clone(), app.jobs.memory);
    tokio::spawn(async move {
        let Ok(turn) = turns.acquire_owned().await else { return };
        if job.cancelled.load(Ordering::Relaxed) {
            return;
        }
        let working = job.clone();
        let worked = tokio::task::spawn_blocking(move || {
            working.run(route, memory);
            drop(turn);
        });
        if worked.await.is_err() {
            *job.state() = Stage::Failed(Refused::Broken.parts().1, Duration::ZERO);
        }
    });
    Ok((StatusCode::ACCEPTED, reply).into_response())
}

/// In a class, long work is the teacher's to start and to stop, on the machine that serves.
fn permitted(app: &App, visitor: IpAddr) -> Result<(), Refused> {
    if app.class.is_some() && !visitor.is_loopback() && visitor != app.own {
        return Err(Refused::Status(
            StatusCode::FORBIDDEN,
            "jobs are started on the machine that serves the class",
        ));
    }
    Ok(())
}

/// Whether the question can be asked: it is asked without any time, which no work but reading it survives.
fn check(route: &Route, query: &Query) -> Result<(), Refused> {
    let stop = |_| Some(StopReason::TimeLimit);
    match (route.work)(query, &Limits { poll: &stop, memory: 1 << 20, ..Limits::default() }) {
        Ok(_) | Err(Refused::Library(Error::Stopped { .. })) => Ok(()),
        Err(refused) => Err(refused),
    }
}

/// The question of a job: an object with its `kind` and parameters.
pub(crate) fn question(bytes: &[u8]) -> Result<(&'static Route, Query), Refused> {
    let wrong = |message: &str| {
        Refused::input(message, Some("a job is `{\"kind\": \"period\", \"game\": \"0.007\"}`".to_owned()))
    };
    let value: Value = serde_json::from_slice(bytes).map_err(|_| wrong("the job is not JSON"))?;
    let object = value.as_object().ok_or_else(|| wrong("the job is not an object"))?;
    let kind = object.get("kind").and_then(Value::as_str).ok_or_else(|| wrong("the job has no kind"))?;
    let known = ["seq", "period", "solve", "moves", "explain"];
    let route = Some(kind).filter(|kind| known.contains(kind)).and_then(Route::find);
    let route = route.ok_or_else(|| wrong("a job is of kind seq, period, solve, moves or explain"))?;
    let text = |value: &Value| match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(_) | Value::Bool(_) => Ok(value.to_string()),
        _ => Err(wrong("parameters of a job are text, numbers, true or false")),
    };
    let pairs = object.iter().filter(|(name, _)| *name != "kind");
    let pairs: Result<Vec<(String, String)>, Refused> =
        pairs.map(|(name, value)| Ok((name.clone(), text(value)?))).collect();
    Ok((route, Query::from_pairs(pairs?, route.parameters)?))
}

/// `GET /api/jobs/ID`: how far it has come, and the result when it is there.
pub async fn show(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Reply, Refused> {
    Ok(app.jobs.find(&id)?.whole())
}

/// `DELETE /api/jobs/ID`: cancels it.
pub async fn cancel(
    State(app): State<Arc<App>>,
    Extension(Visitor(visitor)): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Reply, Refused> {
    permitted(&app, visitor)?;
    let job = app.jobs.find(&id)?;
    job.cancelled.store(true, Ordering::Relaxed);
    {
        let mut state = job.state();
        if matches!(*state, Stage::Queued) {
            *state = Stage::Cancelled;
        }
    }
    Reply::json(&job.summary())
}

/// `GET /api/jobs/ID/events`: `progress` now and then, at last `end`.
pub async fn events(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refused> {
    let job = app.jobs.find(&id)?;
    let told = unfold((job, 0u32), |(job, count)| async move {
        if count == u32::MAX {
            return None;
        }
        if count > 0 && !job.is_over() {
            tokio::time::sleep(TICK).await;
        }
        let over = job.is_over();
        let name = if over { "end" } else { "progress" };
        let event = Event::default().event(name).data(job.summary().to_string());
        Some((Ok(event), (job, if over { u32::MAX } else { 1 })))
    });
    Ok(Sse::new(told).keep_alive(KeepAlive::default()))
}

/// `GET /api/events`: `job` for each job at first, and whenever one has come further.
pub async fn all_events(State(app): State<Arc<App>>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let told = unfold((app, BTreeMap::new(), VecDeque::new()), |(app, mut known, mut news)| async move {
        while news.is_empty() {
            let jobs: Vec<Arc<Job>> = app.jobs.list().values().cloned().collect();
            known.retain(|id, _| jobs.iter().any(|job| job.id == *id));
            for job in jobs {
                let mark = (job.is_over(), job.steps.load(Ordering::Relaxed), job.is_running());
                if known.insert(job.id, mark) != Some(mark) {
                    news.push_back(job);
                }
            }
            if news.is_empty() {
                tokio::time::sleep(TICK).await;
            }
        }
        let job = news.pop_front()?;
        let event = Event::default().event("job").data(job.summary().to_string());
        if news.is_empty() {
            tokio::time::sleep(TICK / 5).await;
        }
        Some((Ok(event), (app, known, news)))
    });
    Sse::new(told).keep_alive(KeepAlive::default())
}
