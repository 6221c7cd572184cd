//! `grundy graph`: fields, forms of input, sums of tokens, errors; and games played on graphs.

use super::{folder, grundy, grundy_with};
use serde_json::{Value, json};

/// a and b lead to each other, b also to the end c; d stays where it is or goes to a.
const SWING: &[u8] = b"a b\nb a\nb c\nd d\nd a\n";

fn answer(arguments: &[&str], input: &[u8]) -> Value {
    grundy_with(&[&["graph", "--json", "-"], arguments].concat(), input).answer()
}

fn vertex(name: &str, outcome: &str, remoteness: Value, grundy: Value, best: Value) -> Value {
    json!({ "vertex": name, "outcome": outcome, "remoteness": remoteness, "grundy": grundy, "best": best })
}

fn swing() -> Value {
    json!([
        vertex("a", "P", json!(2), json!(0), json!("b")),
        vertex("b", "N", json!(1), json!(1), json!("c")),
        vertex("c", "P", json!(0), json!(0), Value::Null),
        vertex("d", "N", json!(3), json!({ "infinity": [0] }), json!("a")),
    ])
}

#[test]
fn every_vertex_has_its_fields() {
    assert_eq!(answer(&[], SWING)["vertices"], swing());
    let drawn = answer(&[], b"x x\nx y\ny z\n");
    assert_eq!(drawn["vertices"][0], vertex("x", "D", Value::Null, json!({ "infinity": [1] }), json!("x")));
    assert_eq!(answer(&[], b"")["vertices"], json!([]));
}

#[test]
fn the_content_tells_the_form() {
    let dot = b"digraph G { a -> b -> a; b -> c; d -> {d a} }";
    assert_eq!(answer(&[], dot)["vertices"], swing());
    let object =
        br#"{"vertices":["a","b"],"edges":[["a","b"],["b","a"],["b","c"],["d","d"],["d","a"],["d","a"]]}"#;
    assert_eq!(answer(&[], object)["vertices"], swing());
    let numbers = answer(&[], b"2\r\n10 9\r\n");
    let labels: Vec<&Value> =
        numbers["vertices"].as_array().expect("a list").iter().map(|v| &v["vertex"]).collect();
    assert_eq!(labels, [&json!("2"), &json!("9"), &json!("10")]);
}

#[test]
fn tokens_add_the_fields_of_solve() {
    let found = answer(&["--tokens", "a b b"], SWING);
    for (field, value) in [
        ("position", json!("a b b")),
        ("convention", json!("normal")),
        ("outcome", json!("P")),
        ("winner", json!("second")),
        ("grundy", json!(0)),
        ("winning_moves", json!([])),
        ("winning_moves_total", json!(0)),
        ("proved", json!(true)),
        ("vertices", swing()),
    ] {
        assert_eq!(found[field], value, "{field}");
    }
    assert!(found["engine"].is_string() && found["work"].is_u64(), "{found}");
    let found = answer(&["--tokens", "b a"], SWING);
    let moves = json!([
        { "text": "b -> a", "result": "a a", "move": { "component": 0, "removed": "b", "added": "a", "places": [["b", "a"]] } },
        { "text": "b -> c", "result": "c a", "move": { "component": 0, "removed": "b", "added": "c", "places": [["b", "c"]] } },
        { "text": "a -> b", "result": "b b", "move": { "component": 1, "removed": "a", "added": "b", "places": [["a", "b"]] } },
    ]);
    assert_eq!((&found["winning_moves"], &found["winning_moves_total"]), (&moves, &json!(3)));
    let found = answer(&["--tokens", "d b"], SWING);
    assert_eq!((&found["outcome"], &found["grundy"]), (&json!("D"), &json!({ "infinity": [1] })));
    let found = answer(&["--tokens", "d d"], SWING);
    assert_eq!((&found["winner"], &found["grundy"]), (&json!("draw"), &json!({ "infinity": [] })));
    assert_eq!(answer(&["--tokens", ""], SWING)["outcome"], "P");
}

#[test]
fn misere_play_has_outcomes_and_no_values() {
    let found = answer(&["--misere", "--tokens", "b b"], b"a b\nb c\n");
    assert_eq!((&found["convention"], &found["grundy"]), (&json!("misere"), &Value::Null));
    assert_eq!(found["outcome"], "N", "two last moves are left");
    assert_eq!(found["vertices"][2], vertex("c", "N", json!(0), Value::Null, Value::Null));
}

