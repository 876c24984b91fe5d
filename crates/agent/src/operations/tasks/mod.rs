//! Tools to list and get tasks.

use std::collections::BTreeMap;
use std::ops::Range;

use handoff_engine::{OutlineRow, ProjectReader, TaskEntry};
use handoff_format::fnv1a;
use handoff_protocol::{Context, Priority, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::OtherProject;
use crate::Reply;
use crate::Search;
use crate::Survey;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::claims::describe_holder;
use crate::next;
use crate::operation::Effect;
use crate::operations::common::{
    CriterionAnswer, TaskAnswer, TaskNode, TaskSummary, find_task, finish, reader, task_reader,
};
use crate::params::{Object, RequiredText, input, output, parse, priorities, statuses};
use crate::tool::{Tool, ToolSet, Work};

pub(crate) mod claim;
pub(crate) mod task_change;
pub(crate) mod task_fields;
mod task_reply;
pub(crate) mod task_steps;

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_list_tasks",
        title: "List tasks",
        description: "The task tree with counts of what is shown. Filters combine; ancestors of a match stay for context.",
        set: ToolSet::Core,
        effect: Effect::Reads,
        input: input::<ListParams>,
        output: Some(output::<ListAnswer>),
        work: Work::Steps(|ctx, arguments| Ok(list_tasks(ctx, parse(arguments)?))),
    },
    Tool {
        name: "handoff_get_task",
        title: "Get a task",
        description: "Everything about one task.",
        set: ToolSet::Core,
        effect: Effect::Reads,
        input: input::<GetParams>,
        output: Some(output::<GetAnswer>),
        work: Work::Steps(|ctx, arguments| Ok(get_task(ctx, &parse(arguments)?))),
    },
    Tool {
        name: "handoff_next_task",
        title: "Next task",
        description: "The task to do next and why, and others that are ready.",
        set: ToolSet::Core,
        effect: Effect::Reads,
        input: input::<NextParams>,
        output: Some(next::schema),
        work: Work::Steps(|ctx, arguments| Ok(next_task(ctx, &parse(arguments)?))),
    },
];

/// Maximum number of tasks in a list if the call does not give one. They take 12,000 to 25,000
/// tokens, and clients accept about 25,000 tokens in an answer.
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

#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
struct NextParams {
    /// also of others
    any: Option<bool>,
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
    /// The open tasks that it waits for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    waits_for: Vec<String>,
    /// What blocks it, if its status is blocked: the latest entry of its notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    blocked_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
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
    let filter = TaskFilter {
        limit: limit.filter(|limit| *limit > 0).unwrap_or(usize::MAX),
        status: params.status_filter,
        priority: params.priority_filter,
        assignee: params.assignee_filter,
        milestone: params.milestone_filter,
        label: params.label_filter,
    };
    let today = ctx.today();
    let reader = match task_reader(ctx) {
        Ok(readable) => readable,
        Err(reply) => return ToolOutcome::Done(reply),
    };
    if params.include_children.unwrap_or(false) {
        let then = move |ctx: ToolContext<'_>, survey: Survey| {
            let notes: Vec<String> = survey.found.iter().filter_map(OtherProject::unread_note).collect();
            let reply = Reply::value(json!(list_all(ctx, &survey, &filter, today)));
            ToolOutcome::Done(notes.iter().fold(reply, |reply, note| reply.with_note(note)))
        };
        return ToolOutcome::Survey { search: Search::inside(), then: Box::new(then) };
    }
    let mut room = Room::new(&filter);
    let tree = tree(reader, &filter, &mut room, ctx.context);
    let answer = ListAnswer::new(tree, &room, TaskSummary::new(&filter.matching(reader), today));
    ToolOutcome::Done(Reply::value(json!(answer)))
}

