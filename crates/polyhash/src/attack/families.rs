//! Hashes of sets, multisets, trees and grids with known values.
//!
//! All of them are linear in something. The xor of a set's values (Zobrist 1970) is linear over GF(2): Gauss finds a set whose xor is 0 among any 65
//! values of 64 bits, and its two parts have one hash. Sums of values are linear over the whole numbers: a [lattice](super::lattice) finds
//! two multisets. A tree hash 1 + Σ h(c)·prime(size(c)) is linear in the children of the root: take many small trees of one
//! size and let a lattice choose how often each hangs below the root. A two-dimensional polynomial hash is a polynomial hash with
//! weights B₁ʳ·B₂ᶜ.
//!
//! With values or bases that are random and secret, two given things collide with probability 2⁻ᵇ (xor of b bits), 1/p (sum
//! modulo a prime), at most (r + c)/p (grids of r + 1 rows and c + 1 columns, by Schwartz and Zippel).
//!
//! ```
//! use polyhash::attack::families::xor;
//!
//! let (first, second) = xor(&[3, 5, 6, 8]).unwrap();
//! assert_eq!((first, second), (vec![1], vec![2, 3]));
//! ```

use super::lattice::Congruences;
use super::search::{Family, Known};
use super::{Effort, NO_FUNCTION, Outcome, Values};
use crate::modulus::Modulus;

/// Two sets of places, from 1, without common elements, whose values have one xor; none if all values are independent.
pub fn xor(values: &[u128]) -> Option<(Vec<usize>, Vec<usize>)> {
    // Each row: a value and the set of places it is the xor of.
    let mut rows: Vec<(u128, Vec<u64>)> = Vec::new();
    let words = values.len().div_ceil(64);
    for (place, &value) in values.iter().enumerate() {
        let mut set = vec![0u64; words];
        set[place / 64] |= 1 << (place % 64);
        let mut rest = value;
        for (row, places) in &rows {
            if rest ^ row < rest {
                rest ^= row;
                set.iter_mut().zip(places).for_each(|(mine, theirs)| *mine ^= theirs);
            }
        }
        if rest == 0 {
            let all: Vec<usize> = (0..values.len())
                .filter(|place| set[place / 64] >> (place % 64) & 1 == 1)
                .map(|place| place + 1)
                .collect();
            let (first, second) = all.split_at(1);
            return Some((first.to_vec(), second.to_vec()));
        }
        rows.push((rest, set));
        // The highest bits first, so that one pass reduces.
        rows.sort_by_key(|row| std::cmp::Reverse(row.0));
    }
    None
}

/// The most elements of a multiset.
const MOST: i128 = 1 << 20;

/// Two multisets of places, from 1, without common elements, whose values have one sum, modulo m or exactly.
pub fn sum(
    values: &[u64],
    modulus: Option<Modulus>,
    effort: &Effort<'_>,
) -> Outcome<(Vec<usize>, Vec<usize>)> {
    if values.is_empty() {
        return Outcome::Impossible("there are no values".to_owned());
    }
    // Exactly equal sums are equal modulo two numbers whose product is larger than any sum.
    let moduli = modulus.map_or_else(|| vec![Modulus::TWO_64, Modulus::MERSENNE_61], |modulus| vec![modulus]);
    let used = &values[..values.len().min(60)];
    let weights = |m: &Modulus| used.iter().map(|&value| m.reduce(u128::from(value))).collect();
    let system = Congruences::new(moduli.clone(), moduli.iter().map(weights).collect());
    let Some(basis) = system.solutions_within(effort.keep_going) else {
        return if (effort.keep_going)(0) {
            Outcome::NotFound("the numbers are too large".to_owned())
        } else {
            Outcome::Stopped
        };
    };
    let right = |x: &[i128]| {
        let exact = x
            .iter()
            .zip(used)
            .try_fold(0i128, |sum, (&x, &value)| sum.checked_add(x.checked_mul(i128::from(value))?));
        let size = x.iter().try_fold(0i128, |sum, x| sum.checked_add(x.abs()));
        size.is_some_and(|size| (1..=MOST).contains(&size))
            && match modulus {
                Some(_) => system.solves(x),
                None => exact == Some(0),
            }
    };
    let best =
        basis.rows().filter(|row| right(row)).min_by_key(|row| row.iter().map(|x| x.abs()).sum::<i128>());
    match best {
        Some(x) => Outcome::Found(parts(x)),
        None => Outcome::NotFound(format!(
            "the multisets would have more than {MOST} elements, or the values are too few"
        )),
    }
}

