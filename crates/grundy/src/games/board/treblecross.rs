//! Treblecross on strips of squares: noughts and crosses in one dimension, with crosses only.
//!
//! Three crosses in a row win. A cross next to another, or two squares from it, hands them to the opponent, so nobody
//! puts it there while another move is left, and whoever has none left loses (Winning Ways, ch. 4). These are the moves
//! that are played here: a cross three squares or more from every other. A position with two crosses closer than that
//! is over, since the player to move wins at once; it is refused.
//!
//! The squares that are left fall into runs between the crosses. A cross takes up to five squares of a run, itself and two
//! on either side: a run of n squares is a heap of n + 2 in the octal game 0.007. The values of runs up to some thousand
//! squares come from a table, O(n^2) once; those of longer ones from the engine for codes ([`crate::engine::heap::prefix`]).
//!
//! ```
//! use grundy::{NamedGame, Question, solve};
//!
//! let treblecross = NamedGame::read("treblecross-strip")?;
//! let answer = solve(&treblecross, treblecross.parse("..x......")?, &Question::default())?;
//! assert_eq!(answer.grundy, Some(2));
//! assert!(treblecross.parse("..x.x").is_err());
//! # Ok::<(), grundy::Error>(())
//! ```

use super::grid::{Grid, offset};
use crate::base::error::{Failure, InputError};
use crate::base::limits::{Limits, Pulse};
use crate::base::text::{number, shorten};
use crate::engine::heap::{Sequence, prefix};
use crate::game::sum::{Sum, add};
use crate::game::theory::{Known, Notation, Place, Theory, Value};
use crate::game::{Convention, Game, Part, Parts, Visit};
use crate::rule::Ruleset;
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// The rules; a component is a strip, a board of one row.
#[derive(Debug, Clone, Copy, Default)]
pub struct Treblecross;

/// Squares on either side of a cross that it takes with it.
const REACH: usize = 2;
/// Squares of the longest strip.
const MAX_SQUARES: u64 = 1 << 16;
/// Squares of the longest run in the table.
const MAX_TABLE_RUN: usize = 5000;

const HINT: &str = "a strip is written square by square, `..x...`, or as its length while it is empty: `9`";
const RUNS: &str = "runs of squares between crosses are heaps of 0.007, two larger (Winning Ways 1982)";

/// The value of a run of squares that fits onto a strip.
fn run_value(squares: usize) -> Option<u64> {
    static VALUES: OnceLock<Vec<u16>> = OnceLock::new();
    static FAR: OnceLock<Option<Sequence>> = OnceLock::new();
    if squares > MAX_TABLE_RUN {
        let far = || {
            let rules = Ruleset::parse("0.007").ok()?;
            prefix(&rules, MAX_SQUARES + REACH as u64, &Limits::default()).ok()
        };
        return FAR.get_or_init(far).as_ref().map(|values| values.value((squares + REACH) as u64));
    }
    // Values stay far below the number of options, which is at most the number of squares.
    VALUES.get_or_init(table).get(squares).map(|&value| value.into())
}

fn table() -> Vec<u16> {
    let mut values: Vec<u16> = vec![0];
    let mut seen = vec![0; MAX_TABLE_RUN + 1];
    for squares in 1..=MAX_TABLE_RUN {
        for left in 0..squares.div_ceil(2) {
            let [left, right] = halves(squares, left);
            seen[usize::from(values[left] ^ values[right])] = squares;
        }
        let value = seen.iter().position(|&at| at != squares).expect("fewer options than squares");
        values.push(value as u16);
    }
    values
}

/// What a cross on a square of a run leaves on both sides.
fn halves(squares: usize, at: usize) -> [usize; 2] {
    [at.saturating_sub(REACH), (squares - 1 - at).saturating_sub(REACH)]
}

