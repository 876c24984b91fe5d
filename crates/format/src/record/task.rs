//! The file of a task.
//!
//! Invariant: the status and the parent are in the names of files and folders, never in the
//! content.

use handoff_protocol::{Criterion, DependencyKind, DependencyLink, Priority, ProblemCode, Schedule, TaskLink, Text};
use serde_json::Map;

use super::fields::{RecordReader, RecordTable};
use super::{object, without_nulls};
use crate::{Container, Document, Finding, PathSegment, Value, texts};

/// The order of the keys in JSON files. Our own keys come last and have a common prefix.
const ORDER: [&str; 18] = [
    "id",
    "title",
    "notes",
    "priority",
    "created_at",
    "updated_at",
    "completed_at",
    "labels",
    "links",
    "task_links",
    "done_criteria",
    "schedule",
    "dependencies",
    "order",
    "assignee",
    "handoff_rank",
    "handoff_board_rank",
    "handoff_dependencies",
];

/// The order of the keys in TOML files: tables come last, and lists of tables after single ones.
const TOML_ORDER: [&str; 18] = [
    "id",
    "title",
    "notes",
    "priority",
    "created_at",
    "updated_at",
    "completed_at",
    "labels",
    "links",
    "dependencies",
    "order",
    "assignee",
    "handoff_rank",
    "handoff_board_rank",
    "schedule",
    "task_links",
    "done_criteria",
    "handoff_dependencies",
];

/// The maximum lag, in working days.
const MAX_LAG: f64 = 1000.0;

/// A task as stored in its file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Task {
    /// The ID. Empty if it is missing.
    pub id: String,
    /// One line by convention. Empty if it is missing.
    pub title: String,
    /// Markdown.
    pub notes: Option<String>,
    /// The priority.
    pub priority: Option<Priority>,
    /// RFC 3339.
    pub created_at: Option<String>,
    /// RFC 3339. Other programs compare it to detect changes.
    pub updated_at: Option<String>,
    /// RFC 3339. Stays if the task is reopened.
    pub completed_at: Option<String>,
    /// Free tags.
    pub labels: Vec<String>,
    /// Untyped links.
    pub links: Vec<String>,
    /// Typed links.
    pub task_links: Vec<TaskLink>,
    /// The checklist.
    pub criteria: Vec<Criterion>,
    /// Dates and hours.
    pub schedule: Option<Schedule>,
    /// IDs of the tasks on which this one depends.
    pub dependencies: Vec<String>,
    /// The index among siblings, from 0.
    pub order: Option<u32>,
    /// The key of a configured assignee, by convention.
    pub assignee: Option<String>,
    /// The rank among siblings, as a sortable text.
    pub rank: Option<String>,
    /// The rank in a column of the board, as a sortable text.
    pub board_rank: Option<String>,
    /// The kind and lag of the dependencies that are not plain finish-to-start.
    pub dependency_links: Vec<DependencyLink>,
    /// The claim of `handoff-mcp`, as it stands in the file.
    pub peer_claim: Option<Value>,
}

/// The key under which `handoff-mcp` stores its claim of a task.
pub const PEER_CLAIM: &str = "lock";

/// Reads a task, with findings for invalid values.
pub fn read_task(document: &Document) -> (Task, Vec<Finding>) {
    let mut reader = RecordReader::new(document);
    let root = reader.root();
    let task = Task {
        id: reader.required_text(&root, "id"),
        title: reader.required_text(&root, "title"),
        notes: reader.text(&root, "notes"),
        priority: read_priority(&mut reader, &root),
        created_at: reader.text(&root, "created_at"),
        updated_at: reader.text(&root, "updated_at"),
        completed_at: reader.text(&root, "completed_at"),
        labels: reader.texts(&root, "labels"),
        links: reader.texts(&root, "links"),
        task_links: read_links(&mut reader, &root),
        criteria: read_criteria(&mut reader, &root),
        schedule: reader.table(&root, "schedule").map(|table| read_schedule(&mut reader, &table)),
        dependencies: reader.texts(&root, "dependencies"),
        order: reader.small_count(&root, "order"),
        assignee: reader.text(&root, "assignee"),
        rank: reader.text(&root, "handoff_rank"),
        board_rank: reader.text(&root, "handoff_board_rank"),
        dependency_links: read_dependency_links(&mut reader, &root),
        peer_claim: root.member(PEER_CLAIM),
    };
    (task, reader.findings)
}

fn read_priority(reader: &mut RecordReader<'_>, root: &RecordTable<'_>) -> Option<Priority> {
    let name = reader.text(root, "priority")?;
    let priority = Priority::from_name(&name);
    if priority.is_none() {
        let text = Text::with(texts::UNKNOWN_PRIORITY, [("value", name)]);
        reader.report(ProblemCode::WrongType, &[PathSegment::Key("priority")], text);
    }
    priority
}

fn read_links(reader: &mut RecordReader<'_>, root: &RecordTable<'_>) -> Vec<TaskLink> {
    let tables = reader.tables(root, "task_links");
    let read = |table: RecordTable<'_>| TaskLink {
        target: reader.required_text(&table, "target"),
        link_type: reader.required_text(&table, "link_type"),
        label: reader.text(&table, "label"),
    };
    tables.into_iter().map(read).collect()
}

fn read_dependency_links(reader: &mut RecordReader<'_>, root: &RecordTable<'_>) -> Vec<DependencyLink> {
    let tables = reader.tables(root, "handoff_dependencies");
    let read = |table: RecordTable<'_>| DependencyLink {
        id: reader.required_text(&table, "id"),
        kind: read_kind(reader, &table),
        lag: reader.optional(&table, "lag", texts::A_LAG, |lookup| lag(lookup.scalar()?.as_f64()?)).unwrap_or_default(),
    };
    tables.into_iter().map(read).collect()
}

