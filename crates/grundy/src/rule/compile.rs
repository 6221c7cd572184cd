//! Turns a checked rule into loops: which variable runs over what, what is solved, what is left to test.
//!
//! Each clause becomes one or more [`Branch`]es (its alternatives). In a branch, what is defined ([`super::range`]) stands in
//! place of its name, equations with a variable of coefficient ±1 are solved and the variable disappears; every remaining variable gets a [`Loop`] whose ends come from the
//! conditions: linear ones by division, monotone ones (`n - k*k >= 0`) by bisection, `d | n` by listing divisors. A loop also
//! ends where the loops inside it would be empty. What is left becomes guards, tested as soon as their names are known. That
//! a part is not negative is a condition like others.

use super::check::{Checked, CheckedClause, CheckedPart, first_variable, largest_slot};
use super::formula::{Formula, branches};
use super::linear::{Linear, simplify};
use super::range::{RangeEnd, Ranges, VariableBounds, VariableRange};
use super::syntax::{Function, Operator, Relation, SetFunction};
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
    /// The variables that may be negative.
    pub negative: Vec<Slot>,
}

/// One variable and the values it takes.
#[derive(Debug, Clone)]
pub struct Loop {
    /// The variable.
    pub slot: Slot,
    /// Where candidate values come from.
    pub source: Source,
    /// Whether the variable is at least 0.
    pub from_zero: bool,
    /// Whether it is at most the largest component, as nothing else is said.
    pub to_largest: bool,
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
    /// One value.
    Value(Term),
    /// The members of a set that depends on a number.
    Members(SetFunction, Term),
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
    let ranges = &clause.ranges;
    let negative = (0..clause.names.len()).filter(|&slot| !ranges.is_not_negative(slot)).collect();
    let expand = |term: &Term| ranges.expand(term);
    let parts: Vec<CheckedPart> = clause.parts.iter().map(|part| part.map_terms(&expand)).collect();
    let mut work = Conditions { atoms: Vec::new(), parts: parts.clone(), negative, definitions: Vec::new() };
    conditions.into_iter().for_each(|atom| work.add(atom.map_terms(&expand)));
    for part in &parts {
        if let CheckedPart::Copies { count, component } = part {
            // Where a part is plainly not negative nothing need be said; should it fault, so will the part itself.
            let doubtful =
                count.iter().chain(component).filter(|term| !direction(term, Slot::MAX, &work.negative).1);
            doubtful.cloned().collect::<Vec<_>>().into_iter().for_each(|term| work.add(not_negative(term)));
        }
    }
    work.find_signs();
    let variables: Vec<Slot> =
        (first_variable(arity)..clause.names.len()).filter(|&slot| ranges.inlined(slot).is_none()).collect();
    let (mut solved, mut left) = (work.clone(), variables.clone());
    solved.eliminate(&mut left, ranges, largest_slot(arity));
    solved.keep_faults();
    if solved.atoms.iter().any(is_false) {
        return None;
    }
    Builder::new(arity, clause, &solved, left, false).build(index).or_else(|| {
        // An equation was solved for a variable that bounds another: then nothing is solved, and the order is the ranges'.
        work.keep_faults();
        let order = ranges.order.iter().copied().filter(|slot| variables.contains(slot)).collect();
        Builder::new(arity, clause, &work, order, true).build(index)
    })
}

/// Finds an order of the loops in which the ends of each are known when it begins.
struct Builder<'a> {
    arity: usize,
    ranges: &'a Ranges,
    work: &'a Conditions,
    variables: Vec<Slot>,
    /// Whether the variables stand in the order of their ranges.
    in_order: bool,
    bounds: VariableBounds,
    pending: Vec<Formula>,
}

impl<'a> Builder<'a> {
    fn new(
        arity: usize,
        clause: &'a CheckedClause,
        work: &'a Conditions,
        variables: Vec<Slot>,
        in_order: bool,
    ) -> Self {
        let bounds = VariableBounds::new(&clause.ranges, clause.names.len());
        let pending = work.atoms.clone();
        Builder { arity, ranges: &clause.ranges, work, variables, in_order, bounds, pending }
    }

    /// The branch; nothing when some loop would have no end.
    fn build(mut self, clause: usize) -> Option<Branch> {
        let mut known: Vec<Slot> = (0..first_variable(self.arity)).collect();
        let guards = take_decided(&mut self.pending, &known);
        let mut loops = Vec::new();
        while !self.variables.is_empty() {
            let next = if self.in_order { 0 } else { self.next_variable(&known)? };
            let slot = self.variables.remove(next);
            let ends = self.ends(slot);
            known.push(slot);
            let decided = take_decided(&mut self.pending, &known);
            let mut this = self.new_loop(slot, decided);
            if let Some(product) = self.pending.iter().find_map(|atom| factor_of(atom, slot, &known))
                && matches!(this.source, Source::Range)
            {
                this.source = Source::Factors(product);
            }
            this.close(ends);
            loops.push(this);
            self.bounds.known[slot] = true;
        }
        tighten(&mut loops, largest_slot(self.arity), &self.work.negative);
        Some(Branch {
            clause,
            guards,
            loops,
            parts: self.work.parts.clone(),
            conditions: self.work.atoms.clone(),
            negative: self.work.negative.clone(),
        })
    }

