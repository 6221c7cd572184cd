//! What the fuzzers do with their bytes: one function a target.
//!
//! The functions live apart from libFuzzer so that `crates/grundy/tests/fuzz_corpus.rs` replays `testdata/fuzz` through
//! the very same code on every `cargo test`. A function panics when something is wrong and returns otherwise. Work is
//! bounded by numbers, never by a clock, so that an input means the same on every machine.

use grundy::Failure;
use grundy::ask::tablebase::{Plan, Tablebase, build};
use grundy::catalogue::Entry;
use grundy::catalogue::TYPES;
use grundy::engine::graph::analysis::Analysis;
use grundy::engine::graph::read::packed::unpacked;
use grundy::engine::graph::read::{ReadError, read as read_graph};
use grundy::engine::heap::checkpoint::Block;
use grundy::engine::heap::prefix;
use grundy::game::distinct_options;
use grundy::game::position::Position;
use grundy::game::text::scanner::{Misread, Scanner};
use grundy::proof::certificate::with_checksum;
use grundy::proof::verify::verify;
use grundy::report::picture::Picture;
use grundy::rule::check::{Checked, CheckedClause, CheckedPart, first_variable};
use grundy::rule::play::Heaps;
use grundy::rule::{Diagnostics, Ruleset, naive};
use grundy::value::{Outcome, expression as calculator};
use grundy::{Convention, Error, NamedGame, Question, solve};
use grundy::{Limits, Pulse, StopReason};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A target: its name, which is also its folder in `testdata/fuzz`, and what it does.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: [Target; 10] = [
    ("rule", rule),
    ("position", position),
    ("expression", expression),
    ("catalogue", catalogue),
    ("certificate", certificate),
    ("checkpoint", checkpoint),
    ("scanner", scanner),
    ("graph", graph),
    ("tablebase", tablebase),
    ("question", question),
];

/// Longest text that is looked at: beyond, the fuzzers only find that long inputs take long.
const LONGEST: usize = 4096;
/// Steps that one question may take.
const MOST_WORK: u64 = 200_000;
/// Largest heap whose options are compared with the word-by-word reading.
const LARGEST_COMPARED: u64 = 5;
/// Values of variables and heaps of parts that the word-by-word reading looks at, at most.
const MAX_COMPARED_STEPS: u64 = 200_000;

fn stop(work: u64) -> Option<StopReason> {
    (work > MOST_WORK).then_some(StopReason::PositionLimit)
}

/// Small limits: a question is answered soon or refused.
fn limits() -> Limits<'static> {
    Limits { memory: 1 << 20, positions: 1000, threads: 1, moves: 20_000, deadline: None, poll: &stop }
}

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok().filter(|text| text.len() <= LONGEST)
}

/// Target `rule`: any text as GAME, and the moves and answers of what parses.
pub fn rule(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let game = match NamedGame::read(text) {
        Ok(game) => game,
        Err(error) => return check_error(&error),
    };
    let Some(rules) = game.ruleset() else { return check_typed(&game) };
    check_printed(rules);
    check_answers(&game, rules.arity());
    if rules.arity() == 1 {
        check_options(rules);
        check_sequence(rules);
    }
}

/// Target `question`: a game of any shape (heaps, kinds, bags, words, boards, graphs, posets, points, rules that may go
/// round, names), and on the last line a position of it. What is printed reads back, and winning moves win.
pub fn question(bytes: &[u8]) {
    let Some((game, position)) = text(bytes).and_then(|text| text.rsplit_once('\n')) else { return };
    // A program is started, whatever it is.
    if game.contains("program:") {
        return;
    }
    let game = match NamedGame::read(game) {
        Ok(game) => game,
        Err(error) => return check_error(&error),
    };
    let Ok(parsed) = game.parse(position) else { return };
    let printed = parsed.to_string();
    let again = game.parse(&printed).expect("what was printed can be read");
    assert_eq!(again, parsed, "printed as `{printed}`");
    for convention in [Convention::Normal, Convention::Misere] {
        check_answer(&game, &parsed, convention);
    }
}

/// Games whose positions are read in different ways, compiled once.
static GAMES: LazyLock<Vec<NamedGame>> = LazyLock::new(|| {
    let three = "(a, b, c) -> (a-1, b, c) ; (a, b, c) -> (a, b-1, c+1)";
    let rules =
        ["nim", "kayles", "wythoff", "euclid", "fibonacci-nim", three, "take{1,3,4}", "turning-corners"];
    let typed = TYPES.iter().map(|found| found.name);
    rules.into_iter().chain(typed).filter_map(|text| NamedGame::read(text).ok()).collect()
});

