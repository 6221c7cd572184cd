//! Unsafe blocks are counted, and each says why it is sound.
//!
//! A block is reached by a test that `scripts/memcheck` runs under valgrind; a new one is added to the list here and, if its
//! module is new, to that script.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Files with unsafe blocks, and how many.
const BLOCKS: [(&str, usize); 20] = [
    ("grundy-cli/src/commands/hash/input.rs", 1),
    ("grundy/src/base/cpu.rs", 2),
    ("grundy/src/base/guarded.rs", 5),
    ("grundy/src/engine/graph/values.rs", 3),
    ("grundy/src/engine/heap/sparse_space/pairs.rs", 1),
    ("grundy/src/engine/heap/sparse_space/planes.rs", 5),
    ("grundy/src/engine/heap/sparse_space/refute.rs", 3),
    ("grundy/src/engine/heap/sparse_space/rows.rs", 6),
    ("grundy/src/engine/heap/sparse_space/scan.rs", 2),
    ("grundy/src/engine/heap/sparse_space/small_pairs.rs", 3),
    ("grundy/src/engine/heap/sparse_space/wide_planes/sets.rs", 12),
    ("grundy/src/engine/heap/subtraction.rs", 1),
    ("grundy/src/engine/tablebase/loopy.rs", 1),
    ("grundy/src/engine/tablebase/segment.rs", 1),
    ("grundy/src/games/board/chomp.rs", 1),
    ("grundy/src/games/board/graph_code.rs", 4),
    ("grundy/src/games/board/squares.rs", 2),
    ("grundy/src/value/carryless.rs", 1),
    ("polyhash/src/hash/block.rs", 5),
    ("polyhash/src/hash/window.rs", 1),
];

/// Lines above a block among which its reason stands.
const ABOVE: usize = 8;

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn unsafe_blocks_are_those_listed_and_give_reasons() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for name in ["grundy", "grundy-cli", "grundy-cluster", "grundy-web", "polyhash"] {
        sources(&crates.join(name).join("src"), &mut files);
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for file in &files {
        let text = fs::read_to_string(file).expect("a file");
        let lines: Vec<&str> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            if !line.split("//").next().unwrap_or_default().contains("unsafe {") {
                continue;
            }
            let name = file.strip_prefix(&crates).expect("inside").to_string_lossy().into_owned();
            let above = &lines[index.saturating_sub(ABOVE)..index];
            assert!(above.iter().any(|line| line.contains("SAFETY:")), "{name}:{}: no reason", index + 1);
            *counts.entry(name).or_default() += 1;
        }
    }
    let listed: BTreeMap<String, usize> =
        BLOCKS.iter().map(|&(name, count)| (name.to_owned(), count)).collect();
    assert_eq!(counts, listed);
}
