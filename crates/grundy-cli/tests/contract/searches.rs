//! `grundy solve GAME POSITION --db FILE` where the game is searched: killed runs, damaged files, other games.

use super::processes::start;
use super::{folder, grundy, grundy_with};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// A board without a theorem that takes a second or two.
const LONG: [&str; 4] = ["solve", "--json", "cram", "5x7"];

fn asked<'a>(arguments: &[&'a str], file: &'a Path) -> Vec<&'a str> {
    [arguments, &["--db", file.to_str().expect("UTF-8")]].concat()
}

/// An answer without the work that it took.
fn settled(mut answer: Value) -> (Value, u64) {
    let work = answer.as_object_mut().and_then(|fields| fields.shift_remove("work"));
    (answer, work.and_then(|work| work.as_u64()).expect("a number"))
}

#[test]
fn killed_searches_go_on_to_the_same_answer() {
    let folder = folder("search-killed");
    let [whole, killed] = ["whole.db", "killed.db"].map(|name| folder.join(name));
    let (expected, all) = settled(grundy(&asked(&LONG, &whole)).answer());
    assert_eq!(expected["grundy"], 1, "{expected}");
    assert_eq!(expected["engine"], "nimber-search");
    let mut size = 0;
    for round in 0..4 {
        let mut child = start(&asked(&LONG, &killed));
        let begun = Instant::now();
        let grown = || fs::metadata(&killed).map_or(0, |data| data.len()) > size + 200;
        while !grown() && child.try_wait().expect("a child").is_none() {
            assert!(begun.elapsed() < Duration::from_secs(60), "the file does not grow");
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(7 * round));
        child.kill().expect("it can be ended");
        child.wait().expect("it ends");
        size = fs::metadata(&killed).expect("a file").len();
    }
    // A block that was being written may be cut anywhere.
    let bytes = fs::read(&killed).expect("a file");
    fs::write(&killed, &bytes[..bytes.len() - 11]).expect("a file");
    let run = grundy(&asked(&LONG, &killed));
    assert!(run.code == 0 && run.err.contains("are dropped"), "{run:?}");
    let (resumed, work) = settled(run.json());
    assert_eq!(resumed, expected);
    assert!(work < all * 9 / 10, "{work} of {all}");
    // Nothing is left to do, nor to write.
    let bytes = fs::read(&killed).expect("a file");
    let (again, work) = settled(grundy(&asked(&LONG, &killed)).answer());
    assert_eq!(again, expected);
    assert!(work < all / 100, "{work} of {all}");
    assert_eq!(fs::read(&killed).expect("a file"), bytes);
}

#[test]
fn a_table_serves_every_position_of_its_game() {
    let file = folder("search-stream").join("cram.db");
    let arguments = asked(&["solve", "--json", "cram", "-"], &file);
    let run = grundy_with(&arguments, b"3x4\n4x5\n3x\n2x70\n..#/...\n");
    assert_eq!(run.code, 2, "two lines are refused: {run:?}");
    let values: Vec<Value> = run
        .out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["grundy"].clone())
        .collect();
    assert_eq!(values[..4], [json!(1), json!(2), Value::Null, Value::Null], "{run:?}");
    let again =
        grundy(&asked(&["solve", "--json", "cram", "4x5", "--method", "proof-number"], &file)).answer();
    assert_eq!(again["grundy"], 2);
    // All positions are kept by another command, which the refusal names.
    let table = grundy(&asked(&["solve", "--json", "cram", "3x3", "--method", "table"], &file));
    assert!(table.code == 2 && table.out.contains("grundy tablebase build cram 3x3 --out"), "{table:?}");
}

#[test]
fn other_files_and_damaged_ones_are_not_believed() {
    let file = folder("search-damaged").join("cram.db");
    let arguments = asked(&["solve", "--json", "cram", "4x5"], &file);
    let (expected, _) = settled(grundy(&arguments).answer());
    let bytes = fs::read(&file).expect("a file");
    for place in (0..bytes.len()).step_by(bytes.len() / 30).chain([1, 4, 5, bytes.len() - 1]) {
        let mut changed = bytes.clone();
        changed[place] ^= 0x10;
        fs::write(&file, &changed).expect("a file");
        let run = grundy(&arguments);
        match run.code {
            0 => {
                assert!(run.err.contains("are dropped"), "byte {place}: {run:?}");
                assert_eq!(settled(run.json()).0, expected, "byte {place}");
            }
            code => assert_eq!(code, 2, "byte {place}: {run:?}"),
        }
    }
    fs::write(&file, &bytes).expect("a file");
    for arguments in [
        &["solve", "--json", "nim", "1"][..],
        &["solve", "--json", "chomp", "2x2"],
        &["solve", "--json", "cram", "3x3", "--misere"],
        &["solve", "--json", "cram", "3x3", "--report"],
        &["solve", "--json", "cram", "3x3", "--method", "memo"],
        &["solve", "--json", "cram", "3x3", "--method", "table"],
    ] {
        let run = grundy(&asked(arguments, &file));
        assert_eq!(run.code, 2, "{arguments:?}: {run:?}");
        assert!(run.error()["hint"].is_string(), "{arguments:?}");
    }
    assert_eq!(fs::read(&file).expect("a file"), bytes, "left alone");
    fs::write(&file, "my own notes, not a table").expect("a file");
    assert_eq!(grundy(&arguments).code, 2);
    assert!(fs::read(&file).expect("a file").starts_with(b"my own notes"));
}

#[test]
fn a_limit_keeps_what_was_found() {
    let file = folder("search-limit").join("cram.db");
    let run = grundy(&asked(&["solve", "cram", "5x7", "--max-memory", "3M"], &file));
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.err.contains("goes on from there"), "{run:?}");
    assert!(fs::metadata(&file).expect("a file").len() > 1000);
    let [scratch, resumed] =
        [LONG.to_vec(), asked(&LONG, &file)].map(|asked| settled(grundy(&asked).answer()).0);
    assert_eq!(resumed, scratch);
}
