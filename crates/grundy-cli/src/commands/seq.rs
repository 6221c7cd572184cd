//! `grundy seq GAME [-n COUNT]`

use super::picture::Canvas;
use super::{exit_code, family, read_game_of};
use crate::args::{Common, Format, Picture, Seq};
use crate::budget::Budget;
use crate::checkpoint::Checkpoint;
use crate::failure::Failure;
use crate::output::{Out, stdout};
use grundy::StopReason;
use grundy::ask::explain_failure;
use grundy::ask::{Heading, HeapGame, KindGame};
use grundy::engine::heap::closed_form::ClosedForm;
use grundy::engine::heap::run::Run;
use grundy::engine::heap::terms::Terms;
use grundy::engine::heap::{Sequence, engine_for, prefix};
use grundy::engine::system;
use grundy::game::engine::Engine;
use grundy::report::plot::Plot;
use grundy::report::sequence as report;
use grundy::report::table::push_number;
use grundy::rule::template::Template;
use std::io::{self, Write};
use std::process::ExitCode;

/// Consecutive heaps.
#[derive(Debug, Clone, Copy)]
struct Heaps {
    first: u64,
    count: u64,
}

pub fn run(arguments: &Seq, common: &Common) -> Result<ExitCode, Failure> {
    let named = read_game_of(&arguments.game, arguments.loopy)?;
    let mut template = family::template(&arguments.template)?;
    let single = named.rules.system().is_some() || named.on_heaps("sequence").is_ok();
    // Outcomes under misère play are a family's, and so is everything that is not one heap.
    if template.is_none() && arguments.misere && single {
        let kind = arguments.kind.as_ref().map_or("{n}".to_owned(), |kind| format!("{kind}({{n}})"));
        template = family::template(&[kind])?;
    }
    let plain = |template: &Template| single && template.is_bare() && !arguments.misere;
    if let Some(template) = template.filter(|template| !plain(template)) {
        return family::seq(&named, &template, arguments, common);
    }
    if let Some(kind) = named.on_kind("sequence", arguments.kind.as_deref())? {
        return of_kind(kind, arguments, common);
    }
    let game = named.on_heaps("sequence")?;
    let from = arguments.from.unwrap_or(0);
    // Heap 2^64 - 1 is the last, so the last heap is counted, not the one behind it.
    let last = match arguments.count.checked_sub(1) {
        None => Some(0),
        Some(more) => from.checked_add(more),
    };
    let Some(last) = last else {
        return Err(Failure::input("heaps end at 2^64 - 1", Some("a smaller `--from` or `-n`")));
    };
    let format = if common.json { Some(Format::Json) } else { arguments.format };
    let canvas = Canvas::check(arguments.plot.as_deref())?;
    let budget = Budget::new(common, None);
    let heaps = Heaps { first: from, count: arguments.count };
    let supply = match &arguments.checkpoint {
        Some(folder) => {
            let checkpoint = Checkpoint::open(folder, game.rules.text())?;
            match ClosedForm::of(game.rules) {
                // Nothing is gained by keeping what has a formula.
                Some(_) => Supply::of(game, last, arguments.plot.is_some(), &budget)?,
                None => Supply::Growing(Growing { game, run: None, checkpoint: Some(Box::new(checkpoint)) }),
            }
        }
        None => Supply::of(game, last, arguments.plot.is_some(), &budget)?,
    };
    let mut source = Source { heading: game.into(), budget: &budget, supply, shown: 0 };
    let mut stop = StopReason::Done;
    if let Some(canvas) = canvas {
        stop = match arguments.picture {
            Picture::Values => draw(&mut source, heaps, canvas)?,
            Picture::Rare => draw_rare(game, heaps, canvas, &budget)?,
        };
    }
    if format.is_some() || arguments.plot.is_none() {
        stop = print(&mut source, heaps, format.unwrap_or(Format::Plain))?;
    }
    if let Supply::Growing(Growing { run: Some(run), .. }) = &source.supply
        && run.is_dense()
    {
        eprintln!("note: no sparse space was found, so all pairs were looked at");
    }
    if stop != StopReason::Done {
        match source.shown {
            shown if shown <= from => eprintln!("stopped: {stop}; no values are shown"),
            shown => eprintln!("stopped: {stop}; values of heaps below {shown} are shown"),
        }
        if arguments.checkpoint.is_some() {
            eprintln!("the same command goes on from there");
        }
    }
    Ok(exit_code(stop))
}

