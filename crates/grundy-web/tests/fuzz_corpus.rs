//! Replays `testdata/fuzz/request` through the body of the fuzzer: seeds, and every input that once went wrong.
//!
//! The code is that of `fuzz/`, included by path, so what the fuzzer checks and what is replayed never differ.

#[path = "../../../fuzz/src/web.rs"]
mod bodies;

use std::path::Path;
use std::{fs, panic};

#[test]
fn requests() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/fuzz/request");
    let files = fs::read_dir(&folder).expect("the folder of the target");
    let mut files: Vec<_> = files.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    assert!(files.len() >= 30, "{} holds only {} files", folder.display(), files.len());
    let is_broken = |file: &&std::path::PathBuf| {
        let bytes = fs::read(file).expect("a readable file");
        panic::catch_unwind(|| bodies::request(&bytes)).is_err()
    };
    let broken: Vec<_> = files.iter().filter(is_broken).collect();
    assert!(broken.is_empty(), "{broken:?} (the panics are above)");
}

#[test]
fn questions_are_answered_without_a_server() {
    let limits = grundy::Limits::default();
    let ask = |address: &str, body: &str| grundy_web::answer(address, body.as_bytes(), &limits);
    let (status, body) = ask("solve?game=nim&position=1+2+3", "");
    assert_eq!(status, 200);
    assert!(
        String::from_utf8_lossy(&body).contains("\"outcome\":\"P\""),
        "{}",
        String::from_utf8_lossy(&body)
    );
    assert_eq!(ask("jobs", r#"{"kind": "solve", "game": "nim", "position": "1 2 3"}"#), (200, body));
    assert_eq!(ask("graph?start=a", "a b\nb c\n").0, 200);
    assert_eq!(ask("graph?start=z", "a b\n").0, 400);
    assert_eq!(ask("qr.svg?text=nim", "").0, 200);
    assert_eq!(ask("solve?position=1", "").0, 400);
    assert_eq!(ask("no-such-question", "").0, 404);
}
