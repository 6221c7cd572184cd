//! cargo run --example anti_hash
//!
//! base 31 modulo 1000000007: `[...]` and `[...]` have hash [...]
//!
//! Two texts that break a hash with known parameters, and the same parameters with a secret base, which they do not break.

use polyhash::attack::{Alphabet, Budget, Request, find};
use polyhash::{Letters, Modulus, PolyHash, random};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let modulus = Modulus::new(1_000_000_007)?;
    let known = PolyHash::new(31, modulus, Letters::Alphabetic);
    let request = Request::new(vec![known], Alphabet::lowercase());
    let Some(collision) = find(&request, &Budget::default())?.found() else {
        return Err("no collision".into());
    };
    let (first, second) = (&collision.first, &collision.second);
    let [one, other] = [first, second].map(|text| String::from_utf8_lossy(text));
    println!("base 31 modulo {modulus}: `{one}` and `{other}` have hash {}", known.hash(first));
    let secret =
        PolyHash::new(random::base(Modulus::MERSENNE_61)?, Modulus::MERSENNE_61, Letters::Alphabetic);
    assert_ne!(secret.hash(first), secret.hash(second));
    Ok(())
}
