//! Nim in which tokens may also be added, from a bank or from the players' own reserves.
//!
//! *Nim with a bank*: a move takes tokens from a heap, or adds some to a heap out of a bank that both players share and
//! that is never filled again. *Poker Nim*: each player adds out of a reserve of his own; with `recycle` what he takes
//! from a heap goes to his reserve. A heap that is empty has left the table and is not added to.
//!
//! Additions change nothing: whoever wins in Nim answers an addition of t tokens by taking the same t from the same heap,
//! which leaves the heaps as they were (Winning Ways, 1982, ch. 3, on reversible moves and poker Nim). The winner himself
//! never needs to add, so what is on the heaps and in the loser's reserve together shrinks with every answer, and play
//! ends even where tokens are recycled. The value is the nim-sum of the heaps, whatever the reserves: options of every
//! smaller value are there as in Nim, and no option has the value itself. The same answers serve under misère play, where
//! the outcome is that of misère Nim (Bouton, 1901).
//!
//! ```
//! use grundy::{NamedGame, Question, solve};
//!
//! let game = NamedGame::read("nim-with-bank:bank=5")?;
//! let answer = solve(&game, game.parse("3 4 5")?, &Question::default())?;
//! assert_eq!(answer.winning_moves[0].result, "1 4 5 bank=5");
//! # Ok::<(), grundy::Error>(())
//! ```

use super::list::{self, List};
use crate::base::error::{Failure, InputError};
use crate::base::limits::Pulse;
use crate::base::text::number;
use crate::game::position::shorten;
use crate::game::theory::{Known, Notation, Place, Theory, Value, Wins};
use crate::game::{Convention, Game, Part, Visit};
use crate::value::columns::columns;
use std::ops::ControlFlow;

/// Where added tokens come from, with what is there unless a position says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Additions {
    /// A bank for both players.
    Bank(u64),
    /// A reserve for each player.
    Poker {
        /// The reserve of the player to move.
        mine: u64,
        /// The reserve of the other player.
        theirs: u64,
        /// Whether taken tokens go to the taker's reserve.
        recycle: bool,
    },
}

/// Heaps and what may be added to them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AdditionsTable {
    /// The heaps.
    pub heaps: List,
    /// The bank, or the reserve of the player to move.
    pub mine: u64,
    /// The reserve of the other player; 0 where there is a bank.
    pub theirs: u64,
}

const NORMAL: &str =
    "the nim-sum of the heaps: an addition is answered by taking it back (Bouton 1901, Winning Ways 1982)";
const MISERE: &str =
    "as in misère Nim: an addition is answered by taking it back (Bouton 1901, Winning Ways 1982)";

impl Additions {
    /// The table after the heap at `index` was changed to `after`.
    fn play(self, table: &AdditionsTable, index: usize, after: u64) -> AdditionsTable {
        let before = table.heaps[index];
        let mine = match self {
            _ if after > before => table.mine - (after - before),
            Additions::Poker { recycle: true, .. } => table.mine + (before - after),
            _ => table.mine,
        };
        let heaps = list::with(&table.heaps, index, after);
        match self {
            Additions::Bank(_) => AdditionsTable { heaps, mine, theirs: 0 },
            // The next player sees the reserves from the other side.
            Additions::Poker { .. } => AdditionsTable { heaps, mine: table.theirs, theirs: mine },
        }
    }

    fn names(self) -> &'static [&'static str] {
        match self {
            Additions::Bank(_) => &["bank"],
            Additions::Poker { .. } => &["mine", "theirs"],
        }
    }

    fn hint(self) -> &'static str {
        match self {
            Additions::Bank(_) => "heaps, and the bank if it is another: `3 4 5 bank=2`",
            Additions::Poker { .. } => "heaps, and the reserves if they are others: `3 4 5 mine=2 theirs=3`",
        }
    }

    /// The name and value of a word such as `bank=2`.
    fn reserve(self, text: &str, index: usize, word: &str) -> Result<Option<(usize, u64)>, InputError> {
        let Some((name, value)) = word.split_once('=') else { return Ok(None) };
        let refuse = |message: String| Err(list::offence(text, index, message, self.hint()));
        let Some(which) = self.names().iter().position(|other| *other == name) else {
            return refuse(format!("there is no `{}` here", shorten(name)));
        };
        match number(value) {
            Ok(value) => Ok(Some((which, value))),
            Err(reason) => refuse(format!("`{}` is {reason}", shorten(value))),
        }
    }
}

/// The heap that a heap must become so that the whole is lost, the others being as they are; it may be larger.
fn p_position_heap(heaps: &[u64], convention: Convention) -> impl Fn(u64) -> u64 {
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let large = heaps.iter().filter(|&&heap| heap > 1).count();
    move |heap| {
        let rest = sum ^ heap;
        let small = large == usize::from(heap > 1);
        // Misère play against heaps of 1 alone: an odd number of them must be left.
        rest ^ u64::from(convention == Convention::Misere && small)
    }
}

impl Game for Additions {
    type Component = AdditionsTable;

