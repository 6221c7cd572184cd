//! A game that can be asked about: its name, its rules, and what is known about it as data.
//!
//! Names are looked up and rules recognised in [`crate::catalogue`], when the game is opened; what was found travels with the
//! game, so that no question needs the catalogue.

use super::asked::explain_failure;
use super::sum::different::DifferentGames;
use super::sum::{self, SumParts};
use crate::base::error::{Error, Failure, InputError};
use crate::base::text::near::nearest;
use crate::game::any::{AnyComponent, AnyGame, erase};
use crate::game::position::{AnyPosition, Position, Tuple, parse_heaps, parse_tuples};
use crate::game::theory::Theory;
#[cfg(feature = "json")]
use crate::games::program::ProgramGame;
use crate::games::words::Words;
use crate::rule::play::kinds::KindHeaps;
use crate::rule::{Ruleset, System};
use std::fmt;
use std::hash::Hash;
use std::sync::{Arc, OnceLock};

/// What is known about a game that has a name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameInfo {
    /// The name to type; empty when a file holds nothing but a rule.
    pub name: String,
    /// The name to read.
    pub title: String,
    /// Who, where, when.
    pub source: String,
    /// The rule in plain words.
    pub about: String,
    /// The sequence of its values, `A002186`.
    pub oeis: Option<String>,
    /// Example positions.
    pub positions: Vec<String>,
    /// The name of the native game, where it is one.
    pub native: Option<String>,
    /// How a lone number stands for a tuple, one term for each component.
    pub opening: Vec<Opening>,
}

/// A component of the tuple that a lone number `n` stands for: `n`, `n-1`, `n+2`, or a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// The number with something added, or taken off as far as there is something.
    Number {
        /// What is added.
        plus: i64,
    },
    /// The same for every number.
    Constant(u64),
}

impl GameInfo {
    /// The tuple that a lone number stands for.
    pub fn open(&self, number: u64) -> Option<Tuple> {
        let value = |term: &Opening| match *term {
            Opening::Number { plus } => number.saturating_add_signed(plus),
            Opening::Constant(value) => value,
        };
        (!self.opening.is_empty()).then(|| self.opening.iter().map(value).collect())
    }
}

/// A game that can be asked about.
#[derive(Debug, Clone)]
pub struct NamedGame {
    /// How it was asked for.
    pub name: String,
    /// Its rules.
    pub rules: Rules,
    /// What is known about it under that name.
    pub info: Option<GameInfo>,
    /// The position that was written beside it.
    written: Option<String>,
    /// What a rule turned out to be, looked up when it is first asked for: that takes longer than most answers.
    recognised: OnceLock<Option<GameInfo>>,
    recognise: fn(&Ruleset) -> Option<GameInfo>,
}

/// How a game is played.
#[derive(Debug, Clone)]
pub enum Rules {
    /// By a line of the rule language.
    Line(Box<Ruleset>),
    /// By a Rust type.
    Native(Arc<AnyGame>),
    /// On heaps of several kinds, or on what is such heaps however it is written.
    System {
        /// The heaps, which sequences, periods and quotients are about.
        system: Arc<System>,
        /// The game with its positions.
        game: Arc<AnyGame>,
    },
    /// By the rules of several games, a move in one of them.
    Sum(SumParts),
    /// On rows of symbols whose runs are heaps.
    Runs {
        /// What happens to a run of so many symbols: sequences, periods and quotients are about these.
        heaps: Arc<Ruleset>,
        /// The game with its words.
        game: Arc<AnyGame>,
    },
}

impl Rules {
    /// The ruleset, unless the game is a Rust type.
    pub fn ruleset(&self) -> Option<&Ruleset> {
        match self {
            Rules::Line(rules) => Some(rules),
            Rules::Native(_) | Rules::System { .. } | Rules::Runs { .. } | Rules::Sum(_) => None,
        }
    }

    /// The rules of heaps that sequences, periods and quotients are about.
    pub fn heaps(&self) -> Option<&Ruleset> {
        match self {
            Rules::Runs { heaps, .. } => Some(heaps),
            _ => self.ruleset(),
        }
    }

    /// A rule of words: rows that are made of runs are heaps as well, and rings are heaps of two kinds.
    pub fn of_words(words: Words) -> Rules {
        let (heaps, ring) = (words.heaps().cloned(), words.ring().cloned());
        let game = erase(words);
        match (heaps, ring) {
            (Some(heaps), _) => Rules::Runs { heaps: Arc::new(heaps), game },
            (None, Some(system)) => Rules::System { system: Arc::new(system), game },
            (None, None) => Rules::Native(game),
        }
    }

