//! The fields of the answers, and what GAME, POSITION and numbers may be.

use super::{folder, grundy};
use serde_json::{Value, json};

#[test]
fn solve_has_the_fields_of_the_contract() {
    let answer = grundy(&["solve", "--json", "nim", "3", "4", "5"]).answer();
    let expected = [
        ("game", json!("nim")),
        ("rule", json!("n -> k where k < n")),
        ("position", json!("3 4 5")),
        ("convention", json!("normal")),
        ("outcome", json!("N")),
        ("winner", json!("first")),
        ("grundy", json!(2)),
        (
            "winning_moves",
            json!([{ "text": "3 -> 1", "result": "1 4 5", "move": { "component": 0, "removed": "3", "added": "1", "places": null } }]),
        ),
        ("winning_moves_total", json!(1)),
        ("proved", json!(true)),
    ];
    for (field, value) in expected {
        assert_eq!(answer[field], value, "{field}");
    }
    assert!(answer["engine"].is_string() && answer["work"].is_u64(), "{answer}");
}

#[test]
fn misere_play_has_no_grundy_value() {
    let answer = grundy(&["solve", "--json", "--misere", "nim", "1", "1"]).answer();
    assert_eq!(
        (&answer["convention"], &answer["outcome"], &answer["winner"]),
        (&json!("misere"), &json!("N"), &json!("first"))
    );
    assert_eq!(answer["grundy"], Value::Null);
    assert_eq!(answer["winning_moves_total"], 2, "equal heaps have an entry each");
    let answer = grundy(&["solve", "--json", "--misere", "nim", "1", "4", "5"]).answer();
    assert_eq!((&answer["outcome"], &answer["winning_moves"]), (&json!("P"), &json!([])));
    // No move is left: the player to move wins.
    let answer = grundy(&["solve", "--json", "--misere", "nim"]).answer();
    assert_eq!((&answer["outcome"], &answer["winning_moves_total"]), (&json!("N"), &json!(0)));
}

#[test]
fn every_winning_move_is_one_entry() {
    let answer = grundy(&["solve", "--json", "nim", "2", "2", "2"]).answer();
    assert_eq!(answer["winning_moves_total"], 3);
    let results: Vec<&str> = answer["winning_moves"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|m| m["result"].as_str())
        .collect();
    assert_eq!(results.len(), 3, "{answer}");
    for result in results {
        let words: Vec<&str> = result.split(' ').collect();
        let after = grundy(&[&["solve", "--json", "nim"], &words[..]].concat()).answer();
        assert_eq!(after["outcome"], "P", "{result}");
    }
    assert_eq!(
        grundy(&["solve", "--json", "kayles", "3"]).answer()["winning_moves"],
        json!([{ "text": "3 -> 1 1", "result": "1 1", "move": { "component": 0, "removed": "3", "added": "1 1", "places": null } }])
    );
    let wythoff = grundy(&["solve", "--json", "wythoff", "1,3"]).answer();
    let data = json!({ "component": 0, "removed": "1,3", "added": "1,2", "places": null });
    let expected = json!([{ "text": "(1,3) -> (1,2)", "result": "1,2", "move": data }]);
    assert_eq!(wythoff["winning_moves"], expected, "{wythoff}");
}

#[test]
fn at_most_a_thousand_winning_moves_are_listed_and_all_are_counted() {
    let heaps = vec!["1"; 1501];
    let answer = grundy(&[&["solve", "--json", "nim"], &heaps[..]].concat()).answer();
    let listed = answer["winning_moves"].as_array().expect("a list");
    assert!(!listed.is_empty() && listed.len() <= 1000, "{}", listed.len());
    assert_eq!(answer["winning_moves_total"], 1501);
    let bytes: usize = listed.iter().map(|m| m.to_string().len()).sum();
    assert!(bytes <= (1 << 20) + (1 << 16), "{bytes} bytes are listed");
}

#[test]
fn a_position_of_tuples_is_read_in_every_spelling() {
    for words in
        [&["(3,5)", "(1,2)"][..], &["(3,5) (1,2)"], &["3,5", "1,2"], &["(3,5)(1,2)"], &["(3, 5) 1 , 2"]]
    {
        let answer = grundy(&[&["solve", "--json", "wythoff"], words].concat()).answer();
        assert_eq!(
            (&answer["position"], &answer["outcome"], &answer["grundy"]),
            (&json!("(3,5) (1,2)"), &json!("P"), &json!(0)),
            "{words:?}"
        );
    }
    assert_eq!(grundy(&["solve", "--json", "wythoff", "3,5"]).answer()["position"], "3,5");
    for words in [&["3"][..], &["3,4,5"], &["(3,5"], &["3,x"], &["()"], &["3,5)"]] {
        let run = grundy(&[&["solve", "--json", "wythoff"], words].concat());
        assert_eq!(run.code, 2, "{run:?}");
        assert_eq!(run.error()["line"], 1);
    }
}

