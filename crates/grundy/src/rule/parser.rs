//! Reads a rule: recursive descent over the tokens, with recovery at the end of each clause.
//!
//! One decision needs looking ahead: a parenthesis may open a tuple, a condition or an expression. The matching bracket
//! is found first and the tokens between decide, so nothing is read twice and reading stays linear in practice.

mod kinds;

use super::lexer::{Keyword, Placed, Token, tokens};
use super::syntax::{
    Clause, Condition, Expr, Function, Name, Operator, OptionPart, Predicate, Range, Relation, Rule,
    RuleParameter, Set, SetFunction,
};
use crate::base::diagnostic::{Diagnostic, Diagnostics, ErrorCode, Span};
use crate::base::text::near::nearest;

/// Longest rule text, in bytes.
pub const MAX_LENGTH: usize = 64 * 1024;
/// Deepest nesting of parentheses, `not` and powers.
const MAX_DEPTH: usize = 64;
/// Most operators in one clause; bounds the depth of every tree built from it.
const MAX_OPERATORS: usize = 1000;

/// The words that may follow an expression.
const FOLLOWING: &[&str] =
    &["where", "in", "or", "not", "of", "step", "even", "odd", "square", "prime", "power", "and", "xor"];

/// Reads the text of a rule.
///
/// # Errors
/// Every mistake found, in the order of the text.
pub fn parse(text: &str) -> Result<Rule, Diagnostics> {
    read(text, false)
}

/// Reads the text of a rule about several kinds of heaps, whose clauses then have [`Clause::kinds`].
///
/// # Errors
/// Every mistake found, in the order of the text.
pub fn parse_kinds(text: &str) -> Result<Rule, Diagnostics> {
    read(text, true)
}

/// Reads an expression that stands alone.
///
/// # Errors
/// Every mistake found, with its place in the text.
pub fn parse_expression(text: &str) -> Result<Expr, Vec<Diagnostic>> {
    let (tokens, errors) = tokens(text);
    let mut parser = Parser { tokens, at: 0, depth: 0, operators: 0, errors, kinds: false };
    let expr = parser.expr().and_then(|expr| match parser.token() {
        Token::End => Ok(expr),
        _ => Err(parser.expected("the end of the expression", &[])),
    });
    match expr {
        Ok(expr) if parser.errors.is_empty() => Ok(expr),
        Ok(_) => Err(parser.errors),
        Err(diagnostic) => Err(parser.errors.into_iter().chain([diagnostic]).collect()),
    }
}

fn read(text: &str, kinds: bool) -> Result<Rule, Diagnostics> {
    if text.len() > MAX_LENGTH {
        let message = format!("rule longer than {MAX_LENGTH} bytes");
        return Err(Diagnostics::new(text, vec![Diagnostic::new(ErrorCode::TooLarge, 0..1, message)]));
    }
    let (tokens, errors) = tokens(text);
    let mut parser = Parser { kinds, ..Parser::on(tokens, errors) };
    let rule = parser.rule();
    if parser.errors.is_empty() && rule.clauses.is_empty() {
        let diagnostic = Diagnostic::new(ErrorCode::Empty, 0..text.len(), "no rule here");
        parser.errors.push(diagnostic.hint("a rule looks like `n -> k where k < n`"));
    }
    if parser.errors.is_empty() { Ok(rule) } else { Err(Diagnostics::new(text, parser.errors)) }
}

pub(super) type Parsed<T> = Result<T, Diagnostic>;

/// Reads tokens one after the other; rules of every shape share it for names, arithmetic and conditions.
pub(super) struct Parser {
    tokens: Vec<Placed>,
    at: usize,
    depth: usize,
    operators: usize,
    /// The mistakes so far.
    pub errors: Vec<Diagnostic>,
    /// Whether patterns and parts name their kind.
    kinds: bool,
}

