//! A whole position as one component: the sum of components of another game.
//!
//! Misère play does not split into components, so exhaustive search looks at whole positions. [`SumGame`] makes a game of
//! them: a component is a sorted list of the parts, a move changes one of them.

use super::{Game, Part, Visit};
use crate::base::error::Failure;
use crate::base::limits::{Pulse, StopReason};
use std::ops::ControlFlow;

/// The game of sums over `G`.
#[derive(Debug)]
pub struct SumGame<'a, G>(pub &'a G);

/// A sum in canonical order: sorted, equal components counted.
pub type Sum<C> = Vec<Part<C>>;

/// The canonical sum of a list of components.
pub fn canonical<C: Ord + Clone>(components: &[C]) -> Sum<C> {
    let mut sum = Vec::new();
    components
        .iter()
        .for_each(|component| add(&mut sum, component.clone(), 1).expect("a list is shorter than 2^64"));
    sum
}

/// Adds copies of a component to a sum in canonical order; `None` when there would be more than 2^64 - 1 of them.
#[must_use]
#[inline]
pub fn add<C: Ord>(sum: &mut Sum<C>, component: C, copies: u64) -> Option<()> {
    if sum.last().is_none_or(|last| last.component < component) {
        sum.push(Part { component, copies });
        return Some(());
    }
    match sum.binary_search_by(|part| part.component.cmp(&component)) {
        Ok(index) => sum[index].copies = sum[index].copies.checked_add(copies)?,
        Err(index) => sum.insert(index, Part { component, copies }),
    }
    Some(())
}

/// The nim-sum of the values of the parts; equal parts cancel in pairs. `None` when a value that counts is not known.
pub fn nim_sum<C>(parts: &[Part<C>], value: impl Fn(&C) -> Option<u64>) -> Option<u64> {
    let odd = parts.iter().filter(|part| part.copies % 2 == 1);
    odd.map(|part| value(&part.component)).try_fold(0, |sum, value| Some(sum ^ value?))
}

/// Adds all parts of another sum.
#[must_use]
pub fn add_all<C: Ord + Clone>(sum: &mut Sum<C>, parts: &[Part<C>]) -> Option<()> {
    parts.iter().try_for_each(|part| add(sum, part.component.clone(), part.copies))
}

/// Takes one copy of a component out of a sum, if it is there.
pub fn remove<C: Ord>(sum: &mut Sum<C>, component: &C) {
    if let Ok(index) = sum.binary_search_by(|part| part.component.cmp(component)) {
        match sum[index].copies {
            1 => drop(sum.remove(index)),
            _ => sum[index].copies -= 1,
        }
    }
}

impl<G: Game> Game for SumGame<'_, G> {
    type Component = Sum<G::Component>;

    fn options(
        &self,
        position: &Self::Component,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Self::Component>,
    ) -> Result<ControlFlow<()>, Failure> {
        for index in 0..position.len() {
            let mut rest = position.clone();
            remove(&mut rest, &position[index].component);
            let mut too_many = false;
            let flow = self.0.options(&position[index].component, pulse, &mut |parts| {
                let mut option = rest.clone();
                if add_all(&mut option, parts).is_none() {
                    too_many = true;
                    return ControlFlow::Break(());
                }
                visit(&[Part { component: option, copies: 1 }])
            })?;
            if too_many {
                return Err(StopReason::PositionLimit.into());
            }
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
