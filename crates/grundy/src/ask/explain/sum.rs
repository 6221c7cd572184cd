//! A sum of different games argued out: the value of each part, the nim-sum over all, and the part that a winning move is in.

use super::position::{Argue, Argument, MAX_ARGUED_MOVES};
use super::{Explanation, rule};
use crate::ask::asked::put;
use crate::ask::solve::{Question, solve};
use crate::ask::sum::{SumPart, components, positions};
use crate::base::error::Error;
use crate::base::limits::Limits;
use crate::game::answer::{Section, Solved, SumPartValue};
use crate::game::position::Position;
use crate::value::Outcome;
use crate::value::columns::columns;

/// The rules of the parts, one after the other.
pub(super) fn rules(parts: &[SumPart]) -> Explanation {
    let titled = |part: &SumPart| {
        let sections = rule(&part.game).sections.into_iter();
        sections.map(|section| titled(&part.written, section)).collect::<Vec<_>>()
    };
    let about = vec![
        "a move is made in one of the games, and the others stay as they are".to_owned(),
        "the value of the sum is the nim-sum of the values of its parts (Sprague 1935, Grundy 1939)"
            .to_owned(),
    ];
    let mut sections = vec![Section::new("A sum of different games", about)];
    sections.extend(parts.iter().flat_map(titled));
    Explanation { sections }
}

fn titled(game: &str, section: Section) -> Section {
    Section { title: format!("{game}: {}", section.title), ..section }
}

/// The argument for an answer under normal play.
pub(super) fn argument(
    parts: &[SumPart],
    solved: &Solved,
    limits: &Limits<'_>,
) -> Result<Vec<Section>, Error> {
    let mut sections = Vec::new();
    for (part, position) in parts.iter().zip(positions(parts, &solved.position).unwrap_or_default()) {
        sections.extend(part_argument(part, position, limits)?);
    }
    sections.push(Section::new("The parts", solved.parts.iter().map(part_value).collect()));
    let values: Option<Vec<u64>> = solved.parts.iter().map(|part| part.grundy.as_ref()?.finite()).collect();
    if let (Some(values), Some(sum)) = (&values, solved.grundy) {
        sections.push(Section::new("Nim-sum of the values", columns(values, sum)));
    }
    sections.push(Section::new("Verdict", verdict(solved)));
    Ok(sections)
}

/// What the game of a part has to say about its position; a part too large for an argument has none.
fn part_argument(part: &SumPart, position: Position, limits: &Limits<'_>) -> Result<Vec<Section>, Error> {
    let question = Question { limits: Limits { moves: 0, ..*limits }, ..Question::default() };
    let argued = solve(&part.game, position, &question).and_then(|solved| {
        let Argument { sections, .. } = put(Argue { solved: &solved, limits }, &part.game, &solved.position)?;
        Ok(sections)
    });
    match argued {
        Ok(sections) => Ok(sections.into_iter().map(|section| titled(&part.written, section)).collect()),
        Err(Error::Stopped { .. }) => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

fn part_value(part: &SumPartValue) -> String {
    let position = if part.position.is_empty() { "the empty position" } else { &part.position };
    match &part.grundy {
        Some(value) => format!("{}: {position} has value {value}", part.game),
        None => format!("{}: the value of {position} is not known", part.game),
    }
}

fn verdict(solved: &Solved) -> Vec<String> {
    let Some(sum) = solved.grundy else {
        return vec![match solved.outcome {
            Outcome::N => "The player to move wins.".to_owned(),
            Outcome::P => "The player to move loses: every move leaves a position that wins.".to_owned(),
            Outcome::D => "Neither player can force a win.".to_owned(),
        }];
    };
    if sum == 0 {
        return vec![
            "The nim-sum over all parts is 0: the player to move loses.".to_owned(),
            "Every move changes the value of its part, and the other player can make the sum 0 again."
                .to_owned(),
        ];
    }
    let mut lines =
        vec![format!("The nim-sum over all parts is {sum}, not 0: the player to move wins by making it 0.")];
    lines.extend(solved.winning_moves.iter().take(MAX_ARGUED_MOVES).map(|found| {
        let part = part_of(solved, found.component);
        let why = part.and_then(|part| {
            let value = part.grundy.as_ref()?.finite()?;
            Some(format!(": the value {value} of {} becomes {value} xor {sum} = {}", part.game, value ^ sum))
        });
        format!("{} leaves {}{}", found.text, found.result, why.unwrap_or_default())
    }));
    let shown = lines.len() as u64 - 1;
    match solved.winning_moves_total {
        Some(total) if total > shown => lines.push(format!("and {} more winning moves", total - shown)),
        Some(_) => {}
        None => lines.push(format!("not all winning moves were looked at: {}", solved.stop)),
    }
    lines
}

/// The part that a component of the position belongs to.
fn part_of(solved: &Solved, component: usize) -> Option<&SumPartValue> {
    let Position::Native(position) = &solved.position else { return None };
    let (number, _) = components(position)?.get(component)?.clone();
    solved.parts.get(number)
}