/// The values of a kind of a system.
fn of_kind(game: KindGame<'_>, arguments: &Seq, common: &Common) -> Result<ExitCode, Failure> {
    if arguments.checkpoint.is_some() || arguments.picture == Picture::Rare {
        return Err(Failure::input(
            "systems of several kinds have no checkpoints and no picture of rare heaps",
            None,
        ));
    }
    let from = arguments.from.unwrap_or(0);
    let Some(last) = from.checked_add(arguments.count.saturating_sub(1)) else {
        return Err(Failure::input("heaps end at 2^64 - 1", Some("a smaller `--from` or `-n`")));
    };
    let format = if common.json { Some(Format::Json) } else { arguments.format };
    let canvas = Canvas::check(arguments.plot.as_deref())?;
    let budget = Budget::new(common, None);
    let heaps = Heaps { first: from, count: arguments.count };
    let found = budget.run(|limits| system::sequence(game.system, game.kind, last, limits));
    let found = found.map_err(|failure| game.explain_failure(failure))?;
    let mut source = Source { heading: game.into(), budget: &budget, supply: Supply::Known(found), shown: 0 };
    let mut stop = StopReason::Done;
    if let Some(canvas) = canvas {
        stop = draw(&mut source, heaps, canvas)?;
    }
    if format.is_some() || arguments.plot.is_none() {
        stop = print(&mut source, heaps, format.unwrap_or(Format::Plain))?;
    }
    if stop != StopReason::Done {
        eprintln!("stopped: {stop}; values of heaps below {} are shown", source.shown);
    }
    Ok(exit_code(stop))
}

/// Prints the values and says whether all were printed.
fn print(source: &mut Source<'_>, heaps: Heaps, format: Format) -> Result<StopReason, Failure> {
    let mut out = stdout();
    let stop = match format {
        Format::Plain if heaps.count == 0 => StopReason::Done,
        Format::Plain => {
            let stop = source.separated(&mut out, heaps, b' ')?;
            out.write_all(b"\n")?;
            stop
        }
        Format::Values => source.lines(&mut out, heaps, None)?,
        Format::Bfile => source.lines(&mut out, heaps, Some(b' '))?,
        Format::Csv => {
            if heaps.count > 0 {
                out.write_all(b"n,grundy\n")?;
            }
            source.lines(&mut out, heaps, Some(b','))?
        }
        Format::Json => json(&mut out, heaps, source)?,
        Format::Npy => {
            let width = source.width(heaps);
            npy_header(&mut out, heaps.count, width)?;
            source.numbers(&mut out, heaps, width)?
        }
        Format::Raw => source.numbers(&mut out, heaps, source.width(heaps))?,
    };
    out.flush()?;
    Ok(stop)
}

/// Values of a game, as they are asked for.
struct Source<'a> {
    heading: Heading<'a>,
    budget: &'a Budget,
    supply: Supply<'a>,
    /// The heap behind the last whose value was written.
    shown: u64,
}

/// Where values come from.
enum Supply<'a> {
    /// All are there.
    Known(Sequence),
    /// They are computed as they are printed.
    Growing(Growing<'a>),
}

struct Growing<'a> {
    game: HeapGame<'a>,
    /// The engine, once it is needed.
    run: Option<Run<'a>>,
    checkpoint: Option<Box<Checkpoint>>,
}

/// Values that are computed before anything is printed: a period that is proved by then answers for all heaps.
const SETTLED: u64 = 1 << 15;

impl<'a> Supply<'a> {
    /// Computes the values up to `last`, or only the first where the engine can go on while they are printed; `whole` when
    /// they are needed more than once.
    fn of(game: HeapGame<'a>, last: u64, whole: bool, budget: &Budget) -> Result<Supply<'a>, Failure> {
        let goes_on = !whole && engine_for(game.rules) == Engine::SparseSpace;
        let goal = if goes_on { last.min(SETTLED) } else { last };
        let found = budget.run(|limits| prefix(game.rules, goal, limits));
        let found = found.map_err(|failure| explain_failure(Some(game.rules), failure))?;
        if goal == last || found.len().is_none() || found.stop != StopReason::Done {
            return Ok(Supply::Known(found));
        }
        Ok(match found.into_run(game.rules) {
            Ok(run) => Supply::Growing(Growing { game, run: Some(run), checkpoint: None }),
            Err(found) => Supply::Known(found),
        })
    }
}

impl<'a> Growing<'a> {
    fn stored(&self) -> u64 {
        self.checkpoint.as_deref().map_or(0, Terms::count)
    }

    fn count(&self) -> u64 {
        self.run.as_ref().map_or(self.stored(), Terms::count)
    }

