//! Values of positions too many to be worked out one by one: only the questions that decide are asked.
//!
//! Nimber search (Lemoine and Viennot 2012): the sum `G + *n` of a component and a Nim heap is a P-position exactly when
//! G has value n. "Is the value n?" is much easier to answer than "which value is it?": one option of value n refutes
//! it at once, and then most of the other options are never looked at. [`super::memo`] works out everything that can be
//! reached and is the better choice while that is little.
//!
//! How a sum `G + *n` is decided. Options whose parts are all known are looked at first: one of value n means no, and any
//! other value is known to be *excluded* for good. Then an option of value n is looked for among the rest, easiest
//! first; if there is none, an option of every smaller value m must exist, and the first m without one is the value
//! itself. Of an option that is a sum, all parts but the largest get their values, and the question goes to the
//! largest. Equal parts cancel. What is found stays in a table: the value of a component, or the values excluded so
//! far.
//!
//! Small components, by a weight that the game gives, are searched depth first; large ones by proof numbers (df-pn:
//! Allis 1994, Nagai 2002; `proof_number.rs`), whose first estimate comes from the weight: how well weights foresee the
//! work decides how much is looked at in vain.
//!
//! The table is exact: its keys are whole components, and it grows until a limit stops it, with everything learnt so
//! far kept for the next call. The stack is explicit. Which questions are asked depends on the game alone, so work
//! counts are repeatable. The game must end: a component that can be reached from itself would be asked for ever.
//!
//! ```
//! use grundy::games::board::bits::Narrow;
//! use grundy::games::board::squares::{Region, Regions};
//! use grundy::game::Part;
//! use grundy::{Limits, Pulse};
//! use grundy::engine::search::nimber_search::NimberSearch;
//!
//! let limits = Limits::default();
//! let mut search = NimberSearch::by_weight(Region::weight);
//! let board = Part { component: Region::<Narrow>::rectangle(4, 5).expect("it is small"), copies: 1 };
//! assert_eq!(search.value(&Regions::default(), &[board], &mut Pulse::new(&limits))?, 2);
//! # Ok::<(), grundy::Failure>(())
//! ```

mod depth_first;
mod option_list;
pub mod persisted;
mod proof_number;
mod store;

use crate::base::error::Failure;
use crate::base::limits::{Pulse, StopReason};
use crate::game::engine::Method;
use crate::game::{Game, Part};
use proof_number::Question;
use std::hash::Hash;
pub use store::{EquivalenceClass, MoveOrdering, NimberFact};
use store::{Knowledge, Store};

/// The idea in a few words.
pub const IDEA: &str =
    "sums of a position and a Nim heap were asked about, as few as decide (Lemoine and Viennot 2012)";

/// Components of at most this weight are searched depth first.
const MAX_DEPTH_FIRST_WEIGHT: u32 = 139;

/// What is known of components: values, or values they do not have.
#[derive(Debug)]
pub struct NimberSearch<C> {
    store: Store<C>,
    depth_first_to: u32,
    expanded: u64,
}

/// All sums that are being decided.
#[derive(Debug)]
struct Stack<C> {
    /// Those of large components first, those of small ones above.
    proof_number: Vec<proof_number::Frame>,
    depth_first: Vec<depth_first::Frame>,
    options: depth_first::Options<C>,
    /// The answer of the frame that was removed last.
    answer: bool,
}

impl<C> Default for NimberSearch<C> {
    /// Parts are all of one weight.
    fn default() -> NimberSearch<C> {
        NimberSearch { store: Store::new(), depth_first_to: MAX_DEPTH_FIRST_WEIGHT, expanded: 0 }
    }
}

impl<C> NimberSearch<C> {
    /// Nothing is known yet; components of more weight are taken to be harder: 62 more mean twice the work. Five for
    /// each move is a fair weight where nothing better is known.
    pub fn by_weight(weight: fn(&C) -> u32) -> NimberSearch<C> {
        let mut search = NimberSearch::default();
        search.store.weight = weight;
        search
    }

    /// Components of one class play alike: small ones share what is known.
    #[must_use]
    pub fn with_classes(mut self, class: fn(&C) -> Option<EquivalenceClass>) -> NimberSearch<C> {
        self.store.class = class;
        self
    }

