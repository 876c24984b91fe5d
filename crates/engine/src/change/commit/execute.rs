//! Carries out the edits of a journal on disk.
//!
//! Invariant: an edit changes nothing if its path is not in the state that the edit expects.

use std::collections::BTreeSet;

use crate::change::commit::io::{Done, Io, IoResult};
use crate::change::commit::journal::JournalEdit;
use crate::change::commit::lock::Lock;
use crate::change::commit::logs;
use crate::change::commit::task_locks;
use crate::ground::tree::within;

/// The result of carrying out a series of edits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ExecutionResult {
    /// Every edit is done.
    All,
    /// The first `done` edits are done. The next one found an unexpected state at `path`.
    Stopped { done: usize, path: String },
    /// Another Handoff process took the lock and has completed the journal.
    Lost,
}

/// Carries out all edits. Stops at the first one that finds an unexpected state.
pub(super) async fn run_all(
    io: &Io,
    lock: &mut Lock,
    edits: &[JournalEdit],
    flush_logs: bool,
) -> IoResult<ExecutionResult> {
    for (done, edit) in edits.iter().enumerate() {
        if lock.renew_if_old(io).await? == Done::No {
            return Ok(ExecutionResult::Lost);
        }
        if run(io, lock, edit, flush_logs).await? == Done::No {
            return Ok(ExecutionResult::Stopped { done, path: edit.path().to_owned() });
        }
    }
    Ok(ExecutionResult::All)
}

/// Carries out every edit that can be carried out. Skips an edit that finds an unexpected state, and
/// all later edits at or below its paths.
///
/// Returns the paths of the skipped edits, or `None` if the lock was lost on the way.
pub(super) async fn run_possible<'s>(
    io: &Io,
    lock: &mut Lock,
    edits: impl IntoIterator<Item = &'s JournalEdit>,
) -> IoResult<Option<BTreeSet<String>>> {
    let mut skipped_paths: BTreeSet<String> = BTreeSet::default();
    for edit in edits {
        let depends_on_skipped =
            edit.paths().any(|path| skipped_paths.iter().any(|skipped_path| within(path, skipped_path)));
        if lock.renew_if_old(io).await? == Done::No {
            return Ok(None);
        }
        if depends_on_skipped || check_and_run(io, lock, edit).await? == Done::No {
            skipped_paths.extend(edit.paths().map(str::to_owned));
        }
    }
    Ok(Some(skipped_paths))
}

/// Checks the content before a file is written: it may have been written already. Writing a temporary
/// file without that check would create the folder again that another program has renamed. Lines of a
/// log are appended if they are missing, whatever other programs have appended.
async fn check_and_run(io: &Io, lock: &mut Lock, edit: &JournalEdit) -> IoResult<Done> {
    lock.tasks.take_for(io, [edit]).await?;
    if let JournalEdit::Write { path, before, after, .. } = edit {
        let content = io.read(path).await?;
        if content.as_ref() != before.as_ref().map(|before| &before.0) {
            return Ok(if content.as_ref() == Some(&after.0) { Done::Yes } else { Done::No });
        }
    }
    match edit {
        JournalEdit::Append { path, size, lines } => logs::append_missing(io, path, *size, lines).await,
        edit => run(io, lock, edit, true).await,
    }
}

async fn run(io: &Io, lock: &mut Lock, edit: &JournalEdit, flush_logs: bool) -> IoResult<Done> {
    lock.tasks.take_for(io, [edit]).await?;
    match edit {
        JournalEdit::Write { path, temp, before, after } => {
            io.exchange(temp, path, before.as_ref().map(|before| before.0.as_slice()), &after.0, true).await
        }
        JournalEdit::Append { path, size, lines } => logs::append(io, path, *size, lines, flush_logs).await,
        JournalEdit::Cut { path, temp, size, lines } => logs::cut(io, temp, path, *size, lines).await,
        JournalEdit::Remove { path, temp, before } => {
            if io.read(path).await?.as_ref() != Some(&before.0) || io.rename(path, temp).await? == Done::No {
                return Ok(Done::No);
            }
            finish_removal(io, path, temp, &before.0).await
        }
        JournalEdit::Move { from, to } => {
            let done = io.rename(from, to).await?;
            // The files of locks are in another folder now.
            lock.tasks.release_below(io, from).await;
            Ok(done)
        }
        JournalEdit::MakeFolder { path } => io.make_folder(path).await.map(|()| Done::Yes),
        JournalEdit::RemoveFolder { path } => match io.remove_folder(path).await? {
            Done::Yes => Ok(Done::Yes),
            Done::No => {
                let names = io.list(path).await?.unwrap_or_default();
                if names == [task_locks::NAME] {
                    lock.tasks.release_below(io, path).await;
                    io.remove(&format!("{path}/{}", task_locks::NAME)).await?;
                    return io.remove_folder(path).await;
                }
                // Files that do not belong to the project, such as those of a file manager, may
                // stay in the folder: that does no harm.
                let holds_content = names.iter().any(|name| handoff_format::is_content(&format!("{path}/{name}")));
                Ok(if holds_content { Done::No } else { Done::Yes })
            }
        },
    }
}

/// Removes the temporary file of an edit that may have been interrupted, if its folder is still at
/// the path that the edit names.
///
/// If the shell replaces a file by removing it first (`replaces_in_two`), the temporary file may be
/// the only copy of the content. It is then put in place.
pub(super) async fn remove_temp_file(io: &Io, edit: &JournalEdit, replaces_in_two: bool) -> IoResult<()> {
    match edit {
        JournalEdit::Write { path, temp, before, after } => {
            if replaces_in_two && before.is_some() {
                io.complete_replacement(temp, path, &after.0).await?;
            }
            io.remove(temp).await?;
        }
        JournalEdit::Remove { path, temp, before } => {
            finish_removal(io, path, temp, &before.0).await?;
        }
        JournalEdit::Cut { temp, .. } => {
            io.remove(temp).await?;
        }
        JournalEdit::Append { .. }
        | JournalEdit::Move { .. }
        | JournalEdit::MakeFolder { .. }
        | JournalEdit::RemoveFolder { .. } => {}
    }
    Ok(())
}

/// Removes a file that was renamed to `temp` for it. Renames it back if another program has changed
/// its content just before.
async fn finish_removal(io: &Io, path: &str, temp: &str, before: &[u8]) -> IoResult<Done> {
    match io.read(temp).await? {
        Some(content) if content == before => io.remove(temp).await,
        Some(_) => io.rename(temp, path).await.map(|_| Done::No),
        None => Ok(Done::Yes),
    }
}
