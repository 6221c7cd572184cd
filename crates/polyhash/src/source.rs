//! The parameters of a polynomial hash, read out of somebody's program.
//!
//! C++, Python, Java and Rust write the same few loops: a variable that is multiplied by the base before a letter is added (the high power
//! first), or a letter times a power that is added (the low power first). Assignments are found line by line and read as arithmetic,
//! with indices, calls and casts looked through; constants are followed to where they are defined, so every parameter comes
//! with the line it stands on. A modulus that is nowhere written follows from the type that overflows. Bases drawn at run time are
//! told as such.
//!
//! This is reading, not compiling: what is hidden behind templates or several functions may be missed, and nothing is guessed.
//!
//! ```
//! use polyhash::source::{Language, read};
//!
//! let found = read("const int MOD = 1e9 + 7;\nfor (char c : s) h = (h * 31 + c - 'a' + 1) % MOD;\n", Language::Cpp);
//! assert_eq!((found[0].base.value, found[0].modulus.value), (Some(31), Some(1_000_000_007)));
//! assert_eq!((found[0].order.value.to_string(), found[0].map.value.to_string()), ("high".into(), "letters".into()));
//! assert_eq!(found[0].modulus.line, Some(1));
//! ```

use crate::dialect::{LetterMap, Order};
use crate::expression;
use std::collections::HashMap;
use std::fmt;

/// A programming language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// C and C++.
    Cpp,
    /// Python 3.
    Python,
    /// Java.
    Java,
    /// Rust.
    Rust,
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Language::Cpp => "cpp",
            Language::Python => "python",
            Language::Java => "java",
            Language::Rust => "rust",
        })
    }
}

impl Language {
    /// The language of a file, by its ending or else by what stands in it.
    pub fn of(name: &str, text: &str) -> Language {
        match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
            "py" => Language::Python,
            "java" => Language::Java,
            "rs" => Language::Rust,
            "cpp" | "cc" | "cxx" | "c" | "h" | "hpp" => Language::Cpp,
            _ if text.contains("#include") => Language::Cpp,
            _ if text.contains("public class") || text.contains("import java") => Language::Java,
            _ if text.contains("fn main") || text.contains("let mut ") => Language::Rust,
            _ if text.contains("def ") || text.contains("input()") => Language::Python,
            _ => Language::Cpp,
        }
    }
}

/// A parameter and the line it was read from; none if it follows from a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sourced<T> {
    /// The parameter.
    pub value: T,
    /// The line, from 1.
    pub line: Option<usize>,
}

/// A hash function as it is written somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// The base; none if it is drawn at run time.
    pub base: Sourced<Option<u64>>,
    /// The modulus; none if it could not be read.
    pub modulus: Sourced<Option<u128>>,
    /// Which letter has the power 0.
    pub order: Sourced<Order>,
    /// What letters stand for.
    pub map: Sourced<LetterMap>,
}

/// All polynomial hashes in a program.
pub fn read(text: &str, language: Language) -> Vec<Function> {
    let program = Program::new(text, language);
    let mut found: Vec<Function> = Vec::new();
    for function in program.functions() {
        let same = |other: &&Function| {
            other.base.value == function.base.value
                && other.modulus.value == function.modulus.value
                && other.order.value == function.order.value
        };
        if found.iter().find(same).is_none() {
            found.push(function);
        }
    }
    found
}

/// A piece of source.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Number(i128),
    Letter(u8),
    Word(String),
    Sign(&'static str),
}

/// Signs, longer ones first.
const SIGNS: [&str; 42] = [
    "<<=", ">>=", "**=", "&&", "||", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=", "^=", "|=", "&=",
    "->", "::", "<<", ">>", "**", "++", "--", "//", "+", "-", "*", "/", "%", "^", "&", "|", "(", ")", "[",
    "]", "{", "}", ";", ",", "=",
];
const MORE_SIGNS: [&str; 8] = [":", "<", ">", "?", "!", "~", "@", "."];

/// The tokens of a line, without comments and strings.
fn tokens(line: &str, language: Language) -> Vec<Token> {
    let mut found = Vec::new();
    let mut rest = line;
    'line: while let Some(first) = rest.chars().next() {
        let comment = match language {
            Language::Python => first == '#',
            _ => rest.starts_with("//"),
        };
        if comment {
            break;
        }
        if first.is_whitespace() || first == '\\' {
            rest = &rest[first.len_utf8()..];
            continue;
        }
        if first.is_ascii_digit() {
            // 0..n in Rust is a number and two points.
            let cut = rest.find("..").unwrap_or(rest.len());
            if let Some((value, length)) = expression::number(&rest[..cut]) {
                found.push(Token::Number(value));
                rest = &rest[length..];
                continue;
            }
        }
        if let Some((letter, length)) = letter(rest, language) {
            found.push(Token::Letter(letter));
            rest = &rest[length..];
            continue;
        }
        if first == '"' || first == '\'' {
            // A string holds no arithmetic.
            let end = rest[1..].find(first).map_or(rest.len(), |end| end + 2);
            rest = &rest[end..];
            found.push(Token::Word("\"".to_owned()));
            continue;
        }
        if first.is_alphabetic() || first == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            found.push(Token::Word(rest[..end].to_owned()));
            rest = &rest[end..];
            continue;
        }
        for sign in SIGNS.iter().chain(&MORE_SIGNS) {
            if rest.starts_with(sign) {
                found.push(Token::Sign(sign));
                rest = &rest[sign.len()..];
                continue 'line;
            }
        }
        rest = &rest[first.len_utf8()..];
    }
    found
}

