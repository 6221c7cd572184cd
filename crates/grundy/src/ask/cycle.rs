//! Shows play that comes back to where it was: the moves of one circle, in the notation of the game.

use crate::base::error::{Error, Failure};
use crate::base::limits::{Limits, Pulse, StopReason};
use crate::game::distinct_options;
use crate::game::theory::Theory;
use rustc_hash::FxHashMap;

/// Most positions of a circle that are written out.
const MAX_SHOWN: usize = 12;
/// Steps of work for finding one.
const WORK: u64 = 20_000_000;

/// The error that play can go round, with the circle if it is found soon.
pub(super) fn error<G: Theory + ?Sized>(game: &G, components: &[G::Component]) -> Error {
    let limits =
        Limits { poll: &|work| (work > WORK).then_some(StopReason::PositionLimit), ..Limits::default() };
    let hint = "every game must end for its values to exist; games with cycles can be analysed as graphs";
    let circle = find(game, components, &limits).ok().flatten();
    let shown = circle.map(|circle| {
        let left = circle.len().saturating_sub(MAX_SHOWN);
        let texts: Vec<String> = circle.iter().map(|component| game.component(component)).collect();
        match left {
            0 => texts.join(" -> "),
            _ => format!(
                "{} -> ... ({left} more) -> {}",
                texts[..MAX_SHOWN].join(" -> "),
                texts[texts.len() - 1]
            ),
        }
    });
    let message = match shown {
        Some(circle) => format!("play can go round: {circle}"),
        None => "play can go round".to_owned(),
    };
    Error::game(message, Some(hint.to_owned()))
}

/// A circle that play from one of these components can reach: its first component stands last again.
fn find<G: Theory + ?Sized>(
    game: &G,
    components: &[G::Component],
    limits: &Limits<'_>,
) -> Result<Option<Vec<G::Component>>, Failure> {
    let mut pulse = Pulse::new(limits);
    // What has been left without a circle is not looked at again.
    let mut place: FxHashMap<G::Component, Option<usize>> = FxHashMap::default();
    for start in components {
        if place.contains_key(start) {
            continue;
        }
        let mut path = vec![(start.clone(), next(game, start, &mut pulse)?)];
        place.insert(start.clone(), Some(0));
        while let Some((component, options)) = path.last_mut() {
            let Some(option) = options.pop() else {
                place.insert(component.clone(), None);
                path.pop();
                continue;
            };
            match place.get(&option) {
                Some(Some(from)) => {
                    let mut circle: Vec<_> = path.drain(*from..).map(|(component, _)| component).collect();
                    circle.push(option);
                    return Ok(Some(circle));
                }
                Some(None) => {}
                None => {
                    place.insert(option.clone(), Some(path.len()));
                    let options = next(game, &option, &mut pulse)?;
                    path.push((option, options));
                }
            }
        }
    }
    Ok(None)
}

/// The components that a move can leave, the first one last.
fn next<G: Theory + ?Sized>(
    game: &G,
    component: &G::Component,
    pulse: &mut Pulse<'_>,
) -> Result<Vec<G::Component>, Failure> {
    let options = distinct_options(game, component, pulse)?;
    let mut parts: Vec<G::Component> = options.into_iter().flatten().map(|part| part.component).collect();
    parts.reverse();
    Ok(parts)
}
