//! What a search has found, as blocks of a [`journal`](crate::base::journal), and back.

use super::Keep;
use super::numbering::Numbers;
use crate::base::error::Failure;
use crate::base::journal::{Reader, block, put};
use crate::base::limits::StopReason;
use crate::engine::graph::csr::Edge;
use std::io;

/// Bytes after which what was found is written into the journal.
const BLOCK: usize = 1 << 16;

/// Collects what is found and adds it to the journal, block by block: what it takes to have new positions back, then how
/// many positions were expanded, then for each of them its moves.
pub struct Log<'a, 'k> {
    expanded: u64,
    moves: Vec<u8>,
    /// The first position that is not in the journal.
    first: usize,
    keep: &'a mut Keep<'k>,
    /// Why the journal could not be written.
    pub trouble: Option<io::Error>,
}

impl<'a, 'k> Log<'a, 'k> {
    /// A log whose journal has the positions before `first`.
    pub fn new(first: usize, keep: &'a mut Keep<'k>) -> Log<'a, 'k> {
        Log { expanded: 0, moves: Vec::new(), first, keep, trouble: None }
    }

    /// Takes note of the moves of the next position.
    pub fn add<C, N: Numbers<C>>(&mut self, numbers: &N, moves: &[Edge]) -> Result<(), Failure> {
        self.expanded += 1;
        put(&mut self.moves, moves.len() as u64);
        moves.iter().for_each(|edge| put(&mut self.moves, edge.to.into()));
        if self.moves.len() < BLOCK { Ok(()) } else { self.flush(numbers) }
    }

    /// Writes what the journal does not have yet.
    pub fn flush<C, N: Numbers<C>>(&mut self, numbers: &N) -> Result<(), Failure> {
        if self.expanded == 0 || self.trouble.is_some() {
            return Ok(());
        }
        let mut content = Vec::new();
        numbers.write_new(self.first, &mut content);
        put(&mut content, self.expanded);
        content.append(&mut self.moves);
        (self.first, self.expanded) = (numbers.met(), 0);
        (self.keep)(&block(&content)).map_err(|error| {
            self.trouble = Some(error);
            StopReason::Interrupted.into()
        })
    }
}

/// Takes the content of a block; returns how many positions are expanded then, or `None` when it cannot be right.
pub fn replay<C, N: Numbers<C>>(
    content: &[u8],
    numbers: &mut N,
    expanded: usize,
    edges: &mut Vec<Edge>,
) -> Option<usize> {
    let mut reader = Reader(content);
    numbers.read_new(&mut reader)?;
    let more = usize::try_from(reader.number()?).ok()?;
    let end = expanded.checked_add(more)?;
    for place in expanded..end {
        if place >= numbers.met() {
            return None;
        }
        let (from, _) = numbers.position(place).ok()?;
        for _ in 0..reader.number()? {
            let to = numbers.touch(reader.number()?)?;
            edges.push(Edge { from, to });
        }
    }
    reader.0.is_empty().then_some(end)
}
