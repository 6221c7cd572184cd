//! The different palindromes of a text: the palindromic tree.
//!
//! The eertree (Rubinchik and Shur 2015) has a node for each of them and grows letter by letter: the longest palindrome that ends here
//! is the longest one that ended before and had this letter in front of it, with the letter on both sides. At most one new
//! palindrome appears with each letter. A node knows the next shorter palindrome it ends with, where it first stood, and how often it
//! occurs. [`Radii`](super::manacher::Radii) are faster when the different ones are not asked for.
//!
//! Linear, 10 to 40 ns a letter; 4 bytes for each letter, 28 for each different palindrome, and the room to grow. Numbers have their
//! children in a hash table, 24 bytes more for each palindrome.
//!
//! ```
//! use polyhash::text::eertree::PalindromicTree;
//!
//! let tree = PalindromicTree::new(b"abacaba")?;
//! assert_eq!((tree.len(), tree.count(), tree.longest()), (7, 12, 7));
//! let aba = tree.iter().find(|palindrome| palindrome.range == (0..3)).expect("it is there");
//! assert_eq!(aba.occurrences, 2);
//! # Ok::<(), polyhash::Error>(())
//! ```

use super::check_length;
use crate::budget::{Budget, Meter};
use crate::error::Error;
use crate::hash::letter::Letter;
use crate::random::mix;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

/// All different palindromes of a text that are not empty.
#[doc(alias = "eertree")]
#[doc(alias = "palindromic tree")]
#[derive(Clone)]
pub struct PalindromicTree {
    nodes: Vec<Node>,
    /// The longest palindrome that ends with each letter.
    ends: Vec<u32>,
    count: u64,
}

/// One of the different palindromes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Palindrome {
    /// Where it first stands in the text.
    pub range: Range<usize>,
    /// How often it stands there.
    pub occurrences: u32,
    /// The number of the longest shorter palindrome that it ends with; none if that is empty.
    pub suffix: Option<usize>,
}

/// A palindrome. Children have one more letter on both sides; those of bytes are a list, since few nodes have more than one.
#[derive(Clone, Copy)]
struct Node {
    length: i32,
    /// The longest palindrome that this one ends with, other than itself.
    link: u32,
    /// How many palindromes this one ends with, itself included.
    depth: u32,
    child: u32,
    sibling: u32,
    /// Behind its first occurrence; its last letter is the one before.
    end: u32,
    occurrences: u32,
}

const NONE: u32 = 0;
/// The palindrome of length -1, around which single letters grow.
const IMAGINARY: u32 = 0;
const EMPTY: u32 = 1;

impl fmt::Debug for PalindromicTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PalindromicTree({} palindromes)", self.len())
    }
}

impl PalindromicTree {
    /// Builds the tree of a text.
    ///
    /// # Errors
    /// When the text has 2^31 letters or more.
    pub fn new<T: Letter>(text: &[T]) -> Result<PalindromicTree, Error> {
        PalindromicTree::within(text, &Budget::unlimited())
    }

    /// The same within limits.
    ///
    /// # Errors
    /// When the text has 2^31 letters or more; a limit.
    pub fn within<T: Letter>(text: &[T], budget: &Budget<'_>) -> Result<PalindromicTree, Error> {
        check_length(text)?;
        let fixed = text.len() * size_of::<u32>();
        budget.check_memory(fixed, 1)?;
        let mut meter = Meter::new(budget);
        let mut builder = Builder::new(text);
        let mut ends = vec![0; text.len()];
        let (mut last, mut count) = (EMPTY, 0);
        for (end, longest) in ends.iter_mut().enumerate() {
            meter.beat(1)?;
            if builder.nodes.len() == builder.nodes.capacity() {
                // It will be given twice the room.
                budget.check_memory(
                    2 * builder.nodes.len() + fixed / Builder::<T>::BYTES,
                    Builder::<T>::BYTES,
                )?;
            }
            last = builder.grow(end, last);
            *longest = last;
            count += u64::from(builder.nodes[last as usize].depth);
        }
        let mut nodes = builder.nodes;
        for &node in &ends {
            nodes[node as usize].occurrences += 1;
        }
        // Shorter palindromes have smaller numbers, so what is added to them is complete.
        for index in (2..nodes.len()).rev() {
            let Node { link, occurrences, .. } = nodes[index];
            nodes[link as usize].occurrences += occurrences;
        }
        Ok(PalindromicTree { nodes, ends, count })
    }

    /// How many different palindromes there are; they are numbered from 0.
    #[expect(clippy::len_without_is_empty, reason = "every text that is not empty has palindromes")]
    pub fn len(&self) -> usize {
        self.nodes.len() - 2
    }

    /// How many occurrences they have together.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The length of the longest one.
    pub fn longest(&self) -> usize {
        self.nodes.iter().map(|node| node.length.max(0) as usize).max().unwrap_or(0)
    }

