//! `grundy schema`: every JSON answer that any test of the contract sees is held against the definition of its question.

use super::{folder, grundy, grundy_with};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// What the command prints, not what the library holds.
static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let output = super::command(&["schema"]).output().expect("the command runs");
    serde_json::from_slice(&output.stdout).expect("a schema is JSON")
});

/// A validator for each definition.
static VALIDATORS: LazyLock<BTreeMap<String, Validator>> = LazyLock::new(|| {
    let names = SCHEMA["$defs"].as_object().expect("definitions").keys();
    names.map(|name| (name.clone(), validator(&SCHEMA, name))).collect()
});

fn validator(schema: &Value, name: &str) -> Validator {
    let mut schema = schema.clone();
    // Not any of the answers: this one.
    schema["anyOf"] = json!([true]);
    schema["$ref"] = json!(format!("#/$defs/{name}"));
    jsonschema::draft202012::new(&schema).expect("a schema")
}

/// What is wrong with a value, or nothing.
fn faults(value: &Value, name: &str) -> String {
    let validator = VALIDATORS.get(name).unwrap_or_else(|| panic!("the schema has no definition `{name}`"));
    let faults = validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path()));
    faults.collect::<Vec<String>>().join("\n")
}

/// One of these definitions fits.
#[track_caller]
fn check(value: &Value, names: &[&str], about: &str) {
    let wrong: Vec<(&str, String)> = names.iter().map(|&name| (name, faults(value, name))).collect();
    assert!(wrong.iter().any(|(_, faults)| faults.is_empty()), "{about}: {wrong:#?}\n{value}");
}

/// The commands that print JSON with `--json`; but for `hash`, there is a definition of the name.
const COMMANDS: [&str; 19] = [
    "tablebase",
    "solve",
    "moves",
    "table",
    "guess",
    "oeis",
    "seq",
    "period",
    "misere",
    "verify",
    "sweep",
    "explain",
    "play",
    "graph",
    "games",
    "contest",
    "mex",
    "nimber",
    "hash",
];

/// Commands whose output is no answer.
const OTHERS: [&str; 6] = ["mcp", "serve", "schema", "completions", "man", "help"];

/// The command among the arguments, and its own: flags with values may stand before it.
fn command_of<'a>(arguments: &[&'a str]) -> (&'a str, Option<&'a str>) {
    let is_command = |word: &&str| OTHERS.contains(word) || COMMANDS.contains(word);
    let at = arguments.iter().position(is_command);
    let own = &arguments[at.map_or(arguments.len(), |at| at + 1)..];
    (at.map_or("", |at| arguments[at]), own.iter().find(|word| !word.starts_with('-')).copied())
}

/// The definitions that an answer to these arguments may have; none when it can only be an error.
fn definitions(arguments: &[&str]) -> Vec<String> {
    let has = |flag: &str| arguments.contains(&flag);
    let names = match command_of(arguments) {
        ("solve", _) if has("--compare") => vec!["comparison"],
        ("solve", _) if has("--report") => vec!["tablebase"],
        ("moves", _) => vec!["api_moves"],
        ("games", Some("show")) => vec!["game"],
        ("tablebase", task) => {
            return task.map(|task| format!("tablebase_{task}")).into_iter().collect();
        }
        ("hash", task) => return task.map(|task| format!("hash_{task}")).into_iter().collect(),
        (command, _) if COMMANDS.contains(&command) => vec![command],
        _ => Vec::new(),
    };
    names.into_iter().map(str::to_owned).collect()
}

/// Every line of an answer in JSON is what the schema says.
#[track_caller]
pub fn check_output(arguments: &[&str], out: &str) {
    let flags: Vec<&str> = arguments.iter().copied().take_while(|word| *word != "--").collect();
    let (command, _) = command_of(arguments);
    let is_help = flags.iter().any(|flag| ["-h", "--help", "-V", "--version"].contains(flag));
    if !flags.contains(&"--json") || OTHERS.contains(&command) || is_help {
        return;
    }
    // The answers to contest problems have the format of their sites.
    let is_contest = command == "contest" && !flags.contains(&"--list");
    // A process that was killed may leave half a line.
    for line in out.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        if is_contest && !line.starts_with('{') {
            continue;
        }
        let value: Value =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {line}"));
        let is_error = value.get("error").is_some();
        let names = if is_error { vec!["error".to_owned()] } else { definitions(arguments) };
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        check(&value, &names, &format!("{arguments:?}"));
    }
}

