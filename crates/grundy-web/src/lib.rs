//! The server behind `grundy serve`: a page and a JSON API for impartial games, on loopback.
//!
//! # Should I use this crate?
//!
//! Through `grundy serve`, yes. It is a local tool: it listens on loopback, knows no users, and answers questions that
//! cost work, each within a budget of time and memory. It is not made to face the Internet.
//!
//! | module | what it is for |
//! |---|---|
//! | `api` | the questions that can be asked, one file each |
//! | `listen`, `patience` | connections: how many, how slow, how large |
//! | `guard` | which hosts are answered, and the headers that protect the page |
//! | `pool` | where the work is done: bounded, with limits, stopped when no one waits for it |
//! | `jobs` | work that outlives its request |
//! | `page` | the files of the page, embedded |
//!
//! The mathematics is in the library `grundy`, and so are the JSON objects ([`grundy::report`]).
//!
//! ```no_run
//! let options = grundy_web::Options::default();
//! let server = grundy_web::Server::bind(options)?;
//! println!("listening on {}", server.address());
//! server.run()?;
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

mod api;
mod guard;
mod jobs;
mod listen;
mod page;
mod patience;
mod pool;
mod query;
mod reply;

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How the server is to be run.
#[derive(Debug, Clone)]
pub struct Options {
    /// The address to listen on; anything but loopback is for networks that can be trusted.
    pub bind: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// A folder whose files are served instead of the embedded page.
    pub page: Option<PathBuf>,
    /// Time for one request.
    pub time: Duration,
    /// Memory for the tables of one request.
    pub memory: u64,
    /// Requests that are worked on at the same time.
    pub workers: usize,
}

impl Default for Options {
    /// Loopback, port 7171, ten seconds and 1 GiB a request, two requests at a time for each core.
    fn default() -> Options {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Options {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 7171,
            page: None,
            time: Duration::from_secs(10),
            memory: 1 << 30,
            workers: (2 * cores).max(4),
        }
    }
}

/// What every request can reach.
#[derive(Debug)]
struct App {
    pool: pool::Pool,
    guard: guard::Guard,
    page: page::Page,
    jobs: jobs::Jobs,
}

/// A server that has its port and waits to be run.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
}

impl Server {
    /// Takes the port.
    ///
    /// # Errors
    /// When the address cannot be listened on.
    pub fn bind(options: Options) -> std::io::Result<Server> {
        let listener = TcpListener::bind((options.bind, options.port))?;
        let address = listener.local_addr()?;
        let app = App {
            pool: pool::Pool::new(options.workers, options.time, options.memory),
            guard: guard::Guard::new(address.ip()),
            page: page::Page::new(options.page),
            jobs: jobs::Jobs::new(options.memory.saturating_mul(2)),
        };
        Ok(Server { listener, address, app: Arc::new(app) })
    }

    /// Where the page is.
    pub fn address(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Answers requests until the process ends.
    ///
    /// # Errors
    /// When the machine has no threads or no network left.
    pub fn run(self) -> std::io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(self.app.pool.threads() + jobs::RUNNING)
            .enable_all()
            .build()?;
        runtime.block_on(listen::accept(self.listener, api::router(&self.app)))
    }
}
