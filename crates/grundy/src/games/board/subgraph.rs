//! Parts of a graph that play removes vertices from: what is left is a set of vertices with all edges among them.
//!
//! Node Kayles, Arc Kayles and geography only ever take vertices away, so a position is a set of bits beside a graph that
//! never changes. Also here: how such graphs are written, as words `a-b` or `a>b`.

use crate::base::error::InputError;
use crate::base::text::shorten;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A graph that stays as it is.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Base {
    /// The names of the vertices; none for graphs that stand for many.
    pub names: Vec<String>,
    /// Where one can go from each vertex, in increasing order, each once.
    pub next: Vec<Vec<u32>>,
    /// How the whole graph is written, if shorter than edge by edge.
    pub word: Option<String>,
    /// Tells most graphs apart.
    fingerprint: u64,
}

impl Base {
    /// A graph of rows that are put in order here.
    pub fn new(names: Vec<String>, mut next: Vec<Vec<u32>>, word: Option<String>) -> Arc<Base> {
        for row in &mut next {
            row.sort_unstable();
            row.dedup();
        }
        let mut hasher = rustc_hash::FxHasher::default();
        next.hash(&mut hasher);
        Arc::new(Base { names, next, word, fingerprint: hasher.finish() })
    }
}

/// A set of vertices of a graph and the edges among them.
#[derive(Debug, Clone)]
pub struct InducedSubgraph {
    base: Arc<Base>,
    alive: Vec<u64>,
}

impl InducedSubgraph {
    /// All vertices.
    pub fn whole(base: Arc<Base>) -> InducedSubgraph {
        let count = base.next.len();
        let mut region = InducedSubgraph { base, alive: vec![0; count.div_ceil(64)] };
        (0..count as u32).for_each(|vertex| region.insert(vertex));
        region
    }

    /// None of the vertices of the same graph.
    #[must_use]
    pub fn emptied(&self) -> InducedSubgraph {
        InducedSubgraph { base: Arc::clone(&self.base), alive: vec![0; self.alive.len()] }
    }

    /// The graph it is part of.
    pub fn base(&self) -> &Arc<Base> {
        &self.base
    }

    /// Whether a vertex is there.
    #[inline]
    pub fn has(&self, vertex: u32) -> bool {
        self.alive[vertex as usize / 64] >> (vertex % 64) & 1 == 1
    }

    /// Puts a vertex in.
    pub fn insert(&mut self, vertex: u32) {
        self.alive[vertex as usize / 64] |= 1 << (vertex % 64);
    }

    /// Takes a vertex out.
    pub fn remove(&mut self, vertex: u32) {
        self.alive[vertex as usize / 64] &= !(1 << (vertex % 64));
    }

    /// How many vertices there are.
    pub fn len(&self) -> usize {
        self.alive.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.alive.iter().all(|&word| word == 0)
    }

    /// The vertices, in increasing order.
    pub fn vertices(&self) -> impl Iterator<Item = u32> + '_ {
        self.alive.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(64 * index as u32 + bit)
            })
        })
    }

    /// Where one can go from a vertex.
    pub fn next(&self, vertex: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        self.base.next[vertex as usize].iter().copied().filter(|&other| self.has(other))
    }

    /// What can be reached from a vertex, itself included.
    #[must_use]
    pub fn reached(&self, vertex: u32) -> InducedSubgraph {
        let mut found = self.emptied();
        found.insert(vertex);
        let mut stack = vec![vertex];
        while let Some(at) = stack.pop() {
            for next in self.next(at) {
                if !found.has(next) {
                    found.insert(next);
                    stack.push(next);
                }
            }
        }
        found
    }

    /// The connected parts of an undirected region, in the order of their first vertices.
    pub fn parts(mut self) -> Vec<InducedSubgraph> {
        let mut out = Vec::new();
        loop {
            let Some(first) = self.vertices().next() else { return out };
            let part = self.reached(first);
            self.alive.iter_mut().zip(&part.alive).for_each(|(mine, taken)| *mine &= !taken);
            out.push(part);
        }
    }

    /// The region written: its edges, joined by `sign`, each once if it is undirected, and `lone` vertices.
    pub fn write(&self, sign: char, lone: bool) -> String {
        if let Some(word) = self.base.word.as_ref().filter(|_| self.len() == self.base.next.len()) {
            return word.clone();
        }
        let name = |vertex: u32| &self.base.names[vertex as usize];
        let mut words = Vec::new();
        for from in self.vertices() {
            for to in self.next(from).filter(|&to| sign == '>' || from < to) {
                words.push(format!("{}{sign}{}", name(from), name(to)));
            }
            if lone && self.next(from).next().is_none() {
                words.push(name(from).clone());
            }
        }
        words.join(" ")
    }
}

