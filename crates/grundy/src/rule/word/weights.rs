//! Why play ends: a weight for every symbol under which each move makes the word lighter.
//!
//! What a move takes off is a linear form in the weights, one for each clause and each choice of the symbols that its variables
//! stand for; `_` may stand for any symbol or for none, so it counts as the worst of them. Single symbols and the length are
//! tried first, then every set of symbols, then a linear program over the fractions (simplex, Bland's rule), which finds weights
//! whenever there are some. Weights are whole numbers from 0, so a word of weight w is played out in at most w moves.

use super::condition::{SymbolTerm, Test};
use super::literal::{Count, Pattern, Symbol};
use super::{WordClause, WordRule};
use rustc_hash::FxHashMap;

/// Symbols that stand for all that the rule does not name.
const OTHERS: [char; 8] = ['\u{1}', '\u{2}', '\u{3}', '\u{4}', '\u{5}', '\u{6}', '\u{7}', '\u{8}'];
/// Most choices of symbols for the variables of a clause.
const MAX_CHOICES: usize = 200_000;
/// Most symbols of which every set is tried.
const MAX_TRIED: usize = 12;
/// The length of row on which numbers are tried out; what they do beyond is shown by the form, or checked move by move.
const SAMPLE_LENGTH: usize = 24;

/// A weight for each symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    /// Those of the symbols that the rule names, in their order, and of all others.
    weights: Vec<u64>,
    symbols: Vec<char>,
    /// Whether every move is lighter by the form of the rule; otherwise moves are checked when they are made.
    pub proved: bool,
}

impl Weights {
    /// None, where play may go on for ever and nothing is checked.
    pub(super) fn none() -> Weights {
        Weights { weights: vec![0], symbols: Vec::new(), proved: true }
    }

    /// The weight of a symbol.
    pub fn weight(&self, symbol: char) -> u64 {
        let index = self.symbols.iter().position(|&known| known == symbol).unwrap_or(self.symbols.len());
        self.weights[index]
    }

    /// The weight of a word.
    pub fn total(&self, cells: &[char]) -> u128 {
        cells.iter().map(|&cell| u128::from(self.weight(cell))).sum()
    }

    /// What falls in every move, in words.
    pub fn describe(&self) -> String {
        let ones: Vec<String> = self
            .symbols
            .iter()
            .zip(&self.weights)
            .filter(|(_, weight)| **weight == 1)
            .map(|(s, _)| format!("`{s}`"))
            .collect();
        let other = self.weights[self.symbols.len()];
        if self.weights.iter().all(|&weight| weight == 1) {
            return "the length".to_owned();
        }
        if other == 0 && self.weights.iter().all(|&weight| weight <= 1) {
            return format!("the number of {}", ones.join(" and "));
        }
        let mut parts: Vec<String> = self
            .symbols
            .iter()
            .zip(&self.weights)
            .filter(|(_, weight)| **weight > 0)
            .map(|(symbol, weight)| format!("{weight} for each `{symbol}`"))
            .collect();
        if other > 0 {
            parts.push(format!("{other} for each other symbol"));
        }
        format!("the weight of the word, {}", parts.join(", "))
    }
}

/// What one kind of move takes off: a form in the weights, and the symbols written over `_`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Form {
    /// Left minus right, by symbol.
    taken: Vec<i64>,
    /// How often each symbol is written over a `_`.
    over: Vec<i64>,
}

impl Form {
    /// What the move takes off at least.
    fn least(&self, weights: &[u64]) -> i128 {
        let lightest = weights.iter().copied().min().unwrap_or(0);
        let sum = |factors: &[i64], value: &dyn Fn(usize) -> u64| -> i128 {
            factors
                .iter()
                .enumerate()
                .map(|(index, &factor)| i128::from(factor) * i128::from(value(index)))
                .sum()
        };
        sum(&self.taken, &|index| weights[index]) - sum(&self.over, &|index| weights[index] - lightest)
    }
}

/// Finds weights for a rule, or says which clause stands in the way: the first with which there are none.
pub fn find(rule: &WordRule) -> Result<Weights, usize> {
    let count = rule.symbols.len() + 1;
    let mut forms: Vec<Form> = Vec::new();
    let mut found = Some(vec![1; count]);
    for (index, clause) in rule.clauses.iter().enumerate() {
        for form in sampled(rule, clause).ok_or(index)? {
            if !forms.contains(&form) {
                forms.push(form);
            }
        }
        let fits = |weights: &Vec<u64>| forms.iter().all(|form| form.least(weights) > 0);
        if !found.as_ref().is_some_and(fits) {
            found = search(&forms, count);
        }
        if found.is_none() {
            return Err(index);
        }
    }
    // All clauses at once may have plainer weights than the last ones found.
    let weights = search(&forms, count).ok_or(rule.clauses.len().saturating_sub(1))?;
    Ok(settled(rule, weights))
}

