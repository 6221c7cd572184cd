//! What is known of components, by their numbers.

use super::persisted::Writer;
use super::proof_number::ExpandedNode;
use crate::base::cpu::{ask_large_pages, prefetch, prefetch_at};
use crate::base::limits::{Limits, StopReason};
use crate::engine::search::table::IndexTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::BTreeSet;
use std::hash::{BuildHasher, Hash};
use std::mem::offset_of;

/// The sentinel in place of a node: there is none.
pub(super) const NO_NODE: u32 = u32::MAX;
/// Bytes of a class in a map.
const CLASS_ENTRY_BYTES: u64 = 33;
/// Numbers are below: lists of nodes have words of their own.
pub(super) const MAX_NODES: u32 = (1 << 31) - 1;
/// Components of at most this weight are entered when they are met: they are few, and soon known.
const MAX_WEIGHT_ENTERED_WHEN_MET: u32 = 40;

/// Components and what is known of them.
#[derive(Debug)]
pub(super) struct Store<C> {
    table: IndexTable,
    pub(super) nodes: Vec<Node<C>>,
    /// Expanded nodes of large components, by the numbers in their records, and which of these numbers are free.
    pub(super) expanded_nodes: Vec<ExpandedNode>,
    pub(super) vacant: Vec<u32>,
    /// Bytes that expanded nodes take beyond that.
    pub(super) elsewhere: u64,
    pub(super) weight: fn(&C) -> u32,
    pub(super) class: fn(&C) -> Option<EquivalenceClass>,
    pub(super) theory: fn(&C) -> Option<NimberFact>,
    pub(super) move_ordering: Option<fn(&C) -> MoveOrdering>,
    /// The first component of each class that was asked about.
    classes: FxHashMap<EquivalenceClass, u32>,
    /// Where values are written as they are found.
    pub(super) log: Option<Writer<C>>,
}

/// The order in which a game lists the options of a component: how many come first because they decide most, and how
/// many there are besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveOrdering {
    /// Those that fall apart, say.
    pub first: u32,
    /// All others, which are smaller than the component, but not by much.
    pub rest: u32,
}

/// A name for components that play alike.
pub type EquivalenceClass = [u64; 3];

/// What can be known of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NimberFact {
    /// Its value.
    Value(u64),
    /// Values that it does not have, as bits, because options have them.
    Excluded(u64),
}

/// A component and what is known of it.
#[derive(Debug)]
pub(super) struct Node<C> {
    pub(super) component: C,
    record: Record,
}

/// What is known of a component, in eight bytes: its weight, whether its class was looked up, and one of four things.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record(pub(super) u64);

impl Record {
    /// The bits for a number, or for values that options have.
    const PAYLOAD: u64 = (1 << Knowledge::EXCLUDABLE) - 1;
    const CLASSED: u64 = 1 << Knowledge::EXCLUDABLE;
    const WEIGHT: u32 = Knowledge::EXCLUDABLE as u32 + 1;
    const MAX_WEIGHT: u32 = (1 << (62 - Record::WEIGHT)) - 1;
    const KINDS: u64 = 3 << 62;
    /// Which of the four things it is: values that options have, the value itself, the number of another component that
    /// plays alike, or that of an expanded node. The last two have what is known elsewhere.
    pub(super) const SEEN: u64 = 0;
    pub(super) const VALUE: u64 = Knowledge::VALUE;
    pub(super) const ALIAS: u64 = 1 << 62;
    pub(super) const EXPANDED: u64 = 3 << 62;

    /// Nothing is known; all larger components count as equally large.
    fn new(weight: u32) -> Record {
        Record(u64::from(weight.min(Record::MAX_WEIGHT)) << Record::WEIGHT)
    }

    #[inline]
    pub(super) fn weight(self) -> u32 {
        (self.0 >> Record::WEIGHT) as u32 & Record::MAX_WEIGHT
    }

    #[inline]
    pub(super) fn kind(self) -> u64 {
        self.0 & Record::KINDS
    }

    #[inline]
    fn is_elsewhere(self) -> bool {
        self.0 & Record::ALIAS != 0
    }

    #[inline]
    pub(super) fn payload(self) -> u64 {
        self.0 & Record::PAYLOAD
    }

    /// What is known, unless it is elsewhere.
    #[inline]
    fn knowledge(self) -> Knowledge {
        Knowledge(self.0 & (Record::VALUE | Record::PAYLOAD))
    }

    fn set(&mut self, kind: u64, payload: u64) {
        debug_assert!(payload <= Record::PAYLOAD, "a value is at most the number of options");
        self.0 = self.0 & !(Record::KINDS | Record::PAYLOAD) | kind | payload;
    }
}

/// The value of a component, or values that options of it have, as bits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Knowledge(u64);

impl Knowledge {
    const VALUE: u64 = 1 << 63;
    /// The values that can be excluded are those below.
    pub(super) const EXCLUDABLE: u64 = 48;

