//! Misère quotients against a table, against brute force, and against the laws they must obey.
//!
//! `testdata/misere_quotients.csv` lists complete quotients of octal codes of up to three digits: order, number of lost
//! elements, tame type, period and preperiod of Phi, the presentation, and Phi by heap. The brute force here shares nothing
//! with the library: it reads the digits of a code itself and plays every position out.

use grundy::ask::solve::different_heaps;
use grundy::engine::misere::generators::Generators;
use grundy::engine::misere::heaps::{Goal, MisereFinding, QuotientEnd, find};
use grundy::engine::misere::monoid::Commutative;
use grundy::engine::misere::presentation::Presentation;
use grundy::engine::misere::quotient::Quotient;
use grundy::game::Convention;
use grundy::game::reference;
use grundy::game::several::Several;
use grundy::game::sum::canonical;
use grundy::proof::certificate::quotient::QuotientCertificate;
use grundy::proof::certificate::with_checksum;
use grundy::proof::verify::{Refusal, verify_quotient};
use grundy::rule::Ruleset;
use grundy::rule::play::Heaps;
use grundy::value::{Outcome, mex};
use grundy::{Limits, Pulse};
use grundy::{NamedGame, Question, solve};
use proptest::prelude::*;
use std::collections::HashMap;

const TABLE: &str = include_str!("../../../testdata/misere_quotients.csv");

fn rules(text: &str) -> Ruleset {
    Ruleset::parse(text).expect("the rules of the tests are valid")
}

fn complete(code: &str) -> MisereFinding {
    find(&rules(code), &Goal::default(), &Limits::default()).expect("codes make progress")
}

fn partial(code: &str, limit: u64) -> MisereFinding {
    let goal = Goal { limit, exactly: true, ..Goal::default() };
    find(&rules(code), &goal, &Limits::default()).expect("codes make progress")
}

/// Code, order, lost elements, tame type, period, preperiod, presentation, Phi.
fn rows() -> Vec<[&'static str; 8]> {
    let row = |line: &'static str| {
        let mut cells: Vec<&str> = line.splitn(7, ',').collect();
        let last = cells.pop().expect("seven cells");
        match last.strip_prefix('"').and_then(|quoted| quoted.split_once("\",")) {
            Some((presentation, phi)) => cells.extend([presentation, phi]),
            None => cells.extend(last.split(',')),
        }
        cells.try_into().expect("eight cells")
    };
    TABLE.lines().skip(1).map(row).collect()
}

#[test]
fn every_complete_row_of_the_table() {
    let rows = rows();
    assert!(rows.len() > 100, "the table is whole");
    for [code, order, lost, kind, period, preperiod, presentation, phi] in rows {
        let found = complete(code);
        let quotient = &found.quotient;
        assert_eq!(found.end, QuotientEnd::Complete, "{code}");
        assert_eq!(
            [quotient.order(), quotient.p_portion().len()].map(|n| n.to_string()),
            [order, lost],
            "{code}"
        );
        let claim = found.period.as_ref().expect("complete");
        assert_eq!([claim.length, claim.preperiod].map(|n| n.to_string()), [period, preperiod], "{code}");
        assert_eq!(found.first_wild.is_none(), kind.starts_with('T'), "{code}");
        let shown = Presentation::of(quotient);
        assert_eq!(shown.to_string(), presentation, "{code}");
        for (heap, expected) in phi.split(' ').enumerate() {
            let class = quotient.phi()[found.stand_in(heap as u64).expect("complete") as usize];
            assert_eq!(shown.names[class as usize], expected, "heap {heap} of {code}");
        }
    }
}

/// The positions that a heap of an octal code becomes.
fn plain_options(code: &str, heap: usize) -> Vec<Vec<usize>> {
    let mut out = Vec::new();
    let digits = code.bytes().filter(|byte| *byte != b'.').map(|byte| u32::from(byte - b'0'));
    for (taken, digit) in digits.enumerate() {
        let Some(rest) = heap.checked_sub(taken) else { break };
        if digit & 1 > 0 && taken > 0 && rest == 0 {
            out.push(vec![]);
        }
        if digit & 2 > 0 && taken > 0 && rest > 0 {
            out.push(vec![rest]);
        }
        if digit & 4 > 0 {
            out.extend((1..rest).map(|part| vec![part, rest - part]));
        }
    }
    out
}

