//! The problems, site by site.

use super::{
    Problem, acwing, atcoder, codeforces, cses, cses_strings, hackerrank, leetcode, library_checker, luogu,
    splits, ufpr,
};

const UFPR: &str = "UFPR 2022";
const CSES: &str = "CSES";
const ACWING: &str = "AcWing";
const LEETCODE: &str = "LeetCode";
const CODEFORCES: &str = "Codeforces";
const ATCODER: &str = "AtCoder";
const LIBRARY: &str = "Library Checker";

macro_rules! problems {
    ($($id:literal, $site:expr, $title:literal, $limits:literal, $answer:expr;)*) => {
        /// Every problem that is answered.
        pub const PROBLEMS: &[Problem] =
            &[$(Problem { id: $id, site: $site, title: $title, limits: $limits, answer: $answer }),*];
    };
}

problems! {
    "ufpr-hash", UFPR, "Polynomial hash", "words until the end of input", ufpr::hash;
    "ufpr-rabinkarp", UFPR, "Rabin-Karp search", "pairs of words until the end of input", ufpr::rabin_karp;
    "ufpr-floyd", UFPR, "Floyd's cycle finding", "lists of successors until the end of input", ufpr::floyd;
    "ufpr-floydhash", UFPR, "Collisions by Floyd", "starts until the end of input", ufpr::floyd_hash;
    "ufpr-nim", UFPR, "Nim: a winning move", "until the end of input", ufpr::nim;
    "ufpr-grundy", UFPR, "Grundy's game", "heaps as far as time allows", cses::grundy;
    "ufpr-misere", UFPR, "Misère Nim", "no limits given", ufpr::misere;
    "ufpr-stair", UFPR, "Staircase Nim", "no limits given", cses::stair;
    "cses-1730", CSES, "Nim Game I", "t, n, sum of n to 2*10^5, heaps to 10^9", cses::nim;
    "cses-1098", CSES, "Nim Game II", "t, n, sum of n to 2*10^5, heaps to 10^9", cses::bounded_nim;
    "cses-1099", CSES, "Stair Game", "t, n, sum of n to 2*10^5, steps to 10^9", cses::stair;
    "cses-1729", CSES, "Stick Game", "n to 10^6, 100 numbers", cses::sticks;
    "cses-2207", CSES, "Grundy's Game", "t to 10^5, heaps to 10^6", cses::grundy;
    "cses-2208", CSES, "Another Game", "t, n, sum of n to 2*10^5, heaps to 10^9", cses::another;
    "cses-1097", CSES, "Removal Game", "5000 numbers of -10^9 to 10^9", cses::removal;
    "cses-1753", CSES, "String Matching", "text and pattern to 10^6", cses_strings::matching;
    "cses-2105", CSES, "Distinct Substrings", "text to 10^5", cses_strings::distinct;
    "cses-1733", CSES, "Finding Periods", "text to 10^6", cses_strings::all_periods;
    "cses-1110", CSES, "Minimal Rotation", "text to 10^6", cses_strings::rotation;
    "cses-2420", CSES, "Palindrome Queries", "text and queries to 2*10^5", cses_strings::palindrome_queries;
    "cses-1111", CSES, "Longest Palindrome", "text to 10^6", cses_strings::longest_palindrome;
    "library-checker-nim_product_64", LIBRARY, "Nim Product (64-bit)", "10^6 products", library_checker::nim_products;
    "library-checker-zalgorithm", LIBRARY, "Z Algorithm", "text to 5*10^5", library_checker::z_algorithm;
    "library-checker-suffixarray", LIBRARY, "Suffix Array", "text to 5*10^5", library_checker::suffixes;
    "library-checker-enumerate_palindromes", LIBRARY, "Enumerate Palindromes", "text to 5*10^5", library_checker::palindromes;
    "library-checker-rooted_tree_isomorphism_classification", LIBRARY, "Rooted Tree Isomorphism Classification", "n to 5*10^5", library_checker::tree_shapes;
    "atcoder-abc255-g", ATCODER, "Constrained Nim", "n and m to 2*10^5, heaps to 10^18", atcoder::forbidden;
    "atcoder-abc297-g", ATCODER, "Constrained Nim 2", "n to 2*10^5, heaps to 10^9", atcoder::interval;
    "atcoder-abc368-f", ATCODER, "Dividing Game", "n and numbers to 10^5", atcoder::divisors;
    "atcoder-arc091-d", ATCODER, "Strange Nim", "n to 200, heaps to 10^9", atcoder::fraction;
    "atcoder-agc017-d", ATCODER, "Game on Tree", "n to 10^5", atcoder::tree;
    "acwing-891", ACWING, "Nim", "n to 10^5, heaps to 10^9", acwing::nim;
    "acwing-892", ACWING, "Staircase Nim", "n to 10^5, steps to 10^9", acwing::stair;
    "acwing-893", ACWING, "Set Nim", "k and n to 100, numbers and heaps to 10^4", acwing::set_nim;
    "acwing-894", ACWING, "Split Nim", "n and heaps to 100", acwing::split_nim;
    "leetcode-486", LEETCODE, "Predict the Winner", "20 numbers to 10^7", leetcode::predict;
    "leetcode-877", LEETCODE, "Stone Game", "500 piles of 1 to 500", leetcode::stone;
    "leetcode-1140", LEETCODE, "Stone Game II", "100 piles to 10^4", leetcode::stone_ii;
    "leetcode-1406", LEETCODE, "Stone Game III", "5*10^4 stones of -1000 to 1000", leetcode::stone_iii;
    "leetcode-1510", LEETCODE, "Stone Game IV", "n to 10^5", leetcode::stone_iv;
    "leetcode-1686", LEETCODE, "Stone Game VI", "10^5 stones of 1 to 100", leetcode::stone_vi;
    "leetcode-1690", LEETCODE, "Stone Game VII", "1000 stones of 1 to 1000", leetcode::stone_vii;
    "leetcode-1872", LEETCODE, "Stone Game VIII", "10^5 stones of -10^4 to 10^4", leetcode::stone_viii;
    "atcoder-edpc-l", ATCODER, "Deque", "3000 numbers of 1 to 10^9", atcoder::deque;
    "codeforces-455b", CODEFORCES, "A Lot of Games", "10^5 letters in all, k to 10^9", codeforces::lot_of_games;
    "codeforces-603c", CODEFORCES, "Lieges of Legendre", "n to 10^5, k and heaps to 10^9", codeforces::legendre;
    "codeforces-305e", CODEFORCES, "Playing with String", "5000 letters", codeforces::palindromes;
    "hackerrank-move-the-coins", "HackerRank", "Move the Coins", "n to 5*10^4, coins to 20, q to 10^5", hackerrank::coins;
    "luogu-p2252", "Luogu", "Wythoff's game", "heaps to 10^9", luogu::wythoff;
    "equal-split", "-", "Take one or split equally", "heaps to 10^9 and beyond", splits::equal;
    "triangular-split", "-", "Take one or split 1+2+...+k", "2*10^5 heaps to 10^9", splits::triangular;
}
