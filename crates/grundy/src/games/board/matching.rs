//! Maximum matchings of graphs: as many edges as possible, no two at one vertex.
//!
//! Edmonds' blossom algorithm (1965): from a vertex without a partner, grow a tree of paths that alternate between edges
//! outside and inside the matching; odd cycles are shrunk; a path that ends at another vertex without a partner makes the
//! matching one edge larger. Here for undirected vertex geography, which asks whether one more vertex can be matched.
//!
//! Time O(V^3), memory O(V).
//!
//! ```
//! use grundy::games::board::matching::Matching;
//!
//! // A triangle and a vertex beside it: 0-1, 1-2, 2-0, 2-3.
//! let next = vec![vec![1, 2], vec![0, 2], vec![0, 1, 3], vec![2]];
//! let mut matching = Matching::new(4);
//! (0..4).for_each(|vertex| drop(matching.augment(&next, vertex)));
//! assert_eq!(matching.partner(3), Some(2));
//! ```

use std::collections::VecDeque;

/// A matching that grows.
#[derive(Debug, Clone)]
pub struct Matching {
    partner: Vec<Option<u32>>,
    /// The vertex before, on the path from the root; for vertices an odd number of steps away.
    parent: Vec<Option<u32>>,
    /// The vertex that stands for the blossom.
    base: Vec<u32>,
    /// Whether the vertex is an even number of steps away, or in a blossom.
    is_even: Vec<bool>,
}

impl Matching {
    /// No edges yet.
    pub fn new(vertices: usize) -> Matching {
        Matching {
            partner: vec![None; vertices],
            parent: vec![None; vertices],
            base: (0..vertices as u32).collect(),
            is_even: vec![false; vertices],
        }
    }

    /// The partner of a vertex.
    pub fn partner(&self, vertex: u32) -> Option<u32> {
        self.partner[vertex as usize]
    }

    /// Gives a vertex without a partner one, if that makes the matching larger; whether it did.
    pub fn augment(&mut self, next: &[Vec<u32>], root: u32) -> bool {
        if self.partner(root).is_some() {
            return false;
        }
        let Some(mut at) = self.path(next, root) else { return false };
        // Back along the path, edges change places.
        while let Some(before) = self.parent[at as usize] {
            let further = self.partner(before);
            self.partner[at as usize] = Some(before);
            self.partner[before as usize] = Some(at);
            match further {
                Some(further) => at = further,
                None => break,
            }
        }
        true
    }

    /// The end of a path from the root that makes the matching larger.
    fn path(&mut self, next: &[Vec<u32>], root: u32) -> Option<u32> {
        self.parent.fill(None);
        self.is_even.fill(false);
        self.base.iter_mut().zip(0..).for_each(|(base, vertex)| *base = vertex);
        self.is_even[root as usize] = true;
        let mut queue = VecDeque::from([root]);
        while let Some(from) = queue.pop_front() {
            for &to in &next[from as usize] {
                if self.base[from as usize] == self.base[to as usize] || self.partner(from) == Some(to) {
                    continue;
                }
                let is_even =
                    to == root || self.partner(to).is_some_and(|p| self.parent[p as usize].is_some());
                if is_even {
                    self.shrink(from, to, &mut queue);
                } else if self.parent[to as usize].is_none() {
                    self.parent[to as usize] = Some(from);
                    let Some(partner) = self.partner(to) else { return Some(to) };
                    self.is_even[partner as usize] = true;
                    queue.push_back(partner);
                }
            }
        }
        None
    }

    /// Shrinks the odd cycle that an edge between two even vertices closes.
    fn shrink(&mut self, from: u32, to: u32, queue: &mut VecDeque<u32>) {
        let top = self.common(from, to);
        let mut in_blossom = vec![false; self.base.len()];
        self.mark(from, to, top, &mut in_blossom);
        self.mark(to, from, top, &mut in_blossom);
        for vertex in 0..self.base.len() {
            if in_blossom[self.base[vertex] as usize] {
                self.base[vertex] = top;
                if !std::mem::replace(&mut self.is_even[vertex], true) {
                    queue.push_back(vertex as u32);
                }
            }
        }
    }

    /// The blossoms on the way up to `top`; the way back leads over `child`.
    fn mark(&mut self, mut at: u32, mut child: u32, top: u32, in_blossom: &mut [bool]) {
        while self.base[at as usize] != top {
            let partner = self.partner(at).expect("only the root has no partner");
            in_blossom[self.base[at as usize] as usize] = true;
            in_blossom[self.base[partner as usize] as usize] = true;
            self.parent[at as usize] = Some(child);
            child = partner;
            at = self.parent[partner as usize].expect("odd vertices have a parent");
        }
    }

    /// The lowest blossom above both vertices.
    fn common(&self, first: u32, second: u32) -> u32 {
        let mut above = vec![false; self.base.len()];
        let up = |at: u32| self.partner(at).and_then(|partner| self.parent[partner as usize]);
        let mut at = self.base[first as usize];
        loop {
            above[at as usize] = true;
            match up(at) {
                Some(next) => at = self.base[next as usize],
                None => break,
            }
        }
        let mut at = self.base[second as usize];
        while !above[at as usize] {
            at = self.base[up(at).expect("both lie above the root") as usize];
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn largest(edges: &[(u32, u32)], used: u32) -> usize {
        let Some((&(a, b), rest)) = edges.split_first() else { return 0 };
        let without = largest(rest, used);
        let bits = 1 << a | 1 << b;
        if a == b || used & bits != 0 { without } else { without.max(1 + largest(rest, used | bits)) }
    }

    proptest! {
        #[test]
        fn as_many_edges_as_possible(pairs in prop::collection::vec((0u32..10, 0u32..10), 0..16)) {
            let mut next = vec![Vec::new(); 10];
            for &(a, b) in pairs.iter().filter(|(a, b)| a != b) {
                next[a as usize].push(b);
                next[b as usize].push(a);
            }
            let mut matching = Matching::new(10);
            let count = (0..10).filter(|&vertex| matching.augment(&next, vertex)).count();
            prop_assert_eq!(count, largest(&pairs, 0));
            for vertex in 0..10u32 {
                if let Some(partner) = matching.partner(vertex) {
                    prop_assert_eq!(matching.partner(partner), Some(vertex));
                    prop_assert!(next[vertex as usize].contains(&partner));
                }
            }
        }
    }
}
