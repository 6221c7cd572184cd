//! Rules about graphs and posets: `on graph ; remove v, N(v)`, `on poset ; remove v, up(v)`.
//!
//! A clause names what a move removes: vertices, the neighbours `N(v)` of one, an edge `u-v`, all elements above one, `up(v)`,
//! or below one, `down(v)`. Names stand for any vertices; conditions speak of edges (`u-v`), of the order (`u > v`), of which
//! vertices are the same, and of the numbers `deg(v)`. For the common reader of conditions these are names as well: each has
//! a slot, 1 for yes and 0 for no.
//!
//! ```
//! use grundy::rule::graphs::GraphRule;
//! use grundy::rule::headers::frame;
//!
//! let text = "on graph ; remove u, v where v-u";
//! let rule = GraphRule::read(text, &frame(text)?, &[])?;
//! assert!(rule.is_linked() && !rule.poset);
//! assert_eq!(rule.to_string(), "on graph ; remove u, v where u-v");
//! # Ok::<(), grundy::rule::Diagnostics>(())
//! ```

use super::check::{Scope, parameters};
use super::clauses::{all_of, clause_tokens, join_calls, parameter_names, read_known, unknown_name};
use super::formula::Formula;
use super::headers::{Framed, Headers};
use super::lexer::{Keyword, Placed, Token};
use super::parser::{Parsed, Parser};
use super::syntax::{Condition, Name, Relation, Rule, RuleParameter};
use super::term::Term;
use crate::base::diagnostic::{Diagnostic, Diagnostics, ErrorCode, Span};
use std::fmt;

/// A rule about graphs or posets.
#[derive(Debug, Clone)]
pub struct GraphRule {
    /// Whether it is about posets.
    pub poset: bool,
    /// The clauses.
    pub clauses: Vec<GraphClause>,
    text: String,
}

/// A clause: what is removed, and when.
#[derive(Debug, Clone)]
pub struct GraphClause {
    /// How many vertices it names.
    pub names: usize,
    /// What is removed.
    pub removed: Vec<Removed>,
    /// When, over the slots of the names of the clause.
    pub condition: Formula,
    /// Pairs of names that must be joined, by an edge or by the order: the edges removed, and the conditions that always hold.
    pub joined: Vec<(usize, usize)>,
}

/// Something that a move removes; vertices by the places of their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Removed {
    /// `v`
    Vertex(usize),
    /// `N(v)`
    Neighbours(usize),
    /// `u-v`
    Edge(usize, usize),
    /// `up(v)`
    Above(usize),
    /// `down(v)`
    Below(usize),
}

/// What a slot of a condition says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GraphFact {
    /// The degree of a vertex.
    Degree(usize),
    /// Whether two vertices are joined by an edge.
    Edge(usize, usize),
    /// Whether the first is above the second.
    Greater(usize, usize),
    /// Whether two vertices are the same.
    Same(usize, usize),
}

/// Most names of a clause.
const MAX_NAMES: usize = 8;

const EXAMPLE: &str = "a clause looks like `remove v, N(v)` or `remove u, v where u-v`";

impl GraphClause {
    /// What each slot of the condition says, in order.
    pub fn facts(&self) -> Vec<GraphFact> {
        facts(self.names)
    }

    /// Whether every vertex is linked to every other through pairs that must be joined.
    fn is_linked(&self) -> bool {
        let mut reached = vec![false; self.names];
        reached[0] = true;
        for _ in 0..self.names {
            for &(one, other) in &self.joined {
                let both = reached[one] || reached[other];
                (reached[one], reached[other]) = (both, both);
            }
        }
        reached.into_iter().all(|reached| reached)
    }

    /// Whether a vertex without edges may stand for this name: nothing joins it, and no condition about its degree alone
    /// excludes it.
    fn may_be_lone(&self, name: usize) -> bool {
        if self.joined.iter().any(|&(one, other)| one == name || other == name) {
            return false;
        }
        let Formula::All(items) = &self.condition else { return true };
        let frame = vec![0i64; self.facts().len()];
        items.iter().all(|item| {
            let mut alone = true;
            item.terms(&mut |term| term.slots(&mut |slot| alone &= slot == name));
            !alone || item.holds(&frame) != Ok(false)
        })
    }
}

