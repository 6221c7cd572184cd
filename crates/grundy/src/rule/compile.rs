//! Turns a checked rule into loops: which variable runs over what, what is solved, what is left to test.
//!
//! Each clause becomes one or more [`Branch`]es (its alternatives). In a branch, equations with a variable of coefficient
//! ±1 are solved and the variable disappears; every remaining variable gets a [`Loop`] whose ends come from the
//! conditions: linear ones by division, monotone ones (`n - k*k >= 0`) by bisection, `d | n` by listing divisors. A loop also
//! ends where the loops inside it would be empty. What is left becomes guards, tested as soon as their names are known. That
//! a part is not negative is a condition like others.

use super::check::{Checked, CheckedClause, CheckedPart, first_variable, largest_slot};
use super::formula::{Formula, branches};
use super::linear::{Linear, simplify};
use super::syntax::{Function, Operator, Relation};
use super::term::{Slot, Term};

/// A compiled rule.
#[derive(Debug, Clone)]
pub struct Program {
    /// Components of a position.
    pub arity: usize,
    /// The branches of all clauses, in order.
    pub branches: Vec<Branch>,
    /// Slots that the widest branch needs.
    pub slots: usize,
}

/// One alternative of one clause, as nested loops.
#[derive(Debug, Clone)]
pub struct Branch {
    /// Which clause it came from.
    pub clause: usize,
    /// Conditions on the components alone.
    pub guards: Vec<Formula>,
    /// The loops, outermost first.
    pub loops: Vec<Loop>,
    /// What the move leaves.
    pub parts: Vec<CheckedPart>,
    /// All conditions, for analysis (classification, progress); the loops realise exactly these.
    pub conditions: Vec<Formula>,
}

/// One variable and the values it takes.
#[derive(Debug, Clone)]
pub struct Loop {
    /// The variable.
    pub slot: Slot,
    /// Where candidate values come from.
    pub source: Source,
    /// Only every so many values, from a remainder that the slots known so far decide.
    pub stride: Option<Stride>,
    /// The variable is at least each of these, rounded up.
    pub lower: Vec<Bound>,
    /// The variable is at most each of these, rounded down.
    pub upper: Vec<Bound>,
    /// Terms that grow with the variable and must not be negative: they push the lower end up.
    pub rising: Vec<Term>,
    /// Terms that fall with the variable and must not be negative: they push the upper end down.
    pub falling: Vec<Term>,
    /// What remains to be tested for each value.
    pub guards: Vec<Formula>,
}

/// Values congruent to `remainder` modulo `modulus`.
#[derive(Debug, Clone)]
pub struct Stride {
    /// At least 2, small.
    pub modulus: i128,
    /// Over slots already known.
    pub remainder: Term,
}

/// Candidate values of a variable.
#[derive(Debug, Clone)]
pub enum Source {
    /// Every whole number between the ends.
    Range,
    /// The divisors of a term (every positive number when the term is 0).
    Divisors(Term),
    /// The numbers that can be a factor of a term: its divisors (every number when the term is 0).
    Factors(Term),
    /// The one number that times `factor` gives `total` (every number when both are 0).
    Quotient {
        /// What the variable is multiplied by.
        factor: Term,
        /// The product.
        total: Term,
    },
}

/// `numerator / divisor`, with a positive divisor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bound {
    /// Over slots already known.
    pub numerator: Term,
    /// Positive.
    pub divisor: i128,
}

/// Compiles a rule.
pub fn compile(rule: &Checked) -> Program {
    let mut out = Vec::new();
    for (index, clause) in rule.clauses.iter().enumerate() {
        for conditions in branches(&clause.condition) {
            out.extend(branch(rule.arity, index, clause, conditions));
        }
    }
    let slots = rule.clauses.iter().map(|clause| clause.names.len()).max().unwrap_or(0);
    Program { arity: rule.arity, branches: out, slots }
}

