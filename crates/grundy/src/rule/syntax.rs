//! The text of a rule as a tree, and the tree as text again.
//!
//! Nothing is resolved yet: names are names. Printing a tree gives the canonical spelling, which parses to the same tree.

use crate::base::diagnostic::Span;
use std::fmt::{self, Display};

/// A whole rule: parameters, then clauses.
#[derive(Debug, Clone)]
pub struct Rule {
    /// `param k = 2`
    pub parameters: Vec<RuleParameter>,
    /// `n -> ...`
    pub clauses: Vec<Clause>,
}

/// A parameter with its default.
#[derive(Debug, Clone)]
pub struct RuleParameter {
    /// Its name.
    pub name: Name,
    /// Its value unless another is given.
    pub value: i128,
}

/// A name and where it stands.
#[derive(Debug, Clone)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// `pattern -> option where conditions`
#[derive(Debug, Clone)]
pub struct Clause {
    /// The kind of the pattern, then that of each part of the option; empty where there are no kinds.
    pub kinds: Vec<Name>,
    /// The names of the components of the position.
    pub pattern: Vec<Name>,
    /// What a move leaves.
    pub option: Vec<OptionPart>,
    /// When, all of them.
    pub conditions: Vec<Condition>,
    /// Whether both sides stand in braces: the names pick heaps of a bag, the option takes their place.
    pub in_braces: bool,
    /// Their places.
    pub condition_spans: Vec<Span>,
    /// The place of the pattern.
    pub pattern_span: Span,
    /// The place of the option.
    pub option_span: Span,
}

/// One item of an option.
#[derive(Debug, Clone)]
pub enum OptionPart {
    /// `x`, `(x, y)`, or `count of` either.
    Copies {
        /// How many; one when absent.
        count: Option<Expr>,
        /// The component left.
        component: Vec<Expr>,
        /// Its place.
        span: Span,
    },
    /// `each from..to`: one heap of each size.
    Each {
        /// The smallest heap.
        from: Expr,
        /// The largest heap.
        to: Expr,
    },
}

/// Arithmetic.
#[derive(Debug, Clone)]
pub enum Expr {
    /// A whole number.
    Integer(i128),
    /// A component, a parameter or a variable.
    Name(Name),
    /// `-x`
    Negate(Box<Expr>),
    /// `x + y` and the like.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `min(x, y, ...)`, `gcd(x, y)`, `digit(x, i)`.
    Call(Operator, Vec<Expr>),
    /// `abs(x)` and the like.
    Unary(Function, Box<Expr>),
}

/// A function of one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Function {
    /// The number of 1 bits.
    Ones,
    /// The distance from 0.
    Abs,
    /// The square root, rounded down.
    Sqrt,
    /// The sum of the decimal digits.
    DigitSum,
}

/// A set that depends on a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SetFunction {
    /// The decimal digits.
    Digits,
    /// The divisors.
    Divisors,
    /// The prime factors.
    Factors,
}

/// What joins two expressions, between them or before them; division and remainder round towards minus infinity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
    /// `^`
    Power,
    /// `min`
    Min,
    /// `max`
    Max,
    /// `a xor b`
    Xor,
    /// `bitand(a, b)`
    BitAnd,
    /// `bitor(a, b)`
    BitOr,
    /// `gcd(a, b)`
    Gcd,
    /// `log(b, x)`, rounded down
    Log,
    /// `digit(x, i)`, decimal, from the lowest
    Digit,
}

/// A comparison between two expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `d | n`
    Divides,
    /// The negation of `d | n`.
    NotDivides,
}

/// A property of one number.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Predicate {
    /// A perfect square, 0 included.
    Square,
    /// A prime number.
    Prime,
    /// 1, b, b^2, ...
    PowerOf(i128),
}

/// A condition.
#[derive(Debug, Clone)]
pub enum Condition {
    /// `0 < a <= b`
    Chain(Expr, Vec<(Relation, Expr)>),
    /// `k in {1, 3, 5..9}`, `k in 1..9 step 2` or `k in digits(n)`
    Member(Expr, Set),
    /// `(a, b) in {(1, 3), (2, 5)}`
    TupleMember(Vec<Expr>, Vec<Vec<Expr>>),
    /// `n even`
    Even(Expr),
    /// `n odd`
    Odd(Expr),
    /// `k square`, `k prime`, `k power of 2`
    Is(Expr, Predicate),
    /// At least one of them, tried from the left.
    Or(Vec<Condition>),
    /// All of them; written in parentheses.
    All(Vec<Condition>),
    /// Not this.
    Not(Box<Condition>),
}

