//! What whoever asks wants of a game beyond its theory: the few things that only rules can answer.

use super::solve::misere::Classes;
use crate::base::error::Failure;
use crate::base::limits::Limits;
use crate::game::any::AnyComponent;
use crate::game::folded::Folded;
use crate::game::theory::Theory;
use crate::game::{Part, Parts};

/// A game that is asked about. What is provided here is right for every game; rules know better.
pub(crate) trait Played: Theory {
    /// Looks at the moves of the components asked for, so that a move without progress is shown where it was met first.
    fn check(&self, _components: &[Self::Component], _limits: &Limits<'_>) -> Result<(), Failure> {
        Ok(())
    }

    /// How many options of these components make a nim-sum of all components 0, where a formula tells; then those that are not
    /// shown are counted without a look at any.
    fn count_winning(&self, _components: &[Self::Component], _sum: u64) -> Option<u64> {
        None
    }

    /// The nim-sum of components by theorem, where it costs less than one value after the other.
    fn nim_sum(&self, _components: &[Self::Component]) -> Option<u64> {
        None
    }

    /// The part of a sum of different games that a component belongs to.
    fn part_of(&self, _component: &Self::Component) -> Option<usize> {
        None
    }

    /// Whether a theorem tells the winning options of a component also where other components were searched.
    fn reaches(&self, _component: &Self::Component) -> bool {
        false
    }

    /// Some options of a component that has too many to look at.
    fn far_options(&self, _component: &Self::Component) -> Vec<Parts<Self::Component>> {
        Vec::new()
    }

    /// A number that moves of most such rules do not increase, for tablebases, which check it and do without it where it is
    /// wrong.
    fn presumed_tier(&self, _position: &[Part<Self::Component>]) -> Option<u64> {
        None
    }

    /// Writes a component in few bytes, in an order of bytes that is that of components; whether it can.
    fn put_component(&self, _component: &Self::Component, _out: &mut Vec<u8>) -> bool {
        false
    }

    /// Reads such a component from the front of some bytes.
    fn take_component(&self, _bytes: &mut &[u8]) -> Option<Self::Component> {
        None
    }

    /// Whether an argument always shows options and mex.
    fn shows_options(&self) -> bool {
        false
    }

    /// Whether misère play on these components needs a quotient with a period.
    fn needs_period(&self, _components: &[Self::Component]) -> bool {
        false
    }

    /// The classes of the components and of all they can become in a misère quotient; `None` when that takes more work.
    fn classes<'a>(
        &'a self,
        folded: &'a Folded<'a, Self>,
        components: &[Self::Component],
        work: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<Classes<'a, Self::Component>>, Failure> {
        Classes::of_reached(folded, components, work, limits)
    }
}

impl Played for dyn Theory<Component = AnyComponent> + Send + Sync {}

impl Played for dyn Theory<Component = AnyComponent> + '_ {}