impl Parser {
    /// A reader of tokens that end with [`Token::End`], with the mistakes met in cutting them.
    pub fn on(tokens: Vec<Placed>, errors: Vec<Diagnostic>) -> Parser {
        Parser { tokens, at: 0, depth: 0, operators: 0, errors, kinds: false }
    }

    /// The tokens read since a mark that [`Parser::mark`] gave.
    pub fn since(&self, mark: usize) -> &[Placed] {
        &self.tokens[mark..self.at]
    }

    /// Where the reader stands.
    pub fn mark(&self) -> usize {
        self.at
    }

    pub fn token(&self) -> &Token {
        &self.tokens[self.at].token
    }

    pub fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// The place of the token just read.
    pub fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    pub fn advance(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    fn accept(&mut self, token: &Token) -> bool {
        let found = self.token() == token;
        if found {
            self.advance();
        }
        found
    }

    pub fn accept_sign(&mut self, sign: &'static str) -> bool {
        self.accept(&Token::Sign(sign))
    }

    pub fn accept_word(&mut self, word: Keyword) -> bool {
        self.accept(&Token::Keyword(word))
    }

    pub fn expect_sign(&mut self, sign: &'static str) -> Parsed<()> {
        if self.accept_sign(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}`"), &[])) }
    }

    /// 'expected this, found that', with the nearest of `words` when the token is a misspelling of one.
    pub fn expected(&self, what: &str, words: &[&'static str]) -> Diagnostic {
        let span = self.span();
        if self.token() == &Token::Keyword(Keyword::And) {
            return Diagnostic::new(ErrorCode::UnknownWord, span, "conditions are joined by `,`")
                .suggest(",");
        }
        if let Token::Keyword(word) = self.token()
            && RESERVED.contains(word)
        {
            return self.reserved(*word);
        }
        if let Token::Name(name) = self.token()
            && let Some(word) = nearest(name, words.iter().copied())
        {
            return Diagnostic::new(ErrorCode::UnknownWord, span, format!("unknown word `{name}`"))
                .suggest(word);
        }
        Diagnostic::new(
            ErrorCode::Expected,
            span,
            format!("expected {what}, found {}", self.token().describe()),
        )
    }

    /// A word of the language where a name or something else was expected.
    fn reserved(&self, word: Keyword) -> Diagnostic {
        let text = word.text();
        let message = format!("`{text}` is a word of the language and cannot be a name");
        let diagnostic = Diagnostic::new(ErrorCode::BadPattern, self.span(), message);
        match word {
            Keyword::Xor => diagnostic
                .hint("`xor` stands between two numbers, `a xor b`, or before them, `xor(a, b)`; give the name another spelling"),
            word if RESERVED.contains(&word) => diagnostic
                .hint(format!("`{text}` begins a line of its own before the clauses; give the name another spelling, such as `{text}1`")),
            _ => diagnostic,
        }
    }

    /// Runs `read` one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Parser) -> Parsed<T>) -> Parsed<T> {
        if self.depth == MAX_DEPTH {
            return Err(Diagnostic::new(
                ErrorCode::TooDeep,
                self.span(),
                format!("nested deeper than {MAX_DEPTH} levels"),
            ));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn count_operator(&mut self) -> Parsed<()> {
        self.operators += 1;
        if self.operators <= MAX_OPERATORS {
            return Ok(());
        }
        let message = format!("more than {MAX_OPERATORS} operators in one clause");
        Err(Diagnostic::new(ErrorCode::TooLarge, self.span(), message))
    }

    fn rule(&mut self) -> Rule {
        let (parameters, clauses) = self.clauses(Parser::clause);
        Rule { parameters, clauses }
    }

    /// The parameters and the clauses, each read by `read`; a clause with a mistake is skipped to its end.
    pub fn clauses<T>(
        &mut self,
        mut read: impl FnMut(&mut Parser) -> Parsed<T>,
    ) -> (Vec<RuleParameter>, Vec<T>) {
        let (mut parameters, mut clauses) = (Vec::new(), Vec::new());
        loop {
            while self.accept(&Token::Break) {}
            if self.token() == &Token::End {
                return (parameters, clauses);
            }
            if self.token() == &Token::Sign(";") {
                self.errors.push(self.expected("a clause", &[]));
                self.advance();
                continue;
            }
            (self.depth, self.operators) = (0, 0);
            let read = if self.token() == &Token::Keyword(Keyword::Param) && !clauses.is_empty() {
                let diagnostic =
                    Diagnostic::new(ErrorCode::Expected, self.span(), "a parameter after a clause");
                Err(diagnostic.hint("parameters come before the first clause"))
            } else if self.accept_word(Keyword::Param) {
                self.parameter().map(|parameter| parameters.push(parameter))
            } else {
                read(self).map(|clause| clauses.push(clause))
            };
            if let Err(diagnostic) = read.and_then(|()| self.end_of_clause()) {
                self.errors.push(diagnostic);
                while !matches!(self.token(), Token::Sign(";") | Token::Break | Token::End) {
                    self.advance();
                }
            }
            self.accept_sign(";");
        }
    }

    fn end_of_clause(&self) -> Parsed<()> {
        match self.token() {
            Token::Sign(";") | Token::Break | Token::End => Ok(()),
            Token::Keyword(Keyword::Where) => {
                Err(Diagnostic::new(ErrorCode::Expected, self.span(), "a second `where`")
                    .hint("join conditions by `,`"))
            }
            _ => Err(self.expected("`,`, `where`, `;` or the end of the rule", FOLLOWING)),
        }
    }

    fn parameter(&mut self) -> Parsed<RuleParameter> {
        let name = self.name("the parameter's name")?;
        self.expect_sign("=")?;
        let negative = self.accept_sign("-");
        let value = self.integer("the parameter's value, a whole number")?;
        Ok(RuleParameter { name, value: if negative { -value } else { value } })
    }

    fn integer(&mut self, what: &str) -> Parsed<i128> {
        let Token::Integer(value) = *self.token() else {
            return Err(self.expected(what, &[]));
        };
        self.advance();
        Ok(value)
    }

    pub fn name(&mut self, what: &str) -> Parsed<Name> {
        let span = self.span();
        match self.token().clone() {
            Token::Name(text) => {
                self.advance();
                Ok(Name { text, span })
            }
            Token::Keyword(word) => Err(self.reserved(word)),
            _ => Err(self.expected(what, &[])),
        }
    }

    fn clause(&mut self) -> Parsed<Clause> {
        let start = self.span();
        let mut kinds = Vec::new();
        let in_braces = !self.kinds && self.token() == &Token::Sign("{");
        let pattern = match in_braces {
            true => self.picked()?,
            false if self.kinds => self.kind_pattern(&mut kinds)?,
            false => self.pattern()?,
        };
        let pattern_span = start.to(self.last_span());
        if !self.accept_sign("->") {
            return Err(self.bad_pattern(start));
        }
        let option_start = self.span();
        let option = if in_braces { self.replacement()? } else { self.option(&mut kinds)? };
        let option_span = option_start.to(self.last_span());
        let (conditions, condition_spans) = if self.accept_word(Keyword::Where) {
            self.placed_conditions()?
        } else {
            (Vec::new(), Vec::new())
        };
        Ok(Clause {
            kinds,
            pattern,
            option,
            conditions,
            condition_spans,
            in_braces,
            pattern_span,
            option_span,
        })
    }

    fn pattern(&mut self) -> Parsed<Vec<Name>> {
        let start = self.span();
        if !self.accept_sign("(") {
            return match self.token() {
                Token::Name(_) | Token::Keyword(_) => Ok(vec![self.name("a name")?]),
                _ => Err(self.bad_pattern(start)),
            };
        }
        let mut names = vec![self.name("the name of a component")?];
        while self.accept_sign(",") {
            names.push(self.name("the name of a component")?);
        }
        self.expect_sign(")")?;
        Ok(names)
    }

    /// The names of the heaps that a move across heaps picks, in braces.
    fn picked(&mut self) -> Parsed<Vec<Name>> {
        self.expect_sign("{")?;
        let mut names = vec![self.name("the name of a heap")?];
        while self.accept_sign(",") {
            names.push(self.name("the name of a heap")?);
        }
        self.expect_sign("}")?;
        Ok(names)
    }

    /// What takes the place of the heaps picked, in braces; nothing at all is `{}`.
    fn replacement(&mut self) -> Parsed<Vec<OptionPart>> {
        if self.token() != &Token::Sign("{") {
            let diagnostic = self.expected("`{`", &[]);
            return Err(
                diagnostic.hint("what takes the place of the heaps stands in braces too: `{a - 1, b}`")
            );
        }
        self.advance();
        let mut parts = Vec::new();
        if self.accept_sign("}") {
            return Ok(parts);
        }
        parts.push(self.part()?);
        while self.accept_sign(",") {
            parts.push(self.part()?);
        }
        if !self.accept_sign("}") {
            return Err(self.expected("`,` or `}`", &[]));
        }
        Ok(parts)
    }

    /// What to say when the left side is not `name ->`: an expression before an arrow, or no arrow at all.
    fn bad_pattern(&self, start: Span) -> Diagnostic {
        let rest = &self.tokens[self.at..];
        let clause_end = |p: &&Placed| !matches!(p.token, Token::Sign(";") | Token::Break | Token::End);
        let arrow = rest.iter().take_while(clause_end).position(|p| p.token == Token::Sign("->"));
        match arrow {
            Some(arrow) => {
                let before = self.tokens[(self.at + arrow).saturating_sub(1)].span;
                let span = Span { start: start.start, end: before.end.max(start.end) };
                let message = "the left side of the arrow must be a name or a tuple of names";
                Diagnostic::new(ErrorCode::BadPattern, span, message)
                    .hint("put the condition behind `where`: `n -> 3 where n = 5`")
            }
            None => self.expected("`->`", &["param"]).hint("a rule looks like `n -> k where k < n`"),
        }
    }

    fn option(&mut self, kinds: &mut Vec<Name>) -> Parsed<Vec<OptionPart>> {
        if matches!(
            self.token(),
            Token::Sign(";") | Token::Break | Token::End | Token::Keyword(Keyword::Where)
        ) {
            let diagnostic = self.expected("what the move leaves", &[]);
            let empty = kinds.first().map_or("0".to_owned(), |kind| format!("{}(0)", kind.text));
            return Err(diagnostic.hint(format!("the empty heap is written `{empty}`")));
        }
        if self.token() == &Token::Sign("{") {
            let diagnostic = self.expected("what the move leaves", &[]);
            return Err(diagnostic.hint("braces stand on both sides of the arrow: `{a, b} -> {a + b}`"));
        }
        let mut parts = Vec::new();
        loop {
            parts.push(if self.kinds { self.kind_part(kinds)? } else { self.part()? });
            if !self.accept_sign(",") {
                return Ok(parts);
            }
        }
    }

    fn part(&mut self) -> Parsed<OptionPart> {
        let start = self.span();
        if self.accept_word(Keyword::Each) {
            let from = self.expr()?;
            self.expect_sign("..")?;
            return Ok(OptionPart::Each { from, to: self.expr()? });
        }
        if let Some(component) = self.tuple()? {
            return Ok(OptionPart::Copies { count: None, component, span: start.to(self.last_span()) });
        }
        let first = self.expr()?;
        let (count, component) = if self.accept_word(Keyword::Of) {
            let tuple = self.tuple()?;
            (Some(first), tuple.map_or_else(|| Ok(vec![self.expr()?]), Ok)?)
        } else {
            (None, vec![first])
        };
        Ok(OptionPart::Copies { count, component, span: start.to(self.last_span()) })
    }

    /// A tuple `(x, y)`, or nothing when the next parenthesis is arithmetic.
    fn tuple(&mut self) -> Parsed<Option<Vec<Expr>>> {
        if !self.group_has(|token, depth| depth == 1 && token == &Token::Sign(",")) {
            return Ok(None);
        }
        self.expect_sign("(")?;
        let mut items = vec![self.expr()?];
        while self.accept_sign(",") {
            items.push(self.expr()?);
        }
        self.expect_sign(")")?;
        Ok(Some(items))
    }

    /// Whether the parenthesis that opens here holds a token that `wanted` accepts, up to its closing one.
    fn group_has(&self, wanted: impl Fn(&Token, usize) -> bool) -> bool {
        let mut depth = 0;
        for placed in &self.tokens[self.at..] {
            match placed.token {
                Token::Sign("(") => depth += 1,
                Token::Sign(")") if depth > 0 => depth -= 1,
                Token::Sign(";") | Token::End => return false,
                _ => {}
            }
            if depth == 0 {
                return false;
            }
            if wanted(&placed.token, depth) {
                return true;
            }
        }
        false
    }

    /// Conditions joined by commas.
    pub fn conditions(&mut self) -> Parsed<Vec<Condition>> {
        Ok(self.placed_conditions()?.0)
    }

    /// Conditions joined by commas, and their places.
    fn placed_conditions(&mut self) -> Parsed<(Vec<Condition>, Vec<Span>)> {
        let (mut all, mut spans) = (Vec::new(), Vec::new());
        loop {
            let start = self.span();
            all.push(self.alternatives()?);
            spans.push(start.to(self.last_span()));
            if !self.accept_sign(",") {
                return Ok((all, spans));
            }
        }
    }

    fn alternatives(&mut self) -> Parsed<Condition> {
        let mut any = vec![self.negation()?];
        while self.accept_word(Keyword::Or) {
            self.count_operator()?;
            any.push(self.negation()?);
        }
        Ok(if any.len() == 1 { any.remove(0) } else { Condition::Or(any) })
    }

    fn negation(&mut self) -> Parsed<Condition> {
        if self.accept_word(Keyword::Not) {
            return self.nested(|parser| Ok(Condition::Not(Box::new(parser.negation()?))));
        }
        if let Some(tuple) = self.tuple_before_in()? {
            return self.tuple_member(tuple);
        }
        let holds_condition = |token: &Token, _| match token {
            Token::Sign(sign) => matches!(*sign, "<" | "<=" | ">" | ">=" | "=" | "!=" | "|"),
            Token::Keyword(word) => !matches!(word, Keyword::Min | Keyword::Max | Keyword::Xor),
            _ => false,
        };
        if self.group_has(holds_condition) {
            return self.nested(|parser| {
                parser.expect_sign("(")?;
                let inner = parser.conditions()?;
                parser.expect_sign(")")?;
                Ok(Condition::All(inner))
            });
        }
        self.comparison()
    }

    /// A tuple that `in` or `not in` follows, or nothing.
    fn tuple_before_in(&mut self) -> Parsed<Option<Vec<Expr>>> {
        let mut depth = 0;
        let close = self.tokens[self.at..].iter().position(|placed| {
            match placed.token {
                Token::Sign("(") => depth += 1,
                Token::Sign(")") => depth -= 1,
                _ => {}
            }
            depth <= 0
        });
        let after = |place: usize| self.tokens.get(self.at + place).map(|placed| &placed.token);
        let is_in = |place: usize| after(place) == Some(&Token::Keyword(Keyword::In));
        let is_not = |place: usize| after(place) == Some(&Token::Keyword(Keyword::Not));
        match close {
            Some(close) if close > 0 && (is_in(close + 1) || is_not(close + 1) && is_in(close + 2)) => {
                self.tuple()
            }
            _ => Ok(None),
        }
    }

    /// `in {(1, 3), (2, 5)}` or `not in` that, behind a tuple.
    fn tuple_member(&mut self, tuple: Vec<Expr>) -> Parsed<Condition> {
        let negative = self.accept_word(Keyword::Not);
        self.advance();
        self.expect_sign("{")?;
        let mut set = Vec::new();
        while !self.accept_sign("}") {
            let span = self.span();
            let Some(member) = self.tuple()? else {
                return Err(self
                    .expected("a tuple", &[])
                    .hint("a set of tuples looks like `{(1,3), (2,5)}`"));
            };
            if member.len() != tuple.len() {
                let message = format!("a tuple of {}, compared with one of {}", member.len(), tuple.len());
                return Err(Diagnostic::new(ErrorCode::Arity, span.to(self.last_span()), message));
            }
            self.count_operator()?;
            set.push(member);
            if !self.accept_sign(",") && self.token() != &Token::Sign("}") {
                return Err(self.expected("`,` or `}`", &[]));
            }
        }
        let member = Condition::TupleMember(tuple, set);
        Ok(if negative { Condition::Not(Box::new(member)) } else { member })
    }

    fn comparison(&mut self) -> Parsed<Condition> {
        let first = self.expr()?;
        let Token::Keyword(word) = *self.token() else { return self.chain(first) };
        let condition = match word {
            Keyword::Even => Condition::Even(first),
            Keyword::Odd => Condition::Odd(first),
            Keyword::Square => Condition::Is(first, Predicate::Square),
            Keyword::Prime => Condition::Is(first, Predicate::Prime),
            Keyword::Power => return self.power_of(first),
            Keyword::In => {
                self.advance();
                return Ok(Condition::Member(first, self.set()?));
            }
            Keyword::Not => {
                self.advance();
                if !self.accept_word(Keyword::In) {
                    return Err(self.expected("`in`", &["in"]));
                }
                return Ok(Condition::Not(Box::new(Condition::Member(first, self.set()?))));
            }
            _ => return self.chain(first),
        };
        self.advance();
        Ok(condition)
    }

    fn power_of(&mut self, first: Expr) -> Parsed<Condition> {
        self.advance();
        if !self.accept_word(Keyword::Of) {
            return Err(self.expected("`of`", &["of"]));
        }
        let span = self.span();
        let base = self.integer("a whole number, the base of the powers")?;
        if base < 2 {
            let message = format!("the base of the powers must be at least 2: {base}");
            return Err(Diagnostic::new(ErrorCode::BadNumber, span, message));
        }
        Ok(Condition::Is(first, Predicate::PowerOf(base)))
    }

    fn chain(&mut self, first: Expr) -> Parsed<Condition> {
        let mut rest = Vec::new();
        while let Some(relation) = self.relation() {
            self.advance();
            self.count_operator()?;
            rest.push((relation, self.expr()?));
        }
        if rest.is_empty() {
            if self.token() == &Token::Sign("->") {
                let diagnostic =
                    Diagnostic::new(ErrorCode::Expected, self.span(), "an arrow inside a condition");
                return Err(diagnostic.hint("`>=` is 'at least'; a new clause starts after `;`"));
            }
            return Err(self.expected("a comparison, `in`, or a property such as `even`", FOLLOWING));
        }
        Ok(Condition::Chain(first, rest))
    }

    fn relation(&self) -> Option<Relation> {
        Some(match self.token() {
            Token::Sign("<") => Relation::Less,
            Token::Sign("<=") => Relation::LessEqual,
            Token::Sign(">") => Relation::Greater,
            Token::Sign(">=") => Relation::GreaterEqual,
            Token::Sign("=") => Relation::Equal,
            Token::Sign("!=") => Relation::NotEqual,
            Token::Sign("|") => Relation::Divides,
            _ => return None,
        })
    }

    fn set(&mut self) -> Parsed<Set> {
        if let Some(function) = self.word_before_bracket(&SetFunction::ALL) {
            let mut items = self.arguments(function.name(), 1..=1)?;
            return Ok(Set::Of(function, items.remove(0)));
        }
        if !self.accept_sign("{") {
            let range = self.range()?;
            if range.to.is_none() {
                let hint = match &range.from {
                    Expr::Name(name) if let Some(property) = property(&name.text) => {
                        format!(
                            "a property stands behind what has it: `k {property}` instead of `k in {}`",
                            name.text
                        )
                    }
                    _ => "a single number is compared by `=`; sets have braces".to_owned(),
                };
                return Err(self.expected("`..`", &[]).hint(hint));
            }
            return Ok(Set::Ranges(vec![range]));
        }
        let mut items = Vec::new();
        while !self.accept_sign("}") {
            items.push(self.range()?);
            if !self.accept_sign(",") && self.token() != &Token::Sign("}") {
                return Err(self.expected("`,` or `}`", &[]));
            }
        }
        Ok(Set::Ranges(items))
    }

    fn range(&mut self) -> Parsed<Range> {
        let from = self.expr()?;
        let to = if self.accept_sign("..") { Some(self.expr()?) } else { None };
        let step = if to.is_some() && self.accept_word(Keyword::Step) { Some(self.expr()?) } else { None };
        Ok(Range { from, to, step })
    }

    pub fn expr(&mut self) -> Parsed<Expr> {
        self.infix(
            |parser| (parser.token() == &Token::Keyword(Keyword::Xor)).then_some(Operator::Xor),
            Parser::sum,
        )
    }

    fn sum(&mut self) -> Parsed<Expr> {
        self.infix(
            |parser| match parser.token() {
                Token::Sign("+") => Some(Operator::Add),
                Token::Sign("-") => Some(Operator::Subtract),
                _ => None,
            },
            Parser::product,
        )
    }

    fn product(&mut self) -> Parsed<Expr> {
        self.infix(
            |parser| match parser.token() {
                Token::Sign("*") => Some(Operator::Multiply),
                Token::Sign("/") => Some(Operator::Divide),
                Token::Sign("%") => Some(Operator::Remainder),
                _ => None,
            },
            Parser::signed,
        )
    }

    /// Operands joined by operators of one strength, grouped from the left.
    fn infix(
        &mut self,
        operator: impl Fn(&Parser) -> Option<Operator>,
        operand: impl Fn(&mut Parser) -> Parsed<Expr>,
    ) -> Parsed<Expr> {
        let mut left = operand(self)?;
        while let Some(found) = operator(self) {
            self.count_operator()?;
            self.advance();
            left = Expr::Binary(found, Box::new(left), Box::new(operand(self)?));
        }
        Ok(left)
    }

    fn signed(&mut self) -> Parsed<Expr> {
        if self.accept_sign("-") {
            return self.nested(|parser| Ok(Expr::Negate(Box::new(parser.signed()?))));
        }
        self.power()
    }

    fn power(&mut self) -> Parsed<Expr> {
        let base = self.operand()?;
        if !self.accept_sign("^") {
            return Ok(base);
        }
        let exponent = self.nested(Parser::signed)?;
        Ok(Expr::Binary(Operator::Power, Box::new(base), Box::new(exponent)))
    }

    fn operand(&mut self) -> Parsed<Expr> {
        let span = self.span();
        if let Some(function) = self.word_before_bracket(&Function::ALL) {
            let name = self.name("a function")?.text;
            self.at -= 1;
            let mut items = self.arguments(&name, 1..=1)?;
            return Ok(Expr::Unary(function, Box::new(items.remove(0))));
        }
        if let Some(operator) = self.word_before_bracket(&Operator::FUNCTIONS) {
            let name = self.name("a function")?.text;
            self.at -= 1;
            return Ok(Expr::Call(operator, self.arguments(&name, 2..=2)?));
        }
        if let Some(set) = self.word_before_bracket(&SetFunction::ALL) {
            let message = format!("`{}(...)` is a set, not a number", set.name());
            let hint = format!("name its members: `k in {}(...)`", set.name());
            return Err(Diagnostic::new(ErrorCode::Expected, span, message).hint(hint));
        }
        match self.token().clone() {
            Token::Integer(value) => {
                self.advance();
                Ok(Expr::Integer(value))
            }
            Token::Name(text) => {
                self.advance();
                if self.token() == &Token::Sign("(") && span.end == self.span().start {
                    let diagnostic =
                        Diagnostic::new(ErrorCode::UnknownWord, span, format!("unknown function `{text}`"));
                    let near = nearest(&text, functions());
                    let all: Vec<String> = functions().map(|name| format!("`{name}`")).collect();
                    let hint =
                        format!("the functions are {}; a product is written `{text}*(...)`", all.join(", "));
                    return Err(near.map_or(diagnostic.clone().hint(hint), |word| diagnostic.suggest(word)));
                }
                Ok(Expr::Name(Name { text, span }))
            }
            Token::Keyword(Keyword::Min) => {
                Ok(Expr::Call(Operator::Min, self.arguments("min", 1..=usize::MAX)?))
            }
            Token::Keyword(Keyword::Max) => {
                Ok(Expr::Call(Operator::Max, self.arguments("max", 1..=usize::MAX)?))
            }
            Token::Keyword(Keyword::Xor) if self.opens_bracket() => {
                let items = self.arguments("xor", 2..=2)?;
                let join = |a: Expr, b: Expr| Expr::Binary(Operator::Xor, Box::new(a), Box::new(b));
                Ok(items.into_iter().reduce(join).expect("two of them"))
            }
            Token::Sign("(") => self.nested(|parser| {
                parser.advance();
                let inner = parser.expr()?;
                parser.expect_sign(")")?;
                Ok(inner)
            }),
            _ => Err(self.expected("a number, a name or `(`", &[])),
        }
    }

    /// Whether the token after this one opens a bracket.
    fn opens_bracket(&self) -> bool {
        self.tokens.get(self.at + 1).is_some_and(|placed| placed.token == Token::Sign("("))
    }

    /// What the name here stands for when a bracket follows: functions are words of the language only there.
    fn word_before_bracket<T: Copy>(&self, words: &[(&str, T)]) -> Option<T> {
        let Token::Name(name) = self.token() else { return None };
        let found = words.iter().find(|(word, _)| word == name)?;
        self.opens_bracket().then_some(found.1)
    }

    /// The arguments of the function whose name stands here, in brackets.
    fn arguments(&mut self, name: &str, count: std::ops::RangeInclusive<usize>) -> Parsed<Vec<Expr>> {
        let start = self.span();
        self.advance();
        self.nested(|parser| {
            parser.expect_sign("(")?;
            let mut items = vec![parser.expr()?];
            while parser.accept_sign(",") {
                parser.count_operator()?;
                items.push(parser.expr()?);
            }
            parser.expect_sign(")")?;
            if count.contains(&items.len()) {
                return Ok(items);
            }
            let takes = if *count.end() == 1 { "one number" } else { "two numbers" };
            let message = format!("`{name}` takes {takes}, not {}", items.len());
            Err(Diagnostic::new(ErrorCode::Arity, start.to(parser.last_span()), message))
        })
    }
}

/// The names of all functions.
fn functions() -> impl Iterator<Item = &'static str> {
    let two = Operator::FUNCTIONS.iter().map(|(name, _)| *name);
    ["min", "max", "xor"].into_iter().chain(two).chain(Function::ALL.iter().map(|(name, _)| *name))
}

/// Words that old rules may have used as names.
const RESERVED: [Keyword; 6] =
    [Keyword::Xor, Keyword::Loopy, Keyword::Points, Keyword::Measure, Keyword::On, Keyword::Remove];
/// The property whose numbers a word seems to mean.
fn property(word: &str) -> Option<&'static str> {
    match word.trim_end_matches('s') {
        "prime" => Some("prime"),
        "square" => Some("square"),
        "even" => Some("even"),
        "odd" => Some("odd"),
        "power" => Some("power of 2"),
        _ => None,
    }
}
