//! The files of the page: embedded, or read from a folder while the page is being worked on.

use crate::reply::{Refused, Reply};
use axum::http::StatusCode;
use std::path::PathBuf;

/// Name and content of every file below `page/`.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Where the files are.
#[derive(Debug)]
pub struct Page {
    folder: Option<PathBuf>,
}

impl Page {
    /// The embedded files, or those of a folder.
    pub fn new(folder: Option<PathBuf>) -> Page {
        Page { folder }
    }

    /// The file of a path such as `/app.js`; `/` is the page itself.
    ///
    /// # Errors
    /// When there is none.
    pub fn file(&self, path: &str) -> Result<Reply, Refused> {
        let name = match path.trim_start_matches('/') {
            "" => "index.html",
            name => name,
        };
        let body = match &self.folder {
            None => FILES.iter().find(|(own, _)| *own == name).map(|(_, content)| content.to_vec()),
            // Names with dots in front, or with anything that needs an escape, are no files of the page.
            Some(folder) if is_plain(name) => std::fs::read(folder.join(name)).ok(),
            Some(_) => None,
        };
        let body = body.ok_or(Refused::Status(StatusCode::NOT_FOUND, "there is nothing here"))?;
        Ok(Reply { kind: kind(name), body: body.into() })
    }
}

fn is_plain(name: &str) -> bool {
    let plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b))
    };
    name.split('/').all(plain)
}

/// The media type of a file, by the end of its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_embedded() {
        let page = Page::new(None);
        let index = page.file("/").expect("the page itself");
        assert_eq!(index.kind, "text/html; charset=utf-8");
        assert!(page.file("/nothing.js").is_err());
    }

    #[test]
    fn a_folder_is_not_left() {
        let page = Page::new(Some(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("page")));
        assert!(page.file("/index.html").is_ok());
        for outside in [
            "/../Cargo.toml",
            "/..",
            "/./index.html",
            "//etc/passwd",
            "/a/../index.html",
            "/%2e%2e/Cargo.toml",
        ] {
            assert!(page.file(outside).is_err(), "{outside}");
        }
    }
}
