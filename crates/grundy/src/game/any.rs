//! Any game as one object: the type of its components is erased, and nothing else.
//!
//! [`Theory`] is object-safe once the type of components is fixed, so an erased game is a [`Theory`] over [`AnyComponent`], and
//! every question that can be put to a game can be put to it. [`erase`] wraps a native game. A component costs one shared
//! allocation; options reuse theirs as long as nobody keeps them, so that a search pays for what it keeps, and otherwise a call
//! through a table for comparing and hashing.
//!
//! ```
//! use grundy::game::any::erase;
//! use grundy::game::theory::Theory;
//! use grundy::games::nim::welter::Welter;
//!
//! let game = erase(Welter);
//! let position = game.read("1 3 8").expect("three coins");
//! assert_eq!((game.write(&position).as_str(), game.known(&position[0], Default::default()).is_some()), ("1 3 8", true));
//! ```

use super::engine::{Engine, Method};
use super::keyed::KeyMoves;
use super::notation::{Notation, Place};
use super::points::{BestPlay, ForPoints, Score, Turn, Unscored, VisitTurn};
use super::ranked::{Ranked, Ranks};
use super::solver::{Persistent, Solver};
use super::sum::Sum;
use super::theory::{Known, Theory};
use super::winning::Wins;
use super::{Convention, Game, Part, Parts, Visit};
use crate::base::diagnostic::Diagnostics;
use crate::base::error::{Failure, InputError, Offence};
use crate::base::limits::{Limits, Pulse, StopReason};
use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Any native game.
pub type AnyGame = dyn Theory<Component = AnyComponent> + Send + Sync;

/// A native game as one object like any other.
pub fn erase<G>(game: G) -> Arc<AnyGame>
where
    G: Theory + Send + Sync + 'static,
    G::Component: Send + Sync + 'static,
{
    Arc::new(Erased(game))
}

/// A game as one object for as long as it lives.
pub fn erase_for<'a, G>(game: G) -> Box<dyn Theory<Component = AnyComponent> + 'a>
where
    G: Theory + 'a,
    G::Component: Send + Sync + 'static,
{
    Box::new(Erased(game))
}

/// A component whose type only its game knows.
#[derive(Clone)]
pub struct AnyComponent(Arc<dyn Erasable>);

/// What can be erased: plain data that can be compared, ordered, hashed and shown.
trait Erasable: Any + Send + Sync {
    fn equals(&self, other: &dyn Any) -> bool;
    fn compare(&self, other: &dyn Any) -> Ordering;
    fn feed(&self, state: &mut dyn Hasher);
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<C: Eq + Ord + Hash + fmt::Debug + Send + Sync + 'static> Erasable for C {
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn compare(&self, other: &dyn Any) -> Ordering {
        match other.downcast_ref::<C>() {
            Some(other) => self.cmp(other),
            // Components of different games are never compared; if they were, the order of their types is one.
            None => TypeId::of::<C>().cmp(&other.type_id()),
        }
    }

    fn feed(&self, mut state: &mut dyn Hasher) {
        self.hash(&mut state);
    }

    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt(f)
    }
}

impl AnyComponent {
    /// Erases a component.
    pub fn new<C: Eq + Ord + Hash + fmt::Debug + Send + Sync + 'static>(component: C) -> AnyComponent {
        AnyComponent(Arc::new(component))
    }

    /// The component, for the game that made it.
    pub fn get<C: 'static>(&self) -> Option<&C> {
        (&*self.0 as &dyn Any).downcast_ref()
    }

    /// The component if nobody shares it.
    fn get_mut<C: 'static>(&mut self) -> Option<&mut C> {
        let inner: &mut dyn Any = Arc::get_mut(&mut self.0)?;
        inner.downcast_mut()
    }
}

impl PartialEq for AnyComponent {
    fn eq(&self, other: &AnyComponent) -> bool {
        self.0.equals(&*other.0)
    }
}

impl Eq for AnyComponent {}

impl PartialOrd for AnyComponent {
    fn partial_cmp(&self, other: &AnyComponent) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for AnyComponent {
    fn cmp(&self, other: &AnyComponent) -> Ordering {
        self.0.compare(&*other.0)
    }
}

impl Hash for AnyComponent {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.feed(state);
    }
}

impl fmt::Debug for AnyComponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.show(f)
    }
}

