//! Finds and proves eventual periods of the values of a game.
//!
//! Octal periodicity theorem (Guy and Smith 1956), general form: in a code whose last digit stands at place k and whose
//! moves leave at most s heaps, if `g(m + p) = g(m)` for all `m >= n0` with `m + p < N`, and `N >= s*n0 + s*p + k`, then it
//! holds for all `m >= n0`. For larger heaps every option has a part that can be shifted by p. With s = 1 this is the
//! theorem on finite subtraction sets. The search reads the values backwards: the Z-function gives, for every p, how far
//! down the repetition reaches. Time and memory O(N).

/// A period that was proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    /// The least p.
    pub length: u64,
    /// The least e with `g(n + p) = g(n) + saltus` for all `n >= e`.
    pub preperiod: u64,
    /// What each period adds; 0 for ordinary periods.
    pub saltus: u64,
    /// How many values the proof looked at.
    pub values: u64,
}

impl Period {
    /// Where a heap's value stands among those of the first `preperiod + length` heaps, and what is added to it.
    pub fn place(&self, heap: u64) -> (usize, u64) {
        let Some(beyond) = heap.checked_sub(self.preperiod) else { return (heap as usize, 0) };
        ((self.preperiod + beyond % self.length) as usize, self.saltus * (beyond / self.length))
    }

    /// The value of any heap from the values of the first `preperiod + length`.
    pub fn value(&self, values: &[u32], heap: u64) -> u64 {
        if let Some(&value) = usize::try_from(heap).ok().and_then(|index| values.get(index)) {
            return u64::from(value);
        }
        let (index, added) = self.place(heap);
        u64::from(values[index]) + added
    }

    /// The claim in words.
    pub fn theorem(&self) -> String {
        let Period { length, preperiod, values, saltus } = self;
        let kind = if *saltus == 0 { "period" } else { "arithmetic period" };
        format!("{kind} {length} from heap {preperiod} on, proved by {values} values (periodicity theorem)")
    }
}

/// The least period that `values` prove for a code with at most `parts` heaps per move and last place `last_place`.
pub fn prove(values: &[u32], parts: u64, last_place: u64) -> Option<Period> {
    let count = values.len();
    for (p, matches) in z_function_of_reverse(values).into_iter().enumerate().skip(1) {
        let preperiod = count - p - matches;
        // Heap `last_place` itself may be emptied by a move that leaves nothing, so the theorem starts at heap 1.
        let start = preperiod.max(1) as u64;
        let needed = parts.max(1) * (start + p as u64) + last_place;
        if needed <= count as u64 {
            return Some(Period { length: p as u64, preperiod: preperiod as u64, saltus: 0, values: needed });
        }
    }
    None
}

/// The least period that `values` prove for a finite subtraction set with largest take `reach`: the last `reach` values
/// stand once more, p places earlier. The same theorem as [`prove`] with one part, in memory O(reach).
pub fn prove_window(values: &[u32], reach: u64) -> Option<Period> {
    let count = values.len();
    let window = usize::try_from(reach).ok().filter(|&window| 0 < window && window < count)?;
    let at = |index: usize| values[count - 1 - index];
    // Knuth-Morris-Pratt on the values read backwards: the first place behind 0 where the window begins again.
    let mut border = vec![0usize; window + 1];
    let mut length = 0;
    for index in 1..window {
        while length > 0 && at(index) != at(length) {
            length = border[length - 1];
        }
        length += usize::from(at(index) == at(length));
        border[index] = length;
    }
    let mut matched = 0;
    let p = (1..count).find_map(|index| {
        while matched > 0 && (matched == window || at(index) != at(matched)) {
            matched = border[matched - 1];
        }
        matched += usize::from(matched < window && at(index) == at(matched));
        (matched == window).then(|| index + 1 - window)
    })?;
    let agreeing = (0..count - p).take_while(|&index| at(index) == at(index + p)).count();
    let preperiod = (count - p - agreeing) as u64;
    let needed = preperiod.max(1) + p as u64 + reach;
    (needed <= count as u64).then_some(Period { length: p as u64, preperiod, saltus: 0, values: needed })
}

/// `z[p]`: how many of the last values agree with those p places before them.
fn z_function_of_reverse(values: &[u32]) -> Vec<usize> {
    let count = values.len();
    let at = |index: usize| values[count - 1 - index];
    let mut z = vec![0; count];
    let (mut left, mut right) = (0, 0);
    for index in 1..count {
        let mut length = if index < right { z[index - left].min(right - index) } else { 0 };
        while index + length < count && at(length) == at(index + length) {
            length += 1;
        }
        if index + length > right {
            (left, right) = (index, index + length);
        }
        z[index] = length;
    }
    z
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_without_period_proves_nothing() {
        let values: Vec<u32> = (0..500u32).map(|n| n.count_ones()).collect();
        assert_eq!(prove(&values, 2, 2), None);
        assert_eq!(prove(&[], 2, 2), None);
        assert_eq!(prove(&[0], 1, 0), None);
    }

    #[test]
    fn a_window_proves_what_the_whole_list_proves() {
        for seed in 1..400u64 {
            let takes: Vec<usize> = (1..=9).filter(|bit| seed >> bit & 1 == 1 || *bit == 9).collect();
            let mut values: Vec<u32> = Vec::new();
            for n in 0..(20 + seed as usize) {
                let options = takes.iter().filter(|&&take| take <= n).map(|take| u64::from(values[n - take]));
                values.push(crate::value::mex(options) as u32);
            }
            assert_eq!(prove_window(&values, 9), prove(&values, 1, 9), "{takes:?}");
        }
    }

    #[test]
    fn the_least_period_and_preperiod_are_found() {
        let values: Vec<u32> = (0..60u32).map(|n| if n < 4 { 9 + n } else { n % 6 / 2 }).collect();
        let period = prove(&values, 1, 3).expect("period 6");
        assert_eq!((period.length, period.preperiod, period.values), (6, 4, 13));
        assert_eq!(period.value(&values, 1_000_000_004), u64::from(values[(1_000_000_004 % 6 + 6) as usize]));
    }
}
