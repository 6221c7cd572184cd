//! Tame games: sums of them play like misère Nim.
//!
//! Genus theory (Conway 1976, ch. 12; Winning Ways, ch. 13). A Nim heap has normal value g and misère value g⁻ (the value
//! when the empty position counts 1 instead of 0): 0 and 1 change places, larger ones stay. A game is tame when its genus
//! is that of a Nim position and all its options are tame. It is *fickle* when g⁻ = 1 - g (like heaps 0 and 1), *firm* when
//! g⁻ = g (like a position with a heap of 2 or more). A sum of tame games is fickle when all its parts are, firm
//! otherwise; its value is the nim-sum. The player to move loses a fickle sum of value 1 and a firm sum of value 0.
//!
//! For a game with tame options the genus needs one digit more: the misère value of G + *2 must be g xor 2; all later
//! digits then follow. One pass over the options, no canonical forms.

use super::antichain::Monomial;
use crate::engine::search::memo::Combine;
use crate::game::Part;
use crate::value::{Genus, mex};
use std::ops::ControlFlow;

/// A tame game, as far as sums distinguish it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tame {
    /// The Grundy value of normal play.
    pub value: u64,
    /// Whether the misère value equals it; otherwise the game is fickle.
    pub firm: bool,
}

impl Tame {
    /// The empty sum.
    pub const ZERO: Tame = Tame { value: 0, firm: false };

    /// A Nim heap, or anything that behaves like one.
    pub fn nim_heap(value: u64) -> Tame {
        Tame { value, firm: value > 1 }
    }

    /// The sum of two tame games.
    pub fn plus(self, other: Tame) -> Tame {
        Tame { value: self.value ^ other.value, firm: self.firm || other.firm }
    }

    /// Several copies of the game.
    pub fn times(self, copies: u64) -> Tame {
        Tame { value: if copies % 2 == 1 { self.value } else { 0 }, firm: self.firm && copies > 0 }
    }

    /// Whether the player to move loses under misère play.
    pub fn is_p_position(self) -> bool {
        self.value == u64::from(!self.firm)
    }

    /// The misère value.
    pub fn misere_value(self) -> u64 {
        if self.firm { self.value } else { self.value ^ 1 }
    }

    /// The genus: that of a Nim position.
    pub fn genus(self) -> Genus {
        let (value, misere) = (self.value, self.misere_value());
        let digits = match self.firm {
            true => vec![misere, misere ^ 2],
            false => vec![misere, value ^ 2, value],
        };
        Genus { normal: value, misere: digits }
    }

    /// The game with these options, if it is tame.
    pub fn from_options(options: &[Tame]) -> Option<Tame> {
        if options.is_empty() {
            return Some(Tame::ZERO);
        }
        let value = mex(options.iter().map(|option| option.value));
        let misere = mex(options.iter().map(|option| option.misere_value()));
        // The misère value of an option plus *2 is its value xor 2, fickle or firm.
        let next = mex(options.iter().map(|option| option.value ^ 2).chain([misere, misere ^ 1]));
        let firm = match misere {
            misere if misere == value => true,
            misere if misere == value ^ 1 && value < 2 => false,
            _ => return None,
        };
        (next == value ^ 2).then_some(Tame { value, firm })
    }
}

/// The tame game with these options, sums of games that are known to be tame or wild; `None` when it is wild.
pub fn tame_of(options: &[Monomial], known: &[Option<Tame>]) -> Option<Tame> {
    let sum = |word: &Monomial| {
        word.iter()
            .try_fold(Tame::ZERO, |sum, &(generator, copies)| Some(sum.plus(known[generator]?.times(copies))))
    };
    Tame::from_options(&options.iter().map(sum).collect::<Option<Vec<Tame>>>()?)
}

/// Works out which components are tame; `None` for wild ones and everything above them.
#[derive(Debug, Default)]
pub struct Tameness {
    options: Vec<Tame>,
    wild: bool,
}

impl<C> Combine<C> for Tameness {
    type Value = Option<Tame>;

    fn start(&mut self) {
        self.options.clear();
        self.wild = false;
    }

    fn option(&mut self, parts: &mut dyn Iterator<Item = (&Part<C>, &Option<Tame>)>) -> ControlFlow<()> {
        let mut parts = parts;
        let sum = (&mut parts)
            .try_fold(Tame::ZERO, |sum, (part, tame)| Some(sum.plus((*tame)?.times(part.copies))));
        match sum {
            Some(option) => {
                self.options.push(option);
                ControlFlow::Continue(())
            }
            None => {
                self.wild = true;
                ControlFlow::Break(())
            }
        }
    }

    fn finish(&mut self) -> Option<Tame> {
        if self.wild { None } else { Tame::from_options(&self.options) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nim_heaps_are_tame() {
        for n in 0..9 {
            let options: Vec<Tame> = (0..n).map(Tame::nim_heap).collect();
            assert_eq!(Tame::from_options(&options), Some(Tame::nim_heap(n)), "heap {n}");
        }
    }

    #[test]
    fn a_game_with_the_single_option_two_is_a_firm_zero() {
        assert_eq!(Tame::from_options(&[Tame::nim_heap(2)]), Some(Tame { value: 0, firm: true }));
    }

    #[test]
    fn a_wild_genus_is_refused() {
        // A firm 0 and a heap of 1: normal value mex{0, 1} = 2, misère value mex{0, 0} = 1. No Nim position has 2 and 1.
        let options = [Tame { value: 0, firm: true }, Tame::nim_heap(1)];
        assert_eq!(Tame::from_options(&options), None);
    }
}
