//! Builds the tree of a commit in an index of its own, from a commit and the files in the work tree.

use crate::handover::publish::call::{Call, nul_separated};
use crate::handover::publish::failure::{PublishFailure, PublishFault, texts};
use crate::handover::publish::local_files::is_local;
use crate::handover::publish::repository::{Repository, git_failure};

/// The number of attempts to add files while other programs write them.
const MAX_ATTEMPTS: usize = 3;
const ADD: &str = "add the files";

/// A changed file between two trees.
pub(super) struct Change {
    /// The mode and the hash of the new version, `None` if the file was deleted.
    pub(super) entry: Option<String>,
    pub(super) path: String,
}

/// A tree to be committed.
pub(super) struct Snapshot {
    pub(super) tree: String,
    /// The tree that it was built on.
    pub(super) base_tree: String,
    pub(super) changes: Vec<Change>,
}

impl Repository {
    /// Builds the tree of a commit with the files in the work tree.
    pub(super) async fn snapshot(&self, base: Option<&str>) -> Result<Snapshot, PublishFailure> {
        let base_tree = self.tree_of(base).await?;
        for attempt in 1.. {
            self.remove_temporary_files().await?;
            self.run(self.with_index(&["read-tree", &base_tree]), ADD).await?;
            let (files, private) = self.candidates().await?;
            if !private.is_empty() {
                // The user has stopped tracking them: the index of the user does not have them.
                let call = self.with_index(&["update-index", "-z", "--force-remove", "--stdin"]);
                self.run(call.input(nul_separated(private.iter().map(String::as_str))), ADD).await?;
            }
            if files.is_empty() {
                break;
            }
            let call = self.with_index(&["add", "--all", "--pathspec-from-file=-", "--pathspec-file-nul"]).literal();
            let answer = self.git(call.input(nul_separated(files.iter().map(String::as_str))), ADD).await?;
            if answer.is_success() {
                break;
            }
            // A file that another program has removed meanwhile makes Git stop.
            if attempt >= MAX_ATTEMPTS || !answer.stderr.contains("did not match any files") {
                return Err(git_failure(&answer, ADD));
            }
        }
        let tree = self.write_tree().await?;
        self.compare(base_tree, tree).await
    }

    /// Returns a call that works with our own index.
    pub(super) fn with_index(&self, args: &[&str]) -> Call {
        Call::new(args).env("GIT_INDEX_FILE", &self.own_file("index"))
    }

    /// Writes the tree of our own index.
    pub(super) async fn write_tree(&self) -> Result<String, PublishFailure> {
        Ok(self.run(self.with_index(&["write-tree"]), "write a tree").await?.line())
    }

    /// Compares two trees. Fails if a file differs that is not ours.
    pub(super) async fn compare(&self, base_tree: String, tree: String) -> Result<Snapshot, PublishFailure> {
        let changes = if base_tree == tree { Vec::new() } else { self.diff(&base_tree, &tree).await? };
        if let Some(change) = changes.iter().find(|change| !self.paths.contains(&change.path)) {
            let args = [("path", change.path.clone())];
            return Err(PublishFailure::new(PublishFault::Busy, texts::FOREIGN_CHANGE, args));
        }
        Ok(Snapshot { tree, base_tree, changes })
    }

    async fn diff(&self, base_tree: &str, tree: &str) -> Result<Vec<Change>, PublishFailure> {
        let call = Call::new(&["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", base_tree, tree]);
        Ok(changes(&self.run(call, "compare trees").await?.parts()))
    }

    /// Returns the files that can differ from the base, and the private ones that it contains.
    async fn candidates(&self) -> Result<(Vec<String>, Vec<String>), PublishFailure> {
        let call = self.with_index(&["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--"]);
        let call = call.literal().args(self.paths.as_args());
        let mut files = self.run(call, "list the files").await?.parts();
        files.sort_unstable();
        files.dedup();
        let (private, others): (Vec<String>, Vec<String>) =
            files.into_iter().partition(|file| self.paths.is_private(file));
        let tracked = Call::new(&["ls-files", "-z", "--cached", "--"]).literal();
        let tracked = tracked.env("GIT_INDEX_FILE", &self.own_file("index")).args(private.iter().map(String::as_str));
        let private = if private.is_empty() { private } else { self.run(tracked, "list the files").await?.parts() };
        // A folder is another repository.
        let is_ours = |file: &String| !file.ends_with('/') && !is_local(file) && !self.is_sparse(file);
        Ok((others.into_iter().filter(is_ours).collect(), private))
    }

    /// Makes the index of the user contain our files as they are in a tree, as a commit of only
    /// these files does.
    pub(super) async fn update_user_index(&self, snapshot: &Snapshot) -> Result<(), PublishFailure> {
        let action = "update the index";
        let call = Call::new(&["diff-index", "--cached", "-R", "-r", "-z", "--raw", "--no-renames", "--no-abbrev"]);
        let call = call.args([snapshot.tree.as_str(), "--"]).literal().args(self.paths.as_args());
        let differences = changes(&self.run(call, action).await?.parts());
        let is_ours = |change: &&Change| {
            // Files that only the index has were added by the user; those that we delete were not.
            let is_deleted = snapshot.changes.iter().any(|own| own.path == change.path && own.entry.is_none());
            (change.entry.is_some() || is_deleted) && !self.is_sparse(&change.path)
        };
        let null = "0".repeat(snapshot.tree.len());
        let line = |change: &Change| match &change.entry {
            Some(entry) => format!("{entry}\t{}\0", change.path),
            None => format!("0 {null}\t{}\0", change.path),
        };
        let lines: String = differences.iter().filter(is_ours).map(line).collect();
        if lines.is_empty() {
            return Ok(());
        }
        let call = Call::new(&["update-index", "-z", "--index-info"]).input(lines.into_bytes());
        self.run(call, action).await.map(|_| ())
    }
}

/// Parses the output of `git diff-tree -z --raw`: for each file, modes, hashes and status, and the
/// path.
fn changes(parts: &[String]) -> Vec<Change> {
    let change = |pair: &[String]| {
        let [fields, path] = pair else { return None };
        let fields: Vec<&str> = fields.split(' ').collect();
        let [_, mode, _, hash, _] = fields.as_slice() else { return None };
        let entry = (*mode != "000000").then(|| format!("{mode} {hash}"));
        Some(Change { entry, path: path.clone() })
    };
    parts.chunks(2).filter_map(change).collect()
}
