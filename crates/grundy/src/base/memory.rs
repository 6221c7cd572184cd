//! Gives memory that was freed back to the system.
//!
//! The allocator of glibc keeps what is freed for the next request, one store a thread: a server that answered one large question
//! would look as large for ever after. `malloc_trim` hands all whole pages back that nobody uses. Other allocators do so by
//! themselves, or not at all; there this does nothing.
//!
//! It takes milliseconds, so that it is for the end of work that took longer.

/// Gives back what is free.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn give_back_memory() {
    // SAFETY: the declaration is that of <malloc.h>. The call takes any number, may come from any thread at any time and touches no
    // memory that is in use, so that whoever calls it has nothing to see to.
    unsafe extern "C" {
        safe fn malloc_trim(kept: usize) -> std::ffi::c_int;
    }
    malloc_trim(0);
}

/// Gives back what is free.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back_memory() {}
