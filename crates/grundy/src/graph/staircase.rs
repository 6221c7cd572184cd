//! Staircase Nim: coins on steps, a move takes any number of them one step down, the floor keeps what arrives.
//!
//! Only the steps at an odd distance to the floor count, each as a heap of Nim (R. Sprague, 'Über zwei Abarten von Nim',
//! 1937). Coins that come to a counting step from above can be sent on at once, so such a
//! move is reversed and changes nothing; coins that leave a counting step are gone, as in Nim. The value is the nim-sum
//! of the counting steps, and nothing about the others matters but this: they may hold coins that make a counting step
//! larger, and such a move can win too.
//!
//! Where the floor is, is a matter of notation and stated by [`Floor`]: the first number, or below the first number.
//! Every step has at most one winning move, found by a formula, so steps of 10^18 coins cost no more than steps of 3.
//! Time O(n) for n steps; [`nim_sum`] needs no memory. Staircases that branch are [`super::tree`]s.
//!
//! ```
//! use grundy::graph::staircase::{Floor, Step, nim_sum, winning_steps};
//!
//! // The floor, then three steps: the first and the third count, 1 xor 6 = 7.
//! assert_eq!(nim_sum(&[9, 1, 5, 6], Floor::First), 7);
//! // Five coins from the second step make the first 6; five from the third leave 1 there.
//! let moves: Vec<Step> = winning_steps(&[9, 1, 5, 6], Floor::First).collect();
//! assert_eq!(moves, [Step { from: 2, coins: 5 }, Step { from: 3, coins: 5 }]);
//! ```

use crate::error::Failure;
use crate::game::{Game, Part, Visit};
use crate::limits::{Pulse, StopReason};
use std::ops::ControlFlow;

/// Where the floor of a row of numbers is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Floor {
    /// The first number is the floor: coins on it never move, and it keeps what arrives.
    #[default]
    First,
    /// The floor lies below the first number: coins that reach it leave the row.
    Below,
}

impl Floor {
    /// The distance to the floor of the step with this index.
    fn distance(self, index: usize) -> usize {
        match self {
            Floor::First => index,
            Floor::Below => index + 1,
        }
    }

    /// Whether the step with this index counts: whether its distance to the floor is odd.
    pub fn counts(self, index: usize) -> bool {
        self.distance(index) % 2 == 1
    }

    /// The index of the lowest step, the first that counts.
    fn lowest(self) -> usize {
        match self {
            Floor::First => 1,
            Floor::Below => 0,
        }
    }
}

/// The Grundy value: the nim-sum of the steps that count.
pub fn nim_sum(steps: &[u64], floor: Floor) -> u64 {
    steps.iter().skip(floor.lowest()).step_by(2).fold(0, |sum, coins| sum ^ coins)
}

/// A move: so many coins from a step to the next lower one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The index of the step they leave.
    pub from: usize,
    /// How many.
    pub coins: u64,
}

/// All winning moves, from the lowest step up; none when the value is 0.
pub fn winning_steps(steps: &[u64], floor: Floor) -> impl Iterator<Item = Step> {
    let sum = nim_sum(steps, floor);
    steps.iter().enumerate().filter_map(move |(from, &held)| {
        let coins = match (floor.counts(from), floor.distance(from)) {
            (_, 0) => return None,
            // As in Nim: the step must become `held xor sum`.
            (true, _) => held.checked_sub(held ^ sum),
            // The step below counts, and must grow to its own value xor the sum.
            (false, _) => (steps[from - 1] ^ sum).checked_sub(steps[from - 1]),
        };
        coins.filter(|&coins| 0 < coins && coins <= held).map(|coins| Step { from, coins })
    })
}

/// The steps after a move; 128 bits, for a step that does not count may come to hold more than 64 bits can say.
pub fn after(steps: &[u64], floor: Floor, step: Step) -> Vec<u128> {
    let mut result: Vec<u128> = steps.iter().map(|&coins| u128::from(coins)).collect();
    result[step.from] -= u128::from(step.coins);
    if floor.distance(step.from) > 1 || floor == Floor::First {
        result[step.from - 1] += u128::from(step.coins);
    }
    result
}

/// Staircase Nim by its rules alone; a component is a whole staircase.
#[derive(Debug, Clone, Copy, Default)]
pub struct Staircase {
    /// Where the floor is.
    pub floor: Floor,
}

impl Game for Staircase {
    type Component = Vec<u64>;

    fn options(
        &self,
        steps: &Vec<u64>,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Vec<u64>>,
    ) -> Result<ControlFlow<()>, Failure> {
        let mut part = Part { component: steps.clone(), copies: 1 };
        for from in self.floor.lowest()..steps.len() {
            for coins in 1..=steps[from] {
                pulse.beat()?;
                part.component[from] = steps[from] - coins;
                if let Some(below) = from.checked_sub(1) {
                    // A step that would overflow can hold no more than it says: such positions are not searched.
                    part.component[below] = match steps[below].checked_add(coins) {
                        Some(held) => held,
                        None => return Err(StopReason::PositionLimit.into()),
                    };
                }
                if visit(std::slice::from_ref(&part)).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                if let Some(below) = from.checked_sub(1) {
                    part.component[below] = steps[below];
                }
            }
            part.component[from] = steps[from];
        }
        Ok(ControlFlow::Continue(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::reference;
    use proptest::prelude::*;
    use std::collections::HashMap;

    fn value(steps: &[u64], floor: Floor) -> u64 {
        reference::grundy(&Staircase { floor }, &steps.to_vec(), &mut HashMap::new()).expect("play ends")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_formula_is_the_mex_of_the_options(
            steps in prop::collection::vec(0u64..5, 0..5),
            floor in prop::sample::select(vec![Floor::First, Floor::Below]),
        ) {
            prop_assert_eq!(nim_sum(&steps, floor), value(&steps, floor));
        }

        #[test]
        fn winning_moves_are_all_moves_to_value_zero(
            steps in prop::collection::vec(0u64..9, 0..7),
            floor in prop::sample::select(vec![Floor::First, Floor::Below]),
        ) {
            let mut expected = Vec::new();
            for from in floor.lowest()..steps.len() {
                for coins in 1..=steps[from] {
                    let mut next = steps.clone();
                    next[from] -= coins;
                    if from > 0 {
                        next[from - 1] += coins;
                    }
                    if nim_sum(&next, floor) == 0 {
                        expected.push(Step { from, coins });
                        let wide: Vec<u128> = next.iter().map(|&coins| coins.into()).collect();
                        prop_assert_eq!(after(&steps, floor, Step { from, coins }), wide);
                    }
                }
            }
            prop_assert_eq!(winning_steps(&steps, floor).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn a_move_from_a_step_that_does_not_count_can_win() {
        let moves: Vec<Step> = winning_steps(&[0, 1, 5, 6], Floor::First).collect();
        assert_eq!(moves, [Step { from: 2, coins: 5 }, Step { from: 3, coins: 5 }]);
    }

    #[test]
    fn huge_steps_and_a_floor_that_overflows() {
        let steps = [u64::MAX, u64::MAX, 3];
        let moves: Vec<Step> = winning_steps(&steps, Floor::First).collect();
        assert_eq!(moves, [Step { from: 1, coins: u64::MAX }]);
        assert_eq!(after(&steps, Floor::First, moves[0]), [2 * u128::from(u64::MAX), 0, 3]);
        assert_eq!(nim_sum(&[], Floor::First), 0);
        assert_eq!(nim_sum(&[7], Floor::First), 0);
        assert_eq!(nim_sum(&[7], Floor::Below), 7);
    }
}
