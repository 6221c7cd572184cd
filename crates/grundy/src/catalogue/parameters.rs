//! Parameters of games that are Rust types: `slow-nim:k=2,exact=true`.
//!
//! A type lists its parameters with their defaults, which also say what they are: a number, a yes or no, or one of a few
//! words. What is not given keeps its default; what is not known, or is something else, is refused with the way out.

use crate::base::error::Error;
use crate::base::text::near::nearest;
use crate::base::text::number;

/// A parameter and its default.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// The name in front of `=`.
    pub name: &'static str,
    /// What it is when it is not given.
    pub default: Setting,
}

/// The value of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// A whole number.
    Number(u64),
    /// `true` or `false`.
    Boolean(bool),
    /// One of several words, by its index.
    Word(usize, &'static [&'static str]),
}

impl Setting {
    /// What a word says for a parameter of this kind.
    fn read(self, word: &str) -> Result<Setting, String> {
        match self {
            Setting::Number(_) => {
                number(word).map(Setting::Number).map_err(|reason| format!("the value is {reason}"))
            }
            Setting::Boolean(_) => word
                .parse()
                .map(Setting::Boolean)
                .map_err(|_| "the value is neither `true` nor `false`".to_owned()),
            Setting::Word(_, words) => words
                .iter()
                .position(|other| *other == word)
                .map(|index| Setting::Word(index, words))
                .ok_or_else(|| format!("the value is none of `{}`", words.join("`, `"))),
        }
    }
}

impl std::fmt::Display for Setting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Setting::Number(value) => write!(f, "{value}"),
            Setting::Boolean(value) => write!(f, "{value}"),
            Setting::Word(index, words) => f.write_str(words[*index]),
        }
    }
}

/// All parameters of a game, given or by default.
#[derive(Debug, Clone)]
pub struct Settings(Vec<Parameter>);

impl Settings {
    /// The settings that `given` makes of the defaults.
    ///
    /// # Errors
    /// A parameter that is unknown, given twice, or something else than it should be.
    pub fn read(game: &str, parameters: &[Parameter], given: Option<&str>) -> Result<Settings, Error> {
        let mut settings = parameters.to_vec();
        for (name, word) in given.map_or(Ok(Vec::new()), |given| assignments(game, given))? {
            let Some(parameter) = settings.iter_mut().find(|parameter| parameter.name == name) else {
                return Err(unknown(game, parameters, name));
            };
            parameter.default = parameter.default.read(word).map_err(|why| {
                Error::game(format!("{why}: `{name}={word}`"), Some(usage(game, parameters)))
            })?;
        }
        Ok(Settings(settings))
    }

    /// A number.
    ///
    /// # Panics
    /// When the type has no such parameter.
    pub fn number(&self, name: &str) -> u64 {
        match self.get(name) {
            Setting::Number(value) => value,
            other => panic!("`{name}` is {other}, not a number"),
        }
    }

    /// A yes or no.
    ///
    /// # Panics
    /// When the type has no such parameter.
    pub fn boolean(&self, name: &str) -> bool {
        match self.get(name) {
            Setting::Boolean(value) => value,
            other => panic!("`{name}` is {other}, not a yes or no"),
        }
    }

    /// One of several words.
    ///
    /// # Panics
    /// When the type has no such parameter.
    pub fn word(&self, name: &str) -> &'static str {
        match self.get(name) {
            Setting::Word(index, words) => words[index],
            other => panic!("`{name}` is {other}, not a word"),
        }
    }

    fn get(&self, name: &str) -> Setting {
        self.0.iter().find(|parameter| parameter.name == name).expect("a parameter of the type").default
    }
}

/// `k=2,exact=true` as pairs of words.
///
/// # Errors
/// Something that is no assignment, or a name given twice.
pub fn assignments<'a>(game: &str, given: &'a str) -> Result<Vec<(&'a str, &'a str)>, Error> {
    let bad = |item: &str, why: String| {
        let hint = format!("parameters are written `{game}:name=value`");
        Error::game(format!("{why}: `{item}`"), Some(hint))
    };
    let mut out: Vec<(&str, &str)> = Vec::new();
    for item in given.split(',') {
        let (name, value) =
            item.split_once('=').ok_or_else(|| bad(item, "expected a parameter".to_owned()))?;
        let (name, value) = (name.trim(), value.trim());
        if out.iter().any(|(other, _)| *other == name) {
            return Err(bad(item, format!("parameter `{name}` is given twice")));
        }
        out.push((name, value));
    }
    Ok(out)
}

fn unknown(game: &str, parameters: &[Parameter], name: &str) -> Error {
    let hint = match nearest(name, parameters.iter().map(|parameter| parameter.name)) {
        Some(near) => format!("did you mean `{near}`? {}", usage(game, parameters)),
        None => usage(game, parameters),
    };
    Error::game(format!("{game}: no parameter `{name}`"), Some(hint))
}

/// `slow-nim:k=2,exact=false`
fn usage(game: &str, parameters: &[Parameter]) -> String {
    let list: Vec<String> = parameters.iter().map(|p| format!("{}={}", p.name, p.default)).collect();
    if list.is_empty() {
        return format!("`{game}` has no parameters");
    }
    format!("it has `{game}:{}`", list.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMETERS: &[Parameter] = &[
        Parameter { name: "k", default: Setting::Number(2) },
        Parameter { name: "exact", default: Setting::Boolean(false) },
        Parameter { name: "floor", default: Setting::Word(0, &["first", "below"]) },
    ];

    #[test]
    fn what_is_not_given_keeps_its_default() {
        let settings = Settings::read("x", PARAMETERS, Some("exact=true, k = 1e3")).expect("good parameters");
        assert_eq!(
            (settings.number("k"), settings.boolean("exact"), settings.word("floor")),
            (1000, true, "first")
        );
        assert_eq!(Settings::read("x", PARAMETERS, Some("floor=below")).unwrap().word("floor"), "below");
    }

    #[test]
    fn mistakes_have_a_way_out() {
        for (given, message, hint) in [
            ("kk=2", "x: no parameter `kk`", "did you mean `k`? it has `x:k=2,exact=false,floor=first`"),
            ("k=two", "the value is not a whole number: `k=two`", "it has `x:k=2,exact=false,floor=first`"),
            (
                "exact=1",
                "the value is neither `true` nor `false`: `exact=1`",
                "it has `x:k=2,exact=false,floor=first`",
            ),
            (
                "floor=up",
                "the value is none of `first`, `below`: `floor=up`",
                "it has `x:k=2,exact=false,floor=first`",
            ),
            ("k", "expected a parameter: `k`", "parameters are written `x:name=value`"),
            ("", "expected a parameter: ``", "parameters are written `x:name=value`"),
            ("k=1,k=2", "parameter `k` is given twice: `k=2`", "parameters are written `x:name=value`"),
        ] {
            let error = Settings::read("x", PARAMETERS, Some(given)).expect_err(given);
            assert_eq!((error.to_string().as_str(), error.hint()), (message, Some(hint)), "{given}");
        }
    }
}
