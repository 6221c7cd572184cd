//! Heaps of several kinds as a game, with the notation of its positions: `ring(9) row(3)`.

use super::{Interrupt, MAX_EACH, TOO_MANY, Visited, run, show};
use crate::base::error::{InputError, Offence};
use crate::base::limits::{Limits, Pulse};
use crate::base::text::near::nearest;
use crate::base::text::{number, shorten};
use crate::game::notation::{Notation, arrow};
use crate::game::position::Tuple;
use crate::game::{Game, Part, Visit, sum};
use crate::rule::compile::Branch;
use crate::rule::enumerate::{PartValue, part_values};
use crate::rule::system::{KindOrder, KindProgress, System};
use crate::rule::term::Number;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// A heap of a kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindHeap {
    /// The number of its kind.
    pub kind: usize,
    /// Its numbers.
    pub numbers: Tuple,
}

impl KindHeap {
    /// The sum of its numbers.
    pub fn size(&self) -> u128 {
        self.numbers.iter().map(|&number| u128::from(number)).sum()
    }
}

/// The game of a rule about several kinds.
#[derive(Debug)]
pub struct KindHeaps {
    system: Arc<System>,
    /// Whether a heap of size 0 of each kind has no moves.
    empty_is_dead: Vec<bool>,
    /// The arrows from kind to kind of the moves met so far that keep the size.
    order: Mutex<KindOrder>,
}

impl KindHeaps {
    /// The game of a system.
    pub fn new(system: Arc<System>) -> KindHeaps {
        let order = match system.progress() {
            KindProgress::Shown(order) => order.clone(),
            KindProgress::Checked => KindOrder::default(),
        };
        let kinds = system.kinds().len();
        let mut game = KindHeaps { system, empty_is_dead: vec![false; kinds], order: Mutex::new(order) };
        game.empty_is_dead = (0..kinds).map(|kind| game.has_no_moves_when_empty(kind)).collect();
        game
    }

    fn has_no_moves_when_empty(&self, kind: usize) -> bool {
        let empty = KindHeap { kind, numbers: vec![0; self.system.kinds()[kind].arity()] };
        let (limits, mut moves) = (Limits::glance(), false);
        let looked = self.options(&empty, &mut Pulse::listing(&limits), &mut |_| {
            moves = true;
            ControlFlow::Break(())
        });
        looked.is_ok() && !moves
    }

    /// The system.
    pub fn system(&self) -> &Arc<System> {
        &self.system
    }

    /// The parts of a compiled move; `None` when it is illegal.
    fn parts<T: Number>(
        &self,
        heap: &KindHeap,
        branch: &Branch,
        frame: &[T],
    ) -> Result<Option<Vec<Part<KindHeap>>>, Interrupt> {
        let kind = &self.system.kinds()[heap.kind];
        let kinds = kind.parts(branch.clause);
        let mut parts = Vec::new();
        let mut too_many = false;
        let legal = part_values(branch, frame, &mut |PartValue { index, copies, from, to }| {
            let kind = kinds[index];
            let numbers: Option<Tuple> = from.iter().map(|value| u64::try_from(value.wide()).ok()).collect();
            let (Some(numbers), Ok(copies), Ok(to)) =
                (numbers, u64::try_from(copies.wide()), u64::try_from(to.wide()))
            else {
                too_many = true;
                return;
            };
            let first = numbers[0];
            if i128::from(to) - i128::from(first) > MAX_EACH {
                too_many = true;
                return;
            }
            for first in first..=to {
                let mut numbers = numbers.clone();
                numbers[0] = first;
                let part = KindHeap { kind, numbers };
                if !self.is_dead(&part) {
                    too_many |= sum::add(&mut parts, part, copies).is_none();
                }
            }
        })
        .map_err(Interrupt::Halt)?;
        if legal.is_none() {
            return Ok(None);
        }
        if too_many {
            return Err(TOO_MANY);
        }
        // A dead part is of size 0, which is smaller, or equal to it: then it ends the play.
        if parts.iter().any(|part| !self.makes_progress(heap, &part.component)) {
            let after: Vec<String> = parts.iter().map(|part| self.component(&part.component)).collect();
            let (before, after) = (self.component(heap), after.join(", "));
            return Err(Interrupt::Offence(Offence { clause: kind.clause(branch.clause), before, after }));
        }
        Ok(Some(parts))
    }

    fn makes_progress(&self, before: &KindHeap, after: &KindHeap) -> bool {
        match after.size().cmp(&before.size()) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => {
                let mut order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
                order.add(before.kind, after.kind)
            }
        }
    }
}

impl Game for KindHeaps {
    type Component = KindHeap;

    fn options(&self, heap: &KindHeap, pulse: &mut Pulse<'_>, visit: &mut Visit<'_, KindHeap>) -> Visited {
        let Some(program) = self.system.kinds()[heap.kind].program() else {
            return Ok(ControlFlow::Continue(()));
        };
        let visit = RefCell::new(visit);
        run(
            program,
            &heap.numbers,
            pulse,
            &mut |branch, frame, pulse| show(self.parts(heap, branch, frame)?, pulse, &visit),
            &mut |branch, frame, pulse| show(self.parts(heap, branch, frame)?, pulse, &visit),
        )
    }
}

