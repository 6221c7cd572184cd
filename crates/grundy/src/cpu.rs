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
