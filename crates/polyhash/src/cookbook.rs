//! The classical problems of polynomial hashing, each as a program of a few lines that runs.
//!
//! Every recipe draws its base from the operating system, and says what the answer is worth: hashes that differ prove
//! that texts differ; hashes that are equal prove nothing, and over the choice of the base two different texts of n letters
//! have equal hashes modulo a prime p with probability at most (n - 1)/p. Where the exact way is as easy, it stands beside.
//!
//! 1. [Comparing substrings](#comparing-substrings)
//! 2. [Different substrings of one length](#different-substrings-of-one-length)
//! 3. [The longest common substring](#the-longest-common-substring)
//! 4. [Palindromes](#palindromes)
//! 5. [Periods](#periods)
//! 6. [The minimal rotation](#the-minimal-rotation)
//! 7. [Matching in two dimensions](#matching-in-two-dimensions)
//! 8. [Tree isomorphism](#tree-isomorphism)
//!
//! # Comparing substrings
//!
//! One table, then every question in constant time; the order of two substrings and their longest common prefix by halving. Each
//! comparison of 11 letters is wrong with probability at most 10/p, here 4·10⁻¹⁸.
//!
//! ```
//! # #[cfg(feature = "random")] {
//! use polyhash::{Letters, Modulus, PolyHash, Substrings, SuffixLcp, random};
//! use std::cmp::Ordering;
//!
//! let hash = PolyHash::new(random::base(Modulus::MERSENNE_61)?, Modulus::MERSENNE_61, Letters::Bytes);
//! let text = b"abracadabra";
//! let hashed = Substrings::new([hash], text);
//! assert!(hashed.equal(0..4, 7..11)?);
//! assert_eq!(hashed.cmp(1..4, 8..10)?, Ordering::Greater);
//! assert_eq!(hashed.lcp(0, 7)?, 4);
//!
//! // Exactly, by the suffix array.
//! let exact = SuffixLcp::new(text)?;
//! assert_eq!((exact.equal(0..4, 7..11)?, exact.lcp(0, 7)?), (true, 4));
//! # }
//! # Ok::<(), polyhash::Error>(())
//! ```
//!
//! # Different substrings of one length
//!
//! Roll a window over the text and count the different hashes. All pairs of windows are compared, so a set of q windows of k
//! letters is miscounted with probability at most q(q - 1)/2·(k - 1)/p for one base, and ((k - 1)/p)² a pair for two.
//!
//! ```
//! # #[cfg(feature = "random")] {
//! use polyhash::{Letters, Several, Windows};
//! use std::collections::HashSet;
//!
//! let text = b"mississippi";
//! let [first, second] = Several::<2>::random(Letters::Bytes)?.functions();
//! let pairs = Windows::new(first, text, 3).zip(Windows::new(second, text, 3));
//! let different: HashSet<(u64, u64)> = pairs.map(|(one, other)| (one.hash, other.hash)).collect();
//! assert_eq!(different.len(), 7); // mis iss ssi sis sip ipp ppi
//! # let exact: HashSet<&[u8]> = text.windows(3).collect();
//! # assert_eq!(exact.len(), 7);
//! # }
//! # Ok::<(), polyhash::Error>(())
//! ```
//!
//! # The longest common substring
//!
//! If two texts share a substring of k letters they share one of k - 1, so k is found by halving; a k is tried with a set of the hashes
//! of one text. A hit is compared letter by letter, so the answer is exact: a collision would only cost time. By suffix arrays: the
//! largest entry of the LCP array of both texts, with a separator between them, whose neighbours come from different texts.
//!
//! ```
//! # #[cfg(feature = "random")] {
//! use polyhash::{Letters, Modulus, PolyHash, Windows, lcp_array, random, suffix_array};
//! use std::collections::HashMap;
//!
//! let hash = PolyHash::new(random::base(Modulus::MERSENNE_61)?, Modulus::MERSENNE_61, Letters::Bytes);
//! let (one, other) = (b"the quick brown fox", b"a quicker brown dog");
//! let common = |k: usize| {
//!     let places: HashMap<u64, usize> = Windows::new(hash, one, k).map(|w| (w.hash, w.start)).collect();
//!     Windows::new(hash, other, k).find_map(|w| {
//!         let found = &other[w.start..w.start + k];
//!         places.get(&w.hash).filter(|&&start| one[start..].starts_with(found)).map(|_| found)
//!     })
//! };
//! let (mut low, mut high) = (0, one.len().min(other.len()));
//! while low < high {
//!     let middle = (low + high).div_ceil(2);
//!     if common(middle).is_some() { low = middle } else { high = middle - 1 }
//! }
//! assert_eq!(common(low), Some(&b" brown "[..]));
//!
//! let both: Vec<i32> = one.iter().map(|&c| i32::from(c)).chain([-1]).chain(other.iter().map(|&c| i32::from(c))).collect();
//! let array = suffix_array(&both)?;
//! let lcp = lcp_array(&both, &array)?;
//! let first = |place: u32| (place as usize) < one.len();
//! let longest = (0..lcp.len()).filter(|&i| first(array[i]) != first(array[i + 1])).map(|i| lcp[i]).max();
//! assert_eq!(longest, Some(7));
//! # }
//! # Ok::<(), polyhash::Error>(())
//! ```
//!
//! # Palindromes
//!
//! A substring is a palindrome if it equals the mirrored substring of the text backwards. Manacher's radii answer the same question
//! exactly and faster.
//!
//! ```
//! # #[cfg(feature = "random")] {
//! use polyhash::text::manacher::Radii;
//! use polyhash::{Letters, Modulus, PolyHash, Substrings, random};
//!
//! let hash = PolyHash::new(random::base(Modulus::MERSENNE_61)?, Modulus::MERSENNE_61, Letters::Bytes);
//! let text = b"amanaplanacanalpanama";
//! let backwards: Vec<u8> = text.iter().rev().copied().collect();
//! let (forwards, backwards) = (Substrings::new([hash], text), Substrings::new([hash], &backwards));
//! let n = text.len();
//! let palindrome = |start, end| Ok::<bool, polyhash::Error>(forwards.hash(start..end)? == backwards.hash(n - end..n - start)?);
//! assert!(palindrome(0, n)? && palindrome(9, 12)? && !palindrome(0, 2)?);
//!
//! let radii = Radii::new(text)?;
//! assert!(radii.is_palindrome(0..n)? && radii.is_palindrome(9..12)? && !radii.is_palindrome(0..2)?);
//! # }
//! # Ok::<(), polyhash::Error>(())
//! ```
//!
//! # Periods
//!
//! p is a period if the text without its first p letters equals the text without its last p: one comparison for each p. Exactly: by
//! the border array.
//!
//! ```
//! # #[cfg(feature = "random")] {
//! use polyhash::text::border::periods;
//! use polyhash::{Letters, Modulus, PolyHash, Substrings, random};
//!
//! let hash = PolyHash::new(random::base(Modulus::MERSENNE_61)?, Modulus::MERSENNE_61, Letters::Bytes);
//! let text = b"abcabca";
//! let (n, hashed) = (text.len(), Substrings::new([hash], text));
//! let found: Vec<usize> = (1..=n).filter(|&p| hashed.equal(p..n, 0..n - p) == Ok(true)).collect();
//! assert_eq!(found, [3, 6, 7]);
//! assert_eq!(periods(text)?, [3, 6, 7]);
//! # }
//! # Ok::<(), polyhash::Error>(())
//! ```
//!
//! # The minimal rotation
//!
//! The rotations are the substrings of n letters of the text written twice; the least is found by n comparisons. Exactly and
//! in linear time: by two candidates.
//!
//! ```
//! # #[cfg(feature = "random")] {
//! use polyhash::text::rotation::least_rotation;
//! use polyhash::{Letters, Modulus, PolyHash, Substrings, random};
//! use std::cmp::Ordering;
//!
//! let hash = PolyHash::new(random::base(Modulus::MERSENNE_61)?, Modulus::MERSENNE_61, Letters::Bytes);
//! let text = b"abracadabra";
//! let (n, twice) = (text.len(), text.repeat(2));
//! let hashed = Substrings::new([hash], &twice);
//! let mut best = 0;
//! for start in 1..n {
//!     if hashed.cmp(start..start + n, best..best + n)? == Ordering::Less {
//!         best = start;
//!     }
//! }
//! assert_eq!(best, 10); // aabracadabr
//! assert_eq!(least_rotation(text), 10);
//! # }
//! # Ok::<(), polyhash::Error>(())
//! ```
//!
//! # Matching in two dimensions
//!
//! A pattern of r rows and c columns: the hashes of all windows of c letters in every row are a grid of numbers, and the hashes of all windows of
//! r numbers in its columns are those of all r by c rectangles (Bird and Baker did it with automata in 1977 and 1978). A hit is
//! compared letter by letter.
//!
//! ```
//! # #[cfg(feature = "random")] {
//! use polyhash::{Letters, Modulus, PolyHash, Windows, random};
//!
//! let draw = || Ok::<_, polyhash::Error>(PolyHash::new(random::base(Modulus::MERSENNE_61)?, Modulus::MERSENNE_61, Letters::Bytes));
//! let (along, down) = (draw()?, draw()?);
//! let grid = ["abcab", "cabca", "bcabc", "abcab"];
//! let pattern = ["ab", "ca", "bc"];
//! let (rows, columns) = (pattern.len(), pattern[0].len());
//!
//! let wanted: Vec<u64> = pattern.iter().map(|row| along.hash(row.as_bytes())).collect();
//! let wanted = down.hash_of(&wanted);
//! let windows: Vec<Vec<u64>> =
//!     grid.iter().map(|row| Windows::new(along, row.as_bytes(), columns).map(|w| w.hash).collect()).collect();
//! let mut found = Vec::new();
//! for column in 0..windows[0].len() {
//!     let numbers: Vec<u64> = windows.iter().map(|row| row[column]).collect();
//!     let hits = Windows::new(down, &numbers, rows).filter(|w| w.hash == wanted).map(|w| w.start);
//!     let equal = |&row: &usize| (0..rows).all(|i| grid[row + i][column..].starts_with(pattern[i]));
//!     found.extend(hits.filter(equal).map(|row| (row, column)));
//! }
//! assert_eq!(found, [(0, 0), (1, 1), (0, 3)]);
//! # }
//! # Ok::<(), polyhash::Error>(())
//! ```
//!
//! # Tree isomorphism
//!
//! A vertex of height d has the product of (r_d + hash) over its children, with a random number r_d for each height: as a polynomial
//! in the r this product tells all shapes apart, so that two different trees of n vertices have equal hashes with probability at most
//! n/p (Schwartz 1980, Zippel 1979). With numbers that are known, trees can be made that collide. Exactly: [`tree`](crate::tree).
//!
//! ```
//! # #[cfg(feature = "random")] {
//! use polyhash::tree::subtree_classes;
//! use polyhash::{Modulus, random};
//!
//! // Two trees below vertex 0: 1 with children 3 and 4, where 4 has a child; and the same mirrored.
//! let parents = [0, 0, 0, 1, 1, 2, 2, 4, 5];
//! let m = Modulus::MERSENNE_61;
//! let mut numbers = Vec::new();
//! for _ in 0..parents.len() {
//!     numbers.push(random::base(m)?);
//! }
//! let (mut hash, mut height) = (vec![1; parents.len()], vec![0; parents.len()]);
//! for vertex in (1..parents.len()).rev() {
//!     height[parents[vertex]] = height[parents[vertex]].max(height[vertex] + 1);
//! }
//! for vertex in (1..parents.len()).rev() {
//!     let parent = parents[vertex];
//!     hash[parent] = m.multiply(hash[parent], m.add(numbers[height[parent]], hash[vertex]));
//! }
//! assert_eq!(hash[1], hash[2]);
//! assert_ne!(hash[1], hash[4]);
//!
//! let classes = subtree_classes(&[0, 0, 0, 1, 1, 2, 2, 4, 5])?.of;
//! assert_eq!(classes[1], classes[2]);
//! # }
//! # Ok::<(), polyhash::Error>(())
//! ```
