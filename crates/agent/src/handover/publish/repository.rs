//! The repository that is published from: where it is, how it is configured, what is in its way.

use std::collections::BTreeSet;

use crate::handover::publish::PublishRequest;
use crate::handover::publish::call::{Call, GitAnswer};
use crate::handover::publish::destination::Destination;
use crate::handover::publish::failure::{PublishFailure, PublishFault, texts};
use crate::handover::publish::local_files::PublishPaths;
use crate::handover::publish::options::GitConfig;
use crate::handover::publish::questions::{Caller, PublishPoint};

/// The oldest version of Git that can merge without a work tree.
const OLDEST_GIT: (u32, u32) = (2, 38);
/// The start of the names of our files in the Git folder.
const FILE_PREFIX: &str = "handoff-publish";
/// The start of the full names of branches.
pub(super) const BRANCHES: &str = "refs/heads/";
/// The settings that decide how publishing works, as a regular expression.
const SETTINGS: &str = r"^(branch|remote|url)\.|^(commit\.gpgsign|core\.sshcommand|core\.attributesfile)$";

/// The repository, and the caller who works on it.
pub(super) struct Repository {
    caller: Caller,
    pub(super) request: PublishRequest,
    pub(super) paths: PublishPaths,
    pub(super) config: GitConfig,
    pub(super) is_shallow: bool,
    folder: String,
    git_folder: String,
    /// Files that a sparse checkout leaves out of the work tree.
    sparse: BTreeSet<String>,
}

impl Repository {
    /// Finds the repository of the caller's folder.
    pub(super) async fn open(caller: Caller, request: PublishRequest) -> Result<Repository, PublishFailure> {
        let paths = PublishPaths::new(&request)?;
        if request.message.trim().is_empty() {
            return Err(PublishFailure::new(PublishFault::Request, texts::NO_MESSAGE, []));
        }
        if let Some(remote) = request.remote.as_ref().filter(|remote| remote.is_empty() || remote.starts_with('-')) {
            let args = [("remote", remote.clone())];
            return Err(PublishFailure::new(PublishFault::Request, texts::INVALID_REMOTE, args));
        }
        let version = caller.git(Call::new(&["version"]).build(None)).await?.line();
        if !is_supported(&version) {
            return Err(PublishFailure::new(PublishFault::OldGit, texts::OLD_GIT, [("version", version)]));
        }
        let call = Call::new(&["rev-parse", "--path-format=absolute"]).args([
            "--is-shallow-repository",
            "--git-dir",
            "--show-toplevel",
        ]);
        let answer = caller.git(call.build(None)).await?;
        let text = answer.text();
        let mut lines = text.lines().map(str::to_owned);
        let (true, Some(shallow), Some(git_folder), Some(folder)) =
            (answer.is_success(), lines.next(), lines.next(), lines.next())
        else {
            return Err(no_repository(&answer));
        };
        let config = Call::new(&["config", "-z", "--get-regexp", SETTINGS]);
        let config = GitConfig::parse(caller.git(config.build(None)).await?.parts());
        let is_shallow = shallow == "true";
        let sparse = BTreeSet::new();
        Ok(Repository { caller, request, paths, config, is_shallow, folder, git_folder, sparse })
    }

    /// Runs Git in the root of the work tree. Fails only if Git does not end.
    pub(super) async fn git(&self, call: Call, action: &str) -> Result<GitAnswer, PublishFailure> {
        let call = call.build(Some(&self.folder));
        let seconds = call.timeout_secs;
        let answer = self.caller.git(call).await?;
        if answer.timed_out {
            let args = [("action", action.to_owned()), ("seconds", seconds.to_string())];
            return Err(PublishFailure::new(PublishFault::Timeout, texts::TIMEOUT, args));
        }
        if answer.truncated {
            return Err(PublishFailure::new(PublishFault::Git, texts::OUTPUT_TOO_LONG, []));
        }
        Ok(answer)
    }

    /// Runs Git, which must succeed. `action` completes the sentence "Git could not …".
    pub(super) async fn run(&self, call: Call, action: &str) -> Result<GitAnswer, PublishFailure> {
        let answer = self.git(call, action).await?;
        if answer.is_success() { Ok(answer) } else { Err(git_failure(&answer, action)) }
    }