/// A game over erased components.
#[derive(Debug)]
struct Erased<G>(G);

/// What a component of `G` must be for its game to be erased.
trait Component: Clone + Eq + Ord + Hash + fmt::Debug + Send + Sync + 'static {}

impl<C: Clone + Eq + Ord + Hash + fmt::Debug + Send + Sync + 'static> Component for C {}

/// The component that a game reads: whoever asks has made sure that it is the game's ([`Notation::owns`]).
fn own<C: 'static>(component: &AnyComponent) -> &C {
    component.get().expect("a component of this game")
}

fn owned<C: Clone + 'static>(components: &[AnyComponent]) -> Vec<C> {
    components.iter().map(|component| own::<C>(component).clone()).collect()
}

fn own_parts<C: Clone + 'static>(parts: &[Part<AnyComponent>]) -> Parts<C> {
    parts
        .iter()
        .map(|part| Part { component: own::<C>(&part.component).clone(), copies: part.copies })
        .collect()
}

fn any_parts<C: Component>(parts: Parts<C>) -> Parts<AnyComponent> {
    let any = |part: Part<C>| Part { component: AnyComponent::new(part.component), copies: part.copies };
    parts.into_iter().map(any).collect()
}

/// Parts that are handed out again and again: the room of those that nobody has kept serves the next.
struct Scratch(Vec<Part<AnyComponent>>);

impl Scratch {
    fn fill<C: Component>(&mut self, parts: &[Part<C>]) -> &[Part<AnyComponent>] {
        for (index, part) in parts.iter().enumerate() {
            match self.0.get_mut(index) {
                None => self
                    .0
                    .push(Part { component: AnyComponent::new(part.component.clone()), copies: part.copies }),
                Some(room) => {
                    match room.component.get_mut::<C>() {
                        Some(component) => component.clone_from(&part.component),
                        None => room.component = AnyComponent::new(part.component.clone()),
                    }
                    room.copies = part.copies;
                }
            }
        }
        &self.0[..parts.len()]
    }
}

impl<G: Game> Game for Erased<G>
where
    G::Component: Component,
{
    type Component = AnyComponent;

    fn options(
        &self,
        component: &AnyComponent,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, AnyComponent>,
    ) -> Result<ControlFlow<()>, Failure> {
        let mut scratch = Scratch(Vec::new());
        self.0.options(own(component), pulse, &mut |parts| visit(scratch.fill(parts)))
    }
}

impl<G: Notation> Notation for Erased<G>
where
    G::Component: Component,
{
    fn read(&self, text: &str) -> Result<Vec<AnyComponent>, InputError> {
        Ok(self.0.read(text)?.into_iter().map(AnyComponent::new).collect())
    }

    fn write(&self, components: &[AnyComponent]) -> String {
        self.0.write(&owned::<G::Component>(components))
    }

    fn piece(&self, before: &AnyComponent, components: &[AnyComponent]) -> String {
        self.0.piece(own(before), &owned::<G::Component>(components))
    }

    fn component(&self, component: &AnyComponent) -> String {
        self.0.component(own(component))
    }

    fn name(&self, component: &AnyComponent) -> String {
        self.0.name(own(component))
    }

    fn length(&self, components: &[AnyComponent]) -> usize {
        self.0.length(&owned::<G::Component>(components))
    }

    fn is_dead(&self, component: &AnyComponent) -> bool {
        self.0.is_dead(own(component))
    }

    fn arranged(&self, before: &AnyComponent, option: &[Part<AnyComponent>]) -> Vec<AnyComponent> {
        let parts = self.0.arranged(own(before), &own_parts::<G::Component>(option));
        parts.into_iter().map(AnyComponent::new).collect()
    }

    fn describe(&self, before: &AnyComponent, option: &[Part<AnyComponent>]) -> String {
        self.0.describe(own(before), &own_parts::<G::Component>(option))
    }

    fn places(&self, before: &AnyComponent, option: &[Part<AnyComponent>]) -> Vec<Place> {
        self.0.places(own(before), &own_parts::<G::Component>(option))
    }

    fn owns(&self, component: &AnyComponent) -> bool {
        component.get::<G::Component>().is_some_and(|component| self.0.owns(component))
    }
}