    /// Heaps of several kinds.
    pub fn of_kinds(system: System) -> Rules {
        let system = Arc::new(system);
        Rules::System { game: erase(KindHeaps::new(Arc::clone(&system))), system }
    }

    /// The game as one object, unless it is a line of the rule language about heaps or tuples.
    pub fn native(&self) -> Option<&Arc<AnyGame>> {
        match self {
            Rules::Line(_) | Rules::Sum(_) => None,
            Rules::Native(game) | Rules::System { game, .. } | Rules::Runs { game, .. } => Some(game),
        }
    }

    /// The heaps of several kinds that the rule itself speaks of, and not of something that is such heaps.
    pub fn kinds(&self) -> Option<&Arc<System>> {
        match self {
            Rules::System { system, game } if game.rule() == system.text() => Some(system),
            _ => None,
        }
    }

    /// The heaps of several kinds that it is played on.
    pub fn system(&self) -> Option<&Arc<System>> {
        match self {
            Rules::System { system, .. } => Some(system),
            _ => None,
        }
    }
}

/// A game played on single heaps.
#[derive(Debug, Clone, Copy)]
pub struct HeapGame<'a> {
    /// How it was asked for.
    pub name: &'a str,
    /// Its rules.
    pub rules: &'a Ruleset,
}

/// A kind of heaps of one number, whose game has several.
#[derive(Debug, Clone, Copy)]
pub struct KindGame<'a> {
    /// How the game was asked for.
    pub name: &'a str,
    /// Its kinds.
    pub system: &'a Arc<System>,
    /// The kind in question.
    pub kind: usize,
}

/// What an answer about heaps says of their game.
#[derive(Debug, Clone, Copy)]
pub struct Heading<'a> {
    /// How the game was asked for.
    pub name: &'a str,
    /// Its rule.
    pub rule: &'a str,
    /// The kind of the heaps, where there are several.
    pub kind: Option<&'a str>,
    /// Remarks about the rule.
    pub notes: &'a [String],
}

impl<'a> From<HeapGame<'a>> for Heading<'a> {
    fn from(game: HeapGame<'a>) -> Heading<'a> {
        Heading { name: game.name, rule: game.rules.text(), kind: None, notes: game.rules.notes() }
    }
}

impl<'a> From<KindGame<'a>> for Heading<'a> {
    fn from(game: KindGame<'a>) -> Heading<'a> {
        let kind = game.system.kinds()[game.kind].name();
        Heading { name: game.name, rule: game.system.text(), kind: Some(kind), notes: game.system.notes() }
    }
}

impl KindGame<'_> {
    /// Finds words for why there is no answer.
    pub fn explain_failure(&self, failure: Failure) -> Error {
        match failure {
            Failure::NoProgress(offence) => self.system.no_progress(&offence).into(),
            other => explain_failure(None, other),
        }
    }
}

impl NamedGame {
    /// A game with its name and what is known about it; rules without a name are nobody's.
    pub fn new(name: impl Into<String>, rules: Rules, info: Option<GameInfo>) -> NamedGame {
        let (name, recognised) = (name.into(), OnceLock::new());
        NamedGame { name, rules, info, written: None, recognised, recognise: |_| None }
    }

    /// A game of one's own.
    pub fn native<G>(name: impl Into<String>, game: G) -> NamedGame
    where
        G: Theory + Send + Sync + 'static,
        G::Component: Send + Sync + 'static,
    {
        NamedGame::new(name, Rules::Native(erase(game)), None)
    }

    /// A program as a game, started now: it reads a position a line and writes the JSON array of its options. Where play
    /// may go on for ever, `loopy` says so.
    ///
    /// # Errors
    /// When it cannot be started.
    #[cfg(feature = "json")]
    pub fn program(path: &str, loopy: bool) -> Result<NamedGame, Error> {
        Ok(NamedGame::native(format!("program:{path}"), ProgramGame::start(path, loopy)?))
    }

    /// The same with the position that was written beside it.
    pub fn placed(self, position: impl Into<String>) -> NamedGame {
        NamedGame { written: Some(position.into()), ..self }
    }

    /// The position that was written beside the game, as in `kayles 5 7 + nim 3`.
    pub fn written(&self) -> Option<&str> {
        self.written.as_deref()
    }

    /// The same with a way to recognise its rule.
    pub fn recognised_by(self, recognise: fn(&Ruleset) -> Option<GameInfo>) -> NamedGame {
        NamedGame { recognise, ..self }
    }

    /// What is known about the game: under the name it was asked for by, or by what its rule turned out to be.
    pub fn known_as(&self) -> Option<&GameInfo> {
        let named = self.info.as_ref().filter(|info| !info.name.is_empty());
        named.or_else(|| self.recognised.get_or_init(|| (self.recognise)(self.rules.heaps()?)).as_ref())
    }