#[test]
fn a_start_has_a_best_line() {
    let found = answer(&["--start", "d"], SWING);
    assert_eq!(found["vertices"], json!([swing()[3]]));
    let line: Vec<&str> = found["line"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|step| step["result"].as_str().expect("text"))
        .collect();
    assert_eq!(line, ["a", "b", "c"]);
    let shown = grundy_with(&["graph", "-", "--start", "d"], SWING);
    assert!(shown.out.ends_with("best play: d -> a -> b -> c\n"), "{shown:?}");
}

#[test]
fn a_cycle_is_refused_on_demand() {
    let run = grundy_with(&["graph", "--json", "--acyclic", "-"], SWING);
    assert_eq!((run.code, &run.error()["message"]), (2, &json!("the graph has a cycle: a -> b -> a")));
    assert_eq!(answer(&["--acyclic"], b"a b\nb c\na c\n")["vertices"][0]["grundy"], 2);
}

#[test]
fn mistakes_have_their_place() {
    for (input, line, column) in [
        (&b"a b\nx y z\n"[..], 2, 5),
        (b"1 2\n3 4 5", 2, 5),
        (b"digraph { a -> }", 1, 16),
        (b"digraph {\n  a -- b }", 2, 5),
        (b"{\"edges\": [[\"a\"]]}", 1, 16),
        (b"a b\n\xff c\n", 2, 1),
    ] {
        let run = grundy_with(&["graph", "--json", "-"], input);
        assert_eq!(run.code, 2, "{run:?}");
        let error = run.error();
        assert_eq!((&error["line"], &error["column"]), (&json!(line), &json!(column)), "{error}");
        assert!(error["hint"].is_string(), "{error}");
    }
    let run = grundy_with(&["graph", "-"], b"a b\nx y z\n");
    assert!(run.code == 2 && run.err.contains("2:5") && run.err.contains("x y z"), "{run:?}");
    for (arguments, message) in [
        (&["--tokens", "a e"][..], "the graph has no vertex `e`"),
        (&["--start", "e"], "the graph has no vertex `e`"),
    ] {
        let run = grundy_with(&[&["graph", "--json", "-"], arguments].concat(), SWING);
        assert_eq!((run.code, &run.error()["message"]), (2, &json!(message)));
    }
    assert_eq!(grundy(&["graph", "--json", "no-such-file"]).code, 2);
    assert_eq!(grundy(&["graph", "--json"]).code, 2);
}

#[test]
fn other_formats() {
    let run = grundy_with(&["graph", "-", "--format", "csv"], b"\"x,y\" b\nb b\n");
    assert_eq!(run.out, "vertex,outcome,remoteness,grundy,best\n\"\"\"x,y\"\"\",D,,∞{},b\nb,D,,∞{},b\n");
    let dot = grundy_with(&["graph", "-", "--format", "dot"], SWING);
    assert_eq!(answer(&[], dot.out.as_bytes())["vertices"], swing(), "what is drawn reads back");
    let file = folder("graphs").join("swing.svg");
    let run = grundy_with(&["graph", "-", "--format", "svg", "-o", file.to_str().expect("UTF-8")], SWING);
    assert_eq!((run.code, run.out.as_str()), (0, ""));
    let svg = std::fs::read_to_string(file).expect("a picture");
    assert!(svg.starts_with("<svg") && svg.contains("<title>"), "{svg}");
    if cfg!(not(feature = "parquet")) {
        assert_eq!(grundy_with(&["graph", "-", "--format", "parquet"], SWING).code, 2);
    }
}

#[test]
fn games_on_graphs_are_solved() {
    for (game, position, value, result) in [
        ("node-kayles", "path:5", 3, "path:0"),
        ("arc-kayles", "a-b b-c", 1, ""),
        ("hackenbush", "0-1 1-2 0-3", 3, "0-1 0-3"),
        ("geography", "a>b b>c a>c @a", 2, "b>c @c"),
    ] {
        let solved = grundy(&["solve", "--json", game, position]).answer();
        assert_eq!(solved["grundy"], value, "{solved}");
        let results = solved["winning_moves"].as_array().expect("a list");
        if result != "path:0" {
            assert!(results.iter().all(|found| found["result"].as_str() == Some(result)), "{solved}");
        }
        assert!(!results.is_empty(), "{solved}");
    }
    let solved = grundy(&["solve", "--json", "geography:undirected=true", "a-b b-c c-d @a"]).answer();
    assert_eq!(
        (&solved["outcome"], &solved["winning_moves"][0]["result"]),
        (&json!("N"), &json!("b-c c-d @b"))
    );
    for (game, position, column) in [
        ("node-kayles", "a-a", 1),
        ("hackenbush", "0-1 1>2", 6),
        ("geography", "a>b", 4),
        ("arc-kayles", "cycle:2", 1),
    ] {
        let run = grundy(&["solve", "--json", game, position]);
        assert_eq!((run.code, &run.error()["column"]), (2, &json!(column)), "{game} {position}");
    }
}

