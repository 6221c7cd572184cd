//! What the fuzzer of the API does with its bytes.
//!
//! `crates/grundy-web/tests/fuzz_corpus.rs` replays `testdata/fuzz` through the same function. It panics when something is wrong and
//! returns otherwise.

use grundy::{Limits, StopReason};

/// Longest request that is looked at.
const LONGEST: usize = 4096;
/// Steps that one question may take.
const MOST_WORK: u64 = 200_000;

fn stop(work: u64) -> Option<StopReason> {
    (work > MOST_WORK).then_some(StopReason::PositionLimit)
}

/// Target `request`: the first line is an address below `/api/`, the rest a body. What is answered is whole JSON or the kind of text
/// that was asked for; what is refused says why; and the server never is to blame.
pub fn request(bytes: &[u8]) {
    if bytes.len() > LONGEST {
        return;
    }
    let (line, body) = match bytes.iter().position(|&byte| byte == b'\n') {
        Some(end) => (&bytes[..end], &bytes[end + 1..]),
        None => (bytes, &[][..]),
    };
    let Ok(address) = std::str::from_utf8(line) else { return };
    let limits =
        Limits { memory: 1 << 20, positions: 1000, threads: 1, moves: 20_000, deadline: None, poll: &stop };
    let (status, reply) = grundy_web::answer(address, body, &limits);
    let text = String::from_utf8(reply).expect("an answer is text");
    let name = address.split('?').next().unwrap_or_default();
    let is_json = status != 200 || !matches!(name, "seq.csv" | "seq.bfile" | "plot.svg" | "qr.svg");
    if is_json {
        let value: serde_json::Value = serde_json::from_str(&text).expect("an answer is JSON");
        assert!(status == 200 || value["error"]["message"].is_string(), "{address}: {text}");
    }
    assert!(matches!(status, 200 | 400 | 404), "{address}: {status} {text}");
}