/// Degrees first, so that the slot of a degree is the place of its name.
fn facts(names: usize) -> Vec<GraphFact> {
    let mut out: Vec<GraphFact> = (0..names).map(GraphFact::Degree).collect();
    for one in 0..names {
        for other in 0..names {
            if one < other {
                out.extend([GraphFact::Edge(one, other), GraphFact::Same(one, other)]);
            }
            if one != other {
                out.push(GraphFact::Greater(one, other));
            }
        }
    }
    out
}

impl GraphRule {
    /// Whether every move stays in one connected part, so that parts are independent.
    pub fn is_linked(&self) -> bool {
        self.clauses.iter().all(GraphClause::is_linked)
    }

    /// Whether no clause can pick a vertex without edges.
    pub fn ignores_lone(&self) -> bool {
        self.clauses.iter().all(|clause| (0..clause.names).all(|name| !clause.may_be_lone(name)))
    }

    /// Whether edges are removed by themselves.
    pub fn removes_edges(&self) -> bool {
        self.clauses.iter().any(|clause| clause.removed.iter().any(|item| matches!(item, Removed::Edge(..))))
    }

    /// Whether this is Node Kayles: take a vertex and its neighbours.
    pub fn is_node_kayles(&self) -> bool {
        let is_node = |clause: &GraphClause| {
            let has = |item: Removed| clause.removed.contains(&item);
            let only = |item: &Removed| matches!(item, Removed::Vertex(0) | Removed::Neighbours(0));
            clause.names == 1
                && has(Removed::Vertex(0))
                && has(Removed::Neighbours(0))
                && clause.removed.iter().all(only)
                && clause.condition == Formula::All(Vec::new())
        };
        !self.poset && self.clauses.iter().all(is_node)
    }

    /// Whether this is Arc Kayles: take two neighbours.
    pub fn is_arc_kayles(&self) -> bool {
        let is_arc = |clause: &GraphClause| {
            let has = |item: Removed| clause.removed.contains(&item);
            let facts = clause.facts();
            let slot = |fact: GraphFact| facts.iter().position(|other| *other == fact).map(Term::Slot);
            let (Some(edge), Some(same)) = (slot(GraphFact::Edge(0, 1)), slot(GraphFact::Same(0, 1))) else {
                return false;
            };
            let one = || Term::Integer(1);
            let said = [
                Formula::Compare(Relation::Equal, edge, one()),
                Formula::Compare(Relation::NotEqual, same, one()),
            ];
            clause.names == 2
                && clause.joined.contains(&(0, 1))
                && has(Removed::Vertex(0))
                && has(Removed::Vertex(1))
                && !clause.removed.iter().any(|item| matches!(item, Removed::Neighbours(_)))
                && matches!(&clause.condition, Formula::All(items) if items.iter().all(|item| said.contains(item)))
        };
        !self.poset && self.clauses.iter().all(is_arc)
    }

    /// Reads a rule, with values for its parameters.
    ///
    /// # Errors
    /// Every mistake found.
    pub fn read(source: &str, framed: &Framed, given: &[(String, i128)]) -> Result<GraphRule, Diagnostics> {
        let (poset, mistakes) = ground(source, &framed.headers);
        let (mut tokens, errors) =
            clause_tokens(source, &framed.body, |text| text == "remove" || text == "param")?;
        for placed in &mut tokens {
            if &source[placed.span.start..placed.span.end] == "remove" {
                placed.token = Token::Name("remove".to_owned());
            }
        }
        join_calls(&mut tokens, "deg");
        let parameter_names = parameter_names(&tokens);
        rewrite(&mut tokens, poset, &parameter_names);
        let mut parser = Parser::on(tokens, errors);
        parser.errors.extend(mistakes);
        let reader = Reader { poset, parameters: parameter_names };
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
        if !errors.is_empty() {
            return Err(Diagnostics::new(source, errors));
        }
        let text = print(poset, &rule.parameters, &written);
        let clauses = written.iter().map(|clause| clause.resolve(&values)).collect();
        Ok(GraphRule { poset, clauses, text })
    }
}

