//! Sequences with known formulas are found by kind, every printed formula is read back, and noise is left alone.

use super::evaluate::check;
use super::*;
use proptest::prelude::*;

fn terms(count: i128, first: i128, term: impl Fn(i128) -> i128) -> Vec<i128> {
    (first..first + count).map(term).collect()
}

/// Guesses, all of them checked.
fn checked(list: &[i128], first: u64, about: &str) -> Vec<Guess> {
    let found = guess(list, first);
    for guess in &found {
        assert!(guess.fitted + guess.predicted <= list.len(), "{about}: {guess:?}");
        assert!(guess.predicted >= 3, "{about}: {guess:?}");
        check(&guess.formula, list, first, about);
    }
    found
}

fn formula(found: &[Guess], kind: GuessKind) -> Option<&str> {
    found.iter().find(|guess| guess.kind == kind).map(|guess| guess.formula.as_str())
}

#[track_caller]
fn expect(list: &[i128], first: u64, kind: GuessKind, text: &str) {
    let found = checked(list, first, text);
    let fits = |guess: &Guess| guess.kind == kind && guess.formula == text;
    assert!(found.iter().any(fits), "{kind:?} {text}: {found:#?}");
}

fn golden(n: i128) -> i128 {
    (n + (5 * n * n).isqrt()) / 2
}

#[test]
fn known_sequences_are_found() {
    use GuessKind::*;
    expect(&terms(20, 0, |n| n % 3 * 2), 0, Periodic, "a(n) = a(n-3) for n >= 3");
    expect(&terms(40, 0, |n| if n < 5 { 7 } else { n % 4 }), 0, Periodic, "a(n) = a(n-4) for n >= 9");
    expect(&terms(20, 0, |n| n % 3 + n / 3), 0, ArithmeticPeriodic, "a(n) = a(n-3) + 1 for n >= 3");
    expect(&terms(20, 0, |n| n % 4), 0, Modulus, "n%4");
    expect(&terms(20, 5, |n| (n + 1) % 4), 5, Modulus, "(n + 1)%4");
    expect(&terms(30, 0, |n| 3 * n % 7), 0, Modulus, "(3*n)%7");
    expect(&terms(30, 0, |n| n % 7 / 2), 0, Modulus, "n%7/2");
    expect(&[0, 1, 0, 2, 0, 1, 0, 3], 0, Valuation, "valuation(2, n + 1)");
    expect(&terms(30, 1, |n| 2 * i128::from(n.trailing_zeros()) + 1), 1, Valuation, "2*valuation(2, n) + 1");
    let tau = |n: i128| (1..=n).filter(|d| n % d == 0).count() as i128;
    expect(&terms(20, 1, tau), 1, Divisors, "tau(n)");
    expect(&terms(100, 0, |n| tau(n + 1) - 1), 0, Divisors, "tau(n + 1) - 1");
    expect(&terms(16, 0, |n| n.count_ones().into()), 0, Bits, "ones(n)");
    expect(&terms(16, 0, |n| n ^ 5), 0, Bits, "n xor 5");
    expect(&terms(32, 0, |n| n ^ (n / 2)), 0, Bits, "((n) xor (n)/2)");
    expect(&terms(32, 0, |n| n & 6), 0, Bits, "bitand(n, 6)");
    expect(&terms(50, 0, |n| (n / 10) + n % 10), 0, Digits, "digitsum(n)");
    expect(&terms(20, 0, |n| (3 * n + 1) / 2), 0, Floor, "(3*n + 1)/2");
    expect(&terms(20, 0, |n| 2 * n + 1), 0, Floor, "2*n + 1");
    expect(&terms(20, 7, |n| n / 4), 7, Floor, "n/4");
    expect(&terms(12, 0, golden), 0, Floor, "(n + sqrt(5*n^2))/2");
    expect(&terms(1000, 1, golden), 1, Floor, "(n + sqrt(5*n^2))/2");
    expect(&terms(60, 0, |n| golden(n + 1) + n + 1), 0, Floor, "(3*(n + 1) + sqrt(5*(n + 1)^2))/2");
    expect(&terms(80, 0, |n| (2 * n * n).isqrt()), 0, Floor, "sqrt(2*n^2)");
    expect(&[0, 1, 1, 2, 3, 5, 8, 13, 21, 34], 0, Recurrence, "a(n) = a(n-1) + a(n-2) for n >= 2");
    expect(&terms(12, 0, |n| n * n), 0, Recurrence, "a(n) = 3*a(n-1) - 3*a(n-2) + a(n-3) for n >= 3");
    expect(
        &terms(12, 0, |n| 2i128.pow(n as u32) - n),
        0,
        Recurrence,
        "a(n) = 4*a(n-1) - 5*a(n-2) + 2*a(n-3) for n >= 3",
    );
}