/// A letter in quotes: 'a', b'a', and "a" in Python.
fn letter(text: &str, language: Language) -> Option<(u8, usize)> {
    let bytes = text.as_bytes();
    let start = usize::from(matches!(bytes, [b'b', b'\'' | b'"', ..]));
    let quote = *bytes
        .get(start)
        .filter(|&&quote| quote == b'\'' || (quote == b'"' && language == Language::Python))?;
    match bytes[start + 1..] {
        [letter, end, ..] if end == quote && letter != b'\\' => Some((letter, start + 3)),
        _ => None,
    }
}

/// Arithmetic as far as it is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Node {
    Number(i128),
    Letter(u8),
    /// A variable, with what stands in its brackets.
    Variable(String, Option<Box<Node>>),
    Call(String, Vec<Node>),
    Binary(&'static str, Box<Node>, Box<Node>),
}

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    depth: usize,
}

const TYPES: [&str; 30] = [
    "int",
    "long",
    "unsigned",
    "ull",
    "ll",
    "lll",
    "u8",
    "u32",
    "u64",
    "u128",
    "i32",
    "i64",
    "i128",
    "usize",
    "char",
    "Integer",
    "Long",
    "uint64_t",
    "int64_t",
    "uint32_t",
    "size_t",
    "__int128",
    "__int128_t",
    "__uint128_t",
    "i128_t",
    "u128_t",
    "auto",
    "short",
    "LL",
    "ULL",
];

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn take(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Sign(other)) if *other == sign);
        self.at += usize::from(found);
        found
    }

    fn binary(&mut self, least: u8) -> Option<Node> {
        let mut left = self.unary()?;
        while let Some(Token::Sign(sign)) = self.peek() {
            let binds = match *sign {
                "|" => 1,
                "^" => 2,
                "&" => 3,
                "<<" | ">>" => 4,
                "+" | "-" => 5,
                "*" | "/" | "//" | "%" => 6,
                "**" => 7,
                _ => break,
            };
            let sign = *sign;
            if binds < least {
                break;
            }
            self.at += 1;
            let right = self.binary(binds + 1)?;
            left = Node::Binary(sign, Box::new(left), Box::new(right));
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<Node> {
        self.depth += 1;
        if self.depth > 60 {
            return None;
        }
        let node = if self.take("-") {
            Node::Binary("-", Box::new(Node::Number(0)), Box::new(self.unary()?))
        } else if self.take("+") || self.take("*") || self.take("&") {
            // A reference or a pointer in front.
            self.unary()?
        } else {
            let first = self.primary()?;
            self.behind(first)?
        };
        self.depth -= 1;
        Some(node)
    }

    fn primary(&mut self) -> Option<Node> {
        match self.peek()?.clone() {
            Token::Number(value) => {
                self.at += 1;
                Some(Node::Number(value))
            }
            Token::Letter(letter) => {
                self.at += 1;
                Some(Node::Letter(letter))
            }
            Token::Sign("(") => {
                if let Some(length) = self.cast() {
                    self.at += length;
                    return self.unary();
                }
                self.at += 1;
                let inner = self.binary(1)?;
                self.take(")").then_some(inner)
            }
            Token::Word(word) => {
                self.at += 1;
                // A type in front of parentheses is a cast: ll(x), static_cast<ll>(x).
                if word.ends_with("_cast") {
                    while self.at < self.tokens.len() && !self.take(">") {
                        self.at += 1;
                    }
                    return self.primary();
                }
                if word == "await" || word == "return" || word == "new" {
                    return self.unary();
                }
                Some(Node::Variable(word, None))
            }
            Token::Sign(_) => None,
        }
    }

    /// How many tokens a cast in parentheses takes.
    fn cast(&self) -> Option<usize> {
        let words =
            self.tokens[self.at + 1..].iter().take_while(|token| matches!(token, Token::Word(_))).count();
        let inside = &self.tokens[self.at + 1..self.at + 1 + words];
        let types =
            inside.iter().all(|token| matches!(token, Token::Word(word) if TYPES.contains(&word.as_str())));
        let closed = matches!(self.tokens.get(self.at + 1 + words), Some(Token::Sign(")")));
        (words > 0 && types && closed).then_some(words + 2)
    }

    /// Brackets, calls, fields and casts behind something.
    fn behind(&mut self, mut node: Node) -> Option<Node> {
        loop {
            if self.take("[") {
                let index = self.binary(1)?;
                // Slices and ranges are left alone.
                while !matches!(self.peek(), Some(Token::Sign("]")) | None) {
                    self.at += 1;
                }
                if !self.take("]") {
                    return None;
                }
                node = match node {
                    Node::Variable(name, None) => Node::Variable(name, Some(Box::new(index))),
                    // Two brackets: the first is kept, it chooses the function.
                    other => other,
                };
            } else if self.take("(") {
                let mut arguments = Vec::new();
                while !self.take(")") {
                    arguments.push(self.binary(1)?);
                    if !self.take(",") && !matches!(self.peek(), Some(Token::Sign(")"))) {
                        return None;
                    }
                }
                let name = match &node {
                    Node::Variable(name, _) => name.clone(),
                    _ => String::new(),
                };
                node = if TYPES.contains(&name.as_str()) || name == "int" {
                    arguments.into_iter().next()?
                } else {
                    Node::Call(name, arguments)
                };
            } else if self.take(".") || self.take("->") || self.take("::") {
                let Some(Token::Word(field)) = self.peek().cloned() else {
                    // A float such as `1.`, or a range.
                    return Some(node);
                };
                self.at += 1;
                node = self.field(node, &field)?;
            } else if matches!(self.peek(), Some(Token::Word(word)) if word == "as") {
                self.at += 2;
            } else if self.take("++") || self.take("--") || self.take("?") {
            } else {
                return Some(node);
            }
        }
    }

    /// A method of arithmetic, or a field of an object that is looked through.
    fn field(&mut self, node: Node, field: &str) -> Option<Node> {
        let operator = match field {
            "wrapping_mul" | "overflowing_mul" | "mul" | "multiply" => Some("*"),
            "wrapping_add" | "overflowing_add" | "add" => Some("+"),
            "wrapping_sub" | "subtract" => Some("-"),
            "rem_euclid" | "mod" | "remainder" => Some("%"),
            _ => None,
        };
        if let Some(operator) = operator.filter(|_| matches!(self.peek(), Some(Token::Sign("(")))) {
            self.at += 1;
            let right = self.binary(1)?;
            return self.take(")").then(|| Node::Binary(operator, Box::new(node), Box::new(right)));
        }
        let looked_through = matches!(&node, Node::Variable(name, None) if ["self", "this", "std", "Self", "cls", "Math"].contains(&name.as_str()));
        if looked_through {
            return Some(Node::Variable(field.to_owned(), None));
        }
        if self.take("(") {
            // s.charAt(i), c.into(), x.get(i): an element of whatever it is.
            let mut depth = 1;
            while depth > 0 {
                match self.peek()? {
                    Token::Sign("(") => depth += 1,
                    Token::Sign(")") => depth -= 1,
                    _ => {}
                }
                self.at += 1;
            }
            let converts = ["into", "unwrap", "clone", "to_owned", "intValue", "longValue", "value", "abs"];
            if converts.contains(&field) {
                return Some(node);
            }
            return Some(Node::Call(field.to_owned(), vec![node]));
        }
        Some(match node {
            Node::Variable(_, index) => Node::Variable(field.to_owned(), index),
            other => other,
        })
    }
}

fn parse(tokens: &[Token]) -> Option<Node> {
    let mut parser = Parser { tokens, at: 0, depth: 0 };
    let node = parser.binary(1)?;
    (parser.at == tokens.len()).then_some(node)
}

/// `name operator= expression` on a line.
struct Assignment {
    line: usize,
    name: String,
    index: Option<Node>,
    value: Node,
}

struct Program {
    language: Language,
    assignments: Vec<Assignment>,
    /// Lists in braces or brackets.
    lists: HashMap<String, (Vec<Node>, usize)>,
    /// Names whose value is drawn at run time, with their lines.
    random: HashMap<String, usize>,
    /// Moduli of types that overflow.
    types: HashMap<String, u128>,
    /// Names of types.
    aliases: HashMap<String, u128>,
    /// One-line functions of one letter.
    letters: HashMap<String, (String, Node, usize)>,
}

/// Words of randomness.
const RANDOM: [&str; 16] = [
    "rng",
    "rnd",
    "rand",
    "random",
    "randint",
    "randrange",
    "mt19937",
    "mt19937_64",
    "uniform_int_distribution",
    "thread_rng",
    "gen_range",
    "Random",
    "ThreadLocalRandom",
    "getrandbits",
    "chrono",
    "nextInt",
];

impl Program {
    fn new(text: &str, language: Language) -> Program {
        let mut program = Program {
            language,
            assignments: Vec::new(),
            lists: HashMap::new(),
            random: HashMap::new(),
            types: HashMap::new(),
            aliases: HashMap::new(),
            letters: HashMap::new(),
        };
        let mut comment = false;
        for (number, raw) in text.lines().enumerate() {
            let line = without_block_comments(raw, language, &mut comment);
            let tokens = tokens(&line, language);
            program.line(&tokens, number + 1);
        }
        program
    }

    fn line(&mut self, tokens: &[Token], line: usize) {
        let words: Vec<&str> = tokens.iter().filter_map(word).collect();
        self.declared(tokens, &words);
        self.letter_function(tokens, line);
        // #define B 131
        if words.first() == Some(&"define") {
            if let Some(place) = tokens.iter().position(|token| word(token) == Some("define"))
                && let (Some(name), Some(value)) =
                    (words.get(1), parse(tokens.get(place + 2..).unwrap_or_default()))
            {
                self.assign(name, None, "=", value, line);
            }
            return;
        }
        for statement in tokens.split(|token| matches!(token, Token::Sign(";" | "{" | "}"))) {
            self.statement(statement, line);
        }
        // Lists: int mod[2] = {1, 2}; MODS = [1, 2]; (1, 2)
        self.list(tokens, line);
    }

    /// Types of names, and names of types.
    fn declared(&mut self, tokens: &[Token], words: &[&str]) {
        let modulus = |word: &str| -> Option<u128> {
            match word {
                "ull" | "u64" | "uint64_t" | "size_t" | "ULL" | "Wrapping" => Some(1 << 64),
                "long" | "ll" | "i64" | "int64_t" | "Long" => Some(1 << 64),
                "u32" | "uint32_t" | "int" | "i32" | "uint" | "ui" | "Integer" => Some(1 << 32),
                "u128" | "__int128" | "i128" => None,
                other => self.aliases.get(other).copied(),
            }
        };
        let wide = |at: usize| {
            let here: Vec<&str> = tokens[at..].iter().map_while(word).collect();
            match here[..] {
                ["unsigned", "long", ..] | ["long", ..] => Some(1u128 << 64),
                ["unsigned", "int", ..] | ["unsigned", ..] => Some(1 << 32),
                [first, ..] => modulus(first),
                [] => None,
            }
        };
        if matches!(words.first(), Some(&"typedef" | &"using")) {
            let start =
                tokens.iter().position(|token| matches!(token, Token::Sign("="))).map_or(1, |at| at + 1);
            let name = if words[0] == "using" { words.get(1) } else { words.last() };
            if let (Some(name), Some(found)) = (name, wide(start)) {
                self.aliases.insert((*name).to_owned(), found);
            }
            return;
        }
        let mut found: Vec<(String, u128)> = Vec::new();
        for at in 0..tokens.len() {
            match self.language {
                Language::Rust => {
                    // name: u64
                    if let [Token::Word(name), Token::Sign(":"), Token::Word(of), ..] = &tokens[at..] {
                        found.extend(modulus(of).map(|m| (name.clone(), m)));
                    }
                    // let mut h = 0u64 keeps no type here; 64 bits are the usual choice.
                }
                Language::Python => {}
                _ => {
                    let Some(m) = wide(at) else { continue };
                    let mut behind = at;
                    while matches!(tokens.get(behind), Some(Token::Word(w)) if wide(behind).is_some() || w == "int" || w == "long" || w == "unsigned")
                    {
                        behind += 1;
                    }
                    // All names up to the end of the declaration.
                    let mut depth = 0;
                    let mut fresh = true;
                    for token in &tokens[behind..] {
                        match token {
                            Token::Sign("(" | "{") if depth == 0 && fresh => break,
                            Token::Sign("(" | "[" | "{") => depth += 1,
                            Token::Sign(")" | "]" | "}") => depth -= 1,
                            Token::Sign(";" | ":") => break,
                            Token::Sign(",") if depth == 0 => fresh = true,
                            Token::Word(name) if fresh && depth == 0 => {
                                found.push((name.clone(), m));
                                fresh = false;
                            }
                            _ => {}
                        }
                        if depth < 0 {
                            break;
                        }
                    }
                }
            }
        }
        for (name, m) in found {
            self.types.entry(name).or_insert(m);
        }
    }

    /// `int val(char c) { return c - 'a' + 1; }` and its like in other languages.
    fn letter_function(&mut self, tokens: &[Token], line: usize) {
        let returns = tokens.iter().position(|token| word(token) == Some("return"));
        let body = match (returns, self.language) {
            (Some(place), _) => &tokens[place + 1..],
            (None, Language::Rust) if tokens.iter().any(|token| word(token) == Some("fn")) => {
                match tokens.iter().position(|token| matches!(token, Token::Sign("{"))) {
                    Some(place) => &tokens[place + 1..],
                    None => return,
                }
            }
            _ => return,
        };
        let Some(open) = tokens.iter().position(|token| matches!(token, Token::Sign("("))) else { return };
        let Some(name) = open.checked_sub(1).and_then(|at| word(&tokens[at])) else { return };
        let close =
            tokens[open..].iter().position(|token| matches!(token, Token::Sign(")"))).map(|at| at + open);
        let parameters: Vec<&str> =
            close.map(|close| tokens[open + 1..close].iter().filter_map(word).collect()).unwrap_or_default();
        let parameter = match self.language {
            Language::Rust | Language::Python => parameters.first(),
            _ => parameters.last(),
        };
        let body: Vec<Token> =
            body.iter().take_while(|token| !matches!(token, Token::Sign(";" | "}"))).cloned().collect();
        if let (Some(parameter), Some(node)) = (parameter, parse(&body)) {
            self.letters.entry(name.to_owned()).or_insert(((*parameter).to_owned(), node, line));
        }
    }

    fn statement(&mut self, tokens: &[Token], line: usize) {
        // Defaults of parameters are constants too.
        if tokens.first().and_then(word) == Some("def") {
            let open = tokens.iter().position(|token| matches!(token, Token::Sign("(")));
            let close = tokens.iter().rposition(|token| matches!(token, Token::Sign(")")));
            if let (Some(open), Some(close)) = (open, close) {
                let inside = tokens.get(open + 1..close).unwrap_or_default();
                inside
                    .split(|token| matches!(token, Token::Sign(",")))
                    .for_each(|piece| self.piece(piece, line, false));
            }
            return;
        }
        let randomly = tokens.iter().filter_map(word).any(|word| RANDOM.contains(&word));
        // Several assignments may stand between commas.
        let mut start = 0;
        let mut depth = 0;
        let mut pieces = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                Token::Sign("(" | "[") => depth += 1,
                Token::Sign(")" | "]") => depth -= 1,
                Token::Sign(",") if depth <= 0 => {
                    pieces.push(&tokens[start..at]);
                    start = at + 1;
                }
                _ => {}
            }
        }
        pieces.push(&tokens[start..]);
        // a, b = 1, 2 of Python: names and values are in two halves.
        let assigns = |piece: &&[Token]| piece.iter().any(|token| matches!(token, Token::Sign("=")));
        if pieces.len() > 2
            && self.language == Language::Python
            && pieces.iter().filter(|piece| assigns(piece)).count() == 1
        {
            let flat: Vec<&[Token]> = tokens.splitn(2, |token| matches!(token, Token::Sign("="))).collect();
            if let [left, right] = flat[..] {
                let left = left.split(|token| matches!(token, Token::Sign(",")));
                let right = right.split(|token| matches!(token, Token::Sign(",")));
                for (name, value) in left.zip(right) {
                    if let (Some(name), Some(value)) = (name.last().and_then(word), parse(value)) {
                        self.assign(name, None, "=", value, line);
                    }
                }
                return;
            }
        }
        for piece in pieces {
            self.piece(piece, line, randomly);
        }
    }

    fn piece(&mut self, tokens: &[Token], line: usize, randomly: bool) {
        const ASSIGNS: [&str; 5] = ["=", "+=", "*=", "%=", "&="];
        // The last assignment counts: for (int i = 0; ...) h = ...
        let is_assign = |token: &Token| matches!(token, Token::Sign(sign) if ASSIGNS.contains(sign));
        let Some(place) = tokens.iter().position(is_assign) else { return };
        let Token::Sign(operator) = tokens[place] else { return };
        let Some((name, index)) = self.left(&tokens[..place]) else { return };
        if randomly {
            self.random.entry(name.clone()).or_insert(line);
        }
        let mut right = &tokens[place + 1..];
        // A condition or a closing parenthesis of a loop behind it is not part of it.
        let value = loop {
            match parse(right) {
                Some(value) => break value,
                None if right.len() > 1 => right = &right[..right.len() - 1],
                None => return,
            }
        };
        self.assign(&name, index, operator, value, line);
    }

    /// The name that is assigned to, and what stands in its first brackets.
    fn left(&self, tokens: &[Token]) -> Option<(String, Option<Node>)> {
        let mut end = tokens.len();
        // name: type = value
        if let Some(colon) = tokens.iter().rposition(|token| matches!(token, Token::Sign(":")))
            && matches!(self.language, Language::Rust | Language::Python)
            && colon > 0
            && colon + 3 >= tokens.len()
        {
            end = colon;
        }
        let mut index = None;
        while end > 0 && matches!(tokens[end - 1], Token::Sign("]")) {
            let open = tokens[..end].iter().rposition(|token| matches!(token, Token::Sign("[")))?;
            index = parse(&tokens[open + 1..end - 1]);
            end = open;
        }
        let name = word(tokens.get(end.checked_sub(1)?)?)?;
        Some((name.to_owned(), index))
    }

    fn assign(&mut self, name: &str, index: Option<Node>, operator: &str, value: Node, line: usize) {
        let own = || Box::new(Node::Variable(name.to_owned(), index.clone().map(Box::new)));
        let value = match operator {
            "+=" => Node::Binary("+", own(), Box::new(value)),
            "*=" => Node::Binary("*", own(), Box::new(value)),
            "%=" => Node::Binary("%", own(), Box::new(value)),
            "&=" => Node::Binary("&", own(), Box::new(value)),
            _ => value,
        };
        self.assignments.push(Assignment { line, name: name.to_owned(), index, value });
    }

    fn list(&mut self, tokens: &[Token], line: usize) {
        let is = |at: usize, sign: &str| matches!(tokens.get(at), Some(Token::Sign(other)) if *other == sign);
        for at in 0..tokens.len() {
            let opens = (is(at, "{") || is(at, "[") || is(at, "(") || is(at, "&")) && at > 0;
            let open = if is(at, "&") { at + 1 } else { at };
            if !opens || !(is(at - 1, "=") || is(at, "{") && (is(at - 1, "]") || is(at - 1, ">"))) {
                continue;
            }
            let Some(length) = tokens[open..].iter().position(|token| {
                matches!(token, Token::Sign("}" | ";"))
                    || (matches!(token, Token::Sign("]" | ")")) && !is(open, "{"))
            }) else {
                continue;
            };
            let inside = tokens.get(open + 1..open + length).unwrap_or_default();
            let values: Option<Vec<Node>> =
                inside.split(|token| matches!(token, Token::Sign(","))).map(parse).collect();
            let before = tokens[..at].iter().position(|token| matches!(token, Token::Sign("[" | "=" | ":")));
            let name = before.and_then(|place| tokens[..place].last()).and_then(word);
            if let (Some(values), Some(name)) = (values.filter(|values| values.len() > 1), name) {
                self.lists.entry(name.to_owned()).or_insert((values, line));
            }
        }
    }

    /// The constant value of something, and the line that it is written on, if that is another one.
    fn constant(&self, node: &Node, depth: usize) -> Option<(i128, Option<usize>)> {
        if depth > 20 {
            return None;
        }
        let plain = |value| Some((value, None));
        match node {
            Node::Number(value) => plain(*value),
            Node::Letter(letter) => plain(i128::from(*letter)),
            Node::Variable(name, None) => {
                let definition = self.definition(name)?;
                let (value, _) = self.constant(&definition.value, depth + 1)?;
                Some((value, Some(definition.line)))
            }
            Node::Variable(name, Some(index)) => {
                // A loop goes through all elements; a number chooses one.
                let Node::Number(index) = **index else { return None };
                let (values, line) = self.lists.get(name)?;
                let (value, _) = self.constant(values.get(usize::try_from(index).ok()?)?, depth + 1)?;
                Some((value, Some(*line)))
            }
            Node::Call(name, arguments) => match (name.as_str(), &arguments[..]) {
                ("pow", [base, exponent]) => {
                    let (base, exponent) =
                        (self.constant(base, depth + 1)?.0, self.constant(exponent, depth + 1)?.0);
                    plain(base.checked_pow(u32::try_from(exponent).ok()?)?)
                }
                (_, [inner]) if name == "ord" || name == "valueOf" || name == "BigInteger" => {
                    self.constant(inner, depth + 1)
                }
                _ => None,
            },
            Node::Binary(sign, left, right) => {
                let ((a, from), (b, other)) =
                    (self.constant(left, depth + 1)?, self.constant(right, depth + 1)?);
                let small = || u32::try_from(b).ok().filter(|&b| b < 127);
                let value = match *sign {
                    "+" => a.checked_add(b),
                    "-" => a.checked_sub(b),
                    "*" => a.checked_mul(b),
                    "/" | "//" => a.checked_div(b),
                    "%" => a.checked_rem(b),
                    "<<" => a.checked_mul(1i128.checked_shl(small()?)?),
                    ">>" => Some(a >> small()?),
                    "**" => a.checked_pow(small()?),
                    "&" => Some(a & b),
                    "|" => Some(a | b),
                    // Some write 2^61 and mean it.
                    "^" => Some(a ^ b),
                    _ => None,
                }?;
                Some((value, from.or(other)))
            }
        }
    }

    /// The only definition of a name, or its first one, that does not use the name itself.
    fn definition(&self, name: &str) -> Option<&Assignment> {
        let own = |assignment: &&Assignment| assignment.name == name && assignment.index.is_none();
        self.assignments.iter().filter(own).find(|assignment| !mentions(&assignment.value, name))
    }

    fn functions(&self) -> Vec<Function> {
        let mut found = Vec::new();
        for assignment in &self.assignments {
            self.high(assignment, &mut found);
            self.low(assignment, &mut found);
        }
        found
    }

    /// h = h * B + v.
    fn high(&self, assignment: &Assignment, found: &mut Vec<Function>) {
        let Assignment { name, value, line, .. } = assignment;
        let terms = terms(value);
        let own = terms
            .iter()
            .position(|(_, factors)| factors.len() > 1 && factors.iter().any(|factor| is(factor, name)));
        if let Some(own) = own {
            let base: Vec<&&Node> =
                terms[own].1.iter().filter(|factor| !is(factor, name) && !is_one(factor)).collect();
            let rest: Vec<(bool, Node)> = terms
                .iter()
                .enumerate()
                .filter(|(place, _)| *place != own)
                .map(|(_, (plus, factors))| (*plus, product(factors)))
                .collect();
            if let ([base], false) = (&base[..], rest.is_empty()) {
                self.push(base, &rest, Order::High, *line, value, name, found);
            }
            return;
        }
        // h *= B; h += v on neighbouring lines.
        let alone =
            terms.iter().position(|(plus, factors)| *plus && factors.len() == 1 && is(factors[0], name));
        let Some(alone) = alone.filter(|_| terms.len() > 1) else { return };
        let rest: Vec<(bool, Node)> = terms
            .iter()
            .enumerate()
            .filter(|(place, _)| *place != alone)
            .map(|(_, (plus, factors))| (*plus, product(factors)))
            .collect();
        let multiplied = self.assignments.iter().find_map(|other| {
            let near = other.name == *name && other.line <= *line && line - other.line <= 2;
            let product = self::terms(&other.value);
            match &product[..] {
                [(true, factors)] if near && factors.len() == 2 => {
                    let base = factors.iter().find(|factor| !is(factor, name))?;
                    factors
                        .iter()
                        .any(|factor| is(factor, name))
                        .then(|| ((*base).clone(), other.value.clone()))
                }
                _ => None,
            }
        });
        if let Some((base, before)) = multiplied
            && !rest.iter().any(|(_, term)| self.powers(term).is_some())
        {
            let both = Node::Binary("+", Box::new(value.clone()), Box::new(before));
            self.push(&base, &rest, Order::High, *line, &both, name, found);
        }
    }

    /// h = h + v * p, where p is multiplied by the base elsewhere.
    fn low(&self, assignment: &Assignment, found: &mut Vec<Function>) {
        let Assignment { name, value, line, .. } = assignment;
        let terms = terms(value);
        let alone =
            terms.iter().position(|(plus, factors)| *plus && factors.len() == 1 && is(factors[0], name));
        let Some(alone) = alone else { return };
        for (place, (plus, factors)) in terms.iter().enumerate() {
            if place == alone || !plus || factors.len() < 2 {
                continue;
            }
            let Some(power) = factors.iter().position(|factor| self.powers(factor).is_some()) else {
                continue;
            };
            let Some((base, inside)) = self.powers(factors[power]) else { continue };
            let letters: Vec<&Node> = factors
                .iter()
                .enumerate()
                .filter(|(i, f)| *i != power && !is_one(f))
                .map(|(_, f)| *f)
                .collect();
            let rest = vec![(true, product(&letters))];
            let both = Node::Binary("+", Box::new(value.clone()), Box::new(inside));
            self.push(&base, &rest, Order::Low, *line, &both, name, found);
        }
    }

    /// What a power is multiplied by, and where: p = p * B, pw[i] = pw[i - 1] * B, or pow(B, i, M).
    fn powers(&self, node: &Node) -> Option<(Node, Node)> {
        if let Node::Call(name, arguments) = node
            && ["pow", "power", "qpow", "binpow", "powmod", "modpow"].contains(&name.as_str())
            && arguments.len() >= 2
        {
            let modulus = arguments.get(2).cloned().unwrap_or(Node::Number(0));
            return Some((
                arguments[0].clone(),
                Node::Binary("%", Box::new(Node::Number(0)), Box::new(modulus)),
            ));
        }
        let Node::Variable(name, _) = node else { return None };
        self.assignments.iter().filter(|assignment| assignment.name == *name).find_map(|assignment| {
            match &terms(&assignment.value)[..] {
                [(true, factors)] if factors.len() >= 2 && factors.iter().any(|factor| is(factor, name)) => {
                    let base = factors.iter().find(|factor| !is(factor, name) && !is_one(factor))?;
                    Some(((*base).clone(), assignment.value.clone()))
                }
                _ => None,
            }
        })
    }

    /// Adds the functions of a loop, several if its base or modulus are elements of lists.
    #[expect(clippy::too_many_arguments, reason = "the parts of one loop")]
    fn push(
        &self,
        base: &Node,
        letters: &[(bool, Node)],
        order: Order,
        line: usize,
        value: &Node,
        name: &str,
        found: &mut Vec<Function>,
    ) {
        let Some((map, map_line)) = self.letter_map(letters, line) else { return };
        let bases = self.each(base, line);
        let moduli = self.moduli(value, name, line);
        // Numbers are read like this too, and have no modulus.
        let digits = map == LetterMap::Offset(97 - 48) && bases.iter().all(|base| base.0 == Some(10));
        if digits && moduli.iter().all(|modulus| modulus.1.is_none()) {
            return;
        }
        let count = bases.len().max(moduli.len());
        for i in 0..count {
            let (base, base_line) = bases[i.min(bases.len() - 1)];
            let (modulus, modulus_line) =
                moduli.get(i.min(moduli.len().saturating_sub(1))).copied().unwrap_or((None, None));
            if base.is_none() && base_line.is_none() {
                continue;
            }
            let Some(base) = base.map_or(Some(None), |base| u64::try_from(base).ok().map(Some)) else {
                continue;
            };
            if modulus.is_none() {
                continue;
            }
            found.push(Function {
                base: Sourced { value: base, line: base_line },
                modulus: Sourced { value: modulus, line: modulus_line },
                order: Sourced { value: order, line: Some(line) },
                map: Sourced { value: map.clone(), line: Some(map_line) },
            });
        }
    }

    /// The values of a base, each with its line; no value for one that is drawn.
    fn each(&self, base: &Node, line: usize) -> Vec<(Option<i128>, Option<usize>)> {
        if let Some((value, from)) = self.constant(base, 0) {
            return vec![(Some(value), Some(from.unwrap_or(line)))];
        }
        let Node::Variable(name, _) = base else { return vec![(None, self.drawn(base))] };
        if let Some(&drawn) = self.random.get(name) {
            return vec![(None, Some(drawn))];
        }
        if let Some((values, from)) = self.lists.get(name) {
            let value = |node: &Node| (self.constant(node, 0).map(|(value, _)| value), Some(*from));
            return values.iter().map(value).collect();
        }
        vec![(None, self.drawn(base))]
    }

    /// The line where something random flows into a value.
    fn drawn(&self, node: &Node) -> Option<usize> {
        let mut names = Vec::new();
        collect(node, &mut names);
        names.iter().find_map(|name| {
            self.random.get(name).copied().or_else(|| {
                let own = self.assignments.iter().filter(|assignment| assignment.name == *name);
                let mut deeper = own.filter(|assignment| !mentions(&assignment.value, name));
                deeper.find_map(|assignment| {
                    let mut inner = Vec::new();
                    collect(&assignment.value, &mut inner);
                    inner.iter().find_map(|name| self.random.get(name).map(|_| assignment.line))
                })
            })
        })
    }

    /// The moduli of a loop: the remainders in it, the remainder of the same name elsewhere, a mask, or the type.
    fn moduli(&self, value: &Node, name: &str, line: usize) -> Vec<(Option<u128>, Option<usize>)> {
        let mut written = Vec::new();
        remainders(value, &mut written);
        let nearby =
            self.assignments.iter().filter(|other| other.name == name && other.line.abs_diff(line) <= 4);
        nearby.for_each(|other| remainders(&other.value, &mut written));
        for (sign, node) in &written {
            if let Node::Variable(list, Some(_)) = node
                && let Some((values, from)) = self.lists.get(list)
            {
                let one = |node: &Node| {
                    (self.constant(node, 0).and_then(|(value, _)| u128::try_from(value).ok()), Some(*from))
                };
                return values.iter().map(one).collect();
            }
            if let Some((value, from)) = self.constant(node, 0) {
                let value = if *sign == "&" { value.checked_add(1) } else { Some(value) };
                let value = value.and_then(|value| u128::try_from(value).ok());
                let modulus =
                    value.filter(|&m| *sign == "%" || m.is_power_of_two()).filter(|&m| m > 1 && m <= 1 << 64);
                if modulus.is_some() {
                    return vec![(modulus, Some(from.unwrap_or(line)))];
                }
            }
        }
        // Functions such as add and mul hide their modulus.
        let mut called = Vec::new();
        calls(value, &mut called);
        if called.iter().any(|call| {
            ["add", "mul", "mulmod", "addmod", "mod", "mult", "modmul", "norm", "reduce"]
                .contains(&call.as_str())
        }) {
            let named = self.assignments.iter().find_map(|assignment| {
                let likely = ["mod", "MOD", "M", "Mod", "P", "MODULO", "modulus", "MODULUS"]
                    .contains(&assignment.name.as_str());
                let (value, _) = self.constant(&assignment.value, 0).filter(|_| likely)?;
                Some((u128::try_from(value).ok(), Some(assignment.line)))
            });
            return named.into_iter().collect();
        }
        if !written.is_empty() || self.language == Language::Python {
            return Vec::new();
        }
        let of_type = self.types.get(name).copied().or((self.language == Language::Rust).then_some(1 << 64));
        of_type.map(|modulus| (Some(modulus), None)).into_iter().collect()
    }

    /// What letters stand for: the value with the letter a put in the place of everything that is not constant.
    fn letter_map(&self, terms: &[(bool, Node)], line: usize) -> Option<(LetterMap, usize)> {
        let at = |letter: i128| -> Option<(i128, bool, usize)> {
            terms.iter().try_fold((0, false, line), |(sum, varies, from), (plus, term)| {
                let (value, variable, place) = self.with_letter(term, letter, line, 0)?;
                let from = if place == line { from } else { place };
                Some((if *plus { sum + value } else { sum - value }, varies || variable, from))
            })
        };
        let (a, varies, from) = at(97)?;
        let (b, ..) = at(98)?;
        (varies && b - a == 1).then_some(())?;
        Some((LetterMap::Offset(i64::try_from(a).ok()?), from))
    }

    fn with_letter(
        &self,
        node: &Node,
        letter: i128,
        line: usize,
        depth: usize,
    ) -> Option<(i128, bool, usize)> {
        if depth > 20 {
            return None;
        }
        if let Some((value, _)) = self.constant(node, 0) {
            return Some((value, false, line));
        }
        match node {
            Node::Binary(sign, left, right) => {
                let (a, one, from) = self.with_letter(left, letter, line, depth + 1)?;
                let (b, other, place) = self.with_letter(right, letter, line, depth + 1)?;
                let value = match *sign {
                    "+" => a + b,
                    "-" => a - b,
                    "&" => a & b,
                    "*" if a == 1 || b == 1 => a * b,
                    "%" => a.checked_rem(b)?,
                    _ => return None,
                };
                Some((value, one || other, if from == line { place } else { from }))
            }
            Node::Call(name, arguments) => match (self.letters.get(name), &arguments[..]) {
                (Some((parameter, body, place)), [_]) => {
                    let value = substitute(body, parameter, letter);
                    let (value, ..) = self.with_letter(&value, letter, line, depth + 1)?;
                    Some((value, true, *place))
                }
                (None, [inner]) if name == "ord" || name == "Number" || name == "code" || name == "from" => {
                    self.with_letter(inner, letter, line, depth + 1)
                }
                _ => Some((letter, true, line)),
            },
            // A variable that was computed just before: int v = s[i] - 'a' + 1.
            Node::Variable(name, None) => {
                let near = |assignment: &&Assignment| {
                    assignment.name == *name && assignment.line <= line && line - assignment.line <= 4
                };
                match self.assignments.iter().rfind(near) {
                    Some(found) if !mentions(&found.value, name) => {
                        let (value, _, _) = self.with_letter(&found.value, letter, line, depth + 1)?;
                        Some((value, true, found.line))
                    }
                    _ => Some((letter, true, line)),
                }
            }
            _ => Some((letter, true, line)),
        }
    }
}

