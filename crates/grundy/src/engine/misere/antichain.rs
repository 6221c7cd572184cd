//! Whether a monoid has every outcome of misère play right: a finite check for infinitely many sums.
//!
//! A guess consists of a monoid, its P-portion P and the class Phi of each generator. It is right when every sum obeys
//! the definition: a P-position iff it has options and none of them is one. Two things can go wrong.
//!
//! * A false loss: a sum in P with an option in P. Some x, generator h and option class t of h have x*Phi(h) and x*t both in
//!   P: a loop over the table finds the least.
//! * A false win: a sum outside P, with options, none of which is in P. The classes of the options of a sum are a set;
//!   adding the generator h turns (x, E) into (x*Phi(h), E*Phi(h) with x*T(h)), T(h) being the option classes of h.
//!   There are finitely many pairs, and those whose E contains the E of a smaller sum of the same class can be cut:
//!   what they could show wrong, the smaller sum shows first. What is left is an antichain for each class
//!   ([`Antichain`]).
//!
//! Sums are compared by the number of copies of the highest generator, then the next lower one, and so on: the order in
//! which they are visited here, so that the first offence is the least sum whose outcome is wrong (Plambeck and Siegel,
//! 2008, use the same pairs). Generators without options count as nothing and are left out.

use super::monoid::{Element, ElementSet, Monoid};
use crate::base::limits::{Pulse, StopReason};
use std::cmp::Ordering;

/// A sum of generators: number and copies of each, the numbers increasing.
pub type Monomial = Vec<(usize, u64)>;

/// Compares sums by their highest generators.
pub fn compare(left: &Monomial, right: &Monomial) -> Ordering {
    left.iter().rev().cmp(right.iter().rev())
}

/// The sum with one more copy of a generator that is at least as high as all in it.
pub fn with_top(word: &Monomial, generator: usize) -> Monomial {
    let mut longer = word.clone();
    match longer.last_mut() {
        Some((top, copies)) if *top == generator => *copies += 1,
        _ => longer.push((generator, 1)),
    }
    longer
}

/// The sum with one more copy of any generator.
pub fn with(word: &Monomial, generator: usize) -> Monomial {
    let mut longer = word.clone();
    match longer.binary_search_by_key(&generator, |&(own, _)| own) {
        Ok(place) => longer[place].1 += 1,
        Err(place) => longer.insert(place, (generator, 1)),
    }
    longer
}

/// The sum with one copy less of a generator in it.
pub fn without(word: &Monomial, generator: usize) -> Monomial {
    let one_less = |&(own, copies): &(usize, u64)| (own, copies - u64::from(own == generator));
    word.iter().map(one_less).filter(|&(_, copies)| copies > 0).collect()
}

/// A generator as sums see it.
#[derive(Debug, Clone, Copy)]
pub struct Letter<'a> {
    /// Its number.
    pub generator: usize,
    /// Its class.
    pub class: Element,
    /// The classes of its options; at least one.
    pub options: &'a [Element],
}

/// The least sum with an option in P that is in P itself.
pub fn false_loss(
    monoid: &Monoid,
    p_portion: &ElementSet,
    words: &[Monomial],
    letters: &[Letter<'_>],
    pulse: &mut Pulse<'_>,
) -> Result<Option<Monomial>, StopReason> {
    let mut least: Option<Monomial> = None;
    for letter in letters {
        pulse.beats((monoid.order() * letter.options.len()) as u64)?;
        for x in 0..monoid.order() as Element {
            let row = monoid.row(x);
            let offends = p_portion.contains(row[letter.class as usize])
                && letter.options.iter().any(|&option| p_portion.contains(row[option as usize]));
            if offends {
                let word = with(&words[x as usize], letter.generator);
                if least.as_ref().is_none_or(|least| compare(&word, least).is_lt()) {
                    least = Some(word);
                }
            }
        }
    }
    Ok(least)
}

/// A sum by its class and the classes of its options.
#[derive(Debug, Clone)]
struct Pair {
    class: Element,
    options: ElementSet,
    word: Monomial,
}

/// The sums that no smaller one stands for.
#[derive(Debug, Clone)]
pub struct Antichain {
    /// In increasing order of their words.
    pairs: Vec<Pair>,
    /// For each class the sets that no other of the class is a part of.
    minimal: Vec<Vec<ElementSet>>,
}

impl Antichain {
    /// The empty sum alone.
    pub fn new(order: usize) -> Antichain {
        let nothing = ElementSet::new(order);
        let mut minimal = vec![Vec::new(); order];
        minimal[0].push(nothing.clone());
        Antichain { pairs: vec![Pair { class: 0, options: nothing, word: Monomial::new() }], minimal }
    }

    /// Whether a smaller sum of this class has no options but these.
    pub fn covers(&self, class: Element, options: &ElementSet) -> bool {
        self.minimal[class as usize].iter().any(|known| known.is_subset(options))
    }

    fn keep(&mut self, pair: Pair) {
        let minimal = &mut self.minimal[pair.class as usize];
        minimal.retain(|known| !pair.options.is_subset(known));
        minimal.push(pair.options.clone());
        self.pairs.push(pair);
    }

    /// Adds a generator above all so far; the least sum that is wrongly taken for an N-position, if there is one.
    pub fn add(
        &mut self,
        monoid: &Monoid,
        p_portion: &ElementSet,
        letter: Letter<'_>,
        pulse: &mut Pulse<'_>,
    ) -> Result<Option<Monomial>, StopReason> {
        // A sum is kept only if all its parts are, so each layer grows from what the one before it kept.
        let mut layer = 0..self.pairs.len();
        while !layer.is_empty() {
            let start = self.pairs.len();
            // Each pair keeps its set twice.
            pulse.limits().check_memory(start as u64, 64 + monoid.order() as u64 / 4)?;
            for place in layer {
                let pair = extend(monoid, &self.pairs[place], letter);
                pulse.beats(1 + self.pairs[place].options.len() as u64 + letter.options.len() as u64)?;
                if !p_portion.contains(pair.class) && pair.options.is_disjoint(p_portion) {
                    return Ok(Some(pair.word));
                }
                if !self.covers(pair.class, &pair.options) {
                    self.keep(pair);
                } else if pair.word.len() == 1 && pair.word[0].1 == 1 {
                    // The generator itself is covered, and with it every sum that it is part of.
                    return Ok(None);
                }
            }
            layer = start..self.pairs.len();
        }
        Ok(None)
    }
}

/// A sum with one more copy of a generator.
fn extend(monoid: &Monoid, pair: &Pair, letter: Letter<'_>) -> Pair {
    let mut options = ElementSet::new(monoid.order());
    let (shift, row) = (monoid.row(letter.class), monoid.row(pair.class));
    pair.options.iter().for_each(|option| options.insert(shift[option as usize]));
    letter.options.iter().for_each(|&option| options.insert(row[option as usize]));
    Pair { class: row[letter.class as usize], options, word: with_top(&pair.word, letter.generator) }
}
