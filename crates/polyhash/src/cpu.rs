//! What the processor can do, asked at run time.

use core::sync::atomic::{AtomicBool, Ordering};

static PORTABLE: AtomicBool = AtomicBool::new(false);

/// Uses portable code from now on, or no longer: for tests and comparisons. Results are the same.
pub fn force_portable(portable: bool) {
    PORTABLE.store(portable, Ordering::Relaxed);
}

/// Whether AVX2 may be used. Without the standard library nobody knows at run time.
#[inline]
pub(crate) fn has_avx2() -> bool {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    {
        !PORTABLE.load(Ordering::Relaxed) && std::arch::is_x86_feature_detected!("avx2")
    }
    #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
    {
        !PORTABLE.load(Ordering::Relaxed) && cfg!(target_feature = "avx2")
    }
}

/// Whether BMI2 may be used.
#[inline]
pub(crate) fn has_bmi2() -> bool {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    {
        !PORTABLE.load(Ordering::Relaxed) && std::arch::is_x86_feature_detected!("bmi2")
    }
    #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
    {
        !PORTABLE.load(Ordering::Relaxed) && cfg!(target_feature = "bmi2")
    }
}
