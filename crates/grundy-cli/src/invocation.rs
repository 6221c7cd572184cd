//! How the command was called, and how it calls itself again.

use std::ffi::OsString;
use std::sync::OnceLock;

/// The words of the command line.
#[derive(Debug, Clone)]
pub struct Invocation {
    /// The program that runs the command, with arguments of its own; none for the program of this process.
    pub program: Vec<OsString>,
    /// What is handed to the command, without its name.
    pub arguments: Vec<OsString>,
}

static CURRENT: OnceLock<Invocation> = OnceLock::new();

impl Invocation {
    /// The words that this process was started with.
    pub fn of_this_process() -> Invocation {
        Invocation { program: Vec::new(), arguments: std::env::args_os().skip(1).collect() }
    }

    /// Remembers it for the rest of the process.
    pub(crate) fn start(self) -> &'static Invocation {
        CURRENT.get_or_init(|| self)
    }

    /// How this process was called.
    pub(crate) fn current() -> &'static Invocation {
        CURRENT.get_or_init(Invocation::of_this_process)
    }

    /// The command with its arguments.
    pub(crate) fn words(&self) -> impl Iterator<Item = OsString> {
        std::iter::once("grundy".into()).chain(self.arguments.iter().cloned())
    }

    /// A process that runs the command again.
    pub(crate) fn again(&self) -> std::io::Result<std::process::Command> {
        match self.program.split_first() {
            None => Ok(std::process::Command::new(std::env::current_exe()?)),
            Some((program, arguments)) => {
                let mut command = std::process::Command::new(program);
                command.args(arguments);
                Ok(command)
            }
        }
    }
}
