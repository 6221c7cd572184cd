//! What is known of components, by their numbers.

use super::kept::Writer;
use crate::cpu::prefetch;
use crate::limits::{Limits, StopReason};
use crate::search::table::Table;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::BTreeSet;
use std::hash::{BuildHasher, Hash};

/// In place of a number: there is none.
pub(super) const NOTHING: u32 = u32::MAX;
/// Numbers are below.
pub(super) const NUMBERS: u32 = 1 << 31;
/// Components of at most this weight are entered when they are met: they are few, and soon known.
const TINY: u32 = 8;

/// Components with the nodes of their classes, and what is known of them.
#[derive(Debug)]
pub(super) struct Store<C> {
    table: Table,
    entries: Vec<Entry<C>>,
    pub(super) nodes: Vec<Node>,
    classes: FxHashMap<u64, u32>,
    /// Bytes that are taken outside of here for what is said of nodes.
    pub(super) elsewhere: u64,
    pub(super) weight: fn(&C) -> u32,
    pub(super) class: fn(&C) -> Option<u64>,
    /// Where values are written as they are found.
    pub(super) log: Option<Writer<C>>,
}

/// A component and the node of its class.
#[derive(Debug)]
struct Entry<C> {
    component: C,
    node: u32,
}

/// What is known of a class of components.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) knowledge: Knowledge,
    pub(super) weight: u32,
    /// The component that stands for all.
    entry: u32,
    /// Its list of options and the first of its efforts, or [`NOTHING`].
    pub(super) list: u32,
    pub(super) effort: u32,
}

/// The value of a component, or values that options of it have, as bits; those from 63 on are not kept.
#[derive(Debug, Clone, Copy)]
pub(super) struct Knowledge(u64);

impl Knowledge {
    const VALUE: u64 = 1 << 63;
    /// The values that can be excluded are those below.
    pub(super) const KEPT: u64 = 63;

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
            entries: Vec::new(),
            nodes: Vec::new(),
            classes: FxHashMap::default(),
            elsewhere: 0,
            weight: |_| 0,
            class: |_| None,
            log: None,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Bytes of memory.
    pub(super) fn bytes(&self) -> u64 {
        // A map has a byte beside each of its pairs, and is seven eighths full at most.
        let classes = 17 * self.classes.capacity() * 8 / 7;
        let entries = self.entries.capacity() * size_of::<Entry<C>>();
        let nodes = self.nodes.capacity() * size_of::<Node>();
        (classes + entries + nodes) as u64 + self.table.bytes() + self.elsewhere
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
        if self.classes.len() == self.classes.capacity() {
            self.check_memory(34 * self.classes.capacity() as u64, limits)?;
        }
        if self.entries.len() == self.entries.capacity() {
            let more = self.entries.len() / 4 + 64;
            self.check_memory((more * size_of::<Entry<C>>()) as u64, limits)?;
            self.entries.reserve_exact(more);
        }
        if self.nodes.len() == self.nodes.capacity() {
            let more = self.nodes.len() / 4 + 64;
            self.check_memory((more * size_of::<Node>()) as u64, limits)?;
            self.nodes.reserve_exact(more);
        }
        Ok(())
    }

    #[inline]
    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    #[inline]
    pub(super) fn knowledge(&self, node: u32) -> Knowledge {
        self.nodes[node as usize].knowledge
    }

    /// The component that stands for a node.
    pub(super) fn component(&self, node: u32) -> &C {
        &self.entries[self.node(node).entry as usize].component
    }

    /// The value of a component is known for good.
    pub(super) fn settle(&mut self, node: u32, value: u64) {
        debug_assert!(value < Knowledge::VALUE, "a value is at most the number of options");
        self.nodes[node as usize].knowledge = Knowledge(value | Knowledge::VALUE);
        if let Some(log) = &self.log {
            log.add(self.component(node), value);
        }
    }

    /// Options of a component have these values.
    pub(super) fn exclude(&mut self, node: u32, seen: &Seen) {
        let knowledge = &mut self.nodes[node as usize].knowledge;
        if knowledge.value().is_none() {
            knowledge.0 |= seen.small;
        }
    }
}

impl<C: Clone + Eq + Hash> Store<C> {
    #[inline]
    fn find(&self, component: &C, hash: u64) -> Option<u32> {
        let found = self.table.find(hash, |entry| self.entries[entry as usize].component == *component)?;
        Some(self.entries[found as usize].node)
    }

    /// The node of a component, which is new the first time.
    ///
    /// # Errors
    /// When the limits leave no room for it.
    #[inline]
    pub(super) fn number(&mut self, component: &C, limits: &Limits<'_>) -> Result<u32, StopReason> {
        let hash = hash(component);
        match self.find(component, hash) {
            Some(node) => Ok(node),
            None => self.enter(component, hash, limits),
        }
    }

    /// A component has a value that was found before.
    ///
    /// # Errors
    /// When the limits leave no room for it.
    pub(super) fn teach(&mut self, component: &C, value: u64, limits: &Limits<'_>) -> Result<(), StopReason> {
        let node = self.number(component, limits)?;
        self.nodes[node as usize].knowledge = Knowledge(value & !Knowledge::VALUE | Knowledge::VALUE);
        Ok(())
    }

    /// The hashes of components that will be looked up, whose memory is asked for.
    pub(super) fn anticipate<'a>(&self, components: impl Iterator<Item = &'a C>, hashes: &mut Vec<u64>)
    where
        C: 'a,
    {
        hashes.clear();
        hashes.extend(components.map(|component| hash(component)));
        hashes.iter().for_each(|&hash| self.table.prefetch(hash));
        for &hash in hashes.iter() {
            if let Some(entry) = self.table.guess(hash) {
                prefetch(&self.entries, entry as usize);
            }
        }
    }

    /// The nodes of many components.
    pub(super) fn numbers(
        &mut self,
        components: &[C],
        limits: &Limits<'_>,
        nodes: &mut Vec<u32>,
    ) -> Result<(), StopReason> {
        let mut hashes = Vec::with_capacity(components.len());
        self.anticipate(components.iter(), &mut hashes);
        for (component, &hash) in components.iter().zip(&hashes) {
            nodes.push(match self.find(component, hash) {
                Some(node) => node,
                None => self.enter(component, hash, limits)?,
            });
        }
        Ok(())
    }

    /// The node of a component that was entered or is tiny, else [`NOTHING`]: most components that are met are never asked
    /// about, and need no room.
    #[inline]
    pub(super) fn spot(
        &mut self,
        component: &C,
        hash: u64,
        weight: u32,
        limits: &Limits<'_>,
    ) -> Result<u32, StopReason> {
        match self.find(component, hash) {
            Some(node) => Ok(node),
            None if weight > TINY => Ok(NOTHING),
            None => self.enter(component, hash, limits),
        }
    }

    fn enter(&mut self, component: &C, hash: u64, limits: &Limits<'_>) -> Result<u32, StopReason> {
        let entry = self.entries.len() as u32;
        if u64::from(entry) >= limits.positions.min(u64::from(NUMBERS)) {
            return Err(StopReason::PositionLimit);
        }
        self.make_room(limits)?;
        let fresh = self.nodes.len() as u32;
        let node = match (self.class)(component) {
            Some(class) => *self.classes.entry(class).or_insert(fresh),
            None => fresh,
        };
        if node == fresh {
            let weight = (self.weight)(component);
            self.nodes.push(Node { knowledge: Knowledge(0), weight, entry, list: NOTHING, effort: NOTHING });
        }
        self.table.insert(hash, entry);
        self.entries.push(Entry { component: component.clone(), node });
        Ok(node)
    }
}
