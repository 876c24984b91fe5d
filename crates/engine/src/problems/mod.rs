//! Everything that is wrong with a project's files, each with a sentence and, where one exists, a way to settle it.
//!
//! Invariant: a problem never stops anything else from working; it is computed from the model and kept nowhere.

mod dependency;
mod file;
mod folder;
mod names;
mod proposal;

use handoff_format::{Document, Finding, PathSegment, Value};
use handoff_protocol::{Position, Problem, ProblemCode, Severity};

pub(crate) use dependency::{Circles, circle_ids};

use crate::Project;
use crate::model::{TaskRef, Tasks};

/// A problem, and the key of the file at which it stands when no reader told its position.
#[derive(Debug)]
pub(crate) struct Trouble {
    problem: Problem,
    position: Option<Position>,
    key: Vec<String>,
}

/// All problems, by path and position. Positions that no reader told are looked up only when asked for.
#[derive(Debug, Default)]
pub(crate) struct Troubles(Vec<Trouble>);

impl Troubles {
    pub(crate) fn find(project: &Project, circles: &Circles) -> Troubles {
        let mut found = Vec::new();
        found.extend(file::troubles(project));
        found.extend(folder::troubles(project));
        found.extend(dependency::troubles(&project.model.tasks, circles));
        found.extend(names::troubles(project));
        found.sort_by(|a, b| {
            let line = |trouble: &Trouble| trouble.position.map(|position| (position.line, position.column));
            (&a.problem.path, line(a), a.problem.code, &a.problem.task, &a.key).cmp(&(
                &b.problem.path,
                line(b),
                b.problem.code,
                &b.problem.task,
                &b.key,
            ))
        });
        proposal::withdraw_contradictions(&mut found);
        Troubles(found)
    }

    /// The problems whose path passes, with their positions.
    pub(crate) fn problems(&self, project: &Project, passes: impl Fn(&str) -> bool) -> Vec<Problem> {
        let chosen = self.0.iter().filter(|trouble| passes(&trouble.problem.path));
        chosen.map(|trouble| trouble.located(project)).collect()
    }

    pub(crate) fn count(&self, severity: Severity) -> usize {
        self.0.iter().filter(|trouble| trouble.problem.severity == severity).count()
    }
}

impl Trouble {
    fn located(&self, project: &Project) -> Problem {
        let position = self.position.or_else(|| {
            if self.key.is_empty() {
                return None;
            }
            let container = crate::container::of_path(&self.problem.path)?;
            let document = Document::parse(container, project.tree.file(&self.problem.path)?).ok()?;
            document.position(&steps(&document, &self.key))
        });
        Problem { position: position.unwrap_or_default(), ..self.problem.clone() }
    }
}

/// The path into a document that a problem's key tells; parts that stand for places in lists are decimal numbers.
pub(crate) fn steps<'k>(document: &Document, key: &'k [String]) -> Vec<PathSegment<'k>> {
    let mut steps: Vec<PathSegment<'k>> = Vec::with_capacity(key.len());
    for part in key {
        let in_list = matches!(document.get(&steps), Some(Value::Array(_)));
        match part.parse() {
            Ok(index) if in_list => steps.push(PathSegment::Index(index)),
            _ => steps.push(PathSegment::Key(part)),
        }
    }
    steps
}

/// Whether a problem that deserves a mark concerns the task.
pub(crate) fn is_troubled(tasks: &Tasks, circles: &Circles, task: TaskRef<'_>) -> bool {
    let files = &task.node.files;
    let grave = |finding: &Finding| severity(finding.code) >= Severity::Warning;
    files.len() != 1
        || files.iter().flat_map(|file| &file.findings).any(grave)
        || task.shown.named_status.is_none()
        || !tasks.is_unique(task)
        || task.node.misnamed
        || dependency::dangling(tasks, task).next().is_some()
        || circles.has(task.slot)
}

/// How much a problem of that kind hurts.
fn severity(code: ProblemCode) -> Severity {
    match code {
        ProblemCode::Syntax
        | ProblemCode::MissingKey
        | ProblemCode::NotText
        | ProblemCode::Unreadable
        | ProblemCode::TwoStatusFiles
        | ProblemCode::DuplicateId
        | ProblemCode::IdMismatch
        | ProblemCode::UnknownStatus
        | ProblemCode::DependencyCycle
        | ProblemCode::InterruptedCommit => Severity::Error,
        ProblemCode::ByteOrderMark
        | ProblemCode::DuplicateKey
        | ProblemCode::WrongType
        | ProblemCode::BadDate
        | ProblemCode::Link
        | ProblemCode::NoTaskFile
        | ProblemCode::DanglingDependency
        | ProblemCode::Exposed => Severity::Warning,
        ProblemCode::UnknownName | ProblemCode::UnknownFile => Severity::Information,
    }
}