/// Target `position`: the first byte chooses a game, the rest is a position of it.
pub fn position(bytes: &[u8]) {
    let Some((&choice, rest)) = bytes.split_first() else { return };
    let Some(text) = text(rest) else { return };
    let game = &GAMES[usize::from(choice) % GAMES.len()];
    let parsed = match game.parse(text) {
        Ok(parsed) => parsed,
        Err(Error::Position(error)) => return check_column(error.column, text),
        Err(other) => panic!("a position is refused as a position: {other}"),
    };
    let printed = parsed.to_string();
    let again = game.parse(&printed).expect("what was printed can be read");
    assert_eq!(again, parsed, "printed as `{printed}`");
    assert_eq!(again.to_string(), printed);
    if let Position::Tuples(tuples) = &parsed {
        let arity = game.ruleset().map_or(0, Ruleset::arity);
        assert!(tuples.iter().all(|tuple| tuple.len() == arity), "{printed}");
    }
}

/// Target `graph`: lines, DOT or JSON; what is read, written as DOT and read again is the same graph, and engines agree.
pub fn graph(bytes: &[u8]) {
    if bytes.len() > LONGEST {
        return;
    }
    let limits = limits();
    let found = match read_graph(&mut &*bytes, &limits) {
        Ok(found) => found,
        Err(ReadError::Misread(error)) => {
            let mut text = Vec::new();
            // A mistake is found before a stream breaks off.
            let _ = unpacked(&mut &*bytes, &limits).and_then(|mut input| input.read_to_end(&mut text));
            let lines = text.split(|&byte| byte == b'\n').count();
            assert!(!error.message.is_empty() && (1..=lines + 1).contains(&error.line), "{error:?}");
            return assert!(error.column >= 1, "{error:?}");
        }
        Err(_) => return,
    };
    for vertex in 0..found.graph().vertices() as u32 {
        assert_eq!(found.vertex(&found.label(vertex)), Some(vertex));
    }
    let Ok(analysis) = Analysis::new(found.graph(), Convention::Normal, &limits) else { return };
    for vertex in 0..found.graph().vertices() as u32 {
        let value = analysis.value(vertex).expect("normal play");
        assert_eq!(value.outcome(), analysis.outcome(vertex), "{}", found.label(vertex));
    }
    let picture = Picture { labels: found.labels(), analysis: &analysis };
    assert!(picture.svg().ends_with("</svg>\n"));
    let Ok(again) = read_graph(&mut picture.dot().as_bytes(), &Limits::default()) else {
        panic!("what was drawn can be read: {}", picture.dot())
    };
    assert_eq!(again.graph(), found.graph());
}

/// Target `expression`: the calculator of nimbers.
pub fn expression(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let value = match calculator::evaluate(text) {
        Ok(value) => value,
        Err(error) => {
            assert!(!error.message.is_empty());
            return check_column(error.column, text);
        }
    };
    assert_eq!(calculator::evaluate(&value.0.to_string()), Ok(value), "a value is an expression");
    // Twice the same is 0, by any road; only the depth of parentheses may be exceeded.
    if let Ok(sum) = calculator::evaluate(&format!("({text}) + {}", value.0)) {
        assert_eq!(sum.0, 0, "{text} + {}", value.0);
    }
}

/// Target `scanner`: the first byte chooses what is read from the rest, as contest inputs are read.
pub fn scanner(bytes: &[u8]) {
    let Some((&choice, rest)) = bytes.split_first() else { return };
    if rest.len() > LONGEST {
        return;
    }
    let mut input = Scanner::new(rest);
    match choice % 3 {
        0 => scan_numbers(&mut input, rest),
        1 => match input.list() {
            Ok(list) => {
                let words: Vec<String> = list.iter().map(i64::to_string).collect();
                let printed = format!("[{}]", words.join(","));
                assert_eq!(Scanner::new(printed.as_bytes()).list(), Ok(list), "{printed}");
            }
            Err(misread) => check_place(&misread, rest),
        },
        _ => {
            let mut lines = Vec::new();
            while let Ok(line) = input.line() {
                lines.push(line);
            }
            let mut expected: Vec<&[u8]> = rest.split(|&byte| byte == b'\n').collect();
            expected.pop_if(|last| last.is_empty());
            let expected = expected.iter().map(|line| line.strip_suffix(b"\r").unwrap_or(line));
            assert!(expected.eq(lines), "lines of {rest:?}");
        }
    }
}

