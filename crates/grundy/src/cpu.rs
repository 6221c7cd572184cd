//! What the processor can do, asked at run time.

use std::sync::atomic::{AtomicBool, Ordering};

static PORTABLE: AtomicBool = AtomicBool::new(false);

/// Makes every engine use its portable code from now on: for tests and comparisons. Answers are the same.
pub fn force_portable(portable: bool) {
    PORTABLE.store(portable, Ordering::Relaxed);
}

/// Whether AVX2 may be used, with BMI and POPCNT, which come with it.
#[inline]
pub(crate) fn has_avx2() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        !PORTABLE.load(Ordering::Relaxed)
            && std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("popcnt")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        false
    }
}

/// Whether there is an instruction for products without carries.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn has_carryless_product() -> bool {
    !PORTABLE.load(Ordering::Relaxed) && std::arch::is_x86_feature_detected!("pclmulqdq")
}

/// Asks for the cache line of an element that will be needed soon; an index behind the end does no harm.
#[inline(always)]
pub(crate) fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch is a hint; it reads and writes nothing and never faults, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(slice.as_ptr().wrapping_add(index).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}
