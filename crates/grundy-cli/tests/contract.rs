//! The contract of the command line, checked from outside: fields, exit codes, streams, places of errors, signals.
//!
//! One binary with a file for each part of the contract; this one runs the command and reads what it says.

#[path = "contract/across.rs"]
mod across;
#[path = "contract/answers.rs"]
mod answers;
#[path = "contract/checkpoints.rs"]
mod checkpoints;
#[path = "contract/contests.rs"]
mod contests;
#[path = "contract/dialects.rs"]
mod dialects;
#[path = "contract/errors.rs"]
mod errors;
#[path = "contract/families.rs"]
mod families;
#[path = "contract/graphs.rs"]
mod graphs;
#[path = "contract/hashes.rs"]
mod hashes;
#[path = "contract/kinds.rs"]
mod kinds;
#[cfg(target_os = "linux")]
#[path = "contract/limits.rs"]
mod limits;
#[path = "contract/methods.rs"]
mod methods;
#[path = "contract/misere.rs"]
mod misere;
#[path = "contract/native.rs"]
mod native;
#[path = "contract/patterns.rs"]
mod patterns;
#[path = "contract/periods.rs"]
mod periods;
#[path = "contract/playing.rs"]
mod playing;
#[path = "contract/processes.rs"]
mod processes;
#[path = "contract/programs.rs"]
mod programs;
#[path = "contract/reports.rs"]
mod reports;
#[path = "contract/rule_errors.rs"]
mod rule_errors;
#[path = "contract/schema.rs"]
mod schema;
#[path = "contract/searches.rs"]
mod searches;
#[path = "contract/sequences.rs"]
mod sequences;
#[path = "contract/serving.rs"]
mod serving;
#[path = "contract/snippets.rs"]
mod snippets;
#[path = "contract/streams.rs"]
mod streams;
#[path = "contract/sums.rs"]
mod sums;
#[path = "contract/surroundings.rs"]
mod surroundings;
#[cfg(unix)]
#[path = "contract/survival.rs"]
mod survival;
#[path = "contract/sweeps.rs"]
mod sweeps;
#[path = "contract/tablebases.rs"]
mod tablebases;
#[path = "contract/word_errors.rs"]
mod word_errors;
#[path = "contract/writing.rs"]
mod writing;

use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// What a run of the command left behind.
#[derive(Debug)]
pub struct Run {
    /// The exit code, -1 after a signal.
    pub code: i32,
    /// All of stdout.
    pub out: String,
    /// All of stderr.
    pub err: String,
}

/// The command with an environment that is the same everywhere.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(arguments).env("COLUMNS", "100").env("RUST_BACKTRACE", "0");
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM"] {
        command.env_remove(name);
    }
    command
}

/// Runs the command without input.
pub fn grundy(arguments: &[&str]) -> Run {
    grundy_with(arguments, b"")
}

/// Runs the command with input.
pub fn grundy_with(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the writer ends");
    finished(arguments, output)
}

/// Reads the output of a run; whatever was asked, nothing panics, and JSON is what the schema says.
pub fn finished(arguments: &[&str], output: Output) -> Run {
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let code = output.status.code().unwrap_or(-1);
    let run = Run { code, out: text(output.stdout), err: text(output.stderr) };
    assert!(run.code != 101 && !run.err.contains("panicked"), "{arguments:?}: {run:?}");
    schema::check_output(arguments, &run.out);
    run
}

impl Run {
    /// The only line of stdout as JSON with a schema.
    #[track_caller]
    pub fn json(&self) -> Value {
        assert_eq!(self.out.matches('\n').count(), 1, "one line of JSON: {self:?}");
        assert!(self.out.ends_with('\n'), "a whole line: {self:?}");
        let value: Value =
            serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"));
        assert_eq!(value["schema"], 1, "{self:?}");
        value
    }

    /// The JSON of an answer: exit code 0, nothing on stderr, no error.
    #[track_caller]
    pub fn answer(&self) -> Value {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{self:?}");
        let value = self.json();
        assert!(value.get("error").is_none(), "{self:?}");
        value
    }

    /// The object in `error`: it has the four fields, and stderr is quiet.
    #[track_caller]
    pub fn error(&self) -> Value {
        assert_eq!(self.err, "", "errors are on stdout with --json: {self:?}");
        let value = self.json();
        let error = value["error"].as_object().unwrap_or_else(|| panic!("no error: {self:?}"));
        for field in ["message", "hint", "line", "column"] {
            assert!(error.contains_key(field), "no field {field}: {self:?}");
        }
        assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()), "{self:?}");
        value["error"].clone()
    }
}

/// An empty folder of this test's own.
pub fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("contract").join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder for the test");
    path
}
