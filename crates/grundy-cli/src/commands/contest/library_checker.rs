//! Library Checker: nim-products, texts and trees, arrays in one line.

use super::{Answers, Trouble};
use grundy::Limits;
use grundy::game::text::scanner::Scanner;
use grundy::value::product::product;
use polyhash::suffix_array;
use polyhash::text::manacher::Radii;
use polyhash::text::z_function::z_array;
use polyhash::tree::subtree_classes;

/// `nim_product_64`: t pairs; the nim-product of each.
pub fn nim_products(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    for _ in 0..input.count()? {
        let (one, other) = (input.number()?, input.number()?);
        answers.numbers(std::iter::once(product(one, other)));
    }
    Ok(())
}

/// `zalgorithm`: what every suffix shares with the text.
pub fn z_algorithm(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    answers.numbers(z_array(input.word()?)?.into_iter().map(u64::from));
    Ok(())
}

/// `suffixarray`: the suffixes in order.
pub fn suffixes(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    answers.numbers(suffix_array(input.word()?)?.into_iter().map(u64::from));
    Ok(())
}

/// `enumerate_palindromes`: the lengths of the longest palindromes around letters and gaps.
pub fn palindromes(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    answers.numbers(Radii::new(input.word()?)?.lengths().map(u64::from));
    Ok(())
}

/// `rooted_tree_isomorphism_classification`: n and the parents of 1, ..., n - 1; the number of shapes and the shape of each subtree.
pub fn tree_shapes(input: &mut Scanner<'_>, answers: &mut Answers, _: &Limits<'_>) -> Result<(), Trouble> {
    let count = input.count()?;
    let mut parents: Vec<u32> = input.room(count);
    if count > 0 {
        parents.push(0);
    }
    for vertex in 1..count {
        match input.number()? {
            parent if parent < vertex as u64 && vertex < 1 << 31 => parents.push(parent as u32),
            parent => {
                let message = format!("the parent of {vertex} comes before it, which {parent} does not");
                return Err(input.refuse(message).into());
            }
        }
    }
    let classes = subtree_classes(&parents)?;
    answers.line(&classes.count.to_string());
    answers.numbers(classes.of.into_iter().map(u64::from));
    Ok(())
}
