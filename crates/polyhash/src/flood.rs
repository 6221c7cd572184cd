//! Keys that flood a hash table: all of them meet in one chain or on one path of probes.
//!
//! Most standard hash tables hash a whole number to itself, so whoever knows how the table grows knows where a key lands.
//!
//! | table | keys | why |
//! |---|---|---|
//! | `unordered_map` (GCC) | multiples of one prime of its list of sizes | buckets are key mod size; with N keys the table has exactly that size |
//! | `gp_hash_table` (GCC) | multiples of a large power of two | the size is a power of two, probing goes on place by place |
//! | Python's `dict` and `set` | numbers that are equal in all bits the probes ever use | open addressing, 5·i + perturb + 1 with perturb shifted by 5; sets look at neighbours first |
//! | Java's `HashMap` | numbers with one spread hash code modulo 2¹⁵ and more | h ^ h >>> 16, power-of-two sizes, buckets become trees |
//!
//! The number of steps is not estimated: the table is simulated, key by key, from its default size on. One chain costs N²/2
//! comparisons; a table that grows spends them in its last size.
//!
//! ```
//! use polyhash::flood::{Table, flood};
//!
//! let flood = flood(Table::UnorderedMap, 1000)?;
//! assert!(flood.steps >= 1000 * 1000 / 16);
//! # Ok::<(), polyhash::Error>(())
//! ```

use crate::error::Error;
use std::fmt;

/// A hash table whose growth is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Table {
    /// `std::unordered_map` of GCC's library.
    UnorderedMap,
    /// `__gnu_pbds::gp_hash_table` with its defaults.
    GpHashTable,
    /// CPython's `dict`.
    PythonDict,
    /// CPython's `set`.
    PythonSet,
    /// `java.util.HashMap<Integer, ...>`.
    JavaHashMap,
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Table::UnorderedMap => "unordered_map",
            Table::GpHashTable => "gp_hash_table",
            Table::PythonDict => "python-dict",
            Table::PythonSet => "python-set",
            Table::JavaHashMap => "java-hashmap",
        })
    }
}

/// Keys and what they cost.
#[derive(Debug, Clone)]
pub struct Flood {
    /// Different keys in the order of insertion.
    pub keys: Vec<i64>,
    /// Keys looked at while they are inserted into an empty table; for Java the keys in the fullest bucket.
    pub steps: u64,
}

/// The most keys that are made; the simulation takes time that grows with the steps.
pub const MOST: usize = 2_000_000;

/// So many keys for a table.
///
/// # Errors
/// When there are too many.
pub fn flood(table: Table, count: usize) -> Result<Flood, Error> {
    if count > MOST {
        return Err(Error::Unfit(format!("{MOST} keys are the most")));
    }
    if table == Table::JavaHashMap && count > MOST_JAVA {
        return Err(Error::Unfit(format!(
            "a bucket of `HashMap<Integer, ...>` has at most {MOST_JAVA} keys of that many"
        )));
    }
    let keys = match table {
        Table::UnorderedMap => multiples(unordered_unit(count), count),
        Table::GpHashTable => multiples(PROBED, count),
        Table::PythonDict => python_keys(count, &DICT),
        Table::PythonSet => python_keys(count, &SET),
        Table::JavaHashMap => java_keys(count),
    };
    let steps = steps(table, &keys);
    Ok(Flood { keys, steps })
}

fn multiples(unit: i64, count: usize) -> Vec<i64> {
    (0..count as i64).map(|k| k * unit).collect()
}

/// More keys need a table in which no bucket has as many numbers of 32 bits.
const MOST_JAVA: usize = 49_152;

/// Keys looked at while these are inserted into an empty table of the default size.
pub fn steps(table: Table, keys: &[i64]) -> u64 {
    match table {
        Table::UnorderedMap => unordered_steps(keys),
        Table::GpHashTable => probed_steps(keys),
        Table::PythonDict => dict_steps(keys),
        Table::PythonSet => set_steps(keys),
        Table::JavaHashMap => fullest_bucket(keys),
    }
}

