//! A game of one's own in a few lines: its moves, and what else one likes to say.
//!
//! [`Own`] turns a function from a position to the positions after each move into a game that can be asked about like any
//! other: winner, value, winning moves, misère play, limits. Two more functions may help: `parts` tells into which independent
//! games a position has fallen, so that their values are added instead of their sum being searched, and `text` and `read` give
//! positions a notation. Whoever wants theorems, symmetry or a search of the game's own implements
//! [`Theory`].
//!
//! ```
//! use grundy::game::own::Own;
//! use grundy::{NamedGame, Question, solve};
//!
//! // Subtract one of its digits from a number.
//! let digits = |n: &u64| (0..20).map(|i| n / 10u64.pow(i.min(19)) % 10).filter(|d| *d > 0).map(|d| n - d).collect();
//! let game = NamedGame::native("digits", Own::new(digits));
//! let answer = solve(&game, game.position([27u64, 58])?, &Question::default())?;
//! assert_eq!(answer.winning_moves[0].text, "27 -> 25");
//! # Ok::<(), grundy::Error>(())
//! ```

use super::notation::Notation;
use super::sum::canonical;
use super::theory::Theory;
use super::{Game, Part, Parts, Visit};
use crate::base::error::{Failure, InputError};
use crate::base::limits::Pulse;
use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;

type Function<P, R> = Box<dyn Fn(&P) -> R + Send + Sync>;

/// A game of one's own, made of functions.
pub struct Own<P> {
    moves: Function<P, Vec<P>>,
    parts: Option<Function<P, Vec<P>>>,
    text: Option<Function<P, String>>,
    read: Option<Function<str, Option<P>>>,
    rule: String,
}

impl<P: Clone + Eq + Ord + Hash + fmt::Debug> Own<P> {
    /// A game with these moves: the positions that each of them leaves. Play must end.
    pub fn new(moves: impl Fn(&P) -> Vec<P> + Send + Sync + 'static) -> Own<P> {
        let rule = "the moves of a Rust function".to_owned();
        Own { moves: Box::new(moves), parts: None, text: None, read: None, rule }
    }

    /// The same, where positions fall into independent parts: none for a position that is over, itself for one that is whole.
    #[must_use]
    pub fn parts(self, parts: impl Fn(&P) -> Vec<P> + Send + Sync + 'static) -> Own<P> {
        Own { parts: Some(Box::new(parts)), ..self }
    }

    /// The same with a notation: how a position is written. Without it, positions are shown as [`fmt::Debug`] shows them.
    #[must_use]
    pub fn text(self, text: impl Fn(&P) -> String + Send + Sync + 'static) -> Own<P> {
        Own { text: Some(Box::new(text)), ..self }
    }

    /// The same with a notation: the position that a text stands for, if it does.
    #[must_use]
    pub fn read(self, read: impl Fn(&str) -> Option<P> + Send + Sync + 'static) -> Own<P> {
        Own { read: Some(Box::new(read)), ..self }
    }

    /// The same with its rule in words.
    #[must_use]
    pub fn rule(self, rule: impl Into<String>) -> Own<P> {
        Own { rule: rule.into(), ..self }
    }
}

impl<P> fmt::Debug for Own<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Own {{ {} }}", self.rule)
    }
}

impl<P: Clone + Eq + Ord + Hash + fmt::Debug> Game for Own<P> {
    type Component = P;

