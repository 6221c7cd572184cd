//! Values of positions too many to be worked out one by one: only the questions that decide are asked.
//!
//! A *couple* is a component together with a Nim heap n; it is lost for the player to move exactly when the component has
//! value n (Lemoine and Viennot 2012). "Is the value n?" is much easier to answer than "which value is it?": one option
//! of value n refutes it at once, and then most of the other options are never looked at. [`super::memo`] works out
//! everything that can be reached and is the better choice while that is little.
//!
//! How a couple is decided. Options whose parts are all known are looked at first: one of value n means no, and any other
//! value is known to be *excluded* for good. Then an option of value n is looked for among the rest, easiest first; if
//! there is none, an option of every smaller value m must exist, and the first m without one is the value itself. Of an
//! option that is a sum, all parts but the heaviest get their values, and the heaviest is asked as a couple. Equal parts
//! cancel. What is found stays in a table: the value of a component, or the values excluded so far.
//!
//! The table is exact: its keys are whole components, and it grows until a limit stops it, with everything learnt so far
//! kept for the next call. The stack is explicit. Which questions are asked depends on the game alone, so work counts are
//! repeatable. The game must end: a component that can be reached from itself would be asked for ever.
//!
//! ```
//! use grundy::board::squares::{Region, Regions};
//! use grundy::game::Part;
//! use grundy::limits::{Limits, Pulse};
//! use grundy::search::couples::Couples;
//!
//! let limits = Limits::default();
//! let mut couples = Couples::by_weight(Region::squares);
//! let board = Part { component: Region::rectangle(4, 5).expect("it is small"), copies: 1 };
//! assert_eq!(couples.value(&Regions, &[board], &mut Pulse::new(&limits))?, 2);
//! # Ok::<(), grundy::error::Failure>(())
//! ```

use crate::error::Failure;
use crate::game::{Game, Part};
use crate::limits::{Pulse, StopReason};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::hash::Hash;
use std::ops::{ControlFlow, Range};

/// The idea in a few words.
pub const IDEA: &str =
    "couples of a position and a Nim heap were asked about, as few as decide (Lemoine and Viennot 2012)";

/// What is known of components: values, or values they do not have.
#[derive(Debug)]
pub struct Couples<C> {
    numbers: FxHashMap<C, u32>,
    nodes: Vec<Node<C>>,
    weight: fn(&C) -> u32,
    expanded: u64,
}

#[derive(Debug)]
struct Node<C> {
    component: C,
    knowledge: Knowledge,
}

#[derive(Debug, Clone, Copy)]
enum Knowledge {
    /// The value.
    Value(u64),
    /// Options with these values exist, as bits; those from 64 on are not kept.
    Not(u64),
}

/// An option on the stack: its parts, a range of [`Stack::parts`].
#[derive(Debug, Clone)]
struct Choice {
    parts: Range<u32>,
    settled: bool,
}

/// A component whose couple is being decided.
#[derive(Debug)]
struct Frame {
    node: u32,
    /// The value asked about, or `None` when the value itself is wanted.
    goal: Option<u64>,
    /// Values of options.
    seen: Seen,
    /// The value that an option is looked for.
    target: u64,
    /// Where its choices and their parts begin on the stack.
    choices: usize,
    parts: usize,
    /// The choice that is looked at.
    at: usize,
    /// Whether that choice has been asked about the target.
    asked: bool,
}

/// A set of values, most of them small.
#[derive(Debug, Default)]
struct Seen {
    small: u64,
    large: BTreeSet<u64>,
}

impl Seen {
    fn insert(&mut self, value: u64) {
        match value {
            0..64 => self.small |= 1 << value,
            _ => drop(self.large.insert(value)),
        }
    }

    fn contains(&self, value: u64) -> bool {
        if value < 64 { self.small >> value & 1 == 1 } else { self.large.contains(&value) }
    }

    /// The least value that is not in the set.
    fn mex(&self) -> u64 {
        match self.small.trailing_ones() {
            64 => (64..).find(|value| !self.large.contains(value)).expect("the set is finite"),
            small => u64::from(small),
        }
    }
}

/// All frames, with their choices and parts in one piece of memory each.
#[derive(Debug, Default)]
struct Stack {
    frames: Vec<Frame>,
    choices: Vec<Choice>,
    parts: Vec<u32>,
    /// The answer of the frame that was removed last.
    answer: bool,
}

impl Stack {
    fn pop(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.choices.truncate(frame.choices);
            self.parts.truncate(frame.parts);
        }
    }
}

/// An option in the light of what is known.
enum Sight {
    Value(u64),
    /// One part is not known; the others have this nim-sum.
    One(u32, u64),
    /// Several parts are not known; the easiest of them.
    Several(u32),
}