/// Returns the trees of all projects in one list. Each task has the project that it belongs to.
fn list_all(ctx: ToolContext<'_>, survey: &Survey, filter: &TaskFilter, today: i32) -> ListAnswer {
    let others = survey.found.iter().map(|other| (other.folder.as_str(), &other.engine));
    let (mut nodes, mut room) = (Vec::new(), Room::new(filter));
    let mut tasks: Vec<TaskEntry<'_>> = Vec::new();
    for (folder, engine) in std::iter::once((survey.home.as_str(), ctx.engine)).chain(others) {
        let reader = engine.reader();
        let name = reader.config().name.as_str();
        for mut node in tree(reader, filter, &mut room, ctx.context) {
            node.belong_to(name, folder, &mark(folder));
            nodes.push(node);
        }
        tasks.extend(filter.matching(reader));
    }
    ListAnswer::new(nodes, &room, TaskSummary::new(&tasks, today))
}

/// Returns the FNV-1a hash of a folder, which distinguishes projects of the same name. Other
/// programs compute the same hash.
fn mark(folder: &str) -> String {
    format!("{:08x}", fnv1a(folder.as_bytes()))
}

/// Returns the matching tasks of a project with their ancestors. Of the finished ones, only the
/// latest are listed, up to the project's limit. The others are counted in `room`.
pub(crate) fn tree(
    reader: ProjectReader<'_>,
    filter: &TaskFilter,
    room: &mut Room,
    context: &Context,
) -> Vec<TaskNode> {
    let rows = reader.rows();
    let mut is_match: Vec<bool> = rows.iter().map(|row| filter.matches(row.task)).collect();
    let mut finished: Vec<(String, &mut bool)> = rows
        .iter()
        .zip(&mut is_match)
        .filter(|(row, is_match)| **is_match && row.task.status().is_terminal())
        .map(|(row, is_match)| (row.task.finished_at(), is_match))
        .collect();
    let limit = usize::try_from(reader.config().settings.done_task_limit).unwrap_or(usize::MAX);
    if finished.len() > limit {
        finished.sort_by(|(a, _), (b, _)| b.cmp(a));
        for (_, is_match) in finished.iter_mut().skip(limit) {
            **is_match = false;
            room.finished += 1;
        }
    }
    let matches_before = std::iter::once(0).chain(is_match.iter().scan(0, |count, is_match| {
        *count += usize::from(*is_match);
        Some(*count)
    }));
    let matches_before = matches_before.collect();
    let holders = reader.holders(context.now);
    let holders = holders.into_iter().map(|(id, holder)| (id, describe_holder(holder, context))).collect();
    let listing = Listing { holders, matches_before, is_ready: reader.readiness(), is_match, rows };
    listing.nodes(0..listing.rows.len(), room)
}

/// The tasks of a project in tree order, with the matches.
struct Listing<'a> {
    rows: Vec<OutlineRow<'a>>,
    is_match: Vec<bool>,
    /// Whether each can be started.
    is_ready: Vec<bool>,
    /// The holders of tasks, by ID.
    holders: BTreeMap<&'a str, String>,
    /// Number of matches before each index, and before the end.
    matches_before: Vec<usize>,
}

impl Listing<'_> {
    /// Returns the tasks in a range of indexes that match or have a matching descendant, while
    /// there is room.
    fn nodes(&self, range: Range<usize>, room: &mut Room) -> Vec<TaskNode> {
        let mut nodes = Vec::new();
        let mut index = range.start;
        while let Some(row) = self.rows.get(index).filter(|_| index < range.end) {
            let matches = self.matches_in(index..row.end);
            if room.remaining == 0 {
                room.omitted += matches;
            } else if matches > 0 {
                let children = self.nodes(index + 1..row.end, room);
                if !children.is_empty() || self.is_match.get(index) == Some(&true) {
                    room.remaining = room.remaining.saturating_sub(1);
                    let is_ready = self.is_ready.get(index) == Some(&true);
                    let holder = self.holders.get(row.task.fields().id.as_str()).cloned();
                    nodes.push(TaskNode::new(row.task, is_ready, holder, children));
                }
            }
            index = row.end;
        }
        nodes
    }

    fn matches_in(&self, range: Range<usize>) -> usize {
        // The ranges of rows end at the number of rows at most.
        let before = |index: usize| self.matches_before.get(index).copied().unwrap_or_default();
        before(range.end) - before(range.start)
    }
}

