//! `grundy hash break` and its neighbours in every dialect: texts are hashed again by loops written here once more.

use super::{folder, grundy, grundy_with};
use serde_json::{Value, json};

fn ask(arguments: &[&str]) -> Value {
    grundy(&[&["hash"], arguments, &["--json"]].concat()).answer()
}

/// The loops of C on numbers, with the sign of the dividend or without.
fn hash(text: &[i128], base: i128, modulus: i128, order: &str, signed: bool) -> i128 {
    let (mut h, mut p) = (0i128, 1i128);
    for &v in text {
        h = if order == "high" { (h * base + v) % modulus } else { (h + v * p) % modulus };
        p = p * base % modulus;
        if !signed {
            h = h.rem_euclid(modulus);
        }
    }
    h
}

/// The values of a text: of its letters with `a` = `first`, or of an array.
fn values(text: &Value, first: i128) -> Vec<i128> {
    match text {
        Value::String(text) => text.bytes().map(|byte| i128::from(byte) - 97 + first).collect(),
        Value::Array(numbers) => {
            numbers.iter().map(|number| i128::from(number.as_i64().expect("whole"))).collect()
        }
        other => panic!("not a text: {other}"),
    }
}

#[track_caller]
fn collides(pair: &Value, base: i128, modulus: i128, order: &str, first: i128) {
    let (one, other) = (values(&pair["first"], first), values(&pair["second"], first));
    assert_ne!(one, other, "{pair}");
    let common = hash(&one, base, modulus, order, false);
    assert_eq!(common, hash(&other, base, modulus, order, false), "{pair}");
    assert_eq!(pair["hash"].as_i64().map(i128::from), Some(common), "{pair}");
}

const P: i128 = 1_000_000_007;

#[test]
fn both_orders_are_printed() {
    let answer = ask(&["break", "--base", "131", "--mod", "1e9+7"]);
    collides(&answer, 131, P, "low", 1);
    collides(&answer["orders"]["low"], 131, P, "low", 1);
    collides(&answer["orders"]["high"], 131, P, "high", 1);
    let high = ask(&["break", "--base", "131", "--mod", "1e9+7", "--order", "high", "--map", "a=0"]);
    collides(&high, 131, P, "high", 0);
    assert!(high.get("orders").is_none() && high["order"] == "high" && high["map"] == "offset:0", "{high}");
    let padded = ask(&[
        "break", "--base", "131", "--mod", "1e9+7", "--length", "40", "--pad", "random", "--seed", "5",
    ]);
    collides(&padded, 131, P, "low", 1);
    collides(&padded["orders"]["high"], 131, P, "high", 1);
    let (one, other) =
        (padded["first"].as_str().expect("a text"), padded["second"].as_str().expect("a text"));
    assert!(one.len() == 40 && one[10..] == other[10..] && one[..10] != other[..10], "{padded}");
    let again = ask(&[
        "break", "--base", "131", "--mod", "1e9+7", "--length", "40", "--pad", "random", "--seed", "5",
    ]);
    assert_eq!(padded, again);
}

#[test]
fn maps_values_and_signs() {
    let folder = folder("hash-maps");
    let table = folder.join("table");
    std::fs::write(&table, "x 5\ny -3\nz 11\n").expect("a file");
    let map = format!("table:{}", table.display());
    let answer = ask(&["break", "--base", "131", "--mod", "10007", "--map", &map, "--order", "high"]);
    let value = |text: &Value| -> Vec<i128> {
        text.as_str().expect("a text").bytes().map(|b| [5, -3, 11][usize::from(b - b'x')]).collect()
    };
    let (one, other) = (value(&answer["first"]), value(&answer["second"]));
    assert!(one != other && hash(&one, 131, 10007, "high", false) == hash(&other, 131, 10007, "high", false));
    assert_eq!(answer["map"], "table");
    assert_eq!(grundy(&["hash", "poly", "abc", "--map", &map]).code, 2);
    let numbers = ask(&["break", "--base", "131", "--mod", "1e9+7", "--values", "1..200", "--order", "low"]);
    collides(&numbers, 131, P, "low", 0);
    assert!(
        numbers["first"]
            .as_array()
            .expect("an array")
            .iter()
            .all(|v| (1..=200).contains(&v.as_i64().expect("whole")))
    );
    assert_eq!(ask(&["poly", "[1,2,3]", "--values", "1..3", "--base", "10", "--mod", "1e9+7"])["hash"], 321);
    assert_eq!(
        ask(&["poly", "[1,2,3]", "--values", "1..3", "--base", "10", "--mod", "1e9+7", "--order", "high"])["hash"],
        123
    );
    assert_eq!(grundy(&["hash", "poly", "[1,9]", "--values", "1..3"]).code, 2);
    assert_eq!(grundy(&["hash", "break", "--values", "1..3", "--map", "bytes"]).code, 2);
    for order in ["low", "high"] {
        let signed = ask(&[
            "break",
            "--base",
            "131",
            "--mod",
            "1e9+7",
            "--map",
            "offset:-12",
            "--signed-remainder",
            "--order",
            order,
        ]);
        let (one, other) = (values(&signed["first"], -12), values(&signed["second"], -12));
        let common = hash(&one, 131, P, order, true);
        assert!(one != other && common == hash(&other, 131, P, order, true), "{signed}");
        assert_eq!(signed["hash"].as_i64().map(i128::from), Some(common));
        let text = signed["first"].as_str().expect("a text");
        let arguments = [
            "poly",
            text,
            "--base",
            "131",
            "--mod",
            "1e9+7",
            "--map",
            "offset:-12",
            "--signed-remainder",
            "--order",
            order,
        ];
        assert_eq!(ask(&arguments)["hash"], signed["hash"]);
    }
}