/// The sizes that GCC's `unordered_map` takes on one after the other when keys are inserted singly: from 1 bucket on, each size is the first prime of the
/// library's list that is at least twice the last one, and the table grows when the keys would exceed its size.
const SIZES: [u64; 28] = [
    13,
    29,
    59,
    127,
    257,
    541,
    1109,
    2357,
    5087,
    10_273,
    20_753,
    42_043,
    85_229,
    172_933,
    351_061,
    712_697,
    1_447_153,
    2_938_679,
    5_967_347,
    12_117_689,
    24_607_243,
    49_969_847,
    101_473_717,
    206_062_531,
    418_451_333,
    849_738_889,
    1_725_540_047,
    3_504_050_443,
];

/// The size of a table of so many keys.
fn unordered_size(count: usize) -> u64 {
    SIZES.into_iter().find(|&size| count as u64 <= size).unwrap_or(SIZES[SIZES.len() - 1])
}

/// A common multiple of the sizes that the table has last, as many as numbers of 63 bits allow: keys meet in all of them.
fn unordered_unit(count: usize) -> i64 {
    let last = SIZES.iter().position(|&size| count as u64 <= size).unwrap_or(SIZES.len() - 1);
    let mut unit = 1i64;
    for &size in SIZES[..=last].iter().rev() {
        match unit.checked_mul(size as i64).filter(|unit| unit.checked_mul(count.max(1) as i64).is_some()) {
            Some(larger) => unit = larger,
            None => break,
        }
    }
    unit
}

/// A chain is looked through before a key is added to it; a small table is looked through as a whole only for slow hashes.
fn unordered_steps(keys: &[i64]) -> u64 {
    let mut steps = 0;
    let mut size = 1;
    let mut chains: Vec<u32> = vec![0];
    for (count, &key) in keys.iter().enumerate() {
        steps += u64::from(chains[(key as u64 % size) as usize]);
        if count as u64 + 1 > size || count == 0 {
            size = unordered_size(count + 1);
            chains = vec![0; size as usize];
            keys[..count].iter().for_each(|&key| chains[(key as u64 % size) as usize] += 1);
        }
        chains[(key as u64 % size) as usize] += 1;
    }
    steps
}

/// A multiple of all sizes that `gp_hash_table` has with so many keys.
const PROBED: i64 = 1 << 24;

/// Places in use, found again by skipping whole runs: the steps of a probe are counted, not taken.
struct Runs {
    /// For each place the first free one at or behind it, as far as known.
    next: Vec<u32>,
}

impl Runs {
    fn new(size: u64) -> Runs {
        Runs { next: (0..size as u32).collect() }
    }

    /// The first free place from here on, round the end.
    fn free(&mut self, place: usize) -> usize {
        let mut at = place;
        while self.next[at] as usize != at {
            at = self.next[at] as usize;
        }
        let mut back = place;
        while self.next[back] as usize != back {
            back = std::mem::replace(&mut self.next[back], at as u32) as usize;
        }
        at
    }

    fn take(&mut self, place: usize) {
        let size = self.next.len();
        self.next[place] = ((place + 1) % size) as u32;
    }
}

/// 8 places at first, and probing place by place.
fn probed_steps(keys: &[i64]) -> u64 {
    let mut size = 8u64;
    let mut runs = Runs::new(size);
    let mut steps = 0;
    for (count, &key) in keys.iter().enumerate() {
        // Half of the places less one are used, then the size doubles. That keys are moved is not counted.
        if count as u64 >= size / 2 - 1 {
            size *= 2;
            runs = Runs::new(size);
            for &old in &keys[..count] {
                let place = runs.free((old as u64 & (size - 1)) as usize);
                runs.take(place);
            }
        }
        let home = (key as u64 & (size - 1)) as usize;
        let place = runs.free(home);
        steps += ((place + size as usize - home) % size as usize) as u64;
        runs.take(place);
    }
    steps
}

/// Python's hash of a whole number that is not negative: itself modulo 2^61 - 1.
fn python_hash(key: i64) -> u64 {
    key as u64 % ((1 << 61) - 1)
}

/// How one of Python's tables grows and probes.
struct Python {
    /// Places that are looked at behind each place of the path, as long as all of them lie inside the table.
    neighbours: u64,
    /// Whether the table grows before this many keys and one more are inside.
    full: fn(u64, u64) -> bool,
    /// The size for so many keys.
    grown: fn(u64) -> u64,
}

