//! `grundy graph FILE`

#[cfg(feature = "parquet")]
mod parquet;
mod sum;
mod write;

use super::solve::PATIENCE;
use crate::args::{Common, Graph, GraphFormat};
use crate::budget::Budget;
use crate::failure::Failure;
use crate::output::stdout;
use grundy::Convention;
use grundy::graph::analysis::Analysis;
use grundy::graph::picture::Picture;
use grundy::graph::read::{LabelledGraph, ReadError, read};
use grundy::limits::Limits;
use grundy::rule::diagnostic::nearest;
use grundy::solve::stopped;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use sum::Sum;
use write::Answer;

/// Names among which one like a mistyped name is looked for.
const LOOKED_AT: u32 = 10_000;

pub fn run(arguments: &Graph, common: &Common) -> Result<ExitCode, Failure> {
    let format = match arguments.format {
        _ if common.json => GraphFormat::Json,
        format => format.unwrap_or(GraphFormat::Table),
    };
    Budget::new(common, Some(PATIENCE)).run(|limits| answer(arguments, format, limits))?;
    Ok(ExitCode::SUCCESS)
}

fn answer(arguments: &Graph, format: GraphFormat, limits: &Limits<'_>) -> Result<(), Failure> {
    let convention = if arguments.misere { Convention::Misere } else { Convention::Normal };
    let graph = read_graph(&arguments.file, limits)?;
    let start = arguments.start.as_deref().map(|label| vertex(&graph, label)).transpose()?;
    let analysis = Analysis::new(graph.graph(), convention, limits).map_err(stopped)?;
    if arguments.acyclic
        && let Some(cycle) = analysis.cycle()
    {
        return Err(has_cycle(&graph, cycle));
    }
    let sum = match &arguments.tokens {
        Some(tokens) => Some(Sum::new(&graph, &analysis, tokens, convention, limits)?),
        None => None,
    };
    let answer = Answer { graph: &graph, analysis: &analysis, convention, start, sum };
    match &arguments.output {
        #[cfg(feature = "parquet")]
        Some(file) if format == GraphFormat::Parquet => {
            parquet::write(file, &answer).map_err(|error| cannot_write(file, &error))
        }
        _ if format == GraphFormat::Parquet => Err(no_parquet()),
        Some(file) => {
            let opened = File::create(file).map_err(|error| cannot_write(file, &error))?;
            print(&answer, format, &mut BufWriter::with_capacity(1 << 16, opened))
        }
        None => print(&answer, format, &mut stdout()),
    }
}

fn print(answer: &Answer<'_>, format: GraphFormat, out: &mut dyn Write) -> Result<(), Failure> {
    let picture = Picture { labels: answer.graph.labels(), analysis: answer.analysis };
    match format {
        GraphFormat::Csv => answer.csv(out)?,
        GraphFormat::Json => answer.json(out)?,
        GraphFormat::Dot => out.write_all(picture.dot().as_bytes())?,
        GraphFormat::Svg => out.write_all(picture.svg().as_bytes())?,
        GraphFormat::Table | GraphFormat::Parquet => answer.table(out)?,
    }
    Ok(out.flush()?)
}

/// Reads a file or standard input.
fn read_graph(file: &Path, limits: &Limits<'_>) -> Result<LabelledGraph, Failure> {
    let shown = file.display();
    let failed = |error: &io::Error| Failure::input(format!("cannot read `{shown}`: {error}"), None);
    let is_stdin = file == Path::new("-");
    // Standard input cannot be read twice, and a mistake is shown with its line.
    let mut held = Vec::new();
    let result = if is_stdin {
        io::stdin().lock().read_to_end(&mut held)?;
        read(&mut held.as_slice(), limits)
    } else {
        read(&mut File::open(file).map_err(|error| failed(&error))?, limits)
    };
    result.map_err(|error| match error {
        ReadError::Misread(misread) => {
            let text = if is_stdin { held } else { std::fs::read(file).unwrap_or_default() };
            with_hint(Failure::misread(&text, misread))
        }
        ReadError::Stopped(reason) => stopped(reason).into(),
        ReadError::Input(error) => failed(&error),
        other => Failure::input(other.to_string(), None),
    })
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
        let shown = grundy::text::shorten(label);
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

fn cannot_write(file: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::input(format!("cannot write `{}`: {error}", file.display()), None)
}

fn no_parquet() -> Failure {
    if cfg!(feature = "parquet") {
        return Failure::input("a Parquet file needs a name", Some("`--format parquet -o FILE`"));
    }
    Failure::input("this build writes no Parquet files", Some("build it with `--features parquet`"))
}
