//! Work beside other work. As WebAssembly the command has one thread: what would run beside the rest
//! runs when its result is needed.

/// Whether there are threads.
pub const ARE_AVAILABLE: bool = cfg!(not(target_os = "wasi"));

/// Begins to work. Returns what waits for the result, which is `None` if the work panicked.
pub fn begin<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Box<dyn FnOnce() -> Option<T> + Send> {
    if ARE_AVAILABLE {
        let thread = std::thread::spawn(work);
        Box::new(move || thread.join().ok())
    } else {
        Box::new(move || Some(work()))
    }
}