/// Numbers are the words of plain digits that fit; the first other word is refused.
fn scan_numbers(input: &mut Scanner<'_>, bytes: &[u8]) {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r');
    for word in bytes.split(blank).filter(|word| !word.is_empty()) {
        let digits = std::str::from_utf8(word).ok().filter(|word| word.bytes().all(|b| b.is_ascii_digit()));
        match (digits.and_then(|digits| digits.parse().ok()), input.number()) {
            (Some(expected), found) => assert_eq!(found, Ok(expected), "{word:?}"),
            (None, Err(misread)) => return check_place(&misread, bytes),
            (None, Ok(found)) => panic!("{word:?} was read as {found}"),
        }
    }
    assert!(input.is_at_end() && input.finish().is_ok());
    check_place(&input.number().expect_err("nothing is left"), bytes);
}

/// The place of a misread stands inside the input, or right behind it.
fn check_place(misread: &Misread, bytes: &[u8]) {
    let line = bytes.split(|&byte| byte == b'\n').nth(misread.line - 1).expect("a line of the input");
    assert!(misread.column >= 1 && !misread.message.is_empty());
    assert!(misread.column <= String::from_utf8_lossy(line).chars().count() + 1, "{misread:?} in {line:?}");
}

/// Target `catalogue`: any text as a `.game` file.
pub fn catalogue(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let entry = Entry::parse(text);
    let game = match NamedGame::from_file("fuzz", text) {
        Ok(game) => game,
        Err(error) => {
            check_error(&error);
            if let Error::Rule(diagnostics) = &error {
                // Byte order marks are no characters of the file to whoever looks at a line and a column.
                let seen = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
                assert_eq!(diagnostics.source, seen, "places point into the file");
            }
            return;
        }
    };
    assert!(!game.name.is_empty());
    let entry = entry.expect("the file was read as a game");
    for position in &entry.info.positions {
        if let Ok(parsed) = game.parse(position) {
            assert_eq!(game.parse(&parsed.to_string()).ok(), Some(parsed));
        }
    }
    if !text.contains('\r') {
        let other =
            NamedGame::from_file("fuzz", &text.replace('\n', "\r\n")).expect("line ends do not matter");
        assert_eq!(other.rule(), game.rule());
        assert_eq!(other.name, game.name);
    }
    if let Some(rules) = game.ruleset() {
        check_printed(rules);
    }
}

/// Target `certificate`: bytes as a certificate, as they are and with the checksum that fits them.
pub fn certificate(bytes: &[u8]) {
    if bytes.len() > LONGEST {
        return;
    }
    check_certificate(bytes);
    check_certificate(&with_checksum(bytes.to_vec()));
}

/// What is said to be a certificate is written as certificates are; what is said to be true is.
fn check_certificate(bytes: &[u8]) {
    let verdict = match verify(bytes, &limits(), 1) {
        Ok(verdict) => verdict,
        Err(refusal) => return assert!(!refusal.to_string().is_empty()),
    };
    let claim = &verdict.certificate;
    assert_eq!(claim.to_bytes(), bytes, "one way to write it");
    if let Some(fault) = &verdict.fault {
        return assert!(!fault.message.is_empty());
    }
    let rules = Ruleset::parse(&claim.rule).expect("the rule was read");
    let last = claim.preperiod + 3 * claim.period;
    let Ok(found) = prefix(&rules, last, &limits()) else { return };
    if found.stop == StopReason::Done {
        for heap in claim.preperiod..=last - claim.period {
            let later = found.value(heap + claim.period);
            assert_eq!(later, found.value(heap) + claim.saltus, "{}: heap {heap}", claim.rule);
        }
    }
}

/// Target `checkpoint`: bytes as a block of values, as they are and with the checksum that fits them.
pub fn checkpoint(bytes: &[u8]) {
    if bytes.len() > LONGEST {
        return;
    }
    check_block(bytes);
    check_block(&with_checksum(bytes.to_vec()));
}

/// What is read is written again as the same values, and takes memory in proportion to the file.
fn check_block(bytes: &[u8]) {
    let Ok(block) = Block::from_bytes(bytes) else { return };
    assert!(block.values.len() <= bytes.len());
    assert!(block.first.checked_add(block.values.len() as u64).is_some());
    assert_eq!(Block::from_bytes(&block.to_bytes()), Ok(block));
}