    /// The ends that the pending conditions give a variable.
    fn ends(&self, slot: Slot) -> [Option<Term>; 2] {
        if self.in_order
            && let VariableRange::Listed { lower, upper } | VariableRange::Bounded { lower, upper } =
                self.ranges.range(slot)
        {
            return [lower.clone(), upper.clone()];
        }
        [RangeEnd::Lower, RangeEnd::Upper]
            .map(|end| self.pending.iter().find_map(|atom| self.bounds.bound(atom, slot, end)))
    }

    /// Whether a loop over the variable would have both its ends.
    fn is_closed(&self, slot: Slot) -> bool {
        if let VariableRange::Defined(term) = self.ranges.range(slot) {
            let mut known = true;
            term.slots(&mut |slot| known &= self.bounds.known[slot]);
            return known;
        }
        let [lower, upper] = self.ends(slot);
        (lower.is_some() || !self.work.negative.contains(&slot))
            && (upper.is_some() || self.ranges.ends_at_largest(slot))
    }

    /// The variable to loop over next: one that an equation or a divisibility pins down, else the first.
    fn next_variable(&self, known: &[Slot]) -> Option<usize> {
        let closed: Vec<usize> =
            (0..self.variables.len()).filter(|&index| self.is_closed(self.variables[index])).collect();
        let slots: Vec<Slot> = closed.iter().map(|&index| self.variables[index]).collect();
        (!closed.is_empty()).then(|| closed[preferred(&slots, &self.pending, known)])
    }

    fn new_loop(&self, slot: Slot, atoms: Vec<Formula>) -> Loop {
        let mut out = Loop {
            slot,
            source: Source::Range,
            from_zero: !self.work.negative.contains(&slot),
            to_largest: self.ranges.ends_at_largest(slot),
            stride: None,
            lower: Vec::new(),
            upper: Vec::new(),
            rising: Vec::new(),
            falling: Vec::new(),
            guards: Vec::new(),
        };
        if let VariableRange::Defined(term) = self.ranges.range(slot) {
            out.source = Source::Value(self.ranges.expand(term));
            out.guards = atoms;
            return out;
        }
        atoms.into_iter().for_each(|atom| out.place(atom, &self.work.negative));
        out
    }
}

