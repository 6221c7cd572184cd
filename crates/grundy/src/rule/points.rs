//! Rules about rows of numbers that are played for points: `points ; [x, r...] -> [r...] scores x`.
//!
//! A clause takes numbers off the ends of a row and says what the mover scores for them. The names before `r...` are the
//! first numbers of the row, those behind it the last, and `sum(r)` is the sum of what stays. A clause is legal where the row
//! is long enough and its conditions hold.
//!
//! ```
//! use grundy::rule::headers::frame;
//! use grundy::rule::points::PointsRule;
//!
//! let text = "points ; [x, r...] -> [r...] scores x ; [r..., x] -> [r...] scores x";
//! let rule = PointsRule::read(text, &frame(text)?, &[])?;
//! assert_eq!((rule.clauses[0].left, rule.clauses[0].right), (1, 0));
//! assert_eq!(rule.to_string(), text);
//! # Ok::<(), grundy::rule::Diagnostics>(())
//! ```

use super::check::{Scope, duplicate, parameters};
use super::clauses::{all_of, clause_tokens, join_calls, parameter_names, read_known, unknown_name};
use super::formula::Formula;
use super::headers::Framed;
use super::lexer::{Keyword, Placed, Token};
use super::parser::{Parsed, Parser};
use super::syntax::{Condition, Expr, Name, Rule, RuleParameter};
use super::term::Term;
use crate::base::diagnostic::{Diagnostic, Diagnostics, ErrorCode, Span};
use std::fmt;

/// A rule about rows of numbers.
#[derive(Debug, Clone)]
pub struct PointsRule {
    /// The clauses, in the order that breaks ties.
    pub clauses: Vec<PointsClause>,
    text: String,
}

/// A clause: what is taken off both ends, when, and for how much.
#[derive(Debug, Clone)]
pub struct PointsClause {
    /// How many numbers are taken on the left.
    pub left: usize,
    /// How many on the right.
    pub right: usize,
    /// What the mover scores, over slots: the numbers taken, as they stand in the row, then the sum of the rest.
    pub score: Term,
    /// When the move is legal, over the same slots.
    pub condition: Formula,
}

impl PointsClause {
    /// How many numbers are taken.
    pub fn taken(&self) -> usize {
        self.left + self.right
    }
}

/// A clause as written.
struct Written {
    left: Vec<Name>,
    right: Vec<Name>,
    rest: Name,
    score: Expr,
    conditions: Vec<Condition>,
}

/// Most clauses of a rule.
const MAX_CLAUSES: usize = 200;

const EXAMPLE: &str = "a clause looks like `[x, r...] -> [r...] scores x`";

impl PointsRule {
    /// Reads a rule, with values for its parameters.
    ///
    /// # Errors
    /// Every mistake found.
    pub fn read(source: &str, framed: &Framed, given: &[(String, i128)]) -> Result<PointsRule, Diagnostics> {
        let (masked, rests) = mask(&framed.body);
        let (mut tokens, errors) = clause_tokens(source, &masked, |text| text == "[" || text == "param")?;
        join_calls(&mut tokens, "sum");
        let reader = Reader { source, rests, parameters: parameter_names(&tokens) };
        let mut parser = Parser::on(tokens, errors);
        parser.errors.extend(header_mistakes(framed));
        let (parameter_list, written) = parser.clauses(|parser| reader.clause(parser));
        let mut errors = std::mem::take(&mut parser.errors);
        if errors.is_empty() && written.is_empty() {
            errors.push(Diagnostic::new(ErrorCode::Empty, 0..source.len(), "no rule here").hint(EXAMPLE));
        }
        let mut rule = Rule { parameters: parameter_list, clauses: Vec::new() };
        let values = parameters(&rule, given, &mut errors);
        for (parameter, (_, value)) in rule.parameters.iter_mut().zip(&values) {
            parameter.value = *value;
        }
        if written.len() > MAX_CLAUSES {
            let message = format!("more than {MAX_CLAUSES} clauses");
            errors.push(Diagnostic::new(ErrorCode::TooLarge, written[MAX_CLAUSES].rest.span, message));
        }
        for clause in &written {
            clause.check(&rule.parameters, &mut errors);
        }
        if !errors.is_empty() {
            return Err(Diagnostics::new(source, errors));
        }
        let text = print(&rule.parameters, &written);
        let clauses = written.iter().map(|clause| clause.resolve(&values)).collect();
        Ok(PointsRule { clauses, text })
    }
}

