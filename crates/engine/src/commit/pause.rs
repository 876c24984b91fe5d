//! Checks whether writing is paused.
//!
//! Invariant: the file that pauses writing is read from the disk, because it may be newer than the
//! last scan.

use std::sync::Arc;

use handoff_protocol::{Command, Context, Fault, FileState, Outcome};

use crate::commit::io::{Io, IoResult};
use crate::commit::planning::feed;
use crate::project::pause::FILE;

/// Returns the outcome of a command, or of a recovery, that a pause forbids.
pub(super) async fn check(io: &Io, command: Option<&Arc<Command>>, context: &Context) -> IoResult<Option<Outcome>> {
    if let Some(state) = read(io).await? {
        let compared = state.clone();
        if !io.host(move |host| host.tree().has_state(&compared)).await {
            feed(io, vec![state]).await;
        }
    }
    let (command, context) = (command.cloned(), context.clone());
    let refusal = io.host(move |host| host.pause_refusal(command.as_deref(), &context)).await;
    Ok(refusal.map(|refusal| Outcome::Refused { refusal }))
}

/// Returns the state of the path on disk, or `None` if it cannot be read and a scan has found it.
async fn read(io: &Io) -> IoResult<Option<FileState>> {
    let path = FILE.to_owned();
    match io.read(FILE).await {
        Ok(Some(bytes)) => Ok(Some(FileState::File { path, bytes })),
        Ok(None) => Ok(Some(FileState::Gone { path })),
        Err(_) if io.host(|host| host.tree().get(FILE).is_some()).await => Ok(None),
        Err(fail) if fail.fault == Fault::NotAFile => {
            Ok(Some(FileState::Unreadable { path, reason: fail.reason, is_folder: false }))
        }
        Err(fail) => Err(fail),
    }
}
