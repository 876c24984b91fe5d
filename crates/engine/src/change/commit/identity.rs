//! The names under which one commit writes.

use handoff_protocol::{Capabilities, Context, Process};

/// Identifies one commit in the names of its lock, journal and temporary files.
#[derive(Clone, Debug)]
pub(super) struct Identity {
    /// The writer of the context.
    pub writer: String,
    /// Different for each commit.
    pub nonce: String,
    /// The process that commits, if other processes can look it up.
    pub process: Option<Process>,
    /// The folder of the project, if the shell can tell its copies apart.
    pub place: Option<String>,
}

impl Identity {
    /// Returns `None` if the writer's name cannot be part of a file name.
    pub(super) fn new(context: &Context, capabilities: &Capabilities) -> Option<Identity> {
        let nonce = format!("{:08x}{:x}", context.seed, context.now);
        handoff_format::is_writer_name(&context.writer).then(|| Identity {
            writer: context.writer.clone(),
            nonce,
            process: capabilities.process.clone(),
            place: capabilities.place.clone(),
        })
    }

    /// Returns the boot of the host in which it writes, if that is known.
    pub(super) fn boot(&self) -> Option<String> {
        self.process.as_ref()?.boot.clone()
    }
}
