//! Problems with Git: files that matter on this machine only, but which Git tracks or would add (private
//! sessions and packages, the trash, locks and journals), records that it ignores, files that it would
//! merge as plain text, and what a merge has lost or kept.

use handoff_engine::sessions::SessionEntry;
use handoff_engine::{LOCAL_FILES, PRIVATE_PACKAGES};
use handoff_protocol::{Command, Position, Problem, ProblemCode, Repair, Severity, Text};

use crate::ground::git;
use crate::ground::git::kept_tasks::deleted_and_changed;
use crate::ground::git::merging::{Merging, UnmarkedFile, ignored_records, merging, unmarked_files};
use crate::project::drive;
use crate::project::open_project::Project;

const TRACKED: &str =
    "This session is private, but Git already tracks it. Stop tracking it with: git rm --cached {path}";
const OPEN: &str =
    "This session is private, but Git would track it. Save it again, or add its name to .handoff/.gitignore.";
const TRACKED_TRASH: &str = "Git tracks the trash. When one branch deletes a task and another one changes it, a merge can put the change into the trash without a conflict. Stop tracking it with: git rm -r --cached {path}";
const TRACKED_LOCAL: &str =
    "Git tracks this file, which is only for this machine. Stop tracking it with: git rm --cached {path}";
const UNIGNORED: &str =
    "Git does not ignore {patterns} in .handoff, so the next commit may include files that are only for this machine.";
const UPDATE_IGNORED: &str = "Update .handoff/.gitignore";
const TRACKED_PACKAGE: &str =
    "This package is private, but Git already tracks it. Stop tracking it with: git rm --cached {path}";
const NO_ATTRIBUTES: &str = "Git merges the files in .handoff as plain text, which can leave needless conflicts or broken files. Run handoff setup git and commit .gitattributes.";
const NO_DRIVER: &str = "The attributes name the merge driver of Handoff, but Git does not know it in this clone and merges the files in .handoff as plain text. Run handoff setup git.";
const BROKEN_DRIVER: &str = "The merge driver of Handoff in the configuration of Git is of an earlier version, or its program does not exist. Git may merge the files in .handoff as plain text, or keep the changes of one branch only. Run handoff setup git.";
const KEPT: &str = "One branch deleted the task {id} and the other changed it; the last merge kept the changed task. If it is not needed any more: handoff task delete {id}.";
const ONE_SIDED: &str = "Git has this file as unmerged, but it is the same as on one of the two branches, so the changes of the other are missing. Git did not find the merge driver. Merge it again: run handoff setup git, then git checkout --merge -- {path}";
const UNMARKED: &str = "Git has this file as unmerged, but it has no conflict markers, so the changes of one branch may be missing. git show :3:{path} shows that of the other branch. If nothing is missing: git add -- {path}";
const IGNORED: &str =
    "Git ignores {records}, so a commit leaves them out and teammates do not get them. The line is {source}: {pattern}";
const TRASH: &str = "trash";

/// Returns the problems of all these files.
pub fn problems(project: &mut Project) -> Vec<Problem> {
    let mut problems = private_sessions(project);
    let packages = git::list_tracked(&project.home(), &[PRIVATE_PACKAGES]);
    problems.extend(packages.into_iter().map(|path| tracked_problem(TRACKED_PACKAGE, path)));
    problems.extend(local_files(project));
    problems.extend(merge_setup(project));
    problems.extend(unmarked_files(&project.home()).into_iter().map(unmarked_problem));
    problems.extend(ignored_records(&project.home()).into_iter().map(|ignored| {
        let args = [("records", ignored.records.join(", ")), ("source", ignored.source), ("pattern", ignored.pattern)];
        let problem = problem(Text::with(IGNORED, args), ".gitignore".to_owned());
        Problem { code: ProblemCode::MergeSetup, severity: Severity::Information, ..problem }
    }));
    problems.extend(kept_tasks(project));
    problems
}

