//! Long sequences: the sparse-space engine against its plain counterpart, and the command from start to end.
//!
//! The plain engine ([`scalar`]) has the same idea without vectors, batches and lists. It is slower than the public program
//! for this task where many heaps are rare, so goals are held against that program's speed as it was given to us. It is handed the values up to a million, as the other engine has found them, and does a window
//! behind them that takes seconds; the engine with vectors does millions of heaps from there. Both windows must agree.
//! One thread is measured in processor time, two by the clock.

use crate::Wanted;
use crate::command::build;
use crate::cpp::{Compiler, Meter, numbers};
use crate::duel::{duel, processor_time, wall_time};
use crate::report::{Amount, Goal, Row};
use grundy::engine::heap::code;
use grundy::engine::heap::sparse_space::breaks::Breaks;
use grundy::engine::heap::sparse_space::{SparseSpace, scalar};
use grundy::engine::heap::terms::Terms;
use grundy::engine::system::table::Table;
use grundy::rule::{Code, System};
use grundy::{Limits, Pulse};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

/// Where windows begin.
const START: usize = 1_000_000;

struct Bench {
    name: &'static str,
    code: &'static str,
    /// Heaps of our window.
    heaps: usize,
    /// Values a second of the public program, as measured elsewhere on a machine like this one without load.
    given: f64,
    /// Heaps of the plain engine's window.
    plain: usize,
    /// How many times as fast.
    goal: f64,
    /// The same on two threads, where it is worth a row.
    goal_of_two: Option<f64>,
}

#[rustfmt::skip]
const BENCHES: &[Bench] = &[
    Bench { name: "Grundy's game", code: "4!.0", heaps: 3_000_000, given: 0.145e6, plain: 50_000, goal: 22.0, goal_of_two: Some(30.0) },
    Bench { name: ".6", code: "0.6", heaps: 3_000_000, given: 0.135e6, plain: 50_000, goal: 12.0, goal_of_two: Some(12.0) },
    Bench { name: ".106", code: "0.106", heaps: 9_000_000, given: 4.40e6, plain: 1_000_000, goal: 30.0, goal_of_two: None },
    Bench { name: ".16", code: "0.16", heaps: 9_000_000, given: 2.40e6, plain: 1_000_000, goal: 15.0, goal_of_two: None },
    Bench { name: ".054", code: "0.054", heaps: 9_000_000, given: 2.40e6, plain: 1_000_000, goal: 15.0, goal_of_two: None },
    Bench { name: ".167", code: "0.167", heaps: 9_000_000, given: 1.60e6, plain: 1_000_000, goal: 15.0, goal_of_two: None },
    Bench { name: ".354", code: "0.354", heaps: 3_000_000, given: 0.90e6, plain: 500_000, goal: 6.0, goal_of_two: None },
];

/// Games whose periods are proved from hundreds of millions of values.
const PROOFS: [&str; 3] = ["0.104", "0.054", "0.454"];
const PROOF_TIME: Duration = Duration::from_secs(60);
const PROOF_MEMORY: u64 = 2_000_000_000;

/// Runs the rows about engines that are wanted.
pub fn run(wanted: &Wanted, rows: &mut Vec<Row>) {
    for bench in BENCHES {
        let from_to = format!("heaps 10^6 to {}*10^6", (START + bench.heaps) / 1_000_000);
        for (threads, goal) in [(1, Some(bench.goal)), (2, bench.goal_of_two)] {
            let plural = if threads == 1 { "one thread" } else { "two threads" };
            let what = format!("sequences: {}, {from_to}, {plural}", bench.name);
            if let Some(goal) = goal.filter(|_| wanted.takes(&what)) {
                rows.extend(run_one(wanted, bench, what, threads, goal));
            }
        }
    }
    growth(wanted, rows);
    systems(wanted, rows);
}

/// Heaps of the rows about systems.
const SYSTEM_HEAPS: u64 = 20_000;

