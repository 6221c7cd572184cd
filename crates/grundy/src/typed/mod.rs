//! Games that are Rust types, asked about like any other.
//!
//! Many games fit no line of the rule language: coins on strips, words, boards, graphs, games played for points. A Rust
//! type plays them, and this module is the door through which it becomes a full citizen, with a name in the catalogue,
//! parameters, positions as text, `solve`, `explain`, streams and JSON. Four steps lead in:
//!
//! 1. [`Game`]: the moves of a component. Positions that are no sum have exactly one component.
//! 2. [`Notation`]: a position read from its text, with the first offence and its column, and written back.
//! 3. [`Theory`]: the rule in words, and whatever theorems know: values, outcomes, the options of a wanted value. All of
//!    that is optional. What no theorem tells, the search finds while it is small.
//! 4. A row in [`TYPES`] and a file in `games/` that says `type: NAME`.
//!
//! [`DynGame`] is the object-safe form of the three traits; it is implemented for every [`Theory`]. A game that is solved
//! in another way, such as one for points, implements [`DynGame`] itself and fills in the [`Verdict`].
//!
//! How a position is answered: if every component has a value by theorem, their nim-sum decides. If the position is one
//! component whose outcome alone is known, a small search tries to find the value, and does no harm when it fails. If
//! nothing is known, the search of [`crate::search::memo`] has the limits of the question. Winning moves come from
//! [`Theory::reach`] where the theorem can be turned round, so that heaps of 10^18 get theirs; otherwise every option is
//! looked at. Misère play asks the theorem, then tame components, then whole positions.
//!
//! ```
//! use grundy::{NamedGame, Question, solve};
//!
//! let game = NamedGame::read("welter")?;
//! let answer = solve(&game, game.parse("1 3 8")?, &Question::default())?;
//! assert_eq!(answer.outcome.to_string(), "N");
//! assert!(game.parse("3 3").is_err(), "two coins on a square");
//! # Ok::<(), grundy::Error>(())
//! ```

mod parameters;
mod registry;
mod solve;

pub use parameters::{Parameter, Setting, Settings, assignments};
pub use registry::{GameType, TYPES, build, find};

pub use crate::answer::Verdict;
pub use crate::game::position::Held;
pub use crate::solve::{Moves, Wins};

use crate::answer::Solved;
use crate::error::Failure;
use crate::error::{Error, InputError};
use crate::explain::Section;
use crate::game::ranked::Ranked;
use crate::game::{Convention, Game, Part, Parts};
use crate::graph::strong::Strong;
use crate::heap::Engine;
use crate::limits::{Limits, Pulse};
use crate::play::remoteness::Map;
use crate::play::survey::Listing;
use crate::search::couples::kept::Kept;
use crate::solve::kept::Session;
use crate::solve::method::Method;
use std::fmt;

/// Positions and moves as text.
pub trait Notation: Game {
    /// Reads a position into its components: one for games that are no sum, also when nothing is written.
    ///
    /// # Errors
    /// The first offence and its column.
    fn read(&self, text: &str) -> Result<Vec<Self::Component>, InputError>;

    /// Writes a position so that [`Notation::read`] reads the same components.
    fn write(&self, components: &[Self::Component]) -> String;

    /// Writes the move that leaves these parts of a component; by default both sides are written as positions.
    fn describe(&self, before: &Self::Component, option: &[Part<Self::Component>]) -> String {
        let parts: Vec<Self::Component> = option
            .iter()
            .flat_map(|part| std::iter::repeat_n(part.component.clone(), part.copies as usize))
            .collect();
        format!("{} -> {}", self.write(std::slice::from_ref(before)), self.write(&parts))
    }
}

/// What a theorem says about a component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// Its value, or only who wins.
    pub value: Value,
    /// The theorem, with author and year.
    pub theorem: &'static str,
}

/// How much is known of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// The Grundy value.
    Grundy(u64),
    /// Whether the player to move loses, where the value is not known.
    Lost(bool),
}

impl Value {
    /// Whether the player to move loses.
    pub fn is_lost(self) -> bool {
        matches!(self, Value::Grundy(0) | Value::Lost(true))
    }
}

/// What is known about a game beyond its moves; every method but the first may be left as it is.
pub trait Theory: Notation {
    /// The rule in a sentence, with the parameters it was given.
    fn rule(&self) -> String;

    /// What a theorem says about a component. Under misère play only who wins counts, and only positions of one component
    /// are asked about.
    fn known(&self, _component: &Self::Component, _convention: Convention) -> Option<Known> {
        None
    }

    /// Hands every different option whose value is `target` to `wins` without looking at all options, and returns
    /// whether it could. Where only outcomes are known, and under misère play, `target` is 0 and means: lost.
    fn reach(
        &self,
        _component: &Self::Component,
        _convention: Convention,
        _target: u64,
        _wins: &mut Wins<'_, '_, Self::Component>,
    ) -> bool {
        false
    }

    /// The representative of all components that play alike, such as the sorted list of heaps whose order is of no
    /// account; searches look at representatives only.
    fn representative(&self, component: &Self::Component) -> Self::Component {
        component.clone()
    }

