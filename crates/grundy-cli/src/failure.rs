//! What went wrong, on stderr with a caret or on stdout as JSON, and the exit code that goes with it.

use crate::invocation::Invocation;
use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};
use grundy::Error;
use grundy::StopReason;
use grundy::ask::files::{FileError, FileFault};
use grundy::game::text::scanner::Misread;
use grundy::report::error as report;
use grundy::rule::Diagnostics;
use serde_json::Value;
use std::io::{self, Write};
use std::process::ExitCode;

/// Longest line that is shown with what is wrong in it.
const SHOWN: usize = 2000;

/// Why a command did not finish.
#[derive(Debug)]
pub enum Failure {
    /// The reader of standard output has gone: no one is left to tell.
    ClosedPipe,
    /// Standard input cannot be read, or standard output cannot be written.
    Standard(io::Error),
    /// Anything the library refuses, with the text of the position if it is about one.
    Library(Error, Option<String>),
    /// A file that cannot be written or read, with a way out that the command knows.
    File(FileError, Option<String>),
    /// Anything else that is wrong with the input; the source is the line at the place.
    Input {
        /// What is wrong.
        message: String,
        /// A way out.
        hint: Option<String>,
        /// Line and column, from 1.
        place: Option<(usize, usize)>,
        /// The line at the place.
        source: Option<String>,
    },
    /// Work that is not finished, and how to go on with it.
    Unfinished {
        /// What is not finished.
        message: String,
        /// How to go on.
        hint: String,
    },
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Library(error, None)
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        match error.fault {
            FileFault::TooLarge => {
                let what = format!("`{}` is not read", error.path.display());
                Error::Stopped { reason: StopReason::MemoryLimit, what, hint: None }.into()
            }
            _ => Failure::File(error, None),
        }
    }
}

/// Standard input or output: files that are named have [`FileError`].
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Standard(error),
        }
    }
}

impl Failure {
    /// Something that is wrong with the input, without a place.
    pub fn input(message: impl Into<String>, hint: Option<&str>) -> Failure {
        Failure::Input { message: message.into(), hint: hint.map(str::to_owned), place: None, source: None }
    }

    /// Something in an input that is not what should stand there, with its line.
    pub fn misread(input: &[u8], Misread { message, line, column }: Misread) -> Failure {
        let text = input.split(|&byte| byte == b'\n').nth(line - 1).unwrap_or_default();
        let source = (text.len() <= SHOWN).then(|| String::from_utf8_lossy(text).trim_end().to_owned());
        // At the end of a line there may be nothing to point at.
        let source = source.filter(|source| !source.is_empty());
        Failure::Input { message, hint: None, place: Some((line, column)), source }
    }

    /// Says what went wrong, if there is anyone to tell, and returns the exit code.
    pub fn report(&self, json: bool) -> ExitCode {
        if matches!(self, Failure::ClosedPipe) {
            return self.code();
        }
        if !json {
            self.print();
            return self.code();
        }
        let mut out = io::stdout().lock();
        match writeln!(out, "{}", self.to_json(None)).and_then(|()| out.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                // Nobody can read the object, so both go where a person may see them.
                self.print();
                let unwritten = Failure::from(error);
                if unwritten.message() != self.message() {
                    unwritten.print();
                }
                unwritten.code()
            }
            _ => self.code(),
        }
    }

    /// The same for a thread that ends the process while others may have the lock of standard output.
    pub(crate) fn report_at_once(&self, json: bool) -> i32 {
        let written = json
            && match unlocked_stdout() {
                Ok(mut out) => writeln!(out, "{}", self.to_json(None)).is_ok(),
                Err(_) => false,
            };
        if !written {
            self.print();
        }
        self.number().into()
    }

    /// The exit code.
    pub fn code(&self) -> ExitCode {
        ExitCode::from(self.number())
    }

    fn number(&self) -> u8 {
        match self {
            Failure::ClosedPipe => 0,
            Failure::Library(Error::Stopped { reason: StopReason::Interrupted, .. }, _) => 130,
            Failure::Library(Error::Stopped { .. }, _) => 3,
            Failure::File(error, _) if error.is_full() => 3,
            Failure::Unfinished { .. } => 3,
            _ => 2,
        }
    }

    /// Whether the input was wrong, rather than a limit reached.
    pub fn is_input(&self) -> bool {
        match self {
            Failure::Library(Error::Stopped { .. }, _) | Failure::ClosedPipe | Failure::Unfinished { .. } => {
                false
            }
            Failure::File(error, _) => !error.is_full(),
            _ => true,
        }
    }

    /// Whether no other question can be answered either.
    pub fn is_final(&self) -> bool {
        matches!(self, Failure::ClosedPipe | Failure::Standard(_) | Failure::File(..))
    }

    /// What went wrong, in one sentence.
    pub fn message(&self) -> String {
        match self {
            Failure::ClosedPipe => String::new(),
            Failure::Standard(error) => {
                format!("cannot read standard input or write standard output: {error}")
            }
            Failure::Library(error, _) => report::message(error),
            Failure::File(error, _) => error.to_string(),
            Failure::Input { message, .. } | Failure::Unfinished { message, .. } => message.clone(),
        }
    }

    /// The way out, if there is one.
    pub fn hint(&self) -> Option<&str> {
        match self {
            Failure::ClosedPipe | Failure::Standard(_) => None,
            // The library knows limits, the command knows the flags that set them.
            Failure::Library(Error::Stopped { reason: StopReason::MemoryLimit, .. }, _) => {
                Some("ask for less, or allow more with `--max-memory`")
            }
            Failure::Library(Error::Stopped { reason: StopReason::TimeLimit, .. }, _) => {
                Some("allow more with `--max-time`")
            }
            Failure::Library(error, _) => error.hint(),
            Failure::File(error, hint) => hint.as_deref().or(error.hint()),
            Failure::Input { hint, .. } => hint.as_deref(),
            Failure::Unfinished { hint, .. } => Some(hint),
        }
    }

    /// Line and column, from 1.
    fn place(&self) -> Option<(usize, usize)> {
        match self {
            Failure::Library(error, _) => report::place(error),
            Failure::Input { place, .. } => *place,
            _ => None,
        }
    }

    /// The error object; `line` is the line of stdin it stands for.
    pub fn to_json(&self, line: Option<usize>) -> Value {
        if let Failure::Library(error, _) = self {
            return report::object(error, self.hint(), line);
        }
        let place = self.place();
        let place = (line.or(place.map(|place| place.0)), place.map(|place| place.1));
        report::plain(&self.message(), self.hint(), place)
    }

    fn print(&self) {
        let _ = writeln!(anstream::stderr(), "{}", self.render(&renderer()));
    }

    fn render(&self, renderer: &Renderer) -> String {
        match self {
            Failure::Library(Error::Rule(diagnostics), _) => render_rule(diagnostics, renderer),
            Failure::Library(Error::Position(error), Some(position)) => {
                render_word(&self.message(), "position", position, (1, error.column), self.hint(), renderer)
            }
            Failure::Input { place: Some(place), source: Some(source), .. } => {
                render_word(&self.message(), "input", source, *place, self.hint(), renderer)
            }
            _ => {
                let place =
                    self.place().map(|(line, column)| format!("{line}:{column}: ")).unwrap_or_default();
                let hint = self.hint().map(|hint| format!("\nhint: {hint}")).unwrap_or_default();
                format!("error: {place}{}{hint}", self.message())
            }
        }
    }
}

