//! Rows that are heaps: runs of one symbol between walls or ends, as a rule about numbers.
//!
//! If one symbol alone is ever read, every pattern reads neighbouring places, and what is written is never read again, then a
//! row is a sum of runs of that symbol, and a move is one in a single run: what it writes over falls out, what is left on either
//! side are runs again. Each clause is translated word by word: a pattern that takes t places out of a run of n, at any place,
//! leaves a and b with a + b = n - t; one that reaches over its ends with `_` takes less there. The rule about numbers that comes out
//! has the same moves, by construction, so its class, its code and its period are those of the row.
//!
//! A ring without walls is a kind of its own: every move cuts it, and what is left is rows. So a ring is a system of two kinds of
//! heaps, `ring` and `row`.
//!
//! Patterns with `_` reach over walls. A wall must be at least as wide as the farthest reach for the runs beside it to be
//! independent: those that moves leave are shown to be, those in a word that is typed are looked at.

use super::literal::{Count, Item, Symbol};
use super::{Topology, WordRule};
use crate::base::diagnostic::Span;
use crate::rule::Ruleset;
use crate::rule::system::System;
use std::fmt::Write;

/// The heaps that a row is a sum of.
#[derive(Debug, Clone)]
pub struct Runs {
    /// The symbol of the runs.
    pub symbol: char,
    /// How wide a wall must be at least.
    pub reach: usize,
    /// What happens to a run of n symbols.
    pub rules: Ruleset,
    /// The two kinds of heaps that a ring and its runs are, for a rule on rings.
    pub ring: Option<System>,
}

/// A clause about numbers: the heaps that are left of `n`, and when.
#[derive(Debug)]
struct HeapClause {
    parts: Vec<String>,
    conditions: String,
}

impl HeapClause {
    fn on_heaps(&self) -> String {
        format!("n -> {} where {}", self.parts.join(", "), self.conditions)
    }

    /// The same for a heap of a kind that leaves rows.
    fn of_kind(&self, kind: &str) -> String {
        let parts: Vec<String> = self.parts.iter().map(|part| format!("row({part})")).collect();
        format!("{kind}(n) -> {} where {}", parts.join(", "), self.conditions)
    }
}

/// A number of places: so many, and as many as each of some numbers says.
#[derive(Debug, Clone, Default)]
struct Amount {
    fixed: u64,
    numbers: Vec<usize>,
}

impl Amount {
    fn add(&mut self, count: Count) {
        match count {
            Count::Fixed(count) => self.fixed += count,
            Count::Variable(index) => self.numbers.push(index),
        }
    }

    fn is_none(&self) -> bool {
        self.fixed == 0 && self.numbers.is_empty()
    }

    /// As an expression; number i is the name `vi`.
    fn text(&self) -> String {
        let fixed = (self.fixed > 0 || self.numbers.is_empty()).then(|| self.fixed.to_string());
        let numbers = self.numbers.iter().map(|index| format!("v{index}"));
        fixed.into_iter().chain(numbers).collect::<Vec<_>>().join(" + ")
    }

    /// The condition that a name is at least so much, where that says something.
    fn at_least(&self, name: &str) -> String {
        if self.is_none() { String::new() } else { format!(", {name} >= {}", self.text()) }
    }

    fn plus(&self, more: u64) -> Amount {
        Amount { fixed: self.fixed + more, numbers: self.numbers.clone() }
    }
}

/// Places side by side that a pattern takes, or keeps.
#[derive(Debug, Clone)]
struct Block {
    taken: bool,
    amount: Amount,
}

/// A pattern on a run: `_` that are written over, blocks of places that are read, `_` again.
#[derive(Debug)]
struct Shape {
    before: u64,
    blocks: Vec<Block>,
    behind: u64,
    /// Whether a `_` is left as it is.
    keeps_over: bool,
}

/// What becomes of the places that a pattern reads.
struct Cut {
    /// What stays at the left end and joins the run there.
    left: Amount,
    right: Amount,
    /// All places but those.
    all: Amount,
    /// What stays inside, runs by themselves.
    inside: Vec<Amount>,
}

