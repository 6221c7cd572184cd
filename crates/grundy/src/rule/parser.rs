//! Reads a rule: recursive descent over the tokens, with recovery at the end of each clause.
//!
//! One decision needs looking ahead: a parenthesis may open a tuple, a condition or an expression. The matching bracket
//! is found first and the tokens between decide, so nothing is read twice and reading stays linear in practice.

mod kinds;

use super::lexer::{Keyword, Placed, Token, tokens};
use super::syntax::{
    Clause, Condition, Expr, Name, Operator, OptionPart, Predicate, Range, Relation, Rule, RuleParameter,
};
use crate::base::diagnostic::{Diagnostic, Diagnostics, ErrorCode, Span};
use crate::base::text::near::nearest;

/// Longest rule text, in bytes.
pub const MAX_LENGTH: usize = 64 * 1024;
/// Deepest nesting of parentheses, `not` and powers.
const MAX_DEPTH: usize = 64;
/// Most operators in one clause; bounds the depth of every tree built from it.
const MAX_OPERATORS: usize = 1000;

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

fn read(text: &str, kinds: bool) -> Result<Rule, Diagnostics> {
    if text.len() > MAX_LENGTH {
        let message = format!("rule longer than {MAX_LENGTH} bytes");
        return Err(Diagnostics::new(text, vec![Diagnostic::new(ErrorCode::TooLarge, 0..1, message)]));
    }
    let (tokens, errors) = tokens(text);
    let mut parser = Parser { tokens, at: 0, depth: 0, operators: 0, errors, kinds };
    let rule = parser.rule();
    if parser.errors.is_empty() && rule.clauses.is_empty() {
        let diagnostic = Diagnostic::new(ErrorCode::Empty, 0..text.len(), "no rule here");
        parser.errors.push(diagnostic.hint("a rule looks like `n -> k where k < n`"));
    }
    if parser.errors.is_empty() { Ok(rule) } else { Err(Diagnostics::new(text, parser.errors)) }
}

type Parsed<T> = Result<T, Diagnostic>;

struct Parser {
    tokens: Vec<Placed>,
    at: usize,
    depth: usize,
    operators: usize,
    errors: Vec<Diagnostic>,
    /// Whether patterns and parts name their kind.
    kinds: bool,
}