/// Whether a cross may be put on a square.
fn is_safe(strip: &Grid, square: usize) -> bool {
    (square.saturating_sub(REACH)..=square + REACH).all(|near| !strip.is_taken(0, near))
}

/// The lengths of the runs of safe squares.
fn runs(strip: &Grid) -> Vec<usize> {
    let safe: Vec<bool> = (0..strip.columns()).map(|square| is_safe(strip, square)).collect();
    safe.chunk_by(|a, b| a == b).filter(|run| run[0]).map(<[bool]>::len).collect()
}

impl Game for Treblecross {
    type Component = Grid;

    fn options(
        &self,
        strip: &Grid,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Grid>,
    ) -> Result<ControlFlow<()>, Failure> {
        let safe = (0..strip.columns()).filter(|&square| is_safe(strip, square));
        strip.options(safe.map(|square| [(0, square)]), pulse, visit)
    }
}

/// Reads one strip.
fn read_strip(text: &str, word: &str) -> Result<Grid, InputError> {
    let wrong = |at: usize, message: String| InputError::at(text, offset(text, word) + at, message, HINT);
    let long = || wrong(0, format!("a strip has at most {MAX_SQUARES} squares"));
    if word.starts_with(|first: char| first.is_ascii_digit()) {
        let length = number(word).map_err(|reason| wrong(0, format!("`{}` is {reason}", shorten(word))))?;
        return if length > MAX_SQUARES { Err(long()) } else { Ok(Grid::new(1, length as usize)) };
    }
    if let Some((at, other)) = word.char_indices().find(|(_, square)| !['.', 'x', 'X'].contains(square)) {
        return Err(wrong(at, format!("`{other}` is no square: `.` is free, `x` is a cross")));
    }
    if word.len() as u64 > MAX_SQUARES {
        return Err(long());
    }
    let crosses: Vec<usize> =
        word.bytes().enumerate().filter(|(_, square)| *square != b'.').map(|(at, _)| at).collect();
    if let Some(pair) = crosses.windows(2).find(|pair| pair[1] - pair[0] <= REACH) {
        let message = "two crosses this close: the player to move makes three in a row and wins".to_owned();
        return Err(wrong(pair[1], message));
    }
    Ok(Grid::new(1, word.len()).with(&crosses.iter().map(|&square| (0, square)).collect::<Vec<_>>()))
}

impl Notation for Treblecross {
    fn read(&self, text: &str) -> Result<Vec<Grid>, InputError> {
        text.split_whitespace().map(|word| read_strip(text, word)).collect()
    }

    fn write(&self, strips: &[Grid]) -> String {
        let square = |strip: &Grid, at| if strip.is_taken(0, at) { 'x' } else { '.' };
        let word = |strip: &Grid| match strip.columns() {
            0 => "0".to_owned(),
            squares => (0..squares).map(|at| square(strip, at)).collect(),
        };
        strips.iter().map(word).collect::<Vec<String>>().join(" ")
    }

    fn places(&self, before: &Grid, option: &[Part<Grid>]) -> Vec<Place> {
        let after = option.first().map(|part| &part.component);
        let taken = after.into_iter().flat_map(|after| before.newly_taken(after));
        taken.map(|(_, square)| Place::Index(square as u64)).collect()
    }
}

impl Theory for Treblecross {
    fn tier(&self, position: &[Part<Grid>]) -> Option<u64> {
        Grid::free_squares(position)
    }

    fn rule(&self) -> String {
        "put a cross on a free square, three squares or more from every other cross".to_owned()
    }

    fn known(&self, strip: &Grid, convention: Convention) -> Option<Known> {
        if convention == Convention::Misere {
            return None;
        }
        let values: Option<Vec<u64>> = runs(strip).into_iter().map(run_value).collect();
        let value = Value::Grundy(values?.iter().fold(0, |sum, value| sum ^ value));
        Some(Known { value, theorem: RUNS })
    }

