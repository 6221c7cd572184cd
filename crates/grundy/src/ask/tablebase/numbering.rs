//! Positions and their numbers, such that a journal and a database can have them back.
//!
//! Where the game ranks its positions, the rank is the number and a bit says whether it was met. Other positions are kept as
//! texts, in full, side by side, and a hash table of their numbers finds them.

use super::words::{live, settled, text};
use crate::base::error::Failure;
use crate::base::journal::{Reader, put, put_text};
use crate::base::limits::StopReason;
use crate::engine::graph::implicit::{Numbering, hash};
use crate::game::notation::Notation;
use crate::game::ranked::Ranks;
use crate::game::sum::{Sum, canonical};
use hashbrown::HashTable;

/// Numbers that can be written into a journal and a database.
pub trait Numbers<C>: Numbering<C> {
    /// How many numbers there are, those of positions never met included.
    fn vertices(&self) -> usize;
    /// Whether the position of a number was met.
    fn is_met(&self, number: u32) -> bool;
    /// Takes note that a journal names a number; `None` when there is no such number.
    fn touch(&mut self, number: u64) -> Option<u32>;
    /// Writes what it takes to have the positions back that were met from a place on.
    fn write_new(&self, first: usize, out: &mut Vec<u8>);
    /// Reads that.
    fn read_new(&mut self, reader: &mut Reader<'_>) -> Option<()>;
    /// The numbers in the order of their texts, if there are texts.
    fn sorted(&self) -> Option<Vec<u32>>;
    /// The text of a number.
    fn text(&self, number: u32) -> &str;
}

/// Bytes that a vertex takes at most: its rows, outcome and value, and those in the file.
const VERTEX: u64 = 40;

/// Numbers told by positions.
pub struct Dense<C> {
    ranks: Box<dyn Ranks<C>>,
    /// A bit for each number that was met.
    met: Vec<u64>,
    order: Vec<u32>,
}

impl<C> Dense<C> {
    /// No position met yet.
    pub fn new(ranks: Box<dyn Ranks<C>>) -> Dense<C> {
        let words = ranks.len().div_ceil(64) as usize;
        Dense { ranks, met: vec![0; words], order: Vec::new() }
    }

    fn meet(&mut self, rank: u64) -> u32 {
        let (word, bit) = (rank as usize / 64, 1 << (rank % 64));
        if self.met[word] & bit == 0 {
            self.met[word] |= bit;
            self.order.push(rank as u32);
        }
        rank as u32
    }
}

impl<C> Numbering<C> for Dense<C> {
    fn number(&mut self, position: &Sum<C>) -> Result<u32, Failure> {
        // Every position that can be reached has a rank, or the game is wrong about itself.
        let rank = self.ranks.rank(position).ok_or(StopReason::PositionLimit)?;
        Ok(self.meet(rank))
    }

    fn met(&self) -> usize {
        self.order.len()
    }

    fn position(&self, place: usize) -> Result<(u32, Sum<C>), Failure> {
        let number = self.order[place];
        let position = self.ranks.position(number.into()).ok_or(StopReason::PositionLimit)?;
        Ok((number, position))
    }

    fn bytes(&self) -> u64 {
        VERTEX * self.ranks.len() + 4 * self.order.capacity() as u64
    }
}

impl<C> Numbers<C> for Dense<C> {
    fn vertices(&self) -> usize {
        self.ranks.len() as usize
    }

    fn is_met(&self, number: u32) -> bool {
        self.met[number as usize / 64] >> (number % 64) & 1 == 1
    }

    fn touch(&mut self, number: u64) -> Option<u32> {
        (number < self.ranks.len()).then(|| self.meet(number))
    }

    fn write_new(&self, _: usize, _: &mut Vec<u8>) {}

    fn read_new(&mut self, _: &mut Reader<'_>) -> Option<()> {
        Some(())
    }

    fn sorted(&self) -> Option<Vec<u32>> {
        None
    }

    fn text(&self, _: u32) -> &str {
        ""
    }
}

/// Numbers in the order in which positions are met, which are kept as texts side by side; a text is the one that its
/// position has when it is read.
pub struct Texts<'a, G: Notation + ?Sized> {
    game: &'a G,
    all: String,
    /// Where each text ends.
    ends: Vec<usize>,
    numbers: HashTable<u32>,
}

/// A text by its number.
fn nth<'a>(all: &'a str, ends: &[usize], number: u32) -> &'a str {
    let start = number.checked_sub(1).map_or(0, |before| ends[before as usize]);
    &all[start..ends[number as usize]]
}

