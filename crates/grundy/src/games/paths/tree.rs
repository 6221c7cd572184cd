//! Coins on a rooted tree: a move takes any number of coins of one node to its parent.
//!
//! A staircase that branches, with the same theory as [`super::staircase`]: the nodes at odd depth count, each as a heap
//! of Nim, and the value is their nim-sum. The question of the contest 'Move the Coins' (HackerRank, RookieRank) is what
//! the value becomes when the subtree of `u` is hung under `v`: if the depth of `u` changes by an odd number, counting
//! and other nodes of the subtree change places, so the value is xored with *all* coins of the subtree; otherwise
//! nothing changes. One nim-sum a node is all that a question needs, and whether `v` lies in the subtree of `u` is told
//! by two numbers of a tour.
//!
//! The tree is read from a list of edges without any lists of neighbours: a node keeps its degree and the xor of its
//! neighbours, leaves are peeled off, and a leaf's xor *is* its parent. Time and memory O(n) with five words a node,
//! no recursion (a path of 10^6 nodes is as good as a star), O(1) a question. Questions do not change the tree.
//!
//! ```
//! use grundy::games::paths::tree::{Invalid, Tree};
//!
//! // 0 is the root; 1 and 2 hang under it, 3 under 1.
//! let tree = Tree::new(&[0, 3, 3, 5], &[(0, 1), (0, 2), (3, 1)])?;
//! assert_eq!(tree.value(), 0);
//! assert_eq!(tree.rehang(3, 0), Ok(5));
//! assert_eq!(tree.rehang(3, 2), Ok(0));
//! assert_eq!(tree.rehang(1, 3), Err(Invalid::OwnSubtree));
//! # Ok::<(), grundy::games::paths::tree::NotATree>(())
//! ```

use thiserror::Error as ThisError;

/// A rooted tree with coins; node 0 is the root.
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Vec<Node>,
    value: u64,
}

/// What a question asks of a node, together for the sake of the cache.
#[derive(Debug, Clone, Copy, Default)]
struct Node {
    /// The nim-sum of all coins of the subtree.
    coins: u64,
    /// When the tour enters the node.
    enter: u32,
    /// One more than the last entry into its subtree.
    leave: u32,
    /// Whether the depth is odd.
    odd: bool,
}

/// Why edges make no tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum NotATree {
    /// There is no node, so no root.
    #[error("a tree has at least one node")]
    Empty,
    /// More nodes than 32 bits can number.
    #[error("a tree has at most 2^32 - 1 nodes")]
    TooLarge,
    /// A tree with n nodes has n - 1 edges.
    #[error("a tree of {nodes} nodes has {} edges, not {edges}", nodes - 1)]
    Count {
        /// Nodes given.
        nodes: usize,
        /// Edges given.
        edges: usize,
    },
    /// An edge names a node that does not exist.
    #[error("edge {edge} names a node that does not exist")]
    NoSuchNode {
        /// The index of the edge.
        edge: usize,
    },
    /// Some nodes are not connected to the root.
    #[error("the edges close a cycle, so not every node hangs under the root")]
    Cycle,
}

/// Why a subtree cannot be hung there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ThisError)]
pub enum Invalid {
    /// The root hangs nowhere.
    #[error("the root cannot be hung under another node")]
    Root,
    /// The new parent lies in the subtree itself.
    #[error("a node cannot be hung under its own subtree")]
    OwnSubtree,
    /// There is no such node.
    #[error("no such node")]
    NoSuchNode,
}

impl Tree {
    /// Builds the tree with these coins on its nodes from undirected edges in any order.
    ///
    /// # Errors
    /// When the edges make no tree.
    pub fn new(coins: &[u64], edges: &[(u32, u32)]) -> Result<Tree, NotATree> {
        let peeled = peel(coins.len(), edges)?;
        let mut nodes: Vec<Node> = coins.iter().map(|&coins| Node { coins, ..Node::default() }).collect();
        let size = gather(&mut nodes, &peeled);
        tour(&mut nodes, &peeled, size);
        let value = coins.iter().zip(&nodes).filter(|(_, node)| node.odd).fold(0, |sum, (c, _)| sum ^ c);
        Ok(Tree { nodes, value })
    }