/// Standard output, whoever is writing there.
fn unlocked_stdout() -> io::Result<std::fs::File> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
    }
    #[cfg(not(unix))]
    Err(io::ErrorKind::Unsupported.into())
}

fn renderer() -> Renderer {
    // anstream strips the colours where they are not wanted.
    Renderer::styled().term_width(terminal_width())
}

/// The width of the terminal, or 100 columns.
pub fn terminal_width() -> usize {
    std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).unwrap_or(100)
}

/// What is wrong as the command shows it, without colours; `position` is the text of the position, if it is about one.
pub fn rendered(error: &Error, position: Option<&str>) -> String {
    let failure = Failure::Library(error.clone(), position.map(str::to_owned));
    failure.render(&Renderer::plain().term_width(terminal_width()))
}

fn render_rule(diagnostics: &Diagnostics, renderer: &Renderer) -> String {
    let source = &diagnostics.source;
    let clamp = |span: grundy::rule::Span| {
        let end = span.end.min(source.len());
        let start = span.start.min(end);
        start..end
    };
    let mut blocks = Vec::new();
    for diagnostic in &diagnostics.list {
        let mut snippet = Snippet::source(source)
            .path("rule")
            .annotation(AnnotationKind::Primary.span(clamp(diagnostic.span)));
        for (span, label) in &diagnostic.related {
            snippet = snippet.annotation(AnnotationKind::Context.span(clamp(*span)).label(label.as_str()));
        }
        let title = Level::ERROR.primary_title(diagnostic.message.as_str()).id(diagnostic.code.as_str());
        let mut report = vec![title.element(snippet)];
        match (&diagnostic.hint, &diagnostic.edit) {
            (Some(hint), Some(edit)) => {
                let patch =
                    Snippet::source(source).patch(Patch::new(clamp(edit.span), edit.replacement.as_str()));
                report.push(Level::HELP.secondary_title(hint.as_str()).element(patch));
            }
            (Some(hint), None) => report.push(Group::with_title(Level::HELP.secondary_title(hint.as_str()))),
            _ => {}
        }
        blocks.push(renderer.render(&report));
    }
    blocks.join("\n\n")
}

/// The word at a column of a line, underlined; `source` is that line.
fn render_word(
    message: &str,
    path: &str,
    source: &str,
    (line, column): (usize, usize),
    hint: Option<&str>,
    renderer: &Renderer,
) -> String {
    let start = source.char_indices().nth(column - 1).map_or(source.len(), |(byte, _)| byte);
    let rest = &source[start..];
    let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let snippet = Snippet::source(source)
        .line_start(line)
        .path(path)
        .annotation(AnnotationKind::Primary.span(start..start + length));
    let mut report = vec![Level::ERROR.primary_title(message).element(snippet)];
    if let Some(hint) = hint {
        report.push(Group::with_title(Level::HELP.secondary_title(hint)));
    }
    renderer.render(&report)
}

/// A mistake in the arguments themselves, before any command runs.
pub fn usage(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind;
    let mut words = Invocation::current().arguments.iter().take_while(|argument| *argument != "--");
    let json = words.any(|argument| argument == "--json");
    let help = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if help || !json {
        return match error.print().and_then(|()| io::stdout().flush()) {
            Err(unwritten) if help => Failure::from(unwritten).report(false),
            _ => ExitCode::from(if help { 0 } else { 2 }),
        };
    }
    let text = error.render().to_string();
    let first: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let message = first.join(" ").trim_start_matches("error: ").to_owned();
    let tip = text.lines().find_map(|line| line.trim().strip_prefix("tip: ").map(str::to_owned));
    let hint = tip.unwrap_or_else(|| "`grundy --help` lists the commands and flags".to_owned());
    Failure::Input { message, hint: Some(hint), place: None, source: None }.report(true)
}
