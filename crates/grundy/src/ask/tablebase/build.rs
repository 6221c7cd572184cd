//! Solves a game from a position: explores what can be reached, numbers it, and writes the journal and the database.

use super::database::{self, About, Database, Head, Order, Table, TableRow};
use super::log::{Log, replay};
use super::numbering::{Dense, Numbers, Texts};
use super::query::Query;
use super::words::{live, settled, spelled, text};
use super::{Keep, Lookup, Unsolved};
use crate::ask::played::Played;
use crate::base::journal::{MAGIC, block, blocks};
use crate::base::limits::Limits;
use crate::engine::graph::analysis::Analysis;
use crate::engine::graph::csr::Graph;
use crate::engine::graph::implicit::explore;
use crate::game::Part;
use crate::game::folded::Folded;
use crate::game::ranked::Ranks;
use crate::game::sum::{Sum, canonical};

/// Most entries of a table whose positions tell their places: beyond, few of them are likely to be reached.
const MAX_RANKS: u64 = 1 << 28;

/// A game and one of its positions. Positions are kept and looked up by representatives; what is shown is as it was asked
/// for.
pub(super) struct Start<'a, G: Played + ?Sized> {
    game: &'a G,
    components: Vec<G::Component>,
}

impl<'a, G: Played + ?Sized> Start<'a, G> {
    pub fn new(game: &'a G, components: &[G::Component]) -> Start<'a, G> {
        let mut components = live(game, components.to_vec());
        components.sort();
        Start { game, components }
    }

    fn ranks(&self, start: &Sum<G::Component>) -> Option<Box<dyn Ranks<G::Component>>> {
        self.game.ranked()?.ranks(start)
    }

    /// The sum of the representatives of some components.
    fn folded(&self, components: impl Iterator<Item = G::Component>) -> Sum<G::Component> {
        canonical(&components.map(|component| self.game.representative(&component)).collect::<Vec<_>>())
    }

    fn solve_with<N: Numbers<G::Component>>(
        &self,
        mut numbers: N,
        about: &About,
        saved: &[u8],
        keep: &mut Keep<'_>,
        limits: &Limits<'_>,
    ) -> Result<Vec<u8>, Unsolved> {
        // The journal is in memory as well.
        let limits = &Limits { memory: limits.memory.saturating_sub(saved.len() as u64), ..*limits };
        let start = self.folded(self.components.iter().cloned());
        numbers.number(&start)?;
        let start = text(self.game, &start)?;
        // Numbers in a journal are those of the database that it grows into.
        let first = format!("{MAGIC}{}\nrule {}\nstart {start}\n", database::MAGIC, about.rule).into_bytes();
        let mut saved = blocks(saved);
        match saved.next() {
            None => keep(&block(&first)).map_err(Unsolved::Unwritten)?,
            Some(found) if found == first => {}
            Some(_) => return Err(Unsolved::Foreign),
        }
        let (mut edges, mut expanded) = (Vec::new(), 0);
        for content in saved {
            expanded = replay(content, &mut numbers, expanded, &mut edges).ok_or(Unsolved::Damaged)?;
        }
        let mut log = Log::new(numbers.met(), keep);
        let fold = |component: &G::Component| {
            vec![Part { component: self.game.representative(component), copies: 1 }]
        };
        let explored = explore(
            &Folded::new(self.game, &fold),
            &mut numbers,
            expanded,
            &mut edges,
            &mut |numbers, moves| log.add(numbers, moves),
            limits,
        );
        // What a run has found when it is stopped is worth as much as what it found before.
        let flushed = log.flush(&numbers);
        if let Some(error) = log.trouble {
            return Err(Unsolved::Unwritten(error));
        }
        explored.and(flushed)?;
        let graph = Graph::new(numbers.vertices(), edges, limits)?;
        table(&numbers, &graph, about, start, limits)
    }

    /// The row of a position.
    fn row(
        &self,
        database: &Database<'_>,
        ranks: Option<&dyn Ranks<G::Component>>,
        position: &Sum<G::Component>,
    ) -> Option<TableRow> {
        let folded = self.folded(spelled(position).ok()?);
        if let Some(ranks) = ranks {
            return database.row(ranks.rank(&folded)?);
        }
        let text = text(self.game, &folded).ok()?;
        database.find(&text).or_else(|| database.find(&settled(self.game, &text)?))
    }
}

/// The file of a solved graph.
fn table<'n, C, N: Numbers<C>>(
    numbers: &'n N,
    graph: &Graph,
    about: &About,
    start: String,
    limits: &Limits<'_>,
) -> Result<Vec<u8>, Unsolved> {
    let analysis = Analysis::new(graph, about.convention, limits)?;
    let order = numbers.sorted();
    let vertex = |entry: usize| order.as_ref().map_or(entry as u32, |order| order[entry]);
    let row = |entry| {
        let vertex = vertex(entry);
        let row =
            TableRow { remoteness: analysis.outcomes().remoteness(vertex), value: analysis.finite(vertex) };
        numbers.is_met(vertex).then_some(row)
    };
    let head = Head {
        about: about.clone(),
        start,
        order: if order.is_some() { Order::Hashed } else { Order::Ranked },
        positions: numbers.met() as u64,
        moves: graph.edges() as u64,
        widest: graph.forward().lengths().max().unwrap_or(0).into(),
        acyclic: analysis.cycle().is_none(),
    };
    let written = |entry| numbers.text(vertex(entry));
    let text: Option<&dyn Fn(usize) -> &'n str> = if order.is_some() { Some(&written) } else { None };
    Ok(Table { head, entries: numbers.vertices(), row: &row, text }.to_bytes())
}

impl<G: Played + ?Sized> Start<'_, G> {
    /// Solves every position that can be reached; returns the file of a [`Database`].
    pub fn solve(
        &self,
        about: &About,
        saved: &[u8],
        keep: &mut Keep<'_>,
        limits: &Limits<'_>,
    ) -> Result<Vec<u8>, Unsolved> {
        let start = self.folded(self.components.iter().cloned());
        match self.ranks(&start).filter(|ranks| ranks.len() <= MAX_RANKS) {
            Some(ranks) => self.solve_with(Dense::new(ranks), about, saved, keep, limits),
            None => self.solve_with(Texts::new(self.game), about, saved, keep, limits),
        }
    }

    /// What a database says about this position, which need not be its start.
    pub fn look_up(&self, database: &Database<'_>, limits: &Limits<'_>) -> Result<Lookup, Unsolved> {
        let ranks = match database.head().order {
            Order::Hashed => None,
            Order::Ranked => {
                let start = self.game.read(&database.head().start).map_err(|_| Unsolved::Damaged)?;
                let start = canonical(&live(self.game, start));
                Some(self.ranks(&start).ok_or(Unsolved::Damaged)?)
            }
        };
        let row = |position: &Sum<G::Component>| self.row(database, ranks.as_deref(), position);
        let query = Query {
            game: self.game,
            row: &row,
            convention: database.head().about.convention,
            loopy_values: true,
        };
        query.answer(&self.components, limits)
    }
}
