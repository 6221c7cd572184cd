//! `grundy serve` over a real socket: the API, and what hostile or careless clients send.

use super::processes::start;
use super::{grundy, schema};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Child;
use std::time::{Duration, Instant};

/// A server of its own, ended with the test.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn new(arguments: &[&str]) -> Server {
        let mut all = vec!["serve", "--port", "0"];
        all.extend(arguments);
        let mut child = start(&all);
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let address = line.trim_end().strip_prefix("listening on http://").expect(&line).to_owned();
        Server { child, address }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        stream
    }

    /// Sends bytes and reads all that comes back.
    fn raw(&self, request: &[u8]) -> String {
        let mut stream = self.connect();
        // A server that has seen enough may close before all is sent.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Status and body of a request; JSON is what the schema says.
    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let host = &self.address;
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        );
        let (status, body) = parts(&self.raw(head.as_bytes()));
        schema::check_reply(path, status, &body);
        (status, body)
    }

    fn get(&self, path: &str) -> (u16, Value) {
        let (status, body) = self.ask("GET", path, "");
        (status, serde_json::from_str(&body).unwrap_or_else(|error| panic!("{path}: {error}: {body}")))
    }

    /// The answer to a question that has one.
    fn answer(&self, path: &str) -> Value {
        let (status, value) = self.get(path);
        assert_eq!(status, 200, "{path}: {value}");
        assert_eq!(value["schema"], 1, "{path}");
        value
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Status and body; a body in chunks is joined.
fn parts(reply: &str) -> (u16, String) {
    let (head, body) = reply.split_once("\r\n\r\n").unwrap_or((reply, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    if !head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        return (status, body.to_owned());
    }
    let mut joined = String::new();
    let mut rest = body;
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap_or(0);
        joined.push_str(after.get(..size).unwrap_or(after));
        rest = after.get(size + 2..).unwrap_or("");
    }
    (status, joined)
}

#[test]
fn solve_answers_what_the_command_prints() {
    let server = Server::new(&[]);
    for (query, arguments) in [
        ("game=kayles&position=3+4+5", &["solve", "kayles", "3", "4", "5", "--json"][..]),
        ("game=nim&position=1%201&misere=true", &["solve", "nim", "1", "1", "--misere", "--json"]),
        ("game=wythoff&position=(3,5)(1,2)", &["solve", "wythoff", "(3,5)(1,2)", "--json"]),
        ("game=nim", &["solve", "nim", "--json"]),
        ("game=n+-%3E+k+where+k+%3C+n&position=7", &["solve", "n -> k where k < n", "7", "--json"]),
    ] {
        let (status, body) = server.ask("GET", &format!("/api/solve?{query}"), "");
        assert_eq!((status, body), (200, grundy(arguments).out), "{query}");
    }
    for (query, arguments) in [
        ("game=kalyes", &["solve", "kalyes", "--json"][..]),
        ("game=nim&position=3+x", &["solve", "nim", "3", "x", "--json"]),
        ("game=n+-%3E+k+wher+k&position=3", &["solve", "n -> k wher k", "3", "--json"]),
    ] {
        let (status, body) = server.ask("GET", &format!("/api/solve?{query}"), "");
        assert_eq!((status, body), (400, grundy(arguments).out), "{query}");
    }
}

#[test]
fn every_question_has_an_answer() {
    let server = Server::new(&[]);
    let rule = server.answer("/api/rule?game=wythoff");
    assert_eq!((&rule["ok"], &rule["kind"], &rule["arity"]), (&json!(true), &json!("tuples"), &json!(2)));
    let wrong = server.answer("/api/rule?game=n+-%3E+k+wher+k+%3C+n");
    assert_eq!(wrong["diagnostics"][0]["fix"]["text"], "where");
    assert_eq!(server.answer("/api/rule?game=0+1+2+3+1+4+3+2")["sequence"]["games"][0]["name"], "kayles");
    assert_eq!(server.answer("/api/explain?game=nim&position=3+4+5")["grundy"], 2);
    assert!(server.answer("/api/explain?game=nim")["sections"].is_array());

    let moves = server.answer("/api/moves?game=nim&position=3+4+5");
    assert_eq!((&moves["total"], &moves["nim_sum"], &moves["grundy"]), (&json!(12), &json!(2), &json!(2)));
    let list = moves["moves"].as_array().expect("a list");
    let winning: Vec<&Value> = list.iter().filter(|found| found["winning"] == true).collect();
    assert_eq!(winning.len(), 1);
    assert_eq!((&winning[0]["text"], &winning[0]["outcome"]), (&json!("3 -> 1"), &json!("P")));
    assert!(winning[0]["remoteness"].is_u64());

    let heat = server.answer("/api/heat?game=wythoff&size=5");
    assert_eq!((&heat["values"][1][2], &heat["values"][3][5]), (&json!(0), &json!(0)));
    assert_eq!(server.answer("/api/seq?game=kayles&n=8&from=2")["values"], json!([2, 3, 1, 4, 3, 2, 1, 4]));
    assert_eq!(server.ask("GET", "/api/seq.csv?game=nim&n=2", "").1, "n,grundy\n0,0\n1,1\n");
    assert_eq!(server.ask("GET", "/api/seq.bfile?game=nim&n=2&from=5", "").1, "5 5\n6 6\n");
    assert!(server.ask("GET", "/api/plot.svg?game=kayles&n=50", "").1.starts_with("<svg "));
    let period = server.answer("/api/period?game=kayles");
    assert_eq!((&period["period"], &period["preperiod"]), (&json!(12), &json!(71)));
    assert!(server.answer("/api/games?q=wythoff")["games"].as_array().is_some_and(|list| !list.is_empty()));
    let map = server.answer("/api/position-graph?game=nim&position=1+2");
    assert_eq!(map["vertices"].as_array().map(Vec::len), Some(5));
    let (status, _) = server.get("/api/position-graph?game=nim&position=50+60+70");
    assert_eq!(status, 400);

    let played = server.answer("/api/play?game=nim&position=3+4+5&seed=1");
    assert_eq!((&played["move"]["result"], &played["over"]), (&json!("1 4 5"), &json!(false)));
    assert_eq!(played["after"]["outcome"], "P");
    assert_eq!(server.answer("/api/play?game=nim&position=0")["over"], true);
    let puzzle = server.answer("/api/puzzle?game=nim&level=easy&seed=4");
    assert_eq!(puzzle["solution"].as_array().map(Vec::len), Some(1));
    let history = server.answer("/api/history?game=nim&positions=3+4+5%0A3+4+4%0A4+4");
    assert_eq!(
        (&history["rows"][0]["blunder"], &history["rows"][1]["blunder"]),
        (&json!(true), &json!(false))
    );
}

#[test]
fn graphs_are_answered_as_the_command_does() {
    let server = Server::new(&[]);
    let text = "a b\nb c\nc a\nc d\n";
    let (status, body) = server.ask("POST", "/api/graph", text);
    let file = std::env::temp_dir().join(format!("grundy-serving-{}.txt", std::process::id()));
    std::fs::write(&file, text).expect("a file");
    let run = grundy(&["graph", file.to_str().expect("UTF-8"), "--json"]);
    let _ = std::fs::remove_file(&file);
    assert_eq!((status, body), (200, run.out));
    let (status, body) = server.ask("POST", "/api/graph?layout=true", "digraph { x -> y }");
    assert_eq!(status, 200);
    let drawn: Value = serde_json::from_str(&body).expect("JSON");
    assert!(drawn["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")), "{drawn}");
    assert_eq!(drawn["moves"], json!([["x", "y"]]));
    let (status, body) = server.ask("POST", "/api/graph", "{\"edges\": [[1");
    let error: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!(status, 400);
    assert_eq!(error["error"]["line"], 1, "{error}");
}

