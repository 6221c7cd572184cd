//! The engines for codes against the definition, against each other, and against published facts.

use grundy::engine::heap::run::Run;
use grundy::engine::heap::sparse_space::breaks::Breaks;
use grundy::engine::heap::sparse_space::{SparseSpace, scalar};
use grundy::engine::heap::terms::{TermTable, Terms};
use grundy::engine::heap::{by_engine, fits};
use grundy::game::engine::Engine;
use grundy::rule::{Code, Ruleset};
use grundy::{Limits, Pulse, StopReason};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

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

/// Held while vectors are forbidden or must be used: tests run side by side.
static VECTORS: Mutex<()> = Mutex::new(());

/// The engine with vectors, on some threads.
fn by_vectors(code: &str, count: usize, threads: usize) -> SparseSpace {
    let breaks = Breaks::of(&Code::parse(code).expect("a code")).expect("at most two heaps");
    let mut space = SparseSpace::new(breaks, Vec::new());
    let limits = Limits { threads, ..Limits::default() };
    space.extend(count, &mut Pulse::new(&limits)).expect("no limit");
    space
}

fn by_scalar(code: &str, count: usize) -> Vec<u32> {
    let breaks = Breaks::of(&Code::parse(code).expect("a code")).expect("at most two heaps");
    let mut values = Vec::new();
    scalar::fill(&breaks, count, &mut values, &mut Pulse::new(&Limits::default())).expect("no limit");
    values
}

fn listed(values: &dyn Terms, count: usize) -> Vec<u32> {
    let mut list = vec![0; count];
    values.read(0, &mut list);
    list
}

#[track_caller]
fn assert_same(found: &[u32], expected: &[u32], what: &str) {
    let first = found.iter().zip(expected).position(|(a, b)| a != b);
    assert_eq!(
        (first, found.len()),
        (None, expected.len()),
        "{what}: the first heap that differs, and how many"
    );
}

/// What 0.007 tries its terms on at heap 2^16 takes as long as all heaps before.
#[test]
fn the_choice_of_terms_can_be_stopped_and_taken_up_again() {
    let count = 1 << 16;
    let mut space = by_vectors("0.007", count, 1);
    let at_once = Limits { poll: &|_| Some(StopReason::Interrupted), ..Limits::default() };
    assert_eq!(space.extend(count + 1, &mut Pulse::new(&at_once)), Err(StopReason::Interrupted));
    assert_eq!(space.count(), count as u64);
    let asked = AtomicU64::new(0);
    let counting = |_| {
        asked.fetch_add(1, Ordering::Relaxed);
        None
    };
    let counted = Limits { poll: &counting, ..Limits::default() };
    space.extend(count + 64, &mut Pulse::new(&counted)).expect("no limit");
    assert!(asked.into_inner() > 100, "a second's work");
    assert_same(
        &listed(&space, count + 64),
        &listed(&by_vectors("0.007", count + 64, 1), count + 64),
        "0.007",
    );
}

/// Many rare heaps, few, by place, values in bytes and in words.
const CODES: [&str; 7] = ["4!.0", "0.6", "0.106", "0.16", "0.054", "0.167", "0.354"];

#[test]
fn the_portable_code_finds_the_same_values() {
    let _held = VECTORS.lock().unwrap_or_else(PoisonError::into_inner);
    for code in CODES {
        // The second thread begins at 2^16.
        let count = 80_000;
        let expected = listed(&by_vectors(code, count, 1), count);
        grundy::engine::force_portable(true);
        let portable = listed(&by_vectors(code, count, 1), count);
        let threaded = listed(&by_vectors(code, count, 2), count);
        grundy::engine::force_portable(false);
        assert_same(&portable, &expected, code);
        assert_same(&threaded, &expected, code);
        assert_same(&by_scalar(code, 20_000), &expected[..20_000], code);
    }
}

/// Heaps to which each engine for many rare heaps comes, and some within groups and batches.
const STEPS: [usize; 9] = [2047, 2050, 4097, 4500, 8191, 8193, 9001, 16_400, 18_000];

