//! Pausing and resuming of writing, by the file `PAUSE`.

use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::refusal::refuse;
use crate::ground::texts;
use crate::ground::tree::Entry;
use crate::model::project::pause;

/// Writes the file with the reason.
pub(crate) fn pause_writing(project: &Project, context: &Context, reason: &str) -> Result<ChangeSet, Refusal> {
    let mut builder = ChangeSetBuilder::new(project, context);
    if pause::is_in_project(&project.tree) {
        check_file(project)?;
    }
    let reason = reason.trim();
    let text = if reason.is_empty() { String::new() } else { format!("{reason}\n") };
    builder.write(pause::FILE, text.into_bytes());
    Ok(builder.finish(Text::plain(texts::WRITING_PAUSED)))
}

/// Removes the file. A pause from outside of the project remains, and is a warning.
pub(crate) fn resume_writing(project: &Project, context: &Context) -> Result<ChangeSet, Refusal> {
    let outer = pause::outer(context);
    if !pause::is_in_project(&project.tree) {
        return Err(match outer {
            Some(outer) => refuse(RefusalCode::Paused, outer.text),
            None => refuse(RefusalCode::BadCommand, Text::plain(texts::NOT_PAUSED)),
        });
    }
    check_file(project)?;
    let mut builder = ChangeSetBuilder::new(project, context);
    builder.remove(pause::FILE);
    if let Some(outer) = outer {
        builder.warn(outer.text);
    }
    Ok(builder.finish(Text::plain(texts::WRITING_RESUMED)))
}

fn check_file(project: &Project) -> Result<(), Refusal> {
    match project.tree.get(pause::FILE) {
        Some(Entry::File(_)) => Ok(()),
        _ => Err(refuse(RefusalCode::BrokenFile, Text::plain(texts::PAUSE_NOT_A_FILE))),
    }
}