    fn options(
        &self,
        component: &P,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, P>,
    ) -> Result<ControlFlow<()>, Failure> {
        for option in (self.moves)(component) {
            pulse.beat()?;
            if visit(&[Part { component: option, copies: 1 }]).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl<P: Clone + Eq + Ord + Hash + fmt::Debug> Notation for Own<P> {
    /// One position if the text is one, otherwise the sum of its words.
    fn read(&self, text: &str) -> Result<Vec<P>, InputError> {
        let Some(read) = &self.read else {
            let hint = "hand positions in as values, or say how a text is read";
            return Err(InputError::at(text, 0, "positions of this game have no notation", hint));
        };
        if let Some(position) = read(text.trim()) {
            return Ok(vec![position]);
        }
        let word = |word: &str| {
            let byte = word.as_ptr() as usize - text.as_ptr() as usize;
            let refused =
                || InputError::at(text, byte, format!("no position of this game: `{word}`"), &self.rule);
            read(word).ok_or_else(refused)
        };
        text.split_whitespace().map(word).collect()
    }

    fn write(&self, components: &[P]) -> String {
        let texts: Vec<String> = components.iter().map(|component| self.component(component)).collect();
        texts.join(" ")
    }

    fn component(&self, component: &P) -> String {
        self.text.as_ref().map_or_else(|| format!("{component:?}"), |text| text(component))
    }
}

impl<P: Clone + Eq + Ord + Hash + fmt::Debug> Theory for Own<P> {
    fn rule(&self) -> String {
        self.rule.clone()
    }

    fn parts(&self, component: &P) -> Parts<P> {
        match &self.parts {
            None => vec![Part { component: component.clone(), copies: 1 }],
            Some(parts) => canonical(&parts(component)),
        }
    }

    fn is_plain(&self) -> bool {
        self.parts.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Convention;
    use crate::{Error, NamedGame, Question, StopReason, solve};
    use std::time::Duration;

    /// Kayles on a row of pins: knock down one, or two that touch; rows fall apart.
    fn pins() -> NamedGame {
        let moves = |pins: &Vec<bool>| {
            let knocked = |from: usize, count: usize| {
                let hit = pins[from..].iter().take(count).filter(|pin| **pin).count() == count;
                let mut left = pins.clone();
                left.iter_mut().skip(from).take(count).for_each(|pin| *pin = false);
                hit.then_some(left)
            };
            (0..pins.len()).flat_map(|from| [knocked(from, 1), knocked(from, 2)]).flatten().collect()
        };
        let runs = |pins: &Vec<bool>| {
            pins.split(|pin| !pin).filter(|run| !run.is_empty()).map(<[bool]>::to_vec).collect()
        };
        let text = |pins: &Vec<bool>| pins.iter().map(|pin| if *pin { 'i' } else { '.' }).collect();
        NamedGame::native("pins", Own::new(moves).parts(runs).text(text))
    }

    #[test]
    fn parts_are_added_and_moves_shown_whole() {
        let (own, known) = (pins(), NamedGame::read("kayles").expect("a game"));
        for heap in 0..20u64 {
            let row = vec![true; heap as usize];
            let own = solve(&own, own.position([row]).expect("a row"), &Question::default()).expect("small");
            let known =
                known.parse(&heap.to_string()).map(|heaps| solve(&known, heaps, &Question::default()));
            let known = known.expect("a heap").expect("small");
            assert_eq!(own.grundy, known.grundy, "{heap}");
        }
        let row = own.position([vec![true; 3]]).expect("a row");
        let answer = solve(&own, row, &Question::default()).expect("small");
        assert_eq!((answer.winning_moves.len(), answer.winning_moves[0].text.as_str()), (1, "iii -> i.i"));
    }

    #[test]
    fn a_circle_is_shown() {
        let moves = |n: &u32| match n {
            0 => vec![],
            5 => vec![4, 7],
            7 => vec![6],
            6 => vec![5, 0],
            n => vec![n - 1],
        };
        let game = NamedGame::native("round", Own::new(moves));
        for convention in [Convention::Normal, Convention::Misere] {
            let question = Question { convention, ..Question::default() };
            let error = solve(&game, game.position([9u32]).expect("a number"), &question);
            let error = match error {
                Ok(_) => panic!("it goes round"),
                Err(error) => error.to_string(),
            };
            // 9 and 8 lead into the circle and are no part of it.
            assert_eq!(error, "play can go round: 7 -> 6 -> 5 -> 7", "{convention}");
        }
        let answer = solve(&game, game.position([3u32]).expect("a number"), &Question::default());
        assert_eq!(answer.expect("below the circle").grundy, Some(1));
    }

    #[test]
    fn time_ends_a_search() {
        let game = NamedGame::native("long", Own::new(|n: &u64| (1..4).map(|k| n.wrapping_add(k)).collect()));
        let limits = crate::Limits::within(Duration::from_millis(30));
        let question = Question { limits, ..Question::default() };
        match solve(&game, game.position([0u64]).expect("a number"), &question) {
            Err(Error::Stopped { reason: StopReason::TimeLimit, .. }) => {}
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn positions_of_another_type_are_refused_and_texts_read() {
        let game = NamedGame::native("take", Own::new(|n: &u8| n.checked_sub(1).into_iter().collect()));
        assert!(game.position(["5"]).is_err() && game.parse("5").is_err());
        let game = NamedGame::native(
            "take",
            Own::new(|n: &u8| n.checked_sub(1).into_iter().collect()).read(|text| text.parse().ok()),
        );
        assert_eq!(game.parse("5 7").expect("two numbers").to_string(), "5 7");
        assert!(game.parse("5 x").is_err());
    }
}
