//! `grundy mcp`: the questions of this program as tools of the Model Context Protocol, over standard input and output.
//!
//! Each call runs the command that it stands for in a process of its own, with limits of time, memory and output: what a tool says
//! is what the command prints with `--json`, and a call that goes astray, or that the client takes back, is ended without harm to
//! the others.

mod base64;
mod tools;

use crate::args::Common;
use crate::failure::Failure;
use crate::invocation::Invocation;
use grundy::report::{error as error_report, protocol};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fs;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitCode, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tools::{Answer, TOOLS, Tool};

/// How long a call may work unless told otherwise.
const PATIENCE: Duration = Duration::from_secs(30);
/// How much longer a process may live that was told to stop.
const GRACE: Duration = Duration::from_secs(5);
/// Calls at a time.
const MOST_CALLS: usize = 8;
/// Most bytes of a message, of an answer, and of a certificate.
const MOST_BYTES: u64 = 4 << 20;
/// How often a process is looked after.
const INTERVAL: Duration = Duration::from_millis(3);
/// Values that are shown unless told otherwise, and at most.
const MOST_VALUES: u64 = 10_000;

const INSTRUCTIONS: &str = "Impartial games: who wins, Grundy values, winning moves, periods with proofs, misère quotients. Games are \
    names, codes or rules in one line such as `n -> a, b where a + b = n, 0 < a < b`. Answers with \"proved\": true are proved; \
    certificates are attached as resources and can be checked with `verify`.";

pub fn run(common: &Common) -> Result<ExitCode, Failure> {
    let server = Arc::new(Server {
        time: common.max_time.unwrap_or(PATIENCE),
        memory: common.max_memory,
        running: Mutex::default(),
    });
    let mut input = io::stdin().lock();
    let mut calls = Vec::new();
    loop {
        let mut line = Vec::new();
        (&mut input).take(MOST_BYTES + 1).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            break;
        }
        if line.len() as u64 > MOST_BYTES {
            server.send(&protocol::refusal(&Value::Null, -32600, "the message is larger than 4 MiB"));
            break;
        }
        calls.retain(|call: &thread::JoinHandle<()>| !call.is_finished());
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let Ok(message) = serde_json::from_slice::<Value>(&line) else {
            server.send(&protocol::refusal(&Value::Null, -32700, "the message is not JSON"));
            continue;
        };
        calls.extend(server.hear(&message));
    }
    // Who has closed the input still reads the answers.
    calls.into_iter().for_each(|call| drop(call.join()));
    Ok(ExitCode::SUCCESS)
}

