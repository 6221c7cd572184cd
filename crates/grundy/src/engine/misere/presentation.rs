//! A quotient written down: letters for its generators, words for its elements, and the relations between them.
//!
//! Letters go to the generators that are no product of others, in their order: a, b, c, ... (from the 27th on with a stroke:
//! a'). An element is written as its least word, `ab2` for a times b squared and `1` for the neutral element; words are
//! compared by the exponent of the last letter, then the one before it. The relations are the least words that are not least
//! in their class, each with the least word of its class: together they define the monoid.
//!
//! ```
//! use grundy::{Limits, Pulse};
//! use grundy::engine::misere::{presentation::Presentation, quotient::Quotient};
//!
//! let limits = Limits::default();
//! let mut nim = Quotient::default();
//! for heap in 0..3 {
//!     let options = (0..heap).map(|smaller| vec![(smaller, 1)]).collect();
//!     nim.push(options, 1000, &mut Pulse::new(&limits)).unwrap();
//! }
//! let shown = Presentation::of(&nim);
//! assert_eq!(shown.to_string(), "Q = <a,b | a2=1,b3=b>; P = {a,b2}");
//! ```

use super::antichain::{Monomial, compare, with_top, without};
use super::monoid::{Commutative, Element, ElementSet, Monoid};
use super::quotient::Quotient;
use std::fmt;

/// A quotient by generators and relations.
#[derive(Debug, Clone)]
pub struct Presentation {
    /// The generator behind each letter, increasing.
    pub generators: Vec<usize>,
    /// The name of each element.
    pub names: Vec<String>,
    /// Words and the least words they equal.
    pub relations: Vec<(String, String)>,
    /// The elements of the P-portion, in the order of their words.
    pub p_portion: Vec<String>,
}

impl Presentation {
    /// Writes down a quotient.
    pub fn of(quotient: &Quotient) -> Presentation {
        let (monoid, phi) = (quotient.monoid(), quotient.phi());
        let generators = irreducible(quotient);
        let letters: Vec<Element> = generators.iter().map(|&generator| phi[generator]).collect();
        let (words, order) = least_words(monoid, &letters);
        let names: Vec<String> = words.iter().map(spelled).collect();
        let relations = relations(monoid, &letters, &words, &order);
        let relations =
            relations.into_iter().map(|(word, class)| (spelled(&word), names[class as usize].clone()));
        let p_portion = order.iter().filter(|&&element| quotient.p_portion().contains(element));
        let p_portion = p_portion.map(|&element| names[element as usize].clone()).collect();
        Presentation { generators, relations: relations.collect(), p_portion, names }
    }

    /// The letter of a generator in the list of generators.
    pub fn letter(place: usize) -> String {
        let letter = char::from(b'a' + (place % 26) as u8);
        std::iter::once(letter).chain(std::iter::repeat_n('\'', place / 26)).collect()
    }

    /// The relations as equations.
    pub fn equations(&self) -> Vec<String> {
        self.relations.iter().map(|(word, least)| format!("{word}={least}")).collect()
    }
}

impl fmt::Display for Presentation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: Vec<String> = (0..self.generators.len()).map(Presentation::letter).collect();
        let (letters, p_portion) = (letters.join(","), self.p_portion.join(","));
        write!(f, "Q = <{letters} | {}>; P = {{{p_portion}}}", self.equations().join(","))
    }
}

/// The generators that are no product of others.
fn irreducible(quotient: &Quotient) -> Vec<usize> {
    let alone = |word: &&Monomial| matches!(word[..], [(_, 1)]);
    let mut kept: Vec<usize> = quotient.words().iter().filter(alone).map(|word| word[0].0).collect();
    kept.sort_unstable();
    let phi = quotient.phi();
    for place in (0..kept.len()).rev() {
        let others: Vec<Element> =
            kept.iter().filter(|&&own| own != kept[place]).map(|&own| phi[own]).collect();
        if quotient.monoid().generated(&others).binary_search(&phi[kept[place]]).is_ok() {
            kept.remove(place);
        }
    }
    kept
}

/// The least word over some generators of each element, and the elements in the order of their words.
fn least_words(monoid: &Monoid, letters: &[Element]) -> (Vec<Monomial>, Vec<Element>) {
    let mut seen = ElementSet::new(monoid.order());
    seen.insert(0);
    let mut words = vec![Monomial::new(); monoid.order()];
    let mut order = vec![0];
    for (letter, &class) in letters.iter().enumerate() {
        let mut layer = 0..order.len();
        while !layer.is_empty() {
            let start = order.len();
            for place in layer {
                let element = monoid.multiply(order[place], class);
                if !seen.contains(element) {
                    seen.insert(element);
                    words[element as usize] = with_top(&words[order[place] as usize], letter);
                    order.push(element);
                }
            }
            layer = start..order.len();
        }
    }
    (words, order)
}

/// The words that are not least while all their parts are, with their classes, in order.
fn relations(
    monoid: &Monoid,
    letters: &[Element],
    words: &[Monomial],
    order: &[Element],
) -> Vec<(Monomial, Element)> {
    let class = |word: &Monomial| monoid.product(letters, word);
    let is_least = |word: &Monomial| words[class(word) as usize] == *word;
    let mut found = Vec::new();
    for &element in order {
        let word = &words[element as usize];
        let top = word.last().map_or(0, |&(letter, _)| letter);
        for letter in top..letters.len() {
            let longer = with_top(word, letter);
            let parts_are_least = || longer.iter().all(|&(part, _)| is_least(&without(&longer, part)));
            if !is_least(&longer) && parts_are_least() {
                let class = class(&longer);
                found.push((longer, class));
            }
        }
    }
    found.sort_by(|left, right| compare(&left.0, &right.0));
    found
}

fn spelled(word: &Monomial) -> String {
    let power = |&(letter, copies): &(usize, u64)| match copies {
        1 => Presentation::letter(letter),
        copies => format!("{}{copies}", Presentation::letter(letter)),
    };
    if word.is_empty() { "1".to_owned() } else { word.iter().map(power).collect() }
}
