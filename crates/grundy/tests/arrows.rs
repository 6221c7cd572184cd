//! The floor plan as a test: the graph of imports between the rooms of the library, in which every arrow points up the list.
//!
//! A room is a folder of `src/`. An arrow is any path that leads from a file of one room into another, in `use` or in the
//! middle of code, written from the root of the crate (`crate::heap`), through a name that the root hands on (`crate::Error`)
//! or by climbing (`super::super::game`). Tests and comments do not count.
//!
//! And the signs on the doors: a public type has a name of its own, and the words are those of the literature.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms, each using only those that stand before it.
const LAYERS: [&str; 11] =
    ["base", "value", "game", "rule", "engine", "games", "ask", "catalogue", "proof", "sweep", "report"];

/// Arrows that point the wrong way, `from -> to`: a list that may only shrink.
const OFFENCES: &[&str] = &[];

type Arrows = BTreeMap<(String, String), BTreeSet<String>>;

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The code of a file without comments, texts and tests.
fn code(text: &str) -> String {
    let mut out = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line == "#[cfg(test)]" {
            // A module of tests ends at a brace in the first column; anything else is one item.
            let first = lines.next().unwrap_or_default();
            if first.ends_with('{') {
                lines.by_ref().find(|line| *line == "}");
            }
            continue;
        }
        let bare = line.trim_start();
        if !bare.starts_with("//") {
            out.push_str(without_texts(line).split("//").next().unwrap_or_default());
            out.push('\n');
        }
    }
    out
}

/// A line with what stands between quotes left out.
fn without_texts(line: &str) -> String {
    line.split('"').step_by(2).collect::<Vec<_>>().join("\"\"")
}

/// The module path of a file, `["engine", "heap"]` for `engine/heap/mod.rs`.
fn module(path: &Path) -> Vec<String> {
    let inner = path.strip_prefix(source()).expect("below src").with_extension("");
    let mut names: Vec<String> = inner.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if names.last().is_some_and(|last| last == "mod" || last == "lib") {
        names.pop();
    }
    names
}

/// Paths as lists of names; `use a::{b, c::d}` is two.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for root in ["crate::", "super::"] {
        for (at, _) in code.match_indices(root) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            let mut tree = Vec::new();
            expand(&code[at..], Vec::new(), &mut tree);
            found.extend(tree);
        }
    }
    found
}

/// Reads a tree of paths from the front of a text; returns what is left behind it.
fn expand<'a>(text: &'a str, prefix: Vec<String>, found: &mut Vec<Vec<String>>) -> &'a str {
    let mut rest = text.trim_start();
    let mut path = prefix;
    loop {
        if let Some(mut inner) = rest.strip_prefix('{') {
            loop {
                inner = inner.trim_start();
                if let Some(behind) = inner.strip_prefix('}') {
                    return behind;
                }
                let behind = expand(inner, path.clone(), found).trim_start();
                // `name as other` and the comma.
                let end = behind.find([',', '}']).unwrap_or(behind.len());
                inner = behind[end..].strip_prefix(',').unwrap_or(&behind[end..]);
                if inner.is_empty() {
                    return inner;
                }
            }
        }
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        path.push(rest[..end].to_owned());
        match rest[end..].strip_prefix("::") {
            Some(behind) => rest = behind,
            None => {
                found.push(path);
                return &rest[end..];
            }
        }
    }
}

/// The names that the root of the crate hands on, and the rooms they live in.
fn handed_on() -> BTreeMap<String, String> {
    let text = code(&fs::read_to_string(source().join("lib.rs")).expect("lib.rs"));
    let mut names = BTreeMap::new();
    for statement in text.split(';').filter_map(|statement| statement.trim().strip_prefix("pub use ")) {
        let mut tree = Vec::new();
        expand(statement, Vec::new(), &mut tree);
        for path in tree {
            names.insert(path.last().expect("a name").clone(), path[0].clone());
        }
    }
    names
}

