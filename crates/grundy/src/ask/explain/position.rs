//! A position argued out: options, mex, nim-sum in binary columns, and why each winning move wins.

use super::{Explanation, sum};
use crate::ask::asked::{Asks, Refusal, explain_failure, put};
use crate::ask::named::{NamedGame, Rules};
use crate::ask::played::Played;
use crate::ask::points as for_points;
use crate::ask::solve::common::MemoSolver;
use crate::ask::solve::{folded, heap_quotient, loopy};
use crate::base::error::{Error, Failure};
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::engine::misere::monoid::Commutative;
use crate::engine::misere::presentation::Presentation;
use crate::game::answer::{LoopyAnswer, Section, Solved};
use crate::game::engine::{Engine, Method};
use crate::game::points::Score;
use crate::game::position::Position;
use crate::game::solver::Solver;
use crate::game::sum::nim_sum as nim_sum_of;
use crate::game::theory::Value;
use crate::game::{Convention, Part, distinct_options};
use crate::value::columns::columns;
use crate::value::{Outcome, mex};
use std::collections::BTreeMap;

/// The section with the options of components.
const OPTIONS_AND_MEX: &str = "Options and mex";
/// Most components whose options are written out.
const MAX_ARGUED_COMPONENTS: usize = 8;
/// Most values of options of a component that are written out.
const MAX_SHOWN_VALUES: usize = 24;
/// Most moves of a component that are looked at to write out its options.
const MAX_ARGUED_MOVES_WORK: u64 = 1_000_000;
/// Most winning moves that are argued.
pub(super) const MAX_ARGUED_MOVES: usize = 8;

/// The argument for an answer.
///
/// # Errors
/// When the limits do not suffice to look at the options again.
pub fn position(game: &NamedGame, solved: &Solved, limits: &Limits<'_>) -> Result<Explanation, Error> {
    let mut sections = vec![Section::new("Question", question(solved))];
    if let (Rules::Sum(parts), Convention::Normal, None) = (&game.rules, solved.convention, &solved.loopy) {
        sections.extend(sum::argument(parts, solved, limits)?);
        sections.push(source(solved));
        return Ok(Explanation { sections });
    }
    let values = match solved.convention {
        _ if solved.loopy.is_some() => {
            sections.push(put(Go { solved, limits }, game, &solved.position)?);
            Vec::new()
        }
        Convention::Normal => {
            let Argument { values, sections: argued } =
                put(Argue { solved, limits }, game, &solved.position)?;
            sections.extend(argued);
            sections.extend(nim_sum(solved, &values));
            values
        }
        Convention::Misere => {
            sections.push(Section::new("Why misère is different", misere_words()));
            sections.extend(quotient(game, solved, limits)?);
            Vec::new()
        }
    };
    sections.push(Section::new("Verdict", verdict(solved, &values)));
    sections.push(source(solved));
    Ok(Explanation { sections })
}

/// The engine and the theorem behind an answer.
fn source(solved: &Solved) -> Section {
    let mut engine = vec![format!("{}: {}", solved.engine, solved.reason)];
    engine.push(format!("proved: {}", if solved.proved { "yes" } else { "no" }));
    Section::new("Where this comes from", engine)
}

/// Where play may go on for ever: what can be reached, and what each move leads to.
struct Go<'a> {
    solved: &'a Solved,
    limits: &'a Limits<'a>,
}

impl Asks for Go<'_> {
    type Answer = Section;

    fn ask<G: Played + ?Sized>(self, game: &G, components: &[G::Component]) -> Result<Section, Refusal> {
        let fold = |component: &G::Component| game.parts(component);
        let folded = folded(game, &fold);
        let Go { solved, limits } = self;
        let lines = loopy::explore(&folded, components, solved.convention, limits, |seen| {
            let (positions, moves) = seen.size();
            let mut lines = vec![
                "play may go on for ever, which is a draw: the game is solved backwards from its ends"
                    .to_owned(),
                format!("positions that can be reached: {positions}, with {moves} different moves"),
            ];
            let mut shown = 0;
            for component in components {
                for option in distinct_options(game, component, &mut Pulse::new(limits))? {
                    shown += 1;
                    if shown <= MAX_SHOWN_VALUES
                        && let Some(ahead) = seen.after(component, &option)
                    {
                        lines.push(format!("{}: {}", game.describe(component, &option), ahead.words()));
                    }
                }
            }
            if shown > MAX_SHOWN_VALUES {
                lines.push(format!("and {} more moves", shown - MAX_SHOWN_VALUES));
            }
            Ok(lines)
        });
        match lines {
            Ok(lines) => Ok(Section::new("Moves and where they lead", lines)),
            // The components alone were enough for the answer, and they are too many for this.
            Err(Failure::Stopped(_)) if components.len() > 1 => {
                let lines = vec!["the whole sum is too large to write out".to_owned()];
                Ok(Section::new("Moves and where they lead", lines))
            }
            Err(failure) => Err(failure.into()),
        }
    }
}

