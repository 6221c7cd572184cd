//! Every attack, with its texts hashed again by a function that shares nothing with the library.

use polyhash::attack::{
    Alphabet, Collision, Effort, Lengths, Limit, Method, Outcome, Proof, Request, birthday, collide, compose,
    find, multiply, palindrome, thue_morse,
};
use polyhash::random::SplitMix;
use polyhash::{Letters, Modulus, PolyHash};

/// The definition, in wide integers.
fn plain(text: &[u8], base: u64, modulus: u128) -> u128 {
    let (mut sum, mut power) = (0u128, 1 % modulus);
    for &byte in text {
        let value = (i128::from(byte) - 96).rem_euclid(modulus as i128) as u128;
        sum = (sum + mulmod(value, power, modulus)) % modulus;
        power = mulmod(power, u128::from(base) % modulus, modulus);
    }
    sum
}

/// By doubling, so that 2^64 needs no more than 128 bits.
fn mulmod(mut a: u128, mut b: u128, m: u128) -> u128 {
    let mut sum = 0;
    while b > 0 {
        if b & 1 == 1 {
            sum = (sum + a) % m;
        }
        a = a * 2 % m;
        b >>= 1;
    }
    sum
}

/// No texts of fewer letters collide.
fn below(collision: &Collision) -> usize {
    collision.proof.expect("a proof was asked for").below
}

type Parameters<'a> = &'a [(u64, u128)];

fn functions(parameters: Parameters<'_>) -> Vec<PolyHash> {
    let one = |&(base, m): &(u64, u128)| PolyHash::new(base, Modulus::new(m).unwrap(), Letters::Alphabetic);
    parameters.iter().map(one).collect()
}

fn check(parameters: Parameters<'_>, alphabet: &Alphabet, collision: &Collision) {
    let Collision { first, second, hashes, .. } = collision;
    assert_ne!(first, second);
    assert_eq!(first.len(), second.len());
    assert!(first.iter().chain(second).all(|letter| alphabet.letters().contains(letter)));
    for (&(base, m), &hash) in parameters.iter().zip(hashes) {
        assert_eq!(plain(first, base, m), u128::from(hash), "{base} {m}");
        assert_eq!(plain(second, base, m), u128::from(hash), "{base} {m}");
    }
}

const M61: u128 = (1 << 61) - 1;

