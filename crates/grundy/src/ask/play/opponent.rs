//! Opponents: one that never errs, and some that err like people.
//!
//! The perfect one takes the quickest win it can see, and when it is lost, the move that puts the end off longest, or, where
//! no one can count that far, the move with the fewest good replies. The others err as people do, not at random:
//!
//! - they look only a few moves ahead (a win or loss whose remoteness is within the *horizon* is seen, others are not);
//! - beyond the horizon they work with nim-sums, and now and then they *slip*: one heap is forgotten, or the highest
//!   column of the binary sum is dropped, and the move that would then be right is played;
//! - in games for points they grab the most points at once.
//!
//! | level | horizon | slips in a hundred |
//! |---|---|---|
//! | easy | 1 | knows nothing of nim-sums |
//! | medium | 3 | 30 |
//! | strong | 5 | 8 |
//! | perfect | | none |
//!
//! The cost is that of one [`survey`], and for hopeless positions of [`TRIED`] small answers.

use super::random::Random;
use crate::ask::moves::{Choice, Survey, survey};
use crate::ask::named::NamedGame;
use crate::ask::solve::{Question, solve};
use crate::base::error::Error;
use crate::base::limits::{Limits, StopReason};
use crate::game::position::Position;
use crate::value::Outcome;
use std::fmt;
use std::str::FromStr;

/// Moves of a hopeless position whose replies are counted.
pub const TRIED: usize = 12;
/// Steps of work that the replies to one of them may take.
const REPLY_WORK: u64 = 1_000_000;

/// How well an opponent plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[cfg_attr(feature = "json", serde(rename_all = "lowercase"))]
pub enum Level {
    /// Sees a win in one move, and nothing else.
    Easy,
    /// Looks three moves ahead; a third of its nim-sums are wrong.
    Medium,
    /// Looks five moves ahead; now and then a nim-sum is wrong.
    Strong,
    /// Never errs.
    #[default]
    Perfect,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Strong, Level::Perfect];

    /// Moves it looks ahead.
    fn horizon(self) -> u32 {
        match self {
            Level::Easy => 1,
            Level::Medium => 3,
            Level::Strong => 5,
            Level::Perfect => u32::MAX,
        }
    }

    /// How many times in a hundred it slips.
    fn slips(self) -> u64 {
        match self {
            Level::Easy => 100,
            Level::Medium => 30,
            Level::Strong => 8,
            Level::Perfect => 0,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Strong => "strong",
            Level::Perfect => "perfect",
        })
    }
}

impl FromStr for Level {
    type Err = String;

    /// A name, or a number from 0 (easy) to 3 (perfect).
    fn from_str(text: &str) -> Result<Level, String> {
        let number = |level: &Level| (*level as usize).to_string();
        let found = Level::ALL
            .into_iter()
            .find(|level| level.to_string().eq_ignore_ascii_case(text) || number(level) == text);
        found.ok_or_else(|| "a level is easy, medium, strong or perfect, or 0 to 3".to_owned())
    }
}

/// The move that an opponent makes; `None` when there is none.
///
/// # Errors
/// When a move makes no progress, or the user interrupts.
pub fn choose(
    game: &NamedGame,
    position: &Position,
    question: &Question<'_>,
    level: Level,
    random: &mut Random,
) -> Result<Option<Choice>, Error> {
    let survey = survey(game, position, question)?;
    let seen = Seen { game, question, survey: &survey };
    match level {
        Level::Perfect => seen.perfect(random),
        level => seen.human(level, random),
    }
}

/// What an opponent sees.
struct Seen<'a> {
    game: &'a NamedGame,
    question: &'a Question<'a>,
    survey: &'a Survey,
}

