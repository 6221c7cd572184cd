//! Items that reach into the group of heaps that is worked on: whether they make a value.
//!
//! The cells of the last heaps stand side by side, and so do the x of the items, by their offsets: one comparison of two
//! rows of bytes answers for all of them.

use super::super::fitted::Item;
use super::sets::GROUP;

/// Items that reach into a group, each with an offset of its own: their x by offset.
#[derive(Debug, Clone)]
pub struct Near {
    /// Offsets from LATEST + GROUP down to LATEST + 1.
    late: [u8; GROUP],
    /// Offsets from 1 on, in bytes from the lowest. What was only just found is in a register, where it can be had at once.
    latest: u64,
}

/// Offsets of the latest heaps.
const LATEST: usize = 8;
/// Heaps before a group that items within it can see.
pub const BEFORE: usize = LATEST + GROUP;
/// Stands where there is no item: with a common heap it makes no short value.
const NONE: u8 = 0x80;
/// The same byte in all places.
const EACH: u64 = 0x0101_0101_0101_0101;

impl Near {
    const EMPTY: Near = Near { late: [NONE; GROUP], latest: EACH * NONE as u64 };

    /// Puts items into as few lists as they need.
    pub fn lists(items: &[Item]) -> Vec<Near> {
        let mut lists: Vec<Near> = Vec::new();
        for item in items {
            if !lists.iter_mut().any(|list| list.put(item)) {
                let mut list = Near::EMPTY;
                list.put(item);
                lists.push(list);
            }
        }
        lists
    }

    /// Puts an item in if its place is free.
    fn put(&mut self, item: &Item) -> bool {
        let x = item.x as u8;
        if let Some(late) = item.offset.checked_sub(LATEST + 1) {
            let place = &mut self.late[GROUP - 1 - late];
            let free = *place == NONE;
            *place = if free { x } else { *place };
            return free;
        }
        let shift = 8 * (item.offset - 1);
        let free = (self.latest >> shift) as u8 == NONE;
        if free {
            self.latest ^= u64::from(x ^ NONE) << shift;
        }
        free
    }

    /// Whether one of the items makes the value, given the cells of the heaps before.
    #[inline(always)]
    pub fn makes(&self, short: u8, late: &[u8; GROUP], latest: u64) -> bool {
        let rest = self.latest ^ latest ^ (EACH * u64::from(short));
        let by_latest = rest.wrapping_sub(EACH) & !rest & (EACH << 7) != 0;
        // Without a branch inside, this becomes vector code.
        let by_late = (0..GROUP).fold(false, |hit, place| hit | (self.late[place] ^ late[place] == short));
        by_latest | by_late
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::fitted::Cell;
    use super::super::LIMIT;
    use super::*;

    /// Near items make what they make alone, wherever rare heaps and places without an item meet.
    #[test]
    fn near_items_make_their_values() {
        let mut before = [u8::RARE; BEFORE];
        (0..BEFORE).filter(|place| place % 5 > 0).for_each(|place| before[place] = (7 * place % 90) as u8);
        let cell = |offset: usize| before[BEFORE - offset];
        let items: Vec<Item> = (1..GROUP)
            .filter(|offset| offset % 3 > 0)
            .map(|offset| Item { offset, x: offset as u32 })
            .collect();
        let twice: Vec<Item> =
            items.iter().flat_map(|&item| [item, Item { x: item.x ^ 64, ..item }]).collect();
        for (items, count) in [(&items, 1), (&twice, 2)] {
            let lists = Near::lists(items);
            assert_eq!(lists.len(), count);
            let latest = u64::from_be_bytes(*before.last_chunk().expect("more than eight"));
            let late = before.first_chunk().expect("a group");
            for short in 0..LIMIT as u8 {
                let made = items
                    .iter()
                    .any(|item| cell(item.offset) != u8::RARE && cell(item.offset) ^ item.x as u8 == short);
                assert_eq!(lists.iter().any(|near| near.makes(short, late, latest)), made, "{short}");
            }
        }
    }
}