#[test]
fn the_table_of_famous_parameters() {
    let alphabet = Alphabet::lowercase();
    let table: [(Parameters<'_>, usize); 6] = [
        (&[(31, 1_000_000_009)], 7),
        (&[(131, M61)], 12),
        (&[(31, 1_000_000_007), (37, 1_000_000_009)], 11),
        (&[(131, 1 << 64)], 12),
        (&[(31, 1_000_000_007), (37, 1_000_000_009), (41, 998_244_353)], 17),
        (&[(131, M61), (137, M61)], 24),
    ];
    for (parameters, most) in table {
        let request = Request::new(functions(parameters), alphabet.clone());
        let collision = find(&request, &Effort::default()).unwrap().found().expect("a collision");
        check(parameters, &alphabet, &collision);
        assert!(collision.first.len() <= most, "{parameters:?}: {} letters", collision.first.len());
        assert_eq!(collision.method, Method::Lattice);
    }
}

#[test]
fn proved_shortest_collisions() {
    let alphabet = Alphabet::lowercase();
    let table: [(Parameters<'_>, usize); 5] = [
        (&[(31, 1_000_000_009)], 7),
        (&[(131, M61)], 11),
        // 25 * (31^12 - 1) / 30 is below the modulus, and digits below 31 are unique: 12 letters are too few.
        (&[(31, M61)], 13),
        (&[(31, 1_000_000_007), (37, 1_000_000_009)], 11),
        (&[(131, 1 << 64)], 12),
    ];
    for (parameters, least) in table {
        let request = Request { shortest: true, ..Request::new(functions(parameters), alphabet.clone()) };
        let collision = collide::find(&request, &Effort::default()).found().expect("a collision");
        check(parameters, &alphabet, &collision);
        assert!(collision.shortest() && collision.first.len() == least, "{parameters:?} {collision:?}");
        let request = Request { length: Some(least - 1), shortest: false, ..request };
        assert!(matches!(collide::find(&request, &Effort::default()), Outcome::Impossible(_)));
    }
}

/// The least length of a collision, by hashing all texts.
fn least_by_all_texts(base: u64, m: u128, letters: &[u8]) -> usize {
    let mut texts: Vec<Vec<u8>> = vec![Vec::new()];
    for length in 1.. {
        texts = texts.iter().flat_map(|t| letters.iter().map(move |&l| [&t[..], &[l]].concat())).collect();
        let mut hashes: Vec<u128> = texts.iter().map(|text| plain(text, base, m)).collect();
        hashes.sort_unstable();
        if hashes.windows(2).any(|pair| pair[0] == pair[1]) {
            return length;
        }
    }
    unreachable!()
}

#[test]
fn shortest_is_shortest_among_all_texts() {
    let mut random = SplitMix(3);
    for round in 0..300 {
        let letters = ["ab", "abc", "ac", "adf", "a-e", "az", "acz", "abz", "a-cx-z"][round % 9];
        let alphabet = Alphabet::parse(letters).unwrap();
        let m = 1 + u128::from(random.below(if round % 2 == 0 { 60 } else { 2000 }));
        let base = random.below(3000);
        let request = Request { shortest: true, ..Request::new(functions(&[(base, m)]), alphabet.clone()) };
        let collision = collide::find(&request, &Effort::default()).found().expect("a collision");
        check(&[(base, m)], &alphabet, &collision);
        assert!(collision.shortest());
        assert_eq!(
            collision.first.len(),
            least_by_all_texts(base, m, alphabet.letters()),
            "{letters} {base} {m}"
        );
    }
}

#[test]
fn gaps_in_the_alphabet_are_proved_over() {
    for (letters, parameters, least) in [
        ("acz", &[(31, 1_000_000_007)][..], 11),
        ("ab~", &[(31, 1_000_000_007)], 10),
        ("acz", &[(31, 65_537), (37, 32_749)], 11),
    ] {
        let alphabet = Alphabet::parse(letters).unwrap();
        let request = Request { shortest: true, ..Request::new(functions(parameters), alphabet.clone()) };
        let collision = collide::find(&request, &Effort::default()).found().expect("a collision");
        check(parameters, &alphabet, &collision);
        let proof = Some(Proof { lengths: Lengths::Equal, below: least });
        assert_eq!(
            (collision.proof, collision.limit, collision.first.len()),
            (proof, None, least),
            "{letters}"
        );
        if let &[(base, m)] = parameters {
            assert_eq!(least_by_all_texts(base, m, alphabet.letters()), least, "{letters}");
        }
        let request = Request { length: Some(least - 1), shortest: false, ..request };
        assert!(matches!(collide::find(&request, &Effort::default()), Outcome::Impossible(_)), "{letters}");
    }
}

#[test]
fn a_proof_that_a_limit_ends_leaves_a_collision_and_a_bound() {
    let parameters: Parameters<'_> = &[(131, M61)];
    let alphabet = Alphabet::parse("acz").unwrap();
    let request = Request { shortest: true, ..Request::new(functions(parameters), alphabet.clone()) };
    let few = Effort { nodes: 1_000_000, ..Effort::default() };
    // Below 200 bytes the second half grows, which costs nodes.
    let small = Effort { memory: 200, ..few };
    let seen = std::sync::atomic::AtomicU64::new(0);
    let keep_going = |work: u64| seen.fetch_max(work, std::sync::atomic::Ordering::Relaxed) < 10_000_000;
    let stopped = Effort { keep_going: &keep_going, ..Effort::default() };
    for (effort, limit, bound) in
        [(few, Limit::Nodes, 14), (small, Limit::Memory, 8), (stopped, Limit::Stopped, 10)]
    {
        let collision = collide::find(&request, &effort).found().expect("a collision");
        check(parameters, &alphabet, &collision);
        assert_eq!((collision.shortest(), collision.limit), (false, Some(limit)), "{collision:?}");
        assert!((bound..collision.first.len()).contains(&below(&collision)), "{collision:?}");
    }
    // The lattice that serves alphabets without gaps leaves a bound as well.
    let letters = Request { alphabet: Alphabet::lowercase(), ..request };
    let collision = collide::find(&letters, &Effort { nodes: 40, ..Effort::default() }).found().unwrap();
    assert_eq!((collision.shortest(), collision.limit), (false, Some(Limit::Nodes)), "{collision:?}");
    assert!((5..11).contains(&below(&collision)), "{collision:?}");
}

#[test]
fn random_parameters_all_break() {
    let mut random = SplitMix(11);
    let alphabets =
        ["a-z", "a-zA-Z", "0-9", "abc", "aeiou", " -~"].map(|text| Alphabet::parse(text).unwrap());
    for round in 0..120 {
        let count = 1 + random.below(2) as usize;
        let parameters: Vec<(u64, u128)> =
            (0..count).map(|_| (random.next(), 1 + u128::from(random.next() >> random.below(60)))).collect();
        let alphabet = &alphabets[round % alphabets.len()];
        let request = Request::new(functions(&parameters), alphabet.clone());
        let collision = find(&request, &Effort::default()).unwrap().found();
        check(&parameters, alphabet, &collision.unwrap_or_else(|| panic!("{parameters:?} {alphabet:?}")));
    }
}

#[test]
fn lengths_and_impossible_requests() {
    let parameters: Parameters<'_> = &[(31, 1_000_000_009)];
    let ask = |alphabet: &str, length| {
        let alphabet = Alphabet::parse(alphabet).unwrap();
        find(&Request { length, ..Request::new(functions(parameters), alphabet) }, &Effort::default())
            .unwrap()
    };
    for length in [7, 8, 20, 500] {
        let collision = ask("a-z", Some(length)).found().unwrap();
        check(parameters, &Alphabet::lowercase(), &collision);
        assert_eq!(collision.first.len(), length);
    }
    for (alphabet, length) in
        [("a", None), ("a", Some(9)), ("a-z", Some(6)), ("a-z", Some(1)), ("a-z", Some(0))]
    {
        assert!(matches!(ask(alphabet, length), Outcome::Impossible(_)), "{alphabet} {length:?}");
    }
}

#[test]
fn palindromes_that_are_none() {
    let alphabet = Alphabet::lowercase();
    for parameters in [&[(31, 1_000_000_009)][..], &[(131, M61)], &[(31, 1_000_000_007), (37, 1_000_000_009)]]
    {
        let request = Request::new(functions(parameters), alphabet.clone());
        let fake = palindrome::find(&request, &Effort::default()).found().unwrap();
        check(parameters, &alphabet, &fake);
        assert!(fake.first.iter().rev().eq(&fake.second));
        assert!(fake.first.len() <= 25, "{} letters", fake.first.len());
    }
}

#[test]
fn two_letters() {
    let alphabet = Alphabet::parse("ab").unwrap();
    for parameters in
        [&[(131, M61)][..], &[(131, 1 << 64)], &[(131, M61), (137, M61)], &[(7, 1_000_000_007), (9, M61)]]
    {
        let request = Request::new(functions(parameters), alphabet.clone());
        let collision = find(&request, &Effort::default()).unwrap().found().expect("a collision");
        check(parameters, &alphabet, &collision);
        assert!(collision.first.len() < 10_000);
    }
    let long = Request {
        length: Some(5000),
        ..Request::new(functions(&[(131, M61), (137, M61)]), alphabet.clone())
    };
    let collision = find(&long, &Effort::default()).unwrap().found().expect("a collision");
    check(&[(131, M61), (137, M61)], &alphabet, &collision);
    assert_eq!(collision.first.len(), 5000);
    let request = Request::new(functions(&[(31, 1_000_000_009), (37, 1_000_000_007)]), alphabet.clone());
    let composed = compose::find(&request, &Effort::default()).found().unwrap();
    check(&[(31, 1_000_000_009), (37, 1_000_000_007)], &alphabet, &composed);
}

#[test]
fn thue_morse_serves_every_base() {
    let alphabet = Alphabet::lowercase();
    let (first, second) = thue_morse::any_base(&alphabet).unwrap();
    let mut random = SplitMix(1);
    for base in (0..300).chain(std::iter::repeat_with(|| random.next()).take(300)) {
        let hash = PolyHash::new(base, Modulus::TWO_64, Letters::Bytes);
        assert_eq!(hash.plain(&first), hash.plain(&second), "{base}");
    }
    for (base, length) in [(31, 256), (131, 1024), (2, 65)] {
        let request = Request::new(functions(&[(base, 1 << 64)]), alphabet.clone());
        let collision = thue_morse::find(&request).found().unwrap();
        check(&[(base, 1 << 64)], &alphabet, &collision);
        assert!(collision.first.len() <= length, "{base}: {}", collision.first.len());
    }
    let request = Request::new(functions(&[(31, M61)]), alphabet);
    assert!(matches!(thue_morse::find(&request), Outcome::NotFound(_)));
}

#[test]
fn birthdays() {
    let parameters: Parameters<'_> = &[(31, 65_537), (37, 32_749)];
    let request = Request::new(functions(parameters), Alphabet::lowercase());
    let collision = birthday::find(&request, 1 << 22, &Effort::default()).found().unwrap();
    check(parameters, &Alphabet::lowercase(), &collision);
    assert!(matches!(birthday::find(&request, 10, &Effort::default()), Outcome::NotFound(_)));
}

#[test]
fn many_texts_with_one_hash() {
    let parameters: Parameters<'_> = &[(131, M61)];
    let request = Request::new(functions(parameters), Alphabet::lowercase());
    let collision = find(&request, &Effort::default()).unwrap().found().unwrap();
    let mut texts: Vec<Vec<u8>> = multiply::texts(&collision.first, &collision.second, 1000).collect();
    let hash = plain(&texts[0], 131, M61);
    assert!(texts.iter().all(|text| plain(text, 131, M61) == hash && text.len() == texts[0].len()));
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), 1000);
}