#[test]
fn packed_words() {
    let common =
        ["break", "--base", "31", "--mod", "1e9+7", "--base", "37", "--mod", "998244353", "--order", "high"];
    let answer = ask(&[&common[..], &["--pack", "a * 998244353 + b"]].concat());
    let (one, other) = (values(&answer["first"], 1), values(&answer["second"], 1));
    let word = |text: &[i128]| {
        hash(text, 31, P, "high", false) * 998_244_353 + hash(text, 37, 998_244_353, "high", false)
    };
    assert!(one != other && word(&one) == word(&other));
    assert_eq!(answer["packed"].as_u64().map(i128::from), Some(word(&one)));
    // What is forgotten makes texts shorter: a and b alone tell more than their sum.
    let small = [
        "break",
        "--base",
        "3",
        "--mod",
        "101",
        "--base",
        "5",
        "--mod",
        "103",
        "--order",
        "low",
        "--shortest",
    ];
    let lossy = ask(&[&small[..], &["--pack", "a + b"]].concat());
    let (one, other) = (values(&lossy["first"], 1), values(&lossy["second"], 1));
    let word = |text: &[i128]| hash(text, 3, 101, "low", false) + hash(text, 5, 103, "low", false);
    assert!(one != other && word(&one) == word(&other), "{lossy}");
    assert_eq!(lossy["proof"], json!({ "kind": "equal-length", "below": one.len() }));
    assert_eq!(grundy(&["hash", "break", "--pack", "a + c"]).code, 2);
}

#[test]
fn proofs_say_what_was_gone_through() {
    let equal = ask(&["break", "--base", "257", "--mod", "1e9+7", "--shortest"]);
    assert_eq!(
        (&equal["proof"], &equal["length"]),
        (&json!({ "kind": "equal-length", "below": 6 }), &json!(6))
    );
    let any = ask(&["break", "--base", "257", "--mod", "1e9+7", "--shortest", "--any-length"]);
    assert_eq!(
        (&any["proof"], &any["shortest"]),
        (&json!({ "kind": "any-length", "below": 5 }), &json!(true))
    );
    collides(&any, 257, P, "low", 1);
    collides(&any["orders"]["high"], 257, P, "high", 1);
    let words = grundy(&["hash", "break", "--base", "257", "--mod", "1e9+7", "--shortest"]).out;
    assert!(words.contains("no shorter texts of equal length collide (proved)"), "{words}");
    let many = ask(&["break", "--count", "3", "--shortest"]);
    assert_eq!((&many["proof"], &many["shortest"]), (&Value::Null, &json!(false)));
    assert!(many.get("at_least").is_none());
    // A false palindrome of two letters needs no limit to be found or excluded.
    let fake = grundy(&["hash", "break", "--shortest", "--palindrome", "--json"]);
    assert_eq!((fake.code, fake.json().get("stop")), (0, None), "{fake:?}");
}