/// `dict`: two thirds of the places are used; then three times the keys, rounded up to a power of two.
const DICT: Python = Python {
    neighbours: 0,
    full: |keys, size| keys >= size * 2 / 3,
    grown: |keys| (keys * 3).max(8).next_power_of_two(),
};

/// `set`: three fifths of the places are filled; then more than four times the keys, twice from 50 000 on.
const SET: Python = Python {
    neighbours: 9,
    full: |keys, size| keys > 0 && keys * 5 >= (size - 1) * 3,
    grown: |keys| (if keys > 50_000 { keys * 2 } else { keys * 4 } + 1).max(8).next_power_of_two(),
};

impl Python {
    /// Inserts a hash; the keys looked at.
    fn insert(&self, used: &mut [bool], hash: u64) -> u64 {
        let mask = used.len() as u64 - 1;
        let (mut place, mut perturb, mut looked) = (hash & mask, hash, 0);
        loop {
            let last = if place + self.neighbours <= mask { place + self.neighbours } else { place };
            for near in place..=last {
                if !used[near as usize] {
                    used[near as usize] = true;
                    return looked;
                }
                looked += 1;
            }
            perturb >>= 5;
            place = place.wrapping_mul(5).wrapping_add(perturb).wrapping_add(1) & mask;
        }
    }

    fn steps(&self, keys: &[i64]) -> u64 {
        let mut size = 8u64;
        let mut used = vec![false; size as usize];
        let mut steps = 0;
        for (count, &key) in keys.iter().enumerate() {
            if (self.full)(count as u64, size) {
                size = (self.grown)(count as u64);
                used = vec![false; size as usize];
                for &old in &keys[..count] {
                    self.insert(&mut used, python_hash(old));
                }
            }
            steps += self.insert(&mut used, python_hash(key));
        }
        steps
    }

    /// The sizes that the table has while keys are inserted, with the number of keys at which each begins.
    fn sizes(&self, count: usize) -> Vec<(u64, u64)> {
        let mut sizes = vec![(8, 0)];
        for keys in 0..count as u64 {
            let size = sizes[sizes.len() - 1].0;
            if (self.full)(keys, size) {
                sizes.push(((self.grown)(keys), keys));
            }
        }
        sizes
    }
}

fn dict_steps(keys: &[i64]) -> u64 {
    DICT.steps(keys)
}

fn set_steps(keys: &[i64]) -> u64 {
    SET.steps(keys)
}

/// Choices that are tried before a table is called too hard.
const TRIED: u64 = 200_000_000;

/// Keys for one of Python's tables. When nothing of the hash is left to perturb it, the path of probes is one cycle through all
/// places, 5·i + 1. The first keys fill a stretch of that cycle, each at its own place; the others are numbers whose first probes all hit
/// places in use and whose path then enters the stretch, so that they walk along it to its end. Five new bits of the key decide about each
/// probe, so such numbers are found by a search with 32 ways at each step.
fn python_keys(count: usize, table: &Python) -> Vec<i64> {
    let sizes = table.sizes(count);
    let phases = sizes.iter().enumerate().map(|(i, &(size, from))| {
        let to = sizes.get(i + 1).map_or(count as u64, |next| next.1);
        (size, from, to)
    });
    // The size in which most steps can be made.
    let (size, from, to) = phases.max_by_key(|&(_, from, to)| (to - from) * (from + to)).unwrap_or((8, 0, 0));
    let mut flood = Walkers { table, size, used: vec![false; size as usize], keys: Vec::new(), tried: 0 };
    flood.stretch(from.max(to / 2).min(to));
    flood.walk(to as usize);
    flood.rest(count);
    flood.keys.iter().map(|&key| key as i64).collect()
}

struct Walkers<'a> {
    table: &'a Python,
    size: u64,
    used: Vec<bool>,
    keys: Vec<u64>,
    tried: u64,
}