#[test]
fn the_empty_position_is_lost() {
    for words in [&[][..], &[""], &["0"], &["0", "0"], &["  "]] {
        let answer = grundy(&[&["solve", "--json", "kayles"], words].concat()).answer();
        assert_eq!(
            (&answer["outcome"], &answer["grundy"], &answer["winning_moves_total"]),
            (&json!("P"), &json!(0), &json!(0)),
            "{words:?}"
        );
    }
}

#[test]
fn games_are_names_codes_sets_rules_and_parameters() {
    for (game, heap, value) in [
        ("kayles", "11", 6),
        ("0.77", "11", 6),
        (".77", "11", 6),
        ("rip-van-winkles-game", "11", 6),
        ("n -> a, b where a + b = n - 1 or a + b = n - 2", "11", 6),
        ("n → a, b where a + b = n − 1 or a + b = n − 2", "11", 6),
        ("n => a, b where a + b = n - 1 or a + b = n - 2", "11", 6),
        ("take{1,3,4}", "5", 3),
        ("take 1..3", "6", 2),
        ("allbut{1,2}", "6", 2),
        ("bounded-nim:k=3", "6", 2),
        ("bounded-nim:k=6", "6", 6),
        ("bounded-nim", "6", 2),
        ("hex:0.3", "6", 0),
        ("take{}", "6", 0),
        ("n -> n - 1\nn -> n - 2", "5", 2),
    ] {
        let answer = grundy(&["solve", "--json", game, heap]).answer();
        assert_eq!(answer["grundy"], value, "{game}");
        assert_eq!(answer["game"], game);
    }
}

#[test]
fn the_rule_of_an_answer_is_the_rule_that_was_played() {
    let with = |game: &str| grundy(&["solve", "--json", game, "6"]).answer();
    let answer = with("bounded-nim:k=5");
    let again = with(answer["rule"].as_str().expect("a rule"));
    assert_eq!(again["grundy"], answer["grundy"], "`rule` is {}", answer["rule"]);
}

#[test]
fn a_game_file_holds_fields_or_nothing_but_a_rule() {
    let folder = folder("game-files");
    for (name, content) in [
        ("rule.game", "n -> n - k where k in 1..3\n"),
        ("crlf.game", "# comment\r\nn -> n - 1\r\nn -> n - 2\r\nn -> n - 3\r\n"),
        ("no-end.game", "n -> n - k where k in 1..3"),
        ("fields.game", "name: fields\nabout: x\nrule:\n  n -> n - k where k in 1..3\n"),
        (
            "fields-crlf.game",
            "name: fields-crlf\r\nrule:\r\n  n -> n - 1\r\n  n -> n - 2\r\n  n -> n - 3\r\n",
        ),
        ("code.game", "take{1,2,3}\n"),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, content).expect("written");
        let answer = grundy(&["solve", "--json", path.to_str().expect("UTF-8"), "7"]).answer();
        assert_eq!(answer["grundy"], 3, "{name}");
        assert_eq!(answer["game"], name.trim_end_matches(".game"), "{name}");
    }
}

#[test]
fn a_mistake_in_a_game_file_is_shown_where_it_stands_in_the_file() {
    let folder = folder("wrong-game-files");
    for (name, content, line, column) in [
        ("below", "name: x\nrule:\n  n -> k wher k < n\n", 3, 10),
        ("beside", "name: x\nrule: n -> k wher k < n\n", 2, 14),
        ("crlf", "name: é\r\nrule:\r\n  n -> n - 1\r\n  n -> k wher k < n\r\n", 4, 10),
        ("said-before", "name: x\nabout: n -> k wher k < n\nrule: n -> k wher k < n\n", 3, 14),
        ("trailing-blank", "name: x\nrule: n -> n - 1 ;  \n  n -> k wher k < n\n", 3, 10),
        ("only-a-rule", "# x\n\nn -> k wher k < n\n", 3, 8),
    ] {
        let path = folder.join(format!("{name}.game"));
        std::fs::write(&path, content).expect("written");
        let run = grundy(&["solve", "--json", path.to_str().expect("UTF-8"), "7"]);
        assert_eq!(run.code, 2, "{name}");
        let error = run.error();
        assert_eq!((&error["line"], &error["column"]), (&json!(line), &json!(column)), "{name}");
    }
    // The suggested change is drawn in the line of the mistake.
    let path = folder.join("below.game");
    let run = grundy(&["solve", path.to_str().expect("UTF-8"), "7"]);
    assert!(run.err.contains("n -> k where k < n"), "{}", run.err);
}