#[test]
fn dense_texts() {
    let many = ask(&["break", "--base", "31", "--mod", "1e9+9", "--count", "200", "--length", "8"]);
    let texts = many["texts"].as_array().expect("a list");
    let common = hash(&values(&texts[0], 1), 31, 1_000_000_009, "low", false);
    let different: std::collections::HashSet<&str> =
        texts.iter().map(|text| text.as_str().expect("a text")).collect();
    assert!(different.len() == 200 && different.iter().all(|text| text.len() == 8));
    assert!(texts.iter().all(|text| hash(&values(text, 1), 31, 1_000_000_009, "low", false) == common));
    // No two texts of six letters collide, so no more than 676 of eight share a hash.
    let run = grundy(&[
        "hash", "break", "--base", "31", "--mod", "1e9+9", "--count", "700", "--length", "8", "--json",
    ]);
    assert_eq!((run.code, &run.json()["impossible"]), (1, &json!(true)), "{run:?}");
    let few = grundy(&[
        "hash",
        "break",
        "--base",
        "3",
        "--mod",
        "97",
        "--count",
        "9",
        "--length",
        "3",
        "--alphabet",
        "ab",
        "--json",
    ]);
    assert_eq!((few.code, &few.json()["impossible"]), (1, &json!(true)), "{few:?}");
    let inside = ask(&["break", "--inside", "20", "--order", "high"]);
    let text = inside["text"].as_str().expect("a text");
    let pieces: std::collections::HashSet<&str> = inside["ranges"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|range| {
            &text[range[0].as_u64().expect("whole") as usize..range[1].as_u64().expect("whole") as usize]
        })
        .collect();
    let hashes: std::collections::HashSet<i128> = pieces
        .iter()
        .map(|piece| hash(&values(&json!(piece), 1), 31, 1_000_000_009, "high", false))
        .collect();
    assert_eq!((pieces.len(), hashes.len()), (20, 1));
}

#[test]
fn lists_of_bases() {
    let folder = folder("hash-bases");
    let path = folder.join("bases");
    std::fs::write(&path, "31 # the lecture's\n\n131\n1e9+3\n").expect("a file");
    let path = path.to_str().expect("UTF-8");
    let answer = ask(&["break", "--bases", path, "--mod", "998244353", "--order", "high"]);
    assert_eq!(
        (&answer["functions"], &answer["reached"], &answer["missed"]),
        (&json!(3), &json!(3), &json!([]))
    );
    for base in [31, 131, 1_000_000_003] {
        let (one, other) = (values(&answer["first"], 1), values(&answer["second"], 1));
        assert!(
            one != other
                && hash(&one, base, 998_244_353, "high", false)
                    == hash(&other, base, 998_244_353, "high", false)
        );
    }
    let seeded = ask(&[
        "break",
        "--seed-range",
        "5..9",
        "--generator",
        "rand",
        "--draw",
        "BASE = 256 + x % 1000",
        "--mod",
        "1e9+7",
    ]);
    assert_eq!((&seeded["functions"], &seeded["reached"]), (&json!(4), &json!(4)));
    for entry in seeded["seeds"].as_array().expect("a list") {
        let base = i128::from(entry["base"].as_i64().expect("whole"));
        assert!((256..1256).contains(&base), "{entry}");
        let (one, other) = (values(&seeded["first"], 1), values(&seeded["second"], 1));
        assert_eq!(hash(&one, base, P, "low", false), hash(&other, base, P, "low", false));
    }
    let known = ask(&["break", "--seed-range", "42..43", "--generator", "rand", "--mod", "2^61-1"]);
    assert_eq!(known["seeds"], json!([{ "seed": 42, "base": 71_876_166 }]));
    assert_eq!(grundy(&["hash", "break", "--seed-range", "5..9", "--mod", "97"]).code, 2);
    assert_eq!(grundy(&["hash", "break", "--bases", "/nowhere"]).code, 2);
}

#[test]
fn refusals() {
    for arguments in [
        &["--method", "walk", "--alphabet", "ab"][..],
        &["--method", "walk", "--length", "9"],
        &["--target", "5", "--shortest"],
        &["--values", "1..5", "--map", "bytes"],
        &["--values", "1..5", "--alphabet", "ab"],
        &["--pad", "x"],
        &["--length", "30", "--pad", "!"],
        &["--any-length", "--length", "7"],
        &["--order", "middle"],
        &["--map", "digits"],
        &["--draw", "x"],
    ] {
        let run = grundy(&[&["hash", "break", "--json"], arguments].concat());
        assert_eq!(run.code, 2, "{run:?}");
        run.error();
    }
    let birthday = grundy(&["hash", "break", "--method", "birthday", "--length", "3", "--json"]);
    assert_eq!((birthday.code, &birthday.json()["impossible"]), (1, &json!(true)), "{birthday:?}");
}

