//! Periods from the outside: the shared table, known traps, and certificates that must not survive any change.

use grundy::NamedGame;
use grundy::engine::heap::period::exceptions::exceptions;
use grundy::engine::heap::period::window::{self, Mask};
use grundy::engine::heap::period::{Period, PeriodFinding, Theorem, find, observe, prove};
use grundy::engine::heap::sequence;
use grundy::proof::certificate::{Certificate, Ground, certify, with_checksum};
use grundy::proof::verify::{CertificateVerdict, Refusal, verify};
use grundy::rule::{Class, Ruleset};
use grundy::{Limits, Pulse, StopReason};
use serde::Deserialize;
use std::path::Path;

fn rules(text: &str) -> Ruleset {
    let game = NamedGame::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    game.ruleset().expect("a rule").clone()
}

fn found<'a>(rules: &'a Ruleset, limit: u64) -> PeriodFinding<'a> {
    find(rules, limit, &Limits::default()).unwrap_or_else(|failure| panic!("{}: {failure:?}", rules.text()))
}

fn values(rules: &Ruleset, count: u64) -> Vec<u32> {
    let found = sequence(rules, count - 1, &Limits::default()).expect("values");
    found.to_list(0, count).expect("32 bits")
}

/// Length, preperiod, saltus.
fn numbers(period: &Period) -> (u64, u64, u64) {
    (period.length, period.preperiod, period.saltus)
}

fn certificate(rules: &Ruleset, finding: &PeriodFinding<'_>) -> Option<Certificate> {
    let limits = Limits::default();
    certify(rules, finding, &mut Pulse::new(&limits)).expect("no limit")
}

fn verdict(certificate: &Certificate) -> CertificateVerdict {
    verify(&certificate.to_bytes(), &Limits::default(), 2).expect("a certificate")
}

/// The certificate of a game, found true.
#[track_caller]
fn certified(game: &str, limit: u64) -> Certificate {
    let rules = rules(game);
    let certificate =
        certificate(&rules, &found(&rules, limit)).unwrap_or_else(|| panic!("{game}: no certificate"));
    let verdict = verdict(&certificate);
    assert_eq!(verdict.fault, None, "{game}");
    assert_eq!(verdict.checked, certificate.values.len() as u64);
    certificate
}

#[derive(Deserialize)]
struct Table {
    period: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    game: String,
    length: u64,
    preperiod: u64,
    largest: u32,
    source: String,
}

#[test]
fn the_shared_table_is_proved_and_certified() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/periods.toml");
    let table: Table = toml::from_str(&std::fs::read_to_string(file).expect("a file")).expect("a table");
    assert!(table.period.len() > 40);
    for row in table.period {
        let rules = rules(&row.game);
        let finding = found(&rules, 20_000);
        let period = finding.period.clone().unwrap_or_else(|| panic!("{}: no period", row.game));
        assert_eq!(numbers(&period), (row.length, row.preperiod, 0), "{}: {}", row.game, row.source);
        assert!(finding.proved(), "{}", row.game);
        let certificate = certificate(&rules, &finding).expect("a certificate");
        assert_eq!(certificate.values.iter().max(), Some(&row.largest), "{}: {}", row.game, row.source);
        assert_eq!(verdict(&certificate).fault, None, "{}", row.game);
    }
}

#[test]
fn dawsons_kayles_needs_176_values_and_not_one_less() {
    let rules = rules("0.07");
    let finding = found(&rules, 175);
    assert_eq!((finding.computed, finding.proved()), (176, true));
    assert_eq!(finding.period.as_ref().map(numbers), Some((34, 53, 0)));
    assert_eq!(finding.theorem, Some(Theorem::Code { parts: 2 }));
    let mut certificate = certificate(&rules, &finding).expect("a certificate");
    assert_eq!(certificate.values.len(), 176);
    assert_eq!(verdict(&certificate).fault, None);
    certificate.values.pop();
    let fault = verdict(&certificate).fault.expect("one value is missing");
    assert!(fault.message.contains("needs 176"), "{fault:?}");
    let finding = found(&rules, 174);
    assert_eq!((finding.computed, finding.proved()), (175, false));
}