    /// The game lists the options that decide most first.
    #[must_use]
    pub fn with_move_ordering(mut self, ordering: fn(&C) -> MoveOrdering) -> NimberSearch<C> {
        self.store.move_ordering = Some(ordering);
        self
    }

    /// What is known of components without a search is asked first.
    #[must_use]
    pub fn with_theory(mut self, theory: fn(&C) -> Option<NimberFact>) -> NimberSearch<C> {
        self.store.theory = theory;
        self
    }

    /// Components up to this weight are searched depth first: all with `u32::MAX`.
    #[must_use]
    pub fn depth_first_to(mut self, weight: u32) -> NimberSearch<C> {
        self.depth_first_to = weight;
        self
    }

    /// The search in the order that a method is named after; `None` for methods that are no nimber search.
    pub fn in_order_of(self, method: Method) -> Option<NimberSearch<C>> {
        match method {
            Method::Auto | Method::NimberSearch => Some(self),
            Method::ProofNumber => Some(self.depth_first_to(0)),
            Method::DepthFirst => Some(self.depth_first_to(u32::MAX)),
            _ => None,
        }
    }

    /// The number of components kept so far.
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of memory for all that is known.
    pub fn bytes(&self) -> u64 {
        self.store.bytes()
    }

    /// How often the options of a component were listed.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }
}

impl<C: Clone + Eq + Hash + Ord> NimberSearch<C> {
    /// The value of a sum.
    ///
    /// # Errors
    /// When the limits do not suffice; what was learnt is kept.
    pub fn value<G: Game<Component = C>>(
        &mut self,
        game: &G,
        parts: &[Part<C>],
        pulse: &mut Pulse<'_>,
    ) -> Result<u64, Failure> {
        let mut sum = 0;
        for part in parts.iter().filter(|part| part.copies % 2 == 1) {
            let node = self.number(&part.component, pulse)?;
            sum ^= self.value_of(game, node, pulse)?;
        }
        Ok(sum)
    }

    /// Whether a sum has this value.
    ///
    /// # Errors
    /// When the limits do not suffice; what was learnt is kept.
    pub fn has_value<G: Game<Component = C>>(
        &mut self,
        game: &G,
        parts: &[Part<C>],
        value: u64,
        pulse: &mut Pulse<'_>,
    ) -> Result<bool, Failure> {
        let mut nodes = Vec::new();
        for part in parts.iter().filter(|part| part.copies % 2 == 1) {
            nodes.push(self.number(&part.component, pulse)?);
        }
        nodes.sort_by_key(|&node| self.store.weight(node));
        let Some(largest) = nodes.pop() else { return Ok(value == 0) };
        let mut rest = value;
        for node in nodes {
            rest ^= self.value_of(game, node, pulse)?;
        }
        self.decide(game, Question::new(largest, Some(rest)), pulse)
    }

    fn number(&mut self, component: &C, pulse: &Pulse<'_>) -> Result<u32, StopReason> {
        let hash = self.store.anticipate(component);
        self.store.number(component, hash, None, pulse.limits())
    }

    fn value_of<G: Game<Component = C>>(
        &mut self,
        game: &G,
        node: u32,
        pulse: &mut Pulse<'_>,
    ) -> Result<u64, Failure> {
        loop {
            if let Some(value) = self.store.knowledge(node).value() {
                return Ok(value);
            }
            self.decide(game, Question::new(node, None), pulse)?;
        }
    }

    /// Whether a component has a value. Without a goal it may come back before the value is known, but not before it
    /// has learnt something.
    fn decide<G: Game<Component = C>>(
        &mut self,
        game: &G,
        question: Question,
        pulse: &mut Pulse<'_>,
    ) -> Result<bool, Failure> {
        let options = depth_first::Options::default();
        let mut stack = Stack { proof_number: Vec::new(), depth_first: Vec::new(), options, answer: false };
        self.push(game, &mut stack, question, pulse)?;
        loop {
            if let Some(frame) = stack.depth_first.last_mut() {
                match stack.options.step(&mut self.store, frame, stack.answer) {
                    depth_first::Step::Ask(part, goal) => {
                        let node = stack.options.node(part, &mut self.store, pulse.limits())?;
                        self.push(game, &mut stack, Question::new(node, goal), pulse)?;
                    }
                    depth_first::Step::Answer(answer) => {
                        stack.answer = answer;
                        stack.options.drop_from(frame);
                        stack.depth_first.pop();
                    }
                }
            } else if let Some(frame) = stack.proof_number.last() {
                match self.store.step(frame, pulse)? {
                    proof_number::Step::Ask(question) => self.push(game, &mut stack, question, pulse)?,
                    proof_number::Step::Answer(answer) => {
                        stack.answer = answer;
                        stack.proof_number.pop();
                    }
                }
            } else {
                return Ok(stack.answer);
            }
        }
    }

