//! Completing what an interrupted commit left: its journal, its temporary files, traces of its lock.
//!
//! Invariant: a journal is removed only when all its steps are done; where another program's content stood in the way, that content is
//! kept and the journal goes to the trash.

use handoff_protocol::{Capabilities, Context, Outcome, Text};

use crate::commit::execute;
use crate::commit::identity::Identity;
use crate::commit::io::{Done, Fail, Io, IoResult};
use crate::commit::journal::Journal;
use crate::commit::journal_progress;
use crate::commit::journal_progress::Facts;
use crate::commit::lock;
use crate::commit::lock::{BROKEN, LOCK, Lock, Patience};
use crate::commit::outcome;
use crate::commit::rescan;
use crate::model::Interruption;
use crate::texts;

/// How the names of journals begin; a nonce and `.json` follow.
const JOURNAL: &str = ".journal-";
/// Where the journal of a commit lies.
pub(super) fn path_of(me: &Identity) -> String {
    format!("{JOURNAL}{}.json", me.nonce)
}

/// Where no lock shows whether its writer is alive, a journal is taken for abandoned after so many milliseconds.
const ABANDONED_AFTER: i64 = 10_000;

pub(super) async fn recover(io: Io, context: Context, capabilities: Capabilities) -> Outcome {
    let Some(me) = Identity::new(&context, &capabilities) else {
        return Outcome::Refused { refusal: outcome::bad_writer(&context) };
    };
    match needs_work(&io, &me).await {
        Ok(true) => {}
        Ok(false) => return done(&io, false).await,
        Err(fail) => return not_recovered(&io, fail).await,
    }
    // Reading goes on while another program is saving: what lies about is its own then.
    let mut lock = match Lock::take(&io, &me, &capabilities, Patience::GiveUp).await {
        Ok(lock) => lock,
        Err(no_lock) => return outcome::not_locked(no_lock),
    };
    let outcome = match complete_all(&io, &mut lock, &me).await {
        Ok(changed) => match is_any_left(&io).await {
            // Its writer may still be at work.
            Ok(true) => outcome::locked(),
            Ok(false) | Err(_) => done(&io, changed).await,
        },
        Err(fail) => not_recovered(&io, fail).await,
    };
    lock.release(&io).await;
    outcome
}

/// Reports what the system did not let be completed: until then nothing can be saved.
async fn not_recovered(io: &Io, fail: Fail) -> Outcome {
    let outcome = outcome::not_recovered(fail);
    if let Outcome::Failed { path, text } = outcome.clone() {
        io.host(move |host| host.interrupted(Interruption { path, text })).await;
    }
    outcome
}

async fn done(io: &Io, changed: bool) -> Outcome {
    let revision = io.host(|host| host.revision()).await;
    Outcome::Done {
        revision,
        summary: Text::plain(texts::RECOVERED),
        created: Vec::new(),
        warnings: Vec::new(),
        changed,
        merged: None,
    }
}

/// Whether anything lies about, other than the lock of somebody at work who has written nothing yet.
async fn needs_work(io: &Io, me: &Identity) -> IoResult<bool> {
    let names = io.list("").await?.unwrap_or_default();
    for name in names.iter().filter(|name| *name != LOCK) {
        let is_left = if name.starts_with(BROKEN) {
            io.read(name).await?.is_some_and(|content| lock::is_old_trace(&content, io.now()))
        } else {
            name.starts_with(JOURNAL) || name.starts_with(LOCK)
        };
        if is_left {
            return Ok(true);
        }
    }
    let lock = if names.iter().any(|name| name == LOCK) { io.read(LOCK).await? } else { None };
    Ok(match lock {
        Some(content) => lock::is_left_behind(io, &content, me).await,
        None => false,
    })
}

/// Completes every abandoned journal, and feeds the host what came of it. Says whether there was one.
pub(super) async fn complete_all(io: &Io, lock: &mut Lock, me: &Identity) -> IoResult<bool> {
    let mut names = io.list("").await?.unwrap_or_default();
    names.sort();
    let mut completed = false;
    for name in &names {
        if is_journal(name) {
            completed |= complete(io, lock, me, name).await?;
        } else if let Some(journal) = replaced_journal(io, lock, &names, name).await? {
            io.rename(name, &journal).await?;
            completed |= complete(io, lock, me, &journal).await?;
        } else {
            sweep(io, lock, name).await?;
        }
    }
    Ok(completed)
}

