//! Misère quotients: the whole table of small complete ones, Kayles, and Dawson's Kayles as far as it is known to be finite.

use crate::Wanted;
use crate::duel::processor_time;
use crate::report::{Amount, Goal, Row};
use grundy::Limits;
use grundy::engine::misere::heaps::{Goal as Reach, MisereFinding, find};
use grundy::rule::Ruleset;
use std::time::Duration;

const TABLE: &str = include_str!("../../testdata/misere_quotients.csv");

/// Runs the rows that are wanted.
pub fn run(wanted: &Wanted, rows: &mut Vec<Row>) {
    let table = "misere: every complete quotient of the table";
    if wanted.takes(table) {
        let orders: Vec<(&str, usize)> = TABLE.lines().skip(1).map(code_and_order).collect();
        let time = best(wanted.best, || {
            orders.iter().for_each(|(code, order)| assert_eq!(quotient(code, None).quotient.order(), *order));
        });
        rows.push(row(format!("{table} ({})", orders.len()), time, Goal::AtMost(1.0), 1500));
    }
    let kayles = "misere: Kayles, order 40, complete";
    if wanted.takes(kayles) {
        let time = best(wanted.best.max(20), || assert_eq!(quotient("0.77", None).quotient.order(), 40));
        rows.push(row(kayles.to_owned(), time, Goal::AtMost(1.0), 10));
    }
    // How the cost grows with the order.
    for (heaps, order, goal) in [
        (24, 24, Goal::Report),
        (27, 176, Goal::Report),
        (30, 360, Goal::AtMost(1.0)),
        (33, 638, Goal::Report),
    ] {
        let name = format!("misere: 0.07 to heap {heaps}, order {order}");
        if wanted.takes(&name) {
            let time =
                best(wanted.best, || assert_eq!(quotient("0.07", Some(heaps)).quotient.order(), order));
            rows.push(row(name, time, goal, 500));
        }
    }
}

fn code_and_order(line: &'static str) -> (&'static str, usize) {
    let mut cells = line.split(',');
    let code = cells.next().unwrap_or_default();
    (code, cells.next().and_then(|order| order.parse().ok()).expect("the table has orders"))
}

fn quotient(code: &str, heaps: Option<u64>) -> MisereFinding {
    let rules = Ruleset::parse(code).expect("codes are rules");
    let default = Reach::default();
    let reach = heaps.map_or(default, |limit| Reach { limit, exactly: true, ..default });
    find(&rules, &reach, &Limits::default()).expect("codes make progress")
}

fn best(rounds: usize, mut work: impl FnMut()) -> Duration {
    (0..rounds.max(1)).map(|_| processor_time(&mut work).0).min().expect("at least one round")
}

fn row(what: String, time: Duration, goal: Goal, allowance: u64) -> Row {
    let rival = Amount::Time(Duration::from_millis(allowance));
    Row { what, ours: Amount::Time(time), against: "allowance", rival, goal }
}
