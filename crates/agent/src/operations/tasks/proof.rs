//! The proof of a done criterion in calls.

use handoff_format::Task;
use handoff_protocol::{Proof, ProofKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::InvalidArgument;
use crate::context_pointers::Places;
use crate::params::MainMember;
use crate::proofs::{files_now, subjects};

/// The number of digits of a commit's hash.
const COMMIT_DIGITS: std::ops::RangeInclusive<usize> = 7..=64;

/// What shows that a criterion is met.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct ProofParams {
    // The definition of a tool names the members in one line, because every conversation pays for it.
    #[schemars(extend("hidden" = true, "also" = ["commit", "file", "link", "url", "uri", "path"]))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    #[schemars(extend("hidden" = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    #[schemars(extend("hidden" = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i64>,
    #[schemars(extend("hidden" = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    #[schemars(extend("hidden" = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<Vec<String>>,
}

impl MainMember for ProofParams {
    const NAME: &'static str = "target";
}

impl ProofParams {
    /// Returns the paths to read before the proof can be resolved.
    pub(super) fn paths<'p>(&'p self, task: Option<&'p Task>) -> impl Iterator<Item = &'p str> {
        self.target.iter().map(String::as_str).chain(self.subjects(task))
    }

    /// Returns the paths that it is about.
    fn subjects<'p>(&'p self, task: Option<&'p Task>) -> impl Iterator<Item = &'p str> {
        let own = self.files.iter().flatten().map(String::as_str);
        let task = task.filter(|_| self.files.is_none());
        own.chain(task.into_iter().flat_map(subjects))
    }

    /// Returns the proof with the state of the files that it is about. `places` has the paths above, `path` is
    /// the path to the argument.
    pub(crate) fn resolve(self, path: &str, task: Option<&Task>, places: &Places) -> Result<Proof, InvalidArgument> {
        let invalid = || {
            let takes = "a commit, a file of the project or a URL, or an object with command, exit_code and output";
            Err(InvalidArgument::new(path, takes))
        };
        let about = files_now(places, self.subjects(task));
        if let Some(command) = self.command.filter(|command| !command.trim().is_empty()) {
            let ProofParams { exit_code, output, .. } = self;
            return Ok(Proof {
                kind: ProofKind::Command,
                target: command,
                exit_code,
                output,
                files: about,
                ..Proof::default()
            });
        }
        let Some(target) = self.target.map(|target| target.trim().to_owned()).filter(|target| !target.is_empty())
        else {
            return invalid();
        };
        let file = files_now(places, std::iter::once(target.as_str()));
        let is_commit = COMMIT_DIGITS.contains(&target.len()) && target.bytes().all(|byte| byte.is_ascii_hexdigit());
        let (kind, files) = if target.starts_with("https://") || target.starts_with("http://") {
            (ProofKind::Link, about)
        } else if !file.is_empty() {
            let others = about.into_iter().filter(|other| other.path != target && self.files.is_some());
            (ProofKind::File, file.into_iter().chain(others).collect())
        } else if is_commit {
            (ProofKind::Commit, about)
        } else {
            return invalid();
        };
        Ok(Proof { kind, target, files, ..Proof::default() })
    }
}