impl Shape {
    fn cut(&self) -> Cut {
        let mut blocks = self.blocks.clone();
        let end = |blocks: &mut Vec<Block>, at_start: bool, over: u64| {
            let block = if at_start { blocks.first() } else { blocks.last() };
            let stays = block.is_some_and(|block| !block.taken) && over == 0;
            let place = if at_start { 0 } else { blocks.len().saturating_sub(1) };
            if stays { blocks.remove(place).amount } else { Amount::default() }
        };
        let left = end(&mut blocks, true, self.before);
        let right = end(&mut blocks, false, self.behind);
        let mut all = Amount::default();
        for block in &blocks {
            all.fixed += block.amount.fixed;
            all.numbers.extend(&block.amount.numbers);
        }
        let inside = blocks.into_iter().filter(|block| !block.taken).map(|block| block.amount).collect();
        Cut { left, right, all, inside }
    }
}

impl WordRule {
    /// The row as heaps, if it is made of runs.
    pub fn runs(&self) -> Option<Runs> {
        if self.ground.is_board() || self.is_loopy || self.is_shifting() || self.has_ends() {
            return None;
        }
        let symbol = self.only_read()?;
        let mut shapes = Vec::new();
        for (index, clause) in self.clauses.iter().enumerate() {
            // A condition on symbols must be one that names the symbol, no more.
            let tests = &clause.conditions.tests;
            // Numbers that the length of the row bounds would be bounded by the run.
            if !tests.is_empty() && !self.is_plain_test(index, symbol) || clause.conditions.by_length {
                return None;
            }
            let (left, right) = (&clause.left.lines[0], &clause.right.lines[0]);
            shapes.push((index, self.shape(left, right, symbol)?));
            if self.mirrored {
                let reversed = |items: &[Item]| items.iter().rev().copied().collect::<Vec<Item>>();
                shapes.push((index, self.shape(&reversed(left), &reversed(right), symbol)?));
            }
        }
        let reach = shapes.iter().map(|(_, shape)| shape.before.max(shape.behind)).max().unwrap_or(0);
        let mut clauses = Vec::new();
        for (index, shape) in &shapes {
            if !self.keeps_apart(*index, shape, reach) {
                return None;
            }
            self.translate(*index, shape, &mut clauses);
        }
        let texts: Vec<String> = clauses.iter().map(HeapClause::on_heaps).collect();
        let rules = Ruleset::parse(&texts.join(" ; ")).ok()?;
        let ring = if self.ground == Topology::Ring { self.ring(&shapes, &clauses) } else { None };
        Some(Runs { symbol, reach: reach as usize, rules, ring })
    }

    /// Rings and rows as a system; `None` where a pattern bends round a ring in a way that is not looked into.
    fn ring(&self, shapes: &[(usize, Shape)], rows: &[HeapClause]) -> Option<System> {
        let mut clauses = Vec::new();
        for (index, shape) in shapes {
            let reaches_over = shape.before + shape.behind > 0;
            // A `_` may fall on a place that the pattern uses: then all that is left must fall to it.
            if shape.keeps_over || reaches_over && shape.blocks.iter().any(|block| !block.taken) {
                return None;
            }
            self.on_ring(*index, shape, &mut clauses);
        }
        let rings = clauses.iter().map(|clause| clause.of_kind("ring"));
        let rows = rows.iter().map(|clause| clause.of_kind("row"));
        System::parse(&rings.chain(rows).collect::<Vec<_>>().join(" ; ")).ok()
    }

    /// The clauses for a whole ring: what a pattern does not touch is one row, with what stays at its ends.
    fn on_ring(&self, clause: usize, shape: &Shape, out: &mut Vec<HeapClause>) {
        let conditions = self.number_conditions(clause);
        let Cut { left, right, all, inside } = shape.cut();
        let over = shape.before + shape.behind;
        let mut parts = vec!["a".to_owned()];
        parts.extend(inside.iter().map(Amount::text));
        let mut stays = left;
        stays.fixed += right.fixed;
        stays.numbers.extend(right.numbers);
        out.push(HeapClause {
            parts,
            conditions: format!("a = n - ({}){}{conditions}", all.plus(over).text(), stays.at_least("a")),
        });
        // On a smaller ring the places that are reached over meet, and nothing is left.
        for outside in 0..over {
            let conditions = format!("n = {}{conditions}", all.plus(outside).text());
            out.push(HeapClause { parts: vec!["0".to_owned()], conditions });
        }
    }

