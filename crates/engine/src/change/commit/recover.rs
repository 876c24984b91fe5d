//! Completes interrupted commits: carries out their journals, removes their temporary files and
//! broken locks.
//!
//! Invariant: a journal is removed only when all its edits are done. The journal of a copy of the folder
//! is never carried out. If another program has changed
//! the files, their content stays and the journal is moved to the trash.

use handoff_protocol::{Capabilities, Context, Outcome, Text};

use crate::change::commit::execute;
use crate::change::commit::identity::Identity;
use crate::change::commit::io::{Done, Fail, Io, IoResult};
use crate::change::commit::journal::{Journal, JournalEdit};
use crate::change::commit::journal_progress;
use crate::change::commit::journal_progress::ExpectedStates;
use crate::change::commit::lock;
use crate::change::commit::lock::{BROKEN_PREFIX, LOCK, Lock, Patience};
use crate::change::commit::outcome;
use crate::change::commit::pause;
use crate::change::commit::rescan;
use crate::ground::lock_holder::is_old_broken_lock;
use crate::ground::texts;
use crate::model::Interruption;

/// The prefix of the names of journals. A nonce and `.json` follow.
const JOURNAL_PREFIX: &str = ".journal-";
/// Without a lock, a journal of this age counts as abandoned.
const ABANDONED_AFTER_MS: i64 = 10_000;

/// Returns the path of a commit's journal.
pub(super) fn journal_path(me: &Identity) -> String {
    format!("{JOURNAL_PREFIX}{}.json", me.nonce)
}

/// Completes every interrupted commit of the project.
pub(super) async fn recover(io: Io, context: Context, capabilities: Capabilities) -> Outcome {
    let Some(me) = Identity::new(&context, &capabilities) else {
        return Outcome::Refused { refusal: outcome::refuse_writer(&context) };
    };
    match needs_recovery(&io, &me).await {
        Ok(true) => {}
        Ok(false) => return recovered(&io, false).await,
        Err(fail) => return report_failure(&io, fail).await,
    }
    if let Some(paused) = pause::check(&io, None, &context).await {
        report_pending(&io, &me, &capabilities).await;
        return paused;
    }
    // If another process is saving, the journal is its own: do not wait, the project can be read
    // meanwhile.
    let mut lock = match Lock::acquire(&io, &me, &capabilities, Patience::GiveUp).await {
        Ok(lock) => lock,
        Err(no_lock) => return outcome::no_lock(no_lock),
    };
    let outcome = match complete_journals(&io, &mut lock, &me).await {
        Ok(changed) => match has_journal(&io).await {
            // Its writer may still be running.
            Ok(true) => outcome::locked(),
            // If the folder cannot be listed, the next recovery looks for journals again.
            Ok(false) | Err(_) => recovered(&io, changed).await,
        },
        Err(fail) => report_failure(&io, fail).await,
    };
    lock.release(&io).await;
    outcome
}

/// Reports a journal that cannot be completed to the host: until it is, nothing can be saved.
async fn report_failure(io: &Io, fail: Fail) -> Outcome {
    let outcome = outcome::not_recovered(fail);
    if let Outcome::Failed { path, text } = outcome.clone() {
        io.host(move |host| host.interrupted(Interruption { path, text, is_pending: true })).await;
    }
    outcome
}

/// Reports the first interrupted commit to the host, which a pause forbids to complete. Nothing is reported
/// if the folder cannot be read: what could not be read is reported anyway.
async fn report_pending(io: &Io, me: &Identity, capabilities: &Capabilities) {
    let Ok(Some(path)) = pending_journal(io, me, capabilities).await else { return };
    let interruption = Interruption { path, text: Text::plain(texts::INTERRUPTED_AND_PAUSED), is_pending: true };
    io.host(move |host| host.interrupted(interruption)).await;
}

