#![no_main]

#[path = "../src/polyhash.rs"]
#[allow(dead_code)]
mod bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bodies::saved(bytes));
