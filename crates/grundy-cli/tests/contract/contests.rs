//! `contest ID`: the formats of the sites, their corners, and input that is not theirs.

use super::{Run, grundy, grundy_with};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Debug, Deserialize)]
struct Corpus {
    contest: Vec<Case>,
}

/// An input and the answer that exhaustive search gives (`scripts/contests.py`).
#[derive(Debug, Deserialize)]
struct Case {
    id: String,
    input: String,
    output: String,
}

fn corpus() -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/contests.toml");
    let text = std::fs::read_to_string(path).expect("a readable corpus");
    toml::from_str::<Corpus>(&text).expect("TOML").contest
}

fn contest(id: &str, input: &str) -> Run {
    grundy_with(&["contest", id], input.as_bytes())
}

#[track_caller]
fn answers(id: &str, input: &str, output: &str) {
    let run = contest(id, input);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, output, ""), "{id}: {input:?}");
}

/// Refused with its place, and no answer at all.
#[track_caller]
fn refused(id: &str, input: &str, place: &str) {
    let run = contest(id, input);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{id}: {input:?}: {run:?}");
    assert!(run.err.contains(place), "{id}: {input:?}: no {place} in {}", run.err);
}

/// The ids, and of each an input of one case that is as short as it can be while nothing of it may be missing.
const WHOLE: [(&str, &str); 40] = [
    ("ufpr-nim", "2 3 4"),
    ("ufpr-grundy", "2\n3 4"),
    ("ufpr-misere", "1\n2\n3 4"),
    ("ufpr-stair", "1\n2\n3 4"),
    ("cses-1730", "1\n2\n3 4"),
    ("cses-1098", "1\n2\n3 4"),
    ("cses-1099", "1\n2\n3 4"),
    ("cses-2207", "2\n3\n4"),
    ("cses-2208", "1\n2\n3 4"),
    ("acwing-891", "2\n3 4"),
    ("acwing-892", "2\n3 4"),
    ("acwing-893", "2\n1 3\n2\n5 6"),
    ("acwing-894", "2\n3 4"),
    ("cses-1097", "2\n3 -4"),
    ("atcoder-edpc-l", "2\n3 4"),
    ("leetcode-486", "[1, 2 ]"),
    ("leetcode-877", "[1, 2 ]"),
    ("leetcode-1140", "[1, 2 ]"),
    ("leetcode-1406", "[1, 2 ]"),
    ("leetcode-1510", "17"),
    ("leetcode-1686", "[1, 2 ]\n[3, 4 ]"),
    ("leetcode-1690", "[1, 2 ]"),
    ("leetcode-1872", "[1, 2 ]"),
    ("codeforces-455b", "2 3\na b"),
    ("codeforces-603c", "2 3\n4 5"),
    ("codeforces-305e", "abba"),
    ("hackerrank-move-the-coins", "2\n1 2\n1 2\n1\n2 1"),
    ("luogu-p2252", "3 4"),
    ("equal-split", "2\n3 4"),
    ("triangular-split", "2\n3 4"),
    ("cses-1753", "abab\nab"),
    ("cses-2105", "abab"),
    ("cses-1733", "abab"),
    ("cses-1110", "baba"),
    ("cses-2420", "3 2\naba\n2 1 3\n1 2 b"),
    ("cses-1111", "abab"),
    ("library-checker-zalgorithm", "abab"),
    ("library-checker-suffixarray", "abab"),
    ("library-checker-enumerate_palindromes", "abab"),
    ("library-checker-rooted_tree_isomorphism_classification", "3\n0 0"),
];

#[test]
fn answers_are_those_of_exhaustive_search() {
    let mut ids = BTreeMap::new();
    for Case { id, input, output } in corpus() {
        answers(&id, &input, &output);
        answers(&id, &input.replace('\n', "\r\n"), &output);
        // A line may be empty where it is the whole input, so its end is needed then.
        if !input.trim_end().is_empty() {
            answers(&id, input.trim_end_matches('\n'), &output);
        }
        *ids.entry(id).or_insert(0) += 1;
    }
    let listed: Vec<&str> = WHOLE.iter().map(|(id, _)| *id).collect();
    assert!(ids.len() == listed.len() && listed.iter().all(|id| ids[*id] >= 10), "{ids:?}");
}

