//! The searches that serve every game: each component that can be reached worked out once, or nimber search where those are
//! many.

use super::folded;
use super::normal::{Asked, check_extent};
use crate::ask::played::Played;
use crate::base::error::Failure;
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::engine::search::memo::{Grundy, Memo};
use crate::engine::search::nimber_search::{self, NimberSearch};
use crate::game::engine::Engine;
use crate::game::solver::Solver;
use crate::game::sum::nim_sum;
use crate::game::{Game, Visit};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// Positions that a plain search looks at before it gives way to nimber search.
pub(super) const MEMO_POSITIONS: u64 = 1_000_000;

const SEARCHED: &str = "only the positions that can be reached were looked at";

/// Every component that can be reached, each worked out once.
pub(crate) struct MemoSolver<'a, G: Played + ?Sized> {
    game: &'a G,
    memo: Memo<G::Component, u64>,
}

impl<'a, G: Played + ?Sized> MemoSolver<'a, G> {
    pub fn new(game: &'a G) -> Self {
        MemoSolver { game, memo: Memo::default() }
    }
}

impl<G: Played + ?Sized> Solver<G::Component> for MemoSolver<'_, G> {
    fn prepare(&mut self, components: &[G::Component], pulse: &mut Pulse<'_>) -> Result<(), Failure> {
        check_extent(self.game, components, pulse.limits())?;
        components.iter().try_for_each(|component| self.value(component, pulse).map(drop))
    }

    fn value(&mut self, component: &G::Component, pulse: &mut Pulse<'_>) -> Result<u64, Failure> {
        let fold = |component: &G::Component| self.game.parts(component);
        let folded = folded(self.game, &fold);
        let mut value = 0;
        for part in folded.fold(component).iter().filter(|part| part.copies % 2 == 1) {
            value ^= self.memo.solve(&folded, &part.component, &mut Grundy::default(), pulse)?;
        }
        Ok(value)
    }

    fn is_table(&self) -> bool {
        true
    }

    fn look_up(&self, component: &G::Component) -> Option<u64> {
        let known = |part: &G::Component| self.memo.get(part).copied();
        if self.game.is_plain() { known(component) } else { nim_sum(&self.game.parts(component), known) }
    }

    fn engine(&self) -> (Engine, Cow<'static, str>) {
        (Engine::Memo, SEARCHED.into())
    }
}

/// The common search that fits: every component that can be reached, or nimber search where those are many.
pub(crate) struct FittingSearch<'a, G: Played + ?Sized> {
    memo: MemoSolver<'a, G>,
    nimber: Option<NimberSolver<'a, G>>,
    work: u64,
}

impl<'a, G: Played + ?Sized> FittingSearch<'a, G> {
    pub fn new(game: &'a G) -> Self {
        FittingSearch { memo: MemoSolver::new(game), nimber: None, work: 0 }
    }

    fn fitting(&self) -> &(dyn Solver<G::Component> + 'a) {
        self.nimber.as_ref().map_or(&self.memo, |nimber| nimber as _)
    }

    fn fitting_mut(&mut self) -> &mut (dyn Solver<G::Component> + 'a) {
        match &mut self.nimber {
            Some(nimber) => nimber,
            None => &mut self.memo,
        }
    }
}

impl<G: Played + ?Sized> Solver<G::Component> for FittingSearch<'_, G> {
    fn prepare(&mut self, components: &[G::Component], pulse: &mut Pulse<'_>) -> Result<(), Failure> {
        let (game, limits) = (self.memo.game, Asked::new(self.memo.game, components).narrow(pulse.limits()));
        let few = Limits { positions: limits.positions.min(MEMO_POSITIONS), ..limits };
        let mut own = Pulse::new(&few);
        let found = self.memo.prepare(components, &mut own);
        self.work += own.work();
        match found {
            Err(Failure::Stopped(StopReason::PositionLimit)) if few.positions < limits.positions => {
                check_extent(game, components, &limits)?;
                self.nimber = Some(NimberSolver { game, search: NimberSearch::default() });
                Ok(())
            }
            other => other,
        }
    }

    fn value(&mut self, component: &G::Component, pulse: &mut Pulse<'_>) -> Result<u64, Failure> {
        self.fitting_mut().value(component, pulse)
    }

    fn has_value(
        &mut self,
        component: &G::Component,
        value: u64,
        pulse: &mut Pulse<'_>,
    ) -> Result<bool, Failure> {
        self.fitting_mut().has_value(component, value, pulse)
    }

    fn is_table(&self) -> bool {
        self.fitting().is_table()
    }

    fn look_up(&self, component: &G::Component) -> Option<u64> {
        self.fitting().look_up(component)
    }

    fn engine(&self) -> (Engine, Cow<'static, str>) {
        self.fitting().engine()
    }

    fn work(&self) -> u64 {
        self.work
    }
}

