//! What WASI preview 1 cannot do, and Node.js can: run programs, resolve links, wait for input with a
//! timeout. The command asks for it with messages; `node/host.ts` answers them.
//!
//! Invariant: this is the only crate with unsafe code of its own: two calls that pass bytes.

#![cfg(target_os = "wasi")]

mod imports {
    #[link(wasm_import_module = "handoff")]
    unsafe extern "C" {
        /// Answers a request. Returns the length of the answer, which is kept until it is taken.
        pub fn ask(request: *const u8, length: usize) -> usize;
        /// Writes the answer to the last request to a buffer of its length.
        pub fn take(answer: *mut u8);
    }
}

/// Sends a request and returns its answer.
pub fn ask(request: &[u8]) -> Vec<u8> {
    // SAFETY: the host reads as many bytes as the slice has, and only during the call.
    let length = unsafe { imports::ask(request.as_ptr(), request.len()) };
    let mut answer = vec![0; length];
    // SAFETY: the buffer has the length that the host has returned, and the host writes no more.
    unsafe { imports::take(answer.as_mut_ptr()) };
    answer
}
