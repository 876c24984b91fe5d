//! Progress reports and cancellation of long operations, and the spinner of the terminal.

use std::time::{Duration, Instant};

use crate::ground::{clock, console};

/// Receives the progress of a long operation and can cancel it.
pub trait Progress {
    /// Reports that one more step is done. `step` names the kind of step.
    fn report(&mut self, step: &str);
    /// Returns true if the operation is cancelled. Called between steps, never inside a commit.
    fn is_cancelled(&self) -> bool;
}

/// A no-op `Progress`: reports nothing and is never cancelled.
pub struct NoProgress;

impl Progress for NoProgress {
    fn report(&mut self, _: &str) {}

    fn is_cancelled(&self) -> bool {
        false
    }
}

/// The delay before the spinner is shown.
const SPINNER_DELAY: Duration = Duration::from_millis(300);
/// The interval between updates.
const SPINNER_INTERVAL: Duration = Duration::from_millis(100);

/// A line on the standard error of a terminal that shows the progress. It is removed when the value
/// is dropped.
pub struct Spinner {
    /// The time of the next update; `None` if standard error is no terminal.
    next: Option<Instant>,
    /// The kind of step and the number of steps done.
    step: String,
    steps: usize,
    is_shown: bool,
}

impl Spinner {
    /// Starts the delay.
    pub fn new() -> Spinner {
        Spinner {
            next: console::stderr_is_terminal().then(|| clock::instant() + SPINNER_DELAY),
            step: String::new(),
            steps: 0,
            is_shown: false,
        }
    }
}

impl Progress for Spinner {
    fn report(&mut self, step: &str) {
        if self.step != step {
            (self.step, self.steps) = (step.to_owned(), 0);
        }
        self.steps += 1;
        if self.next.is_some_and(|next| clock::instant() >= next) {
            console::show_progress(&format!("{} {step}…", self.steps));
            self.is_shown = true;
            self.next = Some(clock::instant() + SPINNER_INTERVAL);
        }
    }

    fn is_cancelled(&self) -> bool {
        false
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        if self.is_shown {
            console::clear_progress();
        }
    }
}