/// The weights that a writer names, if they fall in every move; otherwise the clause that offends.
pub fn given(rule: &WordRule, symbol: Option<char>) -> Result<Weights, usize> {
    let mut weights = vec![u64::from(symbol.is_none()); rule.symbols.len() + 1];
    if let Some(symbol) = symbol {
        let index = rule.symbols.iter().position(|&known| known == symbol).unwrap_or(rule.symbols.len());
        weights[index] = 1;
    }
    for (index, clause) in rule.clauses.iter().enumerate() {
        if sampled(rule, clause).ok_or(index)?.iter().any(|form| form.least(&weights) <= 0) {
            return Err(index);
        }
    }
    Ok(settled(rule, weights))
}

fn settled(rule: &WordRule, weights: Vec<u64>) -> Weights {
    let proved = rule.clauses.iter().all(|clause| is_proved(rule, clause, &weights));
    Weights { weights, symbols: rule.symbols.clone(), proved }
}

/// The choices of symbols for the variables of a clause that its conditions may allow; `None` when they are too many.
pub fn choices(rule: &WordRule, clause: &WordClause) -> Option<Vec<Vec<char>>> {
    let variables = clause.names.symbols.len();
    let others = OTHERS.get(..variables)?;
    let domain: Vec<char> = rule.symbols.iter().chain(others).copied().collect();
    let total = (0..variables).try_fold(1usize, |all, _| all.checked_mul(domain.len()))?;
    if total > MAX_CHOICES {
        return None;
    }
    let mut out = Vec::new();
    for number in 0..total {
        let mut rest = number;
        let mut choice = Vec::with_capacity(variables);
        for _ in 0..variables {
            choice.push(domain[rest % domain.len()]);
            rest /= domain.len();
        }
        if clause.conditions.tests.iter().all(|test| may_hold(test, &choice)) {
            out.push(choice);
        }
    }
    Some(out)
}

/// Whether a test may hold whatever the numbers are.
fn may_hold(test: &Test, symbols: &[char]) -> bool {
    match test {
        Test::Numbers(_) => true,
        Test::Equal(left, right, expected) => {
            let value = |term: &SymbolTerm| match *term {
                SymbolTerm::Char(symbol) => symbol,
                SymbolTerm::Variable(index) => symbols[index],
            };
            (value(left) == value(right)) == *expected
        }
        Test::All(items) => items.iter().all(|item| may_hold(item, symbols)),
        Test::Any(items) => items.iter().any(|item| may_hold(item, symbols)),
    }
}

/// The forms of a clause for numbers up to some size.
fn sampled(rule: &WordRule, clause: &WordClause) -> Option<Vec<Form>> {
    let mut numbers = clause.conditions.assignments(SAMPLE_LENGTH)?;
    numbers.truncate(400);
    let mut out = Vec::new();
    let mut seen: FxHashMap<Form, ()> = FxHashMap::default();
    for choice in choices(rule, clause)? {
        for numbers in &numbers {
            let count = |count: Count| match count {
                Count::Fixed(count) => count as i64,
                Count::Variable(index) => numbers[index + 1] as i64,
            };
            let form = form(rule, clause, &choice, &count);
            if seen.insert(form.clone(), ()).is_none() {
                out.push(form);
            }
        }
    }
    Some(out)
}

/// What a clause takes off, with so many of each item.
fn form(rule: &WordRule, clause: &WordClause, choice: &[char], count: &dyn Fn(Count) -> i64) -> Form {
    let size = rule.symbols.len() + 1;
    let index = |symbol: Symbol| {
        let symbol = match symbol {
            Symbol::Char(symbol) => symbol,
            Symbol::Variable(variable) => choice[variable],
            Symbol::Any => unreachable!("asked for symbols only"),
        };
        rule.symbols.iter().position(|&known| known == symbol).unwrap_or(size - 1)
    };
    let mut form = Form { taken: vec![0; size], over: vec![0; size] };
    if !clause.keeps_places {
        for (pattern, sign) in [(&clause.left, 1), (&clause.right, -1)] {
            for item in pattern.items() {
                form.taken[index(item.symbol)] += sign * count(item.count);
            }
        }
        return form;
    }
    for (left, right) in clause.left.lines.iter().zip(&clause.right.lines) {
        let (left, right) = (spelled(left, count), spelled(right, count));
        for (&before, &after) in left.iter().zip(&right) {
            match (before, after) {
                (_, Symbol::Any) => {}
                (Symbol::Any, written) => form.over[index(written)] += 1,
                (read, written) => {
                    form.taken[index(read)] += 1;
                    form.taken[index(written)] -= 1;
                }
            }
        }
    }
    form
}

