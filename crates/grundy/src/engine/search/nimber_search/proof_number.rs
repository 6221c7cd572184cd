//! Large components: df-pn, depth-first proof-number search (Allis 1994, Nagai 2002).
//!
//! A node is a sum `G + *n`. Its *proof number* is roughly how many sums must still be decided to show that the player to
//! move wins, its *disproof number* how many to show that the player to move loses, which means that G has value n.
//! Moves alternate in one player's eyes, so a node is proved by one disproved option, and disproved when all options
//! are proved:
//!
//! * proof number = the least disproof number of an option;
//! * disproof number = the largest proof number of an option, and 3/16 of the sum of the others. Proofs share much, so
//!   the plain sum of df-pn counts the same work many times over (weak proof numbers: Ueda and others 2008 take the
//!   maximum and the number of the others).
//!
//! A sum that was never looked at starts from its component's weight: twice the disproof number for every
//! [`WEIGHT_PER_DOUBLING`], and a quarter of it as proof number. How fast numbers grow and how much is shared was
//! measured on boards of Cram from 5 x 6 to 5 x 8; numbers nearby change each board by a sixth either way, as ties do,
//! and these suit 5 x 7 and 5 x 8.
//!
//! A component that is met is estimated first ([`Store::over_threshold`]), by the first options of its move ordering
//! alone if the game has one: three of four are left at once because a sibling is easier, and their options need no
//! places in the table. Only then all options are listed (the node is *expanded*), and kept until the value is known. A
//! component comes off the stack when a number of it reaches its threshold: when a sibling has become the better
//! choice.

use super::depth_first::Outlook;
use super::option_list::{List, Sight};
use super::store::{Knowledge, NO_NODE, Record, Seen, Store};
use crate::base::error::Failure;
use crate::base::limits::{Limits, Pulse, StopReason};

/// How much more a component weighs whose disproof number starts twice as high.
const WEIGHT_PER_DOUBLING: u32 = 62;
/// How much less an option weighs than its position, if it does not fall apart.
const WEIGHT_LOST_BY_A_MOVE: u32 = 36;

/// The disproof number that a sum of a component of this weight starts from, never 0. Between two doublings it is a
/// line.
#[inline]
pub(super) fn initial_disproof(weight: u32) -> u32 {
    let weight = weight.min(20 * WEIGHT_PER_DOUBLING);
    let whole = 4 << (weight / WEIGHT_PER_DOUBLING);
    whole + whole * (weight % WEIGHT_PER_DOUBLING) / WEIGHT_PER_DOUBLING
}

/// The disproof number of several parts of an option, whose values are all needed.
#[inline]
pub(super) fn sum_of_parts(one: u32, other: u32) -> u32 {
    (one + other).min(ProofNumbers::INFINITE - 1)
}

/// The proof and the disproof number of a sum `G + *n`. Proved: the player to move wins; disproved: G has value n.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    proof: u32,
    disproof: u32,
}

impl ProofNumbers {
    /// More than any proof or disproof number.
    const INFINITE: u32 = 1 << 30;
    const PROVED: ProofNumbers = ProofNumbers { proof: 0, disproof: ProofNumbers::INFINITE };
    const DISPROVED: ProofNumbers = ProofNumbers { proof: ProofNumbers::INFINITE, disproof: 0 };
    /// The threshold that no numbers reach.
    pub(super) const UNBOUNDED: ProofNumbers =
        ProofNumbers { proof: ProofNumbers::INFINITE, disproof: ProofNumbers::INFINITE };

    /// The numbers that a sum starts from.
    #[inline]
    fn initial(weight: u32) -> ProofNumbers {
        let disproof = initial_disproof(weight);
        ProofNumbers { proof: 1 + disproof / 4, disproof: 1 + disproof }
    }

    /// Whether one of the numbers has reached its threshold.
    fn exceeds(self, threshold: ProofNumbers) -> bool {
        self.proof >= threshold.proof || self.disproof >= threshold.disproof
    }
}

/// A sum of a component and the Nim heap `goal` that is being decided; all that is learnt is in the store.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub(super) node: u32,
    pub(super) goal: u64,
    /// It is left when one of its numbers reaches this.
    pub(super) threshold: ProofNumbers,
}

/// Whether a component has a value, or which, and up to which proof and disproof number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Question {
    pub(super) node: u32,
    pub(super) goal: Option<u64>,
    pub(super) threshold: ProofNumbers,
}

impl Question {
    /// Without a threshold.
    pub(super) fn new(node: u32, goal: Option<u64>) -> Question {
        Question { node, goal, threshold: ProofNumbers::UNBOUNDED }
    }
}

