//! What somebody at a terminal sees while they wait.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use crate::output::progress::Progress;

/// Nobody waits for what is done before.
const PATIENCE: Duration = Duration::from_millis(300);
/// How often what is shown is brought up to date.
const PAUSE: Duration = Duration::from_millis(100);

/// A line on a terminal's standard error that says how far a piece of work is; it is gone when the work is done.
pub struct Waiting {
    /// When to write the line next; none where nobody sees it.
    next: Option<Instant>,
    /// What is done, and how much of it.
    what: String,
    beats: usize,
    is_shown: bool,
}

impl Waiting {
    /// Somebody begins to wait.
    pub fn new() -> Waiting {
        let is_seen = std::io::stderr().is_terminal();
        Waiting { next: is_seen.then(|| now() + PATIENCE), what: String::new(), beats: 0, is_shown: false }
    }
}

impl Progress for Waiting {
    fn beat(&mut self, what: &str) {
        if self.what != what {
            (self.what, self.beats) = (what.to_owned(), 0);
        }
        self.beats += 1;
        if self.next.is_some_and(|next| now() >= next) {
            let _ = write!(std::io::stderr(), "\r\x1b[K{} {what}…", self.beats);
            self.is_shown = true;
            self.next = Some(now() + PAUSE);
        }
    }

    fn is_stopped(&self) -> bool {
        false
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if self.is_shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

#[allow(clippy::disallowed_methods, reason = "a shell has the clock that the engine lacks")]
fn now() -> Instant {
    Instant::now()
}
