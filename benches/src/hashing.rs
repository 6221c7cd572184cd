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
use polyhash::attack::{Alphabet, Effort, Problem, Request, Values, black_box, dense, find};
use polyhash::flood::{Table, flood};
use polyhash::random::SplitMix;
use polyhash::text::distinct;
use polyhash::{Finder, Letters, Modulus, Needles, PolyHash, Substrings, Windows, lecture};
use std::hint::black_box as opaque;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const LARGE: usize = 256 << 20;
const M61: u128 = (1 << 61) - 1;

/// Runs the rows that need nothing but Rust.
pub fn run(wanted: &Wanted, rows: &mut Vec<Row>) {
    search(wanted, rows);
    windows(wanted, rows);
    needles(wanted, rows);
    substrings(wanted, rows);
    breaks(wanted, rows);
    dense_texts(wanted, rows);
    floods(wanted, rows);
}

/// Runs the rows against the lecture's programs.
pub fn run_against_cpp(wanted: &Wanted, compiler: &Compiler, rows: &mut Vec<Row>) {
    hash(wanted, compiler, rows);
    common_prefixes(wanted, compiler, rows);
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

/// Every window of 64 MB, from left to right.
fn windows(wanted: &Wanted, rows: &mut Vec<Row>) {
    for (modulus, m) in [("2^61 - 1", M61), ("2^64", 1 << 64)] {
        let name = format!("hashing: rolling window of 32 forward over 64 MB modulo {modulus}, bytes");
        if !wanted.takes(&name) {
            continue;
        }
        let text = letters(64 << 20, 6);
        let function =
            PolyHash::new(0x1234_5678_9abc_def1, Modulus::new(m).expect("a modulus"), Letters::Bytes);
        let all = || {
            let mut last = 0;
            Windows::new(function, opaque(&text), 32).for_each_stretch(|_, hashes| {
                last = *opaque(hashes).last().expect("never empty");
            });
            last
        };
        let timed = (0..wanted.best).map(|_| processor_time(all)).min_by_key(|(time, _)| *time);
        let (time, last) = timed.expect("at least one round");
        assert_eq!(last, function.hash(&text[text.len() - 32..]));
        let rate = Amount::Rate(text.len() as f64 / time.as_secs_f64());
        rows.push(row(&name, rate, "allowance", Amount::Rate(1e9), Goal::AtLeast(1.0)));
    }
}

/// Tables of a text of 10^7 letters and the longest common prefixes of 10^7 random pairs of suffixes, as `cpp/substrings.cpp` has them.
fn common_prefixes(wanted: &Wanted, compiler: &Compiler, rows: &mut Vec<Row>) {
    const LENGTH: u64 = 10_000_000;
    for (kind, goal) in [("random", Goal::AtLeast(3.0)), ("same", Goal::Faster)] {
        let name = format!("hashing: substrings of 10^7 {kind} letters, 10^7 common prefixes");
        if !wanted.takes(&name) {
            continue;
        }
        let program = compiler.compile("substrings");
        let mut state = 1u64;
        let mut draw = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        };
        let text: Vec<u8> = match kind {
            "random" => (0..LENGTH).map(|_| b'a' + (draw() % 26) as u8).collect(),
            _ => vec![b'a'; LENGTH as usize],
        };
        let start = state;
        let function = PolyHash::new(0x1234_5678_9abc_def1, Modulus::MERSENNE_61, Letters::Bytes);
        let ours = || {
            let mut state = start;
            let mut draw = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) % LENGTH
            };
            let substrings = Substrings::new([function], opaque(&text));
            let mut pair = |_| {
                let (one, other) = (draw() as usize, draw() as usize);
                substrings.lcp(one, other).expect("inside the text") as u64
            };
            (0..LENGTH).map(&mut pair).sum::<u64>()
        };
        let against = duel(wanted.best.min(2), || processor_time(ours), || cpp(&program, kind));
        assert_eq!(against.our_answer, against.rival_answer);
        rows.push(times(&name, &against, "the usual C++ template", goal));
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
    let twenty: Vec<(u64, u128)> = (1..=20).map(|i| (1_000_003 * i + 12_345, 1_000_000_007)).collect();
    let cases: [Case; 10] = [
        ("1e9+9", vec![(31, 1_000_000_009)], 1, 7, false),
        ("2^61 - 1", vec![(131, M61)], 3, 12, false),
        ("1e9+7 and 1e9+9", vec![(31, 1_000_000_007), (37, 1_000_000_009)], 2, 11, false),
        ("2^61 - 1 twice (122 bits)", vec![(131, M61), (137, M61)], 30, 24, false),
        ("ten 30-bit primes", ten, 3000, 80, false),
        ("twenty bases modulo 1e9+7", twenty, 10_000, 220, false),
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
        assert!(length <= letters && best.1.shortest() == shortest, "{name}: {length} letters");
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

/// A hundred thousand texts of eleven letters with one hash of 30 bits.
fn dense_texts(wanted: &Wanted, rows: &mut Vec<Row>) {
    let name = "hashing: 10^5 texts of 11 letters with one hash modulo 1e9+7";
    if !wanted.takes(name) {
        return;
    }
    let function = PolyHash::new(131, Modulus::new(1_000_000_007).expect("a modulus"), Letters::Alphabetic);
    let problem = Problem::new(vec![function], Values::range(1, 26).expect("letters"));
    let time = (0..wanted.best)
        .map(|_| {
            let (time, found) =
                processor_time(|| dense::find(opaque(&problem), 100_000, 11, &Effort::default()).found());
            assert_eq!(found.map(|texts| texts.len()), Some(100_000));
            time
        })
        .min()
        .expect("at least one round");
    let allowance = Amount::Time(Duration::from_secs(1));
    rows.push(row(name, Amount::Time(time), "allowance", allowance, Goal::AtMost(1.0)));
}

/// Keys for `unordered_map`, with the steps that they cost.
fn floods(wanted: &Wanted, rows: &mut Vec<Row>) {
    let name = "hashing: flood of 2*10^5 keys for unordered_map, with its steps";
    if !wanted.takes(name) {
        return;
    }
    let (time, found) = processor_time(|| flood(Table::UnorderedMap, opaque(200_000)).expect("not too many"));
    assert!(found.steps >= 200_000 * 200_000 / 16);
    let allowance = Amount::Time(Duration::from_millis(100));
    rows.push(row(name, Amount::Time(time), "allowance", allowance, Goal::AtMost(1.0)));
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
