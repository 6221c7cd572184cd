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
//! | `hashing` | the answers about hashes, here and in the command |
//! | `qr` | addresses that a telephone can read |
//! | `page` | the files of the page, embedded |
//!
//! The mathematics is in the library `grundy`, and so are the JSON objects ([`grundy::report`]), those about hashes aside.
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
// For the command, which prints the same objects.
#[doc(hidden)]
pub mod hashing;
mod jobs;
mod listen;
mod page;
mod patience;
mod pool;
pub mod qr;
mod query;
mod reply;

pub use api::answer;

use grundy::NamedGame;
use grundy::ask::tablebase::Tablebase;
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
    /// Long requests that are worked on at the same time.
    pub workers: usize,
    /// Whether a class is served: each visitor has one long question at a time, and long work is started on this machine only.
    pub class: bool,
    /// Tablebases that can be browsed.
    pub tablebases: Vec<Arc<SolvedGame>>,
}

/// A tablebase with its game, under the name by which it is asked.
#[derive(Debug)]
pub struct SolvedGame {
    /// The name.
    pub name: String,
    /// The game, made from what the directory says.
    pub game: NamedGame,
    /// The directory.
    pub tablebase: Tablebase,
}

impl Default for Options {
    /// Loopback, port 7171, ten seconds and 1 GiB a request, as many long requests at a time as there are cores.
    fn default() -> Options {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Options {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 7171,
            page: None,
            time: Duration::from_secs(10),
            memory: 1 << 30,
            workers: cores.max(2),
            class: false,
            tablebases: Vec::new(),
        }
    }
}

/// The address by which other machines of the local network reach this one, if it has one. Nothing is sent: the system is asked which
/// of its addresses a packet to elsewhere would carry.
pub fn local_network() -> Option<IpAddr> {
    let socket = std::net::UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_unspecified() && !address.is_loopback()).then_some(address)
}

/// What every request can reach.
#[derive(Debug)]
struct App {
    pool: pool::Pool,
    guard: guard::Guard,
    page: page::Page,
    jobs: jobs::Jobs,
    tablebases: Vec<Arc<SolvedGame>>,
    /// The address for a class, when one is served.
    class: Option<String>,
    /// The address that is listened on.
    own: IpAddr,
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
        let each = if options.class { 1 } else { options.workers };
        let app = App {
            pool: pool::Pool::new(options.workers, each, options.time, options.memory),
            guard: guard::Guard::new(address.ip()),
            page: page::Page::new(options.page),
            jobs: jobs::Jobs::new(options.memory.saturating_mul(2)),
            tablebases: options.tablebases,
            class: options.class.then(|| format!("http://{address}")),
            own: address.ip(),
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
