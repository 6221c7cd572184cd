//! Which subtrees of a rooted tree have the same shape.
//!
//! Two rooted trees are isomorphic exactly when their lists of children's classes, in order, are equal (Aho, Hopcroft and Ullman
//! 1974). Children come before their parents, so each vertex sorts the classes of its children and looks the list up in a table of
//! all lists so far. The lists themselves are compared: nothing depends on luck. O(n log n) time for the sorting, 24 bytes a
//! vertex.
//!
//! The usual way is to hash the list, a sum or product of random functions of the classes; the
//! [cookbook](crate::cookbook#tree-isomorphism) shows it, and how it goes wrong where the functions are known.
//!
//! ```
//! use polyhash::tree::subtree_classes;
//!
//! // 0 has the children 1 and 2, each of which has one leaf; a third leaf hangs on 0.
//! let classes = subtree_classes(&[0, 0, 0, 1, 2, 0])?;
//! assert_eq!(classes.of, [0, 1, 1, 2, 2, 2]);
//! assert_eq!(classes.count, 3);
//! # Ok::<(), polyhash::Error>(())
//! ```

use crate::error::Error;
use crate::random::mix;
use alloc::vec;
use alloc::vec::Vec;

/// The shapes of all subtrees.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Classes {
    /// The class of the subtree of each vertex; classes are numbered in the order in which they first appear.
    pub of: Vec<u32>,
    /// How many classes there are.
    pub count: usize,
}

const NONE: u32 = u32::MAX;

/// Sorts the subtrees of a tree by shape. Vertex 0 is the root, whatever its entry; every other vertex has a parent before it.
///
/// # Errors
/// When a parent does not come before its child; when there are 2^31 vertices or more.
#[doc(alias = "tree isomorphism")]
pub fn subtree_classes(parents: &[u32]) -> Result<Classes, Error> {
    let count = parents.len();
    if count >= 1 << 31 {
        return Err(Error::TooLong(count));
    }
    let wrong = (1..count).find(|&vertex| parents[vertex] as usize >= vertex);
    if let Some(vertex) = wrong {
        return Err(Error::Parent { vertex, parent: parents[vertex] as usize });
    }
    // The classes of the children of v stand in lists[offsets[v]..offsets[v + 1]].
    let mut offsets = vec![0u32; count + 1];
    parents.iter().skip(1).for_each(|&parent| offsets[parent as usize + 1] += 1);
    for vertex in 0..count {
        offsets[vertex + 1] += offsets[vertex];
    }
    let mut free = offsets.clone();
    let mut lists = vec![0u32; count.saturating_sub(1)];
    let mut table = Table { slots: vec![NONE; (2 * count + 1).next_power_of_two()] };
    let mut of = vec![0u32; count];
    // The class of a subtree is for now the last vertex that has its shape.
    for vertex in (0..count).rev() {
        let list = offsets[vertex] as usize..offsets[vertex + 1] as usize;
        lists[list].sort_unstable();
        let class = table.class(vertex as u32, &lists, &offsets);
        of[vertex] = class;
        if vertex > 0 {
            let place = &mut free[parents[vertex] as usize];
            lists[*place as usize] = class;
            *place += 1;
        }
    }
    let mut names = free;
    names.fill(NONE);
    let mut next = 0;
    for class in &mut of {
        let name = &mut names[*class as usize];
        if *name == NONE {
            *name = next;
            next += 1;
        }
        *class = *name;
    }
    Ok(Classes { of, count: next as usize })
}

/// A vertex of each shape, at the place that its list of classes gives; open addressing.
struct Table {
    slots: Vec<u32>,
}

impl Table {
    /// The vertex that stands for a shape, which is the given one if the shape is new.
    fn class(&mut self, vertex: u32, lists: &[u32], offsets: &[u32]) -> u32 {
        let list =
            |vertex: u32| &lists[offsets[vertex as usize] as usize..offsets[vertex as usize + 1] as usize];
        let wanted = list(vertex);
        let key = wanted.iter().fold(wanted.len() as u64, |key, &class| mix(key ^ u64::from(class)));
        let mask = self.slots.len() - 1;
        let mut slot = key as usize & mask;
        loop {
            match self.slots[slot] {
                NONE => {
                    self.slots[slot] = vertex;
                    return vertex;
                }
                other if list(other) == wanted => return other,
                _ => slot = (slot + 1) & mask,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The shape of a subtree in brackets, children in order.
    fn shape(parents: &[u32], vertex: usize) -> String {
        let mut children: Vec<String> = (vertex + 1..parents.len())
            .filter(|&child| parents[child] as usize == vertex)
            .map(|child| shape(parents, child))
            .collect();
        children.sort();
        format!("({})", children.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]
        #[test]
        fn classes_are_those_of_shapes(raw in prop::collection::vec(any::<u32>(), 0..30)) {
            let parents: Vec<u32> =
                raw.iter().enumerate().map(|(vertex, raw)| raw % (vertex as u32).max(1)).collect();
            let shapes: Vec<String> = (0..parents.len()).map(|vertex| shape(&parents, vertex)).collect();
            let classes = subtree_classes(&parents).unwrap();
            let mut seen = Vec::new();
            for (vertex, shape) in shapes.iter().enumerate() {
                let number = seen.iter().position(|other| other == &shape).unwrap_or_else(|| {
                    seen.push(shape);
                    seen.len() - 1
                });
                prop_assert_eq!(classes.of[vertex], number as u32);
            }
            prop_assert_eq!(classes.count, seen.len());
        }
    }

    #[test]
    fn parents_come_first() {
        assert_eq!(subtree_classes(&[0, 1]), Err(Error::Parent { vertex: 1, parent: 1 }));
        assert_eq!(subtree_classes(&[]).unwrap().count, 0);
        assert_eq!(subtree_classes(&[7]).unwrap().count, 1);
        let path: Vec<u32> = (0..100_000u32).map(|vertex| vertex.saturating_sub(1)).collect();
        assert_eq!(subtree_classes(&path).unwrap().count, 100_000);
    }
}
