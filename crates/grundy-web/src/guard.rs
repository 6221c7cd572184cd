//! Who is answered: only requests addressed to this machine, and none that another site's page sends.
//!
//! A page on the web can make a browser send requests to loopback, and can point its own name at 127.0.0.1 (DNS
//! rebinding). The first kind says so in `Sec-Fetch-Site`, or carries a foreign `Origin`, the second a foreign `Host`; both are
//! refused. A link in a mail or on a course page may lead to the page, which is served, for the page itself starts no work before it
//! asks; it may not lead to a question. Every reply carries headers that let the page load nothing from elsewhere and keep others
//! from framing or reading it.

use crate::App;
use crate::reply::Refused;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

/// Which hosts are this server.
#[derive(Debug)]
pub struct Guard {
    /// Whether it is bound to loopback only.
    loopback: bool,
}

impl Guard {
    /// The guard of a server that is bound to this address.
    pub fn new(bind: IpAddr) -> Guard {
        Guard { loopback: bind.is_loopback() }
    }

    /// Whether `host`, a name or an address with or without a port, is this server. Names other than `localhost` never are:
    /// anyone can make a name point here. Beyond loopback, any address is believed.
    pub fn knows(&self, host: &str) -> bool {
        let Some(name) = without_port(host) else { return false };
        if name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        let bare = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        match bare.unwrap_or(name).parse::<IpAddr>() {
            Ok(address) => (bare.is_some() == address.is_ipv6()) && (!self.loopback || address.is_loopback()),
            Err(_) => false,
        }
    }

    fn check(&self, request: &Request) -> Result<(), Refused> {
        let headers = request.headers();
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok());
        let (Some(host), None) = (host, hosts.next()) else {
            return Err(Refused::Status(StatusCode::BAD_REQUEST, "a request has one Host"));
        };
        let named = request.uri().authority().is_none_or(|authority| self.knows(authority.as_str()));
        if !self.knows(host) || !named {
            return Err(Refused::Status(StatusCode::FORBIDDEN, "this server answers to localhost only"));
        }
        if self.is_foreign(headers) || (request.uri().path().starts_with("/api") && is_cross_site(headers)) {
            return Err(Refused::Status(StatusCode::FORBIDDEN, "requests of other sites are not answered"));
        }
        Ok(())
    }

    /// Whether the page of another site sent it.
    fn is_foreign(&self, headers: &HeaderMap) -> bool {
        let origins = headers.get_all(header::ORIGIN);
        origins.iter().any(|origin| {
            let host = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
            // The port counts here: another server of this machine is another site.
            host.is_none_or(|host| headers.get(header::HOST).is_none_or(|own| own != host))
        })
    }
}

/// Whether the browser says that another site sent it: `same-origin` is the page's own, `none` the reader's.
fn is_cross_site(headers: &HeaderMap) -> bool {
    let mut sites = headers.get_all("sec-fetch-site").iter();
    sites.any(|site| site != "same-origin" && site != "none")
}

/// The host without its port; `None` when what follows the colon is no port.
fn without_port(host: &str) -> Option<&str> {
    let end = if host.starts_with('[') { host.find(']')? + 1 } else { host.find(':').unwrap_or(host.len()) };
    let (name, rest) = host.split_at(end);
    match rest.strip_prefix(':') {
        None => rest.is_empty().then_some(name),
        Some(port) => port.parse::<u16>().is_ok().then_some(name),
    }
}

const POLICY: &str =
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";

/// Headers of every reply.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("x-frame-options"), "DENY"),
];

/// Lets through what is meant for this server, and marks what goes back.
pub async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api/");
    let mut response = match app.guard.check(&request) {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let cache = if api { "no-store" } else { "no-cache" };
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static(cache));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_anyone_can_point_here_are_foreign() {
        let guard = Guard::new("127.0.0.1".parse().unwrap());
        for own in
            ["localhost", "LOCALHOST:80", "127.0.0.1", "127.0.0.1:7171", "127.1.2.3:1", "[::1]", "[::1]:80"]
        {
            assert!(guard.knows(own), "{own}");
        }
        for foreign in [
            "",
            "evil.example",
            "localhost.evil.example",
            "evil.example:7171",
            "127.0.0.1.evil.example",
            "::1",
            "10.0.0.1",
            "localhost:",
            "localhost:x",
            "localhost:99999",
            "[::1",
            "[127.0.0.1]",
            "127.0.0.1:80:80",
        ] {
            assert!(!guard.knows(foreign), "{foreign}");
        }
        let open = Guard::new("0.0.0.0".parse().unwrap());
        assert!(open.knows("10.0.0.1:80") && !open.knows("evil.example"));
    }
}