/// Games without a known period, written as a kind of heaps, beside the plain engine for their codes.
fn systems(wanted: &Wanted, rows: &mut Vec<Row>) {
    let limits = Limits::default();
    for (code, text) in [
        ("0.007", "row(n) -> row(a), row(b) where a + b = n - 3"),
        ("0.06", "row(n) -> row(a), row(b) where a + b = n - 2, n > 2"),
    ] {
        let what = format!("sequences: {code} as a system, heaps to 2*10^4");
        if !wanted.takes(&what) {
            continue;
        }
        let (code, system) =
            (Code::parse(code).expect("a code"), Arc::new(System::parse(text).expect("a rule")));
        let ours = || {
            processor_time(|| {
                let mut table = Table::plain(&system, &[0]).expect("octal type");
                table.extend(SYSTEM_HEAPS, &mut Pulse::new(&limits)).expect("no limit");
                table.values(0).to_vec()
            })
        };
        let rival = || {
            processor_time(|| {
                let mut values = Vec::new();
                code::fill(&code, SYSTEM_HEAPS, &mut values, &mut Pulse::new(&limits)).expect("no limit");
                values
            })
        };
        let result = duel(wanted.best, ours, rival);
        assert!(result.our_answer == result.rival_answer, "{what}: the engines differ");
        rows.push(Row {
            what,
            ours: rate(SYSTEM_HEAPS as usize, result.ours),
            against: "engine for codes",
            rival: rate(SYSTEM_HEAPS as usize, result.rival),
            goal: Goal::AtMost(1.5),
        });
    }
}

fn breaks(code: &str) -> Breaks {
    Breaks::of(&Code::parse(code).expect("a code")).expect("a code with at most two heaps")
}

fn rate(heaps: usize, time: Duration) -> Amount {
    Amount::Rate(heaps as f64 / time.as_secs_f64())
}

fn run_one(wanted: &Wanted, bench: &Bench, what: String, threads: usize, goal: f64) -> [Row; 2] {
    let breaks = breaks(bench.code);
    let limits = Limits { threads, ..Limits::default() };
    let ours = || {
        let mut space = SparseSpace::new(breaks.clone(), Vec::new());
        let mut extend = |count| space.extend(count, &mut Pulse::new(&limits)).expect("no limit");
        extend(START);
        let window = || extend(START + bench.heaps);
        let (time, ()) = if threads == 1 { processor_time(window) } else { wall_time(window) };
        (time, space)
    };
    let (_, known) = ours();
    let mut first = vec![0; START];
    known.read(0, &mut first);
    let rival = || {
        let mut values = first.clone();
        let (time, ()) = processor_time(|| {
            let all = START + bench.plain;
            scalar::fill(&breaks, all, &mut values, &mut Pulse::new(&limits)).expect("no limit");
        });
        (time, values)
    };
    let result = duel(wanted.best, ours, rival);
    let mut window = vec![0; START + bench.plain];
    result.our_answer.read(0, &mut window);
    assert!(window == result.rival_answer, "{}: the engines differ", bench.code);
    let (ours, rival) = (rate(bench.heaps, result.ours), rate(bench.plain, result.rival));
    let given = Amount::Rate(bench.given);
    [
        Row { what: what.clone(), ours, against: "rival, as given", rival: given, goal: Goal::AtLeast(goal) },
        Row { what, ours, against: "plain engine", rival, goal: Goal::Faster },
    ]
}

/// Values a second of .106 far out against those at a million: the cost of a heap does not grow.
fn growth(wanted: &Wanted, rows: &mut Vec<Row>) {
    let name = |power: u32| format!(".106 at heap 10^{power}");
    let usual = [7, 8].map(|power| wanted.takes(&format!("sequences: {}", name(power))));
    let far = wanted.takes_slow(&format!("growth: {}", name(9)));
    let last = if far { 9 } else { 8 };
    if !far && !usual.contains(&true) {
        return;
    }
    let mut best = [Duration::MAX; 10];
    let window = |power: u32| 10usize.pow(power.min(7)) / 2;
    for _ in 0..wanted.best.min(3) {
        let limits = Limits::default();
        let mut space = SparseSpace::new(breaks("0.106"), Vec::new());
        for power in 6..=last {
            let start = 10usize.pow(power);
            while space.count() < start as u64 {
                let next = start.min(space.count() as usize + (1 << 20));
                space.extend(next, &mut Pulse::new(&limits)).expect("no limit");
                space.forget(1 << 16);
            }
            let extend = || space.extend(start + window(power), &mut Pulse::new(&limits)).expect("no limit");
            let best = &mut best[power as usize];
            *best = processor_time(extend).0.min(*best);
        }
    }
    for power in 7..=last {
        let at = |power: u32| rate(window(power), best[power as usize]);
        rows.push(Row {
            what: format!("sequences: {}", name(power)),
            ours: at(power),
            against: "itself at 10^6",
            rival: at(6),
            goal: Goal::AtMost(1.3),
        });
    }
}