/// The branch as loops, or nothing when its conditions contradict each other.
fn branch(arity: usize, index: usize, clause: &CheckedClause, conditions: Vec<Formula>) -> Option<Branch> {
    let mut work = Conditions { atoms: Vec::new(), parts: clause.parts.clone() };
    conditions.into_iter().for_each(|atom| work.add(atom));
    for part in &clause.parts {
        if let CheckedPart::Copies { count, component } = part {
            // Where a part is plainly not negative nothing need be said; should it fault, so will the part itself.
            let doubtful = count.iter().chain(component).filter(|term| !direction(term, Slot::MAX).1);
            doubtful.for_each(|term| work.add(not_negative(term.clone())));
        }
    }
    let mut variables: Vec<Slot> = (first_variable(arity)..clause.names.len()).collect();
    work.eliminate(&mut variables, largest_slot(arity));
    if work.atoms.iter().any(is_false) {
        return None;
    }
    let conditions = work.atoms.clone();
    let mut pending = work.atoms;
    let mut known: Vec<Slot> = (0..first_variable(arity)).collect();
    let guards = take_decided(&mut pending, &known);
    let mut loops = Vec::new();
    while !variables.is_empty() {
        let next = next_variable(&variables, &pending, &known);
        let slot = variables.remove(next);
        known.push(slot);
        let decided = take_decided(&mut pending, &known);
        let mut this = new_loop(slot, decided);
        if let Some(product) = pending.iter().find_map(|atom| factor_of(atom, slot, &known))
            && matches!(this.source, Source::Range)
        {
            this.source = Source::Factors(product);
        }
        loops.push(this);
    }
    tighten(&mut loops, largest_slot(arity));
    Some(Branch { clause: index, guards, loops, parts: work.parts, conditions })
}

/// Lets each loop stop where the loops inside it would be empty: what lies below a variable must not exceed what lies above
/// it, which is a condition on the variables outside (elimination after Fourier and Motzkin).
fn tighten(loops: &mut [Loop], largest: Slot) {
    for inner in (1..loops.len()).rev() {
        let (outer, inside) = loops.split_at_mut(inner);
        let forms = |bounds: &[Bound], other: Term| -> Vec<(Linear, i128)> {
            let other = Bound { numerator: other, divisor: 1 };
            let all = bounds.iter().chain([&other]);
            all.filter_map(|bound| Some((Linear::of(&bound.numerator)?, bound.divisor))).collect()
        };
        let upper = forms(&inside[0].upper, Term::Slot(largest));
        for (low, below) in forms(&inside[0].lower, Term::Integer(0)) {
            for (high, above) in &upper {
                let room = high.times(below).and_then(|high| high.plus(&low, -above));
                let Some(room) = room.filter(|room| !is_true(&not_negative(room.to_term()))) else {
                    continue;
                };
                if let Some(last) = outer.iter_mut().rfind(|this| room.coefficient(this.slot) != 0) {
                    // Where numbers grow too large for a form, the loop runs a little longer.
                    let _ = last.at_least_zero(&room);
                }
            }
        }
    }
}

fn not_negative(term: Term) -> Formula {
    Formula::Compare(Relation::GreaterEqual, term, Term::Integer(0))
}

/// `x % d = 0` as `d | x`: for d = 0 the one is illegal and the other false, which is the same for a condition on its own.
fn as_divisibility(atom: Formula) -> Formula {
    match atom {
        Formula::Compare(Relation::Equal, Term::Binary(Operator::Remainder, x, d), Term::Integer(0)) => {
            Formula::Compare(Relation::Divides, *d, *x)
        }
        other => other,
    }
}

/// The linear form of `left - right` when the atom compares two linear terms.
pub fn linear_atom(atom: &Formula) -> Option<(Relation, Linear)> {
    match atom {
        Formula::Compare(Relation::Divides | Relation::NotDivides, ..) => None,
        Formula::Compare(relation, left, right) => Some((*relation, Linear::difference(left, right)?)),
        _ => None,
    }
}

/// Whether an atom holds whatever the (never negative) slots are.
fn is_true(atom: &Formula) -> bool {
    let Some((relation, difference)) = linear_atom(atom) else { return false };
    if difference.is_constant() {
        return relation.holds(difference.constant, 0);
    }
    let growing = difference.coefficients.values().all(|&c| c > 0);
    let falling = difference.coefficients.values().all(|&c| c < 0);
    match relation {
        Relation::GreaterEqual => growing && difference.constant >= 0,
        Relation::Greater => growing && difference.constant > 0,
        Relation::LessEqual => falling && difference.constant <= 0,
        Relation::Less => falling && difference.constant < 0,
        _ => false,
    }
}

/// Whether an atom compares two numbers and fails.
fn is_false(atom: &Formula) -> bool {
    linear_atom(atom).is_some_and(|(relation, d)| d.is_constant() && !relation.holds(d.constant, 0))
}

struct Conditions {
    atoms: Vec<Formula>,
    parts: Vec<CheckedPart>,
}