    /// Makes the values from `first` to `end - 1` available, or fewer; those before may be dropped.
    fn grow(&mut self, first: u64, end: u64, goal: u64, budget: &Budget) -> Result<StopReason, Failure> {
        let game = self.game;
        while self.count() < end {
            let known = self.checkpoint.as_deref().filter(|stored| stored.count() > 0);
            let run = self.run.get_or_insert_with(|| match known {
                Some(known) => Run::restore(game.rules, known),
                None => Run::new(game.rules),
            });
            let extended = budget.run(|limits| {
                // What will never be reached need not be begun.
                run.check_room(first.saturating_add(1), limits)?;
                run.extend(run.next_step(end), limits)
            });
            budget.report(&run.status(), goal);
            let mut kept_from = first;
            if let Some(checkpoint) = &mut self.checkpoint {
                checkpoint.save(run, extended.is_err())?;
                kept_from = first.min(checkpoint.count());
            }
            run.forget(run.count().saturating_sub(kept_from));
            match extended {
                Ok(()) => {}
                Err(grundy::Failure::Stopped(reason)) => return Ok(reason),
                Err(failure) => return Err(explain_failure(Some(game.rules), failure).into()),
            }
        }
        Ok(StopReason::Done)
    }

    fn read(&self, first: u64, out: &mut [u32]) {
        let stored = self.checkpoint.as_deref().filter(|_| first + out.len() as u64 <= self.stored());
        match (&self.run, stored) {
            (_, Some(checkpoint)) => checkpoint.read(first, out),
            (Some(run), None) => run.read(first, out),
            (None, None) => unreachable!("values are read after they were made available"),
        }
    }
}

/// Values that are formatted before they are written: enough to be quick, few enough to notice that the reader has gone.
const BLOCK: u64 = 1 << 13;
/// Values that are computed together.
const STEP: u64 = 1 << 16;

impl Source<'_> {
    /// Calls `write` with the values, block by block: the heap of the first, and the values.
    fn blocks(
        &mut self,
        heaps: Heaps,
        write: &mut dyn FnMut(u64, &[u64]) -> io::Result<()>,
    ) -> Result<StopReason, Failure> {
        let (budget, Heaps { first, count }) = (self.budget, heaps);
        let (mut values, mut short) = (Vec::new(), Vec::new());
        let mut done = 0;
        let stop = match &mut self.supply {
            Supply::Known(found) => {
                let there = found.len().map_or(u64::MAX, |length| length.saturating_sub(first));
                let count = count.min(there);
                let mut block = || -> Result<bool, Failure> {
                    let step = BLOCK.min(count - done);
                    values.clear();
                    found.iter(first + done, step).for_all(|value| values.push(value));
                    write(first + done, &values)?;
                    done += step;
                    Ok(done < count)
                };
                if found.stop == StopReason::Done {
                    budget.write(block)?
                } else {
                    // The time is up or the user has asked to stop: what was found by then is still to be shown.
                    while block()? {}
                    found.stop
                }
            }
            Supply::Growing(growing) => {
                let mut grown = StopReason::Done;
                let written = budget.write(|| -> Result<bool, Failure> {
                    // The heap behind the last may be 2^64, which no table reaches.
                    let goal = first.saturating_add(count);
                    while done < count {
                        let from = first + done;
                        if growing.count() <= from {
                            if grown != StopReason::Done {
                                return Ok(false);
                            }
                            let end = from.saturating_add(STEP).min(goal);
                            grown = growing.grow(from, end, goal, budget)?;
                        }
                        // A stop on the way to the first heap leaves nothing to read.
                        let there = growing.count().min(goal).saturating_sub(from).min(BLOCK);
                        short.resize(there as usize, 0);
                        if there > 0 {
                            growing.read(from, &mut short);
                        }
                        values.clear();
                        values.extend(short.iter().map(|&value| u64::from(value)));
                        write(from, &values)?;
                        done += there;
                        // What was found before a stop is still to be shown.
                        if grown == StopReason::Done {
                            return Ok(true);
                        }
                    }
                    Ok(false)
                })?;
                let stop = if grown == StopReason::Done { written } else { grown };
                // The last values are kept for next time.
                if let Growing { run: Some(run), checkpoint: Some(checkpoint), .. } = growing {
                    checkpoint.save(run, true)?;
                }
                stop
            }
        };
        budget.hide();
        // Behind the largest heap there is none.
        self.shown = first.saturating_add(done);
        Ok(stop)
    }

    /// Formats the values with `format`, which appends to a buffer.
    fn formatted(
        &mut self,
        out: &mut Out,
        heaps: Heaps,
        mut format: impl FnMut(&mut Vec<u8>, u64, u64),
    ) -> Result<StopReason, Failure> {
        let mut buffer = Vec::new();
        self.blocks(heaps, &mut |first, values| {
            buffer.clear();
            values.iter().zip(first..=u64::MAX).for_each(|(&value, heap)| format(&mut buffer, heap, value));
            out.write_all(&buffer)
        })
    }

    fn separated(&mut self, out: &mut Out, heaps: Heaps, separator: u8) -> Result<StopReason, Failure> {
        self.formatted(out, heaps, |buffer, heap, value| {
            if heap > heaps.first {
                buffer.push(separator);
            }
            push_number(buffer, value);
        })
    }

