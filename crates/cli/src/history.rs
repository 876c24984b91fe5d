//! What this person's commands on this machine have done to a project, so that a later one can take it back: the last steps, each in a file of
//! its own outside of the project, so that commands that run at the same time do not meet.

use std::fs;
use std::path::{Path, PathBuf};

use handoff_format::fnv1a_hex;
use handoff_protocol::ChangeSet;

use crate::disk::private_file;
use crate::identity;
use crate::project;

/// So many steps are kept.
const KEPT: usize = 20;
/// The ending of the name of a file that holds a step.
const ENDING: &str = ".step";

/// The history of one project.
pub struct History {
    folder: PathBuf,
}

impl History {
    /// Of the project whose `.handoff` folder that is; none where nothing can be kept.
    pub fn of(project: &Path) -> Option<History> {
        let place = project.canonicalize().unwrap_or_else(|_| project.to_path_buf());
        let name = fnv1a_hex(place.to_string_lossy().as_bytes());
        Some(History { folder: identity::state_folder()?.join("handoff").join("history").join(name) })
    }

    /// Keeps what was done. What cannot be kept cannot be taken back, and is no failure of what was done.
    pub fn keep(&self, steps: &[ChangeSet]) {
        for (number, step) in steps.iter().enumerate() {
            let name = format!("{:014}-{number:04}-{:08x}{ENDING}", project::now(), identity::seed());
            let half = self.folder.join(format!("{name}.tmp"));
            let bytes = rmp_serde::to_vec_named(step).map_err(std::io::Error::other);
            let written = bytes
                .and_then(|bytes| private_file::write(&half, &bytes))
                .and_then(|()| fs::rename(&half, self.folder.join(name)));
            if written.is_err() {
                let _ = fs::remove_file(&half);
            }
        }
        let names = self.names();
        for old in names.iter().take(names.len().saturating_sub(KEPT)) {
            self.forget(old);
        }
    }

    /// The last step with the name of its file; none where there is none. What makes no sense is no step.
    pub fn recall(&self) -> Option<(String, ChangeSet)> {
        for name in self.names().into_iter().rev() {
            match fs::read(self.folder.join(&name)).ok().and_then(|bytes| rmp_serde::from_slice(&bytes).ok()) {
                Some(step) => return Some((name, step)),
                None => self.forget(&name),
            }
        }
        None
    }

    /// Forgets a step.
    pub fn forget(&self, name: &str) {
        let _ = fs::remove_file(self.folder.join(name));
    }

    /// The names of the files that hold steps, the oldest first.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.retain(|name| name.ends_with(ENDING));
        names.sort();
        names
    }
}

#[cfg(test)]
mod tests {
    use handoff_protocol::{Edit, Settled, Text};

    use super::*;

    #[test]
    fn a_step_comes_back_as_it_was() {
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
            settled: Some(Settled { shared_ids: vec!["t7".to_owned()], circles: vec![vec!["t1".to_owned()]] }),
            ..ChangeSet::default()
        };
        let bytes = rmp_serde::to_vec_named(&step).unwrap();
        assert_eq!(rmp_serde::from_slice(&bytes).ok(), Some(step));
        for cut in 0..bytes.len() {
            assert!(rmp_serde::from_slice::<ChangeSet>(&bytes[..cut]).is_err(), "torn after {cut}");
        }
    }
}