/// Whether the rule is about posets, and what is wrong with its headers.
fn ground(source: &str, headers: &Headers) -> (bool, Vec<Diagnostic>) {
    let mut errors = Vec::new();
    let said = headers.on.as_ref().map(|header| header.text.as_str());
    match (&headers.on, said) {
        (_, Some("graph" | "poset")) => {}
        (Some(header), Some(said)) => {
            let first = said.split_whitespace().next().unwrap_or_default();
            let message = format!("`on {first}` is followed by nothing more");
            let fix = if first == "poset" { "poset" } else { "graph" };
            errors.push(Diagnostic::new(ErrorCode::Expected, header.span, message).suggest(fix));
        }
        _ => {
            let at = source.find("remove").unwrap_or(0);
            let message = "a rule that removes vertices says what it is played on";
            let end = (at + "remove".len()).min(source.len());
            errors.push(Diagnostic::new(ErrorCode::Expected, at..end, message).suggest("on graph ; remove"));
        }
    }
    for (word, header) in
        [("loopy", &headers.loopy), ("measure", &headers.measure), ("start", &headers.start)]
    {
        if let Some(header) = header {
            let message = format!("`{word}` does not go with a graph");
            let hint = "every move removes something, so play ends by itself";
            errors.push(Diagnostic::new(ErrorCode::Expected, header.span, message).hint(hint));
        }
    }
    (said.is_some_and(|said| said.starts_with("poset")), errors)
}

/// The two vertices of the name of an edge, of an order or of a sameness.
fn pair_name(one: &str, sign: &str, other: &str) -> String {
    format!("{one}{sign}{other}")
}

/// Makes a name, compared with 1, of every statement about two vertices behind `where`: `u-v`, `u != v`, `u > v`.
fn rewrite(tokens: &mut Vec<Placed>, poset: bool, parameters: &[String]) {
    let mut at = 0;
    let mut behind_where = false;
    while at + 2 < tokens.len() {
        match &tokens[at].token {
            Token::Keyword(Keyword::Where) => behind_where = true,
            Token::Sign(";") | Token::Break => behind_where = false,
            _ => {}
        }
        let span = tokens[at].span.to(tokens[at + 2].span);
        if let (Token::Name(one), Token::Sign(sign), Token::Name(other)) =
            (&tokens[at].token, &tokens[at + 1].token, &tokens[at + 2].token)
            && behind_where
            && is_vertex(one, parameters)
            && is_vertex(other, parameters)
            && let Some((sign, negated)) = statement(sign, poset)
        {
            let (one, other) = match sign {
                "<" => (other, one),
                "-" | "=" if other < one => (other, one),
                _ => (one, other),
            };
            let sign = if sign == "<" { ">" } else { sign };
            let relation = if negated { "!=" } else { "=" };
            let parts = [Token::Name(pair_name(one, sign, other)), Token::Sign(relation), Token::Integer(1)];
            tokens.splice(at..at + 3, parts.map(|token| Placed { token, span }));
            at += 2;
        }
        at += 1;
    }
}

/// A sign between two vertices: which statement it makes, and whether it denies it.
fn statement(sign: &str, poset: bool) -> Option<(&'static str, bool)> {
    Some(match sign {
        "-" if !poset => ("-", false),
        "=" => ("=", false),
        "!=" => ("=", true),
        ">" if poset => (">", false),
        "<" if poset => ("<", false),
        _ => return None,
    })
}

/// Whether a name can be that of a vertex.
fn is_vertex(name: &str, parameters: &[String]) -> bool {
    !name.contains(['(', '-', '=', '>']) && name != "remove" && !parameters.iter().any(|other| other == name)
}

/// A clause as written.
struct Written {
    /// The names of vertices.
    names: Vec<String>,
    removed: Vec<Removed>,
    conditions: Vec<Condition>,
}

/// Reads clauses.
struct Reader {
    poset: bool,
    parameters: Vec<String>,
}

