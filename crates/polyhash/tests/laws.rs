//! The laws of hashes: pieces, prefixes, substrings and windows agree with the definition.

use polyhash::{Letters, Modulus, PolyHash, Rolling, Several, Substrings, Windows};
use proptest::prelude::*;
use std::hash::Hasher;
#[cfg(feature = "std")]
use std::io::Write;

/// Any function, with the moduli that have arithmetic of their own among them.
fn functions() -> impl Strategy<Value = PolyHash> {
    let modulus =
        prop_oneof![Just(1u128 << 64), Just((1 << 61) - 1), Just(1_000_000_009), 1..100u128, 1..=1u128 << 64];
    (any::<u64>(), modulus, any::<bool>()).prop_map(|(base, m, bytes)| {
        let letters = if bytes { Letters::Bytes } else { Letters::Alphabetic };
        PolyHash::new(base, Modulus::new(m).unwrap(), letters)
    })
}

/// The definition, with letters as they come.
fn definition(hash: &PolyHash, text: &[u8]) -> u64 {
    let m = hash.modulus();
    let term = |(place, &letter): (usize, &u8)| {
        m.multiply(
            m.reduce_signed(i128::from(hash.letters().value(letter))),
            m.power(hash.base(), place as u64),
        )
    };
    text.iter().enumerate().map(term).fold(0, |sum, term| m.add(sum, term))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_way_to_hash_is_the_definition(hash in functions(), text in prop::collection::vec(any::<u8>(), 0..300)) {
        let expected = definition(&hash, &text);
        prop_assert!(u128::from(expected) < hash.modulus().get());
        prop_assert_eq!(hash.hash(&text), expected);
        prop_assert_eq!(hash.plain(&text), expected);
        prop_assert_eq!(hash.prepare().hash(&text), expected);
        prop_assert_eq!(Several::new([hash, hash]).hash(&text), [expected, expected]);
        let appended = text.iter().enumerate().fold(0, |h, (length, &letter)| hash.append(h, length as u64, letter));
        prop_assert_eq!(appended, expected);
    }

    #[test]
    fn pieces_make_the_whole(
        hash in functions(),
        text in prop::collection::vec(any::<u8>(), 0..6000),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..5),
    ) {
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(text.len() + 1)).collect();
        cuts.extend([0, text.len()]);
        cuts.sort_unstable();
        let blocks = hash.prepare();
        let mut stream = blocks.stream_ref();
        let mut joined = 0;
        for pair in cuts.windows(2) {
            let piece = &text[pair[0]..pair[1]];
            // Every door leads to the same stream.
            match pair[0] % 3 {
                0 => stream.update(piece),
                1 => Hasher::write(&mut stream, piece),
                #[cfg(feature = "std")]
                _ => stream.write_all(piece).unwrap(),
                #[cfg(not(feature = "std"))]
                _ => stream.update(piece),
            }
            joined = hash.concatenate(joined, pair[0] as u64, hash.hash(piece));
        }
        let expected = hash.plain(&text);
        prop_assert_eq!((stream.hash(), stream.finish(), stream.length(), joined), (expected, expected, text.len() as u64, expected));
    }

    #[test]
    fn substrings_are_hashed_like_texts(
        hash in functions(),
        text in prop::collection::vec(any::<u8>(), 0..400),
        ends in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
    ) {
        let (a, b) = (ends.0.index(text.len() + 1), ends.1.index(text.len() + 1));
        let range = a.min(b)..a.max(b);
        let expected = definition(&hash, &text[range.clone()]);
        prop_assert_eq!(Substrings::sampled([hash], &text).hash(range.clone()), Ok([expected]));
        prop_assert_eq!(Substrings::new([hash, hash], &text).hash(range.clone()), Ok([expected, expected]));
        let numbers: Vec<i64> = text.iter().map(|&letter| hash.letters().value(letter)).collect();
        prop_assert_eq!(Substrings::new([hash], &numbers).hash(range.clone()), Ok([expected]));
        prop_assert_eq!(hash.hash_of(&numbers[range]), expected);
        prop_assert!(Substrings::new([hash], &text).hash(0..text.len() + 1).is_err());
        #[expect(clippy::reversed_empty_ranges, reason = "that is the mistake")]
        let backwards = 1..0;
        prop_assert!(Substrings::new([hash], &text).hash(backwards).is_err());
    }

    #[test]
    fn windows_visit_every_place(hash in functions(), text in prop::collection::vec(any::<u8>(), 0..80), width in 0..90usize) {
        let seen: Vec<(usize, u64)> = Windows::new(hash, &text, width).map(|w| (w.start, w.hash)).collect();
        let places = (text.len() + 1).saturating_sub(width);
        let expected: Vec<(usize, u64)> =
            (0..places).map(|start| (start, definition(&hash, &text[start..start + width]))).collect();
        let numbers: Vec<i64> = text.iter().map(|&letter| hash.letters().value(letter)).collect();
        let of_numbers: Vec<(usize, u64)> =
            Windows::new(hash, &numbers, width).map(|w| (w.start, w.hash)).collect();
        prop_assert_eq!(&seen, &expected);
        prop_assert_eq!(&of_numbers, &expected);
        if let Some(Ok(mut window)) = text.get(..width).map(|first| Rolling::new(hash, first)) {
            for (start, expected) in expected {
                if start > 0 {
                    window.roll(text[start - 1], text[start + width - 1]);
                }
                prop_assert_eq!(window.hash(), expected);
            }
        }
    }
}

#[test]
fn portable_code_gives_the_same_hashes() {
    let text: Vec<u8> = (0..100_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for m in [1_000_000_009, (1 << 61) - 1, (1 << 63) - 25, 1 << 64] {
        let blocks = PolyHash::new(911, Modulus::new(m).unwrap(), Letters::Bytes).prepare();
        let fast = blocks.hash(&text);
        polyhash::cpu::force_portable(true);
        let portable = blocks.hash(&text);
        polyhash::cpu::force_portable(false);
        assert_eq!(fast, portable);
        assert_eq!(fast, blocks.function().plain(&text));
    }
}