    #[inline]
    pub(super) fn value(self) -> Option<u64> {
        (self.0 & Knowledge::VALUE != 0).then_some(self.0 ^ Knowledge::VALUE)
    }

    /// Whether this is known not to be the value.
    #[inline]
    pub(super) fn excludes(self, value: u64) -> bool {
        match self.value() {
            Some(known) => known != value,
            None => value < Knowledge::EXCLUDABLE && self.0 >> value & 1 == 1,
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
            0..Knowledge::EXCLUDABLE => self.small |= 1 << value,
            _ => drop(self.large.insert(value)),
        }
    }

    #[inline]
    pub(super) fn contains(&self, value: u64) -> bool {
        if value < Knowledge::EXCLUDABLE { self.small >> value & 1 == 1 } else { self.large.contains(&value) }
    }

    /// The values of which a component keeps that it does not have them, as bits.
    pub(super) fn small(&self) -> u64 {
        self.small
    }

    /// The least value that is not in the set.
    pub(super) fn mex(&self) -> u64 {
        match u64::from(self.small.trailing_ones()) {
            Knowledge::EXCLUDABLE => (Knowledge::EXCLUDABLE..)
                .find(|value| !self.large.contains(value))
                .expect("the set is finite"),
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
            table: IndexTable::default(),
            nodes: Vec::new(),
            expanded_nodes: Vec::new(),
            vacant: Vec::new(),
            elsewhere: 0,
            weight: |_| 0,
            class: |_| None,
            theory: |_| None,
            move_ordering: None,
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
        let expanded_nodes = self.expanded_nodes.capacity() * size_of::<ExpandedNode>()
            + self.vacant.capacity() * size_of::<u32>();
        // Seven eighths of a map are full at most.
        let classes = CLASS_ENTRY_BYTES * self.classes.capacity() as u64 * 8 / 7;
        (nodes + expanded_nodes) as u64 + classes + self.table.bytes() + self.elsewhere
    }

    /// Refuses what would take more memory than is allowed.
    pub(super) fn check_memory(&self, more: u64, limits: &Limits<'_>) -> Result<(), StopReason> {
        limits.check_memory(self.bytes() + more, 1)
    }

    #[inline]
    pub(super) fn record(&self, node: u32) -> Record {
        self.nodes[node as usize].record
    }

    /// Asks for the memory of a record.
    #[inline]
    pub(super) fn anticipate_record(&self, node: u32) {
        let node = self.nodes.as_ptr().wrapping_add(node as usize).cast::<u8>();
        prefetch_at(node.wrapping_add(offset_of!(Node<C>, record)));
    }

    #[inline]
    pub(super) fn component(&self, node: u32) -> &C {
        &self.nodes[node as usize].component
    }

    #[inline]
    pub(super) fn weight(&self, node: u32) -> u32 {
        self.record(node).weight()
    }

    /// The number of the expanded node of a component.
    #[inline]
    pub(super) fn expanded_node(&self, node: u32) -> Option<usize> {
        let record = self.record(node);
        (record.kind() == Record::EXPANDED).then(|| record.payload() as usize)
    }

    /// A component has an expanded node, where what is known of it stands.
    pub(super) fn set_expanded(&mut self, node: u32, expanded: usize) {
        self.nodes[node as usize].record.set(Record::EXPANDED, expanded as u64);
    }

    #[inline]
    pub(super) fn knowledge(&self, node: u32) -> Knowledge {
        let record = self.record(node);
        match record.kind() {
            Record::ALIAS => self.record(record.payload() as u32).knowledge(),
            Record::EXPANDED => Knowledge(self.expanded_nodes[record.payload() as usize].seen),
            _ => record.knowledge(),
        }
    }

    /// The value of a component, if it is known, and its weight.
    #[inline]
    pub(super) fn sight(&self, node: u32) -> (Option<u64>, u32) {
        let record = self.record(node);
        let value = if record.is_elsewhere() { self.knowledge(node) } else { record.knowledge() }.value();
        (value, record.weight())
    }

    /// The value of a component is known for good.
    pub(super) fn settle(&mut self, node: u32, value: u64) {
        self.learn(node, NimberFact::Value(value));
        if let Some(log) = &self.log {
            log.add(self.component(node), NimberFact::Value(value));
        }
    }

    /// Options of a component have these values.
    pub(super) fn exclude(&mut self, node: u32, seen: &Seen) {
        let knowledge = self.knowledge(node);
        let fresh = seen.small & !knowledge.0;
        if knowledge.value().is_some() || fresh == 0 {
            return;
        }
        self.learn(node, NimberFact::Excluded(fresh));
        if let Some(log) = self.log.as_ref().filter(|log| self.weight(node) > log.values_only_to) {
            log.add(self.component(node), NimberFact::Excluded(fresh));
        }
    }

    /// Takes note of something.
    fn learn(&mut self, node: u32, fact: NimberFact) {
        let record = &mut self.nodes[node as usize].record;
        match (fact, record.kind()) {
            (NimberFact::Value(value), kind) => {
                let expanded = record.payload();
                record.set(Record::VALUE, value);
                if kind == Record::EXPANDED {
                    self.drop_expanded(expanded as u32);
                }
            }
            (NimberFact::Excluded(values), Record::SEEN) => record.0 |= values & Record::PAYLOAD,
            (NimberFact::Excluded(values), Record::EXPANDED) => {
                self.expanded_nodes[record.payload() as usize].seen |= values & Record::PAYLOAD;
            }
            _ => {}
        }
    }
}

impl<C: Clone + Eq + Hash> Store<C> {
    /// Makes room for another component, a quarter more than there is.
    fn make_room(&mut self, limits: &Limits<'_>) -> Result<(), StopReason> {
        if self.table.is_full() {
            self.check_memory(self.table.bytes(), limits)?;
            self.table.grow(self.nodes.iter().map(|node| hash(&node.component)));
        }
        if self.nodes.len() == self.nodes.capacity() {
            let more = self.nodes.len() / 4 + 64;
            self.check_memory((more * size_of::<Node<C>>()) as u64, limits)?;
            self.nodes.reserve_exact(more);
            ask_large_pages(&self.nodes);
        }
        Ok(())
    }

