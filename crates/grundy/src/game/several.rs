//! Sums of different games: a component is a component of one of them.
//!
//! Engines that take any [`Game`] answer for such sums as for any other: [`crate::ask::solve::different_heaps`] does under misère
//! play.

use super::{Game, Part, Visit};
use crate::base::error::Failure;
use crate::base::limits::Pulse;
use std::ops::ControlFlow;

/// Several games with the same kind of component; a component carries the number of its game.
#[derive(Debug)]
pub struct Several<G>(pub Vec<G>);

impl<G: Game> Game for Several<G> {
    type Component = (usize, G::Component);

    fn options(
        &self,
        (number, component): &Self::Component,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, Self::Component>,
    ) -> Result<ControlFlow<()>, Failure> {
        let Some(game) = self.0.get(*number) else { return Ok(ControlFlow::Continue(())) };
        game.options(component, pulse, &mut |parts| {
            let own = |part: &Part<G::Component>| Part {
                component: (*number, part.component.clone()),
                copies: part.copies,
            };
            visit(&parts.iter().map(own).collect::<Vec<_>>())
        })
    }
}