impl Seen<'_> {
    fn perfect(&self, random: &mut Random) -> Result<Option<Choice>, Error> {
        let moves = &self.survey.moves;
        let winning: Vec<&Choice> = moves.iter().filter(|choice| choice.winning).collect();
        if !winning.is_empty() {
            return Ok(least(winning, random, |choice| choice.remoteness.unwrap_or(u32::MAX)));
        }
        if let Some(best) = self.line() {
            return Ok(Some(best));
        }
        let drawn = moves.iter().filter(|choice| choice.outcome == Some(Outcome::D)).collect();
        if let Some(draw) = least(drawn, random, |_| 0) {
            return Ok(Some(draw));
        }
        if moves.iter().all(|choice| choice.remoteness.is_some()) {
            let latest = |choice: &Choice| u32::MAX - choice.remoteness.unwrap_or(0);
            return Ok(least(moves.iter().collect(), random, latest));
        }
        self.stubborn(random)
    }

    /// The first move of a line of best play, in games that have one.
    fn line(&self) -> Option<Choice> {
        let best = self.survey.solved.as_ref()?.line.first()?;
        self.survey.moves.iter().find(|choice| choice.made.text == best.text).cloned()
    }

    /// The move with the fewest good replies; among equals the one that leaves most to play.
    fn stubborn(&self, random: &mut Random) -> Result<Option<Choice>, Error> {
        let moves = &self.survey.moves;
        let mut tried: Vec<&Choice> = moves.iter().collect();
        tried.sort_by_key(|choice| {
            (std::cmp::Reverse(choice.made.result.len()), std::cmp::Reverse(choice.made.result.as_str()))
        });
        tried.truncate(TRIED / 2);
        tried.extend((0..TRIED / 2).filter_map(|_| random.pick(moves)));
        let mut best: Option<(u64, &Choice)> = None;
        for choice in tried {
            let replies = self.replies(choice)?;
            if best.is_none_or(|(least, _)| replies < least) {
                best = Some((replies, choice));
            }
        }
        Ok(best.map(|(_, choice)| choice.clone()))
    }

    /// Good replies to a move: 0 when it wins after all, many when no one knows.
    fn replies(&self, choice: &Choice) -> Result<u64, Error> {
        let Question { convention, limits } = self.question;
        let enough =
            |work| if work > REPLY_WORK { Some(StopReason::PositionLimit) } else { limits.ask(work) };
        let limits = Limits { positions: limits.positions.min(REPLY_WORK / 10), poll: &enough, ..*limits };
        let Ok(after) = self.game.parse(&choice.made.result) else { return Ok(u64::MAX) };
        match solve(self.game, after, &Question { convention: *convention, limits }) {
            Ok(solved) if solved.outcome == Outcome::P => Ok(0),
            Ok(solved) => Ok(solved.winning_moves_total.unwrap_or(u64::MAX)),
            Err(Error::Stopped { reason, .. }) if reason != StopReason::Interrupted => Ok(u64::MAX),
            Err(error) => Err(error),
        }
    }

    fn human(&self, level: Level, random: &mut Random) -> Result<Option<Choice>, Error> {
        let moves = &self.survey.moves;
        let slips = random.chance(level.slips());
        if moves.iter().any(|choice| choice.gain.is_some()) {
            let greedy = |choice: &Choice| i64::MAX.wrapping_sub(choice.gain.unwrap_or(0)) as u64;
            let grabbed = if slips { least(moves.iter().collect(), random, greedy) } else { None };
            return grabbed.map_or_else(|| self.perfect(random), |choice| Ok(Some(choice)));
        }
        let near = |choice: &Choice| choice.remoteness.is_some_and(|left| left < level.horizon());
        let wins: Vec<&Choice> = moves.iter().filter(|choice| choice.winning && near(choice)).collect();
        if !wins.is_empty() {
            return Ok(least(wins, random, |choice| choice.remoteness.unwrap_or(u32::MAX)));
        }
        let safe: Vec<&Choice> =
            moves.iter().filter(|choice| choice.outcome != Some(Outcome::N) || !near(choice)).collect();
        let safe = if safe.is_empty() { moves.iter().collect() } else { safe };
        let mut thought: Vec<&Choice> = match (slips, level) {
            (_, Level::Easy) => Vec::new(),
            (true, _) => self.slip(&safe, random),
            (false, _) => safe.iter().copied().filter(|choice| choice.winning).collect(),
        };
        if thought.is_empty() {
            thought = safe;
        }
        Ok(random.pick(&thought).map(|choice| (*choice).clone()))
    }

    /// The moves that are right when one component is forgotten, or the highest column of the nim-sum is.
    fn slip<'a>(&self, moves: &[&'a Choice], random: &mut Random) -> Vec<&'a Choice> {
        let values: Vec<(usize, u64)> = self
            .survey
            .parts
            .iter()
            .enumerate()
            .filter_map(|(part, view)| Some((part, view.grundy?)))
            .collect();
        let counted: Vec<(usize, u64)> = values.into_iter().filter(|(_, value)| *value > 0).collect();
        let top = counted.iter().map(|(_, value)| *value).max().and_then(|value| value.checked_ilog2());
        let (Some(&(forgotten, value)), Some(top)) = (random.pick(&counted), top) else { return Vec::new() };
        let seems_right = |choice: &Choice| match counted.len() {
            // Alone, a component is not forgotten.
            1 => choice.grundy.is_some_and(|after| after & !(1 << top) == 0),
            _ if forgotten % 2 == 0 => choice.made.component != forgotten && choice.grundy == Some(value),
            _ => choice.grundy.is_some_and(|after| after & !(1 << top) == 0),
        };
        moves.iter().copied().filter(|choice| seems_right(choice)).collect()
    }
}

