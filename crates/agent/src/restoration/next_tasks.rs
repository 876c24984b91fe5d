//! The tasks that an agent should know about, most urgent first: those in progress, those that can
//! be started, and what waits for them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use handoff_engine::{
    PlannedTask, ProjectReader, TaskEntry, TaskLookupError, Turn, is_same_holder, mentioned_ids, precedence,
};
use handoff_format::{MilestoneConfig, format_date};
use handoff_protocol::{Context, Holder, MilestoneStatus, Status};

use crate::claims;
use crate::lines::{falling, first_named, value_of_waiting};
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
    /// Those who held tasks when they crashed, by ID.
    ended: BTreeMap<&'a str, &'a Holder>,
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
        let ended = reader.ended_claims(context.now);
        Tasks { all, leaves, reader, context, holders, ended, is_partial }
    }

    fn with(&self, status: Status) -> impl Iterator<Item = &PlannedTask<'a>> + Clone {
        self.leaves.iter().filter(move |leaf| leaf.task.status() == status)
    }

    /// Returns the holder of a task if it is another actor, or a subagent.
    fn other_holder(&self, leaf: &PlannedTask<'_>) -> Option<&'a Holder> {
        let holder = self.holders.get(leaf.task.fields().id.as_str()).copied();
        holder.filter(|holder| holder.subagent.is_some() || !is_same_holder(&holder.actor, &self.context.actor))
    }

    /// Says who left a task in progress when the process of that actor ended without releasing it.
    fn left_by(&self, leaf: &PlannedTask<'_>) -> Option<String> {
        let id = leaf.task.fields().id.as_str();
        let is_left = leaf.task.status() == Status::InProgress && !self.holders.contains_key(id);
        let holder = self.ended.get(id).filter(|_| is_left)?;
        let is_own = is_same_holder(&holder.actor, &self.context.actor);
        (!is_own).then(|| format!("left by {}", claims::name(&holder.actor)))
    }

    /// Returns why the actor can take up a task.
    fn turn(&self, leaf: &PlannedTask<'_>) -> Option<Turn> {
        let holder = self.holders.get(leaf.task.fields().id.as_str()).copied();
        leaf.turn(holder, &self.context.actor)
    }

    /// Returns lines for the tasks in progress, in review, and in progress by others, with their newest
    /// notes and open criteria.
    pub(crate) fn in_progress(&self) -> Lines<'_> {
        let is_held = |leaf: &&PlannedTask<'_>| self.other_holder(leaf).is_some();
        let own = self.with(Status::InProgress).filter(move |leaf| !is_held(leaf)).map(|leaf| (leaf, 119));
        let in_review = self.with(Status::Review).map(|leaf| (leaf, 104));
        let held = self.with(Status::InProgress).filter(is_held).map(|leaf| (leaf, 103));
        self.lines(own.chain(in_review).chain(held), 8, Detail::Full)
    }

    /// Returns lines for the blocked tasks, with the newest note, which usually is the reason.
    pub(crate) fn blocked(&self) -> Lines<'_> {
        self.lines(self.with(Status::Blocked).map(|leaf| (leaf, 108)), 3, Detail::Blocked)
    }

    /// Returns lines for the tasks that can be started, with their criteria and notes.
    pub(crate) fn ready(&self, today: i32) -> Lines<'_> {
        let free = self.free(true);
        let count = free.len();
        // Usually one task is started next, unless there is one in hand.
        let has_own = self.with(Status::InProgress).any(|leaf| self.other_holder(leaf).is_none());
        let lines = (0..).zip(free).map(move |(index, leaf): (u32, _)| {
            let is_near = leaf.needed_by <= today.saturating_add(NEAR_DAYS);
            let value = match index {
                0 if !has_own => IN_HAND,
                _ if is_near => falling(101, 3, index),
                _ => falling(90, 3, index),
            };
            self.line(leaf, Detail::Full, value, MAX_NOTES)
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
            self.line(leaf, Detail::Waiting, value_of_waiting(rank, is_urgent), MAX_NOTES)
        });
        Lines::of(count, lines)
    }

    /// Returns lines for the finished and skipped tasks, the last one first, with their hours and notes.
    pub(crate) fn done(&self) -> Lines<'_> {
        let count = self.all.iter().filter(|task| task.is_leaf && task.task.status().is_terminal()).count();
        // Sorting waits until a line is needed.
        let lines = std::iter::once(()).flat_map(|()| {
            let mut done: Vec<&PlannedTask<'a>> =
                self.all.iter().filter(|task| task.is_leaf && task.task.status().is_terminal()).collect();
            done.sort_by_cached_key(|task| Reverse(task.task.finished_at()));
            (0..).zip(done).map(|(index, leaf): (u32, _)| {
                let spent = spent(leaf).map(|spent| spent.trim_end_matches(" spent").to_owned());
                let skipped = (leaf.task.status() == Status::Skipped).then(|| "skipped".to_owned());
                let remarks: Vec<String> = skipped.into_iter().chain(spent).collect();
                let value = falling(88, 3, index);
                let line = Line::new(value, with_remarks(name(leaf.task), &remarks));
                // The note of a skipped task usually says why.
                let note = if leaf.task.status() == Status::Skipped { value } else { falling(64, 1, index) };
                with_notes(line, leaf, 0, &[note, 30, 28])
            })
        });
        Lines::of(count, lines)
    }

    /// Returns the milestones with their progress and their open tasks: the next one first, then those
    /// without a date, and those of the past last.
    pub(crate) fn milestones(&self, today: i32) -> Lines<'_> {
        let mut tasks: BTreeMap<&str, (usize, Vec<&str>)> = BTreeMap::new();
        for task in self.all.iter().filter(|task| task.is_leaf) {
            let fields = task.task.fields();
            let Some(name) = fields.schedule.as_ref().and_then(|schedule| schedule.milestone.as_deref()) else {
                continue;
            };
            let (total, open) = tasks.entry(name).or_default();
            *total += 1;
            open.extend((!task.task.status().is_terminal()).then_some(fields.id.as_str()));
        }
        let configured = &self.reader.config().milestones;
        // Those that only tasks name have neither date nor status.
        let mentioned: Vec<&str> = tasks.keys().copied().collect();
        let unlisted = mentioned.into_iter().filter(|name| configured.iter().all(|(listed, _)| listed != name));
        let unlisted = unlisted.map(|name| (name, MilestoneConfig::default()));
        let all = configured.iter().map(|(name, milestone)| (name.as_str(), milestone.clone())).chain(unlisted);
        let mut rows: Vec<(u32, String, String, Vec<&str>)> = Vec::new();
        for (name, milestone) in all {
            let status = match milestone.status() {
                MilestoneStatus::Planning => None,
                // These are over, whatever their date.
                MilestoneStatus::Released | MilestoneStatus::Cancelled => continue,
                other => Some(other.name().to_owned()),
            };
            let (total, open) = tasks.remove(name).unwrap_or_default();
            let progress = (total > 0).then(|| format!("{} of {total} done", total - open.len()));
            let remarks: Vec<String> = status.into_iter().chain(progress).collect();
            let description = milestone.description.map(|text| format!(" — {text}")).unwrap_or_default();
            let date = milestone.date.unwrap_or_default();
            let text = with_remarks(format!("{date} {name}").trim_start().to_owned(), &remarks) + &description;
            let place = if date.is_empty() { 1 } else { u32::from(date < format_date(today)) * 2 };
            rows.push((place, date, text, open));
        }
        rows.sort();
        let line = |(index, (place, _, text, open)): (u32, (u32, String, String, Vec<&str>))| {
            let line = Line::new(103_u32.saturating_sub(place * 12 + index * 3), text);
            let ids = first_named(open, MAX_OPEN).join(", ");
            if ids.is_empty() { line } else { line.with(93_u32.saturating_sub(index * 2), format!("; open: {ids}")) }
        };
        (0..).zip(rows).map(line).collect::<Vec<Line>>().into()
    }

    fn lines<'t>(
        &'t self,
        leaves: impl Iterator<Item = (&'t PlannedTask<'a>, u32)> + Clone + 't,
        step: u32,
        detail: Detail,
    ) -> Lines<'t> {
        let count = leaves.clone().count();
        let line = move |(index, (leaf, first)): (u32, (&PlannedTask<'a>, u32))| {
            self.line(leaf, detail, falling(first, step, index), MAX_NOTES)
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

    /// Counts tasks without subtasks by status: "41 tasks: 12 todo, 20 done; 5 ready, 3 overdue.", or only
    /// the finished ones, for a text that shows the others.
    pub(crate) fn counts(&self, today: i32, only_finished: bool) -> String {
        if self.all.is_empty() {
            return if self.is_partial { "No task could be read." } else { "No tasks yet." }.to_owned();
        }
        let leaves = || self.all.iter().filter(|task| task.is_leaf);
        let of = |status: Status| leaves().filter(|task| task.task.status() == status).count();
        let counts: Vec<String> = Status::ALL
            .into_iter()
            .map(|status| (status, of(status)))
            .filter(|(status, number)| *number > 0 && (status.is_terminal() || !only_finished))
            .map(|(status, number)| format!("{number} {}", status.name()))
            .collect();
        let counts = if counts.is_empty() { String::new() } else { format!("{}; ", counts.join(", ")) };
        let ready = self.free(true).len();
        let overdue = self.all.iter().filter(|task| task.task.is_overdue(today)).count();
        let overdue = if overdue == 0 { String::new() } else { format!(", {overdue} overdue") };
        let total = leaves().count();
        let tasks = if total == 1 { "task" } else { "tasks" };
        format!("{total} {tasks}: {counts}{ready} ready{overdue}.")
    }

    /// Returns a text with a remark if it names a finished task.
    pub(crate) fn mark_done(&self, text: &str) -> String {
        let mut done: Vec<String> = Vec::new();
        for (id, status) in self.named(text).filter(|(_, status)| status.is_terminal()) {
            let name = format!("{id} is {}", status.name());
            if !done.contains(&name) {
                done.push(name);
            }
        }
        if done.is_empty() { text.to_owned() } else { format!("{text} [{}]", done.join(", ")) }
    }

    /// Returns whether a text names tasks, and all of them are finished.
    pub(crate) fn are_done(&self, text: &str) -> bool {
        let mut named = self.named(text).peekable();
        named.peek().is_some() && named.all(|(_, status)| status.is_terminal())
    }

    /// Returns the tasks that a text names by their IDs.
    fn named<'t>(&self, text: &'t str) -> impl Iterator<Item = (&'t str, Status)> {
        mentioned_ids(text).filter_map(|id| Some((id, self.reader.task(id).ok().map(TaskEntry::status)?)))
    }

    /// Describes a task: "t1.2 Parse the feed (high, critical path, due 2026-12-03); open: works
    /// offline; then t1.3 Draw the map".
    fn describe(&self, leaf: &PlannedTask<'a>, detail: Detail) -> String {
        let text = self.line(leaf, detail, 0, 1).whole();
        let names: Vec<String> = leaf.task.open_dependents().into_iter().map(name).collect();
        let is_whole = detail == Detail::Full && !names.is_empty();
        if is_whole { format!("{text}; then {}", names.join(", ")) } else { text }
    }

    /// Returns the line of a task: "t1.2 Parse the feed (high, critical path, due 2026-12-03); note: the
    /// feed repeats rows; open: works offline". Other tasks that have a line of their own are named by
    /// their IDs.
    fn line(&self, leaf: &PlannedTask<'a>, detail: Detail, value: u32, max_notes: usize) -> Line {
        let mut remarks = reasons(leaf, detail != Detail::Waiting);
        if detail == Detail::Full {
            remarks.extend(spent(leaf));
        }
        remarks.extend(
            self.other_holder(leaf).map(|holder| format!("held by {}", claims::describe_holder(holder, self.context))),
        );
        remarks.extend(self.left_by(leaf));
        let mut text = with_remarks(name(leaf.task), &remarks);
        if detail == Detail::Waiting {
            let mut names: Vec<String> = leaf.task.open_dependencies().into_iter().map(reference).collect();
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
        let less = |losses: [u32; 4]| losses.map(|loss| value.saturating_sub(loss));
        // What is said of a task in hand is worth as much as the task.
        let (criteria, notes) = match detail {
            Detail::Short => return Line::new(value, text),
            Detail::Blocked => (0, less([1, 40, 45, 50])),
            Detail::Waiting => (20, less([22, 50, 55, 60])),
            Detail::Full if value >= IN_HAND => (2, less([1, 5, 25, 40])),
            Detail::Full => (14, less([12, 25, 35, 50])),
        };
        let notes = notes.get(..max_notes.min(notes.len())).unwrap_or_default();
        let line = with_notes(Line::new(value, text), leaf, 0, notes.get(..1).unwrap_or_default());
        let open = open_criteria(leaf);
        let line = if open.is_empty() || detail == Detail::Blocked {
            line
        } else {
            line.with(value.saturating_sub(criteria), format!("; open: {}", open.join("; ")))
        };
        with_notes(line, leaf, 1, notes.get(1..).unwrap_or_default())
    }
}

/// The value from which on a task counts as one in hand.
const IN_HAND: u32 = 110;
/// Maximum number of notes in the line of a task.
const MAX_NOTES: usize = 4;
/// Maximum number of open tasks that the line of a milestone names.
const MAX_OPEN: usize = 8;

/// How much of a task is described.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// Why it is urgent.
    Short,
    /// Also the newest notes.
    Blocked,
    /// Also what it waits for, open criteria and notes.
    Waiting,
    /// Also hours, the newest notes and open criteria.
    Full,
}

