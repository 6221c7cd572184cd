//! The engines for codes against the definition.

use grundy::heap::{Engine, by_engine, fits};
use grundy::limits::Limits;
use grundy::rule::Ruleset;

const HEAPS: u64 = 6000;

/// Values straight from the definition: every option of every heap.
fn by_definition(digits: &[u32], count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::with_capacity(count);
    let mut seen = vec![usize::MAX; 4 * count.next_power_of_two()];
    for n in 0..count {
        for (taken, digit) in digits.iter().enumerate().filter(|(taken, _)| *taken <= n) {
            let rest = n - taken;
            if digit & 1 != 0 && rest == 0 {
                seen[0] = n;
            }
            if digit & 2 != 0 && rest > 0 {
                seen[values[rest] as usize] = n;
            }
            if digit & 4 != 0 && rest > 1 {
                let (low, high) = (&values[1..=rest / 2], &values[rest - rest / 2..rest]);
                low.iter().zip(high.iter().rev()).for_each(|(a, b)| seen[(a ^ b) as usize] = n);
            }
        }
        values.push(seen.iter().position(|&stamp| stamp != n).expect("room") as u32);
    }
    values
}

fn compare(code: &str) {
    let digits: Vec<u32> =
        code.chars().filter(|c| *c != '.').map(|c| c.to_digit(8).expect("an octal digit")).collect();
    let rules = Ruleset::parse(code).expect("a code");
    let expected = by_definition(&digits, HEAPS as usize);
    for engine in [Engine::SparseSpace, Engine::Code, Engine::Subtraction] {
        // All pairs by name only where it is quick.
        let quick = engine != Engine::Code || code.len() < 4;
        if fits(&rules, engine) && quick {
            let found = by_engine(&rules, engine, HEAPS - 1, &Limits::default()).expect("values");
            let values = found.to_list(0, HEAPS).expect("32 bits");
            let first = values.iter().zip(&expected).position(|(a, b)| a != b);
            assert_eq!(first, None, "{code} by {engine} differs from the definition at this heap");
        }
    }
}

#[test]
fn codes_of_one_and_two_digits() {
    for number in 1..64 {
        compare(&format!("0.{}{}", number / 8, number % 8));
        compare(&format!("4.{}{}", number / 8, number % 8));
    }
}

#[test]
fn random_codes_of_three_to_six_digits() {
    let mut state = 2026u64;
    for _ in 0..500 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let random = state >> 20;
        let digits = 3 + random % 4;
        let whole = if random >> 40 & 1 == 0 { "0." } else { "4." };
        let places: String =
            (0..digits).map(|place| char::from(b'0' + (random >> (3 * place + 4) & 7) as u8)).collect();
        compare(&format!("{whole}{places}"));
    }
}
