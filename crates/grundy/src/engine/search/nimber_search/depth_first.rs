//! Small components: their sums `G + *n` are decided depth first.

use super::option_list::List;
use super::proof_number::{ProofNumbers, initial_disproof, sum_of_parts};
use super::store::{NO_NODE, Seen, Store};
use crate::base::error::Failure;
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::game::{Game, Part};
use std::hash::Hash;
use std::ops::ControlFlow;

/// How many options are looked up at once: enough that memory answers many together, few enough that little is in vain
/// when one of them refutes.
const LOOKUP_BATCH: usize = 8;

/// A sum of a component and a Nim heap that is being decided.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) node: u32,
    /// The value asked about, or `None` when the value itself is wanted.
    goal: Option<u64>,
    /// Values of options.
    pub(super) seen: Seen,
    /// The value that an option is looked for.
    target: u64,
    /// Where its choices and their parts begin.
    pub(super) choices: usize,
    parts: usize,
    /// The choice that is looked at.
    at: usize,
    /// Whether that choice has been asked about the target.
    asked: bool,
    /// The proof and disproof number, where one of them reached its threshold.
    pub(super) over_threshold: Option<ProofNumbers>,
}

/// The options of all frames that are not settled, in one piece of memory each.
#[derive(Debug)]
pub(super) struct Options<C> {
    choices: Vec<Choice>,
    parts: Vec<Spot<C>>,
}

/// An option: the nim-sum of the parts that were known when it was listed, and the others, a range of
/// [`Options::parts`].
#[derive(Debug, Clone, Copy)]
struct Choice {
    rest: u64,
    /// The disproof number of the parts, above some of their hash, so that equal choices are neighbours when they are
    /// sorted.
    key: u64,
    start: u32,
    end: u32,
    settled: bool,
}

/// A part of an option, with its weight once that was asked for, and its node if it is known to have one.
#[derive(Debug, Clone)]
struct Spot<C> {
    component: C,
    hash: u64,
    weight: u32,
    node: u32,
}

/// An option by what is known.
enum Sight {
    Value(u64),
    /// One part is not known, at this place; the others have this nim-sum.
    One(usize, u64),
    /// Several parts are not known; the easiest of them.
    Several(usize),
}

/// An option that was listed just now.
pub(super) struct Outlook {
    /// The nim-sum of the parts that are known.
    pub(super) rest: u64,
    /// The disproof number of the others.
    pub(super) disproof: u32,
    /// The other part if there is only one, its node and its weight.
    pub(super) only: Option<(u32, u32)>,
}

/// What a frame needs, or says.
pub(super) enum Step {
    /// Whether a part, which must get a node first, has a value, or which it has.
    Ask(usize, Option<u64>),
    Answer(bool),
}

impl<C> Default for Options<C> {
    fn default() -> Options<C> {
        Options { choices: Vec::new(), parts: Vec::new() }
    }
}

impl<C> Options<C> {
    /// Drops the options of a frame and of all above it.
    pub(super) fn drop_from(&mut self, frame: &Frame) {
        self.choices.truncate(frame.choices);
        self.parts.truncate(frame.parts);
    }

    /// The options from an index on.
    pub(super) fn sights(&self, from: usize) -> impl Iterator<Item = Outlook> {
        self.choices[from..].iter().map(|choice| {
            let first = &self.parts[choice.start as usize];
            let only = (choice.end - choice.start == 1).then_some((first.node, first.weight));
            Outlook { rest: choice.rest, disproof: (choice.key >> 32) as u32, only }
        })
    }

    /// Bytes of memory for all frames: deep play with many options takes more than the table.
    fn bytes(&self) -> u64 {
        (self.choices.capacity() * size_of::<Choice>() + self.parts.capacity() * size_of::<Spot<C>>()) as u64
    }
}

impl<C: Clone + Eq + Hash + Ord> Options<C> {
    /// The node of a part, which it gets if it has none.
    pub(super) fn node(
        &mut self,
        part: usize,
        store: &mut Store<C>,
        limits: &Limits<'_>,
    ) -> Result<u32, StopReason> {
        let spot = &mut self.parts[part];
        if spot.node == NO_NODE {
            spot.node = store.number(&spot.component, spot.hash, Some(spot.weight), limits)?;
        }
        Ok(spot.node)
    }