/// Values a second of the lecture's own program on an idle machine like this one, as given to us.
const LECTURE: f64 = 37e3;

/// Runs the rows about the command that are wanted.
pub fn run_command(wanted: &Wanted, compiler: &Compiler, rows: &mut Vec<Row>) {
    let ten_million = "sequences: `grundy seq grundy -n 1e7 --format raw --threads 1`, start to end";
    let lecture = "sequences: `grundy seq grundy -n 50000 --format raw`, start to end";
    let stream = "sequences: `grundy seq 0.106 -n 1e8 --format raw`, peak memory";
    let verify = "sequences: `grundy verify` of a certificate with 5*10^5 values, the goal is for 10^5";
    let [ten_million_taken, lecture_taken, stream_taken, verify_taken] =
        [ten_million, lecture, stream, verify].map(|name| wanted.takes(name));
    let proofs = PROOFS.map(|game| (game, format!("proofs: `grundy period {game} --limit 5e8 --threads 1`")));
    let proofs = proofs.map(|(game, name)| (game, wanted.takes_slow(&name), name));
    let rivals = OGSOLVE.iter().any(|(game, _)| wanted.asks(&format!("sequences: `grundy seq {game} -n")));
    let any = rivals || ten_million_taken || lecture_taken || stream_taken || verify_taken;
    if !any && !proofs.iter().any(|(_, taken, _)| *taken) {
        return;
    }
    let Some(grundy) = build() else { return };
    let command = Commands { meter: Meter::new(compiler), grundy, folder: compiler.directory().to_owned() };
    if ten_million_taken {
        rows.push(command.ten_million(wanted, ten_million));
    }
    if lecture_taken {
        rows.extend(command.lecture(wanted, compiler, lecture));
    }
    if stream_taken {
        rows.push(command.stream(stream));
    }
    if verify_taken {
        rows.push(command.verify(wanted, verify));
    }
    if rivals {
        against_ogsolve(wanted, &command, rows);
    }
    for (game, _, name) in proofs.iter().filter(|(_, taken, _)| *taken) {
        rows.extend(command.proof(game, name));
    }
}

/// Octal codes that `ogsolve` is asked for, and how far.
const OGSOLVE: [(&str, &str); 4] =
    [("0.6", "200000"), ("0.106", "1000000"), ("0.16", "1000000"), ("0.354", "1000000")];

/// Rows against `ogsolve` (crate of that name), if it is installed; its fastest method for these games.
fn against_ogsolve(wanted: &Wanted, command: &Commands, rows: &mut Vec<Row>) {
    let Some(program) = ogsolve() else {
        eprintln!(
            "note: `ogsolve` was not found, so its rows are skipped; `cargo install ogsolve` installs it"
        );
        return;
    };
    for (game, last) in OGSOLVE {
        let count = (last.parse::<u64>().expect("a number") + 1).to_string();
        let what = format!("sequences: `grundy seq {game} -n {count} --format raw`, start to end");
        if !wanted.takes(&what) {
            continue;
        }
        let theirs = ["-m", "rc2s", "-n", last, game];
        let ours = ["seq", game, "-n", &count, "--format", "raw", "--threads", "1"];
        let printed = Command::new(&program).args(theirs).output().expect("it was found").stdout;
        let value = command.output(&["seq", game, "--from", last, "-n", "1"]);
        let expected = format!("nimber of {last}: {} ", String::from_utf8_lossy(&value).trim());
        assert!(String::from_utf8_lossy(&printed).contains(&expected), "{game}: {expected}");
        let null = Path::new("/dev/null");
        let result = duel(
            wanted.best,
            || (command.measure(&ours).wall, ()),
            || (command.meter.run(null, null, &program, &theirs).wall, ()),
        );
        let (ours, rival) = (Amount::Time(result.ours), Amount::Time(result.rival));
        rows.push(Row { what, ours, against: "ogsolve -m rc2s", rival, goal: Goal::AtLeast(1.0) });
    }
}

/// `ogsolve` on the path.
fn ogsolve() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join("ogsolve")).find(|file| file.is_file())
}

struct Commands {
    meter: Meter,
    grundy: PathBuf,
    folder: PathBuf,
}

impl Commands {
    fn measure(&self, arguments: &[&str]) -> crate::cpp::Usage {
        let null = Path::new("/dev/null");
        self.meter.run(null, null, &self.grundy, arguments)
    }

