//! Values of positions from which play may go on for ever.
//!
//! A loopy value is a nimber, or ∞(K) with K the set of the nimbers among the options (Smith 1966; Fraenkel and Perl 1975;
//! Fraenkel and Yesha 1986). They are added like this: nimbers by xor, ∞(K) + a = ∞({k ⊕ a : k in K}), and ∞ + ∞ = ∞({}).
//! 0 is lost, other nimbers are won, and ∞(K) is won if 0 is in K, else a draw.
//!
//! ```
//! use grundy::value::{Outcome, loopy::LoopyValue};
//!
//! let swing = LoopyValue::infinity([2]);
//! assert_eq!(swing.outcome(), Outcome::D);
//! let sum = swing.plus(&LoopyValue::Finite(2));
//! assert_eq!((sum.to_string().as_str(), sum.outcome()), ("∞{0}", Outcome::N));
//! ```

use super::Outcome;
use std::fmt;

/// A nimber, or infinity with the nimbers it can become.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum LoopyValue {
    /// As good as a heap of Nim.
    Finite(u64),
    /// Play may go on for ever; the finite values of the options, in increasing order.
    Infinity(Vec<u64>),
}

impl LoopyValue {
    /// Infinity with these values among its options.
    pub fn infinity(values: impl IntoIterator<Item = u64>) -> LoopyValue {
        let mut values: Vec<u64> = values.into_iter().collect();
        values.sort_unstable();
        values.dedup();
        LoopyValue::Infinity(values)
    }

    /// The nimber, if it is one.
    pub fn finite(&self) -> Option<u64> {
        match self {
            LoopyValue::Finite(value) => Some(*value),
            LoopyValue::Infinity(_) => None,
        }
    }

    /// The value of a sum.
    #[must_use]
    pub fn plus(&self, other: &LoopyValue) -> LoopyValue {
        match (self, other) {
            (LoopyValue::Finite(a), LoopyValue::Finite(b)) => LoopyValue::Finite(a ^ b),
            (LoopyValue::Infinity(set), LoopyValue::Finite(a))
            | (LoopyValue::Finite(a), LoopyValue::Infinity(set)) => {
                LoopyValue::infinity(set.iter().map(|k| k ^ a))
            }
            (LoopyValue::Infinity(_), LoopyValue::Infinity(_)) => LoopyValue::Infinity(Vec::new()),
        }
    }

    /// Who wins.
    pub fn outcome(&self) -> Outcome {
        match self {
            LoopyValue::Finite(0) => Outcome::P,
            LoopyValue::Finite(_) => Outcome::N,
            LoopyValue::Infinity(set) if set.first() == Some(&0) => Outcome::N,
            LoopyValue::Infinity(_) => Outcome::D,
        }
    }
}

impl fmt::Display for LoopyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoopyValue::Finite(value) => write!(f, "{value}"),
            LoopyValue::Infinity(set) => {
                let list: Vec<String> = set.iter().map(u64::to_string).collect();
                write!(f, "∞{{{}}}", list.join(","))
            }
        }
    }
}

#[cfg(feature = "json")]
impl serde::Serialize for LoopyValue {
    /// A number, or `{"infinity":[0,2]}`.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            LoopyValue::Finite(value) => serializer.serialize_u64(*value),
            LoopyValue::Infinity(set) => {
                use serde::ser::SerializeMap;
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry("infinity", set)?;
                map.end()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_a_number_or_an_object() {
        let json = |value: &LoopyValue| serde_json::to_string(value).unwrap();
        assert_eq!(json(&LoopyValue::Finite(3)), "3");
        assert_eq!(json(&LoopyValue::infinity([2, 0, 2])), r#"{"infinity":[0,2]}"#);
        assert_eq!(json(&LoopyValue::infinity([])), r#"{"infinity":[]}"#);
    }

    #[test]
    fn two_infinities_are_a_draw() {
        let infinity = LoopyValue::infinity([0]);
        assert_eq!(infinity.outcome(), Outcome::N);
        assert_eq!(infinity.plus(&infinity), LoopyValue::infinity([]));
        assert_eq!(infinity.plus(&infinity).outcome(), Outcome::D);
    }
}