#[test]
fn input_that_is_cut_short_is_refused_at_its_end() {
    for (id, input) in WHOLE {
        assert_eq!(contest(id, input).code, 0, "{id}");
        let words: Vec<&str> = input.split_whitespace().collect();
        let until_end = id == "ufpr-nim";
        for count in usize::from(until_end)..words.len() {
            refused(id, &words[..count].join(" "), "1:");
            let lines: String = words[..count].iter().flat_map(|word| [word, "\n"]).collect();
            refused(id, &lines, &format!("{}:1", count + 1));
        }
    }
}

#[test]
fn more_than_the_input_is_refused_where_it_begins() {
    for (id, input) in WHOLE {
        let lines = input.lines().count() + 1;
        // Until the end of input, another case may follow, but must be whole.
        let place = if id == "ufpr-nim" { format!("{}:1", lines + 1) } else { format!("{lines}:1") };
        refused(id, &format!("{input}\n7\n"), &place);
    }
}

#[test]
fn what_is_no_number_is_refused_where_it_stands() {
    for (id, input) in WHOLE {
        for (from, to) in [("3", "-3"), ("3", "3x"), ("3", "3.0"), ("3", "99999999999999999999")] {
            let takes_signs = id.starts_with("leetcode") || ["cses-1097", "atcoder-edpc-l"].contains(&id);
            let signed = takes_signs && to == "-3" && id != "leetcode-1510";
            if signed || !input.contains(from) {
                continue;
            }
            let at = input.find(from).expect("just found");
            let line = input[..at].matches('\n').count() + 1;
            let column = at - input[..at].rfind('\n').map_or(0, |end| end + 1) + 1;
            // A list ends a number where its digits end.
            let column =
                if id.starts_with("leetcode-1686") && !to.starts_with('9') { column + 1 } else { column };
            refused(id, &input.replacen(from, to, 1), &format!("{line}:{column}"));
        }
    }
    refused("leetcode-1510", "-1", "1:1");
    refused("leetcode-1686", "[1,2]\n[3]", "2:1");
    refused("leetcode-1406", "[9223372036854775807,1]", "1:1");
    refused("hackerrank-move-the-coins", "2\n1 2\n1 3\n0", "3:3");
    refused("hackerrank-move-the-coins", "3\n1 2 3\n1 2\n2 1\n0", "4:");
    refused("hackerrank-move-the-coins", "2\n1 2\n1 2\n1\n0 1", "5:1");
}

#[test]
fn a_count_of_0_is_legal_everywhere() {
    for (id, input, output) in [
        ("ufpr-nim", "0", "-1\n"),
        ("ufpr-nim", "", ""),
        ("ufpr-nim", "\n\n", ""),
        ("ufpr-grundy", "0", ""),
        ("ufpr-misere", "0", ""),
        ("ufpr-misere", "2\n0\n2 0 0", "first\nfirst\n"),
        ("ufpr-stair", "1\n0", "second\n"),
        ("cses-1730", "0\n", ""),
        ("cses-1730", "1\n0\n", "second\n"),
        ("cses-1098", "1\n0\n", "second\n"),
        ("cses-1099", "1\n0\n", "second\n"),
        ("cses-2207", "0\n", ""),
        ("cses-2207", "1\n0\n", "second\n"),
        ("cses-2208", "1\n0\n", "second\n"),
        ("acwing-891", "0", "No\n"),
        ("acwing-892", "0", "No\n"),
        ("acwing-893", "0\n\n0\n\n", "No\n"),
        ("acwing-893", "0\n2\n5 6", "No\n"),
        ("acwing-893", "2\n0 0\n1\n5", "No\n"),
        ("acwing-894", "0", "No\n"),
        ("leetcode-1140", "[]", "0\n"),
        ("leetcode-1406", "[ ]", "Tie\n"),
        ("leetcode-1510", "0", "false\n"),
        ("leetcode-1686", "[]\n[]", "0\n"),
        ("leetcode-1690", "[]", "0\n"),
        ("leetcode-1872", "[]", "0\n"),
        ("leetcode-1872", "[5]", "0\n"),
        ("codeforces-455b", "0 3", "Second\n"),
        ("codeforces-603c", "0 3", "Nicky\n"),
        ("codeforces-305e", "\n", "Second\n"),
        ("hackerrank-move-the-coins", "0\n\n0\n", ""),
        ("hackerrank-move-the-coins", "1\n5\n0\n", ""),
        ("hackerrank-move-the-coins", "1\n5\n1\n1 1\n", "INVALID\n"),
        ("luogu-p2252", "0 0", "0\n"),
        ("equal-split", "0", "second\n"),
        ("triangular-split", "0", "second\n"),
        ("cses-2420", "0 0", ""),
        ("library-checker-rooted_tree_isomorphism_classification", "0", "0\n\n"),
        ("library-checker-rooted_tree_isomorphism_classification", "1\n\n", "1\n0\n"),
    ] {
        answers(id, input, output);
    }
}

