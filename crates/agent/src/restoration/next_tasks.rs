//! The tasks that an agent should know about, most urgent first: those in progress, those that can
//! be started, and what waits for them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use handoff_engine::{
    PlannedTask, ProjectReader, TaskEntry, TaskLookupError, Turn, is_same_holder, mentioned_ids, precedence,
};
use handoff_format::format_date;
use handoff_protocol::{Context, Holder, Status};

use crate::claims;
use crate::lines::{falling, value_of_waiting};
use crate::restoration::token_budget::{Line, Lines};

/// The number of days in which a date is near.
const NEAR_DAYS: i32 = 7;
/// Maximum number of waiting tasks, those that are due first, whose dates are compared with those of
/// the tasks for which they wait.
const MAX_COMPARED: usize = 200;

/// The tasks of a project. `leaves` are the open tasks without subtasks, the most urgent first.
pub(crate) struct Tasks<'a> {
    all: Vec<PlannedTask<'a>>,
    leaves: Vec<PlannedTask<'a>>,
    reader: ProjectReader<'a>,
    context: &'a Context,
    /// The holders of tasks, by ID.
    holders: BTreeMap<&'a str, &'a Holder>,
    /// Whether some tasks could not be read.
    is_partial: bool,
}

impl<'a> Tasks<'a> {
    /// Collects and sorts the tasks of a project.
    pub(crate) fn of(reader: ProjectReader<'a>, context: &'a Context) -> Tasks<'a> {
        let all = reader.planned_tasks();
        let is_open_leaf = |task: &&PlannedTask<'_>| task.is_leaf && !task.task.status().is_terminal();
        let mut leaves: Vec<PlannedTask<'a>> = all.iter().filter(is_open_leaf).copied().collect();
        // Each key reads a task, which is slow while a hundred thousand are compared.
        leaves.sort_by_cached_key(PlannedTask::urgency);
        let holders = reader.holders(context.now);
        let is_partial = !reader.unread_tasks().0.is_empty();
        Tasks { all, leaves, reader, context, holders, is_partial }
    }

    fn with(&self, status: Status) -> impl Iterator<Item = &PlannedTask<'a>> + Clone {
        self.leaves.iter().filter(move |leaf| leaf.task.status() == status)
    }

    /// Returns the holder of a task if it is another actor, or a subagent.
    fn other_holder(&self, leaf: &PlannedTask<'_>) -> Option<&'a Holder> {
        let holder = self.holders.get(leaf.task.fields().id.as_str()).copied();
        holder.filter(|holder| holder.subagent.is_some() || !is_same_holder(&holder.actor, &self.context.actor))
    }

    /// Returns why the actor can take up a task.
    fn turn(&self, leaf: &PlannedTask<'_>) -> Option<Turn> {
        let holder = self.holders.get(leaf.task.fields().id.as_str()).copied();
        leaf.turn(holder, &self.context.actor)
    }

    /// Returns lines for the tasks in progress, in review, and in progress by others, with their open
    /// criteria, their newest note, and what waits for them.
    pub(crate) fn in_progress(&self) -> Lines<'_> {
        let is_held = |leaf: &&PlannedTask<'_>| self.other_holder(leaf).is_some();
        let own = self.with(Status::InProgress).filter(move |leaf| !is_held(leaf)).map(|leaf| (leaf, 100));
        let in_review = self.with(Status::Review).map(|leaf| (leaf, 89));
        let held = self.with(Status::InProgress).filter(is_held).map(|leaf| (leaf, 85));
        self.lines(own.chain(in_review).chain(held), 8, Detail::Full)
    }

    /// Returns lines for the blocked tasks, with the newest note, which usually is the reason.
    pub(crate) fn blocked(&self) -> Lines<'_> {
        self.lines(self.with(Status::Blocked).map(|leaf| (leaf, 91)), 3, Detail::Note)
    }

    /// Returns lines for the tasks that can be started. The first ones have their criteria, the more
    /// the larger the budget is.
    pub(crate) fn ready(&self, budget: usize) -> Lines<'_> {
        let free = self.free(true);
        let count = free.len();
        let detailed = u32::try_from(budget / TOKENS_PER_DETAILED).unwrap_or(u32::MAX).max(2);
        let lines = (0..).zip(free).map(move |(index, leaf): (u32, _)| {
            let detail = if index < detailed { Detail::Full } else { Detail::Short };
            // Usually one task is started next.
            let value = if index == 0 { 86 } else { falling(76, 2, index) };
            Line::new(value, self.describe(leaf, detail))
        });
        Lines::of(count, lines)
    }

    /// Returns the tasks that can be started and that no other actor holds, in the order in which the
    /// actor takes them up. With `any`, also those that are assigned to others.
    fn free(&self, any: bool) -> Vec<&PlannedTask<'a>> {
        let ready = self.with(Status::Todo).filter(|leaf| leaf.is_free);
        let mut free: Vec<_> = ready.filter_map(|leaf| Some((self.precedence(leaf, any)?, leaf))).collect();
        free.sort_by_key(|(precedence, _)| *precedence);
        free.into_iter().map(|(_, leaf)| leaf).collect()
    }

    /// Returns the place of a task in the order in which the actor takes up tasks, `None` if the actor
    /// cannot take it up, or only with `any`.
    fn precedence(&self, leaf: &PlannedTask<'a>, any: bool) -> Option<impl Ord + Copy + use<>> {
        precedence(self.turn(leaf)?, self.reader.owner(leaf.task, &self.context.actor), any)
    }

    /// Says how many tasks can be taken up that are assigned to others, and how to see them.
    pub(crate) fn assigned_to_others(&self) -> Option<String> {
        let others = self
            .leaves
            .iter()
            .filter(|leaf| self.precedence(leaf, true).is_some() && self.precedence(leaf, false).is_none());
        let assignees: Vec<&str> = others.filter_map(|leaf| leaf.task.fields().assignee.as_deref()).collect();
        let names: BTreeSet<&str> = assignees.iter().copied().collect();
        let names = names.into_iter().collect::<Vec<_>>().join(", ");
        let noun = if assignees.len() == 1 { "1 task is" } else { &format!("{} tasks are", assignees.len()) };
        (!assignees.is_empty()).then(|| format!("{noun} assigned to others ({names}); `any` (`--any`) includes them."))
    }

    /// Returns lines for the tasks that cannot be started yet, with what they wait for. Those that
    /// are due soon, or before what they wait for, come first.
    pub(crate) fn waiting(&self, today: i32) -> Lines<'_> {
        let mut waiting: Vec<&PlannedTask<'a>> = self.with(Status::Todo).filter(|leaf| !leaf.is_free).collect();
        let is_near =
            |leaf: &PlannedTask<'_>| leaf.task.due().is_some_and(|due| due <= today.saturating_add(NEAR_DAYS));
        waiting.sort_by_key(|leaf| leaf.task.due().unwrap_or(i32::MAX));
        let others = waiting.split_off(waiting.len().min(MAX_COMPARED));
        let (urgent, later): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|leaf| is_near(leaf) || late_dependency(leaf).is_some());
        let count = urgent.len() + later.len() + others.len();
        let others = later.into_iter().chain(others).map(|leaf| (leaf, false));
        let ordered = urgent.into_iter().map(|leaf| (leaf, true)).chain(others);
        let lines = (0..).zip(ordered).map(move |(rank, (leaf, is_urgent)): (u32, _)| {
            Line::new(value_of_waiting(rank, is_urgent), self.describe(leaf, Detail::Waiting))
        });
        Lines::of(count, lines)
    }

    /// Returns lines for the finished and skipped tasks, the last one first.
    pub(crate) fn done(&self) -> Lines<'_> {
        let count = self.all.iter().filter(|task| task.is_leaf && task.task.status().is_terminal()).count();
        // Sorting waits until a line is needed.
        let lines = std::iter::once(()).flat_map(|()| {
            let mut done: Vec<&PlannedTask<'a>> =
                self.all.iter().filter(|task| task.is_leaf && task.task.status().is_terminal()).collect();
            done.sort_by_cached_key(|task| Reverse(task.task.finished_at()));
            done.into_iter().map(|task| {
                let skipped = if task.task.status() == Status::Skipped { " (skipped)" } else { "" };
                Line::new(20, format!("{} {}{skipped}", task.task.fields().id, task.task.fields().title))
            })
        });
        Lines::of(count, lines)
    }

    fn lines<'t>(
        &'t self,
        leaves: impl Iterator<Item = (&'t PlannedTask<'a>, u32)> + Clone + 't,
        step: u32,
        detail: Detail,
    ) -> Lines<'t> {
        let count = leaves.clone().count();
        let line = move |(index, (leaf, first)): (u32, (&PlannedTask<'a>, u32))| {
            Line::new(falling(first, step, index), self.describe(leaf, detail))
        };
        Lines::of(count, (0..).zip(leaves).map(line))
    }

    /// Returns the task to do next. With `any`, it may be assigned to another actor.
    pub(crate) fn pick(&self, any: bool) -> Option<Pick<'_, 'a>> {
        let candidates = self.leaves.iter().filter_map(|leaf| Some((self.precedence(leaf, any)?, leaf)));
        let (_, leaf) = candidates.min_by_key(|(precedence, _)| *precedence)?;
        Some(self.picked(leaf))
    }

    /// Returns an open task without subtasks.
    pub(crate) fn find(&self, id: &str) -> Option<Pick<'_, 'a>> {
        self.leaves.iter().find(|leaf| leaf.task.fields().id == id).map(|leaf| self.picked(leaf))
    }

    fn picked<'t>(&'t self, leaf: &'t PlannedTask<'a>) -> Pick<'t, 'a> {
        let is_started = leaf.task.status() != Status::Todo;
        Pick { tasks: self, verb: if is_started { "Go on with" } else { "Begin" }, leaf, with_criteria: is_started }
    }

    /// Returns descriptions of at most `max` other tasks that can be started.
    pub(crate) fn alternatives(&self, pick: Option<&Pick<'_, 'a>>, any: bool, max: usize) -> Vec<String> {
        let picked = pick.map(|pick| pick.leaf.task.key());
        let others = self.free(any).into_iter().filter(|leaf| Some(leaf.task.key()) != picked);
        others.take(max).map(|leaf| self.describe(leaf, Detail::Short)).collect()
    }

    /// Counts tasks without subtasks by status: "41 tasks: 12 todo, 20 done; 5 ready, 3 overdue."
    pub(crate) fn counts(&self, today: i32) -> String {
        if self.all.is_empty() {
            return if self.is_partial { "No task could be read." } else { "No tasks yet." }.to_owned();
        }
        let leaves = || self.all.iter().filter(|task| task.is_leaf);
        let of = |status: Status| leaves().filter(|task| task.task.status() == status).count();
        let counts: Vec<String> = Status::ALL
            .into_iter()
            .map(|status| (status, of(status)))
            .filter(|(_, number)| *number > 0)
            .map(|(status, number)| format!("{number} {}", status.name()))
            .collect();
        let ready = self.free(true).len();
        let overdue = self.all.iter().filter(|task| task.task.is_overdue(today)).count();
        let overdue = if overdue == 0 { String::new() } else { format!(", {overdue} overdue") };
        let total = leaves().count();
        let tasks = if total == 1 { "task" } else { "tasks" };
        format!("{total} {tasks}: {}; {ready} ready{overdue}.", counts.join(", "))
    }

    /// Returns a text with a remark if it names a finished task.
    pub(crate) fn mark_done(&self, text: &str) -> String {
        let mut done: Vec<String> = Vec::new();
        for id in mentioned_ids(text) {
            let status = self.reader.task(id).ok().map(TaskEntry::status).filter(|status| status.is_terminal());
            if let Some(status) = status {
                let name = format!("{id} is {}", status.name());
                if !done.contains(&name) {
                    done.push(name);
                }
            }
        }
        if done.is_empty() { text.to_owned() } else { format!("{text} [{}]", done.join(", ")) }
    }

    /// Describes a task: "t1.2 Parse the feed (high, critical path, due 2026-12-03); open: works
    /// offline".
    fn describe(&self, leaf: &PlannedTask<'a>, detail: Detail) -> String {
        let task = leaf.task.fields();
        let mut text = format!("{} {}", task.id, task.title);
        let mut reasons = reasons(leaf);
        if detail == Detail::Full {
            reasons.extend(
                leaf.task.spent().filter(|hours| *hours > 0.0).map(|hours| format!("{} h spent", hours_text(hours))),
            );
        }
        reasons.extend(
            self.other_holder(leaf).map(|holder| format!("held by {}", claims::describe_holder(holder, self.context))),
        );
        if !reasons.is_empty() {
            text = format!("{text} ({})", reasons.join(", "));
        }
        if detail == Detail::Waiting {
            let mut names: Vec<String> = leaf.task.open_dependencies().into_iter().map(name).collect();
            let is_gone = |id: &&String| matches!(self.reader.task(id), Err(TaskLookupError::Unknown));
            let why = if self.is_partial { "was not found in what could be read" } else { "does not exist" };
            let branch = std::iter::successors(Some(leaf.task), |task| task.parent());
            let ids = branch.flat_map(|task| &task.fields().dependencies);
            names.extend(ids.filter(is_gone).map(|id| format!("{id}, which {why}")));
            if !names.is_empty() {
                text = format!("{text}; waits for {}", names.join(", "));
            }
            if let Some((id, due)) = late_dependency(leaf) {
                text = format!("{text}; but {id} is due {due}");
            }
        }
        let open = if matches!(detail, Detail::Full | Detail::Waiting) { open_criteria(leaf) } else { Vec::new() };
        if !open.is_empty() {
            text = format!("{text}; open: {}", open.join("; "));
        }
        if matches!(detail, Detail::Full | Detail::Note)
            && let Some(note) = leaf.task.latest_note()
        {
            text = format!("{text}; note: {note}");
        }
        if detail == Detail::Full {
            let names: Vec<String> = leaf.task.open_dependents().into_iter().map(name).collect();
            if !names.is_empty() {
                text = format!("{text}; then {}", names.join(", "));
            }
        }
        text
    }
}