/// Places with positive and with negative multiplicities, repeated.
fn parts(x: &[i128]) -> (Vec<usize>, Vec<usize>) {
    let part = |sign: i128| {
        let repeated = |(place, &times): (usize, &i128)| {
            std::iter::repeat_n(place + 1, usize::try_from((times * sign).max(0)).unwrap_or(0))
        };
        x.iter().enumerate().flat_map(repeated).collect()
    };
    (part(1), part(-1))
}

/// A rooted tree as the list of parents of its vertices, from 1; the root has 0 and comes first.
pub type Parents = Vec<usize>;

/// The hash of a tree: h(v) = 1 + Σ h(c)·(the size(c)-th prime) over the children c.
pub fn tree_hash(parents: &[usize], modulus: Modulus) -> u64 {
    let n = parents.len();
    let mut sizes = vec![1usize; n];
    let mut hashes = vec![modulus.reduce(1); n];
    let primes = primes(n);
    // Deepest vertices first, whatever their numbers are.
    let mut depths = vec![usize::MAX; n];
    let depth = |depths: &mut Vec<usize>, vertex: usize| {
        let mut path = vec![vertex];
        while parents[*path.last().expect("not empty")] != 0 && path.len() <= n {
            path.push(parents[*path.last().expect("not empty")] - 1);
        }
        depths[vertex] = path.len();
    };
    (0..n).for_each(|vertex| depth(&mut depths, vertex));
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|&vertex| std::cmp::Reverse(depths[vertex]));
    for vertex in order {
        if let Some(parent) = parents[vertex].checked_sub(1) {
            sizes[parent] += sizes[vertex];
            let product = modulus.multiply(hashes[vertex], modulus.reduce(primes[sizes[vertex] - 1].into()));
            hashes[parent] = modulus.add(hashes[parent], product);
        }
    }
    parents.iter().position(|&parent| parent == 0).map_or(0, |root| hashes[root])
}

/// The first primes.
fn primes(count: usize) -> Vec<u64> {
    let mut found: Vec<u64> = Vec::with_capacity(count);
    let mut candidate = 2;
    while found.len() < count.max(1) {
        if found.iter().take_while(|&&p| p * p <= candidate).all(|p| candidate % p != 0) {
            found.push(candidate);
        }
        candidate += 1;
    }
    found
}

/// All rooted trees of so many vertices, none isomorphic to another.
fn rooted_trees(size: usize) -> Vec<Parents> {
    // A tree is a root with a multiset of smaller trees, written largest first.
    let mut by_size: Vec<Vec<Parents>> = vec![Vec::new(), vec![vec![0]]];
    for n in 2..=size {
        let smaller: Vec<Parents> = by_size.iter().flatten().cloned().collect();
        let mut found = Vec::new();
        forests(&smaller, n - 1, smaller.len(), &mut vec![0], &mut found);
        by_size.push(found);
    }
    by_size.swap_remove(size)
}

/// Hangs trees below the root of a tree until it has so many more vertices, in an order that never increases.
fn forests(trees: &[Parents], missing: usize, most: usize, tree: &mut Parents, found: &mut Vec<Parents>) {
    if missing == 0 {
        found.push(tree.clone());
        return;
    }
    for (place, child) in trees[..most].iter().enumerate().filter(|(_, child)| child.len() <= missing) {
        let before = tree.len();
        hang(tree, child);
        forests(trees, missing - child.len(), place + 1, tree, found);
        tree.truncate(before);
    }
}