    /// The number of nodes.
    #[expect(clippy::len_without_is_empty, reason = "a tree has a root")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The Grundy value: the nim-sum of the coins at odd depth.
    pub fn value(&self) -> u64 {
        self.value
    }

    /// The value if the subtree of `node` hung under `parent`; the first player then wins unless it is 0.
    ///
    /// # Errors
    /// When `node` is the root or `parent` lies in its subtree, `node` itself included.
    pub fn rehang(&self, node: usize, parent: usize) -> Result<u64, Invalid> {
        let &moved = self.nodes.get(node).ok_or(Invalid::NoSuchNode)?;
        let &above = self.nodes.get(parent).ok_or(Invalid::NoSuchNode)?;
        if node == 0 {
            return Err(Invalid::Root);
        }
        if (moved.enter..moved.leave).contains(&above.enter) {
            return Err(Invalid::OwnSubtree);
        }
        // The depth keeps its parity exactly when that of the new parent is another.
        Ok(if above.odd == moved.odd { self.value ^ moved.coins } else { self.value })
    }
}

/// The nodes but the root, every one before its parent.
pub(super) struct Peeled {
    pub order: Vec<u32>,
    pub parent: Vec<u32>,
}

/// Peels leaves until only the root is left.
pub(super) fn peel(nodes: usize, edges: &[(u32, u32)]) -> Result<Peeled, NotATree> {
    if nodes == 0 {
        return Err(NotATree::Empty);
    }
    if u32::try_from(nodes).is_err() {
        return Err(NotATree::TooLarge);
    }
    if edges.len() != nodes - 1 {
        return Err(NotATree::Count { nodes, edges: edges.len() });
    }
    let (mut degree, mut parent) = (vec![0u32; nodes], vec![0u32; nodes]);
    for (edge, &(a, b)) in edges.iter().enumerate() {
        if a as usize >= nodes || b as usize >= nodes {
            return Err(NotATree::NoSuchNode { edge });
        }
        for (node, other) in [(a, b), (b, a)] {
            degree[node as usize] += 1;
            parent[node as usize] ^= other;
        }
    }
    let mut order = Vec::with_capacity(nodes - 1);
    for start in 1..nodes {
        let mut leaf = start;
        while leaf != 0 && degree[leaf] == 1 {
            // The one neighbour left is the parent, which may become a leaf by this.
            let above = parent[leaf] as usize;
            order.push(leaf as u32);
            degree[leaf] = 0;
            degree[above] -= 1;
            parent[above] ^= leaf as u32;
            leaf = above;
        }
    }
    // Nodes on a cycle never become leaves, and of a tree apart from the root the last node never does.
    if order.len() == nodes - 1 { Ok(Peeled { order, parent }) } else { Err(NotATree::Cycle) }
}

/// Sums the coins of subtrees, children before parents; returns the sizes of the subtrees.
fn gather(nodes: &mut [Node], peeled: &Peeled) -> Vec<u32> {
    let mut size = vec![1; nodes.len()];
    for &node in &peeled.order {
        let above = peeled.parent[node as usize] as usize;
        size[above] += size[node as usize];
        nodes[above].coins ^= nodes[node as usize].coins;
    }
    size
}

