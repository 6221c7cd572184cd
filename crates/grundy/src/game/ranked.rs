//! Dense numbering: positions as the numbers 0, 1, 2, ... without gaps, and back.
//!
//! A table over all positions of a game needs no keys if the position can be worked out from its place. A game that can
//! say so is [`Ranked`]; what it hands out for a start is a [`Ranks`]. One numbering serves most games of heaps and coins:
//! [`Choices`], the combinatorial number system (Pascal 1887, Lehmer 1964), in which the numbers c1 < c2 < ... < ck have
//! the rank C(c1, 1) + C(c2, 2) + ... + C(ck, k), for coins on different squares and for [`Multisets`] of heaps.
//!
//! Ranking and its reverse take O(k) and O(k log n) steps.
//!
//! ```
//! use grundy::game::ranked::Choices;
//!
//! let choices = Choices::new(10, 3).expect("120 of them");
//! assert_eq!((choices.len(), choices.rank(&[0, 1, 2]), choices.rank(&[7, 8, 9])), (120, Some(0), Some(119)));
//! assert_eq!(choices.choice(57).and_then(|choice| choices.rank(&choice)), Some(57));
//! ```

use super::sum::{Sum, canonical};
use super::{Game, Part};

/// Games whose positions have a dense numbering.
pub trait Ranked: Game {
    /// A numbering in which every position that can be reached from `start` has a rank; `None` if there is none.
    fn ranks(&self, start: &Sum<Self::Component>) -> Option<Box<dyn Ranks<Self::Component>>>;
}

/// A bijection of positions with 0, 1, ..., len - 1.
pub trait Ranks<C> {
    /// How many numbers there are.
    fn len(&self) -> u64;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of a position; `None` for a position that has none.
    fn rank(&self, position: &Sum<C>) -> Option<u64>;

    /// The position of a number; `None` beyond the last.
    fn position(&self, rank: u64) -> Option<Sum<C>>;
}

/// `size` different numbers below `below`, in increasing order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choices {
    below: u64,
    size: u64,
    len: u64,
}

impl Choices {
    /// All choices of so many numbers; `None` when there are more than 2^64 - 1.
    pub fn new(below: u64, size: u64) -> Option<Choices> {
        Some(Choices { below, size, len: binomial(below, size)? })
    }

    /// How many there are.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of a choice.
    pub fn rank(&self, choice: &[u64]) -> Option<u64> {
        let is_increasing = choice.windows(2).all(|pair| pair[0] < pair[1]);
        let fits = choice.len() as u64 == self.size && choice.last().is_none_or(|&last| last < self.below);
        if !fits || !is_increasing {
            return None;
        }
        choice.iter().zip(1..).map(|(&number, place)| binomial(number, place)).sum()
    }

    /// The choice of a number: the largest first, each as large as what is left allows.
    pub fn choice(&self, mut rank: u64) -> Option<Vec<u64>> {
        if rank >= self.len {
            return None;
        }
        let mut choice = vec![0; self.size as usize];
        let mut above = self.below;
        for place in (1..=self.size).rev() {
            // The least number whose binomial is too large lies in low + 1 ..= high.
            let (mut low, mut high) = (place - 1, above);
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                match binomial(middle, place) {
                    Some(count) if count <= rank => low = middle,
                    _ => high = middle,
                }
            }
            choice[place as usize - 1] = low;
            rank -= binomial(low, place)?;
            above = low;
        }
        Some(choice)
    }
}

/// C(n, k); `None` when it is larger than 2^64 - 1.
fn binomial(n: u64, k: u64) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    let mut product = 1u128;
    for step in 1..=k.min(n - k) {
        // Exact: the product of `step` consecutive numbers is divisible by step!.
        product = product.checked_mul(u128::from(n - step + 1))? / u128::from(step);
        u64::try_from(product).ok()?;
    }
    u64::try_from(product).ok()
}

/// Positions that are one list of [`Choices`].
impl Ranks<Vec<u64>> for Choices {
    fn len(&self) -> u64 {
        self.len
    }

    fn rank(&self, position: &Sum<Vec<u64>>) -> Option<u64> {
        Choices::rank(self, only(position)?)
    }

    fn position(&self, rank: u64) -> Option<Sum<Vec<u64>>> {
        Some(vec![Part { component: self.choice(rank)?, copies: 1 }])
    }
}