/// The clauses in common signs, brackets round and `r...` a name, with the places where the names of rests end.
fn mask(body: &str) -> (String, Vec<usize>) {
    let mut masked = body.replace('[', "(").replace(']', ")");
    let mut rests = Vec::new();
    for dots in ["...", "…"] {
        let places: Vec<usize> = masked.match_indices(dots).map(|(at, _)| at).collect();
        for at in places {
            let name = masked[..at].trim_end();
            if name.ends_with(|c: char| c.is_alphanumeric() || c == '_') {
                rests.push(name.len());
                masked.replace_range(at..at + dots.len(), "   ");
            }
        }
    }
    (masked, rests)
}

/// Headers that do not go with points.
fn header_mistakes(framed: &Framed) -> Vec<Diagnostic> {
    let headers = &framed.headers;
    let others = [
        ("loopy", &headers.loopy),
        ("measure", &headers.measure),
        ("on", &headers.on),
        ("start", &headers.start),
    ];
    let mut errors = Vec::new();
    for (word, header) in others {
        if let Some(header) = header {
            let message = format!("`{word}` does not go with `points`");
            errors.push(
                Diagnostic::new(ErrorCode::Expected, header.span, message)
                    .hint("rows of numbers grow shorter with every move, and nothing else need be said"),
            );
        }
    }
    if headers.points.is_none() {
        let at = framed.body.find('[').unwrap_or(0);
        let message = "a rule about rows of numbers begins with `points`";
        errors.push(Diagnostic::new(ErrorCode::Expected, at..at + 1, message).suggest("points ; ["));
    }
    errors
}

/// Reads clauses.
struct Reader<'a> {
    source: &'a str,
    /// Where the names of rests end.
    rests: Vec<usize>,
    /// The names of parameters.
    parameters: Vec<String>,
}

impl Reader<'_> {
    /// Whether the next token is this character in the text as it was written.
    fn is_at(&self, parser: &Parser, character: char) -> bool {
        self.source[parser.span().start..].starts_with(character) && parser.token() != &Token::End
    }

    fn clause(&self, parser: &mut Parser) -> Parsed<Written> {
        let start = parser.span();
        if !self.is_at(parser, '[') {
            return Err(parser.expected("`[`", &["param"]).hint(EXAMPLE));
        }
        let (names, rests) = self.row(parser)?;
        let pattern_span = start.to(parser.last_span());
        let rest = match rests[..] {
            [at] => at,
            [] => {
                let message = "a pattern has one `r...`, the rest of the row";
                return Err(Diagnostic::new(ErrorCode::BadPattern, pattern_span, message).hint(EXAMPLE));
            }
            [first, second, ..] => {
                let message = "a pattern has one `r...`, the rest of the row";
                return Err(Diagnostic::new(ErrorCode::BadPattern, names[second].span, message)
                    .related(names[first].span, "the first"));
            }
        };
        if names.len() == 1 {
            let message = "a move takes at least one number off the row";
            return Err(Diagnostic::new(ErrorCode::NoProgress, pattern_span, message).hint(EXAMPLE));
        }
        parser.expect_sign("->").map_err(|error| error.hint(EXAMPLE))?;
        self.remainder(parser, &names[rest])?;
        let (left, right) = (names[..rest].to_vec(), names[rest + 1..].to_vec());
        let rest = names[rest].clone();
        self.score(parser)?;
        let named: Vec<&Name> = left.iter().chain(&right).collect();
        let score = self.known(parser, &named, &rest, Parser::expr)?;
        let conditions = if parser.accept_word(Keyword::Where) {
            self.known(parser, &named, &rest, Parser::conditions)?
        } else {
            Vec::new()
        };
        Ok(Written { left, right, rest, score, conditions })
    }

    /// `[x, r..., y]`: the names, and which of them are rests.
    fn row(&self, parser: &mut Parser) -> Parsed<(Vec<Name>, Vec<usize>)> {
        parser.advance();
        let (mut names, mut rests) = (Vec::new(), Vec::new());
        while !self.is_at(parser, ']') {
            let name = parser.name("the name of a number, or `r...` for the rest of the row")?;
            if self.rests.contains(&name.span.end) {
                rests.push(names.len());
            }
            names.push(name);
            if !parser.accept_sign(",") && !self.is_at(parser, ']') {
                return Err(parser.expected("`,` or `]`", &[]));
            }
        }
        parser.advance();
        Ok((names, rests))
    }

    /// What is left: the rest of the row by itself.
    fn remainder(&self, parser: &mut Parser, rest: &Name) -> Parsed<()> {
        let start = parser.span();
        let wrong = |span: Span| {
            let message = "what a move leaves is the rest of the row";
            Diagnostic::new(ErrorCode::BadPattern, span, message).suggest(format!("[{}...]", rest.text))
        };
        if !self.is_at(parser, '[') {
            return Err(wrong(start));
        }
        let (names, rests) = self.row(parser)?;
        let span = start.to(parser.last_span());
        let is_rest = names.len() == 1 && rests.len() == 1 && names[0].text == rest.text;
        if is_rest { Ok(()) } else { Err(wrong(span)) }
    }

    fn score(&self, parser: &mut Parser) -> Parsed<()> {
        if matches!(parser.token(), Token::Name(word) if word == "scores") {
            parser.advance();
            return Ok(());
        }
        let wrong = parser.expected("`scores` and what the mover gains", &["scores"]);
        let way_out = "`scores x`, `scores x + y`, `scores sum(r)`";
        Err(if wrong.hint.is_some() { wrong } else { wrong.hint(way_out) })
    }

    /// Reads what may speak of the numbers taken, of the sum of the rest, and of parameters, which are checked later.
    fn known<T>(
        &self,
        parser: &mut Parser,
        named: &[&Name],
        rest: &Name,
        read: impl FnOnce(&mut Parser) -> Parsed<T>,
    ) -> Parsed<T> {
        let sum = format!("sum({})", rest.text);
        let unknown = |name: &Name| {
            if name.text == rest.text {
                let message = format!("`{}` is a row, not a number", name.text);
                return Diagnostic::new(ErrorCode::UnknownWord, name.span, message).suggest(&*sum);
            }
            unknown_name(name, named.iter().map(|name| name.text.as_str()).chain([sum.as_str()]))
        };
        let is_known = |text: &str| {
            text == sum
                || named.iter().any(|name| name.text == text)
                || self.parameters.iter().any(|parameter| parameter == text)
        };
        let mark = parser.mark();
        let found = read_known(parser, is_known, unknown, read)?;
        let is_square = |placed: &&Placed| self.source[placed.span.start..].starts_with(['[', ']']);
        match parser.since(mark).iter().find(is_square) {
            None => Ok(found),
            Some(placed) => {
                let message = "a row where a number is expected";
                Err(Diagnostic::new(ErrorCode::Expected, placed.span, message)
                    .hint("brackets of arithmetic are round"))
            }
        }
    }
}