impl Reader {
    fn clause(&self, parser: &mut Parser) -> Parsed<Written> {
        let start = parser.span();
        if !matches!(parser.token(), Token::Name(word) if word == "remove") {
            return Err(parser.expected("`remove`", &["remove", "param"]).hint(EXAMPLE));
        }
        parser.advance();
        let mut clause = Written { names: Vec::new(), removed: Vec::new(), conditions: Vec::new() };
        loop {
            let item = self.item(parser, &mut clause)?;
            clause.removed.push(item);
            if !parser.accept_sign(",") {
                break;
            }
        }
        if parser.accept_word(Keyword::Where) {
            clause.conditions = self.conditions(parser, &mut clause)?;
        }
        if clause.names.len() > MAX_NAMES {
            let message = format!("a clause names at most {MAX_NAMES} vertices");
            return Err(Diagnostic::new(ErrorCode::TooLarge, start, message));
        }
        Ok(clause)
    }

    /// `v`, `N(v)`, `u-v`, `up(v)` or `down(v)`.
    fn item(&self, parser: &mut Parser, clause: &mut Written) -> Parsed<Removed> {
        let name = self.vertex(parser)?;
        if parser.token() == &Token::Sign("(") {
            return self.around(parser, &name, clause);
        }
        let one = clause.place(&name.text);
        let sign = parser.span();
        if parser.accept_sign("-") {
            let other = self.vertex(parser)?;
            if self.poset {
                let message = "a poset has no edges to remove";
                return Err(Diagnostic::new(ErrorCode::Expected, sign, message)
                    .hint("elements are removed: `remove v`, `remove v, up(v)`"));
            }
            if other.text == name.text {
                let message = format!("an edge joins two vertices: `{0}-{0}`", name.text);
                return Err(Diagnostic::new(ErrorCode::DuplicateName, name.span.to(other.span), message));
            }
            let other = clause.place(&other.text);
            return Ok(Removed::Edge(one.min(other), one.max(other)));
        }
        Ok(Removed::Vertex(one))
    }

    fn vertex(&self, parser: &mut Parser) -> Parsed<Name> {
        let name = parser.name("what is removed: `v`, `N(v)`, `u-v`, `up(v)`")?;
        if self.parameters.contains(&name.text) {
            let message = format!("`{}` is a parameter, not a vertex", name.text);
            return Err(Diagnostic::new(ErrorCode::DuplicateName, name.span, message));
        }
        if let Some(inner) = name.text.strip_prefix("deg(") {
            let message = format!("`{}` is a number, not something to remove", name.text);
            return Err(
                Diagnostic::new(ErrorCode::Expected, name.span, message).suggest(inner.trim_end_matches(')'))
            );
        }
        Ok(name)
    }

    /// `N(v)` and the like.
    fn around(&self, parser: &mut Parser, function: &Name, clause: &mut Written) -> Parsed<Removed> {
        parser.advance();
        let name = self.vertex(parser)?;
        parser.expect_sign(")")?;
        let span = function.span.to(parser.last_span());
        let place = clause.place(&name.text);
        let (ours, wrong) = match (function.text.as_str(), self.poset) {
            ("N", false) => return Ok(Removed::Neighbours(place)),
            ("up", true) => return Ok(Removed::Above(place)),
            ("down", true) => return Ok(Removed::Below(place)),
            ("N", true) => ("up", "a poset has no neighbours"),
            ("up" | "down", false) => ("N", "a graph has no above and below"),
            (_, true) => ("up", "unknown function"),
            (_, false) => ("N", "unknown function"),
        };
        let message = format!("{wrong}: `{}({})`", function.text, name.text);
        let fix = format!("{ours}({})", name.text);
        Err(Diagnostic::new(ErrorCode::UnknownWord, span, message).suggest(fix))
    }

