//! Positions as texts, by which a journal and a database know those that have no rank.
//!
//! A position has many spellings and one text: that of its components in order, without those that have nothing more to
//! say, as it is when it is read back ([`settled`]).

use crate::base::limits::StopReason;
use crate::game::Part;
use crate::game::notation::Notation;
use crate::game::sum::{Sum, canonical};

/// Most components that a position is written with.
const LONGEST: u64 = 100_000;

/// Without the components that have nothing more to say.
pub(super) fn live<G: Notation + ?Sized>(game: &G, mut components: Vec<G::Component>) -> Vec<G::Component> {
    components.retain(|component| !game.is_dead(component));
    components
}

/// The components of a sum, one by one.
pub(super) fn spelled<C: Clone>(sum: &[Part<C>]) -> Result<impl Iterator<Item = C>, StopReason> {
    let total = sum.iter().fold(0u64, |total, part| total.saturating_add(part.copies));
    if total > LONGEST {
        return Err(StopReason::PositionLimit);
    }
    Ok(sum.iter().flat_map(|part| std::iter::repeat_n(part.component.clone(), part.copies as usize)))
}

/// The text of a position that is written so: that of what is read. The parts of a graph, for one, come in another order
/// when they were taken from a larger one.
pub(super) fn settled<G: Notation + ?Sized>(game: &G, written: &str) -> Option<String> {
    text(game, &canonical(&live(game, game.read(written).ok()?))).ok()
}

/// A position in its notation.
pub(super) fn text<G: Notation + ?Sized>(
    game: &G,
    position: &Sum<G::Component>,
) -> Result<String, StopReason> {
    Ok(game.write(&spelled(position)?.collect::<Vec<_>>()))
}
