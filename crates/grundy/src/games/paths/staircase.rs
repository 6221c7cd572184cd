//! Staircase Nim: coins on steps, a move takes any number of them one step down, the floor keeps what arrives.
//!
//! Only the steps at an odd distance to the floor count, each as a heap of Nim (R. Sprague, 'Über zwei Abarten von Nim',
//! 1937). Coins that come to a counting step from above can be sent on at once, so such a
//! move is reversed and changes nothing; coins that leave a counting step are gone, as in Nim. The value is the nim-sum
//! of the counting steps, and nothing about the others matters but this: they may hold coins that make a counting step
//! larger, and such a move can win too.
//!
//! Misère play goes the same way, the counting steps being heaps of misère Nim: the same replies work, and whoever finds
//! the counting steps empty with coins left above moves a single coin onto one, which misère Nim calls lost.
//!
//! Where the floor is, is a matter of notation and stated by [`Floor`]: the first number, or below the first number.
//! Every step has at most one winning move, found by a formula, so steps of 10^18 coins cost no more than steps of 3.
//! Time O(n) for n steps; [`nim_sum`] needs no memory. Staircases that branch are [`super::tree`]s.
//!
//! ```
//! use grundy::Convention;
//! use grundy::games::paths::staircase::{Floor, Step, nim_sum, winning_steps};
//!
//! // The floor, then three steps: the first and the third count, 1 xor 6 = 7.
//! assert_eq!(nim_sum(&[9, 1, 5, 6], Floor::First), 7);
//! // Five coins from the second step make the first 6; five from the third leave 1 there.
//! let moves: Vec<Step> = winning_steps(&[9, 1, 5, 6], Floor::First, Convention::Normal).collect();
//! assert_eq!(moves, [Step { from: 2, coins: 5 }, Step { from: 3, coins: 5 }]);
//! ```

use crate::base::error::{Failure, InputError};
use crate::base::limits::Pulse;
use crate::game::theory::{Known, Notation, Place, Theory, Value, Wins};
use crate::game::{Convention, Game, Part, Visit};
use crate::games::nim::list;
use crate::value::columns::columns;
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

/// The steps that count.
fn counting<T>(steps: &[T], floor: Floor) -> impl Iterator<Item = &T> {
    steps.iter().skip(floor.lowest()).step_by(2)
}

/// The Grundy value: the nim-sum of the steps that count.
pub fn nim_sum(steps: &[u64], floor: Floor) -> u64 {
    counting(steps, floor).fold(0, |sum, coins| sum ^ coins)
}

/// A move: so many coins from a step to the next lower one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The index of the step they leave.
    pub from: usize,
    /// How many.
    pub coins: u64,
}

/// All winning moves, from the lowest step up; none when the player to move loses.
pub fn winning_steps(steps: &[u64], floor: Floor, convention: Convention) -> impl Iterator<Item = Step> {
    let sum = nim_sum(steps, floor);
    let large = counting(steps, floor).filter(|&&coins| coins > 1).count();
    // What a step that counts must become: in Nim the nim-sum of the others; in misère Nim too, unless no other has more
    // than one coin, for then an odd number of single coins is lost.
    let wanted = move |coins_here: u64| {
        let alone = convention == Convention::Misere && large == usize::from(coins_here > 1);
        coins_here ^ sum ^ u64::from(alone)
    };
    steps.iter().enumerate().filter_map(move |(from, &coins_here)| {
        let coins = match (floor.counts(from), floor.distance(from)) {
            (_, 0) => return None,
            (true, _) => coins_here.checked_sub(wanted(coins_here)),
            // The step below counts and must grow.
            (false, _) => wanted(steps[from - 1]).checked_sub(steps[from - 1]),
        };
        coins.filter(|&coins| 0 < coins && coins <= coins_here).map(|coins| Step { from, coins })
    })
}

/// A staircase as a position: 128 bits, for a step that does not count may come to hold more than 64 bits can say.
pub type Steps = Vec<u128>;

/// The rules of staircase Nim; a component is a whole staircase.
#[derive(Debug, Clone, Copy, Default)]
pub struct Staircase {
    /// Where the floor is.
    pub floor: Floor,
}

impl Staircase {
    /// The steps after a move.
    fn after(self, steps: &[u128], from: usize, coins: u128) -> Steps {
        let mut after = steps.to_vec();
        after[from] -= coins;
        // Coins that leave the lowest step for a floor below leave the row.
        if let Some(below) = from.checked_sub(1) {
            after[below] += coins;
        }
        after
    }

    /// A step by its distance to the floor.
    fn step_name(self, index: usize) -> String {
        match self.floor.distance(index) {
            0 => "the floor".to_owned(),
            distance => format!("step {distance}"),
        }
    }
}

impl Game for Staircase {
    type Component = Steps;

