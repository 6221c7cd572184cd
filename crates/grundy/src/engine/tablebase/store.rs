//! What a directory holds: a manifest, and for each worker a part that lists segments and counts.
//!
//! ```text
//! grundy tablebase 1
//! game cram                     its name, and what it was opened from
//! source cram
//! rule put a domino ...         what the tablebase is about, with convention, start, and how positions are written
//! convention normal
//! start 4x7
//! code board 4x7
//! run 1                         counts up each time the command is given again; part of the names of files
//! epoch 12                      the parts that belong to this manifest are part-12-0, part-12-1, ...
//! workers 2
//! phase backward                forward, backward or complete
//! checksum 0123456789abcdef
//! ```
//!
//! A commit writes the parts under a new epoch, waits until all workers have done so, and then replaces the manifest in one
//! step; files that the new one does not need are removed afterwards. Data files only grow, and a part says how far they count,
//! so that a run that was killed at any moment is gone on with from the last commit, by any number of workers.

use super::TableError;
use super::entry::TableEntry;
use super::key::{Key, scramble};
use super::segment::Segment;
use crate::base::checksum::{with_checksum, without_checksum};
use crate::base::files::{FileError, FileFault, Output, read};
use crate::engine::graph::retrograde::is_p_position;
use crate::game::Convention;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const MAGIC: &str = "grundy tablebase 1";
const PART: &str = "grundy tablebase part 1";
/// The file that makes a directory a tablebase.
pub(crate) const MANIFEST: &str = "manifest";
/// Most bytes of a manifest or a part that are read.
const MAX_TEXT: u64 = 1 << 30;

/// What a tablebase is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// The name of the game.
    pub game: String,
    /// What the game was opened from, for whoever opens it again.
    pub source: String,
    /// Its rule, in one line.
    pub rule: String,
    /// Normal or misère play.
    pub convention: Convention,
    /// The position from which all others are reached, in its notation.
    pub start: String,
    /// How positions are written as keys.
    pub code: String,
}

/// How far a tablebase has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Positions are being found.
    Forward,
    /// Positions are being solved.
    Backward,
    /// All is done.
    Complete,
}

impl Phase {
    fn name(self) -> &'static str {
        match self {
            Phase::Forward => "forward",
            Phase::Backward => "backward",
            Phase::Complete => "complete",
        }
    }
}

/// The manifest of a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    /// What it is about.
    pub subject: Subject,
    pub(super) run: u64,
    pub(super) epoch: u64,
    pub(super) workers: usize,
    /// How far it has come.
    pub phase: Phase,
}

/// Counts over all positions, and a digest of them, that do not depend on their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many positions there are.
    pub positions: u64,
    /// How many different options they have in all.
    pub edges: u64,
    /// Positions by remoteness.
    pub levels: Vec<u64>,
    /// Drawn positions.
    pub draws: u64,
    /// The largest Grundy value.
    pub max_grundy: Option<u32>,
    /// Positions without a Grundy value, from which play may go on for ever.
    pub without_value: u64,
    digest: [u64; 2],
}

impl Tally {
    /// Counts a position.
    pub(crate) fn add<K: Key>(&mut self, key: &K, entry: TableEntry) {
        self.positions += 1;
        match entry.remoteness() {
            None => self.draws += 1,
            Some(level) => {
                let level = level as usize;
                self.levels.resize(self.levels.len().max(level + 1), 0);
                self.levels[level] += 1;
            }
        }
        self.max_grundy = self.max_grundy.max(entry.grundy());
        self.without_value += u64::from(entry.value == 0);
        let bits = u64::from(entry.level) << 32 | u64::from(entry.value);
        // A sum of hashes is the same in any order; two of them, made differently, are 128 bits.
        let hash = scramble(key.mix() ^ scramble(bits ^ 0x6a09_e667_f3bc_c908));
        self.digest[0] = self.digest[0].wrapping_add(hash);
        self.digest[1] = self.digest[1].wrapping_add(scramble(hash ^ key.mix().rotate_left(32)));
    }

    /// Counts all that another has counted; `None` where a sum is beyond all numbers, as in no file that was written here.
    pub(super) fn join(&mut self, other: &Tally) -> Option<()> {
        self.positions = self.positions.checked_add(other.positions)?;
        self.edges = self.edges.checked_add(other.edges)?;
        self.draws = self.draws.checked_add(other.draws)?;
        self.without_value = self.without_value.checked_add(other.without_value)?;
        self.max_grundy = self.max_grundy.max(other.max_grundy);
        self.levels.resize(self.levels.len().max(other.levels.len()), 0);
        for (level, more) in self.levels.iter_mut().zip(&other.levels) {
            *level = level.checked_add(*more)?;
        }
        // Sums of some of them are asked for.
        self.levels.iter().try_fold(0u64, |sum, &level| sum.checked_add(level))?;
        (0..2).for_each(|at| self.digest[at] = self.digest[at].wrapping_add(other.digest[at]));
        Some(())
    }

