//! The outcomes of commits, with their messages.
//!
//! Invariant: every outcome but success says what happened and what to do.

use handoff_protocol::{ChangeSet, Command, Context, Fault, Outcome, Refusal, RefusalCode, Text, TextArg};

use crate::change::commit::io::Fail;
use crate::change::commit::lock::NoLock;
use crate::ground::texts;

/// Returns what a command did. Undo and redo say so, since their change sets have the summary of what
/// they undo.
pub fn summary_of(command: &Command, change: Text) -> Text {
    let template = match command {
        Command::Undo {} => texts::UNDONE,
        Command::Redo {} => texts::REDONE,
        _ => return change,
    };
    Text::plain(template).with_arg("change", TextArg::Text(change))
}

/// Returns the outcome of a successful commit.
pub(super) fn done(revision: u32, command: &Command, changes: ChangeSet, is_changed: bool) -> Outcome {
    let ChangeSet { summary, created, warnings, merged, proposed, .. } = changes;
    let summary = summary_of(command, summary);
    Outcome::Done { revision, summary, created, warnings, changed: is_changed, merged, proposed }
}

/// Returns the refusal of a context whose writer cannot be part of a file name.
pub(super) fn refuse_writer(context: &Context) -> Refusal {
    let text = Text::with(texts::BAD_WRITER, [("writer", context.writer.clone())]);
    Refusal { code: RefusalCode::BadCommand, text, task: None, field: None, by: None }
}

/// Returns the refusal of a commit that would change a file with unsaved changes in an editor.
pub(super) fn unsaved_editor() -> Outcome {
    let text = Text::plain(texts::UNSAVED_EDITOR);
    Outcome::Refused { refusal: Refusal { code: RefusalCode::UnsavedEditor, text, task: None, field: None, by: None } }
}

/// Returns the outcome of a commit that could not take the lock.
pub(super) fn no_lock(no_lock: NoLock) -> Outcome {
    match no_lock {
        NoLock::Refused(refusal) => Outcome::Refused { refusal },
        NoLock::Failed(fail) => start_failure(fail),
    }
}

/// Returns the outcome of a recovery while another program is writing.
pub(super) fn locked() -> Outcome {
    let text = Text::plain(texts::LOCKED);
    Outcome::Refused { refusal: Refusal { code: RefusalCode::Locked, text, task: None, field: None, by: None } }
}

/// Returns the outcome of a failure before the first write.
pub(super) fn start_failure(fail: Fail) -> Outcome {
    if fail.fault != Fault::Denied {
        return save_failure(fail);
    }
    let text = Text::with(texts::READ_ONLY, [("reason", fail.reason)]);
    Outcome::Refused { refusal: Refusal { code: RefusalCode::ReadOnly, text, task: None, field: None, by: None } }
}

/// Returns the outcome of a failure after which nothing is changed.
pub(super) fn save_failure(fail: Fail) -> Outcome {
    let template = if fail.fault == Fault::NotAFile { texts::IN_THE_WAY } else { texts::SAVE_FAILED };
    failure(fail, template)
}

/// Returns the outcome of a recovery that failed.
pub(super) fn not_recovered(fail: Fail) -> Outcome {
    let is_in_the_way = matches!(fail.fault, Fault::NotAFile | Fault::Denied);
    failure(fail, if is_in_the_way { texts::IN_THE_WAY } else { texts::RECOVERY_FAILED })
}

/// Returns the outcome of a commit that failed.
pub(super) fn failure(fail: Fail, template: &str) -> Outcome {
    let text = Text::with(template, [("path", fail.path.clone()), ("reason", fail.reason)]);
    Outcome::Failed { path: fail.path, text }
}

/// Returns the outcome of a commit that conflicts with another program's changes.
pub(super) fn conflict(path: String, template: &str) -> Outcome {
    let text = Text::with(template, [("path", path.clone())]);
    Outcome::Conflict { path, text }
}
