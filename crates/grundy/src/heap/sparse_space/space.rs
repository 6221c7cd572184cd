//! A sparse space: a mask that separates the few rare values from the many common ones.

/// A mask and the heaps whose values it calls rare.
///
/// The value v of heap n is *rare* when `v & mask` has an even number of ones, with `by_place` xor the parity of n minus a
/// place that breaks; *common* otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Space {
    /// Bits of a value that count.
    pub mask: u32,
    /// Whether the parity of the heap counts too.
    pub by_place: bool,
    /// The non-empty heaps with rare values, ascending.
    pub rare: Vec<u64>,
}
