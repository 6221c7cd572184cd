//! Graphs as rows of bits: for each vertex the set of those it is joined to, or, in a poset, of those above it.
//!
//! Small graphs are rows of one word, larger ones of several, by the same code. What is left of a poset when elements go keeps
//! its order, because rows hold all that is above and not only what is next. [`BitGraph::canonical`] numbers the vertices of
//! a small graph by what is around them, so that most parts that are alike become the same: colours are refined by the
//! colours of neighbours (Weisfeiler and Leman 1968), and as long as some are shared, one of the first shared colour gets a
//! colour of its own. Where that choice matters, two graphs that are alike may stay different, which costs nothing but time.

/// A graph or a poset.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct BitGraph {
    count: u32,
    /// Row by row, each of as many words as are needed for all vertices.
    rows: Vec<u64>,
}

/// A set of vertices.
pub type VertexSet = Vec<u64>;

/// The vertices of a set, in increasing order.
pub fn each(set: &[u64]) -> impl Iterator<Item = usize> + Clone + '_ {
    set.iter().enumerate().flat_map(|(index, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(64 * index + bit)
        })
    })
}

/// Whether a vertex is in a set.
pub fn has(set: &[u64], vertex: usize) -> bool {
    set[vertex / 64] >> (vertex % 64) & 1 == 1
}

/// Puts a vertex into a set.
pub fn insert(set: &mut [u64], vertex: usize) {
    set[vertex / 64] |= 1 << (vertex % 64);
}

/// The most vertices for which a canonical numbering is looked for: beyond, it costs more than it saves.
const MAX_CANONICAL: usize = 24;

impl BitGraph {
    /// So many vertices that are not joined.
    pub fn new(count: usize) -> BitGraph {
        BitGraph { count: count as u32, rows: vec![0; count * count.div_ceil(64)] }
    }

    /// How many vertices there are.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn words(&self) -> usize {
        self.len().div_ceil(64)
    }

    /// The row of a vertex.
    pub fn row(&self, vertex: usize) -> &[u64] {
        &self.rows[vertex * self.words()..][..self.words()]
    }

    fn row_mut(&mut self, vertex: usize) -> &mut [u64] {
        let words = self.words();
        &mut self.rows[vertex * words..][..words]
    }

    /// Joins one vertex to another, in this direction.
    pub fn join(&mut self, from: usize, to: usize) {
        insert(self.row_mut(from), to);
    }

    /// Takes an edge out, in both directions.
    pub fn cut(&mut self, one: usize, other: usize) {
        self.row_mut(one)[other / 64] &= !(1 << (other % 64));
        self.row_mut(other)[one / 64] &= !(1 << (one % 64));
    }

    /// How many vertices one is joined to.
    pub fn degree(&self, vertex: usize) -> u32 {
        self.row(vertex).iter().map(|word| word.count_ones()).sum()
    }

    /// All vertices.
    pub fn all(&self) -> VertexSet {
        let mut set = vec![0; self.words()];
        (0..self.len()).for_each(|vertex| insert(&mut set, vertex));
        set
    }

    /// Adds to each row the rows of those in it, until nothing is new: the order that the pairs say. `None` if some vertex
    /// comes to lie above itself.
    pub fn closed(mut self) -> Option<BitGraph> {
        let words = self.words();
        for middle in 0..self.len() {
            let above = self.row(middle).to_vec();
            for vertex in 0..self.len() {
                if has(self.row(vertex), middle) {
                    let row = &mut self.rows[vertex * words..][..words];
                    row.iter_mut().zip(&above).for_each(|(word, more)| *word |= more);
                }
            }
        }
        (0..self.len()).all(|vertex| !has(self.row(vertex), vertex)).then_some(self)
    }

    /// The rows in both directions.
    fn symmetric(&self) -> BitGraph {
        let mut both = self.clone();
        for vertex in 0..self.len() {
            for other in each(self.row(vertex)) {
                both.join(other, vertex);
            }
        }
        both
    }

    /// The connected parts of what is left when only these vertices are.
    pub fn parts(&self, left: &[u64], poset: bool) -> Vec<VertexSet> {
        let symmetric;
        let rows = if poset {
            symmetric = self.symmetric();
            &symmetric
        } else {
            self
        };
        let (mut rest, mut out) = (left.to_vec(), Vec::new());
        loop {
            let Some(first) = each(&rest).next() else { return out };
            let mut part = vec![0; self.words()];
            let mut edge = part.clone();
            insert(&mut edge, first);
            while edge.iter().any(|&word| word != 0) {
                let mut next = vec![0; self.words()];
                for vertex in each(&edge) {
                    next.iter_mut().zip(rows.row(vertex)).for_each(|(word, more)| *word |= more);
                }
                part.iter_mut().zip(&edge).for_each(|(word, more)| *word |= more);
                edge = next;
                for ((word, left), seen) in edge.iter_mut().zip(&rest).zip(&part) {
                    *word &= left & !seen;
                }
            }
            rest.iter_mut().zip(&part).for_each(|(word, taken)| *word &= !taken);
            out.push(part);
        }
    }

    /// The graph on some of the vertices, numbered as they are listed.
    pub fn induced(&self, vertices: &[usize]) -> BitGraph {
        let mut graph = BitGraph::new(vertices.len());
        let mut place = vec![usize::MAX; self.len()];
        vertices.iter().enumerate().for_each(|(new, &old)| place[old] = new);
        for (new, &old) in vertices.iter().enumerate() {
            for other in each(self.row(old)) {
                if place[other] != usize::MAX {
                    graph.join(new, place[other]);
                }
            }
        }
        graph
    }

    /// The same graph with a numbering that most graphs like it share.
    #[must_use]
    pub fn canonical(&self) -> BitGraph {
        if self.len() > MAX_CANONICAL {
            return self.clone();
        }
        let mut below = vec![0u64; self.len()];
        for vertex in 0..self.len() {
            each(self.row(vertex)).for_each(|other| below[other] |= 1 << vertex);
        }
        let mut colours = vec![1u64; self.len()];
        loop {
            self.refine(&below, &mut colours);
            let mut order: Vec<usize> = (0..self.len()).collect();
            order.sort_by_key(|&vertex| colours[vertex]);
            let Some(shared) = order.windows(2).find(|pair| colours[pair[0]] == colours[pair[1]]) else {
                return self.induced(&order);
            };
            colours[shared[0]] = mix(colours[shared[0]] ^ 0x5bd1_e995);
        }
    }

    /// Colours by what is around, as far as it goes.
    fn refine(&self, below: &[u64], colours: &mut Vec<u64>) {
        let classes = |colours: &[u64]| {
            let mut sorted = colours.to_vec();
            sorted.sort_unstable();
            sorted.dedup();
            sorted.len()
        };
        let mut count = 0;
        loop {
            let sum = |set: &[u64], salt: u64| {
                each(set).fold(0u64, |sum, other| sum.wrapping_add(mix(colours[other] ^ salt)))
            };
            let next = (0..self.len()).map(|vertex| {
                let (above, under) = (sum(self.row(vertex), 1), sum(&below[vertex..=vertex], 2));
                mix(colours[vertex].wrapping_mul(3) ^ mix(above).wrapping_add(under))
            });
            *colours = next.collect();
            let now = classes(colours);
            if now <= count || now == self.len() {
                return;
            }
            count = now;
        }
    }
}