    /// Positions that are won and lost for the player to move.
    pub fn won_and_lost(&self, convention: Convention) -> (u64, u64) {
        let of = |lost: bool| {
            let levels = (0u32..).zip(&self.levels);
            levels
                .filter(|(level, _)| is_p_position(*level, convention) == lost)
                .map(|(_, count)| count)
                .sum()
        };
        (of(false), of(true))
    }

    /// The largest remoteness.
    pub fn max_remoteness(&self) -> Option<u64> {
        self.levels.iter().rposition(|&count| count > 0).map(|level| level as u64)
    }

    /// The digest of all positions and what is said about them.
    pub fn digest(&self) -> String {
        format!("{:016x}{:016x}", self.digest[0], self.digest[1])
    }
}

/// What a worker has done: its segments and counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Part {
    /// Positions that were looked at, by tiers.
    pub positions: Vec<Segment>,
    /// Positions that are yet to be looked at.
    pub runs: Vec<Segment>,
    /// Positions with their entries.
    pub table: Vec<Segment>,
    /// Tiers with moves inside.
    pub loopy: BTreeSet<u64>,
    pub tally: Tally,
}

impl Part {
    fn text(&self) -> String {
        let mut text = format!("{PART}\n");
        for (kind, list) in [("positions", &self.positions), ("run", &self.runs), ("table", &self.table)] {
            for Segment { file, tier, index, blocks, count, owner } in list {
                let _ =
                    writeln!(text, "{kind} {file} {tier} {index} {blocks} {count} {} {}", owner.0, owner.1);
            }
        }
        for tier in &self.loopy {
            let _ = writeln!(text, "loopy {tier}");
        }
        let Tally { positions, edges, levels, draws, max_grundy, without_value, digest } = &self.tally;
        let max_grundy = max_grundy.map_or(0, |value| u64::from(value) + 1);
        let [high, low] = digest;
        let _ = writeln!(text, "tally {positions} {edges} {draws} {max_grundy} {without_value} {high} {low}");
        let levels: Vec<String> = levels.iter().map(u64::to_string).collect();
        let _ = writeln!(text, "levels {}", levels.join(" "));
        text
    }

    fn read(bytes: &[u8]) -> Option<Part> {
        let text = std::str::from_utf8(without_checksum(bytes)?).ok()?;
        let mut lines = text.lines();
        lines.next().filter(|line| *line == PART)?;
        let mut part = Part::default();
        for line in lines {
            let (kind, rest) = line.split_once(' ')?;
            let words: Vec<&str> = rest.split_ascii_whitespace().collect();
            match kind {
                "positions" => part.positions.push(segment(&words)?),
                "run" => part.runs.push(segment(&words)?),
                "table" => part.table.push(segment(&words)?),
                "loopy" => drop(part.loopy.insert(rest.parse().ok()?)),
                "tally" => {
                    let [positions, edges, draws, max_grundy, without_value, high, low] = numbers(&words)?;
                    let max_grundy = max_grundy.checked_sub(1).map(u32::try_from).transpose().ok()?;
                    let digest = [high, low];
                    part.tally =
                        Tally { positions, edges, draws, max_grundy, without_value, digest, ..part.tally };
                }
                "levels" => {
                    part.tally.levels = words.iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
                }
                _ => return None,
            }
        }
        Some(part)
    }
}

fn numbers<const N: usize>(words: &[&str]) -> Option<[u64; N]> {
    let numbers: Vec<u64> = words.iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    numbers.try_into().ok()
}

fn segment(words: &[&str]) -> Option<Segment> {
    let (file, rest) = words.split_first()?;
    // A name, and no way out of the directory.
    if file.is_empty() || file.contains(['/', '\\']) || *file == ".." {
        return None;
    }
    let [tier, index, blocks, count, me, of] = numbers(rest)?;
    let owner = (usize::try_from(me).ok()?, usize::try_from(of).ok()?);
    Some(Segment { file: (*file).into(), tier, index, blocks, count, owner })
}

/// A directory of a tablebase.
#[derive(Debug, Clone)]
pub(crate) struct Store {
    pub directory: PathBuf,
}

impl Store {
    /// The manifest, if there is one.
    pub fn manifest(&self) -> Result<Option<Manifest>, TableError> {
        let path = self.directory.join(MANIFEST);
        let bytes = match read(&path, MAX_TEXT) {
            Err(FileError { fault: FileFault::Unreadable(error), .. })
                if error.kind() == std::io::ErrorKind::NotFound =>
            {
                return Ok(None);
            }
            other => other?,
        };
        parse_manifest(&bytes).map(Some).ok_or_else(|| TableError::damaged(MANIFEST))
    }

