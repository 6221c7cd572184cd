//! Tablebases on several processes, on one machine or on many.
//!
//! # Should I use this crate?
//!
//! Yes, if one process is not enough for a tablebase: more memory, more disks or more cores than one machine has. The solver is
//! [`grundy::engine::tablebase`], which knows of its peers only that it exchanges blocks with them in rounds; here the blocks
//! travel by [timely dataflow](https://docs.rs/timely), whose frontier says exactly when all blocks of a round have arrived.
//! All processes write into the same directory, so hosts share a file system.
//!
//! | file | what it is for |
//! |---|---|
//! | [`dataflow`] | rounds over timely: the only file that names it |
//! | [`watchdog`] | ends a run in which a peer has stopped: timely would wait for ever |
//!
//! Traffic is plain TCP without authentication: addresses are loopback unless others are named.

mod connections;
pub mod dataflow;
pub mod watchdog;

use std::net::ToSocketAddrs;

/// The processes of a run, the same list for each, and which of them this one is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cluster {
    /// `host:port` of each process.
    pub addresses: Vec<String>,
    /// This process.
    pub process: usize,
    /// Workers of each process.
    pub threads: usize,
}

impl Cluster {
    /// Reads a list of hosts, one `host:port` a line; empty lines and those that begin with `#` are left out.
    ///
    /// # Errors
    /// What is wrong with which line.
    pub fn read(hosts: &str, process: usize, threads: usize) -> Result<Cluster, String> {
        let mut addresses: Vec<String> = Vec::new();
        for (index, line) in hosts.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = |what: &str| format!("line {}: {what}: `{line}`", index + 1);
            let port = line.rsplit_once(':').and_then(|(_, port)| port.parse::<u16>().ok());
            if port.is_none_or(|port| port == 0) {
                return Err(wrong("a host is written `name:port`"));
            }
            if addresses.iter().any(|known| known == line) {
                return Err(wrong("the same address twice"));
            }
            addresses.push(line.to_owned());
        }
        if process >= addresses.len() {
            return Err(format!(
                "there are {} hosts, so no process {process}: they count from 0",
                addresses.len()
            ));
        }
        Ok(Cluster { addresses, process, threads })
    }

    /// The addresses that other machines can reach.
    pub fn exposed(&self) -> Vec<&str> {
        let is_loopback = |address: &String| {
            address.to_socket_addrs().is_ok_and(|mut found| found.all(|one| one.ip().is_loopback()))
        };
        self.addresses.iter().filter(|address| !is_loopback(address)).map(String::as_str).collect()
    }
}

/// So many addresses on this machine that are free now.
///
/// # Errors
/// When the system has none.
pub fn free_addresses(count: usize) -> std::io::Result<Vec<String>> {
    // All are held until the last one is found, so that no two are the same.
    let held: Vec<std::net::TcpListener> =
        (0..count).map(|_| std::net::TcpListener::bind("127.0.0.1:0")).collect::<Result<_, _>>()?;
    held.iter().map(|listener| Ok(listener.local_addr()?.to_string())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_hosts_are_checked() {
        let read = |text: &str, process| Cluster::read(text, process, 2).map(|cluster| cluster.addresses);
        let two = Ok(vec!["127.0.0.1:4001".to_owned(), "node2:4001".to_owned()]);
        assert_eq!(read("127.0.0.1:4001\n# the other\n\nnode2:4001\n", 1), two);
        assert!(read("a:1\nb:2", 2).is_err_and(|error| error.contains("no process 2")));
        assert!(read("a:1\nb", 0).is_err_and(|error| error.starts_with("line 2: a host is written")));
        assert!(read("a:1\na:1", 0).is_err_and(|error| error.starts_with("line 2: the same")));
        let cluster = Cluster::read("127.0.0.1:4001\n192.0.2.7:4001", 0, 1).expect("two hosts");
        assert_eq!(cluster.exposed(), ["192.0.2.7:4001"]);
        let free = free_addresses(3).expect("ports");
        assert!(free[0] != free[1] && free[1] != free[2]);
    }
}