impl Parser {
    fn token(&self) -> &Token {
        &self.tokens[self.at].token
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// The place of the token just read.
    fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    fn advance(&mut self) {
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

    fn accept_sign(&mut self, sign: &'static str) -> bool {
        self.accept(&Token::Sign(sign))
    }

    fn accept_word(&mut self, word: Keyword) -> bool {
        self.accept(&Token::Keyword(word))
    }

    fn expect_sign(&mut self, sign: &'static str) -> Parsed<()> {
        if self.accept_sign(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}`"), &[])) }
    }

    /// 'expected this, found that', with the nearest of `words` when the token is a misspelling of one.
    fn expected(&self, what: &str, words: &[&'static str]) -> Diagnostic {
        let span = self.span();
        if self.token() == &Token::Keyword(Keyword::And) {
            return Diagnostic::new(ErrorCode::UnknownWord, span, "conditions are joined by `,`")
                .suggest(",");
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
        let mut rule = Rule { parameters: Vec::new(), clauses: Vec::new() };
        loop {
            while self.accept(&Token::Break) {}
            if self.token() == &Token::End {
                return rule;
            }
            if self.token() == &Token::Sign(";") {
                self.errors.push(self.expected("a clause", &[]));
                self.advance();
                continue;
            }
            (self.depth, self.operators) = (0, 0);
            let read = if self.token() == &Token::Keyword(Keyword::Param) && !rule.clauses.is_empty() {
                let diagnostic =
                    Diagnostic::new(ErrorCode::Expected, self.span(), "a parameter after a clause");
                Err(diagnostic.hint("parameters come before the first clause"))
            } else if self.accept_word(Keyword::Param) {
                self.parameter().map(|parameter| rule.parameters.push(parameter))
            } else {
                self.clause().map(|clause| rule.clauses.push(clause))
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
            _ => Err(self.expected("`,`, `where`, `;` or the end of the rule", Keyword::ALL)),
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

    fn name(&mut self, what: &str) -> Parsed<Name> {
        let span = self.span();
        match self.token().clone() {
            Token::Name(text) => {
                self.advance();
                Ok(Name { text, span })
            }
            Token::Keyword(word) => {
                let message = format!("`{}` is a word of the language and cannot be a name", word.text());
                Err(Diagnostic::new(ErrorCode::BadPattern, span, message))
            }
            _ => Err(self.expected(what, &[])),
        }
    }

    fn clause(&mut self) -> Parsed<Clause> {
        let start = self.span();
        let mut kinds = Vec::new();
        let pattern = if self.kinds { self.kind_pattern(&mut kinds)? } else { self.pattern()? };
        let pattern_span = start.to(self.last_span());
        if !self.accept_sign("->") {
            return Err(self.bad_pattern(start));
        }
        let option_start = self.span();
        let option = self.option(&mut kinds)?;
        let option_span = option_start.to(self.last_span());
        let conditions = if self.accept_word(Keyword::Where) { self.conditions()? } else { Vec::new() };
        Ok(Clause { kinds, pattern, option, conditions, pattern_span, option_span })
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
    fn conditions(&mut self) -> Parsed<Vec<Condition>> {
        let mut all = vec![self.alternatives()?];
        while self.accept_sign(",") {
            all.push(self.alternatives()?);
        }
        Ok(all)
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
        let holds_condition = |token: &Token, _| match token {
            Token::Sign(sign) => matches!(*sign, "<" | "<=" | ">" | ">=" | "=" | "!=" | "|"),
            Token::Keyword(word) => !matches!(word, Keyword::Min | Keyword::Max),
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
            return Err(self.expected("a comparison, `in`, or a property such as `even`", Keyword::ALL));
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

    fn set(&mut self) -> Parsed<Vec<Range>> {
        if !self.accept_sign("{") {
            let range = self.range()?;
            if range.to.is_none() {
                return Err(self
                    .expected("`..`", &[])
                    .hint("a single number is compared by `=`; sets have braces"));
            }
            return Ok(vec![range]);
        }
        let mut items = Vec::new();
        while !self.accept_sign("}") {
            items.push(self.range()?);
            if !self.accept_sign(",") && self.token() != &Token::Sign("}") {
                return Err(self.expected("`,` or `}`", &[]));
            }
        }
        Ok(items)
    }

    fn range(&mut self) -> Parsed<Range> {
        let from = self.expr()?;
        let to = if self.accept_sign("..") { Some(self.expr()?) } else { None };
        let step = if to.is_some() && self.accept_word(Keyword::Step) { Some(self.expr()?) } else { None };
        Ok(Range { from, to, step })
    }

    fn expr(&mut self) -> Parsed<Expr> {
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
                    let near = nearest(&text, ["min", "max"]);
                    let hint =
                        format!("the functions are `min` and `max`; a product is written `{text}*(...)`");
                    return Err(near.map_or(diagnostic.clone().hint(hint), |word| diagnostic.suggest(word)));
                }
                Ok(Expr::Name(Name { text, span }))
            }
            Token::Keyword(word @ (Keyword::Min | Keyword::Max)) => self.extreme(word),
            Token::Sign("(") => self.nested(|parser| {
                parser.advance();
                let inner = parser.expr()?;
                parser.expect_sign(")")?;
                Ok(inner)
            }),
            _ => Err(self.expected("a number, a name or `(`", &[])),
        }
    }

    fn extreme(&mut self, word: Keyword) -> Parsed<Expr> {
        self.advance();
        let operator = if word == Keyword::Min { Operator::Min } else { Operator::Max };
        self.nested(|parser| {
            parser.expect_sign("(")?;
            let mut items = vec![parser.expr()?];
            while parser.accept_sign(",") {
                parser.count_operator()?;
                items.push(parser.expr()?);
            }
            parser.expect_sign(")")?;
            Ok(Expr::Extreme(operator, items))
        })
    }
}