/// A small tablebase: what it is about, and its files.
struct Built {
    game: NamedGame,
    files: Vec<(String, Vec<u8>)>,
}

/// With keys that are strings, and with keys that are numbers.
static BUILT: LazyLock<Vec<Built>> = LazyLock::new(|| {
    let built = |(name, start)| {
        let Ok(game) = NamedGame::read(name) else { panic!("a game of the catalogue: {name}") };
        let position = game.parse(start).expect("a position");
        let folder = Folder::new();
        let plan = Plan::new(&folder.0, name, Convention::Normal);
        build(&game, &position, &plan, &Limits::default(), &|| false).expect("small");
        let entries = fs::read_dir(&folder.0).expect("a folder").map(|entry| entry.expect("an entry").path());
        let file = |path: PathBuf| {
            (
                path.file_name().expect("a name").to_string_lossy().into_owned(),
                fs::read(&path).expect("a file"),
            )
        };
        let mut files: Vec<(String, Vec<u8>)> = entries.map(file).collect();
        files.sort();
        Built { game, files }
    };
    [("kayles", "5 2"), ("cram", "2x3")].map(built).into()
});

/// A folder of one's own that goes away.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("grundy-fuzz-{}-{count}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Target `tablebase`: the first byte chooses a file of a tablebase, the rest stands in its place: as it is, as a text with the checksum
/// that fits it, and as the beginning of its first block with the checksum that fits that. Whatever it says, questions end.
pub fn tablebase(bytes: &[u8]) {
    let Some((&choice, rest)) = bytes.split_first() else { return };
    if rest.len() > LONGEST {
        return;
    }
    let choice = usize::from(choice);
    let built = &BUILT[choice % BUILT.len()];
    let changed = choice / BUILT.len() % built.files.len();
    for content in
        [Some(rest.to_vec()), Some(with_checksum(rest.to_vec())), overlaid(&built.files[changed].1, rest)]
    {
        let Some(content) = content else { continue };
        let folder = Folder::new();
        for (index, (name, old)) in built.files.iter().enumerate() {
            let content = if index == changed { &content } else { old };
            fs::write(folder.0.join(name), content).expect("a file");
        }
        check_tablebase(&folder.0, &built.game);
    }
}

/// A file of blocks whose first block, behind its length, begins with other bytes.
fn overlaid(file: &[u8], bytes: &[u8]) -> Option<Vec<u8>> {
    let mut file = file.to_vec();
    let length = u32::from_le_bytes(*file.first_chunk::<4>()?) as usize;
    // Eight bytes in front of what the length counts, eight of the checksum behind it.
    let (block, sum) = file.get_mut(..length.checked_add(16)?)?.split_at_mut(length + 8);
    let place = &mut block[4..];
    let count = place.len().min(bytes.len());
    place[..count].copy_from_slice(&bytes[..count]);
    let line = String::from_utf8(with_checksum(block.to_vec()).split_off(block.len())).expect("digits");
    let number = u64::from_str_radix(line.trim_start_matches("checksum ").trim_end(), 16).expect("digits");
    sum.copy_from_slice(&number.to_le_bytes());
    Some(file)
}

fn check_tablebase(folder: &Path, game: &NamedGame) {
    let Ok(tablebase) = Tablebase::open(folder) else { return };
    let tally = &tablebase.overview().tally;
    let (won, lost) = tally.won_and_lost(Convention::Normal);
    assert!(won.checked_add(lost).is_some() && !tally.digest().is_empty());
    let Ok(start) = tablebase.start(game) else { return };
    if let Ok(found) = tablebase.look_up(game, &start, &limits()) {
        assert_eq!(found.best.is_some(), !found.line.is_empty());
    }
    if let Ok((checked, None)) = tablebase.verify(game, None, &limits()) {
        assert_eq!(checked, tally.positions, "what is found right is whole");
    }
    let mut rows = 0;
    let mut count = |_: &str, _| {
        rows += 1;
        Ok(())
    };
    if tablebase.export(game, &limits(), &mut count).is_ok() {
        assert!(rows <= tablebase.overview().bytes);
    }
}

/// A message, and places that stand inside the text on whole characters, as those who underline them need.
fn check_error(error: &Error) {
    assert!(!error.to_string().is_empty());
    if let Error::Rule(diagnostics) = error {
        check_diagnostics(diagnostics);
    }
}