/// Numbers the nodes as a tour through the tree meets them, parents before children: a child takes the next part of its
/// parent's numbers that is as long as its subtree.
fn tour(nodes: &mut [Node], peeled: &Peeled, size: Vec<u32>) {
    let mut free = size;
    nodes[0].leave = free[0];
    free[0] = 1;
    for &node in peeled.order.iter().rev() {
        let (node, above) = (node as usize, peeled.parent[node as usize] as usize);
        let (length, enter) = (free[node], free[above]);
        free[above] += length;
        // From here on: the first number in its part that no child has taken.
        free[node] = enter + 1;
        let odd = !nodes[above].odd;
        nodes[node] = Node { enter, leave: enter + length, odd, ..nodes[node] };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::error::Failure;
    use crate::base::limits::Pulse;
    use crate::game::{Game, Part, Visit, reference};
    use proptest::prelude::*;
    use std::collections::HashMap;
    use std::ops::ControlFlow;

    /// The game by its rules: parents, and a position is the coins.
    struct Coins(Parents);

    impl Game for Coins {
        type Component = Vec<u64>;

        fn options(
            &self,
            coins: &Vec<u64>,
            _: &mut Pulse<'_>,
            visit: &mut Visit<'_, Vec<u64>>,
        ) -> Result<ControlFlow<()>, Failure> {
            for (node, parent) in self.0.iter().enumerate() {
                for moved in parent.map_or(0..=0, |_| 1..=coins[node]) {
                    let mut component = coins.clone();
                    component[node] -= moved;
                    component[parent.unwrap_or(0)] += moved;
                    if moved > 0 && visit(&[Part { component, copies: 1 }]).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
            Ok(ControlFlow::Continue(()))
        }
    }

    fn value(parents: &[Option<usize>], coins: &[u64]) -> u64 {
        let game = Coins(parents.to_vec());
        reference::grundy(&game, &coins.to_vec(), &mut HashMap::new()).expect("play ends")
    }

    type Parents = Vec<Option<usize>>;

    /// A tree on shuffled names (the root keeps 0), as parents and as edges.
    fn trees() -> impl Strategy<Value = (Parents, Vec<(u32, u32)>, Vec<u64>)> {
        (1usize..7).prop_flat_map(|n| {
            let parents: Vec<_> = (1..n).map(|node| 0..node).collect();
            let names = Just((1..n).collect::<Vec<_>>()).prop_shuffle();
            (parents, names, prop::collection::vec(0u64..3, n), any::<u8>()).prop_map(
                |(parents, names, coins, turned)| {
                    let name = |node: usize| if node == 0 { 0 } else { names[node - 1] };
                    let mut by_name = vec![None; coins.len()];
                    let mut edges = Vec::new();
                    for (index, &parent) in parents.iter().enumerate() {
                        let (node, above) = (name(index + 1), name(parent));
                        by_name[node] = Some(above);
                        let edge = (node as u32, above as u32);
                        edges.push(if turned >> index & 1 == 1 { edge } else { (edge.1, edge.0) });
                    }
                    edges.sort_unstable();
                    (by_name, edges, coins)
                },
            )
        })
    }

    /// Whether `above` is on the way from `node` to the root, `node` included.
    fn is_under(parents: &[Option<usize>], mut node: usize, above: usize) -> bool {
        loop {
            match parents[node] {
                _ if node == above => return true,
                Some(parent) => node = parent,
                None => return false,
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn values_and_questions_agree_with_the_rules((parents, edges, coins) in trees()) {
            let tree = Tree::new(&coins, &edges).expect("a tree");
            prop_assert_eq!(tree.value(), value(&parents, &coins));
            for u in 0..coins.len() {
                for v in 0..coins.len() {
                    let expected = if u == 0 {
                        Err(Invalid::Root)
                    } else if is_under(&parents, v, u) {
                        Err(Invalid::OwnSubtree)
                    } else {
                        let mut hung = parents.clone();
                        hung[u] = Some(v);
                        Ok(value(&hung, &coins))
                    };
                    prop_assert_eq!(tree.rehang(u, v), expected, "{} under {}", u, v);
                }
            }
        }
    }

    #[test]
    fn a_long_path_needs_no_stack() {
        let n = 1_000_000u32;
        let edges: Vec<(u32, u32)> = (1..n).map(|node| (node - 1, node)).collect();
        let tree = Tree::new(&vec![1; n as usize], &edges).expect("a path");
        assert_eq!(tree.value(), 0);
        // 499 999 coins change places.
        assert_eq!(tree.rehang(500_001, 1), Ok(1));
        assert_eq!(tree.rehang(1, 999_999), Err(Invalid::OwnSubtree));
        assert_eq!(tree.rehang(1, n as usize), Err(Invalid::NoSuchNode));
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        let refused = |nodes: usize, edges: &[(u32, u32)]| Tree::new(&vec![1; nodes], edges).err();
        assert_eq!(refused(0, &[]), Some(NotATree::Empty));
        assert_eq!(refused(1, &[]), None);
        assert_eq!(refused(2, &[]), Some(NotATree::Count { nodes: 2, edges: 0 }));
        assert_eq!(refused(2, &[(0, 2)]), Some(NotATree::NoSuchNode { edge: 0 }));
        for edges in [[(1, 1), (0, 2)], [(0, 1), (1, 0)], [(1, 2), (2, 1)], [(0, 0), (1, 2)]] {
            assert_eq!(refused(3, &edges), Some(NotATree::Cycle), "{edges:?}");
        }
    }
}
