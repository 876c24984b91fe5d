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
    /// What happened and what to do.
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
    pub(super) fn without_answer() -> Self {
        PublishFailure::new(PublishFault::Git, texts::NO_ANSWER, [])
    }

    /// Adds the commit that was made before.
    #[must_use]
    pub(super) fn with_commit(mut self, commit: Option<&str>) -> Self {
        if self.commit.is_none() {
            self.commit = commit.map(str::to_owned);
        }
        self
    }
}

macro_rules! texts {
    ($($name:ident = $text:literal;)*) => {
        /// The templates of the sentences.
        pub(super) mod texts {
            $(pub(in crate::handover::publish) const $name: &str = $text;)*
        }
        /// The templates of all sentences about publishing, which are the keys of their translations.
        pub const TEXTS: &[&str] = &[$($text),*];
    };
}

texts! {
    NO_ANSWER = "Publishing stopped because Git's answer was missing.";
    NOT_STARTED = "Git could not be run: {reason}";
    PAUSED = "Publishing is paused: {reason}";
    GIT_FAILED = "Git could not {action}: {reason}";
    TIMEOUT = "Git did not {action} within {seconds} seconds. Publish again later.";
    OUTPUT_TOO_LONG = "The changes are too large to check for secrets. Commit the files with Git.";
    NOT_REPOSITORY = "The project is not in a Git repository, so nothing can be published. Create one with: git init";
    NO_WORK_TREE = "This repository has no work tree, so nothing can be published from it.";
    NOT_OWNED = "Git refuses this repository because it belongs to another user. If you trust it, run: {command}";
    OLD_GIT = "Publishing needs Git 2.38 or newer; this is {version}.";
    INVALID_PATH = "{path} cannot be published: only files below .handoff/ can.";
    NO_PATHS = "Nothing was named to be published.";
    NO_MESSAGE = "The message of the commit is empty.";
    INVALID_REMOTE = "{remote} is not the name of a remote.";
    INVALID_REFERENCE = "{reference} is not a name for a branch, nor a reference below refs/handoff/.";
    CHECKED_OUT = "{reference} is checked out in {folder}, so it cannot be changed from outside. Publish on the current branch there.";
    DETACHED = "No branch is checked out (a rebase may be in progress), so nothing was published. Check out a branch, or publish to a reference of its own such as refs/handoff/{example}.";
    UNFINISHED = "A {operation} is not finished, so nothing was published. Finish it or abort it, and publish again.";
    UNMERGED = "{path} has a merge conflict, so nothing was published. Resolve it, and publish again.";
    PRIVATE_TRACKED = "{path} must not leave this machine, but Git tracks it, so nothing was published. Stop tracking it with: git rm --cached {argument}";
    PRIVATE_COMMITTED = "Commit {commit}, which has not been pushed, contains {path}, which must not leave this machine. Nothing was pushed. Remove the file from that commit with git rebase, and publish again.";
    SECRET = "{path} line {line} contains a secret ({kind}), so nothing was committed. Remove it, and publish again.";
    SECRETS = "{path} line {line} contains a secret ({kind}), the first of {count}, so nothing was committed. Remove them, and publish again.";
    HOOK_FAILED = "The hook {hook} stopped the commit: {reason}";
    HOOK_CHANGED_OTHERS = "The hook {hook} added {path} to the commit, which is not part of what is published. Nothing was committed.";
    SIGNING_FAILED = "The commit could not be signed, so nothing was committed: {reason}";
    NO_IDENTITY = "Git does not know who you are, so nothing was committed. Set it with: git config user.name \"Your Name\" and git config user.email you@example.com";
    BUSY = "Another Git process is working in this repository. Publish again when it has ended. If none is running, remove {file}";
    MOVING = "The branch {branch} changed several times while the commit was made. Publish again.";
    FOREIGN_CHANGE = "Another process changed {path} in the commit that was being built. Publish again.";
    CONFLICT = "{reference} on {remote} has other changes in {files}. Nothing was pushed; your commit stays. Run git pull {remote} {branch}, resolve the conflict, and publish again.";
    CONFLICT_OWN = "{reference} on {remote} has other changes in {files}. Nothing was pushed; your commit stays. Change the data to one of both versions, and publish again.";
    CONFLICT_LOCAL = "{reference} has other changes in {files}. Nothing was published. Change the data to one of both versions, and publish again.";
    UNRELATED = "{reference} on {remote} has no history in common with the local branch, so nothing was pushed. Your commit stays.";
    UNRELATED_SHALLOW = "The history of this shallow clone is too short to merge {reference} from {remote}, so nothing was pushed. Your commit stays. Run git fetch --unshallow, and publish again.";
    NO_REMOTE = "There is no remote to push to. The commit stays. Add a remote with: git remote add origin ADDRESS";
    PUSH_FAILED = "Git could not push to {remote}: {reason} The commit stays, and is pushed the next time.";
    FETCH_FAILED = "Git could not fetch from {remote}: {reason} The commit stays, and is pushed the next time.";
    LOGIN_FAILED = "{remote} asks for a login, and publishing does not ask you for it. Log in with git push once, and publish again. Git says: {reason}";
    REMOTE_TIMEOUT = "{remote} did not answer within {seconds} seconds. The commit stays, and is pushed the next time.";
    REMOTE_MOVING = "{remote} changed several times while the commits were pushed. The commit stays. Publish again.";
    LEFT_BEHIND = "The changes were merged and pushed, but the local branch {branch} was left where it is: {reason} Run git pull when your work tree is clean.";
}