/// Adds remarks to a text: "t1.2 Parse the feed (high, due 2026-12-03)".
fn with_remarks(text: String, remarks: &[String]) -> String {
    if remarks.is_empty() { text } else { format!("{text} ({})", remarks.join(", ")) }
}

/// Adds notes of a task to its line, one for each value, from the `first` on of the newest ones.
fn with_notes(line: Line, leaf: &PlannedTask<'_>, first: usize, values: &[u32]) -> Line {
    let notes = leaf.task.latest_notes().into_iter().enumerate().skip(first).zip(values);
    notes.fold(line, |line, ((index, (author, note)), value)| {
        let kind = if index == 0 { "note" } else { "before" };
        let author = if author.is_empty() { String::new() } else { format!(" by {author}") };
        line.with(*value, format!("; {kind}{author}: {note}"))
    })
}

/// Returns the hours that were spent: "1.25 h spent".
fn spent(leaf: &PlannedTask<'_>) -> Option<String> {
    let hours = leaf.task.spent().filter(|hours| *hours > 0.0)?;
    Some(format!("{} h spent", hours_text(hours)))
}

/// Returns hours with at most two decimals.
fn hours_text(hours: f64) -> String {
    format!("{hours:.2}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn name(task: TaskEntry<'_>) -> String {
    format!("{} {}", task.fields().id, task.fields().title)
}

/// Names a task that has a line of its own by its ID, and a group also by its title.
fn reference(task: TaskEntry<'_>) -> String {
    if task.is_leaf() { task.fields().id.clone() } else { name(task) }
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

    /// Returns what to do in short, for a text with a line about the task: "Go on with t1.2".
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.verb, self.id())
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
        let left = self.tasks.left_by(self.leaf);
        reasons(self.leaf, true).into_iter().chain(left).collect()
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

/// Returns the reasons of a task's urgency, with the day by which what waits for it needs it if
/// `with_need` is true.
fn reasons(leaf: &PlannedTask<'_>, with_need: bool) -> Vec<String> {
    let task = leaf.task.fields();
    let mut reasons: Vec<String> = task.priority.map(|priority| priority.name().to_owned()).into_iter().collect();
    if leaf.slack.is_some_and(|slack| slack <= 0) {
        reasons.push("critical path".to_owned());
    }
    reasons
        .extend(task.schedule.as_ref().and_then(|schedule| schedule.due_date.as_ref()).map(|due| format!("due {due}")));
    let due = leaf.task.due().unwrap_or(i32::MAX);
    if with_need && leaf.needed_by < due {
        reasons.push(format!("needed by {}", format_date(leaf.needed_by)));
    }
    reasons.extend(task.assignee.clone());
    if leaf.task.status() == Status::Review {
        reasons.push("in review".to_owned());
    }
    reasons
}
