//! Heaps of several kinds under misère play: the quotient of the whole system, which answers for heaps of any size once it is
//! complete.

use super::played::Played;
use super::rules::check_moves;
use super::solve::misere::{Classes, quotient_reason, within};
use crate::base::error::Failure;
use crate::base::limits::Limits;
use crate::engine::misere::heaps::{DEFAULT_LIMIT, DEFAULT_ORDER, Goal};
use crate::engine::misere::system::find;
use crate::game::folded::Folded;
use crate::rule::play::kinds::{KindHeap, KindHeaps};

/// Sizes from here on need a quotient with a period.
const MAX_SIZE_WITHOUT_PERIOD: u128 = 100;

impl Played for KindHeaps {
    fn check(&self, heaps: &[KindHeap], limits: &Limits<'_>) -> Result<(), Failure> {
        check_moves(self, heaps, limits)
    }

    fn shows_options(&self) -> bool {
        true
    }

    fn needs_period(&self, heaps: &[KindHeap]) -> bool {
        self.system().octal().is_some() && heaps.iter().any(|heap| heap.size() > MAX_SIZE_WITHOUT_PERIOD)
    }

    fn classes<'a>(
        &'a self,
        folded: &'a Folded<'a, Self>,
        heaps: &[KindHeap],
        work: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<Classes<'a, KindHeap>>, Failure> {
        if self.system().octal().is_none() {
            return Classes::of_reached(folded, heaps, work, limits);
        }
        let kinds: Vec<usize> = heaps.iter().map(|heap| heap.kind).collect();
        let largest = heaps.iter().map(|heap| heap.numbers[0]).max().unwrap_or(0);
        let goal = Goal { limit: largest.min(DEFAULT_LIMIT), exactly: false, max_order: DEFAULT_ORDER };
        let found = within(limits, work, |limits| find(self.system(), &kinds, &goal, limits))?;
        let Some(found) = found.flatten() else { return Ok(None) };
        if heaps.iter().any(|heap| found.class(heap.kind, heap.numbers[0]).is_none()) {
            return Ok(None);
        }
        let scope = match found.period {
            Some(_) => "complete".to_owned(),
            None => format!("heaps up to size {}", found.sizes() - 1),
        };
        let reason = quotient_reason(&found.quotient, &scope);
        let (quotient, work) = (found.quotient.clone(), found.work);
        let class = move |heap: &KindHeap| found.class(heap.kind, heap.numbers[0]);
        Ok(Some(Classes { quotient, class: Box::new(class), reason, work }))
    }
}
