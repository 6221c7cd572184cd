// Polynomial hash modulo 2^61 - 1 with a secret base. Two different texts of n bytes have equal hashes with probability at most
// (n - 1) / (2^61 - 1), whoever wrote them, as long as the base stays secret and is drawn anew by every run.
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::OnceLock;

const P: u64 = (1 << 61) - 1;

fn add(a: u64, b: u64) -> u64 {
    if a + b >= P { a + b - P } else { a + b }
}

fn sub(a: u64, b: u64) -> u64 {
    if a >= b { a - b } else { a + P - b }
}

fn mul(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    add(product as u64 & P, (product >> 61) as u64)
}

fn letter(byte: u8) -> u64 {
    byte as u64 + 1
}

/// Drawn once in a run, each of 0, 1, ..., P - 1 as likely as any other: the standard library keys its hash tables at random.
fn base() -> u64 {
    static BASE: OnceLock<u64> = OnceLock::new();
    let draw = || RandomState::new().build_hasher().finish() >> 3;
    *BASE.get_or_init(|| std::iter::repeat_with(draw).find(|&value| value < P).unwrap())
}

pub struct PolyHash {
    /// The hash of the first i bytes, and the base to that power.
    prefix: Vec<u64>,
    power: Vec<u64>,
}

impl PolyHash {
    pub fn new(text: &[u8]) -> PolyHash {
        let (base, mut prefix, mut power) = (base(), vec![0], vec![1]);
        for (i, &byte) in text.iter().enumerate() {
            prefix.push(add(mul(prefix[i], base), letter(byte)));
            power.push(mul(power[i], base));
        }
        PolyHash { prefix, power }
    }

    /// The hash of bytes l up to r, r not included.
    pub fn hash(&self, l: usize, r: usize) -> u64 {
        sub(self.prefix[r], mul(self.prefix[l], self.power[r - l]))
    }

    pub fn equal(&self, l1: usize, r1: usize, l2: usize, r2: usize) -> bool {
        r1 - l1 == r2 - l2 && self.hash(l1, r1) == self.hash(l2, r2)
    }
}

/// A window that moves forward; its hash is that of the substring it shows.
pub struct Rolling {
    pub hash: u64,
    top: u64,
}

impl Rolling {
    pub fn new(window: &[u8]) -> Rolling {
        let hash = window.iter().fold(0, |hash, &byte| add(mul(hash, base()), letter(byte)));
        let top = window.iter().skip(1).fold(1, |top, _| mul(top, base()));
        Rolling { hash, top }
    }

    pub fn roll(&mut self, leaving: u8, entering: u8) {
        let rest = sub(self.hash, mul(letter(leaving), self.top));
        self.hash = add(mul(rest, base()), letter(entering));
    }
}
