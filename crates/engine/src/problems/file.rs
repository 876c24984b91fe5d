//! What readers found in single files, and paths that cannot be read.

use handoff_format::{Container, Finding, is_content};
use handoff_protocol::{Command, Position, Problem, ProblemCode, Repair, Severity, Text};

use crate::Project;
use crate::container::of_path;
use crate::model::SESSIONS;
use crate::model::{CONFIG, ROOT};
use crate::problems::{Trouble, severity};
use crate::project::unread::HOME;
use crate::texts;
use crate::tree::Entry;

pub(crate) fn troubles(project: &Project) -> Vec<Trouble> {
    let model = &project.model;
    let mut troubles = Vec::new();
    for (_, node) in model.tasks.folders() {
        for file in &node.files {
            let id = || node.shown.as_ref().map(|shown| shown.task.id.clone());
            for finding in &file.findings {
                let mut trouble = found(&file.path, finding, id());
                let hidden = node.shown.as_ref().filter(|shown| shown.broken).map(|shown| shown.task.id.clone());
                trouble.problem.cost = hidden.map(|id| Text::with(texts::HIDDEN_TASK, [("id", id)]));
                if finding.code == ProblemCode::MissingKey && finding.key == ["id"] && node.files.len() == 1 {
                    trouble.problem.repairs.extend(super::folder::id_of_name(&model.tasks, node));
                }
                troubles.push(trouble);
            }
        }
    }
    troubles.extend(model.records.findings().map(|(path, finding)| found(path, finding, None)));
    troubles.extend(model.config.findings().iter().map(|finding| found(crate::model::CONFIG, finding, None)));
    troubles.extend(model.activity.findings().map(|(path, finding)| {
        let mut trouble = found(path, finding, None);
        trouble.problem.severity = Severity::Information;
        trouble.problem.repairs.clear();
        trouble
    }));
    troubles.extend(model.unread.iter().filter_map(|path| {
        let (code, template, reason) = match project.tree.get(path)? {
            Entry::Link => (ProblemCode::Link, texts::LINK, String::new()),
            Entry::Unreadable { reason, .. } => (ProblemCode::Unreadable, texts::UNREADABLE, reason.clone()),
            Entry::File(_) if [ROOT, SESSIONS].contains(&path.as_str()) => {
                (ProblemCode::Unreadable, texts::NOT_A_FOLDER, String::new())
            }
            Entry::File(_) => (ProblemCode::UnknownFile, texts::UNKNOWN_FILE, String::new()),
            Entry::Folder(_) => return None,
        };
        is_content(path).then(|| whole(code, path, Text::with(template, [("path", path.clone()), ("reason", reason)])))
    }));
    troubles.extend(project.root_fault.iter().map(|reason| {
        let args = [("path", HOME.to_owned()), ("reason", reason.clone())];
        // A folder cannot be opened, so it is shown at a file in it.
        whole(ProblemCode::Unreadable, CONFIG, Text::with(texts::UNREADABLE, args))
    }));
    troubles.extend(
        model
            .interruptions
            .iter()
            .map(|interruption| whole(ProblemCode::InterruptedCommit, &interruption.path, interruption.text.clone())),
    );
    troubles
}

/// A problem of a whole file that a person settles by hand.
fn whole(code: ProblemCode, path: &str, text: Text) -> Trouble {
    found(path, &Finding { code, position: None, text, key: Vec::new() }, None)
}

fn found(path: &str, finding: &Finding, task: Option<String>) -> Trouble {
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
    Trouble { problem, position: finding.position, key: Vec::new() }
}

fn repair(path: &str, finding: &Finding) -> Option<Repair> {
    let has_keys = of_path(path).is_some() && !finding.key.is_empty();
    let (path, key) = (path.to_owned(), finding.key.clone());
    let titled = |template| Text::with(template, [("key", finding.key.join("."))]);
    match finding.code {
        ProblemCode::ByteOrderMark => {
            let command = Command::RemoveByteOrderMark { path };
            Some(Repair { title: Text::plain(texts::REPAIR_BOM), command, proposed: true })
        }
        ProblemCode::WrongType | ProblemCode::BadDate if has_keys => {
            let command = Command::RemoveKey { path, key };
            Some(Repair { title: titled(texts::REPAIR_KEY), command, proposed: true })
        }
        ProblemCode::DuplicateKey if of_path(&path) == Some(Container::Json) => Some(Repair {
            title: titled(texts::REPAIR_REPEATED_KEY),
            command: Command::RemoveRepeatedKey { path, key },
            proposed: true,
        }),
        _ => None,
    }
}
