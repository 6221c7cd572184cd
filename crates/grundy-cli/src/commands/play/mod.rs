//! `grundy play GAME [POSITION...]`
//!
//! A game in the terminal against an opponent of the library. It reads lines and writes lines, so that a pipe can play as
//! well as a person: no prompt is written unless someone sits there, and the same seed gives the same game.

mod draw;
mod talk;

use super::read_game_of;
use crate::args::{Common, Play, Side};
use crate::budget::{Budget, begin_question};
use crate::failure::Failure;
use crate::output::stdout;
use grundy::ask::explain;
use grundy::ask::moves::{Choice, Survey, survey};
use grundy::ask::play::history::history;
use grundy::ask::play::notation;
use grundy::ask::play::opponent::choose;
use grundy::ask::play::random::Random;
use grundy::game::position::Position;
use grundy::{Convention, Error, NamedGame, Question};
use std::io::{self, BufRead, IsTerminal};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};
use talk::Talk;

/// How long the computer may think about a move unless told otherwise.
const PATIENCE: Duration = Duration::from_secs(10);
/// Positions of a game that are looked back at.
const TOLD: usize = 100;

pub fn run(arguments: &Play, common: &Common) -> Result<ExitCode, Failure> {
    let game = read_game_of(&arguments.game, arguments.loopy)?;
    let text = start(&game, &arguments.position);
    let position = game.parse(&text).map_err(|error| Failure::Library(error, Some(text)))?;
    let convention = if arguments.misere { Convention::Misere } else { Convention::Normal };
    let seed = arguments
        .seed
        .unwrap_or_else(|| SystemTime::UNIX_EPOCH.elapsed().map_or(1, |time| u64::from(time.subsec_nanos())));
    let talk = Talk { out: stdout(), json: common.json, prompt: io::stdin().is_terminal() && !common.json };
    let mut table = Table {
        game: &game,
        common,
        convention,
        random: Random::new(seed),
        plies: vec![Ply { position, points: [0, 0] }],
        first: arguments.first,
        for_points: false,
        talk,
    };
    let found = table.look()?;
    table.for_points = found.moves.iter().any(|choice| choice.gain.is_some());
    table.talk.opening(&game, arguments, convention, seed, table.for_points)?;
    table.play(arguments)
}

/// The position asked for, or the first example of the catalogue.
fn start(game: &NamedGame, given: &[String]) -> String {
    let example = || game.info.as_ref().and_then(|info| info.positions.first()).cloned();
    match given {
        [] if game.written().is_some() => super::position_text(game, given),
        [] => example().unwrap_or_else(|| match game.ruleset().map_or(1, |rules| rules.arity()) {
            1 => "3 4 5".to_owned(),
            arity => vec!["5"; arity].join(","),
        }),
        words => words.join(" "),
    }
}

/// A position of the game, and the points so far: mine, the computer's.
struct Ply {
    position: Position,
    points: [i64; 2],
}

/// What a line of input makes happen.
enum Next {
    /// Ask again.
    Again,
    /// The turn has passed.
    Turn,
    /// No more.
    Quit,
}

/// A game that is being played.
struct Table<'a> {
    game: &'a NamedGame,
    common: &'a Common,
    convention: Convention,
    random: Random,
    plies: Vec<Ply>,
    first: Side,
    for_points: bool,
    talk: Talk,
}