#[test]
fn a_stopped_attack_says_so() {
    let request = Request::new(functions(&[(131, M61)]), Alphabet::lowercase());
    let effort = Effort { keep_going: &|_| false, ..Effort::default() };
    assert_eq!(find(&request, &effort), Ok(Outcome::Stopped));
}

/// All pairs of texts up to a length, the longer one first that collides.
fn least_of_any_length(base: u64, m: u128, letters: &[u8]) -> usize {
    let mut seen = std::collections::HashSet::new();
    let mut texts: Vec<Vec<u8>> = vec![Vec::new()];
    for length in 1.. {
        texts = texts.iter().flat_map(|t| letters.iter().map(move |&l| [&t[..], &[l]].concat())).collect();
        if texts.iter().any(|text| !seen.insert(plain(text, base, m))) {
            return length;
        }
    }
    unreachable!()
}

#[test]
fn texts_of_any_length() {
    let mut random = SplitMix(8);
    for round in 0..150 {
        let letters = ["ab", "abc", "ac", "adf", "a-e", "az", "`a", "a", "_`a"][round % 9];
        let alphabet = Alphabet::parse(letters).unwrap();
        let m = 2 + u128::from(random.below(if round % 2 == 0 { 60 } else { 2000 }));
        let base = random.below(3000);
        let request = Request {
            shortest: true,
            any_length: true,
            ..Request::new(functions(&[(base, m)]), alphabet.clone())
        };
        let collision = collide::find(&request, &Effort::default()).found().expect("a collision");
        let Collision { first, second, .. } = &collision;
        assert!(first != second && plain(first, base, m) == plain(second, base, m), "{letters} {base} {m}");
        let least = least_of_any_length(base, m, alphabet.letters());
        let proof = Some(Proof { lengths: Lengths::Any, below: least });
        assert_eq!(
            (collision.proof, collision.length()),
            (proof, least),
            "{letters} {base} {m} {collision:?}"
        );
    }
    // Larger moduli go by cosets: 2^61 - 1 with a base of 131.
    let request = Request {
        shortest: true,
        any_length: true,
        ..Request::new(functions(&[(131, M61)]), Alphabet::lowercase())
    };
    let collision = collide::find(&request, &Effort::default()).found().expect("a collision");
    assert!(collision.shortest() && collision.length() <= 11, "{collision:?}");
    assert_eq!(plain(&collision.first, 131, M61), plain(&collision.second, 131, M61));
}

#[test]
fn no_functions_are_no_panic() {
    let request = Request::new(Vec::new(), Alphabet::lowercase());
    let effort = Effort::default();
    assert!(find(&request, &effort).is_err());
    for outcome in [
        collide::find(&request, &effort),
        compose::find(&request, &effort),
        palindrome::find(&request, &effort),
        birthday::find(&request, 1000, &effort),
        thue_morse::find(&request),
    ] {
        assert!(matches!(outcome, Outcome::Impossible(_)), "{outcome:?}");
    }
    let preimage = polyhash::attack::preimage::find(&[], &Alphabet::lowercase(), None, &effort);
    assert_eq!(preimage, Err(polyhash::attack::preimage::NoPreimage::Impossible));
    assert!(polyhash::audit::audit(&polyhash::audit::Question::new(Vec::new()), &effort).is_err());
}

#[test]
fn birthdays_on_finite_sets_end() {
    let request =
        Request { length: Some(3), ..Request::new(functions(&[(31, 1_000_000_009)]), Alphabet::lowercase()) };
    let outcome = birthday::find(&request, 1 << 22, &Effort::default());
    assert!(matches!(&outcome, Outcome::Impossible(why) if why.contains("17576")), "{outcome:?}");
}