    fn lines(&mut self, out: &mut Out, heaps: Heaps, index: Option<u8>) -> Result<StopReason, Failure> {
        self.formatted(out, heaps, |buffer, heap, value| {
            if let Some(separator) = index {
                push_number(buffer, heap);
                buffer.push(separator);
            }
            push_number(buffer, value);
            buffer.push(b'\n');
        })
    }

    /// Little-endian numbers of 4 or 8 bytes.
    fn numbers(&mut self, out: &mut Out, heaps: Heaps, width: usize) -> Result<StopReason, Failure> {
        self.formatted(out, heaps, |buffer, _, value| buffer.extend_from_slice(&value.to_le_bytes()[..width]))
    }

    /// Bytes of a number: tables hold 32 bits; a formula's value is at most twice its heap.
    fn width(&self, heaps: Heaps) -> usize {
        let small = heaps.first.checked_add(heaps.count).is_some_and(|end| end < 1 << 31);
        let formula = matches!(&self.supply, Supply::Known(found) if found.formula().is_some());
        if !small && formula { 8 } else { 4 }
    }
}

fn json(out: &mut Out, heaps: Heaps, source: &mut Source<'_>) -> Result<StopReason, Failure> {
    write!(out, "{}", report::head(source.heading, heaps.first))?;
    let stop = source.separated(out, heaps, b',')?;
    let tail = match &source.supply {
        Supply::Known(found) => report::tail(found.engine, &found.reason, stop),
        Supply::Growing(growing) => {
            let rules = growing.game.rules;
            report::tail(engine_for(rules), &rules.class().to_string(), stop)
        }
    };
    writeln!(out, "{tail}")?;
    Ok(stop)
}

/// The head of the NumPy format, version 1.0, padded to 64 bytes; little-endian numbers follow.
pub fn npy_header(out: &mut Out, count: u64, width: usize) -> io::Result<()> {
    let mut header = format!("{{'descr': '<u{width}', 'fortran_order': False, 'shape': ({count},), }}");
    while (10 + header.len() + 1) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&(header.len() as u16).to_le_bytes())?;
    out.write_all(header.as_bytes())
}

/// Most points of a picture.
const MAX_POINTS: u64 = 100_000_000;

fn draw(source: &mut Source<'_>, heaps: Heaps, canvas: Canvas) -> Result<StopReason, Failure> {
    check_points(heaps)?;
    let mut values = Vec::new();
    let mut wide = false;
    let stop = source.blocks(heaps, &mut |_, block| {
        let narrow = block.iter().map(|&value| u32::try_from(value));
        values.extend(narrow.map_while(|value| value.inspect_err(|_| wide = true).ok()));
        Ok(())
    })?;
    if wide {
        return Err(Failure::input("values beyond 32 bits cannot be drawn", None));
    }
    let title = format!("Grundy values of {}", source.heading.name);
    canvas.show(&Plot { title: &title, axis: "g(n)", first: heaps.first, values: &values })?;
    Ok(stop)
}

/// Draws how many rare heaps there are up to each heap.
fn draw_rare(
    game: HeapGame<'_>,
    heaps: Heaps,
    canvas: Canvas,
    budget: &Budget,
) -> Result<StopReason, Failure> {
    check_points(heaps)?;
    let end = heaps.first.saturating_add(heaps.count);
    let mut run = Run::new(game.rules);
    let stop = match budget.run(|limits| run.extend(end, limits)) {
        Ok(()) => StopReason::Done,
        Err(grundy::Failure::Stopped(reason)) => reason,
        Err(failure) => return Err(explain_failure(Some(game.rules), failure).into()),
    };
    let Some(space) = run.space() else {
        let message = format!("no sparse space is known of `{}` up to heap {}", game.name, run.count());
        return Err(Failure::input(message, Some("more heaps, or a game that breaks heaps in two")));
    };
    let mut rare = space.rare.iter().copied().peekable();
    let mut so_far = 0;
    let counts = (0..end.min(run.count())).map(|heap| {
        so_far += u32::from(rare.next_if_eq(&heap).is_some());
        so_far
    });
    let counts: Vec<u32> = counts.skip(heaps.first as usize).collect();
    let title = format!("Rare heaps of {} (mask {:#x})", game.name, space.mask);
    canvas.show(&Plot { title: &title, axis: "rare heaps up to n", first: heaps.first, values: &counts })?;
    Ok(stop)
}

fn check_points(heaps: Heaps) -> Result<(), Failure> {
    let message = || format!("more than {MAX_POINTS} points in one picture");
    if heaps.count > MAX_POINTS { Err(Failure::input(message(), Some("a smaller `-n`"))) } else { Ok(()) }
}
