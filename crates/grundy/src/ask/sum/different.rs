//! Different games as one: a component is a component of one of them, and the game it belongs to answers for it.

use super::solver::PartSolvers;
use super::{SumComponent, SumPart};
use crate::ask::named::Rules;
use crate::ask::played::Played;
use crate::ask::rules::{HeapRules, TupleRules};
use crate::ask::solve::misere::TAME;
use crate::base::error::{Failure, InputError};
use crate::base::limits::{Pulse, StopReason};
use crate::game::any::{AnyComponent, erase_for};
use crate::game::engine::Method;
use crate::game::notation::{Notation, Place};
use crate::game::solver::Solver;
use crate::game::theory::{Known, Theory, Value};
use crate::game::winning::Wins;
use crate::game::{Convention, Game, Part, Parts, Visit};
use crate::rule::Ruleset;
use std::cell::Cell;
use std::fmt;
use std::ops::{ControlFlow, Deref};

/// A game over erased components, as a part of a sum.
pub(super) type PartGame<'a> = dyn Theory<Component = AnyComponent> + 'a;

/// The game of a part: made for it, or shared.
enum GameOfPart<'a> {
    Own(Box<PartGame<'a>>),
    Shared(&'a PartGame<'a>),
}

impl<'a> GameOfPart<'a> {
    fn new(part: &'a SumPart) -> GameOfPart<'a> {
        match &part.game.rules {
            Rules::Line(rules) if rules.arity() == 1 => GameOfPart::Own(erase_for(HeapRules::new(rules))),
            Rules::Line(rules) => GameOfPart::Own(erase_for(TupleRules::new(rules))),
            Rules::Native(native) | Rules::System { game: native, .. } | Rules::Runs { game: native, .. } => {
                GameOfPart::Shared(&**native)
            }
            Rules::Sum(parts) => GameOfPart::Own(erase_for(DifferentGames::new(parts))),
        }
    }
}

impl<'a> Deref for GameOfPart<'a> {
    type Target = PartGame<'a>;

    fn deref(&self) -> &PartGame<'a> {
        match self {
            GameOfPart::Own(game) => &**game,
            GameOfPart::Shared(game) => *game,
        }
    }
}

/// The sum of different games as one game.
pub(crate) struct DifferentGames<'a> {
    parts: &'a [SumPart],
    games: Vec<GameOfPart<'a>>,
    /// The part in which a move made no progress.
    offender: Cell<Option<usize>>,
}

impl fmt::Debug for DifferentGames<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DifferentGames").field("parts", &self.parts).finish_non_exhaustive()
    }
}

impl<'a> DifferentGames<'a> {
    pub fn new(parts: &'a [SumPart]) -> DifferentGames<'a> {
        DifferentGames {
            parts,
            games: parts.iter().map(GameOfPart::new).collect(),
            offender: Cell::new(None),
        }
    }

    /// The parts.
    pub(super) fn parts(&self) -> &'a [SumPart] {
        self.parts
    }

    /// The game of a part.
    pub(super) fn game(&self, number: usize) -> &PartGame<'a> {
        &*self.games[number]
    }

    /// The rules of the part in which a move made no progress.
    pub fn offending_rules(&self) -> Option<&'a Ruleset> {
        self.parts[self.offender.get()?].game.ruleset()
    }

    /// The components of one part.
    pub(super) fn own(&self, number: usize, components: &[SumComponent]) -> Vec<AnyComponent> {
        let own = components.iter().filter(|(part, _)| *part == number);
        own.map(|(_, component)| component.clone()).collect()
    }

    /// The position of one part in its own notation.
    pub(super) fn text_of(&self, number: usize, components: &[SumComponent]) -> String {
        self.game(number).write(&self.own(number, components))
    }

    /// The whole position with the games.
    pub(super) fn whole_text(&self, components: &[SumComponent]) -> String {
        let text = |(number, part): (usize, &SumPart)| {
            let position = self.text_of(number, components);
            format!("{} {position}", part.written).trim_end().to_owned()
        };
        self.parts.iter().enumerate().map(text).collect::<Vec<_>>().join(" + ")
    }
}

/// The parts of an option without the number of their game.
fn bare(option: &[Part<SumComponent>]) -> Parts<AnyComponent> {
    let bare = |part: &Part<SumComponent>| Part { component: part.component.1.clone(), copies: part.copies };
    option.iter().map(bare).collect()
}

/// The parts of an option with the number of their game.
fn numbered(number: usize, option: &[Part<AnyComponent>]) -> Parts<SumComponent> {
    let numbered =
        |part: &Part<AnyComponent>| Part { component: (number, part.component.clone()), copies: part.copies };
    option.iter().map(numbered).collect()
}

impl Game for DifferentGames<'_> {
    type Component = SumComponent;

    fn options(
        &self,
        (number, component): &SumComponent,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, SumComponent>,
    ) -> Result<ControlFlow<()>, Failure> {
        let flow =
            self.game(*number).options(component, pulse, &mut |parts| visit(&numbered(*number, parts)));
        if matches!(flow, Err(Failure::NoProgress(_))) {
            self.offender.set(Some(*number));
        }
        flow
    }
}

