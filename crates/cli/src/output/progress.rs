//! Progress reports and cancellation of long operations.

/// Receives the progress of a long operation and can cancel it.
pub trait Progress {
    /// Reports that one more step is done. `what` names the kind of step.
    fn beat(&mut self, what: &str);
    /// Returns true if the operation is cancelled. Called between steps, never inside a commit.
    fn is_stopped(&self) -> bool;
}

/// A no-op `Progress`: reports nothing and is never cancelled.
pub struct NoProgress;

impl Progress for NoProgress {
    fn beat(&mut self, _: &str) {}

    fn is_stopped(&self) -> bool {
        false
    }
}