#[test]
fn tables_have_errors_that_are_not_repeated() {
    let period_of = |game: &str| {
        let rules = rules(game);
        let finding = found(&rules, 2000);
        assert!(finding.proved(), "{game}");
        finding.period.map(|period| numbers(&period))
    };
    // .27 equals .26, not .06.
    assert_eq!(period_of("0.27"), period_of("0.26"));
    assert_eq!(values(&rules("0.27"), 3000), values(&rules("0.26"), 3000));
    assert_ne!(values(&rules("0.27"), 100), values(&rules("0.06"), 100));
    // .314 is not .31.
    assert_ne!(values(&rules("0.314"), 100), values(&rules("0.31"), 100));
    // .161 is .36 only up to heap 518.
    let (a, b) = (values(&rules("0.161"), 600), values(&rules("0.36"), 600));
    assert_eq!(a.iter().zip(&b).position(|(a, b)| a != b), Some(519));
}

#[test]
fn formulas_are_proofs() {
    for (game, expected) in [
        ("nim", Some((1, 0, 1))),
        ("take{1..3}", Some((4, 0, 0))),
        ("bounded-nim:k=6", Some((7, 0, 0))),
        ("take{}", Some((1, 0, 0))),
        ("0.0", Some((1, 0, 0))),
        ("lasker", Some((4, 1, 4))),
        ("n -> a, b where a < n, b < n", None),
        ("take{1..18446744073709551615}", None),
    ] {
        let rules = rules(game);
        let finding = found(&rules, 100);
        assert_eq!(finding.period.as_ref().map(numbers), expected, "{game}");
        assert_eq!(finding.proved(), expected.is_some(), "{game}");
        let Some((length, preperiod, saltus)) = expected else { continue };
        let values = values(&rules, 500);
        let holds = |from: u64| {
            (from..400)
                .all(|n| u64::from(values[(n + length) as usize]) == u64::from(values[n as usize]) + saltus)
        };
        assert!(holds(preperiod) && (preperiod == 0 || !holds(preperiod - 1)), "{game}");
    }
    for game in ["nim", "take{1..3}", "take{}", "0.0"] {
        certified(game, 100);
    }
}

#[test]
fn other_theorems() {
    for (game, expected, ground) in [
        ("take{1,3,4}", (7, 0, 0), Some(Ground::Subtraction)),
        ("take{2,7,30}", (32, 0, 0), Some(Ground::Subtraction)),
        ("allbut{1,2}", (3, 0, 1), Some(Ground::AllBut)),
        ("0.02", (4, 1, 0), Some(Ground::Code)),
        // Three parts with a period that grows: seen, but no theorem here covers it.
        ("kenyon", (6, 0, 3), None),
        ("hex:0.8", (3, 1, 1), None),
    ] {
        let rules = rules(game);
        let finding = found(&rules, 3000);
        assert_eq!(finding.period.as_ref().map(numbers), Some(expected), "{game}");
        assert_eq!(finding.proved(), ground.is_some(), "{game}");
        match ground {
            Some(ground) => assert_eq!(certified(game, 3000).ground, ground, "{game}"),
            None => assert_eq!(certificate(&rules, &finding), None, "{game}"),
        }
    }
}

#[test]
fn unequal_parts_have_a_theorem() {
    let (mut proved, mut seen) = (0, 0);
    for a in 0..8 {
        for b in 0..8 {
            for game in [format!("0.{a}!{b}!"), format!("4!.{a}{b}!"), format!("0.{a}!{b}")] {
                let rules = rules(&game);
                let Class::Code(code) = rules.class() else { continue };
                if !code.to_string().contains('!') {
                    continue;
                }
                let finding = found(&rules, 400);
                let Some(period) = finding.period.clone() else { continue };
                let all = values(&rules, 2500);
                let (p, e, s) = numbers(&period);
                let holds = (e as usize..2500 - p as usize)
                    .all(|n| u64::from(all[n + p as usize]) == u64::from(all[n]) + s);
                if finding.proved() {
                    proved += 1;
                    assert!(holds, "{game}: {period:?}");
                    assert_eq!(certified(&game, 400).ground, Ground::Unequal, "{game}");
                } else {
                    seen += 1;
                }
            }
        }
    }
    println!("{proved} proved, {seen} only seen");
    assert!(proved > 0);
}

