//! The table of types: the names that `type:` may say in a file of the catalogue.

use super::Setting;
use super::parameters::{Parameter, Settings};
use crate::base::error::Error;
use crate::base::text::near::nearest;
use crate::game::any::{AnyGame, erase};
use crate::games::board::chomp::Chomp;
use crate::games::board::cram::Cram;
use crate::games::board::geography::Geography;
use crate::games::board::hackenbush::Hackenbush;
use crate::games::board::kayles::Kayles;
use crate::games::board::notakto::Notakto;
use crate::games::board::palindromes::Palindromes;
use crate::games::board::stones::Stones;
use crate::games::board::treblecross::Treblecross;
use crate::games::coins::heads::Heads;
use crate::games::coins::line::Line;
use crate::games::coins::tartan::Tartan;
use crate::games::nim::additions::Additions;
use crate::games::nim::gaps::Gaps;
use crate::games::nim::moore::Moore;
use crate::games::nim::ordered::Ordered;
use crate::games::nim::slow::Slow;
use crate::games::nim::welter::Welter;
use crate::games::paths::staircase::{Floor, Staircase};
use crate::games::points::Points;
use crate::games::points::{stone_ii, stone_iii, stone_vi, stone_viii};
use std::sync::Arc;

/// A type of games: its name, its parameters, and how it is made.
#[derive(Debug, Clone, Copy)]
pub struct GameType {
    /// What `type:` says.
    pub name: &'static str,
    /// The parameters with their defaults.
    pub parameters: &'static [Parameter],
    /// Makes the game, or says which setting will not do.
    pub build: fn(&Settings) -> Result<Arc<AnyGame>, Error>,
}

/// All types, by name.
pub static TYPES: &[GameType] = &[
    GameType { name: "amazons", parameters: &[], build: |_| Ok(erase(Stones::Amazons)) },
    GameType { name: "col", parameters: &[], build: |_| Ok(erase(Stones::Col)) },
    GameType { name: "fission", parameters: &[], build: |_| Ok(erase(Stones::Fission)) },
    GameType { name: "nogo", parameters: &[], build: |_| Ok(erase(Stones::NoGo)) },
    GameType { name: "snort", parameters: &[], build: |_| Ok(erase(Stones::Snort)) },
    GameType {
        name: "another-game",
        parameters: &[],
        build: |_| Ok(erase(Slow { most: u64::MAX, exact: false })),
    },
    GameType { name: "chomp", parameters: &[], build: |_| Ok(erase(Chomp)) },
    GameType {
        name: "coins",
        parameters: &[word("game", &Line::NAMES)],
        build: |settings| Ok(erase(Heads(line(settings, "game")))),
    },
    GameType { name: "cram", parameters: &[], build: |_| Ok(erase(Cram)) },
    GameType { name: "arc-kayles", parameters: &[], build: |_| Ok(erase(Kayles::Arc)) },
    GameType {
        name: "geography",
        parameters: &[boolean("undirected", false)],
        build: |settings| Ok(erase(Geography { undirected: settings.boolean("undirected") })),
    },
    GameType {
        name: "hackenbush",
        parameters: &[number("ground", 0)],
        build: |settings| Ok(erase(Hackenbush::on_ground(settings.number("ground").to_string()))),
    },
    GameType { name: "monotone-nim", parameters: &[], build: |_| Ok(erase(Gaps::Monotone)) },
    GameType {
        name: "moore",
        parameters: &[number("k", 2)],
        build: |settings| Ok(erase(Moore { most: settings.number("k") })),
    },
    GameType {
        name: "nim-with-bank",
        parameters: &[number("bank", 5)],
        build: |settings| Ok(erase(Additions::Bank(settings.number("bank")))),
    },
    GameType { name: "notakto", parameters: &[], build: |_| Ok(erase(Notakto)) },
    GameType { name: "node-kayles", parameters: &[], build: |_| Ok(erase(Kayles::Node)) },
    GameType { name: "ordered-nim", parameters: &[], build: |_| Ok(erase(Ordered)) },
    GameType { name: "palindromes", parameters: &[], build: |_| Ok(erase(Palindromes)) },
    GameType {
        name: "poker-nim",
        parameters: &[number("mine", 2), number("theirs", 3), boolean("recycle", false)],
        build: |settings| {
            let (mine, theirs) = (settings.number("mine"), settings.number("theirs"));
            Ok(erase(Additions::Poker { mine, theirs, recycle: settings.boolean("recycle") }))
        },
    },
    GameType {
        name: "slow-nim",
        parameters: &[number("k", 2), boolean("exact", false)],
        build: |settings| Ok(erase(Slow { most: settings.number("k"), exact: settings.boolean("exact") })),
    },
    GameType {
        name: "staircase",
        parameters: &[word("floor", &["first", "below"])],
        build: |settings| {
            let floor = if settings.word("floor") == "below" { Floor::Below } else { Floor::First };
            Ok(erase(Staircase { floor }))
        },
    },
    GameType { name: "stone-ii", parameters: &[], build: |_| Ok(erase(Points(stone_ii::StoneIi))) },
    GameType { name: "stone-iii", parameters: &[], build: |_| Ok(erase(Points(stone_iii::StoneIii))) },
    GameType { name: "stone-vi", parameters: &[], build: |_| Ok(erase(Points(stone_vi::StoneVi))) },
    GameType { name: "stone-viii", parameters: &[], build: |_| Ok(erase(Points(stone_viii::StoneViii))) },
    GameType { name: "strip", parameters: &[], build: |_| Ok(erase(Gaps::Strip)) },
    GameType {
        name: "tartan",
        parameters: &[word("rows", &Line::NAMES), word("columns", &Line::NAMES)],
        build: |settings| {
            let game = Tartan { rows: line(settings, "rows"), columns: line(settings, "columns") };
            Ok(erase(Heads(game)))
        },
    },
    GameType { name: "treblecross-strip", parameters: &[], build: |_| Ok(erase(Treblecross)) },
    GameType { name: "welter", parameters: &[], build: |_| Ok(erase(Welter)) },
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
pub fn build(name: &str, given: Option<&str>) -> Result<Arc<AnyGame>, Error> {
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
