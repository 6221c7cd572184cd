//! `grundy serve [--port P] [--open] [--class] [--tablebase DIR]`

use crate::args::{Common, Serve};
use crate::commands::tablebase;
use crate::failure::Failure;
use grundy_web::qr::Code;
use grundy_web::{Options, Server, SolvedGame};
use std::io::Write;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// Time and memory of a question of a class.
const CLASS: (Duration, u64) = (Duration::from_secs(5), 256 << 20);

/// The address by which a class reaches this machine.
fn local_network() -> Result<IpAddr, Failure> {
    grundy_web::local_network().ok_or_else(|| {
        Failure::input(
            "this machine has no address in a local network",
            Some("`--bind ADDRESS` takes one that you know"),
        )
    })
}

/// The tablebases that are shown, each under the name of its directory.
fn solved(directories: &[PathBuf]) -> Result<Vec<Arc<SolvedGame>>, Failure> {
    let mut found: Vec<Arc<SolvedGame>> = Vec::new();
    for directory in directories {
        let (tablebase, game) = tablebase::open(directory)?;
        let own = directory.file_name().map_or("tablebase".into(), |name| name.to_string_lossy());
        let is_taken = |name: &str| found.iter().any(|other| other.name == name);
        let numbered = (2..).map(|number| format!("{own} {number}"));
        let name = std::iter::once(own.to_string()).chain(numbered).find(|name| !is_taken(name));
        found.push(Arc::new(SolvedGame { name: name.unwrap_or_default(), game, tablebase }));
    }
    Ok(found)
}

pub fn run(arguments: &Serve, common: &Common) -> Result<ExitCode, Failure> {
    let default = Options::default();
    let (time, memory) = if arguments.class { CLASS } else { (default.time, default.memory) };
    let options = Options {
        bind: if arguments.class { local_network()? } else { arguments.bind },
        port: arguments.port,
        page: arguments.page.clone(),
        time: common.max_time.unwrap_or(time),
        memory: common.max_memory.min(memory),
        workers: common.threads.map_or(default.workers, usize::from),
        class: arguments.class,
        tablebases: solved(&arguments.tablebase)?,
    };
    if !options.bind.is_loopback() && !options.class {
        eprintln!("warning: everyone who can reach {} can use this server and its processor", options.bind);
    }
    let place = (options.bind, options.port);
    let server = Server::bind(options).map_err(|error| {
        let message = format!("cannot listen on {}:{}: {error}", place.0, place.1);
        Failure::input(message, Some("`--port 0` takes a free port"))
    })?;
    let address = server.address();
    let mut out = std::io::stdout().lock();
    writeln!(out, "listening on {address}")?;
    out.flush()?;
    if arguments.class {
        if let Some(code) = Code::new(&address) {
            write!(out, "{}", code.terminal())?;
        }
        writeln!(out, "everyone in this network can open it; Ctrl-C ends it")?;
        out.flush()?;
    }
    drop(out);
    if arguments.open {
        open(&address);
    }
    server.run()?;
    Ok(ExitCode::SUCCESS)
}

/// Shows the page in the user's browser, if there is one.
fn open(address: &str) {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let started = Command::new(program).arg(address).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Err(error) = started {
        eprintln!("no browser was opened: `{program}`: {error}");
    }
}
