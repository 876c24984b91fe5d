//! What agents and the command line want changed beyond what surfaces do.
//!
//! Invariant: nothing here crosses into JavaScript, so that the module does not carry what no surface asks for.

/// Like a [`Command`](crate::Command): applied whole or refused whole, undone by one undo.
#[derive(Clone, Debug, PartialEq)]
pub enum AgentCommand {
    /// Adds hours to what was spent on a task, and takes them from what is left where that is tracked.
    LogTime {
        /// Which.
        id: String,
        /// How many, above 0.
        hours: f64,
    },
}
