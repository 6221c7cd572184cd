//! What the processor can do, asked at run time, and what of that is used.
//!
//! With the standard library, the variable `GRUNDY_CPU` of the environment can be `portable`: then nothing else is used. The
//! other paths that can be named there, `avx2` and `avx512`, are as wide as any here, or wider.

use core::sync::atomic::{AtomicBool, Ordering};

static PORTABLE: AtomicBool = AtomicBool::new(false);

/// Uses portable code from now on, or no longer: for tests and comparisons. Results are the same.
pub fn force_portable(portable: bool) {
    PORTABLE.store(portable, Ordering::Relaxed);
}

/// Whether more than portable code may be used.
#[inline]
fn may_be_wide() -> bool {
    #[cfg(feature = "std")]
    {
        use core::sync::atomic::AtomicU8;
        /// What the environment says: not asked yet, wide, portable.
        static SAID: AtomicU8 = AtomicU8::new(0);
        let said = match SAID.load(Ordering::Relaxed) {
            0 => {
                let name = std::env::var_os("GRUNDY_CPU").filter(|name| !name.is_empty());
                let wide = name.is_none_or(|name| name == "avx2" || name == "avx512");
                let said = if wide { 1 } else { 2 };
                SAID.store(said, Ordering::Relaxed);
                said
            }
            said => said,
        };
        said == 1 && !PORTABLE.load(Ordering::Relaxed)
    }
    #[cfg(not(feature = "std"))]
    !PORTABLE.load(Ordering::Relaxed)
}

/// Whether AVX2 may be used. Without the standard library nobody knows at run time.
#[inline]
pub(crate) fn has_avx2() -> bool {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    {
        may_be_wide() && std::arch::is_x86_feature_detected!("avx2")
    }
    #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
    {
        may_be_wide() && cfg!(target_feature = "avx2")
    }
}

/// Whether BMI2 may be used.
#[inline]
pub(crate) fn has_bmi2() -> bool {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    {
        may_be_wide() && std::arch::is_x86_feature_detected!("bmi2")
    }
    #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
    {
        may_be_wide() && cfg!(target_feature = "bmi2")
    }
}
