//! How a long piece of work is heard, and stopped, while it runs.

/// Whoever waits for a piece of work.
pub trait Pulse {
    /// One more step is done; `what` says of which kind.
    fn beat(&mut self, what: &str);
    /// Whether nobody wants it any more. Asked between steps, never inside a commit.
    fn is_stopped(&self) -> bool;
}

/// Nobody listens, and nobody stops it.
pub struct Calm;

impl Pulse for Calm {
    fn beat(&mut self, _: &str) {}

    fn is_stopped(&self) -> bool {
        false
    }
}
