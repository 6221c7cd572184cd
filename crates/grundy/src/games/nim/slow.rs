//! Slow Nim: a move takes one token from each of several heaps.
//!
//! `slow-nim:k` takes one token from each of at most k heaps, at least one; with `exact=true` from exactly k. With no
//! bound on the number of heaps it is Another Game (a problem of the CSES set). Known, where m heaps are not empty
//! (V. Gurvich, S. Heubach, N. B. Ho and N. Chikin, 'Slow k-Nim', Integers 20, 2020, for the games in general):
//!
//! - one heap at a time: every move takes one token, so the value is the parity of the total;
//! - at most k >= m: lost exactly when all heaps are even, since from even heaps every move makes some heap odd, and from
//!   odd heaps one token of each leads back;
//! - at most k = m - 1: lost exactly when all heaps are even or all are odd, by the same argument: no move changes all
//!   parities at once, and whichever parity is rarer can be moved away;
//! - exactly k = m: the least heap counts the moves, so the value is its parity; exactly k > m: no moves.
//!
//! Everything else is searched, with the heaps sorted: O(n) choices of k heaps for each position, so small ones only.
//!
//! ```
//! use grundy::games::nim::slow::Slow;
//! use grundy::game::theory::{Theory, Value};
//!
//! let known = Slow { most: 2, exact: false }.known(&vec![1, 3, 5], Default::default()).unwrap();
//! assert_eq!(known.value, Value::Lost(true), "all odd, and no move touches all three");
//! ```

use super::list::{self, List, list_notation, next_choice, visit_one};
use crate::base::error::Failure;
use crate::base::limits::Pulse;
use crate::game::ranked::{Multisets, Ranked, Ranks, only};
use crate::game::sum::Sum;
use crate::game::theory::{Known, Theory, Value, Wins};
use crate::game::{Convention, Game, Part, Visit};
use std::ops::ControlFlow;

/// The rules: how many heaps a move may or must touch. A component is the list of heaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slow {
    /// Heaps that a move touches at most.
    pub most: u64,
    /// Whether it must touch that many.
    pub exact: bool,
}

const ONE: &str = "every move takes one token, so the value is the parity of the total";
const ANY: &str =
    "lost exactly when all heaps are even: one token from each odd heap makes them so (parity argument)";
const ALL_BUT_ONE: &str = "lost exactly when all heaps are even or all are odd: no move touches every heap (Gurvich, Heubach, Ho and Chikin 2020)";
const ALL: &str = "every move touches every heap, so the value is the parity of the least";
const NONE: &str = "fewer heaps than a move must touch, so there are no moves";

/// The case of the theory that a position falls under.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Case {
    One,
    Any,
    AllButOne,
    All,
    None,
}

impl Slow {
    fn case(self, heaps: &[u64]) -> Option<Case> {
        let m = heaps.iter().filter(|&&heap| heap > 0).count() as u64;
        match (self.exact, self.most) {
            (_, 0) => Some(Case::None),
            (_, 1) => Some(Case::One),
            (true, k) if k > m => Some(Case::None),
            (true, k) if k == m => Some(Case::All),
            (true, _) => None,
            (false, k) if k >= m => Some(Case::Any),
            (false, k) if k + 1 == m => Some(Case::AllButOne),
            (false, _) => None,
        }
    }
}

/// The heaps with one token less where `chosen` says so.
fn taken(heaps: &[u64], chosen: impl Fn(u64) -> bool) -> List {
    heaps.iter().map(|&heap| if heap > 0 && chosen(heap) { heap - 1 } else { heap }).collect()
}

fn is_odd(heap: u64) -> bool {
    heap % 2 == 1
}

impl Game for Slow {
    type Component = List;

