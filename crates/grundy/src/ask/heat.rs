//! All pairs up to a size, with their values: where the lost positions of a game on two numbers lie.
//!
//! The lost positions of Wythoff's game lie along two rays whose slopes are the golden section and its inverse; a picture of
//! the square shows that at once, and much about other games. Cost: one table of the values, O(size^2) entries.
//!
//! ```
//! use grundy::{NamedGame, Limits, ask::heat::heat};
//!
//! let game = NamedGame::read("wythoff")?;
//! let values = heat(&game, 3, &Limits::default())?;
//! assert_eq!(values[1][2], Some(0));
//! assert_eq!(values[3][3], Some(6));
//! # Ok::<(), grundy::Error>(())
//! ```

use super::asked::explain_failure;
use super::named::NamedGame;
use super::rules::TupleRules;
use crate::base::error::Error;
use crate::base::limits::Limits;
use crate::game::position::Tuple;

/// The values of the pairs `(a, b)` with both numbers from 0 to `size`: row `a`, column `b`.
///
/// # Errors
/// When the game is not played on pairs, a move makes no progress, or the limits do not suffice.
pub fn heat(game: &NamedGame, size: u64, limits: &Limits<'_>) -> Result<Vec<Vec<Option<u64>>>, Error> {
    let Some(rules) = game.ruleset().filter(|rules| rules.arity() == 2) else {
        return Err(Error::game(format!("`{}` is not played on pairs of numbers", game.name), None));
    };
    let pairs: Vec<Tuple> = (0..=size).flat_map(|a| (0..=size).map(move |b| vec![a, b])).collect();
    let values = TupleRules::new(rules)
        .values(&pairs, limits)
        .map_err(|failure| explain_failure(Some(rules), failure))?;
    let rows = pairs.chunks(size as usize + 1);
    Ok(rows.map(|row| row.iter().map(|pair| values.value(pair)).collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::reference;
    use crate::rule::play::Tuples;
    use std::collections::HashMap;

    #[test]
    fn every_pair_has_the_value_of_the_slow_solver() {
        for name in
            ["wythoff", "euclid", "king", "(a, b) -> (a - 1, b); (a, b) -> (a, b - k) where 0 < k < 3"]
        {
            let game = NamedGame::read(name).expect(name);
            let rules = game.ruleset().expect("a rule").clone();
            let mut known = HashMap::new();
            for (a, row) in heat(&game, 7, &Limits::default()).expect("small").into_iter().enumerate() {
                for (b, value) in row.into_iter().enumerate() {
                    let pair = vec![a as u64, b as u64];
                    let slow = reference::grundy(&Tuples::new(&rules), &pair, &mut known).expect("small");
                    assert_eq!(value, Some(slow), "{name} {pair:?}");
                }
            }
        }
        assert!(heat(&NamedGame::read("nim").expect("nim"), 3, &Limits::default()).is_err());
    }
}
