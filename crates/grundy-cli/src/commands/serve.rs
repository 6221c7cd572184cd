//! `grundy serve [--port P] [--open]`

use crate::args::{Common, Serve};
use crate::failure::Failure;
use grundy_web::{Options, Server};
use std::io::Write;
use std::process::{Command, ExitCode, Stdio};

pub fn run(arguments: &Serve, common: &Common) -> Result<ExitCode, Failure> {
    let default = Options::default();
    let options = Options {
        bind: arguments.bind,
        port: arguments.port,
        page: arguments.page.clone(),
        time: common.max_time.unwrap_or(default.time),
        memory: common.max_memory.min(default.memory),
        workers: common.threads.map_or(default.workers, usize::from),
    };
    if !options.bind.is_loopback() {
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