#[test]
fn a_game_file_that_cannot_be_read_is_an_input_error() {
    let folder = folder("unreadable");
    let latin = folder.join("latin.game");
    std::fs::write(&latin, b"name: \xe9\nrule: n -> n - 1\n").expect("written");
    let missing = folder.join("missing.game");
    for path in [&latin, &missing, &folder] {
        let path = path.with_extension("game");
        let run = grundy(&["solve", "--json", path.to_str().expect("UTF-8"), "7"]);
        assert_eq!(run.code, 2, "{run:?}");
        run.error();
    }
}

#[test]
fn numbers_are_read_as_people_write_them() {
    for (word, value) in [
        ("1_000", "1000"),
        ("1e6", "1000000"),
        ("10k", "10000"),
        ("5M", "5000000"),
        ("0", "0"),
        ("007", "7"),
        ("18446744073709551615", "18446744073709551615"),
    ] {
        let answer = grundy(&["solve", "--json", "nim", word]).answer();
        assert_eq!(answer["grundy"].to_string(), value, "{word}");
        assert_eq!(
            answer["position"].as_str().filter(|shown| !shown.is_empty()).unwrap_or("0"),
            value,
            "{word}"
        );
    }
    assert_eq!(grundy(&["seq", "nim", "-n", "1e1"]).out, "0 1 2 3 4 5 6 7 8 9\n");
    assert_eq!(grundy(&["seq", "nim", "-n", "2", "--from", "10k"]).out, "10000 10001\n");
}

#[test]
fn heaps_beyond_64_bits_negative_or_fractional_are_refused() {
    for word in [
        "18446744073709551616",
        "1e20",
        "99999999999999999999999999999999999999999",
        "1.5",
        "0x10",
        "three",
        "1e",
        "1_",
        "--",
    ] {
        let run = grundy(&["solve", "--json", "nim", "--", "3", word]);
        assert_eq!(run.code, 2, "{run:?}");
        let error = run.error();
        assert_eq!((&error["line"], &error["column"]), (&json!(1), &json!(3)), "{word}");
    }
    let run = grundy(&["solve", "--json", "nim", "--", "-3"]);
    assert_eq!(run.code, 2);
    assert!(run.error()["message"].as_str().is_some_and(|message| message.contains("negative")), "{run:?}");
    // Without `--` the arguments are refused before they are a position.
    assert_eq!(grundy(&["solve", "--json", "nim", "-3"]).code, 2);
    assert_eq!(grundy(&["mex", "--json", "--", "-3"]).error()["column"], 1);
}

#[test]
fn huge_heaps_have_exact_answers() {
    let answer =
        grundy(&["solve", "--json", "nim", "18446744073709551615", "1", "18446744073709551615"]).answer();
    assert_eq!((&answer["grundy"], &answer["winning_moves_total"]), (&json!(1), &json!(3)));
    assert_eq!(answer["winning_moves"][1]["result"], "18446744073709551615 18446744073709551615");
    let answer = grundy(&["solve", "--json", "bounded-nim:k=3", "18446744073709551615"]).answer();
    assert_eq!(
        (&answer["grundy"], &answer["winning_moves"][0]["result"]),
        (&json!(3), &json!("18446744073709551612"))
    );
    let answer = grundy(&["solve", "--json", "take{18446744073709551615}", "18446744073709551615"]).answer();
    assert_eq!(answer["grundy"], 1);
}

/// Copies beyond 64 bits are a limit or are counted right, never cut to another number.
#[test]
fn more_copies_than_fit_64_bits_are_not_cut() {
    let even = "n -> 18446744073709551616 of 1 where n = 3 ; n -> 0 where n = 1";
    let run = grundy(&["solve", "--json", even, "3"]);
    if run.code == 0 {
        assert_eq!(run.answer()["grundy"], 1, "an even number of equal heaps is worth 0");
    }
    for rule in [
        "n -> 18446744073709551615 of 1, 1 of 1 where n = 3",
        "(a, b) -> 18446744073709551615 of (a-1, b), (a-1, b)",
    ] {
        let position = if rule.starts_with('(') { "3,4" } else { "3" };
        let run = grundy(&["solve", "--json", rule, position]);
        assert!([0, 2, 3].contains(&run.code), "{run:?}");
    }
}

