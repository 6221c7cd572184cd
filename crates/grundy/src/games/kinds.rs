//! Heaps of several kinds: what is known about them beyond their moves.

use crate::base::error::Failure;
use crate::base::limits::{Pulse, StopReason};
use crate::engine::heap::Sequence;
use crate::engine::search::memo::{Grundy, Memo};
use crate::engine::system::sequences;
use crate::game::engine::{Engine, Method};
use crate::game::solver::Solver;
use crate::game::theory::Theory;
use crate::rule::play::kinds::{KindHeap, KindHeaps};
use std::borrow::Cow;

impl Theory for KindHeaps {
    fn rule(&self) -> String {
        self.system().text().to_owned()
    }

    fn notes(&self) -> Vec<String> {
        self.system().notes().to_vec()
    }

    fn is_plain(&self) -> bool {
        true
    }

    fn solver(&self, _: &[KindHeap], method: Method) -> Option<Box<dyn Solver<KindHeap> + '_>> {
        match (method, self.system().octal()) {
            (Method::Auto | Method::Table, Some(_)) => {
                Some(Box::new(Tables { game: self, values: Vec::new() }))
            }
            (Method::Auto, None) => Some(Box::new(Reached { game: self, memo: Memo::default() })),
            _ => None,
        }
    }
}

/// The values of all kinds of a system of octal type, size by size.
struct Tables<'a> {
    game: &'a KindHeaps,
    values: Vec<Option<Sequence>>,
}

impl Solver<KindHeap> for Tables<'_> {
    fn prepare(&mut self, heaps: &[KindHeap], pulse: &mut Pulse<'_>) -> Result<(), Failure> {
        let kinds: Vec<usize> = heaps.iter().map(|heap| heap.kind).collect();
        let largest = heaps.iter().map(|heap| heap.numbers[0]).max().unwrap_or(0);
        let found = sequences(self.game.system(), &kinds, largest, pulse.limits())?;
        self.values = found.expect("the system is of octal type");
        Ok(())
    }

    fn value(&mut self, heap: &KindHeap, _: &mut Pulse<'_>) -> Result<u64, Failure> {
        self.look_up(heap).ok_or(Failure::Stopped(StopReason::PositionLimit))
    }

    fn is_table(&self) -> bool {
        true
    }

    fn look_up(&self, heap: &KindHeap) -> Option<u64> {
        let sequence = self.values.get(heap.kind)?.as_ref()?;
        let there = sequence.len().is_none_or(|length| heap.numbers[0] < length);
        there.then(|| sequence.value(heap.numbers[0]))
    }

    fn engine(&self) -> (Engine, Cow<'static, str>) {
        let reason = self.values.iter().flatten().next().map(|sequence| sequence.reason.clone());
        (Engine::System, reason.unwrap_or_else(|| self.game.system().class()).into())
    }

    fn work(&self) -> u64 {
        self.values.iter().flatten().next().map_or(0, |sequence| sequence.work)
    }

    fn is_promising(&self, _: &[KindHeap]) -> bool {
        true
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
