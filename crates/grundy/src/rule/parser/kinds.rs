//! Patterns and parts that name their kind: `ring(n)`, `2 of row(k)`, `each row(1..k)`.

use super::{Parsed, Parser};
use crate::base::diagnostic::{Diagnostic, ErrorCode, Span};
use crate::rule::lexer::{Keyword, Token};
use crate::rule::syntax::{Expr, Name, OptionPart};

impl Parser {
    /// The kind of a clause and the names of its numbers.
    pub(super) fn kind_pattern(&mut self, kinds: &mut Vec<Name>) -> Parsed<Vec<Name>> {
        let start = self.span();
        if !matches!(self.token(), Token::Name(_) | Token::Keyword(_)) {
            return Err(self.no_kind(start));
        }
        kinds.push(self.name("the name of a kind")?);
        if !self.accept_sign("(") {
            return Err(self.no_kind(start));
        }
        let mut names = Vec::new();
        loop {
            if !matches!(self.token(), Token::Name(_) | Token::Keyword(_)) {
                return Err(self.bad_pattern(start).hint("a pattern is a kind with names: `row(n) -> ...`"));
            }
            names.push(self.name("the name of a number")?);
            if !self.accept_sign(",") {
                break;
            }
        }
        if !self.accept_sign(")") {
            return Err(self.bad_pattern(start).hint("a pattern is a kind with names: `row(n) -> ...`"));
        }
        Ok(names)
    }

    /// A clause that begins with something else than a kind.
    fn no_kind(&self, start: Span) -> Diagnostic {
        let message = "every clause begins with a kind and its numbers in brackets";
        let found = self.bad_pattern(start);
        Diagnostic::new(ErrorCode::BadPattern, found.span, message).hint("for instance `row(n) -> ...`")
    }

    /// A part; its kind joins the others.
    pub(super) fn kind_part(&mut self, kinds: &mut Vec<Name>) -> Parsed<OptionPart> {
        let start = self.span();
        if self.accept_word(Keyword::Each) {
            kinds.push(self.kind_of_part("row(1..k)")?);
            let from = self.expr()?;
            self.expect_sign("..")?;
            let to = self.expr()?;
            self.expect_sign(")")?;
            return Ok(OptionPart::Each { from, to });
        }
        let mut count = None;
        if !self.at_kind() {
            let bare = self.tuple()?.map_or_else(|| Ok(vec![self.expr()?]), Ok)?;
            if !self.accept_word(Keyword::Of) {
                let span = start.to(self.last_span());
                self.errors.push(bare_part(kinds, &bare, span));
                // The error stands; the part only keeps the places of the others.
                kinds.push(Name { text: String::new(), span });
                return Ok(OptionPart::Copies { count: None, component: bare, span });
            }
            count = bare.into_iter().next();
        }
        kinds.push(self.kind_of_part("row(n - 1)")?);
        let mut component = vec![self.expr()?];
        while self.accept_sign(",") {
            component.push(self.expr()?);
        }
        self.expect_sign(")")?;
        Ok(OptionPart::Copies { count, component, span: start.to(self.last_span()) })
    }

    /// The name of a kind and the bracket behind it.
    fn kind_of_part(&mut self, example: &str) -> Parsed<Name> {
        let what = format!("a kind with its numbers in brackets, such as `{example}`");
        let kind = self.name(&what)?;
        if self.accept_sign("(") { Ok(kind) } else { Err(self.expected("`(`", &[])) }
    }

    /// Whether a part that names its kind begins here: what follows its bracket ends a part, so that it is no function.
    fn at_kind(&self) -> bool {
        let rest = &self.tokens[self.at..];
        let is_name = matches!(rest[0].token, Token::Name(_));
        if !is_name || rest.get(1).is_none_or(|placed| placed.token != Token::Sign("(")) {
            return false;
        }
        let mut depth = 0;
        for (index, placed) in rest.iter().enumerate().skip(1) {
            match placed.token {
                Token::Sign("(") => depth += 1,
                Token::Sign(")") => depth -= 1,
                // An open bracket is told of where the part is read.
                Token::Sign(";") | Token::End => return true,
                _ => {}
            }
            if depth == 0 {
                let behind = rest.get(index + 1).map(|placed| &placed.token);
                let goes_on = |token: &Token| match token {
                    Token::Sign(sign) => matches!(*sign, "+" | "-" | "*" | "/" | "%" | "^"),
                    Token::Keyword(word) => *word == Keyword::Of,
                    Token::Name(word) => word == "xor",
                    _ => false,
                };
                return !behind.is_some_and(goes_on);
            }
        }
        true
    }
}

fn bare_part(kinds: &[Name], bare: &[Expr], span: Span) -> Diagnostic {
    let numbers: Vec<String> = bare.iter().map(Expr::to_string).collect();
    let kind = kinds.first().map_or("row", |kind| kind.text.as_str());
    let hint = format!("for instance `{kind}({})`", numbers.join(", "));
    Diagnostic::new(ErrorCode::Expected, span, "every part names its kind").hint(hint)
}