/// What a frame needs, or says.
pub(super) enum Step {
    Ask(Question),
    Answer(bool),
}

/// An expanded node: the options of a component once they are listed, the values that options have, as bits, and the
/// proof and disproof numbers of its sums with Nim heaps.
#[derive(Debug, Default)]
pub(super) struct ExpandedNode {
    options: Option<List>,
    pub(super) seen: u64,
    /// By goal, few of them.
    proof_numbers: Vec<(u64, ProofNumbers)>,
}

impl ExpandedNode {
    fn bytes(&self) -> u64 {
        self.options.as_ref().map_or(0, List::bytes) + size_of_val(&*self.proof_numbers) as u64
    }
}

impl<C> Store<C> {
    /// Whether the options of a component are listed.
    pub(super) fn is_listed(&self, node: u32) -> bool {
        self.expanded_node(node).is_some_and(|expanded| self.expanded_nodes[expanded].options.is_some())
    }

    /// The expanded node of a component of which the value is not known, a new one if there is none.
    fn expand(&mut self, node: u32, limits: &Limits<'_>) -> Result<usize, StopReason> {
        if let Some(expanded) = self.expanded_node(node) {
            return Ok(expanded);
        }
        let expanded = ExpandedNode { seen: self.knowledge(node).seen().small(), ..ExpandedNode::default() };
        let number = match self.vacant.pop() {
            Some(number) => number as usize,
            None => {
                if self.expanded_nodes.len() == self.expanded_nodes.capacity() {
                    self.check_memory(
                        (self.expanded_nodes.len() * size_of::<ExpandedNode>()) as u64,
                        limits,
                    )?;
                }
                self.expanded_nodes.push(ExpandedNode::default());
                self.expanded_nodes.len() - 1
            }
        };
        self.expanded_nodes[number] = expanded;
        self.set_expanded(node, number);
        Ok(number)
    }

    /// Keeps the options of a component of which the value is not known.
    pub(super) fn keep_list(
        &mut self,
        node: u32,
        options: List,
        limits: &Limits<'_>,
    ) -> Result<(), StopReason> {
        self.check_memory(options.bytes(), limits)?;
        let expanded = self.expand(node, limits)?;
        self.elsewhere += options.bytes();
        self.expanded_nodes[expanded].options = Some(options);
        Ok(())
    }

    /// An expanded node has served.
    pub(super) fn drop_expanded(&mut self, expanded: u32) {
        let served = std::mem::take(&mut self.expanded_nodes[expanded as usize]);
        self.elsewhere -= served.bytes();
        self.vacant.push(expanded);
    }

    /// The numbers of a sum; `Err` if the value of the component is known.
    #[inline(always)]
    fn look_up(&self, node: u32, goal: u64) -> Result<ProofNumbers, u64> {
        let record = self.record(node);
        let is_excluded = |values: u64| values >> goal & 1 == 1;
        // Why it is fast: nearly all sums are decided by this one word, without a second look at memory.
        if record.kind() == Record::SEEN {
            return Ok(if is_excluded(record.payload()) {
                ProofNumbers::PROVED
            } else {
                ProofNumbers::initial(record.weight())
            });
        }
        let seen = match (record.kind(), self.knowledge(node)) {
            (Record::EXPANDED, _) => self.expanded_nodes[record.payload() as usize].seen,
            (_, knowledge) => match knowledge.value() {
                Some(value) => return Err(value),
                None => knowledge.seen().small(),
            },
        };
        if is_excluded(seen) {
            return Ok(ProofNumbers::PROVED);
        }
        let expanded = self.expanded_node(node).map(|expanded| &self.expanded_nodes[expanded]);
        let stored =
            expanded.and_then(|expanded| expanded.proof_numbers.iter().find(|stored| stored.0 == goal));
        Ok(stored.map_or_else(|| ProofNumbers::initial(record.weight()), |stored| stored.1))
    }

    /// The proof and disproof number of a sum.
    #[inline]
    fn proof_numbers(&self, node: u32, goal: u64) -> ProofNumbers {
        self.look_up(node, goal).unwrap_or_else(|value| {
            if value == goal { ProofNumbers::DISPROVED } else { ProofNumbers::PROVED }
        })
    }

    fn set_proof_numbers(&mut self, expanded: usize, goal: u64, numbers: ProofNumbers) {
        let stored = &mut self.expanded_nodes[expanded].proof_numbers;
        match stored.iter_mut().find(|stored| stored.0 == goal) {
            Some(stored) => stored.1 = numbers,
            None => {
                stored.push((goal, numbers));
                self.elsewhere += size_of::<(u64, ProofNumbers)>() as u64;
            }
        }
    }

