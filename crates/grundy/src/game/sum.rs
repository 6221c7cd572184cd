//! A whole position as one component: the sum of components of another game.
//!
//! Misère play does not split into components, so exhaustive search looks at whole positions. [`SumGame`] makes a game of
//! them: a component is a sorted list of the parts, a move changes one of them.

use super::{Game, Part, Visit};
use crate::error::Failure;
use crate::limits::Pulse;
use std::ops::ControlFlow;

/// The game of sums over `G`.
#[derive(Debug)]
pub struct SumGame<'a, G>(pub &'a G);

/// A sum in canonical order: sorted, equal components counted.
pub type Sum<C> = Vec<Part<C>>;

/// The canonical sum of a list of components.
pub fn canonical<C: Ord + Clone>(components: &[C]) -> Sum<C> {
    let mut sum = Vec::new();
    components.iter().for_each(|component| add(&mut sum, component.clone(), 1));
    sum
}

/// Adds copies of a component to a sum in canonical order.
pub fn add<C: Ord>(sum: &mut Sum<C>, component: C, copies: u64) {
    match sum.binary_search_by(|part| part.component.cmp(&component)) {
        Ok(index) => sum[index].copies += copies,
        Err(index) => sum.insert(index, Part { component, copies }),
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
            match rest[index].copies {
                1 => drop(rest.remove(index)),
                _ => rest[index].copies -= 1,
            }
            let flow = self.0.options(&position[index].component, pulse, &mut |parts| {
                let mut option = rest.clone();
                parts.iter().for_each(|part| add(&mut option, part.component.clone(), part.copies));
                visit(&[Part { component: option, copies: 1 }])
            })?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