    /// The first component that was asked about of those that play like this one.
    pub(super) fn representative(&mut self, node: u32, limits: &Limits<'_>) -> Result<u32, StopReason> {
        let Node { component, record } = &self.nodes[node as usize];
        if record.kind() == Record::ALIAS {
            return Ok(record.payload() as u32);
        }
        if record.0 & Record::CLASSED != 0 {
            return Ok(node);
        }
        let Some(class) = (self.class)(component) else { return Ok(node) };
        if self.classes.len() == self.classes.capacity() {
            // A map has a byte beside each of its pairs, and the old one is kept until the new one is filled.
            self.check_memory(3 * CLASS_ENTRY_BYTES * self.classes.capacity() as u64, limits)?;
        }
        let first = *self.classes.entry(class).or_insert(node);
        let known = self.knowledge(node);
        let record = &mut self.nodes[node as usize].record;
        record.0 |= Record::CLASSED;
        if first != node {
            record.set(Record::ALIAS, u64::from(first));
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
        weight: Option<u32>,
        limits: &Limits<'_>,
    ) -> Result<u32, StopReason> {
        match self.find(component, hash) {
            Some(node) => Ok(node),
            None => self.enter(component, hash, weight, limits),
        }
    }

    /// Something is known of a component that was found before; returns its node.
    ///
    /// # Errors
    /// When the limits leave no room for it.
    pub(super) fn teach(
        &mut self,
        component: &C,
        fact: NimberFact,
        limits: &Limits<'_>,
    ) -> Result<u32, StopReason> {
        let node = self.number(component, hash(component), None, limits)?;
        self.learn(node, fact);
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
            // One entry in four lies across two lines.
            self.anticipate_record(node);
        }
    }

    /// The value of a component if it is known, and its node if it has one.
    #[inline]
    pub(super) fn spot(&mut self, component: &C, hash: u64) -> (Option<u64>, u32) {
        let Some(node) = self.find(component, hash) else {
            let value = match (self.theory)(component) {
                Some(NimberFact::Value(value)) => Some(value),
                _ => None,
            };
            return (value, NO_NODE);
        };
        let (value, _) = self.sight(node);
        let record = &mut self.nodes[node as usize].record;
        if let Some(value) = value.filter(|_| record.is_elsewhere()) {
            // The next look need not ask the component that plays alike.
            record.set(Record::VALUE, value);
        }
        (value, node)
    }

    /// The weight of a component. Tiny ones are entered: most other components that are met are never asked about, and
    /// need no room.
    #[inline]
    pub(super) fn weigh(
        &mut self,
        component: &C,
        hash: u64,
        node: &mut u32,
        limits: &Limits<'_>,
    ) -> Result<u32, StopReason> {
        if *node != NO_NODE {
            return Ok(self.weight(*node));
        }
        let weight = (self.weight)(component).min(Record::MAX_WEIGHT);
        if weight <= MAX_WEIGHT_ENTERED_WHEN_MET {
            *node = self.number(component, hash, Some(weight), limits)?;
        }
        Ok(weight)
    }

    fn enter(
        &mut self,
        component: &C,
        hash: u64,
        weight: Option<u32>,
        limits: &Limits<'_>,
    ) -> Result<u32, StopReason> {
        let node = self.nodes.len() as u32;
        if u64::from(node) >= limits.positions.min(u64::from(MAX_NODES)) {
            return Err(StopReason::PositionLimit);
        }
        self.make_room(limits)?;
        let record = Record::new(weight.unwrap_or_else(|| (self.weight)(component)));
        self.table.insert(hash, node);
        self.nodes.push(Node { component: component.clone(), record });
        if let Some(fact) = (self.theory)(component) {
            self.learn(node, fact);
        }
        Ok(node)
    }
}
