//! `cargo run --release -p grundy-web --example load -- target/release/grundy [CLIENTS [SECONDS]]`
//!
//! Starts `grundy serve` and asks it from many clients at once, slow and malformed ones among them. Prints how many replies
//! of each status came, the latencies of small questions, and the memory of the server halfway and at the end. Exits with 1
//! when a small question was refused, a malformed one answered, or the memory grew by more than half.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

const SMALL: [&str; 6] = [
    "/api/solve?game=nim&position=3+4+5",
    "/api/solve?game=kayles&position=7+9+12",
    "/api/moves?game=kayles&position=3+4",
    "/api/rule?game=n+-%3E+k+where+k+%3C+n",
    "/api/seq?game=0.137&n=100",
    "/api/play?game=nim&position=5+6+7&level=medium&seed=9",
];

/// What one client saw.
#[derive(Default)]
struct Seen {
    statuses: BTreeMap<u16, u64>,
    latencies: Vec<Duration>,
    wrong: u64,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let Some(binary) = arguments.get(1) else {
        eprintln!("usage: load BINARY [CLIENTS [SECONDS]]");
        return ExitCode::from(2);
    };
    let number =
        |index: usize, default| arguments.get(index).and_then(|word| word.parse().ok()).unwrap_or(default);
    let (clients, seconds) = (number(2, 200), number(3, 20));
    let (mut child, address) = start(binary);
    let end = Instant::now() + Duration::from_secs(seconds);
    let threads: Vec<_> = (0..clients)
        .map(|index| {
            let address = address.clone();
            std::thread::spawn(move || match index % 10 {
                0 => slow(&address, end),
                1 => malformed(&address, end),
                _ => small(&address, end, index as usize),
            })
        })
        .collect();
    std::thread::sleep(Duration::from_secs(seconds / 2));
    let halfway = memory(&child);
    let seen: Vec<Seen> = threads.into_iter().map(|thread| thread.join().unwrap_or_default()).collect();
    let at_end = memory(&child);
    let _ = child.kill();
    let _ = child.wait();
    report(seen, clients, seconds, halfway, at_end)
}

fn report(seen: Vec<Seen>, clients: u64, seconds: u64, halfway: u64, at_end: u64) -> ExitCode {
    let mut statuses: BTreeMap<u16, u64> = BTreeMap::new();
    let mut latencies = Vec::new();
    let mut wrong = 0;
    for one in seen {
        one.statuses.into_iter().for_each(|(status, count)| *statuses.entry(status).or_default() += count);
        latencies.extend(one.latencies);
        wrong += one.wrong;
    }
    latencies.sort();
    let at = |percent: usize| latencies.get(latencies.len() * percent / 100).copied().unwrap_or_default();
    println!("{clients} clients, {seconds} s: {} small questions, statuses {statuses:?}", latencies.len());
    println!("latency p50 {:?}, p90 {:?}, p99 {:?}, worst {:?}", at(50), at(90), at(99), latencies.last());
    println!("memory {halfway} KiB halfway, {at_end} KiB at the end; unexpected replies: {wrong}");
    let grew = at_end > halfway + halfway / 2;
    ExitCode::from(u8::from(wrong > 0 || grew || latencies.is_empty()))
}

fn start(binary: &str) -> (Child, String) {
    let mut child = Command::new(binary)
        .args(["serve", "--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let address = line.trim_end().trim_start_matches("listening on http://").to_owned();
    (child, address)
}

/// Resident memory in KiB, where the system tells.
fn memory(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}

/// Reads one reply; 0 when the connection ended instead.
fn reply(stream: &mut BufReader<TcpStream>) -> u16 {
    let (mut status, mut length) = (0, 0);
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).unwrap_or(0) == 0 {
            return 0;
        }
        let line = line.trim_end().to_ascii_lowercase();
        if let Some(rest) = line.strip_prefix("http/1.1 ") {
            status = rest.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0);
        } else if let Some(rest) = line.strip_prefix("content-length: ") {
            length = rest.parse().unwrap_or(0);
        } else if line.is_empty() {
            let read = std::io::copy(&mut stream.take(length), &mut std::io::sink());
            return if read.is_ok_and(|read| read == length) { status } else { 0 };
        }
    }
}

fn connect(address: &str) -> Option<BufReader<TcpStream>> {
    let stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
    Some(BufReader::new(stream))
}

/// Small questions, one after the other over one connection.
fn small(address: &str, end: Instant, index: usize) -> Seen {
    let mut seen = Seen::default();
    let mut stream = connect(address);
    let mut turn = index;
    while Instant::now() < end {
        let Some(open) = &mut stream else {
            seen.wrong += 1;
            break;
        };
        let path = SMALL[turn % SMALL.len()];
        turn += 1;
        let before = Instant::now();
        let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
        let sent = open.get_mut().write_all(request.as_bytes());
        let status = if sent.is_ok() { reply(open) } else { 0 };
        seen.latencies.push(before.elapsed());
        *seen.statuses.entry(status).or_default() += 1;
        if status != 200 {
            seen.wrong += 1;
            stream = connect(address);
        }
    }
    seen
}

/// A byte now and then.
fn slow(address: &str, end: Instant) -> Seen {
    let mut seen = Seen::default();
    while Instant::now() < end {
        let Some(mut stream) = connect(address) else { break };
        let request = format!("GET {} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n", SMALL[0]);
        for byte in request.bytes() {
            if Instant::now() > end || stream.get_mut().write_all(&[byte]).is_err() {
                return seen;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        *seen.statuses.entry(reply(&mut stream)).or_default() += 1;
    }
    seen
}

/// What no server should answer with 200.
fn malformed(address: &str, end: Instant) -> Seen {
    let mut seen = Seen::default();
    let requests = [
        "GET /api/solve?game=%zz HTTP/1.1\r\nHost: localhost\r\n\r\n".to_owned(),
        "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n".to_owned(),
        "nonsense\r\n\r\n".to_owned(),
        "DELETE /api/solve HTTP/1.1\r\nHost: localhost\r\n\r\n".to_owned(),
        format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "x".repeat(100_000)),
        "POST /api/graph HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n{\"x\"\n".to_owned(),
        "GET /api/solve?game=nim HTTP/1.1\r\n".to_owned(),
    ];
    let mut turn = 0;
    while Instant::now() < end {
        let Some(mut stream) = connect(address) else { break };
        let request = &requests[turn % requests.len()];
        turn += 1;
        let unfinished =
            !request.ends_with("\r\n\r\n") && !request.ends_with('\n') || request.ends_with("HTTP/1.1\r\n");
        if stream.get_mut().write_all(request.as_bytes()).is_ok() && !unfinished {
            let status = reply(&mut stream);
            *seen.statuses.entry(status).or_default() += 1;
            seen.wrong += u64::from(status == 200 || status >= 500);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    seen
}
