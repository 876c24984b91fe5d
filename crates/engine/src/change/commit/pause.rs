//! Checks whether writing is paused.
//!
//! Invariant: the file that pauses writing is read from the disk, because it may be newer than the
//! last scan.

use std::sync::Arc;

use handoff_protocol::{Command, Context, FileState, Outcome};

use crate::change::commit::io::Io;
use crate::model::project::pause::FILE;

/// Returns the outcome of a command, or of a recovery, that a pause forbids.
pub(super) async fn check(io: &Io, command: Option<&Arc<Command>>, context: &Context) -> Option<Outcome> {
    if let Some(state) = read(io).await {
        let compared = state.clone();
        if !io.host(move |host| host.tree().has_state(&compared)).await {
            io.feed(vec![state]).await;
        }
    }
    let (command, context) = (command.cloned(), context.clone());
    let refusal = io.host(move |host| host.pause_refusal(command.as_deref(), &context)).await;
    refusal.map(|refusal| Outcome::Refused { refusal })
}

/// Returns the state of the path on disk, or `None` if it is as last scanned.
async fn read(io: &Io) -> Option<FileState> {
    let path = FILE.to_owned();
    match io.read(FILE).await {
        Ok(Some(bytes)) => Some(FileState::File { path, bytes }),
        Ok(None) => Some(FileState::Gone { path }),
        Err(_) if io.host(|host| host.tree().get(FILE).is_some()).await => None,
        // Anything at the path pauses. If the folder cannot be listed, the commit reports that.
        Err(fail) => {
            let names = io.list("").await.ok().flatten()?;
            let exists = names.iter().any(|name| name == FILE);
            exists.then_some(FileState::Unreadable { path, reason: fail.reason, is_folder: false })
        }
    }
}