impl<C> Default for Couples<C> {
    /// Parts are all of one weight.
    fn default() -> Couples<C> {
        Couples::by_weight(|_| 0)
    }
}

impl<C> Couples<C> {
    /// Nothing is known yet; heavier components are taken to be harder.
    pub fn by_weight(weight: fn(&C) -> u32) -> Couples<C> {
        Couples { numbers: FxHashMap::default(), nodes: Vec::new(), weight, expanded: 0 }
    }

    /// The number of components met so far.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether none was met.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How often the options of a component were listed.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }
}

impl<C: Clone + Eq + Hash> Couples<C> {
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
            let node = self.number(&part.component, pulse.limits().positions)?;
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
            nodes.push(self.number(&part.component, pulse.limits().positions)?);
        }
        nodes.sort_by_key(|&node| self.weight_of(node));
        let Some(heaviest) = nodes.pop() else { return Ok(value == 0) };
        let mut rest = value;
        for node in nodes {
            rest ^= self.value_of(game, node, pulse)?;
        }
        self.decide(game, heaviest, Some(rest), pulse)
    }

    fn value_of<G: Game<Component = C>>(
        &mut self,
        game: &G,
        node: u32,
        pulse: &mut Pulse<'_>,
    ) -> Result<u64, Failure> {
        self.decide(game, node, None, pulse)?;
        match self.knowledge(node) {
            Knowledge::Value(value) => Ok(value),
            Knowledge::Not(_) => unreachable!("the value was asked for"),
        }
    }

    /// The number of a component, which is new the first time.
    fn number(&mut self, component: &C, positions: u64) -> Result<u32, StopReason> {
        if let Some(&number) = self.numbers.get(component) {
            return Ok(number);
        }
        let number = self.nodes.len() as u32;
        if u64::from(number) >= positions.min(u64::from(u32::MAX)) {
            return Err(StopReason::PositionLimit);
        }
        self.numbers.insert(component.clone(), number);
        self.nodes.push(Node { component: component.clone(), knowledge: Knowledge::Not(0) });
        Ok(number)
    }

    fn knowledge(&self, node: u32) -> Knowledge {
        self.nodes[node as usize].knowledge
    }

    fn weight_of(&self, node: u32) -> u32 {
        (self.weight)(&self.nodes[node as usize].component)
    }

    /// Whether a component has a value, or, without a goal, the value itself, which is in the table afterwards.
    fn decide<G: Game<Component = C>>(
        &mut self,
        game: &G,
        node: u32,
        goal: Option<u64>,
        pulse: &mut Pulse<'_>,
    ) -> Result<bool, Failure> {
        let mut stack = Stack::default();
        self.push(game, &mut stack, node, goal, pulse)?;
        while let Some(frame) = stack.frames.last_mut() {
            match self.step(frame, &mut stack.choices, &stack.parts, stack.answer) {
                Step::Ask(node, goal) => self.push(game, &mut stack, node, goal, pulse)?,
                Step::Answer(answer) => {
                    stack.answer = answer;
                    stack.pop();
                }
            }
        }
        Ok(stack.answer)
    }

    /// Puts a component on the stack with the options that are not settled.
    fn push<G: Game<Component = C>>(
        &mut self,
        game: &G,
        stack: &mut Stack,
        node: u32,
        goal: Option<u64>,
        pulse: &mut Pulse<'_>,
    ) -> Result<(), Failure> {
        let seen = match self.knowledge(node) {
            Knowledge::Value(value) => {
                stack.answer = goal == Some(value);
                return Ok(());
            }
            Knowledge::Not(small) => Seen { small, ..Seen::default() },
        };
        if goal.is_some_and(|goal| seen.contains(goal)) {
            stack.answer = false;
            return Ok(());
        }
        let mut frame = Frame {
            node,
            goal,
            seen,
            target: 0,
            choices: stack.choices.len(),
            parts: stack.parts.len(),
            at: 0,
            asked: false,
        };
        let options = self.expand(game, stack, &mut frame, pulse)?;
        frame.target = goal.unwrap_or_else(|| frame.seen.mex());
        stack.frames.push(frame);
        // A value is at most the number of options.
        if goal.is_some_and(|goal| goal > options) {
            stack.answer = false;
            stack.pop();
        }
        Ok(())
    }

    /// Lists the options of a component: known ones as values seen, the others as choices, easiest first. Returns how many
    /// there are, or the largest number when it did not look at all.
    fn expand<G: Game<Component = C>>(
        &mut self,
        game: &G,
        stack: &mut Stack,
        frame: &mut Frame,
        pulse: &mut Pulse<'_>,
    ) -> Result<u64, Failure> {
        self.expanded += 1;
        pulse.beat()?;
        let component = self.nodes[frame.node as usize].component.clone();
        let (mut stopped, mut options) = (None, 0);
        let positions = pulse.limits().positions;
        let _ = game.options(&component, pulse, &mut |parts| {
            options += 1;
            let start = stack.parts.len();
            for part in parts.iter().filter(|part| part.copies % 2 == 1) {
                match self.number(&part.component, positions) {
                    Ok(number) => stack.parts.push(number),
                    Err(reason) => {
                        stopped = Some(reason);
                        return ControlFlow::Break(());
                    }
                }
            }
            let choice = start as u32..stack.parts.len() as u32;
            match self.sight(&stack.parts[start..]) {
                Sight::Value(value) => {
                    frame.seen.insert(value);
                    stack.parts.truncate(start);
                    if frame.goal == Some(value) {
                        return ControlFlow::Break(());
                    }
                }
                _ => stack.choices.push(Choice { parts: choice, settled: false }),
            }
            ControlFlow::Continue(())
        })?;
        if let Some(reason) = stopped {
            return Err(reason.into());
        }
        if frame.goal.is_none_or(|goal| !frame.seen.contains(goal)) {
            self.order(stack, frame.choices);
            return Ok(options);
        }
        Ok(u64::MAX)
    }

    /// Sorts the choices from an index on by weight, and drops repeats.
    fn order(&self, stack: &mut Stack, from: usize) {
        let parts = &stack.parts;
        let list = |choice: &Choice| &parts[choice.parts.start as usize..choice.parts.end as usize];
        let weight =
            |choice: &Choice| list(choice).iter().map(|&node| u64::from(self.weight_of(node))).sum::<u64>();
        let mut choices = stack.choices.split_off(from);
        choices.sort_by_cached_key(|choice| (weight(choice), list(choice).to_vec()));
        choices.dedup_by(|a, b| list(a) == list(b));
        stack.choices.append(&mut choices);
    }

    /// Goes on with the component on top, until something must be asked or it is decided.
    fn step(&mut self, frame: &mut Frame, choices: &mut [Choice], parts: &[u32], answer: bool) -> Step {
        if let Knowledge::Value(value) = self.knowledge(frame.node) {
            return Step::Answer(frame.goal == Some(value));
        }
        let choices = &mut choices[frame.choices..];
        loop {
            if frame.goal.is_some_and(|goal| frame.seen.contains(goal)) {
                return self.refute(frame);
            }
            if !frame.seen.contains(frame.target)
                && let Some((node, goal)) = self.look(frame, choices, parts, answer)
            {
                return Step::Ask(node, goal);
            }
            let least = frame.seen.mex();
            // No option has the least value that was not seen: it was looked for just now, or it is the goal, which was
            // looked for first.
            if frame.target == least || frame.goal == Some(least) {
                self.nodes[frame.node as usize].knowledge = Knowledge::Value(least);
                return Step::Answer(frame.goal == Some(least));
            }
            (frame.target, frame.at, frame.asked) = (least, 0, false);
        }
    }

    /// The value asked about belongs to an option: the component has another.
    fn refute(&mut self, frame: &Frame) -> Step {
        self.nodes[frame.node as usize].knowledge = Knowledge::Not(frame.seen.small);
        Step::Answer(false)
    }

    /// Looks for an option that has the target value: returns the question that must be answered first, or `None` when
    /// one was found or none is left.
    fn look(
        &self,
        frame: &mut Frame,
        choices: &mut [Choice],
        parts: &[u32],
        answer: bool,
    ) -> Option<(u32, Option<u64>)> {
        while let Some(choice) = choices.get_mut(frame.at) {
            if !choice.settled {
                let asked = std::mem::take(&mut frame.asked);
                match self.sight(&parts[choice.parts.start as usize..choice.parts.end as usize]) {
                    Sight::Value(value) => {
                        choice.settled = true;
                        frame.seen.insert(value);
                        if value == frame.target || frame.goal == Some(value) {
                            return None;
                        }
                    }
                    Sight::One(node, rest) => {
                        let wanted = frame.target ^ rest;
                        if !(self.excludes(node, wanted) || asked && !answer) {
                            frame.asked = true;
                            return Some((node, Some(wanted)));
                        }
                    }
                    Sight::Several(node) => return Some((node, None)),
                }
            }
            frame.at += 1;
        }
        None
    }

    fn excludes(&self, node: u32, value: u64) -> bool {
        match self.knowledge(node) {
            Knowledge::Value(known) => known != value,
            Knowledge::Not(small) => value < 64 && small >> value & 1 == 1,
        }
    }

    fn sight(&self, parts: &[u32]) -> Sight {
        let (mut rest, mut unknown, mut easiest) = (0, 0, 0);
        for &node in parts {
            match self.knowledge(node) {
                Knowledge::Value(value) => rest ^= value,
                Knowledge::Not(_) => {
                    if unknown == 0 || self.weight_of(node) < self.weight_of(easiest) {
                        easiest = node;
                    }
                    unknown += 1;
                }
            }
        }
        match unknown {
            0 => Sight::Value(rest),
            1 => Sight::One(easiest, rest),
            _ => Sight::Several(easiest),
        }
    }
}

