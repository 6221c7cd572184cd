//! k-regular sequences: the subsequences a(k^e n + r) are sums of multiples of finitely many (Allouche and Shallit 1992).
//!
//! As for automatic sequences ([`super::automatic`]), with linear algebra in place of equality: a member of the kernel that is a
//! sum of whole multiples of earlier members and of 1 is written as one. The coefficients are found modulo a prime and held
//! against the terms in whole numbers; then the equations predict all terms from the first few.

use super::automatic::{BASES, BEGINNINGS, Member, by_place};
use super::recurrence::{inverse, reduce, small};
use super::{Guess, GuessKind, linear};

/// Most members of the kernel that others are sums of.
const MAX_MEMBERS: usize = 6;
/// Terms beyond the number of unknowns that a system of equations must have.
const SPARE_EQUATIONS: usize = 4;
/// Most equations that are solved; the others are tested.
const MAX_EQUATIONS: usize = 64;

/// A sum of whole multiples of members, and a constant.
#[derive(Debug, Clone)]
struct Combination {
    factors: Vec<i128>,
    constant: i128,
}

/// What a kernel was found to be.
struct Kernel {
    base: usize,
    members: Vec<Member>,
    /// For each member and digit: the subsequence as a sum of members.
    next: Vec<Vec<Combination>>,
    equations: Vec<(Member, Combination)>,
}

impl Kernel {
    fn of(terms: &[i128], base: usize) -> Option<Kernel> {
        let mut found =
            Kernel { base, members: vec![Member::WHOLE], next: Vec::new(), equations: Vec::new() };
        while let Some(&member) = found.members.get(found.next.len()) {
            let mut row = Vec::with_capacity(base);
            for digit in 0..base {
                let child = member.child(base, digit);
                if child.known(terms.len()) < found.members.len() + 1 + SPARE_EQUATIONS {
                    return None;
                }
                match combination(terms, &found.members, child) {
                    Some(sum) => {
                        found.equations.push((child, sum.clone()));
                        row.push(sum);
                    }
                    None if found.members.len() == MAX_MEMBERS => return None,
                    None => {
                        let mut factors = vec![0; found.members.len() + 1];
                        factors[found.members.len()] = 1;
                        found.members.push(child);
                        row.push(Combination { factors, constant: 0 });
                    }
                }
            }
            found.next.push(row);
        }
        Some(found)
    }

    /// Whether the equations give all terms: the members at n follow from those at n/base.
    fn predicts(&self, terms: &[i128]) -> bool {
        let width = self.members.len();
        let mut values: Vec<i128> = self.members.iter().map(|member| member.at(terms, 0)).collect();
        for n in 1..terms.len() {
            let (shorter, digit) = (n / self.base, n % self.base);
            for member in 0..width {
                let Combination { factors, constant } = &self.next[member][digit];
                let add =
                    |sum: i128, (factor, value): (&i128, &i128)| sum.checked_add(factor.checked_mul(*value)?);
                let Some(value) = factors.iter().zip(&values[shorter * width..]).try_fold(*constant, add)
                else {
                    return false;
                };
                values.push(value);
            }
            if values[n * width] != terms[n] {
                return false;
            }
        }
        true
    }

    fn formula(&self) -> String {
        let equation = |(child, sum): &(Member, Combination)| {
            let names = sum.factors.iter().copied().zip(self.members.iter().map(|member| member.text()));
            format!("{} = {}", child.text(), linear(&names.collect::<Vec<_>>(), sum.constant))
        };
        self.equations.iter().map(equation).collect::<Vec<_>>().join(", ")
    }
}

/// A member of the kernel as a sum of multiples of others and of 1; `None` where it is none.
fn combination(terms: &[i128], members: &[Member], child: Member) -> Option<Combination> {
    let known = child.known(terms.len());
    let unknowns = members.len() + 1;
    let row = |n: usize| {
        let values = members.iter().map(|member| member.at(terms, n)).chain([1, child.at(terms, n)]);
        values.map(reduce).collect::<Vec<i128>>()
    };
    let solved = solve((0..known.min(MAX_EQUATIONS)).map(row).collect(), unknowns)?;
    let factors: Vec<i128> = solved.into_iter().map(small).collect::<Option<_>>()?;
    let (constant, factors) = factors.split_last()?;
    let sum = |n: usize| {
        let mut each = factors.iter().zip(members);
        each.try_fold(*constant, |sum, (factor, member)| {
            sum.checked_add(factor.checked_mul(member.at(terms, n))?)
        })
    };
    let fits = (0..known).all(|n| sum(n) == Some(child.at(terms, n)));
    fits.then(|| Combination { factors: factors.to_vec(), constant: *constant })
}

/// Solves equations modulo the prime, each a row with its right side last; what is free is 0.
fn solve(mut rows: Vec<Vec<i128>>, unknowns: usize) -> Option<Vec<i128>> {
    let mut pivots = Vec::new();
    for column in 0..unknowns {
        let done = pivots.len();
        let Some(pivot) = (done..rows.len()).find(|&row| rows[row][column] != 0) else { continue };
        rows.swap(done, pivot);
        let factor = inverse(rows[done][column]);
        rows[done].iter_mut().for_each(|entry| *entry = reduce(*entry * factor));
        let lead = rows[done].clone();
        for (place, row) in rows.iter_mut().enumerate() {
            let factor = row[column];
            if place != done && factor != 0 {
                row.iter_mut().zip(&lead).for_each(|(entry, lead)| *entry = reduce(*entry - factor * lead));
            }
        }
        pivots.push(column);
    }
    if rows[pivots.len()..].iter().any(|row| row[unknowns] != 0) {
        return None;
    }
    let mut solution = vec![0; unknowns];
    pivots.iter().enumerate().for_each(|(row, &column)| solution[column] = rows[row][unknowns]);
    Some(solution)
}

/// The equations of the kernel, if they are few.
pub fn guess(terms: &[i128], first: u64) -> Option<Guess> {
    BASES.into_iter().find_map(|base| {
        let mut beginning = BEGINNINGS.0;
        while beginning <= BEGINNINGS.1.min(terms.len() / 2) {
            if let Some(found) = Kernel::of(&terms[..beginning], base).filter(|found| found.predicts(terms)) {
                return Guess::fair(
                    GuessKind::Regular,
                    by_place(found.formula(), first),
                    beginning,
                    terms.len(),
                );
            }
            beginning *= 2;
        }
        None
    })
}