impl Conditions {
    fn add(&mut self, atom: Formula) {
        match atom {
            Formula::All(items) => items.into_iter().for_each(|item| self.add(item)),
            Formula::Test(inner) => self.add(*inner),
            atom => {
                let atom = as_divisibility(atom.map_terms(&simplify));
                if !is_true(&atom) && !self.atoms.contains(&atom) {
                    self.atoms.push(atom);
                }
            }
        }
    }

    /// Solves linear equations for variables of coefficient ±1 and puts the solutions in place of the variables.
    fn eliminate(&mut self, variables: &mut Vec<Slot>, largest: Slot) {
        while let Some((atom, slot, solution)) = self.solvable(variables) {
            self.atoms.remove(atom);
            variables.retain(|&variable| variable != slot);
            let change = |term: &Term| simplify(&term.substitute(slot, &solution));
            self.parts = self.parts.iter().map(|part| part.map_terms(&change)).collect();
            let atoms = std::mem::take(&mut self.atoms);
            atoms.iter().for_each(|atom| self.add(atom.map_terms(&change)));
            self.add(not_negative(solution.clone()));
            self.add(Formula::Compare(Relation::LessEqual, solution, Term::Slot(largest)));
        }
        let parts = std::mem::take(&mut self.parts);
        self.parts = parts.iter().map(|part| part.map_terms(&simplify)).collect();
    }

    fn solvable(&self, variables: &[Slot]) -> Option<(usize, Slot, Term)> {
        self.atoms.iter().enumerate().find_map(|(index, atom)| {
            let (Relation::Equal, difference) = linear_atom(atom)? else { return None };
            let slot = *variables.iter().rev().find(|&&slot| difference.coefficient(slot).abs() == 1)?;
            let solution = difference.without(slot).times(-difference.coefficient(slot))?;
            Some((index, slot, solution.to_term()))
        })
    }
}

/// Removes from `pending` the atoms all of whose slots are known.
fn take_decided(pending: &mut Vec<Formula>, known: &[Slot]) -> Vec<Formula> {
    let decided = |atom: &Formula| {
        let mut all = true;
        atom.terms(&mut |term| term.slots(&mut |slot| all &= known.contains(&slot)));
        all
    };
    let (out, rest) = std::mem::take(pending).into_iter().partition(decided);
    *pending = rest;
    out
}

/// The variable to loop over next: one that an equation or a divisibility pins down, else the first.
fn next_variable(variables: &[Slot], pending: &[Formula], known: &[Slot]) -> usize {
    let pinned = |&slot: &Slot| {
        pending.iter().any(|atom| match atom {
            Formula::Compare(Relation::Equal, left, right)
            | Formula::Compare(Relation::Divides, left, right) => {
                let mut alone = true;
                let mut check = |s| alone &= s == slot || known.contains(&s);
                left.slots(&mut check);
                right.slots(&mut check);
                alone && left.mentions(slot) != right.mentions(slot)
            }
            _ => false,
        })
    };
    let factor = |&slot: &Slot| pending.iter().any(|atom| factor_of(atom, slot, known).is_some());
    variables.iter().position(pinned).or_else(|| variables.iter().position(factor)).unwrap_or(0)
}

/// The known term T when the atom says `slot * something = T`.
fn factor_of(atom: &Formula, slot: Slot, known: &[Slot]) -> Option<Term> {
    let Formula::Compare(Relation::Equal, left, right) = atom else { return None };
    let is_known = |term: &Term| {
        let mut all = true;
        term.slots(&mut |s| all &= known.contains(&s) && s != slot);
        all
    };
    [(left, right), (right, left)].into_iter().find_map(|(product, total)| match product {
        Term::Binary(Operator::Multiply, a, b) if is_known(total) => {
            (**a == Term::Slot(slot) || **b == Term::Slot(slot)).then(|| total.clone())
        }
        _ => None,
    })
}

fn new_loop(slot: Slot, atoms: Vec<Formula>) -> Loop {
    let mut out = Loop {
        slot,
        source: Source::Range,
        stride: None,
        lower: Vec::new(),
        upper: Vec::new(),
        rising: Vec::new(),
        falling: Vec::new(),
        guards: Vec::new(),
    };
    for atom in atoms {
        out.place(atom);
    }
    out
}

