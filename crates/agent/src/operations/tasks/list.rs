//! Lists tasks.

use handoff_engine::TaskEntry;
use handoff_format::fnv1a;
use handoff_protocol::{Priority, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Room, TaskFilter, tree};
use crate::HandoffError;
use crate::OtherProject;
use crate::Shell;
use crate::Survey;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::{TaskNode, TaskSummary, task_reader};
use crate::params::{priorities, statuses};
use crate::tool::ToolSet;

/// Lists the tasks of a project, or of it and the projects inside it, as a tree.
pub struct ListTasks;

/// Maximum number of tasks in a list if the call does not give one. They take 12,000 to 25,000
/// tokens, and clients accept about 25,000 tokens in an answer.
const LIMIT: u64 = 300;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct Params {
    #[schemars(schema_with = "statuses")]
    pub status_filter: Option<Status>,
    pub assignee_filter: Option<String>,
    #[schemars(extend("hidden" = true))]
    pub milestone_filter: Option<String>,
    #[schemars(schema_with = "priorities", extend("hidden" = true))]
    pub priority_filter: Option<Priority>,
    #[schemars(extend("hidden" = true))]
    pub label_filter: Option<String>,
    /// also the projects inside this one
    #[schemars(extend("hidden" = true))]
    pub include_children: Option<bool>,
    /// default 300, 0: all
    #[schemars(extend("hidden" = true))]
    pub limit: Option<u64>,
}

impl From<Params> for TaskFilter {
    fn from(params: Params) -> TaskFilter {
        let limit = usize::try_from(params.limit.unwrap_or(LIMIT)).ok();
        TaskFilter {
            limit: limit.filter(|limit| *limit > 0).unwrap_or(usize::MAX),
            status: params.status_filter,
            priority: params.priority_filter,
            assignee: params.assignee_filter,
            milestone: params.milestone_filter,
            label: params.label_filter,
        }
    }
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub task_tree: Vec<TaskNode>,
    pub task_summary: TaskSummary,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finished_omitted: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tasks_omitted: Option<usize>,
}

impl Answer {
    /// Creates the answer, with the numbers of tasks that were left out.
    fn new(task_tree: Vec<TaskNode>, room: &Room, task_summary: TaskSummary) -> Answer {
        let omitted = |count: usize| Some(count).filter(|count| *count > 0);
        let (finished_omitted, tasks_omitted) = (omitted(room.finished), omitted(room.omitted));
        Answer { task_tree, task_summary, finished_omitted, tasks_omitted }
    }
}

impl Operation for ListTasks {
    const DEFINITION: Definition = Definition {
        name: "handoff_list_tasks",
        title: "List tasks",
        description: "The task tree.",
        set: ToolSet::Core,
        effect: Effect::Reads,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let include_children = params.include_children.unwrap_or(false);
        let filter = TaskFilter::from(params);
        if !include_children {
            return Ok(shell.read(move |ctx| list(ctx, &filter)).await?.into());
        }
        shell.read(check_readable).await?;
        let survey = shell.find_inner_projects().await;
        for note in survey.found.iter().filter_map(OtherProject::unread_note) {
            shell.note(note);
        }
        Ok(shell.read(move |ctx| list_all(ctx, &survey, &filter)).await.into())
    }
}

/// Returns an error if none of the project's tasks can be read.
fn check_readable(ctx: ToolContext<'_>) -> Result<(), HandoffError> {
    task_reader(ctx)?;
    Ok(())
}

/// Returns the tree of the project.
fn list(ctx: ToolContext<'_>, filter: &TaskFilter) -> Result<Answer, HandoffError> {
    let reader = task_reader(ctx)?;
    let mut room = Room::new(filter);
    let tree = tree(reader, filter, &mut room, ctx.context);
    Ok(Answer::new(tree, &room, TaskSummary::new(&filter.matching(reader), ctx.today())))
}

/// Returns the trees of all projects in one list. Each task has the project that it belongs to.
fn list_all(ctx: ToolContext<'_>, survey: &Survey, filter: &TaskFilter) -> Answer {
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
    Answer::new(nodes, &room, TaskSummary::new(&tasks, ctx.today()))
}

/// Returns the FNV-1a hash of a folder, which distinguishes projects of the same name. Other
/// programs compute the same hash.
fn mark(folder: &str) -> String {
    format!("{:08x}", fnv1a(folder.as_bytes()))
}