    /// Conditions; names that stand where vertices stand are vertices, also when nothing of theirs is removed.
    fn conditions(&self, parser: &mut Parser, clause: &mut Written) -> Parsed<Vec<Condition>> {
        let mark = parser.mark();
        let is_parameter = |text: &str| self.parameters.iter().any(|name| name == text);
        let removed = clause.names.clone();
        let unknown = |name: &Name| self.unknown(name, &removed);
        let is_known = |text: &str| is_parameter(text) || text.contains(['-', '=', '>']) || is_degree(text);
        let conditions = read_known(parser, is_known, unknown, Parser::conditions)?;
        for placed in parser.since(mark) {
            let Token::Name(text) = &placed.token else { continue };
            if is_degree(text) && self.poset {
                let message = format!("an element of a poset has no degree: `{text}`");
                return Err(Diagnostic::new(ErrorCode::UnknownWord, placed.span, message));
            }
            for name in vertices(text) {
                if is_parameter(name) {
                    let message = format!("`{name}` is a parameter, not a vertex");
                    return Err(Diagnostic::new(ErrorCode::DuplicateName, placed.span, message));
                }
                clause.place(name);
            }
            self.same_twice(text, placed.span)?;
        }
        Ok(conditions)
    }

    /// `u-u` can never hold.
    fn same_twice(&self, text: &str, span: Span) -> Parsed<()> {
        match vertices(text)[..] {
            [one, other] if one == other => {
                let message = format!("two different vertices are needed: `{text}`");
                Err(Diagnostic::new(ErrorCode::DuplicateName, span, message))
            }
            _ => Ok(()),
        }
    }

    fn unknown(&self, name: &Name, known: &[String]) -> Diagnostic {
        if known.contains(&name.text) {
            let message = format!("`{}` is a vertex, not a number", name.text);
            let diagnostic = Diagnostic::new(ErrorCode::UnknownWord, name.span, message);
            return match self.poset {
                true => diagnostic.hint("elements are compared by `u > v`, `u = v`, `u != v`"),
                false => diagnostic.hint(format!(
                    "its degree is `deg({})`; vertices are compared by `u-v`, `u = v`, `u != v`",
                    name.text
                )),
            };
        }
        unknown_name(name, known.iter().map(String::as_str))
    }
}

fn is_degree(text: &str) -> bool {
    text.starts_with("deg(")
}

/// The vertices that a name of a statement speaks of.
fn vertices(text: &str) -> Vec<&str> {
    match text.strip_prefix("deg(") {
        Some(inner) => vec![inner.trim_end_matches(')')],
        None if text.contains(['-', '=', '>']) => text.split(['-', '=', '>']).collect(),
        None => Vec::new(),
    }
}

impl Written {
    /// The place of a name, a new one if it was not met.
    fn place(&mut self, name: &str) -> usize {
        self.names.iter().position(|other| other == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }

    fn resolve(&self, parameters: &[(String, i128)]) -> GraphClause {
        let name = |place: usize| self.names[place].as_str();
        let sorted = |sign: &str, one: usize, other: usize| {
            let (one, other) = (name(one).min(name(other)), name(one).max(name(other)));
            pair_name(one, sign, other)
        };
        let slot = |fact: &GraphFact| match *fact {
            GraphFact::Degree(one) => format!("deg({})", name(one)),
            GraphFact::Edge(one, other) => sorted("-", one, other),
            GraphFact::Same(one, other) => sorted("=", one, other),
            GraphFact::Greater(one, other) => pair_name(name(one), ">", name(other)),
        };
        let facts = facts(self.names.len());
        let mut scope = Scope { names: facts.iter().map(slot).collect(), parameters };
        let condition = flat(all_of(&mut scope, &self.conditions));
        let mut joined: Vec<(usize, usize)> = Vec::new();
        for item in &self.removed {
            if let Removed::Edge(one, other) = *item {
                joined.push((one, other));
            }
        }
        if let Formula::All(items) = &condition {
            for item in items {
                if let Formula::Compare(Relation::Equal, Term::Slot(slot), Term::Integer(1)) = item
                    && let GraphFact::Edge(one, other) | GraphFact::Greater(one, other) = facts[*slot]
                {
                    joined.push((one.min(other), one.max(other)));
                }
            }
        }
        joined.sort_unstable();
        joined.dedup();
        GraphClause { names: self.names.len(), removed: self.removed.clone(), condition, joined }
    }
}

/// All of nested conditions that all hold, on one level.
fn flat(formula: Formula) -> Formula {
    fn gather(formula: Formula, out: &mut Vec<Formula>) {
        match formula {
            Formula::All(items) => items.into_iter().for_each(|item| gather(item, out)),
            other => out.push(other),
        }
    }
    let mut items = Vec::new();
    gather(formula, &mut items);
    Formula::All(items)
}

/// The rule in its canonical spelling.
fn print(poset: bool, parameters: &[RuleParameter], clauses: &[Written]) -> String {
    let mut pieces = vec![format!("on {}", if poset { "poset" } else { "graph" })];
    pieces.extend(parameters.iter().map(|p| format!("param {} = {}", p.name.text, p.value)));
    pieces.extend(clauses.iter().map(Written::to_string));
    pieces.join(" ; ")
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |place: usize| &self.names[place];
        let item = |item: &Removed| match *item {
            Removed::Vertex(one) => name(one).clone(),
            Removed::Neighbours(one) => format!("N({})", name(one)),
            Removed::Edge(one, other) => format!("{}-{}", name(one), name(other)),
            Removed::Above(one) => format!("up({})", name(one)),
            Removed::Below(one) => format!("down({})", name(one)),
        };
        let removed: Vec<String> = self.removed.iter().map(item).collect();
        write!(f, "remove {}", removed.join(", "))?;
        let conditions: Vec<String> = self.conditions.iter().map(spelled).collect();
        if conditions.is_empty() { Ok(()) } else { write!(f, " where {}", conditions.join(", ")) }
    }
}

