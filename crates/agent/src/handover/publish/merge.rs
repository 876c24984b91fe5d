//! Merges commits without a work tree, by the merge driver.

use crate::handover::publish::call::Call;
use crate::handover::publish::failure::PublishFailure;
use crate::handover::publish::repository::{Repository, git_failure};
use crate::merge::ATTRIBUTES;

const ACTION: &str = "merge";

/// The result of a merge.
pub(super) enum MergeResult {
    /// The commit that contains both sides: a new one, or one of both.
    Merged(String),
    /// Files that both sides have changed in different ways.
    Conflict(Vec<String>),
    /// The commits have no common ancestor.
    Unrelated,
}

impl Repository {
    /// Merges two commits of a branch.
    pub(super) async fn merge(&self, ours: &str, theirs: &str, branch: &str) -> Result<MergeResult, PublishFailure> {
        if self.is_ancestor(theirs, ours).await? {
            return Ok(MergeResult::Merged(ours.to_owned()));
        }
        if self.is_ancestor(ours, theirs).await? {
            return Ok(MergeResult::Merged(theirs.to_owned()));
        }
        let call = Call::new(&["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages"]);
        let call = call.args([ours, theirs]);
        let answer = self.git(self.with_driver(call).await?.long(), ACTION).await?;
        match answer.code {
            Some(0) => {
                let tree = answer.parts().into_iter().next().unwrap_or_default();
                let message = format!("Merge {branch} with what others have published\n");
                let message = self.write_own_file("message", &message).await?;
                self.create_commit(&tree, &[ours, theirs], &message).await.map(MergeResult::Merged)
            }
            Some(1) if !answer.stdout.is_empty() => {
                Ok(MergeResult::Conflict(answer.parts().into_iter().skip(1).collect()))
            }
            _ if answer.stderr.contains("unrelated histories") => Ok(MergeResult::Unrelated),
            _ => Err(git_failure(&answer, ACTION)),
        }
    }

    /// Makes Git merge our files by the merge driver, also where neither the repository nor the user
    /// is set up for it.
    async fn with_driver(&self, call: Call) -> Result<Call, PublishFailure> {
        let Some(driver) = &self.request.merge_driver else { return Ok(call) };
        let call = call.setting(format!("merge.handoff.driver={driver}"));
        let call = call.setting("merge.handoff.recursive=binary".to_owned());
        // These are the attributes of the lowest rank, so those of the repository prevail.
        if self.config.get("core.attributesfile").is_some() {
            return Ok(call);
        }
        let lines = self
            .paths
            .project_folders()
            .into_iter()
            .flat_map(|folder| ATTRIBUTES.lines().map(move |line| format!("{}{line}\n", pattern_folder(folder))));
        let file = self.write_own_file("attributes", &lines.collect::<String>()).await?;
        Ok(call.setting(format!("core.attributesFile={file}")))
    }
}

/// Returns a folder as part of a pattern. A pattern cannot contain spaces or wildcards as they are.
fn pattern_folder(folder: &str) -> String {
    folder
        .chars()
        .map(|character| if character.is_alphanumeric() || "/._-".contains(character) { character } else { '?' })
        .collect()
}
