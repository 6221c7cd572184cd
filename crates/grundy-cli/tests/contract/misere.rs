//! `grundy misere`, what `solve --misere` makes of it, and certificates of quotients.

use super::{folder, grundy};
use serde_json::{Value, json};

#[track_caller]
fn misere(arguments: &[&str], code: i32) -> Value {
    let run = grundy(&[&["misere", "--json"], arguments].concat());
    assert_eq!((run.code, run.err.as_str()), (code, ""), "{run:?}");
    let answer = run.json();
    for field in ["game", "rule", "tame", "first_wild", "genus", "quotient", "generators", "relations"] {
        assert!(answer.get(field).is_some(), "no field {field}: {run:?}");
    }
    for field in ["order", "p_size", "complete", "period", "preperiod", "phi"] {
        assert!(answer["quotient"].get(field).is_some(), "no field {field}: {run:?}");
    }
    answer
}

#[test]
fn a_complete_quotient_is_an_answer() {
    let answer = misere(&["kayles"], 0);
    let quotient = &answer["quotient"];
    let numbers = ["order", "p_size", "complete", "period", "preperiod"].map(|field| &quotient[field]);
    assert_eq!(numbers, [&json!(40), &json!(9), &json!(true), &json!(12), &json!(71)]);
    assert_eq!(
        (&answer["tame"], &answer["first_wild"], &answer["status"]),
        (&json!(false), &json!(5), &json!("proved"))
    );
    assert_eq!(quotient["phi"][3], "ab");
    assert_eq!(answer["genus"][5], json!({ "normal": 4, "misere": [1, 4, 6] }));
    assert_eq!(answer["generators"][0], json!({ "name": "a", "heap": 1 }));
    assert_eq!(answer["relations"][0], "a2=1");
}

#[test]
fn a_tame_game_says_so() {
    let answer = misere(&["take{1,2}"], 0);
    assert_eq!((&answer["tame"], &answer["first_wild"]), (&json!(true), &Value::Null));
    assert_eq!(answer["quotient"]["order"], 6);
}

#[test]
fn a_partial_quotient_is_an_answer_only_when_it_was_asked_for() {
    let answer = misere(&["0.07", "--heaps", "20"], 0);
    assert_eq!((&answer["status"], &answer["heaps"]), (&json!("partial"), &json!(20)));
    assert_eq!(answer["quotient"]["period"], Value::Null);
    assert_eq!(answer["quotient"]["phi"].as_array().map(Vec::len), Some(21));
    assert_eq!(misere(&["0.07", "--limit", "20"], 3)["end"], "heaps");
    let answer = misere(&["0.07", "--max-order", "100"], 3);
    assert_eq!((&answer["suspected_infinite"], &answer["heaps"]), (&json!(true), &json!(24)));
    assert_eq!(misere(&["0.07", "--heaps", "40", "--max-order", "100"], 3)["heaps"], 24);
}

#[test]
fn tame_so_far_is_not_tame() {
    let claim = |arguments: &[&str], code| {
        let answer = misere(arguments, code);
        let field = |name: &str| answer[name].as_bool().expect("yes or no");
        (field("tame"), field("tame_proved"))
    };
    // The quotient of Nim is infinite, but a theorem says that it is tame; Grundy's game has its first wild heap at 13.
    assert_eq!(claim(&["nim", "--limit", "9"], 3), (true, true));
    assert_eq!(claim(&["grundy", "--heaps", "12"], 0), (true, false));
    assert_eq!(claim(&["grundy", "--heaps", "13"], 0), (false, true));
    assert_eq!(claim(&["take{1,2}"], 0), (true, true));
    let run = grundy(&["misere", "grundy", "--heaps", "12"]);
    assert!(run.out.starts_with("grundy: tame up to heap 12; larger heaps may be wild\n"), "{run:?}");
}

#[test]
fn only_heaps_have_quotients() {
    for game in ["wythoff", "welter", "no-such-game"] {
        let run = grundy(&["misere", "--json", game]);
        assert_eq!(run.code, 2, "{run:?}");
        run.error();
    }
}

#[test]
fn solve_goes_through_the_quotient() {
    let answer = grundy(&["solve", "--json", "--misere", "kayles", "13", "27", "100000"]).answer();
    assert_eq!((&answer["engine"], &answer["outcome"]), (&json!("misere-quotient"), &json!("N")));
    assert_eq!(answer["winning_moves_total"], 5);
    let run = grundy(&["explain", "--misere", "kayles", "9", "10"]);
    assert!(run.out.contains("The misère quotient"), "{run:?}");
}

#[test]
fn certificates_are_checked() {
    let file = folder("misere").join("kayles.cert");
    let path = file.to_str().expect("a readable path");
    assert_eq!(misere(&["kayles", "--certificate", path], 0)["certificate"], path);
    let verified = grundy(&["verify", "--json", path]).answer();
    assert_eq!(
        (&verified["valid"], &verified["order"], &verified["complete"]),
        (&json!(true), &json!(40), &json!(true))
    );
    let bytes = std::fs::read(&file).expect("just written");
    std::fs::write(&file, &bytes[..bytes.len() - 1]).expect("writable");
    assert_eq!(grundy(&["verify", path]).code, 2);
    // A lost element more, sealed again: readable, and false.
    let text = String::from_utf8(bytes[..bytes.len() - 26].to_vec()).expect("text");
    let (head, rest) = text.split_once("\nlost 1 ").expect("element 1 is lost");
    let changed = grundy::proof::certificate::with_checksum(format!("{head}\nlost 0 1 {rest}").into_bytes());
    std::fs::write(&file, changed).expect("writable");
    let run = grundy(&["verify", "--json", path]);
    assert_eq!((run.code, &run.json()["valid"]), (1, &json!(false)), "{run:?}");
}

#[test]
fn nim_is_tame_however_large_its_heaps() {
    let found = misere(&["nim", "--heaps", "9"], 0);
    assert_eq!((&found["tame"], &found["tame_proved"]), (&json!(true), &json!(true)), "{found}");
    let run = grundy(&["misere", "nim", "--heaps", "9"]);
    assert!(run.out.contains("tame: its sums play like misère Nim"), "{run:?}");
    // Of others, heaps beyond those looked at may be wild.
    assert_eq!(misere(&["kayles", "--heaps", "3"], 0)["tame_proved"], false);
}

#[test]
fn long_searches_end_when_they_are_told_to() {
    let asked = ["solve", "--json", "moore:k=2", "30", "40", "50", "60", "--misere"];
    let run = grundy(&[&asked[..], &["--max-time", "300ms"]].concat());
    assert_eq!((run.code, &run.error()["stop"]), (3, &json!("time-limit")), "{run:?}");
    let run = grundy(&[&asked[..], &["--max-memory", "1M"]].concat());
    assert_eq!((run.code, &run.error()["stop"]), (3, &json!("position-limit")), "{run:?}");
    // The theorems on misère play need no search, however large the heaps.
    for (game, position, outcome) in [
        ("fibonacci-nim", "3000", "N"),
        ("fibonacci-nim", "12200160415121876739,12200160415121876737", "P"),
        ("wythoff", "1e18,9e17", "N"),
        ("wythoff", "2,2", "P"),
        ("wythoff", "5700357409661599242,9223372036854775807", "P"),
    ] {
        let found = grundy(&["solve", "--json", game, position, "--misere"]).answer();
        assert_eq!(
            (&found["outcome"], &found["engine"]),
            (&json!(outcome), &json!("closed-form")),
            "{found}"
        );
        assert!(found["grundy"].is_null() && found["proved"] == true, "{found}");
    }
}
