//! Parameters out of programs as people write them, each in another style.

use polyhash::source::{Language, read};

/// Base (none if drawn), modulus, order, map, and the lines of base and modulus.
type Expected<'a> = (Option<u64>, u128, &'a str, &'a str, Option<usize>, Option<usize>);

fn check(name: &str, text: &str, expected: &[Expected<'_>]) {
    let language = Language::of(name, text);
    let found = read(text, language);
    let shown: Vec<_> = found
        .iter()
        .map(|f| {
            let modulus = f.modulus.value.expect("a modulus");
            let words = (f.order.value.to_string(), f.map.value.to_string());
            (f.base.value, modulus, words.0, words.1, f.base.line, f.modulus.line)
        })
        .collect();
    let expected: Vec<_> = expected
        .iter()
        .map(|&(base, modulus, order, map, base_line, line)| {
            (base, modulus, order.to_owned(), map.to_owned(), base_line, line)
        })
        .collect();
    assert_eq!(shown, expected, "{name}:\n{text}");
}

const P7: u128 = 1_000_000_007;
const P9: u128 = 1_000_000_009;
const M61: u128 = (1 << 61) - 1;

#[test]
fn cpp() {
    check(
        "plain.cpp",
        "#include <bits/stdc++.h>\nusing namespace std;\nconst int MOD = 1e9 + 7;\nlong long get(const string& s) {\n    long long h = 0;\n    for (char c : s) h = (h * 31 + (c - 'a' + 1)) % MOD;\n    return h;\n}\n",
        &[(Some(31), P7, "high", "letters", Some(6), Some(3))],
    );
    check(
        "low.cpp",
        "long long compute_hash(string const& s) {\n    const int p = 31;\n    const int m = 1e9 + 9;\n    long long hash_value = 0;\n    long long p_pow = 1;\n    for (char c : s) {\n        hash_value = (hash_value + (c - 'a' + 1) * p_pow) % m;\n        p_pow = (p_pow * p) % m;\n    }\n    return hash_value;\n}\n",
        &[(Some(31), P9, "low", "letters", Some(2), Some(3))],
    );
    check(
        "prefix.cpp",
        "typedef unsigned long long ull;\nconst int N = 1e5 + 5;\nconst int P = 13331;\null h[N], p[N];\nint main() {\n    p[0] = 1;\n    for (int i = 1; i <= n; i++) {\n        p[i] = p[i - 1] * P;\n        h[i] = h[i - 1] * P + s[i];\n    }\n}\n",
        &[(Some(13331), 1 << 64, "high", "bytes", Some(3), None)],
    );
    check(
        "define.cc",
        "#define ll long long\n#define B 131\n#define M 998244353LL\nint main() {\n    ll h = 0, pw = 1;\n    for (int i = 0; i < n; ++i) {\n        h = (h + 1LL * s[i] * pw) % M;\n        pw = pw * B % M;\n    }\n}\n",
        &[(Some(131), 998_244_353, "low", "bytes", Some(2), Some(3))],
    );
    check(
        "double.cpp",
        "const long long mod[2] = {1000000007, 1000000009};\nconst long long base[2] = {31, 37};\nvoid build() {\n    for (int k = 0; k < 2; k++)\n        for (int i = 0; i < n; i++)\n            h[k][i + 1] = (h[k][i] * base[k] + s[i] - 'a' + 1) % mod[k];\n}\n",
        &[
            (Some(31), P7, "high", "letters", Some(2), Some(1)),
            (Some(37), P9, "high", "letters", Some(2), Some(1)),
        ],
    );
    check(
        "random.cpp",
        "mt19937_64 rng(chrono::steady_clock::now().time_since_epoch().count());\nconst ll MOD = (1LL << 61) - 1;\nll BASE = uniform_int_distribution<ll>(256, MOD - 1)(rng);\null h = 0;\nfor (char c : s) h = ((__int128)h * BASE + c) % MOD;\n",
        &[(None, M61, "high", "bytes", Some(3), Some(2))],
    );
    check(
        "steps.cpp",
        "int hash_of(const char* s) {\n    unsigned int h = 0;\n    while (*s) {\n        h *= 33;\n        h += *s++;\n    }\n    return h;\n}\n",
        &[(Some(33), 1 << 32, "high", "bytes", Some(5), None)],
    );
    check(
        "comments.cpp",
        "/* h = h * 7 + c % 5 */\nconst int K = 911382323; // the base\nconst int M = 972663749;\nint h = 0;\nfor (auto c : s) { h = (1LL * h * K + c) % M; }\n",
        &[(Some(911_382_323), 972_663_749, "high", "bytes", Some(2), Some(3))],
    );
}

#[test]
fn python() {
    check(
        "a.py",
        "MOD = 10**9 + 7\nBASE = 131\n\ndef h(s):\n    x = 0\n    for c in s:\n        x = (x * BASE + ord(c)) % MOD\n    return x\n",
        &[(Some(131), P7, "high", "bytes", Some(2), Some(1))],
    );
    check(
        "b.py",
        "base, mod = 31, (1 << 61) - 1\nh = [0] * (n + 1)\nfor i in range(n):\n    h[i + 1] = (h[i] * base + ord(s[i]) - ord('a') + 1) % mod\n",
        &[(Some(31), M61, "high", "letters", Some(1), Some(1))],
    );
    check(
        "c.py",
        "def poly(s, p=31, m=10**9+9):\n    value, power = 0, 1\n    for ch in s:\n        value = (value + (ord(ch) - 96) * power) % m\n        power = power * p % m\n    return value\n",
        &[(Some(31), P9, "low", "letters", Some(1), Some(1))],
    );
    check(
        "d.py",
        "import random\nM = 2**61 - 1\nB = random.randint(300, M)\nx = 0\nfor c in text:\n    x = (x * B + ord(c)) % M\n",
        &[(None, M61, "high", "bytes", Some(3), Some(2))],
    );
    check(
        "mask.py",
        "h = 0\nfor c in s:\n    h = (h * 1000003 + ord(c)) & 0xFFFFFFFFFFFFFFFF\n",
        &[(Some(1_000_003), 1 << 64, "high", "bytes", Some(3), Some(3))],
    );
}

#[test]
fn java() {
    check(
        "Main.java",
        "public class Main {\n    static final long MOD = 1_000_000_007L;\n    static final int BASE = 257;\n    static long hash(String s) {\n        long h = 0;\n        for (int i = 0; i < s.length(); i++) {\n            h = (h * BASE + s.charAt(i)) % MOD;\n        }\n        return h;\n    }\n}\n",
        &[(Some(257), P7, "high", "bytes", Some(3), Some(2))],
    );
    check(
        "Code.java",
        "class Code {\n    int code(String s) {\n        int h = 0;\n        for (char c : s.toCharArray()) h = 31 * h + c;\n        return h;\n    }\n}\n",
        &[(Some(31), 1 << 32, "high", "bytes", Some(4), None)],
    );
    check(
        "Low.java",
        "class Low {\n    long f(String s) {\n        long hash = 0, pow = 1;\n        for (int i = 0; i < s.length(); i++) {\n            hash = (hash + (s.charAt(i) - 'a') * pow) % 998244353;\n            pow = pow * 29 % 998244353;\n        }\n        return hash;\n    }\n}\n",
        &[(Some(29), 998_244_353, "low", "offset:0", Some(5), Some(5))],
    );
}

#[test]
fn rust() {
    check(
        "main.rs",
        "const MOD: u64 = 1_000_000_007;\nconst BASE: u64 = 131;\nfn hash(s: &[u8]) -> u64 {\n    let mut h: u64 = 0;\n    for &c in s {\n        h = (h * BASE + c as u64) % MOD;\n    }\n    h\n}\n",
        &[(Some(131), P7, "high", "bytes", Some(2), Some(1))],
    );
    check(
        "wrap.rs",
        "fn hash(s: &str) -> u64 {\n    let mut h: u64 = 0;\n    for b in s.bytes() {\n        h = h.wrapping_mul(31).wrapping_add(b as u64);\n    }\n    h\n}\n",
        &[(Some(31), 1 << 64, "high", "bytes", Some(4), None)],
    );
    check(
        "low.rs",
        "const P: u64 = 31;\nconst M: u64 = 1e9 as u64 + 9;\nlet (mut h, mut pw) = (0u64, 1u64);\nfor c in s.bytes() {\n    h = (h + (c - b'a' + 1) as u64 * pw) % M;\n    pw = pw * P % M;\n}\n",
        &[(Some(31), P9, "low", "letters", Some(1), Some(2))],
    );
}

#[test]
fn programs_without_a_hash() {
    for (name, text) in [
        ("digits.cpp", "int x = 0;\nwhile (isdigit(c)) { x = x * 10 + c - '0'; c = getchar(); }\n"),
        ("lcg.cpp", "unsigned seed = 1;\nseed = seed * 1103515245 + 12345;\n"),
        ("sum.py", "total = 0\nfor x in a:\n    total = total + x * 2\n"),
        ("empty.rs", ""),
        ("tree.java", "class T { int f(int n) { int k = 0; k = k * 2 + 1; return k; } }\n"),
        ("strange.cpp", "((((((((((((((((((((\n}{}{ = = * % ' \" \\ \u{fffd}"),
    ] {
        assert_eq!(read(text, Language::of(name, text)), [], "{name}");
    }
}
