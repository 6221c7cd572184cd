//! Words as they are written, and what is said about them.

use crate::base::error::InputError;
use crate::base::text::{number, shorten};
use crate::rule::Ruleset;
use crate::rule::word::literal::WALL;
use crate::rule::word::{SymbolWord, Topology, WordRule};

/// The most places of a word.
const MAX_PLACES: u64 = 1 << 22;

/// Reads words that stand side by side.
pub(super) fn read(rule: &WordRule, text: &str) -> Result<Vec<SymbolWord>, InputError> {
    let words = text.split_whitespace().map(|word| read_word(rule, text, word));
    words.filter(|word| word.as_ref().map_or(true, |word| !word.cells().is_empty())).collect()
}

/// A word as it is written.
pub(super) fn write_word(_rule: &WordRule, word: &SymbolWord) -> String {
    if word.rows() <= 1 {
        return word.cells().iter().collect();
    }
    let mut out = String::with_capacity(word.cells().len() + word.rows());
    for (index, line) in word.lines().enumerate() {
        if index > 0 {
            out.push('/');
        }
        out.extend(line);
    }
    out
}

fn read_word(rule: &WordRule, text: &str, word: &str) -> Result<SymbolWord, InputError> {
    let at = word.as_ptr() as usize - text.as_ptr() as usize;
    let wrong = |byte: usize, message: String| InputError::at(text, at + byte, message, hint(rule));
    let is_spelled = || word.chars().all(|symbol| rule.symbols.contains(&symbol));
    if let Some(control) = word.find(char::is_control) {
        return Err(wrong(control, "a symbol that cannot be seen".to_owned()));
    }
    match rule.ground.is_board() {
        true if looks_like_size(word) && !is_spelled() => {
            sized(rule, word).map_err(|message| wrong(0, message))
        }
        true => lines(rule, word).map_err(|(byte, message)| wrong(byte, message)),
        false if word.starts_with(|c: char| c.is_ascii_digit()) && !has_digits(rule) => {
            counted(rule, word).map_err(|message| wrong(0, message))
        }
        false => {
            if word.len() as u64 > MAX_PLACES {
                return Err(wrong(0, format!("a word has at most {MAX_PLACES} symbols")));
            }
            Ok(SymbolWord::line(word.chars().collect(), rule.ground == Topology::Ring))
        }
    }
}

fn has_digits(rule: &WordRule) -> bool {
    rule.symbols.iter().any(char::is_ascii_digit)
}

fn hint(rule: &WordRule) -> String {
    let first = rule.first.unwrap_or('a');
    match rule.ground.is_board() {
        true => format!(
            "a board is written `4x5` (rows x columns) or line by line: `{first}{first}/{first}{first}`"
        ),
        false => format!(
            "a word is written symbol by symbol, `{first}{first}{first}`, or as its length while it is at its start: `9`"
        ),
    }
}

/// `4x5`
fn looks_like_size(word: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    word.split_once(['x', 'X', '×']).is_some_and(|(rows, columns)| digits(rows) && digits(columns))
}

/// The symbol of a place at the start.
fn opening(rule: &WordRule, row: usize, column: usize) -> Option<char> {
    match &rule.start {
        Some(lines) => {
            let line = &lines[row % lines.len()];
            Some(line[column % line.len()])
        }
        None => rule.first,
    }
}

const NO_FIRST: &str = "no left side has a symbol written out, so a size says nothing about the symbols";

fn sized(rule: &WordRule, word: &str) -> Result<SymbolWord, String> {
    let (rows, columns) = word.split_once(['x', 'X', '×']).expect("the caller looked");
    let side = |part: &str| number(part).map_err(|reason| format!("`{}` is {reason}", shorten(part)));
    let (rows, columns) = (side(rows)?, side(columns)?);
    if rows.checked_mul(columns).is_none_or(|places| places > MAX_PLACES) {
        return Err(format!("a board has at most {MAX_PLACES} squares: `{word}`"));
    }
    let (rows, columns) = (rows as usize, columns as usize);
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let cells: Option<Vec<char>> = places.map(|(row, column)| opening(rule, row, column)).collect();
    Ok(SymbolWord::board(rows, columns, rule.ground.wraps(), cells.ok_or(NO_FIRST)?))
}

