//! The command as a whole: one huge position on stdin, and how long it takes to start.

use crate::Wanted;
use crate::cpp::{Compiler, Meter, Usage, release_directory};
use crate::duel::duel;
use crate::report::{Amount, Goal, Row};
use crate::subtraction::Random;
use std::cell::Cell;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const HEAPS: usize = 10_000_000;
/// What the command may use beyond the size of its input.
const ALLOWANCE: u64 = 200_000_000;
const START: Duration = Duration::from_millis(10);

/// Runs the rows that are wanted.
pub fn run(wanted: &Wanted, compiler: &Compiler, rows: &mut Vec<Row>) {
    let huge = [
        ("`grundy solve nim -`", &["solve", "nim", "-"][..]),
        ("`grundy solve nim - --json`", &["solve", "nim", "-", "--json"]),
    ];
    let huge = huge.map(|(name, arguments)| (format!("{name}, one position of {HEAPS} heaps"), arguments));
    let start = "start-up: `grundy solve nim 3 4 5`, user and system time, best of 20";
    let taken: Vec<bool> = huge.iter().map(|(name, _)| wanted.takes(name)).collect();
    let start_taken = wanted.takes(start);
    if !start_taken && !taken.contains(&true) {
        return;
    }
    let Some(grundy) = build() else {
        eprintln!("note: target/release/grundy is missing; `cargo build --release` makes it");
        return;
    };
    let meter = Meter::new(compiler);
    if taken.contains(&true) {
        let bench = Huge::new(compiler, &meter, &grundy);
        for ((name, arguments), _) in huge.iter().zip(taken).filter(|(_, taken)| *taken) {
            rows.extend(bench.run(wanted, name, arguments));
        }
    }
    if start_taken {
        rows.push(start_up(&meter, &grundy, start));
    }
}

/// The command, built anew when cargo runs us, so that an old one is not measured.
pub fn build() -> Option<PathBuf> {
    if let Some(cargo) = std::env::var_os("CARGO") {
        let status = Command::new(cargo)
            .args(["build", "--release", "--quiet", "-p", "grundy-cli"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status();
        assert!(status.expect("cargo runs").success(), "the command does not build");
    }
    Some(release_directory().join("grundy")).filter(|path| path.exists())
}

fn start_up(meter: &Meter, grundy: &Path, what: &str) -> Row {
    let null = Path::new("/dev/null");
    let once = || meter.run(null, null, grundy, &["solve", "nim", "3", "4", "5"]).cpu;
    let best = (0..20).map(|_| once()).min().expect("twenty runs");
    Row {
        what: what.to_owned(),
        ours: Amount::Time(best),
        against: "allowance",
        rival: Amount::Time(START),
        goal: Goal::AtMost(1.0),
    }
}

/// One position of ten million heaps.
struct Huge<'a> {
    meter: &'a Meter,
    grundy: &'a Path,
    rival: PathBuf,
    input: PathBuf,
    output: PathBuf,
    /// The nim-sum, by the program that wrote the position.
    nim_sum: u64,
}

impl<'a> Huge<'a> {
    fn new(compiler: &Compiler, meter: &'a Meter, grundy: &'a Path) -> Huge<'a> {
        let mut random = Random(7);
        let mut text = String::with_capacity(11 * HEAPS);
        let mut nim_sum = 0;
        for _ in 0..HEAPS {
            let heap = random.below(1_000_000_000);
            nim_sum ^= heap;
            let _ = write!(text, "{heap} ");
        }
        text.pop();
        text.push('\n');
        let input = compiler.directory().join("huge.txt");
        fs::write(&input, text).expect("the target directory can be written");
        let (rival, output) = (compiler.compile("nim"), compiler.directory().join("huge.out"));
        Huge { meter, grundy, rival, input, output, nim_sum }
    }

    fn run(&self, wanted: &Wanted, name: &str, arguments: &[&str]) -> [Row; 3] {
        self.check(arguments);
        // The least processor time is found on the way; `duel` keeps the wall time.
        let (our_cpu, rival_cpu) = (Cell::new(Duration::MAX), Cell::new(Duration::MAX));
        let measured = |usage: Usage, cpu: &Cell<Duration>| {
            cpu.set(cpu.get().min(usage.cpu));
            (usage.wall, usage.peak)
        };
        let null = Path::new("/dev/null");
        let ours = || measured(self.meter.run(&self.input, null, self.grundy, arguments), &our_cpu);
        let rival = || measured(self.meter.run(&self.input, null, &self.rival, &[]), &rival_cpu);
        let result = duel(wanted.best, ours, rival);
        let allowed = fs::metadata(&self.input).expect("just written").len() + ALLOWANCE;
        let json = arguments.contains(&"--json");
        let goal = |most| if json { Goal::Report } else { Goal::AtMost(most) };
        let (ours, rival) = (Amount::Time(result.ours), Amount::Time(result.rival));
        let (peak, allowed) = (Amount::Bytes(result.our_answer), Amount::Bytes(allowed));
        [
            Row {
                what: format!("{name}, wall time"),
                ours,
                against: "C++ with fread",
                rival,
                goal: goal(1.3),
            },
            Row {
                what: format!("{name}, processor time"),
                ours: Amount::Time(our_cpu.get()),
                against: "C++ with fread",
                rival: Amount::Time(rival_cpu.get()),
                goal: Goal::Report,
            },
            Row {
                what: format!("{name}, peak memory"),
                ours: peak,
                against: "input + 200 MB",
                rival: allowed,
                goal: goal(1.0),
            },
        ]
    }

    /// Both programs know who wins; the times are taken without keeping the output.
    fn check(&self, arguments: &[&str]) {
        let text = |program: &Path, arguments: &[&str]| {
            self.meter.run(&self.input, &self.output, program, arguments);
            fs::read_to_string(&self.output).expect("the output is text")
        };
        let winner = if self.nim_sum == 0 { 'P' } else { 'N' };
        assert_eq!(text(&self.rival, &[]).trim(), format!("{winner} {}", self.nim_sum));
        let ours = text(self.grundy, arguments);
        let expected = if arguments.contains(&"--json") {
            format!("\"grundy\":{},", self.nim_sum)
        } else {
            format!("({winner}), Grundy value {}", self.nim_sum)
        };
        assert!(ours.contains(&expected), "the answer is not {expected}");
    }
}
