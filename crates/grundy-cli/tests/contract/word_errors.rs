//! Mistakes in rules of words, as a reader in the terminal sees them.

use super::grundy;
use snapbox::{assert_data_eq, str};

/// What stderr says about a rule; stdout stays empty.
#[track_caller]
fn refused(game: &str) -> String {
    let run = grundy(&["solve", game, "5"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{game}");
    run.err
}

#[test]
fn a_rule_that_never_ends() {
    assert_data_eq!(
        refused(r##""ab" -> "ba" ; "ba" -> "ab""##),
        str![[r##"
error[R011]: no weight of the symbols falls in every move, so play may never end
 --> rule:1:1
  |
1 | "ab" -> "ba" ; "ba" -> "ab"
  | ^^^^
  |
help: `loopy` as the first word allows play that never ends; `measure '.'` says what falls

"##]]
    );
}

#[test]
fn a_left_side_of_nothing_but_missing_places() {
    assert_data_eq!(
        refused(r##""_" -> "x""##),
        str![[r##"
error[R014]: the left side needs a place that is not `_`
 --> rule:1:1
  |
1 | "_" -> "x"
  | ^^^
  |
help: a move replaces something

"##]]
    );
}

#[test]
fn sides_of_unequal_length_with_missing_places() {
    assert_data_eq!(
        refused(r##""a_" -> "b""##),
        str![[r##"
error[R014]: the two sides have different lengths: 2 and 1
 --> rule:1:9
  |
1 | "a_" -> "b"
  | ----    ^^^
  | |
  | the left side
  |
help: with `_` both sides have the same length

"##]]
    );
}

#[test]
fn boards_keep_their_squares() {
    assert_data_eq!(
        refused(r##"on board ; ".." -> "#""##),
        str![[r##"
error[R014]: the two sides have different lengths: 2 and 1
 --> rule:1:20
  |
1 | on board ; ".." -> "#"
  |            ----    ^^^
  |            |
  |            the left side
  |
help: squares stay where they are: `_` on the right leaves a square as it is

"##]]
    );
}

#[test]
fn ends_stand_on_rows_only() {
    assert_data_eq!(
        refused(r##"on board ; "^." -> "#""##),
        str![[r##"
error[R014]: `^` is an end of a row, and here there is none
 --> rule:1:13
  |
1 | on board ; "^." -> "#"
  |             ^
  |
help: the sign itself is written `/^`

"##]]
    );
}

#[test]
fn ends_stand_at_the_ends() {
    assert_data_eq!(
        refused(r##""a^" -> "b""##),
        str![[r##"
error[R014]: `^` stands only first on the left side
 --> rule:1:3
  |
1 | "a^" -> "b"
  |   ^
  |
help: the sign itself is written `/^`

"##]]
    );
}

#[test]
fn a_symbol_that_was_not_matched() {
    assert_data_eq!(
        refused(r##""a" -> "{x}""##),
        str![[r##"
error[R014]: `x` is not named on the left side
 --> rule:1:9
  |
1 | "a" -> "{x}"
  |         ^^^
  |
help: only symbols that were matched can be written

"##]]
    );
}

#[test]
fn a_symbol_that_no_pattern_names() {
    assert_data_eq!(
        refused(r##""{x}" -> "" where z != 'b'"##),
        str![[r##"
error[R004]: no pattern on the left names the symbol `z`
 --> rule:1:19
  |
1 | "{x}" -> "" where z != 'b'
  |                   ^
  |
help: `{z}` in a pattern is any one symbol

"##]]
    );
}

#[test]
fn symbols_have_no_order() {
    assert_data_eq!(
        refused(r##""{x}" -> "" where x < 'b'"##),
        str![[r##"
error[R003]: symbols have no order and are no numbers: they are equal or not
 --> rule:1:19
  |
1 | "{x}" -> "" where x < 'b'
  |                   ^
  |
help: `=`, `!=`, `in {'a', 'c'}` and `not in` compare symbols

"##]]
    );
}

#[test]
fn symbols_stand_in_single_quotes() {
    assert_data_eq!(
        refused(r##""{x}" -> "" where x != "b""##),
        str![[r##"
error[R003]: a symbol in a condition stands in single quotes
 --> rule:1:24
  |
1 | "{x}" -> "" where x != "b"
  |                        ^^^
  |
help: did you mean `'b'`?
  |
1 - "{x}" -> "" where x != "b"
1 + "{x}" -> "" where x != 'b'
  |

"##]]
    );
}

#[test]
fn a_ground_that_does_not_exist() {
    assert_data_eq!(
        refused(r##"on bord ; "." -> "#""##),
        str![[r##"
error[R004]: a rule is not played on `bord`
 --> rule:1:4
  |
1 | on bord ; "." -> "#"
  |    ^^^^
  |
help: did you mean `board`?
  |
1 | on board ; "." -> "#"
  |      +

"##]]
    );
}

#[test]
fn rows_are_not_turned() {
    assert_data_eq!(
        refused(r##"on ring turned ; "a" -> """##),
        str![[r##"
error[R003]: only the patterns of boards can be turned
 --> rule:1:4
  |
1 | on ring turned ; "a" -> ""
  |    ^^^^^^^^^^^
  |
help: `mirrored` reads a row backwards too

"##]]
    );
}

#[test]
fn a_measure_that_does_not_fall() {
    assert_data_eq!(
        refused(r##"measure 'b' ; "a" -> "b""##),
        str![[r##"
error[R011]: the measure does not fall in every move of this clause
 --> rule:1:15
  |
1 | measure 'b' ; "a" -> "b"
  |         ---   ^^^
  |         |
  |         the measure
  |
help: leave the line out, and a weight is looked for

"##]]
    );
}

#[test]
fn several_mistakes_at_once() {
    assert_data_eq!(
        refused(r##""{k*'.'}" -> "x" ; "_a" -> "" ; "{}" -> """##),
        str![[r##"
error[R014]: the two sides have different lengths: 2 and 0
 --> rule:1:28
  |
1 | "{k*'.'}" -> "x" ; "_a" -> "" ; "{}" -> ""
  |                    ----    ^^
  |                    |
  |                    the left side
  |
help: with `_` both sides have the same length

error[R014]: `` is no name of a symbol
 --> rule:1:34
  |
1 | "{k*'.'}" -> "x" ; "_a" -> "" ; "{}" -> ""
  |                                  ^^
  |
help: `{x}` is any symbol, `{k*'.'}` and `{k*x}` are k of them

"##]]
    );
}

#[test]
fn a_quote_that_is_not_closed() {
    assert_data_eq!(
        refused(r##""a -> "b""##),
        str![[r##"
error[R003]: the quote " is not closed on its line
 --> rule:1:9
  |
1 | "a -> "b"
  |         ^

"##]]
    );
}

#[test]
fn no_right_side() {
    assert_data_eq!(
        refused(r##""a" -> "##),
        str![[r##"
error[R003]: expected what the move leaves, found the end of the rule
 --> rule:1:8
  |
1 | "a" -> 
  |        ^
  |
help: a rule of words looks like `"++" -> "--"`

"##]]
    );
}
