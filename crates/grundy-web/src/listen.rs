//! Connections: so many, so slow, so large, and no more.

use crate::patience::Patient;
use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// Connections at a time; others wait in the system's queue.
const CONNECTIONS: usize = 1000;
/// How long the head of a request may take to arrive, and how long a connection may be idle.
const HEAD: Duration = Duration::from_secs(20);
/// How long a reply may wait for a client that does not read.
const STUCK: Duration = Duration::from_secs(30);
/// The largest head of a request.
const HEAD_BYTES: usize = 64 << 10;

/// Who asks.
#[derive(Debug, Clone, Copy)]
pub struct Visitor(pub IpAddr);

/// Takes connections and serves them until the process ends.
pub async fn accept(listener: std::net::TcpListener, router: Router) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let free = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(permit) = free.clone().acquire_owned().await else { return Ok(()) };
        let Ok((stream, peer)) = listener.accept().await else {
            // Out of file descriptors, or the client has gone already: neither ends the server.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let inner = TowerToHyperService::new(router.clone());
        let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(Visitor(peer.ip()));
            inner.call(request)
        });
        tokio::spawn(async move {
            let served = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD)
                .max_buf_size(HEAD_BYTES)
                .serve_connection(TokioIo::new(Patient::new(stream, STUCK)), service);
            // What goes wrong with a connection is the client's affair.
            let _ = served.await;
            drop(permit);
        });
    }
}
