//! Green Hackenbush on a tree: cut an edge, and what no longer hangs on the root falls off.
//!
//! By the colon principle the branches at a vertex may be replaced by one stalk of their nim-sum (Berlekamp, Conway and Guy
//! 1982, ch. 7): the value of a vertex is the nim-sum of the values of its children, each plus 1. For other graphs:
//! [`crate::games::board::hackenbush`].
//!
//! Time and memory O(n), without recursion: a path of 10^6 vertices is no deeper than any other tree.
//!
//! ```
//! use grundy::games::paths::green_tree::value;
//!
//! assert_eq!(value(3, &[(0, 1), (1, 2)]), Ok(2));
//! assert_eq!(value(3, &[(0, 1), (0, 2)]), Ok(0));
//! assert!(value(3, &[(0, 1), (1, 0)]).is_err());
//! ```

use super::tree::{NotATree, peel};

/// The value of a tree that stands on vertex 0.
///
/// # Errors
/// When the edges are no tree of this many vertices.
pub fn value(vertices: usize, edges: &[(u32, u32)]) -> Result<u64, NotATree> {
    let peeled = peel(vertices, edges)?;
    let mut values = vec![0u64; vertices];
    for &vertex in &peeled.order {
        values[peeled.parent[vertex as usize] as usize] ^= values[vertex as usize] + 1;
    }
    Ok(values[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The value from the moves: each edge cut, what hangs on it gone.
    fn slow(edges: &[(u32, u32)]) -> u64 {
        let options: Vec<u64> = (0..edges.len())
            .map(|cut| {
                let mut left: Vec<(u32, u32)> = edges.to_vec();
                left.remove(cut);
                let mut hanging = vec![0];
                let mut kept = Vec::new();
                while let Some(vertex) = hanging.pop() {
                    for &(parent, child) in left.iter().filter(|&&(parent, _)| parent == vertex) {
                        kept.push((parent, child));
                        hanging.push(child);
                    }
                }
                slow(&kept)
            })
            .collect();
        (0..).find(|value| !options.contains(value)).expect("a finite list")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn values_are_those_of_the_moves(parents in prop::collection::vec(any::<prop::sample::Index>(), 0..7)) {
            let edges: Vec<(u32, u32)> =
                parents.iter().enumerate().map(|(child, parent)| (parent.index(child + 1) as u32, child as u32 + 1)).collect();
            prop_assert_eq!(value(edges.len() + 1, &edges), Ok(slow(&edges)));
        }
    }

    #[test]
    fn what_is_no_tree_has_no_value() {
        assert!(value(4, &[(0, 1), (1, 0), (2, 3)]).is_err());
        assert!(value(2, &[(0, 2)]).is_err());
        assert_eq!(value(1, &[]), Ok(0));
    }
}