/// Whether the player to move loses, by playing everything out.
fn plain_lost(code: &str, position: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> bool {
    if let Some(&lost) = known.get(position) {
        return lost;
    }
    let (mut options, mut lost) = (false, true);
    for (place, &heap) in position.iter().enumerate() {
        for parts in plain_options(code, heap) {
            let mut next = position.to_vec();
            next.remove(place);
            next.extend(parts);
            next.sort_unstable();
            options = true;
            lost &= !plain_lost(code, &next, known);
        }
    }
    let lost = options && lost;
    known.insert(position.to_vec(), lost);
    lost
}

/// All positions with so many tokens and heaps of at least `least`.
fn partitions(tokens: usize, least: usize) -> Vec<Vec<usize>> {
    if tokens == 0 {
        return vec![vec![]];
    }
    let first = |heap: usize| {
        partitions(tokens - heap, heap).into_iter().map(move |rest| [vec![heap], rest].concat())
    };
    (least..=tokens).flat_map(first).collect()
}

/// Forty codes: tame and wild, complete and not, with and without breaks.
const CODES: [&str; 40] = [
    "0.77", "0.07", "0.137", "0.75", "0.34", "0.53", "0.72", "0.71", "0.15", "0.123", "0.152", "0.6", "0.26",
    "0.4", "0.44", "0.35", "0.16", "0.165", "0.45", "0.56", "0.3", "0.22", "0.31", "0.333", "0.0137",
    "0.2233", "0.4577", "0.1234", "0.7654", "0.3174", "4.3", "4.7", "4.13", "4.56", "4.007", "0.51", "0.64",
    "0.115", "0.224", "0.604",
];

#[test]
fn all_positions_with_up_to_24_tokens_of_forty_codes() {
    let positions: Vec<Vec<usize>> = (0..=24).flat_map(|tokens| partitions(tokens, 1)).collect();
    assert_eq!(positions.len(), 7338);
    for code in CODES {
        // Heaps as far as the quotient reaches in reasonable time; the others still occur as one heap of many tokens.
        let found = partial(code, if complete_soon(code) { 24 } else { 14 });
        let reached = found.heaps();
        assert!(reached > 10, "{code}: {:?}", found.end);
        let mut known = HashMap::new();
        for position in &positions {
            if position.iter().all(|&heap| (heap as u64) < reached) {
                let sum: Vec<(usize, u64)> =
                    canonical(position).iter().map(|part| (part.component, part.copies)).collect();
                let expected = plain_lost(code, position, &mut known);
                assert_eq!(found.quotient.is_p_position(&sum), expected, "{code} {position:?}");
            }
        }
    }
}

/// Codes whose quotient of heaps to 24 has few elements.
fn complete_soon(code: &str) -> bool {
    rows().iter().any(|row| row[0] == code) || ["0.07", "0.137", "0.4", "0.26"].contains(&code)
}

#[test]
fn a_partial_quotient_is_exact_and_says_that_it_is_partial() {
    let found = partial("0.07", 30);
    assert_eq!((found.quotient.order(), found.end), (360, QuotientEnd::Heaps));
    assert!(found.stand_in(31).is_none(), "nothing is extrapolated");
    let small = Goal { max_order: 100, ..Goal::default() };
    let found = find(&rules("0.07"), &small, &Limits::default()).expect("codes make progress");
    assert_eq!((found.end, found.heaps(), found.quotient.order()), (QuotientEnd::Order, 25, 24));
}

#[test]
fn quotients_are_reduced_monoids() {
    for code in ["0.77", "0.15", "0.123", "4.72"] {
        let quotient = complete(code).quotient;
        let (monoid, lost) = (quotient.monoid(), quotient.p_portion());
        let all = || 0..monoid.order() as u32;
        for x in all() {
            for y in all() {
                assert_eq!(monoid.multiply(x, y), monoid.multiply(y, x));
                let differs =
                    |z| lost.contains(monoid.multiply(x, z)) != lost.contains(monoid.multiply(y, z));
                assert_eq!(all().any(differs), x != y, "{code}: {x} and {y}");
                let associates = |z| {
                    monoid.multiply(monoid.multiply(x, y), z) == monoid.multiply(x, monoid.multiply(y, z))
                };
                assert!(all().all(associates));
            }
        }
    }
}

/// The misère value of a sum of heaps of two games, by its definition.
fn misere_value(
    game: &Several<Heaps<'_>>,
    position: &[(usize, u64)],
    known: &mut HashMap<Vec<(usize, u64)>, u64>,
) -> u64 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let limits = Limits::default();
    let (mut values, mut options) = (Vec::new(), false);
    for (place, component) in position.iter().enumerate() {
        let found = grundy::game::distinct_options(game, component, &mut Pulse::new(&limits)).expect("small");
        for parts in found {
            let mut next = position.to_vec();
            next.remove(place);
            next.extend(
                parts.iter().flat_map(|part| std::iter::repeat_n(part.component, part.copies as usize)),
            );
            next.sort_unstable();
            options = true;
            values.push(misere_value(game, &next, known));
        }
    }
    let value = if options { mex(values) } else { 1 };
    known.insert(position.to_vec(), value);
    value
}