/// What a number may be in.
#[derive(Debug, Clone)]
pub enum Set {
    /// Ranges and single numbers.
    Ranges(Vec<Range>),
    /// A set that depends on a number.
    Of(SetFunction, Expr),
}

/// `from..to step step`; a single number is `from..from`.
#[derive(Debug, Clone)]
pub struct Range {
    /// The first member.
    pub from: Expr,
    /// The bound, included; `from` itself when absent.
    pub to: Option<Expr>,
    /// The distance of neighbours; 1 when absent.
    pub step: Option<Expr>,
}

impl Function {
    /// The functions by name.
    pub const ALL: [(&str, Function); 4] = [
        ("ones", Function::Ones),
        ("abs", Function::Abs),
        ("sqrt", Function::Sqrt),
        ("digitsum", Function::DigitSum),
    ];

    fn name(self) -> &'static str {
        named(&Function::ALL, self)
    }
}

impl SetFunction {
    /// The sets by name.
    pub const ALL: [(&str, SetFunction); 3] = [
        ("digits", SetFunction::Digits),
        ("divisors", SetFunction::Divisors),
        ("factors", SetFunction::Factors),
    ];

    /// The name as written.
    pub fn name(self) -> &'static str {
        named(&SetFunction::ALL, self)
    }
}

fn named<T: PartialEq>(all: &[(&'static str, T)], wanted: T) -> &'static str {
    all.iter().find(|(_, one)| *one == wanted).map_or("", |(name, _)| name)
}

impl Operator {
    /// The functions of two numbers that are words only before a bracket.
    pub const FUNCTIONS: [(&str, Operator); 5] = [
        ("bitand", Operator::BitAnd),
        ("bitor", Operator::BitOr),
        ("gcd", Operator::Gcd),
        ("log", Operator::Log),
        ("digit", Operator::Digit),
    ];

    fn sign(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Remainder => "%",
            Operator::Power => "^",
            Operator::Min => "min",
            Operator::Max => "max",
            Operator::Xor => "xor",
            Operator::BitAnd | Operator::BitOr | Operator::Gcd | Operator::Log | Operator::Digit => {
                named(&Operator::FUNCTIONS, self)
            }
        }
    }

    fn binding(self) -> u8 {
        match self {
            Operator::Add | Operator::Subtract => 1,
            Operator::Multiply | Operator::Divide | Operator::Remainder => 2,
            Operator::Power => 4,
            Operator::Xor => 0,
            _ => 5,
        }
    }
}

impl Relation {
    /// The relation as written.
    pub fn sign(self) -> &'static str {
        match self {
            Relation::Less => "<",
            Relation::LessEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterEqual => ">=",
            Relation::Equal => "=",
            Relation::NotEqual => "!=",
            Relation::Divides => "|",
            Relation::NotDivides => "does not divide",
        }
    }
}

impl Expr {
    /// How tightly the expression holds together; an operand needs parentheses below its operator's strength.
    fn binding(&self) -> u8 {
        match self {
            Expr::Integer(value) if *value < 0 => 3,
            Expr::Integer(_) | Expr::Name(_) | Expr::Call(..) | Expr::Unary(..) => 5,
            Expr::Negate(_) => 3,
            Expr::Binary(operator, ..) => operator.binding(),
        }
    }
}

/// Writes `expr`, in parentheses when it binds less tightly than `least`.
fn write_operand(f: &mut fmt::Formatter<'_>, expr: &Expr, least: u8) -> fmt::Result {
    write_in_brackets(f, expr, expr.binding() < least)
}

fn write_in_brackets(f: &mut fmt::Formatter<'_>, item: &impl Display, brackets: bool) -> fmt::Result {
    f.write_str(if brackets { "(" } else { "" })?;
    item.fmt(f)?;
    f.write_str(if brackets { ")" } else { "" })
}

/// Whether brackets help a reader who does not know how tightly operators bind.
fn could_be_misread(operator: Operator, operand: &Expr) -> bool {
    let Expr::Binary(inner, ..) = operand else { return false };
    match operator {
        Operator::Xor => matches!(inner.binding(), 1 | 2),
        Operator::Multiply | Operator::Divide | Operator::Remainder => {
            inner.binding() == 2 && (operator != Operator::Multiply || *inner != Operator::Multiply)
        }
        Operator::Power => *inner == Operator::Power,
        _ => false,
    }
}

fn write_list<T: Display>(f: &mut fmt::Formatter<'_>, items: &[T], separator: &str) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(separator)?;
        }
        item.fmt(f)?;
    }
    Ok(())
}

