//! The loops that a programmer would write by hand for one rule each: a stamp array, and the first place without stamp.

/// More values than any of these games has.
const VALUES: usize = 1 << 20;

/// Marks the values of the options of one heap.
pub struct Seen {
    stamps: Vec<u32>,
    stamp: u32,
}

impl Seen {
    #[inline(always)]
    fn mark(&mut self, value: u32) {
        self.stamps[value as usize] = self.stamp;
    }
}

/// The values of heaps 0 to `largest`; `options` marks those of heap n, given all smaller ones.
#[inline(always)]
fn table(largest: usize, options: impl Fn(usize, &[u32], &mut Seen)) -> Vec<u32> {
    let mut g = Vec::with_capacity(largest + 1);
    let mut seen = Seen { stamps: vec![0; VALUES], stamp: 0 };
    for n in 0..=largest {
        seen.stamp = n as u32 + 1;
        options(n, &g, &mut seen);
        let mex = seen.stamps.iter().take_while(|stamp| **stamp == seen.stamp).count();
        g.push(mex as u32);
    }
    g
}

/// `n -> n - k*k where k > 0`
pub fn take_a_square(largest: usize) -> Vec<u32> {
    table(largest, |n, g, seen| {
        let mut k = 1;
        while k * k <= n {
            seen.mark(g[n - k * k]);
            k += 1;
        }
    })
}

/// `n -> a, b where a < n, b < n`
pub fn two_smaller(largest: usize) -> Vec<u32> {
    table(largest, |n, g, seen| {
        for a in 0..n {
            for b in 0..n {
                seen.mark(g[a] ^ g[b]);
            }
        }
    })
}

/// `n -> n - k*k, k where k > 1, k*k <= n`
pub fn square_and_root(largest: usize) -> Vec<u32> {
    table(largest, |n, g, seen| {
        let mut k = 2;
        while k * k <= n {
            seen.mark(g[n - k * k] ^ g[k]);
            k += 1;
        }
    })
}

/// `n -> d of n/d, n - d where d | n, 1 < d < n ; n -> n - 1`
pub fn equal_shares(largest: usize) -> Vec<u32> {
    table(largest, |n, g, seen| {
        let mut share =
            |d: usize, rest: usize| seen.mark(if d % 2 == 1 { g[rest] ^ g[n - d] } else { g[n - d] });
        let mut d = 2;
        while d * d <= n {
            if n % d == 0 {
                share(d, n / d);
                share(n / d, d);
            }
            d += 1;
        }
        if n > 0 {
            seen.mark(g[n - 1]);
        }
    })
}

/// `n -> a, b, c where a + 2*b + c = n, 0 < a < b < c`
pub fn three_parts(largest: usize) -> Vec<u32> {
    table(largest, |n, g, seen| {
        for a in 1..n {
            for b in a + 1..n {
                if a + 3 * b >= n {
                    break;
                }
                seen.mark(g[a] ^ g[b] ^ g[n - a - 2 * b]);
            }
        }
    })
}

/// `n -> n - k, k/2 where k odd, k < n`
pub fn take_odd_leave_half(largest: usize) -> Vec<u32> {
    table(largest, |n, g, seen| {
        for k in (1..n).step_by(2) {
            seen.mark(g[n - k] ^ g[k / 2]);
        }
    })
}

/// `n -> k, n % k where 0 < k < n`
pub fn remainder(largest: usize) -> Vec<u32> {
    table(largest, |n, g, seen| {
        for k in 1..n {
            seen.mark(g[k] ^ g[n % k]);
        }
    })
}

/// `n -> n - d where d | n, d < n`
pub fn take_a_divisor(largest: usize) -> Vec<u32> {
    table(largest, |n, g, seen| {
        let mut d = 1;
        while d * d <= n {
            if n % d == 0 {
                if d < n {
                    seen.mark(g[n - d]);
                }
                if n / d < n {
                    seen.mark(g[n - n / d]);
                }
            }
            d += 1;
        }
    })
}

/// `n -> a, b where a*b = n, 1 < a <= b ; n -> n - 1`
pub fn factors(largest: usize) -> Vec<u32> {
    table(largest, |n, g, seen| {
        let mut a = 2;
        while a * a <= n {
            if n % a == 0 {
                seen.mark(g[a] ^ g[n / a]);
            }
            a += 1;
        }
        if n > 0 {
            seen.mark(g[n - 1]);
        }
    })
}