impl Loop {
    /// Makes the atom an end of the loop if it can be one, a guard otherwise.
    fn place(&mut self, atom: Formula) {
        if let Some((relation, difference)) = linear_atom(&atom)
            && difference.coefficient(self.slot) != 0
            && self.place_linear(relation, &difference)
        {
            return;
        }
        if let Formula::Compare(relation, left, right) = &atom {
            if self.stride.is_none()
                && let Some(stride) = stride_of(self.slot, *relation, left, right)
            {
                self.stride = Some(stride);
                return;
            }
            if let (Relation::Equal, Source::Range) = (relation, &self.source)
                && let Some(source) =
                    quotient_of(self.slot, left, right).or_else(|| quotient_of(self.slot, right, left))
            {
                self.source = source;
                return;
            }
            match (relation, left, &self.source) {
                (Relation::Divides, Term::Slot(slot), Source::Range)
                    if *slot == self.slot && !right.mentions(self.slot) =>
                {
                    self.source = Source::Divisors(right.clone());
                    return;
                }
                _ => {
                    if self.place_monotone(*relation, left, right) {
                        return;
                    }
                }
            }
        }
        self.guards.push(atom);
    }

    /// `difference relation 0` as ends of the range; false when the relation is no inequality.
    fn place_linear(&mut self, relation: Relation, difference: &Linear) -> bool {
        let Some(negated) = difference.times(-1) else { return false };
        let shifted = |form: &Linear| form.plus(&Linear { constant: 1, ..Linear::default() }, -1);
        let done = match relation {
            Relation::GreaterEqual => self.at_least_zero(difference),
            Relation::LessEqual => self.at_least_zero(&negated),
            Relation::Greater => shifted(difference).and_then(|form| self.at_least_zero(&form)),
            Relation::Less => shifted(&negated).and_then(|form| self.at_least_zero(&form)),
            Relation::Equal => self.at_least_zero(difference).and_then(|()| self.at_least_zero(&negated)),
            _ => None,
        };
        done.is_some()
    }

    /// `coefficient * slot + rest >= 0` as an end of the range.
    fn at_least_zero(&mut self, form: &Linear) -> Option<()> {
        let coefficient = form.coefficient(self.slot);
        let rest = form.without(self.slot);
        let (ends, bound) = if coefficient > 0 {
            (&mut self.lower, Bound { numerator: rest.times(-1)?.to_term(), divisor: coefficient })
        } else {
            (&mut self.upper, Bound { numerator: rest.to_term(), divisor: -coefficient })
        };
        if !ends.contains(&bound) {
            ends.push(bound);
        }
        Some(())
    }

    /// `left relation right`, monotone in the variable, as ends found by bisection; false when a guard is still needed.
    fn place_monotone(&mut self, relation: Relation, left: &Term, right: &Term) -> bool {
        use Direction::{Constant, Falling, Rising};
        let minus = |a: &Term, b: &Term| Term::binary(Operator::Subtract, a.clone(), b.clone());
        let less_one = |term: Term| Term::binary(Operator::Subtract, term, Term::Integer(1));
        let terms = match relation {
            Relation::GreaterEqual => vec![minus(left, right)],
            Relation::LessEqual => vec![minus(right, left)],
            Relation::Greater => vec![less_one(minus(left, right))],
            Relation::Less => vec![less_one(minus(right, left))],
            Relation::Equal => vec![minus(left, right), minus(right, left)],
            _ => return false,
        };
        let mut exact = true;
        for term in terms {
            match direction(&term, self.slot).0 {
                // A fault far out counts as 'too far', so the falling end is exact there; the rising end is tested again.
                Some(Falling) => self.falling.push(term),
                Some(Rising) => {
                    self.rising.push(term);
                    exact = false;
                }
                Some(Constant) | None => exact = false,
            }
        }
        exact
    }
}

/// `v * factor = total`, solved for v.
fn quotient_of(slot: Slot, product: &Term, total: &Term) -> Option<Source> {
    let Term::Binary(Operator::Multiply, a, b) = product else { return None };
    let factor = match (&**a, &**b) {
        (Term::Slot(s), factor) | (factor, Term::Slot(s)) if *s == slot => factor,
        _ => return None,
    };
    let known = !factor.mentions(slot) && !total.mentions(slot);
    known.then(|| Source::Quotient { factor: factor.clone(), total: total.clone() })
}

/// `m | v + rest` or 'v + rest is odd', as a stride of the variable v.
fn stride_of(slot: Slot, relation: Relation, divisor: &Term, term: &Term) -> Option<Stride> {
    let Term::Integer(modulus @ 2..=1000) = *divisor else { return None };
    let form = Linear::of(term)?;
    let shift = match (relation, modulus) {
        (Relation::Divides, _) => 0,
        (Relation::NotDivides, 2) => 1,
        _ => return None,
    };
    let sign = form.coefficient(slot);
    if sign.abs() != 1 {
        return None;
    }
    // sign * v + rest = shift (mod m), so v = sign * (shift - rest).
    let rest = form.without(slot).plus(&Linear { constant: shift, ..Linear::default() }, -1)?;
    Some(Stride { modulus, remainder: rest.times(-sign)?.to_term() })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Constant,
    Rising,
    Falling,
}

