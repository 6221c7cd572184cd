//! The misère quotient of a list of generators: a finite monoid that distinguishes all outcomes of their sums.
//!
//! Two sums are the same when no third sum, added to both, distinguishes them under misère play: one is a P-position
//! and the other not. The classes form a commutative monoid Q, the classes of P-positions among its elements are its
//! P-portion P; Phi maps each generator to its class (Plambeck 2005, Plambeck and Siegel 2008). [`Quotient::push`] adds
//! one generator at a time and keeps the quotient exact: whatever it guesses is checked for all sums by
//! [`super::antichain`] before it is kept.
//!
//! * *No growth.* If the new generator has the class x, then x and the classes T of its options must never be in P together
//!   whatever is added. A candidate is right at once when a smaller sum of the class x has no options outside T; otherwise
//!   the check decides.
//! * *Growth.* Q times the powers of the new generator g, with g⁴ = g², P evaluated on the least sum of each element, and
//!   equal elements merged (minimisation of the automaton whose accepting states are P).
//! * *Recalibration.* If the check finds a least sum whose outcome is wrong, some of its generators behave in a way the guess
//!   left no room for: they get cyclic factors of their own, as few as make that sum right, and the check starts again. The
//!   least wrong sum strictly increases.
//!
//! Cost: a check visits |Q| * generators * options steps and an antichain that is small in practice and exponential at worst.
//! Infinite quotients exist; limits stop the growth, and the quotient of the generators so far stays.
//!
//! ```
//! use grundy::{Limits, Pulse};
//! use grundy::engine::misere::quotient::Quotient;
//!
//! let limits = Limits::default();
//! let mut nim = Quotient::default();
//! for heap in 0..4 {
//!     let options = (0..heap).map(|smaller| vec![(smaller, 1)]).collect();
//!     nim.push(options, 1000, &mut Pulse::new(&limits)).unwrap();
//! }
//! // Nim with heaps up to 3 is the tame quotient T2.
//! assert_eq!((nim.order(), nim.p_portion().len()), (6, 2));
//! assert!(nim.is_p_position(&[(1, 1), (2, 1), (3, 1)]));
//! ```

use super::antichain::{Antichain, Letter, Monomial, false_loss, with_top, without};
use super::monoid::{Commutative, Cyclic, Element, ElementSet, Monoid, Product};
use crate::base::limits::{Pulse, StopReason};
use rustc_hash::FxHashMap;

/// Why a generator could not be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// A limit or the user stopped it.
    Stopped(StopReason),
    /// The quotient would have more elements than allowed; it may be infinite.
    Order,
    /// No recalibration makes the least wrong sum right.
    Stuck,
}

impl From<StopReason> for Halt {
    fn from(reason: StopReason) -> Halt {
        Halt::Stopped(reason)
    }
}

/// A misère quotient that grows with its generators.
#[derive(Debug, Clone)]
pub struct Quotient {
    /// The options of each generator, as sums of earlier ones.
    games: Vec<Vec<Monomial>>,
    state: Candidate,
    antichain: Antichain,
}

/// A monoid that may be the quotient.
#[derive(Debug, Clone)]
struct Candidate {
    monoid: Monoid,
    p_portion: ElementSet,
    /// The least sum of each element.
    words: Vec<Monomial>,
    phi: Vec<Element>,
    /// The classes of the options of each generator.
    options: Vec<Vec<Element>>,
}

/// Most elements of a guess, which is merged into far fewer.
fn room(max_order: usize) -> usize {
    max_order.saturating_mul(16).clamp(1 << 16, 1 << 22)
}

impl Default for Quotient {
    /// The quotient of no generators.
    fn default() -> Quotient {
        let state = Candidate {
            monoid: Monoid::trivial(),
            p_portion: ElementSet::new(1),
            words: vec![Monomial::new()],
            phi: Vec::new(),
            options: Vec::new(),
        };
        Quotient { games: Vec::new(), state, antichain: Antichain::new(1) }
    }
}

impl Quotient {
    /// How many elements there are.
    pub fn order(&self) -> usize {
        self.state.monoid.order()
    }

    /// The multiplication table.
    pub fn monoid(&self) -> &Monoid {
        &self.state.monoid
    }

    /// The P-portion: the elements whose sums are P-positions.
    pub fn p_portion(&self) -> &ElementSet {
        &self.state.p_portion
    }

    /// The class of each generator.
    pub fn phi(&self) -> &[Element] {
        &self.state.phi
    }

    /// The least sum of each element.
    pub fn words(&self) -> &[Monomial] {
        &self.state.words
    }

    /// The class of a sum of generators.
    pub fn class(&self, sum: &[(usize, u64)]) -> Element {
        self.state.monoid.product(&self.state.phi, sum)
    }

