//! What somebody at a terminal sees while they wait.

use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::survey::{self, Progress};

/// Nobody waits for what is done before.
const PATIENCE: Duration = Duration::from_millis(300);
/// How often what is shown is brought up to date.
const PULSE: Duration = Duration::from_millis(100);

/// Does something, and says on a terminal how far it is where it takes long.
pub fn through<T>(work: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let (done, wait) = mpsc::channel::<()>();
    let shown = thread::spawn(move || {
        let mut pause = PATIENCE;
        while wait.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
            let count = |counter: &AtomicUsize| counter.load(Ordering::Relaxed);
            let Progress { folders, projects } = &survey::PROGRESS;
            let told = format!("\rLooked into {} folders, read {} projects…", count(folders), count(projects));
            drop(std::io::stderr().write_all(told.as_bytes()));
            pause = PULSE;
        }
        if pause == PULSE {
            drop(write!(std::io::stderr(), "\r\x1b[K"));
        }
    });
    let result = work();
    drop(done);
    drop(shown.join());
    result
}