#[test]
fn numbers_far_beyond_the_sites() {
    answers("luogu-p2252", "5700357409661599242 9223372036854775807", "0\n");
    answers("luogu-p2252", "5700357409661599241 9223372036854775806", "1\n");
    answers("cses-1730", "1 2 18446744073709551615 18446744073709551615", "second\n");
    answers("codeforces-603c", "1 18446744073709551615 18446744073709551615", "Nicky\n");
    answers("equal-split", "1 999999937", "second\n");
    answers("equal-split", "2 999999937 1000000007", "second\n");
    answers("triangular-split", "2 18446744073709551614 1000000000", "second\n");
    answers("cses-2207", "3 1222 1223 100000", "second\nfirst\nfirst\n");
    // A typed stop, not a wrong answer.
    assert_eq!(contest("cses-2207", "1 18446744073709551615").code, 3);
}

#[test]
fn the_list_begins_with_the_ids() {
    let run = grundy(&["contest", "--list"]);
    let ids: Vec<&str> = run.out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(run.code, 0);
    for (id, _) in WHOLE {
        assert!(ids.contains(&id), "{id}");
    }
    let list = grundy(&["contest", "--list", "--json"]).answer();
    let problems = list["problems"].as_array().expect("a list");
    assert!(problems.iter().map(|problem| problem["id"].as_str().expect("a text")).eq(ids));
}

#[test]
fn unknown_problems_are_refused_with_the_nearest_id() {
    for (id, near) in [("cses-1731", "cses-1730"), ("acwing891", "acwing-891"), ("luogu-2252", "luogu-p2252")]
    {
        let run = grundy(&["contest", id]);
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        assert!(run.err.contains(&format!("did you mean `{near}`")), "{run:?}");
    }
    assert_eq!(grundy(&["contest"]).code, 2);
    assert_eq!(grundy_with(&["contest", "CSES-1730"], b"0").code, 0);
    let error = grundy_with(&["contest", "cses-1730", "--json"], b"1\n2 x").error();
    assert_eq!((&error["line"], &error["column"]), (&2.into(), &3.into()));
}

#[test]
fn the_lecture_on_hashing() {
    // 1 + 2*31 + 3*31^2, by hand.
    answers("ufpr-hash", "abc\na\n", "2946\n1\n");
    answers("ufpr-hash", "", "");
    answers("ufpr-rabinkarp", "abababa aba\r\nab abc", "[aba]baba\nab[aba]ba\nabab[aba]\n3\n0\n");
    answers("ufpr-rabinkarp", "", "");
    refused("ufpr-rabinkarp", "abc", "1:");
    answers("ufpr-floyd", "5\n2 3 4 5 3\n1\n1\n0\n", "3 (3)\n1 (1)\n0 (0)\n");
    answers("ufpr-floyd", "", "");
    refused("ufpr-floyd", "2\n1", "2:");
    refused("ufpr-floyd", "2\n1 3", "2:3");
    // On the cycle there is no tail, so there are no two texts.
    answers(
        "ufpr-floydhash",
        "0\n42954140\n",
        "h(mjnlbszkmgnfye)=42954140\nh(tdtakvvbcvngcg)=42954140\nfailed\n",
    );
    answers("ufpr-floydhash", "", "");
    refused("ufpr-floydhash", "x", "1:1");
    // Each match is a line: 10^5 letters would be 10^10 bytes.
    let letters = "a".repeat(100_000);
    let run = grundy_with(
        &["contest", "ufpr-rabinkarp", "--max-memory", "1GiB"],
        format!("{letters} a\n").as_bytes(),
    );
    assert_eq!((run.code, run.out.as_str()), (3, ""), "{}", run.err);
}

