//! What the fuzzers of `polyhash` do with their bytes: one function a target.
//!
//! `crates/polyhash/tests/fuzz_corpus.rs` replays `testdata/fuzz` through the same functions. A function panics when something is
//! wrong and returns otherwise.

use polyhash::attack::{Alphabet, Effort, Outcome, Request, black_box, find};
use polyhash::text::distinct;
use polyhash::text::eertree::PalindromicTree;
use polyhash::text::manacher::Radii;
use polyhash::{
    Finder, Letters, Match, Modulus, Needles, PolyHash, Substrings, SuffixLcp, parameters, suffix_array,
};
use std::collections::HashSet;

/// A target: its name, which is also its folder in `testdata/fuzz`, and what it does.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: [Target; 3] = [("parameters", parameters), ("search", search), ("saved", saved)];

/// Longest text that is looked at.
const LONGEST: usize = 300;

/// Target `parameters`: three lines, a base, a modulus and an alphabet, as the command reads them; whatever they mean is broken.
pub fn parameters(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut lines = text.lines().chain(std::iter::repeat(""));
    let mut line = || lines.next().unwrap_or_default();
    let (base, modulus, alphabet) =
        (parameters::number(line()), parameters::number(line()), Alphabet::parse(line()));
    for number in [&base, &modulus].into_iter().flatten() {
        assert_eq!(
            parameters::number(&number.to_string()).as_ref(),
            Ok(number),
            "a number is read as itself"
        );
    }
    if let Ok(alphabet) = &alphabet {
        assert!(alphabet.letters().is_sorted() && !alphabet.letters().is_empty());
        let width = i128::from(alphabet.width());
        assert!(alphabet.pair(width).is_some() && alphabet.pair(width + 1).is_none());
    }
    let (Ok(base), Ok(modulus), Ok(alphabet)) = (base, modulus, alphabet) else { return };
    let Ok(modulus) = Modulus::new(modulus) else { return };
    let Ok(base) = u64::try_from(base) else { return };
    let function = PolyHash::new(base, modulus, Letters::Alphabetic);
    let request = Request::new(vec![function], alphabet);
    let effort = Effort { nodes: 10_000, ..Effort::default() };
    match find(&request, &effort).expect("there is a function") {
        Outcome::Found(found) => {
            assert_ne!(found.first, found.second);
            assert_eq!(function.plain(&found.first), function.plain(&found.second));
            assert_eq!(function.plain(&found.first), found.hashes[0]);
            let all = request.alphabet.letters();
            assert!(found.first.iter().chain(&found.second).all(|letter| all.contains(letter)));
        }
        _ => assert!(
            request.alphabet.width() == 0 || request.alphabet.letters().len() < 4,
            "not broken: {request:?}"
        ),
    }
}

/// Target `search`: the first byte is the length of a needle, the rest the needle and the text.
pub fn search(bytes: &[u8]) {
    let Some((&length, rest)) = bytes.split_first() else { return };
    if rest.len() > LONGEST {
        return;
    }
    let (needle, text) = rest.split_at(usize::from(length).min(rest.len()));
    let naive = |needle: &[u8]| -> Vec<usize> {
        (0..=text.len()).filter(|&start| text[start..].starts_with(needle)).collect()
    };
    let finder = Finder::new(needle);
    assert_eq!(finder.positions(text).collect::<Vec<_>>(), naive(needle));
    assert_eq!(finder.count(text), naive(needle).len() as u64);
    check_many(needle, text, &naive);
    check_counts(text);
    let function = PolyHash::lecture();
    let substrings = Substrings::sampled([function], text);
    let middle = text.len() / 3..text.len() - text.len() / 4;
    assert_eq!(substrings.hash(middle.clone()), Ok([function.plain(&text[middle.clone()])]));
    let exact = SuffixLcp::new(text).expect("a short text");
    let common = text.iter().zip(&text[middle.start..]).take_while(|(a, b)| a == b).count();
    assert_eq!(exact.lcp(0, middle.start), Ok(common));
}

/// The needle and its parts, looked for at once.
fn check_many(needle: &[u8], text: &[u8], naive: &dyn Fn(&[u8]) -> Vec<usize>) {
    let half = needle.len() / 2;
    let needles = [needle, &needle[..half], &needle[half..], needle];
    let mut expected: Vec<Match> = Vec::new();
    for (id, needle) in needles.iter().enumerate() {
        expected.extend(naive(needle).into_iter().map(|start| Match { start, needle: id }));
    }
    expected.sort_unstable();
    assert_eq!(Needles::new(needles).expect("four needles").matches(text), expected);
}

fn check_counts(text: &[u8]) {
    let array = suffix_array(text).expect("a short text");
    assert!(array.windows(2).all(|pair| text[pair[0] as usize..] < text[pair[1] as usize..]));
    assert_eq!(array.len(), text.len());
    let (radii, tree) =
        (Radii::new(text).expect("a short text"), PalindromicTree::new(text).expect("a short text"));
    assert_eq!((radii.count(), radii.longest().len()), (tree.count(), tree.longest()));
    if text.len() <= 64 {
        let all: HashSet<&[u8]> =
            (0..text.len()).flat_map(|l| (l + 1..=text.len()).map(move |r| &text[l..r])).collect();
        assert_eq!(distinct::substrings(text), Ok(all.len() as u64));
        let mirrored = all.iter().filter(|word| word.iter().eq(word.iter().rev())).count();
        assert_eq!(tree.len(), mirrored);
    }
}

/// Target `saved`: the state of a black-box search.
pub fn saved(bytes: &[u8]) {
    let mut search = black_box::Search::new(30.0, Alphabet::lowercase(), 0);
    if search.resume(bytes, 1).is_ok() {
        let mut again = black_box::Search::new(30.0, Alphabet::lowercase(), 0);
        again.resume(&search.to_bytes(1), 1).expect("what was written can be read");
        assert_eq!(again.to_bytes(1), search.to_bytes(1));
    }
}