    fn options(
        &self,
        table: &AdditionsTable,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, AdditionsTable>,
    ) -> Result<ControlFlow<()>, Failure> {
        for (index, &heap) in table.heaps.iter().enumerate().filter(|(_, heap)| **heap > 0) {
            // Heaps beyond 64 bits cannot be written, and no one needs them to win.
            for after in (0..=heap.saturating_add(table.mine)).filter(|&after| after != heap) {
                pulse.beat()?;
                let option = Part { component: self.play(table, index, after), copies: 1 };
                if visit(&[option]).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Notation for Additions {
    fn read(&self, text: &str) -> Result<Vec<AdditionsTable>, InputError> {
        let mut given = [None; 2];
        let mut heaps = String::with_capacity(text.len());
        let mut rest = text;
        // Words that are no heaps are blanked out, so that places stay what they are.
        for (index, word) in text.split_whitespace().enumerate() {
            let at = rest.find(word).unwrap_or(0);
            heaps.push_str(&rest[..at]);
            match self.reserve(text, index, word)? {
                None => heaps.push_str(word),
                Some((which, _)) if given[which].is_some() => {
                    let message = format!("`{}` is given twice", self.names()[which]);
                    return Err(list::offence(text, index, message, self.hint()));
                }
                Some((which, value)) => {
                    given[which] = Some(value);
                    heaps.extend(word.chars().map(|_| ' '));
                }
            }
            rest = &rest[at + word.len()..];
        }
        let heaps = list::read(&heaps)?;
        let (mine, theirs) = match *self {
            Additions::Bank(bank) => (bank, 0),
            Additions::Poker { mine, theirs, .. } => (mine, theirs),
        };
        let table =
            AdditionsTable { heaps, mine: given[0].unwrap_or(mine), theirs: given[1].unwrap_or(theirs) };
        let tokens =
            table.heaps.iter().try_fold(table.mine.max(table.theirs), |sum, &heap| sum.checked_add(heap));
        if matches!(self, Additions::Poker { recycle: true, .. }) && tokens.is_none() {
            return Err(InputError::at(
                text,
                0,
                "the tokens that a reserve may hold exceed 2^64 - 1",
                self.hint(),
            ));
        }
        Ok(vec![table])
    }

    fn write(&self, components: &[AdditionsTable]) -> String {
        let Some(table) = components.first() else { return String::new() };
        let heaps = list::write(&table.heaps);
        let words: Vec<String> = self
            .names()
            .iter()
            .zip([table.mine, table.theirs])
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        format!("{heaps} {}", words.join(" ")).trim_start().to_owned()
    }

    fn describe(&self, before: &AdditionsTable, option: &[Part<AdditionsTable>]) -> String {
        option.first().map_or(String::new(), |part| list::changes(&before.heaps, &part.component.heaps))
    }

    fn places(&self, before: &AdditionsTable, option: &[Part<AdditionsTable>]) -> Vec<Place> {
        let changed =
            |part: &Part<AdditionsTable>| list::changed_places(&before.heaps, &part.component.heaps);
        option.first().map_or_else(Vec::new, changed)
    }
}

impl Theory for Additions {
    fn rule(&self) -> String {
        let take = "take tokens from a heap, at least one, or add some to a heap that is not empty";
        match self {
            Additions::Bank(_) => format!("{take}, out of a bank for both players"),
            Additions::Poker { recycle: false, .. } => format!("{take}, out of your own reserve"),
            Additions::Poker { recycle: true, .. } => {
                format!("{take}, out of your own reserve, which gets what you take")
            }
        }
    }

    fn known(&self, table: &AdditionsTable, convention: Convention) -> Option<Known> {
        let sum = table.heaps.iter().fold(0, |sum, heap| sum ^ heap);
        Some(match convention {
            Convention::Normal => Known { value: Value::Grundy(sum), theorem: NORMAL },
            Convention::Misere => {
                let small = table.heaps.iter().all(|&heap| heap <= 1);
                Known { value: Value::Lost(sum == u64::from(small)), theorem: MISERE }
            }
        })
    }

    fn reach(
        &self,
        table: &AdditionsTable,
        convention: Convention,
        target: u64,
        wins: &mut dyn Wins<AdditionsTable>,
    ) -> bool {
        let balanced = p_position_heap(&table.heaps, convention);
        for (index, &heap) in table.heaps.iter().enumerate().filter(|(_, heap)| **heap > 0) {
            let after = balanced(heap) ^ target;
            if after < heap || after > heap && after - heap <= table.mine {
                wins.add(|| self.play(table, index, after));
            }
        }
        true
    }

    /// An empty heap has left the table, and the others may lie in any order.
    fn representative(&self, table: &AdditionsTable) -> AdditionsTable {
        AdditionsTable { heaps: list::sorted(&table.heaps), ..*table }
    }

    fn is_finite(&self) -> bool {
        !matches!(self, Additions::Poker { recycle: true, .. })
    }

    fn argue(&self, table: &AdditionsTable) -> Vec<String> {
        let sum = table.heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let mut lines = vec!["the heaps count as in Nim, the reserves not at all".to_owned()];
        lines.extend(columns(&table.heaps, sum));
        let example = table.heaps.iter().copied().find(|&heap| heap > 0);
        if let (Some(heap), true) = (example, table.mine > 0) {
            let more = table.mine.min(2);
            lines.push(format!(
                "an addition is reversed: who makes {heap} into {} is answered by {} -> {heap}, and has {more} less to add",
                heap.saturating_add(more),
                heap.saturating_add(more),
            ));
        }
        lines
    }

    fn theory(&self) -> Vec<String> {
        vec![format!("value: {NORMAL}"), format!("misère play: {MISERE}")]
    }
}
