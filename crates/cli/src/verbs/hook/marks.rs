//! What hooks remember of a conversation, in files outside of the project: each mark of a conversation has a file of
//! its own, so that conversations at the same time do not disturb each other.

use std::path::{Path, PathBuf};
use std::time::Duration;

use handoff_format::fnv1a_hex;

use crate::ground::disk::file;
use crate::ground::identity;

/// How long a mark is kept.
const KEPT: Duration = Duration::from_hours(30 * 24);

/// A mark of a conversation in a project.
pub struct Mark {
    path: PathBuf,
}

/// What a mark is about. Its name is that of a folder.
#[derive(Clone, Copy, Debug)]
pub enum MarkKind {
    /// The conversation had its reminder.
    Reminder,
    /// The time up to which the conversation knows what others have changed, in milliseconds since 1970-01-01 UTC.
    Known,
}

impl Mark {
    /// Returns a mark of a conversation, `None` if there is no folder for it.
    pub fn of(kind: MarkKind, project: &Path, conversation: &str) -> Option<Mark> {
        let name = match kind {
            MarkKind::Reminder => "handoff/reminders",
            MarkKind::Known => "handoff/known",
        };
        let key = format!("{}\n{conversation}", project.display());
        Some(Mark { path: identity::state_folder()?.join(name).join(fnv1a_hex(key.as_bytes())) })
    }

    /// Returns whether it is there.
    pub fn exists(&self) -> bool {
        self.path.exists()
    }

    /// Returns its number.
    pub fn number(&self) -> Option<i64> {
        file::read_named_text(&self.path).ok()?.trim().parse().ok()
    }

    /// Sets it. If it cannot be stored, the hook repeats what it said.
    pub fn set(&self, number: i64) {
        if let Some(folder) = self.path.parent() {
            remove_old(folder);
        }
        let _ = file::write_private(&self.path, number.to_string().as_bytes());
    }
}

/// Removes the marks of conversations of long ago.
fn remove_old(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let age = entry.metadata().and_then(|data| data.modified()).ok().and_then(|time| time.elapsed().ok());
        if age.is_some_and(|age| age > KEPT) {
            // A file that stays is removed by a later call.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}
