//! Hashing, search, counts and attacks: the crate `polyhash` against the lecture's programs, memmem, Aho-Corasick and sorted hashes.
//!
//! Everything runs on one thread and is measured in processor time, because the machine is shared; the C++ programs measure theirs by
//! their own `clock`.

use crate::Wanted;
use crate::cpp::{Compiler, numbers};
use crate::duel::{Duel, duel, processor_time};
use crate::report::{Amount, Goal, Row};
use aho_corasick::AhoCorasick;
use memchr::memmem;
use polyhash::attack::{Alphabet, Effort, Request, black_box, find};
use polyhash::count::distinct;
use polyhash::random::SplitMix;
use polyhash::{Finder, Letters, Modulus, Needles, PolyHash, lecture};
use std::hint::black_box as opaque;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const LARGE: usize = 256 << 20;
const M61: u128 = (1 << 61) - 1;

/// Runs the rows that need nothing but Rust.
pub fn run(wanted: &Wanted, rows: &mut Vec<Row>) {
    search(wanted, rows);
    needles(wanted, rows);
    substrings(wanted, rows);
    breaks(wanted, rows);
}

/// Runs the rows against the lecture's programs.
pub fn run_against_cpp(wanted: &Wanted, compiler: &Compiler, rows: &mut Vec<Row>) {
    hash(wanted, compiler, rows);
    collision(wanted, compiler, rows);
}

fn row(what: &str, ours: Amount, against: &'static str, rival: Amount, goal: Goal) -> Row {
    Row { what: what.to_owned(), ours, against, rival, goal }
}

/// Random letters a to z.
fn letters(length: usize, seed: u64) -> Vec<u8> {
    let mut random = SplitMix(seed);
    (0..length).map(|_| b'a' + random.below(26) as u8).collect()
}

/// The time and the answer of a C++ program.
fn cpp(program: &Path, argument: &str) -> (Duration, u64) {
    let output = Command::new(program).arg(argument).output().expect("the program was just compiled");
    let [time, answer] = numbers(&output.stdout)[..] else { panic!("the program prints two numbers") };
    (Duration::from_nanos(time), answer)
}

/// The text of `cpp/polyhash.cpp`.
fn lecture_text(length: usize) -> Vec<u8> {
    let mut x = 1u64;
    let letter = |_| {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        b'a' + ((x >> 33) % 26) as u8
    };
    (0..length).map(letter).collect()
}

fn hash(wanted: &Wanted, compiler: &Compiler, rows: &mut Vec<Row>) {
    let cases = [
        ("2^61 - 1", M61, 35.0),
        ("2^63 - 25", (1 << 63) - 25, 15.0),
        ("1e9+9", 1_000_000_009, 15.0),
        ("2^64", 1 << 64, 15.0),
    ];
    let name = |modulus: &str| format!("hashing: 256 MB modulo {modulus}");
    if !cases.iter().any(|(modulus, ..)| wanted.asks(&name(modulus))) {
        return;
    }
    let program = compiler.compile("polyhash");
    let text = lecture_text(LARGE);
    for (modulus, m, goal) in cases {
        if !wanted.takes(&name(modulus)) {
            continue;
        }
        let blocks = PolyHash::new(31, Modulus::new(m).expect("a modulus"), Letters::Alphabetic).prepare();
        let ours = || processor_time(|| blocks.hash(opaque(&text)));
        let against = duel(wanted.best, ours, || cpp(&program, &LARGE.to_string()));
        assert_eq!(PolyHash::lecture().prepare().hash(&text), against.rival_answer);
        rows.push(times(&name(modulus), &against, "the lecture's C++ loop", Goal::AtLeast(goal)));
        let against = duel(wanted.best, ours, || processor_time(|| read(opaque(&text))));
        let goal = if m == M61 { Goal::AtLeast(0.6) } else { Goal::Faster };
        rows.push(times(&name(modulus), &against, "plain reading", goal));
    }
}

fn times<A, B>(what: &str, duel: &Duel<A, B>, against: &'static str, goal: Goal) -> Row {
    row(what, Amount::Time(duel.ours), against, Amount::Time(duel.rival), goal)
}

/// Reads every word once.
fn read(text: &[u8]) -> u64 {
    let words = text.as_chunks::<8>().0;
    words.iter().fold(0, |sum, word| sum ^ u64::from_ne_bytes(*word))
}