    /// Whether the player to move loses a sum of generators.
    pub fn is_p_position(&self, sum: &[(usize, u64)]) -> bool {
        self.state.p_portion.contains(self.class(sum))
    }

    /// Adds a generator whose options are sums of the generators so far. When that fails, the quotient is as before.
    ///
    /// # Errors
    /// When a limit is met, or the method knows no way.
    ///
    /// # Panics
    /// When an option has a generator that was not added yet.
    pub fn push(
        &mut self,
        options: Vec<Monomial>,
        max_order: usize,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Halt> {
        let known = self.games.len();
        let earlier = |word: &Monomial| word.iter().all(|&(generator, _)| generator < known);
        assert!(options.iter().all(earlier), "options are sums of earlier generators");
        let classes = self.state.classes(&options);
        pulse.beats(1 + options.len() as u64)?;
        if options.is_empty() {
            self.accept(options, classes, 0);
        } else if let Some(class) = self.known_class(&classes, pulse)? {
            self.accept(options, classes, class);
        } else {
            self.games.push(options);
            let grown = self.grow(classes, max_order, pulse);
            match grown {
                Ok((state, antichain)) => (self.state, self.antichain) = (state, antichain),
                Err(halt) => {
                    self.games.pop();
                    return Err(halt);
                }
            }
        }
        Ok(())
    }

    fn accept(&mut self, options: Vec<Monomial>, classes: Vec<Element>, class: Element) {
        self.games.push(options);
        self.state.options.push(classes);
        self.state.phi.push(class);
    }

    /// The class of a generator with these options, if it is one that is there; the antichain then knows the generator.
    fn known_class(
        &mut self,
        options: &[Element],
        pulse: &mut Pulse<'_>,
    ) -> Result<Option<Element>, StopReason> {
        let Candidate { monoid, p_portion, phi, .. } = &self.state;
        let mut set = ElementSet::new(monoid.order());
        options.iter().for_each(|&option| set.insert(option));
        pulse.beats((monoid.order() * options.len()) as u64)?;
        let all = || 0..monoid.order() as Element;
        // What takes some option into P must not take the generator there.
        let harmful: Vec<Element> = all()
            .filter(|&z| options.iter().any(|&option| p_portion.contains(monoid.multiply(z, option))))
            .collect();
        let is_p_position = set.is_disjoint(p_portion);
        let fits = |&x: &Element| {
            p_portion.contains(x) == is_p_position
                && harmful.iter().all(|&z| !p_portion.contains(monoid.multiply(x, z)))
        };
        let candidates: Vec<Element> = all().filter(fits).collect();
        pulse.beats((monoid.order() * candidates.len()) as u64)?;
        if let Some(&class) = candidates.iter().find(|&&class| self.antichain.covers(class, &set)) {
            return Ok(Some(class));
        }
        for class in candidates {
            let mut antichain = self.antichain.clone();
            let letter = Letter { generator: phi.len(), class, options };
            if antichain.add(monoid, p_portion, letter, pulse)?.is_none() {
                self.antichain = antichain;
                return Ok(Some(class));
            }
        }
        Ok(None)
    }

    /// The quotient with the last generator, which no class of the old one fits.
    fn grow(
        &self,
        options: Vec<Element>,
        max_order: usize,
        pulse: &mut Pulse<'_>,
    ) -> Result<(Candidate, Antichain), Halt> {
        let old = &self.state;
        let top = old.phi.len();
        let members = (0..old.monoid.order() as Element).collect();
        let cycles = vec![Cyclic { index: 2, period: 2 }];
        let product = Product::new(&old.monoid, members, cycles, room(max_order)).ok_or(Halt::Order)?;
        let phi = old.phi.iter().copied().chain([product.generator(0)]).collect();
        let options = old.options.iter().cloned().chain([options]).collect();
        let mut candidate =
            Guess { product, phi, options }.evaluate(pulse)?.reduce(self, max_order, pulse)?;
        debug_assert_eq!(candidate.phi.len(), top + 1);
        loop {
            match candidate.check(pulse)? {
                Ok(antichain) => return Ok((candidate, antichain)),
                Err(wrong) => candidate = self.recalibrate(&candidate, &wrong, max_order, pulse)?,
            }
        }
    }

    /// A guess with cyclic factors for as few generators of a wrong sum as make it right.
    fn recalibrate(
        &self,
        candidate: &Candidate,
        wrong: &Monomial,
        max_order: usize,
        pulse: &mut Pulse<'_>,
    ) -> Result<Candidate, Halt> {
        let is_p_position = !candidate.p_portion.contains(candidate.monoid.product(&candidate.phi, wrong));
        let mut too_large = false;
        for chosen in subsets(wrong.len()) {
            let freed: Vec<(usize, u64)> = chosen.iter().map(|&place| wrong[place]).collect();
            let Some(guess) = candidate.free(&freed, &self.games, room(max_order)) else {
                too_large = true;
                continue;
            };
            let class = guess.product.product(&guess.phi, wrong);
            let evaluated = guess.evaluate(pulse)?;
            if evaluated.p_portion.contains(class) == is_p_position {
                return evaluated.reduce(self, max_order, pulse);
            }
        }
        Err(if too_large { Halt::Order } else { Halt::Stuck })
    }
}

/// The non-empty subsets of the first numbers, small ones first.
fn subsets(count: usize) -> impl Iterator<Item = Vec<usize>> {
    // More than a dozen different generators in one sum have not been seen; only the lowest dozen would be tried.
    let count = count.min(12);
    let mut all: Vec<u32> = (1..1 << count).collect();
    all.sort_by_key(|mask| (mask.count_ones(), *mask));
    all.into_iter().map(move |mask| (0..count).filter(|place| mask >> place & 1 == 1).collect())
}

impl Candidate {
    /// The different classes of sums, in increasing order.
    fn classes(&self, sums: &[Monomial]) -> Vec<Element> {
        classes(&self.monoid, &self.phi, sums)
    }

