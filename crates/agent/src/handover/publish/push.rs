//! Pushes commits. If the remote has others, fetches and merges them, and pushes again.

use handoff_protocol::Text;

use crate::handover::publish::PublishReport;
use crate::handover::publish::call::{Call, GitAnswer, LONG_TIMEOUT_SECS};
use crate::handover::publish::destination::Destination;
use crate::handover::publish::failure::{PublishFailure, PublishFault, texts};
use crate::handover::publish::merge::MergeResult;
use crate::handover::publish::questions::PublishPoint;
use crate::handover::publish::repository::{BRANCHES, Repository};
use crate::lines::first_named;

/// The number of attempts to push while others push.
const MAX_ATTEMPTS: usize = 5;
/// The maximum number of files that a sentence names.
const MAX_FILES: usize = 5;
/// The commit that was fetched last, for this work tree only.
const FETCHED: &str = "refs/worktree/handoff-fetched";

/// The result of a push.
pub(super) struct Pushed {
    /// Where it was pushed to, or `None` if the remote had everything.
    pub(super) destination: Option<Destination>,
    /// The commit that the remote has now.
    pub(super) tip: String,
}

impl Repository {
    /// Pushes the tip of a branch to the branch of the same name.
    pub(super) async fn push(&self, branch: &str, tip: &str) -> Result<Pushed, PublishFailure> {
        let destination = self.destination(branch)?;
        let remote = destination.remote.clone();
        let mut tip = tip.to_owned();
        if self.is_pushed(&remote, branch, &tip).await? {
            return Ok(Pushed { destination: None, tip });
        }
        self.approve(&destination).await?;
        self.refuse_private_commits(&remote, &tip).await?;
        for _ in 0..MAX_ATTEMPTS {
            self.check_pause(PublishPoint::BeforePush).await?;
            let refspec = format!("{tip}:{BRANCHES}{branch}");
            let call = self.remote_call(&["push", "--porcelain", "--no-follow-tags", "--", &remote, &refspec]);
            let answer = self.reach(call, &remote).await?;
            if answer.is_success() {
                // Git marks a branch that was up to date.
                let was_needed = !answer.text().lines().any(|line| line.starts_with('='));
                return Ok(Pushed { destination: was_needed.then_some(destination), tip });
            }
            if !is_outrun(&answer) {
                return Err(remote_failure(&answer, &remote, texts::PUSH_FAILED));
            }
            let theirs = self.fetch(&remote, branch).await?;
            match self.merge(&tip, &theirs, branch).await? {
                MergeResult::Merged(merged) if merged == theirs => {
                    return Ok(Pushed { destination: None, tip: merged });
                }
                MergeResult::Merged(merged) => tip = merged,
                MergeResult::Conflict(files) => return Err(conflict(&remote, branch, &files)),
                MergeResult::Unrelated => {
                    let text = if self.is_shallow { texts::UNRELATED_SHALLOW } else { texts::UNRELATED };
                    let args = [("branch", branch.to_owned()), ("remote", remote)];
                    return Err(PublishFailure::new(PublishFault::Conflict, text, args));
                }
            }
        }
        Err(PublishFailure::new(PublishFault::Remote, texts::REMOTE_MOVING, [("remote", remote)]))
    }

    /// Returns true if the remote had a commit when Git last heard of it.
    async fn is_pushed(&self, remote: &str, branch: &str, tip: &str) -> Result<bool, PublishFailure> {
        match self.resolve(&format!("refs/remotes/{remote}/{branch}")).await? {
            Some(known) => self.is_ancestor(tip, &known).await,
            None => Ok(false),
        }
    }

    /// Fetches a branch. Returns its commit.
    async fn fetch(&self, remote: &str, branch: &str) -> Result<String, PublishFailure> {
        let refspec = format!("+{BRANCHES}{branch}:{FETCHED}");
        let options = ["fetch", "--quiet", "--no-tags", "--no-prune", "--no-write-fetch-head", "--"];
        let answer = self.reach(self.remote_call(&options).args([remote, &refspec]), remote).await?;
        match self.resolve(FETCHED).await? {
            Some(commit) if answer.is_success() => Ok(commit),
            _ => Err(remote_failure(&answer, remote, texts::FETCH_FAILED)),
        }
    }

