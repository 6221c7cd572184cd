//! The different palindromes of a text.
//!
//! The eertree (Rubinchik and Shur 2015) has a node for each of them and grows letter by letter: the longest palindrome that ends here
//! is the longest one that ended before and had this letter in front of it, with the letter on both sides. At most one new
//! palindrome appears with each letter. Also counts occurrences, so it checks [`super::manacher`], which is faster when the
//! different ones are not asked for. Linear, 10 to 40 ns a letter, 24 bytes for each different palindrome, and the room to grow.
//!
//! ```
//! use polyhash::count::eertree;
//!
//! let found = eertree::palindromes(b"abacaba")?;
//! assert_eq!((found.distinct, found.count, found.longest), (7, 12, 7));
//! # Ok::<(), polyhash::Error>(())
//! ```

use super::Work;
use crate::error::Error;

/// What the tree knows about the palindromes of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Palindromes {
    /// Different palindromes that are not empty.
    pub distinct: u64,
    /// Their occurrences.
    pub count: u64,
    /// The length of the longest one.
    pub longest: usize,
}

/// A palindrome. Children have one more letter on both sides and are a list, since few nodes have more than one.
#[derive(Clone, Copy)]
struct Node {
    length: i32,
    /// The longest palindrome that this one ends with, other than itself.
    link: u32,
    /// How many palindromes this one ends with, itself included.
    depth: u32,
    child: u32,
    sibling: u32,
    letter: u8,
}

const NONE: u32 = 0;
/// The palindrome of length -1, around which single letters grow.
const IMAGINARY: u32 = 0;
const EMPTY: u32 = 1;

/// Builds the tree and counts.
///
/// # Errors
/// When the text has 2^31 bytes or more.
pub fn palindromes(text: &[u8]) -> Result<Palindromes, Error> {
    palindromes_within(text, &mut Work::unlimited())
}

/// The same within limits.
///
/// # Errors
/// When the text has 2^31 bytes or more; a limit.
pub fn palindromes_within(text: &[u8], work: &mut Work<'_>) -> Result<Palindromes, Error> {
    if text.len() >= 1 << 31 {
        return Err(Error::TooLong(text.len()));
    }
    let root = Node { length: -1, link: IMAGINARY, depth: 0, child: NONE, sibling: NONE, letter: 0 };
    let mut tree = vec![root, Node { length: 0, ..root }];
    let mut last = EMPTY;
    let mut found = Palindromes { distinct: 0, count: 0, longest: 0 };
    for (end, &letter) in text.iter().enumerate() {
        work.beat()?;
        if tree.len() == tree.capacity() {
            // It will be given twice the room.
            work.check_memory(2 * tree.len(), size_of::<Node>() as u64)?;
        }
        last = grow(&mut tree, text, end, letter, last);
        let node = tree[last as usize];
        found.count += u64::from(node.depth);
        found.longest = found.longest.max(node.length as usize);
    }
    found.distinct = tree.len() as u64 - 2;
    Ok(found)
}

/// The longest palindrome that ends with `letter` at `end`, given the longest one that ended before.
fn grow(tree: &mut Vec<Node>, text: &[u8], end: usize, letter: u8, last: u32) -> u32 {
    let inside = enclosed(tree, text, end, last);
    if let Some(known) = child(tree, inside, letter) {
        return known;
    }
    let length = tree[inside as usize].length + 2;
    let link = match length {
        1 => EMPTY,
        _ => {
            let shorter = enclosed(tree, text, end, tree[inside as usize].link);
            child(tree, shorter, letter).expect("a shorter palindrome with the same end is in the tree")
        }
    };
    let new = tree.len() as u32;
    let depth = tree[link as usize].depth + 1;
    let sibling = std::mem::replace(&mut tree[inside as usize].child, new);
    tree.push(Node { length, link, depth, child: NONE, sibling, letter });
    new
}

/// The longest palindrome among `node` and its links that has the same letter before it as stands at `end`.
fn enclosed(tree: &[Node], text: &[u8], end: usize, mut node: u32) -> u32 {
    loop {
        let length = tree[node as usize].length;
        // Around the imaginary one the letter meets itself.
        let before = end as i64 - i64::from(length) - 1;
        if before >= 0 && text[before as usize] == text[end] {
            return node;
        }
        node = tree[node as usize].link;
    }
}

fn child(tree: &[Node], node: u32, letter: u8) -> Option<u32> {
    let mut child = tree[node as usize].child;
    while child != NONE && tree[child as usize].letter != letter {
        child = tree[child as usize].sibling;
    }
    (child != NONE).then_some(child)
}
