//! What is said during a game: lines for people, or an object a line with `--json`.

use super::draw::draw;
use crate::args::{Play, Side};
use crate::failure::Failure;
use crate::output::{Out, bold};
use grundy::ask::moves::{Choice, Survey};
use grundy::ask::play::history::PlayedRow;
use grundy::game::position::Position;
use grundy::report::play as report;
use grundy::value::Outcome;
use grundy::{Convention, NamedGame};
use serde_json::Value;
use std::io::{self, Write};

/// Moves that are listed without being asked for.
const LISTED: usize = 20;

/// The voice of a game.
pub struct Talk {
    pub out: Out,
    pub json: bool,
    /// Whether someone sits there and waits to be asked.
    pub prompt: bool,
}

impl Talk {
    fn object(&mut self, object: &Value) -> io::Result<()> {
        writeln!(self.out, "{object}")?;
        self.out.flush()
    }

    /// Says something to people only.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        if self.json {
            return self.object(&report::note(text));
        }
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    pub fn prompt(&mut self) -> io::Result<()> {
        if self.prompt {
            write!(self.out, "your move> ")?;
        }
        self.out.flush()
    }

    pub fn opening(
        &mut self,
        game: &NamedGame,
        arguments: &Play,
        convention: Convention,
        seed: u64,
        for_points: bool,
    ) -> io::Result<()> {
        if self.json {
            return self.object(&report::start(
                game,
                convention,
                arguments.level,
                seed,
                arguments.first.name(),
            ));
        }
        let title = game.info.as_ref().map(|info| info.title.as_str()).filter(|title| !title.is_empty());
        writeln!(self.out, "{}", bold(title.unwrap_or(&game.name)))?;
        let about = game.info.as_ref().map(|info| info.about.clone()).filter(|about| !about.is_empty());
        writeln!(self.out, "{}", about.unwrap_or_else(|| game.rule()))?;
        let aim = match convention {
            _ if for_points => "the larger sum wins",
            Convention::Normal => "whoever moves last wins",
            Convention::Misere => "whoever moves last loses",
        };
        writeln!(self.out, "{aim}; level {}, seed {seed}; `help` lists what can be typed", arguments.level)
    }

    pub fn position(&mut self, game: &NamedGame, position: &Position, found: &Survey) -> io::Result<()> {
        if self.json {
            return self.object(&report::position(position, found));
        }
        let text = position.to_string();
        writeln!(self.out, "\nposition: {}", if text.is_empty() { "(empty)" } else { &text })?;
        for line in draw(game, position) {
            writeln!(self.out, "{line}")?;
        }
        self.moves(found, LISTED)
    }

    /// The numbered moves.
    pub fn moves(&mut self, found: &Survey, most: usize) -> io::Result<()> {
        if self.json {
            return self.object(&report::moves(found, most));
        }
        let shown = found.moves.len().min(most);
        for (index, choice) in found.moves.iter().take(most).enumerate() {
            writeln!(self.out, "{:>5}) {}", index + 1, choice.made.text)?;
        }
        match found.total {
            Some(total) if total > shown as u64 => {
                writeln!(self.out, "       and {} more", total - shown as u64)
            }
            None => writeln!(self.out, "       and many more"),
            _ => Ok(()),
        }
    }

    pub fn moved(&mut self, ply: usize, side: Side, choice: &Choice) -> io::Result<()> {
        if self.json {
            return self.object(&report::moved(ply, side.name(), choice));
        }
        let who = match side {
            Side::Me => "you play",
            Side::Computer => "the computer plays",
        };
        let result = if choice.made.result.is_empty() { "nothing" } else { &choice.made.result };
        writeln!(self.out, "{who}  {}  leaving {result}", bold(&choice.made.text))?;
        self.out.flush()
    }

    /// Where to look, without the move itself.
    pub fn hint(&mut self, found: &Survey) -> io::Result<()> {
        let winning: Vec<&Choice> = found.moves.iter().filter(|choice| choice.winning).collect();
        let text = match (found.outcome(), winning.first()) {
            (_, Some(choice)) => {
                let part = found.parts.get(choice.made.component).map_or("", |part| &part.text);
                let many = if winning.len() == 1 {
                    "one move is best".to_owned()
                } else {
                    format!("{} moves are best", winning.len())
                };
                format!("{many}; look at {part}")
            }
            (Some(Outcome::P), None) => {
                "every move loses against good play; leave as much to do as you can".to_owned()
            }
            (Some(Outcome::D), None) => {
                "neither side can force a win; some moves hold the draw, others may lose".to_owned()
            }
            _ => "no one knows: the position is too large for the time allowed".to_owned(),
        };
        self.say(&text)
    }

    pub fn best(&mut self, best: Option<&Choice>, outcome: Option<Outcome>) -> io::Result<()> {
        let text = match best {
            None => "no move was found in time".to_owned(),
            Some(choice) if choice.gain.is_some() => format!("best: {}", choice.made.text),
            Some(choice) if choice.winning => format!("best: {} wins", choice.made.text),
            Some(choice) if outcome == Some(Outcome::P) => {
                format!("best: {}, though every move loses against good play", choice.made.text)
            }
            Some(choice) if choice.outcome == Some(Outcome::D) => {
                format!("best: {} holds the draw", choice.made.text)
            }
            Some(choice) => format!("best, as far as can be seen: {}", choice.made.text),
        };
        self.say(&text)
    }

    /// A line that is neither a command nor a move: talk, so that a pipe sees only the game on stdout.
    pub fn refuse(&mut self, failure: &Failure) -> io::Result<()> {
        if self.json {
            writeln!(self.out, "{}", failure.to_json(None))?;
            return self.out.flush();
        }
        self.out.flush()?;
        let _ = failure.report(false);
        Ok(())
    }

    pub fn help(&mut self) -> io::Result<()> {
        self.say(
            "a move: its number, or `5 -> 3`, or the position it leaves (`-> 3` when that is one number)\n\
             moves: list all; hint: where to look; best: the best move; why: the argument\n\
             undo: take your last move back; quit: leave",
        )
    }

    pub fn goodbye(&mut self, why: &str) -> io::Result<()> {
        if self.json {
            return self.object(&report::left(why));
        }
        if self.prompt {
            writeln!(self.out)?;
        }
        writeln!(self.out, "{why}; goodbye")?;
        self.out.flush()
    }

    pub fn end(
        &mut self,
        winner: Option<Side>,
        convention: Convention,
        points: Option<[i64; 2]>,
        rows: &[PlayedRow],
        first: Side,
    ) -> io::Result<()> {
        if self.json {
            return self.object(&report::end(winner.map(Side::name), points, rows));
        }
        let why = match (points, convention) {
            (Some([mine, theirs]), _) => format!("{mine} to {theirs} points"),
            (None, Convention::Normal) => "no move is left".to_owned(),
            (None, Convention::Misere) => "no move is left, and the last one lost".to_owned(),
        };
        let verdict = match winner {
            None => "a draw",
            Some(Side::Me) => "you win",
            Some(Side::Computer) => "the computer wins",
        };
        writeln!(self.out, "\n{}: {why}", bold(verdict))?;
        self.story(rows, first, points.is_some())?;
        self.out.flush()
    }

    /// One row a ply: who was winning, by which value, what was played, and what was missed.
    fn story(&mut self, rows: &[PlayedRow], first: Side, for_points: bool) -> io::Result<()> {
        let widest = rows.iter().map(|row| row.position.chars().count()).max().unwrap_or(0).min(40);
        for row in rows.iter().filter(|row| row.played.is_some()) {
            let side = if row.ply % 2 == 0 { first } else { first.other() };
            let standing = match row.outcome {
                _ if for_points => "",
                Some(Outcome::N) => "won ",
                Some(Outcome::P) => "lost",
                Some(Outcome::D) => "draw",
                _ => "?   ",
            };
            let value = row.grundy.map_or(String::new(), |value| format!(" value {value}"));
            let missed = row.better.as_ref().map_or(String::new(), |better| format!("   missed {better}"));
            let played = row.played.as_deref().unwrap_or_default();
            writeln!(
                self.out,
                "{:>4}  {:8}  {:widest$}  {standing}{value}   {played}{missed}",
                row.ply + 1,
                side.name(),
                row.position
            )?;
        }
        Ok(())
    }
}
