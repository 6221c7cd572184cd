//! The words for who worked something out: [`Engine`] in an answer, [`Method`] in a question.

use std::fmt;
use std::str::FromStr;

/// Who worked out the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// A formula with a theorem behind it.
    ClosedForm,
    /// One-hot words over a subtraction set.
    Subtraction,
    /// Counting what an all-but set leaves out.
    AllBut,
    /// Rare and common values of a code whose moves leave at most two heaps.
    SparseSpace,
    /// All pairs of a take-and-break code.
    Code,
    /// All pairs of heaps of several kinds.
    System,
    /// Sets of values of partitions.
    Partitions,
    /// Divisors and neighbours of a heap that may be split equally.
    Divisors,
    /// The compiled rule, column by column.
    General,
    /// Every component that can be reached, each worked out once.
    Memo,
    /// Sums of a position and a Nim heap, as few as decide.
    NimberSearch,
    /// A table over all positions of a board by their number.
    Ranked,
    /// A table over all smaller tuples.
    TupleTable,
    /// Theorems of misère play on tame games.
    Tame,
    /// The misère quotient: a finite monoid that distinguishes sums as far as they play differently.
    Quotient,
    /// Whole positions, one by one.
    Exhaustive,
    /// Backwards from the ends of play, where play may go on for ever.
    Retrograde,
    /// The engines of the parts of a sum of different games, and their nim-sum.
    Sum,
    /// Best play for points.
    Points,
}

impl Engine {
    /// Its name, as answers and `--json` have it.
    pub const fn name(self) -> &'static str {
        match self {
            Engine::ClosedForm => "closed-form",
            Engine::Subtraction => "subtraction",
            Engine::AllBut => "all-but",
            Engine::SparseSpace => "sparse-space",
            Engine::Code => "code",
            Engine::System => "system",
            Engine::Partitions => "partitions",
            Engine::Divisors => "divisors",
            Engine::General => "general",
            Engine::Memo => "memo",
            Engine::NimberSearch => "nimber-search",
            Engine::Ranked => "ranked",
            Engine::TupleTable => "tuple-table",
            Engine::Tame => "tame",
            Engine::Quotient => "misere-quotient",
            Engine::Exhaustive => "exhaustive",
            Engine::Retrograde => "retrograde",
            Engine::Sum => "sum",
            Engine::Points => "points",
        }
    }

    /// The name that answers of earlier versions had, where it was another.
    pub const fn alias(self) -> Option<&'static str> {
        match self {
            Engine::NimberSearch => Some("couples"),
            _ => None,
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A way to an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Method {
    /// Whatever fits best.
    #[default]
    Auto,
    /// A theorem.
    ClosedForm,
    /// A table over all smaller positions.
    Table,
    /// Everything that can be reached, each component once.
    Memo,
    /// Nimber search, by proof numbers where components are large and depth first where they are small.
    NimberSearch,
    /// Nimber search, all by proof numbers.
    ProofNumber,
    /// Nimber search, all depth first.
    DepthFirst,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 7] = [
        Method::Auto,
        Method::ClosedForm,
        Method::Table,
        Method::Memo,
        Method::NimberSearch,
        Method::ProofNumber,
        Method::DepthFirst,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::ClosedForm => "closed-form",
            Method::Table => "table",
            Method::Memo => "memo",
            Method::NimberSearch => "nimber-search",
            Method::ProofNumber => "proof-number",
            Method::DepthFirst => "depth-first",
        }
    }

    /// A name that earlier versions had, where it was another; it is still read.
    pub const fn alias(self) -> Option<&'static str> {
        match self {
            Method::NimberSearch => Some("couples"),
            _ => None,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Method, String> {
        let names = || Method::ALL.map(Method::name).join(", ");
        let found =
            Method::ALL.into_iter().find(|method| method.name() == text || method.alias() == Some(text));
        found.ok_or_else(|| format!("a method is one of {}", names()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_read_by_both_names() {
        for method in Method::ALL {
            assert_eq!(method.name().parse(), Ok(method));
            assert!(method.alias().is_none_or(|alias| alias.parse() == Ok(method)));
        }
        assert_eq!("couples".parse(), Ok(Method::NimberSearch));
        assert!("couple".parse::<Method>().is_err());
    }
}
