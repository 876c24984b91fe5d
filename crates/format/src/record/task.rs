//! The file of a task.
//!
//! Invariant: the status and the parent are in the names of files and folders, never in the
//! content.

use handoff_protocol::{
    Criterion, CriterionDetail, DependencyKind, DependencyLink, Priority, ProblemCode, Proof, ProofFile, ProofKind,
    Schedule, TaskLink, Text,
};

use serde_json::json;

use super::declaration::{
    Day, Form, Free, List, NotNull, Optional, Required, Table, Tables, Time, new_record, read_record, record,
    write_record,
};
use super::fields::{RecordReader, RecordTable};
use super::without_nulls;
use crate::{Container, DataFile, Finding, Value, texts};

/// The maximum lag, in working days.
const MAX_LAG: f64 = 1000.0;

record! {
    /// A task as stored in its file.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct Task {
        /// The ID, unique in the project.
        pub id: String = "id" as Required,
        /// The title. One line by convention.
        pub title: String = "title" as Required,
        /// The notes and comments, Markdown.
        pub notes: Option<String> = "notes" as Optional,
        /// The priority.
        pub priority: Option<Priority> = "priority" as Name,
        /// When it was created, RFC 3339.
        pub created_at: Option<String> = "created_at" as Optional,
        /// When it was changed last, RFC 3339. Other programs compare it to detect changes.
        pub updated_at: Option<String> = "updated_at" as Optional,
        /// When it was set to done, RFC 3339. Stays if the task is reopened.
        pub completed_at: Option<String> = "completed_at" as Optional,
        /// Free tags.
        pub labels: Vec<String> = "labels" as List,
        /// URLs or paths.
        pub links: Vec<String> = "links" as List,
        /// Links to documents, URLs, files and tasks.
        pub task_links: Vec<TaskLink> = "task_links" as Tables,
        /// The done criteria. All must be checked before the task can be done.
        pub criteria: Vec<Criterion> = "done_criteria" as Tables,
        /// Dates and hours.
        pub schedule: Option<Schedule> = "schedule" as Table,
        /// IDs of the tasks on which this one depends.
        pub dependencies: Vec<String> = "dependencies" as List,
        /// The index among siblings, from 0.
        pub order: Option<u32> = "order" as Optional,
        /// The key of a configured assignee, by convention.
        pub assignee: Option<String> = "assignee" as Optional,
        /// The claim of `handoff-mcp`, as it is in the file.
        pub peer_claim: Option<Value> = "lock" as Free,
        /// The paths of files and folders that the task touches, relative to the project's root.
        pub scope_paths: Vec<String> = "scope_paths" as List,
        /// The rank among siblings, as a sortable text.
        pub rank: Option<String> = "handoff_rank" as Optional,
        /// The rank in a column of the board, as a sortable text.
        pub board_rank: Option<String> = "handoff_board_rank" as Optional,
        /// The kind and lag of the dependencies that are not plain finish-to-start.
        pub dependency_links: Vec<DependencyLink> = "handoff_dependencies" as Tables,
        /// The commands and proofs of done criteria. Those of texts that are no criterion have no effect.
        pub criterion_details: Vec<CriterionDetail> = "handoff_criteria" as Tables,
    }
}

record!(for Schedule {
    /// The planned first day, `YYYY-MM-DD`.
    start_date: Option<String> = "start_date" as Day,
    /// The planned last day, inclusive, `YYYY-MM-DD`.
    due_date: Option<String> = "due_date" as Day,
    /// The estimated effort in hours.
    estimate_hours: Option<f64> = "estimate_hours" as Optional,
    /// The hours spent so far.
    actual_hours: Option<f64> = "actual_hours" as Optional,
    /// The hours left.
    remaining_hours: Option<f64> = "remaining_hours" as Optional,
    /// The name of a configured milestone.
    milestone: Option<String> = "milestone" as Optional,
    /// Whether the scheduler keeps the dates.
    pinned: Option<bool> = "pinned" as Optional,
});

record!(for TaskLink {
    /// A document ID, URL, path or task ID.
    target: String = "target" as Required,
    /// `doc`, `url`, `file`, `task` or `requirement` by convention.
    link_type: String = "link_type" as Required,
    /// The text to show instead of the target; the ID of a requirement.
    label: Option<String> = "label" as Optional,
    /// What the task does with a requirement: `implements` or `executes` by convention.
    role: Option<String> = "role" as Optional,
    /// The hash of the requirement when it was linked, as `handoff-mcp` computes it.
    baseline_hash: Option<String> = "baseline_hash" as Optional,
});

record!(for Criterion {
    /// The criterion.
    item: String = "item" as Required,
    /// Whether it is met.
    checked: bool = "checked" as NotNull,
});

record!(for CriterionDetail {
    /// The text of an entry of `done_criteria`.
    item: String = "item" as Required,
    /// The program that shows whether it is met, and its arguments. Run without a shell, once a person has allowed it.
    command: Vec<String> = "command" as List,
    /// What shows that it is met.
    proof: Option<Proof> = "proof" as Table,
});

