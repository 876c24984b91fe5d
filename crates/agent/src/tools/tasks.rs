//! Tasks: list, get.

use std::ops::Range;

use handoff_engine::{Reading, Row, TaskEntry};
use handoff_protocol::{Priority, Status};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::common::{
    answered, any_object, criterion_value, found, reading, reading_of_tasks, summary, task_node, task_value,
};
use crate::params::{RequiredText, input, parse, priorities, statuses};
use crate::schema::{count, flag, list, map, nullable, number, object, text};
use crate::tool::{Effect, Tool, ToolSet};
use crate::{Desk, Reply, Search, Step, Survey};

mod inner;

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_list_tasks",
        title: "List tasks",
        description: "The task tree with counts. Filters combine; ancestors of a match stay for context.",
        set: ToolSet::Core,
        effect: Effect::Reads,
        input: input::<ListParams>,
        output: Some(list_output),
        answer: |desk, arguments| Ok(list_tasks(desk, parse(arguments)?)),
    },
    Tool {
        name: "handoff_get_task",
        title: "Get a task",
        description: "Everything about one task.",
        set: ToolSet::Core,
        effect: Effect::Reads,
        input: input::<GetParams>,
        output: Some(get_output),
        answer: |desk, arguments| Ok(get_task(desk, &parse(arguments)?)),
    },
];

/// So many tasks are listed where the call does not say: 12,000 to 25,000 tokens, and clients take about 25,000 of an answer.
const LIMIT: u64 = 300;

#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
struct ListParams {
    #[schemars(schema_with = "statuses")]
    status_filter: Option<Status>,
    assignee_filter: Option<String>,
    milestone_filter: Option<String>,
    #[schemars(schema_with = "priorities")]
    priority_filter: Option<Priority>,
    label_filter: Option<String>,
    /// also the projects inside this one
    include_children: Option<bool>,
    /// default 300, 0: all
    limit: Option<u64>,
}

fn list_output() -> Value {
    let task = object(
        [
            ("id", text()),
            ("title", text()),
            ("status", text()),
            ("schedule", any_object()),
            ("dependencies", list(&text())),
            ("order", count()),
            ("assignee", text()),
            ("children", list(&any_object())),
        ],
        &["id", "title", "status"],
    );
    let summary = object(
        [
            ("total", count()),
            ("by_status", map(&count())),
            ("total_estimate_hours", number()),
            ("total_actual_hours", number()),
            ("completion_rate", number()),
            ("overdue_count", count()),
        ],
        &["total", "by_status", "overdue_count"],
    );
    let members = [
        ("task_tree", list(&task)),
        ("task_summary", summary),
        ("finished_omitted", count()),
        ("tasks_omitted", count()),
    ];
    object(members, &["task_tree", "task_summary"])
}

#[derive(Deserialize, JsonSchema)]
struct GetParams {
    task_id: RequiredText,
    include_dependents: Option<bool>,
}

fn get_output() -> Value {
    let words = || list(&text());
    let criterion = object([("item", text()), ("checked", flag())], &["item", "checked"]);
    let members = [
        ("id", text()),
        ("title", text()),
        ("status", text()),
        ("notes", nullable(text())),
        ("priority", nullable(text())),
        ("created_at", nullable(text())),
        ("updated_at", nullable(text())),
        ("completed_at", nullable(text())),
        ("labels", words()),
        ("links", words()),
        ("task_links", list(&any_object())),
        ("done_criteria", list(&criterion)),
        ("schedule", nullable(any_object())),
        ("dependencies", words()),
        ("order", nullable(count())),
        ("assignee", nullable(text())),
        ("dependents", nullable(list(&any_object()))),
    ];
    object(members, &["id", "title", "status"])
}

fn list_tasks(desk: Desk<'_>, params: ListParams) -> Step {
    let limit = usize::try_from(params.limit.unwrap_or(LIMIT)).ok();
    let wanted = Wanted {
        limit: limit.filter(|limit| *limit > 0).unwrap_or(usize::MAX),
        status: params.status_filter,
        priority: params.priority_filter,
        assignee: params.assignee_filter,
        milestone: params.milestone_filter,
        label: params.label_filter,
    };
    let today = desk.today();
    let (reading, unread) = match reading_of_tasks(desk) {
        Ok(found) => found,
        Err(reply) => return Step::Done(reply),
    };
    if params.include_children.unwrap_or(false) {
        let then = move |desk: Desk<'_>, survey: Survey<'_>| {
            Step::Done(Reply::value(inner::listed(desk.engine, survey, &wanted, today)).warned(&unread))
        };
        return Step::Survey { search: Search::inside(), then: Box::new(then) };
    }
    let mut room = Room::of(&wanted);
    let tree = tree(reading, &wanted, &mut room);
    let told = Reply::value(listed(tree, &room, summary(&reading.tasks(), today)));
    Step::Done(told.warned(&unread))
}

/// The wanted tasks of a project with what is above them. Of finished ones only those that were finished last, as many as the project wants
/// to be listed; the others are counted.
pub(super) fn tree(reading: Reading<'_>, wanted: &Wanted, room: &mut Room) -> Vec<Value> {
    let rows = reading.rows();
    let mut is_wanted: Vec<bool> = rows.iter().map(|row| wanted.takes(row.task)).collect();
    let mut finished: Vec<(String, &mut bool)> = rows
        .iter()
        .zip(&mut is_wanted)
        .filter(|(row, is_wanted)| **is_wanted && row.task.status().is_terminal())
        .map(|(row, is_wanted)| (row.task.finished_at(), is_wanted))
        .collect();
    let limit = usize::try_from(reading.config().settings.done_task_limit).unwrap_or(usize::MAX);
    if finished.len() > limit {
        finished.sort_by(|(a, _), (b, _)| b.cmp(a));
        for (_, is_wanted) in finished.iter_mut().skip(limit) {
            **is_wanted = false;
            room.finished += 1;
        }
    }
    let wanted_before = std::iter::once(0).chain(is_wanted.iter().scan(0, |count, is_wanted| {
        *count += usize::from(*is_wanted);
        Some(*count)
    }));
    let listing = Listing { wanted_before: wanted_before.collect(), is_wanted, rows };
    listing.nodes(0..listing.rows.len(), room)
}