#[test]
fn many_rare_heaps_from_the_beginning() {
    let _held = VECTORS.lock().unwrap_or_else(PoisonError::into_inner);
    let random = (0..24u64).map(|seed| {
        let random = (seed + 7).wrapping_mul(6_364_136_223_846_793_005) >> 20;
        let places = (0..2 + seed % 3).map(|place| char::from(b'0' + (random >> (3 * place) & 7) as u8));
        format!("0.{}", places.chain(['4']).collect::<String>())
    });
    let named = ["4!.0", "0.6", "0.37", "0.644", "0.356", "0.36"].map(str::to_owned);
    let mut most = 0;
    for code in named.into_iter().chain(random) {
        let expected = by_scalar(&code, 18_000);
        let breaks = Breaks::of(&Code::parse(&code).expect("a code")).expect("at most two heaps");
        for portable in [false, true] {
            grundy::engine::force_portable(portable);
            let mut space = SparseSpace::new(breaks.clone(), Vec::new());
            for count in STEPS {
                space.extend(count, &mut Pulse::new(&Limits::default())).expect("no limit");
            }
            grundy::engine::force_portable(false);
            assert_same(&listed(&space, 18_000), &expected, &format!("{code}, portable: {portable}"));
            most = most.max(space.space().map_or(0, |space| space.rare.len()));
        }
    }
    assert!(most > 1000, "the games of this test should have many rare heaps: {most}");
}

#[test]
fn engines_without_a_space_go_on_from_what_is_known() {
    let rules = [
        ("n -> a, b where a * b = n, a > 1, b > 1", Engine::General),
        ("n -> n - k, k where 0 < k, 3*k <= n", Engine::General),
        ("hex:0.38", Engine::Code),
        ("n -> n - k*k where k > 0", Engine::Subtraction),
    ];
    for (rule, engine) in rules {
        let rules = Ruleset::parse(rule).expect("a rule");
        let whole = by_engine(&rules, engine, 399, &Limits::default()).expect("values");
        let whole = whole.to_list(0, 400).expect("32 bits");
        let mut run = Run::new(&rules);
        assert_eq!(run.engine(), engine, "{rule}");
        let mut steps = 0;
        while run.count() < 400 {
            run.extend(run.next_step(400), &Limits::default()).expect("values");
            steps += 1;
            // As after a stop: only the values are left.
            let known = TermTable::Plain((0..run.count()).map(|heap| run.value(heap)).collect());
            run = Run::restore(&rules, &known);
        }
        let values: Vec<u32> = (0..400).map(|heap| run.value(heap)).collect();
        assert_eq!(values, whole, "{rule}");
        assert_eq!(steps > 1, engine != Engine::Subtraction, "{rule}: {steps} steps");
    }
}

#[test]
fn a_run_restored_at_any_heap_goes_on_alike() {
    for code in CODES {
        let rules = Ruleset::parse(code).expect("a code");
        let expected = listed(&by_vectors(code, 40_000, 1), 40_000);
        for count in [1, 2, 100, 2047, 2048, 2049, 5000, 20_001] {
            let known = TermTable::Plain(expected[..count].to_vec());
            let mut run = Run::restore(&rules, &known);
            run.extend(40_000, &Limits::default()).expect("no limit");
            assert_same(&listed(&run, 40_000), &expected, &format!("{code} from {count} on"));
        }
    }
}

/// FNV-1a (Fowler, Noll and Vo) with 64 bits, over values of 4 bytes, little-endian.
fn digest(values: &[u32]) -> u64 {
    let bytes = values.iter().flat_map(|value| value.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn grundys_game_to_a_million() {
    let space = by_vectors("4!.0", 1_000_000, 1);
    let values = listed(&space, 1_000_000);
    assert_same(&by_scalar("4!.0", 100_000), &values[..100_000], "the plain engine");
    // The last heap with value 0, and the rare heaps (Winning Ways, chapter 4, and Flammenkamp's tables).
    assert_eq!(values.iter().rposition(|&value| value == 0), Some(1222));
    assert_eq!(space.space().expect("a sparse space").rare.len(), 1273);
    assert_eq!(digest(&values), DIGEST);
}

/// Recorded from the plain engine and this one, which agree on all million values.
const DIGEST: u64 = 0xfd4c_82bd_6795_3398;
