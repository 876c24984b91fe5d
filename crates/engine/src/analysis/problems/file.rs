//! Problems of single files, found by the readers of `format`, and paths that cannot be
//! read.

use handoff_format::{Container, Finding, is_content};
use handoff_protocol::{Command, Position, Problem, ProblemCode, Repair, Severity, Text};

use crate::Project;
use crate::analysis::problems::{ProblemEntry, severity};
use crate::ground::texts;
use crate::ground::tree::Entry;
use crate::model::CONFIG;
use crate::model::project::unread;
use crate::model::project::unread::HOME;

pub(crate) fn problems(project: &Project) -> Vec<ProblemEntry> {
    let model = &project.model;
    let mut problems = Vec::new();
    for (_, node) in model.tasks.folders() {
        for file in &node.files {
            let id = || node.shown.as_ref().map(|shown| shown.task.id.clone());
            for finding in &file.findings {
                let mut entry = from_finding(&file.path, finding, id());
                let hidden = node.shown.as_ref().filter(|shown| shown.is_broken).map(|shown| shown.task.id.clone());
                entry.problem.cost = hidden.map(|id| Text::with(texts::HIDDEN_TASK, [("id", id)]));
                if finding.code == ProblemCode::MissingKey && finding.key == ["id"] && node.files.len() == 1 {
                    entry.problem.repairs.extend(super::folder::use_id_of_folder(&model.tasks, node));
                }
                problems.push(entry);
            }
        }
    }
    problems.extend(model.records.findings().map(|(path, finding)| from_finding(path, finding, None)));
    problems.extend(model.config.findings().iter().map(|finding| from_finding(crate::model::CONFIG, finding, None)));
    problems.extend(model.activity.findings().map(|(path, finding)| {
        let mut entry = from_finding(path, &finding, None);
        entry.problem.severity = Severity::Information;
        let command = Command::RemoveDamagedLines { path: path.to_owned() };
        entry.problem.repairs = vec![Repair { title: Text::plain(texts::REPAIR_LOG), command, proposed: true }];
        entry
    }));
    problems.extend(model.unread.iter().filter_map(|path| {
        let unknown = || (ProblemCode::UnknownFile, Text::with(texts::UNKNOWN_FILE, [("path", path.clone())]));
        let (code, text) = match project.tree.get(path)? {
            Entry::File(_) => unread::problem(project, path).unwrap_or_else(unknown),
            _ => unread::problem(project, path)?,
        };
        is_content(path).then(|| of_file(code, path, text))
    }));
    problems.extend(project.root_fault.iter().map(|reason| {
        let args = [("path", HOME.to_owned()), ("reason", reason.clone())];
        // An editor cannot open a folder, so the problem is shown at a file in it.
        of_file(ProblemCode::Unreadable, CONFIG, Text::with(texts::UNREADABLE, args))
    }));
    problems.extend(
        model
            .interruptions
            .iter()
            .map(|interruption| of_file(ProblemCode::InterruptedCommit, &interruption.path, interruption.text.clone())),
    );
    problems
}

/// Creates a problem of a whole file without a repair.
fn of_file(code: ProblemCode, path: &str, text: Text) -> ProblemEntry {
    from_finding(path, &Finding { code, position: None, text, key: Vec::new() }, None)
}

/// Converts a finding of a reader to a problem.
fn from_finding(path: &str, finding: &Finding, task: Option<String>) -> ProblemEntry {
    let problem = Problem {
        code: finding.code,
        severity: severity(finding.code),
        path: path.to_owned(),
        position: Position::default(),
        task,
        text: finding.text.clone(),
        cost: None,
        repairs: repair(path, finding).into_iter().collect(),
    };
    ProblemEntry { problem, position: finding.position, key: Vec::new() }
}

/// Returns the repair of a finding, if there is one.
fn repair(path: &str, finding: &Finding) -> Option<Repair> {
    let has_keys = Container::of_path(path).is_some() && !finding.key.is_empty();
    let (path, key) = (path.to_owned(), finding.key.clone());
    let title = |template| Text::with(template, [("key", finding.key.join("."))]);
    match finding.code {
        ProblemCode::ByteOrderMark => {
            let command = Command::RemoveByteOrderMark { path };
            Some(Repair { title: Text::plain(texts::REPAIR_BOM), command, proposed: true })
        }
        ProblemCode::Syntax if finding.is_lone_surrogate() => {
            let command = Command::ReplaceLoneSurrogates { path };
            Some(Repair { title: Text::plain(texts::REPAIR_SURROGATES), command, proposed: true })
        }
        ProblemCode::WrongType | ProblemCode::BadDate if has_keys => {
            let command = Command::RemoveKey { path, key };
            Some(Repair { title: title(texts::REPAIR_KEY), command, proposed: true })
        }
        ProblemCode::DuplicateKey if Container::of_path(&path) == Some(Container::Json) => Some(Repair {
            title: title(texts::REPAIR_REPEATED_KEY),
            command: Command::RemoveRepeatedKey { path, key },
            proposed: true,
        }),
        _ => None,
    }
}