fn spelled(line: &[super::literal::Item], count: &dyn Fn(Count) -> i64) -> Vec<Symbol> {
    line.iter().flat_map(|item| std::iter::repeat_n(item.symbol, count(item.count).max(0) as usize)).collect()
}

/// Whether a clause makes words lighter whatever its numbers are: what is taken off does not fall when a number grows.
fn is_proved(rule: &WordRule, clause: &WordClause, weights: &[u64]) -> bool {
    let variables = clause.names.numbers.len();
    if variables == 0 {
        return true;
    }
    // Over `_` and `_` over a place the sides are laid over each other, which is no linear form.
    if clause.left.has_any() || clause.right.has_any() {
        return false;
    }
    let Some(choices) = choices(rule, clause) else { return false };
    let smallest = match clause.conditions.by_length || variables > 1 {
        true => None,
        false => clause.conditions.assignments(SAMPLE_LENGTH),
    };
    // The conditions alone decide about a lone number, so the least that they allow was met.
    let smallest = smallest.and_then(|all| all.first().map(|numbers| numbers[1] as i64));
    let least = |index: usize| smallest.unwrap_or(i64::from(clause.starts_at_one[index]));
    let value = |choice: &[char], numbers: &dyn Fn(usize) -> i64| -> i128 {
        let side = |pattern: &Pattern| -> i128 {
            pattern
                .items()
                .map(|item| {
                    let count = match item.count {
                        Count::Fixed(count) => count as i64,
                        Count::Variable(index) => numbers(index),
                    };
                    let symbol = match item.symbol {
                        Symbol::Char(symbol) => symbol,
                        Symbol::Variable(variable) => choice[variable],
                        Symbol::Any => unreachable!("there is none"),
                    };
                    let index = rule.symbols.iter().position(|&known| known == symbol);
                    i128::from(count) * i128::from(weights[index.unwrap_or(rule.symbols.len())])
                })
                .sum()
        };
        side(&clause.left) - side(&clause.right)
    };
    choices.iter().all(|choice| {
        let base = value(choice, &least);
        base > 0
            && (0..variables)
                .all(|grown| value(choice, &|index| least(index) + i64::from(index == grown)) >= base)
    })
}

/// Weights that make every form positive.
fn search(forms: &[Form], count: usize) -> Option<Vec<u64>> {
    let fits = |weights: &Vec<u64>| forms.iter().all(|form| form.least(weights) > 0);
    let single = (0..count).map(|one| (0..count).map(|index| u64::from(index == one)).collect());
    if let Some(found) = single.chain([vec![1; count]]).find(fits) {
        return Some(found);
    }
    if count <= MAX_TRIED {
        let mut sets: Vec<u32> = (1..1 << count).collect();
        sets.sort_by_key(|set| set.count_ones());
        let weights = |set: u32| (0..count).map(|index| u64::from(set >> index & 1 == 1)).collect();
        if let Some(found) = sets.into_iter().map(weights).find(fits) {
            return Some(found);
        }
    }
    let found = by_simplex(forms, count)?;
    fits(&found).then_some(found)
}

/// A linear program over the fractions: weights w and penalties u with u[r] >= w[r] - w[s] for all symbols s.
fn by_simplex(forms: &[Form], count: usize) -> Option<Vec<u64>> {
    let mut rows: Vec<(Vec<i128>, i128)> = Vec::new();
    for form in forms {
        let mut row: Vec<i128> = form.taken.iter().map(|&factor| factor.into()).collect();
        row.extend(form.over.iter().map(|&factor| -i128::from(factor)));
        rows.push((row, 1));
    }
    let written: Vec<usize> = (0..count).filter(|&r| forms.iter().any(|form| form.over[r] > 0)).collect();
    for &r in &written {
        for s in (0..count).filter(|&s| s != r) {
            let mut row = vec![0; 2 * count];
            row[count + r] = 1;
            row[r] = -1;
            row[s] += 1;
            rows.push((row, 0));
        }
    }
    let solution = feasible(&rows, 2 * count)?;
    // Whole numbers: the least common multiple of the denominators.
    let mut scale: i128 = 1;
    for fraction in &solution[..count] {
        scale = scale.checked_mul(fraction.1 / gcd(scale, fraction.1))?;
    }
    solution[..count].iter().map(|f| u64::try_from(f.0.checked_mul(scale / f.1)?).ok()).collect()
}

/// A fraction, numerator and positive denominator.
type Fraction = (i128, i128);

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs().max(1) } else { gcd(b, a % b) }
}

