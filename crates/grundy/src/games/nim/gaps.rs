//! Coins that cannot jump, and heaps that must not decrease: both are Nim on every second gap.
//!
//! *Strip*: coins lie on different squares; a move takes one coin to a lower square without passing or meeting another.
//! *Monotone Nim*: heaps stand in non-decreasing order and must stay so; a move takes tokens from one heap. Either way a
//! move by t makes the gap below a number smaller by t and the gap above it larger by t: tokens walk up a staircase of
//! gaps and leave it at the top. So the gaps counted from the top, the first, third, fifth, ..., are heaps of Nim: what a
//! move adds to one of them from below, the answer passes on, as in every staircase (Winning Ways, 1982, ch. 15, where
//! the game on the strip is Nim in disguise). The value is their nim-sum.
//!
//! Each counted gap gives at most one winning move: down by its upper number, or up by its lower one. Time O(n).
//!
//! ```
//! use grundy::games::nim::gaps::Gaps;
//!
//! assert_eq!(Gaps::Strip.value(&[0, 1, 2]), 0, "no move is left");
//! assert_eq!(Gaps::Monotone.value(&[3, 5]), 2);
//! ```

use super::list::{self, List, list_notation, offence, visit_one, with};
use crate::base::error::{Failure, InputError};
use crate::base::limits::Pulse;
use crate::game::ranked::{Choices, Ranked, Ranks, only};
use crate::game::sum::Sum;
use crate::game::theory::{Known, Theory, Value, Wins};
use crate::game::{Convention, Game, Part, Visit};
use crate::value::columns::columns;
use std::ops::ControlFlow;

/// Which of the two games is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gaps {
    /// Coins on different squares.
    Strip,
    /// Heaps in non-decreasing order.
    Monotone,
}

const THEOREM: &str = "the nim-sum of every second gap from the top; what enters such a gap from below is passed on (staircase argument, Winning Ways 1982)";

impl Gaps {
    /// How far the number at an index may fall.
    fn gap(self, numbers: &[u64], index: usize) -> u64 {
        match index.checked_sub(1) {
            None => numbers[0],
            Some(before) => numbers[index] - numbers[before] - u64::from(self == Gaps::Strip),
        }
    }

    /// The indices of the numbers whose gaps count: the last, the last but two, and so on.
    fn counted(numbers: &[u64]) -> impl Iterator<Item = usize> + use<> {
        (1 - numbers.len() % 2..numbers.len()).step_by(2)
    }

    /// The value of a position.
    pub fn value(self, numbers: &[u64]) -> u64 {
        Gaps::counted(numbers).fold(0, |sum, index| sum ^ self.gap(numbers, index))
    }

    fn read_list(&self, text: &str) -> Result<List, InputError> {
        if *self == Gaps::Strip {
            return list::read_squares(text);
        }
        let heaps = list::read(text)?;
        match heaps.windows(2).position(|pair| pair[0] > pair[1]) {
            None => Ok(heaps),
            Some(index) => {
                let message =
                    format!("heap {} is smaller than the one before it: {}", heaps[index + 1], heaps[index]);
                Err(offence(text, index + 1, message, "heaps stand in non-decreasing order: `1 3 3 8`"))
            }
        }
    }
}

impl Game for Gaps {
    type Component = List;

    fn options(
        &self,
        numbers: &List,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, List>,
    ) -> Result<ControlFlow<()>, Failure> {
        for (index, &number) in numbers.iter().enumerate() {
            for after in number - self.gap(numbers, index)..number {
                pulse.beat()?;
                if visit_one(visit, with(numbers, index, after)).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

list_notation!(Gaps, Gaps::read_list, |game, before, after| match game {
    Gaps::Strip => list::moved_places(before, after),
    Gaps::Monotone => list::changed_places(before, after),
});

impl Ranked for Gaps {
    fn ranks(&self, start: &Sum<List>) -> Option<Box<dyn Ranks<List>>> {
        let numbers = only(start)?;
        match self {
            Gaps::Strip => {
                let below = numbers.last().map_or(Some(0), |last| last.checked_add(1))?;
                Some(Box::new(Choices::new(below, numbers.len() as u64)?))
            }
            Gaps::Monotone => None,
        }
    }
}

impl Theory for Gaps {
    fn tier(&self, position: &[Part<List>]) -> Option<u64> {
        list::total(position)
    }

    fn rule(&self) -> String {
        match self {
            Gaps::Strip => "move a coin to a lower square, without jumping and without meeting another coin",
            Gaps::Monotone => {
                "take tokens from a heap, at least one, so that the heaps stay in non-decreasing order"
            }
        }
        .to_owned()
    }

    fn ranked(&self) -> Option<&dyn Ranked<Component = List>> {
        Some(self)
    }

    fn known(&self, numbers: &List, convention: Convention) -> Option<Known> {
        let known = Known { value: Value::Grundy(self.value(numbers)), theorem: THEOREM };
        (convention == Convention::Normal).then_some(known)
    }

    fn reach(&self, numbers: &List, convention: Convention, target: u64, wins: &mut dyn Wins<List>) -> bool {
        if convention == Convention::Misere {
            return false;
        }
        let change = self.value(numbers) ^ target;
        for index in Gaps::counted(numbers).filter(|_| change > 0) {
            let gap = self.gap(numbers, index);
            let wanted = gap ^ change;
            if wanted < gap {
                wins.add(|| with(numbers, index, numbers[index] - (gap - wanted)));
            } else if index > 0 && wanted - gap <= self.gap(numbers, index - 1) {
                wins.add(|| with(numbers, index - 1, numbers[index - 1] - (wanted - gap)));
            }
        }
        true
    }

    fn extent(&self, numbers: &List) -> u64 {
        match self {
            Gaps::Strip => list::smaller_squares(numbers),
            Gaps::Monotone => list::smaller_multisets(numbers),
        }
    }

    fn argue(&self, numbers: &List) -> Vec<String> {
        let gaps: Vec<u64> = Gaps::counted(numbers).map(|index| self.gap(numbers, index)).collect();
        let all: Vec<u64> = (0..numbers.len().min(40)).map(|index| self.gap(numbers, index)).collect();
        let mut lines = vec![
            format!("the gaps below the numbers, from the bottom: {}", list::write(&all)),
            format!(
                "those that count, every second from the top: {}",
                list::write(&gaps[..gaps.len().min(20)])
            ),
            "a number that falls makes its own gap smaller and the gap above it larger".to_owned(),
            "what enters a gap that counts from a gap that does not is answered by passing it on".to_owned(),
        ];
        lines.extend(columns(&gaps, self.value(numbers)));
        lines
    }

    fn theory(&self) -> Vec<String> {
        vec![format!("value: {THEOREM}")]
    }
}
