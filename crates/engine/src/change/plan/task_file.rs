//! The file of a task that a command changes.

use handoff_format::{Container, DataFile};
use handoff_protocol::{Refusal, RefusalCode, Text};

use crate::change::plan::refusal::{About, refuse};
use crate::ground::texts;
use crate::ground::tree::Tree;
use crate::model::TaskRef;

/// Parses the file of a task.
pub(crate) fn open(tree: &Tree, task: TaskRef<'_>) -> Result<DataFile, Refusal> {
    let Some(bytes) = tree.file(&task.shown.path) else {
        let text = Text::with(texts::FILE_MISSING, [("id", task.id().to_owned())]);
        return Err(refuse(RefusalCode::FileMissing, text).about_task(task.id()));
    };
    DataFile::parse(Container::of_layout(task.shown.layout), bytes).map_err(|finding| broken(task, finding.text))
}

/// Creates the refusal to write an invalid file.
pub(crate) fn broken(task: TaskRef<'_>, text: Text) -> Refusal {
    refuse(RefusalCode::BrokenFile, text).about_task(task.id())
}

/// Returns a timestamp of now that differs from the old one, because other programs detect changes
/// by comparing them.
pub(crate) fn next_timestamp(now: i64, old: Option<&str>) -> String {
    let timestamp = handoff_format::timestamp(now);
    if old == Some(timestamp.as_str()) { handoff_format::timestamp(now.saturating_add(1)) } else { timestamp }
}
