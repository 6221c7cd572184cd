//! One command a file.

pub mod arithmetic;
mod compare;
pub mod contest;
pub mod explain;
mod family;
pub mod games;
pub mod graph;
pub mod guess;
pub mod hash;
pub mod mcp;
pub mod misere;
pub mod moves;
mod numbers;
pub mod oeis;
pub mod pages;
#[cfg(feature = "parquet")]
mod parquet;
pub mod period;
mod picture;
pub mod play;
mod report;
pub mod schema;
mod search;
pub mod seq;
pub mod serve;
pub mod solve;
mod stream;
pub mod sweep;
pub mod table;
pub mod tablebase;
pub mod verify;

use crate::failure::Failure;
use grundy::NamedGame;
use grundy::StopReason;
use grundy::ask::files::read;
use grundy::ask::stopped;
use grundy::ask::sum;
use grundy::catalogue::looks_like_rule;
use std::io::{self, Read};
use std::path::Path;
use std::process::ExitCode;

/// The exit code of an answer that is whole, or was cut short.
pub fn exit_code(stop: StopReason) -> ExitCode {
    ExitCode::from(match stop {
        StopReason::Done => 0,
        StopReason::Interrupted => 130,
        _ => 3,
    })
}

/// All of standard input, if the memory allows it.
pub fn read_stdin(memory: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    io::stdin().lock().take(memory.saturating_add(1)).read_to_end(&mut bytes)?;
    within(bytes, memory)
}

/// What was read, if it is no more than may be.
fn within(bytes: Vec<u8>, memory: u64) -> Result<Vec<u8>, Failure> {
    if bytes.len() as u64 > memory { Err(stopped(StopReason::MemoryLimit).into()) } else { Ok(bytes) }
}

/// Most bytes of a `.game` file, which is a rule and a few sentences.
const MAX_GAME_FILE: u64 = 1 << 24;

/// The position of the arguments, or the one that was written beside the game.
pub fn position_text(game: &NamedGame, words: &[String]) -> String {
    match game.written() {
        Some(written) if words.is_empty() => written.to_owned(),
        _ => words.join(" "),
    }
}

/// The game of an argument: a `.game` file is read, anything else is the library's to understand; a sum of different games
/// part by part.
pub fn read_game(text: &str) -> Result<NamedGame, Failure> {
    read_game_of(text, false)
}

/// The same; `loopy` says that play may go on for ever, whatever the rule says.
pub fn read_game_of(text: &str, loopy: bool) -> Result<NamedGame, Failure> {
    let game = read_silently(text, loopy)?;
    game.notes().iter().for_each(|note| eprintln!("note: {note}"));
    Ok(game)
}

/// The game of an argument, its remarks being left to the caller.
///
/// # Errors
/// When there is no such game or file, or its rule is wrong.
pub fn read_silently(text: &str, loopy: bool) -> Result<NamedGame, Failure> {
    let one = |text: &str| if loopy { read_loopy(text) } else { read_one(text) };
    sum::read(text, one).unwrap_or_else(|| one(text))
}

/// A game in which play may go on for ever: a program, or a rule.
fn read_loopy(text: &str) -> Result<NamedGame, Failure> {
    if let Some(path) = text.trim().strip_prefix("program:") {
        return Ok(NamedGame::program(path, true)?);
    }
    if !looks_like_rule(text) || text.trim_start().starts_with("loopy") {
        return read_one(text);
    }
    let mut game = NamedGame::read(&format!("loopy ; {text}"))?;
    text.trim().clone_into(&mut game.name);
    Ok(game)
}

fn read_one(text: &str) -> Result<NamedGame, Failure> {
    if let Some(path) = text.trim().strip_prefix("program:") {
        return Ok(NamedGame::program(path, false)?);
    }
    if !text.ends_with(".game") {
        return Ok(NamedGame::read(text)?);
    }
    let path = Path::new(text);
    let bytes = read(path, MAX_GAME_FILE)?;
    let content =
        String::from_utf8(bytes).map_err(|_| Failure::input(format!("`{text}` is not UTF-8 text"), None))?;
    let name = path.file_stem().map_or(text.into(), |stem| stem.to_string_lossy());
    Ok(NamedGame::from_file(&name, &content)?)
}