fn word(token: &Token) -> Option<&str> {
    match token {
        Token::Word(word) => Some(word),
        _ => None,
    }
}

/// The line without comments between `/*` and `*/`.
fn without_block_comments(line: &str, language: Language, inside: &mut bool) -> String {
    if language == Language::Python {
        return line.to_owned();
    }
    let mut kept = String::new();
    let mut rest = line;
    loop {
        let (mark, length) = if *inside { ("*/", 2) } else { ("/*", 2) };
        let Some(place) = rest.find(mark) else {
            if !*inside {
                kept.push_str(rest);
            }
            return kept;
        };
        if !*inside {
            kept.push_str(&rest[..place]);
        }
        *inside = !*inside;
        rest = &rest[place + length..];
    }
}

/// Sums taken apart: each term with its sign and its factors. Remainders, masks and calls of `add`, `mul` and `mod` are looked through.
fn terms(node: &Node) -> Vec<(bool, Vec<&Node>)> {
    match node {
        Node::Binary("%", left, _) => terms(left),
        Node::Binary("&", left, right) if !matches!(**left, Node::Variable(_, Some(_))) && simple(right) => {
            terms(left)
        }
        Node::Binary("+", left, right) => [terms(left), terms(right)].concat(),
        Node::Binary("-", left, right) => {
            let negative = terms(right).into_iter().map(|(plus, factors)| (!plus, factors));
            terms(left).into_iter().chain(negative).collect()
        }
        Node::Call(name, arguments) if ["add", "addmod"].contains(&name.as_str()) && arguments.len() >= 2 => {
            [terms(&arguments[0]), terms(&arguments[1])].concat()
        }
        Node::Call(name, arguments)
            if ["mod", "norm", "reduce", "abs"].contains(&name.as_str()) && !arguments.is_empty() =>
        {
            terms(&arguments[0])
        }
        other => vec![(true, factors(other))],
    }
}

