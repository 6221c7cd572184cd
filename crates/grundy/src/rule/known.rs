//! Rules that are a game with a theorem of its own, recognised whatever names and order they are written in.
//!
//! [`super::classify`] finds families (sets, codes) that whole engines serve; this file finds single games. A compiled
//! rule is compared with the compiled spellings below: names have become slots there and equations are solved, so only the
//! conditions and parts of each branch are left to compare, and the order of branches and conditions does not matter. That
//! is a sufficient test, not a necessary one: another way to say the same game is served by the general engines.
//!
//! ```
//! use grundy::rule::{Ruleset, known::KnownGame};
//! let rules = Ruleset::parse("(x, y) -> (x-t, y-t) where t > 0; (x, y) -> (x, y-t) where t > 0; (x, y) -> (x-t, y) where t > 0")?;
//! assert_eq!(rules.known(), Some(KnownGame::Wythoff));
//! # Ok::<(), grundy::rule::Diagnostics>(())
//! ```

use super::check::{CheckedPart, check};
use super::compile::{Branch, Program, compile};
use super::parser::parse;
use super::term::Term;
use std::sync::{LazyLock, OnceLock};

/// A game with a theorem of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KnownGame {
    /// Take one, or split into two or more equal heaps: [`crate::engine::heap::divisors`].
    EqualSplit,
    /// Take one, or split 1 + 2 + ... + k into 1, 2, ..., k: [`crate::engine::heap::closed_form`].
    TriangularSplit,
    /// Take one, or replace an even heap by k halves; only the parity of k matters to values: [`crate::engine::heap::closed_form`].
    Legendre {
        /// Whether k is odd.
        odd: bool,
    },
    /// Take from one heap or the same from both: [`crate::engine::tuple::wythoff`].
    Wythoff,
    /// Take at most twice what was taken last: [`crate::engine::tuple::fibonacci_nim`].
    FibonacciNim,
    /// Take a multiple of the other heap: [`crate::engine::tuple::euclid`].
    Euclid,
    /// Turn the corners of a rectangle: [`crate::engine::tuple::turning_corners`].
    TurningCorners,
}

/// The games without parameters and how they may be written.
const SPELLINGS: [(KnownGame, &[&str]); 6] = [
    (
        KnownGame::EqualSplit,
        &[
            "n -> n - 1 ; n -> d of n/d where d | n, d > 1",
            "n -> n - 1 ; n -> d of n/d where d | n, d >= 2",
            "n -> n - 1 ; n -> n/d of d where d | n, d < n",
        ],
    ),
    (
        KnownGame::TriangularSplit,
        &[
            "n -> n - 1 ; n -> each 1..k where k*(k+1)/2 = n, k > 1",
            "n -> n - 1 ; n -> each 1..k where k*(k+1)/2 = n, k >= 2",
            "n -> n - 1 ; n -> each 1..k where k*(k+1) = 2*n, k > 1",
        ],
    ),
    (
        KnownGame::Wythoff,
        &[
            "(a, b) -> (a-k, b) where k > 0 ; (a, b) -> (a, b-k) where k > 0 ; (a, b) -> (a-k, b-k) where k > 0",
            "(a, b) -> (k, b) where k < a ; (a, b) -> (a, k) where k < b ; (a, b) -> (a-k, b-k) where k > 0",
        ],
    ),
    (
        KnownGame::FibonacciNim,
        &[
            "(n, q) -> (n - k, 2*k) where 1 <= k <= q",
            "(n, q) -> (n - k, 2*k) where k > 0, k <= q",
            "(n, q) -> (n - k, 2*k) where k in 1..q",
        ],
    ),
    (
        KnownGame::Euclid,
        &["(a, b) -> (a - k*b, b) where k > 0, b > 0 ; (a, b) -> (a, b - k*a) where k > 0, a > 0"],
    ),
    (KnownGame::TurningCorners, &["(a, b) -> (c, b), (a, d), (c, d) where c < a, d < b"]),
];

/// Lieges of Legendre, for an odd and an even number of halves; the number itself is no part of the comparison.
const LEGENDRE: [(bool, &str); 2] = [
    (true, "n -> n - 1 ; n -> 3 of n/2 where n even, n > 0"),
    (false, "n -> n - 1 ; n -> 2 of n/2 where n even, n > 0"),
];

/// A spelling, compiled when a rule looks like it: to compile all of them took a third of the instructions by which the
/// command solves a position of Kayles.
struct Spelling {
    known: KnownGame,
    text: &'static str,
    program: OnceLock<Program>,
}

static ALL: LazyLock<Vec<Spelling>> = LazyLock::new(|| {
    let all = SPELLINGS.iter().flat_map(|(known, texts)| texts.iter().map(|text| (*known, *text)));
    let legendre = LEGENDRE.iter().map(|&(odd, text)| (KnownGame::Legendre { odd }, text));
    all.chain(legendre).map(|(known, text)| Spelling { known, text, program: OnceLock::new() }).collect()
});

