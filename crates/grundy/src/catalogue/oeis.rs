//! Sequences of games that the OEIS has, as a list that is shipped, and the block that submits one it does not have.
//!
//! The list has the number, the offset, the first terms, the period where one is proved, and a title in our own words; a test
//! works out the terms of every entry whose game and template say how. FamilyTerms are looked up without any network.
//!
//! ```
//! use grundy::catalogue::oeis::matching;
//!
//! let found = matching(&[0, 1, 2, 3, 1, 4, 3, 2, 1, 4]);
//! assert_eq!(found[0].number, "A002186");
//! ```

use std::fmt::Write;
use std::sync::LazyLock;

const TEXT: &str = include_str!("oeis.txt");

/// A sequence of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedSequence {
    /// Its number in the OEIS.
    pub number: &'static str,
    /// The n of its first term, where it is known here.
    pub offset: Option<u64>,
    /// The game.
    pub game: &'static str,
    /// The family of positions whose values it has; `None` where it is another list.
    pub template: Option<&'static str>,
    /// Period, preperiod and saltus, where they are proved.
    pub period: Option<[u64; 3]>,
    /// What it is.
    pub title: &'static str,
    /// The first terms.
    pub terms: Vec<i128>,
}

impl ListedSequence {
    fn read(line: &'static str) -> Option<ListedSequence> {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [number, offset, game, template, period, title, terms] = fields[..] else { return None };
        let numbers: Vec<u64> = period.split(' ').map_while(|word| word.parse().ok()).collect();
        Some(ListedSequence {
            number,
            offset: offset.parse().ok(),
            game,
            template: (template != "-").then_some(template),
            period: numbers.try_into().ok(),
            title,
            terms: terms.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?,
        })
    }

    /// Whether these terms are its own, from one of its first few on, or it theirs.
    fn has(&self, terms: &[i128]) -> bool {
        let agrees = |own: &[i128], other: &[i128]| {
            let common = own.len().min(other.len());
            common >= MIN_COMMON.min(terms.len()) && common > 0 && own[..common] == other[..common]
        };
        (0..=MAX_SHIFT).any(|shift| {
            self.terms.get(shift..).is_some_and(|own| agrees(own, terms))
                || terms.get(shift..).is_some_and(|other| agrees(&self.terms, other))
        })
    }
}

/// FamilyTerms that a list and a question must share, if there are as many.
const MIN_COMMON: usize = 8;
/// How many terms one may begin before the other.
const MAX_SHIFT: usize = 2;

static LIST: LazyLock<Vec<ListedSequence>> = LazyLock::new(|| {
    let lines = TEXT.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| ListedSequence::read(line).expect("the list is tested")).collect()
});

/// All sequences of the list.
pub fn all() -> &'static [ListedSequence] {
    &LIST
}

/// The sequence with this number.
pub fn numbered(number: &str) -> Option<&'static ListedSequence> {
    LIST.iter().find(|listed| listed.number.eq_ignore_ascii_case(number))
}

/// The sequences that begin so.
pub fn matching(terms: &[i128]) -> Vec<&'static ListedSequence> {
    LIST.iter().filter(|listed| listed.has(terms)).collect()
}

/// Most characters of the terms in a submission.
const MAX_DATA: usize = 260;