/// Lets each loop stop where the loops inside it would be empty: what lies below a variable must not exceed what lies above
/// it, which is a condition on the variables outside (elimination after Fourier and Motzkin).
fn tighten(loops: &mut [Loop], largest: Slot, negative: &[Slot]) {
    for inner in (1..loops.len()).rev() {
        let (outer, inside) = loops.split_at_mut(inner);
        let forms = |bounds: &[Bound], other: Option<Term>| -> Vec<(Linear, i128)> {
            let other = other.map(|numerator| Bound { numerator, divisor: 1 });
            let all = bounds.iter().chain(&other);
            all.filter_map(|bound| Some((Linear::of(&bound.numerator)?, bound.divisor))).collect()
        };
        let upper = forms(&inside[0].upper, inside[0].to_largest.then_some(Term::Slot(largest)));
        for (low, below) in forms(&inside[0].lower, inside[0].from_zero.then_some(Term::Integer(0))) {
            for (high, above) in &upper {
                let room = high.times(below).and_then(|high| high.plus(&low, -above));
                let Some(room) = room.filter(|room| !is_true(&not_negative(room.to_term()), negative)) else {
                    continue;
                };
                if let Some(last) = outer.iter_mut().rfind(|this| room.coefficient(this.slot) != 0)
                    && !matches!(last.source, Source::Value(_))
                {
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

/// Whether an atom holds whatever the slots are, of which only some may be negative.
fn is_true(atom: &Formula, negative: &[Slot]) -> bool {
    let Some((relation, difference)) = linear_atom(atom) else { return false };
    if difference.is_constant() {
        return relation.holds(difference.constant, 0);
    }
    let signed = difference.coefficients.keys().any(|slot| negative.contains(slot));
    let growing = !signed && difference.coefficients.values().all(|&c| c > 0);
    let falling = !signed && difference.coefficients.values().all(|&c| c < 0);
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

#[derive(Clone)]
struct Conditions {
    atoms: Vec<Formula>,
    parts: Vec<CheckedPart>,
    /// The variables that may be negative.
    negative: Vec<Slot>,
    /// Terms that were names of their own and may fault.
    definitions: Vec<Term>,
}

impl Conditions {
    fn add(&mut self, atom: Formula) {
        match atom {
            Formula::All(items) => items.into_iter().for_each(|item| self.add(item)),
            Formula::Test(inner) => self.add(*inner),
            atom => {
                let atom = as_divisibility(atom.map_terms(&simplify));
                if let Formula::Compare(Relation::Equal, left, right) = &atom
                    && left == right
                {
                    self.definitions.extend(left.may_fault().then(|| left.clone()));
                    return;
                }
                if !is_true(&atom, &self.negative) && !self.atoms.contains(&atom) {
                    self.atoms.push(atom);
                }
            }
        }
    }

    /// Strikes out the variables that a condition keeps from being negative.
    fn find_signs(&mut self) {
        let atoms = &self.atoms;
        self.negative.retain(|&slot| {
            !atoms.iter().filter_map(linear_atom).any(|(relation, form)| {
                let alone = form.coefficients.len() == 1;
                match (relation, form.coefficient(slot)) {
                    (Relation::GreaterEqual | Relation::Equal, c) if alone && c > 0 => form.constant <= 0,
                    (Relation::Greater, c) if alone && c > 0 => form.constant <= c,
                    (Relation::LessEqual, c) if alone && c < 0 => form.constant >= 0,
                    (Relation::Less, c) if alone && c < 0 => form.constant >= c,
                    _ => false,
                }
            })
        });
    }

    /// Adds the condition that what was defined has a value, where nothing else asks for that value.
    fn keep_faults(&mut self) {
        for term in std::mem::take(&mut self.definitions) {
            let term = simplify(&term);
            let mut used = false;
            self.parts.iter().for_each(|part| part.terms(&mut |other| used |= other.contains(&term)));
            let plain = |atom: &&Formula| !matches!(atom, Formula::Any(_) | Formula::Defined(_));
            self.atoms
                .iter()
                .filter(plain)
                .for_each(|atom| atom.terms(&mut |other| used |= other.contains(&term)));
            if !used {
                let any = Formula::Compare(Relation::Equal, term.clone(), term);
                self.atoms.push(Formula::Defined(Box::new(any)));
            }
        }
    }

    /// Solves linear equations for variables of coefficient ±1 and puts the solutions in place of the variables.
    fn eliminate(&mut self, variables: &mut Vec<Slot>, ranges: &Ranges, largest: Slot) {
        while let Some((atom, slot, solution)) = self.solvable(variables) {
            self.atoms.remove(atom);
            variables.retain(|&variable| variable != slot);
            let change = |term: &Term| simplify(&term.substitute(slot, &solution));
            self.parts = self.parts.iter().map(|part| part.map_terms(&change)).collect();
            let atoms = std::mem::take(&mut self.atoms);
            atoms.iter().for_each(|atom| self.add(atom.map_terms(&change)));
            self.definitions = self.definitions.iter().map(change).collect();
            if !self.negative.contains(&slot) {
                self.add(not_negative(solution.clone()));
            }
            if ranges.ends_at_largest(slot) {
                self.add(Formula::Compare(Relation::LessEqual, solution, Term::Slot(largest)));
            }
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

/// The one of several variables to loop over next: one that an equation or a divisibility pins down, else the first.
fn preferred(variables: &[Slot], pending: &[Formula], known: &[Slot]) -> usize {
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

impl Loop {
    /// Makes the atom an end of the loop if it can be one, a guard otherwise.
    fn place(&mut self, atom: Formula, negative: &[Slot]) {
        if let Some((relation, difference)) = linear_atom(&atom)
            && difference.coefficient(self.slot) != 0
            && self.place_linear(relation, &difference)
        {
            return;
        }
        if let (Formula::Member(set, Term::Slot(slot), of, true), Source::Range) = (&atom, &self.source)
            && *slot == self.slot
            && !of.mentions(*slot)
        {
            self.source = Source::Members(*set, of.clone());
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
                    if self.place_monotone(*relation, left, right, negative) {
                        return;
                    }
                }
            }
        }
        self.guards.push(atom);
    }

    /// Adds the ends that conditions give, where there are no other.
    fn close(&mut self, [lower, upper]: [Option<Term>; 2]) {
        let bound = |numerator: Term| Bound { numerator, divisor: 1 };
        if !self.from_zero && self.lower.is_empty() {
            self.lower.extend(lower.map(bound));
        }
        if !self.to_largest && self.upper.is_empty() {
            self.upper.extend(upper.map(bound));
        }
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
    fn place_monotone(&mut self, relation: Relation, left: &Term, right: &Term, negative: &[Slot]) -> bool {
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
            match direction(&term, self.slot, negative).0 {
                // A fault far out counts as 'too far' at one end and as 'far enough' at the other: each value is tested again.
                Some(Falling) => self.falling.push(term),
                Some(Rising) => self.rising.push(term),
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
fn direction(term: &Term, slot: Slot, negative: &[Slot]) -> (Option<Direction>, bool) {
    let constant = |value: &Term| !value.mentions(slot);
    match term {
        Term::Integer(value) => (Some(Direction::Constant), *value >= 0),
        Term::Slot(s) if *s == slot => (Some(Direction::Rising), !negative.contains(s)),
        Term::Slot(s) => (Some(Direction::Constant), !negative.contains(s)),
        Term::Binary(operator, left, right) => {
            let ((a, a_positive), (b, b_positive)) =
                (direction(left, slot, negative), direction(right, slot, negative));
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
            let (way, positive) = direction(inner, slot, negative);
            (way.filter(|_| positive), true)
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