    fn letters(&self) -> Vec<Letter<'_>> {
        let alive = (0..self.phi.len()).filter(|&generator| !self.options[generator].is_empty());
        let letter =
            |generator| Letter { generator, class: self.phi[generator], options: &self.options[generator] };
        alive.map(letter).collect()
    }

    /// Checks every sum: what later generators can build on, or the least sum whose outcome is wrong.
    fn check(&self, pulse: &mut Pulse<'_>) -> Result<Result<Antichain, Monomial>, StopReason> {
        let letters = self.letters();
        let loss = false_loss(&self.monoid, &self.p_portion, &self.words, &letters, pulse)?;
        let mut antichain = Antichain::new(self.monoid.order());
        for letter in letters {
            if let Some(win) = antichain.add(&self.monoid, &self.p_portion, letter, pulse)? {
                let least = match loss {
                    Some(loss) if super::antichain::compare(&loss, &win).is_lt() => loss,
                    _ => win,
                };
                return Ok(Err(least));
            }
        }
        Ok(loss.map_or(Ok(antichain), Err))
    }

    /// The guess in which some generators, with their copies in a wrong sum, get cyclic factors of their own.
    fn free(&self, freed: &[(usize, u64)], games: &[Vec<Monomial>], room: usize) -> Option<Guess<'_>> {
        let cycle = |&(generator, copies): &(usize, u64)| {
            let (index, period) = self.monoid.index_and_period(self.phi[generator]);
            let index = index.max(copies.saturating_sub(1));
            let wanted = (2 * (index.saturating_sub(4) / 2)).max(2);
            // The old powers must be an image of the new ones.
            let step = if period % 2 == 0 { period } else { 2 * period };
            Cyclic { index, period: wanted.div_ceil(step) * step }
        };
        let place = |generator: usize| freed.iter().position(|&(own, _)| own == generator);
        let kept: Vec<Element> =
            (0..self.phi.len()).filter(|&own| place(own).is_none()).map(|own| self.phi[own]).collect();
        let members = self.monoid.generated(&kept);
        let product = Product::new(&self.monoid, members, freed.iter().map(cycle).collect(), room)?;
        let phi: Vec<Element> = (0..self.phi.len())
            .map(|own| match place(own) {
                Some(cycle) => product.generator(cycle),
                None => product.member(self.phi[own]),
            })
            .collect();
        let options = games.iter().map(|sums| classes(&product, &phi, sums)).collect();
        Some(Guess { product, phi, options })
    }
}

fn classes(monoid: &impl Commutative, phi: &[Element], sums: &[Monomial]) -> Vec<Element> {
    let mut classes: Vec<Element> = sums.iter().map(|sum| monoid.product(phi, sum)).collect();
    classes.sort_unstable();
    classes.dedup();
    classes
}

/// A monoid that the quotient may be an image of.
struct Guess<'a> {
    product: Product<'a>,
    phi: Vec<Element>,
    options: Vec<Vec<Element>>,
}

/// A guess whose P-portion is known, as far as the least sums of elements distinguish them.
struct Evaluated<'a> {
    guess: Guess<'a>,
    p_portion: ElementSet,
    /// The elements in the order of their least sums.
    elements: Vec<Element>,
    words: Vec<Monomial>,
    /// For each but the first: the place of the sum without one copy of its highest generator.
    parents: Vec<usize>,
    /// Generators that are no sum of others.
    generators: Vec<usize>,
}