/// One of the choices for which `key` is least, by chance among equals.
fn least<K: Ord>(choices: Vec<&Choice>, random: &mut Random, key: impl Fn(&Choice) -> K) -> Option<Choice> {
    let best = choices.iter().map(|choice| key(choice)).min()?;
    let equal: Vec<&Choice> = choices.into_iter().filter(|choice| key(choice) == best).collect();
    random.pick(&equal).map(|choice| (*choice).clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::moves::listing;
    use crate::game::Convention;

    /// Games with starting positions, small enough to be played out many times.
    const GAMES: [(&str, &str); 14] = [
        ("nim", "3 4 5"),
        ("nim", "1 2 3"),
        ("kayles", "7 4"),
        ("grundy", "9 8"),
        ("bounded-nim:k=3", "9 6 2"),
        ("take{1,3,4}", "11 7"),
        ("0.137", "8 5"),
        ("wythoff", "5,6"),
        ("welter", "1 3 6"),
        ("staircase", "1 2 3 2"),
        ("monotone-nim", "1 3 4"),
        ("palindromes", "abcba"),
        ("node-kayles", "path:6"),
        ("moore:k=2", "2 3 4"),
    ];

    /// Plays a game out and says whether the player with `level`, who moves first, wins.
    fn first_wins(
        name: &str,
        start: &str,
        convention: Convention,
        levels: [Option<Level>; 2],
        seed: u64,
    ) -> bool {
        let game = NamedGame::read(name).expect(name);
        let question = Question { convention, ..Question::default() };
        let (mut position, mut random) = (game.parse(start).expect(start), Random::new(seed));
        for turn in 0..1000 {
            let choice = match levels[turn % 2] {
                Some(level) => choose(&game, &position, &question, level, &mut random).expect("small"),
                None => random.pick(&listing(&game, &position, &question).expect("small").moves).cloned(),
            };
            let Some(choice) = choice else {
                // Whoever cannot move has lost, or won under misère play.
                return (turn % 2 == 1) == (convention == Convention::Normal);
            };
            position = game.parse(&choice.made.result).expect("a result");
        }
        panic!("{name} {start} goes on for ever");
    }

    #[test]
    fn a_won_position_is_never_lost() {
        for (name, start) in GAMES {
            let game = NamedGame::read(name).expect(name);
            for convention in [Convention::Normal, Convention::Misere] {
                let question = Question { convention, ..Question::default() };
                let outcome =
                    solve(&game, game.parse(start).expect(start), &question).expect("small").outcome;
                for seed in 0..6 {
                    let reply = if seed < 4 { None } else { Some(Level::Perfect) };
                    let (levels, wins) = match outcome {
                        Outcome::N => ([Some(Level::Perfect), reply], true),
                        _ => ([reply, Some(Level::Perfect)], false),
                    };
                    assert_eq!(
                        first_wins(name, start, convention, levels, seed),
                        wins,
                        "{name} {start} {convention} {seed}"
                    );
                }
            }
        }
    }

    /// Each level loses some won games against perfect play, the weaker the more.
    #[test]
    fn weaker_levels_err_more() {
        let lost = |level| {
            let games = (0..40).filter(|&seed| {
                !first_wins("nim", "2 3 6 5", Convention::Normal, [Some(level), Some(Level::Perfect)], seed)
            });
            games.count()
        };
        let [easy, medium, strong] = [Level::Easy, Level::Medium, Level::Strong].map(lost);
        assert!(easy >= medium && medium > strong && strong > 0, "{easy} {medium} {strong}");
        assert_eq!(lost(Level::Perfect), 0);
    }

    #[test]
    fn the_lost_side_holds_out_as_long_as_it_can() {
        let game = NamedGame::read("nim").expect("nim");
        let question = Question::default();
        let mut position = game.parse("1 2 3").expect("heaps");
        let mut random = Random::new(3);
        let mut turns = 0;
        while let Some(choice) =
            choose(&game, &position, &question, Level::Perfect, &mut random).expect("small")
        {
            position = game.parse(&choice.made.result).expect("a result");
            turns += 1;
        }
        assert_eq!(turns, 6, "the remoteness of 1 2 3");
    }

    #[test]
    fn points_are_played_for_the_best_difference() {
        let game = NamedGame::read("stone-vii").expect("a game for points");
        let question = Question::default();
        let mut position = game.parse("5 3 1 4 2").expect("stones");
        let expected =
            solve(&game, position.clone(), &question).expect("small").score.expect("points").difference();
        let (mut random, mut difference, mut sign) = (Random::new(1), 0, 1);
        while let Some(choice) =
            choose(&game, &position, &question, Level::Perfect, &mut random).expect("small")
        {
            difference += sign * choice.gain.expect("a gain");
            sign = -sign;
            position = game.parse(&choice.made.result).expect("a result");
        }
        assert_eq!(difference, expected);
    }

    #[test]
    fn huge_heaps_are_answered() {
        let game = NamedGame::read("nim").expect("nim");
        let mut random = Random::new(1);
        for (text, winning) in [("1000000000000000000 7", true), ("1000000000000 1000000000000", false)] {
            let position = game.parse(text).expect("heaps");
            let choice = choose(&game, &position, &Question::default(), Level::Perfect, &mut random);
            let choice = choice.expect("an answer").expect("a move");
            assert_eq!(choice.winning, winning, "{text}");
            assert!(
                winning || choice.made.result.starts_with("999999999999 "),
                "most is left: {}",
                choice.made.result
            );
        }
    }

    #[test]
    fn levels_are_read_by_name_and_number() {
        for (index, level) in Level::ALL.into_iter().enumerate() {
            assert_eq!((level.to_string().parse(), index.to_string().parse()), (Ok(level), Ok(level)));
        }
        assert!("4".parse::<Level>().is_err() && "".parse::<Level>().is_err());
    }
}
