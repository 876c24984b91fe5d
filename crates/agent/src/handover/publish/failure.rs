//! Why a publication fails, and every sentence that it says.

use handoff_protocol::Text;
use serde::{Deserialize, Serialize};

/// The kind of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PublishFault {
    /// The folder is not in a repository with a work tree that Git accepts.
    Repository,
    /// Git is too old.
    OldGit,
    /// Writing is paused.
    Paused,
    /// The request is invalid.
    Request,
    /// The request names a target that is not the branch that is checked out.
    Target,
    /// No branch is checked out.
    Detached,
    /// A merge, cherry-pick or revert is not finished.
    Unfinished,
    /// A file must not leave this machine.
    Private,
    /// The changes contain a secret.
    Secret,
    /// A hook has failed.
    Hook,
    /// The commit could not be signed.
    Signing,
    /// Git does not know the name of the user.
    Identity,
    /// Another process is working with the repository.
    Busy,
    /// Both sides have changed the same data.
    Conflict,
    /// There is no remote to push to.
    NoRemote,
    /// The person has not approved where the push goes.
    NotApproved,
    /// The remote could not be reached, or did not accept the commits.
    Remote,
    /// Git did not end in time.
    Timeout,
    /// Git has failed for another reason.
    Git,
}

/// Why a publication failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishFailure {
    /// The kind.
    pub fault: PublishFault,
    /// The cause, and how to solve it.
    pub text: Text,
    /// The commit that was made before the failure. It stays, and is pushed the next time.
    pub commit: Option<String>,
}

impl PublishFailure {
    /// Creates a failure.
    pub(super) fn new<const N: usize>(fault: PublishFault, template: &str, args: [(&str, String); N]) -> Self {
        PublishFailure { fault, text: Text::with(template, args), commit: None }
    }

    /// Returns the failure of a caller that gave no usable answer.
    pub fn without_answer() -> Self {
        PublishFailure::new(PublishFault::Git, texts::NO_ANSWER, [])
    }
}

/// The templates of the sentences.
pub(super) mod texts {
    pub(crate) const NO_ANSWER: &str = "Publishing stopped because Git's answer was missing.";
    pub(crate) const NOT_STARTED: &str = "Git could not be run: {reason}";
    pub(crate) const PAUSED: &str = "Publishing is paused: {reason}";
    pub(crate) const GIT_FAILED: &str = "Git could not {action}: {reason}";
    pub(crate) const TIMEOUT: &str = "Git did not {action} within {seconds} seconds. Publish again later.";
    pub(crate) const OUTPUT_TOO_LONG: &str =
        "The changes are too large to check for secrets. Commit the files with Git.";
    pub(crate) const NOT_REPOSITORY: &str =
        "The project is not in a Git repository, so nothing can be published. Create one with: git init";
    pub(crate) const NO_WORK_TREE: &str = "This repository has no work tree, so nothing can be published from it.";
    pub(crate) const NOT_OWNED: &str =
        "Git refuses this repository because it belongs to another user. If you trust it, run: {command}";
    pub(crate) const OLD_GIT: &str = "Publishing needs Git 2.38 or newer; this is {version}.";
    pub(crate) const INVALID_PATH: &str = "{path} cannot be published: only files below .handoff/ can.";
    pub(crate) const NO_PATHS: &str = "Nothing was named to be published.";
    pub(crate) const NO_MESSAGE: &str = "The message of the commit is empty.";
    pub(crate) const INVALID_REMOTE: &str = "{remote} is not the name of a remote.";
    pub(crate) const OTHER_TARGET: &str = "The declaration of the handover publishes to \"{target}\", which is not the branch that is checked out, so nothing is published. Remove target from [publish] (or branch from [backend]) to publish on the branch that is checked out, or publish elsewhere with a step of kind \"command\".";
    pub(crate) const DETACHED: &str = "No branch is checked out (a rebase may be in progress), so nothing was published. Check out a branch, and publish again.";
    pub(crate) const UNFINISHED: &str =
        "A {operation} is not finished, so nothing was published. Finish it or abort it, and publish again.";
    pub(crate) const UNMERGED: &str =
        "{path} has a merge conflict, so nothing was published. Resolve it, and publish again.";
    pub(crate) const PRIVATE_TRACKED: &str = "{path} must not leave this machine, but Git tracks it, so nothing was published. Stop tracking it with: git rm --cached {argument}";
    pub(crate) const PRIVATE_COMMITTED: &str = "Commit {commit}, which has not been pushed, contains {path}, which must not leave this machine. Nothing was pushed. Remove the file from that commit with git rebase, and publish again.";
    pub(crate) const SECRET: &str =
        "{path} line {line} contains a secret ({kind}), so nothing was committed. Remove it, and publish again.";
    pub(crate) const SECRETS: &str = "{path} line {line} contains a secret ({kind}), the first of {count}, so nothing was committed. Remove them, and publish again.";
    pub(crate) const HOOK_FAILED: &str = "The hook {hook} stopped the commit: {reason}";
    pub(crate) const HOOK_CHANGED_OTHERS: &str =
        "The hook {hook} added {path} to the commit, which is not part of what is published. Nothing was committed.";
    pub(crate) const SIGNING_FAILED: &str = "The commit could not be signed, so nothing was committed: {reason}";
    pub(crate) const NO_IDENTITY: &str = "Git does not know who you are, so nothing was committed. Set it with: git config user.name \"Your Name\" and git config user.email you@example.com";
    pub(crate) const BUSY: &str = "Another Git process is working in this repository. Publish again when it has ended. If none is running, remove {file}";
    pub(crate) const MOVING: &str =
        "The branch {branch} changed several times while the commit was made. Publish again.";
    pub(crate) const FOREIGN_CHANGE: &str =
        "Another process changed {path} in the commit that was being built. Publish again.";
    pub(crate) const CONFLICT: &str = "{branch} on {remote} has other changes in {files}. Nothing was pushed; your commit stays. Run git pull {remote} {branch}, resolve the conflict, and publish again.";
    pub(crate) const UNRELATED: &str = "{branch} on {remote} has no history in common with the local branch, so nothing was pushed. Your commit stays.";
    pub(crate) const UNRELATED_SHALLOW: &str = "The history of this shallow clone is too short to merge {branch} from {remote}, so nothing was pushed. Your commit stays. Run git fetch --unshallow, and publish again.";
    pub(crate) const NO_REMOTE: &str =
        "There is no remote to push to. The commit stays. Add a remote with: git remote add origin ADDRESS";
    pub(crate) const NOT_APPROVED: &str = "Pushing {destination} is not approved on this machine, so nothing is pushed. A person who wants that runs once: handoff handover run --allow-push";
    pub(crate) const PUSH_FAILED: &str =
        "Git could not push to {remote}: {reason} The commit stays, and is pushed the next time.";
    pub(crate) const FETCH_FAILED: &str =
        "Git could not fetch from {remote}: {reason} The commit stays, and is pushed the next time.";
    pub(crate) const LOGIN_FAILED: &str = "{remote} asks for a login, and publishing does not ask you for it. Log in with git push once, and publish again. Git says: {reason}";
    pub(crate) const REMOTE_TIMEOUT: &str =
        "{remote} did not answer within {seconds} seconds. The commit stays, and is pushed the next time.";
    pub(crate) const REMOTE_MOVING: &str =
        "{remote} changed several times while the commits were pushed. The commit stays. Publish again.";
    pub(crate) const LEFT_BEHIND: &str = "The changes were merged and pushed, but the local branch {branch} was left where it is: {reason} Run git pull when your work tree is clean.";
}