#[test]
fn kayles_has_fourteen_exceptions() {
    let rules = rules("kayles");
    let finding = found(&rules, 1000);
    let (period, terms) = (finding.period.as_ref().expect("a period"), finding.terms().expect("values"));
    let limits = Limits::default();
    let mut list = Vec::new();
    let total = exceptions(terms, period, &mut Pulse::new(&limits), &mut |heap| list.push(heap));
    // The well-known list of the exceptional values of Kayles.
    assert_eq!(list, [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
    assert_eq!((total, period.last_exception()), (Ok(14), Some(70)));
}

#[test]
fn what_does_not_repeat_is_never_certified() {
    for game in ["grundy", "0.6", "squares", "mark", "0.36", "couples-are-forever"] {
        let rules = rules(game);
        let finding = found(&rules, 1500);
        assert!(!finding.proved(), "{game}");
        assert_eq!(certificate(&rules, &finding), None, "{game}");
    }
    let limits = Limits::default();
    let lists: [Vec<u32>; 3] = [
        (0..5000u32).map(|n| n.count_ones() % 2).collect(),
        (0..5000u32).map(|n| n.trailing_zeros().min(13)).collect(),
        (0..5000u32).map(|n| u32::from(n * n % 5000 < n)).collect(),
    ];
    for list in &lists {
        for parts in 2..=3 {
            assert_eq!(prove(list, parts, 40), None);
        }
        assert_eq!(observe(&list[..], &mut Pulse::new(&limits)), Ok(None));
    }
}

#[test]
fn a_stop_is_marked_and_partial() {
    let rules = rules("0.6");
    let stop = |work: u64| (work > 1 << 20).then_some(StopReason::TimeLimit);
    let limits = Limits { poll: &stop, ..Limits::default() };
    let finding = find(&rules, 1_000_000, &limits).expect("a partial answer");
    assert_eq!((finding.stop, finding.proved(), finding.period), (StopReason::TimeLimit, false, None));
    assert!(finding.computed > 0 && finding.computed < 1_000_000);
}

#[test]
fn no_change_survives() {
    let mut certificates: Vec<Certificate> = ["0.77", "0.34", "take{1,3,4}", "allbut{2}", "nim"]
        .iter()
        .map(|game| certified(game, 1000))
        .collect();
    certificates.push(small_window_certificate());
    for certificate in certificates {
        let bytes = certificate.to_bytes();
        let refused = |bytes: &[u8]| {
            let result = verify(bytes, &Limits::default(), 1);
            assert!(matches!(result, Err(Refusal::Unreadable(_))), "{result:?}");
        };
        for place in 0..bytes.len() {
            for change in [1, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[place] ^= change;
                refused(&changed);
            }
            refused(&bytes[..place]);
        }
        refused(&[&bytes[..], b"x"].concat());
        refused(&[&bytes[..], &bytes[..]].concat());
    }
}

/// Changes the bytes before the checksum and puts the right checksum behind them.
fn resealed(bytes: &[u8], change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut content = bytes[..bytes.len() - "checksum 0123456789abcdef\n".len()].to_vec();
    change(&mut content);
    with_checksum(content)
}

#[test]
fn a_changed_value_is_named_though_the_checksum_fits() {
    for game in ["0.77", "take{1,3,4}", "allbut{2}", "4.102"] {
        let certificate = certified(game, 1000);
        for heap in 0..certificate.values.len() {
            let mut changed = certificate.clone();
            changed.values[heap] ^= 1;
            for threads in [1, 2] {
                let verdict =
                    verify(&changed.to_bytes(), &Limits::default(), threads).expect("a certificate");
                let fault = verdict.fault.unwrap_or_else(|| panic!("{game}: heap {heap} was believed"));
                assert_eq!(fault.heap, Some(heap as u64), "{game}: {fault:?}");
            }
        }
    }
}

#[test]
fn changed_claims_are_false_though_the_checksum_fits() {
    for game in ["0.77", "0.34", "take{1,3,4}", "allbut{2}", "4.102"] {
        let certificate = certified(game, 1000);
        let mut lies = Vec::new();
        for (period, preperiod, saltus) in
            [(2, 1, 1), (1, 1, 1), (0, 1, 1), (3, 1, 1), (1, 2, 1), (1, 0, 1), (2, 1, 2), (1, 1, 5)]
        {
            lies.push(Certificate {
                period: certificate.period * period,
                preperiod: certificate.preperiod * preperiod,
                saltus: certificate.saltus * saltus + u64::from(saltus == 5),
                ..certificate.clone()
            });
        }
        lies.push(Certificate { preperiod: certificate.preperiod + 1, ..certificate.clone() });
        lies.push(Certificate { period: u64::MAX, preperiod: u64::MAX, ..certificate.clone() });
        for ground in [Ground::Code, Ground::Unequal, Ground::Subtraction, Ground::AllBut] {
            lies.push(Certificate { ground, ..certificate.clone() });
        }
        for rule in ["0.137", "take{1,2,7}", "allbut{3}", "4!.0", "n -> n - k*k where k > 0"] {
            lies.push(Certificate { rule: rules(rule).text().to_owned(), ..certificate.clone() });
        }
        for lie in lies {
            // Some lies are none: twice a preperiod of 0 is 0.
            let harmless = lie == certificate;
            let verdict = verdict(&lie);
            assert_eq!(verdict.fault.is_none(), harmless, "{game}: {verdict:?}");
        }
    }
}

#[test]
fn unreadable_rules_and_spellings_are_no_certificates() {
    let bytes = certified("0.77", 1000).to_bytes();
    for rule in ["0.077x", ".77", "0.770", "kayles", "(a, b) -> (a-1, b)", "n -> n", "", "0.77 "] {
        let changed = resealed(&bytes, |content| {
            let text = String::from_utf8_lossy(content).replacen("rule 0.77", &format!("rule {rule}"), 1);
            *content = text.into_bytes();
        });
        let result = verify(&changed, &Limits::default(), 1);
        match result {
            Err(Refusal::Unreadable(_)) => {}
            Ok(verdict) => assert!(verdict.fault.is_some(), "{rule}"),
            other => panic!("{rule}: {other:?}"),
        }
    }
}

/// Values of octal codes with sparse spaces small enough for tests, every mask that might be one.
fn masks() -> impl Iterator<Item = Mask> {
    (1..64).flat_map(|bits| [false, true].map(|by_place| Mask { bits, by_place }))
}

fn code(rules: &Ruleset) -> &grundy::rule::Code {
    match rules.class() {
        Class::Code(code) => code,
        other => panic!("{other} is no code"),
    }
}

/// A window certificate of Kayles, or of a game like it.
fn small_window_certificate() -> Certificate {
    let limits = Limits::default();
    for game in ["0.77", "0.156", "0.07", "0.124", "0.045"] {
        let rules = rules(game);
        let values = values(&rules, 8000);
        for mask in masks() {
            let mut pulse = Pulse::new(&limits);
            let Some(period) = window::prove(code(&rules), &values[..], mask, &mut pulse).expect("no stop")
            else {
                continue;
            };
            let found =
                window::windows(code(&rules), &values[..], mask, &period, &mut pulse).expect("no stop");
            if let Some(found) = found {
                return Certificate::from_windows(&rules, &period, found);
            }
        }
    }
    panic!("no game has a window certificate");
}

#[test]
fn the_window_theorem_proves_only_what_is_true() {
    let limits = Limits::default();
    let (mut proved, mut early, mut certified) = (0, 0, 0);
    let games = [
        "0.77", "0.07", "0.34", "0.45", "0.51", "0.53", "0.54", "0.71", "0.75", "0.045", "0.055", "0.124",
        "0.141", "0.145", "0.154", "0.156", "0.165", "0.173", "0.316", "0.375", "0.524", "0.644", "4.005",
        "4.102", "4.122", "4.766", "0.6", "0.16", "4!.0", "0.4!", "0.6!", "0.04!", "4!.3", "0.06!2",
    ];
    for game in games {
        let rules = rules(game);
        let all = values(&rules, 9000);
        for mask in masks() {
            for count in [260, 400, 700, 1200, 2000, 4000, 6900] {
                let mut pulse = Pulse::new(&limits);
                let list = &all[..count];
                let Some(period) = window::prove(code(&rules), list, mask, &mut pulse).expect("no stop")
                else {
                    continue;
                };
                proved += 1;
                let (p, e, _) = numbers(&period);
                let holds =
                    |p: u64, e: u64| (e as usize..9000 - p as usize).all(|n| all[n] == all[n + p as usize]);
                assert!(holds(p, e), "{game} {mask:?} {count}: {period:?}");
                assert!(e == 0 || !holds(p, e - 1), "{game} {mask:?} {count}: {period:?} starts earlier");
                let least = (1..p).filter(|q| p % q == 0).all(|q| !holds(q, e));
                assert!(least, "{game} {mask:?} {count}: {period:?} is not least");
                let needed = 2 * (e.max(1) + p) + 3;
                early += u32::from(period.values < needed);
                if count > 2000 || mask.bits > 16 {
                    continue;
                }
                let Some(found) =
                    window::windows(code(&rules), list, mask, &period, &mut pulse).expect("no stop")
                else {
                    continue;
                };
                let certificate = Certificate::from_windows(&rules, &period, found);
                assert_eq!(verdict(&certificate).fault, None, "{game} {mask:?} {count}: {period:?}");
                certified += 1;
            }
        }
    }
    println!(
        "{proved} proved, {early} with fewer values than the octal theorem needs, {certified} certified"
    );
    assert!(proved > 100 && certified > 10);
}

#[test]
fn changed_windows_are_false_though_the_checksum_fits() {
    let certificate = small_window_certificate();
    assert_eq!(verdict(&certificate).fault, None);
    let segments = certificate.segments.clone().expect("windows");
    let mut lies = Vec::new();
    let mut lie = |change: &dyn Fn(&mut Certificate)| {
        let mut changed = certificate.clone();
        change(&mut changed);
        lies.push(changed);
    };
    for index in 0..certificate.values.len() {
        lie(&|changed| changed.values[index] ^= 1);
    }
    for window in 0..segments.windows.len() {
        for index in [0, 1, segments.width as usize / 2, segments.width as usize - 1] {
            lie(&|changed| changed.segments.as_mut().expect("windows").windows[window].1[index] ^= 2);
        }
        for end in [0, 1, u64::MAX] {
            lie(&|changed| changed.segments.as_mut().expect("windows").windows[window].0 = end);
        }
    }
    lie(&|changed| changed.period *= 2);
    lie(&|changed| changed.period -= 1);
    lie(&|changed| changed.period = 0);
    lie(&|changed| changed.preperiod += 1);
    lie(&|changed| changed.preperiod = u64::MAX);
    lie(&|changed| changed.saltus = 1);
    lie(&|changed| changed.rule = "0.137".to_owned());
    lie(&|changed| changed.rule = "take{1,2}".to_owned());
    for reach in [0, 1, 10, u64::MAX] {
        lie(&|changed| changed.segments.as_mut().expect("windows").reach = reach);
    }
    for mask in [0, 1 << 31] {
        lie(&|changed| changed.segments.as_mut().expect("windows").mask = mask);
    }
    let count = lies.len();
    assert!(count > 100);
    for lie in lies {
        let verdict = verdict(&lie);
        assert!(verdict.fault.is_some(), "{:?}", lie.segments);
    }
}

#[test]
fn random_changes_are_never_believed_wrongly() {
    let stop = |work: u64| (work > 2_000_000).then_some(StopReason::PositionLimit);
    let limits = Limits { memory: 1 << 24, poll: &stop, ..Limits::default() };
    let mut originals: Vec<Vec<u8>> = ["0.77", "0.34", "take{1,3,4}", "allbut{2}", "nim", "0.0!5!"]
        .iter()
        .map(|game| certified(game, 1000).to_bytes())
        .collect();
    originals.push(small_window_certificate().to_bytes());
    let mut seed = 99u64;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let (mut readable, mut believed) = (0, 0);
    for round in 0..20_000 {
        let original = &originals[round % originals.len()];
        let changed = resealed(original, |content| {
            for _ in 0..1 + random(3) {
                let place = random(content.len());
                match (random(4), content[place]) {
                    (0, _) => content[place] = random(256) as u8,
                    (1, _) => content.insert(place, b"0123456789"[random(10)]),
                    (2, _) => drop(content.remove(place)),
                    (_, b'0'..=b'9') => content[place] = b"0123456789"[random(10)],
                    (_, byte) => content[place] = byte ^ 1,
                }
            }
        });
        let Ok(verdict) = verify(&changed, &limits, 1) else { continue };
        readable += 1;
        if verdict.fault.is_some() {
            continue;
        }
        believed += 1;
        let claim = verdict.certificate;
        let rules = Ruleset::parse(&claim.rule).expect("a rule");
        let truth = found(&rules, 1000).period.map(|period| numbers(&period));
        assert_eq!(truth, Some((claim.period, claim.preperiod, claim.saltus)), "{}", claim.rule);
    }
    println!("{readable} readable, {believed} believed");
    assert!(readable > 1000);
}

/// Times of long lists; `cargo test --release -- --ignored --nocapture long_lists`.
#[test]
#[ignore = "takes a minute, and means something only in a release build"]
fn long_lists() {
    use grundy::engine::heap::terms::Terms;
    use std::time::Instant;
    struct Bytes(Vec<u8>);
    impl Terms for Bytes {
        fn count(&self) -> u64 {
            self.0.len() as u64
        }
        fn read(&self, first: u64, out: &mut [u32]) {
            for (out, &byte) in out.iter_mut().zip(&self.0[first as usize..]) {
                *out = u32::from(byte);
            }
        }
    }
    let (preperiod, length) = (90_000_000usize, 10_015_179usize);
    let mut list = Bytes(Vec::new());
    let mut seed = 1u64;
    for n in 0..2 * (preperiod + length) + 3 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let fresh = (seed >> 60) as u8;
        list.0.push(if n < preperiod + length { fresh } else { list.0[n - length] });
    }
    let limits = Limits::default();
    let start = Instant::now();
    let period =
        grundy::engine::heap::period::prove_terms(&list, 2, 3, &mut Pulse::new(&limits)).expect("no stop");
    println!("{} values: {:?} in {:?}", list.count(), period, start.elapsed());
    assert_eq!(period.map(|period| period.length), Some(length as u64));
    let short = Bytes(list.0[..list.0.len() - 1000].to_vec());
    let start = Instant::now();
    assert_eq!(grundy::engine::heap::period::prove_terms(&short, 2, 3, &mut Pulse::new(&limits)), Ok(None));
    println!("nothing to prove in {:?}", start.elapsed());
    for game in ["0.156", "0.644", "grundy", "0.165"] {
        let rules = rules(game);
        let values = values(&rules, 100_000);
        let period = Period { length: 349, preperiod: 3479, saltus: 0, values: 0 };
        let ground = if game == "grundy" { Ground::Unequal } else { Ground::Code };
        let bytes = Certificate::new(&rules, ground, &period, values).to_bytes();
        for threads in [1, 2] {
            let start = Instant::now();
            let verdict = verify(&bytes, &Limits::default(), threads).expect("a certificate");
            println!("{game}: {threads} threads, {:?}, {:?}", start.elapsed(), verdict.fault);
        }
    }
}