    fn options(
        &self,
        steps: &Steps,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Steps>,
    ) -> Result<ControlFlow<()>, Failure> {
        for from in self.floor.lowest()..steps.len() {
            for coins in 1..=steps[from] {
                pulse.beat()?;
                let component = self.after(steps, from, coins);
                if visit(&[Part { component, copies: 1 }]).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Notation for Staircase {
    fn read(&self, text: &str) -> Result<Vec<Steps>, InputError> {
        Ok(vec![list::read(text)?.into_iter().map(u128::from).collect()])
    }

    fn write(&self, components: &[Steps]) -> String {
        let words: Vec<String> = components.iter().flatten().map(u128::to_string).collect();
        words.join(" ")
    }

    fn describe(&self, before: &Steps, option: &[Part<Steps>]) -> String {
        let after = option.first().map_or(&[][..], |part| &part.component);
        let Some(from) = (0..before.len()).rev().find(|&index| after.get(index) < before.get(index)) else {
            return String::new();
        };
        let to = from.checked_sub(1).map_or_else(|| "the floor".to_owned(), |below| self.step_name(below));
        format!("{} -> {to}: {}", self.step_name(from), coins(before[from] - after[from]))
    }

    /// The step that coins leave, and the one they come to unless that is the floor below.
    fn places(&self, before: &Steps, option: &[Part<Steps>]) -> Vec<Place> {
        let after = option.first().map_or(&[][..], |part| &part.component);
        let from = (0..before.len()).rev().find(|&index| after.get(index) < before.get(index));
        let steps = from.into_iter().flat_map(|from| [Some(from), from.checked_sub(1)]);
        steps.flatten().map(|step| Place::Index(step as u64)).collect()
    }
}

/// `1 coin`, `5 coins`.
fn coins(number: u128) -> String {
    format!("{number} {}", if number == 1 { "coin" } else { "coins" })
}

const THEOREM: &str =
    "steps at odd distance to the floor are heaps of Nim, the others do not count (Sprague 1937)";
const MISERE: &str =
    "steps at odd distance to the floor are heaps of misère Nim (Bouton 1901), the others do not count";

impl Theory for Staircase {
    fn rule(&self) -> String {
        let floor = match self.floor {
            Floor::First => "the first number is the floor",
            Floor::Below => "the floor lies below the first number",
        };
        format!("take any number of coins from a step to the next lower one; {floor}")
    }

    fn known(&self, steps: &Steps, convention: Convention) -> Option<Known> {
        let sum = counting(steps, self.floor).fold(0, |sum, coins| sum ^ coins);
        let single = !counting(steps, self.floor).any(|&coins| coins > 1);
        Some(match convention {
            Convention::Normal => Known { value: Value::Grundy(u64::try_from(sum).ok()?), theorem: THEOREM },
            Convention::Misere => Known { value: Value::Lost((sum == 0) != single), theorem: MISERE },
        })
    }

    fn reach(&self, steps: &Steps, convention: Convention, target: u64, wins: &mut dyn Wins<Steps>) -> bool {
        let narrow: Result<Vec<u64>, _> = steps.iter().map(|&coins| u64::try_from(coins)).collect();
        let (Ok(narrow), 0) = (narrow, target) else { return false };
        for Step { from, coins } in winning_steps(&narrow, self.floor, convention) {
            wins.add(|| self.after(steps, from, coins.into()));
        }
        true
    }

    fn argue(&self, steps: &Steps) -> Vec<String> {
        const MAX_SHOWN: usize = 20;
        let mut lines = vec!["a step counts if its distance to the floor is odd: coins that come to it can be sent on at once,".to_owned(),
            "so such moves are reversed, and coins that leave it are as good as gone".to_owned()];
        for (index, &coins_here) in steps.iter().enumerate().take(MAX_SHOWN) {
            let verdict = if self.floor.counts(index) { "counts" } else { "does not count" };
            lines.push(format!("{}: {}, {verdict}", self.step_name(index), coins(coins_here)));
        }
        if steps.len() > MAX_SHOWN {
            lines.push(format!("and {} more", steps.len() - MAX_SHOWN));
        }
        // The positions that are asked about fit in 64 bits; only what moves leave may not.
        let heaps: Vec<u64> =
            counting(steps, self.floor).filter_map(|&coins| coins.try_into().ok()).collect();
        lines.push("the nim-sum of the steps that count:".to_owned());
        lines.extend(columns(&heaps, heaps.iter().fold(0, |sum, coins| sum ^ coins)));
        lines
    }

    fn theory(&self) -> Vec<String> {
        vec![
            format!("value: {THEOREM}"),
            format!("misère play: {MISERE}"),
            "every step has at most one winning move: coins down from a step that counts, or onto one"
                .to_owned(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_from_a_step_that_does_not_count_can_win() {
        let moves: Vec<Step> = winning_steps(&[0, 1, 5, 6], Floor::First, Convention::Normal).collect();
        assert_eq!(moves, [Step { from: 2, coins: 5 }, Step { from: 3, coins: 5 }]);
    }

    #[test]
    fn huge_steps_and_a_floor_that_overflows() {
        let steps = [u64::MAX, u64::MAX, 3];
        let moves: Vec<Step> = winning_steps(&steps, Floor::First, Convention::Normal).collect();
        assert_eq!(moves, [Step { from: 1, coins: u64::MAX }]);
        let wide = steps.map(u128::from);
        let after = Staircase::default().after(&wide, 1, u64::MAX.into());
        assert_eq!(after, [2 * u128::from(u64::MAX), 0, 3]);
        assert_eq!(nim_sum(&[], Floor::First), 0);
        assert_eq!(nim_sum(&[7], Floor::First), 0);
        assert_eq!(nim_sum(&[7], Floor::Below), 7);
    }
}
