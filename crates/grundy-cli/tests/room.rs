//! JSON has one room, the library's `report`: the command and the server write what it hands them and build no objects.
//!
//! The answers about hashes are not the library's, since polyhash stands alone; they have one file, which the command and the
//! server share.

use std::fs;
use std::path::{Path, PathBuf};

/// The file of answers about hashes.
const HASHING: &str = "grundy-web/src/hashing.rs";

/// The sources that build no JSON.
const FOLDERS: [&str; 2] = ["../grundy-cli/src", "../grundy-web/src"];

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

/// The places of a text where an object is built: `json!`, `Serialize` derived or written out, a map.
fn offences(text: &str) -> Vec<String> {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let code: Vec<&str> = code.take_while(|line| *line != "#[cfg(test)]").collect();
    let lines = (1..).zip(&code).filter(|(_, line)| {
        ["json!", "impl Serialize for", "serde_json::Map"].iter().any(|word| line.contains(word))
    });
    let mut found: Vec<String> = lines.map(|(number, line)| format!("{number}: {}", line.trim())).collect();
    // A list of traits may stand on several lines.
    let joined = code.join("\n");
    let derives = joined.split("derive(").skip(1).filter_map(|rest| rest.split(')').next());
    let derived = derives.filter(|list| list.split(',').any(|name| name.trim().ends_with("Serialize")));
    found.extend(derived.map(|list| format!("derive({list})")));
    found
}

#[test]
fn command_and_server_build_no_json() {
    let mut list = Vec::new();
    for folder in FOLDERS {
        files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut list);
    }
    assert!(list.len() > 50, "{} files", list.len());
    let mut wrong = Vec::new();
    for path in list.iter().filter(|path| !path.ends_with(HASHING)) {
        let found = offences(&fs::read_to_string(path).expect("a file"));
        wrong.extend(found.into_iter().map(|place| format!("{}: {place}", path.display())));
    }
    assert!(wrong.is_empty(), "objects are built in crates/grundy/src/report: {wrong:#?}");
}

#[test]
fn the_reader_of_sources_sees_what_it_should() {
    for text in [
        "let object = json!({});",
        "serde_json::json!([1])",
        "#[derive(Debug, Serialize)]\nstruct Row;",
        "#[derive(\n    Debug,\n    serde::Serialize,\n)]\nstruct Row;",
        "impl Serialize for Row {",
    ] {
        assert_eq!(offences(text).len(), 1, "{text}");
    }
    for text in [
        "// json!({})",
        "pub fn json(value: &impl Serialize) {}",
        "use serde::Serialize;",
        "#[derive(Debug, Deserialize)]\nstruct Row;",
        "fn f() {}\n#[cfg(test)]\nmod tests { json!(1) }",
    ] {
        assert_eq!(offences(text), [""; 0], "{text}");
    }
}