/// The only component of a position.
pub fn only<C>(position: &Sum<C>) -> Option<&C> {
    match position.as_slice() {
        [Part { component, copies: 1 }] => Some(component),
        _ => None,
    }
}

/// Multisets of at most so many heaps of at most such a size, empty ones left out: with the i-th smallest heap raised by
/// i, they are choices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Multisets(Choices);

impl Multisets {
    /// At most `size` heaps of at most `largest`; `None` when there are more than 2^64 - 1.
    pub fn new(size: u64, largest: u64) -> Option<Multisets> {
        Some(Multisets(Choices::new(largest.checked_add(size)?, size)?))
    }

    /// As many heaps as these at most, none larger.
    pub fn of(heaps: &[u64]) -> Option<Multisets> {
        Multisets::new(heaps.len() as u64, heaps.iter().copied().max().unwrap_or(0))
    }
}

/// Positions that are one list of heaps, whose order is of no account.
impl Ranks<Vec<u64>> for Multisets {
    fn len(&self) -> u64 {
        self.0.len
    }

    fn rank(&self, position: &Sum<Vec<u64>>) -> Option<u64> {
        self.rank(&canonical(only(position)?))
    }

    fn position(&self, rank: u64) -> Option<Sum<Vec<u64>>> {
        let heaps: Sum<u64> = self.position(rank)?;
        let component =
            heaps.iter().flat_map(|part| std::iter::repeat_n(part.component, part.copies as usize));
        Some(vec![Part { component: component.collect(), copies: 1 }])
    }
}

impl Ranks<u64> for Multisets {
    fn len(&self) -> u64 {
        self.0.len
    }

    fn rank(&self, position: &Sum<u64>) -> Option<u64> {
        let heaps = position.iter().try_fold(0u64, |count, part| count.checked_add(part.copies))?;
        let empty = self.0.size.checked_sub(heaps)?;
        let zeros = [Part { component: 0, copies: empty }];
        let all = zeros.iter().chain(position);
        let heaps = all.flat_map(|part| std::iter::repeat_n(part.component, part.copies as usize));
        self.0.rank(&heaps.zip(0..).map(|(heap, place)| heap.saturating_add(place)).collect::<Vec<_>>())
    }

    fn position(&self, rank: u64) -> Option<Sum<u64>> {
        let heaps = self.0.choice(rank)?.into_iter().zip(0..).map(|(number, place)| number - place);
        Some(canonical(&heaps.filter(|&heap| heap > 0).collect::<Vec<_>>()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every number has a position of its own, and every position its number.
    fn check<C: Ord + Clone + std::fmt::Debug>(ranks: &dyn Ranks<C>, len: u64) {
        let all: BTreeSet<_> = (0..len).map(|rank| ranks.position(rank).expect("a position")).collect();
        assert_eq!((all.len() as u64, ranks.len()), (len, len), "all different");
        for rank in 0..len {
            let position = ranks.position(rank).expect("a position");
            assert_eq!(ranks.rank(&position), Some(rank), "{position:?}");
        }
        assert_eq!(ranks.position(len), None);
    }

    #[test]
    fn numberings_are_bijections() {
        check(&Choices::new(9, 4).expect("few"), 126);
        check(&Choices::new(5, 0).expect("one"), 1);
        check(&Choices::new(6, 6).expect("one"), 1);
        check::<u64>(&Multisets::new(3, 7).expect("few"), 120);
        check::<u64>(&Multisets::new(0, 7).expect("one"), 1);
        check::<Vec<u64>>(&Multisets::of(&[7, 0, 3]).expect("few"), 120);
    }

    #[test]
    fn what_does_not_fit_has_no_number() {
        let choices = Choices::new(9, 3).expect("few");
        for wrong in [&[1, 2][..], &[1, 2, 9], &[2, 1, 3], &[1, 1, 2], &[1, 2, 3, 4]] {
            assert_eq!(choices.rank(wrong), None, "{wrong:?}");
        }
        let heaps = |list: &[u64]| Multisets::new(3, 7).expect("few").rank(&canonical(list));
        assert!(heaps(&[7, 7, 7]).is_some() && heaps(&[]).is_some());
        assert_eq!((heaps(&[8]), heaps(&[1, 1, 1, 1]), heaps(&[u64::MAX])), (None, None, None));
        assert_eq!((Multisets::of(&[u64::MAX]), Choices::new(1 << 40, 9)), (None, None));
    }
}