impl<G: Theory> Theory for Erased<G>
where
    G::Component: Component,
{
    fn rule(&self) -> String {
        self.0.rule()
    }

    fn known(&self, component: &AnyComponent, convention: Convention) -> Option<Known> {
        self.0.known(own(component), convention)
    }

    fn reach(
        &self,
        component: &AnyComponent,
        convention: Convention,
        target: u64,
        wins: &mut dyn Wins<AnyComponent>,
    ) -> bool {
        self.0.reach(own(component), convention, target, &mut ErasedWins(wins))
    }

    fn misere_nim(&self) -> Option<&'static str> {
        self.0.misere_nim()
    }

    fn representative(&self, component: &AnyComponent) -> AnyComponent {
        AnyComponent::new(self.0.representative(own(component)))
    }

    fn parts(&self, component: &AnyComponent) -> Parts<AnyComponent> {
        any_parts(self.0.parts(own(component)))
    }

    fn is_plain(&self) -> bool {
        self.0.is_plain()
    }

    fn solver(
        &self,
        components: &[AnyComponent],
        method: Method,
    ) -> Option<Box<dyn Solver<AnyComponent> + '_>> {
        let solver = self.0.solver(&owned::<G::Component>(components), method)?;
        Some(Box::new(ErasedSolver(solver)))
    }

    fn is_finite(&self) -> bool {
        self.0.is_finite()
    }

    fn is_loopy(&self) -> bool {
        self.0.is_loopy()
    }

    fn extent(&self, component: &AnyComponent) -> u64 {
        self.0.extent(own(component))
    }

    fn ranked(&self) -> Option<&dyn Ranked<Component = AnyComponent>> {
        self.0.ranked().map(|_| self as _)
    }

    fn tier(&self, position: &[Part<AnyComponent>]) -> Option<u64> {
        self.0.tier(&own_parts::<G::Component>(position))
    }

    fn keyed(&self, start: &[Part<AnyComponent>]) -> Option<Box<dyn KeyMoves<AnyComponent> + '_>> {
        Some(Box::new(ErasedKeys(self.0.keyed(&own_parts::<G::Component>(start))?)))
    }

    fn points(&self) -> Option<&dyn ForPoints<AnyComponent>> {
        self.0.points().map(|_| self as _)
    }

    fn no_progress(&self, offence: &Offence) -> Option<Diagnostics> {
        self.0.no_progress(offence)
    }

    fn argue(&self, component: &AnyComponent) -> Vec<String> {
        self.0.argue(own(component))
    }

    fn theory(&self) -> Vec<String> {
        self.0.theory()
    }

    fn notes(&self) -> Vec<String> {
        self.0.notes()
    }
}

/// Takes options of a game and hands them on erased.
struct ErasedWins<'a>(&'a mut dyn Wins<AnyComponent>);

impl<C: Component> Wins<C> for ErasedWins<'_> {
    fn is_full(&self) -> bool {
        self.0.is_full()
    }

    fn count(&mut self, more: u64) {
        self.0.count(more);
    }

    fn lose_count(&mut self) {
        self.0.lose_count();
    }

    fn add_parts(&mut self, option: Parts<C>) {
        self.0.add_parts(any_parts(option));
    }

    fn add_unwritten(&mut self, text: String) {
        self.0.add_unwritten(text);
    }

    fn beats(&mut self, steps: u64) -> Result<(), StopReason> {
        self.0.beats(steps)
    }

    fn cut_short(&mut self, reason: StopReason) {
        self.0.cut_short(reason);
    }
}

/// A search of a game's own, asked about erased components.
struct ErasedSolver<'a, C>(Box<dyn Solver<C> + 'a>);

impl<C: Component> Solver<AnyComponent> for ErasedSolver<'_, C> {
    fn prepare(&mut self, components: &[AnyComponent], pulse: &mut Pulse<'_>) -> Result<(), Failure> {
        self.0.prepare(&owned::<C>(components), pulse)
    }

    fn value(&mut self, component: &AnyComponent, pulse: &mut Pulse<'_>) -> Result<u64, Failure> {
        self.0.value(own(component), pulse)
    }

    fn has_value(
        &mut self,
        component: &AnyComponent,
        value: u64,
        pulse: &mut Pulse<'_>,
    ) -> Result<bool, Failure> {
        self.0.has_value(own(component), value, pulse)
    }

    fn is_table(&self) -> bool {
        self.0.is_table()
    }

    fn look_up(&self, component: &AnyComponent) -> Option<u64> {
        self.0.look_up(own(component))
    }

    fn engine(&self) -> (Engine, Cow<'static, str>) {
        self.0.engine()
    }

    fn work(&self) -> u64 {
        self.0.work()
    }

    fn serves(&self, components: &[AnyComponent]) -> bool {
        self.0.serves(&owned::<C>(components))
    }

    fn is_promising(&self, components: &[AnyComponent]) -> bool {
        self.0.is_promising(&owned::<C>(components))
    }

    fn persistent(&mut self) -> Option<&mut dyn Persistent> {
        self.0.persistent()
    }
}