    /// The symbol of free places, if a rule does no more than take some of them away: one symbol alone is read, and never
    /// written where it did not stand.
    pub fn takes_only(&self) -> Option<char> {
        if self.is_loopy || self.is_shifting() || self.has_ends() {
            return None;
        }
        let symbol = self.only_read()?;
        let plain = (0..self.clauses.len()).all(|clause| {
            let conditions = &self.clauses[clause].conditions;
            !conditions.by_length && (conditions.tests.is_empty() || self.is_plain_test(clause, symbol))
        });
        plain.then_some(symbol)
    }

    /// The only symbol that patterns read, if there is one.
    fn only_read(&self) -> Option<char> {
        let walls = self.walls();
        let mut live = self.symbols.iter().copied().filter(|symbol| !walls.contains(symbol));
        let only = live.next()?;
        (live.next().is_none() && self.others_are_walls()).then_some(only)
    }

    /// Whether the conditions on symbols hold for the symbol whatever the numbers are.
    fn is_plain_test(&self, clause: usize, symbol: char) -> bool {
        use super::condition::Test;
        fn speaks_of_numbers(test: &Test) -> bool {
            match test {
                Test::Equal(..) => false,
                Test::Numbers(_) => true,
                Test::All(items) | Test::Any(items) => items.iter().any(speaks_of_numbers),
            }
        }
        let clause = &self.clauses[clause];
        let symbols = vec![symbol; clause.names.symbols.len()];
        let tests = &clause.conditions.tests;
        !tests.iter().any(speaks_of_numbers) && tests.iter().all(|test| test.holds(&symbols, &[]))
    }

    /// A clause on a run; `None` where it reads places that are not side by side, or writes the symbol over `_`.
    fn shape(&self, left: &[Item], right: &[Item], symbol: char) -> Option<Shape> {
        // Where both sides are counted alike, their items stand over each other; otherwise only single symbols are compared.
        let pairs: Vec<(Symbol, Symbol, Count)> =
            match left.len() == right.len() && left.iter().zip(right).all(|(a, b)| a.count == b.count) {
                true => left.iter().zip(right).map(|(a, b)| (a.symbol, b.symbol, a.count)).collect(),
                false => {
                    let (left, right) = (single(left)?, single(right)?);
                    left.into_iter().zip(right).map(|(a, b)| (a, b, Count::Fixed(1))).collect()
                }
            };
        let reads = |pair: &(Symbol, Symbol, Count)| pair.0 != Symbol::Any;
        let (first, last) = (pairs.iter().position(reads)?, pairs.iter().rposition(reads)?);
        if !pairs[first..=last].iter().all(reads) {
            return None;
        }
        // A `_` that is left as it is counts for nothing, but one that is written over must be next to the others.
        let over = |pairs: &[(Symbol, Symbol, Count)]| -> Option<u64> {
            let mut count = 0;
            let mut ended = false;
            for &(_, write, times) in pairs {
                let Count::Fixed(times) = times else { return None };
                match write {
                    Symbol::Any => ended = true,
                    Symbol::Char(written) if written != symbol && !ended => count += times,
                    _ => return None,
                }
            }
            Some(count)
        };
        let backwards: Vec<(Symbol, Symbol, Count)> = pairs[..first].iter().rev().copied().collect();
        let (before, behind) = (over(&backwards)?, over(&pairs[last + 1..])?);
        let mut blocks: Vec<Block> = Vec::new();
        for &(_, write, count) in &pairs[first..=last] {
            let taken = match write {
                Symbol::Char(written) => written != symbol,
                // Variables stand for the symbol, so that it stays.
                Symbol::Any | Symbol::Variable(_) => false,
            };
            if count == Count::Fixed(0) {
                continue;
            }
            match blocks.last_mut().filter(|block| block.taken == taken) {
                Some(block) => block.amount.add(count),
                None => {
                    let mut amount = Amount::default();
                    amount.add(count);
                    blocks.push(Block { taken, amount });
                }
            }
        }
        let outside = pairs[..first].iter().chain(&pairs[last + 1..]);
        let keeps_over = outside.into_iter().any(|(_, write, _)| *write == Symbol::Any);
        Some(Shape { before, blocks, behind, keeps_over })
    }