#[test]
fn genera_are_misere_values_with_twos() {
    let nim = rules("n -> k where k < n");
    for code in ["0.77", "0.07", "0.75", "0.6", "0.123"] {
        let own = rules(code);
        let game = Several(vec![Heaps::new(&own), Heaps::new(&nim)]);
        let genera = partial(code, 13).genera(&Limits::default()).expect("no limit");
        assert_eq!(genera.len(), 14, "{code}");
        let mut known = HashMap::new();
        for (heap, genus) in (0..).zip(&genera) {
            for twos in 0..4 {
                let mut position = vec![(0, heap)];
                position.extend(std::iter::repeat_n((1, 2), twos));
                let value = misere_value(&game, &position, &mut known);
                assert_eq!(genus.digit(twos), value, "{code}: heap {heap} with {twos} twos");
            }
        }
    }
}

#[test]
fn positions_of_any_game_are_generators() {
    // Tuples: a rule about two numbers, its positions as generators.
    let wythoff = rules("(a, b) -> (a - k, b), (a, b - k), (a - k, b - k) where k > 0");
    let game = grundy::rule::play::Tuples::new(&wythoff);
    let limits = Limits::default();
    let mut pulse = Pulse::new(&limits);
    let mut generators = Generators::new(&game);
    generators.add(&vec![2, 3], &mut pulse).expect("small");
    let mut quotient = Quotient::default();
    for options in generators.games() {
        quotient.push(options.clone(), 1000, &mut pulse).expect("small");
    }
    let mut known = HashMap::new();
    for (first, one) in generators.components().iter().enumerate() {
        for (second, other) in generators.components().iter().enumerate() {
            let sum = canonical(&[one.clone(), other.clone()]);
            let lost =
                reference::outcome(&game, &sum, Convention::Misere, &mut known).expect("small") == Outcome::P;
            let class = quotient.monoid().multiply(quotient.phi()[first], quotient.phi()[second]);
            assert_eq!(quotient.p_portion().contains(class), lost, "{one:?} {other:?}");
        }
    }
}

/// The outcome and the number of winning moves, by the reference solver.
fn by_reference(code: &str, heaps: &[u64]) -> (Outcome, u64) {
    let rules = rules(code);
    let game = Heaps::new(&rules);
    let mut known = HashMap::new();
    let mut outcome = |heaps: &[u64]| {
        reference::outcome(&game, &canonical(heaps), Convention::Misere, &mut known).expect("small")
    };
    let own = outcome(heaps);
    let limits = Limits::default();
    let mut wins = 0;
    for (place, heap) in heaps.iter().enumerate() {
        for parts in grundy::game::distinct_options(&game, heap, &mut Pulse::new(&limits)).expect("small") {
            let mut next = heaps.to_vec();
            next.remove(place);
            next.extend(
                parts.iter().flat_map(|part| std::iter::repeat_n(part.component, part.copies as usize)),
            );
            wins += u64::from(outcome(&next) == Outcome::P);
        }
    }
    (own, wins)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn solve_agrees_with_the_reference(
        code in proptest::sample::select(&CODES[..]),
        heaps in proptest::collection::vec(0u64..8, 0..4),
    ) {
        let game = NamedGame::read(code).expect("a code");
        let text = heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        let question = Question { convention: Convention::Misere, ..Question::default() };
        let solved = solve(&game, game.parse(&text).expect("heaps"), &question).expect("small");
        let (outcome, wins) = by_reference(code, &heaps);
        prop_assert_eq!((solved.outcome, solved.winning_moves_total), (outcome, Some(wins)), "{} {}", code, text);
    }

    #[test]
    fn sums_of_different_games_agree_with_the_reference(
        first in proptest::sample::select(&CODES[..]),
        second in proptest::sample::select(&CODES[..]),
        heaps in (0u64..8, 0u64..8),
    ) {
        let (one, other) = (rules(first), rules(second));
        let verdict = different_heaps(&[(&one, heaps.0), (&other, heaps.1)], &Limits::default()).expect("small");
        let games = Several(vec![Heaps::new(&one), Heaps::new(&other)]);
        let sum = canonical(&[(0, heaps.0), (1, heaps.1)]);
        let expected = reference::outcome(&games, &sum, Convention::Misere, &mut HashMap::new()).expect("small");
        prop_assert_eq!(verdict.outcome, expected, "{} {} {:?}", first, second, heaps);
    }

    #[test]
    fn the_class_of_a_sum_is_the_product(
        left in proptest::collection::btree_map(0usize..60, 1u64..9, 0..5),
        right in proptest::collection::btree_map(0usize..60, 1u64..9, 0..5),
    ) {
        let quotient = partial("0.77", 60).quotient;
        let word = |sum: &std::collections::BTreeMap<usize, u64>| sum.iter().map(|(&h, &c)| (h, c)).collect::<Vec<_>>();
        let mut both = left.clone();
        right.iter().for_each(|(&heap, &copies)| *both.entry(heap).or_insert(0) += copies);
        let product = quotient.monoid().multiply(quotient.class(&word(&left)), quotient.class(&word(&right)));
        prop_assert_eq!(quotient.class(&word(&both)), product);
    }
}

