//! Heavy components: their couples are decided where the least effort is expected.
//!
//! Of a couple that was never looked at, effort is expected by its component's weight: twice as much for every [`DOUBLING`],
//! a quarter of it to win. A couple whose options are listed is won by the easiest of them, and lost by all of them, which
//! takes the effort of the hardest and a part of that of the others: much of it is shared. How fast efforts grow and how
//! much is shared was measured on boards of Cram from 5 x 6 to 5 x 8; numbers nearby change no more than ties do.
//!
//! A component that is met is weighed first, as it is ([`Store::is_promising`]): three of four are left at once because a
//! rival is easier, and their options need no places in the table. Only then options are listed, and kept until the value is
//! known. A component comes off the stack when more effort is expected for it than for one of its rivals.

use super::depth::Options;
use super::list::{List, Sight};
use super::store::{Knowledge, NOTHING, Seen, Store};
use crate::error::Failure;
use crate::limits::{Limits, Pulse, StopReason};

/// How much more a component weighs that is expected to take twice the effort.
const DOUBLING: u32 = 64;

/// The effort that is expected to show that a couple of a component is lost, never 0. Between two doublings it is a line.
#[inline]
pub(super) fn effort(weight: u32) -> u32 {
    let weight = weight.min(20 * DOUBLING);
    let whole = 4 << (weight / DOUBLING);
    whole + whole * (weight % DOUBLING) / DOUBLING
}

/// The effort for several parts of a sum.
#[inline]
pub(super) fn together(one: u32, other: u32) -> u32 {
    (one + other).min(Proof::NEVER - 1)
}

/// How many couples must be decided, roughly, to show that the player to move wins, or loses.
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

    /// What is expected of a couple that was never looked at.
    #[inline]
    fn of_weight(weight: u32) -> Proof {
        let lost = effort(weight);
        Proof { won: 1 + lost / 4, lost: 1 + lost }
    }

    /// Whether more effort is expected than a limit allows.
    fn exceeds(self, limit: Proof) -> bool {
        self.won >= limit.won || self.lost >= limit.lost
    }
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

/// The options of a component once they are listed, the values that options have, as bits, and the efforts expected for its
/// couples.
#[derive(Debug, Default)]
pub(super) struct Plan {
    options: Option<List>,
    pub(super) seen: u64,
    /// By goal, few of them.
    efforts: Vec<(u64, Proof)>,
}

impl Plan {
    fn bytes(&self) -> u64 {
        self.options.as_ref().map_or(0, List::bytes) + size_of_val(&*self.efforts) as u64
    }
}

impl<C> Store<C> {
    /// Whether the options of a component are listed.
    pub(super) fn is_listed(&self, node: u32) -> bool {
        self.plan(node).is_some_and(|plan| self.plans[plan].options.is_some())
    }

    /// The plan for a component of which the value is not known, a new one if there is none.
    fn plan_for(&mut self, node: u32, limits: &Limits<'_>) -> Result<usize, StopReason> {
        if let Some(plan) = self.plan(node) {
            return Ok(plan);
        }
        let plan = Plan { seen: self.knowledge(node).seen().small(), ..Plan::default() };
        let number = match self.vacant.pop() {
            Some(number) => number as usize,
            None => {
                if self.plans.len() == self.plans.capacity() {
                    self.check_memory((self.plans.len() * size_of::<Plan>()) as u64, limits)?;
                }
                self.plans.push(Plan::default());
                self.plans.len() - 1
            }
        };
        self.plans[number] = plan;
        self.set_plan(node, number);
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
        let plan = self.plan_for(node, limits)?;
        self.elsewhere += options.bytes();
        self.plans[plan].options = Some(options);
        Ok(())
    }

    /// A plan has served.
    pub(super) fn forget_plan(&mut self, plan: u32) {
        let served = std::mem::take(&mut self.plans[plan as usize]);
        self.elsewhere -= served.bytes();
        self.vacant.push(plan);
    }

    /// What a couple is expected to take.
    #[inline]
    fn effort(&self, node: u32, goal: u64) -> Proof {
        let knowledge = self.knowledge(node);
        if let Some(value) = knowledge.value() {
            return if value == goal { Proof::LOST } else { Proof::WON };
        }
        if knowledge.excludes(goal) {
            return Proof::WON;
        }
        if let Some(plan) = self.plan(node)
            && let Some(effort) = self.plans[plan].efforts.iter().find(|effort| effort.0 == goal)
        {
            return effort.1;
        }
        Proof::of_weight(self.weight(node))
    }

    fn set_effort(&mut self, plan: usize, goal: u64, proof: Proof) {
        let efforts = &mut self.plans[plan].efforts;
        match efforts.iter_mut().find(|effort| effort.0 == goal) {
            Some(effort) => effort.1 = proof,
            None => {
                efforts.push((goal, proof));
                self.elsewhere += size_of::<(u64, Proof)>() as u64;
            }
        }
    }