impl<'a> Guess<'a> {
    /// Finds the least sum of each element and whether it is a P-position. All parts of a least sum are least, so the
    /// sums come layer by layer, and the options of each are known before it.
    fn evaluate(self, pulse: &mut Pulse<'_>) -> Result<Evaluated<'a>, StopReason> {
        let order = self.product.order();
        let mut seen = ElementSet::new(order);
        seen.insert(0);
        let mut out = Evaluated {
            p_portion: ElementSet::new(order),
            elements: vec![0],
            words: vec![Monomial::new()],
            parents: vec![0],
            generators: Vec::new(),
            guess: self,
        };
        for generator in 0..out.guess.phi.len() {
            let class = out.guess.phi[generator];
            if seen.contains(class) {
                continue;
            }
            out.generators.push(generator);
            let mut layer = 0..out.elements.len();
            while !layer.is_empty() {
                let start = out.elements.len();
                for place in layer {
                    pulse.beat()?;
                    let element = out.guess.product.multiply(out.elements[place], class);
                    if !seen.contains(element) {
                        seen.insert(element);
                        let word = with_top(&out.words[place], generator);
                        if out.is_p_position(&word, pulse)? {
                            out.p_portion.insert(element);
                        }
                        out.elements.push(element);
                        out.words.push(word);
                        out.parents.push(place);
                    }
                }
                layer = start..out.elements.len();
            }
        }
        Ok(out)
    }
}

impl Evaluated<'_> {
    fn is_p_position(&self, word: &Monomial, pulse: &mut Pulse<'_>) -> Result<bool, StopReason> {
        let Guess { product, phi, options } = &self.guess;
        for &(generator, _) in word {
            pulse.beats(options[generator].len() as u64)?;
            let rest = product.product(phi, &without(word, generator));
            if options[generator]
                .iter()
                .any(|&option| self.p_portion.contains(product.multiply(rest, option)))
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Merges elements that no sum distinguishes.
    fn reduce(self, quotient: &Quotient, max_order: usize, pulse: &mut Pulse<'_>) -> Result<Candidate, Halt> {
        let Evaluated { guess: Guess { product, phi, .. }, p_portion, elements, words, parents, generators } =
            self;
        let count = elements.len();
        let mut place_of = vec![0; product.order()];
        for (place, &element) in elements.iter().enumerate() {
            place_of[element as usize] = place;
        }
        // Where each generator leads from each element.
        let step = |&generator: &usize| -> Vec<usize> {
            let leads = |&element| place_of[product.multiply(element, phi[generator]) as usize];
            elements.iter().map(leads).collect()
        };
        let steps: Vec<Vec<usize>> = generators.iter().map(step).collect();
        let mut classes: Vec<usize> =
            elements.iter().map(|&element| usize::from(p_portion.contains(element))).collect();
        let mut found = 0;
        loop {
            let before = found;
            for step in &steps {
                pulse.beats(count as u64)?;
                // Classes are numbered by their first element, which has the least sum.
                let mut numbers = FxHashMap::default();
                let finer = (0..count).map(|place| {
                    let next = numbers.len();
                    *numbers.entry((classes[place], classes[step[place]])).or_insert(next)
                });
                classes = finer.collect();
                found = numbers.len();
            }
            if found == before {
                break;
            }
        }
        if found > max_order {
            return Err(Halt::Order);
        }
        pulse.limits().check_memory((found * found) as u64, size_of::<Element>() as u64)?;
        let mut first = vec![count; found];
        for place in (0..count).rev() {
            first[classes[place]] = place;
        }
        // x * y is x times the parent of y times the highest generator of y.
        let last_step = |&place: &usize| {
            let (top, _) = *words[place].last()?;
            Some((classes[parents[place]], &steps[generators.binary_search(&top).ok()?]))
        };
        let last_steps: Vec<Option<(usize, &Vec<usize>)>> = first.iter().map(last_step).collect();
        let mut table = vec![0 as Element; found * found];
        for (x, row) in table.chunks_exact_mut(found).enumerate() {
            pulse.beats(found as u64)?;
            for (y, last_step) in last_steps.iter().enumerate() {
                let product = match last_step {
                    None => x,
                    Some((parent, step)) => classes[step[first[row[*parent] as usize]]],
                };
                row[y] = product as Element;
            }
        }
        let mut p_classes = ElementSet::new(found);
        let in_p_portion = (0..found).filter(|&class| p_portion.contains(elements[first[class]]));
        in_p_portion.for_each(|class| p_classes.insert(class as Element));
        let phi: Vec<Element> =
            phi.iter().map(|&element| classes[place_of[element as usize]] as Element).collect();
        let monoid = Monoid::from_table(table).ok_or(Halt::Stuck)?;
        let options = quotient.games.iter().map(|sums| self::classes(&monoid, &phi, sums)).collect();
        let words = first.iter().map(|&place| words[place].clone()).collect();
        Ok(Candidate { monoid, p_portion: p_classes, words, phi, options })
    }
}
