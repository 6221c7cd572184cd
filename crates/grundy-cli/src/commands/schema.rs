//! `grundy schema`: the JSON Schema of every answer.

use crate::args::Common;
use crate::failure::Failure;
use crate::output::{json_line, stdout};
use grundy::report::schema::TEXT;
use serde_json::Value;
use std::io::{self, Write};
use std::process::ExitCode;

pub fn run(common: &Common) -> Result<ExitCode, Failure> {
    let mut out = stdout();
    if common.json {
        // One object a line, as everywhere.
        let schema: Value = serde_json::from_str(TEXT).map_err(io::Error::from)?;
        json_line(&mut out, &schema)?;
    } else {
        out.write_all(TEXT.as_bytes())?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
