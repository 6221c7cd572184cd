//! One connection to each peer, made in silence: timely's own way prints on standard output, which is for answers.
//!
//! Every process listens at its own address, calls those before it in the list and is called by those behind it. Who calls
//! says its place first, in eight bytes. Peers may be started in any order, so who is not there yet is called again; the
//! [`crate::watchdog`] ends a run whose peers never come.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

/// Between two calls of a peer that is not there yet.
const RETRY: Duration = Duration::from_millis(50);
/// How long a caller may take to say who it is.
const INTRODUCTION: Duration = Duration::from_secs(5);

/// A connection to every process, nothing at our own place.
///
/// # Errors
/// When our address cannot be listened at, or a connection breaks before it is made use of.
pub(crate) fn connect(addresses: &[String], process: usize) -> io::Result<Vec<Option<TcpStream>>> {
    let listener = TcpListener::bind(&addresses[process])?;
    let mut peers = Vec::with_capacity(addresses.len());
    for address in &addresses[..process] {
        let mut stream = call(address);
        stream.set_nodelay(true)?;
        stream.write_all(&(process as u64).to_be_bytes())?;
        peers.push(Some(stream));
    }
    peers.resize_with(addresses.len(), || None);
    while peers[process + 1..].iter().any(Option::is_none) {
        let (mut stream, _) = listener.accept()?;
        // Whoever else calls here is not listened to.
        let known = introduction(&mut stream).ok().and_then(|place| usize::try_from(place).ok());
        if let Some(place) = known.filter(|&place| place > process)
            && let Some(peer @ None) = peers.get_mut(place)
        {
            stream.set_nodelay(true)?;
            stream.set_read_timeout(None)?;
            *peer = Some(stream);
        }
    }
    Ok(peers)
}

fn call(address: &str) -> TcpStream {
    loop {
        match TcpStream::connect(address) {
            Ok(stream) => return stream,
            Err(_) => std::thread::sleep(RETRY),
        }
    }
}

fn introduction(stream: &mut TcpStream) -> io::Result<u64> {
    stream.set_read_timeout(Some(INTRODUCTION))?;
    let mut place = [0; 8];
    stream.read_exact(&mut place)?;
    Ok(u64::from_be_bytes(place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::free_addresses;

    #[test]
    fn every_two_are_connected_and_strangers_are_not() {
        let addresses = free_addresses(3).expect("ports");
        let start = |process: usize| {
            let addresses = addresses.clone();
            std::thread::spawn(move || {
                let mut peers = connect(&addresses, process).expect("connected");
                for peer in peers.iter_mut().flatten() {
                    peer.write_all(&[process as u8]).expect("sent");
                }
                let hear = |peer: &mut Option<TcpStream>| {
                    peer.as_mut().map(|peer| {
                        let mut byte = [0];
                        peer.read_exact(&mut byte).expect("heard");
                        byte[0]
                    })
                };
                peers.iter_mut().map(hear).collect::<Vec<_>>()
            })
        };
        // The first listens until all have called, so that it hears the stranger too.
        let first = (0, start(0));
        call(&addresses[0]).write_all(&9u64.to_be_bytes()).expect("sent");
        for (process, handle) in [first, (2, start(2)), (1, start(1))] {
            let expected: Vec<_> =
                (0..3u8).map(|peer| (usize::from(peer) != process).then_some(peer)).collect();
            assert_eq!(handle.join().expect("ends"), expected);
        }
    }
}
