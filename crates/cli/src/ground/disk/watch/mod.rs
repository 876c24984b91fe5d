//! The system's notifications about changes below a folder, so that a scan need not compare every file.
//!
//! Invariant: a path that is not reported has not changed since the watch on its folder was set. If
//! that cannot be guaranteed, there is no watch.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "wasi")]
mod none;
#[cfg(not(any(target_os = "linux", target_os = "wasi")))]
mod recursive;
#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;

#[cfg(target_os = "linux")]
pub use linux::Watch;
#[cfg(target_os = "wasi")]
pub use none::Watch;
#[cfg(not(any(target_os = "linux", target_os = "wasi")))]
pub use recursive::Watch;

/// The maximum number of notifications between two calls, beyond which every file is compared. The
/// queue of Linux has as many.
#[cfg(not(target_os = "wasi"))]
const MAX_EVENTS: usize = 16_384;