/// The block that submits a new sequence, in the internal format of the OEIS.
pub fn submission(
    title: &str,
    command: &str,
    first: u64,
    terms: &[i128],
    period: Option<(u64, u64)>,
) -> String {
    let mut data = String::new();
    for term in terms {
        let more = if data.is_empty() { term.to_string() } else { format!(", {term}") };
        if data.len() + more.len() > MAX_DATA {
            break;
        }
        data += &more;
    }
    let large = terms.iter().position(|term| term.abs() > 1).map_or(1, |place| place + 1);
    let sign = if terms.iter().any(|&term| term < 0) { "sign" } else { "nonn" };
    let mut text = format!("%I A000000\n%S A000000 {data}\n%N A000000 {title}\n");
    let _ = writeln!(text, "%H A000000 P. M. Grundy, Mathematics and games, Eureka 2 (1939), 6-8.");
    if let Some((length, preperiod)) = period {
        let _ = writeln!(text, "%F A000000 a(n + {length}) = a(n) for n >= {preperiod}.");
    }
    let _ = writeln!(text, "%o A000000 (grundy) {command}");
    let _ = writeln!(text, "%O A000000 {first},{large}\n%K A000000 {sign}");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::family::What;
    use crate::ask::sequence::{FamilyTerms, VARIABLE, sequence};
    use crate::engine::heap::period::{default_limit, find_from};
    use crate::engine::heap::run::Run;
    use crate::rule::template::Template;
    use crate::{Limits, NamedGame, Question};

    #[test]
    fn every_entry_has_the_terms_of_its_game() {
        let mut checked = 0;
        for listed in all() {
            let Some(template) = listed.template else { continue };
            let game = NamedGame::read(listed.game).expect(listed.number);
            let template = Template::parse(template, &[VARIABLE]).expect(listed.number);
            // The last boards of Node Kayles take minutes.
            let count = listed.terms.len().min(if game.ruleset().is_some() { 60 } else { 6 });
            let asked = FamilyTerms {
                template: &template,
                first: Some(listed.offset.unwrap_or(0)),
                count: count as u64,
            };
            let found = sequence(&game, &asked, What::Value, &Question::default()).expect(listed.number);
            let values: Vec<i128> =
                found.answers.entries.iter().filter_map(|entry| entry.number()).map(i128::from).collect();
            assert_eq!(values, listed.terms[..count], "{}", listed.number);
            checked += 1;
        }
        assert!(checked > 20, "{checked}");
    }

    #[test]
    fn periods_are_proved_again() {
        for listed in all() {
            let Some([length, preperiod, saltus]) = listed.period.filter(|period| period[1] < 10_000) else {
                continue;
            };
            let game = NamedGame::read(listed.game).expect(listed.number);
            let rules = game.ruleset().expect("a rule");
            let limits = Limits::default();
            let found = find_from(rules, Run::new(rules), default_limit(rules), &limits, &mut |_| Ok(()))
                .expect("a period");
            let period = found.period.as_ref().expect(listed.number);
            assert!(found.proved(), "{}", listed.number);
            assert_eq!(
                [period.length, period.preperiod, period.saltus],
                [length, preperiod, saltus],
                "{}",
                listed.number
            );
        }
    }

    #[test]
    fn numbers_are_looked_up_with_and_without_their_first_terms() {
        let kayles = numbered("a002186").expect("Kayles");
        for skip in 0..3 {
            assert_eq!(matching(&kayles.terms[skip..skip + 20])[0].number, "A002186");
        }
        assert_eq!(matching(&[9, 9, 9, 9, 9]).len(), 0);
        assert_eq!(matching(&[]).len(), 0);
        let mut sorted: Vec<&str> = all().iter().map(|listed| listed.number).collect();
        sorted.dedup();
        assert_eq!(sorted.len(), all().len());
    }

    #[test]
    fn a_submission_has_the_lines_of_the_format() {
        let text = submission("Grundy values of x.", "grundy seq x", 0, &[0, 1, 0, 2, 1], Some((3, 4)));
        let expected = "%I A000000\n%S A000000 0, 1, 0, 2, 1\n%N A000000 Grundy values of x.\n\
            %H A000000 P. M. Grundy, Mathematics and games, Eureka 2 (1939), 6-8.\n\
            %F A000000 a(n + 3) = a(n) for n >= 4.\n%o A000000 (grundy) grundy seq x\n%O A000000 0,4\n%K A000000 nonn\n";
        assert_eq!(text, expected);
    }
}