    /// Returns the branch that is checked out. Fails if the request names another target.
    pub(super) async fn current_branch(&self) -> Result<String, PublishFailure> {
        let answer = self.git(Call::new(&["symbolic-ref", "--quiet", "HEAD"]), "read HEAD").await?;
        let line = answer.line();
        let branch = line.strip_prefix(BRANCHES).filter(|_| answer.is_success());
        if let Some(target) = &self.request.target
            && branch != Some(target.strip_prefix(BRANCHES).unwrap_or(target))
        {
            let args = [("target", target.clone())];
            return Err(PublishFailure::new(PublishFault::Target, texts::OTHER_TARGET, args));
        }
        let detached = || PublishFailure::new(PublishFault::Detached, texts::DETACHED, []);
        branch.map(str::to_owned).ok_or_else(detached)
    }

    /// Returns the object that a name refers to, or `None` if there is none.
    pub(super) async fn resolve(&self, name: &str) -> Result<Option<String>, PublishFailure> {
        let call = Call::new(&["rev-parse", "--quiet", "--verify", "--end-of-options", name]);
        let answer = self.git(call, "read a reference").await?;
        Ok(answer.is_success().then(|| answer.line()).filter(|line| !line.is_empty()))
    }

    /// Returns the commit at the tip of a branch, or `None` if there is none.
    pub(super) async fn tip(&self, branch: &str) -> Result<Option<String>, PublishFailure> {
        self.resolve(&format!("{BRANCHES}{branch}")).await
    }

    /// Returns the tree of a commit, the empty tree for `None`.
    pub(super) async fn tree_of(&self, commit: Option<&str>) -> Result<String, PublishFailure> {
        let call = match commit {
            Some(commit) => Call::new(&["rev-parse", "--verify", &format!("{commit}^{{tree}}")]),
            None => Call::new(&["hash-object", "-t", "tree", "-w", "--stdin"]).input(Vec::new()),
        };
        Ok(self.run(call, "read a commit").await?.line())
    }

    /// Returns true if a commit is another one or an ancestor of it.
    pub(super) async fn is_ancestor(&self, commit: &str, of: &str) -> Result<bool, PublishFailure> {
        let call = Call::new(&["merge-base", "--is-ancestor", commit, of]);
        Ok(self.git(call, "compare commits").await?.is_success())
    }

    /// Fails if writing is paused.
    pub(super) async fn check_pause(&self, point: PublishPoint) -> Result<(), PublishFailure> {
        self.caller.check_pause(point).await
    }

    /// Fails unless the person has approved the destination.
    pub(super) async fn approve(&self, destination: &Destination) -> Result<(), PublishFailure> {
        self.caller.approve(destination).await
    }

    /// Returns the absolute path of a file of ours in the Git folder.
    pub(super) fn own_file(&self, name: &str) -> String {
        format!("{}/{FILE_PREFIX}.{name}", self.git_folder)
    }

    /// Writes a file of ours in the Git folder. Returns its path.
    pub(super) async fn write_own_file(&self, name: &str, text: &str) -> Result<String, PublishFailure> {
        let path = self.own_file(name);
        self.caller.write(path.clone(), text.as_bytes().to_vec()).await?;
        Ok(path)
    }

    /// Removes our files in the Git folder, including locks that Git left when it was killed.
    pub(super) async fn remove_temporary_files(&self) -> Result<(), PublishFailure> {
        let names = ["index", "index.lock", "message", "attributes"];
        self.caller.remove(names.iter().map(|name| self.own_file(name)).collect()).await
    }

    /// Returns where a push of a branch goes, or fails if there is no remote.
    pub(super) fn destination(&self, branch: &str) -> Result<Destination, PublishFailure> {
        let Some(remote) = self.request.remote.clone().or_else(|| self.config.push_remote(branch)) else {
            return Err(PublishFailure::new(PublishFault::NoRemote, texts::NO_REMOTE, []));
        };
        let addresses = self.config.push_addresses(&remote);
        Ok(Destination { remote, addresses, branch: branch.to_owned() })
    }

    /// Returns a call that reaches a remote, never asking the user.
    pub(super) fn remote_call(&self, args: &[&str]) -> Call {
        let call = Call::new(args).long();
        match self.config.batch_ssh() {
            Some(command) => call.env("GIT_SSH_COMMAND", &command),
            None => call,
        }
    }

    /// Fails while a merge, cherry-pick or revert is not finished. (During a rebase or a bisection,
    /// no branch is checked out.)
    pub(super) async fn refuse_unfinished_operation(&self) -> Result<(), PublishFailure> {
        for (name, operation) in
            [("MERGE_HEAD", "merge"), ("CHERRY_PICK_HEAD", "cherry-pick"), ("REVERT_HEAD", "revert")]
        {
            if self.resolve(name).await?.is_some() {
                let args = [("operation", operation.to_owned())];
                return Err(PublishFailure::new(PublishFault::Unfinished, texts::UNFINISHED, args));
            }
        }
        Ok(())
    }