#[test]
fn jobs_run_tell_and_are_cancelled() {
    let server = Server::new(&[]);
    let start = |job: &str| {
        let (status, body) = server.ask("POST", "/api/jobs", job);
        let value: Value = serde_json::from_str(&body).expect("JSON");
        (status, value)
    };
    let (status, job) = start(r#"{"kind":"period","game":"0.07"}"#);
    assert_eq!(status, 202, "{job}");
    let id = job["id"].as_str().expect("a number");
    let (status, events) = server.ask("GET", &format!("/api/jobs/{id}/events"), "");
    assert_eq!(status, 200);
    assert!(events.contains("event: end"), "{events}");
    let done = server.answer(&format!("/api/jobs/{id}"));
    assert_eq!((&done["state"], &done["result"]["period"]), (&json!("done"), &json!(34)));

    // An hour's work is cancelled at once.
    let (_, slow) = start(r#"{"kind":"seq","game":"n -> a, b where a < n, b + 1 < n","n":1000000}"#);
    let path = format!("/api/jobs/{}", slow["id"].as_str().expect("a number"));
    let (status, _) = server.ask("DELETE", &path, "");
    assert_eq!(status, 200);
    let (_, events) = server.ask("GET", &format!("{path}/events"), "");
    assert!(events.contains("cancelled"), "{events}");
    assert_eq!(server.answer("/api/jobs")["jobs"].as_array().map(Vec::len), Some(2));

    for bad in [
        "",
        "[]",
        "{}",
        r#"{"kind":"puzzle"}"#,
        r#"{"kind":"seq","game":["x"]}"#,
        r#"{"kind":"seq","gmae":"x"}"#,
    ] {
        assert_eq!(start(bad).0, 400, "{bad}");
    }
    assert_eq!(server.get("/api/jobs/999").0, 404);
    assert_eq!(server.get("/api/jobs/x/events").0, 404);
}

#[test]
fn foreign_hosts_and_origins_are_refused() {
    let server = Server::new(&[]);
    let port = server.address.rsplit(':').next().expect("a port");
    let status = |headers: &str| {
        parts(&server.raw(format!("GET / HTTP/1.1\r\n{headers}Connection: close\r\n\r\n").as_bytes())).0
    };
    assert_eq!(status(&format!("Host: localhost:{port}\r\n")), 200);
    assert_eq!(status("Host: evil.example\r\n"), 403);
    assert_eq!(status(&format!("Host: evil.example:{port}\r\n")), 403);
    assert_eq!(status("Host: 192.168.0.1\r\n"), 403);
    assert_eq!(status(""), 400);
    assert_eq!(status(&format!("Host: localhost:{port}\r\nHost: evil.example\r\n")), 400);
    assert_eq!(status(&format!("Host: localhost:{port}\r\nOrigin: http://evil.example\r\n")), 403);
    assert_eq!(status(&format!("Host: localhost:{port}\r\nOrigin: null\r\n")), 403);
    assert_eq!(status(&format!("Host: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n")), 200);
    let absolute =
        format!("GET http://evil.example/ HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n");
    assert_eq!(parts(&server.raw(absolute.as_bytes())).0, 403);
}

#[test]
fn replies_protect_the_page() {
    let server = Server::new(&[]);
    for path in ["/", "/api/solve?game=nim", "/nothing", "/api/nothing"] {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address);
        let reply = server.raw(request.as_bytes()).to_ascii_lowercase();
        for header in [
            "content-security-policy: default-src 'self'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(reply.contains(header), "{path}: {reply}");
        }
    }
}

#[test]
fn hostile_requests_have_a_status_and_the_server_lives() {
    let server = Server::new(&[]);
    let host = &server.address;
    let status = |request: String| parts(&server.raw(request.as_bytes())).0;
    let path = |path: &str| server.ask("GET", path, "").0;
    assert_eq!(path("/api/solve?game=%zz"), 400);
    assert_eq!(path("/api/solve?game=%ff"), 400);
    assert_eq!(path("/api/solve?game=nim&position=1&position=2"), 400);
    assert_eq!(path("/api/solve?gmae=nim"), 400);
    assert_eq!(path("/api/solve"), 400);
    assert_eq!(path("/api/seq?game=nim&n=99999999999"), 400);
    assert_eq!(path("/api/unknown"), 404);
    assert_eq!(path("/../Cargo.toml"), 404);
    assert_eq!(path("/%2e%2e/Cargo.toml"), 404);
    assert_eq!(path("/api/solve?game=/etc/passwd.game"), 400, "files are not read");
    for method in ["POST", "PUT", "DELETE", "PATCH"] {
        assert_eq!(server.ask(method, "/api/solve?game=nim", "").0, 405, "{method}");
    }
    assert_eq!(server.ask("GET", "/api/graph", "").0, 405);
    let long = "9".repeat(300_000);
    let refused = status(format!("GET /api/solve?game={long} HTTP/1.1\r\nHost: {host}\r\n\r\n"));
    assert!([0, 400, 414, 431].contains(&refused), "{refused}");
    let refused = status(format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: {long}\r\n\r\n"));
    assert!([0, 400, 431].contains(&refused), "{refused}");
    let many: String = (0..500).map(|index| format!("X-{index}: y\r\n")).collect();
    let refused = status(format!("GET / HTTP/1.1\r\nHost: {host}\r\n{many}\r\n"));
    assert!([0, 400, 431].contains(&refused), "{refused}");
    assert_eq!(status("nonsense\r\n\r\n".to_owned()), 400);
    assert_eq!(status("GET / HTTP/9.9\r\n\r\n".to_owned()), 400);
    let announced =
        format!("POST /api/graph HTTP/1.1\r\nHost: {host}\r\nContent-Length: 99999999999\r\n\r\n");
    assert_eq!(status(announced), 413);
    let body = "a b\n".repeat(2 << 20);
    // The server need not read it all, and then the reply may be lost.
    let refused = server.ask("POST", "/api/graph", &body).0;
    assert!([0, 413].contains(&refused), "{refused}");
    assert_eq!(server.answer("/api/solve?game=nim&position=1+2")["grundy"], 3, "it lives");
}

/// A thousand bytes a minute keep no one else waiting.
#[test]
fn slow_clients_hold_no_one_up() {
    let server = Server::new(&[]);
    let mut slow: Vec<TcpStream> = (0..50).map(|_| server.connect()).collect();
    for stream in &mut slow {
        stream.write_all(b"GET /api/solve?game=ni").expect("a beginning");
    }
    let before = Instant::now();
    assert_eq!(server.answer("/api/solve?game=nim&position=1+2")["grundy"], 3);
    assert!(before.elapsed() < Duration::from_secs(10));
}

/// Work for clients that have gone must not keep the workers busy.
#[test]
fn requests_that_are_left_are_stopped() {
    let server = Server::new(&["--max-time", "10m", "--threads", "1"]);
    let slow = "/api/seq?game=n+-%3E+a,+b+where+a+%3C+n,+b+%2B+1+%3C+n&n=1000000";
    for _ in 0..3 {
        let mut stream = server.connect();
        let request = format!("GET {slow} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
        stream.write_all(request.as_bytes()).expect("sent");
        std::thread::sleep(Duration::from_millis(100));
        drop(stream);
    }
    let before = Instant::now();
    assert_eq!(
        server.answer("/api/solve?game=nim&position=1+2")["grundy"],
        3,
        "the only worker is free again"
    );
    assert!(before.elapsed() < Duration::from_secs(12), "{:?}", before.elapsed());
}

#[test]
fn time_runs_out_with_an_error_object() {
    let server = Server::new(&["--max-time", "200ms"]);
    let (status, error) = server.get("/api/moves?game=hackenbush&position=0-1");
    assert!(status == 200 || status == 400, "{error}");
    let (status, error) =
        server.get("/api/period?game=n+-%3E+a,+b+where+a+%3C+n,+b+%2B+1+%3C+n&limit=1000000");
    assert!(
        status == 400 && error["error"]["stop"] == "time-limit" || error["stop"] == "time-limit",
        "{error}"
    );
}

#[test]
fn a_port_that_is_taken_is_an_error() {
    let server = Server::new(&[]);
    let port = server.address.rsplit(':').next().expect("a port");
    let run = grundy(&["serve", "--port", port]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("--port 0"), "{run:?}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it() {
    let mut server = Server::new(&[]);
    let sent = std::process::Command::new("kill").args(["-INT", &server.child.id().to_string()]).status();
    assert!(sent.expect("kill").success());
    let status = server.child.wait().expect("it ends");
    assert_eq!(status.code(), Some(130));
}

#[test]
fn sums_are_answered_and_programs_are_not_run() {
    let server = Server::new(&[]);
    let (status, answer) = server.get("/api/solve?game=kayles+5+7+%2B+nim+3+%2B+wythoff+3,5");
    assert_eq!((status, &answer["grundy"], &answer["parts"][0]["grundy"]), (200, &json!(5), &json!(6)));
    let (status, answer) = server.get("/api/moves?game=kayles+%2B+nim&position=5+7+%2B+3");
    assert_eq!((status, &answer["parts"][1]["game"]), (200, &json!("nim")));
    for game in ["program:/bin/cat", "nim+3+%2B+program:/bin/cat+4", "+program:./game.py"] {
        for question in ["solve", "moves", "explain", "rule"] {
            let (status, answer) = server.get(&format!("/api/{question}?game={game}"));
            let text = answer.to_string();
            assert!(question == "rule" || status == 400, "{question} {game}: {text}");
            assert!(text.contains("only on the command line"), "{question} {game}: {text}");
        }
    }
}

#[test]
fn other_sites_may_lead_to_the_page_and_not_ask() {
    let server = Server::new(&[]);
    let status = |path: &str, site: &str| {
        let host = &server.address;
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Site: {site}\r\nConnection: close\r\n\r\n"
        );
        parts(&server.raw(request.as_bytes())).0
    };
    for path in ["/api/solve?game=nim&position=3+4", "/api/jobs", "/api/events", "/api/nothing"] {
        for foreign in ["cross-site", "same-site", "", "same-origin, cross-site"] {
            assert_eq!(status(path, foreign), 403, "{path} {foreign}");
        }
    }
    for own in ["same-origin", "none"] {
        assert_eq!(status("/api/solve?game=nim&position=3+4", own), 200, "{own}");
    }
    // A link in a mail or on a course page opens the page.
    for foreign in ["cross-site", "same-site", "none"] {
        assert_eq!(status("/?game=nim&position=3+4", foreign), 200, "{foreign}");
    }
}

#[test]
fn jobs_are_read_before_they_are_taken_and_told_in_one_stream() {
    let server = Server::new(&[]);
    for bad in [
        r#"{"kind":"seq","game":"nosuchgame"}"#,
        r#"{"kind":"solve","game":"nim","position":"3 x"}"#,
        r#"{"kind":"period","game":"wythoff"}"#,
        r#"{"kind":"seq","game":"nim","n":"many"}"#,
    ] {
        let (status, body) = server.ask("POST", "/api/jobs", bad);
        assert_eq!(status, 400, "{bad}: {body}");
    }
    assert_eq!(server.answer("/api/jobs")["jobs"], json!([]));
    let long = format!("n -> {} where k < n", vec!["k"; 200].join(", "));
    let question = json!({ "kind": "seq", "game": long, "n": 10 }).to_string();
    assert_eq!(server.ask("POST", "/api/jobs", &question).0, 202);
    assert_eq!(server.ask("POST", "/api/jobs", r#"{"kind":"period","game":"0.07"}"#).0, 202);
    let mut stream = server.connect();
    let host = &server.address;
    write!(stream, "GET /api/events HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("sent");
    let mut told = String::new();
    let mut buffer = [0; 4096];
    while !told.contains(r#""id":"2""#) {
        let read = stream.read(&mut buffer).expect("more is told");
        assert!(read > 0, "{told}");
        told.push_str(&String::from_utf8_lossy(&buffer[..read]));
    }
    assert!(told.contains("event: job") && told.contains(r#""id":"1""#), "{told}");
    assert!(!told.contains(&long), "questions are shortened");
}

#[test]
fn a_class_has_an_address_and_codes() {
    let server = Server::new(&[]);
    assert_eq!(server.answer("/api/class")["address"], Value::Null);
    let (status, picture) = server.ask("GET", "/api/qr.svg?text=http%3A%2F%2F10.0.0.1%3A7171", "");
    assert_eq!(status, 200);
    assert!(picture.contains("<svg"), "{picture}");
    assert_eq!(server.get(&format!("/api/qr.svg?text={}", "x".repeat(5000))).0, 400);
    assert_eq!(server.answer("/api/table?game=wythoff&template=%7Ba%7D,%7Bb%7D&a=3&b=3")["schema"], 1);
    assert_eq!(server.answer("/api/guess?numbers=0+1+2+0+1+2+0+1+2+0+1+2")["guesses"][0]["kind"], "periodic");
}

#[test]
fn hashes_are_broken_and_judged_as_the_command_does() {
    let server = Server::new(&[]);
    for (question, query, arguments) in [
        (
            "break",
            "base=31&modulus=1e9%2B9&order=high",
            &["--base", "31", "--mod", "1e9+9", "--order", "high"][..],
        ),
        (
            "break",
            "base=31,37&modulus=1e9%2B7,1e9%2B9&order=low&map=bytes",
            &[
                "--base", "31", "--base", "37", "--mod", "1e9+7", "--mod", "1e9+9", "--order", "low",
                "--map", "bytes",
            ],
        ),
        ("break", "base=131&modulus=2%5E64&order=low", &["--base", "131", "--mod", "2^64", "--order", "low"]),
        (
            "audit",
            "base=31&modulus=1e9%2B9&order=high",
            &["--base", "31", "--mod", "1e9+9", "--order", "high"],
        ),
        (
            "audit",
            "modulus=2%5E61-1&random_base=true&order=low",
            &["--mod", "2^61-1", "--random-base", "--order", "low"],
        ),
    ] {
        let answer = server.answer(&format!("/api/hash/{question}?{query}"));
        // An audit that finds something ends with 1.
        let printed = grundy(&[&["hash", question, "--json"], arguments].concat()).out;
        let printed: Value = serde_json::from_str(&printed).expect("JSON");
        for (field, value) in answer.as_object().expect("an object") {
            assert_eq!(value, &printed[field], "{question} {query}: {field}");
        }
    }
    let found = server.answer("/api/hash/find?needle=aba&text=abababa");
    assert_eq!(found, grundy(&["hash", "find", "aba", "abababa", "--json"]).answer());
    for language in ["cpp", "python", "rust", "java"] {
        let snippet = server.answer(&format!("/api/hash/snippet?language={language}"));
        assert_eq!(snippet, grundy(&["hash", "snippet", "--language", language, "--json"]).answer());
    }
    let program = "const int M = 1e9 + 7;\nfor (char c : s) h = (h * 31 + c - 'a' + 1) % M;\n";
    let (status, body) = server.ask("POST", "/api/hash/read", program);
    let read: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!(status, 200, "{read}");
    assert_eq!(read["functions"][0]["modulus"], json!({ "value": 1_000_000_007, "line": 1 }));
    assert_eq!(read["functions"][0]["base"], json!({ "value": 31, "line": 2 }));
    for bad in [
        "break?base=31,37,41&modulus=7,9",
        "break?modulus=0",
        "break?base=x",
        "break?order=middle",
        "audit?map=runes",
        "find?needle=a",
        "snippet?language=cobol",
    ] {
        assert_eq!(server.get(&format!("/api/hash/{bad}")).0, 400, "{bad}");
    }
    assert_eq!(server.ask("POST", "/api/hash/read", &"x".repeat(300_000)).0, 400);
}

#[test]
fn the_atlas_is_what_a_sweep_finds() {
    let server = Server::new(&[]);
    let atlas = server.answer("/api/atlas");
    let rows = atlas["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 511);
    let swept = grundy(&["sweep", "octal", "--digits", "1", "--no-time", "--json"]).out;
    for line in swept.lines() {
        let row: Value = serde_json::from_str(line).expect("JSON");
        let own = rows.iter().find(|other| other["code"] == row["code"]).expect("the same code");
        for field in ["representative", "status", "period", "preperiod", "saltus", "sequence"] {
            assert_eq!(own[field], row[field], "{line}");
        }
    }
}

#[test]
fn tablebases_are_browsed() {
    let folder = super::folder("browsed");
    let directory = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let (nim, cram) = (directory("nim.tb"), directory("cram.tb"));
    assert_eq!(grundy(&["tablebase", "build", "nim", "3 4 5", "--out", &nim]).code, 0);
    assert_eq!(grundy(&["tablebase", "build", "cram", "2x3", "--misere", "--out", &cram]).code, 0);
    let server = Server::new(&["--tablebase", &nim, "--tablebase", &cram, "--tablebase", &nim]);
    let list = server.answer("/api/tablebases");
    let names: Vec<&Value> =
        list["tablebases"].as_array().expect("a list").iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["nim.tb", "cram.tb", "nim.tb 2"]);
    let stats = grundy(&["tablebase", "stats", &nim, "--json"]).answer();
    for (field, value) in stats.as_object().expect("an object") {
        assert_eq!(&list["tablebases"][0][field], value, "{field}");
    }

    // Everything that `moves` computes stands in the table.
    let found = server.answer("/api/tablebase?tablebase=nim.tb&position=3+4+5");
    let computed = server.answer("/api/moves?game=nim&position=3+4+5");
    for field in ["position", "convention", "outcome", "winner", "grundy", "remoteness", "moves", "total"] {
        assert_eq!(found[field], computed[field], "{field}");
    }
    assert_eq!(server.answer("/api/tablebase?tablebase=nim.tb"), found, "the start");
    let misere = server.answer("/api/tablebase?tablebase=cram.tb&position=2x3");
    let computed = server.answer("/api/moves?game=cram&position=2x3&misere=true");
    assert_eq!((&misere["outcome"], &misere["grundy"]), (&computed["outcome"], &Value::Null));
    assert!(misere["moves"].as_array().is_some_and(|moves| moves.iter().all(|one| one["grundy"].is_null())));
    let end = server.answer("/api/tablebase?tablebase=nim.tb&position=+");
    assert_eq!((&end["total"], &end["remoteness"], &end["outcome"]), (&json!(0), &json!(0), &json!("P")));

    let (status, error) = server.get("/api/tablebase?tablebase=nim.tb&position=9");
    assert_eq!((status, &error["error"]["message"]), (400, &json!("`9` cannot be reached from `3 4 5`")));
    for bad in ["tablebase=nim", "position=3", "tablebase=nim.tb&position=x", "tablebase=nim.tb&game=nim"] {
        assert_eq!(server.get(&format!("/api/tablebase?{bad}")).0, 400, "{bad}");
    }
    assert_eq!(Server::new(&[]).answer("/api/tablebases")["tablebases"], json!([]));
    let run = grundy(&["serve", "--port", "0", "--tablebase", &directory("nothing")]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("is no tablebase"), "{run:?}");
}

/// Anonymous memory of a process in KiB.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn anonymous(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("a process");
    let line = status.lines().find(|line| line.starts_with("RssAnon:")).expect("a line");
    line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).expect("a number")
}

/// A graph of 4 MB with its edges is an answer of some 40 MB; the server is small again when it is sent.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn memory_of_a_large_answer_is_given_back() {
    let server = Server::new(&["--max-time", "5m"]);
    let mut text = String::new();
    let mut vertex = 1u64;
    while text.len() < (4 << 20) - 40 {
        // Three edges a vertex, to vertices that are 1, 2 or about half as far.
        for to in [vertex - 1, vertex.saturating_sub(2), vertex / 2] {
            text.push_str(&format!("vertex{vertex} vertex{to}\n"));
        }
        vertex += 1;
    }
    server.answer("/api/solve?game=nim&position=3+4+5");
    let before = anonymous(server.child.id());
    for path in ["/api/graph", "/api/graph?layout=true", "/api/graph?layout=true"] {
        // Not `ask`: holding so much against the schema takes a while.
        let (host, length) = (&server.address, text.len());
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{text}"
        );
        let (status, body) = parts(&server.raw(request.as_bytes()));
        assert_eq!(status, 200, "{path}");
        assert!(body.len() > 4 << 20, "{} bytes", body.len());
    }
    // The last piece may be on its way still.
    let mut after = anonymous(server.child.id());
    for _ in 0..100 {
        if after < before + (40 << 10) {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
        after = anonymous(server.child.id());
    }
    panic!("{before} KiB before, {after} KiB after");
}
