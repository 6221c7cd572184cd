//! cargo run --example repeated_blocks < FILE
//!
//! 12 of 3456 windows of 64 bytes occurred before
//!
//! A rolling hash over standard input: how many windows of 64 bytes have been seen already, each hit compared byte by byte.

use polyhash::{Letters, Modulus, PolyHash, Windows, random};
use std::collections::HashMap;
use std::error::Error;
use std::io::Read;

const WIDTH: usize = 64;

fn main() -> Result<(), Box<dyn Error>> {
    let mut text = Vec::new();
    std::io::stdin().read_to_end(&mut text)?;
    let hash = PolyHash::new(random::base(Modulus::MERSENNE_61)?, Modulus::MERSENNE_61, Letters::Bytes);
    let windows = Windows::new(hash, &text, WIDTH);
    let count = windows.len();
    let (mut first, mut repeated) = (HashMap::new(), 0);
    for window in windows {
        let start = *first.entry(window.hash).or_insert(window.start);
        let again = start < window.start && text[start..][..WIDTH] == text[window.start..][..WIDTH];
        repeated += u64::from(again);
    }
    println!("{repeated} of {count} windows of {WIDTH} bytes occurred before");
    Ok(())
}