    /// The parts of a manifest.
    pub fn parts(&self, manifest: &Manifest) -> Result<Vec<Part>, TableError> {
        let part = |worker| {
            let name = part_name(manifest.epoch, worker);
            let bytes = read(&self.directory.join(&name), MAX_TEXT)?;
            Part::read(&bytes).ok_or_else(|| TableError::damaged(&name))
        };
        (0..manifest.workers).map(part).collect()
    }

    /// Writes the part of a worker for a commit to come.
    pub fn write_part(&self, epoch: u64, worker: usize, part: &Part) -> Result<(), TableError> {
        self.write(&part_name(epoch, worker), part.text())
    }

    /// Replaces the manifest.
    pub fn write_manifest(&self, manifest: &Manifest) -> Result<(), TableError> {
        let Manifest { subject, run, epoch, workers, phase } = manifest;
        let Subject { game, source, rule, convention, start, code } = subject;
        let [game, source, rule, start, code] = [game, source, rule, start, code].map(|text| escape(text));
        let convention = if *convention == Convention::Normal { "normal" } else { "misere" };
        let phase = phase.name();
        self.write(
            MANIFEST,
            format!(
                "{MAGIC}\ngame {game}\nsource {source}\nrule {rule}\nconvention {convention}\nstart {start}\ncode {code}\nrun {run}\n\
                 epoch {epoch}\nworkers {workers}\nphase {phase}\n"
            ),
        )
    }

    fn write(&self, name: &str, text: String) -> Result<(), TableError> {
        let path = self.directory.join(name);
        Ok(Output::check(&path)?.write(&with_checksum(text.into_bytes()))?)
    }

    /// Makes files last that were written before.
    pub fn sync<'a>(&self, names: impl Iterator<Item = &'a Arc<str>>) -> Result<(), TableError> {
        for name in names.collect::<BTreeSet<_>>() {
            let path = self.directory.join(&**name);
            let synced = File::open(&path).and_then(|file| file.sync_data());
            synced.map_err(|error| FileError::writing(&path, error, true))?;
        }
        Ok(())
    }

    /// Makes the directory one without a tablebase.
    pub fn wipe(&self) -> Result<(), TableError> {
        let path = self.directory.join(MANIFEST);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(FileError::writing(&path, error, true).into())
            }
            _ => {
                self.clean(u64::MAX, &BTreeSet::new());
                Ok(())
            }
        }
    }

    /// Removes the files of a tablebase that are not needed: parts of other epochs, and data that nobody names.
    pub fn clean(&self, epoch: u64, needed: &BTreeSet<Arc<str>>) {
        let Ok(entries) = fs::read_dir(&self.directory) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            let kind = name.split('-').next().unwrap_or_default();
            let is_old = match kind {
                "part" => !name.starts_with(&format!("part-{epoch}-")),
                "positions" | "table" | "runs" | "state" | "subscriptions" => !needed.contains(name),
                _ => false,
            };
            if is_old {
                // A file that stays does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Bytes of the files of the tablebase.
    pub fn bytes(&self) -> u64 {
        let entries = fs::read_dir(&self.directory).into_iter().flatten().flatten();
        entries
            .filter_map(|entry| entry.metadata().ok())
            .filter(|data| data.is_file())
            .map(|data| data.len())
            .sum()
    }
}

fn part_name(epoch: u64, worker: usize) -> String {
    format!("part-{epoch}-{worker}")
}

/// A text in one line.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
}

fn unescape(line: &str) -> Option<String> {
    let mut text = String::with_capacity(line.len());
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        text.push(match letter {
            '\\' => match letters.next()? {
                'n' => '\n',
                'r' => '\r',
                '\\' => '\\',
                _ => return None,
            },
            other => other,
        });
    }
    Some(text)
}

fn parse_manifest(bytes: &[u8]) -> Option<Manifest> {
    let text = std::str::from_utf8(without_checksum(bytes)?).ok()?;
    let mut lines = text.lines();
    lines.next().filter(|line| *line == MAGIC)?;
    let mut field = |name: &str| unescape(lines.next()?.strip_prefix(name)?.strip_prefix(' ')?);
    let (game, source, rule) = (field("game")?, field("source")?, field("rule")?);
    let convention = match field("convention")?.as_str() {
        "normal" => Convention::Normal,
        "misere" => Convention::Misere,
        _ => return None,
    };
    let (start, code) = (field("start")?, field("code")?);
    let mut number = |name: &str| field(name)?.parse::<u64>().ok();
    let (run, epoch, workers) = (number("run")?, number("epoch")?, number("workers")?);
    let phase = [Phase::Forward, Phase::Backward, Phase::Complete];
    let word = field("phase")?;
    let phase = phase.into_iter().find(|phase| phase.name() == word)?;
    let workers = usize::try_from(workers).ok()?;
    Some(Manifest {
        subject: Subject { game, source, rule, convention, start, code },
        run,
        epoch,
        workers,
        phase,
    })
}

/// Makes the directory, and checks that it is one.
pub(super) fn make_directory(path: &Path) -> Result<(), TableError> {
    Ok(crate::base::files::make_folder(path)?)
}
