//! What a program says, line by line: assignments, lists, types, names drawn at run time, functions of one letter.

use super::Language;
use super::arithmetic::{Node, mentions, parse};
use super::lexer::{Token, tokens, without_block_comments, word};
use std::collections::HashMap;

/// `name operator= expression` on a line.
pub(super) struct Assignment {
    pub(super) line: usize,
    pub(super) name: String,
    index: Option<Node>,
    pub(super) value: Node,
}

pub(super) struct Program {
    pub(super) language: Language,
    pub(super) assignments: Vec<Assignment>,
    /// Lists in braces or brackets.
    pub(super) lists: HashMap<String, (Vec<Node>, usize)>,
    /// Names whose value is drawn at run time, with their lines.
    pub(super) random: HashMap<String, usize>,
    /// Moduli of types that overflow.
    pub(super) types: HashMap<String, u128>,
    /// Names of types.
    aliases: HashMap<String, u128>,
    /// One-line functions of one letter.
    pub(super) letters: HashMap<String, (String, Node, usize)>,
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
    pub(super) fn new(text: &str, language: Language) -> Program {
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

    pub(super) fn line(&mut self, tokens: &[Token], line: usize) {
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

    pub(super) fn piece(&mut self, tokens: &[Token], line: usize, randomly: bool) {
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
    pub(super) fn left(&self, tokens: &[Token]) -> Option<(String, Option<Node>)> {
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

    pub(super) fn list(&mut self, tokens: &[Token], line: usize) {
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
    pub(super) fn constant(&self, node: &Node, depth: usize) -> Option<(i128, Option<usize>)> {
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
}
