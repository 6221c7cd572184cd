//! What the processor can do, asked at run time, and what of that is used.
//!
//! The variable `GRUNDY_CPU` of the environment (`portable`, `avx2` or `avx512`) forces paths that are at most so wide, for
//! tests and for doubters: answers are the same.

#[cfg(target_os = "linux")]
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

static PORTABLE: AtomicBool = AtomicBool::new(false);

/// Makes every engine use its portable code from now on: for tests and comparisons. Answers are the same.
pub fn force_portable(portable: bool) {
    PORTABLE.store(portable, Ordering::Relaxed);
}

/// The paths that can be forced, the narrowest first.
const PATHS: [&str; 3] = ["portable", "avx2", "avx512"];

/// The widest path that may be used, once that was asked: inner loops ask often, and to find out takes as long as their work.
static WIDEST: AtomicU8 = AtomicU8::new(UNKNOWN);
const UNKNOWN: u8 = u8::MAX;
const AVX2: u8 = 1;
#[cfg(target_arch = "x86_64")]
const AVX512: u8 = 2;

#[inline]
fn widest() -> u8 {
    if PORTABLE.load(Ordering::Relaxed) {
        return 0;
    }
    match WIDEST.load(Ordering::Relaxed) {
        UNKNOWN => find_widest(),
        known => known,
    }
}

/// Whether AVX2 may be used, with BMI, LZCNT and POPCNT, which come with it.
#[inline]
pub(crate) fn has_avx2() -> bool {
    widest() >= AVX2
}

/// Whether the AVX-512 instructions for bytes and shorter vectors may be used too.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn has_avx512() -> bool {
    widest() >= AVX512
}

#[cold]
fn find_widest() -> u8 {
    #[cfg(target_arch = "x86_64")]
    let there = {
        let avx2 = std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("popcnt");
        let avx512 = std::arch::is_x86_feature_detected!("avx512vl")
            && std::arch::is_x86_feature_detected!("avx512bw");
        u8::from(avx2) + u8::from(avx2 && avx512)
    };
    #[cfg(not(target_arch = "x86_64"))]
    let there = 0;
    // Who forces a path that does not exist means some path, and gets the one that works everywhere.
    let forced = forced_path().map_or(there, |forced| forced.map_or(0, |path| path as u8));
    let widest = there.min(forced);
    WIDEST.store(widest, Ordering::Relaxed);
    widest
}

/// The path that the environment forces, if it does; an error where there is none of that name.
fn forced_path() -> Option<Result<usize, String>> {
    let name = std::env::var_os("GRUNDY_CPU").filter(|name| !name.is_empty())?;
    let index = PATHS.iter().position(|path| name == *path);
    Some(index.ok_or_else(|| {
        let names = PATHS.join("`, `");
        format!("GRUNDY_CPU is `{}`, which is none of `{names}`", name.to_string_lossy())
    }))
}

/// The path that engines take on this processor: `portable`, `avx2` or `avx512`.
pub fn processor_path() -> &'static str {
    PATHS[usize::from(widest())]
}

/// Refuses a `GRUNDY_CPU` that names no path.
///
/// # Errors
/// A sentence with the names that there are.
pub fn check_forced_path() -> Result<(), String> {
    forced_path().map_or(Ok(()), |path| path.map(drop))
}

/// Whether there is an instruction for products without carries.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn has_carryless_product() -> bool {
    // As old as the narrowest path that is not portable.
    has_avx2() && std::arch::is_x86_feature_detected!("pclmulqdq")
}

/// Asks for the cache line of an element that will be needed soon; an index behind the end does no harm.
#[inline(always)]
pub(crate) fn prefetch<T>(slice: &[T], index: usize) {
    prefetch_at(slice.as_ptr().wrapping_add(index));
}

/// Asks for the cache line of a place that will be needed soon, wherever it is.
#[inline(always)]
pub(crate) fn prefetch_at<T>(place: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch is a hint; it reads and writes nothing and never faults, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Asks for large pages behind a table that will be read all over, before it is first written. A page table entry then
/// serves two megabytes instead of four kilobytes: a walk over 24 MB of words took a sixth to a third less time (Zen 3,
/// November 2026). A hint: where it is not understood, nothing happens.
pub(crate) fn ask_large_pages<T>(table: &Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        /// Smaller tables are served well by the usual pages.
        const LEAST: usize = 1 << 21;
        const PAGE: usize = 1 << 12;
        const MADV_HUGEPAGE: c_int = 14;
        // SAFETY: the signature is that of the C library, which is linked on every Linux system with std.
        unsafe extern "C" {
            fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
        }
        let bytes = table.capacity() * size_of::<T>();
        // From the beginning of the first page: an allocation of this size begins a few bytes behind a large page's.
        let skipped = table.as_ptr().addr() % PAGE;
        if bytes >= LEAST {
            let first = table.as_ptr().cast_mut().cast::<u8>().wrapping_sub(skipped);
            // SAFETY: the pages are mapped, since the table lies in them, and the advice changes no content and takes
            // nothing away; whatever the kernel answers, they stay valid.
            unsafe { madvise(first.cast(), bytes + skipped, MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = table;
}
