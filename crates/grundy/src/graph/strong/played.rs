//! Solves a game from a position: explores what can be reached, numbers it, and writes the journal and the database.

use super::asked::Asked;
use super::kept::{Dense, Kept, Texts};
use super::log::{Log, replay};
use super::words::{Words, live, settled, spelled, text};
use super::{Keep, Lookup, Strong, Unsolved};
use crate::game::folded::Folded;
use crate::game::ranked::Ranks;
use crate::game::sum::{Sum, canonical};
use crate::game::{Game, Part};
use crate::graph::analysis::Analysis;
use crate::graph::csr::Graph;
use crate::graph::database::{self, About, Database, Head, Order, Row, Table};
use crate::graph::implicit::explore;
use crate::journal::{MAGIC, block, blocks};
use crate::limits::Limits;

/// Most entries of a table whose positions tell their places: beyond, few of them are likely to be reached.
const MOST_RANKS: u64 = 1 << 28;

/// The ranks of a start, where the game has any.
type Ranker<'a, C> = Box<dyn Fn(&Sum<C>) -> Option<Box<dyn Ranks<C>>> + 'a>;

/// The representative of all components that play alike.
type Alike<'a, C> = Box<dyn Fn(&C) -> C + 'a>;

/// A game, how its positions are written and numbered, and one of them. Positions are kept and looked up by
/// representatives; what is shown is as it was asked for.
pub(crate) struct Played<'a, G: Game, W> {
    game: G,
    words: W,
    components: Vec<G::Component>,
    ranker: Ranker<'a, G::Component>,
    alike: Alike<'a, G::Component>,
}

impl<'a, G: Game, W: Words<G::Component>> Played<'a, G, W> {
    pub fn new(
        game: G,
        words: W,
        components: &[G::Component],
        ranker: Ranker<'a, G::Component>,
        alike: Alike<'a, G::Component>,
    ) -> Played<'a, G, W> {
        let mut components = live(&words, components.to_vec());
        components.sort();
        Played { game, words, components, ranker, alike }
    }

    /// The sum of the representatives of some components.
    fn folded(&self, components: impl Iterator<Item = G::Component>) -> Sum<G::Component> {
        canonical(&components.map(|component| (self.alike)(&component)).collect::<Vec<_>>())
    }

    fn solve_with<N: Kept<G::Component>>(
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
        let start = text(&self.words, &start)?;
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
        let fold = |component: &G::Component| vec![Part { component: (self.alike)(component), copies: 1 }];
        let explored = explore(
            &Folded::new(&self.game, &fold),
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
    ) -> Option<Row> {
        let folded = self.folded(spelled(position).ok()?);
        if let Some(ranks) = ranks {
            return database.row(ranks.rank(&folded)?);
        }
        let text = text(&self.words, &folded).ok()?;
        database.find(&text).or_else(|| database.find(&settled(&self.words, &text)?))
    }
}

/// The file of a solved graph.
fn table<'n, C, N: Kept<C>>(
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
        let row = Row { remoteness: analysis.outcomes().remoteness(vertex), value: analysis.finite(vertex) };
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

impl<G: Game, W: Words<G::Component>> Strong for Played<'_, G, W> {
    fn solve(
        &self,
        about: &About,
        saved: &[u8],
        keep: &mut Keep<'_>,
        limits: &Limits<'_>,
    ) -> Result<Vec<u8>, Unsolved> {
        let start = self.folded(self.components.iter().cloned());
        match (self.ranker)(&start).filter(|ranks| ranks.len() <= MOST_RANKS) {
            Some(ranks) => self.solve_with(Dense::new(ranks), about, saved, keep, limits),
            None => self.solve_with(Texts::new(&self.words), about, saved, keep, limits),
        }
    }

    fn look_up(&self, database: &Database<'_>, limits: &Limits<'_>) -> Result<Lookup, Unsolved> {
        let ranks = match database.head().order {
            Order::Hashed => None,
            Order::Ranked => {
                let start = self.words.read(&database.head().start).ok_or(Unsolved::Damaged)?;
                let start = canonical(&live(&self.words, start));
                Some((self.ranker)(&start).ok_or(Unsolved::Damaged)?)
            }
        };
        let row = |position: &Sum<G::Component>| self.row(database, ranks.as_deref(), position);
        let asked = Asked {
            game: &self.game,
            words: &self.words,
            row: &row,
            convention: database.head().about.convention,
        };
        asked.answer(&self.components, limits)
    }
}