    /// Puts a component on the stack, unless the answer is known.
    fn push<G: Game<Component = C>>(
        &mut self,
        game: &G,
        stack: &mut Stack<C>,
        question: Question,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Failure> {
        let Question { mut node, goal, threshold } = question;
        let is_small = self.store.weight(node) <= self.depth_first_to;
        if is_small {
            node = self.store.representative(node, pulse.limits())?;
        }
        let is_large = stack.depth_first.is_empty() && !is_small;
        let knowledge = self.store.knowledge(node);
        if knowledge.value().is_some() || goal.is_some_and(|goal| knowledge.excludes(goal)) {
            stack.answer = goal.is_some() && knowledge.value() == goal;
            return Ok(());
        }
        let wanted = goal.unwrap_or_else(|| knowledge.seen().mex());
        if is_large && wanted < Knowledge::EXCLUDABLE {
            let frame = proof_number::Frame { node, goal: wanted, threshold };
            if !self.prepare(game, stack, frame, pulse)? {
                stack.answer = false;
                return Ok(());
            }
            stack.proof_number.push(frame);
        } else {
            self.expanded += 1;
            stack.depth_first.push(stack.options.open(game, &mut self.store, node, goal, None, pulse)?);
        }
        Ok(())
    }

    /// Expands a large component, unless that was done. Returns `false` where no list is needed: an option is known to
    /// have the value asked about, or a number reaches its threshold.
    fn prepare<G: Game<Component = C>>(
        &mut self,
        game: &G,
        stack: &mut Stack<C>,
        sum: proof_number::Frame,
        pulse: &mut Pulse<'_>,
    ) -> Result<bool, Failure> {
        let proof_number::Frame { node, goal, .. } = sum;
        if self.store.is_listed(node) {
            return Ok(true);
        }
        self.expanded += 1;
        let frame =
            stack.options.open(game, &mut self.store, node, Some(goal), Some(sum.threshold), pulse)?;
        self.store.exclude(node, &frame.seen);
        let limits = pulse.limits();
        if frame.seen.contains(goal) || frame.over_threshold.is_some() {
            if let Some(proof) = frame.over_threshold {
                self.store.store_proof_numbers(sum, proof, limits)?;
            }
            stack.options.drop_from(&frame);
            return Ok(false);
        }
        let options = stack.options.take_list(&frame, &mut self.store, limits)?;
        self.store.keep_list(node, options, limits)?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::limits::{Limits, StopReason};
    use crate::game::reference;
    use crate::game::sum::canonical;
    use crate::games::board::bits::{Layout, Long, Narrow, Wide};
    use crate::games::board::squares::{Region, Regions};
    use proptest::prelude::*;
    use std::collections::HashMap;
    use std::ops::ControlFlow;

    /// Any game that ends: the options of each component are sums of smaller ones.
    #[derive(Debug)]
    struct Listed(Vec<Vec<Vec<usize>>>);

    impl Game for Listed {
        type Component = usize;

        fn options(
            &self,
            component: &usize,
            pulse: &mut Pulse<'_>,
            visit: &mut crate::game::Visit<'_, usize>,
        ) -> Result<ControlFlow<()>, Failure> {
            for option in &self.0[*component] {
                pulse.beat()?;
                if visit(&canonical(option)).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        }
    }

    fn games() -> impl Strategy<Value = Listed> {
        let number = any::<prop::sample::Index>();
        let option = prop::collection::vec(number, 0..4);
        prop::collection::vec(prop::collection::vec(option, 0..7), 1..14).prop_map(|game| {
            let below = |at: usize, option: &Vec<prop::sample::Index>| {
                if at == 0 { Vec::new() } else { option.iter().map(|number| number.index(at)).collect() }
            };
            let options = game.iter().enumerate();
            Listed(options.map(|(at, list)| list.iter().map(|option| below(at, option)).collect()).collect())
        })
    }

    fn nim(most: usize) -> Listed {
        Listed((0..=most).map(|heap| (0..heap).map(|left| vec![left]).collect()).collect())
    }

    fn one<C>(component: C) -> [Part<C>; 1] {
        [Part { component, copies: 1 }]
    }

    proptest! {
        #[test]
        fn any_game_has_the_values_of_the_definition(
            game in games(),
            order in any::<bool>(),
            named in any::<bool>(),
            ordering in any::<bool>(),
            small in 0u32..100,
            goal in 0u64..6,
        ) {
            let limits = Limits::default();
            let pulse = &mut Pulse::new(&limits);
            let weight: fn(&usize) -> u32 = if order { |c| *c as u32 } else { |c| 100 - *c as u32 };
            // Names that are all different change nothing.
            let name: fn(&usize) -> Option<EquivalenceClass> =
                if named { |&c| Some([c as u64, 0, 0]) } else { |_| None };
            // However many come first, and whatever is said of the rest.
            let first: fn(&usize) -> MoveOrdering = |&c| MoveOrdering { first: c as u32 % 4, rest: c as u32 % 3 };
            let fresh = || {
                let search = NimberSearch::by_weight(weight).with_classes(name).depth_first_to(small);
                if ordering { search.with_move_ordering(first) } else { search }
            };
            let (mut search, mut known) = (fresh(), HashMap::new());
            for component in (0..game.0.len()).rev() {
                let value = reference::grundy(&game, &component, &mut known).expect("it ends");
                prop_assert_eq!(search.has_value(&game, &one(component), goal, pulse), Ok(value == goal));
                prop_assert_eq!(search.value(&game, &one(component), pulse), Ok(value));
            }
            let all = canonical(&(0..game.0.len()).collect::<Vec<_>>());
            let sum = known.values().fold(0, |sum, value| sum ^ value);
            let mut search = fresh();
            prop_assert_eq!(search.has_value(&game, &all, goal, pulse), Ok(sum == goal));
            prop_assert_eq!(search.value(&game, &all, pulse), Ok(sum));
        }
    }

    /// More options than any word has bits, and values that no mask can hold.
    #[test]
    fn values_have_no_bound() {
        let (game, limits) = (nim(400), Limits::default());
        let pulse = &mut Pulse::new(&limits);
        let ways = [
            || NimberSearch::default(),
            || NimberSearch::by_weight(|&heap| heap as u32),
            || NimberSearch::by_weight(|_| 1).depth_first_to(0),
        ];
        for fresh in ways {
            for goal in [0, 62, 63, 64, 65, 255, 256, 399, 400, 401] {
                let found = fresh().has_value(&game, &one(400), goal, pulse).expect("it is small");
                assert_eq!(found, goal == 400, "is a heap of 400 worth {goal}?");
            }
            assert_eq!(fresh().value(&game, &one(400), pulse), Ok(400));
            let sum = canonical(&[400, 300, 300, 77]);
            assert_eq!(fresh().value(&game, &sum, pulse), Ok(400 ^ 77));
        }
    }

    #[test]
    fn boards_have_the_values_of_the_definition() {
        let limits = Limits::default();
        let pulse = &mut Pulse::new(&limits);
        let mut known = HashMap::new();
        for (rows, columns) in [(2, 7), (3, 5), (4, 4)] {
            let board = Region::<Narrow>::rectangle(rows, columns).expect("it is small");
            reference::grundy(&Regions::default(), &board, &mut known).expect("it ends");
        }
        assert!(known.len() > 200, "{} regions", known.len());
        for small in [0, 40, 80, u32::MAX] {
            let fresh = || {
                NimberSearch::by_weight(Region::<Narrow>::weight)
                    .with_classes(Region::class)
                    .depth_first_to(small)
            };
            let mut shared = fresh();
            for (region, &value) in &known {
                assert_eq!(shared.value(&Regions::default(), &one(*region), pulse), Ok(value), "{region:?}");
                for goal in 0..6 {
                    let found = fresh().has_value(&Regions::default(), &one(*region), goal, pulse);
                    assert_eq!(found, Ok(goal == value), "{region:?}: {goal}");
                }
            }
        }
    }

    #[test]
    fn the_memory_allowed_is_kept() {
        let board = one(Region::<Narrow>::rectangle(5, 6).expect("it is small"));
        let mut search = NimberSearch::by_weight(Region::<Narrow>::weight);
        let limits = Limits { memory: 1 << 19, ..Limits::default() };
        let stop = search.value(&Regions::default(), &board, &mut Pulse::new(&limits));
        assert_eq!(stop, Err(StopReason::MemoryLimit.into()));
        assert!(search.bytes() <= 1 << 19 && search.bytes() > 1 << 17, "{}", search.bytes());
        assert_eq!(search.value(&Regions::default(), &board, &mut Pulse::new(&Limits::default())), Ok(2));
    }

    /// Most large components are left after one look, and then their options need no places.
    #[test]
    fn options_get_places_only_where_they_are_gone_on_with() {
        let (board, limits) =
            (one(Region::<Narrow>::rectangle(5, 6).expect("it is small")), Limits::default());
        let mut search = NimberSearch::by_weight(Region::<Narrow>::weight).with_classes(Region::class);
        assert_eq!(search.value(&Regions::default(), &board, &mut Pulse::new(&limits)), Ok(2));
        let (len, expanded) = (search.len() as u64, search.expanded());
        assert!(10 * len < 18 * expanded, "{len} places for {expanded} lists");
    }

    #[test]
    fn a_stop_loses_nothing() {
        let board = one(Region::<Narrow>::rectangle(4, 5).expect("it is small"));
        let mut search = NimberSearch::by_weight(Region::<Narrow>::weight);
        let mut stops = 0;
        for positions in (10..).step_by(100) {
            let limits = Limits { positions, ..Limits::default() };
            match search.value(&Regions::default(), &board, &mut Pulse::new(&limits)) {
                Ok(value) => {
                    assert_eq!(value, 2);
                    break;
                }
                Err(failure) => assert_eq!(failure, StopReason::PositionLimit.into()),
            }
            assert!(search.len() as u64 <= positions);
            stops += 1;
        }
        assert!(stops > 0);
    }

    /// A stop at one of many moments, in either search; the same table goes on.
    #[test]
    fn a_stop_at_any_time_loses_nothing() {
        let board = one(Region::<Narrow>::rectangle(4, 5).expect("it is small"));
        let limits = Limits::default();
        for small in [0, MAX_DEPTH_FIRST_WEIGHT] {
            let mut stops = 0;
            // The question whether to go on comes at first after 2^10 steps, of which some were made before.
            for before in (1..1 << 16).step_by(97) {
                let after = |work| (work >= before).then_some(StopReason::TimeLimit);
                let short = Limits { poll: &after, ..Limits::default() };
                let mut search = NimberSearch::by_weight(Region::weight).depth_first_to(small);
                let mut pulse = Pulse::new(&short);
                pulse.beats(before % 1000).expect("not yet");
                match search.value(&Regions::default(), &board, &mut pulse) {
                    Ok(value) => assert_eq!(value, 2),
                    Err(failure) => {
                        assert_eq!(failure, StopReason::TimeLimit.into());
                        stops += 1;
                    }
                }
                let value = search.value(&Regions::default(), &board, &mut Pulse::new(&limits));
                assert_eq!(value, Ok(2), "{before} steps before");
            }
            assert!(stops > 10, "{stops} stops");
        }
    }

    /// Published values; the work is the same on every machine.
    fn has_published_value<L: Layout>(rows: usize, columns: usize, value: u64) {
        let limits = Limits::default();
        let board = one(Region::<L>::rectangle(rows, columns).expect("it is small"));
        let mut search = NimberSearch::by_weight(Region::weight).with_classes(Region::class);
        let found = search.value(&Regions::default(), &board, &mut Pulse::new(&limits));
        assert_eq!(found, Ok(value), "{rows}x{columns}");
    }

    #[test]
    fn larger_boards_have_their_published_values() {
        has_published_value::<Narrow>(4, 7, 3);
        has_published_value::<Narrow>(5, 5, 0);
        has_published_value::<Narrow>(5, 6, 2);
        has_published_value::<Long>(4, 9, 1);
        has_published_value::<Wide>(4, 7, 3);
    }
}
