//! Numbers to be looked at: as arguments, on stdin, or the values of a game.

use super::solve::PATIENCE;
use super::{read_game, read_stdin};
use crate::args::Common;
use crate::budget::Budget;
use crate::failure::Failure;
use grundy::ask::family::What;
use grundy::ask::sequence::{FamilyTerms, VARIABLE, sequence};
use grundy::rule::template::Template;
use grundy::{Error, Question};

/// Values of a game that are looked at: on heaps, and of other families.
const COUNTS: (u64, u64) = (1000, 40);

/// Numbers and where they come from.
pub struct Asked {
    /// The n of the first.
    pub first: u64,
    pub terms: Vec<i128>,
    /// The game and template, if they are its values.
    pub game: Option<(String, Option<String>)>,
}

/// The numbers that words are or stand for.
pub fn asked(
    words: &[String],
    from: Option<u64>,
    count: Option<u64>,
    common: &Common,
) -> Result<Asked, Failure> {
    let numbers = |terms| Asked { first: from.unwrap_or(0), terms, game: None };
    if words == ["-"] {
        let input = read_stdin(common.max_memory)?;
        let text = String::from_utf8_lossy(&input);
        let bad = |word: &str| Failure::input(format!("not a whole number: `{word}`"), None);
        let terms: Result<Vec<i128>, Failure> =
            split(&text).map(|word| number(word).ok_or_else(|| bad(word))).collect();
        return Ok(numbers(terms?));
    }
    let text = words.join(" ");
    if let Some(terms) =
        split(&text).map(number).collect::<Option<Vec<i128>>>().filter(|terms| !terms.is_empty())
    {
        return Ok(numbers(terms));
    }
    of_game(&words[0], &words[1..].join(" "), from, count, common)
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty())
}

fn number(word: &str) -> Option<i128> {
    word.parse().ok()
}

/// The values of a game.
fn of_game(
    name: &str,
    template: &str,
    from: Option<u64>,
    count: Option<u64>,
    common: &Common,
) -> Result<Asked, Failure> {
    let game = read_game(name)?;
    let heaps = game.on_heaps("sequence");
    if template.is_empty() {
        heaps?;
    }
    let text = if template.is_empty() { "{n}" } else { template };
    let parsed = Template::parse(text, &[VARIABLE]).map_err(Error::from)?;
    let default = if game.ruleset().is_some() { COUNTS.0 } else { COUNTS.1 };
    let terms = FamilyTerms {
        template: &parsed,
        first: from.or(template.is_empty().then_some(0)),
        count: count.unwrap_or(default),
    };
    let budget = Budget::new(common, Some(PATIENCE));
    let found = budget.run(|limits| {
        sequence(&game, &terms, What::Value, &Question { limits: *limits, ..Question::default() })
    })?;
    let values: Option<Vec<i128>> =
        found.answers.entries.iter().map(|entry| entry.number().map(i128::from)).collect();
    let terms = values.ok_or_else(|| Failure::input("the values are not whole numbers", None))?;
    let template = (!template.is_empty()).then(|| template.to_owned());
    Ok(Asked { first: found.first, terms, game: Some((name.to_owned(), template)) })
}