    /// Moves the current branch to a commit that contains it, unless local changes are in the way.
    pub(super) async fn fast_forward(&self, tip: &str, report: &mut PublishReport) -> Result<(), PublishFailure> {
        if self.current_branch().await.ok().as_ref() != Some(&report.branch) {
            // The user has switched to another branch, which must not move.
            return Ok(());
        }
        let call = Call::new(&["merge", "--ff-only", "--no-autostash", "--no-stat", "--quiet", tip]).long();
        let answer = self.git(call, "update the work tree").await?;
        if !answer.is_success() {
            let args = [("branch", report.branch.clone()), ("reason", answer.reason())];
            report.notes.push(Text::with(texts::LEFT_BEHIND, args));
        }
        Ok(())
    }

    async fn reach(&self, call: Call, remote: &str) -> Result<GitAnswer, PublishFailure> {
        self.git(call, "reach the remote").await.map_err(|failure| match failure.fault {
            PublishFault::Timeout => {
                let args = [("remote", remote.to_owned()), ("seconds", LONG_TIMEOUT_SECS.to_string())];
                PublishFailure::new(PublishFault::Timeout, texts::REMOTE_TIMEOUT, args)
            }
            _ => failure,
        })
    }

    /// Fails if a commit that would be pushed contains a private file.
    async fn refuse_private_commits(&self, remote: &str, tip: &str) -> Result<(), PublishFailure> {
        let known = format!("--remotes={remote}");
        let call = Call::new(&["log", "-z", "--format=%H", "--name-only", "--no-renames", "--no-show-signature"]);
        let call = call.args(["--cc", "--diff-filter=AM", tip, "--not", &known, "--"]).literal();
        let answer = self.run(call.args(self.paths.as_args()), "read the commits").await?;
        let mut commit = String::new();
        for part in answer.parts() {
            // A line end separates a commit from its files.
            let part = part.trim_start_matches('\n');
            if part.len() == tip.len() && part.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                part.clone_into(&mut commit);
            } else if self.paths.is_private(part) {
                let commit = commit.get(..10).unwrap_or_default().to_owned();
                let args = [("commit", commit), ("path", part.to_owned())];
                return Err(PublishFailure::new(PublishFault::Private, texts::PRIVATE_COMMITTED, args));
            }
        }
        Ok(())
    }
}

/// Returns true if a push failed because the remote has other commits, or was pushed to at the
/// same time.
fn is_outrun(answer: &GitAnswer) -> bool {
    let reasons = [
        "(fetch first)",
        "(non-fast-forward)",
        "(stale info)",
        "cannot lock ref",
        "failed to update ref",
        "incorrect old value",
    ];
    let stdout = answer.text();
    let rejections = stdout.lines().filter(|line| line.starts_with('!'));
    rejections.into_iter().any(|line| reasons.iter().any(|reason| line.contains(reason)))
}

fn remote_failure(answer: &GitAnswer, remote: &str, template: &str) -> PublishFailure {
    let logins = [
        "terminal prompts disabled",
        "Authentication failed",
        "Permission denied (publickey",
        "Host key verification failed",
        "unable to get password",
        "could not read Username",
        "could not read Password",
    ];
    let is_login = logins.iter().any(|login| answer.stderr.contains(login));
    // A remote that refuses says why in the line of the reference.
    let stdout = answer.text();
    let rejection = stdout.lines().find_map(|line| line.strip_prefix('!')).and_then(|line| line.split('\t').nth(2));
    let reason = match rejection {
        Some(rejection) => format!("{} {}.", answer.reason(), rejection.trim()),
        None => answer.reason(),
    };
    let args = [("remote", remote.to_owned()), ("reason", reason)];
    PublishFailure::new(PublishFault::Remote, if is_login { texts::LOGIN_FAILED } else { template }, args)
}

fn conflict(remote: &str, branch: &str, files: &[String]) -> PublishFailure {
    let files = first_named(files, MAX_FILES).join(", ");
    let args = [("remote", remote.to_owned()), ("branch", branch.to_owned()), ("files", files)];
    PublishFailure::new(PublishFault::Conflict, texts::CONFLICT, args)
}
