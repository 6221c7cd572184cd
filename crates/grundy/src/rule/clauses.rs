//! Clauses that begin with a word or a bracket of their own, `remove` or `[`, made ready for the reader of rules.
//!
//! Rules about rows of numbers and about graphs share names, arithmetic and conditions with rules about heaps; what they add
//! is written in signs that those do not have. Here such signs are put in terms of the common ones: square brackets become
//! round ones, `sum(r)` and `deg(v)` become names, a line break ends a clause only where the next one begins. Every token
//! keeps its place in the text.

use super::check::Scope;
use super::formula::Formula;
use super::lexer::{Keyword, Placed, Token, tokens};
use super::parser::{MAX_LENGTH, Parsed, Parser};
use super::syntax::{Condition, Name};
use crate::base::diagnostic::{Diagnostic, Diagnostics, ErrorCode, Span};
use crate::base::text::near::nearest;

/// Cuts clauses into tokens; `begins` says whether a clause begins with the text of a token.
///
/// # Errors
/// A text that is too long.
pub(super) fn clause_tokens(
    source: &str,
    masked: &str,
    begins: impl Fn(&str) -> bool,
) -> Result<(Vec<Placed>, Vec<Diagnostic>), Diagnostics> {
    if source.len() > MAX_LENGTH {
        let message = format!("rule longer than {MAX_LENGTH} bytes");
        return Err(Diagnostics::new(source, vec![Diagnostic::new(ErrorCode::TooLarge, 0..1, message)]));
    }
    let (cut, errors) = tokens(masked);
    let mut out: Vec<Placed> = Vec::with_capacity(cut.len());
    for placed in cut.into_iter().filter(|placed| placed.token != Token::Break) {
        let text = &source[placed.span.start..placed.span.end];
        if let Some(last) = out.last()
            && masked[last.span.end..placed.span.start].contains('\n')
            && !matches!(last.token, Token::Sign(sign) if !matches!(sign, ")" | "}"))
            && begins(text)
        {
            let span = Span { start: last.span.end, end: last.span.end };
            out.push(Placed { token: Token::Break, span });
        }
        out.push(placed);
    }
    Ok((out, errors))
}

/// Makes a name of every `function(name)`, as `sum(r)`.
pub(super) fn join_calls(tokens: &mut Vec<Placed>, function: &str) {
    let is_function = |token: &Token| matches!(token, Token::Name(name) if name == function);
    let mut at = 0;
    while at + 3 < tokens.len() {
        if is_function(&tokens[at].token)
            && tokens[at + 1].token == Token::Sign("(")
            && tokens[at + 3].token == Token::Sign(")")
            && let Token::Name(name) = &tokens[at + 2].token
        {
            let token = Token::Name(format!("{function}({name})"));
            let span = tokens[at].span.to(tokens[at + 3].span);
            tokens.splice(at..at + 4, [Placed { token, span }]);
        }
        at += 1;
    }
}

/// The names behind `param`.
pub(super) fn parameter_names(tokens: &[Placed]) -> Vec<String> {
    let pair = |pair: &[Placed]| match (&pair[0].token, &pair[1].token) {
        (Token::Keyword(Keyword::Param), Token::Name(name)) => Some(name.clone()),
        _ => None,
    };
    tokens.windows(2).filter_map(pair).collect()
}

/// Reads an expression or conditions in which only some names may stand.
pub(super) fn read_known<T>(
    parser: &mut Parser,
    known: impl Fn(&str) -> bool,
    unknown: impl Fn(&Name) -> Diagnostic,
    read: impl FnOnce(&mut Parser) -> Parsed<T>,
) -> Parsed<T> {
    let mark = parser.mark();
    let found = read(parser)?;
    let mut offences = Vec::new();
    let tokens = parser.since(mark);
    for (index, placed) in tokens.iter().enumerate() {
        let Token::Name(text) = &placed.token else { continue };
        // A function of the language is none of ours.
        let is_called = tokens.get(index + 1).is_some_and(|next| next.token == Token::Sign("("));
        if !is_called && !known(text) {
            offences.push(unknown(&Name { text: text.clone(), span: placed.span }));
        }
    }
    match offences.pop() {
        None => Ok(found),
        Some(last) => {
            parser.errors.append(&mut offences);
            Err(last)
        }
    }
}

/// An unknown name, with the nearest one that is known.
pub(super) fn unknown_name<'a>(name: &Name, known: impl Iterator<Item = &'a str>) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(ErrorCode::UnknownWord, name.span, format!("unknown name `{}`", name.text));
    let known: Vec<&str> = known.collect();
    match nearest(&name.text, known.iter().copied()) {
        Some(near) => diagnostic.suggest(near),
        None => {
            let list: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            diagnostic.hint(format!("known here: {}", list.join(", ")))
        }
    }
}

/// The conditions of a clause as one formula.
pub(super) fn all_of(scope: &mut Scope<'_>, conditions: &[Condition]) -> Formula {
    Formula::All(conditions.iter().map(|condition| scope.condition(condition, true)).collect())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Mistakes, one a line: code, what stands there, message, way out.
    pub fn mistakes(diagnostics: &Diagnostics) -> String {
        let line = |d: &Diagnostic| {
            let hint = d.hint.as_ref().map_or(String::new(), |hint| format!(" ({hint})"));
            let place = &diagnostics.source[d.span.start..d.span.end];
            format!("{} `{place}`: {}{hint}", d.code.as_str(), d.message)
        };
        diagnostics.list.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}
