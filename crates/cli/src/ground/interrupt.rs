//! Ctrl-C and the other requests to end the process (SIGTERM, SIGHUP).
//!
//! Invariant: a commit that holds the lock is completed first, so it leaves neither a lock nor a
//! journal. At any other time the process ends at once, also while it waits for a lock. A second
//! request ends it at once at any time.

use std::sync::{Condvar, Mutex, PoisonError};

#[derive(Debug)]
struct State {
    is_requested: bool,
    deferrals: usize,
}

static STATE: Mutex<State> = Mutex::new(State { is_requested: false, deferrals: 0 });
static CHANGED: Condvar = Condvar::new();

/// Handles the requests from now on. If the process was started with one of them ignored, such as by
/// `nohup`, the handlers stay as they are. As WebAssembly the command has no handlers: it ends at once,
/// and the next command completes or reverts its change.
pub fn install() {
    #[cfg(not(target_os = "wasi"))]
    // It fails only for that reason, or if the system has no such handlers.
    let _ = ctrlc::try_set_handler(handler::request);
}

#[cfg(not(target_os = "wasi"))]
mod handler {
    use std::process::exit;
    use std::sync::PoisonError;
    use std::thread;

    use super::{CHANGED, STATE};
    use crate::ground::child;

    /// 128 + SIGINT, as shells report it.
    const EXIT_CODE: i32 = 130;

    pub fn request() {
        let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
        if state.is_requested {
            exit(EXIT_CODE);
        }
        state.is_requested = true;
        // On a thread of its own, so that a second request is handled meanwhile.
        thread::spawn(|| {
            let state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
            let _state = CHANGED.wait_while(state, |state| state.deferrals > 0).unwrap_or_else(PoisonError::into_inner);
            child::terminate_all();
            exit(EXIT_CODE);
        });
    }
}

/// While it exists, a request does not end the process.
#[derive(Debug)]
pub struct Deferral(());

/// Defers requests. Never returns if one is being carried out.
pub fn defer() -> Deferral {
    let state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut state = CHANGED
        .wait_while(state, |state| state.is_requested && state.deferrals == 0)
        .unwrap_or_else(PoisonError::into_inner);
    state.deferrals += 1;
    Deferral(())
}

impl Drop for Deferral {
    fn drop(&mut self) {
        STATE.lock().unwrap_or_else(PoisonError::into_inner).deferrals -= 1;
        CHANGED.notify_all();
    }
}