impl Spelling {
    fn program(&self) -> &Program {
        self.program.get_or_init(|| {
            let rule = parse(self.text).expect("the spellings are tested");
            compile(&check(&rule, self.text, &[]).expect("the spellings are tested"))
        })
    }

    /// Whether a rule has as many components and clauses; games about heaps all have `n -> n - 1` among them.
    fn resembles(&self, rule: &Program) -> bool {
        let is_pair = self.text.starts_with('(');
        let has_one_move = || rule.branches.iter().any(|branch| branch.loops.is_empty());
        (rule.arity == 1) != is_pair
            && rule.branches.len() == self.text.matches(" ; ").count() + 1
            && (is_pair || has_one_move())
    }
}

/// The game that a compiled rule is, if it is one of these.
pub fn known(rule: &Program) -> Option<KnownGame> {
    let same = |spelling: &&Spelling| {
        spelling.resembles(rule) && {
            let program = spelling.program();
            let among = |wanted: &Branch| rule.branches.iter().any(|b| is_same(b, wanted, spelling.known));
            rule.arity == program.arity && program.branches.iter().all(among)
        }
    };
    ALL.iter().find(same).map(|spelling| spelling.known)
}

fn is_same(branch: &Branch, wanted: &Branch, known: KnownGame) -> bool {
    let parts = |branch: &Branch| -> Vec<CheckedPart> {
        let halves = matches!(known, KnownGame::Legendre { .. });
        branch.parts.iter().map(|part| if halves { parity_only(part) } else { part.clone() }).collect()
    };
    let ends = |branch: &Branch| -> Vec<(bool, bool)> {
        branch.loops.iter().map(|this| (this.from_zero, this.to_largest)).collect()
    };
    ends(branch) == ends(wanted)
        && parts(branch) == parts(wanted)
        && branch.conditions.len() == wanted.conditions.len()
        && wanted.conditions.iter().all(|condition| branch.conditions.contains(condition))
}

/// The part with a fixed number of copies replaced by its parity, all that a nim-sum sees of it.
fn parity_only(part: &CheckedPart) -> CheckedPart {
    match part {
        CheckedPart::Copies { count: Some(Term::Integer(count)), component } if *count >= 0 => {
            CheckedPart::Copies { count: Some(Term::Integer(count % 2)), component: component.clone() }
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::NamedGame;
    use crate::rule::Ruleset;

    #[test]
    fn the_catalogue_is_recognised() {
        for (name, known) in [
            ("equal-split", KnownGame::EqualSplit),
            ("triangular-split", KnownGame::TriangularSplit),
            ("legendre", KnownGame::Legendre { odd: false }),
            ("legendre:k=0", KnownGame::Legendre { odd: false }),
            ("legendre:k=7", KnownGame::Legendre { odd: true }),
            ("legendre:k=18446744073709551615", KnownGame::Legendre { odd: true }),
            ("wythoff", KnownGame::Wythoff),
            ("fibonacci-nim", KnownGame::FibonacciNim),
            ("euclid", KnownGame::Euclid),
            ("turning-corners", KnownGame::TurningCorners),
        ] {
            let game = NamedGame::read(name).expect("a game");
            assert_eq!(game.ruleset().expect("a rule").known(), Some(known), "{name}");
        }
    }

    #[test]
    fn spellings_and_near_misses() {
        for spelling in ALL.iter() {
            // What a rule must look like to be compared at all holds for the spelling itself.
            assert!(spelling.resembles(spelling.program()), "{}", spelling.text);
            assert_eq!(Ruleset::parse(spelling.text).expect("a rule").known(), Some(spelling.known));
        }
        for text in [
            "n -> n - 1 ; n -> d of n/d where d | n, d > 2",
            "n -> n - 2 ; n -> d of n/d where d | n, d > 1",
            "n -> n - 1 ; n -> d of n/d where d | n, 1 < d < n",
            "n -> n - 1 ; n -> n - 1",
            "n -> n - 1 ; n -> 2 of n/2 where n even, n > 2",
            "n -> n - 1 ; n -> each 1..k where k*(k+1)/2 = n, k > 2",
            "(a, b) -> (a-k, b) where k > 0 ; (a, b) -> (a-k, b-k) where k > 0",
            "(a, b) -> (a-k, b) where k > 1 ; (a, b) -> (a, b-k) where k > 0 ; (a, b) -> (a-k, b-k) where k > 0",
            "(a, b) -> (c, b), (a, d), (c, d) where c < a, d <= b, d < a",
            "(a, b) -> (c, b), (a, d) where c < a, d < b",
            "(n, q) -> (n - k, 3*k) where 1 <= k <= q",
            "(n, q) -> (n - k, 2*k) where 1 <= k < q",
        ] {
            assert_eq!(Ruleset::parse(text).expect("a rule").known(), None, "{text}");
        }
    }
}
