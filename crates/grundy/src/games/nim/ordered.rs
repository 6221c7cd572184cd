//! Ordered Nim: only the first heap that is not empty may be touched.
//!
//! Let r be the value of what follows a heap of n tokens. With the heap empty the value is r, and each further token
//! gives the least value not seen yet: 0, 1, 2, ... without r. So the heap with its followers is worth n - 1 if n <= r,
//! and n otherwise; the values come from the last heap to the first in O(n), by nothing but the definition of mex.
//! Who wins needs even less: a heap of n >= 1 is lost exactly when n = 1 and what follows is won, because a player with
//! two tokens or more chooses who must take the last; that holds under misère play too.
//!
//! ```
//! use grundy::games::nim::ordered::Ordered;
//!
//! assert_eq!(Ordered::value(&[1, 5]), 0, "taking 1 leaves 5 to the other player");
//! assert_eq!(Ordered::value(&[7, 5]), 7);
//! ```

use super::list::{self, List, list_notation, visit_one, with};
use crate::base::error::Failure;
use crate::base::limits::Pulse;
use crate::game::theory::{Known, Theory, Value, Wins};
use crate::game::{Convention, Game, Part, Visit};
use std::ops::ControlFlow;

/// The rules of ordered Nim; a component is the list of heaps.
#[derive(Debug, Clone, Copy)]
pub struct Ordered;

const THEOREM: &str = "a heap of n before heaps of value r is worth n - 1 if n <= r, else n (mex, from the last heap to the first)";
const WHO_WINS: &str = "a heap is lost exactly when it is 1 and what follows is won; with more, one chooses who takes its last token";

impl Ordered {
    /// The value of a row of heaps.
    pub fn value(heaps: &[u64]) -> u64 {
        heaps.iter().rev().fold(0, |rest, &heap| match heap {
            0 => rest,
            heap if heap <= rest => heap - 1,
            heap => heap,
        })
    }

    /// Whether the player to move loses.
    fn is_p_position(heaps: &[u64], convention: Convention) -> bool {
        let end = convention == Convention::Normal;
        heaps.iter().rev().filter(|&&heap| heap > 0).fold(end, |rest, &heap| heap == 1 && !rest)
    }
}

impl Game for Ordered {
    type Component = List;

    fn options(
        &self,
        heaps: &List,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, List>,
    ) -> Result<ControlFlow<()>, Failure> {
        let Some(index) = heaps.iter().position(|&heap| heap > 0) else {
            return Ok(ControlFlow::Continue(()));
        };
        for after in 0..heaps[index] {
            pulse.beat()?;
            if visit_one(visit, with(heaps, index, after)).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

list_notation!(Ordered, |_, text| list::read(text));

impl Theory for Ordered {
    fn tier(&self, position: &[Part<List>]) -> Option<u64> {
        list::total(position)
    }

    fn rule(&self) -> String {
        "take tokens, at least one, from the first heap that is not empty".to_owned()
    }

    fn known(&self, heaps: &List, convention: Convention) -> Option<Known> {
        Some(match convention {
            Convention::Normal => Known { value: Value::Grundy(Ordered::value(heaps)), theorem: THEOREM },
            Convention::Misere => {
                Known { value: Value::Lost(Ordered::is_p_position(heaps, convention)), theorem: WHO_WINS }
            }
        })
    }

    fn reach(&self, heaps: &List, convention: Convention, target: u64, wins: &mut dyn Wins<List>) -> bool {
        let Some(index) = heaps.iter().position(|&heap| heap > 0) else { return true };
        let rest = match convention {
            Convention::Normal => Ordered::value(&heaps[index + 1..]),
            Convention::Misere => u64::from(!Ordered::is_p_position(&heaps[index + 1..], convention)),
        };
        // The heap emptied has the value of the rest, 1 the next free one, and so on.
        let after = match target {
            _ if target == rest => 0,
            _ if target < rest => target + 1,
            _ => target,
        };
        if after < heaps[index] {
            wins.add(|| with(heaps, index, after));
        }
        true
    }

    fn argue(&self, heaps: &List) -> Vec<String> {
        const MAX_SHOWN: usize = 12;
        let first = heaps.iter().position(|&heap| heap > 0).unwrap_or(heaps.len());
        let mut lines = vec!["from the last heap to the first; r is the value of what follows:".to_owned()];
        let shown: Vec<usize> =
            (first..heaps.len()).filter(|&index| heaps[index] > 0).take(MAX_SHOWN).collect();
        for &index in shown.iter().rev() {
            let (heap, rest) = (heaps[index], Ordered::value(&heaps[index + 1..]));
            let sign = if heap <= rest { "<=" } else { ">" };
            lines.push(format!(
                "heap {heap}: r = {rest}, {heap} {sign} {rest}, value {}",
                Ordered::value(&heaps[index..])
            ));
        }
        lines
    }

    fn theory(&self) -> Vec<String> {
        vec![format!("value: {THEOREM}"), format!("misère play: {WHO_WINS}")]
    }
}
