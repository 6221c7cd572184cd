//! All matches of one needle, overlapping ones too, exact and linear on any text.
//!
//! A substring searcher finds the next match at memory speed, but restarting it one byte later is quadratic where the
//! text repeats: aⁿ in a²ⁿ. Let p be the least period of the needle and m its length. Behind a match the text may go on with
//! period p for e more bytes, and then there are matches every p bytes, ⌊e/p⌋ more of them: one comparison of the text with
//! itself finds a whole [`Run`]. By the theorem of Fine and Wilf (1965) two matches less than m - p + 1 apart are a
//! multiple of p apart, so they belong to one run, and the search goes on max(p, m - p + 1) bytes behind the last match
//! without missing any.
//!
//! Nothing is hashed, nothing can collide. Time O(n), memory O(m). For many needles at once see [`super::many`].
//!
//! ```
//! use polyhash::Finder;
//!
//! let finder = Finder::new(b"aba");
//! assert_eq!(finder.positions(b"ababa.aba").collect::<Vec<_>>(), [0, 2, 6]);
//! assert_eq!(Finder::new(b"").count(b"xyz"), 4);
//! ```

use alloc::vec;
use memchr::memmem;

/// A needle, ready to be looked for.
#[derive(Debug, Clone)]
pub struct Finder<'n> {
    finder: memmem::Finder<'n>,
    period: usize,
}

/// Matches at equal distances: `count` of them from `start` on, `step` bytes apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The first match.
    pub start: usize,
    /// The distance from one match to the next.
    pub step: usize,
    /// How many matches there are.
    pub count: usize,
}

impl Run {
    /// The matches one by one.
    pub fn positions(self) -> impl Iterator<Item = usize> {
        (0..self.count).map(move |place| self.start + place * self.step)
    }
}

impl<'n> Finder<'n> {
    /// Looks at the needle; linear in its length.
    pub fn new(needle: &'n [u8]) -> Finder<'n> {
        Finder { finder: memmem::Finder::new(needle), period: least_period(needle).max(1) }
    }

    /// The needle.
    pub fn needle(&self) -> &[u8] {
        self.finder.needle()
    }

    /// All matches in runs, from left to right. An empty needle matches at every gap.
    pub fn runs<'t>(&'t self, text: &'t [u8]) -> impl Iterator<Item = Run> + 't {
        let mut from = 0;
        core::iter::from_fn(move || {
            let run = self.next_run(text, from)?;
            let last = run.start + (run.count - 1) * run.step;
            from = last + self.period.max(self.needle().len() + 1 - self.period.min(self.needle().len()));
            Some(run)
        })
    }

    /// All matches from left to right.
    pub fn positions<'t>(&'t self, text: &'t [u8]) -> impl Iterator<Item = usize> + 't {
        self.runs(text).flat_map(Run::positions)
    }

    /// How many matches there are.
    pub fn count(&self, text: &[u8]) -> u64 {
        match self.needle() {
            // Counting single bytes needs no places.
            &[letter] => memchr::memchr_iter(letter, text).count() as u64,
            _ => self.runs(text).map(|run| run.count as u64).sum(),
        }
    }

    /// The first run at or behind a place.
    fn next_run(&self, text: &[u8], from: usize) -> Option<Run> {
        let length = self.needle().len();
        if length == 0 {
            return (from == 0).then_some(Run { start: 0, step: 1, count: text.len() + 1 });
        }
        let start = from + self.finder.find(text.get(from..)?)?;
        let end = start + length;
        let more = common_prefix(&text[end..], &text[end - self.period..]);
        Some(Run { start, step: self.period, count: more / self.period + 1 })
    }
}

/// The least p > 0 with `text[i] = text[i + p]` wherever both exist; 0 for the empty text (Morris and Pratt 1970).
pub fn least_period(text: &[u8]) -> usize {
    // border[i] is the length of the longest border of text[..=i].
    let mut border = vec![0; text.len()];
    let mut length = 0;
    for place in 1..text.len() {
        while length > 0 && text[place] != text[length] {
            length = border[length - 1];
        }
        length += usize::from(text[place] == text[length]);
        border[place] = length;
    }
    text.len() - length
}

/// How many bytes two texts have in common from the start: whole pages first, which the C library compares fastest.
fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    let mut place = 0;
    for size in [4096, 64, 8] {
        let both = one[place..].chunks_exact(size).zip(other[place..].chunks_exact(size));
        place += size * both.take_while(|(a, b)| a == b).count();
    }
    place + one[place..].iter().zip(&other[place..]).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix;