fn question(solved: &Solved) -> Vec<String> {
    let position = solved.position.to_string();
    let shown = match position.chars().count() {
        0 => "the empty position".to_owned(),
        1..=200 => position,
        _ => format!("{} ...", position.chars().take(200).collect::<String>()),
    };
    let end = match solved.convention {
        _ if solved.score.is_some() => "the larger sum of points wins",
        Convention::Normal => "whoever cannot move loses",
        Convention::Misere => "whoever cannot move wins",
    };
    vec![format!("{}: {shown}", solved.game), format!("rule: {}; {end}", solved.rule)]
}

fn misere_words() -> Vec<String> {
    vec![
        "Under misère play the last move loses, and values of components no longer decide sums:".to_owned(),
        "two equal heaps of 1 cancel, two equal games in general do not.".to_owned(),
    ]
}

/// The classes of the heaps in the misère quotient and their product, where the quotient gave the answer.
fn quotient(game: &NamedGame, solved: &Solved, limits: &Limits<'_>) -> Result<Option<Section>, Error> {
    let (Rules::Line(rules), Position::Heaps(heaps), Engine::Quotient) =
        (&game.rules, &solved.position, solved.engine)
    else {
        return Ok(None);
    };
    let found =
        heap_quotient(rules, heaps, limits).map_err(|failure| explain_failure(Some(rules), failure))?;
    let Some(found) = found else { return Ok(None) };
    let shown = Presentation::of(&found.quotient);
    let mut lines = vec!["sums that no other sum tells apart are one element of a finite monoid:".to_owned()];
    lines.push(shown.to_string());
    let mut product = 0;
    for (place, &heap) in heaps.iter().enumerate() {
        let class = found.class(heap).unwrap_or(0);
        product = found.quotient.monoid().multiply(product, class);
        if place < MAX_ARGUED_COMPONENTS {
            lines.push(format!("heap {heap} is {}", shown.names[class as usize]));
        }
    }
    if heaps.len() > MAX_ARGUED_COMPONENTS {
        lines.push(format!("and {} more heaps", heaps.len() - MAX_ARGUED_COMPONENTS));
    }
    let verdict =
        if found.quotient.p_portion().contains(product) { "is in P: lost" } else { "is not in P: won" };
    lines.push(format!("their product {} {verdict} for the player to move", shown.names[product as usize]));
    Ok(Some(Section::new("The misère quotient", lines)))
}

/// Positions that may be looked at to show options where a search tells no more values than it needs.
const ARGUED_POSITIONS: u64 = 20_000;

/// What a game contributes to the explanation of an answer.
pub(super) struct Argument {
    /// Sections between the question and the verdict.
    pub sections: Vec<Section>,
    /// The values of the components, or nothing.
    pub values: Vec<u64>,
}

/// The argument for an answer: what the game itself has to say, and the options of the first few components with their values
/// and the mex.
pub(super) struct Argue<'a> {
    pub solved: &'a Solved,
    pub limits: &'a Limits<'a>,
}

impl Asks for Argue<'_> {
    type Answer = Argument;

    fn ask<G: Played + ?Sized>(self, game: &G, components: &[G::Component]) -> Result<Argument, Refusal> {
        let Argue { solved, limits } = self;
        if let Some(points) = game.points() {
            let line = for_points::argument(game, points, components, limits)?;
            return Ok(Argument { sections: vec![line], values: Vec::new() });
        }
        let counts = components.iter().take(MAX_ARGUED_COMPONENTS);
        let lines: Vec<String> = counts.flat_map(|component| game.argue(component)).collect();
        let mut sections: Vec<Section> = Vec::new();
        if !lines.is_empty() {
            sections.push(Section::new("What counts", lines));
        }
        let few = Limits { positions: limits.positions.min(ARGUED_POSITIONS), ..*limits };
        let shown = match solved.engine {
            // Without a value there is a theorem, and that is all the argument there is.
            _ if solved.grundy.is_none() => None,
            _ if game.shows_options() => Some(options_and_mex(game, components, limits)?),
            Engine::Memo | Engine::TupleTable => Some(options_and_mex(game, components, limits)?),
            // Such a search tells no more values than it needs; where all are few they are shown all the same.
            Engine::NimberSearch | Engine::Ranked => options_and_mex(game, components, &few).ok(),
            _ => None,
        };
        let by_theorem = |component| match game.known(component, Convention::Normal)?.value {
            Value::Grundy(value) => Some(value),
            Value::Lost(_) => None,
        };
        let values = match shown {
            Some((values, lines)) => {
                if !lines.is_empty() {
                    sections.push(Section::new(OPTIONS_AND_MEX, lines));
                }
                values
            }
            None => components.iter().map(by_theorem).collect::<Option<_>>().unwrap_or_default(),
        };
        Ok(Argument { sections, values })
    }
}