/// Whether a mask is a number or a name.
fn simple(node: &Node) -> bool {
    !matches!(node, Node::Call(..))
}

fn factors(node: &Node) -> Vec<&Node> {
    match node {
        Node::Binary("*", left, right) => [factors(left), factors(right)].concat(),
        Node::Binary("%", left, _) => factors(left),
        Node::Call(name, arguments)
            if ["mul", "mulmod", "mult", "modmul"].contains(&name.as_str()) && arguments.len() >= 2 =>
        {
            [factors(&arguments[0]), factors(&arguments[1])].concat()
        }
        other => vec![other],
    }
}

/// Factors joined again.
fn product(factors: &[&Node]) -> Node {
    let mut all = factors.iter().map(|&factor| factor.clone());
    let first = all.next().unwrap_or(Node::Number(1));
    all.fold(first, |product, factor| Node::Binary("*", Box::new(product), Box::new(factor)))
}

fn is(node: &Node, name: &str) -> bool {
    matches!(node, Node::Variable(other, _) if other == name)
}

fn is_one(node: &Node) -> bool {
    matches!(node, Node::Number(1))
}

fn collect(node: &Node, names: &mut Vec<String>) {
    match node {
        Node::Number(_) | Node::Letter(_) => {}
        Node::Variable(name, _) => names.push(name.clone()),
        Node::Call(name, arguments) => {
            names.push(name.clone());
            arguments.iter().for_each(|argument| collect(argument, names));
        }
        Node::Binary(_, left, right) => {
            collect(left, names);
            collect(right, names);
        }
    }
}