/// Hangs a tree below the root.
fn hang(tree: &mut Parents, child: &[usize]) {
    let offset = tree.len();
    tree.extend(child.iter().map(|&parent| if parent == 0 { 1 } else { parent + offset }));
}

/// Vertices of the small trees that hang below the roots.
const SMALL: usize = 7;

/// Two trees with as many vertices and one hash under each modulus that are not isomorphic.
pub fn trees(moduli: &[Modulus], effort: &Effort<'_>) -> Outcome<(Parents, Parents)> {
    if moduli.is_empty() {
        return Outcome::Impossible(NO_FUNCTION.to_owned());
    }
    let small = rooted_trees(SMALL);
    // As many vertices: the multiplicities have the sum 0, and are far smaller than this prime.
    let count = Modulus::new(1_000_003).expect("a modulus");
    let mut all = moduli.to_vec();
    all.push(count);
    let bits: f64 = all.iter().map(|m| m.bits()).sum();
    for n in [6, 10, 14, 20, 28, 36, 48].into_iter().filter(|&n| n as f64 * 3.5 > bits || n == 48) {
        let n = n.min(small.len());
        let weights = |m: &Modulus| -> Vec<u64> {
            if *m == count {
                return vec![1; n];
            }
            small[..n].iter().map(|tree| tree_hash(tree, *m)).collect()
        };
        // The factor that all hashes share, the prime of their size, is left out: it only helps.
        let system = Congruences::new(all.clone(), all.iter().map(weights).collect());
        let Some(basis) = system.solutions_within(effort.keep_going) else {
            return if (effort.keep_going)(0) {
                Outcome::NotFound("the numbers grew too large".to_owned())
            } else {
                Outcome::Stopped
            };
        };
        let size = |row: &[i128]| row.iter().map(|x| x.abs()).sum::<i128>();
        let best = basis
            .rows()
            .filter(|row| size(row) < 20_000 && row.iter().sum::<i128>() == 0)
            .min_by_key(|row| size(row));
        let Some(x) = best else { continue };
        let grown = |sign: i128| {
            let mut tree = vec![0];
            for (child, &times) in small.iter().zip(x) {
                (0..times * sign).for_each(|_| hang(&mut tree, child));
            }
            tree
        };
        let (first, second) = (grown(1), grown(-1));
        if moduli.iter().all(|&m| tree_hash(&first, m) == tree_hash(&second, m)) {
            return Outcome::Found((first, second));
        }
    }
    Outcome::NotFound("no combination of small trees is small enough".to_owned())
}

/// The most cells that differ.
const CELLS: usize = 64;

/// A grid, row by row.
pub type Rows = Vec<Vec<i64>>;

/// The hash of a grid: Σ v·B₁ʳ·B₂ᶜ.
pub fn grid_hash(grid: &[Vec<i64>], bases: (u64, u64), modulus: Modulus) -> u64 {
    let rows =
        grid.iter().enumerate().flat_map(|(r, row)| row.iter().enumerate().map(move |(c, v)| (r, c, v)));
    rows.fold(0, |sum, (r, c, &value)| {
        let weight = modulus.multiply(modulus.power(bases.0, r as u64), modulus.power(bases.1, c as u64));
        modulus.add(sum, modulus.multiply(weight, modulus.reduce_signed(i128::from(value))))
    })
}