impl Notation for DifferentGames<'_> {
    fn read(&self, text: &str) -> Result<Vec<SumComponent>, InputError> {
        let crate::game::position::Position::Native(position) = super::parse(self.parts, text)? else {
            return Ok(Vec::new());
        };
        Ok(super::components(&position).unwrap_or_default())
    }

    fn write(&self, components: &[SumComponent]) -> String {
        self.whole_text(components)
    }

    fn component(&self, (number, component): &SumComponent) -> String {
        self.game(*number).component(component)
    }

    fn name(&self, (number, component): &SumComponent) -> String {
        format!("{}: {}", self.parts[*number].label(*number), self.game(*number).name(component))
    }

    fn length(&self, components: &[SumComponent]) -> usize {
        let names: usize = self.parts.iter().map(|part| part.written.len() + 4).sum();
        let lengths =
            (0..self.games.len()).map(|number| self.game(number).length(&self.own(number, components)));
        names + lengths.sum::<usize>()
    }

    fn is_dead(&self, (number, component): &SumComponent) -> bool {
        self.game(*number).is_dead(component)
    }

    fn arranged(&self, before: &SumComponent, option: &[Part<SumComponent>]) -> Vec<SumComponent> {
        let parts = self.game(before.0).arranged(&before.1, &bare(option));
        parts.into_iter().map(|component| (before.0, component)).collect()
    }

    fn describe(&self, before: &SumComponent, option: &[Part<SumComponent>]) -> String {
        let (number, component) = before;
        let text = self.game(*number).describe(component, &bare(option));
        format!("{}: {text}", self.parts[*number].label(*number))
    }

    fn places(&self, before: &SumComponent, option: &[Part<SumComponent>]) -> Vec<Place> {
        self.game(before.0).places(&before.1, &bare(option))
    }

    fn piece(&self, before: &SumComponent, components: &[SumComponent]) -> String {
        self.text_of(before.0, components)
    }

    fn owns(&self, (number, component): &SumComponent) -> bool {
        self.games.get(*number).is_some_and(|game| game.owns(component))
    }
}

impl Theory for DifferentGames<'_> {
    fn rule(&self) -> String {
        let rules = self
            .parts
            .iter()
            .zip(&self.games)
            .map(|(part, game)| format!("{}: {}", part.written, game.rule()));
        format!("a move is made in one of the games; {}", rules.collect::<Vec<_>>().join("; "))
    }

    fn known(&self, (number, component): &SumComponent, convention: Convention) -> Option<Known> {
        self.game(*number).known(component, convention)
    }

    fn reach(
        &self,
        (number, component): &SumComponent,
        convention: Convention,
        target: u64,
        wins: &mut dyn Wins<SumComponent>,
    ) -> bool {
        let mut wins = PartWins { wins, number: *number };
        self.game(*number).reach(component, convention, target, &mut wins)
    }

    /// Components that all play like Nim heaps add to a position of misère Nim, whatever games they are of.
    fn misere_nim(&self) -> Option<&'static str> {
        self.games.iter().all(|game| game.misere_nim().is_some()).then_some(TAME)
    }

    fn representative(&self, (number, component): &SumComponent) -> SumComponent {
        (*number, self.game(*number).representative(component))
    }

    fn parts(&self, (number, component): &SumComponent) -> Parts<SumComponent> {
        numbered(*number, &self.game(*number).parts(component))
    }

    fn is_plain(&self) -> bool {
        self.games.iter().all(|game| game.is_plain())
    }

    fn solver(
        &self,
        components: &[SumComponent],
        method: Method,
    ) -> Option<Box<dyn Solver<SumComponent> + '_>> {
        PartSolvers::new(self, components, method).map(|solvers| Box::new(solvers) as _)
    }

    fn is_finite(&self) -> bool {
        self.games.iter().all(|game| game.is_finite())
    }

    fn is_loopy(&self) -> bool {
        self.games.iter().any(|game| game.is_loopy())
    }

    fn extent(&self, (number, component): &SumComponent) -> u64 {
        self.game(*number).extent(component)
    }

    fn argue(&self, (number, component): &SumComponent) -> Vec<String> {
        self.game(*number).argue(component)
    }
}

impl Played for DifferentGames<'_> {
    fn part_of(&self, component: &SumComponent) -> Option<usize> {
        Some(component.0)
    }

    /// Beside parts that are searched, a part with a theorem still has its winning moves by it.
    fn reaches(&self, component: &SumComponent) -> bool {
        let known = self.known(component, Convention::Normal);
        matches!(known, Some(Known { value: Value::Grundy(_), .. }))
    }
}

/// Takes options of a part and hands them on with its number.
struct PartWins<'a> {
    wins: &'a mut dyn Wins<SumComponent>,
    number: usize,
}

impl Wins<AnyComponent> for PartWins<'_> {
    fn is_full(&self) -> bool {
        self.wins.is_full()
    }

    fn count(&mut self, more: u64) {
        self.wins.count(more);
    }

    fn lose_count(&mut self) {
        self.wins.lose_count();
    }

    fn add_parts(&mut self, option: Parts<AnyComponent>) {
        self.wins.add_parts(numbered(self.number, &option));
    }

    fn add_unwritten(&mut self, text: String) {
        self.wins.add_unwritten(text);
    }

    fn beats(&mut self, steps: u64) -> Result<(), StopReason> {
        self.wins.beats(steps)
    }

    fn cut_short(&mut self, reason: StopReason) {
        self.wins.cut_short(reason);
    }
}
