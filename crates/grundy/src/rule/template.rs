//! A family of positions in one text: `3x{n}`, `{n},{n+2}`, `cycle:{2*n+1}`.
//!
//! What stands in braces is an expression of the rule language in the variables of the family; everything else is copied.
//! `{{` and `}}` are braces themselves. A template is filled with numbers and then read as any position is, so every game
//! that has a notation has families. Where the text is a plain tuple, its numbers are had without any text.
//!
//! ```
//! use grundy::rule::template::Template;
//!
//! let template = Template::parse("{n},{2*n + 1}", &["n"])?;
//! assert_eq!(template.fill(&[3]).as_deref(), Some("3,7"));
//! assert_eq!(template.fill(&[-4]), None);
//! # Ok::<(), grundy::rule::Diagnostics>(())
//! ```

use super::check::resolve_expression;
use super::parser::parse_expression;
use super::term::Term;
use crate::base::diagnostic::{Diagnostic, Diagnostics, ErrorCode, Span};
use std::fmt::Write;

/// A text with expressions in it.
#[derive(Debug, Clone)]
pub struct Template {
    text: String,
    pieces: Vec<Piece>,
    variables: Vec<String>,
}

#[derive(Debug, Clone)]
enum Piece {
    Text(String),
    Number(Term),
}

impl Template {
    /// Reads a template in these variables.
    ///
    /// # Errors
    /// A brace without its partner, an expression that cannot be read, or another name.
    pub fn parse(text: &str, variables: &[&str]) -> Result<Template, Diagnostics> {
        let fault = |span: Span, message: &str, hint: String| {
            Diagnostics::new(text, vec![Diagnostic::new(ErrorCode::Expected, span, message).hint(hint)])
        };
        let example =
            format!("an expression stands in braces: `{{{}}}`; a brace itself is `{{{{`", variables[0]);
        let (mut pieces, mut plain, mut at) = (Vec::new(), String::new(), 0);
        while let Some(c) = text[at..].chars().next() {
            let here = Span { start: at, end: at + c.len_utf8() };
            let rest = &text[at..];
            if rest.starts_with("{{") || rest.starts_with("}}") {
                plain.push(c);
                at += 2;
            } else if c == '{' {
                let Some(length) = closing(rest) else {
                    return Err(fault(here, "this brace is not closed", example));
                };
                if !plain.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut plain)));
                }
                pieces.push(Piece::Number(expression(text, at + 1..at + length, variables)?));
                at += length + 1;
            } else if c == '}' {
                return Err(fault(here, "this brace was not opened", example));
            } else {
                plain.push(c);
                at += c.len_utf8();
            }
        }
        if !plain.is_empty() {
            pieces.push(Piece::Text(plain));
        }
        let variables = variables.iter().map(|&name| name.to_owned()).collect();
        Ok(Template { text: text.to_owned(), pieces, variables })
    }

    /// The template as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether a variable stands anywhere in it.
    pub fn mentions(&self, variable: &str) -> bool {
        let slot = self.variables.iter().position(|name| name == variable);
        slot.is_some_and(|slot| self.numbers().any(|term| term.mentions(slot)))
    }

    /// Whether it is the first variable and nothing else.
    pub fn is_bare(&self) -> bool {
        matches!(&self.pieces[..], [Piece::Number(Term::Slot(0))])
    }

    /// The position for these values of the variables; `None` where an expression has no value or a negative one.
    pub fn fill(&self, values: &[i128]) -> Option<String> {
        let mut filled = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => filled.push_str(text),
                Piece::Number(term) => {
                    let number = term.evaluate(values).ok().filter(|&number| number >= 0)?;
                    write!(filled, "{number}").expect("a string takes everything");
                }
            }
        }
        Some(filled)
    }

    /// The terms of a single tuple `{a},{b}` or `(5,{a+b})`, if it is one.
    pub fn tuple(&self) -> Option<Vec<Term>> {
        let mut terms = Vec::new();
        let mut expects = true;
        let last = self.pieces.len().checked_sub(1)?;
        for (index, piece) in self.pieces.iter().enumerate() {
            match piece {
                Piece::Number(term) if expects => {
                    terms.push(term.clone());
                    expects = false;
                }
                Piece::Number(_) => return None,
                Piece::Text(text) => {
                    let mut text = text.trim();
                    if index == 0 {
                        text = text.strip_prefix('(').unwrap_or(text);
                    }
                    if index == last {
                        text = text.strip_suffix(')').unwrap_or(text);
                    }
                    for (place, item) in text.split(',').enumerate() {
                        if place > 0 && expects {
                            return None;
                        }
                        expects |= place > 0;
                        match item.trim() {
                            "" => {}
                            digits if expects => {
                                terms.push(Term::Integer(digits.parse::<u64>().ok()?.into()));
                                expects = false;
                            }
                            _ => return None,
                        }
                    }
                }
            }
        }
        (!expects).then_some(terms)
    }

    fn numbers(&self) -> impl Iterator<Item = &Term> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Number(term) => Some(term),
            Piece::Text(_) => None,
        })
    }
}

