//! The hash of a window that slides over a text.
//!
//! The first letter of a window has the lowest power, so a window that moves one place to the *left* multiplies everything by
//! the base, adds the new first letter and drops the old last one: H' = b·H + v(new) - bʷ·v(old). Moving to the right would
//! divide by the base, which not every modulus allows; all windows of a text are visited either way. Constant time a
//! step.
//!
//! ```
//! use polyhash::{PolyHash, Window};
//!
//! let hash = PolyHash::lecture();
//! for (start, value) in Window::over(hash, b"abracadabra", 4) {
//!     assert_eq!(value, hash.hash(&b"abracadabra"[start..start + 4]));
//! }
//! ```

use super::function::PolyHash;

/// A window of fixed width and its hash.
#[derive(Debug, Clone)]
pub struct Window {
    function: PolyHash,
    hash: u64,
    /// The base to the width of the window.
    power: u64,
}

impl Window {
    /// A window that shows `text`.
    pub fn new(function: PolyHash, text: &[u8]) -> Window {
        Window { function, hash: function.hash(text), power: function.power(text.len() as u64) }
    }

    /// The hash of what the window shows.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Moves one place to the left: `entering` becomes the first letter, `leaving` was the last one.
    #[inline]
    pub fn slide(&mut self, entering: u8, leaving: u8) {
        let (m, f) = (self.function.modulus(), &self.function);
        let grown = m.add(m.multiply(self.hash, f.base()), f.letter(entering));
        self.hash = m.subtract(grown, m.multiply(self.power, f.letter(leaving)));
    }

    /// The hashes of all windows of a width, with their first places, from the last window to the first.
    pub fn over(function: PolyHash, text: &[u8], width: usize) -> impl Iterator<Item = (usize, u64)> + '_ {
        let last = text.len().checked_sub(width);
        let mut window = last.map(|last| Window::new(function, &text[last..]));
        let places = last.map_or(0..0, |last| 0..last + 1);
        places.rev().filter_map(move |start| {
            let window = window.as_mut()?;
            if Some(start) != last {
                window.slide(text[start], text[start + width]);
            }
            Some((start, window.hash()))
        })
    }
}