/// The lines `a b`, `b c`, `c` packed by gzip -9n and zstd -19.
const GZIP: &[u8] = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x4b\x54\x48\xe2\x4a\x52\x48\xe6\x4a\xe6\x02\x00\x07\xf0\x1c\x67\x0a\x00\x00\x00";
const ZSTD: &[u8] =
    b"\x28\xb5\x2f\xfd\x04\x68\x51\x00\x00\x61\x20\x62\x0a\x62\x20\x63\x0a\x63\x0a\x53\x7d\xe1\x4a";

#[test]
fn packed_input_is_unpacked() {
    let plain = answer(&[], b"a b\nb c\nc\n");
    for packed in [GZIP, ZSTD] {
        assert_eq!(answer(&[], packed), plain);
        let file = folder("graph-packed").join("edges");
        std::fs::write(&file, packed).expect("a file");
        assert_eq!(grundy(&["graph", "--json", file.to_str().expect("UTF-8")]).answer(), plain);
        for cut in [5, packed.len() / 2, packed.len() - 1] {
            let run = grundy_with(&["graph", "--json", "-"], &packed[..cut]);
            assert_eq!(run.code, 2, "{run:?}");
            let message = run.error()["message"].to_string();
            assert!(message.contains("cut short or damaged"), "{message}");
        }
    }
}

#[test]
#[cfg(feature = "parquet")]
fn parquet_files_hold_the_vertices() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    let file = folder("graph-parquet").join("swing.parquet");
    let name = file.to_str().expect("UTF-8");
    let run = grundy_with(&["graph", "-", "--format", "parquet", "-o", name], SWING);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""), "{run:?}");
    let reader = SerializedFileReader::new(std::fs::File::open(&file).expect("a file")).expect("Parquet");
    let text = |row: &parquet::record::Row, column| row.get_string(column).ok().cloned();
    let rows: Vec<Value> = reader
        .get_row_iter(None)
        .expect("rows")
        .map(|row| row.expect("a row"))
        .map(|row| json!([text(&row, 0), text(&row, 1), row.get_long(2).ok(), text(&row, 3), text(&row, 4)]))
        .collect();
    let expected = json!([
        ["a", "P", 2, "0", "b"],
        ["b", "N", 1, "1", "c"],
        ["c", "P", 0, "0", null],
        ["d", "N", 3, "∞{0}", "a"],
    ]);
    assert_eq!(Value::Array(rows), expected);
}

#[test]
fn headers_and_separators_of_contests() {
    let text = b"3 2\n1 2\n2 3\n";
    let noted = answer(&[], text);
    assert_eq!((&noted["edges"], noted["notes"].as_array().map(Vec::len)), (&json!(3), Some(1)));
    let skipped = answer(&["--header"], text);
    assert_eq!((&skipped["edges"], skipped.get("notes")), (&json!(2), None));
    let run = grundy_with(&["graph", "-"], text);
    assert!(run.code == 0 && run.err.starts_with("note: the first line `3 2`"), "{run:?}");
    for text in ["a,b\nb,c\n", "a-b\nb-c\n", "a->b\nb->c\n", "a -> b\nb -> c\n", "a, b\nb , c\n"] {
        let found = answer(&[], text.as_bytes());
        assert_eq!(
            (&found["edges"], found["vertices"].as_array().map(Vec::len)),
            (&json!(2), Some(3)),
            "{text}"
        );
    }
    let left_out = answer(&[], b"a b\nlonely\n");
    assert_eq!(
        (left_out["vertices"].as_array().map(Vec::len), left_out["notes"].as_array().map(Vec::len)),
        (Some(2), Some(1))
    );
    assert_eq!(answer(&[], b"lonely\na b\nother\n")["vertices"].as_array().map(Vec::len), Some(4));
    assert_eq!(grundy_with(&["graph", "--header", "-"], b"a b\n").code, 2);
}