/// The filter of a list. An absent condition matches all tasks.
#[derive(Default)]
pub(crate) struct TaskFilter {
    status: Option<Status>,
    priority: Option<Priority>,
    assignee: Option<String>,
    milestone: Option<String>,
    label: Option<String>,
    /// Maximum number of tasks.
    limit: usize,
}

/// The remaining room for tasks in a list, and the number of omitted ones.
#[derive(Default)]
pub(crate) struct Room {
    remaining: usize,
    /// Number of finished tasks omitted because of the project's limit.
    finished: usize,
    /// Number of tasks omitted because of the call's limit.
    pub(crate) omitted: usize,
}

impl Room {
    /// Creates the room that a filter allows.
    pub(crate) fn new(filter: &TaskFilter) -> Room {
        Room { remaining: filter.limit, ..Room::default() }
    }
}

impl TaskFilter {
    /// Creates a filter that matches all tasks.
    pub(crate) fn any(limit: usize) -> TaskFilter {
        TaskFilter { limit, ..TaskFilter::default() }
    }

    /// Returns the tasks of a project that match.
    fn matching<'a>(&self, reader: ProjectReader<'a>) -> Vec<TaskEntry<'a>> {
        let mut tasks = reader.tasks();
        tasks.retain(|task| self.matches(*task));
        tasks
    }

    fn matches(&self, entry: TaskEntry<'_>) -> bool {
        let milestone = || entry.fields().schedule.as_ref().and_then(|schedule| schedule.milestone.as_deref());
        self.status.is_none_or(|status| status == entry.status())
            && self.priority.is_none_or(|priority| entry.priority() == Some(priority))
            && self.assignee.as_deref().is_none_or(|assignee| entry.fields().assignee.as_deref() == Some(assignee))
            && self.milestone.as_deref().is_none_or(|name| milestone() == Some(name))
            && self.label.as_ref().is_none_or(|label| entry.fields().labels.contains(label))
    }
}

fn get_task(ctx: ToolContext<'_>, params: &GetParams) -> ToolOutcome {
    finish(reader(ctx).and_then(|reader| {
        let entry = find_task(reader, &params.task_id.0)?;
        let with_dependents = params.include_dependents.unwrap_or(false);
        let dependents = with_dependents.then(|| dependents_of(reader, &entry.fields().id));
        let open = if entry.status().is_terminal() { Vec::new() } else { entry.open_dependencies() };
        let waits_for = open.iter().map(|other| title_with_status(*other)).collect();
        let is_blocked = entry.status() == Status::Blocked;
        let blocked_by = is_blocked.then(|| entry.latest_note()).flatten().map(str::to_owned);
        let holders = reader.holders(ctx.context.now);
        let holder = holders.get(entry.fields().id.as_str());
        let held_by = holder.map(|holder| describe_holder(holder, ctx.context));
        Ok(Reply::value(json!(GetAnswer { task: entry.into(), waits_for, blocked_by, held_by, dependents })))
    }))
}

fn next_task(ctx: ToolContext<'_>, params: &NextParams) -> ToolOutcome {
    let any = params.any.unwrap_or(false);
    finish(task_reader(ctx).map(|reader| next::next(reader, ctx.context, any)))
}

/// Returns "01.1 Sentences [todo]".
fn title_with_status(entry: TaskEntry<'_>) -> String {
    let task = entry.fields();
    format!("{} {} [{}]", task.id, task.title, entry.status().name())
}

/// Returns the tasks that depend on a task, by ID.
fn dependents_of(reader: ProjectReader<'_>, id: &str) -> Vec<Dependent> {
    let mut dependents: Vec<TaskEntry<'_>> = reader.tasks();
    dependents.retain(|entry| entry.fields().dependencies.iter().any(|dependency| dependency == id));
    dependents.sort_by_key(|entry| entry.fields().id.clone());
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
    dependents.iter().map(dependent).collect()
}
