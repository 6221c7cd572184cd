//! `grundy solve --report`, and `--db` where there is no search to keep: the commands that do it instead.

use super::{folder, grundy, grundy_with};
use serde_json::json;
use std::fs;

#[test]
fn a_report_counts_positions() {
    let found = grundy(&["solve", "--json", "nim", "1", "2", "--report"]).answer();
    // () is lost at once, (1) and (2) are won in one move, (1 1) is lost in two, (1 2) is won in three.
    let report = json!({
        "positions": 5, "moves": 7, "widest": 3, "levels": [1, 2, 1, 1], "wins": 3, "losses": 2, "draws": 0,
        "longest_win": 3, "branching": 1.4,
    });
    assert_eq!(found["report"], report);
    let run = grundy(&["solve", "nim", "1", "2", "--report"]);
    assert!(run.out.contains("positions: 5;") && run.out.contains("longest win: 3 moves"), "{run:?}");
    let refused = grundy(&["solve", "stone-iii", "1", "2", "--report"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert_eq!(grundy_with(&["solve", "nim", "-", "--report"], b"1\n").code, 2);
}

#[test]
fn all_positions_of_a_game_are_for_tablebases() {
    let folder = folder("reports-retired");
    let file = folder.join("kayles.db");
    let (name, directory) = (file.to_str().expect("UTF-8"), folder.join("kayles.tablebase"));
    let directory = directory.to_str().expect("UTF-8");
    let build = |more: &str| {
        format!("`grundy tablebase build kayles \"3 4\" --out {directory}{more}` solves every position")
    };
    for (arguments, reason, more) in [
        (&["kayles", "3", "4"][..], "and `kayles` has none", ""),
        (&["kayles", "3", "4", "--misere"], "and `kayles` has none under misère play", " --misere"),
        (&["kayles", "3", "4", "--method", "table"], "and `kayles` has none", ""),
    ] {
        let run = grundy(&[&["solve", "--json", "--db", name], arguments].concat());
        assert_eq!(run.code, 2, "{arguments:?}: {run:?}");
        let error = run.error();
        let (message, hint) =
            (error["message"].as_str().expect("words"), error["hint"].as_str().expect("words"));
        assert!(message.contains(reason), "{arguments:?}: {message}");
        assert!(hint.contains(&build(more)), "{arguments:?}: {hint}");
        assert!(!file.exists(), "nothing is left behind");
    }
    // The commands of the hint work as they stand.
    assert_eq!(grundy(&["tablebase", "build", "kayles", "3 4", "--out", directory]).code, 0);
    let asked = grundy_with(&["tablebase", "query", directory, "-"], b"1 2\n\n3 3\n");
    assert_eq!((asked.code, asked.out.lines().count()), (0, 3), "{asked:?}");
    let missing = grundy_with(&["tablebase", "query", directory, "-", "--json"], b"9\n1\n");
    assert_eq!((missing.code, missing.out.lines().count()), (1, 2), "{missing:?}");
    assert_eq!(grundy_with(&["tablebase", "query", directory, "-"], b"x\n9\n").code, 2);
    let run = grundy(&["solve", "cram", "3x3", "--db", directory]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(
        run.err.contains(&format!("`grundy tablebase query {directory} 3x3` asks a tablebase")),
        "{run:?}"
    );
}

#[test]
fn a_database_of_an_earlier_version_is_refused_and_left_alone() {
    let file = folder("reports-old").join("nim.db");
    let name = file.to_str().expect("UTF-8");
    let old = b"grundy database 3\ngame nim\nrule n -> k where k < n\n";
    fs::write(&file, old).expect("written");
    for game in ["nim", "cram"] {
        let run = grundy(&["solve", "--json", game, "-", "--db", name]);
        assert_eq!(run.code, 2, "{run:?}");
        let error = run.error();
        let (message, hint) =
            (error["message"].as_str().expect("words"), error["hint"].as_str().expect("words"));
        assert!(message.contains("is a database of an earlier version"), "{message}");
        assert!(hint.contains(&format!("`grundy tablebase build {game} POSITION --out ")), "{hint}");
        assert!(hint.contains("nim.tablebase -` looks one up"), "{hint}");
    }
    assert_eq!(fs::read(&file).expect("there"), old);
}