/// Whether a journal is left that is not to be touched yet.
async fn is_any_left(io: &Io) -> IoResult<bool> {
    Ok(io.list("").await?.is_some_and(|names| names.iter().any(|name| is_journal(name))))
}

fn is_journal(name: &str) -> bool {
    name.strip_prefix(JOURNAL).is_some_and(|rest| rest.strip_suffix(".json").is_some_and(|nonce| !nonce.contains('.')))
}

/// The journal whose place a temporary one was about to take when a replacement in two moves was broken off between them.
async fn replaced_journal(io: &Io, lock: &Lock, names: &[String], temp: &str) -> IoResult<Option<String>> {
    let Some((name, _)) = temp.split_once(".tmp.").filter(|(name, _)| is_journal(name)) else { return Ok(None) };
    if names.iter().any(|other| other == name) {
        return Ok(None);
    }
    let journal = io.read(temp).await?.as_deref().and_then(Journal::decode).filter(|journal| journal.replaces_in_two);
    let is_abandoned = |journal: &Journal| lock.is_held() || !is_fresh(io, Some(journal));
    Ok(journal.filter(is_abandoned).map(|_| name.to_owned()))
}

/// Removes a file of our own that nobody needs any more.
async fn sweep(io: &Io, lock: &Lock, name: &str) -> IoResult<()> {
    let is_old = if name.starts_with(BROKEN) {
        io.read(name).await?.is_some_and(|content| lock::is_old_trace(&content, io.now()))
    } else if name.starts_with(LOCK) && name.contains(".tmp.") {
        lock.is_held()
    } else if name.starts_with(JOURNAL) && name.contains(".tmp.") {
        lock.is_held() || io.read(name).await?.is_some_and(|content| !is_fresh(io, Journal::decode(&content).as_ref()))
    } else {
        false
    };
    if is_old {
        io.remove(name).await?;
    }
    Ok(())
}

/// Whether the writer of a journal may still be at work, where no lock tells.
fn is_fresh(io: &Io, journal: Option<&Journal>) -> bool {
    journal.is_some_and(|journal| io.now().saturating_sub(journal.since).abs() < ABANDONED_AFTER)
}

/// Completes one journal; false when that is somebody else's business.
pub(super) async fn complete(io: &Io, lock: &mut Lock, me: &Identity, name: &str) -> IoResult<bool> {
    let Some(bytes) = io.read(name).await? else { return Ok(false) };
    let Some(journal) = Journal::decode(&bytes) else {
        set_aside(io, me, name, name, texts::BAD_JOURNAL).await?;
        return Ok(true);
    };
    let is_own = *name == path_of(me);
    if !is_own && !lock.is_held() && is_fresh(io, Some(&journal)) {
        return Ok(false);
    }
    for step in &journal.steps {
        execute::clear(io, step, journal.replaces_in_two).await?;
    }
    let findings = journal_progress::find_all(io, &journal.steps).await?;
    let boundary = journal_progress::boundary(&journal.steps, &findings);
    let rest = journal.steps.get(boundary.done..).unwrap_or_default();
    let Some(mut left) = execute::possible(io, lock, rest).await? else { return Ok(false) };
    left.extend(boundary.foreign);
    left.retain(|path| handoff_format::is_content(path));
    match left.first() {
        Some(path) => set_aside(io, me, name, path, texts::INTERRUPTED).await?,
        None => {
            io.remove(name).await?;
        }
    }
    let facts = Facts::after_all(&journal.steps);
    let states = rescan::left_by(io, &facts).await?;
    let now = io.now();
    io.host(move |host| host.feed(states, now)).await;
    Ok(true)
}

/// Moves a journal that cannot be completed out of the way and reports it.
async fn set_aside(io: &Io, me: &Identity, name: &str, path: &str, template: &str) -> IoResult<()> {
    let kept = format!("trash/interrupted-{}-{}", me.nonce, name.trim_start_matches(JOURNAL));
    if io.rename(name, &kept).await? == Done::No {
        // Where there is no lock, another program may have done the same.
        io.remove(name).await?;
    }
    let text = Text::with(template, [("path", path.to_owned()), ("kept", kept)]);
    let interruption = Interruption { path: path.to_owned(), text };
    io.host(move |host| host.interrupted(interruption)).await;
    Ok(())
}
