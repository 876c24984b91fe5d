//! Commits on the branch that is checked out: with hooks, and with a signature if Git is configured so.

use crate::handover::publish::PublishReport;
use crate::handover::publish::call::Call;
use crate::handover::publish::failure::{PublishFailure, PublishFault, texts};
use crate::handover::publish::questions::PublishPoint;
use crate::handover::publish::repository::{BRANCHES, Repository, git_failure};
use crate::handover::publish::snapshot::Snapshot;

/// The number of attempts to commit while other processes commit on the branch.
const MAX_ATTEMPTS: usize = 3;
const COMMIT: &str = "make the commit";

impl Repository {
    /// Commits what has changed on the branch of the report.
    pub(super) async fn commit(&self, report: &mut PublishReport) -> Result<(), PublishFailure> {
        let branch = report.branch.clone();
        for _ in 0..MAX_ATTEMPTS {
            let head = self.tip(&branch).await?;
            let snapshot = self.snapshot(head.as_deref()).await?;
            if snapshot.changes.is_empty() {
                return Ok(());
            }
            self.refuse_secrets(&snapshot).await?;
            self.check_pause(PublishPoint::BeforeCommit).await?;
            let (snapshot, message) = self.run_commit_hooks(snapshot).await?;
            if snapshot.changes.is_empty() {
                return Ok(());
            }
            let parents: Vec<&str> = head.as_deref().into_iter().collect();
            let commit = self.create_commit(&snapshot.tree, &parents, &message).await?;
            if self.current_branch().await? != branch {
                break;
            }
            // The index first: if the process is killed in between, our files are only staged. The
            // other way round, the next commit of the user would take our changes back.
            self.update_user_index(&snapshot).await?;
            if self.move_branch(&branch, &commit, head.as_deref()).await? {
                report.files = snapshot.changes.len();
                report.commit = Some(commit);
                return self.run_post_commit_hook().await;
            }
        }
        Err(PublishFailure::new(PublishFault::Busy, texts::MOVING, [("branch", branch)]))
    }

    /// Runs the hooks that check what is committed. They may change our files and the message.
    /// Returns the tree to commit, and the file with the message.
    async fn run_commit_hooks(&self, snapshot: Snapshot) -> Result<(Snapshot, String), PublishFailure> {
        self.run_hook("pre-commit", &[]).await?;
        let tree = self.write_tree().await?;
        let snapshot = if tree == snapshot.tree {
            snapshot
        } else {
            let changed = self.compare(snapshot.base_tree, tree).await.map_err(|failure| match failure.fault {
                PublishFault::Busy => hook_changed_others(&failure),
                _ => failure,
            })?;
            self.refuse_secrets(&changed).await?;
            changed
        };
        let message = self.write_own_file("message", &format!("{}\n", self.request.message.trim_end())).await?;
        self.run_hook("prepare-commit-msg", &[&message, "message"]).await?;
        self.run_hook("commit-msg", &[&message]).await?;
        Ok((snapshot, message))
    }

    async fn run_hook(&self, hook: &str, arguments: &[&str]) -> Result<(), PublishFailure> {
        let answer = self.git(self.hook_call(hook, arguments), &format!("run the hook {hook}")).await?;
        if answer.is_success() {
            return Ok(());
        }
        let args = [("hook", hook.to_owned()), ("reason", answer.reason())];
        Err(PublishFailure::new(PublishFault::Hook, texts::HOOK_FAILED, args))
    }

    fn hook_call(&self, hook: &str, arguments: &[&str]) -> Call {
        let call = self.with_index(&["hook", "run", "--ignore-missing", hook]).long();
        if arguments.is_empty() { call } else { call.args(["--"]).args(arguments.iter().copied()) }
    }

    /// Runs the hook that is told of a new commit. Its result does not matter, as in `git commit`.
    async fn run_post_commit_hook(&self) -> Result<(), PublishFailure> {
        let call = Call::new(&["hook", "run", "--ignore-missing", "post-commit"]).long();
        match self.git(call, "run the hook post-commit").await {
            Ok(_) => Ok(()),
            Err(failure) if failure.fault == PublishFault::Timeout => Ok(()),
            Err(failure) => Err(failure),
        }
    }

    /// Creates a commit with the message in a file. No reference moves.
    pub(super) async fn create_commit(
        &self,
        tree: &str,
        parents: &[&str],
        message_file: &str,
    ) -> Result<String, PublishFailure> {
        let is_signed = self.config.is_set("commit.gpgsign");
        let parents = parents.iter().flat_map(|parent| ["-p", *parent]);
        let call = Call::new(&["commit-tree"]).args(is_signed.then_some("-S")).args(parents);
        let answer = self.git(call.args(["-F", message_file, tree]).long(), COMMIT).await?;
        if answer.is_success() {
            return Ok(answer.line());
        }
        let failure = git_failure(&answer, COMMIT);
        if is_signed && failure.fault == PublishFault::Git {
            return Err(PublishFailure::new(
                PublishFault::Signing,
                texts::SIGNING_FAILED,
                [("reason", answer.reason())],
            ));
        }
        Err(failure)
    }

    /// Moves a branch if it is still at a commit (`None`: if it does not exist). Returns false if it
    /// has moved meanwhile.
    async fn move_branch(&self, branch: &str, to: &str, from: Option<&str>) -> Result<bool, PublishFailure> {
        let action = "move a reference";
        let null = "0".repeat(to.len());
        let subject = self.request.message.lines().next().unwrap_or_default();
        let log = format!("handoff publish: {subject}");
        let call = Call::new(&["update-ref", "-m", &log, &format!("{BRANCHES}{branch}"), to, from.unwrap_or(&null)]);
        let answer = self.git(call, action).await?;
        if answer.is_success() {
            return Ok(true);
        }
        if self.tip(branch).await?.as_deref() != from {
            return Ok(false);
        }
        Err(git_failure(&answer, action))
    }
}

fn hook_changed_others(failure: &PublishFailure) -> PublishFailure {
    let path = failure.text.args.get("path").map(ToString::to_string).unwrap_or_default();
    let args = [("hook", "pre-commit".to_owned()), ("path", path)];
    PublishFailure::new(PublishFault::Hook, texts::HOOK_CHANGED_OTHERS, args)
}