    /// Takes note of the numbers of a sum.
    pub(super) fn store_proof_numbers(
        &mut self,
        sum: Frame,
        numbers: ProofNumbers,
        limits: &Limits<'_>,
    ) -> Result<(), StopReason> {
        let expanded = self.expand(sum.node, limits)?;
        self.set_proof_numbers(expanded, sum.goal, numbers);
        Ok(())
    }

    /// The numbers of a sum if they reach its threshold, by options that are not listed yet and the `rest`, which was
    /// not looked at.
    pub(super) fn over_threshold(
        &self,
        sum: Frame,
        options: impl Iterator<Item = Outlook>,
        rest: u32,
        seen: &Seen,
    ) -> Option<ProofNumbers> {
        let Frame { node, goal, threshold } = sum;
        let mut survey = Survey::default();
        for option in options {
            match option.only {
                Some((part, weight)) if goal ^ option.rest < Knowledge::EXCLUDABLE => {
                    let goal = goal ^ option.rest;
                    let is_new = part == NO_NODE;
                    let numbers =
                        if is_new { ProofNumbers::initial(weight) } else { self.proof_numbers(part, goal) };
                    survey.add(numbers, part, Some(goal));
                }
                _ => survey.add(ProofNumbers { proof: 1, disproof: option.disproof }, NO_NODE, None),
            }
        }
        if rest > 0 {
            let like = ProofNumbers::initial(self.weight(node).saturating_sub(WEIGHT_LOST_BY_A_MOVE));
            survey.add(like, NO_NODE, None);
            survey.open += u64::from(rest - 1) * u64::from(like.proof);
        }
        self.survey_smaller(node, goal, seen, &mut survey);
        let is_open = !survey.is_proved() && !survey.is_disproved();
        Some(survey.proof_numbers()).filter(|numbers| is_open && numbers.exceeds(threshold))
    }

    /// Goes on with a sum: asks about its most proving option, or leaves it.
    ///
    /// It never settles on an estimate: an answer `true` needs every option proved and every smaller value excluded,
    /// and those stay so, which is why what is learnt under any threshold is right for good.
    pub(super) fn step(&mut self, frame: &Frame, pulse: &mut Pulse<'_>) -> Result<Step, Failure> {
        let Frame { node, goal, threshold } = *frame;
        let knowledge = self.knowledge(node);
        if knowledge.value().is_some() || knowledge.excludes(goal) {
            return Ok(Step::Answer(knowledge.value() == Some(goal)));
        }
        let expanded = self.expanded_node(node).expect("it was made before");
        let listed = |options: &Option<List>| options.as_ref().map_or(0, List::len) as u64;
        // First, as a stop must leave the options where they are.
        pulse.beats(listed(&self.expanded_nodes[expanded].options))?;
        let mut list = self.expanded_nodes[expanded].options.take().expect("they were listed before");
        let survey = self.survey(node, goal, &mut list);
        self.expanded_nodes[expanded].options = Some(list);
        if survey.is_proved() {
            return Ok(Step::Answer(false));
        }
        if survey.is_disproved() {
            // No option has the value asked about, and all smaller values are excluded.
            self.settle(node, goal);
            return Ok(Step::Answer(true));
        }
        let (best, best_proof) = (survey.best, survey.least as u32);
        let numbers = survey.proof_numbers();
        self.set_proof_numbers(expanded, goal, numbers);
        if numbers.exceeds(threshold) {
            return Ok(Step::Answer(false));
        }
        if best.goal.is_none() {
            // What is expected of a sum does not depend on what is learnt of one part, so that part must be finished.
            return Ok(Step::Ask(best));
        }
        // The sibling threshold: a little more than the second least disproof number, so that siblings do not take
        // turns at every step (the 1 + epsilon of df-pn: Pawlewicz and Lew 2007).
        let disproof = threshold.proof.min(survey.second.saturating_add(1 + survey.second * 3 / 32));
        // What the threshold leaves for this option once the others have their share, and always more than its own
        // proof number: otherwise it would come back at once, for ever.
        let left = threshold.disproof.saturating_sub(Survey::unshared(survey.open - u64::from(best_proof)));
        let proof = left.max(best_proof + 1);
        Ok(Step::Ask(Question { threshold: ProofNumbers { proof, disproof }, ..best }))
    }