#[test]
fn templates_and_checks() {
    let out = grundy(&["hash", "break", "--template", "codeforces", "--order", "high"]).out;
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((lines[0], lines.len()), ("2", 5), "{out}");
    assert!(lines[1] == lines[2].len().to_string() && lines[2] != lines[4], "{out}");
    let folder = folder("hash-template");
    let path = folder.join("input");
    let path = path.to_str().expect("UTF-8");
    let run = grundy(&["hash", "break", "--count", "3", "--template", "k|,s", "-o", path, "--json"]);
    let written = std::fs::read_to_string(path).expect("a file");
    assert!(run.code == 0 && written.starts_with("3,") && written.split(',').count() == 4, "{written}");
    let quoted = grundy(&["hash", "break", "--template", "leetcode"]).out;
    assert!(quoted.lines().all(|line| line.starts_with('"') && line.ends_with('"')), "{quoted}");
    let same = ask(&["break", "--check", "wc -c"]);
    assert_eq!(same["check"]["agree"], true, "{same}");
    let run = grundy(&["hash", "break", "--check", "cat", "--json"]);
    let answer = run.json();
    assert_eq!((run.code, &answer["check"]["agree"]), (1, &json!(false)));
    assert_eq!(answer["check"]["outputs"], json!([answer["first"], answer["second"]]));
}

#[test]
fn audits_state_their_hypothesis() {
    let run = grundy(&["hash", "audit", "--random-base", "--mod", "23", "--json"]);
    let small = run.json();
    assert_eq!((run.code, &small["verdict"], &small["comparison_bound"]), (1, &json!("broken"), &json!(1.0)));
    assert_eq!((&small["attack"]["first"], &small["attack"]["second"]), (&json!("x"), &json!("a")));
    let safe = ask(&["audit", "--random-base", "--mod", "2^61-1", "--mod", "2^61-1", "--length", "101"]);
    assert_eq!(safe["verdict"], "safe");
    let p = ((1u64 << 61) - 1) as f64;
    assert_eq!(safe["comparison_bound"].as_f64(), Some(100.0 / p * (100.0 / p)));
    assert!(safe["hypothesis"].as_str().is_some_and(|words| words.contains("independently")));
    let code = |arguments: &[&str]| {
        let run = grundy(&[&["hash", "audit", "--json", "--random-base"], arguments].concat());
        (run.code, run.json())
    };
    let (status, shared) = code(&[
        "--mod",
        "1e9+7",
        "--mod",
        "2^61-1",
        "--shared-base",
        "--length",
        "101",
        "--base-from",
        "256",
    ]);
    assert_eq!((status, &shared["verdict"]), (1, &json!("not proved safe")));
    assert_eq!(shared["comparison_bound"].as_f64(), Some(100.0 / (1_000_000_007.0 - 256.0)));
    let (status, composite) = code(&["--mod", "1e9+8"]);
    assert_eq!(
        (status, &composite["verdict"], &composite["comparison_bound"], &composite["hypothesis"]),
        (1, &json!("not proved safe"), &Value::Null, &Value::Null)
    );
    let (status, power) = code(&["--mod", "2^64"]);
    assert_eq!((status, &power["verdict"], &power["comparison_bound"]), (1, &json!("broken"), &Value::Null));
    assert!(!power["weaknesses"].to_string().contains("byte"), "{power}");
}

#[test]
fn sources_are_read() {
    let folder = folder("hash-read");
    let source = folder.join("main.cpp");
    std::fs::write(
        &source,
        "const int MOD = 1e9 + 7;\nlong long h = 0;\nfor (char c : s) h = (h * 131 + c) % MOD;\n",
    )
    .expect("a file");
    let path = source.to_str().expect("UTF-8");
    let answer = ask(&["read", path]);
    assert_eq!(answer["language"], "cpp");
    assert_eq!(
        answer["functions"],
        json!([{
            "base": { "value": 131, "line": 3 },
            "modulus": { "value": 1_000_000_007, "line": 1 },
            "order": { "value": "high", "line": 3 },
            "map": { "value": "bytes", "line": 3 },
        }])
    );
    let command = answer["command"].as_str().expect("a command");
    let words: Vec<&str> = command.split_whitespace().skip(1).collect();
    let broken = grundy(&[&words[..], &["--json"]].concat()).answer();
    collides(&broken, 131, P, "high", 97);
    let checked = ask(&["read", path, "--check", "wc -c"]);
    assert_eq!(checked["check"]["agree"], true);
    std::fs::write(&source, "int main() { return 0; }\n").expect("a file");
    let run = grundy(&["hash", "read", path, "--json"]);
    assert_eq!((run.code, &run.json()["functions"]), (1, &json!([])));
    assert_eq!(grundy(&["hash", "read", "/nowhere.cpp", "--json"]).code, 2);
}

