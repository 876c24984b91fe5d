//! Publishes on the branch that is checked out.

use handoff_protocol::Text;

use crate::handover::publish::call::Call;
use crate::handover::publish::destination::short_name;
use crate::handover::publish::failure::{PublishFailure, PublishFault, texts};
use crate::handover::publish::repository::Repository;
use crate::handover::publish::types::{PublishPoint, PublishReport};

/// The number of attempts to commit while other processes commit on the branch.
const MAX_ATTEMPTS: usize = 3;

/// Commits on the current branch, and pushes it.
pub(super) async fn publish(repository: &mut Repository) -> Result<PublishReport, PublishFailure> {
    let reference = current_branch(repository).await?;
    repository.refuse_unfinished_operation().await?;
    repository.read_index().await?;
    let mut report = PublishReport { reference: reference.clone(), ..PublishReport::default() };
    commit(repository, &mut report).await?;
    let Some(tip) = repository.resolve(&reference).await? else { return Ok(report) };
    report.tip = Some(tip.clone());
    if !repository.request.push {
        return Ok(report);
    }
    let made = report.commit.clone();
    let pushed = repository.push(&reference, &tip).await.map_err(|failure| failure.with_commit(made.as_deref()))?;
    report.destination = pushed.destination;
    report.merged = pushed.tip != tip;
    if report.merged {
        fast_forward(repository, &reference, &pushed.tip, &mut report).await?;
    }
    report.tip = Some(pushed.tip);
    Ok(report)
}

/// Returns the full name of the current branch. Fails if the request names another target.
pub(super) async fn current_branch(repository: &Repository) -> Result<String, PublishFailure> {
    let answer = repository.git(Call::new(&["symbolic-ref", "--quiet", "HEAD"]), "read HEAD").await?;
    let name = answer.line();
    if let Some(target) = &repository.request.target
        && short_name(target) != short_name(&name)
    {
        let args = [("target", target.clone())];
        return Err(PublishFailure::new(PublishFault::Target, texts::OTHER_TARGET, args));
    }
    if answer.is_success() && name.starts_with("refs/heads/") {
        return Ok(name);
    }
    Err(PublishFailure::new(PublishFault::Detached, texts::DETACHED, []))
}

/// Commits what has changed.
async fn commit(repository: &Repository, report: &mut PublishReport) -> Result<(), PublishFailure> {
    let reference = report.reference.clone();
    for _ in 0..MAX_ATTEMPTS {
        let head = repository.resolve(&reference).await?;
        let snapshot = repository.snapshot(head.as_deref()).await?;
        if snapshot.changes.is_empty() {
            return Ok(());
        }
        repository.refuse_secrets(&snapshot).await?;
        repository.check_pause(PublishPoint::BeforeCommit).await?;
        let (snapshot, message) = repository.run_commit_hooks(snapshot).await?;
        if snapshot.changes.is_empty() {
            return Ok(());
        }
        let parents: Vec<&str> = head.as_deref().into_iter().collect();
        let commit = repository.create_commit(&snapshot.tree, &parents, &message).await?;
        if current_branch(repository).await? != reference {
            break;
        }
        // The index first: if the process is killed in between, our files are only staged. The other
        // way round, the next commit of the user would take our changes back.
        repository.update_user_index(&snapshot).await?;
        if repository.move_reference(&reference, &commit, head.as_deref()).await? {
            report.files = snapshot.changes.len();
            report.commit = Some(commit);
            return repository.run_post_commit_hook().await;
        }
    }
    let branch = short_name(&reference);
    Err(PublishFailure::new(PublishFault::Busy, texts::MOVING, [("branch", branch)]))
}

/// Moves the current branch to a commit that contains it, unless local changes are in the way.
async fn fast_forward(
    repository: &Repository,
    reference: &str,
    tip: &str,
    report: &mut PublishReport,
) -> Result<(), PublishFailure> {
    if current_branch(repository).await.ok().as_deref() != Some(reference) {
        // The user has switched to another branch, which must not move.
        return Ok(());
    }
    let call = Call::new(&["merge", "--ff-only", "--no-autostash", "--no-stat", "--quiet", tip]).long();
    let answer = repository.git(call, "update the work tree").await?;
    if !answer.is_success() {
        let args = [("branch", short_name(reference)), ("reason", answer.reason())];
        report.notes.push(Text::with(texts::LEFT_BEHIND, args));
    }
    Ok(())
}