/// The room that a path of a file leads to, if it is one.
fn room(path: &[String], module: &[String], handed_on: &BTreeMap<String, String>) -> Option<String> {
    let mut at: Vec<&String> = if path[0] == "crate" { Vec::new() } else { module.iter().collect() };
    for name in path {
        match name.as_str() {
            "crate" => {}
            "super" => drop(at.pop()),
            _ => {
                at.push(name);
                break;
            }
        }
    }
    let first = at.first()?.as_str();
    let room = handed_on.get(first).map_or(first, String::as_str);
    LAYERS.contains(&room).then(|| room.to_owned())
}

fn arrows() -> Arrows {
    let (mut list, handed_on, mut arrows) = (Vec::new(), handed_on(), Arrows::new());
    files(&source(), &mut list);
    for path in list {
        let module = module(&path);
        let Some(from) = module.first() else { continue };
        let text = code(&fs::read_to_string(&path).expect("a file"));
        for found in paths(&text) {
            if let Some(to) = room(&found, &module, &handed_on).filter(|to| to != from) {
                let file = path.strip_prefix(source()).expect("below src").display().to_string();
                arrows.entry((from.clone(), to)).or_default().insert(format!("{file}: {}", found.join("::")));
            }
        }
    }
    arrows
}

fn layer(room: &str) -> usize {
    LAYERS
        .iter()
        .position(|name| *name == room)
        .unwrap_or_else(|| panic!("`{room}` has no place in the plan"))
}

#[test]
fn arrows_point_one_way() {
    let wrong: Arrows = arrows().into_iter().filter(|((from, to), _)| layer(from) < layer(to)).collect();
    let names: BTreeSet<String> = wrong.keys().map(|(from, to)| format!("{from} -> {to}")).collect();
    let known: BTreeSet<String> = OFFENCES.iter().map(|&name| name.to_owned()).collect();
    let new: Vec<_> =
        wrong.iter().filter(|((from, to), _)| !known.contains(&format!("{from} -> {to}"))).collect();
    assert!(new.is_empty(), "arrows that point down the list of layers: {new:#?}");
    let gone: Vec<&String> = known.difference(&names).collect();
    assert!(gone.is_empty(), "these arrows are gone, take them off the list: {gone:?}");
}

#[test]
fn every_room_is_in_the_plan_and_the_base_is_private() {
    let text = code(&fs::read_to_string(source().join("lib.rs")).expect("lib.rs"));
    let public: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("pub mod ")).collect();
    let public: BTreeSet<&str> = public.iter().map(|line| line.trim_end_matches(';')).collect();
    let expected: BTreeSet<&str> = LAYERS[1..].iter().copied().collect();
    assert_eq!(public, expected);
    assert!(text.contains("\nmod base;"));
}

#[test]
fn the_reader_of_imports_sees_what_it_should() {
    let text = "use crate::{base::limits::Limits, game::{Game, sum::Sum}};\nfn f() { crate::rule::read(super::x::y) }\n// crate::ask\n\"crate::sweep\";\n#[cfg(test)]\nmod tests {\n    use crate::report::Row;\n}\nfn g() { crate::Error::new() }\n";
    let found: Vec<String> = paths(&code(text)).into_iter().map(|path| path.join("::")).collect();
    let expected = [
        "crate::base::limits::Limits",
        "crate::game::Game",
        "crate::game::sum::Sum",
        "crate::rule::read",
        "crate::Error::new",
        "super::x::y",
    ];
    assert_eq!(found, expected);
    let at = |path: &[&str], module: &[&str]| {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<String>>();
        room(&owned(path), &owned(module), &handed_on())
    };
    assert_eq!(at(&["crate", "Error"], &["value"]).as_deref(), Some("base"));
    assert_eq!(at(&["super", "super", "rule", "x"], &["engine", "heap"]).as_deref(), Some("rule"));
    assert_eq!(at(&["super", "period"], &["engine", "heap", "run"]).as_deref(), Some("engine"));
}

// ------------------------------------------------------------------------------------------------------------ names

/// Public types that share a name: a list that may only shrink.
const SHARED_NAMES: &[&str] = &[];

/// Home-made words for which the literature has others (nimber search, proof number, move ordering, rare term, small n,
/// propagate, distinguish, native game, checksum): no part of an identifier is one of these.
const HOME_MADE: [&str; 17] = [
    "couple", "couples", "effort", "efforts", "rival", "rivals", "foremost", "heavy", "young", "teller",
    "told", "citizen", "typed", "held", "seal", "sealed", "unsealed",
];