#[test]
fn tables_are_flooded() {
    for (table, least) in [
        ("unordered_map", 2000 * 2000 / 16),
        ("gp_hash_table", 2000 * 2000 / 16),
        ("python-dict", 2000 * 2000 / 16),
        ("python-set", 2000 * 2000 / 16),
        ("java-hashmap", 2000),
    ] {
        let answer = ask(&["flood", table, "--count", "2000"]);
        let keys: std::collections::HashSet<i64> = answer["keys"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|key| key.as_i64().expect("whole"))
            .collect();
        assert_eq!((keys.len(), &answer["count"]), (2000, &json!(2000)));
        assert!(answer["steps"].as_u64().expect("whole") >= least, "{table}: {}", answer["steps"]);
        assert!(answer["program"].as_str().is_some_and(|program| program.contains("keys in")));
        let range =
            if table == "java-hashmap" { i64::from(i32::MIN)..=i64::from(i32::MAX) } else { 0..=i64::MAX };
        assert!(keys.iter().all(|key| range.contains(key)), "{table}");
    }
    assert_eq!(grundy(&["hash", "flood", "unordered_map", "--count", "3"]).out.lines().count(), 3);
    assert_eq!(grundy(&["hash", "flood", "btree", "--count", "3"]).code, 2);
}

#[test]
fn other_families() {
    let folder = folder("hash-families");
    let path = folder.join("table");
    let table: Vec<u64> = (1..=70u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (i << 40)).collect();
    let lines: Vec<String> = table.iter().map(u64::to_string).collect();
    std::fs::write(&path, lines.join("\n")).expect("a file");
    let path = path.to_str().expect("UTF-8");
    let places = |list: &Value| -> Vec<usize> {
        list.as_array().expect("a list").iter().map(|place| place.as_u64().expect("whole") as usize).collect()
    };
    let answer = ask(&["break", "--family", "xor", "--table", path]);
    let (one, other) = (places(&answer["first"]), places(&answer["second"]));
    let xor = |list: &[usize]| list.iter().fold(0, |xor, place| xor ^ table[place - 1]);
    assert!(xor(&one) == xor(&other) && one.iter().all(|place| !other.contains(place)), "{answer}");
    let answer = ask(&["break", "--family", "sum", "--table", path, "--mod", "2^61-1"]);
    let (one, other) = (places(&answer["first"]), places(&answer["second"]));
    let sum = |list: &[usize]| {
        list.iter().map(|place| u128::from(table[place - 1])).sum::<u128>() % ((1 << 61) - 1)
    };
    assert!(sum(&one) == sum(&other) && one.iter().all(|place| !other.contains(place)) && one.is_sorted());
    let tree = ask(&["break", "--family", "tree", "--mod", "1e9+7"]);
    let (one, other) = (places(&tree["first"]), places(&tree["second"]));
    assert!(one.len() == other.len() && one != other && one[0] == 0, "{tree}");
    let grid = ask(&[
        "break",
        "--family",
        "grid",
        "--rows",
        "3",
        "--columns",
        "5",
        "--base",
        "31",
        "--base",
        "37",
        "--mod",
        "1e9+7",
    ]);
    let value = |grid: &Value| -> i128 {
        let rows = grid.as_array().expect("rows");
        assert_eq!(rows.len(), 3);
        let mut sum = 0i128;
        for (r, row) in rows.iter().enumerate() {
            for (c, v) in values(row, 1).iter().enumerate() {
                let weight = 31i128.pow(r as u32) * 37i128.pow(c as u32);
                sum = (sum + v * weight) % P;
            }
        }
        sum
    };
    assert!(grid["first"] != grid["second"] && value(&grid["first"]) == value(&grid["second"]), "{grid}");
    let independent = folder.join("few");
    std::fs::write(&independent, "1\n2\n4\n").expect("a file");
    let run = grundy(&[
        "hash",
        "break",
        "--family",
        "xor",
        "--table",
        independent.to_str().expect("UTF-8"),
        "--json",
    ]);
    assert_eq!((run.code, &run.json()["impossible"]), (1, &json!(true)));
    assert_eq!(grundy(&["hash", "break", "--family", "xor"]).code, 2);
    assert_eq!(grundy_with(&["hash", "break", "--family", "grid", "--json"], b"").code, 2);
}
