//! Standard output is for answers: what a library prints there while it starts goes to standard error instead.

#[cfg(unix)]
mod system {
    use std::ffi::c_int;

    unsafe extern "C" {
        pub fn dup(descriptor: c_int) -> c_int;
        pub fn dup2(from: c_int, to: c_int) -> c_int;
        pub fn close(descriptor: c_int) -> c_int;
    }
}

/// Does something whose standard output goes to standard error; where that cannot be had, it goes where it always does.
pub(crate) fn quietly<T>(work: impl FnOnce() -> T) -> T {
    use std::io::Write;
    let _ = std::io::stdout().flush();
    #[cfg(unix)]
    // SAFETY: the calls take and return descriptors and touch no memory; 1 and 2 are those of standard output and error, and
    // the copy is ours alone.
    let saved = unsafe {
        let saved = system::dup(1);
        if saved >= 0 {
            system::dup2(2, 1);
        }
        saved
    };
    let result = work();
    let _ = std::io::stdout().flush();
    #[cfg(unix)]
    if saved >= 0 {
        // SAFETY: as above; the copy is put back and closed, and nobody uses it afterwards.
        unsafe {
            system::dup2(saved, 1);
            system::close(saved);
        }
    }
    result
}