impl<'a, G: Notation + ?Sized> Texts<'a, G> {
    /// No position met yet.
    pub fn new(game: &'a G) -> Texts<'a, G> {
        Texts { game, all: String::new(), ends: Vec::new(), numbers: HashTable::new() }
    }

    fn find(&self, text: &str) -> Option<u32> {
        let is_same = |&number: &u32| nth(&self.all, &self.ends, number) == text;
        self.numbers.find(hash(&text), is_same).copied()
    }

    /// The number of a text, and whether it is new.
    fn number_of(&mut self, text: &str) -> (u32, bool) {
        if let Some(known) = self.find(text) {
            return (known, false);
        }
        let (all, ends) = (&mut self.all, &mut self.ends);
        let number = ends.len() as u32;
        all.push_str(text);
        ends.push(all.len());
        self.numbers.insert_unique(hash(&text), number, |&known| hash(&nth(all, ends, known)));
        (number, true)
    }
}

impl<G: Notation + ?Sized> Numbering<G::Component> for Texts<'_, G> {
    fn number(&mut self, position: &Sum<G::Component>) -> Result<u32, Failure> {
        let text = text(self.game, position)?;
        if let Some(known) = self.find(&text) {
            return Ok(known);
        }
        Ok(self.number_of(&settled(self.game, &text).ok_or(StopReason::PositionLimit)?).0)
    }

    fn met(&self) -> usize {
        self.ends.len()
    }

    fn position(&self, place: usize) -> Result<(u32, Sum<G::Component>), Failure> {
        let number = place as u32;
        // What was written can be read; a game for which that is wrong gets no answer rather than a wrong one.
        let read =
            self.game.read(nth(&self.all, &self.ends, number)).map_err(|_| StopReason::PositionLimit)?;
        Ok((number, canonical(&live(self.game, read))))
    }

    fn bytes(&self) -> u64 {
        let (texts, numbers) = (self.all.capacity() + self.all.len(), 8 * self.ends.capacity());
        // The slots of the table, a byte and a number each, and their order by text.
        (texts + numbers + 9 * self.numbers.capacity()) as u64 + VERTEX * self.ends.len() as u64
    }
}

impl<G: Notation + ?Sized> Numbers<G::Component> for Texts<'_, G> {
    fn vertices(&self) -> usize {
        self.ends.len()
    }

    fn is_met(&self, _: u32) -> bool {
        true
    }

    fn touch(&mut self, number: u64) -> Option<u32> {
        (number < self.ends.len() as u64).then_some(number as u32)
    }

    fn write_new(&self, first: usize, out: &mut Vec<u8>) {
        put(out, (self.ends.len() - first) as u64);
        (first..self.ends.len()).for_each(|place| put_text(out, nth(&self.all, &self.ends, place as u32)));
    }

    fn read_new(&mut self, reader: &mut Reader<'_>) -> Option<()> {
        for _ in 0..reader.number()? {
            let (_, is_new) = self.number_of(reader.text()?);
            is_new.then_some(())?;
        }
        Some(())
    }

    fn sorted(&self) -> Option<Vec<u32>> {
        let mut order: Vec<u32> = (0..self.ends.len() as u32).collect();
        order.sort_unstable_by_key(|&number| nth(&self.all, &self.ends, number));
        Some(order)
    }

    fn text(&self, number: u32) -> &str {
        nth(&self.all, &self.ends, number)
    }
}

#[cfg(test)]
mod tests {
    use crate::ask::NamedGame;
    use crate::ask::tablebase::solve;
    use crate::base::error::Error;
    use crate::base::limits::{Limits, StopReason};
    use crate::game::Convention;

    #[test]
    fn texts_count_as_memory() {
        // A wheel whose vertices have names of 200 letters.
        let name = |vertex: u32| format!("{vertex:0200}");
        let edges = (1..13).map(|v| format!("{0}-{1} {0}-{2}", name(v), name(v % 12 + 1), name(0)));
        let (game, start) =
            (NamedGame::read("arc-kayles").expect("a game"), edges.collect::<Vec<_>>().join(" "));
        let ask = |memory| solve(&game, &start, Convention::Normal, &Limits { memory, ..Limits::default() });
        let file = ask(1 << 30).expect("it fits");
        let refused = ask(file.len() as u64).expect_err("the texts are there twice");
        assert!(matches!(refused, Error::Stopped { reason: StopReason::MemoryLimit, .. }), "{refused}");
        assert!(ask(3 * file.len() as u64).is_ok(), "{}", file.len());
    }
}
