//! The table of types: the names that `type:` may say in a file of the catalogue.

use super::parameters::{Parameter, Settings};
use super::{DynGame, Setting};
use crate::board::chomp::Chomp;
use crate::board::cram::Cram;
use crate::board::geography::Geography;
use crate::board::hackenbush::Hackenbush;
use crate::board::kayles::Kayles;
use crate::board::notakto::Notakto;
use crate::board::palindromes::Palindromes;
use crate::board::treblecross::Treblecross;
use crate::coins::heads::Heads;
use crate::coins::line::Line;
use crate::coins::tartan::Tartan;
use crate::error::Error;
use crate::graph::staircase::{Floor, Staircase};
use crate::nim::additions::Additions;
use crate::nim::gaps::Gaps;
use crate::nim::moore::Moore;
use crate::nim::ordered::Ordered;
use crate::nim::slow::Slow;
use crate::nim::welter::Welter;
use crate::rule::diagnostic::nearest;
use crate::score::citizen::Points;
use crate::score::{stone_ii, stone_iii, stone_vi, stone_vii, stone_viii};
use std::sync::Arc;

/// A type of games: its name, its parameters, and how it is made.
#[derive(Debug, Clone, Copy)]
pub struct GameType {
    /// What `type:` says.
    pub name: &'static str,
    /// The parameters with their defaults.
    pub parameters: &'static [Parameter],
    /// Makes the game, or says which setting will not do.
    pub build: fn(&Settings) -> Result<Arc<dyn DynGame>, Error>,
}

/// All types, by name.
pub static TYPES: &[GameType] = &[
    GameType {
        name: "another-game",
        parameters: &[],
        build: |_| Ok(Arc::new(Slow { most: u64::MAX, exact: false })),
    },
    GameType { name: "chomp", parameters: &[], build: |_| Ok(Arc::new(Chomp)) },
    GameType {
        name: "coins",
        parameters: &[word("game", &Line::NAMES)],
        build: |settings| Ok(Arc::new(Heads(line(settings, "game")))),
    },
    GameType { name: "cram", parameters: &[], build: |_| Ok(Arc::new(Cram)) },
    GameType { name: "arc-kayles", parameters: &[], build: |_| Ok(Arc::new(Kayles::Arc)) },
    GameType {
        name: "geography",
        parameters: &[boolean("undirected", false)],
        build: |settings| Ok(Arc::new(Geography { undirected: settings.boolean("undirected") })),
    },
    GameType { name: "hackenbush", parameters: &[], build: |_| Ok(Arc::new(Hackenbush)) },
    GameType { name: "monotone-nim", parameters: &[], build: |_| Ok(Arc::new(Gaps::Monotone)) },
    GameType {
        name: "moore",
        parameters: &[number("k", 2)],
        build: |settings| Ok(Arc::new(Moore { most: settings.number("k") })),
    },
    GameType {
        name: "nim-with-bank",
        parameters: &[number("bank", 5)],
        build: |settings| Ok(Arc::new(Additions::Bank(settings.number("bank")))),
    },
    GameType { name: "notakto", parameters: &[], build: |_| Ok(Arc::new(Notakto)) },
    GameType { name: "node-kayles", parameters: &[], build: |_| Ok(Arc::new(Kayles::Node)) },
    GameType { name: "ordered-nim", parameters: &[], build: |_| Ok(Arc::new(Ordered)) },
    GameType { name: "palindromes", parameters: &[], build: |_| Ok(Arc::new(Palindromes)) },
    GameType {
        name: "poker-nim",
        parameters: &[number("mine", 2), number("theirs", 3), boolean("recycle", false)],
        build: |settings| {
            let (mine, theirs) = (settings.number("mine"), settings.number("theirs"));
            Ok(Arc::new(Additions::Poker { mine, theirs, recycle: settings.boolean("recycle") }))
        },
    },
    GameType {
        name: "slow-nim",
        parameters: &[number("k", 2), boolean("exact", false)],
        build: |settings| Ok(Arc::new(Slow { most: settings.number("k"), exact: settings.boolean("exact") })),
    },
    GameType {
        name: "staircase",
        parameters: &[word("floor", &["first", "below"])],
        build: |settings| {
            let floor = if settings.word("floor") == "below" { Floor::Below } else { Floor::First };
            Ok(Arc::new(Staircase { floor }))
        },
    },
    GameType { name: "stone-ii", parameters: &[], build: |_| Ok(Arc::new(Points(stone_ii::StoneIi))) },
    GameType { name: "stone-iii", parameters: &[], build: |_| Ok(Arc::new(Points(stone_iii::StoneIii))) },
    GameType { name: "stone-vi", parameters: &[], build: |_| Ok(Arc::new(Points(stone_vi::StoneVi))) },
    GameType { name: "stone-vii", parameters: &[], build: |_| Ok(Arc::new(Points(stone_vii::StoneVii))) },
    GameType { name: "stone-viii", parameters: &[], build: |_| Ok(Arc::new(Points(stone_viii::StoneViii))) },
    GameType { name: "strip", parameters: &[], build: |_| Ok(Arc::new(Gaps::Strip)) },
    GameType {
        name: "tartan",
        parameters: &[word("rows", &Line::NAMES), word("columns", &Line::NAMES)],
        build: |settings| {
            let game = Tartan { rows: line(settings, "rows"), columns: line(settings, "columns") };
            Ok(Arc::new(Heads(game)))
        },
    },
    GameType { name: "treblecross-strip", parameters: &[], build: |_| Ok(Arc::new(Treblecross)) },
    GameType { name: "welter", parameters: &[], build: |_| Ok(Arc::new(Welter)) },
];

/// The coin-turning game that a parameter names.
fn line(settings: &Settings, parameter: &str) -> Line {
    Line::named(settings.word(parameter)).expect("one of the names")
}

/// The type with this name.
pub fn find(name: &str) -> Option<&'static GameType> {
    TYPES.iter().find(|game| game.name == name)
}

/// Makes a game of a type with the parameters given behind its name.
///
/// # Errors
/// An unknown type, or parameters that do not fit.
pub fn build(name: &str, given: Option<&str>) -> Result<Arc<dyn DynGame>, Error> {
    let Some(found) = find(name) else {
        let near = nearest(name, TYPES.iter().map(|game| game.name));
        let hint = near.map(|near| format!("did you mean `{near}`?"));
        return Err(Error::game(format!("unknown type `{name}`"), hint));
    };
    (found.build)(&Settings::read(name, found.parameters, given)?)
}

/// A parameter that is a number.
pub const fn number(name: &'static str, default: u64) -> Parameter {
    Parameter { name, default: Setting::Number(default) }
}

/// A parameter that is a yes or no.
pub const fn boolean(name: &'static str, default: bool) -> Parameter {
    Parameter { name, default: Setting::Boolean(default) }
}

/// A parameter that is one of a few words, by default the first.
pub const fn word(name: &'static str, words: &'static [&'static str]) -> Parameter {
    Parameter { name, default: Setting::Word(0, words) }
}