fn check_diagnostics(diagnostics: &Diagnostics) {
    let source = &diagnostics.source;
    for diagnostic in &diagnostics.list {
        assert!(!diagnostic.message.is_empty());
        let edit = diagnostic.edit.iter().map(|edit| edit.span);
        for span in std::iter::once(diagnostic.span)
            .chain(edit)
            .chain(diagnostic.related.iter().map(|related| related.0))
        {
            assert!(span.start <= span.end && span.end <= source.len(), "{diagnostic:?} in {source:?}");
            assert!(
                source.is_char_boundary(span.start) && source.is_char_boundary(span.end),
                "{diagnostic:?} in {source:?}"
            );
        }
        if let Some(edit) = &diagnostic.edit {
            let inside = diagnostic.span.start <= edit.span.start && edit.span.end <= diagnostic.span.end;
            assert!(inside, "the change stands elsewhere than the mistake: {diagnostic:?} in {source:?}");
        }
        let (line, column) = diagnostics.line_column(diagnostic.span.start);
        let length = source.split('\n').nth(line - 1).map(|line| line.chars().count());
        assert!(length.is_some_and(|length| column <= length + 1), "{line}:{column} in {source:?}");
    }
}

fn check_column(column: usize, text: &str) {
    assert!((1..=text.chars().count() + 1).contains(&column), "column {column} of {text:?}");
}

/// The canonical text is a rule, and prints as itself.
fn check_printed(rules: &Ruleset) {
    let printed = rules.text();
    if printed.len() > LONGEST {
        return;
    }
    match Ruleset::parse(printed) {
        Ok(again) => {
            assert_eq!(again.text(), printed, "printing is stable");
            assert_eq!(again.arity(), rules.arity(), "{printed}");
            assert_eq!(again.class(), rules.class(), "{printed}");
        }
        Err(diagnostics) => panic!("what was printed can be read: {printed:?}: {diagnostics}"),
    }
}

/// Asks a game that is a Rust type about tiny positions, those it can read.
fn check_typed(game: &NamedGame) {
    for text in ["", "0", "1", "0 2", "1 3 4", "2 2", "ab aba"] {
        if let Ok(position) = game.parse(text) {
            for convention in [Convention::Normal, Convention::Misere] {
                check_answer(game, &position, convention);
            }
        }
    }
}

/// Asks about a few tiny positions under both conventions.
fn check_answers(game: &NamedGame, arity: usize) {
    if arity > 6 {
        return;
    }
    let positions = match arity {
        1 => [vec![], vec![0], vec![1], vec![3, 3], vec![5, 2, 0]].map(Position::Heaps),
        _ => {
            let tuple =
                |first: u64| (0..arity as u64).map(|index| first.saturating_sub(index)).collect::<Vec<u64>>();
            [vec![], vec![tuple(0)], vec![tuple(1)], vec![tuple(2); 2], vec![tuple(3), tuple(1)]]
                .map(Position::Tuples)
        }
    };
    for position in positions {
        for convention in [Convention::Normal, Convention::Misere] {
            check_answer(game, &position, convention);
        }
    }
}

fn check_answer(game: &NamedGame, position: &Position, convention: Convention) {
    let solved = match solve(game, position.clone(), &Question { convention, limits: limits() }) {
        Ok(solved) => solved,
        Err(error) => return check_error(&error),
    };
    let context = format!("{} at {position}, {convention}", game.name);
    if solved.score.is_some() {
        return;
    }
    assert!(solved.loopy.is_some() || solved.outcome != Outcome::D, "{context}");
    if let Some(value) = solved.grundy {
        assert_eq!(value == 0, solved.outcome == Outcome::P, "{context}");
        if let Some(total) = solved.winning_moves_total {
            assert_eq!(total == 0, value == 0, "{context}");
        }
    } else if let Some(total) = solved.winning_moves_total.filter(|&total| total > 0) {
        assert_eq!(solved.outcome, Outcome::N, "{context}: {total} winning moves");
    }
    for winning in solved.winning_moves.iter().take(3) {
        let Ok(after) = game.parse(&winning.result) else {
            panic!("{context}: `{}` is no position", winning.result)
        };
        let size = after.len();
        if size > 64 {
            continue;
        }
        // Who moves to it wins, or it could not be worked out under these limits.
        if let Ok(next) = solve(game, after, &Question { convention, limits: limits() }) {
            assert_eq!(next.outcome, Outcome::P, "{context}: {} leaves {}", winning.text, winning.result);
        }
    }
}

