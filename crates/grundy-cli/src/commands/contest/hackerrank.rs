//! HackerRank.

use super::{Answers, Trouble};
use grundy::Limits;
use grundy::game::text::scanner::{Misread, Scanner};
use grundy::games::paths::tree::{Invalid, NotATree, Tree};

/// Move the Coins: n, coins, n - 1 edges, q, then `u v`: who wins when the subtree of u hangs under v?
pub fn coins(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    let count = input.count()?;
    let coins = input.numbers(count)?;
    let edge_count = count.saturating_sub(1);
    let mut edges = input.room(edge_count);
    for _ in 0..edge_count {
        edges.push((node(input, count)? as u32, node(input, count)? as u32));
    }
    let tree = match Tree::new(&coins, &edges) {
        Ok(tree) => Some(tree),
        // Without nodes there is nothing to ask about either.
        Err(NotATree::Empty) => None,
        Err(error) => return Err(input.refuse(error.to_string()).into()),
    };
    for _ in 0..input.count()? {
        let (moved, parent) = (node(input, count)?, node(input, count)?);
        let asked = tree.as_ref().map_or(Err(Invalid::NoSuchNode), |tree| tree.rehang(moved, parent));
        answers.line(match asked {
            Ok(0) => "NO",
            Ok(_) => "YES",
            Err(_) => "INVALID",
        });
    }
    Ok(())
}

/// A node, numbered from 1 in the input and from 0 in the library.
fn node(input: &mut Scanner<'_>, count: usize) -> Result<usize, Misread> {
    let number = input.count()?;
    match number.checked_sub(1).filter(|&index| index < count) {
        Some(index) => Ok(index),
        None => Err(input.refuse(format!("no node {number}: nodes are numbered 1 to {count}"))),
    }
}