/// The values of components by their table or by search, and the tables of their options.
fn options_and_mex<G: Played + ?Sized>(
    game: &G,
    components: &[G::Component],
    limits: &Limits<'_>,
) -> Result<(Vec<u64>, Vec<String>), Failure> {
    let mut memo = MemoSolver::new(game);
    let mut own = game.solver(components, Method::Auto).filter(|solver| solver.is_table());
    let solver: &mut dyn Solver<G::Component> = match &mut own {
        Some(solver) => &mut **solver,
        None => &mut memo,
    };
    solver.prepare(components, &mut Pulse::new(limits))?;
    let lines = tables(game, components, &|component| solver.look_up(component), limits)?;
    Ok((components.iter().map(|component| solver.look_up(component).unwrap_or(0)).collect(), lines))
}

/// The tables of the first few different components.
fn tables<G: Played + ?Sized>(
    game: &G,
    components: &[G::Component],
    value: &dyn Fn(&G::Component) -> Option<u64>,
    limits: &Limits<'_>,
) -> Result<Vec<String>, Failure> {
    let text = |component: &G::Component| game.component(component);
    let mut lines = Vec::new();
    let mut shown: Vec<&G::Component> = Vec::new();
    // Listing the options of a large component is of no use: no reader checks them.
    let enough = |work| {
        if work > MAX_ARGUED_MOVES_WORK { Some(StopReason::PositionLimit) } else { limits.ask(work) }
    };
    let limits = Limits { poll: &enough, ..*limits };
    for component in components {
        if shown.contains(&component) || shown.len() == MAX_ARGUED_COMPONENTS {
            continue;
        }
        shown.push(component);
        let own = value(component).unwrap_or(0);
        match distinct_options(game, component, &mut Pulse::new(&limits)) {
            Ok(found) => lines.extend(table(&game.name(component), &found, own, value, &text)),
            Err(Failure::Stopped(StopReason::PositionLimit)) => {
                lines.push(format!("{}: value {own}; too many options to write out", game.name(component)));
            }
            Err(failure) => return Err(failure),
        }
    }
    Ok(lines)
}

/// One component: its options by value, and the least value that is missing.
fn table<C>(
    name: &str,
    options: &[Vec<Part<C>>],
    value: u64,
    value_of: &dyn Fn(&C) -> Option<u64>,
    text: &dyn Fn(&C) -> String,
) -> Vec<String> {
    if options.is_empty() {
        return vec![format!("{name}: no moves, so its value is mex {{}} = 0")];
    }
    let mut by_value: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for option in options {
        // A search that needs outcomes only, or a limit, leaves options without values; then there is no table to show.
        let Some(sum) = nim_sum_of(option, value_of) else {
            return vec![format!("{name}: {} options, whose values were not all worked out", options.len())];
        };
        let words: Vec<String> =
            option.iter().map(|part| several(&text(&part.component), part.copies)).collect();
        by_value.entry(sum).or_default().push(if words.is_empty() {
            "0".to_owned()
        } else {
            words.join(" + ")
        });
    }
    debug_assert_eq!(mex(by_value.keys().copied()), value);
    let mut lines = vec![format!("{name}: {} different options", options.len())];
    for (sum, found) in by_value.iter().take(MAX_SHOWN_VALUES) {
        let shown: Vec<&str> = found.iter().take(6).map(String::as_str).collect();
        let more = if found.len() > 6 { format!(", ... ({} in all)", found.len()) } else { String::new() };
        lines.push(format!("  value {sum:>3}: {}{more}", shown.join(", ")));
    }
    let values: Vec<String> = by_value.keys().take(MAX_SHOWN_VALUES).map(u64::to_string).collect();
    let more = if by_value.len() > MAX_SHOWN_VALUES { ", ..." } else { "" };
    lines.push(format!("  the least value that is missing: mex {{{}{more}}} = {value}", values.join(", ")));
    lines
}

