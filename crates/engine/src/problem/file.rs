//! What readers found in single files, and paths that cannot be read.

use handoff_format::{Finding, is_content};
use handoff_protocol::{Command, Problem, ProblemCode, Repair, Severity, Text};

use super::{Trouble, severity};
use crate::Project;
use crate::texts;
use crate::tree::Entry;

pub(crate) fn troubles(project: &Project) -> Vec<Trouble> {
    let model = &project.model;
    let mut problems = Vec::new();
    for (_, node) in model.tasks.folders() {
        for file in &node.files {
            let id = || node.shown.as_ref().map(|shown| shown.task.id.clone());
            problems.extend(file.findings.iter().map(|finding| problem(&file.path, finding, id())));
        }
    }
    problems.extend(model.records.findings().map(|(path, finding)| problem(path, finding, None)));
    problems.extend(model.config.findings().iter().map(|finding| problem(crate::model::CONFIG, finding, None)));
    problems.extend(model.activity.findings().map(|(path, finding)| Problem {
        severity: Severity::Information,
        repairs: Vec::new(),
        ..problem(path, finding, None)
    }));
    problems.extend(model.unread.keys().filter_map(|path| {
        let (code, template, reason) = match project.tree.get(path)? {
            Entry::Link => (ProblemCode::Link, texts::LINK, String::new()),
            Entry::Unreadable(reason) => (ProblemCode::Unreadable, texts::UNREADABLE, reason.clone()),
            Entry::File(_) => (ProblemCode::UnknownFile, texts::UNKNOWN_FILE, String::new()),
            Entry::Folder(_) => return None,
        };
        is_content(path).then(|| Problem {
            code,
            severity: severity(code),
            path: path.clone(),
            position: None,
            task: None,
            text: Text::with(template, [("path", path.clone()), ("reason", reason)]),
            repairs: Vec::new(),
        })
    }));
    problems.extend(model.interruptions.iter().map(|interruption| Problem {
        code: ProblemCode::InterruptedCommit,
        severity: severity(ProblemCode::InterruptedCommit),
        path: interruption.path.clone(),
        position: None,
        task: None,
        text: interruption.text.clone(),
        repairs: Vec::new(),
    }));
    problems.into_iter().map(|problem| Trouble { problem, key: Vec::new() }).collect()
}

fn problem(path: &str, finding: &Finding, task: Option<String>) -> Problem {
    Problem {
        code: finding.code,
        severity: severity(finding.code),
        path: path.to_owned(),
        position: finding.position,
        task,
        text: finding.text.clone(),
        repairs: repair(path, finding).into_iter().collect(),
    }
}

fn repair(path: &str, finding: &Finding) -> Option<Repair> {
    let path = path.to_owned();
    match finding.code {
        ProblemCode::ByteOrderMark => {
            Some(Repair { title: Text::plain(texts::REPAIR_BOM), command: Command::RemoveByteOrderMark { path } })
        }
        ProblemCode::WrongType if !finding.key.is_empty() => Some(Repair {
            title: Text::with(texts::REPAIR_KEY, [("key", finding.key.join("."))]),
            command: Command::RemoveKey { path, key: finding.key.clone() },
        }),
        _ => None,
    }
}
