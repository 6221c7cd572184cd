//! Heaps of several kinds: what is known about them beyond their moves.

use crate::base::error::Failure;
use crate::base::limits::{Pulse, StopReason};
use crate::engine::search::memo::{Grundy, Memo};
use crate::game::engine::{Engine, Method};
use crate::game::solver::Solver;
use crate::game::theory::Theory;
use crate::rule::play::kinds::{KindHeap, KindHeaps};
use crate::rule::system::KindProgress;
use std::borrow::Cow;

impl Theory for KindHeaps {
    fn rule(&self) -> String {
        self.system().text().to_owned()
    }

    fn is_plain(&self) -> bool {
        true
    }

    fn solver(&self, _: &[KindHeap], method: Method) -> Option<Box<dyn Solver<KindHeap> + '_>> {
        matches!(method, Method::Auto | Method::Table)
            .then(|| Box::new(Reached { game: self, memo: Memo::default() }) as Box<dyn Solver<KindHeap>>)
    }

    fn theory(&self) -> Vec<String> {
        let end = match self.system().progress() {
            KindProgress::Shown(order) if order.is_empty() => {
                "shown from the rule: every move leaves only smaller parts"
            }
            KindProgress::Shown(_) => {
                "shown from the rule: every part is smaller, or of the same size and of a later kind"
            }
            KindProgress::Checked => "not shown from the rule: checked on every move that is met",
        };
        vec![format!("play ends: {end}")]
    }
}

/// The values of the heaps that can be reached.
struct Reached<'a> {
    game: &'a KindHeaps,
    memo: Memo<KindHeap, u64>,
}

impl Solver<KindHeap> for Reached<'_> {
    fn prepare(&mut self, heaps: &[KindHeap], pulse: &mut Pulse<'_>) -> Result<(), Failure> {
        for heap in heaps {
            self.memo.solve(self.game, heap, &mut Grundy::default(), pulse)?;
        }
        Ok(())
    }

    fn value(&mut self, heap: &KindHeap, _: &mut Pulse<'_>) -> Result<u64, Failure> {
        self.look_up(heap).ok_or(Failure::Stopped(StopReason::PositionLimit))
    }

    fn is_table(&self) -> bool {
        true
    }

    fn look_up(&self, heap: &KindHeap) -> Option<u64> {
        self.memo.get(heap).copied()
    }

    fn engine(&self) -> (Engine, Cow<'static, str>) {
        (Engine::Memo, "only the heaps that can be reached were looked at".into())
    }

    fn is_promising(&self, _: &[KindHeap]) -> bool {
        true
    }
}