/// Names that say nothing of what they stand for, or count.
const EMPTY_NAMES: [&str; 11] =
    ["Kept", "AT_ONCE", "FEW", "KEPT", "LARGE", "MANY", "MODEST", "MOST", "QUICK", "SHORT", "UNSEEN"];

/// Identifiers that are still to be renamed: a list that may only shrink.
const TO_BE_RENAMED: &[&str] = &[];

/// Every file of the library, by its path below `src`, without comments, texts and tests.
fn sources() -> Vec<(String, String)> {
    let mut list = Vec::new();
    files(&source(), &mut list);
    let mut read: Vec<(String, String)> = list
        .iter()
        .map(|path| {
            let name = path.strip_prefix(source()).expect("below src").display().to_string();
            (name, code(&fs::read_to_string(path).expect("a file")))
        })
        .collect();
    read.sort();
    read
}

/// The name of the public type that a line begins to define.
fn public_type(line: &str) -> Option<&str> {
    let mut words = line.trim_start().strip_prefix("pub ")?.split_whitespace();
    ["struct", "enum", "trait", "type", "union"].contains(&words.next()?).then_some(())?;
    let name = words.next()?;
    Some(&name[..name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len())])
}

fn identifiers(code: &str) -> impl Iterator<Item = &str> {
    let parts = code.split(|c: char| !c.is_alphanumeric() && c != '_');
    parts.filter(|part| part.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

/// The words of an identifier, in small letters: those of `FoldedCouples`, `by_couples` and `COUPLES_PER_HEAP`.
fn words(identifier: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = '_';
    for c in identifier.chars() {
        if c == '_' || c.is_uppercase() && before.is_lowercase() {
            words.push(String::new());
        }
        if c != '_' {
            words.last_mut().expect("there is one").extend(c.to_lowercase());
        }
        before = c;
    }
    words
}

fn is_refused(identifier: &str) -> bool {
    EMPTY_NAMES.contains(&identifier)
        || words(identifier).iter().any(|word| HOME_MADE.contains(&word.as_str()))
}

/// What was found must be what is listed, no more and no less.
fn compare(found: &BTreeMap<String, BTreeSet<String>>, listed: &[&str], what: &str) {
    let new: Vec<_> = found.iter().filter(|(name, _)| !listed.contains(&name.as_str())).collect();
    assert!(new.is_empty(), "{what}: {new:#?}");
    let gone: Vec<_> = listed.iter().filter(|name| !found.contains_key(**name)).collect();
    assert!(gone.is_empty(), "these are gone, take them off the list: {gone:?}");
}

#[test]
fn public_types_have_names_of_their_own() {
    let mut places: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, code) in sources() {
        for (line, name) in (1..).zip(code.lines()).filter_map(|(n, line)| Some((n, public_type(line)?))) {
            places.entry(name.to_owned()).or_default().insert(format!("{file}, line {line} of its code"));
        }
    }
    assert!(places.len() > 150, "{} public types", places.len());
    places.retain(|_, places| places.len() > 1);
    compare(&places, SHARED_NAMES, "public types that share a name");
}

#[test]
fn identifiers_are_words_of_the_literature() {
    let mut places: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, code) in sources() {
        for identifier in identifiers(&code).filter(|identifier| is_refused(identifier)) {
            places.entry(identifier.to_owned()).or_default().insert(file.clone());
        }
    }
    compare(&places, TO_BE_RENAMED, "home-made words");
}

#[test]
fn the_reader_of_names_sees_what_it_should() {
    assert_eq!(public_type("    pub struct Rows<'a> {"), Some("Rows"));
    assert_eq!(public_type("pub type Tuple = Vec<u64>;"), Some("Tuple"));
    assert_eq!(["pub(super) struct A;", "struct B;", "pub fn c() {}"].map(public_type), [None; 3]);
    assert_eq!(words("FoldedCouples"), ["folded", "couples"]);
    assert_eq!(words("MAX_LISTED_MOVES"), ["max", "listed", "moves"]);
    let found: Vec<&str> =
        identifiers("let by_couples = FEW + few.heavy(7u32);").filter(|i| is_refused(i)).collect();
    assert_eq!(found, ["by_couples", "FEW", "heavy"]);
}
