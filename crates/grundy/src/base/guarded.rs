//! Memory between two pages that nobody may touch, for tests of code that reads with vectors: a byte too far ends the test, where
//! valgrind does not know the instructions.

use std::ptr::{copy_nonoverlapping, null_mut};

/// Calls `check` with a copy of `values` that begins where memory begins, and with one that ends where it ends.
pub fn guarded<T: Copy>(values: &[T], check: impl Fn(&[T])) {
    // SAFETY: a question to the system.
    let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).expect("pages have a size");
    let bytes = size_of_val(values);
    let inner = bytes.next_multiple_of(page).max(page);
    let (flags, both) = (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, libc::PROT_READ | libc::PROT_WRITE);
    // SAFETY: new pages, wherever there is room, that are only ours.
    let map = unsafe { libc::mmap(null_mut(), inner + 2 * page, libc::PROT_NONE, flags, -1, 0) };
    assert_ne!(map, libc::MAP_FAILED);
    let first = map.cast::<u8>().wrapping_add(page);
    // SAFETY: all pages of the map but the first and the last.
    assert_eq!(unsafe { libc::mprotect(first.cast(), inner, both) }, 0);
    for place in [first, first.wrapping_add(inner - bytes)] {
        let place = place.cast::<T>();
        // SAFETY: there is room for the values, which are plain ones; pages and sizes are multiples of the alignment.
        let copy = unsafe {
            copy_nonoverlapping(values.as_ptr(), place, values.len());
            std::slice::from_raw_parts(place, values.len())
        };
        check(copy);
    }
    // SAFETY: the copies are gone.
    assert_eq!(unsafe { libc::munmap(map, inner + 2 * page) }, 0);
}

#[test]
fn copies_are_whole() {
    for count in [0, 1, 63, 4095, 4096, 4097] {
        let values: Vec<u16> = (0..count).collect();
        guarded(&values, |copy| assert_eq!(copy, values));
    }
}
