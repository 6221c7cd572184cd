//! What is known of components, by their numbers.

use super::kept::{Entry, Writer};
use crate::cpu::{ask_large_pages, prefetch};
use crate::limits::{Limits, StopReason};
use crate::search::table::Table;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::BTreeSet;
use std::hash::{BuildHasher, Hash};

/// In place of a number: there is none.
pub(super) const NOTHING: u32 = u32::MAX;
/// In place of a plan: the class of the component was looked up.
const CLASSED: u32 = u32::MAX - 1;
/// Bytes of a class in a map.
const PAIR: u64 = 33;
/// Numbers are below: lists of nodes have words of their own.
pub(super) const NUMBERS: u32 = (1 << 31) - 1;
/// Components of at most this weight are entered when they are met: they are few, and soon known.
const TINY: u32 = 8;

/// Components and what is known of them.
#[derive(Debug)]
pub(super) struct Store<C> {
    table: Table,
    pub(super) nodes: Vec<Node<C>>,
    /// Bytes that are taken outside of here for what is said of nodes.
    pub(super) elsewhere: u64,
    pub(super) weight: fn(&C) -> u32,
    pub(super) class: fn(&C) -> Option<Class>,
    /// The first component of each class that was asked about.
    classes: FxHashMap<Class, u32>,
    /// Where values are written as they are found.
    pub(super) log: Option<Writer<C>>,
}

/// A name for components that play alike.
pub type Class = [u64; 3];

/// What is known of a component.
#[derive(Debug)]
pub(super) struct Node<C> {
    pub(super) component: C,
    pub(super) knowledge: Knowledge,
    pub(super) weight: u32,
    /// What is kept of it beyond that, or [`NOTHING`].
    pub(super) plan: u32,
}

/// What a look at a component finds.
pub(super) struct Found {
    pub(super) value: Option<u64>,
    /// May be [`NOTHING`] where the value is not known.
    pub(super) node: u32,
    pub(super) weight: u32,
}

/// The value of a component, or values that options of it have, as bits; those from 62 on are not kept. Or the number of
/// another component that plays alike, whose knowledge it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Knowledge(u64);

impl Knowledge {
    const VALUE: u64 = 1 << 63;
    const ALIAS: u64 = 1 << 62;
    /// The values that can be excluded are those below.
    pub(super) const KEPT: u64 = 62;

    #[inline]
    pub(super) fn value(self) -> Option<u64> {
        (self.0 & Knowledge::VALUE != 0).then_some(self.0 ^ Knowledge::VALUE)
    }

    /// Whether this is known not to be the value.
    #[inline]
    pub(super) fn excludes(self, value: u64) -> bool {
        match self.value() {
            Some(known) => known != value,
            None => value < Knowledge::KEPT && self.0 >> value & 1 == 1,
        }
    }

    /// The values seen, where the value itself is not known.
    pub(super) fn seen(self) -> Seen {
        debug_assert!(self.value().is_none());
        Seen { small: self.0, ..Seen::default() }
    }
}

/// A set of values, most of them small.
#[derive(Debug, Default)]
pub(super) struct Seen {
    small: u64,
    large: BTreeSet<u64>,
}

impl Seen {
    #[inline]
    pub(super) fn insert(&mut self, value: u64) {
        match value {
            0..Knowledge::KEPT => self.small |= 1 << value,
            _ => drop(self.large.insert(value)),
        }
    }

    #[inline]
    pub(super) fn contains(&self, value: u64) -> bool {
        if value < Knowledge::KEPT { self.small >> value & 1 == 1 } else { self.large.contains(&value) }
    }

    /// The least value that is not in the set.
    pub(super) fn mex(&self) -> u64 {
        match u64::from(self.small.trailing_ones()) {
            Knowledge::KEPT => {
                (Knowledge::KEPT..).find(|value| !self.large.contains(value)).expect("the set is finite")
            }
            small => small,
        }
    }
}