    fn naive(needle: &[u8], text: &[u8]) -> Vec<usize> {
        let last = (text.len() + 1).saturating_sub(needle.len());
        (0..last).filter(|&start| text[start..].starts_with(needle)).collect()
    }

    fn check(needle: &[u8], text: &[u8]) {
        let finder = Finder::new(needle);
        let expected = naive(needle, text);
        assert_eq!(finder.positions(text).collect::<Vec<_>>(), expected, "{needle:?} in {text:?}");
        assert_eq!(finder.count(text), expected.len() as u64);
    }

    /// A text with structure: random, periodic, periodic with a flaw, Fibonacci, Thue-Morse.
    fn text(random: &mut SplitMix, length: usize) -> Vec<u8> {
        let letters = 1 + random.below(3);
        let letter = |random: &mut SplitMix| b'a' + random.below(letters) as u8;
        let kind = random.below(5);
        let mut text: Vec<u8> = match kind {
            0 => (0..length).map(|_| letter(random)).collect(),
            1 | 2 => {
                let period = 1 + random.below(7) as usize;
                let word: Vec<u8> = (0..period).map(|_| letter(random)).collect();
                word.into_iter().cycle().take(length).collect()
            }
            3 => {
                let (mut short, mut long) = (b"b".to_vec(), b"a".to_vec());
                while long.len() < length {
                    let next = [&long[..], &short].concat();
                    short = std::mem::replace(&mut long, next);
                }
                long.truncate(length);
                long
            }
            _ => (0..length).map(|i| b'a' + (i.count_ones() & 1) as u8).collect(),
        };
        if kind == 2 && length > 0 {
            text[random.below(length as u64) as usize] = b'c';
        }
        text
    }

    #[test]
    fn a_hundred_thousand_searches_equal_the_naive_scan() {
        let mut random = SplitMix(7);
        for _ in 0..100_000 {
            let length = random.below(60) as usize;
            let text = text(&mut random, length);
            // Half of the needles are cut out of the text.
            let size = random.below(13) as usize;
            let needle = if random.below(2) == 0 && size <= length {
                let start = random.below((length - size + 1) as u64) as usize;
                text[start..start + size].to_vec()
            } else {
                (0..size).map(|_| b'a' + random.below(2) as u8).collect()
            };
            check(&needle, &text);
        }
    }

    #[test]
    fn long_runs_cross_pages() {
        let mut text = vec![b'a'; 20_000];
        check(&text[..1000], &text);
        text[9_999] = b'b';
        check(&text[..1000], &text);
        check(&text[9_000..11_000], &text);
        let two: Vec<u8> = b"ab".iter().copied().cycle().take(30_001).collect();
        check(&two[..4097], &two);
    }

    #[test]
    fn corners() {
        check(b"", b"");
        check(b"a", b"");
        check(b"", b"abc");
        check(b"longer", b"long");
        check(b"\0", b"\0\0a\0");
        check("né".as_bytes(), "nénéné".as_bytes());
    }

    #[test]
    fn periods() {
        for (text, period) in [(&b""[..], 0), (b"a", 1), (b"ab", 2), (b"aba", 2), (b"aaaa", 1), (b"abcab", 3)]
        {
            assert_eq!(least_period(text), period);
        }
    }
}