#[test]
fn texts_and_trees() {
    for (id, input, output) in [
        ("cses-1753", "saippuakauppias\npp\n", "2\n"),
        ("cses-1753", "aaaa\naaaaa\n", "0\n"),
        ("cses-2105", "abaa\n", "8\n"),
        ("cses-1733", "abcabca\n", "3 6 7\n"),
        ("cses-1110", "acab\n", "abac\n"),
        ("cses-2420", "7 5\naybabtu\n2 3 5\n1 3 x\n2 3 5\n1 5 x\n2 3 5\n", "YES\nNO\nYES\n"),
        ("cses-1111", "aybabtu\n", "bab\n"),
        ("library-checker-zalgorithm", "ababacaca\n", "9 0 3 0 1 0 1 0 1\n"),
        ("library-checker-suffixarray", "mississippi\n", "10 7 4 1 0 9 8 6 3 5 2\n"),
        ("library-checker-enumerate_palindromes", "abcbcba\n", "1 0 1 0 3 0 7 0 3 0 1 0 1\n"),
        ("library-checker-rooted_tree_isomorphism_classification", "6\n0 0 1 1 3\n", "4\n0 1 2 3 2 2\n"),
    ] {
        answers(id, input, output);
    }
    refused("cses-2420", "3 1\nabcd\n", "2:1");
    refused("cses-2420", "3 1\nabc\n3 1 1", "3:1");
    refused("cses-2420", "3 1\nabc\n1 4 x", "3:3");
    refused("cses-2420", "3 1\nabc\n1 0 x", "3:3");
    refused("cses-2420", "3 1\nabc\n1 1 xy", "3:5");
    refused("cses-2420", "3 1\nabc\n2 3 1", "3:5");
    refused("library-checker-rooted_tree_isomorphism_classification", "3\n0 2", "2:3");
    // Long and regular, where a quadratic way would not end.
    let letters = "a".repeat(300_000);
    answers("cses-2105", &letters, "300000\n");
    answers("cses-1753", &format!("{letters} {}", &letters[..150_000]), "150001\n");
    answers("cses-1110", &letters, &format!("{letters}\n"));
    answers("cses-1111", &letters, &format!("{letters}\n"));
}

#[test]
fn atcoder_and_others() {
    answers("atcoder-abc255-g", "3 4\n1 2 4\n2 1\n2 2\n3 3\n4 1\n", "Takahashi\n");
    answers("atcoder-abc297-g", "3 1 2\n2 3 3\n", "First\n");
    answers("atcoder-abc297-g", "5 1 1\n3 1 4 1 5\n", "Second\n");
    answers("atcoder-abc368-f", "3\n2 3 4\n", "Anna\n");
    answers("atcoder-abc368-f", "4\n2 3 4 6\n", "Bruno\n");
    answers("atcoder-arc091-d", "2\n5 2\n3 3\n", "Aoki\n");
    answers("atcoder-arc091-d", "3\n3 2\n4 3\n5 1\n", "Takahashi\n");
    answers("atcoder-agc017-d", "5\n1 2\n2 3\n2 4\n4 5\n", "Alice\n");
    answers("atcoder-agc017-d", "5\n1 2\n2 3\n1 4\n4 5\n", "Bob\n");
    answers("atcoder-agc017-d", "1\n", "Bob\n");
    answers("cses-1729", "10 3\n1 3 4\n", "WLWWWWLWLW\n");
    answers("cses-1729", "3 0\n", "LLL\n");
    answers(
        "library-checker-nim_product_64",
        "3\n2 3\n4 4\n18446744073709551615 1\n",
        "1\n6\n18446744073709551615\n",
    );
    for id in
        ["atcoder-abc255-g", "atcoder-abc297-g", "atcoder-abc368-f", "atcoder-arc091-d", "atcoder-agc017-d"]
    {
        assert_eq!(contest(id, "2").code, 2, "{id}");
    }
    assert_eq!(contest("atcoder-agc017-d", "3\n1 2\n1 2\n").code, 2);
    assert_eq!(contest("atcoder-agc017-d", "2\n1 3\n").code, 2);
}