    /// Reads the index of the user. Fails if a file of ours has a conflict there, or if a private
    /// file is tracked.
    pub(super) async fn read_index(&mut self) -> Result<(), PublishFailure> {
        let call = Call::new(&["ls-files", "-z", "-v", "--cached", "--"]).literal().args(self.paths.as_args());
        for part in self.run(call, "read the index").await?.parts() {
            let Some((tag, path)) = part.split_once(' ') else { continue };
            let named = ("path", path.to_owned());
            if self.paths.is_private(path) {
                let args = [named, ("argument", shell_quoted(path))];
                return Err(PublishFailure::new(PublishFault::Private, texts::PRIVATE_TRACKED, args));
            }
            // A lower-case tag means that Git is told to assume the file unchanged.
            match tag {
                "M" | "m" => return Err(PublishFailure::new(PublishFault::Unfinished, texts::UNMERGED, [named])),
                "S" | "s" => self.sparse.insert(path.to_owned()),
                _ => false,
            };
        }
        Ok(())
    }

    /// Returns true if a sparse checkout leaves a file out of the work tree.
    pub(super) fn is_sparse(&self, path: &str) -> bool {
        self.sparse.contains(path)
    }
}

/// Returns a path as an argument for a shell.
fn shell_quoted(path: &str) -> String {
    let is_plain = |character: char| character.is_alphanumeric() || "/._-".contains(character);
    if path.chars().all(is_plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

/// Returns true if this output of `git version` is of a version that is new enough.
fn is_supported(version: &str) -> bool {
    let number = version.split_whitespace().nth(2).unwrap_or_default();
    let mut parts = number.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    (parts.next().unwrap_or(0), parts.next().unwrap_or(0)) >= OLDEST_GIT
}

fn no_repository(answer: &GitAnswer) -> PublishFailure {
    let fault = PublishFault::Repository;
    let stderr = &answer.stderr;
    if stderr.contains("dubious ownership") {
        let command = stderr.lines().map(str::trim).find(|line| line.starts_with("git config")).unwrap_or_default();
        return PublishFailure::new(fault, texts::NOT_OWNED, [("command", command.to_owned())]);
    }
    if stderr.contains("must be run in a work tree") {
        return PublishFailure::new(fault, texts::NO_WORK_TREE, []);
    }
    if stderr.contains("not a git repository") {
        return PublishFailure::new(fault, texts::NOT_REPOSITORY, []);
    }
    PublishFailure { fault, ..git_failure(answer, "read the repository") }
}

/// Returns the failure for an answer of Git. `action` completes the sentence "Git could not …".
pub(super) fn git_failure(answer: &GitAnswer, action: &str) -> PublishFailure {
    if let Some(lock) = lock_file(&answer.stderr) {
        return PublishFailure::new(PublishFault::Busy, texts::BUSY, [("file", lock)]);
    }
    let identity = [
        "tell me who you are",
        "empty ident name",
        "no email was given",
        "auto-detect email",
        "auto-detection is disabled",
    ];
    if identity.iter().any(|part| answer.stderr.contains(part)) {
        return PublishFailure::new(PublishFault::Identity, texts::NO_IDENTITY, []);
    }
    let args = [("action", action.to_owned()), ("reason", answer.reason())];
    PublishFailure::new(PublishFault::Git, texts::GIT_FAILED, args)
}

/// Returns the lock file that another process holds, if Git says that it does.
fn lock_file(stderr: &str) -> Option<String> {
    let line = stderr.lines().find(|line| line.contains(".lock': File exists"))?;
    let (_, rest) = line.split_once('\'')?;
    let (path, _) = rest.split_once("': File exists")?;
    Some(path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_new_versions_are_supported() {
        for (version, expected) in [
            ("git version 2.38.0", true),
            ("git version 2.47.3", true),
            ("git version 2.39.2 (Apple Git-143)", true),
            ("git version 2.45.1.windows.1", true),
            ("git version 3.0", true),
            ("git version 2.37.9", false),
            ("git version 1.99", false),
            ("", false),
        ] {
            assert_eq!(is_supported(version), expected, "{version}");
        }
    }

    #[test]
    fn lock_file_is_read_from_the_message() {
        let message = "fatal: Unable to create '/a b/.git/index.lock': File exists.\n\nAnother git process";
        assert_eq!(lock_file(message).as_deref(), Some("/a b/.git/index.lock"));
        assert_eq!(lock_file("fatal: no"), None);
    }
}