#[test]
fn take_nothing_is_legal_and_has_no_moves() {
    let answer = grundy(&["solve", "--json", "take{}", "5", "7"]).answer();
    assert_eq!(
        (&answer["outcome"], &answer["grundy"], &answer["winning_moves"]),
        (&json!("P"), &json!(0), &json!([]))
    );
    assert_eq!(grundy(&["seq", "take{}", "-n", "4"]).out, "0 0 0 0\n");
    assert_eq!(grundy(&["solve", "--json", "--misere", "take{}", "5"]).answer()["outcome"], "N");
    assert_eq!(grundy(&["solve", "take{0}", "5"]).code, 2);
}

#[test]
fn mex_and_nimber_print_the_number_alone() {
    assert_eq!(grundy(&["mex", "0", "1", "3", "5"]).out, "2\n");
    assert_eq!(grundy(&["mex", "1"]).out, "0\n");
    assert_eq!(grundy(&["mex", "18446744073709551615", "0", "0"]).out, "1\n");
    assert_eq!(grundy(&["nimber", "6*7+2"]).out, "1\n");
    assert_eq!(grundy(&["nimber", "6 *", "7 + 2"]).out, "1\n");
    assert_eq!(grundy(&["nimber", "*5 + *3"]).out, "6\n");
    assert_eq!(grundy(&["mex", "--json", "0", "1", "3"]).answer()["mex"], 2);
    assert_eq!(grundy(&["nimber", "--json", "2^2"]).answer()["value"], 3);
    let run = grundy(&["nimber", "--json", "1/0"]);
    assert_eq!((run.code, &run.error()["line"]), (2, &json!(1)));
}

#[test]
fn explain_gives_the_answer_and_its_argument() {
    let answer = grundy(&["explain", "--json", "nim", "3", "5"]).answer();
    for (field, value) in
        [("game", json!("nim")), ("position", json!("3 5")), ("outcome", json!("N")), ("grundy", json!(6))]
    {
        assert_eq!(answer[field], value, "{field}");
    }
    assert!(answer["sections"].as_array().is_some_and(|sections| sections.len() > 2), "{answer}");
    let text = grundy(&["explain", "nim", "3", "5"]);
    assert_eq!((text.code, text.err.as_str()), (0, ""));
    assert!(text.out.contains("5 -> 3") && text.out.contains("mex"), "{}", text.out);
    assert_eq!(grundy(&["explain", "--json", "--misere", "nim", "3", "5"]).answer()["convention"], "misere");
}

#[test]
fn explain_without_a_position_tells_the_rule() {
    let rule = "n -> a, b where a + b = n - 1 or a + b = n - 2";
    let answer = grundy(&["explain", "--json", rule]).answer();
    assert_eq!((&answer["code"], &answer["rule"]), (&json!("0.77"), &json!(rule)));
    assert!(
        answer["class"].as_str().is_some_and(|class| class.contains("octal")) && answer["engine"].is_string(),
        "{answer}"
    );
    let text = grundy(&["explain", rule]).out;
    assert!(text.contains("0.77") && text.to_lowercase().contains("kayles"), "{text}");
}

#[test]
fn games_lists_searches_and_shows() {
    let all = grundy(&["games"]);
    assert_eq!((all.code, all.err.as_str()), (0, ""));
    assert!(
        all.out.lines().count() >= 30 && all.out.lines().any(|line| line.starts_with("kayles ")),
        "{}",
        all.out
    );
    let listed = grundy(&["games", "--json"]).answer();
    let games = listed["games"].as_array().expect("a list");
    assert_eq!(games.len(), all.out.lines().count());
    for game in games {
        assert!(game["name"].is_string() && game["rule"].is_string() && game["about"].is_string(), "{game}");
    }
    let found = grundy(&["games", "--json", "A002186"]).answer();
    assert!(
        found["games"].as_array().is_some_and(|games| games.iter().any(|game| game["name"] == "kayles")),
        "{found}"
    );
    let shown = grundy(&["games", "show", "kayles", "--json"]).answer();
    assert_eq!((&shown["name"], &shown["oeis"]), (&json!("kayles"), &json!("A002186")));
    assert!(grundy(&["games", "show", "kayles"]).out.contains("A002186"));
    let none = grundy(&["games", "zzzzzz"]);
    assert_eq!((none.code, none.out.as_str()), (1, ""), "no match is the answer no");
    assert_eq!(grundy(&["games", "show", "zzzzzz"]).code, 2);
}

