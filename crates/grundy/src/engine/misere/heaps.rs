//! The misère quotient of a heap game, heap by heap, until it is proved complete or a limit is met.
//!
//! Q(N) is the quotient of the heaps up to N. If moves take at most k tokens and leave at most s heaps, and Phi(m + p)
//! = Phi(m) for all m from n0 on as far as s*(n0 + p) + k heaps reach, then every larger heap has the option classes of
//! the heap p below it: nothing new comes, the quotient is complete and Phi has the period p (the argument of Guy and
//! Smith, 1956, for classes instead of values). Otherwise the answer is Q(N), exact for sums of heaps up to N, and says
//! no more.
//!
//! ```
//! use grundy::Limits;
//! use grundy::engine::misere::heaps::{Goal, find};
//! use grundy::rule::Ruleset;
//!
//! let rules = Ruleset::parse("0.75").unwrap();
//! let found = find(&rules, &Goal::default(), &Limits::default()).unwrap();
//! assert!(found.is_complete());
//! assert_eq!((found.quotient.order(), found.quotient.p_portion().len()), (8, 2));
//! assert_eq!(found.first_wild, Some(5));
//! ```

use super::generators::Generators;
use super::genus::genera;
use super::monoid::Element;
use super::quotient::{Halt, Quotient};
use super::tame::{Tame, tame_of};
use crate::base::error::Failure;
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::engine::heap::closed_form::ClosedForm;
use crate::engine::heap::period::{Period, prove};
use crate::rule::code::Shape;
use crate::rule::play::Heaps;
use crate::rule::{Class, Ruleset};
use crate::value::Genus;

/// How far to go.
#[derive(Debug, Clone, Copy)]
pub struct Goal {
    /// The largest heap.
    pub limit: u64,
    /// Whether to go to the limit even when the quotient is complete before.
    pub exactly: bool,
    /// Most elements of the quotient.
    pub max_order: usize,
}

impl Default for Goal {
    fn default() -> Goal {
        Goal { limit: DEFAULT_LIMIT, exactly: false, max_order: DEFAULT_ORDER }
    }
}

/// The largest heap by default.
pub const DEFAULT_LIMIT: u64 = 1000;
/// Most elements by default.
pub const DEFAULT_ORDER: usize = 4096;
/// Sums that are searched for the genus of wild heaps.
pub(super) const GENUS_SUMS: usize = 50_000;

/// Why the quotient grew no further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[cfg_attr(feature = "json", serde(rename_all = "kebab-case"))]
pub enum QuotientEnd {
    /// It is complete.
    Complete,
    /// The largest heap that was asked for was reached.
    Heaps,
    /// The next heap would make it larger than allowed: it may be infinite.
    Order,
    /// The method knows no way to the next heap.
    Stuck,
    /// A limit or the user stopped it.
    Stopped(StopReason),
}

/// What is known about misère play of a heap game.
#[derive(Debug, Clone)]
pub struct MisereFinding {
    /// The quotient of the heaps computed, whose generators they are.
    pub quotient: Quotient,
    /// The period of Phi that proves the quotient complete.
    pub period: Option<Period>,
    /// Why it ended.
    pub end: QuotientEnd,
    /// The first heap that is not tame, among those computed.
    pub first_wild: Option<u64>,
    /// Whether a theorem makes every heap a Nim heap of its value, however large.
    pub nim_like: bool,
    /// The options of each heap.
    pub games: Vec<Vec<super::antichain::Monomial>>,
    /// Steps of work.
    pub work: u64,
}

impl MisereFinding {
    /// The number of heaps computed, heap 0 included.
    pub fn heaps(&self) -> u64 {
        self.quotient.phi().len() as u64
    }

    /// Whether the quotient is that of all heaps.
    pub fn is_complete(&self) -> bool {
        self.period.is_some()
    }

    /// Whether what is known of tameness is known of all heaps: one is wild, or those computed stand for all, or a theorem
    /// says it.
    pub fn tameness_is_proved(&self) -> bool {
        self.first_wild.is_some() || self.is_complete() || self.nim_like
    }

    /// The heap that stands for a heap of any size; `None` when it is beyond a partial quotient.
    pub fn stand_in(&self, heap: u64) -> Option<u64> {
        if heap < self.heaps() {
            return Some(heap);
        }
        let Period { length, preperiod, .. } = *self.period.as_ref()?;
        Some(preperiod + (heap - preperiod) % length)
    }