/// A condition with its statements about vertices as they are written.
fn spelled(condition: &Condition) -> String {
    let mut text = String::new();
    let written = condition.to_string();
    // `u-v = 1` is `u-v`, `u=v != 1` is `u != v`.
    let mut words = written.split(' ').peekable();
    while let Some(word) = words.next() {
        let bare = word.trim_start_matches('(');
        let is_statement =
            !is_degree(bare) && bare.len() > 2 && bare.contains(['-', '=', '>']) && !bare.ends_with('=');
        let relation = is_statement.then(|| words.peek().copied()).flatten();
        let spelling = match relation {
            Some(relation @ ("=" | "!=")) => {
                words.next();
                let end = words.next().unwrap_or_default().trim_start_matches('1');
                let stated = match (bare.contains('='), relation) {
                    (true, relation) => word.replace('=', &format!(" {relation} ")),
                    (false, "=") => word.replace('>', " > "),
                    (false, _) => format!("not {}", word.replace('>', " > ")),
                };
                format!("{stated}{end}")
            }
            _ => word.to_owned(),
        };
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&spelling);
    }
    text
}

impl fmt::Display for GraphRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::clauses::tests::mistakes;
    use super::super::headers::frame;
    use super::*;

    fn read(text: &str) -> Result<GraphRule, Diagnostics> {
        GraphRule::read(text, &frame(text)?, &[])
    }

    #[test]
    fn rules_are_printed_as_they_are_read() {
        for (text, printed) in [
            ("on graph ; remove v, N(v)", "on graph ; remove v, N(v)"),
            (
                "on graph\n# an edge\nremove u-v\nremove v where deg(v)=0",
                "on graph ; remove u-v ; remove v where deg(v) = 0",
            ),
            ("on graph ; remove a, b where b != a, not b-a", "on graph ; remove a, b where a != b, not a-b"),
            (
                "on graph ; param k = 2 ; remove v where deg(v) > k or deg(v) odd",
                "on graph ; param k = 2 ; remove v where deg(v) > k or deg(v) odd",
            ),
            ("on poset ; remove v, up(v) where w < v", "on poset ; remove v, up(v) where v > w"),
        ] {
            let rule = read(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
            assert_eq!(rule.to_string(), printed);
            assert_eq!(read(printed).expect("what is printed is read").to_string(), printed);
        }
    }

    #[test]
    fn famous_games_are_known_however_they_are_spelled() {
        for text in ["on graph ; remove v, N(v)", "on graph ; remove N(x), x, N(x)"] {
            assert!(read(text).expect(text).is_node_kayles(), "{text}");
        }
        for text in [
            "on graph ; remove u, v where u-v",
            "on graph ; remove b, a where a-b, a != b",
            "on graph ; remove u, u-v, v",
        ] {
            assert!(read(text).expect(text).is_arc_kayles(), "{text}");
        }
        for text in [
            "on graph ; remove v, N(v) where deg(v) > 0",
            "on graph ; remove u, v",
            "on graph ; remove u, v where u != v",
            "on graph ; remove u-v",
            "on graph ; remove u where u-v",
            "on graph ; remove u, v, N(v) where u-v",
            "on poset ; remove u, v where u > v",
        ] {
            let rule = read(text).expect(text);
            assert!(!rule.is_node_kayles() && !rule.is_arc_kayles(), "{text}");
        }
    }

    #[test]
    fn links_are_those_that_must_hold() {
        for (text, linked) in [
            ("on graph ; remove v", true),
            ("on graph ; remove u, v", false),
            ("on graph ; remove u, v where u-v", true),
            ("on graph ; remove u, v where not u-v", false),
            ("on graph ; remove u, v where u-v or u = v", false),
            ("on graph ; remove u, v, w where u-v, v-w", true),
            ("on graph ; remove u, v, w where u-v", false),
            ("on graph ; remove u-v", true),
            ("on poset ; remove u, v where u > v", true),
        ] {
            assert_eq!(read(text).expect(text).is_linked(), linked, "{text}");
        }
    }

    #[test]
    fn mistakes_have_their_place_and_a_way_out() {
        for (text, expected) in [
            (
                "remove v",
                "R003 `remove`: a rule that removes vertices says what it is played on (did you mean `on graph ; remove`?)",
            ),
            (
                "on graph turned ; remove v",
                "R003 `graph turned`: `on graph` is followed by nothing more (did you mean `graph`?)",
            ),
            (
                "on graph ; take v",
                "R003 `take`: expected `remove`, found `take` (a clause looks like `remove v, N(v)` or `remove u, v where u-v`)",
            ),
            (
                "on graph ; remove up(v)",
                "R004 `up(v)`: a graph has no above and below: `up(v)` (did you mean `N(v)`?)",
            ),
            (
                "on poset ; remove v, N(v)",
                "R004 `N(v)`: a poset has no neighbours: `N(v)` (did you mean `up(v)`?)",
            ),
            ("on graph ; remove M(v)", "R004 `M(v)`: unknown function: `M(v)` (did you mean `N(v)`?)"),
            (
                "on poset ; remove u-v",
                "R003 `-`: a poset has no edges to remove (elements are removed: `remove v`, `remove v, up(v)`)",
            ),
            ("on graph ; remove v-v", "R006 `v-v`: an edge joins two vertices: `v-v`"),
            (
                "on graph ; remove deg(v)",
                "R003 `deg(v)`: `deg(v)` is a number, not something to remove (did you mean `v`?)",
            ),
            (
                "on graph ; remove v where v > 1",
                "R004 `v`: `v` is a vertex, not a number (its degree is `deg(v)`; vertices are compared by `u-v`, `u = v`, `u != v`)",
            ),
            ("on graph ; remove v where deg(v) = k", "R004 `k`: unknown name `k` (known here: `v`)"),
            (
                "on poset ; remove v where deg(v) = 1",
                "R004 `deg(v)`: an element of a poset has no degree: `deg(v)`",
            ),
            ("on graph ; remove v where v-v", "R006 `v-v`: two different vertices are needed: `v-v`"),
            (
                "on graph ; remove",
                "R003 ``: expected what is removed: `v`, `N(v)`, `u-v`, `up(v)`, found the end of the rule",
            ),
            (
                "on graph",
                "R013 `on graph`: no rule here (a clause looks like `remove v, N(v)` or `remove u, v where u-v`)",
            ),
            (
                "loopy ; on graph ; remove v",
                "R003 `loopy`: `loopy` does not go with a graph (every move removes something, so play ends by itself)",
            ),
            (
                "on graph ; remove up(v) ; remove v where deg(v) = k",
                "R004 `up(v)`: a graph has no above and below: `up(v)` (did you mean `N(v)`?)\nR004 `k`: unknown name `k` (known here: `v`)",
            ),
        ] {
            assert_eq!(mistakes(&read(text).expect_err(text)), expected, "{text}");
        }
    }
}