impl Notation for KindHeaps {
    /// Heaps of size 0 that have no moves are left out.
    fn read(&self, text: &str) -> Result<Vec<KindHeap>, InputError> {
        let mut heaps = Vec::new();
        let mut at = 0;
        while let Some(word) = next_word(text, at) {
            at = word.end;
            let heap = self.heap(text, word)?;
            if !self.is_dead(&heap) {
                heaps.push(heap);
            }
        }
        Ok(heaps)
    }

    fn write(&self, heaps: &[KindHeap]) -> String {
        let words: Vec<String> =
            heaps.iter().filter(|heap| !self.is_dead(heap)).map(|heap| self.component(heap)).collect();
        // Nothing is written as an empty heap of the first kind, if that is nothing.
        if words.is_empty() && self.empty_is_dead[0] && self.system.kinds()[0].arity() == 1 {
            return "0".to_owned();
        }
        words.join(" ")
    }

    fn component(&self, heap: &KindHeap) -> String {
        let numbers: Vec<String> = heap.numbers.iter().map(u64::to_string).collect();
        format!("{}({})", self.system.kinds()[heap.kind].name(), numbers.join(","))
    }

    fn is_dead(&self, heap: &KindHeap) -> bool {
        self.empty_is_dead[heap.kind] && heap.numbers.iter().all(|&number| number == 0)
    }

    fn describe(&self, before: &KindHeap, option: &[Part<KindHeap>]) -> String {
        arrow(before, option, |heap| self.component(heap))
    }

    fn owns(&self, heap: &KindHeap) -> bool {
        self.system.kinds().get(heap.kind).is_some_and(|kind| kind.arity() == heap.numbers.len())
    }
}

/// The bytes of a word of a position: up to a blank outside brackets.
#[derive(Debug, Clone, Copy)]
struct Word {
    start: usize,
    end: usize,
}

fn next_word(text: &str, from: usize) -> Option<Word> {
    let start = from + text[from..].find(|c: char| !c.is_whitespace())?;
    let mut depth = 0i32;
    let mut end = text.len();
    for (place, character) in text[start..].char_indices() {
        match character {
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                // Heaps may stand side by side.
                if depth <= 0 {
                    end = start + place + 1;
                    break;
                }
            }
            c if c.is_whitespace() && depth == 0 => {
                // A blank may stand between a kind and its bracket.
                let rest = text[start + place..].trim_start();
                if !rest.starts_with('(') || text[start..].starts_with('(') {
                    end = start + place;
                    break;
                }
            }
            _ => {}
        }
    }
    Some(Word { start, end })
}

impl KindHeaps {
    /// `row(3)`, or the numbers alone for the first kind.
    fn heap(&self, text: &str, word: Word) -> Result<KindHeap, InputError> {
        let said = &text[word.start..word.end];
        let error = |place: usize, message: String, hint: String| InputError {
            message,
            hint: Some(hint),
            column: text[..word.start + place].chars().count() + 1,
        };
        let (name, numbers) = match said.find('(') {
            None => ("", said),
            Some(open) => {
                let Some(inside) = said[open + 1..].strip_suffix(')') else {
                    let message = format!("the bracket of `{}` does not close", shorten(said));
                    return Err(error(0, message, format!("`{})`", shorten(said))));
                };
                (said[..open].trim(), inside)
            }
        };
        let kinds = self.system.kinds();
        let kind = if name.is_empty() { Some(0) } else { self.system.kind(name) };
        let Some(kind) = kind else {
            let names: Vec<String> = kinds.iter().map(|kind| format!("`{}`", kind.name())).collect();
            let near = nearest(name, kinds.iter().map(|kind| kind.name()));
            let hint = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the kinds are {}", names.join(", ")),
            };
            return Err(error(0, format!("no kind is called `{}`", shorten(name)), hint));
        };
        let example = || {
            let sample: Vec<&str> = ["3", "5", "7"].into_iter().cycle().take(kinds[kind].arity()).collect();
            format!("a heap of this kind is written `{}({})`", kinds[kind].name(), sample.join(","))
        };
        let mut read = Tuple::new();
        for piece in numbers.split(',') {
            let place = piece.as_ptr() as usize - said.as_ptr() as usize;
            let lead = piece.len() - piece.trim_start().len();
            match number(piece.trim()) {
                Ok(value) => read.push(value),
                Err(message) => return Err(error(place + lead, message.to_string(), example())),
            }
        }
        if read.len() != kinds[kind].arity() {
            let count =
                |count: usize| if count == 1 { "one number".to_owned() } else { format!("{count} numbers") };
            let (arity, found) = (count(kinds[kind].arity()), count(read.len()));
            let message =
                format!("`{}` has {arity}, here are {found}: `{}`", kinds[kind].name(), shorten(said));
            return Err(error(0, message, example()));
        }
        Ok(KindHeap { kind, numbers: read })
    }
}