/// Compares the moves of small heaps, compiled or recognised, with the rule read word by word.
fn check_options(rules: &Ruleset) {
    // Codes with digits that split into any number of heaps have moves beside the program.
    if rules.partitions().is_some() {
        return;
    }
    let game = Heaps::new(rules);
    let limits = limits();
    for heap in 0..=LARGEST_COMPARED {
        if !is_small(rules.checked(), heap) {
            return;
        }
        let Ok(mut expected) =
            naive::options_within(rules.checked(), &[i128::from(heap)], MAX_COMPARED_STEPS)
        else {
            return;
        };
        let offends = expected.iter().flatten().any(|(_, component)| component[0] >= i128::from(heap));
        match distinct_options(&game, &heap, &mut Pulse::new(&limits)) {
            Ok(found) => {
                assert!(
                    !offends,
                    "{}: a move of {heap} that makes no progress was missed: {expected:?}",
                    rules.text()
                );
                for option in &mut expected {
                    option.retain(|(_, component)| component[0] > 0 || !game.empty_is_dead());
                }
                expected.sort();
                expected.dedup();
                let wide = |part: &grundy::game::Part<u64>| {
                    (i128::from(part.copies), vec![i128::from(part.component)])
                };
                let mut found: Vec<Vec<naive::NaivePart>> =
                    found.iter().map(|parts| parts.iter().map(wide).collect()).collect();
                found.sort();
                assert_eq!(found, expected, "{}: the moves of {heap}", rules.text());
            }
            Err(Failure::Refused { message, .. }) => panic!("a rule refuses nothing by itself: {message}"),
            Err(Failure::NoProgress(offence)) => {
                assert!(offends, "{}: {offence:?}, but {expected:?}", rules.text());
            }
            Err(Failure::Cycle) => panic!("{}: heaps do not go round", rules.text()),
            Err(Failure::Stopped(_)) => {}
        }
    }
}

/// Whether the word-by-word reading of a heap is quick and its numbers are far from 128 bits.
fn is_small(rule: &Checked, heap: u64) -> bool {
    rule.clauses.iter().all(|clause| {
        let variables = clause.names.len() - first_variable(rule.arity);
        let frames = u32::try_from(variables).ok().and_then(|variables| (heap + 1).checked_pow(variables));
        let mut frame = vec![0; clause.names.len()];
        frame[0] = i128::from(heap);
        frames.is_some_and(|frames| frames <= 4000)
            && parts_are_small(clause, first_variable(rule.arity), &mut frame)
    })
}

fn parts_are_small(clause: &CheckedClause, slot: usize, frame: &mut Vec<i128>) -> bool {
    if slot < frame.len() {
        return (0..=frame[0]).all(|value| {
            frame[slot] = value;
            parts_are_small(clause, slot + 1, frame)
        });
    }
    clause.parts.iter().all(|part| match part {
        CheckedPart::Copies { count, .. } => {
            count.as_ref().is_none_or(|count| count.evaluate(frame).is_ok_and(|count| count < 1 << 62))
        }
        CheckedPart::Each { from, to } => match (from.evaluate(frame), to.evaluate(frame)) {
            (Ok(from), Ok(to)) => from.checked_sub(to).is_some_and(|length| length > -1000),
            _ => true,
        },
    })
}

/// The table of the engine that was picked agrees with the definition of the values.
fn check_sequence(rules: &Ruleset) {
    let limits = limits();
    let Ok(sequence) = prefix(rules, LARGEST_COMPARED, &limits) else { return };
    if sequence.stop != StopReason::Done {
        return;
    }
    let game = Heaps::new(rules);
    let mut values = Vec::new();
    for heap in 0..=LARGEST_COMPARED {
        let Ok(options) = distinct_options(&game, &heap, &mut Pulse::new(&limits)) else { return };
        let sum = |parts: &Vec<grundy::game::Part<u64>>| {
            let odd = parts.iter().filter(|part| part.copies % 2 == 1);
            odd.fold(0, |sum, part| sum ^ values[part.component as usize])
        };
        let value = grundy::value::mex(options.iter().map(sum).collect::<Vec<u64>>());
        assert_eq!(
            sequence.value(heap),
            value,
            "{}: the value of {heap} by {}",
            rules.text(),
            sequence.engine
        );
        values.push(value);
    }
}