    /// The class of a heap of any size; `None` when it is beyond a partial quotient.
    pub fn class(&self, heap: u64) -> Option<Element> {
        self.stand_in(heap).map(|heap| self.quotient.phi()[heap as usize])
    }

    /// The genera of the first heaps, as far as a search of moderate size reaches.
    ///
    /// # Errors
    /// When it was asked to stop.
    pub fn genera(&self, limits: &Limits<'_>) -> Result<Vec<Genus>, StopReason> {
        genera(&self.games, GENUS_SUMS, &mut Pulse::new(limits))
    }
}

/// Works out the quotient of the heaps of a game.
///
/// # Errors
/// When a move makes no progress. Limits end the work with what is known so far.
pub fn find(rules: &Ruleset, goal: &Goal, limits: &Limits<'_>) -> Result<MisereFinding, Failure> {
    let game = Heaps::new(rules);
    let mut pulse = Pulse::new(limits);
    let mut generators = Generators::new(&game);
    let mut quotient = Quotient::default();
    let mut tame: Vec<Option<Tame>> = Vec::new();
    let rule = stop_rule(rules);
    let (mut period, mut end) = (None, QuotientEnd::Heaps);
    for heap in 0..=goal.limit {
        match next(&mut generators, &mut quotient, heap, goal.max_order, &mut pulse) {
            Ok(()) => tame.push(tame_of(&generators.games()[heap as usize], &tame)),
            Err(Ended::Early(early)) => {
                end = early;
                break;
            }
            Err(Ended::Failure(failure)) => return Err(failure),
        }
        if period.is_none() || goal.exactly {
            period = rule.and_then(|rule| rule.prove(quotient.phi()));
        }
        if period.is_some() && !goal.exactly {
            break;
        }
    }
    if period.is_some() {
        end = QuotientEnd::Complete;
    }
    let first_wild = tame.iter().position(Option::is_none).map(|heap| heap as u64);
    let mut games = generators.games().to_vec();
    games.truncate(quotient.phi().len());
    // Heaps of these games play like Nim heaps of their values in misère play too.
    let nim_like = matches!(ClosedForm::of(rules), Some(ClosedForm::Nim | ClosedForm::Bounded(_)));
    Ok(MisereFinding { quotient, period, end, first_wild, nim_like, games, work: pulse.work() })
}

/// Why a heap was not added.
enum Ended {
    Early(QuotientEnd),
    Failure(Failure),
}

/// Adds a heap to the quotient.
fn next(
    generators: &mut Generators<'_, Heaps<'_>>,
    quotient: &mut Quotient,
    heap: u64,
    max_order: usize,
    pulse: &mut Pulse<'_>,
) -> Result<(), Ended> {
    generators.add(&heap, pulse).map_err(|failure| match failure {
        Failure::Stopped(reason) => Ended::Early(QuotientEnd::Stopped(reason)),
        failure => Ended::Failure(failure),
    })?;
    let options = generators.games()[heap as usize].clone();
    quotient.push(options, max_order, pulse).map_err(|halt| {
        Ended::Early(match halt {
            Halt::Stopped(reason) => QuotientEnd::Stopped(reason),
            Halt::Order => QuotientEnd::Order,
            Halt::Stuck => QuotientEnd::Stuck,
        })
    })
}

/// When a repetition of classes proves a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct StopRule {
    /// The most heaps that a move leaves, at least 1.
    parts: u64,
    /// The most tokens that a move takes.
    last_place: u64,
    /// The first heap that follows the code.
    from: u64,
}

impl StopRule {
    fn prove(self, phi: &[u32]) -> Option<Period> {
        let period = prove(phi, self.parts, self.last_place)?;
        // The heaps behind the list and those a period before them must have the moves of the code.
        let reach = (phi.len() as u64).checked_sub(period.length)?;
        (reach >= self.from).then_some(period)
    }
}

/// The stop rule of a game, if it has one: moves take a bounded number of tokens and leave a bounded number of heaps of any
/// sizes.
fn stop_rule(rules: &Ruleset) -> Option<StopRule> {
    let of_code = |code: &crate::rule::Code, from| {
        let any = code.leaves().all(|leave| leave.shape == Shape::Any);
        let last_place = code.last_place().filter(|_| any)? as u64;
        Some(StopRule { parts: u64::from(code.most_parts()?.max(1)), last_place, from })
    };
    match rules.class() {
        Class::Take(set) => Some(StopRule { parts: 1, last_place: set.largest().unwrap_or(0), from: 0 }),
        Class::Code(code) => of_code(code, 0),
        Class::CodeFrom { code, from } => of_code(code, *from),
        _ => None,
    }
}