fn search(wanted: &Wanted, rows: &mut Vec<Row>) {
    let name = "hashing: all overlapping matches, needle of 16 in 64 MB of random letters";
    if wanted.takes(name) {
        let text = letters(64 << 20, 1);
        let needle = text[40 << 20..][..16].to_vec();
        let (finder, plain) = (Finder::new(&needle), memmem::Finder::new(&needle));
        let against = duel(
            wanted.best,
            || processor_time(|| finder.count(opaque(&text))),
            || processor_time(|| plain.find_iter(opaque(&text)).count() as u64),
        );
        assert_eq!(against.our_answer, against.rival_answer);
        rows.push(times(name, &against, "memmem, no overlaps", Goal::AtLeast(0.9)));
    }
    let name = "hashing: a^1024 in a^n, n = 2^26, bytes";
    if wanted.takes(name) {
        let (text, small) = (vec![b'a'; 1 << 26], vec![b'a'; 1 << 19]);
        let needle = vec![b'a'; 1024];
        let (finder, plain) = (Finder::new(&needle), memmem::Finder::new(&needle));
        let restarted = || {
            let (mut from, mut count) = (0, 0);
            while let Some(place) = plain.find(&opaque(&small)[from..]) {
                from += place + 1;
                count += 1u64;
            }
            count
        };
        let against = duel(
            wanted.best,
            || processor_time(|| finder.count(opaque(&text))),
            || processor_time(restarted),
        );
        assert_eq!(against.our_answer, (1 << 26) - 1023);
        assert_eq!(against.rival_answer, (1 << 19) - 1023);
        let rate = |bytes: usize, time: Duration| Amount::Rate(bytes as f64 / time.as_secs_f64().max(1e-6));
        let ours = rate(text.len(), against.ours);
        let rival = rate(small.len(), against.rival);
        rows.push(row(name, ours, "memmem, restarted (n = 2^19)", rival, Goal::AtLeast(1000.0)));
        rows.push(row(name, ours, "allowance", Amount::Rate(5e9), Goal::AtLeast(1.0)));
    }
}

fn needles(wanted: &Wanted, rows: &mut Vec<Row>) {
    let name = "hashing: 100000 needles of 32 bytes in 64 MB";
    if !wanted.takes(name) {
        return;
    }
    let text = letters(64 << 20, 2);
    let mut random = SplitMix(3);
    // Every tenth needle is in the text.
    let needles: Vec<Vec<u8>> = (0..100_000)
        .map(|i| match i % 10 {
            0 => text[random.below((text.len() - 32) as u64) as usize..][..32].to_vec(),
            _ => letters(32, i),
        })
        .collect();
    let build = duel(
        wanted.best,
        || processor_time(|| Needles::new(&needles).expect("few needles")),
        || processor_time(|| AhoCorasick::new(&needles).expect("few needles")),
    );
    let (ours, rival) = (&build.our_answer, &build.rival_answer);
    let found = duel(
        wanted.best.min(3),
        || processor_time(|| ours.count(opaque(&text))),
        || processor_time(|| rival.find_overlapping_iter(opaque(&text)).count() as u64),
    );
    assert_eq!(found.our_answer, found.rival_answer);
    rows.push(times(&format!("{name}, search"), &found, "aho-corasick", Goal::AtLeast(8.0)));
    rows.push(times(&format!("{name}, build"), &build, "aho-corasick", Goal::AtLeast(20.0)));
}

fn substrings(wanted: &Wanted, rows: &mut Vec<Row>) {
    let name = "hashing: distinct substrings of 10^6 random letters";
    if wanted.takes(name) {
        let text = letters(1_000_000, 4);
        let ours = || processor_time(|| distinct::substrings(opaque(&text)).expect("short enough"));
        let against = duel(wanted.best.min(2), ours, || processor_time(|| sorted_hashes(opaque(&text))));
        assert_eq!(against.our_answer, against.rival_answer);
        rows.push(times(name, &against, "suffixes sorted by hashes", Goal::AtLeast(80.0)));
    }
    let name = "hashing: distinct substrings of 10^7 random letters";
    if wanted.takes(name) {
        let text = letters(10_000_000, 5);
        let (time, _) = processor_time(|| distinct::substrings(opaque(&text)).expect("short enough"));
        rows.push(row(
            name,
            Amount::Time(time),
            "allowance",
            Amount::Time(Duration::from_secs(5)),
            Goal::AtMost(1.0),
        ));
    }
}

/// Sorts all suffixes, comparing them by the length that their hashes have in common, found by halving.
fn sorted_hashes(text: &[u8]) -> u64 {
    let m = Modulus::MERSENNE_61;
    let base = 0x1234_5678_9abc;
    let (mut prefix, mut power) = (vec![0], vec![1]);
    for &letter in text {
        prefix.push(m.add(m.multiply(*prefix.last().expect("never empty"), base), u64::from(letter)));
        power.push(m.multiply(*power.last().expect("never empty"), base));
    }
    let hash = |start: usize, length: usize| {
        m.subtract(prefix[start + length], m.multiply(prefix[start], power[length]))
    };
    let common = |a: usize, b: usize| {
        let (mut low, mut high) = (0, text.len() - a.max(b));
        while low < high {
            let middle = (low + high).div_ceil(2);
            if hash(a, middle) == hash(b, middle) { low = middle } else { high = middle - 1 }
        }
        low
    };
    let mut suffixes: Vec<usize> = (0..text.len()).collect();
    suffixes.sort_unstable_by(|&a, &b| {
        let length = if a == b { 0 } else { common(a, b) };
        text.get(a + length).cmp(&text.get(b + length))
    });
    let shared: u64 = suffixes.windows(2).map(|pair| common(pair[0], pair[1]) as u64).sum();
    let n = text.len() as u64;
    n * (n + 1) / 2 - shared
}

