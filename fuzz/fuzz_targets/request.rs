#![no_main]

#[path = "../src/web.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bodies::request(bytes));