fn write_tuple<T: Display>(f: &mut fmt::Formatter<'_>, items: &[T]) -> fmt::Result {
    f.write_str("(")?;
    write_list(f, items, ", ")?;
    f.write_str(")")
}

impl Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Integer(value) => write!(f, "{value}"),
            Expr::Name(name) => f.write_str(&name.text),
            Expr::Negate(inner) => {
                f.write_str("-")?;
                let power = f.alternate() && matches!(**inner, Expr::Binary(Operator::Power, ..));
                write_in_brackets(f, &**inner, power || inner.binding() < 3)
            }
            Expr::Binary(operator, left, right) => {
                let binding = operator.binding();
                let (left_least, right_least) =
                    if *operator == Operator::Power { (5, 3) } else { (binding, binding + 1) };
                let help =
                    |f: &fmt::Formatter<'_>, side: &Expr| f.alternate() && could_be_misread(*operator, side);
                let brackets = help(f, left);
                write_operand(f, left, if brackets { u8::MAX } else { left_least })?;
                let tight = binding >= 2;
                if tight {
                    f.write_str(operator.sign())?;
                } else {
                    write!(f, " {} ", operator.sign())?;
                }
                let brackets = help(f, right);
                write_operand(f, right, if brackets { u8::MAX } else { right_least })
            }
            Expr::Call(operator, items) => {
                f.write_str(operator.sign())?;
                write_tuple(f, items)
            }
            Expr::Unary(function, inner) => {
                f.write_str(function.name())?;
                write_in_brackets(f, &**inner, true)
            }
        }
    }
}

impl Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.from.fmt(f)?;
        for (sign, end) in [("..", &self.to), (" step ", &self.step)] {
            if let Some(end) = end {
                f.write_str(sign)?;
                end.fmt(f)?;
            }
        }
        Ok(())
    }
}

impl Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Set::Ranges(ranges) => match ranges.as_slice() {
                [range] if range.to.is_some() => range.fmt(f),
                _ => {
                    f.write_str("{")?;
                    write_list(f, ranges, ", ")?;
                    f.write_str("}")
                }
            },
            Set::Of(function, of) => {
                f.write_str(function.name())?;
                write_in_brackets(f, of, true)
            }
        }
    }
}

impl Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Chain(first, rest) => {
                first.fmt(f)?;
                rest.iter().try_for_each(|(relation, expr)| {
                    write!(f, " {} ", relation.sign())?;
                    expr.fmt(f)
                })
            }
            Condition::Member(expr, set) => {
                expr.fmt(f)?;
                f.write_str(" in ")?;
                set.fmt(f)
            }
            Condition::TupleMember(tuple, set) => {
                write_tuple(f, tuple)?;
                f.write_str(" in {")?;
                for (index, member) in set.iter().enumerate() {
                    f.write_str(if index > 0 { ", " } else { "" })?;
                    write_tuple(f, member)?;
                }
                f.write_str("}")
            }
            Condition::Even(expr) => write_property(f, expr, "even"),
            Condition::Odd(expr) => write_property(f, expr, "odd"),
            Condition::Is(expr, Predicate::Square) => write_property(f, expr, "square"),
            Condition::Is(expr, Predicate::Prime) => write_property(f, expr, "prime"),
            Condition::Is(expr, Predicate::PowerOf(base)) => {
                write_property(f, expr, "power of")?;
                write!(f, " {base}")
            }
            Condition::Or(items) => {
                for (index, item) in items.iter().enumerate() {
                    let open = matches!(item, Condition::Or(_))
                        || f.alternate() && matches!(item, Condition::Not(_));
                    f.write_str(if index > 0 { " or " } else { "" })?;
                    write_in_brackets(f, item, open)?;
                }
                Ok(())
            }
            Condition::All(items) => {
                f.write_str("(")?;
                write_conditions(f, items)?;
                f.write_str(")")
            }
            Condition::Not(inner) => {
                f.write_str("not ")?;
                write_in_brackets(f, &**inner, matches!(**inner, Condition::Or(_)))
            }
        }
    }
}

fn write_property(f: &mut fmt::Formatter<'_>, expr: &Expr, property: &str) -> fmt::Result {
    expr.fmt(f)?;
    write!(f, " {property}")
}