impl Walkers<'_> {
    /// Whether a probe at this place finds no room.
    fn full(&self, place: u64) -> bool {
        let last = place + self.table.neighbours;
        let last = if last < self.size { last } else { place };
        (place..=last).all(|near| self.used[near as usize])
    }

    fn take(&mut self, key: u64) {
        self.used[key as usize] = true;
        self.keys.push(key);
    }

    /// Fills a stretch of the cycle, with neighbours, by numbers that stand at their own places. Where probes look at neighbours too, half
    /// of the keys are a block without gaps, so that first probes hit it.
    fn stretch(&mut self, count: u64) {
        let block = if self.table.neighbours > 0 { count * 2 / 5 } else { 0 };
        (self.size - block..self.size).for_each(|place| self.take(place));
        let mut place = 0;
        'filled: while (self.keys.len() as u64) < count {
            let last = (place + self.table.neighbours).min(self.size - 1);
            for near in place..=last {
                if self.keys.len() as u64 == count {
                    break 'filled;
                }
                if !self.used[near as usize] {
                    self.take(near);
                }
            }
            place = (place * 5 + 1) & (self.size - 1);
        }
    }

    /// Numbers that walk, found by a search over the bits above their first place.
    fn walk(&mut self, most: usize) {
        let bits = self.size.trailing_zeros();
        let starts: Vec<u64> = (0..self.size).filter(|&place| self.full(place)).collect();
        let goals = self.entries();
        let mut round = 0;
        // Longer numbers have more probes that must hit, and more ways to do it.
        let mut free = 1;
        while self.keys.len() < most && self.tried < TRIED && bits + 5 * free <= 60 {
            let before = self.keys.len();
            for &start in &starts {
                if self.keys.len() >= most || self.tried >= TRIED {
                    return;
                }
                self.extend(start, start, 0, free, &goals, most);
            }
            round += 1;
            if self.keys.len() == before || round > 64 {
                free += 1;
            }
            free += 1;
        }
    }

    /// For each place whether a walk from it goes along at least half of the stretch.
    fn entries(&self) -> Vec<bool> {
        let mut goals = vec![false; self.size as usize];
        let mut path = Vec::new();
        let mut place = 0;
        while self.full(place) && path.len() < self.size as usize {
            path.push(place);
            place = (place * 5 + 1) & (self.size - 1);
        }
        path[..path.len() / 2].iter().for_each(|&place| goals[place as usize] = true);
        goals
    }

    /// Chooses the next five bits of a number; `place` is its last probe.
    fn extend(&mut self, number: u64, place: u64, step: u32, free: u32, goals: &[bool], most: usize) {
        let (bits, mask) = (self.size.trailing_zeros(), self.size - 1);
        if step == free {
            if self.enters(number, place, step, goals) {
                self.keys.push(number);
            }
            return;
        }
        let ways = if step + 1 == free { 1..32 } else { 0..32u64 };
        for chosen in ways {
            self.tried += 1;
            if self.keys.len() >= most || self.tried >= TRIED {
                return;
            }
            let longer = number | chosen << (bits + 5 * step);
            let next = place.wrapping_mul(5).wrapping_add(1).wrapping_add(longer >> (5 * (step + 1))) & mask;
            // The bits above are still 0, and they do not reach this place.
            if self.full(next) {
                self.extend(longer, next, step + 1, free, goals, most);
            }
        }
    }

    /// Whether the last probes hit places in use too, and the path enters the stretch early.
    fn enters(&self, number: u64, place: u64, step: u32, goals: &[bool]) -> bool {
        let mask = self.size - 1;
        let (mut place, mut perturb) = (place, number >> (5 * step));
        while perturb > 0 {
            perturb >>= 5;
            place = place.wrapping_mul(5).wrapping_add(1).wrapping_add(perturb) & mask;
            if !self.full(place) {
                return false;
            }
        }
        goals[place as usize]
    }

    /// What the search did not find is filled up with numbers nobody used.
    fn rest(&mut self, count: usize) {
        let known: std::collections::HashSet<u64> = self.keys.iter().copied().collect();
        let missing = count - self.keys.len().min(count);
        self.keys.extend((0..).map(|k| k << 24).filter(|key| !known.contains(key)).take(missing));
    }
}

/// Java spreads the upper bits over the lower ones by h ^ h >>> 16 and takes the lower bits of that. The spread is its own inverse, so keys are
/// chosen by what it makes of them: multiples of the size of the table.
fn java_keys(count: usize) -> Vec<i64> {
    let bits = java_size(count).trailing_zeros();
    (0..count as u64)
        .map(|k| {
            let spread = (k << bits) as u32;
            i64::from((spread ^ spread >> 16) as i32)
        })
        .collect()
}