fn kept_tasks(project: &mut Project) -> Vec<Problem> {
    let ids = deleted_and_changed(&project.home());
    let tasks = project.engine().reader().tasks();
    let kept = tasks.into_iter().filter(|task| ids.contains(&task.fields().id));
    kept.map(|task| Problem {
        code: ProblemCode::KeptByMerge,
        severity: Severity::Information,
        task: Some(task.fields().id.clone()),
        ..problem(Text::with(KEPT, [("id", task.fields().id.clone())]), task.path().to_owned())
    })
    .collect()
}

fn merge_setup(project: &Project) -> Option<Problem> {
    let (text, severity) = match merging(&project.home()) {
        Merging::Right => return None,
        Merging::NoAttributes => (NO_ATTRIBUTES, Severity::Information),
        Merging::NoDriver => (NO_DRIVER, Severity::Warning),
        Merging::BrokenDriver => (BROKEN_DRIVER, Severity::Warning),
    };
    let path = ".gitattributes".to_owned();
    Some(Problem { code: ProblemCode::MergeSetup, severity, ..problem(Text::plain(text), path) })
}

fn private_sessions(project: &mut Project) -> Vec<Problem> {
    let home = project.home();
    let sessions = project.engine().reader().sessions();
    let private = sessions.iter().filter(|session| session.is_private());
    let files: Vec<String> = private.map(SessionEntry::path).map(str::to_owned).collect();
    let (tracked, addable) = git::tracked_and_untracked(&home, &files);
    let tracked = tracked.into_iter().map(|path| tracked_problem(TRACKED, path));
    tracked.chain(addable.into_iter().map(|path| problem(Text::plain(OPEN), path))).collect()
}

fn local_files(project: &mut Project) -> Vec<Problem> {
    let home = project.home();
    let (in_trash, others): (Vec<String>, Vec<String>) =
        git::list_tracked(&home, &LOCAL_FILES).into_iter().partition(|path| path.starts_with("trash/"));
    // One problem for the whole trash: it is untracked as a whole.
    let trash = in_trash.first().map(|_| tracked_problem(TRACKED_TRASH, TRASH.to_owned()));
    let mut problems: Vec<Problem> = trash.into_iter().collect();
    problems.extend(others.into_iter().map(|path| tracked_problem(TRACKED_LOCAL, path)));
    let unignored = git::list_unignored(&home, &LOCAL_FILES);
    if !unignored.is_empty() {
        let text = Text::with(UNIGNORED, [("patterns", unignored.join(", "))]);
        let repairs = ignore_repair(project).into_iter().collect();
        problems.push(Problem { repairs, ..problem(text, ".gitignore".to_owned()) });
    }
    problems
}

/// Returns the repair that adds lines to `.gitignore`, or `None` if all are there, so that other
/// lines of a person re-include the files.
fn ignore_repair(project: &mut Project) -> Option<Repair> {
    let command = Command::IgnoreLocalFiles {};
    let context = project.context();
    let changes = drive::plan(project.engine(), &command, &context).ok()?;
    (!changes.edits.is_empty()).then_some(Repair { title: Text::plain(UPDATE_IGNORED), command, proposed: true })
}

fn unmarked_problem(UnmarkedFile { path, is_one_sided }: UnmarkedFile) -> Problem {
    let (template, severity) = if is_one_sided { (ONE_SIDED, Severity::Error) } else { (UNMARKED, Severity::Warning) };
    let text = Text::with(template, [("path", format!(".handoff/{path}"))]);
    Problem { code: ProblemCode::MergeSetup, severity, ..problem(text, path) }
}

fn tracked_problem(template: &str, path: String) -> Problem {
    problem(Text::with(template, [("path", format!(".handoff/{path}"))]), path)
}

fn problem(text: Text, path: String) -> Problem {
    Problem {
        code: ProblemCode::Exposed,
        severity: Severity::Warning,
        text,
        path,
        position: Position::default(),
        task: None,
        cost: None,
        repairs: Vec::new(),
    }
}
