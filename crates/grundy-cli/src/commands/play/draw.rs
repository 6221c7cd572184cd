//! Positions as stones: a row for each heap, steps for a staircase, boards line by line, text for everything else.

use grundy::NamedGame;
use grundy::game::position::Position;
use grundy::report::rule::kind;

/// Stones of a row that are drawn one by one.
const STONES: u64 = 40;
/// Rows that are drawn.
const ROWS: usize = 20;

/// The lines of a picture; nothing when the text of the position says it all.
pub fn draw(game: &NamedGame, position: &Position) -> Vec<String> {
    if let Position::Native(native) = position
        && native.text().contains('/')
    {
        return native.text().split_whitespace().flat_map(board).collect();
    }
    let rows: Vec<(String, u64)> = match position {
        Position::Heaps(heaps) => numbered(heaps),
        Position::Tuples(tuples) => {
            let row = |(index, tuple): (usize, &Vec<u64>)| {
                let letter = |place: usize| char::from(b'a' + (place % 26) as u8);
                let name = move |place| format!("{}{}", index + 1, letter(place));
                tuple.iter().enumerate().map(move |(place, &size)| (name(place), size)).collect::<Vec<_>>()
            };
            tuples.iter().enumerate().flat_map(row).collect()
        }
        Position::Native(native) if ["heaps", "staircase"].contains(&kind(game)) => {
            let sizes: Option<Vec<u64>> =
                native.text().split_whitespace().map(|word| word.parse().ok()).collect();
            numbered(&sizes.unwrap_or_default())
        }
        Position::Native(_) => Vec::new(),
    };
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut lines: Vec<String> =
        rows.iter().take(ROWS).map(|(name, size)| format!("  {name:>width$}  {}", stones(*size))).collect();
    if rows.len() > ROWS {
        lines.push(format!("  and {} more", rows.len() - ROWS));
    }
    lines
}

/// A board line by line, rows and columns counted from 1 as moves name them.
fn board(text: &str) -> Vec<String> {
    let rows: Vec<&str> = text.split('/').collect();
    let columns = rows[0].chars().count();
    let width = columns.to_string().len();
    let name = rows.len().to_string().len();
    let header: Vec<String> = (1..=columns).map(|column| format!("{column:>width$}")).collect();
    let mut lines = vec![format!("  {:>name$}  {}", "", header.join(" "))];
    for (index, row) in rows.iter().enumerate() {
        let squares: Vec<String> = row.chars().map(|square| format!("{square:>width$}")).collect();
        lines.push(format!("  {:>name$}  {}", index + 1, squares.join(" ")));
    }
    lines
}

fn numbered(sizes: &[u64]) -> Vec<(String, u64)> {
    sizes.iter().enumerate().map(|(index, &size)| ((index + 1).to_string(), size)).collect()
}

/// `●●●●● 5`
fn stones(size: u64) -> String {
    let drawn = "●".repeat(size.min(STONES) as usize);
    match size {
        0 => "0".to_owned(),
        1..=STONES => format!("{drawn} {size}"),
        _ => format!("{drawn}… {size}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(game: &str, position: &str) -> Vec<String> {
        let game = NamedGame::read(game).expect(game);
        draw(&game, &game.parse(position).expect(position))
    }

    #[test]
    fn boards_are_drawn_line_by_line() {
        assert_eq!(drawn("cram", "..#/..."), ["     1 2 3", "  1  . . #", "  2  . . ."]);
    }

    #[test]
    fn heaps_are_rows_of_stones() {
        assert_eq!(drawn("nim", "3 0 1"), ["  1  ●●● 3", "  2  0", "  3  ● 1"]);
        assert_eq!(drawn("wythoff", "1,2"), ["  1a  ● 1", "  1b  ●● 2"]);
        assert_eq!(drawn("staircase", "0 2"), ["  1  0", "  2  ●● 2"]);
        assert!(drawn("palindromes", "abba").is_empty());
        let large = drawn("nim", "18446744073709551615");
        assert!(large[0].ends_with("… 18446744073709551615"));
    }
}