    /// The independent parts that a component has fallen into, each as a representative; searches look at parts only,
    /// while moves shown to a reader keep the component whole.
    fn parts(&self, component: &Self::Component) -> Parts<Self::Component> {
        vec![Part { component: self.representative(component), copies: 1 }]
    }

    /// A search of the game's own for values under normal play; `None` where the common one has to do, or the game has
    /// none by this method.
    fn solver(
        &self,
        _components: &[Self::Component],
        _method: Method,
    ) -> Option<Box<dyn Solver<Self::Component> + '_>> {
        None
    }

    /// Whether search may be tried: not if play can go on for ever.
    fn is_finite(&self) -> bool {
        true
    }

    /// How many positions can be reached from a component, at least; 0 where that is not known. It spares a search that
    /// could not end.
    fn extent(&self, _component: &Self::Component) -> u64 {
        0
    }

    /// The game as one with a dense numbering, if it has one.
    fn ranked(&self) -> Option<&dyn Ranked<Component = Self::Component>> {
        None
    }

    /// What counts in a component and why, line by line, for `explain`.
    fn argue(&self, _component: &Self::Component) -> Vec<String> {
        Vec::new()
    }

    /// The theory of the game in a few lines, for `explain` without a position.
    fn theory(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A search for the values of components under normal play; what it learns in one call serves the next.
pub trait Solver<C> {
    /// The value of a component.
    ///
    /// # Errors
    /// When the limits do not suffice.
    fn value(&mut self, component: &C, pulse: &mut Pulse<'_>) -> Result<u64, Failure>;

    /// Whether a component has this value, which may be easier to say than which it has.
    ///
    /// # Errors
    /// When the limits do not suffice.
    fn has_value(&mut self, component: &C, value: u64, pulse: &mut Pulse<'_>) -> Result<bool, Failure> {
        Ok(self.value(component, pulse)? == value)
    }

    /// Which engine this is, and its idea in a few words.
    fn engine(&self) -> (Engine, &'static str);

    /// Whether it can be asked about these components.
    fn serves(&self, _components: &[C]) -> bool {
        true
    }

    /// Whether the values of these components are likely to be found within minutes: then they are looked for as long as is
    /// allowed even when theorems say who wins.
    fn is_promising(&self, _components: &[C]) -> bool {
        false
    }

    /// What it has learnt as something to keep; `None` where it cannot be written.
    fn kept(&mut self) -> Option<&mut dyn Kept> {
        None
    }
}

/// A game that is a Rust type, seen from outside.
pub trait DynGame: fmt::Debug + Send + Sync {
    /// The rule in a sentence.
    fn rule(&self) -> String;

    /// Reads a position.
    ///
    /// # Errors
    /// The first offence and its column.
    fn read(&self, text: &str) -> Result<Held, InputError>;

    /// Answers a question about a position that this game has read.
    ///
    /// # Errors
    /// When the limits do not suffice, the question does not fit, or the position is another game's.
    fn solve(&self, position: &Held, convention: Convention, limits: &Limits<'_>) -> Result<Verdict, Error>;

    /// Answers the normal-play question about a position that this game has read by a method, if that can serve.
    ///
    /// # Errors
    /// As [`DynGame::solve`].
    fn solve_by(
        &self,
        _position: &Held,
        _method: Method,
        _limits: &Limits<'_>,
    ) -> Result<Option<Verdict>, Error> {
        Ok(None)
    }

    /// A search by this method for a position of the game, or for any, whose knowledge can be kept, if there is one.
    fn session<'a>(&'a self, _position: Option<&Held>, _method: Method) -> Option<Box<dyn Session + 'a>> {
        None
    }

    /// The argument for an answer: sections that stand between the question and the verdict, and the values of the
    /// components as far as the verdict should speak of them.
    ///
    /// # Errors
    /// When the position is another game's.
    fn argue(&self, position: &Held, solved: &Solved, limits: &Limits<'_>) -> Result<Argument, Error>;

    /// The theory of the game in a few lines.
    fn theory(&self) -> Vec<String>;

    /// A position of the game, to be solved with all that can be reached from it.
    ///
    /// # Errors
    /// When the position is another game's, or the game has no such question.
    fn strong<'a>(&'a self, _position: &Held) -> Result<Box<dyn Strong + 'a>, Error> {
        Err(Error::game("a game for points has no table of wins and losses", None))
    }

    /// The components and moves of a position that this game has read.
    ///
    /// # Errors
    /// When the user interrupts, or the position is another game's.
    fn listing(&self, position: &Held, convention: Convention, limits: &Limits<'_>)
    -> Result<Listing, Error>;

    /// All positions that can be reached from one, as a graph.
    ///
    /// # Errors
    /// When there are too many, the game has no such graph, or the position is another game's.
    fn map(&self, position: &Held, convention: Convention, limits: &Limits<'_>) -> Result<Map, Error>;
}

/// What a game contributes to the explanation of an answer.
#[derive(Debug, Clone, Default)]
pub struct Argument {
    /// Sections between the question and the verdict.
    pub sections: Vec<Section>,
    /// The values of the components, or nothing.
    pub values: Vec<u64>,
}
