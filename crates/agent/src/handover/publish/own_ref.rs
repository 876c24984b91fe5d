//! Publishes on a reference that is never checked out, and that contains only our files.
//!
//! The work tree does not get what others have published on the reference. So the files in it are
//! not a successor of the tip: they are committed to a chain of their own, one per work tree, and
//! each commit of the chain is merged into the reference. What others have added stays there.

use crate::handover::publish::call::Call;
use crate::handover::publish::commit::ended;
use crate::handover::publish::destination::short_name;
use crate::handover::publish::failure::{PublishFailure, PublishFault, texts};
use crate::handover::publish::merge::{MergeResult, conflict_list};
use crate::handover::publish::repository::Repository;
use crate::handover::publish::types::{PublishPoint, PublishReport};

/// The start of the names of the chains. Git keeps references below `refs/worktree/` for each work
/// tree.
const CHAINS: &str = "refs/worktree/handoff/";
/// The number of attempts while other processes move the reference.
const MAX_ATTEMPTS: usize = 3;

/// Commits on a reference, and pushes it.
pub(super) async fn publish(repository: &mut Repository, name: &str) -> Result<PublishReport, PublishFailure> {
    let reference = find(repository, name).await?;
    repository.read_index().await?;
    let mut report = PublishReport { reference: reference.clone(), ..PublishReport::default() };
    let Some(chain) = commit(repository, &mut report).await? else { return Ok(report) };
    let made = report.commit.clone();
    let tip = combine(repository, &reference, &chain).await.map_err(|failure| failure.with_commit(made.as_deref()))?;
    report.tip = Some(tip.clone());
    if !repository.request.push {
        return Ok(report);
    }
    let pushed =
        repository.push(&reference, &tip, true).await.map_err(|failure| failure.with_commit(made.as_deref()))?;
    report.destination = pushed.destination;
    report.merged = pushed.tip != tip;
    if report.merged {
        // If another process has moved it, the next publication merges again.
        repository.move_reference(&reference, &pushed.tip, Some(&tip)).await?;
    }
    report.tip = Some(pushed.tip);
    Ok(report)
}

/// Returns the full name of a reference that a user or a configuration names. Fails if it cannot be
/// a reference of its own.
pub(super) async fn find(repository: &Repository, name: &str) -> Result<String, PublishFailure> {
    let reference = full_name(repository, name).await?;
    refuse_checked_out(repository, &reference).await?;
    if let Some(tip) = repository.resolve(&reference).await? {
        repository.refuse_other_files(&tip, short_name(&reference)).await?;
    }
    Ok(reference)
}

async fn full_name(repository: &Repository, name: &str) -> Result<String, PublishFailure> {
    let full = if name.starts_with("refs/") { name.to_owned() } else { format!("refs/heads/{name}") };
    let is_allowed = ["refs/heads/", "refs/handoff/"].iter().any(|start| full.starts_with(start));
    let is_valid = is_allowed && is_unambiguous(&full) && {
        repository.git(Call::new(&["check-ref-format", &full]), "check a name").await?.is_success()
    };
    if is_valid {
        return Ok(full);
    }
    let args = [("reference", name.to_owned())];
    Err(PublishFailure::new(PublishFault::Request, texts::INVALID_REFERENCE, args))
}

/// Returns true unless Git takes the name of a branch for an option, a refspec, another reference, or
/// one of its own such as `HEAD`.
fn is_unambiguous(full: &str) -> bool {
    let Some(name) = full.strip_prefix("refs/heads/") else { return true };
    let is_prefixed =
        ["-", "+", "^", "refs/", "heads/", "tags/", "remotes/"].iter().any(|start| name.starts_with(start));
    let is_own_name =
        name == "@" || name.ends_with("HEAD") && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    let is_hash = [40, 64].contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    !is_prefixed && !is_own_name && !is_hash
}

/// Fails if a branch is checked out in any work tree.
async fn refuse_checked_out(repository: &Repository, reference: &str) -> Result<(), PublishFailure> {
    let call = Call::new(&["worktree", "list", "--porcelain", "-z"]);
    let mut folder = String::new();
    for part in repository.run(call, "list the work trees").await?.parts() {
        if let Some(path) = part.strip_prefix("worktree ") {
            path.clone_into(&mut folder);
        } else if part.strip_prefix("branch ") == Some(reference) {
            let args = [("reference", short_name(reference)), ("folder", folder)];
            return Err(PublishFailure::new(PublishFault::Request, texts::CHECKED_OUT, args));
        }
    }
    Ok(())
}

/// Commits what has changed to the chain of this work tree. Returns the last commit of the chain.
async fn commit(repository: &Repository, report: &mut PublishReport) -> Result<Option<String>, PublishFailure> {
    let chain = format!("{CHAINS}{}", report.reference.trim_start_matches("refs/"));
    for _ in 0..MAX_ATTEMPTS {
        let last = repository.resolve(&chain).await?;
        let snapshot = repository.snapshot(last.as_deref()).await?;
        if snapshot.changes.is_empty() {
            return Ok(last);
        }
        repository.refuse_secrets(&snapshot).await?;
        repository.check_pause(PublishPoint::BeforeCommit).await?;
        let message = repository.write_own_file("message", &ended(&repository.request.message)).await?;
        let parents: Vec<&str> = last.as_deref().into_iter().collect();
        let commit = repository.create_commit(&snapshot.tree, &parents, &message).await?;
        if repository.move_reference(&chain, &commit, last.as_deref()).await? {
            report.files = snapshot.changes.len();
            report.commit = Some(commit.clone());
            return Ok(Some(commit));
        }
    }
    Err(moving(&report.reference))
}

/// Merges the chain into the local reference. Returns its new tip.
async fn combine(repository: &Repository, reference: &str, chain: &str) -> Result<String, PublishFailure> {
    for _ in 0..MAX_ATTEMPTS {
        let local = repository.resolve(reference).await?;
        let tip = match &local {
            None => chain.to_owned(),
            Some(local) => match repository.merge(chain, local, reference, true).await? {
                MergeResult::Merged(tip) => tip,
                MergeResult::Conflict(files) => {
                    let args = [("reference", short_name(reference)), ("files", conflict_list(&files))];
                    return Err(PublishFailure::new(PublishFault::Conflict, texts::CONFLICT_LOCAL, args));
                }
                MergeResult::Unrelated => return Err(PublishFailure::without_answer()),
            },
        };
        if Some(&tip) == local.as_ref() || repository.move_reference(reference, &tip, local.as_deref()).await? {
            return Ok(tip);
        }
    }
    Err(moving(reference))
}

fn moving(reference: &str) -> PublishFailure {
    PublishFailure::new(PublishFault::Busy, texts::MOVING, [("branch", short_name(reference))])
}