/// 16 places at first, doubled when three quarters of them are passed.
fn java_size(count: usize) -> u64 {
    let mut size = 16u64;
    while count as u64 * 4 > size * 3 {
        size *= 2;
    }
    // A bucket of eight keys doubles a table of fewer than 64 places.
    if count > 8 { size.max(64) } else { size }
}

fn fullest_bucket(keys: &[i64]) -> u64 {
    let size = java_size(keys.len());
    let mut buckets = vec![0u64; size as usize];
    for &key in keys {
        let code = key as i32 as u32;
        buckets[(u64::from(code ^ code >> 16) & (size - 1)) as usize] += 1;
    }
    buckets.into_iter().max().unwrap_or(0)
}

/// A source that inserts the keys and prints its time.
pub fn program(table: Table, keys: &[i64]) -> String {
    let count = keys.len();
    let rule = |unit: String| format!("i * {unit}");
    match table {
        Table::UnorderedMap => cpp(
            "#include <unordered_map>",
            "std::unordered_map<long long, int> table;",
            &rule(format!("{}LL", unordered_unit(count))),
            count,
        ),
        Table::GpHashTable => cpp(
            "#include <ext/pb_ds/assoc_container.hpp>",
            "__gnu_pbds::gp_hash_table<long long, int> table;",
            &rule(format!("{PROBED}LL")),
            count,
        ),
        Table::PythonDict => python("table = {}", "table[key] = 1", keys),
        Table::PythonSet => python("table = set()", "table.add(key)", keys),
        Table::JavaHashMap => java(count),
    }
}

fn cpp(include: &str, table: &str, key: &str, count: usize) -> String {
    format!(
        "#include <chrono>\n#include <cstdio>\n{include}\n\nint main() {{\n    {table}\n    auto start = std::chrono::steady_clock::now();\n    for (long long i = 0; i < {count}; i++) table[{key}] = 1;\n    std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;\n    std::printf(\"%zu keys in %.3f s\\n\", (size_t)table.size(), time.count());\n}}\n"
    )
}

/// Python's keys follow no formula: they stand in the program.
fn python(table: &str, insert: &str, keys: &[i64]) -> String {
    let keys: Vec<String> = keys.iter().map(i64::to_string).collect();
    format!(
        "import time\n\nkeys = [{}]\n{table}\nstart = time.perf_counter()\nfor key in keys:\n    {insert}\nprint(f\"{{len(table)}} keys in {{time.perf_counter() - start:.3f}} s\")\n",
        keys.join(", ")
    )
}

fn java(count: usize) -> String {
    let bits = java_size(count).trailing_zeros();
    format!(
        "import java.util.HashMap;\n\npublic class Main {{\n    public static void main(String[] arguments) {{\n        HashMap<Integer, Integer> table = new HashMap<>();\n        long start = System.nanoTime();\n        for (int i = 0; i < {count}; i++) {{\n            int spread = i << {bits};\n            table.put(spread ^ spread >>> 16, 1);\n        }}\n        System.out.printf(\"%d keys in %.3f s%n\", table.size(), (System.nanoTime() - start) / 1e9);\n    }}\n}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    const TABLES: [Table; 5] =
        [Table::UnorderedMap, Table::GpHashTable, Table::PythonDict, Table::PythonSet, Table::JavaHashMap];

    #[test]
    fn floods_cost_a_sixteenth_of_the_square() {
        for table in TABLES {
            for count in [1, 2, 10, 100, 1000, 5000] {
                let Flood { keys, steps } = flood(table, count).unwrap();
                assert_eq!(keys.iter().collect::<HashSet<_>>().len(), count, "{table}");
                let least = if table == Table::JavaHashMap { count } else { count * count / 16 } as u64;
                assert!(steps >= least, "{table} {count}: {steps}");
            }
        }
        assert!(flood(Table::UnorderedMap, MOST + 1).is_err());
    }

    #[test]
    fn harmless_keys_cost_little() {
        let keys: Vec<i64> = (0..5000).collect();
        for table in TABLES {
            assert!(steps(table, &keys) < 5000, "{table}");
        }
    }
}
