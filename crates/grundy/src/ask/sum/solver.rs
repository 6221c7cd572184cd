//! The solvers of the parts of a sum behind one door: each part keeps its theorem, its table or its search.

use super::SumComponent;
use super::different::{DifferentGames, PartGame};
use crate::ask::solve::common::FittingSearch;
use crate::base::error::Failure;
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::game::Convention;
use crate::game::any::AnyComponent;
use crate::game::engine::{Engine, Method};
use crate::game::solver::Solver;
use crate::game::sum::nim_sum;
use crate::game::theory::Value;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// Options of a component that are looked at to see whether a theorem knows them.
const OPTIONS_LOOKED_AT: u64 = 10_000;

/// How the values of one part are found.
enum Source<'a> {
    /// By a theorem, or there is nothing to find.
    Theorem,
    Solver(Box<dyn Solver<AnyComponent> + 'a>),
}

/// The solvers of all parts.
pub(super) struct PartSolvers<'a> {
    game: &'a DifferentGames<'a>,
    sources: Vec<Source<'a>>,
    components: Vec<SumComponent>,
    /// Searches can be asked at once, tables only when they are prepared.
    is_prepared: bool,
}

/// The value of a component by theorem.
fn by_theorem(game: &PartGame<'_>, component: &AnyComponent) -> Option<u64> {
    match game.known(component, Convention::Normal)?.value {
        Value::Grundy(value) => Some(value),
        Value::Lost(_) => None,
    }
}

/// Whether a theorem serves components and their options, as far as a short look tells.
fn is_settled(game: &PartGame<'_>, components: &[AnyComponent]) -> bool {
    let enough = |work| (work > OPTIONS_LOOKED_AT).then_some(StopReason::PositionLimit);
    let limits = Limits { poll: &enough, ..Limits::default() };
    components.iter().all(|component| {
        let mut looks = OPTIONS_LOOKED_AT;
        let known = |part: &AnyComponent| by_theorem(game, part);
        let mut settled = known(component).is_some();
        let _ = settled.then(|| {
            game.options(component, &mut Pulse::new(&limits), &mut |parts| {
                looks -= 1;
                settled = nim_sum(parts, known).is_some();
                if settled && looks > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
        });
        settled
    })
}

impl<'a> PartSolvers<'a> {
    /// The solvers for a position by a method; `None` when some part has none by it.
    pub fn new<'g: 'a>(
        game: &'a DifferentGames<'g>,
        components: &[SumComponent],
        method: Method,
    ) -> Option<PartSolvers<'a>> {
        let game: &'a DifferentGames<'a> = shorter(game);
        let source = |number| {
            let (part, own) = (game.game(number), game.own(number, components));
            match part.solver(&own, method) {
                _ if method == Method::Auto && is_settled(part, &own) => Some(Source::Theorem),
                Some(solver) => Some(Source::Solver(solver)),
                None if own.is_empty() => Some(Source::Theorem),
                None if method == Method::Auto => Some(Source::Solver(Box::new(FittingSearch::new(part)))),
                None => None,
            }
        };
        let sources = (0..game.parts().len()).map(source).collect::<Option<_>>()?;
        Some(PartSolvers { game, sources, components: components.to_vec(), is_prepared: false })
    }

    fn prepare_once(&mut self, pulse: &mut Pulse<'_>) -> Result<(), Failure> {
        if self.is_prepared {
            return Ok(());
        }
        let components = std::mem::take(&mut self.components);
        self.prepare(&components, pulse)
    }

    fn each(&self) -> impl Iterator<Item = (usize, &(dyn Solver<AnyComponent> + 'a))> {
        self.sources.iter().enumerate().filter_map(|(number, source)| match source {
            Source::Theorem => None,
            Source::Solver(solver) => Some((number, &**solver)),
        })
    }
}

/// The same game for a shorter time.
fn shorter<'a, 'g: 'a>(game: &'a DifferentGames<'g>) -> &'a DifferentGames<'a> {
    game
}

impl Solver<SumComponent> for PartSolvers<'_> {
    fn prepare(&mut self, components: &[SumComponent], pulse: &mut Pulse<'_>) -> Result<(), Failure> {
        for (number, source) in self.sources.iter_mut().enumerate() {
            if let Source::Solver(solver) = source {
                solver.prepare(&self.game.own(number, components), pulse)?;
            }
        }
        self.is_prepared = true;
        Ok(())
    }

    fn value(&mut self, (number, component): &SumComponent, pulse: &mut Pulse<'_>) -> Result<u64, Failure> {
        self.prepare_once(pulse)?;
        match &mut self.sources[*number] {
            Source::Theorem => {
                by_theorem(self.game.game(*number), component).ok_or(StopReason::PositionLimit.into())
            }
            Source::Solver(solver) => solver.value(component, pulse),
        }
    }

    fn has_value(
        &mut self,
        component: &SumComponent,
        value: u64,
        pulse: &mut Pulse<'_>,
    ) -> Result<bool, Failure> {
        self.prepare_once(pulse)?;
        match &mut self.sources[component.0] {
            Source::Theorem => Ok(self.value(component, pulse)? == value),
            Source::Solver(solver) => solver.has_value(&component.1, value, pulse),
        }
    }

    fn is_table(&self) -> bool {
        self.each().all(|(_, solver)| solver.is_table())
    }

    fn look_up(&self, (number, component): &SumComponent) -> Option<u64> {
        match &self.sources[*number] {
            Source::Theorem => by_theorem(self.game.game(*number), component),
            Source::Solver(solver) => self.is_prepared.then(|| solver.look_up(component))?,
        }
    }

    fn engine(&self) -> (Engine, Cow<'static, str>) {
        let engine = |(number, source): (usize, &Source<'_>)| {
            let name = &self.game.parts()[number].written;
            match source {
                Source::Theorem => format!("{name} by {}", Engine::ClosedForm),
                Source::Solver(solver) => format!("{name} by {}", solver.engine().0),
            }
        };
        let engines: Vec<String> = self.sources.iter().enumerate().map(engine).collect();
        let reason = "the values of different games add as Nim heaps do (Sprague 1935, Grundy 1939)";
        (Engine::Sum, format!("{reason}: {}", engines.join(", ")).into())
    }

    fn work(&self) -> u64 {
        self.each().map(|(_, solver)| solver.work()).sum()
    }

    fn serves(&self, components: &[SumComponent]) -> bool {
        self.each().all(|(number, solver)| solver.serves(&self.game.own(number, components)))
    }

    fn is_promising(&self, components: &[SumComponent]) -> bool {
        self.each().all(|(number, solver)| solver.is_promising(&self.game.own(number, components)))
    }
}