/// How far the brace that closes the first one is; sets inside an expression have braces too.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })
}

/// The expression at a place of a template.
fn expression(text: &str, place: std::ops::Range<usize>, variables: &[&str]) -> Result<Term, Diagnostics> {
    // Blanks keep every place where it is.
    let alone = format!("{}{}", " ".repeat(place.start), &text[place.clone()]);
    let moved = |list: Vec<Diagnostic>| Diagnostics::new(text, list);
    let read = parse_expression(&alone).map_err(moved)?;
    let (term, names) = resolve_expression(&read, variables);
    if let Some(other) = names.get(variables.len()) {
        let known: Vec<String> = variables.iter().map(|name| format!("`{name}`")).collect();
        let at = text[place.clone()].find(other.as_str()).map_or(place.start, |at| place.start + at);
        let span = Span { start: at, end: at + other.len() };
        let message = format!("unknown name `{other}` in a template");
        let hint = format!("the variables here: {}", known.join(", "));
        let diagnostic = Diagnostic::new(ErrorCode::UnknownWord, span, message).hint(hint);
        return Err(Diagnostics::new(text, vec![diagnostic]));
    }
    Ok(term)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn template(text: &str) -> Template {
        Template::parse(text, &["a", "b"]).expect(text)
    }

    #[test]
    fn templates_are_filled() {
        let cases = [
            ("3x{a}", "3x5"),
            ("{a},{b}", "5,7"),
            ("({a + b},{max(a, b)*2}) (1,{a%2})", "(12,14) (1,1)"),
            ("cycle:{2*a+1}", "cycle:11"),
            ("{{{a}}}", "{5}"),
            ("", ""),
        ];
        for (text, filled) in cases {
            assert_eq!(template(text).fill(&[5, 7]).as_deref(), Some(filled), "{text}");
        }
        assert_eq!(template("{a-b}").fill(&[5, 7]), None);
        assert_eq!(template("{a/(b-7)}").fill(&[5, 7]), None);
        assert!(template("{a}").is_bare() && !template("{a+0}{b}").is_bare());
        assert!(template("{a}").mentions("a") && !template("{a}").mentions("b"));
    }

    #[test]
    fn tuples_are_known() {
        for (text, count) in
            [("{a},{b}", 2), ("({a},{b})", 2), ("{a}, 5 ,{a+b}", 3), ("( 0 ,{a})", 2), ("{a}", 1)]
        {
            assert_eq!(template(text).tuple().map(|terms| terms.len()), Some(count), "{text}");
        }
        for text in ["{a}{b}", "({a},{b}) (1,2)", "{a},", ",{a}", "{a} {b}", "3x{a}", "1{a}", "{a},,{b}"] {
            assert!(template(text).tuple().is_none(), "{text}");
        }
    }

    #[test]
    fn mistakes_have_a_place() {
        let fault = |text: &str| {
            let found = Template::parse(text, &["n"]).expect_err(text);
            (found.list[0].message.clone(), found.list[0].span.start)
        };
        assert_eq!(fault("3x{n"), ("this brace is not closed".to_owned(), 2));
        assert_eq!(fault("3xn}"), ("this brace was not opened".to_owned(), 3));
        assert_eq!(fault("{n},{m}"), ("unknown name `m` in a template".to_owned(), 5));
        assert_eq!(fault("{n +}").1, 4);
        assert_eq!(fault("{n n}").1, 3);
        assert_eq!(fault("{}").1, 1);
    }
}
