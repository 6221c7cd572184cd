//! `/api/graph`: what `grundy graph --json` prints about a graph that is sent. `/api/position-graph`: the game graph of a small
//! position.

use crate::query::Query;
use crate::reply::{Refused, Reply};
use grundy::NamedGame;
use grundy::graph::analysis::Analysis;
use grundy::graph::picture::Picture;
use grundy::graph::read::{LabelledGraph, ReadError, read};
use grundy::limits::Limits;
use grundy::play::remoteness::Map;
use grundy::report::graph::{Answer, Document};
use grundy::solve::stopped;
use serde_json::{Value, json};

/// Most positions of a map.
const MOST: u64 = 2000;
/// Most vertices of a picture.
const DRAWN: usize = 500;

/// All positions that can be reached from one, with outcomes, values and ranks.
pub fn of_position(query: &Query, limits: &Limits<'_>) -> Result<Reply, Refused> {
    let game = NamedGame::read(query.need("game")?)?;
    let position = game.parse(query.get("position").unwrap_or_default())?;
    let (convention, most) = (query.convention()?, query.number("max", 200, MOST)?);
    let map = Map::new(&game, &position, convention, most, limits)?;
    Reply::json(&json!({
        "schema": 1, "game": game.name, "position": position.to_string(), "convention": convention,
        "vertices": map.positions, "edges": map.edges,
    }))
}

/// Win, lose or draw, remoteness and value of every vertex; with `layout=true` the edges and a picture.
pub fn of_text(query: &Query, text: &[u8], limits: &Limits<'_>) -> Result<Reply, Refused> {
    let graph = read(&mut &*text, limits).map_err(refused)?;
    let start = match query.get("start") {
        None => None,
        Some(label) => Some(graph.vertex(label).ok_or_else(|| {
            Refused::input(format!("the graph has no vertex `{}`", grundy::text::shorten(label)), None)
        })?),
    };
    let convention = query.convention()?;
    let analysis = Analysis::new(graph.graph(), convention, limits).map_err(stopped)?;
    let answer = Answer { graph: &graph, analysis: &analysis, convention, start };
    let document = Document::<Value>::new(&answer, None);
    if !query.flag("layout")? {
        return Reply::json(&document);
    }
    let mut object = serde_json::to_value(&document).map_err(|_| Refused::Broken)?;
    object["moves"] = moves(&graph);
    if graph.labels().len() <= DRAWN {
        object["svg"] = json!(Picture { labels: graph.labels(), analysis: &analysis }.svg());
    }
    Reply::json(&object)
}

/// The edges by name.
fn moves(graph: &LabelledGraph) -> Value {
    let count = graph.labels().len() as u32;
    let edges = (0..count).flat_map(|from| graph.graph().options(from).iter().map(move |&to| (from, to)));
    edges.map(|(from, to)| json!([graph.label(from), graph.label(to)])).collect()
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
