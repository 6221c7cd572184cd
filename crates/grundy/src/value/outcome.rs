//! Outcomes: who wins a position when both players play their best.
//!
//! A [`Nimber`](super::Nimber) says more, but it does not always exist: under misère play it says nothing,
//! and in a loopy game a position may have none. Every position of an impartial game has exactly one of three
//! outcomes, named as in *Winning Ways* (Berlekamp, Conway and Guy, 1982):
//!
//! - [`P`](Outcome::P): the *previous* player wins, that is, whoever is to move loses: every option is an
//!   N-position. Under normal play the end of the game is one, and so is every position of value 0.
//! - [`N`](Outcome::N): the *next* player wins, because some option is a P-position. Under misère play the end
//!   of the game is an N-position too.
//! - [`D`](Outcome::D): a *draw*. No option is a P-position, but some option is again a draw, so that neither
//!   player can force the end. Only loopy games have such positions (Smith, 1966).
//!
//! Outcomes of summands do not determine the outcome of a sum (N + N may be either); values do.
//!
//! ```
//! use grundy::value::outcome::{Outcome, Winner};
//!
//! assert_eq!(Outcome::P.winner(), Winner::Second);
//! assert_eq!(format!("{}: {}", Outcome::N, Outcome::N.winner()), "N: first");
//! ```

use std::fmt;

/// The result of a position under best play, seen from the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub enum Outcome {
    /// The next player, who is to move, wins.
    N,
    /// The previous player, who has just moved, wins.
    P,
    /// Nobody can force a win: the play goes on for ever.
    D,
}

/// The player who wins a position under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "json", serde(rename_all = "lowercase"))]
pub enum Winner {
    /// The player to move.
    First,
    /// The player not to move.
    Second,
    /// Neither.
    Draw,
}

impl Outcome {
    /// The same in words: N is a win for the first player, P for the second.
    pub fn winner(self) -> Winner {
        match self {
            Outcome::N => Winner::First,
            Outcome::P => Winner::Second,
            Outcome::D => Winner::Draw,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Outcome::N => "N",
            Outcome::P => "P",
            Outcome::D => "D",
        })
    }
}

impl fmt::Display for Winner {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Winner::First => "first",
            Winner::Second => "second",
            Winner::Draw => "draw",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_and_display_use_the_same_words() {
        for outcome in [Outcome::N, Outcome::P, Outcome::D] {
            let winner = outcome.winner();
            assert_eq!(serde_json::to_string(&outcome).unwrap(), format!("\"{outcome}\""));
            assert_eq!(serde_json::to_string(&winner).unwrap(), format!("\"{winner}\""));
            assert_eq!(serde_json::from_str::<Outcome>(&format!("\"{outcome}\"")).unwrap(), outcome);
            assert_eq!(serde_json::from_str::<Winner>(&format!("\"{winner}\"")).unwrap(), winner);
        }
    }
}