/// Conditions joined by commas.
fn write_conditions(f: &mut fmt::Formatter<'_>, items: &[Condition]) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        f.write_str(if index > 0 { ", " } else { "" })?;
        let open = f.alternate() && items.len() > 1 && matches!(item, Condition::Or(_));
        write_in_brackets(f, item, open)?;
    }
    Ok(())
}

impl Expr {
    /// Calls `visit` with each name.
    pub fn names(&self, visit: &mut impl FnMut(&Name)) {
        match self {
            Expr::Integer(_) => {}
            Expr::Name(name) => visit(name),
            Expr::Negate(inner) | Expr::Unary(_, inner) => inner.names(visit),
            Expr::Binary(_, left, right) => {
                left.names(visit);
                right.names(visit);
            }
            Expr::Call(_, items) => items.iter().for_each(|item| item.names(visit)),
        }
    }
}

impl Condition {
    /// Calls `visit` with each name.
    pub fn names(&self, visit: &mut impl FnMut(&Name)) {
        match self {
            Condition::Chain(first, rest) => {
                first.names(visit);
                rest.iter().for_each(|(_, expr)| expr.names(visit));
            }
            Condition::Member(expr, set) => {
                expr.names(visit);
                match set {
                    Set::Of(_, of) => of.names(visit),
                    Set::Ranges(ranges) => ranges.iter().for_each(|range| {
                        [Some(&range.from), range.to.as_ref(), range.step.as_ref()]
                            .into_iter()
                            .flatten()
                            .for_each(|expr| expr.names(visit));
                    }),
                }
            }
            Condition::TupleMember(tuple, set) => {
                tuple.iter().chain(set.iter().flatten()).for_each(|expr| expr.names(visit));
            }
            Condition::Even(expr) | Condition::Odd(expr) | Condition::Is(expr, _) => expr.names(visit),
            Condition::Or(items) | Condition::All(items) => items.iter().for_each(|item| item.names(visit)),
            Condition::Not(inner) => inner.names(visit),
        }
    }
}

impl Display for OptionPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionPart::Each { from, to } => write!(f, "each {from}..{to}"),
            OptionPart::Copies { count, component, .. } => {
                if let Some(count) = count {
                    write!(f, "{count} of ")?;
                }
                match component.as_slice() {
                    [heap] => write!(f, "{heap}"),
                    tuple => write_tuple(f, tuple),
                }
            }
        }
    }
}

/// A part of an option with its kind.
struct OfKind<'a>(&'a Name, &'a OptionPart);

impl Display for OfKind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OfKind(kind, part) = self;
        match part {
            OptionPart::Each { from, to } => write!(f, "each {}({from}..{to})", kind.text),
            OptionPart::Copies { count, component, .. } => {
                if let Some(count) = count {
                    write!(f, "{count} of ")?;
                }
                write!(f, "{}(", kind.text)?;
                write_list(f, component, ", ")?;
                f.write_str(")")
            }
        }
    }
}

impl Clause {
    /// The parts of an option with their kinds, as written.
    pub fn kind_parts(&self) -> Vec<String> {
        let parts = self.kinds.iter().skip(1).zip(&self.option);
        parts.map(|(kind, part)| OfKind(kind, part).to_string()).collect()
    }
}

impl Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.pattern.iter().map(|name| name.text.as_str()).collect();
        match (self.kinds.first(), names.as_slice()) {
            (None, heaps) if self.in_braces => write!(f, "{{{}}} -> {{", heaps.join(", "))?,
            (Some(kind), names) => write!(f, "{}({}) -> ", kind.text, names.join(", "))?,
            (None, [heap]) => write!(f, "{heap} -> ")?,
            (None, tuple) => write!(f, "({}) -> ", tuple.join(", "))?,
        }
        if self.kinds.is_empty() {
            write_list(f, &self.option, ", ")?;
        } else {
            write_list(f, &self.kind_parts(), ", ")?;
        }
        f.write_str(if self.in_braces { "}" } else { "" })?;
        if !self.conditions.is_empty() {
            f.write_str(" where ")?;
            write_conditions(f, &self.conditions)?;
        }
        Ok(())
    }
}

impl Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for parameter in &self.parameters {
            write!(f, "param {} = {} ; ", parameter.name.text, parameter.value)?;
        }
        write_list(f, &self.clauses, " ; ")
    }
}
