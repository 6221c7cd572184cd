//! The corpus of `testdata/hashes.toml`, which a script in another language wrote by the definitions.

use polyhash::mersenne_twister::MersenneTwister;
use polyhash::text::distinct;
use polyhash::text::eertree::PalindromicTree;
use polyhash::text::manacher::Radii;
use polyhash::{Finder, Letters, Modulus, Needles, PolyHash, cycle, lecture};
use toml::{Table, Value};

fn corpus() -> Table {
    include_str!("../../../testdata/hashes.toml").parse().expect("TOML")
}

/// The cases of one kind; there must be some.
fn cases<'t>(table: &'t Table, kind: &str, least: usize) -> &'t [Value] {
    let cases = table[kind].as_array().expect("a list of cases");
    assert!(cases.len() >= least, "{kind}: only {} cases", cases.len());
    cases
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().expect("a list").iter().map(number).collect()
}

/// A number, which is a string when it is large.
fn number(value: &Value) -> u64 {
    match value {
        Value::String(text) => text.parse().expect("a number"),
        other => other.as_integer().expect("a number") as u64,
    }
}

fn bytes(value: &Value) -> Vec<u8> {
    numbers(value).into_iter().map(|byte| u8::try_from(byte).expect("a byte")).collect()
}

#[test]
fn hashes() {
    for case in cases(&corpus(), "hash", 60) {
        let modulus = case["modulus"].as_str().and_then(|text| text.parse().ok()).expect("a modulus");
        let letters = if number(&case["offset"]) == 0 { Letters::Bytes } else { Letters::Alphabetic };
        let hash = PolyHash::new(number(&case["base"]), Modulus::new(modulus).expect("a modulus"), letters);
        let text = bytes(&case["text"]);
        let expected = number(&case["value"]);
        assert_eq!((hash.hash(&text), hash.prepare().hash(&text)), (expected, expected), "{case}");
    }
}

#[test]
fn counts() {
    for case in cases(&corpus(), "text", 15) {
        let text = bytes(&case["text"]);
        let field = |name: &str| number(&case[name]);
        assert_eq!(distinct::substrings(&text), Ok(field("distinct")), "{case}");
        let found = Radii::new(&text).expect("a short text");
        assert_eq!(
            (found.count(), found.longest().len() as u64),
            (field("palindromes"), field("longest_palindrome")),
            "{case}"
        );
        let tree = PalindromicTree::new(&text).expect("a short text");
        assert_eq!(tree.len() as u64, field("distinct_palindromes"), "{case}");
    }
}

#[test]
fn matches() {
    for case in cases(&corpus(), "find", 60) {
        let (needle, text) = (bytes(&case["needle"]), bytes(&case["text"]));
        let expected: Vec<usize> =
            numbers(&case["positions"]).into_iter().map(|place| place as usize).collect();
        assert_eq!(Finder::new(&needle).positions(&text).collect::<Vec<_>>(), expected, "{case}");
        let many = Needles::new([&needle]).expect("one needle").matches(&text);
        assert_eq!(many.iter().map(|one| one.start).collect::<Vec<_>>(), expected, "{case}");
    }
}

#[test]
fn cycles() {
    for case in cases(&corpus(), "cycle", 5) {
        let found = cycle::of_list(&numbers(&case["successors"]), 1).expect("a list");
        let previous = found.previous.map_or(Vec::new(), |(tail, last)| vec![tail, last]);
        let expected = ["first", "length", "tail"].map(|name| number(&case[name]));
        assert_eq!([found.first, found.length, found.tail], expected, "{case}");
        assert_eq!(previous, numbers(&case["previous"]), "{case}");
    }
}

#[test]
fn twisters() {
    for case in cases(&corpus(), "twister", 5) {
        let mut twister = MersenneTwister::new(number(&case["seed"]));
        let expected = numbers(&case["outputs"]);
        assert_eq!(expected.iter().map(|_| twister.next()).collect::<Vec<_>>(), expected, "{case}");
        assert_eq!(Some(lecture::text(number(&case["seed"])).as_str()), case["text"].as_str());
    }
}
