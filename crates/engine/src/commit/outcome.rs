//! How a commit ends, in words for people.
//!
//! Invariant: every end but a good one says what happened and what to do.

use handoff_protocol::{ChangeSet, Context, Fault, Outcome, Refusal, RefusalCode, Text};

use crate::commit::io::Fail;
use crate::commit::lock::NoLock;
use crate::texts;

/// How a commit ends that did what it should.
pub(super) fn finished(revision: u32, carried_out: ChangeSet, changed: bool) -> Outcome {
    let ChangeSet { summary, created, warnings, merged, .. } = carried_out;
    Outcome::Done { revision, summary, created, warnings, changed, merged }
}

/// The refusal of a context whose writer cannot name a file.
pub(super) fn bad_writer(context: &Context) -> Refusal {
    let text = Text::with(texts::BAD_WRITER, [("writer", context.writer.clone())]);
    Refusal { code: RefusalCode::BadCommand, text, task: None, field: None }
}

/// The refusal of a commit that would change a file with unsaved changes in an editor.
pub(super) fn unsaved_editor() -> Outcome {
    let text = Text::plain(texts::UNSAVED_EDITOR);
    Outcome::Refused { refusal: Refusal { code: RefusalCode::UnsavedEditor, text, task: None, field: None } }
}

/// How a commit ends that gets no lock.
pub(super) fn not_locked(no_lock: NoLock) -> Outcome {
    match no_lock {
        NoLock::Refused(refusal) => Outcome::Refused { refusal },
        NoLock::Failed(fail) => not_begun(fail),
    }
}

/// How a recovery ends that finds somebody else at work.
pub(super) fn locked() -> Outcome {
    let text = Text::plain(texts::LOCKED);
    Outcome::Refused { refusal: Refusal { code: RefusalCode::Locked, text, task: None, field: None } }
}

/// How a commit ends that the system does not let begin.
pub(super) fn not_begun(fail: Fail) -> Outcome {
    if fail.fault != Fault::Denied {
        return nothing_saved(fail);
    }
    let text = Text::with(texts::READ_ONLY, [("reason", fail.reason)]);
    Outcome::Refused { refusal: Refusal { code: RefusalCode::ReadOnly, text, task: None, field: None } }
}

/// How a commit ends that the system stopped before anything was changed.
pub(super) fn nothing_saved(fail: Fail) -> Outcome {
    let template = if fail.fault == Fault::NotAFile { texts::IN_THE_WAY } else { texts::SAVE_FAILED };
    failed(fail, template)
}

/// How a recovery ends that the system stopped.
pub(super) fn not_recovered(fail: Fail) -> Outcome {
    let is_in_the_way = matches!(fail.fault, Fault::NotAFile | Fault::Denied);
    failed(fail, if is_in_the_way { texts::IN_THE_WAY } else { texts::RECOVERY_FAILED })
}

/// How a commit ends that the system stopped.
pub(super) fn failed(fail: Fail, template: &str) -> Outcome {
    let text = Text::with(template, [("path", fail.path.clone()), ("reason", fail.reason)]);
    Outcome::Failed { path: fail.path, text }
}

/// How a commit ends that another program does not let through.
pub(super) fn conflict(path: String, template: &str) -> Outcome {
    let text = Text::with(template, [("path", path.clone())]);
    Outcome::Conflict { path, text }
}
