//! `--check CMD`: what a program says to texts that its hash should take for equal.

use super::report::Check;
use crate::failure::Failure;
use std::io::Write;
use std::process::{Command, Stdio};

/// Runs a command of the shell once for each text, with the text on stdin and nothing behind it.
pub fn check(command: &str, texts: &[String]) -> Result<Check, Failure> {
    let outputs: Vec<String> =
        texts.iter().map(|text| output(command, text)).collect::<Result<_, Failure>>()?;
    let agree = outputs.windows(2).all(|pair| pair[0] == pair[1]);
    Ok(Check { outputs, agree })
}

fn output(command: &str, text: &str) -> Result<String, Failure> {
    let fail = |error: std::io::Error| Failure::input(format!("cannot run `{command}`: {error}"), None);
    let mut child = Command::new("sh")
        .args(["-c", command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(fail)?;
    let mut stdin = child.stdin.take();
    let input = text.as_bytes().to_vec();
    // A program that does not read to the end closes the pipe, which is its right.
    let writer = std::thread::spawn(move || stdin.as_mut().map(|stdin| stdin.write_all(&input)));
    let output = child.wait_with_output().map_err(fail)?;
    drop(writer.join());
    if !output.status.success() {
        return Err(Failure::input(format!("`{command}` ended with {}", output.status), None));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}