    /// Reads a position of this game.
    ///
    /// # Errors
    /// The first word that does not fit.
    pub fn parse(&self, text: &str) -> Result<Position, Error> {
        let parsed: Result<Position, InputError> = match &self.rules {
            Rules::Native(game) | Rules::System { game, .. } | Rules::Runs { game, .. } => {
                AnyPosition::read(&**game, text).map(Position::Native)
            }
            Rules::Sum(parts) => sum::parse(parts, text),
            Rules::Line(rules) if rules.arity() == 1 => parse_heaps(text).map(Position::Heaps),
            Rules::Line(rules) => {
                let opening = |n| self.info.as_ref().and_then(|info| info.open(n));
                let tuples: Result<Vec<Tuple>, InputError> = parse_tuples(text, rules.arity(), opening);
                tuples.map(Position::Tuples)
            }
        };
        parsed.map_err(Error::Position)
    }

    /// The position with these components of a native game: a sum if they are several.
    ///
    /// # Errors
    /// When they are not what the game is played with.
    pub fn position<C>(&self, components: impl IntoIterator<Item = C>) -> Result<Position, Error>
    where
        C: Eq + Ord + Hash + fmt::Debug + Send + Sync + 'static,
    {
        let components: Vec<AnyComponent> = components.into_iter().map(AnyComponent::new).collect();
        match &self.rules {
            Rules::Native(game) if components.iter().all(|component| game.owns(component)) => {
                Ok(Position::Native(AnyPosition::of(&**game, components)))
            }
            _ => Err(Error::foreign_position()),
        }
    }

    /// Remarks about the rule: what is legal in it but probably not meant.
    pub fn notes(&self) -> Vec<String> {
        match &self.rules {
            Rules::Line(rules) => rules.notes().to_vec(),
            Rules::Native(game) | Rules::System { game, .. } | Rules::Runs { game, .. } => game.notes(),
            Rules::Sum(parts) => parts.iter().flat_map(|part| part.game.notes()).collect(),
        }
    }

    /// The rule: its line, or what it says in words.
    pub fn rule(&self) -> String {
        match &self.rules {
            Rules::Line(rules) => rules.text().to_owned(),
            Rules::Native(game) | Rules::System { game, .. } | Rules::Runs { game, .. } => game.rule(),
            Rules::Sum(parts) => DifferentGames::new(parts).rule(),
        }
    }

    /// The ruleset, unless the game is a Rust type.
    pub fn ruleset(&self) -> Option<&Ruleset> {
        self.rules.ruleset()
    }

    /// The kind of this name, or the first, if the game has several kinds; its heaps alone have a `what` (a sequence, a period).
    ///
    /// # Errors
    /// When there is no such kind, or its heaps have several numbers.
    pub fn on_kind(&self, what: &str, kind: Option<&str>) -> Result<Option<KindGame<'_>>, Error> {
        let Some(system) = self.rules.system() else {
            return match kind {
                None => Ok(None),
                Some(_) => {
                    let message = format!("`{}` has no kinds of heaps", self.name);
                    Err(Error::game(message, Some("leave out `--kind`".to_owned())))
                }
            };
        };
        let number = match kind {
            None => 0,
            Some(name) => system.kind(name).ok_or_else(|| {
                let names: Vec<&str> = system.kinds().iter().map(|kind| kind.name()).collect();
                let hint = match nearest(name, names.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("its kinds: {}", names.join(", ")),
                };
                Error::game(format!("no kind is called `{name}`"), Some(hint))
            })?,
        };
        let kind = &system.kinds()[number];
        if kind.arity() != 1 {
            let message = format!(
                "heaps of kind `{}` have {} numbers, so they have no {what}",
                kind.name(),
                kind.arity()
            );
            return Err(Error::game(message, Some("`grundy solve` answers for its positions".to_owned())));
        }
        Ok(Some(KindGame { name: &self.name, system, kind: number }))
    }

    /// The game if it is played on single heaps, which alone have a `what` (a sequence, a period).
    ///
    /// # Errors
    /// When the game is played on something else.
    pub fn on_heaps(&self, what: &str) -> Result<HeapGame<'_>, Error> {
        let message = match self.rules.heaps() {
            Some(rules) if rules.arity() == 1 => return Ok(HeapGame { name: &self.name, rules }),
            Some(_) => format!("`{}` is played on tuples, so its heaps have no {what}", self.name),
            None => format!("`{}` is not played on single heaps, so it has no {what}", self.name),
        };
        Err(Error::game(message, Some("`grundy solve` answers for its positions".to_owned())))
    }
}
