//! Every link of README and book leads somewhere: to a file of the repository, and to a heading that is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository is readable")
}

fn chapters() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("docs/src")).expect("the book is readable");
    let paths = entries.map(|entry| entry.expect("a readable entry").path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

/// The lines of a document that are prose.
fn prose(text: &str) -> Vec<&str> {
    let mut fenced = false;
    let mut out = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            out.push(line);
        }
    }
    out
}

/// The targets of `[text](target)`, code in backquotes aside.
fn targets(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in prose(text) {
        let plain: String =
            line.split('`').enumerate().filter(|(place, _)| place % 2 == 0).map(|(_, part)| part).collect();
        let ends = plain.match_indices("](").map(|(at, _)| &plain[at + 2..]);
        found.extend(ends.filter_map(|rest| rest.split(')').next()).map(str::to_owned));
    }
    found
}

/// The anchors that a book makes of its headings.
fn anchors(text: &str) -> BTreeSet<String> {
    let heading = |line: &&str| line.starts_with('#');
    let anchor = |line: &str| -> String {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        title
            .chars()
            .filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-' || *c == '_')
            .map(|c| if c == ' ' { '-' } else { c })
            .collect()
    };
    prose(text).into_iter().filter(heading).map(anchor).collect()
}

#[test]
fn links_lead_somewhere() {
    let mut documents = chapters();
    documents.extend(
        ["README.md", "CONTRIBUTING.md", "benches/README.md", "docs/design.md", "docs/compare.md"]
            .map(|name| root().join(name)),
    );
    let (mut lost, mut followed) = (Vec::new(), 0);
    for document in documents {
        let text = fs::read_to_string(&document).expect("a readable document");
        for target in targets(&text) {
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            followed += 1;
            let (path, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let file = match path {
                "" => document.clone(),
                path => document.parent().expect("a folder").join(path),
            };
            let place = format!("{}: {target}", document.display());
            match (file.exists(), anchor) {
                (false, _) => lost.push(place),
                (true, "") => {}
                (true, anchor) => {
                    let there = fs::read_to_string(&file).expect("a readable document");
                    if !anchors(&there).contains(anchor) {
                        lost.push(place);
                    }
                }
            }
        }
    }
    assert!(followed > 50, "only {followed} links were found");
    assert!(lost.is_empty(), "links that lead nowhere:\n{}", lost.join("\n"));
}

#[test]
fn the_summary_lists_every_chapter() {
    let summary = fs::read_to_string(root().join("docs/src/SUMMARY.md")).expect("a summary");
    let listed: BTreeSet<String> = targets(&summary).into_iter().collect();
    for chapter in chapters() {
        let name = chapter.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(name == "SUMMARY.md" || listed.contains(&name), "{name} is in no summary");
    }
}