/// A hash whose upper half, which the table goes by, depends on all of the component: that of [`FxBuildHasher`] leaves
/// out the upper bits of words.
#[inline]
fn hash<C: Hash>(component: &C) -> u64 {
    FxBuildHasher.hash_one(component).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl<C> Store<C> {
    pub(super) fn new() -> Store<C> {
        Store {
            table: Table::default(),
            nodes: Vec::new(),
            elsewhere: 0,
            weight: |_| 0,
            class: |_| None,
            classes: FxHashMap::default(),
            log: None,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes of memory.
    pub(super) fn bytes(&self) -> u64 {
        let nodes = self.nodes.capacity() * size_of::<Node<C>>();
        // Seven eighths of a map are full at most.
        let classes = PAIR * self.classes.capacity() as u64 * 8 / 7;
        nodes as u64 + classes + self.table.bytes() + self.elsewhere
    }

    /// Refuses what would take more memory than is allowed.
    pub(super) fn check_memory(&self, more: u64, limits: &Limits<'_>) -> Result<(), StopReason> {
        limits.check_memory(self.bytes() + more, 1)
    }

    /// Makes room for another component, a quarter more than there is.
    fn make_room(&mut self, limits: &Limits<'_>) -> Result<(), StopReason> {
        if self.table.is_full() {
            // The old table is kept until the new one is filled.
            self.check_memory(2 * self.table.bytes(), limits)?;
        }
        if self.nodes.len() == self.nodes.capacity() {
            let more = self.nodes.len() / 4 + 64;
            self.check_memory((more * size_of::<Node<C>>()) as u64, limits)?;
            self.nodes.reserve_exact(more);
            ask_large_pages(&self.nodes);
        }
        Ok(())
    }

    #[inline]
    pub(super) fn node(&self, node: u32) -> &Node<C> {
        &self.nodes[node as usize]
    }

    #[inline]
    pub(super) fn knowledge(&self, node: u32) -> Knowledge {
        let knowledge = self.nodes[node as usize].knowledge;
        if knowledge.0 >> 62 == 1 { self.nodes[knowledge.0 as u32 as usize].knowledge } else { knowledge }
    }

    /// The value of a component, if it is known, and its weight.
    #[inline]
    pub(super) fn sight(&self, node: u32) -> (Option<u64>, u32) {
        (self.knowledge(node).value(), self.node(node).weight)
    }

    /// The value of a component is known for good.
    pub(super) fn settle(&mut self, node: u32, value: u64) {
        debug_assert!(value < Knowledge::VALUE, "a value is at most the number of options");
        self.nodes[node as usize].knowledge = Knowledge(value | Knowledge::VALUE);
        if let Some(log) = &self.log {
            log.add(&self.node(node).component, Entry::Value(value));
        }
    }

    /// Options of a component have these values.
    pub(super) fn exclude(&mut self, node: u32, seen: &Seen) {
        let Node { component, knowledge, weight, .. } = &mut self.nodes[node as usize];
        let fresh = seen.small & !knowledge.0;
        if knowledge.value().is_some() || fresh == 0 {
            return;
        }
        knowledge.0 |= fresh;
        if let Some(log) = self.log.as_ref().filter(|log| *weight > log.light) {
            log.add(component, Entry::Excluded(fresh));
        }
    }
}

impl<C: Clone + Eq + Hash> Store<C> {
    /// The first component that was asked about of those that play like this one.
    pub(super) fn representative(&mut self, node: u32, limits: &Limits<'_>) -> Result<u32, StopReason> {
        let Node { component, knowledge, plan, .. } = &self.nodes[node as usize];
        if knowledge.0 >> 62 == 1 {
            return Ok(knowledge.0 as u32);
        }
        if *plan == CLASSED {
            return Ok(node);
        }
        let Some(class) = (self.class)(component) else { return Ok(node) };
        if self.classes.len() == self.classes.capacity() {
            // A map has a byte beside each of its pairs, and the old one is kept until the new one is filled.
            self.check_memory(3 * PAIR * self.classes.capacity() as u64, limits)?;
        }
        let first = *self.classes.entry(class).or_insert(node);
        let known = self.knowledge(node);
        let this = &mut self.nodes[node as usize];
        this.plan = CLASSED;
        if first != node {
            this.knowledge = Knowledge(Knowledge::ALIAS | u64::from(first));
            match known.value() {
                Some(value) => self.settle(first, value),
                None => self.exclude(first, &known.seen()),
            }
        }
        Ok(first)
    }

    #[inline]
    fn find(&self, component: &C, hash: u64) -> Option<u32> {
        self.table.find(hash, |node| self.nodes[node as usize].component == *component)
    }

    /// The node of a component, which is new the first time.
    ///
    /// # Errors
    /// When the limits leave no room for it.
    #[inline]
    pub(super) fn number(
        &mut self,
        component: &C,
        hash: u64,
        limits: &Limits<'_>,
    ) -> Result<u32, StopReason> {
        match self.find(component, hash) {
            Some(node) => Ok(node),
            None => self.enter(component, hash, limits),
        }
    }

    /// Something is known of a component that was found before; returns its node.
    ///
    /// # Errors
    /// When the limits leave no room for it.
    pub(super) fn teach(
        &mut self,
        component: &C,
        entry: Entry,
        limits: &Limits<'_>,
    ) -> Result<u32, StopReason> {
        let node = self.number(component, hash(component), limits)?;
        let knowledge = &mut self.nodes[node as usize].knowledge;
        match entry {
            Entry::Value(value) => *knowledge = Knowledge(value | Knowledge::VALUE),
            Entry::Excluded(values) if knowledge.0 >> 62 == 0 => {
                knowledge.0 |= values & (Knowledge::ALIAS - 1);
            }
            Entry::Excluded(_) => {}
        }
        Ok(node)
    }

    /// The hash of a component that will be looked up; memory is asked for.
    #[inline]
    pub(super) fn anticipate(&self, component: &C) -> u64 {
        let hash = hash(component);
        self.table.prefetch(hash);
        hash
    }

    /// Asks for more memory once the first has come.
    #[inline]
    pub(super) fn approach(&self, hash: u64) {
        if let Some(node) = self.table.guess(hash) {
            prefetch(&self.nodes, node as usize);
        }
    }

    /// What is known of a component. Tiny ones are entered: most other components that are met are never asked about, and
    /// need no room.
    #[inline]
    pub(super) fn spot(
        &mut self,
        component: &C,
        hash: u64,
        limits: &Limits<'_>,
    ) -> Result<Found, StopReason> {
        let node = match self.find(component, hash) {
            Some(node) => node,
            None => {
                let weight = (self.weight)(component);
                if weight > TINY {
                    return Ok(Found { value: None, node: NOTHING, weight });
                }
                self.enter(component, hash, limits)?
            }
        };
        let (value, weight) = self.sight(node);
        let own = &mut self.nodes[node as usize].knowledge;
        if let Some(value) = value.filter(|_| own.0 >> 62 == 1) {
            // The next look need not ask the component that plays alike.
            *own = Knowledge(value | Knowledge::VALUE);
        }
        Ok(Found { value, node, weight })
    }

    fn enter(&mut self, component: &C, hash: u64, limits: &Limits<'_>) -> Result<u32, StopReason> {
        let node = self.nodes.len() as u32;
        if u64::from(node) >= limits.positions.min(u64::from(NUMBERS)) {
            return Err(StopReason::PositionLimit);
        }
        self.make_room(limits)?;
        let weight = (self.weight)(component);
        self.table.insert(hash, node);
        let component = component.clone();
        self.nodes.push(Node { component, knowledge: Knowledge(0), weight, plan: NOTHING });
        Ok(node)
    }
}