/// Returns the path of the journal of an interrupted commit of this folder, `None` if there is none or if
/// its writer may still be running.
async fn pending_journal(io: &Io, me: &Identity, capabilities: &Capabilities) -> IoResult<Option<String>> {
    let names = io.list("").await?.unwrap_or_default();
    if let Some(lock) = io.read(LOCK).await?
        && !lock::is_left_behind(io, &lock, me).await
    {
        return Ok(None);
    }
    for name in names.into_iter().filter(|name| is_journal(name)) {
        let journal = io.read(&name).await?.as_deref().and_then(Journal::decode);
        let may_be_running = !capabilities.exclusive_create && is_fresh(io, journal.as_ref());
        if journal.is_some_and(|journal| !is_of_copy(&journal, me) && !may_be_running) {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

async fn recovered(io: &Io, changed: bool) -> Outcome {
    let revision = io.host(|host| host.revision()).await;
    Outcome::Done {
        revision,
        summary: Text::plain(texts::RECOVERED),
        created: Vec::new(),
        warnings: Vec::new(),
        changed,
        merged: None,
        proposed: None,
    }
}

/// Returns whether there is a journal, a temporary file, an old broken lock or an abandoned lock.
async fn needs_recovery(io: &Io, me: &Identity) -> IoResult<bool> {
    // A missing project folder has no files.
    let names = io.list("").await?.unwrap_or_default();
    for name in names.iter().filter(|name| *name != LOCK) {
        let is_leftover = if name.starts_with(BROKEN_PREFIX) {
            io.read(name).await?.is_some_and(|content| is_old_broken_lock(&content, io.now()))
        } else {
            name.starts_with(JOURNAL_PREFIX) || name.starts_with(LOCK)
        };
        if is_leftover {
            return Ok(true);
        }
    }
    let lock = if names.iter().any(|name| name == LOCK) { io.read(LOCK).await? } else { None };
    Ok(match lock {
        Some(content) => lock::is_left_behind(io, &content, me).await,
        None => false,
    })
}

/// Completes every abandoned journal and feeds the resulting files to the host. Returns whether
/// there was one.
pub(super) async fn complete_journals(io: &Io, lock: &mut Lock, me: &Identity) -> IoResult<bool> {
    let mut names = io.list("").await?.unwrap_or_default();
    names.sort();
    let mut completed = false;
    for name in &names {
        if is_journal(name) {
            completed |= complete_journal(io, lock, me, name).await?;
        } else if let Some(journal) = unfinished_journal(io, lock, &names, name).await? {
            io.rename(name, &journal).await?;
            completed |= complete_journal(io, lock, me, &journal).await?;
        } else {
            remove_leftover(io, lock, name).await?;
        }
    }
    io.host(|host| host.no_pending_interruption()).await;
    Ok(completed)
}

/// Returns whether there is a journal that could not be completed yet.
async fn has_journal(io: &Io) -> IoResult<bool> {
    Ok(io.list("").await?.is_some_and(|names| names.iter().any(|name| is_journal(name))))
}

/// Returns whether a journal was written in another copy of the folder.
fn is_of_copy(journal: &Journal, me: &Identity) -> bool {
    me.place.is_some() && journal.place != me.place
}

fn is_journal(name: &str) -> bool {
    name.strip_prefix(JOURNAL_PREFIX)
        .is_some_and(|rest| rest.strip_suffix(".json").is_some_and(|nonce| !nonce.contains('.')))
}

/// Returns the name of the journal that a temporary file was about to replace, if a replacement in
/// two actions was interrupted between them: the journal is removed, the temporary file not yet
/// renamed.
async fn unfinished_journal(io: &Io, lock: &Lock, names: &[String], temp: &str) -> IoResult<Option<String>> {
    let Some((name, _)) = temp.split_once(".tmp.").filter(|(name, _)| is_journal(name)) else { return Ok(None) };
    if names.iter().any(|other| other == name) {
        return Ok(None);
    }
    let journal = io.read(temp).await?.as_deref().and_then(Journal::decode).filter(|journal| journal.replaces_in_two);
    let is_abandoned = |journal: &Journal| lock.is_held() || !is_fresh(io, Some(journal));
    Ok(journal.filter(is_abandoned).map(|_| name.to_owned()))
}

/// Removes a temporary file or a broken lock that is not needed any more.
async fn remove_leftover(io: &Io, lock: &Lock, name: &str) -> IoResult<()> {
    let is_old = if name.starts_with(BROKEN_PREFIX) {
        io.read(name).await?.is_some_and(|content| is_old_broken_lock(&content, io.now()))
    } else if name.starts_with(LOCK) && name.contains(".tmp.") {
        lock.is_held()
    } else if name.starts_with(JOURNAL_PREFIX) && name.contains(".tmp.") {
        lock.is_held() || io.read(name).await?.is_some_and(|content| !is_fresh(io, Journal::decode(&content).as_ref()))
    } else {
        false
    };
    if is_old {
        io.remove(name).await?;
    }
    Ok(())
}

/// Returns whether a loss of power has kept a journal's name and not its content. This happens only to a
/// journal that was not flushed, which is ignored after a boot.
fn is_torn(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == 0)
}

/// Returns whether the writer of a journal may still be running, judged by the journal's age. Only
/// for shells without a lock.
fn is_fresh(io: &Io, journal: Option<&Journal>) -> bool {
    journal.is_some_and(|journal| io.now().saturating_sub(journal.since).abs() < ABANDONED_AFTER_MS)
}

/// Completes one journal. Returns false if another process does that.
pub(super) async fn complete_journal(io: &Io, lock: &mut Lock, me: &Identity, name: &str) -> IoResult<bool> {
    let Some(bytes) = io.read(name).await? else { return Ok(false) };
    if is_torn(&bytes) {
        io.remove(name).await?;
        return Ok(false);
    }
    let Some(journal) = Journal::decode(&bytes) else {
        set_aside(io, me, name, name, texts::BAD_JOURNAL).await?;
        return Ok(true);
    };
    if is_of_copy(&journal, me) {
        set_aside(io, me, name, name, texts::JOURNAL_OF_A_COPY).await?;
        return Ok(true);
    }
    let is_own = *name == journal_path(me);
    if !is_own && !lock.is_held() && is_fresh(io, Some(&journal)) {
        return Ok(false);
    }
    for edit in &journal.edits {
        execute::remove_temp_file(io, edit, journal.replaces_in_two).await?;
    }
    if journal.boot.is_some() && journal.boot != me.boot() {
        io.remove(name).await?;
        return Ok(false);
    }
    let disk = journal_progress::read_for_edits(io, &journal.edits).await?;
    let boundary = journal_progress::find_boundary(&journal.edits, &disk);
    let (done_edits, remaining_edits) = journal.edits.split_at(boundary.done.min(journal.edits.len()));
    let mut edits: Vec<&JournalEdit> = done_edits.iter().filter(|edit| edit.is_repeatable()).collect();
    edits.extend(remaining_edits);
    let Some(mut skipped_paths) = execute::run_possible(io, lock, edits).await? else { return Ok(false) };
    skipped_paths.extend(boundary.foreign);
    skipped_paths.retain(|path| handoff_format::is_content(path));
    match skipped_paths.first() {
        Some(path) => set_aside(io, me, name, path, texts::INTERRUPTED).await?,
        None => {
            io.remove(name).await?;
        }
    }
    let expected = ExpectedStates::after_all(&journal.edits);
    let mut states = rescan::read_changed(io, &expected).await?;
    for edit in journal.edits.iter().filter(|edit| edit.is_repeatable()) {
        states.extend(rescan::read_file(io, edit.path()).await);
    }
    let now = io.now();
    io.host(move |host| host.feed(states, now)).await;
    Ok(true)
}

/// Moves a journal that cannot be completed to the trash and reports it to the host.
async fn set_aside(io: &Io, me: &Identity, name: &str, path: &str, template: &str) -> IoResult<()> {
    let trash_path = format!("trash/interrupted-{}-{}", me.nonce, name.trim_start_matches(JOURNAL_PREFIX));
    if io.rename(name, &trash_path).await? == Done::No {
        // Without a lock, another process may have moved it already.
        io.remove(name).await?;
    }
    let text = Text::with(template, [("path", path.to_owned()), ("kept", trash_path)]);
    let interruption = Interruption { path: path.to_owned(), text, is_pending: false };
    io.host(move |host| host.interrupted(interruption)).await;
    Ok(())
}
