//! Words as a shell needs them, so that a command in a hint can be pasted as it stands.

/// A word that a shell takes as it is: in quotes unless it is plain.
///
/// ```
/// use grundy::game::text::shell::quoted;
///
/// assert_eq!([quoted("kayles"), quoted("take{1,3}"), quoted("\"+\" -> \"-\"")], ["kayles", "\"take{1,3}\"", "'\"+\" -> \"-\"'"]);
/// ```
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_./:=,@%+-".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    match word.contains(['"', '$', '`', '\\', '!']) {
        false => format!("\"{word}\""),
        true => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// A position as arguments: several words where they are plain, else one in quotes; `--` before what could be a flag.
pub fn arguments(position: &str) -> String {
    let flag = position.split_whitespace().any(|word| word.starts_with('-'));
    let dashes = if flag { "-- " } else { "" };
    match position.split_whitespace().all(|word| quoted(word) == word) {
        true => format!("{dashes}{position}"),
        false => format!("{dashes}{}", quoted(position)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_arguments() {
        assert_eq!(arguments("3 4 5"), "3 4 5");
        assert_eq!(arguments("(3,5) (1,2)"), "\"(3,5) (1,2)\"");
        assert_eq!(arguments("-1 3"), "-- -1 3");
        assert_eq!(arguments("a>b @a"), "\"a>b @a\"");
        assert_eq!(quoted("it's $5"), r"'it'\''s $5'");
        assert_eq!(quoted(""), "\"\"");
    }
}