    fn options(
        &self,
        heaps: &List,
        pulse: &mut Pulse<'_>,
        visit: &mut Visit<'_, List>,
    ) -> Result<ControlFlow<()>, Failure> {
        let places: Vec<usize> = (0..heaps.len()).filter(|&index| heaps[index] > 0).collect();
        let most = usize::try_from(self.most).unwrap_or(usize::MAX);
        let least = if self.exact { most.max(1) } else { 1 };
        for size in least..=most.min(places.len()) {
            let mut choice: Vec<usize> = (0..size).collect();
            loop {
                pulse.beats(heaps.len() as u64)?;
                let mut after = heaps.clone();
                choice.iter().for_each(|&chosen| after[places[chosen]] -= 1);
                if visit_one(visit, after).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                if !next_choice(&mut choice, places.len()) {
                    break;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

list_notation!(Slow, |_, text| list::read(text));

impl Ranked for Slow {
    fn ranks(&self, start: &Sum<List>) -> Option<Box<dyn Ranks<List>>> {
        Some(Box::new(Multisets::of(only(start)?)?))
    }
}

impl Theory for Slow {
    fn tier(&self, position: &[Part<List>]) -> Option<u64> {
        list::total(position)
    }

    fn rule(&self) -> String {
        match (self.exact, self.most) {
            (false, u64::MAX) => "take one token from each of any heaps, at least one heap".to_owned(),
            (false, k) => format!("take one token from each of at most {k} heaps, at least one heap"),
            (true, k) => format!("take one token from each of exactly {k} heaps"),
        }
    }

    fn ranked(&self) -> Option<&dyn Ranked<Component = List>> {
        Some(self)
    }

    fn known(&self, heaps: &List, convention: Convention) -> Option<Known> {
        let parity = |number: u64| Value::Grundy(number % 2);
        let (value, theorem) = match self.case(heaps)? {
            Case::None => (Value::Grundy(0), NONE),
            Case::One => (parity(heaps.iter().fold(0, |sum, heap| sum ^ heap)), ONE),
            Case::All => (parity(heaps.iter().copied().filter(|&heap| heap > 0).min()?), ALL),
            _ if convention == Convention::Misere => return None,
            Case::Any => (Value::Lost(!heaps.iter().any(|&heap| is_odd(heap))), ANY),
            Case::AllButOne => {
                let odd = heaps.iter().filter(|&&heap| is_odd(heap)).count();
                let all_odd = heaps.iter().all(|&heap| heap == 0 || is_odd(heap));
                (Value::Lost(odd == 0 || all_odd), ALL_BUT_ONE)
            }
        };
        // Where the number of moves is fixed, the last of them loses instead.
        Some(match (convention, value) {
            (Convention::Misere, Value::Grundy(moves)) => Known { value: Value::Lost(moves == 1), theorem },
            _ => Known { value, theorem },
        })
    }

    fn reach(&self, heaps: &List, convention: Convention, target: u64, wins: &mut dyn Wins<List>) -> bool {
        let Some(case) = self.case(heaps).filter(|_| target == 0) else { return false };
        match case {
            // Asked only where the player to move wins, which without moves is misère play.
            Case::None => {}
            Case::One => {
                for index in (0..heaps.len()).filter(|&index| heaps[index] > 0) {
                    wins.add(|| list::with(heaps, index, heaps[index] - 1));
                }
            }
            Case::All if heaps.iter().any(|&heap| heap > 0) => wins.add(|| taken(heaps, |_| true)),
            Case::All => {}
            Case::Any | Case::AllButOne if convention == Convention::Misere => return false,
            Case::Any => wins.add(|| taken(heaps, is_odd)),
            Case::AllButOne => {
                wins.add(|| taken(heaps, is_odd));
                wins.add(|| taken(heaps, |heap| !is_odd(heap)));
            }
        }
        true
    }

    fn representative(&self, heaps: &List) -> List {
        list::sorted(heaps)
    }

    fn extent(&self, heaps: &List) -> u64 {
        if !self.exact {
            return list::smaller_multisets(heaps);
        }
        // Of an exact game only part of the smaller lists can be reached; the k largest heaps fall together.
        let mut sorted = heaps.clone();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        let least = usize::try_from(self.most).ok().and_then(|k| sorted.get(k.saturating_sub(1)));
        least.copied().unwrap_or(0)
    }

    fn argue(&self, heaps: &List) -> Vec<String> {
        let odd = heaps.iter().filter(|&&heap| is_odd(heap)).count();
        let even = heaps.iter().filter(|&&heap| heap > 0).count() - odd;
        vec![format!("heaps that are not empty: {odd} odd, {even} even")]
    }

    fn theory(&self) -> Vec<String> {
        vec![
            format!("one heap at a time: {ONE}"),
            format!("at most as many heaps as there are, or more: {ANY}"),
            format!("at most all but one: {ALL_BUT_ONE}"),
            format!("exactly all: {ALL}"),
            "everything else is searched".to_owned(),
        ]
    }
}
