//! The sentence that says what a command did to tasks. It is built from the events that the command
//! logs, so that it names only what has changed.

use handoff_protocol::{Change, Priority, Status, Text, TextArg, cut_title};
use serde_json::Value;

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::ground::texts;
use crate::model::{TaskRef, Tasks};

/// The maximum number of facts that a sentence names.
const MAX_FACTS: usize = 2;

/// Something that changed. Tasks that change in the same way share it.
#[derive(Clone, Copy, PartialEq)]
enum Fact<'c> {
    Status(Status),
    Assignee(Option<&'c str>),
    AddedLabel(&'c str),
    RemovedLabel(&'c str),
    ReplacedLabel {
        old: &'c str,
        new: &'c str,
    },
    AddedDependency(&'c str),
    RemovedDependency(&'c str),
    Parent(Option<&'c str>),
    Title(&'c str),
    Criterion {
        item: &'c str,
        is_checked: bool,
    },
    Proof(&'c str),
    Hours(u64),
    /// A field with a short value; null if it was cleared.
    Value(&'c str, &'c Value),
    /// Any other field.
    Field(&'c str),
}

/// Returns what the logged changes did to tasks, the subject of the sentence.
pub(in crate::change::plan) fn summary(builder: &ChangeSetBuilder<'_>, subject: &[TaskRef<'_>]) -> Text {
    let facts = facts(builder);
    let project = builder.project();
    let sentence = match facts.as_slice() {
        [] if builder.changes().any(is_order) => Text::plain(texts::REORDERED),
        [fact] => sentence(project, *fact),
        [Fact::Status(status), rest @ ..] => {
            let also = if let [fact] = rest { also(project, *fact, subject.len() > 1) } else { None };
            let also = also.unwrap_or_else(|| Text::plain(texts::ALSO_CHANGED));
            Text::plain(texts::SET_STATUS_ALSO).with_status(*status).with_arg("also", TextArg::Text(also))
        }
        _ => Text::plain(texts::CHANGED),
    };
    sentence.with_arg("task", name_tasks(subject))
}

/// Returns the argument that names tasks: one by its title, several by their number.
pub(in crate::change::plan) fn name_tasks(tasks: &[TaskRef<'_>]) -> TextArg {
    match tasks {
        [task] => TextArg::task(task.id(), task.title()),
        many => count_tasks(many.len()),
    }
}

/// Returns the argument that says how many tasks there are.
pub(in crate::change::plan) fn count_tasks(count: usize) -> TextArg {
    TextArg::Text(Text::with(texts::TASKS, [("count", count.to_string())]))
}

/// Returns the argument that names the task with an ID, which may be missing.
pub(in crate::change::plan) fn name_by_id(tasks: &Tasks, id: &str) -> TextArg {
    TextArg::task(id, tasks.with_id(id).next().map_or("", |task| task.title()))
}

/// Returns the different facts, the status first: at most one more than a sentence names.
fn facts<'c>(builder: &'c ChangeSetBuilder<'_>) -> Vec<Fact<'c>> {
    let repeated: Vec<&str> = builder.changes().filter_map(repeated_field).collect();
    let mut facts: Vec<Fact<'c>> = Vec::new();
    for change in builder.changes().filter(|change| !is_order(change)) {
        let is_repeated = matches!(change, Change::Field { field, .. } if repeated.contains(&field.as_str()));
        if let Some(fact) = fact(change).filter(|fact| !is_repeated && !facts.contains(fact)) {
            facts.push(fact);
        }
        if facts.len() > MAX_FACTS {
            break;
        }
    }
    // A tick comes with its proof.
    let ticked: Vec<&str> = facts.iter().filter_map(ticked_item).collect();
    facts.retain(|fact| !matches!(fact, Fact::Proof(item) if ticked.contains(item)));
    facts.sort_by_key(|fact| !matches!(fact, Fact::Status(_)));
    facts
}

fn ticked_item<'c>(fact: &Fact<'c>) -> Option<&'c str> {
    match fact {
        Fact::Criterion { item, is_checked: true } => Some(item),
        _ => None,
    }
}

fn is_order(change: &Change) -> bool {
    matches!(change, Change::Field { field, .. } if field == "rank" || field == "boardRank")
}

/// Returns the field whose own event repeats a part of what this change says.
fn repeated_field(change: &Change) -> Option<&'static str> {
    match change {
        Change::Entry { .. } => Some("actualHours"),
        Change::Criterion { .. } => Some("criteria"),
        Change::Field { field, .. } if field == "dependencies" => Some("dependencyLinks"),
        Change::Field { field, .. } if field == "actualHours" => Some("remainingHours"),
        _ => None,
    }
}

fn fact(change: &Change) -> Option<Fact<'_>> {
    let (field, from, to) = match change {
        Change::Moved { to, .. } => return Some(Fact::Parent(to.as_deref())),
        Change::Criterion { item, checked } => return Some(Fact::Criterion { item, is_checked: *checked }),
        Change::Proof { item, .. } => return Some(Fact::Proof(item)),
        Change::Entry { from: None, to: Some(entry), .. } => return Some(Fact::Hours(entry.seconds)),
        Change::Field { field, from, to } => (field.as_str(), from, to),
        _ => return None,
    };
    let lists = || (missing_in(from, to), missing_in(to, from));
    Some(match field {
        "status" => Fact::Status(to.as_str().and_then(Status::from_name)?),
        "assignee" => Fact::Assignee(to.as_str()),
        "title" => Fact::Title(to.as_str()?),
        "labels" => match (lists().0.as_slice(), lists().1.as_slice()) {
            ([], [label]) => Fact::AddedLabel(label),
            ([label], []) => Fact::RemovedLabel(label),
            ([old], [new]) => Fact::ReplacedLabel { old, new },
            _ => Fact::Field(field),
        },
        "dependencies" => match (lists().0.as_slice(), lists().1.as_slice()) {
            ([], [id]) => Fact::AddedDependency(id),
            ([id], []) => Fact::RemovedDependency(id),
            _ => Fact::Field(field),
        },
        "priority" | "milestone" | "startDate" | "dueDate" | "estimateHours" | "actualHours" | "remainingHours" => {
            Fact::Value(field, to)
        }
        _ => Fact::Field(field),
    })
}

/// Returns the texts of a list that another list does not have.
fn missing_in<'v>(list: &'v Value, other: &Value) -> Vec<&'v str> {
    let texts = |list: &'v Value| list.as_array().into_iter().flatten().filter_map(Value::as_str);
    let is_missing = |text: &&str| !other.as_array().is_some_and(|other| other.iter().any(|value| value == text));
    texts(list).filter(is_missing).collect()
}

/// Returns the sentence about a fact, without its subject `{task}`.
fn sentence(project: &Project, fact: Fact<'_>) -> Text {
    let tasks = &project.model.tasks;
    match fact {
        Fact::Status(status) => Text::plain(texts::SET_STATUS).with_status(status),
        Fact::Assignee(Some(key)) => Text::with(texts::GAVE, [("assignee", assignee_name(project, key))]),
        Fact::AddedLabel(label) => Text::with(texts::ADDED_LABEL, [("label", label.to_owned())]),
        Fact::RemovedLabel(label) => Text::with(texts::REMOVED_LABEL, [("label", label.to_owned())]),
        Fact::ReplacedLabel { old, new } => {
            Text::with(texts::REPLACED_LABEL, [("label", new.to_owned()), ("old", old.to_owned())])
        }
        Fact::AddedDependency(id) => Text::plain(texts::WAITS_FOR).with_arg("other", name_by_id(tasks, id)),
        Fact::RemovedDependency(id) => Text::plain(texts::NO_LONGER_WAITS_FOR).with_arg("other", name_by_id(tasks, id)),
        Fact::Parent(Some(id)) => Text::plain(texts::MOVED_UNDER).with_arg("parent", name_by_id(tasks, id)),
        Fact::Parent(None) => Text::plain(texts::MOVED_TO_TOP),
        Fact::Title(title) => Text::with(texts::RENAMED, [("title", cut_title(title))]),
        Fact::Criterion { item, is_checked: true } => Text::with(texts::CHECKED, [("item", cut_title(item))]),
        Fact::Criterion { item, is_checked: false } => Text::with(texts::UNCHECKED, [("item", cut_title(item))]),
        Fact::Proof(item) => Text::with(texts::PROVED, [("item", cut_title(item))]),
        Fact::Hours(seconds) => Text::with(texts::TIME_ADDED, [("hours", hours(seconds))]),
        Fact::Assignee(None) => Text::plain(texts::CLEARED_FIELD).with_field("assignee"),
        Fact::Value(field, Value::Null) => Text::plain(texts::CLEARED_FIELD).with_field(field),
        Fact::Value(field, value) => {
            Text::plain(texts::SET_FIELD).with_field(field).with_arg("value", shown_value(field, value))
        }
        Fact::Field(field) => Text::plain(texts::CHANGED_FIELD).with_field(field),
    }
}

/// Returns what a sentence about a status adds about another fact: "and gave it to Maya Ito".
fn also(project: &Project, fact: Fact<'_>, is_about_many: bool) -> Option<Text> {
    let pronoun = |one, many| Text::plain(if is_about_many { many } else { one });
    Some(match fact {
        Fact::Assignee(Some(key)) => pronoun(texts::ALSO_GAVE, texts::ALSO_GAVE_MANY)
            .with_arg("assignee", TextArg::Plain(assignee_name(project, key))),
        Fact::AddedLabel(label) => Text::with(texts::ALSO_ADDED_LABEL, [("label", label.to_owned())]),
        Fact::RemovedLabel(label) => Text::with(texts::ALSO_REMOVED_LABEL, [("label", label.to_owned())]),
        Fact::ReplacedLabel { old, new } => {
            Text::with(texts::ALSO_REPLACED_LABEL, [("label", new.to_owned()), ("old", old.to_owned())])
        }
        Fact::Parent(Some(id)) => pronoun(texts::ALSO_MOVED_UNDER, texts::ALSO_MOVED_MANY_UNDER)
            .with_arg("parent", name_by_id(&project.model.tasks, id)),
        Fact::Parent(None) => pronoun(texts::ALSO_MOVED_TO_TOP, texts::ALSO_MOVED_MANY_TO_TOP),
        Fact::Assignee(None) => Text::plain(texts::ALSO_CLEARED_FIELD).with_field("assignee"),
        Fact::Value(field, Value::Null) => Text::plain(texts::ALSO_CLEARED_FIELD).with_field(field),
        Fact::Value(field, value) => {
            Text::plain(texts::ALSO_SET_FIELD).with_field(field).with_arg("value", shown_value(field, value))
        }
        _ => return None,
    })
}

fn shown_value(field: &str, value: &Value) -> TextArg {
    match (field, value.as_str()) {
        ("priority", Some(name)) => Priority::from_name(name)
            .map_or_else(|| TextArg::Plain(name.to_owned()), |priority| TextArg::Priority { priority }),
        ("startDate" | "dueDate", Some(date)) => TextArg::Date { date: date.to_owned() },
        (_, Some(text)) => TextArg::Plain(text.to_owned()),
        (_, None) => {
            let hours = value.as_f64().unwrap_or_default().to_string();
            TextArg::Text(Text::with(texts::HOURS, [("hours", hours)]))
        }
    }
}

fn assignee_name(project: &Project, key: &str) -> String {
    let mut assignees = project.model.config.values().assignees.iter();
    let name = assignees.find(|(name, _)| name == key).and_then(|(_, assignee)| assignee.display_name.clone());
    name.filter(|name| !name.is_empty()).unwrap_or_else(|| key.to_owned())
}

#[allow(clippy::cast_precision_loss, reason = "far below 2^52")]
pub(in crate::change::plan) fn hours(seconds: u64) -> String {
    format!("{:.2}", seconds as f64 / 3600.0)
}
