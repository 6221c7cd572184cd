//! How workers talk: in rounds, a block of bytes from everyone to everyone.
//!
//! The solver is written against [`Exchange`] alone and does not know whether its peers are threads, processes or machines. A
//! round begins when a worker has handed its blocks over and ends when it has one from each peer, so that at most two rounds
//! are under way and memory is bounded by the size of a block. [`Alone`] is one worker; [`Threads`] are several in one
//! process.

use super::TableError;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// A worker's way to its peers.
pub trait Exchange {
    /// Which worker this is, and of how many.
    fn place(&self) -> (usize, usize);

    /// Hands a block to each worker, and returns one from each; all workers call it equally often.
    ///
    /// # Errors
    /// When a peer has ended, or says nothing any more.
    fn exchange(&mut self, blocks: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, TableError>;
}

/// One worker without peers.
#[derive(Debug, Clone, Copy, Default)]
pub struct Alone;

impl Exchange for Alone {
    fn place(&self) -> (usize, usize) {
        (0, 1)
    }

    fn exchange(&mut self, blocks: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, TableError> {
        Ok(blocks)
    }
}

/// One of several workers of a process.
#[derive(Debug)]
pub struct Threads {
    me: usize,
    shared: Arc<Mailboxes>,
}

#[derive(Debug)]
struct Mailboxes {
    /// For each receiver, what each sender has put there; a sender may be a round ahead, and no more.
    boxes: Mutex<Post>,
    changed: Condvar,
}

#[derive(Debug)]
struct Post {
    queues: Vec<Vec<std::collections::VecDeque<Vec<u8>>>>,
    ended: bool,
}

impl Threads {
    /// So many workers that know each other.
    pub fn new(workers: usize) -> Vec<Threads> {
        let queues = vec![vec![std::collections::VecDeque::new(); workers]; workers];
        let post = Mutex::new(Post { queues, ended: false });
        let shared = Arc::new(Mailboxes { boxes: post, changed: Condvar::new() });
        (0..workers).map(|me| Threads { me, shared: Arc::clone(&shared) }).collect()
    }
}

impl Drop for Threads {
    /// Whoever leaves, leaves for good: the others must not wait.
    fn drop(&mut self) {
        self.shared.boxes.lock().unwrap_or_else(PoisonError::into_inner).ended = true;
        self.shared.changed.notify_all();
    }
}

impl Exchange for Threads {
    fn place(&self) -> (usize, usize) {
        let post = self.shared.boxes.lock().unwrap_or_else(PoisonError::into_inner);
        (self.me, post.queues.len())
    }

    fn exchange(&mut self, blocks: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, TableError> {
        let mut post = self.shared.boxes.lock().unwrap_or_else(PoisonError::into_inner);
        for (to, block) in blocks.into_iter().enumerate() {
            post.queues[to][self.me].push_back(block);
        }
        self.shared.changed.notify_all();
        loop {
            if post.queues[self.me].iter().all(|queue| !queue.is_empty()) {
                let mine = post.queues[self.me].iter_mut();
                return Ok(mine.map(|queue| queue.pop_front().expect("none is empty")).collect());
            }
            // What has arrived is still delivered: a peer that has finished its last round has left in peace.
            if post.ended {
                return Err(TableError::Peer("another worker has ended".to_owned()));
            }
            post = self.shared.changed.wait(post).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_arrives_in_its_round() {
        std::thread::scope(|scope| {
            for mut worker in Threads::new(3) {
                scope.spawn(move || {
                    let (me, workers) = worker.place();
                    for round in 0..200u8 {
                        let blocks = (0..workers).map(|to| vec![me as u8, to as u8, round]).collect();
                        let got = worker.exchange(blocks).expect("all are there");
                        let wanted: Vec<_> =
                            (0..workers).map(|from| vec![from as u8, me as u8, round]).collect();
                        assert_eq!(got, wanted);
                    }
                });
            }
        });
    }

    #[test]
    fn nobody_waits_for_one_who_has_left() {
        let mut workers = Threads::new(2);
        drop(workers.pop());
        let refused = workers[0].exchange(vec![Vec::new(), Vec::new()]);
        assert!(matches!(refused, Err(TableError::Peer(_))));
    }
}