/// What the component on top of the stack needs, or says.
enum Step {
    Ask(u32, Option<u64>),
    Answer(bool),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::squares::{Region, Regions};
    use crate::game::reference;
    use crate::game::sum::canonical;
    use crate::limits::Limits;
    use proptest::prelude::*;
    use std::collections::HashMap;

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
        fn any_game_has_the_values_of_the_definition(game in games(), order in any::<bool>(), goal in 0u64..6) {
            let limits = Limits::default();
            let pulse = &mut Pulse::new(&limits);
            let weight: fn(&usize) -> u32 = if order { |c| *c as u32 } else { |c| 100 - *c as u32 };
            let (mut couples, mut known) = (Couples::by_weight(weight), HashMap::new());
            for component in (0..game.0.len()).rev() {
                let value = reference::grundy(&game, &component, &mut known).expect("it ends");
                prop_assert_eq!(couples.has_value(&game, &one(component), goal, pulse), Ok(value == goal));
                prop_assert_eq!(couples.value(&game, &one(component), pulse), Ok(value));
            }
            let all = canonical(&(0..game.0.len()).collect::<Vec<_>>());
            let sum = known.values().fold(0, |sum, value| sum ^ value);
            let mut fresh = Couples::by_weight(weight);
            prop_assert_eq!(fresh.has_value(&game, &all, goal, pulse), Ok(sum == goal));
            prop_assert_eq!(fresh.value(&game, &all, pulse), Ok(sum));
        }
    }

    /// More options than any word has bits, and values that no mask can hold.
    #[test]
    fn values_have_no_bound() {
        let (game, limits) = (nim(400), Limits::default());
        let pulse = &mut Pulse::new(&limits);
        for goal in [0, 63, 64, 65, 255, 256, 399, 400, 401] {
            let mut couples = Couples::default();
            let found = couples.has_value(&game, &one(400), goal, pulse).expect("it is small");
            assert_eq!(found, goal == 400, "is a heap of 400 worth {goal}?");
        }
        assert_eq!(Couples::default().value(&game, &one(400), pulse), Ok(400));
        let sum = canonical(&[400, 300, 300, 77]);
        assert_eq!(Couples::default().value(&game, &sum, pulse), Ok(400 ^ 77));
    }

    #[test]
    fn boards_have_the_values_of_the_definition() {
        let limits = Limits::default();
        let pulse = &mut Pulse::new(&limits);
        let mut known = HashMap::new();
        for (rows, columns) in [(2, 7), (3, 5), (4, 4)] {
            let board = Region::rectangle(rows, columns).expect("it is small");
            reference::grundy(&Regions, &board, &mut known).expect("it ends");
        }
        assert!(known.len() > 300, "{} regions", known.len());
        let mut shared = Couples::by_weight(Region::squares);
        for (region, &value) in &known {
            assert_eq!(shared.value(&Regions, &one(*region), pulse), Ok(value), "{region:?}");
            for goal in 0..6 {
                let mut couples = Couples::by_weight(Region::squares);
                let found = couples.has_value(&Regions, &one(*region), goal, pulse);
                assert_eq!(found, Ok(goal == value), "{region:?}: {goal}");
            }
        }
    }

    #[test]
    fn a_stop_loses_nothing() {
        let board = one(Region::rectangle(4, 5).expect("it is small"));
        let mut couples = Couples::by_weight(Region::squares);
        let mut stops = 0;
        for positions in (10..).step_by(100) {
            let limits = Limits { positions, ..Limits::default() };
            match couples.value(&Regions, &board, &mut Pulse::new(&limits)) {
                Ok(value) => {
                    assert_eq!(value, 2);
                    break;
                }
                Err(failure) => assert_eq!(failure, StopReason::PositionLimit.into()),
            }
            assert!(couples.len() as u64 <= positions);
            stops += 1;
        }
        assert!(stops > 0);
    }

    /// Published values; the work is the same on every machine.
    #[test]
    fn larger_boards_have_their_published_values() {
        let limits = Limits::default();
        for (rows, columns, value) in [(4, 7, 3), (5, 5, 0), (5, 6, 2), (4, 9, 1)] {
            let board = one(Region::rectangle(rows, columns).expect("it is small"));
            let mut couples = Couples::by_weight(Region::squares);
            assert_eq!(
                couples.value(&Regions, &board, &mut Pulse::new(&limits)),
                Ok(value),
                "{rows}x{columns}"
            );
        }
    }
}