/// Spreads what is different over all bits.
fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn graph(count: usize, edges: &[(usize, usize)]) -> BitGraph {
        let mut graph = BitGraph::new(count);
        for &(one, other) in edges {
            graph.join(one, other);
            graph.join(other, one);
        }
        graph
    }

    proptest! {
        /// Whatever the numbering, the canonical graph has the same degrees, and a renumbered graph mostly the same form.
        #[test]
        fn canonical_graphs_are_renumbered_graphs(
            edges in prop::collection::vec((0usize..8, 0usize..8), 0..14),
            order in Just((0..8).collect::<Vec<usize>>()).prop_shuffle(),
        ) {
            let edges: Vec<(usize, usize)> = edges.into_iter().filter(|(one, other)| one != other).collect();
            let one = graph(8, &edges);
            let renumbered: Vec<(usize, usize)> = edges.iter().map(|&(a, b)| (order[a], order[b])).collect();
            let other = graph(8, &renumbered);
            for form in [one.canonical(), other.canonical()] {
                let sorted = |graph: &BitGraph| {
                    let mut degrees: Vec<u32> = (0..8).map(|vertex| graph.degree(vertex)).collect();
                    degrees.sort_unstable();
                    degrees
                };
                prop_assert_eq!(sorted(&form), sorted(&one));
                prop_assert_eq!(form.parts(&form.all(), false).len(), one.parts(&one.all(), false).len());
            }
        }
    }

    #[test]
    fn parts_that_are_alike_become_the_same() {
        let path = graph(70, &(1..70).map(|at| (at - 1, at)).collect::<Vec<_>>());
        let piece = |range: std::ops::Range<usize>| path.induced(&range.collect::<Vec<_>>()).canonical();
        assert_eq!(piece(3..9), piece(60..66));
        let backwards: Vec<usize> = (3..9).rev().collect();
        assert_eq!(path.induced(&backwards).canonical(), piece(3..9));
        let mut left = path.all();
        left[0] &= !(1 << 20);
        let sizes: Vec<u32> = path
            .parts(&left, false)
            .iter()
            .map(|part| part.iter().map(|word| word.count_ones()).sum())
            .collect();
        assert_eq!(sizes, [20, 49]);
    }

    #[test]
    fn an_order_is_transitive_and_has_no_circle() {
        let mut chain = BitGraph::new(3);
        chain.join(0, 1);
        chain.join(1, 2);
        let closed = chain.clone().closed().expect("no circle");
        assert_eq!((closed.degree(0), closed.degree(1)), (2, 1));
        // The middle goes, the order stays.
        assert_eq!(closed.induced(&[0, 2]).degree(0), 1);
        chain.join(2, 0);
        assert!(chain.closed().is_none());
    }
}