    /// Whether a component should be gone on with, by a look at its options before they are listed.
    pub(super) fn is_promising(
        &mut self,
        couple: Frame,
        options: &Options<C>,
        from: usize,
        limits: &Limits<'_>,
    ) -> Result<bool, StopReason> {
        let Frame { node, goal, limit } = couple;
        let mut survey = Survey::default();
        for sight in options.sights(from) {
            match sight.only {
                Some((part, weight)) if goal ^ sight.rest < Knowledge::KEPT => {
                    let goal = goal ^ sight.rest;
                    let is_new = part == NOTHING;
                    let proof = if is_new { Proof::of_weight(weight) } else { self.effort(part, goal) };
                    survey.add(proof, part, Some(goal));
                }
                _ => survey.add(Proof { won: 1, lost: sight.effort }, NOTHING, None),
            }
        }
        self.survey_smaller(node, goal, &self.knowledge(node).seen(), &mut survey);
        let is_left = !survey.refuted && survey.best.is_some() && survey.proof().exceeds(limit);
        if is_left {
            let plan = self.plan_for(node, limits)?;
            self.set_effort(plan, goal, survey.proof());
        }
        Ok(!is_left)
    }

    /// Goes on with a component: asks the question that promises most, or leaves it.
    pub(super) fn step(&mut self, frame: &Frame, pulse: &mut Pulse<'_>) -> Result<Step, Failure> {
        let Frame { node, goal, limit } = *frame;
        let knowledge = self.knowledge(node);
        if knowledge.value().is_some() || knowledge.excludes(goal) {
            return Ok(Step::Answer(knowledge.value() == Some(goal)));
        }
        let plan = self.plan(node).expect("it was made before");
        let listed = |options: &Option<List>| options.as_ref().map_or(0, List::len) as u64;
        // First, as a stop must leave the options where they are.
        pulse.beats(listed(&self.plans[plan].options))?;
        let mut list = self.plans[plan].options.take().expect("they were listed before");
        let survey = self.survey(node, goal, &mut list);
        self.plans[plan].options = Some(list);
        let Some((best, best_proof)) = survey.best.filter(|_| !survey.refuted) else {
            if !survey.refuted {
                // No option has the value asked about, and all smaller values are excluded.
                self.settle(node, goal);
            }
            return Ok(Step::Answer(!survey.refuted));
        };
        let proof = survey.proof();
        self.set_effort(plan, goal, proof);
        if proof.exceeds(limit) {
            return Ok(Step::Answer(false));
        }
        if best.goal.is_none() {
            // What is expected of a sum does not depend on what is learnt of one part, so that part must be finished.
            return Ok(Step::Ask(best));
        }
        // A little more than the next best may take, so that rivals do not take turns at every step.
        let lost = limit.won.min(survey.second.saturating_add(1 + survey.second / 16));
        // What is left of the limit for this option, and always more than it is expected to take.
        let left = limit.lost.saturating_sub(Survey::unshared(survey.open - u64::from(best_proof.won)));
        let won = left.max(best_proof.won + 1);
        Ok(Step::Ask(Question { limit: Proof { won, lost }, ..best }))
    }

    /// Looks at all options and all smaller heaps; options that are known are taken off the list.
    fn survey(&mut self, node: u32, goal: u64, list: &mut List) -> Survey {
        let mut survey = Survey::default();
        let mut seen = self.knowledge(node).seen();
        list.retain(self, |sight| {
            match sight {
                Sight::Value(value) => {
                    seen.insert(value);
                    return value >= Knowledge::KEPT;
                }
                Sight::One(part, rest) if goal ^ rest < Knowledge::KEPT => {
                    survey.add(self.effort(part, goal ^ rest), part, Some(goal ^ rest));
                }
                Sight::One(part, _) => {
                    survey.add(Proof { won: 1, lost: effort(self.weight(part)) }, part, None);
                }
                Sight::Several(part, lost) => survey.add(Proof { won: 1, lost }, part, None),
            }
            true
        });
        self.exclude(node, &seen);
        survey.refuted |= seen.contains(goal);
        self.survey_smaller(node, goal, &seen, &mut survey);
        survey
    }

    /// Looks at the smaller heaps, which a move may leave as well.
    fn survey_smaller(&self, node: u32, goal: u64, seen: &Seen, survey: &mut Survey) {
        for smaller in (0..goal).filter(|&smaller| !seen.contains(smaller)) {
            survey.add(self.effort(node, smaller), node, Some(smaller));
        }
    }
}

/// What a look at all options of a couple found.
#[derive(Default)]
struct Survey {
    refuted: bool,
    best: Option<(Question, Proof)>,
    /// The least effort for the others.
    second: u32,
    hardest: u32,
    /// The efforts for all that are not known to be won.
    open: u64,
}

impl Survey {
    #[inline]
    fn add(&mut self, proof: Proof, node: u32, goal: Option<u64>) {
        if proof.won == 0 {
            return;
        }
        self.refuted |= proof.lost == 0;
        self.open += u64::from(proof.won);
        self.hardest = self.hardest.max(proof.won);
        match self.best {
            Some((_, best)) if (best.lost, best.won) <= (proof.lost, proof.won) => {
                self.second = self.second.min(proof.lost);
            }
            best => {
                self.second = best.map_or(Proof::NEVER, |(_, best)| best.lost);
                self.best = Some((Question::new(node, goal), proof));
            }
        }
    }

    /// The part of some efforts that is not shared with a harder one.
    fn unshared(efforts: u64) -> u32 {
        (efforts * 3 / 16).min(u64::from(Proof::NEVER)) as u32
    }

    /// The effort for the couple whose options these are.
    fn proof(&self) -> Proof {
        let won = self.best.map_or(Proof::NEVER, |(_, best)| best.lost);
        let others = Survey::unshared(self.open - u64::from(self.hardest));
        Proof { won, lost: (self.hardest + others).min(Proof::NEVER - 1) }
    }
}
