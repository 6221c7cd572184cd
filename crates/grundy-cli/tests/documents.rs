//! Runs the commands that README and book show, and compares what they print with what is written there.
//!
//! A `console` block holds commands of one program each; trycmd runs them (`TRYCMD=overwrite` renews the output). A
//! `shellsession` block holds pipelines and quoted line breaks, which trycmd does not know; a shell runs those. In both a
//! line `? 2` below the command is the exit code, standard error stands behind standard output, and an empty line ends the
//! output. All of them start in the folder of the repository.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const GRUNDY: &str = env!("CARGO_BIN_EXE_grundy");

/// The folder of the repository, which becomes the working folder of every command.
fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the crate stands two folders below the repository")
}

/// README and every chapter of the book.
fn documents() -> Vec<PathBuf> {
    let mut found = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs/src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the book is readable") {
            let path = entry.expect("a readable folder entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn console_blocks_print_what_they_show() {
    std::env::set_current_dir(root()).expect("the repository is readable");
    let cases = trycmd::TestCases::new();
    cases.register_bin("grundy", Path::new(GRUNDY)).env("COLUMNS", "100").env("NO_COLOR", "1");
    for document in documents() {
        cases.case(document);
    }
    cases.run();
}

/// A command of a `shellsession` block.
struct Session {
    place: String,
    command: String,
    expected: String,
}

/// The commands of all `shellsession` blocks of a document.
fn sessions(document: &Path) -> Vec<Session> {
    let text = fs::read_to_string(document).expect("a readable document");
    let mut found: Vec<Session> = Vec::new();
    let mut fence = None;
    for (number, line) in text.lines().enumerate() {
        match (fence, line.strip_prefix("```")) {
            (None, Some(language)) => fence = Some(language),
            (Some(_), Some(_)) => fence = None,
            (Some("shellsession"), None) => {
                if let Some(command) = line.strip_prefix("$ ") {
                    let place = format!("{}:{}", document.display(), number + 1);
                    found.push(Session { place, command: command.to_owned(), expected: String::new() });
                    continue;
                }
                let session = found.last_mut().expect("a shellsession block starts with `$ `");
                match line.strip_prefix("> ") {
                    Some(more) if session.expected.is_empty() => session.command.extend(["\n", more]),
                    _ => session.expected.extend([line, "\n"]),
                }
            }
            _ => {}
        }
    }
    found
}

/// What the command prints, below a line with its exit code when that is not 0.
fn printed(session: &Session) -> String {
    let folder = Path::new(GRUNDY).parent().expect("a program stands in a folder");
    let path = std::env::join_paths(
        std::iter::once(folder.to_owned())
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let output = Command::new("sh")
        .args(["-c", &session.command])
        .env("PATH", path.expect("folders without separators in their names"))
        .env("COLUMNS", "100")
        .env("NO_COLOR", "1")
        .current_dir(root())
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let code =
        output.status.code().filter(|&code| code != 0).map(|code| format!("? {code}\n")).unwrap_or_default();
    code + &String::from_utf8_lossy(&output.stdout) + &String::from_utf8_lossy(&output.stderr)
}

#[test]
#[cfg(unix)]
fn shell_sessions_print_what_they_show() {
    let all: Vec<Session> = documents().iter().flat_map(|document| sessions(document)).collect();
    assert!(!all.is_empty(), "the documents show at least one pipeline");
    for session in all {
        let (printed, expected) = (printed(&session), session.expected.trim_end());
        assert_eq!(printed.trim_end(), expected, "{}: {}", session.place, session.command);
    }
}