    /// Runs without crosses play like the strip.
    fn parts(&self, strip: &Grid) -> Parts<Grid> {
        let mut parts: Sum<Grid> = Vec::new();
        for run in runs(strip) {
            add(&mut parts, Grid::new(1, run), 1).expect("fewer parts than squares");
        }
        parts
    }

    fn representative(&self, strip: &Grid) -> Grid {
        strip.representative()
    }

    fn argue(&self, strip: &Grid) -> Vec<String> {
        let runs: Vec<String> = runs(strip)
            .iter()
            .map(|&run| format!("{run} (value {})", run_value(run).map_or("?".to_owned(), |v| v.to_string())))
            .collect();
        match runs.is_empty() {
            true => vec!["no square is three squares or more from every cross".to_owned()],
            false => vec![format!("runs of squares three or more from every cross: {}", runs.join(", "))],
        }
    }

    fn theory(&self) -> Vec<String> {
        vec![
            "a cross next to another, or two squares from one, lets the opponent make three in a row"
                .to_owned(),
            format!("value: {RUNS}"),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::reference;
    use crate::rule::play::Heaps;
    use std::collections::HashMap;

    fn strip(text: &str) -> Grid {
        Treblecross.read(text).expect("a strip").remove(0)
    }

    #[test]
    fn values_are_those_of_the_definition() {
        let mut known = HashMap::new();
        for squares in 0..16 {
            reference::grundy(&Treblecross, &Grid::new(1, squares), &mut known).expect("it ends");
        }
        assert!(known.len() > 200, "{}", known.len());
        for (strip, &value) in &known {
            let found = Treblecross.known(strip, Convention::Normal).expect("short").value;
            assert_eq!(found, Value::Grundy(value), "{strip:?}");
            let parts = Treblecross.parts(strip);
            let sum = parts.iter().filter(|part| part.copies % 2 == 1);
            assert_eq!(sum.fold(0, |sum, part| sum ^ known[&part.component]), value);
        }
        let (rules, mut heaps) = (Ruleset::parse("0.007").expect("a code"), HashMap::new());
        for squares in 0..200 {
            let heap = reference::grundy(&Heaps::new(&rules), &(squares as u64 + 2), &mut heaps);
            assert_eq!(heap, Ok(run_value(squares).expect("it is short")), "{squares}");
        }
        // Beyond the table another engine takes over.
        let far = prefix(&rules, 6000, &Limits::default()).expect("a table");
        for squares in MAX_TABLE_RUN - 50..MAX_TABLE_RUN + 50 {
            assert_eq!(run_value(squares), Some(far.value(squares as u64 + 2)), "{squares}");
        }
    }

    /// The game as it is played: any free square, and three in a row win.
    fn wins(strip: &mut Vec<bool>) -> bool {
        let is_n_position = |strip: &[bool]| strip.windows(3).any(|squares| squares == [true; 3]);
        (0..strip.len()).any(|square| {
            if strip[square] {
                return false;
            }
            strip[square] = true;
            let wins_here = is_n_position(strip) || !wins(strip);
            strip[square] = false;
            wins_here
        })
    }

    #[test]
    fn the_winner_is_that_of_the_real_game() {
        for squares in 3..11 {
            let value = run_value(squares).expect("it is short");
            assert_eq!(wins(&mut vec![false; squares]), value != 0, "{squares}");
        }
    }

    #[test]
    fn strips_are_written_as_they_are_read() {
        for text in ["..x...", ".........", "x", "...x...x.. 0 ...."] {
            let strips = Treblecross.read(text).expect("strips");
            assert_eq!(Treblecross.write(&strips), text);
        }
        assert_eq!(Treblecross.write(&[strip("4")]), "....");
        for (text, column) in [("..o", 3), (".. x.x.", 6), ("70000", 1), ("xx", 2)] {
            assert_eq!(Treblecross.read(text).expect_err(text).column, column, "{text}");
        }
    }
}
