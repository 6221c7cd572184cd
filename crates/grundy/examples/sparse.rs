use grundy::heap::sparse_space::{SparseSpace, breaks::Breaks, scalar};
use grundy::heap::terms::Terms;
use grundy::limits::{Limits, Pulse};
use grundy::rule::Code;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let code = Code::parse(&args[1]).unwrap();
    let count: usize = args[2].parse().unwrap();
    let breaks = Breaks::of(&code).unwrap();
    let limits =
        Limits { threads: std::env::var("T").map_or(1, |t| t.parse().unwrap()), ..Limits::default() };
    let mut pulse = Pulse::new(&limits);
    let mut fast = SparseSpace::new(breaks.clone(), Vec::new());
    let mut last = Instant::now();
    let mut done = 0;
    let mut goal = 1 << 12;
    while done < count {
        goal = goal.min(count);
        fast.extend(goal, &mut pulse).unwrap();
        let time = last.elapsed().as_secs_f64();
        eprintln!(
            "{goal}: {time:.4} s, {:.2} M/s, rare {:?}",
            (goal - done) as f64 / time / 1e6,
            fast.space().map(|s| s.rare.len())
        );
        last = Instant::now();
        done = goal;
        goal = if goal.is_power_of_two() { goal + goal / 16 } else { (goal + 1).next_power_of_two() };
    }
    if args.len() > 3 {
        let mut slow = Vec::new();
        let start = Instant::now();
        scalar::fill(&breaks, count, &mut slow, &mut pulse).unwrap();
        eprintln!("scalar {:.3} s", start.elapsed().as_secs_f64());
        let mut values = vec![0; count];
        fast.read(0, &mut values);
        match (0..count).find(|&n| values[n] != slow[n]) {
            None => eprintln!("equal, largest {:?}", values.iter().max()),
            Some(n) => eprintln!("DIFFER at {n}: {} scalar {}", values[n], slow[n]),
        }
    }
}
