//! Heartbeats: a peer that has stopped, or was never started, ends the run instead of holding it for ever.
//!
//! A process that is killed closes its connections, and its peers notice. One that is merely stopped, or whose machine hangs,
//! says nothing, and its peers would wait. So every process counts up in a file of its own in the directory they share, once a
//! second, on a thread that works whenever the process does; who sees the count of a peer stand still for too long says so and
//! ends. The work done so far is in the directory, and the same commands go on from there.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Between two beats.
const BEAT: Duration = Duration::from_secs(1);
/// How long a peer may be silent.
pub const PATIENCE: Duration = Duration::from_secs(30);
/// How long peers may take to be started.
pub const START: Duration = Duration::from_secs(300);

/// A watch over peers that ends with this value.
#[derive(Debug)]
pub struct Watchdog {
    done: Arc<AtomicBool>,
    mine: PathBuf,
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        // Peers that finish a moment later see the last word and do not wait for more.
        let _ = fs::write(&self.mine, "done");
    }
}

fn beat_file(directory: &Path, process: usize) -> PathBuf {
    directory.join(format!("beat-{process}"))
}

/// What was last seen of a peer.
struct Seen {
    count: String,
    since: Instant,
    started: bool,
}

/// Beats for this process and watches the others; `lost` is called once, with a sentence, when one is silent.
pub fn watch(
    directory: &Path,
    process: usize,
    processes: usize,
    patience: Duration,
    lost: impl FnOnce(String) + Send + 'static,
) -> Watchdog {
    let (done, mine) = (Arc::new(AtomicBool::new(false)), beat_file(directory, process));
    let (is_done, own, directory) = (Arc::clone(&done), mine.clone(), directory.to_owned());
    // What is there from an earlier run says nothing, unless it changes.
    let read = move |peer: usize| fs::read_to_string(beat_file(&directory, peer)).unwrap_or_default();
    std::thread::spawn(move || {
        let begin = Instant::now();
        let others: Vec<usize> = (0..processes).filter(|peer| *peer != process).collect();
        let first = |peer: &usize| Seen { count: read(*peer), since: begin, started: false };
        let mut seen: Vec<Seen> = others.iter().map(first).collect();
        let token = std::process::id();
        for count in 0u64.. {
            if is_done.load(Ordering::Relaxed) {
                return;
            }
            let _ = fs::write(&own, format!("{token} {count}"));
            for (peer, last) in others.iter().zip(&mut seen) {
                let found = read(*peer);
                if found != last.count {
                    *last = Seen { count: found, since: Instant::now(), started: true };
                }
                let allowed = if last.started { patience } else { START.max(patience) };
                let has_finished = last.started && last.count == "done";
                if !has_finished && last.since.elapsed() > allowed {
                    let seconds = last.since.elapsed().as_secs();
                    let what = if last.started { "says nothing" } else { "was not started" };
                    return lost(format!("process {peer} {what} for {seconds} seconds"));
                }
            }
            std::thread::sleep(BEAT);
        }
    });
    Watchdog { done, mine }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn a_silent_peer_is_noticed_and_a_beating_one_is_not() {
        let directory = std::env::temp_dir().join(format!("grundy-watchdog-{}", std::process::id()));
        fs::create_dir_all(&directory).expect("a directory");
        let (send, receive) = channel();
        let watchdog = watch(&directory, 0, 2, Duration::from_secs(2), move |what| drop(send.send(what)));
        for count in 0..4 {
            fs::write(beat_file(&directory, 1), format!("7 {count}")).expect("written");
            assert!(receive.recv_timeout(Duration::from_secs(1)).is_err(), "it beats");
        }
        let what = receive.recv_timeout(Duration::from_secs(10)).expect("it is silent");
        assert!(what.starts_with("process 1 says nothing for "), "{what}");
        drop(watchdog);
        assert_eq!(fs::read_to_string(beat_file(&directory, 0)).expect("written"), "done");
        fs::remove_dir_all(directory).expect("removed");
    }
}
