//! Rules of words: rows, rings and boards of symbols, where a move replaces one occurrence of a pattern.
//!
//! ```
//! use grundy::rule::headers::frame;
//! use grundy::rule::word::WordRule;
//!
//! let text = "on board turned ; \"..\" -> \"##\"";
//! let cram = WordRule::read(text, &frame(text)?, &[])?;
//! assert_eq!(cram.weights.describe(), "the number of `.`");
//! # Ok::<(), grundy::rule::Diagnostics>(())
//! ```
//!
//! [`literal`] reads what stands in quotes, [`condition`] what stands behind `where`; [`weights`] shows that play ends;
//! [`instance`] has the patterns with their numbers, turned and reflected, and finds their occurrences in a [`SymbolWord`];
//! [`symmetry`] says which words play alike, and [`parts`] cuts a word into independent ones.

pub mod condition;
pub mod instance;
pub mod literal;
pub mod parts;
mod runs;
pub mod symmetry;
pub mod weights;
mod whole;

pub use instance::Occurrence;
pub use runs::Runs;
pub use whole::SymbolWord;

use super::headers::{Framed, Header};
use super::parser;
use super::syntax::{self, Expr, OptionPart};
use crate::base::diagnostic::{Diagnostic, Diagnostics, ErrorCode, Span};
use crate::base::text::near::nearest;
use condition::{Conditions, Scope};
use instance::Instances;
use literal::{Context, Count, Item, Literal, Pattern, PatternNames, Symbol, pattern, unquote};
use parts::Accepted;
use symmetry::Symmetries;
use weights::Weights;

/// What words are written on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topology {
    /// A row with two ends.
    Row,
    /// A row whose ends are joined.
    Ring,
    /// A board of squares.
    Board,
    /// A board with opposite edges joined.
    Torus,
    /// A board whose left and right edges are joined.
    Cylinder,
}

impl Topology {
    const ALL: [(&'static str, Topology); 5] = [
        ("row", Topology::Row),
        ("ring", Topology::Ring),
        ("board", Topology::Board),
        ("torus", Topology::Torus),
        ("cylinder", Topology::Cylinder),
    ];

    /// Whether it has lines.
    pub fn is_board(self) -> bool {
        !matches!(self, Topology::Row | Topology::Ring)
    }

    /// Whether rows and columns are joined at their ends: top with bottom, left with right.
    pub fn wraps(self) -> (bool, bool) {
        (self == Topology::Torus, matches!(self, Topology::Ring | Topology::Torus | Topology::Cylinder))
    }
}

/// A clause: an occurrence of the left side becomes the right side.
#[derive(Debug, Clone)]
pub struct WordClause {
    /// What is replaced.
    pub left: Pattern,
    /// What is written.
    pub right: Pattern,
    /// The names in both.
    pub names: PatternNames,
    /// When.
    pub conditions: Conditions,
    /// For each number whether it is 1 at least because nothing else is said.
    pub starts_at_one: Vec<bool>,
    /// Whether both sides are of one length, so that all other symbols keep their places.
    pub keeps_places: bool,
    /// The place of the left side.
    pub span: Span,
}

/// A rule of words.
#[derive(Debug)]
pub struct WordRule {
    /// The text.
    pub text: String,
    /// What words are written on.
    pub ground: Topology,
    /// Whether quarter turns of patterns count.
    pub turned: bool,
    /// Whether reflections of patterns count.
    pub mirrored: bool,
    /// The clauses.
    pub clauses: Vec<WordClause>,
    /// What a position looks like at first.
    pub start: Option<Vec<Vec<char>>>,
    /// The symbols that the rule names, in order.
    pub symbols: Vec<char>,
    /// The first symbol written out on a left side.
    pub first: Option<char>,
    /// Why play ends.
    pub weights: Weights,
    /// Which words play alike.
    pub symmetries: Symmetries,
    /// The patterns with their numbers.
    instances: Instances,
    /// The values of its parameters.
    pub parameters: Vec<(String, i128)>,
    /// Whether play may go on for ever.
    pub is_loopy: bool,
    /// What its patterns read; `None` where it has too many symbols to tell.
    accepted: Option<Accepted>,
}

impl WordRule {
    /// Reads a rule whose headers have been taken out.
    ///
    /// # Errors
    /// Every mistake found.
    pub fn read(text: &str, framed: &Framed, given: &[(String, i128)]) -> Result<WordRule, Diagnostics> {
        let mut errors = Vec::new();
        let headers = &framed.headers;
        let (ground, turned, mirrored) =
            headers.on.as_ref().map_or((Topology::Row, false, false), |on| ground(on, &mut errors));
        let (clauses, parameters, more) = clauses(text, &framed.body, ground, given);
        errors.extend(more);
        let start = headers.start.as_ref().and_then(|start| opening(start, ground, &mut errors));
        let measure = headers.measure.as_ref().map(|measure| (measured(measure, &mut errors), measure.span));
        if errors.is_empty() && clauses.is_empty() {
            let diagnostic = Diagnostic::new(ErrorCode::Empty, 0..text.len(), "no rule here");
            errors.push(diagnostic.hint(LOOKS_LIKE));
        }
        if !errors.is_empty() {
            return Err(Diagnostics::new(text, errors));
        }
        let mut rule = WordRule {
            text: text.trim().to_owned(),
            ground,
            turned,
            mirrored,
            symbols: symbols(&clauses, start.as_deref()),
            first: first_symbol(&clauses),
            instances: Instances::new(&clauses, ground, turned, mirrored),
            symmetries: Symmetries::of(&clauses, ground, turned, mirrored),
            clauses,
            start,
            weights: Weights::none(),
            parameters,
            is_loopy: headers.loopy.is_some(),
            accepted: None,
        };
        rule.accepted = Accepted::of(&rule);
        rule.weights = match measure {
            None if rule.is_loopy => return Ok(rule),
            None => weights::find(&rule).map_err(|clause| rule.endless(text, clause))?,
            Some((measure, span)) => {
                let given = weights::given(&rule, measure.flatten());
                given.map_err(|clause| rule.unmeasured(text, clause, span))?
            }
        };
        Ok(rule)
    }