/// The common nimber search over a game's representatives, which may be asked about whole components.
pub(super) struct NimberSolver<'a, G: Played + ?Sized> {
    pub game: &'a G,
    pub search: NimberSearch<G::Component>,
}

impl<G: Played + ?Sized> Solver<G::Component> for NimberSolver<'_, G> {
    fn value(&mut self, component: &G::Component, pulse: &mut Pulse<'_>) -> Result<u64, Failure> {
        let fold = |component: &G::Component| self.game.parts(component);
        let folded = folded(self.game, &fold);
        self.search.value(&Bounded(&folded), &folded.fold(component), pulse)
    }

    fn has_value(
        &mut self,
        component: &G::Component,
        value: u64,
        pulse: &mut Pulse<'_>,
    ) -> Result<bool, Failure> {
        let fold = |component: &G::Component| self.game.parts(component);
        let folded = folded(self.game, &fold);
        self.search.has_value(&Bounded(&folded), &folded.fold(component), value, pulse)
    }

    fn engine(&self) -> (Engine, Cow<'static, str>) {
        (Engine::NimberSearch, nimber_search::IDEA.into())
    }
}

/// The common searches for a game without its own, kept from one position to the next: every component that can be reached
/// while those are few, nimber search from then on.
pub(crate) struct CommonSolver<'a, G: Played + ?Sized> {
    memo: MemoSolver<'a, G>,
    search: Option<NimberSolver<'a, G>>,
    work: u64,
}

impl<'a, G: Played + ?Sized> CommonSolver<'a, G> {
    pub fn new(game: &'a G) -> Self {
        CommonSolver { memo: MemoSolver::new(game), search: None, work: 0 }
    }

    /// By the memo, which may have grown before: a limit on positions is one on those that are new.
    fn by_memo(&mut self, component: &G::Component, limits: &Limits<'_>) -> Result<u64, Failure> {
        let fits = Asked::new(self.memo.game, std::slice::from_ref(component)).narrow(limits).positions;
        let most = limits.positions.saturating_add(self.memo.memo.len() as u64);
        let limits = Limits { positions: most.min(fits).min(MEMO_POSITIONS), ..*limits };
        let mut pulse = Pulse::new(&limits);
        let value = self.memo.value(component, &mut pulse);
        self.work += pulse.work();
        value
    }
}

impl<G: Played + ?Sized> Solver<G::Component> for CommonSolver<'_, G> {
    fn value(&mut self, component: &G::Component, pulse: &mut Pulse<'_>) -> Result<u64, Failure> {
        if self.search.is_none() {
            let limits = pulse.limits();
            match self.by_memo(component, limits) {
                Err(Failure::Stopped(StopReason::PositionLimit)) if limits.positions > MEMO_POSITIONS => {
                    let game = self.memo.game;
                    self.memo = MemoSolver::new(game);
                    self.search = Some(NimberSolver { game, search: NimberSearch::default() });
                }
                other => return other,
            }
        }
        let search = self.search.as_mut().expect("made above");
        search.value(component, pulse)
    }

    fn engine(&self) -> (Engine, Cow<'static, str>) {
        match &self.search {
            Some(search) => search.engine(),
            None => self.memo.engine(),
        }
    }

    fn work(&self) -> u64 {
        self.work
    }
}

/// A game whose components have no more options than positions may be visited: nimber search keeps lists of them.
#[derive(Debug)]
struct Bounded<'a, G>(&'a G);

impl<G: Game> Game for Bounded<'_, G> {
    type Component = G::Component;

    fn options(
        &self,
        component: &G::Component,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, G::Component>,
    ) -> Result<ControlFlow<()>, Failure> {
        let most = pulse.limits().positions_kept();
        let mut count = 0;
        let flow = self.0.options(component, pulse, &mut |parts| {
            count += 1;
            if count > most { ControlFlow::Break(()) } else { visit(parts) }
        })?;
        if count > most { Err(StopReason::PositionLimit.into()) } else { Ok(flow) }
    }
}
