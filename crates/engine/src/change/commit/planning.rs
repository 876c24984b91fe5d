//! Planning a command within its commit, and the journal edits of a plan.

use std::sync::Arc;

use handoff_protocol::{ChangeSet, Command, Context, Edit, Outcome, Refusal, RefusalCode};

use crate::change::commit::io::{Editors, Io};
use crate::change::commit::journal::{JournalEdit, TempNames};
use crate::change::commit::logs;
use crate::change::commit::outcome;
use crate::change::commit::pause;
use crate::change::commit::rescan;
use crate::ground::edit::{appended, paths};
use crate::ground::stored_content::StoredContent;
use crate::ground::tree::{Tree, is_log, parent};

/// Delays in milliseconds while a missing file may come back or the second file of a task go away, a little
/// over a second in all.
const SETTLING_DELAYS_MS: [u32; 8] = [5, 10, 20, 40, 80, 160, 320, 400];

/// Plans the command unless writing is paused, and plans again after the user has saved editors of files that it changes.
/// Runs before the lock is taken, so that no other program waits for the user's answer.
pub(super) async fn plan_with_saved_editors(
    io: &Io,
    command: &Arc<Command>,
    context: &mut Context,
    has_editors: bool,
) -> Result<ChangeSet, Box<Outcome>> {
    if let Some(paused) = pause::check(io, Some(command), context).await {
        return Err(Box::new(paused));
    }
    loop {
        let changes = plan(io, command, context).await.map_err(|refusal| Box::new(Outcome::Refused { refusal }))?;
        if !has_editors || changes.edits.is_empty() {
            return Ok(changes);
        }
        match io.settle_editors(edited_paths(&changes.edits)).await {
            Editors::Clean => return Ok(changes),
            Editors::Declined => return Err(Box::new(outcome::unsaved_editor())),
            Editors::Saved(files) => io.feed(files).await,
        }
        advance_clock(io, context);
    }
}

/// Plans the command again, at the time of the last answer.
pub(super) async fn plan_again(io: &Io, command: &Arc<Command>, context: &mut Context) -> Result<ChangeSet, Refusal> {
    advance_clock(io, context);
    plan(io, command, context).await
}

/// Plans the command. While the file of a task is missing or there are two, reads its folder again for a
/// second, because another program may be about to write it anew or to remove the old one. After that the
/// task is gone, or a person has to choose one file.
async fn plan(io: &Io, command: &Arc<Command>, context: &mut Context) -> Result<ChangeSet, Refusal> {
    let mut delays = SETTLING_DELAYS_MS.into_iter();
    loop {
        let refusal = match plan_once(io, command, context).await {
            Err(refusal) if matches!(refusal.code, RefusalCode::FileMissing | RefusalCode::AmbiguousTask) => refusal,
            planned => return planned,
        };
        let folders = io.host(|host| host.unsettled_folders()).await;
        if folders.is_empty() {
            return Err(refusal);
        }
        let Some(ms) = delays.next() else { return Err(refusal) };
        io.wait(ms).await;
        advance_clock(io, context);
        for folder in folders {
            // A folder that cannot be read now is read after the next delay.
            let states = rescan::rescan_folder(io, &folder).await.unwrap_or_default();
            let now = io.now();
            // Without a state as well: a feed removes tasks whose file has been missing for too long.
            io.host(move |host| host.feed(states, now)).await;
        }
    }
}

/// Converts edits to edits of the journal. Lines for other files than logs, and for logs if the shell cannot
/// append, are added to the known content.
pub(super) async fn journal_edits(
    io: &Io,
    edits: &[Edit],
    temps: &mut TempNames,
    can_append: bool,
) -> Vec<JournalEdit> {
    let mut journal_edits = Vec::with_capacity(edits.len());
    for edit in edits {
        let Edit::Append { path, lines } = edit.clone() else {
            journal_edits.extend(JournalEdit::from_edit(edit, temps));
            continue;
        };
        let temp = temps.temp_path(&path);
        let appended = io.host(move |host| {
            let folders = missing_folders(host.tree(), &path).into_iter();
            let append = if can_append && is_log(&path) {
                logs::append_edit(host.tree(), &path, &lines)
            } else {
                let before = host.tree().file(&path);
                let after = StoredContent(appended(before, &lines));
                let before = before.map(|before| StoredContent(before.to_vec()));
                JournalEdit::Write { path, temp, before, after }
            };
            folders.map(|path| JournalEdit::MakeFolder { path }).chain([append]).collect::<Vec<_>>()
        });
        journal_edits.extend(appended.await);
    }
    journal_edits
}

/// Returns the folders to create for a file, outermost first.
fn missing_folders(tree: &Tree, file: &str) -> Vec<String> {
    let mut missing = Vec::new();
    let mut folder = parent(file);
    while !tree.is_folder(folder) {
        missing.insert(0, folder.to_owned());
        folder = parent(folder);
    }
    missing
}

async fn plan_once(io: &Io, command: &Arc<Command>, context: &Context) -> Result<ChangeSet, Refusal> {
    let (command, context) = (command.clone(), context.clone());
    io.host(move |host| host.plan(&command, &context)).await
}

fn advance_clock(io: &Io, context: &mut Context) {
    context.now = context.now.max(io.now());
}

/// Returns the paths at or below which edits change files. Logs are left out: they only grow.
fn edited_paths(edits: &[Edit]) -> Vec<String> {
    let edits = edits.iter().filter(|edit| !matches!(edit, Edit::Append { .. }));
    edits.flat_map(paths).cloned().collect()
}