/// Two grids of so many rows and columns with one hash under each modulus.
pub fn grids(
    (rows, columns): (usize, usize),
    bases: (u64, u64),
    moduli: &[Modulus],
    values: &Values,
    effort: &Effort<'_>,
) -> Outcome<(Rows, Rows)> {
    if moduli.is_empty() {
        return Outcome::Impossible(NO_FUNCTION.to_owned());
    }
    let cells = rows.saturating_mul(columns);
    if cells == 0 || values.width() == 0 {
        return Outcome::Impossible("there is only one such grid".to_owned());
    }
    let weight = |m: Modulus, cell: usize| {
        let step = m.reduce(u128::from(values.step()));
        let powers =
            m.multiply(m.power(bases.0, (cell / columns) as u64), m.power(bases.1, (cell % columns) as u64));
        m.multiply(step, powers)
    };
    let system = |n: usize| {
        let row = |m: &Modulus| (0..n).map(|cell| weight(*m, cell)).collect();
        Congruences::new(moduli.to_vec(), moduli.iter().map(row).collect())
    };
    let fits = |x: &[i128]| x.iter().all(|&difference| values.has(difference));
    let bits = moduli.iter().map(|m| m.bits()).sum();
    let family = Family { system: &system, bits, width: values.width(), fits: &fits };
    let most = cells.min(CELLS);
    let found = match family.search(family.expected().min(most), most, effort) {
        Known::Unknown(_) if cells <= CELLS => family.look(cells, effort.nodes, effort).0,
        other => other,
    };
    match found {
        Known::Found(solution) => {
            let pairs = solution.x.iter().map(|&x| values.pair(x).expect("differences that fit"));
            let (mut first, mut second): (Vec<i64>, Vec<i64>) = pairs.unzip();
            first.resize(cells, values.first());
            second.resize(cells, values.first());
            let rows = |cells: Vec<i64>| cells.chunks(columns).map(<[i64]>::to_vec).collect::<Rows>();
            let (first, second) = (rows(first), rows(second));
            match moduli.iter().all(|&m| grid_hash(&first, bases, m) == grid_hash(&second, bases, m)) {
                true => Outcome::Found((first, second)),
                false => Outcome::NotFound("rounding led astray".to_owned()),
            }
        }
        Known::Stopped => Outcome::Stopped,
        Known::None => {
            Outcome::Impossible("no two such grids collide: all short vectors were enumerated".to_owned())
        }
        Known::Unknown(_) => {
            Outcome::NotFound("lattice reduction found no solution that fits the alphabet".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix;

    #[test]
    fn sets_with_one_xor() {
        let mut random = SplitMix(4);
        let values: Vec<u128> = (0..80).map(|_| random.next().into()).collect();
        let (first, second) = xor(&values).unwrap();
        let all = |places: &[usize]| places.iter().fold(0, |xor, place| xor ^ values[place - 1]);
        assert!(all(&first) == all(&second) && first.iter().all(|place| !second.contains(place)));
        assert_eq!(xor(&[1, 2, 4, 8]), None);
        assert_eq!(xor(&[7, 7]), Some((vec![1], vec![2])));
    }

    #[test]
    fn multisets_with_one_sum() {
        let mut random = SplitMix(4);
        let values: Vec<u64> = (0..40).map(|_| random.next() >> 4).collect();
        for modulus in [None, Some(Modulus::MERSENNE_61), Some(Modulus::TWO_64)] {
            let (first, second) = sum(&values, modulus, &Effort::default()).found().unwrap();
            let total =
                |places: &[usize]| places.iter().map(|place| u128::from(values[place - 1])).sum::<u128>();
            assert!(first != second && first.iter().all(|place| !second.contains(place)));
            match modulus {
                None => assert_eq!(total(&first), total(&second)),
                Some(m) => assert_eq!(m.reduce(total(&first)), m.reduce(total(&second))),
            }
        }
    }

    #[test]
    fn rooted_trees_are_counted() {
        // A000081.
        let counts: Vec<usize> = (1..=8).map(|n| rooted_trees(n).len()).collect();
        assert_eq!(counts, [1, 1, 2, 4, 9, 20, 48, 115]);
    }

    #[test]
    fn trees_and_grids() {
        for m in [97, 1_000_000_007, (1 << 61) - 1, 1 << 64] {
            let m = Modulus::new(m).unwrap();
            let (first, second) = trees(&[m], &Effort::default()).found().unwrap();
            assert_eq!((first.len(), tree_hash(&first, m)), (second.len(), tree_hash(&second, m)));
            assert_ne!(first, second);
            let values = Values::range(1, 26).unwrap();
            let (one, other) = grids((5, 7), (131, 137), &[m], &values, &Effort::default()).found().unwrap();
            assert!(one != other && grid_hash(&one, (131, 137), m) == grid_hash(&other, (131, 137), m));
        }
    }
}