/// What, parameters, allowed milliseconds, allowed letters, whether the shortest is to be proved.
type Case = (&'static str, Vec<(u64, u128)>, u64, usize, bool);

fn breaks(wanted: &Wanted, rows: &mut Vec<Row>) {
    let primes = [1_000_000_007, 1_000_000_009, 998_244_353, 1_000_000_021, 1_000_000_033];
    let more = [1_000_000_087, 1_000_000_093, 1_000_000_097, 1_000_000_103, 1_000_000_123];
    let ten: Vec<(u64, u128)> =
        primes.into_iter().chain(more).enumerate().map(|(i, p)| (31 + 2 * i as u64, p)).collect();
    let cases: [Case; 9] = [
        ("1e9+9", vec![(31, 1_000_000_009)], 1, 7, false),
        ("2^61 - 1", vec![(131, M61)], 3, 12, false),
        ("1e9+7 and 1e9+9", vec![(31, 1_000_000_007), (37, 1_000_000_009)], 2, 11, false),
        ("2^61 - 1 twice (122 bits)", vec![(131, M61), (137, M61)], 30, 24, false),
        ("ten 30-bit primes", ten, 3000, 80, false),
        ("1e9+9, proved shortest", vec![(31, 1_000_000_009)], 50, 7, true),
        ("2^61 - 1, proved shortest", vec![(131, M61)], 50, 12, true),
        ("2^61 - 1 base 31, proved shortest", vec![(31, M61)], 50, 13, true),
        ("2^64, proved shortest", vec![(131, 1 << 64)], 50, 12, true),
    ];
    for (what, parameters, allowed, letters, shortest) in cases {
        let name = format!("hashing: break {what}");
        if !wanted.takes(&name) {
            continue;
        }
        let function = |&(base, m): &(u64, u128)| {
            PolyHash::new(base, Modulus::new(m).expect("a modulus"), Letters::Alphabetic)
        };
        let functions: Vec<PolyHash> = parameters.iter().map(function).collect();
        let request = Request { shortest, ..Request::new(functions, Alphabet::lowercase()) };
        // Short attacks are repeated, because the clock ticks in microseconds.
        let repeat = if allowed < 1000 { 20 } else { 1 };
        let attack = || {
            let (time, found) = processor_time(|| {
                (0..repeat)
                    .map(|_| find(opaque(&request), &Effort::default()).expect("functions").found())
                    .fold(None, |_, found| found)
            });
            (time / repeat, found.expect("a collision"))
        };
        let best =
            (0..wanted.best).map(|_| attack()).min_by_key(|(time, _)| *time).expect("at least one round");
        let length = best.1.first.len();
        assert!(length <= letters && best.1.shortest == shortest, "{name}: {length} letters");
        let allowance = Amount::Time(Duration::from_millis(allowed));
        rows.push(row(
            &format!("{name}: {length} letters"),
            Amount::Time(best.0),
            "allowance",
            allowance,
            Goal::AtMost(1.0),
        ));
    }
}

fn collision(wanted: &Wanted, compiler: &Compiler, rows: &mut Vec<Row>) {
    let name = "hashing: the lecture's collision (start 0)";
    if !wanted.takes(name) {
        return;
    }
    let program = compiler.compile("floydhash");
    let function = PolyHash::lecture();
    let black_box = || {
        let mut search = black_box::Search::new(30.0, Alphabet::lowercase(), 0);
        let hash = black_box::short(function, search.length());
        search.run(hash, 1, &Effort::default()).expect("nobody stops it")
    };
    let against = duel(wanted.best, || processor_time(black_box), || cpp(&program, "0"));
    let (first, second) = &against.our_answer;
    assert!(first != second && function.plain(first) == function.plain(second));
    rows.push(times(
        &format!("{name}, black box"),
        &against,
        "the lecture's C++ program",
        Goal::AtLeast(100.0),
    ));
    let walk = || lecture::walk(function, 0, u64::MAX).expect("no limit").cycle.first;
    let against = duel(wanted.best, || processor_time(walk), || cpp(&program, "0"));
    assert_eq!(against.our_answer, against.rival_answer);
    rows.push(times(&format!("{name}, the same walk"), &against, "the lecture's C++ program", Goal::Faster));
}