impl<G: Theory> Ranked for Erased<G>
where
    G::Component: Component,
{
    fn ranks(&self, start: &Sum<AnyComponent>) -> Option<Box<dyn Ranks<AnyComponent>>> {
        let ranks = self.0.ranked()?.ranks(&own_parts(start))?;
        Some(Box::new(ErasedRanks(ranks)))
    }
}

/// Keys of erased positions.
struct ErasedKeys<'a, C>(Box<dyn KeyMoves<C> + 'a>);

impl<C: Component> KeyMoves<AnyComponent> for ErasedKeys<'_, C> {
    fn code(&self) -> String {
        self.0.code()
    }

    fn key(&self, position: &[Part<AnyComponent>]) -> Option<u64> {
        self.0.key(&own_parts::<C>(position))
    }

    fn position(&self, key: u64) -> Option<Sum<AnyComponent>> {
        self.0.position(key).map(any_parts)
    }

    fn tier(&self, key: u64) -> u64 {
        self.0.tier(key)
    }

    fn options(&self, key: u64, visit: &mut dyn FnMut(u64)) {
        self.0.options(key, visit);
    }
}

/// A numbering of erased positions.
struct ErasedRanks<C>(Box<dyn Ranks<C>>);

impl<C: Component> Ranks<AnyComponent> for ErasedRanks<C> {
    fn len(&self) -> u64 {
        self.0.len()
    }

    fn rank(&self, position: &Sum<AnyComponent>) -> Option<u64> {
        self.0.rank(&own_parts(position))
    }

    fn position(&self, rank: u64) -> Option<Sum<AnyComponent>> {
        self.0.position(rank).map(any_parts)
    }
}

impl<G: Theory> ForPoints<AnyComponent> for Erased<G>
where
    G::Component: Component,
{
    fn reason(&self) -> &'static str {
        self.0.points().map_or("", |points| points.reason())
    }

    fn turns(&self, state: &AnyComponent, visit: &mut VisitTurn<'_, AnyComponent>) {
        if let Some(points) = self.0.points() {
            points.turns(own(state), &mut |turn| visit(any_turn(turn)));
        }
    }

    fn turn_count(&self, state: &AnyComponent) -> u64 {
        self.0.points().map_or(0, |points| points.turn_count(own(state)))
    }

    fn best_play<'a>(
        &'a self,
        state: &'a AnyComponent,
        limits: &Limits<'_>,
    ) -> Result<Box<dyn BestPlay<AnyComponent> + 'a>, Unscored> {
        let points = self.0.points().expect("asked only where there are points");
        Ok(Box::new(ErasedPlay(points.best_play(own(state), limits)?)))
    }
}

fn any_turn<C: Component>(turn: Turn<C>) -> Turn<AnyComponent> {
    Turn { text: turn.text, places: turn.places, gain: turn.gain, after: AnyComponent::new(turn.after) }
}

/// Best play between erased states.
#[derive(Debug)]
struct ErasedPlay<'a, C>(Box<dyn BestPlay<C> + 'a>);

impl<C: Component> BestPlay<AnyComponent> for ErasedPlay<'_, C> {
    fn score(&self) -> Score {
        self.0.score()
    }

    fn best_total(&self) -> u64 {
        self.0.best_total()
    }

    fn turns(&self) -> u64 {
        self.0.turns()
    }

    fn work(&self) -> u64 {
        self.0.work()
    }

    fn best(&self, visit: &mut VisitTurn<'_, AnyComponent>) {
        self.0.best(&mut |turn| visit(any_turn(turn)));
    }

    fn line(&self, visit: &mut VisitTurn<'_, AnyComponent>) {
        self.0.line(&mut |turn| visit(any_turn(turn)));
    }
}