    /// Looks at all options of a sum `G + *n`, those of G and those of *n; options that are known are taken off the list.
    fn survey(&mut self, node: u32, goal: u64, list: &mut List) -> Survey {
        let mut survey = Survey::default();
        let mut seen = self.knowledge(node).seen();
        list.retain_single(self, |part, rest| {
            let asked = goal ^ rest;
            let found =
                if asked < Knowledge::EXCLUDABLE { self.look_up(part, asked) } else { self.whole(part) };
            match found {
                Ok(numbers) => {
                    survey.add(numbers, part, Some(asked).filter(|&asked| asked < Knowledge::EXCLUDABLE));
                }
                Err(value) => {
                    seen.insert(value ^ rest);
                    return value ^ rest >= Knowledge::EXCLUDABLE;
                }
            }
            true
        });
        list.retain_several(self, |sight| {
            match sight {
                Sight::Value(value) => {
                    seen.insert(value);
                    return value >= Knowledge::EXCLUDABLE;
                }
                Sight::One(part, rest) if goal ^ rest < Knowledge::EXCLUDABLE => {
                    survey.add(self.proof_numbers(part, goal ^ rest), part, Some(goal ^ rest));
                }
                Sight::One(part, _) => {
                    survey.add(
                        ProofNumbers { proof: 1, disproof: initial_disproof(self.weight(part)) },
                        part,
                        None,
                    );
                }
                Sight::Several(part, disproof) => survey.add(ProofNumbers { proof: 1, disproof }, part, None),
            }
            true
        });
        self.exclude(node, &seen);
        if seen.contains(goal) {
            survey.add(ProofNumbers::DISPROVED, node, None);
        }
        self.survey_smaller(node, goal, &seen, &mut survey);
        survey
    }

    /// The numbers of an option of which the value itself is needed.
    #[cold]
    fn whole(&self, node: u32) -> Result<ProofNumbers, u64> {
        let (value, weight) = self.sight(node);
        value.map_or(Ok(ProofNumbers { proof: 1, disproof: initial_disproof(weight) }), Err)
    }

    /// Looks at the sums `G + *m` for m < n, which a move in the Nim heap leaves.
    fn survey_smaller(&self, node: u32, goal: u64, seen: &Seen, survey: &mut Survey) {
        for smaller in (0..goal).filter(|&smaller| !seen.contains(smaller)) {
            survey.add(self.proof_numbers(node, smaller), node, Some(smaller));
        }
    }
}

/// What a look at all options of a sum found.
struct Survey {
    /// The most proving option: the one with the least disproof number.
    best: Question,
    /// Its disproof number, and below it its proof number: one comparison finds the least of the first, and of equal
    /// ones the least of the second.
    least: u64,
    /// The second least disproof number.
    second: u32,
    /// The largest proof number.
    hardest: u32,
    /// The sum of all proof numbers.
    open: u64,
}

impl Default for Survey {
    fn default() -> Survey {
        let best = Question::new(NO_NODE, None);
        Survey { best, least: Survey::ALL_PROVED, second: ProofNumbers::INFINITE, hardest: 0, open: 0 }
    }
}

impl Survey {
    /// More than any two numbers: no option is left that is not proved.
    const ALL_PROVED: u64 = (ProofNumbers::INFINITE as u64) << 32;

    #[inline(always)]
    fn add(&mut self, numbers: ProofNumbers, node: u32, goal: Option<u64>) {
        let ProofNumbers { proof, disproof } = numbers;
        if proof == 0 {
            return;
        }
        self.open += u64::from(proof);
        self.hardest = self.hardest.max(proof);
        let both = u64::from(disproof) << 32 | u64::from(proof);
        if both < self.least {
            self.second = (self.least >> 32) as u32;
            self.least = both;
            (self.best.node, self.best.goal) = (node, goal);
        } else {
            self.second = self.second.min(disproof);
        }
    }

    /// Whether an option is disproved.
    fn is_proved(&self) -> bool {
        self.least >> 32 == 0
    }

    /// Whether all options are proved.
    fn is_disproved(&self) -> bool {
        self.least == Survey::ALL_PROVED
    }

    /// The part of some proof numbers that is not shared with a larger one.
    fn unshared(proofs: u64) -> u32 {
        (proofs * 3 / 16).min(u64::from(ProofNumbers::INFINITE)) as u32
    }

    /// The numbers of the sum whose options these are.
    fn proof_numbers(&self) -> ProofNumbers {
        let others = Survey::unshared(self.open - u64::from(self.hardest));
        let disproof = (self.hardest + others).min(ProofNumbers::INFINITE - 1);
        ProofNumbers { proof: (self.least >> 32) as u32, disproof }
    }
}
