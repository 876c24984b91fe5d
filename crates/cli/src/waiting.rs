//! What somebody at a terminal sees while they wait.

use std::io::{IsTerminal as _, Write as _};

use crate::project;
use crate::pulse::Pulse;

/// Nobody waits for what is done before, in milliseconds.
const PATIENCE: i64 = 300;
/// How often what is shown is brought up to date, in milliseconds.
const PAUSE: i64 = 100;

/// Says on a terminal how far something is, once it takes long, and leaves nothing behind.
pub struct Waiting {
    /// When something is to be said next; none where nobody sees it.
    next: Option<i64>,
    is_shown: bool,
    /// What was done last, and how often.
    done: (String, usize),
}

impl Waiting {
    /// Begins to wait.
    pub fn new() -> Waiting {
        let seen = std::io::stderr().is_terminal();
        Waiting { next: seen.then(|| project::now() + PATIENCE), is_shown: false, done: (String::new(), 0) }
    }
}

impl Pulse for Waiting {
    fn beat(&mut self, what: &str) {
        let Some(next) = self.next else { return };
        if self.done.0 == what {
            self.done.1 += 1;
        } else {
            self.done = (what.to_owned(), 1);
        }
        let now = project::now();
        if now >= next {
            self.next = Some(now + PAUSE);
            self.is_shown = true;
            let told = format!("\r\x1b[K{} {what}…", self.done.1);
            // Where it cannot be said, nobody misses it.
            drop(std::io::stderr().write_all(told.as_bytes()));
        }
    }

    fn is_stopped(&self) -> bool {
        false
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if self.is_shown {
            drop(std::io::stderr().write_all(b"\r\x1b[K"));
        }
    }
}
