//! Embeds the catalogue: every `games/*.game` becomes an entry, so adding a game means adding a file.

use std::path::Path;
use std::{env, fs};

fn main() {
    let games = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("games");
    println!("cargo::rerun-if-changed={}", games.display());
    let mut files: Vec<_> = fs::read_dir(&games)
        .unwrap_or_else(|error| panic!("the folder {} must be readable: {error}", games.display()))
        .map(|entry| entry.expect("a readable folder entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "game"))
        .collect();
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        list.push_str(&format!("    {text:?},\n"));
    }
    list.push(']');
    let out = Path::new(&env::var("OUT_DIR").expect("set by cargo")).join("games.rs");
    fs::write(out, list).expect("the output folder is writable");
}