record!(for Proof {
    /// `command`, `commit`, `file` or `link`.
    kind: ProofKind = "kind" as Name,
    /// The command as people write it, the hash of the commit, the path of the file, or the URL.
    target: String = "target" as Required,
    /// The exit code of a command. Absent if it did not end by itself.
    exit_code: Option<i64> = "exit_code" as Optional,
    /// The end of the output of a command.
    output: Option<String> = "output" as Optional,
    /// When it was given, RFC 3339.
    at: String = "at" as Time,
    /// The name of the person or agent who gave it.
    by: String = "by" as Optional,
    /// The files that it is about, as they were then.
    files: Vec<ProofFile> = "files" as Tables,
});

record!(for ProofFile {
    /// The path, relative to the project's root.
    path: String = "path" as Required,
    /// The hash of its content, 16 hexadecimal digits.
    hash: String = "hash" as Required,
});

record!(for DependencyLink {
    /// An entry of `dependencies`.
    id: String = "id" as Required,
    /// The dates that it connects: finish to start, start to start, finish to finish or start to finish.
    kind: DependencyKind = "kind" as Name,
    /// The working days between the two dates, negative for an overlap.
    lag: i32 = "lag" as Lag,
});

/// The key under which `handoff-mcp` stores its claim of a task.
pub const PEER_CLAIM: &str = "lock";

/// A value out of a fixed set, stored by its name.
struct Name;

impl Form<Option<Priority>> for Name {
    fn schema() -> Value {
        name_schema(Priority::ALL.map(Priority::name))
    }

    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> Option<Priority> {
        read_name(reader, table, key, Priority::from_name, texts::UNKNOWN_PRIORITY)
    }

    fn write(value: &Option<Priority>) -> Option<Value> {
        value.map(|priority| priority.name().into())
    }
}

/// Without a kind, a dependency is finish-to-start.
impl Form<DependencyKind> for Name {
    fn schema() -> Value {
        name_schema(DependencyKind::ALL.map(DependencyKind::name))
    }

    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> DependencyKind {
        read_name(reader, table, key, DependencyKind::from_name, texts::UNKNOWN_DEPENDENCY_KIND).unwrap_or_default()
    }

    fn write(value: &DependencyKind) -> Option<Value> {
        Some(value.name().into())
    }
}

/// Without a known kind, a proof is a link, which is only shown.
impl Form<ProofKind> for Name {
    fn schema() -> Value {
        name_schema(ProofKind::ALL.map(ProofKind::name))
    }

    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> ProofKind {
        read_name(reader, table, key, ProofKind::from_name, texts::UNKNOWN_PROOF_KIND).unwrap_or_default()
    }

    fn write(value: &ProofKind) -> Option<Value> {
        Some(value.name().into())
    }
}

fn name_schema<const COUNT: usize>(names: [&str; COUNT]) -> Value {
    json!({"enum": names.into_iter().map(Some).chain([None]).collect::<Vec<_>>()})
}

fn read_name<T>(
    reader: &mut RecordReader<'_>,
    table: &RecordTable<'_>,
    key: &str,
    from_name: fn(&str) -> Option<T>,
    unknown: &'static str,
) -> Option<T> {
    let name = reader.text(table, key)?;
    let value = from_name(&name);
    if value.is_none() {
        reader.report(ProblemCode::WrongType, &table.path_to(key, None), Text::with(unknown, [("value", name)]));
    }
    value
}

/// A number of working days: a whole number within the bounds.
struct Lag;

impl Form<i32> for Lag {
    fn schema() -> Value {
        json!({"type": ["number", "null"], "multipleOf": 1, "minimum": -MAX_LAG, "maximum": MAX_LAG})
    }

    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> i32 {
        reader.optional(table, key, texts::A_LAG, |lookup| lag(lookup.scalar()?.as_f64()?)).unwrap_or_default()
    }

    fn write(value: &i32) -> Option<Value> {
        Some((*value).into())
    }
}

#[allow(clippy::cast_possible_truncation, reason = "a whole number between the bounds")]
fn lag(days: f64) -> Option<i32> {
    (days.abs() <= MAX_LAG && days.fract() == 0.0).then_some(days as i32)
}

/// Reads a task, with findings for invalid values.
pub fn read_task(data: &DataFile) -> (Task, Vec<Finding>) {
    read_record(data)
}

/// Writes the difference between two tasks into a data file. `old` was read from it.
pub fn write_task(data: &mut DataFile, old: &Task, new: &Task) -> Result<(), Finding> {
    write_record(data, old, new)
}

/// Returns the data file of a new task, in the prescribed form of its container.
pub fn new_task_document(container: Container, task: &Task) -> DataFile {
    new_record(container, task)
}

/// Returns the content of a task's data file in another container, unknown keys included. Comments
/// are lost, and so are nulls where the container is TOML. Fails if unknown keys are nested too
/// deeply for the container.
pub fn task_document_in(container: Container, data: &DataFile) -> Result<DataFile, Finding> {
    let content = data.root();
    match container {
        Container::Json => DataFile::from_value(container, &content),
        Container::Toml => DataFile::from_value(container, &without_nulls(&content).unwrap_or(content)),
    }
}
