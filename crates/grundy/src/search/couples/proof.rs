//! Heavy components: their couples are decided where the least effort is expected.
//!
//! Options are listed once and kept until the value is known, and so is the effort expected for each couple. A component
//! comes off the stack when more effort is expected for it than for one of its rivals.

use super::store::{Knowledge, NOTHING, NUMBERS, Store};
use crate::cpu::prefetch;
use crate::error::Failure;
use crate::game::Game;
use crate::limits::Pulse;
use std::hash::Hash;
use std::ops::ControlFlow;

/// Marks the last part of an option in a list.
const LAST: u32 = NUMBERS;

/// How far ahead memory is asked for.
const AHEAD: usize = 6;

/// How many couples must be decided, at least, to show that the player to move wins, or loses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Proof {
    won: u32,
    lost: u32,
}

impl Proof {
    /// More than any effort.
    const NEVER: u32 = 1 << 30;
    const WON: Proof = Proof { won: 0, lost: Proof::NEVER };
    const LOST: Proof = Proof { won: Proof::NEVER, lost: 0 };
    /// No limit.
    pub(super) const ANY: Proof = Proof { won: Proof::NEVER, lost: Proof::NEVER };
}

/// A component whose couple is being decided; all that is learnt is in the store.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub(super) node: u32,
    pub(super) goal: u64,
    /// It is left when more effort than this is expected.
    pub(super) limit: Proof,
}

/// Whether a component has a value, or which, and for how much effort.
#[derive(Debug, Clone, Copy)]
pub(super) struct Question {
    pub(super) node: u32,
    pub(super) goal: Option<u64>,
    pub(super) limit: Proof,
}

impl Question {
    /// For any effort.
    pub(super) fn new(node: u32, goal: Option<u64>) -> Question {
        Question { node, goal, limit: Proof::ANY }
    }
}

/// What a frame needs, or says.
pub(super) enum Step {
    Ask(Question),
    Answer(bool),
}

/// The options of heavy components, and the efforts expected for their couples.
#[derive(Debug, Default)]
pub(super) struct Efforts {
    /// By [`super::store::Node::list`]: parts, the last of each option marked.
    lists: Vec<Vec<u32>>,
    /// By [`super::store::Node::effort`].
    efforts: Vec<Effort>,
}

#[derive(Debug, Clone, Copy)]
struct Effort {
    goal: u64,
    proof: Proof,
    /// The effort for another goal of the same component.
    next: u32,
}

/// An option in the light of what is known.
enum Sight {
    Value(u64),
    /// One part is not known; the others have this nim-sum.
    One(u32, u64),
    /// Several parts are not known; the easiest of them, and the weight of the others.
    Several(u32, u32),
}

impl Efforts {
    /// Lists the options of a component, unless that was done.
    pub(super) fn open<G: Game>(
        &mut self,
        game: &G,
        store: &mut Store<G::Component>,
        node: u32,
        pulse: &mut Pulse<'_>,
    ) -> Result<bool, Failure>
    where
        G::Component: Hash,
    {
        if store.node(node).list != NOTHING {
            return Ok(false);
        }
        let component = store.component(node).clone();
        let mut seen = store.knowledge(node).seen();
        let (mut parts, mut ends) = (Vec::new(), Vec::new());
        let _ = game.options(&component, pulse, &mut |option| {
            let odd = option.iter().filter(|part| part.copies % 2 == 1);
            parts.extend(odd.map(|part| part.component.clone()));
            ends.push(parts.len());
            ControlFlow::Continue(())
        })?;
        let mut nodes = Vec::with_capacity(parts.len());
        store.numbers(&parts, pulse.limits(), &mut nodes)?;
        let mut list: Vec<u32> = Vec::with_capacity(nodes.len());
        let mut start = 0;
        for end in ends {
            match &nodes[start..end] {
                // Nothing is left: an option of value 0.
                [] => seen.insert(0),
                // Of repeats, only the most frequent kind is looked for.
                &[only] if lists_alone(&list, only) => {}
                [others @ .., last] => {
                    list.extend_from_slice(others);
                    list.push(last | LAST);
                }
            }
            start = end;
        }
        list.shrink_to_fit();
        let bytes = (4 * list.len() + size_of::<Vec<u32>>()) as u64;
        store.check_memory(bytes, pulse.limits())?;
        store.elsewhere += bytes;
        store.exclude(node, &seen);
        store.nodes[node as usize].list = self.lists.len() as u32;
        self.lists.push(list);
        Ok(true)
    }

    /// What a couple is expected to take.
    #[inline]
    fn effort<C>(&self, store: &Store<C>, node: u32, goal: u64) -> Proof {
        let node = store.node(node);
        if let Some(value) = node.knowledge.value() {
            return if value == goal { Proof::LOST } else { Proof::WON };
        }
        if node.knowledge.excludes(goal) {
            return Proof::WON;
        }
        let mut next = node.effort;
        while next != NOTHING {
            let effort = &self.efforts[next as usize];
            if effort.goal == goal {
                return effort.proof;
            }
            next = effort.next;
        }
        // One move may win; to lose, all must be looked at, but many turn out to be known.
        Proof { won: 1, lost: 1 + node.weight / 2 }
    }

    fn set_effort<C>(&mut self, store: &mut Store<C>, node: u32, goal: u64, proof: Proof) {
        let first = &mut store.nodes[node as usize].effort;
        let mut next = *first;
        while next != NOTHING {
            let effort = &mut self.efforts[next as usize];
            if effort.goal == goal {
                effort.proof = proof;
                return;
            }
            next = effort.next;
        }
        store.elsewhere += size_of::<Effort>() as u64;
        self.efforts.push(Effort { goal, proof, next: *first });
        *first = self.efforts.len() as u32 - 1;
    }

