//! A program that runs beside us: questions a line each, answers a line each, in order.
//!
//! One thread writes and one reads, so that neither side ever waits for the other while it has something to say; whoever asks
//! wakes up now and then to see whether time is over. What the program says on its standard error is kept, to be shown when
//! it fails. A process that is dropped is ended and waited for.

use super::{Parts, PositionWord, options_of};
use crate::base::error::{Error, Failure};
use crate::base::limits::StopReason;
use crate::base::text::shell::quoted;
use crate::game::position::shorten;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes of questions that are written ahead of the answers: what a pipe holds.
const BYTES_AHEAD: usize = 64 << 10;
/// Most bytes of an answer.
const MAX_LINE: u64 = 64 << 20;
/// Lines that are read ahead.
const LINES_AHEAD: usize = 1 << 12;
/// The end of what the program says on its standard error that is kept.
const KEPT_COMPLAINT: usize = 2000;
/// How long an answer is waited for before the limits are asked again.
const WAKE: Duration = Duration::from_millis(20);
/// How long the last words of a program that has ended are waited for.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// A running program.
#[derive(Debug)]
pub(super) struct Process {
    path: String,
    child: Child,
    questions: Option<Sender<Vec<u8>>>,
    answers: Receiver<io::Result<Vec<u8>>>,
    complaint: Arc<Mutex<Complaint>>,
    /// Questions that are not handed to the writer yet.
    batch: Vec<u8>,
    /// Bytes of questions without an answer.
    ahead: usize,
}

/// What a program says on its standard error.
#[derive(Debug, Default)]
struct Complaint {
    text: Vec<u8>,
    ended: bool,
}

impl Process {
    /// Starts a program.
    pub fn start(path: &str) -> Result<Process, Error> {
        // A bare name is a file beside us before it is a command.
        let beside = format!("./{path}");
        let run = if !path.contains('/') && Path::new(&beside).exists() { &beside } else { path };
        let piped = Stdio::piped;
        let mut child = Command::new(run)
            .stdin(piped())
            .stdout(piped())
            .stderr(piped())
            .spawn()
            .map_err(|error| cannot_start(path, &error))?;
        let (questions, to_write) = mpsc::channel();
        let (read, answers) = mpsc::sync_channel(LINES_AHEAD);
        let complaint = Arc::new(Mutex::new(Complaint::default()));
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let heard = Arc::clone(&complaint);
        thread::spawn(move || stdin.map(|stdin| write_all(stdin, &to_write)));
        thread::spawn(move || stdout.map(|stdout| read_lines(stdout, &read)));
        thread::spawn(move || stderr.map(|stderr| hear(stderr, &heard)));
        let (path, questions) = (path.to_owned(), Some(questions));
        Ok(Process { path, child, questions, answers, complaint, batch: Vec::new(), ahead: 0 })
    }

    /// Whether another question may be written before an answer is read.
    pub fn has_room(&self, word: &PositionWord) -> bool {
        self.ahead == 0 || self.ahead + word.len() < BYTES_AHEAD
    }

    /// Asks about a position.
    pub fn ask(&mut self, word: &PositionWord) {
        self.batch.extend_from_slice(word.as_bytes());
        self.batch.push(b'\n');
        self.ahead += word.len() + 1;
    }

