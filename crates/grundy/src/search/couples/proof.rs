//! Heavy components: their couples are decided where the least effort is expected.
//!
//! Options are listed once and kept until the value is known, and so is the effort expected for each couple. A component
//! comes off the stack when more effort is expected for it than for one of its rivals.

use super::list::{List, Sight};
use super::store::{Knowledge, Store};
use crate::error::Failure;
use crate::limits::{Limits, Pulse, StopReason};

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

/// The options of a component, the values that options have, as bits, and the efforts expected for its couples.
#[derive(Debug, Default)]
pub(super) struct Plan {
    options: List,
    pub(super) seen: u64,
    /// By goal, few of them.
    efforts: Vec<(u64, Proof)>,
}

impl Plan {
    fn bytes(&self) -> u64 {
        self.options.bytes() + size_of_val(&*self.efforts) as u64
    }
}

impl<C> Store<C> {
    /// Keeps the options of a component of which the value is not known.
    pub(super) fn keep_plan(
        &mut self,
        node: u32,
        options: List,
        limits: &Limits<'_>,
    ) -> Result<(), StopReason> {
        if self.plans.len() == self.plans.capacity() {
            self.check_memory((self.plans.len() * size_of::<Plan>()) as u64, limits)?;
        }
        self.check_memory(options.bytes(), limits)?;
        self.elsewhere += options.bytes();
        let plan = Plan { options, seen: self.knowledge(node).seen().small(), efforts: Vec::new() };
        let number = match self.vacant.pop() {
            Some(number) => number as usize,
            None => {
                self.plans.push(Plan::default());
                self.plans.len() - 1
            }
        };
        self.plans[number] = plan;
        self.set_plan(node, number);
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
        // One move may win; to lose, all must be looked at, but many turn out to be known.
        Proof { won: 1, lost: 1 + self.weight(node) / 2 }
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

    /// Goes on with a component: asks the question that promises most, or leaves it.
    pub(super) fn step(&mut self, frame: &Frame, pulse: &mut Pulse<'_>) -> Result<Step, Failure> {
        let Frame { node, goal, limit } = *frame;
        let knowledge = self.knowledge(node);
        if knowledge.value().is_some() || knowledge.excludes(goal) {
            return Ok(Step::Answer(knowledge.value() == Some(goal)));
        }
        let plan = self.plan(node).expect("it was made before");
        // First, as a stop must leave the options where they are.
        pulse.beats(self.plans[plan].options.len() as u64)?;
        let mut list = std::mem::take(&mut self.plans[plan].options);
        let survey = self.survey(node, goal, &mut list);
        self.plans[plan].options = list;
        let Some(best) = survey.best.filter(|_| !survey.refuted) else {
            if !survey.refuted {
                // No option has the value asked about, and all smaller values are excluded.
                self.settle(node, goal);
            }
            return Ok(Step::Answer(!survey.refuted));
        };
        let proof = survey.proof();
        self.set_effort(plan, goal, proof);
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
                    survey.add(Proof { won: 1, lost: self.weight(part).max(1) }, part, None);
                }
                Sight::Several(part, others) => {
                    let weight = self.weight(part);
                    survey.add(Proof { won: 1, lost: 1 + others / 2 + weight }, part, None);
                }
            }
            true
        });
        self.exclude(node, &seen);
        survey.refuted |= seen.contains(goal);
        for smaller in (0..goal).filter(|&smaller| !seen.contains(smaller)) {
            survey.add(self.effort(node, smaller), node, Some(smaller));
        }
        survey
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