impl Written {
    fn names(&self) -> impl Iterator<Item = &Name> {
        self.left.iter().chain([&self.rest]).chain(&self.right)
    }

    /// Names that stand twice, or are parameters.
    fn check(&self, parameters: &[RuleParameter], errors: &mut Vec<Diagnostic>) {
        for (index, name) in self.names().enumerate() {
            if let Some(first) = self.names().take(index).find(|other| other.text == name.text) {
                let message = format!("`{}` stands twice in the pattern", name.text);
                errors.push(
                    Diagnostic::new(ErrorCode::DuplicateName, name.span, message)
                        .related(first.span, "first here")
                        .hint("names are different names for any numbers; compare them behind `where`"),
                );
            }
            if let Some(parameter) = parameters.iter().find(|p| p.name.text == name.text) {
                errors.push(duplicate(name, parameter.name.span, "parameter"));
            }
        }
    }

    fn resolve(&self, parameters: &[(String, i128)]) -> PointsClause {
        let named = self.left.iter().chain(&self.right).map(|name| name.text.clone());
        let names = named.chain([format!("sum({})", self.rest.text)]).collect();
        let mut scope = Scope { names, parameters };
        PointsClause {
            left: self.left.len(),
            right: self.right.len(),
            score: scope.term(&self.score),
            condition: all_of(&mut scope, &self.conditions),
        }
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut items: Vec<String> = self.left.iter().map(|name| name.text.clone()).collect();
        items.push(format!("{}...", self.rest.text));
        items.extend(self.right.iter().map(|name| name.text.clone()));
        write!(f, "[{}] -> [{}...] scores {}", items.join(", "), self.rest.text, self.score)?;
        let conditions: Vec<String> = self.conditions.iter().map(ToString::to_string).collect();
        if conditions.is_empty() { Ok(()) } else { write!(f, " where {}", conditions.join(", ")) }
    }
}

/// The rule in its canonical spelling.
fn print(parameters: &[RuleParameter], clauses: &[Written]) -> String {
    let mut pieces = vec!["points".to_owned()];
    pieces.extend(parameters.iter().map(|p| format!("param {} = {}", p.name.text, p.value)));
    pieces.extend(clauses.iter().map(Written::to_string));
    pieces.join(" ; ")
}

