//! One drawing for each error code of the rule language, as a reader in the terminal sees it.
//!
//! `SNAPSHOTS=overwrite cargo test -p grundy-cli --test contract` writes them anew; read the difference before committing it.

use super::grundy;
use snapbox::{assert_data_eq, str};

/// What stderr says about a GAME; stdout stays empty.
#[track_caller]
fn refused(game: &str) -> String {
    let position = if game.starts_with('(') { "5,5" } else { "5" };
    let run = grundy(&["solve", game, position]);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{game}");
    run.err
}

/// The code of the first error, from `--json`.
fn code(game: &str) -> serde_json::Value {
    let position = if game.starts_with('(') { "5,5" } else { "5" };
    grundy(&["solve", "--json", game, position]).error()["code"].clone()
}

/// All but R010: a wrong parameter stands in the GAME, not in a rule, and is told in words alone.
#[test]
fn every_code_is_reached() {
    for (expected, game) in [
        ("R001", "n -> n $ 1"),
        ("R002", "n -> 2n"),
        ("R003", "n -> , k"),
        ("R004", "n -> k wher k < n"),
        ("R005", &format!("n -> {}n", "(".repeat(70))),
        ("R006", "(a, a) -> (a - 1, a)"),
        ("R007", "(a, b) -> a - 1"),
        ("R008", "0.7G"),
        ("R009", "take{1, 0}"),
        ("R011", "n -> n"),
        ("R012", &format!("n -> 0 # {}", "x".repeat(70_000))),
        ("R013", "# a comment ; and nothing else"),
        ("R014", "5 -> 3"),
        ("R015", "loopy n -> n - 1, 1"),
        ("R016", "{a} -> {a - 1} ; measure size"),
    ] {
        assert_eq!(code(game), expected, "{}", &game[..game.len().min(40)]);
    }
}

