//! Options that are consecutive heaps: the values of a window that slides along the table.
//!
//! A rule such as `n -> k where k*k <= n, k^4 >= n` leads to all heaps between two ends that move little from one heap to
//! the next. Looking at every option costs the length of the window for each heap; counting how often each value occurs in
//! the window costs as much as its ends move. It pays where the values in it are few, and only then is it used.

/// Windows shorter than this are looked at heap by heap.
const MIN_LENGTH: usize = 64;

/// How often each value occurs among the heaps `from..to`.
#[derive(Debug, Default)]
pub struct Window {
    from: usize,
    to: usize,
    counts: Vec<u32>,
}

impl Window {
    /// Moves the window to other ends and calls `visit` with its different values; false where that would be no gain.
    pub fn slide(&mut self, values: &[u32], from: usize, to: usize, visit: &mut impl FnMut(u32)) -> bool {
        let length = to - from;
        let way = self.from.abs_diff(from) + self.to.abs_diff(to);
        let known = self.from < self.to && way < length;
        if length < MIN_LENGTH || 2 * self.counts.len() > length && known {
            *self = Window::default();
            return false;
        }
        if !known {
            *self = Window { from, to: from, counts: Vec::new() };
        }
        // First outwards, so that the window is never empty or turned round.
        (from..self.from).for_each(|heap| self.count(values[heap]));
        (self.to..to).for_each(|heap| self.count(values[heap]));
        (self.from..from).chain(to..self.to).for_each(|heap| self.counts[values[heap] as usize] -= 1);
        (self.from, self.to) = (from, to);
        let present = self.counts.iter().enumerate().filter(|&(_, &count)| count > 0);
        present.for_each(|(value, _)| visit(value as u32));
        true
    }

    fn count(&mut self, value: u32) {
        let value = value as usize;
        if value >= self.counts.len() {
            self.counts.resize(value + 1, 0);
        }
        self.counts[value] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_has_the_values_of_its_heaps() {
        let values: Vec<u32> = (0..5000u32).map(|heap| (heap * heap / 7 + heap) % 23).collect();
        let mut window = Window::default();
        let mut used = 0;
        for step in 0..900usize {
            let (from, to) = (step * 2 + step % 5, step * 4 + 70 - step % 7);
            let mut found = Vec::new();
            if window.slide(&values, from, to, &mut |value| found.push(value)) {
                let mut expected = values[from..to].to_vec();
                expected.sort_unstable();
                expected.dedup();
                assert_eq!(found, expected, "{from}..{to}");
                used += 1;
            }
        }
        assert!(used > 800, "{used}");
    }
}