impl fmt::Display for PointsRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::clauses::tests::mistakes;
    use super::super::headers::frame;
    use super::*;

    fn read(text: &str) -> Result<PointsRule, Diagnostics> {
        PointsRule::read(text, &frame(text)?, &[])
    }

    #[test]
    fn rules_are_printed_as_they_are_read() {
        for (text, printed) in [
            ("points ; [x, r...] -> [r...] scores x", "points ; [x, r...] -> [r...] scores x"),
            (
                "points # for the larger sum\n[ x , rest ... ] => [rest…]\n  scores x\n[r..., x, y] -> [r...] scores (x)+y*sum(r) where x<y",
                "points ; [x, rest...] -> [rest...] scores x ; [r..., x, y] -> [r...] scores x + y*sum(r) where x < y",
            ),
            (
                "points\nparam k = 3\n[x, r...] -> [r...] scores k*x",
                "points ; param k = 3 ; [x, r...] -> [r...] scores k*x",
            ),
        ] {
            let rule = read(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
            assert_eq!(rule.to_string(), printed);
            assert_eq!(read(printed).expect("what is printed is read").to_string(), printed);
        }
    }

    #[test]
    fn mistakes_have_their_place_and_a_way_out() {
        for (text, expected) in [
            (
                "points ; [x, r...] -> [r...]",
                "R003 ``: expected `scores` and what the mover gains, found the end of the rule (`scores x`, `scores x + y`, `scores sum(r)`)",
            ),
            (
                "points ; [x, r...] -> [r...] score x",
                "R004 `score`: unknown word `score` (did you mean `scores`?)",
            ),
            (
                "points ; [x, x, r...] -> [r...] scores x",
                "R006 `x`: `x` stands twice in the pattern (names are different names for any numbers; compare them behind `where`)",
            ),
            (
                "points ; [x, y] -> [y...] scores x",
                "R014 `[x, y]`: a pattern has one `r...`, the rest of the row (a clause looks like `[x, r...] -> [r...] scores x`)",
            ),
            (
                "points ; [x, r..., s...] -> [r...] scores x",
                "R014 `s`: a pattern has one `r...`, the rest of the row",
            ),
            (
                "points ; [r...] -> [r...] scores 1",
                "R011 `[r...]`: a move takes at least one number off the row (a clause looks like `[x, r...] -> [r...] scores x`)",
            ),
            (
                "points ; [x, r...] -> [x] scores x",
                "R014 `[x]`: what a move leaves is the rest of the row (did you mean `[r...]`?)",
            ),
            (
                "points ; [x, r...] -> [r] scores x",
                "R014 `[r]`: what a move leaves is the rest of the row (did you mean `[r...]`?)",
            ),
            (
                "points ; [x, r...] -> 0 scores x",
                "R014 `0`: what a move leaves is the rest of the row (did you mean `[r...]`?)",
            ),
            (
                "points ; [x, r...] -> [r...] scores r",
                "R004 `r`: `r` is a row, not a number (did you mean `sum(r)`?)",
            ),
            (
                "points ; [x, r...] -> [r...] scores y",
                "R004 `y`: unknown name `y` (known here: `x`, `sum(r)`)",
            ),
            (
                "points ; n -> n - 1",
                "R003 `n`: expected `[`, found `n` (a clause looks like `[x, r...] -> [r...] scores x`)",
            ),
            (
                "[x, r...] -> [r...] scores x",
                "R003 `[`: a rule about rows of numbers begins with `points` (did you mean `points ; [`?)",
            ),
            (
                "loopy ; points ; [x, r...] -> [r...] scores x",
                "R003 `loopy`: `loopy` does not go with `points` (rows of numbers grow shorter with every move, and nothing else need be said)",
            ),
            (
                "points ; [x, r...] -> [r...] scores x ; measure length",
                "R003 `length`: `measure` does not go with `points` (rows of numbers grow shorter with every move, and nothing else need be said)",
            ),
            ("points", "R013 `points`: no rule here (a clause looks like `[x, r...] -> [r...] scores x`)"),
            (
                "points ; [x, r...] -> [r...] scores y ; [r..., x, x] -> [r...] scores x",
                "R004 `y`: unknown name `y` (known here: `x`, `sum(r)`)\nR006 `x`: `x` stands twice in the pattern (names are different names for any numbers; compare them behind `where`)",
            ),
        ] {
            assert_eq!(mistakes(&read(text).expect_err(text)), expected, "{text}");
        }
    }
}