struct Server {
    time: Duration,
    memory: u64,
    /// The processes of calls by the identity of their request; none once it was taken back.
    running: Mutex<HashMap<String, Option<Arc<Mutex<Child>>>>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Server {
    fn send(&self, message: &Value) {
        let mut out = io::stdout().lock();
        // A client that has gone closes the input, too.
        let _ = writeln!(out, "{message}").and_then(|()| out.flush());
    }

    /// Answers a message, or begins to.
    fn hear(self: &Arc<Server>, message: &Value) -> Option<thread::JoinHandle<()>> {
        let method = message.get("method").and_then(Value::as_str);
        let parameters = message.get("params");
        let (Some(id), Some(method)) = (message.get("id"), method) else {
            if method == Some("notifications/cancelled")
                && let Some(id) = parameters.and_then(|parameters| parameters.get("requestId"))
            {
                self.take_back(id);
            } else if method.is_none() && message.get("result").or(message.get("error")).is_none() {
                self.send(&protocol::refusal(&Value::Null, -32600, "the message is no request"));
            }
            return None;
        };
        let result = match method {
            "initialize" => {
                let asked = parameters.and_then(|parameters| parameters.get("protocolVersion"));
                protocol::greeting(asked.and_then(Value::as_str), INSTRUCTIONS)
            }
            "ping" => Value::Object(Map::new()),
            "tools/list" => protocol::tools(
                TOOLS.iter().map(|tool| protocol::tool(tool.name, tool.about, tool.parameters)).collect(),
            ),
            "tools/call" => return self.call(id, parameters),
            other => {
                self.send(&protocol::refusal(id, -32601, &format!("no such method: {other}")));
                return None;
            }
        };
        self.send(&protocol::result(id, &result));
        None
    }

    /// Begins a call.
    fn call(self: &Arc<Server>, id: &Value, parameters: Option<&Value>) -> Option<thread::JoinHandle<()>> {
        let refuse = |message: &str| {
            self.send(&protocol::refusal(id, -32602, message));
            None
        };
        let name = parameters.and_then(|parameters| parameters.get("name")).and_then(Value::as_str);
        let Some(tool) = name.and_then(Tool::find) else {
            return refuse(&format!("no such tool: {}", name.unwrap_or("none was named")));
        };
        let arguments = parameters.and_then(|parameters| parameters.get("arguments"));
        let arguments = match arguments {
            None | Some(Value::Null) => Map::new(),
            Some(Value::Object(arguments)) => arguments.clone(),
            Some(_) => return refuse("`arguments` is an object"),
        };
        let key = id.to_string();
        let mut running = locked(&self.running);
        if running.len() >= MOST_CALLS {
            return refuse(&format!("more than {MOST_CALLS} calls at a time"));
        }
        running.insert(key.clone(), None);
        drop(running);
        let (server, id) = (Arc::clone(self), id.clone());
        Some(thread::spawn(move || {
            let said = server.answer(tool, &arguments, &key);
            // A call that was taken back has no answer.
            if locked(&server.running).remove(&key).is_some() {
                server.send(&protocol::result(&id, &said));
            }
        }))
    }

    fn take_back(&self, id: &Value) {
        let child = locked(&self.running).remove(&id.to_string()).flatten();
        if let Some(child) = child {
            let _ = locked(&child).kill();
        }
    }

    /// What a tool says; what is wrong with its arguments is said in the same way, so that the client can mend them.
    fn answer(&self, tool: &Tool, arguments: &Map<String, Value>, key: &str) -> Value {
        let plain = |message: &str| protocol::said(&error_report::plain(message, None, (None, None)), None);
        let (options, words) = match tool.words(arguments) {
            Ok(words) => words,
            Err(message) => return plain(&message),
        };
        let asked = arguments.get("seconds").and_then(Value::as_u64).map_or(self.time, Duration::from_secs);
        let call =
            Call { tool, arguments, options, words, time: asked.min(self.time), folder: Folder::new() };
        match call.run(self, key) {
            Ok((answer, certificate)) => protocol::said(&answer, certificate.as_deref()),
            Err(message) => plain(&message),
        }
    }
}

/// A folder that goes away with the call.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Folder(std::env::temp_dir().join(format!("grundy-mcp-{}-{number}", std::process::id())))
    }

    /// The path of the certificate in it.
    fn file(&self) -> io::Result<PathBuf> {
        fs::create_dir_all(&self.0)?;
        Ok(self.0.join("certificate"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A call of a tool.
struct Call<'a> {
    tool: &'a Tool,
    arguments: &'a Map<String, Value>,
    options: Vec<String>,
    words: Vec<String>,
    time: Duration,
    folder: Folder,
}

impl Call<'_> {
    /// The object that the command prints, and its certificate.
    fn run(&self, server: &Server, key: &str) -> Result<(Value, Option<String>), String> {
        let unable = |error: io::Error| format!("the command cannot be run: {error}");
        let mut command = Invocation::current().again().map_err(unable)?;
        command.args(self.tool.command);
        command.args(["--json", "--color=never", &format!("--max-memory={}", server.memory)]);
        command.arg(format!("--max-time={}ms", self.time.as_millis().max(1)));
        let mut file = None;
        match self.tool.name {
            "values" => {
                let count = self.arguments.get("count").and_then(Value::as_u64).unwrap_or(100);
                if count > MOST_VALUES {
                    return Err(format!("at most {MOST_VALUES} values are shown"));
                }
            }
            "verify" => {
                let text = self.arguments.get("certificate").and_then(Value::as_str).unwrap_or_default();
                let bytes = base64::decode(text).ok_or("`certificate` is not in base 64")?;
                let path = self.folder.file().map_err(unable)?;
                fs::write(&path, bytes).map_err(unable)?;
                command.arg("--").arg(&path);
            }
            _ if self.tool.answer == Answer::Certified => {
                let path = self.folder.file().map_err(unable)?;
                command.arg("--certificate").arg(&path);
                file = Some(path);
            }
            _ => {}
        }
        command.args(&self.options);
        if !self.words.is_empty() {
            command.arg("--").args(&self.words);
        }
        let input = self.arguments.get("edges").and_then(Value::as_str).unwrap_or_default();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let printed = printed(command, input, self.time + GRACE, server, key).map_err(unable)?;
        let (printed, done) =
            printed.ok_or("the answer is larger than 4 MiB, or took too long; ask for less")?;
        let answer = match self.tool.answer {
            Answer::Rows => protocol::rows(&printed, done),
            Answer::Object | Answer::Certified => serde_json::from_slice(&printed).ok(),
        };
        let mut answer = answer.ok_or("the command said nothing")?;
        let certificate = file.as_deref().and_then(read_small);
        if let Some(place) = answer.get_mut("certificate") {
            // The file is gone with the call; its bytes stand beside the answer.
            *place = certificate.as_ref().map_or(Value::Null, |_| "attached".into());
        }
        Ok((answer, certificate))
    }
}

/// The bytes of a file in base 64, if it is there and not too large.
fn read_small(path: &Path) -> Option<String> {
    let small = fs::metadata(path).ok()?.len() <= MOST_BYTES;
    small.then(|| fs::read(path).ok()).flatten().map(|bytes| base64::encode(&bytes))
}

/// What a command prints, if that is not too much and does not take too long, and whether it ended well.
fn printed(
    mut command: std::process::Command,
    input: &str,
    time: Duration,
    server: &Server,
    key: &str,
) -> io::Result<Option<(Vec<u8>, bool)>> {
    let mut child = command.spawn()?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let child = Arc::new(Mutex::new(child));
    match locked(&server.running).get_mut(key) {
        Some(place) => *place = Some(Arc::clone(&child)),
        None => locked(&child).kill()?,
    }
    let start = Instant::now();
    thread::scope(|scope| {
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input.as_bytes())));
        let reader = scope.spawn(move || {
            let mut bytes = Vec::new();
            let read = stdout.map(|stdout| stdout.take(MOST_BYTES + 1).read_to_end(&mut bytes));
            read.transpose().map(|_| bytes)
        });
        let mut ended = false;
        while !reader.is_finished() || !ended {
            ended = ended || locked(&child).try_wait()?.is_some();
            if start.elapsed() > time || (reader.is_finished() && !ended) {
                // Too late, or more than anyone reads.
                let _ = locked(&child).kill();
                locked(&child).wait()?;
                ended = true;
            } else {
                thread::sleep(INTERVAL);
            }
        }
        let bytes = reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        let done = locked(&child).wait()?.success();
        let fits = bytes.len() as u64 <= MOST_BYTES && start.elapsed() <= time;
        Ok(fits.then_some((bytes, done)))
    })
}