    fn output(&self, arguments: &[&str]) -> Vec<u8> {
        let output = Command::new(&self.grundy).args(arguments).output().expect("the command runs");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    }

    fn best(&self, wanted: &Wanted, arguments: &[&str]) -> Duration {
        (0..wanted.best).map(|_| self.measure(arguments).wall).min().expect("at least one round")
    }

    fn ten_million(&self, wanted: &Wanted, what: &str) -> Row {
        let arguments = ["seq", "grundy", "-n", "1e7", "--format", "raw", "--threads", "1"];
        let ours = Amount::Time(self.best(wanted, &arguments));
        let rival = Amount::Time(Duration::from_secs(5));
        Row { what: what.to_owned(), ours, against: "allowance", rival, goal: Goal::AtMost(1.0) }
    }

    fn lecture(&self, wanted: &Wanted, compiler: &Compiler, what: &str) -> [Row; 2] {
        let arguments = ["seq", "grundy", "-n", "50000", "--format", "raw"];
        let program = compiler.compile("grundy");
        let printed = Command::new(&program).arg("50000").output().expect("just compiled");
        let value = |bytes: &[u8]| u64::from(u32::from_le_bytes(bytes.try_into().expect("four bytes")));
        let checksum = (self.output(&arguments).chunks(4))
            .fold(0, |sum: u64, bytes| sum.wrapping_mul(1_000_003).wrapping_add(value(bytes)));
        assert_eq!(Some(&checksum), numbers(&printed.stdout).get(1), "the programs differ");
        let null = Path::new("/dev/null");
        let result = duel(
            wanted.best,
            || (self.measure(&arguments).wall, ()),
            || (self.meter.run(null, null, &program, &["50000"]).wall, ()),
        );
        let row = |ours, against, rival| Row {
            what: what.to_owned(),
            ours,
            against,
            rival,
            goal: Goal::AtLeast(100.0),
        };
        [
            row(Amount::Time(result.ours), "C++ vector mex", Amount::Time(result.rival)),
            row(rate(50_000, result.ours), "lecture, as given", Amount::Rate(LECTURE)),
        ]
    }

    fn stream(&self, what: &str) -> Row {
        let usage = self.measure(&["seq", "0.106", "-n", "1e8", "--format", "raw", "--threads", "1"]);
        let (ours, rival) = (Amount::Bytes(usage.peak), Amount::Bytes(100_000_000));
        Row { what: what.to_owned(), ours, against: "allowance", rival, goal: Goal::AtMost(1.0) }
    }

    fn verify(&self, wanted: &Wanted, what: &str) -> Row {
        let file = self.folder.join("values.cert");
        let path = file.to_str().expect("a path that is text");
        self.output(&["period", CERTIFIED, "--certificate", path]);
        let text = String::from_utf8_lossy(&self.output(&["verify", path])).into_owned();
        assert!(text.contains(": true"), "{text}");
        let size = std::fs::metadata(&file).expect("just written").len();
        let what = format!("{what} ({CERTIFIED}, {} kB)", size / 1000);
        let ours = Amount::Time(self.best(wanted, &["verify", path]));
        let rival = Amount::Time(Duration::from_secs(2));
        Row { what, ours, against: "allowance", rival, goal: Goal::AtMost(1.0) }
    }

    fn proof(&self, game: &str, what: &str) -> [Row; 2] {
        let output = self.folder.join("proof.txt");
        let arguments = ["period", game, "--limit", "5e8", "--threads", "1"];
        let usage = self.meter.run(Path::new("/dev/null"), &output, &self.grundy, &arguments);
        let text = std::fs::read_to_string(&output).expect("just written");
        assert!(text.contains(", proved"), "{text}");
        eprint!("{text}");
        let row = |what: String, ours, rival| Row {
            what,
            ours,
            against: "allowance",
            rival,
            goal: Goal::AtMost(1.0),
        };
        let time = (Amount::Time(usage.wall), Amount::Time(PROOF_TIME));
        let memory = (Amount::Bytes(usage.peak), Amount::Bytes(PROOF_MEMORY));
        [
            row(format!("{what}, time"), time.0, time.1),
            row(format!("{what}, peak memory"), memory.0, memory.1),
        ]
    }
}

/// Period 149459 from heap 105351 on: its certificate holds about 510 000 values, since no code of three digits is near 10^5.
const CERTIFIED: &str = "0.16";