#[test]
fn heaps_of_any_size_have_an_answer() {
    let game = NamedGame::read("kayles").expect("in the catalogue");
    let question = Question { convention: Convention::Misere, ..Question::default() };
    let solved =
        solve(&game, game.parse("12 100000").expect("heaps"), &question).expect("the quotient is complete");
    assert_eq!(solved.engine.to_string(), "misere-quotient");
    // The period of Phi from heap 71 on is 12, and 100000 = 71 + 12 * 8327 + 5.
    let smaller = solve(&game, game.parse("12 76").expect("heaps"), &question).expect("small");
    assert_eq!(solved.outcome, smaller.outcome);
}

fn verdict(certificate: &QuotientCertificate) -> Result<bool, Refusal> {
    verify_quotient(&certificate.to_bytes(), &Limits::default()).map(|verdict| verdict.fault.is_none())
}

#[test]
fn what_was_found_is_verified() {
    for code in ["0.1", "0.75", "0.34", "0.123", "4.7", "take{1,3,4}"] {
        let found = if code == "4.7" { partial(code, 14) } else { complete(code) };
        let certificate = QuotientCertificate::new(&rules(code), &found);
        assert_eq!(
            QuotientCertificate::from_bytes(&certificate.to_bytes()),
            Ok(certificate.clone()),
            "{code}"
        );
        assert_eq!(verdict(&certificate), Ok(true), "{code}");
    }
}

/// Every single entry of the table, of the lost elements and of Phi, and the claim, changed to every other value.
#[test]
fn any_corrupted_entry_is_found() {
    for code in ["0.75", "0.34"] {
        let sound = QuotientCertificate::new(&rules(code), &complete(code));
        let order = sound.rows.len() as u32;
        let check = |changed: QuotientCertificate, what: String| {
            assert_ne!(verdict(&changed), Ok(true), "{code}: {what}");
        };
        for x in 0..sound.rows.len() {
            for y in 0..sound.rows.len() {
                for value in (0..order).filter(|&value| value != sound.rows[x][y]) {
                    let mut changed = sound.clone();
                    changed.rows[x][y] = value;
                    check(changed.clone(), format!("{x} * {y} = {value}"));
                    changed.rows[y][x] = value;
                    check(changed, format!("{x} * {y} = {y} * {x} = {value}"));
                }
            }
        }
        for heap in 0..sound.phi.len() {
            for value in (0..order).filter(|&value| value != sound.phi[heap]) {
                let mut changed = sound.clone();
                changed.phi[heap] = value;
                check(changed, format!("Phi({heap}) = {value}"));
            }
        }
        for element in 0..order {
            let mut changed = sound.clone();
            match changed.p_portion.binary_search(&element) {
                Ok(place) => drop(changed.p_portion.remove(place)),
                Err(place) => changed.p_portion.insert(place, element),
            }
            check(changed, format!("{element} lost or not"));
        }
        let (period, preperiod) = sound.period.expect("complete");
        for claim in [
            (period + 1, preperiod),
            (2 * period, preperiod),
            (period, preperiod + 1),
            (period, preperiod - 1),
        ] {
            check(QuotientCertificate { period: Some(claim), ..sound.clone() }, format!("{claim:?}"));
        }
        let mut shorter = sound.clone();
        shorter.phi.pop();
        check(shorter, "one heap less".to_owned());
    }
}

#[test]
fn every_byte_of_a_certificate_counts() {
    let bytes = QuotientCertificate::new(&rules("0.75"), &complete("0.75")).to_bytes();
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 1;
        assert!(QuotientCertificate::from_bytes(&changed).is_err(), "byte {place}");
        assert!(QuotientCertificate::from_bytes(&bytes[..place]).is_err(), "cut at {place}");
    }
    // Sealed again, other spellings of the same claim are refused too.
    let text = String::from_utf8(bytes[..bytes.len() - 26].to_vec()).expect("text");
    for (from, to) in [
        ("lost 1", "lost  1"),
        ("order 8", "order 08"),
        ("period 2\n", "period 0\n"),
        ("row 0 1", "row 0 +1"),
    ] {
        let spelled = with_checksum(text.replacen(from, to, 1).into_bytes());
        assert!(QuotientCertificate::from_bytes(&spelled).is_err(), "{to}");
    }
}