/// For each of these tokens of the budget, one task that can be started is described in full.
const TOKENS_PER_DETAILED: usize = 1000;

/// How much of a task is described.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// Why it is urgent.
    Short,
    /// Also the newest note.
    Note,
    /// Also what it waits for.
    Waiting,
    /// Also hours, open criteria, the newest note, and what waits for it.
    Full,
}

/// Returns hours with at most two decimals.
fn hours_text(hours: f64) -> String {
    format!("{hours:.2}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn name(task: TaskEntry<'_>) -> String {
    format!("{} {}", task.fields().id, task.fields().title)
}

/// Returns ID and due date of a task that a task waits for although it is due later.
fn late_dependency(leaf: &PlannedTask<'_>) -> Option<(String, String)> {
    let due = leaf.task.due()?;
    let late = leaf.task.open_dependencies().into_iter().find(|task| task.due().is_some_and(|other| other > due))?;
    let fields = late.fields();
    Some((fields.id.clone(), fields.schedule.as_ref()?.due_date.clone()?))
}

/// The task to do next.
pub(crate) struct Pick<'t, 'a> {
    tasks: &'t Tasks<'a>,
    verb: &'static str,
    leaf: &'t PlannedTask<'a>,
    with_criteria: bool,
}

impl Pick<'_, '_> {
    /// Returns a sentence such as "Go on with t1.2 Parse the feed (high, due 2026-12-03); open:
    /// works offline".
    pub(crate) fn sentence(&self) -> String {
        let detail = if self.with_criteria { Detail::Full } else { Detail::Short };
        format!("{} {}", self.verb, self.tasks.describe(self.leaf, detail))
    }

    /// Returns what to do without details: "Go on with t1.2 Parse the feed".
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.verb, name(self.leaf.task))
    }

    /// Describes the task: "t1.2 Parse the feed (high); open: works offline".
    pub(crate) fn description(&self) -> String {
        self.tasks.describe(self.leaf, Detail::Full)
    }

    pub(crate) fn id(&self) -> &str {
        &self.leaf.task.fields().id
    }

    pub(crate) fn title(&self) -> &str {
        &self.leaf.task.fields().title
    }

    pub(crate) fn status(&self) -> &'static str {
        self.leaf.task.status().name()
    }

    /// Returns the reasons of its urgency.
    pub(crate) fn reasons(&self) -> Vec<String> {
        reasons(self.leaf)
    }

    /// Returns the hours spent on it, with two decimals.
    pub(crate) fn hours_spent(&self) -> Option<f64> {
        self.leaf.task.spent().filter(|hours| *hours > 0.0).map(|hours| (hours * 100.0).round() / 100.0)
    }

    /// Returns its newest note.
    pub(crate) fn newest_note(&self) -> Option<&str> {
        self.leaf.task.latest_note()
    }

    /// Returns the open tasks that wait for it.
    pub(crate) fn dependents(&self) -> Vec<String> {
        self.leaf.task.open_dependents().into_iter().map(name).collect()
    }

    /// Returns the done criteria that are not met.
    pub(crate) fn open_criteria(&self) -> Vec<&str> {
        open_criteria(self.leaf)
    }
}

fn open_criteria<'t>(leaf: &'t PlannedTask<'_>) -> Vec<&'t str> {
    leaf.task
        .fields()
        .criteria
        .iter()
        .filter(|criterion| !criterion.checked)
        .map(|criterion| criterion.item.as_str())
        .collect()
}

fn reasons(leaf: &PlannedTask<'_>) -> Vec<String> {
    let task = leaf.task.fields();
    let mut reasons: Vec<String> = task.priority.map(|priority| priority.name().to_owned()).into_iter().collect();
    if leaf.slack.is_some_and(|slack| slack <= 0) {
        reasons.push("critical path".to_owned());
    }
    reasons
        .extend(task.schedule.as_ref().and_then(|schedule| schedule.due_date.as_ref()).map(|due| format!("due {due}")));
    let due = leaf.task.due().unwrap_or(i32::MAX);
    if leaf.needed_by < due {
        reasons.push(format!("needed by {}", format_date(leaf.needed_by)));
    }
    reasons.extend(task.assignee.clone());
    if leaf.task.status() == Status::Review {
        reasons.push("in review".to_owned());
    }
    reasons
}