/// Rudin and Shapiro's sequence has a kernel of four, and the number of odd binomial coefficients in a row is regular.
#[test]
fn kernels_are_found() {
    let pairs = |n: i128| i128::from((n & n >> 1).count_ones() % 2);
    let found = checked(&terms(400, 0, pairs), 0, "Rudin and Shapiro");
    assert_eq!(
        formula(&found, GuessKind::Automatic),
        Some("a(2n) = a(n), a(4n+1) = a(n), a(8n+7) = a(2n+1), a(16n+3) = a(8n+3), a(16n+11) = a(4n+3)")
    );
    let odd_entries = |n: i128| 2i128.pow(n.count_ones());
    let found = checked(&terms(200, 0, odd_entries), 0, "odd entries");
    assert_eq!(formula(&found, GuessKind::Regular), Some("a(2n) = a(n), a(2n+1) = 2*a(n)"));
    let total = |n: i128| (0..=n).map(|m| i128::from(m.count_ones())).sum();
    let found = checked(&terms(300, 0, total), 0, "total of ones");
    assert!(formula(&found, GuessKind::Regular).is_some(), "{found:?}");
    let from_one = checked(&terms(400, 1, pairs), 1, "from one");
    assert!(
        formula(&from_one, GuessKind::Automatic)
            .is_some_and(|text| text.starts_with("with n counted from 1: "))
    );
}

#[test]
fn constants_and_few_terms() {
    assert_eq!(checked(&[5; 10], 0, "fives").len(), 1);
    for list in [&[][..], &[1], &[1, 2], &[0, 1, 2]] {
        assert_eq!(checked(list, 0, "few"), []);
    }
}

/// A formula that holds for most terms is none.
#[test]
fn one_wrong_term_spoils_every_formula() {
    let formulas: [&dyn Fn(i128) -> i128; 6] = [
        &|n| n % 4,
        &|n| n.count_ones().into(),
        &golden,
        &|n| n * n,
        &|n| i128::from((n & n >> 1).count_ones() % 2),
        &|n| (7 * n + 3) / 5,
    ];
    for (index, formula) in formulas.into_iter().enumerate() {
        let mut list = terms(200, 0, formula);
        list[190] += 1;
        assert_eq!(checked(&list, 0, "spoilt"), [], "formula {index}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Noise has no formula.
    #[test]
    fn noise_is_left_alone(list in prop::collection::vec(0i128..1000, 30..80)) {
        prop_assert_eq!(guess(&list, 0), []);
    }

    /// Short and repetitive lists may have formulas by chance; whatever is printed is true of every term.
    #[test]
    fn whatever_is_printed_is_true(list in prop::collection::vec(0i128..3, 0..40), first in 0u64..20) {
        checked(&list, first, "short");
    }

    #[test]
    fn lines_are_found(p in -9i128..30, q in -9i128..9, r in 1i128..9, first in 0u64..30) {
        let list = terms(80, first.into(), |n| (p * n + q).div_euclid(r));
        let found = checked(&list, first, "a line");
        let kinds = [GuessKind::Floor, GuessKind::Periodic, GuessKind::ArithmeticPeriodic];
        prop_assert!(found.iter().any(|guess| kinds.contains(&guess.kind)), "({}*n + {})/{}: {:?}", p, q, r, found);
    }

    #[test]
    fn periods_are_found(
        head in prop::collection::vec(0i128..4, 0..8),
        cycle in prop::collection::vec(0i128..9, 1..9),
        saltus in 0i128..3,
    ) {
        let mut list = head.clone();
        for n in 0..60 {
            list.push(cycle[n % cycle.len()] + saltus * (n / cycle.len()) as i128);
        }
        let found = checked(&list, 0, "a period");
        let kinds = [GuessKind::Periodic, GuessKind::ArithmeticPeriodic];
        let period = found.iter().find(|guess| kinds.contains(&guess.kind));
        prop_assert!(period.is_some_and(|guess| guess.fitted <= head.len() + cycle.len() + 1), "{:?}", found);
    }

    #[test]
    fn recurrences_are_found(
        factors in prop::collection::vec(-3i128..4, 1..4),
        start in prop::collection::vec(-5i128..6, 3),
    ) {
        let mut list = start.clone();
        for n in 3..30usize {
            list.push(factors.iter().enumerate().map(|(k, factor)| factor * list[n - 1 - k]).sum());
        }
        let found = checked(&list, 0, "a recurrence");
        prop_assert!(!found.is_empty(), "{:?} {:?}", factors, list);
    }
}

/// A hundred thousand terms of each kind, well within a second in a release build.
#[test]
fn long_lists_are_read_quickly() {
    let count = 100_000;
    checked_lightly(&terms(count, 0, golden), GuessKind::Floor);
    checked_lightly(&terms(count, 0, |n| n % 12_345), GuessKind::Periodic);
    checked_lightly(&terms(count, 0, |n| n.count_ones().into()), GuessKind::Bits);
    let mut seed = 1u64;
    let noise: Vec<i128> = (0..count)
        .map(|_| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i128::from(seed >> 61)
        })
        .collect();
    assert_eq!(guess(&noise, 0), []);
}

fn checked_lightly(list: &[i128], kind: GuessKind) {
    let found = guess(list, 0);
    assert!(found.iter().any(|guess| guess.kind == kind), "{kind:?}: {found:?}");
}
