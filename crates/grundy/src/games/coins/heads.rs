//! Heads on squares as one position: a square that is turned twice is as before.
//!
//! Under normal play a coin-turning game has the value of the sum of its heads, since two heads on one square would cancel. A
//! position is not that sum all the same: where a move turns a head over, there are two heads fewer, and under misère play,
//! for remoteness and for whoever reads the position, that counts. So [`Heads`] plays sets of heads, and takes only the
//! values from the [`Turning`] game of single ones.

use crate::base::error::{Failure, InputError};
use crate::base::limits::Pulse;
use crate::game::theory::{Known, Notation, Place, Theory, Value, Wins};
use crate::game::{Convention, Game, Part, Parts, Visit};
use crate::games::nim::list::offence;
use std::ops::ControlFlow;

/// A coin-turning game, seen from a single head: a component is its square, an option the other coins that are turned.
pub trait Turning: Notation {
    /// The rule in a sentence.
    fn rule(&self) -> String;

    /// Where a coin lies.
    fn square(&self, coin: &Self::Component) -> Place;

    /// The value of a head.
    fn value(&self, head: &Self::Component) -> u64;

    /// The formula for that, with its source.
    fn formula(&self) -> &'static str;

    /// The theory in a few lines.
    fn theory(&self) -> Vec<String>;

    /// How many moves there are with this head as the last, at most.
    fn turn_count(&self, head: &Self::Component) -> u64;

    /// Calls `visit` with the other coins of every move with this head as the last that leave this value, or `None`
    /// where they are too many to be listed; returns whether these were all.
    fn turns_to(
        &self,
        head: &Self::Component,
        value: u64,
        visit: &mut dyn FnMut(Option<Parts<Self::Component>>),
    ) -> bool;
}

/// All heads of a game.
#[derive(Debug, Clone, Copy)]
pub struct Heads<G>(pub G);

/// The heads after a move: its last coin, which shows a head, and the others are turned.
fn turned<C: Ord + Clone>(heads: &[C], last: &C, others: &[Part<C>]) -> Vec<C> {
    let mut left: Vec<C> = heads.iter().filter(|head| *head != last).cloned().collect();
    for other in others {
        match left.binary_search(&other.component) {
            Ok(place) => drop(left.remove(place)),
            Err(place) => left.insert(place, other.component.clone()),
        }
    }
    left
}

impl<G: Turning> Game for Heads<G> {
    type Component = Vec<G::Component>;