    fn endless(&self, text: &str, clause: usize) -> Diagnostics {
        let message = "no weight of the symbols falls in every move, so play may never end";
        let hint = "`loopy` as the first word allows play that never ends; `measure '.'` says what falls";
        let mut diagnostic =
            Diagnostic::new(ErrorCode::NoProgress, self.clauses[clause].span, message).hint(hint);
        for other in &self.clauses[..clause] {
            diagnostic = diagnostic.related(other.span, "together with this clause");
        }
        Diagnostics::new(text, vec![diagnostic])
    }

    fn unmeasured(&self, text: &str, clause: usize, measure: Span) -> Diagnostics {
        let message = "the measure does not fall in every move of this clause";
        let diagnostic = Diagnostic::new(ErrorCode::NoProgress, self.clauses[clause].span, message)
            .related(measure, "the measure")
            .hint("leave the line out, and a weight is looked for");
        Diagnostics::new(text, vec![diagnostic])
    }

    /// Whether some clause changes the length of words.
    pub fn is_shifting(&self) -> bool {
        self.clauses.iter().any(|clause| !clause.keeps_places)
    }

    /// Whether some clause speaks of the ends of a row.
    pub fn has_ends(&self) -> bool {
        self.clauses.iter().any(|clause| clause.left.from_start || clause.left.to_end)
    }
}

/// A rule in a hint.
const LOOKS_LIKE: &str = "a rule of words looks like `\"++\" -> \"--\"`";

/// Reads `ring`, `board turned mirrored`.
fn ground(on: &Header, errors: &mut Vec<Diagnostic>) -> (Topology, bool, bool) {
    let mut out = (Topology::Row, false, false);
    let mut named = false;
    for word in on.text.split_whitespace() {
        let start = on.span.start + (word.as_ptr() as usize - on.text.as_ptr() as usize);
        let span = Span { start, end: start + word.len() };
        let found = Topology::ALL.iter().find(|(name, _)| *name == word);
        match (word, found) {
            (_, Some((_, ground))) if !named => (out.0, named) = (*ground, true),
            ("turned", _) if named && !out.1 => out.1 = true,
            ("mirrored", _) if named && !out.2 => out.2 = true,
            _ => {
                let known = Topology::ALL.map(|(name, _)| name);
                let words: Vec<&str> = if named {
                    vec!["turned", "mirrored"]
                } else {
                    known.into_iter().chain(["graph", "poset"]).collect()
                };
                let diagnostic = Diagnostic::new(
                    ErrorCode::UnknownWord,
                    span,
                    format!("a rule is not played on `{word}`"),
                );
                errors.push(match nearest(word, words.iter().copied()).filter(|near| *near != word) {
                    Some(near) => diagnostic.suggest(near),
                    None => diagnostic.hint("`on row`, `on ring`, `on board`, `on torus`, `on cylinder`; boards may be `turned` and `mirrored`"),
                });
            }
        }
    }
    if out.1 && !out.0.is_board() {
        let message = "only the patterns of boards can be turned";
        errors.push(
            Diagnostic::new(ErrorCode::Expected, on.span, message)
                .hint("`mirrored` reads a row backwards too"),
        );
    }
    out
}

/// Reads the text of `start`.
fn opening(start: &Header, ground: Topology, errors: &mut Vec<Diagnostic>) -> Option<Vec<Vec<char>>> {
    let (_, literals, _) = unquote(&start.text);
    let whole = literals
        .first()
        .filter(|literal| literal.quote == '"' && literal.span == (0..start.text.len()).into());
    let mut own = Vec::new();
    let mut lines = Vec::new();
    if let Some(&literal) = whole {
        let context = Context { text: &start.text, lines: ground.is_board(), ends: false, parameters: &[] };
        let read = pattern(literal, context, true, &mut PatternNames::default(), &mut own);
        for line in &read.lines {
            let symbols = line.iter().map(|item| match (item.symbol, item.count) {
                (Symbol::Char(symbol), Count::Fixed(1)) => Some(symbol),
                _ => None,
            });
            lines.push(symbols.collect::<Option<Vec<char>>>().unwrap_or_default());
        }
    }
    own.iter_mut().for_each(|diagnostic| diagnostic.shift(start.span.start));
    let even = lines
        .first()
        .is_some_and(|first| !first.is_empty() && lines.iter().all(|line| line.len() == first.len()));
    if own.is_empty() && !even {
        let message = "`start` is followed by symbols in quotes, lines of one length";
        own.push(
            Diagnostic::new(ErrorCode::BadPattern, start.span, message)
                .hint("`start \"xo/ox\"` tiles the board with it"),
        );
    }
    let is_good = own.is_empty();
    errors.extend(own);
    is_good.then_some(lines)
}

/// Reads the text of `measure`: a symbol, or nothing for the length.
fn measured(measure: &Header, errors: &mut Vec<Diagnostic>) -> Option<Option<char>> {
    if measure.text == "length" {
        return Some(None);
    }
    let (_, literals, _) = unquote(&measure.text);
    let whole = literals
        .first()
        .filter(|literal| literal.quote == '\'' && literal.span == (0..measure.text.len()).into());
    let found = whole.and_then(|&literal| literal::symbol(&measure.text, literal).ok());
    if found.is_none() {
        let message = "a measure of words is a symbol or the length";
        errors.push(
            Diagnostic::new(ErrorCode::Expected, measure.span, message)
                .hint("`measure '.'` or `measure length`"),
        );
    }
    found.map(Some)
}

/// Reads the clauses.
fn clauses(
    text: &str,
    body: &str,
    ground: Topology,
    given: &[(String, i128)],
) -> (Vec<WordClause>, Vec<(String, i128)>, Vec<Diagnostic>) {
    let (plain, literals, mut errors) = unquote(body);
    if !errors.is_empty() {
        return (Vec::new(), Vec::new(), errors);
    }
    let rule = match parser::parse(&plain) {
        Ok(rule) => rule,
        Err(diagnostics) => {
            errors
                .extend(diagnostics.list.into_iter().map(|diagnostic| reworded(diagnostic, text, &literals)));
            return (Vec::new(), Vec::new(), errors);
        }
    };
    let value = |parameter: &syntax::RuleParameter| {
        let own = given.iter().find(|(name, _)| *name == parameter.name.text);
        (parameter.name.text.clone(), own.map_or(parameter.value, |&(_, value)| value))
    };
    let parameters: Vec<(String, i128)> = rule.parameters.iter().map(value).collect();
    let mut out = Vec::new();
    for clause in &rule.clauses {
        let (Some(left), Some(right)) = sides(clause, &literals, &mut errors) else { continue };
        let context = Context {
            text,
            lines: ground.is_board(),
            ends: ground == Topology::Row,
            parameters: &parameters,
        };
        let mut names = PatternNames::default();
        let before = errors.len();
        let read = [(left, true), (right, false)]
            .map(|(literal, is_left)| pattern(literal, context, is_left, &mut names, &mut errors));
        let [left_side, right_side] = read;
        if errors.len() > before {
            continue;
        }
        fit(&left_side, &right_side, left, right, ground, &mut errors);
        let scope = &mut Scope {
            text,
            literals: &literals,
            parameters: &rule.parameters,
            given,
            names: &names,
            errors: &mut errors,
        };
        let (conditions, starts_at_one) = scope.conditions(&clause.conditions, &left_side);
        let keeps_places = lengths(&left_side) == lengths(&right_side);
        out.push(WordClause {
            left: left_side,
            right: right_side,
            names,
            conditions,
            starts_at_one,
            keeps_places,
            span: left.span,
        });
    }
    (out, parameters, errors)
}

/// The quoted texts on both sides of the arrow.
fn sides(
    clause: &syntax::Clause,
    literals: &[Literal],
    errors: &mut Vec<Diagnostic>,
) -> (Option<Literal>, Option<Literal>) {
    let mut at = |start: usize, span: Span, is_alone: bool| {
        let found =
            literals.iter().find(|literal| literal.span.start == start && literal.quote == '"').copied();
        if found.is_none() || !is_alone {
            let message = "a pattern in quotes stands on either side of the arrow";
            errors.push(Diagnostic::new(ErrorCode::BadPattern, span, message).hint(LOOKS_LIKE));
        }
        found.filter(|_| is_alone)
    };
    let left = at(clause.pattern_span.start, clause.pattern_span, clause.pattern.len() == 1);
    let is_name = |part: &OptionPart| matches!(part, OptionPart::Copies { count: None, component, .. } if matches!(component.as_slice(), [Expr::Name(_)]));
    let right = at(
        clause.option_span.start,
        clause.option_span,
        clause.option.len() == 1 && is_name(&clause.option[0]),
    );
    (left, right)
}

/// An error of the common parser in the words that were typed.
fn reworded(mut diagnostic: Diagnostic, text: &str, literals: &[Literal]) -> Diagnostic {
    if let Some(literal) = literals.iter().find(|literal| literal.span.start == diagnostic.span.start) {
        let written = &text[literal.span.start..literal.span.end];
        diagnostic.message = diagnostic.message.replace("`n`", written).replace("`_`", written);
        diagnostic.span = literal.span;
    }
    let about_numbers =
        |hint: &String| hint.contains("n -> k") || hint.contains("n -> 3") || hint.contains("empty heap");
    if diagnostic.hint.as_ref().is_some_and(about_numbers) {
        diagnostic.hint = Some(LOOKS_LIKE.to_owned());
    }
    diagnostic.message = diagnostic.message.replace("a name or a tuple of names", "a pattern in quotes");
    diagnostic
}

/// How many symbols each line has: those counted out, and the numbers that count others.
fn lengths(pattern: &Pattern) -> Vec<(u64, Vec<usize>)> {
    let line = |items: &Vec<Item>| {
        let (mut fixed, mut numbers) = (0, Vec::new());
        for item in items {
            match item.count {
                Count::Fixed(count) => fixed += count,
                Count::Variable(index) => numbers.push(index),
            }
        }
        numbers.sort_unstable();
        (fixed, numbers)
    };
    pattern.lines.iter().map(line).collect()
}

/// Whether the two sides fit each other.
fn fit(
    left: &Pattern,
    right: &Pattern,
    left_literal: Literal,
    right_literal: Literal,
    ground: Topology,
    errors: &mut Vec<Diagnostic>,
) {
    if !left.items().any(|item| item.symbol != Symbol::Any && item.count != Count::Fixed(0)) {
        let message = "the left side needs a place that is not `_`";
        errors.push(
            Diagnostic::new(ErrorCode::BadPattern, left_literal.span, message)
                .hint("a move replaces something"),
        );
    }
    let mut differ = |message: String, hint: &str| {
        let diagnostic = Diagnostic::new(ErrorCode::BadPattern, right_literal.span, message).hint(hint);
        errors.push(diagnostic.related(left_literal.span, "the left side"));
    };
    let (before, after) = (lengths(left), lengths(right));
    if ground.is_board() && before.len() != after.len() {
        differ(
            format!("the left side has {} lines, the right side {}", before.len(), after.len()),
            "`/` separates lines; both sides have as many",
        );
    } else if before != after && (ground.is_board() || left.has_any() || right.has_any()) {
        let line = before.iter().zip(&after).position(|(a, b)| a != b).unwrap_or(0);
        let hint = if ground.is_board() {
            "squares stay where they are: `_` on the right leaves a square as it is"
        } else {
            "with `_` both sides have the same length"
        };
        let [was, is] = [&before[line], &after[line]].map(|length| match length {
            (fixed, numbers) if numbers.is_empty() => fixed.to_string(),
            (fixed, _) => format!("{fixed} and a number"),
        });
        differ(format!("the two sides have different lengths: {was} and {is}"), hint);
    }
}

fn first_symbol(clauses: &[WordClause]) -> Option<char> {
    clauses.iter().flat_map(|clause| clause.left.items()).find_map(|item| match item.symbol {
        Symbol::Char(symbol) => Some(symbol),
        _ => None,
    })
}

/// The symbols that a rule names, in order.
fn symbols(clauses: &[WordClause], start: Option<&[Vec<char>]>) -> Vec<char> {
    let mut all = Vec::new();
    for clause in clauses {
        for item in clause.left.items().chain(clause.right.items()) {
            if let Symbol::Char(symbol) = item.symbol {
                all.push(symbol);
            }
        }
        clause.conditions.tests.iter().for_each(|test| test.symbols(&mut all));
    }
    all.extend(start.into_iter().flatten().flatten());
    let mut seen = std::collections::HashSet::new();
    all.retain(|symbol| seen.insert(*symbol));
    all
}
