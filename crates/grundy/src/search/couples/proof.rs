//! Heavy components: their couples are decided where the least effort is expected.
//!
//! Of a couple that was never looked at, effort is expected by its component's weight: twice as much for every [`DOUBLING`],
//! a quarter of it to win. A couple whose options are listed is won by the easiest of them, and lost by all of them, which
//! takes the effort of the hardest and a part of that of the others: much of it is shared. How fast efforts grow and how
//! much is shared was measured on boards of Cram from 5 x 6 to 5 x 8; numbers nearby change each board by a sixth either way,
//! as ties do, and these suit 5 x 7 and 5 x 8.
//!
//! A component that is met is weighed first ([`Store::too_much`]), by its foremost options alone if the game says which these
//! are: three of four are left at once because a rival is easier, and their options need no places in the table. Only then
//! all options are listed, and kept until the value is known. A component comes off the stack when more effort is expected
//! for it than for one of its rivals.

use super::depth::Outlook;
use super::list::{List, Sight};
use super::store::{Knowledge, NOTHING, Record, Seen, Store};
use crate::error::Failure;
use crate::limits::{Limits, Pulse, StopReason};

/// How much more a component weighs that is expected to take twice the effort.
const DOUBLING: u32 = 62;
/// How much lighter an option is, if it does not fall apart.
const LIGHTER: u32 = 36;

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

    /// What a couple is expected to take; `Err` if the value of the component is known.
    #[inline(always)]
    fn outlook(&self, node: u32, goal: u64) -> Result<Proof, u64> {
        let record = self.record(node);
        let is_excluded = |values: u64| values >> goal & 1 == 1;
        // Nearly all have no more than their record.
        if record.kind() == Record::SEEN {
            return Ok(if is_excluded(record.payload()) {
                Proof::WON
            } else {
                Proof::of_weight(record.weight())
            });
        }
        let seen = match (record.kind(), self.knowledge(node)) {
            (Record::PLAN, _) => self.plans[record.payload() as usize].seen,
            (_, knowledge) => match knowledge.value() {
                Some(value) => return Err(value),
                None => knowledge.seen().small(),
            },
        };
        if is_excluded(seen) {
            return Ok(Proof::WON);
        }
        let plan = self.plan(node).map(|plan| &self.plans[plan]);
        let effort = plan.and_then(|plan| plan.efforts.iter().find(|effort| effort.0 == goal));
        Ok(effort.map_or_else(|| Proof::of_weight(record.weight()), |effort| effort.1))
    }

    /// What a couple is expected to take.
    #[inline]
    fn effort(&self, node: u32, goal: u64) -> Proof {
        self.outlook(node, goal).unwrap_or_else(|value| if value == goal { Proof::LOST } else { Proof::WON })
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

    /// Takes note of the effort that a couple is expected to take.
    pub(super) fn expect_effort(
        &mut self,
        couple: Frame,
        proof: Proof,
        limits: &Limits<'_>,
    ) -> Result<(), StopReason> {
        let plan = self.plan_for(couple.node, limits)?;
        self.set_effort(plan, couple.goal, proof);
        Ok(())
    }

    /// The effort that a couple is expected to take, if it is more than is allowed, by options that are not listed yet and
    /// the `rest`, which was not looked at.
    pub(super) fn too_much(
        &self,
        couple: Frame,
        options: impl Iterator<Item = Outlook>,
        rest: u32,
        seen: &Seen,
    ) -> Option<Proof> {
        let Frame { node, goal, limit } = couple;
        let mut survey = Survey::default();
        for option in options {
            match option.only {
                Some((part, weight)) if goal ^ option.rest < Knowledge::KEPT => {
                    let goal = goal ^ option.rest;
                    let is_new = part == NOTHING;
                    let proof = if is_new { Proof::of_weight(weight) } else { self.effort(part, goal) };
                    survey.add(proof, part, Some(goal));
                }
                _ => survey.add(Proof { won: 1, lost: option.effort }, NOTHING, None),
            }
        }
        if rest > 0 {
            let like = Proof::of_weight(self.weight(node).saturating_sub(LIGHTER));
            survey.add(like, NOTHING, None);
            survey.open += u64::from(rest - 1) * u64::from(like.won);
        }
        self.survey_smaller(node, goal, seen, &mut survey);
        let is_open = !survey.is_won() && !survey.is_lost();
        Some(survey.proof()).filter(|proof| is_open && proof.exceeds(limit))
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
        if survey.is_won() {
            return Ok(Step::Answer(false));
        }
        if survey.is_lost() {
            // No option has the value asked about, and all smaller values are excluded.
            self.settle(node, goal);
            return Ok(Step::Answer(true));
        }
        let (best, best_won) = (survey.best, survey.least as u32);
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
        let lost = limit.won.min(survey.second.saturating_add(1 + survey.second * 3 / 32));
        // What is left of the limit for this option, and always more than it is expected to take.
        let left = limit.lost.saturating_sub(Survey::unshared(survey.open - u64::from(best_won)));
        let won = left.max(best_won + 1);
        Ok(Step::Ask(Question { limit: Proof { won, lost }, ..best }))
    }

    /// Looks at all options and all smaller heaps; options that are known are taken off the list.
    fn survey(&mut self, node: u32, goal: u64, list: &mut List) -> Survey {
        let mut survey = Survey::default();
        let mut seen = self.knowledge(node).seen();
        list.retain_single(self, |part, rest| {
            let asked = goal ^ rest;
            let outlook = if asked < Knowledge::KEPT { self.outlook(part, asked) } else { self.whole(part) };
            match outlook {
                Ok(proof) => survey.add(proof, part, Some(asked).filter(|&asked| asked < Knowledge::KEPT)),
                Err(value) => {
                    seen.insert(value ^ rest);
                    return value ^ rest >= Knowledge::KEPT;
                }
            }
            true
        });
        list.retain_several(self, |sight| {
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
        if seen.contains(goal) {
            survey.add(Proof::LOST, node, None);
        }
        self.survey_smaller(node, goal, &seen, &mut survey);
        survey
    }

    /// What it is expected to take to find the value of a component.
    #[cold]
    fn whole(&self, node: u32) -> Result<Proof, u64> {
        let (value, weight) = self.sight(node);
        value.map_or(Ok(Proof { won: 1, lost: effort(weight) }), Err)
    }

    /// Looks at the smaller heaps, which a move may leave as well.
    fn survey_smaller(&self, node: u32, goal: u64, seen: &Seen, survey: &mut Survey) {
        for smaller in (0..goal).filter(|&smaller| !seen.contains(smaller)) {
            survey.add(self.effort(node, smaller), node, Some(smaller));
        }
    }
}

/// What a look at all options of a couple found.
struct Survey {
    /// The option that is easiest to show lost, as a question and with its efforts, that for a loss first.
    best: Question,
    least: u64,
    /// The least effort for the others.
    second: u32,
    hardest: u32,
    /// The efforts for all that are not known to be won.
    open: u64,
}

impl Default for Survey {
    fn default() -> Survey {
        let best = Question::new(NOTHING, None);
        Survey { best, least: Survey::NOTHING, second: Proof::NEVER, hardest: 0, open: 0 }
    }
}

impl Survey {
    /// More than any efforts.
    const NOTHING: u64 = (Proof::NEVER as u64) << 32;

    #[inline(always)]
    fn add(&mut self, proof: Proof, node: u32, goal: Option<u64>) {
        if proof.won == 0 {
            return;
        }
        self.open += u64::from(proof.won);
        self.hardest = self.hardest.max(proof.won);
        let efforts = u64::from(proof.lost) << 32 | u64::from(proof.won);
        if efforts < self.least {
            self.second = (self.least >> 32) as u32;
            self.least = efforts;
            (self.best.node, self.best.goal) = (node, goal);
        } else {
            self.second = self.second.min(proof.lost);
        }
    }

    /// Whether an option is known to be lost.
    fn is_won(&self) -> bool {
        self.least >> 32 == 0
    }

    /// Whether all options are known to be won.
    fn is_lost(&self) -> bool {
        self.least == Survey::NOTHING
    }

    /// The part of some efforts that is not shared with a harder one.
    fn unshared(efforts: u64) -> u32 {
        (efforts * 3 / 16).min(u64::from(Proof::NEVER)) as u32
    }

    /// The effort for the couple whose options these are.
    fn proof(&self) -> Proof {
        let others = Survey::unshared(self.open - u64::from(self.hardest));
        let lost = (self.hardest + others).min(Proof::NEVER - 1);
        Proof { won: (self.least >> 32) as u32, lost }
    }
}
