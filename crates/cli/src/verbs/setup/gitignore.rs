//! The lines of `.handoff/.gitignore`: the engine defines them, and setup adds them by a command.
//!
//! `--uninstall` leaves them. They belong to the project, not to a program, and `handoff init`
//! writes them as well.

use handoff_agent::HandoffError;
use handoff_protocol::{Command, Edit, Outcome};

use crate::ground::client::Client;
use crate::ground::progress::Spinner;
use crate::project::{Project, drive};
use crate::verbs::arguments::CommonOptions;
use crate::verbs::setup::change::{FileChange, TextChange};
use crate::verbs::setup::clients::PartKind;
use crate::verbs::setup::report::{Line, PartStatus};
use crate::verbs::setup::{display_path, files};

const FILE: &str = ".gitignore";

/// Adds or checks the missing lines, and returns the change of the file as well; `None` if there is no
/// project yet.
pub fn report_line(common: &CommonOptions, check: bool) -> Option<(Line, Option<FileChange>)> {
    let mut project = common.open_project();
    if !project.engine().reader().is_initialized() {
        return None;
    }
    let file = project.home().join(FILE);
    let (status, texts) = match missing_lines(&mut project) {
        Err(error) => ((if check { "broken" } else { "left alone" }, Some(error.to_string())), None),
        Ok(None) => (("present", None), None),
        Ok(Some(_)) if check => (("missing", None), None),
        Ok(Some(lines)) if common.dry_run => {
            (("to be written", None), files::read(&file).ok().map(|before| change(before, &lines)))
        }
        Ok(Some(_)) => (install_lines(&mut project), None),
    };
    let path = display_path(project.folder(), &file);
    let change = texts.map(|texts| FileChange { path: path.clone(), texts });
    Some((Line::new(Client::Git, PartKind::Ignored, path, status), change))
}

fn install_lines(project: &mut Project) -> PartStatus {
    match project.execute(&command(), &mut Spinner::new()) {
        Outcome::Done { .. } => ("written", None),
        other => ("left alone", Some(handoff_agent::outcome_to_reply(&other).text.into())),
    }
}

/// Returns the lines that are missing, if any, or an error that says why none can be added.
fn missing_lines(project: &mut Project) -> Result<Option<String>, HandoffError> {
    let context = project.context();
    let planned = drive::plan(project.engine(), &command(), &context)?;
    Ok(planned.edits.into_iter().find_map(|edit| match edit {
        Edit::Append { path, lines } if path == FILE => Some(lines),
        _ => None,
    }))
}

/// Returns the texts before and after lines are appended.
fn change(before: Option<String>, lines: &str) -> TextChange {
    let after = handoff_engine::edit::appended(before.as_deref().map(str::as_bytes), lines);
    TextChange { before, after: String::from_utf8(after).ok() }
}

const fn command() -> Command {
    Command::IgnoreLocalFiles {}
}
