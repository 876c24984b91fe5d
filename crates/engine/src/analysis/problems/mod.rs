//! Problems of a project's files, each with a sentence and, if possible, repairs.
//!
//! Invariant: computed from the model and stored nowhere. A problem in one file does not affect
//! others.

mod dependency;
mod file;
mod folder;
mod hours;
mod ids;
mod names;
mod proposal;
mod repairable_paths;
mod units;

use handoff_format::{Container, DataFile, Finding, PathSegment, Value};
use handoff_protocol::{Position, Problem, ProblemCode, Severity, Text};

pub(crate) use dependency::{Cycles, circle_ids, cycle_ids};
pub(crate) use folder::referenced_ids;
pub(crate) use hours::hour_problems;

use crate::Project;
use crate::model::{CONFIG, TaskRef, Tasks};

/// A problem with its position, or with the key to look up the position.
#[derive(Debug)]
pub(crate) struct ProblemEntry {
    problem: Problem,
    position: Option<Position>,
    key: Vec<String>,
}

/// All problems, by path and position. Positions of keys are only looked up for the problems that
/// are returned.
#[derive(Debug, Default)]
pub(crate) struct Problems(Vec<ProblemEntry>);

impl Problems {
    pub(crate) fn find(project: &Project, cycles: &Cycles) -> Problems {
        let mut entries = Vec::new();
        entries.extend(file::problems(project));
        entries.extend(folder::problems(project));
        entries.extend(ids::problems(project));
        entries.extend(dependency::problems(&project.model.tasks, cycles));
        entries.extend(names::problems(project));
        entries.extend(units::problems(project));
        entries.sort_by(|a, b| {
            let line = |entry: &ProblemEntry| entry.position.map(|position| (position.line, position.column));
            (&a.problem.path, line(a), a.problem.code, &a.problem.task, &a.key).cmp(&(
                &b.problem.path,
                line(b),
                b.problem.code,
                &b.problem.task,
                &b.key,
            ))
        });
        for entry in &mut entries {
            entry
                .problem
                .repairs
                .retain(|repair| repairable_paths::is_executable(&project.model.tasks, &repair.command));
        }
        proposal::withdraw_contradictions(&mut entries);
        Problems(entries)
    }

    /// Returns the problems whose path passes a test, with their positions.
    pub(crate) fn of_paths(&self, project: &Project, passes: impl Fn(&str) -> bool) -> Vec<Problem> {
        let selected = self.0.iter().filter(|entry| passes(&entry.problem.path));
        let mut located = LocatedFile::default();
        selected.map(|entry| entry.locate(project, &mut located)).collect()
    }

    /// Returns why the configuration, or a part of it, could not be read.
    pub(crate) fn config_error(&self) -> Option<&Text> {
        // A folder without a task is also reported at the configuration, because folders cannot be opened.
        let is_of_config = |problem: &&Problem| {
            problem.path == CONFIG && problem.severity == Severity::Error && problem.code != ProblemCode::NoTaskFile
        };
        self.0.iter().map(|entry| &entry.problem).find(is_of_config).map(|problem| &problem.text)
    }

    pub(crate) fn count(&self, severity: Severity) -> usize {
        self.0.iter().filter(|entry| entry.problem.severity == severity).count()
    }
}

impl ProblemEntry {
    /// Returns the problem with its position, or with the start of the file if it has none.
    fn locate<'p>(&'p self, project: &Project, file: &mut LocatedFile<'p>) -> Problem {
        let position = self.position.or_else(|| {
            if self.key.is_empty() {
                return None;
            }
            let data = file.of(project, &self.problem.path)?;
            data.position(&path_segments(data, &self.key))
        });
        Problem { position: position.unwrap_or_default(), ..self.problem.clone() }
    }
}

/// The file in which problems were located last: those of one file follow one another.
#[derive(Default)]
struct LocatedFile<'p> {
    path: &'p str,
    data: Option<DataFile>,
}

impl<'p> LocatedFile<'p> {
    /// Returns a parsed file, `None` if it cannot be parsed.
    fn of(&mut self, project: &Project, path: &'p str) -> Option<&DataFile> {
        if self.path != path {
            let parse = || DataFile::parse(Container::of_path(path)?, project.tree.file(path)?).ok();
            *self = LocatedFile { path, data: parse() };
        }
        self.data.as_ref()
    }
}

/// Converts the key of a problem to a path in a data file. Indices of lists are decimal numbers in
/// the key.
pub(crate) fn path_segments<'k>(data: &DataFile, key: &'k [String]) -> Vec<PathSegment<'k>> {
    let mut segments: Vec<PathSegment<'k>> = Vec::with_capacity(key.len());
    for part in key {
        let is_in_list = matches!(data.get(&segments), Some(Value::Array(_)));
        match part.parse() {
            Ok(index) if is_in_list => segments.push(PathSegment::Index(index)),
            _ => segments.push(PathSegment::Key(part)),
        }
    }
    segments
}

/// Returns true if a task has a problem with the severity warning or error.
pub(crate) fn has_problems(tasks: &Tasks, cycles: &Cycles, task: TaskRef<'_>) -> bool {
    let files = &task.node.files;
    let is_severe = |finding: &Finding| severity(finding.code) >= Severity::Warning;
    files.len() != 1
        || files.iter().flat_map(|file| &file.findings).any(is_severe)
        || task.shown.named_status.is_none()
        || !tasks.is_unique(task)
        || task.node.is_misnamed
        || dependency::dangling(tasks, task).next().is_some()
        || cycles.contains(task.slot)
}

/// Returns the severity of a kind of problem.
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
        | ProblemCode::OddId
        | ProblemCode::MergeSetup
        | ProblemCode::FewHours
        | ProblemCode::Exposed => Severity::Warning,
        ProblemCode::UnknownName | ProblemCode::UnknownFile | ProblemCode::LongPath | ProblemCode::KeptByMerge => {
            Severity::Information
        }
    }
}