impl Table<'_> {
    fn play(&mut self, arguments: &Play) -> Result<ExitCode, Failure> {
        let mut lines = io::stdin().lock().lines();
        loop {
            let found = self.look()?;
            let side = self.side();
            if found.is_over() {
                self.finish(side)?;
                return Ok(ExitCode::SUCCESS);
            }
            if side == Side::Computer {
                self.answer(arguments)?;
                continue;
            }
            let position = &self.plies[self.plies.len() - 1].position;
            self.talk.position(self.game, position, &found)?;
            loop {
                self.talk.prompt()?;
                let Some(line) = lines.next() else {
                    self.talk.goodbye("the input has ended")?;
                    return Ok(ExitCode::SUCCESS);
                };
                match self.hear(line?.trim(), &found)? {
                    Next::Again => {}
                    Next::Turn => break,
                    Next::Quit => {
                        self.talk.goodbye("the game is left")?;
                        return Ok(ExitCode::SUCCESS);
                    }
                }
            }
        }
    }

    fn position(&self) -> &Position {
        &self.plies[self.plies.len() - 1].position
    }

    /// Who is to move.
    fn side(&self) -> Side {
        if self.plies.len() % 2 == 1 { self.first } else { self.first.other() }
    }

    fn ask<T>(&self, work: impl FnOnce(&Question<'_>) -> Result<T, Error>) -> Result<T, Failure> {
        begin_question();
        let budget = Budget::new(self.common, Some(PATIENCE));
        let convention = self.convention;
        Ok(budget.run(|limits| work(&Question { convention, limits: *limits }))?)
    }

    fn look(&self) -> Result<Survey, Failure> {
        self.ask(|question| survey(self.game, self.position(), question))
    }

    /// Makes a move.
    fn step(&mut self, choice: &Choice) -> Result<(), Failure> {
        let side = self.side();
        let position = self.game.parse(&choice.made.result)?;
        let mut points = self.plies[self.plies.len() - 1].points;
        points[side as usize] += choice.gain.unwrap_or(0);
        self.plies.push(Ply { position, points });
        Ok(self.talk.moved(self.plies.len() - 1, side, choice)?)
    }

    /// The computer's turn.
    fn answer(&mut self, arguments: &Play) -> Result<(), Failure> {
        let mut random = self.random.clone();
        let choice =
            self.ask(|question| choose(self.game, self.position(), question, arguments.level, &mut random))?;
        self.random = random;
        match choice {
            Some(choice) => self.step(&choice),
            None => Err(Failure::input("no move was found in time", Some("allow more with `--max-time`"))),
        }
    }

    /// Reads a line: a command, or a move.
    fn hear(&mut self, line: &str, found: &Survey) -> Result<Next, Failure> {
        match line.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Next::Quit),
            "help" | "?" => self.talk.help()?,
            "moves" => self.talk.moves(found, usize::MAX)?,
            "hint" => self.talk.hint(found)?,
            "best" => {
                let mut random = self.random.clone();
                let level = grundy::ask::play::opponent::Level::Perfect;
                let best =
                    self.ask(|question| choose(self.game, self.position(), question, level, &mut random))?;
                self.talk.best(best.as_ref(), found.outcome())?;
            }
            "why" => {
                if let Some(solved) = &found.solved {
                    let argued =
                        self.ask(|question| explain::position(self.game, solved, &question.limits))?;
                    self.talk.say(argued.to_string().trim_end())?;
                } else {
                    self.talk.say("no one knows: the position is too large for the time allowed")?;
                }
            }
            "undo" => return self.undo(),
            _ => {
                let read = self.ask(|q| notation::read(self.game, self.position(), found, line, q));
                match read {
                    Ok(choice) => {
                        self.step(&choice)?;
                        return Ok(Next::Turn);
                    }
                    Err(failure) if failure.is_input() => self.talk.refuse(&failure)?,
                    Err(failure) => return Err(failure),
                }
            }
        }
        Ok(Next::Again)
    }

    /// Takes back my last move and the computer's answer.
    fn undo(&mut self) -> Result<Next, Failure> {
        if self.plies.len() < 3 {
            self.talk.say("there is nothing to take back")?;
            return Ok(Next::Again);
        }
        self.plies.truncate(self.plies.len() - 2);
        self.talk.say("taken back")?;
        Ok(Next::Turn)
    }

    /// No move is left.
    fn finish(&mut self, stuck: Side) -> Result<(), Failure> {
        let last = self.plies.len() - 1;
        let points = self.plies[last].points;
        let winner = match (self.for_points, self.convention) {
            (true, _) if points[0] == points[1] => None,
            (true, _) => Some(if points[0] > points[1] { Side::Me } else { Side::Computer }),
            (false, Convention::Normal) => Some(stuck.other()),
            (false, Convention::Misere) => Some(stuck),
        };
        let told: Vec<Position> = self.plies.iter().take(TOLD).map(|ply| ply.position.clone()).collect();
        // The story is a courtesy: a game too large to look back at ends without it.
        let rows = self.ask(|question| history(self.game, &told, question)).unwrap_or_default();
        let points = self.for_points.then_some(points);
        Ok(self.talk.end(winner, self.convention, points, &rows, self.first)?)
    }
}