    /// Goes on with a component: asks the question that promises most, or leaves it.
    pub(super) fn step<C>(
        &mut self,
        store: &mut Store<C>,
        frame: &Frame,
        pulse: &mut Pulse<'_>,
    ) -> Result<Step, Failure> {
        let Frame { node, goal, limit } = *frame;
        let knowledge = store.knowledge(node);
        if knowledge.value().is_some() || knowledge.excludes(goal) {
            return Ok(Step::Answer(knowledge.value() == Some(goal)));
        }
        let list_at = store.node(node).list as usize;
        let mut list = std::mem::take(&mut self.lists[list_at]);
        pulse.beats(list.len() as u64)?;
        let survey = self.survey(store, node, goal, &mut list);
        let Some(best) = survey.best.filter(|_| !survey.refuted) else {
            if survey.refuted {
                self.lists[list_at] = list;
            } else {
                // No option has the value asked about, all smaller values are excluded: the list has served.
                store.settle(node, goal);
                store.elsewhere -= 4 * list.capacity() as u64;
            }
            return Ok(Step::Answer(!survey.refuted));
        };
        self.lists[list_at] = list;
        let proof = survey.proof();
        self.set_effort(store, node, goal, proof);
        if proof.won >= limit.won || proof.lost >= limit.lost {
            return Ok(Step::Answer(false));
        }
        if best.goal.is_none() {
            // What is expected of a sum does not depend on what is learnt of one part, so that part must be finished.
            return Ok(Step::Ask(best));
        }
        // A little more than the next best may take, so that rivals do not take turns at every step.
        let lost = limit.won.min(survey.second.saturating_add(1 + survey.second / 8));
        let won = (limit.lost + 1).saturating_sub(survey.open).max(1);
        Ok(Step::Ask(Question { limit: Proof { won, lost }, ..best }))
    }

    /// Looks at all options and all smaller heaps; options that are known are taken off the list.
    fn survey<C>(&self, store: &mut Store<C>, node: u32, goal: u64, list: &mut Vec<u32>) -> Survey {
        let mut survey = Survey::default();
        let mut seen = store.knowledge(node).seen();
        let (mut kept, mut start) = (0, 0);
        while start < list.len() {
            if let Some(&ahead) = list.get(start + AHEAD) {
                prefetch(&store.nodes, (ahead & !LAST) as usize);
            }
            let length = list[start..].iter().position(|&part| part & LAST != 0).expect("an option ends") + 1;
            let range = start..start + length;
            start = range.end;
            match sight(store, &list[range.clone()]) {
                Sight::Value(value) => {
                    seen.insert(value);
                    if value < Knowledge::KEPT {
                        continue;
                    }
                }
                Sight::One(part, rest) if goal ^ rest < Knowledge::KEPT => {
                    survey.add(self.effort(store, part, goal ^ rest), part, Some(goal ^ rest));
                }
                Sight::One(part, _) => {
                    survey.add(Proof { won: 1, lost: store.node(part).weight.max(1) }, part, None);
                }
                Sight::Several(part, others) => {
                    let weight = store.node(part).weight;
                    survey.add(Proof { won: 1, lost: 1 + others / 2 + weight }, part, None);
                }
            }
            list.copy_within(range, kept);
            kept += length;
        }
        list.truncate(kept);
        store.exclude(node, &seen);
        survey.refuted |= seen.contains(goal);
        for smaller in (0..goal).filter(|&smaller| !seen.contains(smaller)) {
            survey.add(self.effort(store, node, smaller), node, Some(smaller));
        }
        survey
    }
}

/// Whether an option of this one part is on a list.
fn lists_alone(list: &[u32], part: u32) -> bool {
    let mut begins = true;
    list.iter().any(|&listed| {
        let alone = begins && listed == part | LAST;
        begins = listed & LAST != 0;
        alone
    })
}

#[inline]
fn sight<C>(store: &Store<C>, parts: &[u32]) -> Sight {
    let (mut rest, mut unknown, mut easiest, mut weight) = (0, 0, 0, 0);
    for &part in parts {
        let part = part & !LAST;
        let node = store.node(part);
        match node.knowledge.value() {
            Some(value) => rest ^= value,
            None => {
                if unknown == 0 || node.weight < store.node(easiest).weight {
                    easiest = part;
                }
                weight += node.weight;
                unknown += 1;
            }
        }
    }
    match unknown {
        0 => Sight::Value(rest),
        1 => Sight::One(easiest, rest),
        _ => Sight::Several(easiest, weight - store.node(easiest).weight),
    }
}

/// What a look at all options of a couple found.
#[derive(Default)]
struct Survey {
    refuted: bool,
    best: Option<Question>,
    best_proof: Option<Proof>,
    /// The least effort for the others.
    second: u32,
    hardest: u32,
    /// Couples not known to be won.
    open: u32,
}

impl Survey {
    #[inline]
    fn add(&mut self, proof: Proof, node: u32, goal: Option<u64>) {
        if proof.won == 0 {
            return;
        }
        self.refuted |= proof.lost == 0;
        self.open += 1;
        self.hardest = self.hardest.max(proof.won);
        match self.best_proof {
            Some(best) if (best.lost, best.won) <= (proof.lost, proof.won) => {
                self.second = self.second.min(proof.lost);
            }
            best => {
                self.second = best.map_or(Proof::NEVER, |best| best.lost);
                self.best_proof = Some(proof);
                self.best = Some(Question::new(node, goal));
            }
        }
    }

    /// The effort for the couple whose options these are.
    fn proof(&self) -> Proof {
        let won = self.best_proof.map_or(Proof::NEVER, |best| best.lost);
        Proof { won, lost: (self.hardest + self.open - 1).min(Proof::NEVER - 1) }
    }
}
