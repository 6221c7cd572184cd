//! The program `grundy`.

use grundy_cli::{Invocation, run};
use std::process::ExitCode;

fn main() -> ExitCode {
    run(Invocation::of_this_process())
}