    fn options(
        &self,
        heads: &Vec<G::Component>,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Vec<G::Component>>,
    ) -> Result<ControlFlow<()>, Failure> {
        for last in heads {
            let flow = self.0.options(last, pulse, &mut |others| {
                visit(&[Part { component: turned(heads, last, others), copies: 1 }])
            })?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl<G: Turning> Notation for Heads<G> {
    fn read(&self, text: &str) -> Result<Vec<Vec<G::Component>>, InputError> {
        let heads = self.0.read(text)?;
        let mut sorted: Vec<(&G::Component, usize)> = heads.iter().zip(0..).collect();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let square = self.0.write(std::slice::from_ref(pair[0].0));
            let message = format!("there is a head on {square} already");
            return Err(offence(text, pair[1].1, message, "each head is named once"));
        }
        Ok(vec![sorted.into_iter().map(|(head, _)| head.clone()).collect()])
    }

    fn write(&self, positions: &[Vec<G::Component>]) -> String {
        self.0.write(&positions.concat())
    }

    fn describe(&self, before: &Vec<G::Component>, option: &[Part<Vec<G::Component>>]) -> String {
        let after: Vec<&G::Component> = option.iter().flat_map(|part| &part.component).collect();
        let gone = before.iter().filter(|head| !after.contains(head));
        let mut coins: Vec<G::Component> = gone.cloned().collect();
        coins.extend(after.into_iter().filter(|head| !before.contains(head)).cloned());
        coins.sort_unstable();
        let last = coins.pop().expect("a move turns a coin");
        let others: Parts<G::Component> =
            coins.into_iter().map(|component| Part { component, copies: 1 }).collect();
        self.0.describe(&last, &others)
    }

    /// The coins that are turned.
    fn places(&self, before: &Vec<G::Component>, option: &[Part<Vec<G::Component>>]) -> Vec<Place> {
        let after: Vec<&G::Component> = option.iter().flat_map(|part| &part.component).collect();
        let gone = before.iter().filter(|head| !after.contains(head));
        let come = after.iter().copied().filter(|head| !before.contains(head));
        let mut coins: Vec<&G::Component> = gone.chain(come).collect();
        coins.sort_unstable();
        coins.into_iter().map(|coin| self.0.square(coin)).collect()
    }
}

impl<G: Turning + std::fmt::Debug> Theory for Heads<G> {
    fn rule(&self) -> String {
        Turning::rule(&self.0)
    }

    fn known(&self, heads: &Vec<G::Component>, convention: Convention) -> Option<Known> {
        let value = heads.iter().fold(0, |sum, head| sum ^ self.0.value(head));
        let known = Known { value: Value::Grundy(value), theorem: self.0.formula() };
        (convention == Convention::Normal).then_some(known)
    }

    fn reach(
        &self,
        heads: &Vec<G::Component>,
        convention: Convention,
        target: u64,
        wins: &mut dyn Wins<Vec<G::Component>>,
    ) -> bool {
        if convention == Convention::Misere {
            return false;
        }
        let change = heads.iter().fold(target, |sum, head| sum ^ self.0.value(head));
        let mut all = true;
        for last in heads {
            all &= self.0.turns_to(last, self.0.value(last) ^ change, &mut |others| match others {
                Some(others) => wins.add(|| turned(heads, last, &others)),
                None => wins.count(1),
            });
        }
        if !all {
            wins.lose_count();
        }
        true
    }

    fn extent(&self, heads: &Vec<G::Component>) -> u64 {
        heads.iter().map(|head| self.0.turn_count(head)).max().unwrap_or(0)
    }

    fn argue(&self, heads: &Vec<G::Component>) -> Vec<String> {
        const MAX_SHOWN: usize = 20;
        let words = heads.iter().take(MAX_SHOWN).map(|head| {
            format!("{} is worth {}", self.0.write(std::slice::from_ref(head)), self.0.value(head))
        });
        let mut words: Vec<String> = words.collect();
        words.extend((heads.len() > MAX_SHOWN).then(|| "...".to_owned()));
        if words.is_empty() { Vec::new() } else { vec![format!("heads: {}", words.join(", "))] }
    }

    fn theory(&self) -> Vec<String> {
        Turning::theory(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::limits::Limits;
    use crate::games::coins::line::Line;
    use crate::games::coins::tartan::Tartan;
    use crate::value::Outcome;
    use crate::{NamedGame, Question, solve};
    use std::collections::HashMap;
    use std::fmt::Debug;
    use std::hash::Hash;

    /// Whether the player to move loses, by the rules alone: coins are bits, and a move is a set of them.
    fn is_p_position(coins: u32, moves: &[u32], misere: bool, known: &mut HashMap<u32, bool>) -> bool {
        if let Some(&is_p) = known.get(&coins) {
            return is_p;
        }
        // The last coin of a move is its highest bit.
        let fits = |turn: &&u32| coins >> turn.ilog2() & 1 == 1;
        let is_p = match moves.iter().filter(fits).count() {
            0 => !misere,
            _ => !moves.iter().filter(fits).any(|turn| is_p_position(coins ^ turn, moves, misere, known)),
        };
        known.insert(coins, is_p);
        is_p
    }

    /// All positions of a few squares, in the order of the squares, against the rules.
    fn check<G: Turning + Debug>(game: G, squares: &[G::Component], turns: &[u32])
    where
        G::Component: Hash + Debug,
    {
        let (heads, limits) = (Heads(game), Limits::default());
        let mut known = HashMap::new();
        for coins in 0..1u32 << squares.len() {
            let position = chosen(coins, squares);
            let mut left = Vec::new();
            let _ = heads.options(&position, &mut Pulse::new(&limits), &mut |option| {
                let square = |head| squares.iter().position(|square| square == head).expect("it is there");
                left.push(option[0].component.iter().fold(0, |bits, head| bits | 1u32 << square(head)));
                ControlFlow::Continue(())
            });
            left.sort_unstable();
            let fits = turns.iter().filter(|turn| coins >> turn.ilog2() & 1 == 1);
            let mut expected: Vec<u32> = fits.map(|turn| coins ^ turn).collect();
            expected.sort_unstable();
            assert_eq!(left, expected, "{heads:?} {position:?}");
            let found = heads.known(&position, Convention::Normal).expect("a formula");
            let is_p = is_p_position(coins, turns, false, &mut known);
            assert_eq!(found.value.is_p_position(), is_p, "{heads:?} {position:?}");
        }
    }

    /// The squares whose bits are set, in order.
    fn chosen<C: Ord + Clone>(coins: u32, squares: &[C]) -> Vec<C> {
        let chosen = (0..squares.len()).filter(|at| coins >> at & 1 == 1);
        let mut position: Vec<C> = chosen.map(|at| squares[at].clone()).collect();
        position.sort();
        position
    }

    fn strip(line: Line) -> (Vec<u64>, Vec<u32>) {
        let squares: Vec<u64> = (line.first()..line.first() + 8).collect();
        let bits = |last: u32, count: u32| last + 1 >= count;
        let sets = (1u32..256).filter(|set| match (line, set.count_ones(), set.ilog2()) {
            (Line::TurningTurtles, coins, _) => coins <= 2,
            (Line::Twins, coins, _) => coins == 2,
            (Line::MockTurtles, coins, _) => coins <= 3,
            (Line::Triplets, coins, _) => coins == 3,
            (Line::Ruler, coins, last) => bits(last, coins) && set >> (last + 1 - coins) == (1 << coins) - 1,
        });
        (squares, sets.collect())
    }

    #[test]
    fn positions_are_sets_of_heads() {
        for line in Line::ALL {
            let (squares, turns) = strip(line);
            check(line, &squares, &turns);
            let game = NamedGame::read(&format!("coins:game={}", line.name())).expect("a game");
            let misere = Question { convention: Convention::Misere, ..Question::default() };
            let mut known = HashMap::new();
            for coins in 0..64 {
                let position = Heads(line).write(&[chosen(coins, &squares)]);
                let solved =
                    solve(&game, game.parse(&position).expect("heads"), &misere).expect("few positions");
                let is_p = is_p_position(coins, &turns, true, &mut known);
                assert_eq!(solved.outcome == Outcome::P, is_p, "{line:?} {position}");
            }
        }
    }

    /// Products on three rows and three columns.
    #[test]
    fn boards_are_sets_of_heads() {
        for (rows, columns) in Line::ALL.into_iter().flat_map(|rows| Line::ALL.map(|columns| (rows, columns)))
        {
            let (down, row_turns) = strip(rows);
            let (across, column_turns) = strip(columns);
            let squares: Vec<(u64, u64)> = (0..9).map(|at| (down[at / 3], across[at % 3])).collect();
            let few = |turns: &[u32]| turns.iter().copied().filter(|turn| turn >> 3 == 0).collect::<Vec<_>>();
            let columns_of = few(&column_turns);
            let turns: Vec<u32> = few(&row_turns)
                .into_iter()
                .flat_map(|r| {
                    columns_of.iter().map(move |&c| {
                        (0..9)
                            .filter(|at| r >> (at / 3) & c >> (at % 3) & 1 == 1)
                            .fold(0, |set, at| set | 1 << at)
                    })
                })
                .collect();
            check(Tartan { rows, columns }, &squares, &turns);
        }
    }

    #[test]
    fn a_head_is_named_once() {
        let game = Heads(Line::Ruler);
        assert_eq!(game.read("7 5").expect("two heads"), [vec![5, 7]]);
        assert_eq!(game.read("").expect("no head"), [Vec::<u64>::new()]);
        let error = game.read("5 7 5").expect_err("twice");
        assert!(error.message.contains("on 5 already"), "{error:?}");
        assert!(game.read("0").is_err() && Heads(Line::Twins).read("0").is_ok());
        let board = Heads(Tartan { rows: Line::Twins, columns: Line::Ruler });
        assert!(board.read("0,1").is_ok() && board.read("1,0").is_err());
        assert!(board.read("(3,4) (3,4)").is_err());
    }
}
