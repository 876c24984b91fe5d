//! Chooses the task to do next, as the restoration does.

use handoff_engine::ProjectReader;
use handoff_engine::sessions;
use handoff_protocol::Context;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::claims;
use crate::lines::cut;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::task_reader;
use crate::restoration::next_tasks::{Pick, Tasks};
use crate::restoration::suggestions;
use crate::tool::ToolSet;

/// Chooses the task to continue or to start, and says why.
pub struct NextTask;

/// Maximum number of other tasks in the answer.
const ALTERNATIVES: usize = 5;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct Params {
    /// also of others
    #[schemars(extend("hidden" = true))]
    pub any: Option<bool>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub task: Option<TaskBrief>,
    /// Why there is no task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub suggested: Vec<String>,
    pub also_ready: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assigned_to_others: Option<String>,
}

/// The facts about a task that its worker needs.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TaskBrief {
    pub id: String,
    pub title: String,
    pub status: String,
    pub why: Vec<String>,
    pub open_criteria: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hours_spent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub newest_note: Option<String>,
    /// The open tasks that wait for it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<String>,
}

/// Maximum number of tokens of a title; other programs may have written a longer one.
const TITLE_TOKENS: usize = 400;
/// Maximum number of tokens of the answer.
const ANSWER_TOKENS: usize = 2_000;

impl TaskBrief {
    fn new(pick: &Pick<'_, '_>) -> TaskBrief {
        TaskBrief {
            id: pick.id().to_owned(),
            title: cut(pick.title(), TITLE_TOKENS),
            status: pick.status().to_owned(),
            why: pick.reasons(),
            open_criteria: pick.open_criteria().into_iter().map(str::to_owned).collect(),
            hours_spent: pick.hours_spent(),
            newest_note: pick.newest_note().map(str::to_owned),
            then: pick.dependents(),
        }
    }
}

impl Operation for NextTask {
    const DEFINITION: Definition = Definition {
        name: "handoff_next_task",
        title: "Next task",
        description: "The task to do next and why; others that are ready.",
        set: ToolSet::Core,
        effect: Effect::Reads,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let any = params.any.unwrap_or(false);
        shell.read(move |ctx| next(ctx, any)).await
    }
}

fn next(ctx: ToolContext<'_>, any: bool) -> Result<Answered<Answer>, HandoffError> {
    Ok(choose(task_reader(ctx)?, ctx.context, any))
}

/// Returns the task to continue or to start, the suggestions of the last session, and other tasks
/// that are ready. With `any`, also those that are assigned to others.
pub fn choose(reader: ProjectReader<'_>, context: &Context, any: bool) -> Answered<Answer> {
    let sessions = reader.sessions();
    let current = sessions::current(&sessions, &context.actor);
    let tasks = Tasks::of(reader, context);
    let register = reader.register();
    let suggested: Vec<String> =
        suggestions(&register, current).into_iter().map(|entry| tasks.mark_done(&entry.name)).collect();
    let pick = tasks.pick(any);
    let also_ready = tasks.alternatives(pick.as_ref(), any, ALTERNATIVES);
    let assigned_to_others = tasks.assigned_to_others().filter(|_| !any);
    let reason = pick.is_none().then(|| {
        let held = claims::held_by_others(reader, context);
        let held = held.map(|held| format!("{held} ")).unwrap_or_default();
        // Those of others are ready, too.
        let whose = if assigned_to_others.is_some() { "of yours or of nobody " } else { "" };
        format!("No task {whose}is ready to start. {held}{}", tasks.counts(context.today(), false))
    });
    let sentence = pick.as_ref().map(|pick| format!("{}.", pick.sentence()));
    let task = pick.as_ref().map(TaskBrief::new);
    let answer = Answer { task, reason, suggested, also_ready, assigned_to_others };
    let text = cut(&text(sentence, &answer), ANSWER_TOKENS);
    Answered::with_text(answer, text)
}

/// Returns the text of an answer. `sentence` is about its task.
fn text(sentence: Option<String>, answer: &Answer) -> String {
    let mut lines: Vec<String> = sentence.or_else(|| answer.reason.clone()).into_iter().collect();
    let mut section = |title: &str, entries: &[String]| {
        if !entries.is_empty() {
            lines.push(format!("\n{title}"));
            lines.extend(entries.iter().map(|entry| format!("- {entry}")));
        }
    };
    section("The last session suggests", &answer.suggested);
    section("Also ready", &answer.also_ready);
    if let Some(passed_over) = &answer.assigned_to_others {
        lines.push(format!("\n{passed_over}"));
    }
    lines.join("\n")
}

/// Describes a task: as a value if it is open and has no subtasks, and as a text.
pub(super) fn describe(reader: ProjectReader<'_>, context: &Context, id: &str) -> (Option<TaskBrief>, String) {
    let tasks = Tasks::of(reader, context);
    let pick = tasks.find(id);
    let text = pick.as_ref().map_or_else(|| id.to_owned(), Pick::description);
    (pick.as_ref().map(TaskBrief::new), text)
}
