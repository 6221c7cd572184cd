//! cargo run --example compare_substrings -- abracadabra 0 7
//!
//! 4 letters in common: abra
//!
//! The longest common prefix of two suffixes of a text, by hashes with a secret base and exactly by the suffix array.

use polyhash::{Letters, Modulus, PolyHash, Substrings, SuffixLcp, random};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (text, one, other) = match &arguments[..] {
        [text, one, other] => (text.as_str(), one.parse()?, other.parse()?),
        _ => ("abracadabra", 0, 7),
    };
    let hash = PolyHash::new(random::base(Modulus::MERSENNE_61)?, Modulus::MERSENNE_61, Letters::Bytes);
    let common = Substrings::new([hash], text.as_bytes()).lcp(one, other)?;
    assert_eq!(common, SuffixLcp::new(text.as_bytes())?.lcp(one, other)?);
    let shown = String::from_utf8_lossy(&text.as_bytes()[one..one + common]);
    println!("{common} letters in common: {shown}");
    Ok(())
}