fn mentions(node: &Node, name: &str) -> bool {
    let mut names = Vec::new();
    collect(node, &mut names);
    names.iter().any(|other| other == name)
}

/// What remainders and masks are taken by.
fn remainders<'a>(node: &'a Node, found: &mut Vec<(&'static str, &'a Node)>) {
    match node {
        Node::Binary(sign, left, right) => {
            if *sign == "%" || *sign == "&" {
                found.push((sign, right));
            }
            remainders(left, found);
            remainders(right, found);
        }
        Node::Call(_, arguments) => {
            arguments.iter().for_each(|argument| remainders(argument, found));
            if let [_, _, modulus] = &arguments[..] {
                found.push(("%", modulus));
            }
        }
        _ => {}
    }
}

fn calls(node: &Node, found: &mut Vec<String>) {
    match node {
        Node::Call(name, arguments) => {
            found.push(name.clone());
            arguments.iter().for_each(|argument| calls(argument, found));
        }
        Node::Binary(_, left, right) => {
            calls(left, found);
            calls(right, found);
        }
        _ => {}
    }
}

/// A letter in the place of a parameter.
fn substitute(node: &Node, name: &str, letter: i128) -> Node {
    match node {
        Node::Variable(other, _) if other == name => Node::Number(letter),
        Node::Binary(sign, left, right) => Node::Binary(
            sign,
            Box::new(substitute(left, name, letter)),
            Box::new(substitute(right, name, letter)),
        ),
        Node::Call(called, arguments) => Node::Call(
            called.clone(),
            arguments.iter().map(|argument| substitute(argument, name, letter)).collect(),
        ),
        other => other.clone(),
    }
}