/// The definitions of the answers of the server, by their paths.
const ROUTES: [(&str, &str); 25] = [
    ("/api/rule", "api_rule"),
    ("/api/games", "games"),
    ("/api/solve", "solve"),
    ("/api/explain", "explain"),
    ("/api/moves", "api_moves"),
    ("/api/heat", "api_heat"),
    ("/api/position-graph", "api_position_graph"),
    ("/api/seq", "seq"),
    ("/api/period", "period"),
    ("/api/play", "api_play"),
    ("/api/puzzle", "api_puzzle"),
    ("/api/history", "api_history"),
    ("/api/graph", "api_graph"),
    ("/api/jobs", "api_jobs"),
    ("/api/class", "api_class"),
    ("/api/table", "table"),
    ("/api/guess", "guess"),
    ("/api/atlas", "api_atlas"),
    ("/api/tablebases", "api_tablebases"),
    ("/api/tablebase", "api_moves"),
    ("/api/hash/break", "hash_break"),
    ("/api/hash/audit", "hash_audit"),
    ("/api/hash/find", "hash_find"),
    ("/api/hash/snippet", "hash_snippet"),
    ("/api/hash/read", "api_hash_read"),
];

/// A reply of the server in JSON is what the schema says.
#[track_caller]
pub fn check_reply(path: &str, status: u16, body: &str) {
    let path = path.split('?').next().unwrap_or_default();
    // Events are lines `data: ` with a job each.
    if let Some(job) = path.strip_suffix("/events").filter(|_| status == 200) {
        for line in body.lines().filter_map(|line| line.strip_prefix("data: ")) {
            check(&serde_json::from_str(line).expect("JSON"), &["api_job"], job);
        }
        return;
    }
    let name = match (status, ROUTES.iter().find(|(route, _)| *route == path)) {
        (200, Some((_, name))) => name,
        (200 | 202, _) if path.starts_with("/api/jobs") => "api_job",
        (200, None) => return,
        _ => "error",
    };
    // A head that hyper refuses has no body.
    if body.is_empty() && name == "error" {
        return;
    }
    let value: Value = serde_json::from_str(body).unwrap_or_else(|error| panic!("{path}: {error}: {body}"));
    check(&value, &[name], path);
}

#[test]
fn the_schema_is_one() {
    if let Err(error) = jsonschema::meta::validate(&SCHEMA) {
        panic!("{error}");
    }
    let one_line = grundy(&["schema", "--json"]).out;
    assert_eq!(one_line.lines().count(), 1);
    assert_eq!(serde_json::from_str::<Value>(&one_line).expect("JSON"), *SCHEMA);
    assert!(VALIDATORS.len() > 50, "{} definitions", VALIDATORS.len());
}

/// The commands that `--help` lists.
fn listed() -> BTreeSet<String> {
    let help = grundy(&["--help"]).out;
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    list.take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| Some(line.split_whitespace().next()?.to_owned()))
        .collect()
}

