//! Commits a command whose warnings are remarks about other sessions.

use handoff_protocol::{Command, Outcome};

use crate::Done;
use crate::HandoffError;
use crate::Shell;

/// Commits a command. Its warnings become no note, but are returned as sentences.
pub(crate) async fn commit_with_remarks(shell: &Shell, command: Command) -> Result<(Done, Vec<String>), HandoffError> {
    match shell.try_commit(command).await {
        Outcome::Done { summary, created, warnings, merged, changed, .. } => {
            let remarks = warnings.iter().map(ToString::to_string).collect();
            Ok((Done { summary, created, merged, changed }, remarks))
        }
        other => Err(HandoffError::of_outcome(&other).unwrap_or_else(HandoffError::missing_result)),
    }
}