impl Direction {
    fn flipped(self) -> Direction {
        match self {
            Direction::Constant => Direction::Constant,
            Direction::Rising => Direction::Falling,
            Direction::Falling => Direction::Rising,
        }
    }

    fn with(self, other: Direction) -> Option<Direction> {
        match (self, other) {
            (Direction::Constant, d) | (d, Direction::Constant) => Some(d),
            (a, b) => (a == b).then_some(a),
        }
    }
}

/// How a term moves when `slot` grows (weakly), if that is plain from its shape, and whether it is plainly >= 0.
fn direction(term: &Term, slot: Slot) -> (Option<Direction>, bool) {
    let constant = |value: &Term| !value.mentions(slot);
    match term {
        Term::Integer(value) => (Some(Direction::Constant), *value >= 0),
        Term::Slot(s) if *s == slot => (Some(Direction::Rising), true),
        Term::Slot(_) => (Some(Direction::Constant), true),
        Term::Binary(operator, left, right) => {
            let ((a, a_positive), (b, b_positive)) = (direction(left, slot), direction(right, slot));
            let both = || a.zip(b).and_then(|(a, b)| a.with(b));
            let positive = a_positive && b_positive;
            match (operator, &**left, &**right) {
                (Operator::Add | Operator::Min | Operator::Max, ..) => (both(), positive),
                (Operator::Subtract, ..) => (a.zip(b).and_then(|(a, b)| a.with(b.flipped())), false),
                (Operator::Multiply, Term::Integer(c), _) if *c < 0 => (b.map(Direction::flipped), false),
                (Operator::Multiply, ..) if positive => (both(), true),
                (Operator::Divide, _, Term::Integer(c)) if *c > 0 => (a, a_positive),
                (Operator::Divide | Operator::Remainder, ..) if positive => {
                    ((constant(left) && constant(right)).then_some(Direction::Constant), true)
                }
                (Operator::Power, _, Term::Integer(e)) if *e >= 0 && a_positive => (a, true),
                (Operator::Power, Term::Integer(base), _) if *base >= 1 && b_positive => (b, true),
                // These are never negative where they are defined.
                (Operator::Xor | Operator::BitAnd | Operator::BitOr, ..)
                | (Operator::Gcd | Operator::Log | Operator::Digit, ..) => {
                    ((constant(left) && constant(right)).then_some(Direction::Constant), true)
                }
                _ => ((constant(left) && constant(right)).then_some(Direction::Constant), false),
            }
        }
        Term::Unary(Function::Sqrt, inner) => {
            (direction(inner, slot).0.filter(|_| direction(inner, slot).1), true)
        }
        Term::Unary(_, inner) => (constant(inner).then_some(Direction::Constant), true),
    }
}

#[cfg(test)]
mod tests {
    use crate::base::limits::{Limits, Pulse};
    use crate::rule::Ruleset;
    use std::ops::ControlFlow;

    /// How often the last loop is entered, and the work, at a heap.
    fn entries(rule: &str, heap: i64) -> (u64, u64) {
        let (rules, limits) = (Ruleset::parse(rule).expect("a rule"), Limits::default());
        let (mut pulse, mut entered) = (Pulse::new(&limits), 0);
        let whole = rules.program().branches_at(&[heap], &mut pulse, &mut |_, last, _, _| {
            let (_, from, to) = last.expect("a range");
            assert!(from <= to, "{rule} at {heap}: an empty loop");
            entered += 1;
            Ok(ControlFlow::Continue(()))
        });
        assert!(whole.is_ok_and(|flow| flow.is_continue()));
        (entered, pulse.work())
    }

    #[test]
    fn outer_loops_end_where_inner_ones_would_be_empty() {
        for heap in 0..100 {
            // With b and c as small as they can be, a + 2(a + 1) + a + 2 is at most the heap.
            let (entered, work) = entries("n -> a, b, c where a + 2*b + c = n, 0 < a < b < c", heap);
            assert_eq!(entered, (heap as u64).saturating_sub(4) / 4, "{heap}");
            assert!(work <= entered + 2, "{work} steps at {heap}");
        }
    }
}
