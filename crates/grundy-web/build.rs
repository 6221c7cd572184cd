//! Embeds the page: every file below `page/` is part of the binary, so adding a file to the page means adding a file.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let page = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("page");
    let mut files = Vec::new();
    collect(&page, &mut files);
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(&page).expect("below the page").to_string_lossy().replace('\\', "/");
        list.push_str(&format!(
            "    ({name:?}, include_bytes!({:?}).as_slice()),\n",
            file.display().to_string()
        ));
    }
    list.push(']');
    let out = Path::new(&env::var("OUT_DIR").expect("set by cargo")).join("page.rs");
    fs::write(out, list).expect("the output folder is writable");
}

/// The files below a folder; names that start with a dot are no part of the page.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{} must be readable: {error}", folder.display()));
    for entry in entries {
        let entry = entry.expect("a readable folder entry");
        let path = entry.path();
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if path.is_dir() {
            collect(&path, files);
        } else {
            println!("cargo::rerun-if-changed={}", path.display());
            files.push(path);
        }
    }
}
