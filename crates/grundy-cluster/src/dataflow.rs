//! Rounds of blocks over timely dataflow.
//!
//! The whole dataflow is one exchange: a record is a block with its sender and its receiver, and its time is the round. When the
//! frontier has passed a round, all its blocks are here. A peer may be a round ahead, so blocks wait in a queue for each
//! sender. One record travels for each pair of workers and round, so that what is under way is at most two rounds.

use crate::Cluster;
use crate::connections::connect;
use grundy::engine::tablebase::Exchange as Rounds;
use grundy::engine::tablebase::TableError;
use std::any::Any;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::rc::Rc;
use std::time::Duration;
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Config as Communication, Hooks};
use timely::dataflow::InputHandle;
use timely::dataflow::operators::probe::Handle as Frontier;
use timely::dataflow::operators::{Exchange, Input, Inspect, Probe};
use timely::execute::execute_from;

/// A block: receiver, sender, bytes.
type Block = (u64, u64, Vec<u8>);
/// Blocks that have arrived, a queue for each sender.
type Queues = Rc<RefCell<Vec<VecDeque<Vec<u8>>>>>;

/// Runs `work` on every worker of this process; returns what each says.
///
/// # Errors
/// When the peers cannot be reached, or a worker panics.
pub fn run<T: Send + 'static>(
    cluster: &Cluster,
    work: impl Fn(&mut dyn Rounds) -> T + Send + Sync + 'static,
) -> Result<Vec<T>, String> {
    let Cluster { addresses, process, threads } = cluster.clone();
    let (builders, guard): (Vec<AllocatorBuilder>, Box<dyn Any + Send>) = match addresses.len() {
        0 | 1 => Communication::Process(threads).try_build()?,
        _ => {
            let lost = |error: io::Error| format!("peers cannot be reached: {error}");
            let sockets = connect(&addresses, process).map_err(lost)?;
            let hooks = Hooks::default();
            let inside = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), hooks.spill.clone());
            let (builders, guard) =
                initialize_networking_from_sockets(inside, sockets, process, threads, hooks).map_err(lost)?;
            (builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard))
        }
    };
    let guards = execute_from(builders, guard, WorkerConfig::default(), move |worker| {
        let (me, workers) = (worker.index(), worker.peers());
        let queues: Queues = Rc::new(RefCell::new(vec![VecDeque::new(); workers]));
        let arrived = Rc::clone(&queues);
        let mut input: InputHandle<u64, timely::container::CapacityContainerBuilder<Vec<Block>>> =
            InputHandle::new();
        let frontier = worker.dataflow::<u64, _, _>(|scope| {
            scope
                .input_from(&mut input)
                .container::<Vec<Block>>()
                .exchange(|block: &Block| block.0)
                .inspect(move |(_, from, bytes)| {
                    arrived.borrow_mut()[*from as usize].push_back(bytes.clone());
                })
                .probe()
                .0
        });
        let answer = {
            let mut rounds =
                Timely { me, workers, worker, input: &mut input, frontier: &frontier, queues, round: 0 };
            work(&mut rounds)
        };
        input.close();
        answer
    })?;
    guards.join().into_iter().collect()
}

struct Timely<'a> {
    me: usize,
    workers: usize,
    worker: &'a mut timely::worker::Worker,
    input: &'a mut InputHandle<u64, timely::container::CapacityContainerBuilder<Vec<Block>>>,
    frontier: &'a Frontier<u64>,
    queues: Queues,
    round: u64,
}

impl Rounds for Timely<'_> {
    fn place(&self) -> (usize, usize) {
        (self.me, self.workers)
    }

    fn exchange(&mut self, blocks: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, TableError> {
        let mut own = None;
        for (to, block) in blocks.into_iter().enumerate() {
            if to == self.me {
                own = Some(block);
            } else {
                self.input.send((to as u64, self.me as u64, block));
            }
        }
        self.round += 1;
        self.input.advance_to(self.round);
        self.input.flush();
        while self.frontier.less_than(&self.round) {
            self.worker.step_or_park(Some(Duration::from_millis(20)));
        }
        let mut queues = self.queues.borrow_mut();
        let next = |from: usize| if from == self.me { own.take() } else { queues[from].pop_front() };
        let got: Option<Vec<_>> = (0..self.workers).map(next).collect();
        got.ok_or_else(|| TableError::Peer("a block of a round is missing".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_arrive_in_their_rounds() {
        let cluster = Cluster { addresses: Vec::new(), process: 0, threads: 3 };
        let told = run(&cluster, |rounds| {
            let (me, workers) = rounds.place();
            for round in 0..100u8 {
                let blocks = (0..workers).map(|to| vec![me as u8, to as u8, round]).collect();
                let got = rounds.exchange(blocks).expect("all are there");
                let wanted: Vec<_> = (0..workers).map(|from| vec![from as u8, me as u8, round]).collect();
                assert_eq!(got, wanted);
            }
            me
        });
        assert_eq!(told.map(|list| list.len()), Ok(3));
    }
}
