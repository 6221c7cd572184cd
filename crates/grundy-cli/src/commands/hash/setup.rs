//! The hash that the arguments describe: functions, order, letters, and texts in both directions.

use super::input::shown;
use super::report::Shown;
use crate::args::hash::{Functions, Style};
use crate::failure::Failure;
use polyhash::attack::{Alphabet, Values};
use polyhash::dialect::{Dialect, Function, LetterMap, Order};
use polyhash::expression::Expression;
use std::collections::HashMap;

/// What the letters of texts are.
enum Symbols {
    /// Letters, each value with the first letter that has it.
    Letters(HashMap<i64, u8>),
    Numbers,
}

/// The most functions that are listed one by one.
pub const LISTED: usize = 1000;

pub struct Setup {
    pub functions: Vec<Function>,
    pub order: Option<Order>,
    pub map: Option<LetterMap>,
    pub values: Values,
    signed: bool,
    pack: Option<Expression>,
    symbols: Symbols,
    /// Two letters with one value.
    pub twins: Option<(u8, u8)>,
}

impl Setup {
    pub fn new(
        functions: &Functions,
        style: &Style,
        alphabet: Option<&Alphabet>,
        pack: Option<&Expression>,
    ) -> Result<Setup, Failure> {
        let pairs = functions.pairs()?;
        let (order, signed) = (style.order, style.signed_remainder);
        // A wrong expression is refused before any work.
        Dialect::new(pairs.clone()).with_pack(pack.cloned())?;
        let pack = pack.cloned();
        if let Some((low, high)) = style.values {
            let values = Values::range(low, high)?;
            let symbols = Symbols::Numbers;
            return Ok(Setup {
                functions: pairs,
                order,
                map: None,
                values,
                signed,
                pack,
                symbols,
                twins: None,
            });
        }
        let map = functions.map.clone();
        let letters: Vec<u8> = match (alphabet, &map) {
            (Some(alphabet), _) => alphabet.letters().to_vec(),
            (None, LetterMap::Table(table)) => {
                (0..=255).filter(|&letter| table[usize::from(letter)].is_some()).collect()
            }
            (None, LetterMap::Offset(_)) => (b'a'..=b'z').collect(),
        };
        let numbers = map.values(&letters)?;
        let mut known: HashMap<i64, u8> = HashMap::new();
        let mut twins = None;
        for (&letter, &number) in letters.iter().zip(&numbers) {
            if let Some(&other) = known.get(&number) {
                twins = twins.or(Some((other, letter)));
            } else {
                known.insert(number, letter);
            }
        }
        let values = Values::new(numbers)?;
        let symbols = Symbols::Letters(known);
        Ok(Setup { functions: pairs, order, map: Some(map), values, signed, pack, symbols, twins })
    }

    /// The order that texts are for.
    pub fn main_order(&self) -> Order {
        self.order.unwrap_or_default()
    }

    pub fn dialect(&self, order: Order) -> Dialect {
        let dialect =
            Dialect::new(self.functions.clone()).with_order(order).with_signed_remainder(self.signed);
        dialect.with_pack(self.pack.clone()).expect("the expression was checked")
    }

    /// The hashes of a text; of a long list of functions the first ones, which say enough.
    pub fn hashes(&self, order: Order, text: &[i64]) -> Vec<i128> {
        let some = self.functions.iter().take(LISTED).copied().collect();
        Dialect::new(some).with_order(order).with_signed_remainder(self.signed).hashes(text)
    }

    pub fn pack(&self) -> Option<&Expression> {
        self.pack.as_ref()
    }

    /// A sequence of values as a text.
    pub fn shown(&self, text: &[i64]) -> Shown {
        match &self.symbols {
            Symbols::Numbers => Shown::Numbers(text.to_vec()),
            Symbols::Letters(letters) => {
                let bytes: Vec<u8> =
                    text.iter().map(|value| letters.get(value).copied().unwrap_or(b'?')).collect();
                Shown::Text(shown(&bytes).into_owned())
            }
        }
    }

    /// The value of a letter of padding.
    pub fn letter(&self, text: &str) -> Result<i64, Failure> {
        let value = match (&self.map, text.as_bytes()) {
            (Some(map), [letter]) => map.value(*letter),
            (None, _) => text.trim().parse().ok(),
            _ => None,
        };
        let value = value.filter(|&value| self.values.contains(value));
        value.ok_or_else(|| Failure::input(format!("`{text}` is no letter of the texts"), None))
    }
}
