//! What every room stands on and none of it is about games: limits, failures, text, files that last, the processor.

pub mod checksum;
pub mod cpu;
pub mod diagnostic;
pub mod error;
pub mod files;
#[cfg(all(test, unix))]
pub mod guarded;
pub mod journal;
pub mod limits;
pub mod memory;
pub mod text;