#[test]
fn r001_unexpected_character() {
    assert_data_eq!(
        refused("n -> n $ 1"),
        str![[r#"
error[R001]: unexpected character `$`
 --> rule:1:8
  |
1 | n -> n $ 1
  |        ^

error[R003]: expected `,`, `where`, `;` or the end of the rule, found `1`
 --> rule:1:10
  |
1 | n -> n $ 1
  |          ^

"#]]
    );
}

#[test]
fn r001_foreign_sign() {
    assert_data_eq!(
        refused("n -> k where k > 0 && k < n"),
        str![[r#"
error[R001]: `&&` is written `,` here
 --> rule:1:20
  |
1 | n -> k where k > 0 && k < n
  |                    ^^
  |
help: did you mean `,`?
  |
1 - n -> k where k > 0 && k < n
1 + n -> k where k > 0 , k < n
  |

"#]]
    );
}

#[test]
fn r002_glued_number() {
    assert_data_eq!(
        refused("n -> 2n"),
        str![[r#"
error[R002]: `2n` is neither a number nor a name
 --> rule:1:6
  |
1 | n -> 2n
  |      ^^
  |
help: did you mean `2*n`?
  |
1 | n -> 2*n
  |       +

"#]]
    );
}

#[test]
fn r002_number_beyond_128_bits() {
    assert_data_eq!(
        refused("n -> n - 170141183460469231731687303715884105728"),
        str![[r#"
error[R002]: number beyond 128 bits
 --> rule:1:10
  |
1 | n -> n - 170141183460469231731687303715884105728
  |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

"#]]
    );
}

#[test]
fn r003_expected() {
    assert_data_eq!(
        refused("n -> , k"),
        str![[r#"
error[R003]: expected a number, a name or `(`, found `,`
 --> rule:1:6
  |
1 | n -> , k
  |      ^

"#]]
    );
}

#[test]
fn r003_nothing_after_where() {
    assert_data_eq!(
        refused("n -> n - 1 where"),
        str![[r#"
error[R003]: expected a number, a name or `(`, found the end of the rule
 --> rule:1:17
  |
1 | n -> n - 1 where
  |                 ^

"#]]
    );
}

#[test]
fn r004_misspelt_word() {
    assert_data_eq!(
        refused("n -> k wher k < n"),
        str![[r#"
error[R004]: unknown word `wher`
 --> rule:1:8
  |
1 | n -> k wher k < n
  |        ^^^^
  |
help: did you mean `where`?
  |
1 | n -> k where k < n
  |            +

"#]]
    );
}

#[test]
fn r004_in_the_second_line() {
    assert_data_eq!(
        refused("n -> n - 1 # é\nn → é wher é < n"),
        str![[r#"
error[R004]: unknown word `wher`
 --> rule:2:7
  |
2 | n → é wher é < n
  |       ^^^^
  |
help: did you mean `where`?
  |
2 | n → é where é < n
  |           +

"#]]
    );
}

#[test]
fn r005_too_deep() {
    assert_data_eq!(
        refused(&format!("n -> {}n", "(".repeat(70))),
        str![[r#"
error[R005]: nested deeper than 64 levels
 --> rule:1:70
  |
1 | n -> ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((n
  |                                                                      ^

"#]]
    );
}

#[test]
fn r006_duplicate_name() {
    assert_data_eq!(
        refused("(a, a) -> (a - 1, a)"),
        str![[r#"
error[R006]: `a` is already a component
 --> rule:1:5
  |
1 | (a, a) -> (a - 1, a)
  |  -  ^
  |  |
  |  first here

"#]]
    );
}

#[test]
fn r006_parameter_as_component() {
    assert_data_eq!(
        refused("param n = 3 ; n -> n - 1"),
        str![[r#"
error[R006]: `n` is already a parameter
 --> rule:1:15
  |
1 | param n = 3 ; n -> n - 1
  |       -       ^
  |       |
  |       first here

"#]]
    );
}

#[test]
fn r007_arity_of_an_option() {
    assert_data_eq!(
        refused("(a, b) -> a - 1"),
        str![[r#"
error[R007]: the position is a tuple of 2, this is a heap
 --> rule:1:11
  |
1 | (a, b) -> a - 1
  | ------    ^^^^^
  | |
  | the position

"#]]
    );
}

#[test]
fn r007_arity_of_a_clause() {
    assert_data_eq!(
        refused("n -> n - 1 ; (a, b) -> (a - 1, b)"),
        str![[r#"
error[R007]: this clause is about a tuple of 2, the first is about a heap
 --> rule:1:14
  |
1 | n -> n - 1 ; (a, b) -> (a - 1, b)
  | -            ^^^^^^
  | |
  | the first clause

"#]]
    );
}

#[test]
fn r008_bad_code() {
    assert_data_eq!(
        refused("0.7G"),
        str![[r#"
error[R008]: expected a digit, found `G`
 --> rule:1:4
  |
1 | 0.7G
  |    ^

"#]]
    );
}

#[test]
fn r008_code_cut_short() {
    assert_data_eq!(
        refused("0."),
        str![[r#"
error[R008]: expected a digit behind the point, found the end of the code
 --> rule:1:3
  |
1 | 0.
  |   ^

"#]]
    );
}

#[test]
fn r009_bad_set() {
    assert_data_eq!(
        refused("take{1, 0}"),
        str![[r#"
error[R009]: taking 0 is no move
 --> rule:1:9
  |
1 | take{1, 0}
  |         ^
  |
help: leave the 0 out

"#]]
    );
}

#[test]
fn r010_parameter() {
    assert_data_eq!(
        refused("bounded-nim:j=3"),
        str![[r#"
error: bounded-nim: unknown parameter `j`
hint: its parameters: `k`

"#]]
    );
}

#[test]
fn r011_no_progress() {
    assert_data_eq!(
        refused("n -> n - 1 ; n -> 5 where n = 5"),
        str![[r#"
error[R011]: the move `5 -> 5` does not make the heap smaller
 --> rule:1:19
  |
1 | n -> n - 1 ; n -> 5 where n = 5
  |                   ^
  |
help: every part must be smaller than the heap it came from; rules that may go round begin with `loopy`

"#]]
    );
}

#[test]
fn r011_no_progress_of_a_tuple() {
    assert_data_eq!(
        refused("(a, b) -> (b, a)"),
        str![[r#"
error[R011]: the move `(5,5) -> (5,5)` makes no progress
 --> rule:1:11
  |
1 | (a, b) -> (b, a)
  |           ^^^^^^
  |
help: the sum of the components, the components in some order, or some minus others must decrease in every move; rules that may go round begin with `loopy`

"#]]
    );
}

#[test]
fn r012_too_large() {
    assert_data_eq!(
        refused(&format!("n -> 0 # {}", "x".repeat(70_000))),
        str![[r#"
error[R012]: rule longer than 65536 bytes
 --> rule:1:1
  |
1 | n -> 0 # xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...
  | ^

"#]]
    );
}

#[test]
fn r013_empty() {
    assert_data_eq!(
        refused("# a comment ; and nothing else"),
        str![[r#"
error[R013]: no rule here
 --> rule:1:1
  |
1 | # a comment ; and nothing else
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
help: a rule looks like `n -> k where k < n`

"#]]
    );
}

#[test]
fn r014_bad_pattern() {
    assert_data_eq!(
        refused("5 -> 3"),
        str![[r#"
error[R014]: the left side of the arrow must be a name or a tuple of names
 --> rule:1:1
  |
1 | 5 -> 3
  | ^
  |
help: put the condition behind `where`: `n -> 3 where n = 5`

"#]]
    );
}

/// What is new about numbers: ranges, functions, sets, tuples in sets, variables that may be 0.
#[test]
fn numbers_and_sets() {
    assert_data_eq!(
        refused("n -> n - k where k <= 3"),
        str![[r#"
error[R011]: `k` may be 0 here, a move that changes nothing
 --> rule:1:18
  |
1 | n -> n - k where k <= 3
  |                  ^^^^^^
  |
help: did you mean `1 <= k <= 3`?
  |
1 | n -> n - k where 1 <= k <= 3
  |                  ++++

"#]]
    );
    assert_data_eq!(
        refused("(a, b) -> (a - k, b) ; (a, b) -> (a, b - j)"),
        str![[r#"
error[R011]: `k` may be 0 here, a move that changes nothing
 --> rule:1:16
  |
1 | (a, b) -> (a - k, b) ; (a, b) -> (a, b - j)
  |                ^
  |
help: say where it begins: `(a, b) -> (a - k, b) where k > 0`

error[R011]: `j` may be 0 here, a move that changes nothing
 --> rule:1:42
  |
1 | (a, b) -> (a - k, b) ; (a, b) -> (a, b - j)
  |                                          ^
  |
help: say where it begins: `(a, b) -> (a, b - j) where j > 0`

"#]]
    );
    assert_data_eq!(
        refused("n -> n - p where p in primes, p <= n"),
        str![[r#"
error[R003]: expected `..`, found `,`
 --> rule:1:29
  |
1 | n -> n - p where p in primes, p <= n
  |                             ^
  |
help: a property stands behind what has it: `k prime` instead of `k in primes`

"#]]
    );
    assert_data_eq!(
        refused("n -> bit(n, 3)"),
        str![[r#"
error[R004]: unknown function `bit`
 --> rule:1:6
  |
1 | n -> bit(n, 3)
  |      ^^^
  |
help: the functions are `min`, `max`, `xor`, `bitand`, `bitor`, `gcd`, `log`, `digit`, `ones`, `abs`, `sqrt`, `digitsum`; a product is written `bit*(...)`

"#]]
    );
    assert_data_eq!(
        refused("n -> digit(n)"),
        str![[r#"
error[R007]: `digit` takes two numbers, not 1
 --> rule:1:6
  |
1 | n -> digit(n)
  |      ^^^^^^^^

"#]]
    );
    assert_data_eq!(
        refused("(n, k) -> (n - 1, k) where (n, k) not in {(3, 2, 1), (5, 1)}"),
        str![[r#"
error[R007]: a tuple of 3, compared with one of 2
 --> rule:1:43
  |
1 | (n, k) -> (n - 1, k) where (n, k) not in {(3, 2, 1), (5, 1)}
  |                                           ^^^^^^^^^

"#]]
    );
    assert_data_eq!(
        refused("n -> n - 1 where n in divisors(12, 3)"),
        str![[r#"
error[R007]: `divisors` takes one number, not 2
 --> rule:1:23
  |
1 | n -> n - 1 where n in divisors(12, 3)
  |                       ^^^^^^^^^^^^^^^

"#]]
    );
    assert_data_eq!(
        refused("n -> n - 1 where n xr 3 > 1"),
        str![[r#"
error[R004]: unknown word `xr`
 --> rule:1:20
  |
1 | n -> n - 1 where n xr 3 > 1
  |                    ^^
  |
help: did you mean `xor`?
  |
1 | n -> n - 1 where n xor 3 > 1
  |                     +

"#]]
    );
    assert_data_eq!(
        refused("n -> n - k where k in 1..2 step"),
        str![[r#"
error[R003]: expected a number, a name or `(`, found the end of the rule
 --> rule:1:32
  |
1 | n -> n - k where k in 1..2 step
  |                                ^

"#]]
    );
}

#[test]
fn families_with_parameters() {
    let refused = |words: &[&str]| {
        let run = grundy(&[&["sweep"], words].concat());
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{words:?}");
        run.err
    };
    assert_data_eq!(
        refused(&["n -> n-a", "--param", "b=1..2"]),
        str![[r#"
error: `b` does not occur in `n -> n-a`
hint: a parameter is a name of the rule, as `a` in `n -> n-a`

"#]]
    );
    assert_data_eq!(
        refused(&["n -> n-a ; n - b", "--param", "a=1..2"]),
        str![[r#"
error[R003]: expected `->`, found `-`
 --> rule:1:14
  |
1 | n -> n-1 ; n - b
  |              ^
  |
help: a rule looks like `n -> k where k < n`

"#]]
    );
    assert_data_eq!(
        refused(&["n -> n-a", "--param", "a=1..x"]),
        str![[r#"
error: invalid value 'a=1..x' for '--param <NAME=A..B>': `x` is no whole number

For more information, try '--help'.

"#]]
    );
    assert_data_eq!(
        refused(&["subtraction", "--max", "64"]),
        str![[r#"
error: there are more than 1048576 such sets
hint: choose a smaller `--max`, or sets of one `--size`

"#]]
    );
}