    /// Lists the options of a component: known ones as values seen, the others as choices, easiest first.
    pub(super) fn open<G: Game<Component = C>>(
        &mut self,
        game: &G,
        store: &mut Store<C>,
        node: u32,
        goal: Option<u64>,
        threshold: Option<ProofNumbers>,
        pulse: &mut Pulse<'_>,
    ) -> Result<Frame, Failure> {
        let seen = store.knowledge(node).seen();
        let (choices, parts) = (self.choices.len(), self.parts.len());
        let mut frame =
            Frame { node, goal, seen, target: 0, choices, parts, at: 0, asked: false, over_threshold: None };
        let component = store.component(node).clone();
        let (mut count, mut ready, mut stopped) = (0, choices, None);
        let limits = pulse.limits();
        let ordering =
            store.move_ordering.filter(|_| threshold.is_some()).map(|ordering| ordering(&component));
        let flow = game.options(&component, pulse, &mut |option| {
            count += 1;
            self.add(store, option);
            let ordering = ordering.filter(|ordering| u64::from(ordering.first) == count);
            if self.choices.len() - ready < LOOKUP_BATCH && ordering.is_none() {
                return ControlFlow::Continue(());
            }
            self.take_known(store, ready, &mut frame.seen);
            let mut is_done = goal.is_some_and(|goal| frame.seen.contains(goal));
            if let Some(ordering) = ordering.filter(|_| !is_done) {
                stopped = self.weigh_against(store, &mut frame, threshold, ordering.rest, limits).err();
                is_done = stopped.is_some() || frame.over_threshold.is_some();
            }
            ready = self.choices.len();
            if is_done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if let Some(reason) = stopped {
            return Err(reason.into());
        }
        self.take_known(store, ready, &mut frame.seen);
        store.check_memory(self.bytes(), limits)?;
        frame.target = goal.unwrap_or_else(|| frame.seen.mex());
        if flow.is_continue() && goal.is_none_or(|goal| !frame.seen.contains(goal)) {
            match ordering {
                Some(_) => self.weigh(store, choices, limits)?,
                None => self.weigh_against(store, &mut frame, threshold, 0, limits)?,
            }
            // A value is at most the number of options; larger ones are as good as seen.
            if let Some(goal) = goal.filter(|&goal| goal > count) {
                frame.seen.insert(goal);
            }
        }
        Ok(frame)
    }

    /// Takes the options of a frame that are not settled as a list of nodes.
    pub(super) fn take_list(
        &mut self,
        frame: &Frame,
        store: &mut Store<C>,
        limits: &Limits<'_>,
    ) -> Result<List, StopReason> {
        let choices = &self.choices[frame.choices..];
        let words = |choice: &Choice| List::words(choice.rest, (choice.end - choice.start) as usize);
        let several = choices.iter().map(words).filter(|&words| words > 0);
        let mut list = List::with_capacity(choices.len() - several.clone().count(), several.sum());
        let mut nodes = Vec::new();
        for at in frame.choices..self.choices.len() {
            let Choice { rest, start, end, .. } = self.choices[at];
            nodes.clear();
            for part in start..end {
                nodes.push(self.node(part as usize, store, limits)?);
            }
            list.push(rest, &nodes);
        }
        self.drop_from(frame);
        Ok(list)
    }

    /// Puts an option on the list.
    fn add(&mut self, store: &Store<C>, option: &[Part<C>]) {
        let start = self.parts.len() as u32;
        for part in option.iter().filter(|part| part.copies % 2 == 1) {
            let (component, hash) = (part.component.clone(), store.anticipate(&part.component));
            self.parts.push(Spot { component, hash, weight: NO_NODE, node: NO_NODE });
        }
        self.choices.push(Choice { rest: 0, key: 0, start, end: self.parts.len() as u32, settled: false });
    }

    /// Takes those of the latest choices that are known off the list, as their values have been seen; of the others,
    /// the parts that are known.
    fn take_known(&mut self, store: &mut Store<C>, from: usize, seen: &mut Seen) {
        let Some(first) = self.choices.get(from) else { return };
        let mut end = first.start as usize;
        // Why it is fast: all slots are asked for before the first is read, so that their misses overlap.
        self.parts[end..].iter().for_each(|spot| store.approach(spot.hash));
        let mut kept = from;
        for at in from..self.choices.len() {
            let mut choice = self.choices[at];
            let start = end;
            for part in choice.start as usize..choice.end as usize {
                let spot = &mut self.parts[part];
                let (value, node) = store.spot(&spot.component, spot.hash);
                if let Some(value) = value {
                    choice.rest ^= value;
                    continue;
                }
                spot.node = node;
                self.parts.swap(end, part);
                end += 1;
            }
            if start == end {
                seen.insert(choice.rest);
            } else {
                (choice.start, choice.end) = (start as u32, end as u32);
                self.choices[kept] = choice;
                kept += 1;
            }
        }
        self.choices.truncate(kept);
        self.parts.truncate(end);
    }

    /// Estimates the choices from an index on by their disproof numbers, and sorts them.
    fn weigh(&mut self, store: &mut Store<C>, from: usize, limits: &Limits<'_>) -> Result<(), StopReason> {
        for choice in &mut self.choices[from..] {
            let (mut disproof, mut mixed) = (0, 0);
            for spot in &mut self.parts[choice.start as usize..choice.end as usize] {
                if spot.weight == NO_NODE {
                    spot.weight = store.weigh(&spot.component, spot.hash, &mut spot.node, limits)?;
                }
                disproof = sum_of_parts(disproof, initial_disproof(spot.weight));
                mixed ^= spot.hash;
            }
            choice.key = u64::from(disproof) << 32 | mixed >> 32;
        }
        self.order(from);
        Ok(())
    }

    /// The same for the choices of a frame so far; and whether with the `rest` of them its numbers reach the threshold.
    fn weigh_against(
        &mut self,
        store: &mut Store<C>,
        frame: &mut Frame,
        threshold: Option<ProofNumbers>,
        rest: u32,
        limits: &Limits<'_>,
    ) -> Result<(), StopReason> {
        self.weigh(store, frame.choices, limits)?;
        if let (Some(goal), Some(threshold)) = (frame.goal, threshold) {
            let sum = super::proof_number::Frame { node: frame.node, goal, threshold };
            frame.over_threshold = store.over_threshold(sum, self.sights(frame.choices), rest, &frame.seen);
        }
        Ok(())
    }

    /// Sorts the choices from an index on by disproof number, and drops repeats.
    fn order(&mut self, from: usize) {
        let (choices, parts) = (&mut self.choices, &self.parts);
        let components = |choice: &Choice| {
            parts[choice.start as usize..choice.end as usize].iter().map(|spot| &spot.component)
        };
        choices[from..].sort_unstable_by_key(|choice| choice.key);
        let mut kept = from;
        for at in from..choices.len() {
            let choice = choices[at];
            let is_repeat = choices[from..kept].last().is_some_and(|last| {
                last.key == choice.key && last.rest == choice.rest && components(last).eq(components(&choice))
            });
            if !is_repeat {
                choices[kept] = choice;
                kept += 1;
            }
        }
        choices.truncate(kept);
    }

    /// Goes on with a frame, until something must be asked or it is decided.
    pub(super) fn step(&mut self, store: &mut Store<C>, frame: &mut Frame, answer: bool) -> Step {
        if let Some(value) = store.knowledge(frame.node).value() {
            return Step::Answer(frame.goal == Some(value));
        }
        loop {
            // The value asked about belongs to an option: the component has another.
            if frame.goal.is_some_and(|goal| frame.seen.contains(goal)) {
                store.exclude(frame.node, &frame.seen);
                return Step::Answer(false);
            }
            if !frame.seen.contains(frame.target)
                && let Some((part, goal)) = self.look(store, frame, answer)
            {
                return Step::Ask(part, goal);
            }
            let least = frame.seen.mex();
            // No option has the least value that was not seen: it was looked for just now, or it is the goal, which was
            // looked for first.
            if frame.target == least || frame.goal == Some(least) {
                store.settle(frame.node, least);
                return Step::Answer(frame.goal == Some(least));
            }
            (frame.target, frame.at, frame.asked) = (least, 0, false);
        }
    }

    /// Looks for an option that has the target value: returns the question that must be answered first, or `None` when
    /// one was found or none is left.
    fn look(&mut self, store: &Store<C>, frame: &mut Frame, answer: bool) -> Option<(usize, Option<u64>)> {
        while let Some(&choice) = self.choices.get(frame.choices + frame.at) {
            if !choice.settled {
                let asked = std::mem::take(&mut frame.asked);
                match self.sight(store, choice) {
                    Sight::Value(value) => {
                        self.choices[frame.choices + frame.at].settled = true;
                        frame.seen.insert(value);
                        if value == frame.target || frame.goal == Some(value) {
                            return None;
                        }
                    }
                    Sight::One(part, rest) => {
                        let wanted = frame.target ^ rest;
                        let node = self.parts[part].node;
                        let excluded = node != NO_NODE && store.knowledge(node).excludes(wanted);
                        if !(excluded || asked && !answer) {
                            frame.asked = true;
                            return Some((part, Some(wanted)));
                        }
                    }
                    Sight::Several(part) => return Some((part, None)),
                }
            }
            frame.at += 1;
        }
        None
    }

    #[inline]
    fn sight(&self, store: &Store<C>, choice: Choice) -> Sight {
        let (start, end) = (choice.start as usize, choice.end as usize);
        let (mut rest, mut unknown, mut easiest) = (choice.rest, 0, start);
        for at in start..end {
            let spot = &self.parts[at];
            match if spot.node == NO_NODE { None } else { store.knowledge(spot.node).value() } {
                Some(value) => rest ^= value,
                None => {
                    if unknown == 0 || spot.weight < self.parts[easiest].weight {
                        easiest = at;
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
