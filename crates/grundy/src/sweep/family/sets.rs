//! Sets of numbers that may be taken, without a common divisor: all of them, or those of one size, or the symmetric ones.
//!
//! A set is *symmetric* when with s it has max - s, the largest member itself aside: `{a, b, a + b}`, the
//! additive sets, are. Such a set is its largest member m and a choice of pairs s, m - s, so far fewer are looked at.

/// Most sets of a family.
pub const MAX_SETS: usize = 1 << 20;
/// The largest number that may be taken.
pub const MAX_NUMBER: u32 = 4096;

/// Which sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetChoice {
    /// The largest number that may be in one.
    pub largest: u32,
    /// How many numbers each has, if that is fixed.
    pub size: Option<u32>,
    /// Only the symmetric ones.
    pub symmetric: bool,
}

/// The sets by largest member, then the next, and so on; each in descending order. `None` when there are too many.
pub(super) fn sets(choice: &SetChoice) -> Option<Vec<Box<[u16]>>> {
    let mut found = Found { choice, sets: Vec::new(), looked_at: 0 };
    for largest in 1..=choice.largest.min(MAX_NUMBER) as u16 {
        let next = if choice.symmetric { largest / 2 } else { largest - 1 };
        found.choose(next, &mut vec![largest])?;
    }
    if choice.symmetric {
        // Descending lists compare by their first difference, and a list comes before what it begins.
        found.sets.sort_unstable();
    }
    Some(found.sets)
}

struct Found<'a> {
    choice: &'a SetChoice,
    sets: Vec<Box<[u16]>>,
    looked_at: usize,
}

impl Found<'_> {
    /// All choices of further numbers up to `next`, in the order of the family unless pairs are chosen.
    fn choose(&mut self, next: u16, chosen: &mut Vec<u16>) -> Option<()> {
        let missing = self.choice.size.map(|size| i64::from(size) - chosen.len() as i64);
        let places = i64::from(next) * if self.choice.symmetric { 2 } else { 1 };
        if missing.is_some_and(|missing| missing < 0 || missing > places) {
            return Some(());
        }
        self.looked_at += 1;
        if self.looked_at > 4 * MAX_SETS || self.sets.len() > MAX_SETS {
            return None;
        }
        if missing.is_none_or(|missing| missing == 0) && common_divisor(chosen) == 1 {
            let mut set = chosen.clone();
            set.sort_unstable_by(|one, other| other.cmp(one));
            self.sets.push(set.into());
        }
        for number in 1..=next {
            let before = chosen.len();
            chosen.push(number);
            let partner = chosen[0] - number;
            if self.choice.symmetric && partner != number {
                chosen.push(partner);
            }
            self.choose(number - 1, chosen)?;
            chosen.truncate(before);
        }
        Some(())
    }
}

fn common_divisor(numbers: &[u16]) -> u16 {
    numbers.iter().fold(0, |mut a, &(mut b)| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every set by its bits, which is the order of the family.
    fn by_bits(choice: SetChoice) -> Vec<Vec<u16>> {
        let members = |bits: u32| -> Vec<u16> {
            (0..choice.largest as u16)
                .rev()
                .filter(|place| bits >> place & 1 == 1)
                .map(|place| place + 1)
                .collect()
        };
        let fits = |set: &Vec<u16>| {
            let symmetric = set[1..].iter().all(|number| set[1..].contains(&(set[0] - number)));
            let divided = (2..=set[0]).any(|divisor| set.iter().all(|number| number % divisor == 0));
            !divided
                && (symmetric || !choice.symmetric)
                && choice.size.is_none_or(|size| set.len() == size as usize)
        };
        (1..1 << choice.largest).map(members).filter(fits).collect()
    }

    #[test]
    fn the_sets_are_those_that_fit() {
        for symmetric in [false, true] {
            for size in [None, Some(1), Some(2), Some(3), Some(4), Some(5), Some(12)] {
                let choice = SetChoice { largest: 11, size, symmetric };
                let found: Vec<Vec<u16>> =
                    sets(&choice).expect("few").into_iter().map(|set| set.into_vec()).collect();
                assert_eq!(found, by_bits(choice), "{choice:?}");
            }
        }
    }

    #[test]
    fn too_many_sets_are_refused_at_once() {
        let choice = |largest, size| SetChoice { largest, size, symmetric: false };
        assert!(sets(&choice(20, None)).is_some());
        assert!(sets(&choice(21, None)).is_none());
        assert!(sets(&choice(100, Some(3))).is_some());
        assert!(sets(&choice(4096, Some(4))).is_none());
        assert!(sets(&choice(4096, Some(2))).is_none());
        assert!(sets(&SetChoice { symmetric: true, ..choice(200, Some(5)) }).is_some());
    }
}