#[test]
fn moves_into_a_million_heaps_are_cut_for_people_and_left_out_of_json() {
    let run = grundy(&["solve", "equal-split", "200000"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.lines().all(|line| line.chars().count() < 400), "{}", run.out.len());
    let run = grundy(&["solve", "equal-split", "200000", "--json"]);
    assert!(run.out.len() < 2 << 20, "{}", run.out.len());
}

#[test]
fn taking_any_number_that_a_heap_can_have_is_nim() {
    let (half, all) = ("9223372036854775809", "18446744073709551615");
    for k in [all, "1e18", "9223372036854775807"] {
        let answer = grundy(&["solve", "--json", &format!("bounded-nim:k={k}"), "3", "4", half]).answer();
        let modulus = grundy::game::text::number(k).map_or(0, |k| u128::from(k) + 1);
        let value = 7 ^ (9_223_372_036_854_775_809u128 % modulus);
        assert_eq!(answer["grundy"].as_u64().map(u128::from), Some(value), "{k}");
    }
    for game in [format!("bounded-nim:k={all}"), "n -> n - t where t in 1..20000000000000000000".to_owned()] {
        let answer = grundy(&["solve", "--json", &game, all]).answer();
        assert_eq!(
            (&answer["grundy"], &answer["winning_moves_total"]),
            (&json!(u64::MAX), &json!(1)),
            "{game}"
        );
        let period = grundy(&["period", "--json", &game]).answer();
        assert_eq!((&period["period"], &period["saltus"]), (&json!(1), &json!(1)), "{game}");
    }
}

#[test]
fn long_heaps_beside_short_ones_have_values() {
    // The value of (7, 10^6) comes from rows of the board that were worked out by a program of their own.
    for position in ["3,5 1000000,7", "(7,1000000) (5,3)", "1e6,7"] {
        let found = grundy(&["solve", "--json", "wythoff", position, "--no-moves"]).answer();
        assert_eq!((&found["grundy"], &found["engine"]), (&json!(999_992), &json!("tuple-table")), "{found}");
    }
    // What is lost has value 0, however large.
    let lost = grundy(&["solve", "--json", "wythoff", "5700357409661599242,9223372036854775807"]).answer();
    assert_eq!((&lost["outcome"], &lost["grundy"]), (&json!("P"), &json!(0)), "{lost}");
}

/// Pages to print: every section is there, and nothing is markup by accident.
#[test]
fn arguments_are_pages_to_print() {
    for question in [
        &["nim", "3", "5"][..],
        &["kayles", "4", "--misere"],
        &["wythoff", "4,6"],
        &["cram", "2x3"],
        &["hackenbush", "0-1 1-2"],
        &["palindromes", "abba"],
        &["flip-game", "++++"],
        &["geography", "a>b b>c @a"],
        &["n -> n - k where k prime", "20"],
        &["stone-vii", "5 3 1 4 2"],
        &["n -> k where k < n"],
    ] {
        let answer = grundy(&[&["explain", "--json"], question].concat()).answer();
        let titles = answer["sections"].as_array().expect("sections").iter().map(|section| &section["title"]);
        let titles: Vec<&str> = titles.map(|title| title.as_str().expect("a title")).collect();
        let page = |format: &str| {
            let run = grundy(&[&["explain", "--format", format], question].concat());
            assert_eq!(run.code, 0, "{run:?}");
            run.out
        };
        let (markdown, html, latex) = (page("markdown"), page("html"), page("latex"));
        for title in titles {
            assert!(markdown.contains(&format!("\n## {title}\n")), "{title}: {markdown}");
            assert!(html.contains(&format!("<h2>{title}</h2>")), "{title}: {html}");
            let title = title.replace('-', "-{}").replace(',', ",{}");
            assert!(latex.contains(&format!("\\section*{{{title}}}")), "{title}: {latex}");
        }
        assert_eq!(html.matches("<p>").count(), html.matches("</p>").count());
        assert_eq!(html.matches("<pre>").count(), html.matches("</pre>").count());
        // What is escaped counts for nothing; the rest of the braces are pairs.
        let plain = latex.replace("\\{", "").replace("\\}", "");
        assert_eq!(plain.matches('{').count(), plain.matches('}').count(), "{latex}");
        assert_eq!(latex.matches("\\begin{").count(), latex.matches("\\end{").count());
    }
    assert_eq!(grundy(&["explain", "nim", "3", "--format", "html", "--json"]).code, 2);
    assert_eq!(grundy(&["explain", "nim", "3", "--format", "word"]).code, 2);
}