/// Reads the kind of a dependency. Without one it is finish-to-start.
fn read_kind(reader: &mut RecordReader<'_>, table: &RecordTable<'_>) -> DependencyKind {
    let Some(name) = reader.text(table, "kind") else { return DependencyKind::default() };
    DependencyKind::from_name(&name).unwrap_or_else(|| {
        let text = Text::with(texts::UNKNOWN_DEPENDENCY_KIND, [("value", name)]);
        reader.report(ProblemCode::WrongType, &table.path_to("kind", None), text);
        DependencyKind::default()
    })
}

/// Returns the lag if it is a whole number within the bounds.
#[allow(clippy::cast_possible_truncation, reason = "a whole number between the bounds")]
fn lag(days: f64) -> Option<i32> {
    (days.abs() <= MAX_LAG && days.fract() == 0.0).then_some(days as i32)
}

fn read_criteria(reader: &mut RecordReader<'_>, root: &RecordTable<'_>) -> Vec<Criterion> {
    let tables = reader.tables(root, "done_criteria");
    let read = |table: RecordTable<'_>| Criterion {
        item: reader.required_text(&table, "item"),
        checked: reader.strict_flag(&table, "checked"),
    };
    tables.into_iter().map(read).collect()
}

fn read_schedule(reader: &mut RecordReader<'_>, table: &RecordTable<'_>) -> Schedule {
    Schedule {
        start_date: reader.date(table, "start_date"),
        due_date: reader.date(table, "due_date"),
        estimate_hours: reader.number(table, "estimate_hours"),
        actual_hours: reader.number(table, "actual_hours"),
        remaining_hours: reader.number(table, "remaining_hours"),
        milestone: reader.text(table, "milestone"),
        pinned: reader.flag(table, "pinned"),
    }
}

/// Writes the difference between two tasks into a document. `old` was read from it.
pub fn write_task(document: &mut Document, old: &Task, new: &Task) -> Result<(), Finding> {
    let order = match document.container() {
        Container::Json => &ORDER,
        Container::Toml => &TOML_ORDER,
    };
    document.change(&to_value(old), &to_value(new), order)
}

/// Returns the document of a new task, in the prescribed form of its container.
pub fn new_task_document(container: Container, task: &Task) -> Document {
    Document::from_record(container, &to_value(task))
}

/// Returns the content of a task's document in another container, unknown keys included. Comments
/// are lost, and so are nulls where the container is TOML. Fails if unknown keys are nested too
/// deeply for the container.
pub fn task_document_in(container: Container, document: &Document) -> Result<Document, Finding> {
    let content = document.root();
    match container {
        Container::Json => Document::from_value(container, &content),
        Container::Toml => Document::from_value(container, &without_nulls(&content).unwrap_or(content)),
    }
}

/// Converts a task to a value, without fields that are absent or empty.
fn to_value(task: &Task) -> Value {
    let mut table = Map::new();
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            table.insert(key.to_owned(), value);
        }
    };
    let text = |text: &Option<String>| text.as_deref().map(Value::from);
    let texts = |texts: &Vec<String>| (!texts.is_empty()).then(|| Value::from(texts.clone()));
    put("id", Some(Value::from(task.id.as_str())));
    put("title", Some(Value::from(task.title.as_str())));
    put("notes", text(&task.notes));
    put("priority", task.priority.map(|priority| Value::from(priority.name())));
    put("created_at", text(&task.created_at));
    put("updated_at", text(&task.updated_at));
    put("completed_at", text(&task.completed_at));
    put("labels", texts(&task.labels));
    put("links", texts(&task.links));
    put("task_links", (!task.task_links.is_empty()).then(|| task.task_links.iter().map(link_value).collect()));
    put("done_criteria", (!task.criteria.is_empty()).then(|| task.criteria.iter().map(criterion_value).collect()));
    put("schedule", task.schedule.as_ref().map(schedule_value));
    put("dependencies", texts(&task.dependencies));
    put("order", task.order.map(Value::from));
    put("assignee", text(&task.assignee));
    put("handoff_rank", text(&task.rank));
    put("handoff_board_rank", text(&task.board_rank));
    let links = &task.dependency_links;
    put("handoff_dependencies", (!links.is_empty()).then(|| links.iter().map(dependency_link_value).collect()));
    put(PEER_CLAIM, task.peer_claim.clone());
    Value::Object(table)
}

fn link_value(link: &TaskLink) -> Value {
    object(vec![
        ("target", Some(link.target.as_str().into())),
        ("link_type", Some(link.link_type.as_str().into())),
        ("label", link.label.as_deref().map(Value::from)),
    ])
}

fn dependency_link_value(link: &DependencyLink) -> Value {
    object(vec![
        ("id", Some(link.id.as_str().into())),
        ("kind", Some(link.kind.name().into())),
        ("lag", Some(link.lag.into())),
    ])
}

fn criterion_value(criterion: &Criterion) -> Value {
    object(vec![("item", Some(criterion.item.as_str().into())), ("checked", Some(criterion.checked.into()))])
}

fn schedule_value(schedule: &Schedule) -> Value {
    object(vec![
        ("start_date", schedule.start_date.as_deref().map(Value::from)),
        ("due_date", schedule.due_date.as_deref().map(Value::from)),
        ("estimate_hours", schedule.estimate_hours.map(Value::from)),
        ("actual_hours", schedule.actual_hours.map(Value::from)),
        ("remaining_hours", schedule.remaining_hours.map(Value::from)),
        ("milestone", schedule.milestone.as_deref().map(Value::from)),
        ("pinned", schedule.pinned.map(Value::from)),
    ])
}
