//! The lines of `.handoff/.gitignore`: the engine defines them, and setup adds them by a command.
//!
//! `--uninstall` leaves them. They belong to the project, not to a program, and `handoff init`
//! writes them as well.

use handoff_agent::HandoffError;
use handoff_protocol::{Command, Outcome};

use crate::ground::client::Client;
use crate::ground::progress::Spinner;
use crate::project::{Project, drive};
use crate::verbs::arguments::CommonOptions;
use crate::verbs::setup::clients::PartKind;
use crate::verbs::setup::display_path;
use crate::verbs::setup::report::{Line, PartStatus};

/// Adds or checks the missing lines; `None` if there is no project yet.
pub fn report_line(common: &CommonOptions, check: bool) -> Option<Line> {
    let mut project = common.open_project();
    if !project.engine().reader().is_initialized() {
        return None;
    }
    let (state, note) = if check { check_lines(&mut project) } else { install_lines(&mut project, common.dry_run) };
    let path = display_path(project.folder(), &project.home().join(".gitignore"));
    Some(Line { clients: vec![Client::Git], kind: PartKind::Ignored, path, state, note })
}

fn check_lines(project: &mut Project) -> PartStatus {
    match lacks_lines(project) {
        Ok(true) => ("missing", None),
        Ok(false) => ("present", None),
        Err(error) => ("broken", Some(error.to_string())),
    }
}

fn install_lines(project: &mut Project, dry_run: bool) -> PartStatus {
    match lacks_lines(project) {
        Ok(false) => return ("present", None),
        Ok(true) if dry_run => return ("to be written", None),
        Ok(true) => {}
        Err(error) => return ("left alone", Some(error.to_string())),
    }
    match project.execute(&command(), &mut Spinner::new()) {
        Outcome::Done { .. } => ("written", None),
        other => ("left alone", Some(handoff_agent::outcome_to_reply(&other).text.into())),
    }
}

/// Returns true if lines are missing, or an error that says why none can be added.
fn lacks_lines(project: &mut Project) -> Result<bool, HandoffError> {
    let context = project.context();
    let planned = drive::plan(project.engine(), &command(), &context);
    planned.map(|changes| !changes.edits.is_empty())
}

const fn command() -> Command {
    Command::IgnoreLocalFiles {}
}
