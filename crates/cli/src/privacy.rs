//! Private sessions that would leave this machine with Git all the same.

use handoff_engine::sessions::SessionEntry;
use handoff_protocol::{Position, Problem, ProblemCode, Severity, Text};

use crate::git;
use crate::project::Project;

const TRACKED: &str = "This session is private, and Git has it already. Take it out with: git rm --cached {path}";
const OPEN: &str =
    "This session is private, and Git would take it. Save it again, or add its name to .handoff/.gitignore.";

/// What is wrong with where private sessions lie.
pub fn problems(project: &mut Project) -> Vec<Problem> {
    let home = project.home();
    let sessions = project.engine().reading().sessions();
    let private = sessions.iter().filter(|session| session.is_private());
    let files: Vec<String> = private.map(SessionEntry::path).map(str::to_owned).collect();
    let (tracked, open) = git::taken(&home, &files);
    let problem = |path: String, template: &str| Problem {
        code: ProblemCode::Exposed,
        severity: Severity::Warning,
        text: Text::with(template, [("path", format!(".handoff/{path}"))]),
        path,
        position: Position::default(),
        task: None,
        cost: None,
        repairs: Vec::new(),
    };
    let tracked = tracked.into_iter().map(|path| problem(path, TRACKED));
    tracked.chain(open.into_iter().map(|path| problem(path, OPEN))).collect()
}
