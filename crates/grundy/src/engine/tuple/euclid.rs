//! Euclid's game: values of all positions, by Euclid's algorithm.
//!
//! A move takes a multiple of one heap from the other, so that only the larger heap can be made smaller. Let a < b, b = q*a + r with
//! r < a, and v the value of (r, a). The options are (a, r), (a, a + r), ..., (a, (q-1)*a + r), each an option of all that follow, so their
//! values are different: first v, then 0, 1, 2, ... without v. So the value is
//!
//! > q - 1 if q - 1 < v, else q,
//!
//! found in as many steps as Euclid's algorithm takes (at most 93), and an option is known by its value. With a = b there are two
//! moves, each to a position without moves. That a position without 0 is lost exactly when the heaps differ and their quotient is below
//! the golden ratio (Cole and Davie 1969) follows; a published formula for the value, ⌊|a/b - b/a|⌋ (Nivasch 2006), is that of the
//! game in which no heap may be emptied.
//!
//! ```
//! use grundy::engine::tuple::euclid::{option_with_value, value};
//! assert_eq!(value(25, 7), 3);
//! assert_eq!(option_with_value(25, 7, 0), Some((11, 7)));
//! ```

/// The theorem, in a few words.
pub const THEOREM: &str = "with b = q*a + r the values of the options are different: that of (r, a), then 0, 1, 2, ...; so Euclid's algorithm finds the value";

/// The value of a position.
pub fn value(a: u64, b: u64) -> u64 {
    let (mut small, mut large) = (a.min(b), a.max(b));
    let mut quotients = Vec::new();
    while small > 0 {
        quotients.push(large / small);
        (small, large) = (large % small, small);
    }
    quotients.iter().rev().fold(0, |v, &q| if q - 1 < v { q - 1 } else { q })
}

/// The option that has this value, if there is one; of two equal heaps, the one that empties the first.
pub fn option_with_value(a: u64, b: u64, wanted: u64) -> Option<(u64, u64)> {
    let (small, large) = (a.min(b), a.max(b));
    if small == 0 {
        return None;
    }
    let (q, r) = (large / small, large % small);
    let v = value(r, small);
    // The multiple of the small heap that is left beside r.
    let left = match wanted {
        _ if wanted == v => 0,
        _ if wanted < v => wanted.checked_add(1)?,
        _ => wanted,
    };
    let larger = (left < q).then(|| left * small + r)?;
    Some(if a < b { (a, larger) } else { (larger, b) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::NamedGame;
    use crate::game::reference;
    use crate::rule::play::Tuples;
    use std::collections::HashMap;

    #[test]
    fn small_positions_agree_with_the_reference() {
        let game = NamedGame::read("euclid").expect("a game");
        let game = Tuples::new(game.ruleset().expect("a rule"));
        let mut known = HashMap::new();
        for (a, b) in (0..45u64).flat_map(|a| (0..45u64).map(move |b| (a, b))) {
            let expected = reference::grundy(&game, &vec![a, b], &mut known).expect("small");
            assert_eq!(value(a, b), expected, "{a},{b}");
        }
    }

    #[test]
    fn an_option_is_known_by_its_value() {
        for (a, b) in (0..60u64).flat_map(|a| (0..60u64).map(move |b| (a, b))) {
            for wanted in 0..65 {
                let moves = |(x, y): &(u64, u64)| {
                    let takes = |from: u64, to: u64, unit: u64| {
                        unit > 0 && from > to && (from - to).is_multiple_of(unit)
                    };
                    (*y == b && takes(a, *x, b)) || (*x == a && takes(b, *y, a))
                };
                let expected = (0..=a)
                    .flat_map(|x| (0..=b).map(move |y| (x, y)))
                    .find(|option| moves(option) && value(option.0, option.1) == wanted);
                assert_eq!(option_with_value(a, b, wanted), expected, "{a},{b}: {wanted}");
            }
        }
        assert_eq!(value(u64::MAX, 1), u64::MAX);
        assert_eq!(option_with_value(u64::MAX, 1, 0), Some((0, 1)));
    }
}
