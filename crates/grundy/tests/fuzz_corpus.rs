//! Replays `testdata/fuzz` through the bodies of the fuzzers: seeds, and every input that once went wrong.
//!
//! The code is that of `fuzz/`, included by path, so what the fuzzers check and what is replayed never differ.

#[path = "../../../fuzz/src/lib.rs"]
mod bodies;

use std::path::Path;
use std::{fs, panic};

fn replay(target: &str) {
    let (_, body) = bodies::TARGETS.iter().find(|(name, _)| *name == target).expect("a target of that name");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/fuzz").join(target);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the folder of the target")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    assert!(files.len() >= 30, "{} holds only {} files", folder.display(), files.len());
    let mut broken = Vec::new();
    for file in files {
        let bytes = fs::read(&file).expect("a readable file");
        if panic::catch_unwind(|| body(&bytes)).is_err() {
            broken.push(file.file_name().expect("a name").to_string_lossy().into_owned());
        }
    }
    assert!(broken.is_empty(), "{target}: {} (the panics are above)", broken.join(", "));
}

#[test]
fn rules() {
    replay("rule");
}

#[test]
fn positions() {
    replay("position");
}

#[test]
fn expressions() {
    replay("expression");
}

#[test]
fn certificates() {
    replay("certificate");
}

#[test]
fn catalogue_files() {
    replay("catalogue");
}

#[test]
fn checkpoints() {
    replay("checkpoint");
}

#[test]
fn scanners() {
    replay("scanner");
}

#[test]
fn graphs() {
    replay("graph");
}

#[test]
fn questions() {
    replay("question");
}

#[test]
fn tablebases() {
    replay("tablebase");
}
