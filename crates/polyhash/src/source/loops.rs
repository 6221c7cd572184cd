//! The loops of a polynomial hash among the assignments of a program.

use super::arithmetic::{Node, calls, collect, is, is_one, mentions, product, remainders, substitute, terms};
use super::program::{Assignment, Program};
use super::{Function, Language, Sourced};
use crate::dialect::{LetterMap, Order};

impl Program {
    pub(super) fn functions(&self) -> Vec<Function> {
        let mut found = Vec::new();
        for assignment in &self.assignments {
            self.high(assignment, &mut found);
            self.low(assignment, &mut found);
        }
        found
    }

    /// h = h * B + v.
    pub(super) fn high(&self, assignment: &Assignment, found: &mut Vec<Function>) {
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
            let product = super::arithmetic::terms(&other.value);
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
    pub(super) fn low(&self, assignment: &Assignment, found: &mut Vec<Function>) {
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
    pub(super) fn push(
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
    pub(super) fn each(&self, base: &Node, line: usize) -> Vec<(Option<i128>, Option<usize>)> {
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
    pub(super) fn drawn(&self, node: &Node) -> Option<usize> {
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
