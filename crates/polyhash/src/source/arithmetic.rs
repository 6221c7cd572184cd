//! Arithmetic of four languages as one tree: indices, calls, fields and casts are looked through.

use super::lexer::Token;

/// Arithmetic as far as it is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
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

pub(super) fn parse(tokens: &[Token]) -> Option<Node> {
    let mut parser = Parser { tokens, at: 0, depth: 0 };
    let node = parser.binary(1)?;
    (parser.at == tokens.len()).then_some(node)
}

/// Sums taken apart: each term with its sign and its factors. Remainders, masks and calls of `add`, `mul` and `mod` are looked through.
pub(super) fn terms(node: &Node) -> Vec<(bool, Vec<&Node>)> {
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

pub(super) fn factors(node: &Node) -> Vec<&Node> {
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
pub(super) fn product(factors: &[&Node]) -> Node {
    let mut all = factors.iter().map(|&factor| factor.clone());
    let first = all.next().unwrap_or(Node::Number(1));
    all.fold(first, |product, factor| Node::Binary("*", Box::new(product), Box::new(factor)))
}

pub(super) fn is(node: &Node, name: &str) -> bool {
    matches!(node, Node::Variable(other, _) if other == name)
}

pub(super) fn is_one(node: &Node) -> bool {
    matches!(node, Node::Number(1))
}

pub(super) fn collect(node: &Node, names: &mut Vec<String>) {
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

pub(super) fn mentions(node: &Node, name: &str) -> bool {
    let mut names = Vec::new();
    collect(node, &mut names);
    names.iter().any(|other| other == name)
}

/// What remainders and masks are taken by.
pub(super) fn remainders<'a>(node: &'a Node, found: &mut Vec<(&'static str, &'a Node)>) {
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

pub(super) fn calls(node: &Node, found: &mut Vec<String>) {
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
pub(super) fn substitute(node: &Node, name: &str, letter: i128) -> Node {
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