#[test]
fn every_command_has_a_definition_that_its_answer_fits() {
    let known = COMMANDS.into_iter().chain(OTHERS).map(str::to_owned).collect();
    assert_eq!(listed(), known, "a new command needs a definition, and a call below");

    let folder = folder("schema");
    let file = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let (period, quotient, database) = (file("period"), file("quotient"), file("database"));
    let source = file("hash.py");
    std::fs::write(&source, "h = 0\nfor c in text:\n    h = (h * 31 + ord(c)) % 1000000007\n")
        .expect("a file");
    let (tables, rows) = (file("tables"), file("rows.parquet"));
    let calls: [(&[&str], &[u8]); 48] = [
        (&["tablebase", "build", "nim", "1", "2", "--out", &tables], b""),
        (&["tablebase", "query", &tables, "2"], b""),
        (&["tablebase", "stats", &tables], b""),
        (&["tablebase", "export", &tables, "--parquet", &rows], b""),
        (&["tablebase", "verify", &tables], b""),
        (&["solve", "nim", "3", "4", "5"], b""),
        (&["solve", "nim", "-"], b"1 2\nx\n"),
        (&["solve", "stone-vii", "5 3 1 4 2"], b""),
        (&["solve", "cram", "2x3"], b""),
        (&["solve", "kayles", "5", "--compare"], b""),
        (&["solve", "nim", "1", "2", "--report"], b""),
        (&["solve", "cram", "2x3", "--db", &database], b""),
        (&["seq", "kayles", "-n", "8"], b""),
        (&["seq", "cram", "2x{n}", "-n", "4", "--misere"], b""),
        (&["moves", "kayles", "3", "2"], b""),
        (&["table", "wythoff", "{a},{b}", "--a", "0..3", "--b", "0..3", "--lost"], b""),
        (&["guess", "0", "1", "0", "2", "0", "1", "0", "3"], b""),
        (&["oeis", "kayles"], b""),
        (&["period", "kayles", "--certificate", &period, "--exceptions"], b""),
        (&["period", "0.007", "--limit", "100"], b""),
        (&["verify", &period], b""),
        (&["misere", "kayles", "--heaps", "6", "--certificate", &quotient], b""),
        (&["verify", &quotient], b""),
        (&["sweep", "octal", "--digits", "1"], b""),
        (&["explain", "nim"], b""),
        (&["explain", "nim", "3", "5"], b""),
        (&["play", "nim", "1", "2", "--seed", "1"], b"moves\nhint\noops\n2 -> 1\n1\n"),
        (&["play", "nim", "1", "2", "--seed", "1"], b"quit\n"),
        (&["play", "stone-vii", "5 3 1 4 2", "--seed", "1"], b"1\n1\n1\n"),
        (&["graph", "-"], b"a b\nb a\nb c\n"),
        (&["graph", "-", "--tokens", "a b"], b"a b\nb a\nb c\n"),
        (&["graph", "-", "--start", "a"], b"a b\nb c\n"),
        (&["games"], b""),
        (&["games", "show", "kayles"], b""),
        (&["contest", "--list"], b""),
        (&["mex", "0", "1", "3"], b""),
        (&["nimber", "6*7+2"], b""),
        (&["hash", "poly", "abc", "--base", "31", "--modulus", "101", "--range", "0..2"], b""),
        (&["hash", "find", "a", "banana"], b""),
        (&["hash", "distinct", "banana"], b""),
        (&["hash", "palindromes", "banana"], b""),
        (&["hash", "cycle", "-", "--start", "1"], b"2 3 1\n"),
        (&["hash", "break", "--base", "31", "--modulus", "101"], b""),
        (&["hash", "audit", "--base", "31", "--modulus", "101"], b""),
        (&["hash", "text", "1", "--outputs", "3"], b""),
        (&["hash", "read", &source], b""),
        (&["hash", "flood", "unordered_map", "--count", "100"], b""),
        (&["hash", "snippet", "--language", "python"], b""),
    ];
    let mut used = BTreeSet::new();
    for (arguments, input) in calls {
        let arguments = [arguments, &["--json"]].concat();
        let run = grundy_with(&arguments, input);
        assert!(run.out.lines().any(|line| !line.contains("\"error\":")), "{arguments:?}: {run:?}");
        used.extend(definitions(&arguments));
    }
    let all = SCHEMA["anyOf"].as_array().expect("a list");
    let all = all.iter().map(|one| one["$ref"].as_str().expect("a reference").trim_start_matches("#/$defs/"));
    let unused: Vec<&str> =
        all.filter(|name| !name.starts_with("api_") && *name != "error" && !used.contains(*name)).collect();
    assert_eq!(unused, [""; 0], "answers that no call here gives");
}

/// The test can fail: a schema that asks for another field, knows fewer fields or fewer words is not met.
#[test]
fn a_broken_schema_is_noticed() {
    let answer = grundy(&["solve", "nim", "3", "4", "--json"]).answer();
    assert!(validator(&SCHEMA, "solve").is_valid(&answer));
    let breaks: [fn(&mut Value); 4] = [
        |schema| schema["$defs"]["solve_fields"]["required"] = json!(["loser"]),
        |schema| {
            drop(schema["$defs"]["solve_fields"]["properties"].as_object_mut().map(|all| all.remove("work")));
        },
        |schema| schema["$defs"]["outcome"]["enum"] = json!(["P"]),
        |schema| schema["$defs"]["move_data"]["properties"]["component"] = json!({ "type": "string" }),
    ];
    for (index, change) in breaks.into_iter().enumerate() {
        let mut schema = SCHEMA.clone();
        change(&mut schema);
        assert!(!validator(&schema, "solve").is_valid(&answer), "change {index}");
    }
}
