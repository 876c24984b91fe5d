//! The undo history of the command line: the last change sets of this person on this machine. Each
//! is a file of its own outside of the project, so that commands that run at the same time do not
//! conflict.

use std::fs;
use std::path::{Path, PathBuf};

use handoff_format::fnv1a_hex;
use handoff_protocol::ChangeSet;

use crate::disk::file;
use crate::identity;
use crate::project;

/// The maximum number of stored steps.
const MAX_STEPS: usize = 20;
/// The suffix of the files that hold a step.
const STEP_SUFFIX: &str = ".step";

/// The stored steps of one project.
pub struct History {
    folder: PathBuf,
}

impl History {
    /// Returns the history of the project with this `.handoff` folder, or `None` if there is no
    /// folder for state.
    pub fn of(project: &Path) -> Option<History> {
        let project = project.canonicalize().unwrap_or_else(|_| project.to_path_buf());
        let name = fnv1a_hex(project.to_string_lossy().as_bytes());
        Some(History { folder: identity::state_folder()?.join("handoff").join("history").join(name) })
    }

    /// Stores change sets and removes the oldest beyond the maximum. A failure is ignored: the
    /// change itself succeeded, it just cannot be undone.
    pub fn save(&self, steps: &[ChangeSet]) {
        for (number, step) in steps.iter().enumerate() {
            let name = format!("{:014}-{number:04}-{:08x}{STEP_SUFFIX}", project::now(), identity::seed());
            let temporary = self.folder.join(format!("{name}.tmp"));
            let bytes = rmp_serde::to_vec_named(step).map_err(std::io::Error::other);
            let written = bytes
                .and_then(|bytes| file::write_private(&temporary, &bytes))
                .and_then(|()| fs::rename(&temporary, self.folder.join(name)));
            if written.is_err() {
                // A temporary file that stays is never read: it lacks the suffix.
                let _ = fs::remove_file(&temporary);
            }
        }
        let names = self.names();
        for old in names.iter().take(names.len().saturating_sub(MAX_STEPS)) {
            self.remove(old);
        }
    }

    /// Returns the last step with the name of its file, or `None` if there is none. Files that
    /// cannot be parsed are removed.
    pub fn last(&self) -> Option<(String, ChangeSet)> {
        for name in self.names().into_iter().rev() {
            match fs::read(self.folder.join(&name)).ok().and_then(|bytes| rmp_serde::from_slice(&bytes).ok()) {
                Some(step) => return Some((name, step)),
                None => self.remove(&name),
            }
        }
        None
    }

    /// Removes a step. A step that cannot be removed is offered again; its undo is refused then.
    pub fn remove(&self, name: &str) {
        let _ = fs::remove_file(self.folder.join(name));
    }

    /// Returns the names of the files that hold steps, the oldest first.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.retain(|name| name.ends_with(STEP_SUFFIX));
        names.sort();
        names
    }
}

#[cfg(test)]
mod tests {
    use handoff_protocol::{Edit, RepairedDamage, Text};

    use super::*;

    #[test]
    fn steps_survive_serialization_and_torn_files_are_rejected() {
        let write = |path: &str, before: Option<&[u8]>, after: &[u8]| Edit::Write {
            path: path.to_owned(),
            before: before.map(<[u8]>::to_vec),
            after: after.to_vec(),
        };
        let step = ChangeSet {
            summary: Text::with("Add {id}\n", [("id", "ä".to_owned())]),
            edits: vec![
                write("a", None, b""),
                write("b", Some(b"1\n2"), b"\xff\n"),
                Edit::MakeFolder { path: "c".to_owned() },
            ],
            relies_on: vec!["d".to_owned()],
            created: vec!["t1".to_owned()],
            settled: Some(RepairedDamage { shared_ids: vec!["t7".to_owned()], circles: vec![vec!["t1".to_owned()]] }),
            ..ChangeSet::default()
        };
        let bytes = rmp_serde::to_vec_named(&step).unwrap();
        assert_eq!(rmp_serde::from_slice(&bytes).ok(), Some(step));
        for cut in 0..bytes.len() {
            assert!(rmp_serde::from_slice::<ChangeSet>(&bytes[..cut]).is_err(), "torn after {cut}");
        }
    }
}
