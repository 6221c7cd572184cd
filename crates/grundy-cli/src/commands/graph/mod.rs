//! `grundy graph FILE`

#[cfg(feature = "parquet")]
mod parquet;
mod sum;
mod write;

use super::read_stdin;
use super::solve::PATIENCE;
use crate::args::{Common, Graph, GraphFormat};
use crate::budget::Budget;
use crate::failure::Failure;
use crate::output::stdout;
use grundy::Convention;
use grundy::Limits;
use grundy::ask::files::{Output, read as read_file};
use grundy::ask::stopped;
use grundy::engine::graph::analysis::Analysis;
use grundy::engine::graph::read::packed::unpacked;
use grundy::engine::graph::read::{LabelledGraph, ReadError, read_with};
use grundy::game::text::near::nearest;
use grundy::report::graph as report;
use grundy::report::picture::Picture;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use sum::sum;
use write::Answer;

/// Names among which one like a mistyped name is looked for.
const LOOKED_AT: u32 = 10_000;

pub fn run(arguments: &Graph, common: &Common) -> Result<ExitCode, Failure> {
    let format = match arguments.format {
        _ if common.json => GraphFormat::Json,
        format => format.unwrap_or(GraphFormat::Table),
    };
    // Standard input cannot be read twice, and a mistake is shown with its line: so it is kept, and part of the memory.
    let held = match arguments.file == Path::new("-") {
        true => Some(read_stdin(common.max_memory)?),
        false => None,
    };
    let output = arguments.output.as_deref().map(Output::check).transpose()?;
    Budget::new(common, Some(PATIENCE)).run(|limits| {
        let taken = held.as_ref().map_or(0, |text| text.len() as u64);
        let limits = Limits { memory: limits.memory - taken, ..*limits };
        answer(arguments, held.as_deref(), format, output, &limits)
    })?;
    Ok(ExitCode::SUCCESS)
}

fn answer(
    arguments: &Graph,
    held: Option<&[u8]>,
    format: GraphFormat,
    output: Option<Output>,
    limits: &Limits<'_>,
) -> Result<(), Failure> {
    let convention = if arguments.misere { Convention::Misere } else { Convention::Normal };
    let graph = read_graph(&arguments.file, held, arguments.header, limits)?;
    if format != GraphFormat::Json {
        graph.notes().iter().for_each(|note| eprintln!("note: {note}"));
    }
    let start = arguments.start.as_deref().map(|label| vertex(&graph, label)).transpose()?;
    let analysis = Analysis::new(graph.graph(), convention, limits).map_err(stopped)?;
    if arguments.acyclic
        && let Some(cycle) = analysis.cycle()
    {
        return Err(has_cycle(&graph, cycle));
    }
    let sum = match &arguments.tokens {
        Some(tokens) => Some(sum(&graph, &analysis, tokens, convention, limits)?),
        None => None,
    };
    let about = report::Answer { graph: &graph, analysis: &analysis, convention, start };
    let answer = Answer { about, sum };
    match output {
        #[cfg(feature = "parquet")]
        Some(output) if format == GraphFormat::Parquet => Ok(parquet::write(output, &answer)?),
        _ if format == GraphFormat::Parquet => Err(no_parquet()),
        Some(output) => Ok(output.write_with(|mut out| print(&answer, format, &mut out))?),
        None => Ok(print(&answer, format, &mut stdout())?),
    }
}

fn print(answer: &Answer<'_>, format: GraphFormat, out: &mut dyn Write) -> io::Result<()> {
    let picture = Picture { labels: answer.about.graph.labels(), analysis: answer.about.analysis };
    match format {
        GraphFormat::Csv => answer.csv(out)?,
        GraphFormat::Json => answer.json(out)?,
        GraphFormat::Dot => out.write_all(picture.dot().as_bytes())?,
        GraphFormat::Svg => out.write_all(picture.svg().as_bytes())?,
        GraphFormat::Table | GraphFormat::Parquet => answer.table(out)?,
    }
    out.flush()
}

/// Reads a file, or what standard input held.
fn read_graph(
    file: &Path,
    held: Option<&[u8]>,
    header: bool,
    limits: &Limits<'_>,
) -> Result<LabelledGraph, Failure> {
    let shown = file.display();
    let failed = |error: &io::Error| Failure::input(format!("cannot read `{shown}`: {error}"), None);
    let result = match held {
        Some(mut text) => read_with(&mut text, header, limits),
        None => read_with(&mut File::open(file).map_err(|error| failed(&error))?, header, limits),
    };
    result.map_err(|error| match error {
        ReadError::Misread(misread) => {
            let text =
                held.map_or_else(|| read_file(file, limits.memory).unwrap_or_default().into(), Cow::Borrowed);
            with_hint(Failure::misread(&unpacked_text(&text, limits), misread))
        }
        ReadError::Stopped(reason) => stopped(reason).into(),
        ReadError::Input(error) => failed(&error),
        other => Failure::input(format!("cannot read `{shown}`: {other}"), None),
    })
}

/// The text that a mistake is shown in.
fn unpacked_text(mut bytes: &[u8], limits: &Limits<'_>) -> Vec<u8> {
    let mut text = Vec::new();
    if let Ok(reader) = unpacked(&mut bytes, limits) {
        // Where a stream breaks off, what came before is shown.
        let _ = reader.take(limits.memory).read_to_end(&mut text);
    }
    text
}

fn with_hint(failure: Failure) -> Failure {
    match failure {
        Failure::Input { message, place, source, .. } => {
            let hint = "a graph is lines `u v`, or `digraph { u -> v }`, or `{\"edges\": [[\"u\",\"v\"]]}`";
            Failure::Input { message, hint: Some(hint.to_owned()), place, source }
        }
        other => other,
    }
}

/// The vertex of a name.
fn vertex(graph: &LabelledGraph, label: &str) -> Result<u32, Failure> {
    graph.vertex(label).ok_or_else(|| {
        let count = graph.labels().len() as u32;
        let names: Vec<_> = (0..count.min(LOOKED_AT)).map(|vertex| graph.label(vertex)).collect();
        let near = nearest(label, names.iter().map(|name| &**name));
        let hint = near.map(|near| format!("did you mean `{near}`?"));
        let shown = grundy::game::text::shorten(label);
        Failure::input(format!("the graph has no vertex `{shown}`"), hint.as_deref())
    })
}

fn has_cycle(graph: &LabelledGraph, cycle: &[u32]) -> Failure {
    const SHOWN: usize = 50;
    let mut names: Vec<String> = cycle.iter().take(SHOWN).map(|&v| graph.label(v).into_owned()).collect();
    if cycle.len() > SHOWN {
        names.push("...".to_owned());
    }
    names.extend(cycle.first().map(|&first| graph.label(first).into_owned()));
    let message = format!("the graph has a cycle: {}", names.join(" -> "));
    Failure::input(message, Some("without `--acyclic`, graphs with cycles are answered too"))
}

fn no_parquet() -> Failure {
    if cfg!(feature = "parquet") {
        return Failure::input("a Parquet file needs a name", Some("`--format parquet -o FILE`"));
    }
    Failure::input("this build writes no Parquet files", Some("build it with `--features parquet`"))
}