    /// The answer to the first question that has none yet, which was about this position.
    pub fn answer(
        &mut self,
        word: &PositionWord,
        poll: &dyn Fn() -> Option<StopReason>,
    ) -> Result<Vec<Parts<PositionWord>>, Failure> {
        if !self.batch.is_empty()
            && let Some(questions) = &self.questions
        {
            // If the writer has gone, so has the program: the reader says so.
            let _ = questions.send(std::mem::take(&mut self.batch));
        }
        let line = loop {
            match self.answers.recv_timeout(WAKE) {
                Ok(Ok(line)) => break line,
                Ok(Err(error)) => return Err(self.refused(format!("cannot be read: {error}"))),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(word)),
                Err(RecvTimeoutError::Timeout) => poll().map_or(Ok(()), Err)?,
            }
        };
        self.ahead -= word.len() + 1;
        options_of(&line).ok_or_else(|| {
            let said = String::from_utf8_lossy(&line);
            let said = shorten(said.trim_end_matches(['\r', '\n']));
            let mut failure = self.refused(format!(
                "answers `{said}` to `{}`, which is no JSON array of positions",
                shorten(word)
            ));
            if let Failure::Refused { hint, .. } = &mut failure {
                *hint = Some(
                    "a line is written `[\"3\", [\"1\", \"1\"]]`: words, and arrays of words for sums"
                        .to_owned(),
                );
            }
            failure
        })
    }

    /// Refuses a line that answers no question.
    pub fn check_silence(&mut self) -> Result<(), Failure> {
        match self.answers.try_recv() {
            Ok(Ok(line)) => {
                let said = String::from_utf8_lossy(&line);
                Err(self.refused(format!("says `{}` without being asked", shorten(said.trim_end()))))
            }
            Ok(Err(_)) | Err(TryRecvError::Empty | TryRecvError::Disconnected) => Ok(()),
        }
    }

    fn refused(&self, what: String) -> Failure {
        Failure::Refused { message: format!("the program `{}` {what}", self.path), hint: None }
    }

    /// The program has ended, or closed its output, before it answered.
    fn ended(&mut self, word: &PositionWord) -> Failure {
        let begun = Instant::now();
        let mut status = None;
        while begun.elapsed() < LAST_WORDS {
            status = self.child.try_wait().ok().flatten();
            if status.is_some() && self.complaint.lock().unwrap_or_else(PoisonError::into_inner).ended {
                break;
            }
            thread::sleep(Duration::from_millis(2));
        }
        let how = status.map_or("closes its output".to_owned(), |status| format!("ends ({status})"));
        let complaint = self.complaint.lock().unwrap_or_else(PoisonError::into_inner);
        let said = String::from_utf8_lossy(&complaint.text);
        let said = if said.trim().is_empty() { String::new() } else { format!("; it says: {}", said.trim()) };
        let mut failure = self.refused(format!("{how} before it answers `{}`{said}", shorten(word)));
        if let Failure::Refused { hint, .. } = &mut failure {
            *hint = Some(
                "it reads positions, one a line, until its input ends, and answers each at once".to_owned(),
            );
        }
        failure
    }
}

/// Ends the program: it hears that there is no more to read, and is not asked whether it has finished.
impl Drop for Process {
    fn drop(&mut self) {
        self.questions = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn cannot_start(path: &str, error: &io::Error) -> Error {
    let (message, hint) = match error.kind() {
        io::ErrorKind::NotFound => (
            format!("there is no program `{path}`"),
            "a program is written by its path: `program:./game.py`".to_owned(),
        ),
        io::ErrorKind::PermissionDenied => {
            (format!("the program `{path}` may not be run"), format!("`chmod +x {}` allows it", quoted(path)))
        }
        _ => (
            format!("the program `{path}` cannot be started: {error}"),
            "a script begins with the line that says what runs it: `#!/usr/bin/env python3`".to_owned(),
        ),
    };
    Error::game(message, Some(hint))
}

fn write_all(mut stdin: ChildStdin, questions: &Receiver<Vec<u8>>) {
    while let Ok(batch) = questions.recv() {
        if stdin.write_all(&batch).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: impl Read, answers: &mpsc::SyncSender<io::Result<Vec<u8>>>) {
    let mut reader = BufReader::with_capacity(1 << 16, stdout);
    loop {
        let mut line = Vec::new();
        let read = reader.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut line);
        let line = match read {
            Ok(0) => return,
            Ok(_) if line.len() as u64 > MAX_LINE => Err(io::Error::other("a line that does not end")),
            // The last line of a program that ends in the middle of it is no answer, unless it is whole.
            Ok(_) => Ok(line),
            Err(error) => Err(error),
        };
        let over = line.is_err();
        if answers.send(line).is_err() || over {
            return;
        }
    }
}

/// Keeps the end of what is said.
fn hear(mut stderr: impl Read, heard: &Mutex<Complaint>) {
    let mut piece = [0; 4096];
    while let Ok(count @ 1..) = stderr.read(&mut piece) {
        let text = &mut heard.lock().unwrap_or_else(PoisonError::into_inner).text;
        text.extend_from_slice(&piece[..count]);
        let more = text.len().saturating_sub(KEPT_COMPLAINT);
        text.drain(..more);
    }
    heard.lock().unwrap_or_else(PoisonError::into_inner).ended = true;
}