fn reduced(numerator: i128, denominator: i128) -> Fraction {
    let divisor = gcd(numerator, denominator) * denominator.signum();
    (numerator / divisor, denominator / divisor)
}

/// `a - b*c`, if it fits.
fn minus_product(a: Fraction, b: Fraction, c: Fraction) -> Option<Fraction> {
    let product = reduced(b.0.checked_mul(c.0)?, b.1.checked_mul(c.1)?);
    let numerator = a.0.checked_mul(product.1)?.checked_sub(product.0.checked_mul(a.1)?)?;
    Some(reduced(numerator, a.1.checked_mul(product.1)?))
}

/// A point x >= 0 with every row times x at least its bound (0 or 1); `None` when there is none or numbers grow too large.
fn feasible(rows: &[(Vec<i128>, i128)], variables: usize) -> Option<Vec<Fraction>> {
    // Columns: the variables, a surplus for each row, the right side. Rows with bound 0 begin with their surplus in the basis,
    // the others with an artificial variable, which needs no column: it leaves and never returns.
    let width = variables + rows.len() + 1;
    let artificial = usize::MAX;
    let mut basis = Vec::new();
    let mut table: Vec<Vec<Fraction>> = Vec::new();
    for (index, (row, bound)) in rows.iter().enumerate() {
        let sign = if *bound > 0 { 1 } else { -1 };
        let mut line = vec![(0, 1); width];
        for (column, &factor) in row.iter().enumerate() {
            line[column] = (sign * factor, 1);
        }
        line[variables + index] = (-sign, 1);
        line[width - 1] = (*bound, 1);
        basis.push(if *bound > 0 { artificial } else { variables + index });
        table.push(line);
    }
    loop {
        // What the artificial variables sum up to falls with a column whose entries in their rows sum up to more than 0.
        let gain = |column: usize| -> Option<Fraction> {
            let lines = table.iter().zip(&basis).filter(|(_, basic)| **basic == artificial);
            lines
                .map(|(line, _)| line[column])
                .try_fold((0, 1), |sum, entry| minus_product(sum, (-1, 1), entry))
        };
        if gain(width - 1)?.0 == 0 {
            break;
        }
        let mut entering = None;
        for column in 0..width - 1 {
            if !basis.contains(&column) && gain(column)?.0 > 0 {
                entering = Some(column);
                break;
            }
        }
        let entering = entering?;
        let mut leaving: Option<(Fraction, usize)> = None;
        for (index, line) in table.iter().enumerate().filter(|(_, line)| line[entering].0 > 0) {
            let (right, entry) = (line[width - 1], line[entering]);
            let ratio = reduced(right.0.checked_mul(entry.1)?, right.1.checked_mul(entry.0)?);
            let less = |other: Fraction| Some(ratio.0.checked_mul(other.1)? < other.0.checked_mul(ratio.1)?);
            let equal = |other: Fraction| ratio == other;
            let better = match leaving {
                None => true,
                Some((other, row)) => less(other)? || equal(other) && basis[index] < basis[row],
            };
            if better {
                leaving = Some((ratio, index));
            }
        }
        let (_, pivot) = leaving?;
        let entry = table[pivot][entering];
        for cell in &mut table[pivot] {
            *cell = reduced(cell.0.checked_mul(entry.1)?, cell.1.checked_mul(entry.0)?);
        }
        let line = table[pivot].clone();
        for (index, other) in table.iter_mut().enumerate().filter(|(index, _)| *index != pivot) {
            let _ = index;
            let factor = other[entering];
            if factor.0 != 0 {
                for (cell, &own) in other.iter_mut().zip(&line) {
                    *cell = minus_product(*cell, factor, own)?;
                }
            }
        }
        basis[pivot] = entering;
    }
    let mut out = vec![(0, 1); variables];
    for (line, &basic) in table.iter().zip(&basis) {
        if basic < variables {
            out[basic] = line[width - 1];
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_linear_program_finds_points_and_says_when_there_is_none() {
        // x - y >= 1, y - z >= 1.
        let rows = vec![(vec![1, -1, 0], 1), (vec![0, 1, -1], 1)];
        let point = feasible(&rows, 3).expect("2, 1, 0");
        assert!(point.iter().all(|f| f.0 >= 0));
        // x - y >= 1, y - x >= 0.
        assert_eq!(feasible(&[(vec![1, -1], 1), (vec![-1, 1], 0)], 2), None);
        // 2x - 3y >= 1, 3y - x >= 1: x = 2, y = 1.
        assert!(feasible(&[(vec![2, -3], 1), (vec![-1, 3], 1)], 2).is_some());
    }
}