impl PartialEq for InducedSubgraph {
    fn eq(&self, other: &InducedSubgraph) -> bool {
        self.alive == other.alive && (Arc::ptr_eq(&self.base, &other.base) || self.base == other.base)
    }
}

impl Eq for InducedSubgraph {}

impl Hash for InducedSubgraph {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.alive.hash(state);
        state.write_u64(self.base.fingerprint);
    }
}

impl PartialOrd for InducedSubgraph {
    fn partial_cmp(&self, other: &InducedSubgraph) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for InducedSubgraph {
    fn cmp(&self, other: &InducedSubgraph) -> Ordering {
        let bases = || match Arc::ptr_eq(&self.base, &other.base) {
            true => Ordering::Equal,
            false => self.base.cmp(&other.base),
        };
        self.alive.cmp(&other.alive).then_with(bases)
    }
}

/// Words with their places in a text.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// The two ends of an edge `a-b`; `Ok(Err(name))` for a name alone.
///
/// # Errors
/// A word that is neither.
pub fn ends<'a>(
    text: &str,
    (place, word): (usize, &'a str),
    sign: char,
    hint: &str,
) -> Result<Result<(&'a str, &'a str), &'a str>, InputError> {
    let wrong = |at: usize, what: &str| {
        InputError::at(text, place + at, format!("{what}: `{}`", shorten(word)), hint)
    };
    let is_odd = |c: char| c != sign && ['-', '>', '@', ':'].contains(&c);
    if let Some(at) = word.find(is_odd) {
        return Err(wrong(at, "this is no edge"));
    }
    match word.split_once(sign) {
        None => Ok(Err(word)),
        Some((from, to)) if from.is_empty() || to.is_empty() => Err(wrong(0, "an edge has two ends")),
        Some((from, to)) if to.contains(sign) => {
            Err(wrong(from.len() + sign.len_utf8(), "an edge has two ends"))
        }
        Some(ends) => Ok(Ok(ends)),
    }
}

/// Names that become vertices as they come.
#[derive(Debug, Default)]
pub struct Vertices {
    /// The names so far.
    pub names: Vec<String>,
    /// The rows so far.
    pub next: Vec<Vec<u32>>,
    known: FxHashMap<String, u32>,
}

impl Vertices {
    /// The vertex of a name.
    pub fn vertex(&mut self, name: &str) -> u32 {
        if let Some(&known) = self.known.get(name) {
            return known;
        }
        let vertex = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.next.push(Vec::new());
        self.known.insert(name.to_owned(), vertex);
        vertex
    }

    /// The same with the vertices in the order of their names, numbers first and by size, so that a graph has one
    /// spelling; and the new places of the old vertices.
    pub fn sorted(mut self) -> (Vertices, Vec<u32>) {
        let mut order: Vec<u32> = (0..self.names.len() as u32).collect();
        order.sort_by_key(|&vertex| {
            let name = self.names[vertex as usize].as_str();
            let is_word = !name.bytes().all(|byte| byte.is_ascii_digit());
            (is_word, if is_word { 0 } else { name.len() }, name)
        });
        let mut places = vec![0; order.len()];
        order.iter().zip(0..).for_each(|(&old, new)| places[old as usize] = new);
        let names = order.iter().map(|&old| std::mem::take(&mut self.names[old as usize])).collect();
        let row = |&old: &u32| self.next[old as usize].iter().map(|&to| places[to as usize]).collect();
        let next = order.iter().map(row).collect();
        (Vertices { names, next, known: FxHashMap::default() }, places)
    }

    /// Adds a way from one vertex to another.
    pub fn join(&mut self, from: &str, to: &str) {
        let (from, to) = (self.vertex(from), self.vertex(to));
        self.next[from as usize].push(to);
    }
}
