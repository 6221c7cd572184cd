//! `/api/graph`: what `grundy graph --json` prints about a graph that is sent. `/api/position-graph`: the game graph of a small
//! position.

use crate::query::Query;
use crate::reply::{Refused, Reply};
use grundy::Limits;
use grundy::NamedGame;
use grundy::ask::play::remoteness::Map;
use grundy::ask::stopped;
use grundy::engine::graph::analysis::Analysis;
use grundy::engine::graph::read::{ReadError, read};
use grundy::report::graph::{self as report, Answer, Document};
use grundy::report::picture::Picture;

/// Most positions of a map.
const MOST: u64 = 2000;
/// Most vertices of a picture.
const DRAWN: usize = 500;

/// All positions that can be reached from one, with outcomes, values and ranks.
pub fn of_position(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    let game = NamedGame::read(query.need("game")?)?;
    let position = game.parse(query.position(&game))?;
    let (convention, most) = (query.convention()?, query.number("max", 200, MOST)?);
    let map = Map::new(&game, &position, convention, most, limits)?;
    Reply::json(&report::of_position(&game, &position.to_string(), convention, &map))
}

/// Win, lose or draw, remoteness and value of every vertex; with `layout=true` the edges and a picture.
pub fn of_text(query: &Query, text: &[u8], limits: &Limits<'_>) -> Result<Reply, Refused> {
    let graph = read(&mut &*text, limits).map_err(refused)?;
    let start = match query.get("start") {
        None => None,
        Some(label) => Some(graph.vertex(label).ok_or_else(|| {
            Refused::input(format!("the graph has no vertex `{}`", grundy::game::text::shorten(label)), None)
        })?),
    };
    let convention = query.convention()?;
    let analysis = Analysis::new(graph.graph(), convention, limits).map_err(stopped)?;
    let answer = Answer { graph: &graph, analysis: &analysis, convention, start };
    let document = Document::new(&answer, None);
    if !query.flag("layout")? {
        return Reply::json(&document);
    }
    let picture = Picture { labels: graph.labels(), analysis: &analysis };
    let svg = (graph.labels().len() <= DRAWN).then(|| picture.svg());
    Reply::json(&document.drawn(svg))
}

fn refused(error: ReadError) -> Refused {
    match error {
        ReadError::Misread(misread) => Refused::Input {
            message: misread.message,
            hint: Some(
                "a graph is lines `u v`, or `digraph { u -> v }`, or `{\"edges\": [[\"u\",\"v\"]]}`"
                    .to_owned(),
            ),
            place: Some((misread.line, misread.column)),
        },
        ReadError::Stopped(reason) => stopped(reason).into(),
        other => Refused::input(other.to_string(), None),
    }
}
