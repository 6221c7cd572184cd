//! Values of heaps 0, 1, 2, ... that can be read block by block, however an engine keeps them.

use super::sparse_space::SparseSpace;
use std::sync::Arc;

/// A prefix of a sequence of values.
pub trait Terms {
    /// How many values are there.
    fn count(&self) -> u64;

    /// The values of heaps `first`, `first + 1`, ...: as many as `out` holds.
    ///
    /// # Panics
    /// When not all of them are there.
    fn read(&self, first: u64, out: &mut [u32]);

    /// The value of one heap.
    ///
    /// # Panics
    /// When it is not there.
    fn value(&self, heap: u64) -> u32 {
        let mut one = [0];
        self.read(heap, &mut one);
        one[0]
    }
}

impl Terms for [u32] {
    fn count(&self) -> u64 {
        self.len() as u64
    }

    fn read(&self, first: u64, out: &mut [u32]) {
        out.copy_from_slice(&self[first as usize..][..out.len()]);
    }
}

impl Terms for Vec<u32> {
    fn count(&self) -> u64 {
        self[..].count()
    }

    fn read(&self, first: u64, out: &mut [u32]) {
        self[..].read(first, out);
    }
}

/// The values an engine has found.
#[derive(Debug, Clone)]
pub enum TermTable {
    /// As they are.
    Plain(Vec<u32>),
    /// As the sparse-space engine keeps them.
    Sparse(Arc<SparseSpace>),
}

impl Terms for TermTable {
    fn count(&self) -> u64 {
        match self {
            TermTable::Plain(values) => values.len() as u64,
            TermTable::Sparse(values) => values.count(),
        }
    }

    fn read(&self, first: u64, out: &mut [u32]) {
        match self {
            TermTable::Plain(values) => values[..].read(first, out),
            TermTable::Sparse(values) => values.read(first, out),
        }
    }

    #[inline]
    fn value(&self, heap: u64) -> u32 {
        match self {
            TermTable::Plain(values) => values[heap as usize],
            TermTable::Sparse(values) => values.value(heap),
        }
    }
}

/// Values of a block.
const BLOCK: u64 = 1 << 13;

impl TermTable {
    /// Calls `visit` with slices that make up the values of `count` heaps from `first` on.
    pub fn slices(&self, first: u64, count: u64, mut visit: impl FnMut(&[u32])) {
        match self {
            TermTable::Plain(values) => visit(&values[first as usize..][..count as usize]),
            TermTable::Sparse(values) => {
                let mut buffer = vec![0; BLOCK.min(count) as usize];
                let mut done = 0;
                while done < count {
                    let block = &mut buffer[..BLOCK.min(count - done) as usize];
                    values.read(first + done, block);
                    visit(block);
                    done += block.len() as u64;
                }
            }
        }
    }
}
