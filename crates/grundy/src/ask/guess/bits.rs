//! Functions of the binary digits: their number and their sum, what is left when some are masked or turned over.

use super::scaled::{Function, first_fit};
use super::{Guess, GuessKind};

/// The function that the terms are.
pub fn guess(terms: &[i128], first: u64) -> Option<Guess> {
    let wide = i128::from;
    let functions = [
        Function { text: "ones(#)", value: &|n| Some(n.count_ones().into()) },
        Function { text: "(ones(#)%2)", value: &|n| Some(wide(n.count_ones() % 2)) },
        Function { text: "bitlength(#)", value: &|n| Some((64 - n.leading_zeros()).into()) },
        Function { text: "oddpart(#)", value: &|n| (n > 0).then(|| (n >> n.trailing_zeros()).into()) },
        Function { text: "2^log(2, #)", value: &|n| n.checked_ilog2().map(|log| 1 << log) },
        Function { text: "2^valuation(2, #)", value: &|n| (n > 0).then(|| (n & n.wrapping_neg()).into()) },
        Function { text: "((#) xor (#)/2)", value: &|n| Some((n ^ (n >> 1)).into()) },
    ];
    let known = first_fit(GuessKind::Bits, terms, first, &functions);
    known.or_else(|| turned_over(terms, first)).or_else(|| masked(terms, first))
}

/// `n xor c`
fn turned_over(terms: &[i128], first: u64) -> Option<Guess> {
    let turned = i128::from(first) ^ terms.first()?;
    let fits = (i128::from(first)..).zip(terms).all(|(n, &term)| n ^ turned == term);
    // Where the constant is larger than every n, it only adds.
    let mixes = turned > 0 && terms.len() as i128 + i128::from(first) > turned;
    (fits && mixes).then(|| Guess::fair(GuessKind::Bits, format!("n xor {turned}"), 1, terms.len())).flatten()
}

/// `bitand(n, m)`: the mask is all bits that are ever seen.
fn masked(terms: &[i128], first: u64) -> Option<Guess> {
    let mask = terms.iter().fold(0, |mask, &term| mask | term);
    let fits = (i128::from(first)..).zip(terms).all(|(n, &term)| n & mask == term);
    let mut seen = 0;
    let fitted = terms.iter().position(|&term| {
        seen |= term;
        seen == mask
    })?;
    // A mask of ones at the end is a remainder; all bits are n itself.
    let plain = mask & (mask + 1) == 0;
    let text = format!("bitand(n, {mask})");
    (fits && !plain && mask > 0)
        .then(|| Guess::fair(GuessKind::Bits, text, fitted + 1, terms.len()))
        .flatten()
}