fn counted(rule: &WordRule, word: &str) -> Result<SymbolWord, String> {
    let length = number(word).map_err(|reason| format!("`{}` is {reason}", shorten(word)))?;
    if length > MAX_PLACES {
        return Err(format!("a word has at most {MAX_PLACES} symbols: `{word}`"));
    }
    let cells: Option<Vec<char>> = (0..length as usize).map(|column| opening(rule, 0, column)).collect();
    Ok(SymbolWord::line(cells.ok_or(NO_FIRST)?, rule.ground == Topology::Ring))
}

fn lines(rule: &WordRule, word: &str) -> Result<SymbolWord, (usize, String)> {
    if word.len() as u64 > MAX_PLACES {
        return Err((0, format!("a board has at most {MAX_PLACES} squares")));
    }
    let columns = word.split('/').next().unwrap_or_default().chars().count();
    let mut cells = Vec::with_capacity(word.len());
    let (mut rows, mut byte) = (0, 0);
    for line in word.split('/') {
        let length = line.chars().count();
        if length != columns {
            return Err((byte, format!("this line has {length} squares, the first has {columns}")));
        }
        cells.extend(line.chars());
        rows += 1;
        byte += line.len() + 1;
    }
    Ok(SymbolWord::board(rows, columns, rule.ground.wraps(), cells))
}

/// The theory of a rule in a few lines.
pub(super) fn theory(rule: &WordRule, heaps: Option<&Ruleset>, is_cram: bool) -> Vec<String> {
    let mut out = Vec::new();
    if rule.is_loopy {
        out.push("play may go on for ever, which is a draw".to_owned());
    } else {
        let shown =
            if rule.weights.proved { "shown from the rule" } else { "checked on every move that is met" };
        out.push(format!("play ends: {} falls in every move, {shown}", rule.weights.describe()));
    }
    out.push(walls(rule));
    if !rule.symmetries.is_empty() {
        let what = match (rule.ground.is_board(), rule.symmetries.len()) {
            (false, _) => "read backwards".to_owned(),
            (true, count) => format!("and its {count} turns and reflections that the rule has"),
        };
        out.push(format!("a part plays like itself {what}"));
    }
    if is_cram {
        out.push("the patterns are the two dominoes, so this is Cram and has its engine".to_owned());
    }
    if let Some(heaps) = heaps {
        let code = heaps.class().code().map_or(String::new(), |code| format!(", the code {code}"));
        out.push(format!(
            "runs of `{}` between walls or ends are heaps: {}{code}",
            rule.first.unwrap_or('.'),
            heaps.text()
        ));
    }
    out
}

fn walls(rule: &WordRule) -> String {
    let walls: Vec<String> = rule.walls().iter().map(|symbol| format!("`{symbol}`")).collect();
    let places = "a place that no move can ever reach again is a wall as well";
    match (walls.is_empty(), rule.others_are_walls()) {
        (true, false) => format!("walls: every symbol can be matched by a left side; {places}"),
        (true, true) => {
            format!("walls: symbols that the rule does not name are matched by no left side; {places}")
        }
        (false, named) => {
            let others = if named { ", nor any symbol that the rule does not name" } else { "" };
            let verb = if walls.len() == 1 { "is" } else { "are" };
            format!("walls: {} {verb} matched by no left side{others}; {places}", walls.join(", "))
        }
    }
}

/// What a word is cut into.
pub(super) fn argue(rule: &WordRule, word: &SymbolWord) -> Vec<String> {
    const SHOWN: usize = 12;
    let parts = rule.parts(word);
    let mut out = Vec::new();
    match parts.len() {
        0 => out.push("no move is left: every place is a wall".to_owned()),
        1 if parts[0].cells().len() == word.cells().len() => {}
        count => {
            let texts: Vec<String> =
                parts.iter().take(SHOWN).map(|part| format!("`{}`", write_word(rule, part))).collect();
            let more = if count > SHOWN { ", ..." } else { "" };
            let parts = if count == 1 { "one part".to_owned() } else { format!("{count} independent parts") };
            out.push(format!("walls leave {parts}: {}{more}", texts.join(", ")));
            if texts.iter().any(|text| text.contains(WALL)) {
                out.push(format!("`{WALL}` is a wall: a place that no move of the part can reach"));
            }
        }
    }
    out
}