fn several(text: &str, copies: u64) -> String {
    if copies == 1 { text.to_owned() } else { format!("{copies} of {text}") }
}

/// The values below each other in binary, and their sum without carrying.
fn nim_sum(solved: &Solved, values: &[u64]) -> Option<Section> {
    let sum = solved.grundy?;
    if values.len() < 2 {
        return None;
    }
    Some(Section::new("Nim-sum of the values", columns(values, sum)))
}

fn verdict(solved: &Solved, values: &[u64]) -> Vec<String> {
    if let Some(score) = solved.score {
        return points(solved, score);
    }
    let mut lines = Vec::new();
    if let Some(loopy) = &solved.loopy {
        return loopy_verdict(solved, loopy);
    }
    match (solved.outcome, solved.grundy) {
        (Outcome::P, Some(_)) => {
            lines.push("The value is 0: the player to move loses.".to_owned());
            lines.push(
                "Every move makes it something else, and the other player can make it 0 again.".to_owned(),
            );
        }
        (Outcome::N, Some(sum)) => {
            lines.push(format!("The value is {sum}, not 0: the player to move wins by making it 0."));
            lines.extend(winning(solved, sum, values));
        }
        (Outcome::P, None) => {
            lines.push("The player to move loses: every move leaves a position that wins.".to_owned());
        }
        (_, None) => {
            lines.push("The player to move wins.".to_owned());
            let moves = solved.winning_moves.iter().take(MAX_ARGUED_MOVES);
            lines.extend(moves.map(|found| format!("{} leaves {}, which is lost", found.text, found.result)));
        }
        (Outcome::D, _) => lines.push("Neither player can force a win.".to_owned()),
    }
    lines
}

/// The verdict where play may go on for ever.
fn loopy_verdict(solved: &Solved, loopy: &LoopyAnswer) -> Vec<String> {
    let value = loopy.value.as_ref().map_or(String::new(), |value| format!("The value is {value}. "));
    let moves = loopy.remoteness.map_or(String::new(), |moves| format!(" in {moves} moves"));
    let mut lines = vec![match solved.outcome {
        Outcome::N => format!("{value}The player to move wins{moves}."),
        Outcome::P => format!("{value}The player to move loses{moves}."),
        Outcome::D => format!("{value}Neither player can force a win: play goes on for ever."),
    }];
    let listed = solved.winning_moves.iter().take(MAX_ARGUED_MOVES);
    lines.extend(listed.map(|found| format!("{} leaves {}, which is lost", found.text, found.result)));
    let more = solved.winning_moves_total.unwrap_or(0).saturating_sub(MAX_ARGUED_MOVES as u64);
    if more > 0 {
        lines.push(format!("and {more} more winning moves"));
    }
    lines
}

/// The verdict on a game for points: the score, and the moves that keep it.
fn points(solved: &Solved, score: Score) -> Vec<String> {
    let (what, moves) = match solved.outcome {
        Outcome::N => ("The player to move wins", "the moves that keep this difference:"),
        Outcome::D => ("Neither player can force a win", "the moves that hold the draw:"),
        Outcome::P => ("The player to move loses", ""),
    };
    let mut lines = vec![format!(
        "{what}: {} to {} points, a difference of {}.",
        score.first,
        score.second,
        score.difference()
    )];
    if !solved.winning_moves.is_empty() {
        lines.push(moves.to_owned());
    }
    let listed = solved.winning_moves.iter().take(MAX_ARGUED_MOVES);
    lines.extend(listed.map(|found| format!("{} leaves {}", found.text, found.result)));
    let more = solved.winning_moves_total.unwrap_or(0).saturating_sub(MAX_ARGUED_MOVES as u64);
    if more > 0 {
        lines.push(format!("and {more} more"));
    }
    lines
}

fn winning(solved: &Solved, sum: u64, values: &[u64]) -> Vec<String> {
    let mut lines = Vec::new();
    for found in solved.winning_moves.iter().take(MAX_ARGUED_MOVES) {
        let why = match values {
            [] | [_] => "an option of value 0".to_owned(),
            _ => {
                let value = values[found.component];
                format!("its value {value} becomes {value} xor {sum} = {}", value ^ sum)
            }
        };
        lines.push(format!("{} leaves {}: {why}", found.text, found.result));
    }
    match solved.winning_moves_total {
        Some(total) if total > lines.len() as u64 => {
            lines.push(format!("and {} more winning moves", total - lines.len() as u64));
        }
        Some(_) => {}
        None => lines.push(format!("not all winning moves were looked at: {}", solved.stop)),
    }
    lines
}