    /// Whether what a move leaves lies so far apart that no pattern reaches across.
    fn keeps_apart(&self, clause: usize, shape: &Shape, reach: u64) -> bool {
        let starts_at_one = &self.clauses[clause].starts_at_one;
        // A gap that may vanish is no gap.
        let numbers = shape.blocks.iter().flat_map(|block| &block.amount.numbers);
        let may_vanish =
            numbers.copied().any(|index| !starts_at_one[index] && self.may_be_zero(clause, index));
        if may_vanish {
            return false;
        }
        let last = shape.blocks.len().saturating_sub(1);
        let is_wide = |index: usize, block: &Block| {
            let beside =
                if index == 0 { shape.before } else { 0 } + if index == last { shape.behind } else { 0 };
            block.amount.fixed + block.amount.numbers.len() as u64 + beside >= reach
        };
        shape.blocks.iter().enumerate().all(|(index, block)| !block.taken || is_wide(index, block))
        // A `_` that is written over before a place that stays is a gap of its own.
            && (shape.before == 0 || shape.blocks[0].taken || shape.before >= reach)
            && (shape.behind == 0 || shape.blocks[last].taken || shape.behind >= reach)
    }

    /// Whether conditions let a number be 0.
    fn may_be_zero(&self, clause: usize, index: usize) -> bool {
        let all = self.clauses[clause].conditions.assignments(8);
        all.is_none_or(|all| all.iter().any(|numbers| numbers[index + 1] < 1))
    }

    /// The conditions of a clause on its numbers, each behind a comma.
    fn number_conditions(&self, clause: usize) -> String {
        let source = &self.clauses[clause];
        let mut conditions = String::new();
        for (index, &starts_at_one) in
            source.starts_at_one.iter().enumerate().take(source.names.numbers.len())
        {
            if starts_at_one {
                let _ = write!(conditions, ", v{index} >= 1");
            }
        }
        let named = renamed(&source.conditions.text, &source.names.numbers, &self.parameters);
        if !named.is_empty() {
            let _ = write!(conditions, ", {named}");
        }
        conditions
    }

    /// The clauses about numbers that a shape stands for.
    fn translate(&self, clause: usize, shape: &Shape, out: &mut Vec<HeapClause>) {
        let more = self.number_conditions(clause);
        let Cut { left, right, all, inside } = shape.cut();
        // Where the pattern lies inside, where it reaches over an end, and over both.
        for before in 0..=shape.before {
            for behind in 0..=shape.behind {
                let (inner, outer) = (before == shape.before, behind == shape.behind);
                let gone = all.plus(before + behind).text();
                let (ends, conditions): (&[&str], String) = match (inner, outer) {
                    (true, true) => {
                        let ends = format!("{}{}", left.at_least("a"), right.at_least("b"));
                        (&["a", "b"], format!("a + b = n - ({gone}){ends}{more}"))
                    }
                    (true, false) => (&["a"], format!("a = n - ({gone}){}{more}", left.at_least("a"))),
                    (false, true) => (&["b"], format!("b = n - ({gone}){}{more}", right.at_least("b"))),
                    (false, false) => (&["0"], format!("n = {gone}{more}")),
                };
                let ends = ends.iter().map(|&end| end.to_owned());
                let parts = ends.chain(inside.iter().map(Amount::text)).collect();
                out.push(HeapClause { parts, conditions });
            }
        }
    }
}

/// The symbols of items that are counted out.
fn single(items: &[Item]) -> Option<Vec<Symbol>> {
    let mut out = Vec::new();
    for item in items {
        let Count::Fixed(count) = item.count else { return None };
        out.extend(std::iter::repeat_n(item.symbol, count as usize));
    }
    Some(out)
}

/// Conditions with the names of numbers replaced, and parameters by their values.
fn renamed(text: &str, names: &[(String, Span)], parameters: &[(String, i128)]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if !first.is_alphabetic() && first != '_' {
            let length = if first.is_ascii_digit() {
                rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
            } else {
                first.len_utf8()
            };
            out.push_str(&rest[..length]);
            rest = &rest[length..];
            continue;
        }
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let word = &rest[..length];
        let parameter = parameters.iter().find(|(name, _)| name == word);
        match (names.iter().position(|(name, _)| name == word), parameter) {
            (Some(index), _) => out.push_str(&format!("v{index}")),
            (None, Some((_, value))) => out.push_str(&format!("({value})")),
            (None, None) => out.push_str(word),
        }
        rest = &rest[length..];
    }
    out
}