/// The tasks of a project by position, and which of them are wanted.
struct Listing<'a> {
    rows: Vec<Row<'a>>,
    is_wanted: Vec<bool>,
    /// How many before each position, and before the end, are.
    wanted_before: Vec<usize>,
}

impl Listing<'_> {
    /// The tasks in a range of positions, each that is wanted or has something below it that is, while there is room.
    fn nodes(&self, range: Range<usize>, room: &mut Room) -> Vec<Value> {
        let mut nodes = Vec::new();
        let mut place = range.start;
        while let Some(row) = self.rows.get(place).filter(|_| place < range.end) {
            let wanted = self.wanted_in(place..row.end);
            if room.left == 0 {
                room.omitted += wanted;
            } else if wanted > 0 {
                let children = self.nodes(place + 1..row.end, room);
                if !children.is_empty() || self.is_wanted.get(place) == Some(&true) {
                    room.left = room.left.saturating_sub(1);
                    nodes.push(task_node(row.task, children));
                }
            }
            place = row.end;
        }
        nodes
    }

    fn wanted_in(&self, range: Range<usize>) -> usize {
        let before = |place: usize| self.wanted_before.get(place).copied().unwrap_or_default();
        before(range.end) - before(range.start)
    }
}

/// The answer; it says where tasks were left out.
fn listed(tree: Vec<Value>, room: &Room, summary: Value) -> Value {
    let mut members = Map::new();
    members.insert("task_tree".to_owned(), Value::Array(tree));
    members.insert("task_summary".to_owned(), summary);
    for (name, omitted) in [("finished_omitted", room.finished), ("tasks_omitted", room.omitted)] {
        if omitted > 0 {
            members.insert(name.to_owned(), json!(omitted));
        }
    }
    Value::Object(members)
}

/// What a listed task must be; an absent wish is none.
#[derive(Default)]
pub(super) struct Wanted {
    status: Option<Status>,
    priority: Option<Priority>,
    assignee: Option<String>,
    milestone: Option<String>,
    label: Option<String>,
    /// How many are listed at most.
    limit: usize,
}

/// How many tasks there is room for, and how many were left out.
#[derive(Default)]
pub(super) struct Room {
    left: usize,
    /// Finished ones that are older than the project wants to be listed.
    finished: usize,
    /// Those for which there was no room.
    pub(super) omitted: usize,
}

impl Room {
    /// As much as is wanted.
    pub(super) fn of(wanted: &Wanted) -> Room {
        Room { left: wanted.limit, ..Room::default() }
    }
}

impl Wanted {
    /// Any tasks, so many at most.
    pub(super) fn any(limit: usize) -> Wanted {
        Wanted { limit, ..Wanted::default() }
    }

    fn takes(&self, entry: TaskEntry<'_>) -> bool {
        let milestone = || entry.fields().schedule.as_ref().and_then(|schedule| schedule.milestone.as_deref());
        self.status.is_none_or(|status| status == entry.status())
            && self.priority.is_none_or(|priority| entry.priority() == Some(priority))
            && self.assignee.as_deref().is_none_or(|assignee| entry.fields().assignee.as_deref() == Some(assignee))
            && self.milestone.as_deref().is_none_or(|wanted| milestone() == Some(wanted))
            && self.label.as_ref().is_none_or(|label| entry.fields().labels.contains(label))
    }
}

fn get_task(desk: Desk<'_>, params: &GetParams) -> Step {
    answered(reading(desk).and_then(|reading| {
        let entry = found(reading, &params.task_id.0)?;
        let mut task = task_value(entry);
        let with_dependents = params.include_dependents.unwrap_or(false);
        let dependents = with_dependents.then(|| dependents_of(reading, &entry.fields().id));
        task.insert("dependents".to_owned(), dependents.unwrap_or(Value::Null));
        Ok(Reply::value(Value::Object(task)))
    }))
}

/// The tasks that wait for a task, by id.
fn dependents_of(reading: Reading<'_>, id: &str) -> Value {
    let mut waiting: Vec<TaskEntry<'_>> = reading.tasks();
    waiting.retain(|entry| entry.fields().dependencies.iter().any(|awaited| awaited == id));
    waiting.sort_by_key(|entry| entry.fields().id.clone());
    let dependent = |entry: &TaskEntry<'_>| {
        let task = entry.fields();
        let mut members = Map::new();
        members.insert("id".to_owned(), json!(task.id));
        members.insert("title".to_owned(), json!(task.title));
        members.insert("status".to_owned(), json!(entry.status().name()));
        if let Some(notes) = &task.notes {
            members.insert("notes".to_owned(), json!(notes));
        }
        if !task.criteria.is_empty() {
            let criteria: Vec<Value> = task.criteria.iter().map(criterion_value).collect();
            members.insert("done_criteria".to_owned(), json!(criteria));
        }
        Value::Object(members)
    };
    Value::Array(waiting.iter().map(dependent).collect())
}
