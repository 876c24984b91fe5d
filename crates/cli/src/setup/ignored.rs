//! The lines of `.handoff/.gitignore`: the engine knows them, and setup has it add them.
//!
//! `--uninstall` leaves them. They belong to the project, not to a program, and `handoff init` writes them as well.

use handoff_protocol::{Command, Outcome};

use crate::options::Common;
use crate::output::spinner::Waiting;
use crate::project::Project;
use crate::run::open;
use crate::setup::clients::{Client, What};
use crate::setup::report::Line;
use crate::setup::shown;
use crate::tool_calls;

/// Adds the missing lines, or checks whether there are any; `None` if there is no project yet.
pub fn line(common: &Common, check: bool) -> Option<Line> {
    let mut project = open(common);
    if !project.engine().reading().is_initialized() {
        return None;
    }
    let (state, more) = if check { checked(&mut project) } else { installed(&mut project, common.dry_run) };
    let place = shown(project.folder(), &project.home().join(".gitignore"));
    Some(Line { clients: vec![Client::Git], what: What::Ignored, place, state, more })
}

type Said = (&'static str, Option<String>);

fn checked(project: &mut Project) -> Said {
    match lacks_lines(project) {
        Ok(true) => ("missing", None),
        Ok(false) => ("present", None),
        Err(sentence) => ("broken", Some(sentence)),
    }
}

fn installed(project: &mut Project, dry_run: bool) -> Said {
    match lacks_lines(project) {
        Ok(false) => return ("present", None),
        Ok(true) if dry_run => return ("to be written", None),
        Ok(true) => {}
        Err(sentence) => return ("left alone", Some(sentence)),
    }
    match tool_calls::execute(project, &command(), &mut Waiting::new()) {
        Ok(Outcome::Done { .. }) => ("written", None),
        Ok(other) => ("left alone", Some(handoff_agent::outcome(&other).text.into())),
        Err(paused) => ("left alone", Some(paused.text.into())),
    }
}

/// Whether lines are missing; the error says why none can be added.
fn lacks_lines(project: &mut Project) -> Result<bool, String> {
    let context = project.context();
    let planned = tool_calls::plan(project.engine(), &command(), &context);
    planned.map(|changes| !changes.edits.is_empty()).map_err(|reply| reply.text.into())
}

const fn command() -> Command {
    Command::IgnoreLocalFiles {}
}
