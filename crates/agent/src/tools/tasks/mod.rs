//! Tasks: list, get.

use std::ops::Range;

use handoff_engine::{Reading, Row, TaskEntry};
use handoff_protocol::{Priority, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::Reply;
use crate::Search;
use crate::Survey;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::params::{Object, RequiredText, brief_output, input, output, parse, priorities, statuses};
use crate::tool::{Effect, Tool, ToolSet};
use crate::tools::common::{
    CriterionAnswer, TaskAnswer, TaskNode, TaskSummary, find_task, finish, reading, reading_of_tasks,
};

mod child_projects;
pub(crate) mod task_change;
pub(crate) mod task_fields;
pub(crate) mod task_steps;

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_list_tasks",
        title: "List tasks",
        description: "The task tree with counts. Filters combine; ancestors of a match stay for context.",
        set: ToolSet::Core,
        effect: Effect::Reads,
        input: input::<ListParams>,
        output: Some(output::<ListAnswer>),
        answer: |ctx, arguments| Ok(list_tasks(ctx, parse(arguments)?)),
    },
    Tool {
        name: "handoff_get_task",
        title: "Get a task",
        description: "Everything about one task.",
        set: ToolSet::Core,
        effect: Effect::Reads,
        input: input::<GetParams>,
        output: Some(brief_output::<GetAnswer>),
        answer: |ctx, arguments| Ok(get_task(ctx, &parse(arguments)?)),
    },
];

/// Maximum number of tasks in a list if the call names none: 12,000 to 25,000 tokens, and clients
/// accept about 25,000 in an answer.
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

#[derive(Serialize, JsonSchema)]
pub(crate) struct ListAnswer {
    task_tree: Vec<TaskNode>,
    task_summary: TaskSummary,
    #[serde(skip_serializing_if = "Option::is_none")]
    finished_omitted: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tasks_omitted: Option<usize>,
}

impl ListAnswer {
    /// The answer; it says where tasks were left out.
    fn new(task_tree: Vec<TaskNode>, room: &Room, task_summary: TaskSummary) -> ListAnswer {
        let omitted = |count: usize| Some(count).filter(|count| *count > 0);
        let (finished_omitted, tasks_omitted) = (omitted(room.finished), omitted(room.omitted));
        ListAnswer { task_tree, task_summary, finished_omitted, tasks_omitted }
    }
}

#[derive(Deserialize, JsonSchema)]
struct GetParams {
    task_id: RequiredText,
    include_dependents: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
struct GetAnswer {
    #[serde(flatten)]
    task: TaskAnswer,
    #[schemars(with = "Option<Vec<Object>>")]
    dependents: Option<Vec<Dependent>>,
}

#[derive(Serialize)]
struct Dependent {
    id: String,
    title: String,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    done_criteria: Vec<CriterionAnswer>,
}

fn list_tasks(ctx: ToolContext<'_>, params: ListParams) -> ToolOutcome {
    let limit = usize::try_from(params.limit.unwrap_or(LIMIT)).ok();
    let wanted = Wanted {
        limit: limit.filter(|limit| *limit > 0).unwrap_or(usize::MAX),
        status: params.status_filter,
        priority: params.priority_filter,
        assignee: params.assignee_filter,
        milestone: params.milestone_filter,
        label: params.label_filter,
    };
    let today = ctx.today();
    let (reading, unread) = match reading_of_tasks(ctx) {
        Ok(found) => found,
        Err(reply) => return ToolOutcome::Done(reply),
    };
    if params.include_children.unwrap_or(false) {
        let then = move |ctx: ToolContext<'_>, survey: Survey<'_>| {
            ToolOutcome::Done(
                Reply::value(json!(child_projects::list_all(ctx.engine, survey, &wanted, today)))
                    .with_warnings(&unread),
            )
        };
        return ToolOutcome::Survey { search: Search::inside(), then: Box::new(then) };
    }
    let mut room = Room::of(&wanted);
    let tree = tree(reading, &wanted, &mut room);
    let answer = ListAnswer::new(tree, &room, TaskSummary::new(&reading.tasks(), today));
    ToolOutcome::Done(Reply::value(json!(answer)).with_warnings(&unread))
}

/// Returns the tasks of a project that match, with their ancestors. Of the finished ones, only the
/// last are listed, up to the project's limit; the others are counted.
pub(crate) fn tree(reading: Reading<'_>, wanted: &Wanted, room: &mut Room) -> Vec<TaskNode> {
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
    /// Returns the tasks in a range of positions that match or have a descendant that matches, while
    /// there is room.
    fn nodes(&self, range: Range<usize>, room: &mut Room) -> Vec<TaskNode> {
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
                    nodes.push(TaskNode::new(row.task, children));
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

/// The conditions that a listed task meets; an absent one does not restrict.
#[derive(Default)]
pub(crate) struct Wanted {
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
pub(crate) struct Room {
    left: usize,
    /// Finished ones that are older than the project wants to be listed.
    finished: usize,
    /// Those for which there was no room.
    pub(crate) omitted: usize,
}

impl Room {
    /// As much as is wanted.
    pub(crate) fn of(wanted: &Wanted) -> Room {
        Room { left: wanted.limit, ..Room::default() }
    }
}

impl Wanted {
    /// Any tasks, so many at most.
    pub(crate) fn any(limit: usize) -> Wanted {
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

fn get_task(ctx: ToolContext<'_>, params: &GetParams) -> ToolOutcome {
    finish(reading(ctx).and_then(|reading| {
        let entry = find_task(reading, &params.task_id.0)?;
        let with_dependents = params.include_dependents.unwrap_or(false);
        let dependents = with_dependents.then(|| dependents_of(reading, &entry.fields().id));
        Ok(Reply::value(json!(GetAnswer { task: entry.into(), dependents })))
    }))
}

/// The tasks that wait for a task, by id.
fn dependents_of(reading: Reading<'_>, id: &str) -> Vec<Dependent> {
    let mut waiting: Vec<TaskEntry<'_>> = reading.tasks();
    waiting.retain(|entry| entry.fields().dependencies.iter().any(|awaited| awaited == id));
    waiting.sort_by_key(|entry| entry.fields().id.clone());
    let dependent = |entry: &TaskEntry<'_>| {
        let task = entry.fields();
        Dependent {
            id: task.id.clone(),
            title: task.title.clone(),
            status: entry.status(),
            notes: task.notes.clone(),
            done_criteria: task.criteria.iter().map(Into::into).collect(),
        }
    };
    waiting.iter().map(dependent).collect()
}
