//! Values of heaps 0, 1, 2, ... that can be read block by block, however an engine keeps them.

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
