//! Carrying out the steps of a journal on disk.
//!
//! Invariant: a step that finds something else than it expects changes nothing.

use std::collections::BTreeSet;

use crate::commit::io::{Done, Io, IoResult};
use crate::commit::journal::Step;
use crate::commit::lock::Lock;
use crate::tree::within;

/// How a series of steps ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Carried {
    /// Every step is done.
    All,
    /// So many are done; the next met something else at this path.
    Stopped { done: usize, path: String },
    /// Another program of ours took the lock away and has completed the journal.
    Lost,
}

/// Carries out all steps, stopping at the first that meets something else.
pub(super) async fn all(io: &Io, lock: &mut Lock, steps: &[Step]) -> IoResult<Carried> {
    for (done, step) in steps.iter().enumerate() {
        if lock.keep(io).await? == Done::No {
            return Ok(Carried::Lost);
        }
        if one(io, step).await? == Done::No {
            let path = step.goals().first().map(|path| (*path).to_owned()).unwrap_or_default();
            return Ok(Carried::Stopped { done, path });
        }
    }
    Ok(Carried::All)
}

/// Carries out what can be carried out: a step that meets something else is passed over, and with it what builds on it.
/// Gives the paths that were left alone; none when the lock was lost on the way.
pub(super) async fn possible(io: &Io, lock: &mut Lock, steps: &[Step]) -> IoResult<Option<BTreeSet<String>>> {
    let mut left: BTreeSet<String> = BTreeSet::default();
    for step in steps {
        let builds_on_left = step.goals().iter().any(|path| left.iter().any(|left| within(path, left)));
        if lock.keep(io).await? == Done::No {
            return Ok(None);
        }
        if builds_on_left || one_with_care(io, step).await? == Done::No {
            left.extend(step.goals().into_iter().map(str::to_owned));
        }
    }
    Ok(Some(left))
}

/// Looks first, since a temporary file would bring back the folder that another program has renamed.
async fn one_with_care(io: &Io, step: &Step) -> IoResult<Done> {
    if let Step::Write { path, before: Some(before), after, .. } = step {
        let found = io.read(path).await?;
        if found.as_ref() != Some(&before.0) {
            return Ok(if found.as_ref() == Some(&after.0) { Done::Yes } else { Done::No });
        }
    }
    one(io, step).await
}

async fn one(io: &Io, step: &Step) -> IoResult<Done> {
    match step {
        Step::Write { path, temp, before, after } => {
            io.exchange(temp, path, before.as_ref().map(|before| before.0.as_slice()), &after.0).await
        }
        Step::Remove { path, temp, before } => {
            if io.read(path).await?.as_ref() != Some(&before.0) || io.rename(path, temp).await? == Done::No {
                return Ok(Done::No);
            }
            settle_removed(io, path, temp, &before.0).await
        }
        Step::Move { from, to } => io.rename(from, to).await,
        Step::MakeFolder { path } => io.make_folder(path).await.map(|()| Done::Yes),
        Step::RemoveFolder { path } => match io.remove_folder(path).await? {
            Done::Yes => Ok(Done::Yes),
            Done::No => {
                // What the project does not know, such as a file manager's notes, keeps the folder without harm.
                let names = io.list(path).await?.unwrap_or_default();
                let holds_content = names.iter().any(|name| handoff_format::is_content(&format!("{path}/{name}")));
                Ok(if holds_content { Done::No } else { Done::Yes })
            }
        },
    }
}

/// Leaves no temporary file of a step that may have been interrupted, while its folder has the place that it had then. Where replacing takes
/// two moves, the temporary file may be all that is left of the content.
pub(super) async fn clear(io: &Io, step: &Step, replaces_in_two: bool) -> IoResult<()> {
    match step {
        Step::Write { path, temp, before, after } => {
            if replaces_in_two && before.is_some() {
                io.complete_replacement(temp, path, &after.0).await?;
            }
            io.remove(temp).await.map(drop)
        }
        Step::Remove { path, temp, before } => settle_removed(io, path, temp, &before.0).await.map(drop),
        Step::Move { .. } | Step::MakeFolder { .. } | Step::RemoveFolder { .. } => Ok(()),
    }
}

/// Removes a file that was renamed for it; what another program wrote just before that goes back.
async fn settle_removed(io: &Io, path: &str, temp: &str, before: &[u8]) -> IoResult<Done> {
    match io.read(temp).await? {
        Some(found) if found == before => io.remove(temp).await,
        Some(_) => io.rename(temp, path).await.map(|_| Done::No),
        None => Ok(Done::Yes),
    }
}