    /// A palindrome by its number; shorter ones that it contains in its middle or at its end have smaller numbers.
    pub fn get(&self, number: usize) -> Option<Palindrome> {
        let node = self.nodes.get(number.checked_add(2)?)?;
        let end = node.end as usize;
        let suffix = (node.link > EMPTY).then(|| node.link as usize - 2);
        Some(Palindrome { range: end - node.length as usize..end, occurrences: node.occurrences, suffix })
    }

    /// The number of the longest palindrome that ends with the letter at a place.
    pub fn ending_at(&self, place: usize) -> Option<usize> {
        self.ends.get(place).map(|&node| node as usize - 2)
    }

    /// All of them, in the order of their first ends.
    pub fn iter(&self) -> impl Iterator<Item = Palindrome> + '_ {
        (0..self.len()).map_while(|number| self.get(number))
    }
}

/// A tree that grows.
struct Builder<'t, T> {
    text: &'t [T],
    nodes: Vec<Node>,
    /// The children of nodes over other alphabets than bytes, of which one may have many: child numbers at places given by the
    /// parent and the letter, open addressing, 0 for none.
    table: Vec<u32>,
    /// The parent of each node, where there is a table.
    parents: Vec<u32>,
}

impl<'t, T: Letter> Builder<'t, T> {
    /// Bytes for a node: its own, and its share of the table.
    const BYTES: usize = size_of::<Node>() + if size_of::<T>() == 1 { 0 } else { 20 };

    fn new(text: &'t [T]) -> Builder<'t, T> {
        let root = Node {
            length: -1,
            link: IMAGINARY,
            depth: 0,
            child: NONE,
            sibling: NONE,
            end: 0,
            occurrences: 0,
        };
        let nodes = vec![root, Node { length: 0, ..root }];
        let table = if T::as_bytes(text).is_some() { Vec::new() } else { vec![NONE; 8] };
        Builder { text, nodes, table, parents: vec![0; 2] }
    }

    /// The longest palindrome that ends with the letter at `end`, given the longest one that ended before.
    fn grow(&mut self, end: usize, last: u32) -> u32 {
        let inside = self.enclosed(end, last);
        if let Some(known) = self.child(inside, end) {
            return known;
        }
        let length = self.nodes[inside as usize].length + 2;
        let link = match length {
            1 => EMPTY,
            _ => {
                let shorter = self.enclosed(end, self.nodes[inside as usize].link);
                self.child(shorter, end).expect("a shorter palindrome with the same end is in the tree")
            }
        };
        let new = self.nodes.len() as u32;
        let depth = self.nodes[link as usize].depth + 1;
        let sibling = core::mem::replace(&mut self.nodes[inside as usize].child, new);
        let node = Node { length, link, depth, child: NONE, sibling, end: end as u32 + 1, occurrences: 0 };
        self.nodes.push(node);
        if !self.table.is_empty() {
            self.parents.push(inside);
            self.enter(new);
        }
        new
    }

    /// The longest palindrome among `node` and its links that has the same letter before it as stands at `end`.
    fn enclosed(&self, end: usize, mut node: u32) -> u32 {
        loop {
            let Node { length, link, .. } = self.nodes[node as usize];
            // Around the imaginary one the letter meets itself.
            let before = end as i64 - i64::from(length) - 1;
            if before >= 0 && self.text[before as usize] == self.text[end] {
                return node;
            }
            node = link;
        }
    }

    /// The last letter of a palindrome, which is also its first.
    fn letter(&self, node: u32) -> T {
        self.text[self.nodes[node as usize].end as usize - 1]
    }

    /// The palindrome with the letter at `end` on both sides of a node.
    fn child(&self, node: u32, end: usize) -> Option<u32> {
        let letter = self.text[end];
        let mut child;
        if self.table.is_empty() {
            child = self.nodes[node as usize].child;
            while child != NONE && self.letter(child) != letter {
                child = self.nodes[child as usize].sibling;
            }
        } else {
            let mut slot = self.slot(node, letter);
            child = self.table[slot];
            while child != NONE && (self.parents[child as usize] != node || self.letter(child) != letter) {
                slot = (slot + 1) & (self.table.len() - 1);
                child = self.table[slot];
            }
        }
        (child != NONE).then_some(child)
    }

    fn slot(&self, node: u32, letter: T) -> usize {
        mix(letter.rank() ^ mix(u64::from(node))) as usize & (self.table.len() - 1)
    }

    /// Puts a node into the table, which stays at most half full.
    fn enter(&mut self, node: u32) {
        if 2 * self.nodes.len() > self.table.len() {
            self.table = vec![NONE; 2 * self.table.len()];
            (2..self.nodes.len() as u32).for_each(|node| self.put(node));
        } else {
            self.put(node);
        }
    }

    fn put(&mut self, node: u32) {
        let mut slot = self.slot(self.parents[node as usize], self.letter(node));
        while self.table[slot] != NONE {
            slot = (slot + 1) & (self.table.len() - 1);
        }
        self.table[slot] = node;
    }
}
