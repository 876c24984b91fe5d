//! Refuses a change after which tasks wait for each other.
//!
//! Invariant: the only check of this rule for all commands. It compares the tasks before and after the
//! edits of a change set, so it does not depend on how the command made them.

use std::collections::{BTreeMap, BTreeSet};

use handoff_format::{PathKind, classify};
use handoff_protocol::{Change, ChangeSet, Command, Context, Edit, FileState, Refusal, Text};

use crate::Project;
use crate::analysis::problems::circle_ids;
use crate::analysis::schedule::{Circle, Endpoint, WaitGraph};
use crate::change::plan::rules;
use crate::ground::edit::{states_after, touched_tree};
use crate::ground::texts;
use crate::ground::tree::{parent, within};
use crate::model::loaded_file::ParsedRecord;
use crate::model::{NO_POSITION, Outline, ROOT, Tasks};

/// Refuses a change that closes a circle, which may go through parents and subtasks. Circles that the
/// files contain already prevent no change. A repair is not refused, because the files contain the
/// circle in another form, and neither is what brings back all tasks of a circle; both warn. Undo may
/// restore a circle that a repair has removed.
pub(super) fn check(
    project: &Project,
    context: &Context,
    command: &Command,
    changes: &mut ChangeSet,
) -> Result<(), Refusal> {
    let Some(after) = tasks_after(project, context, changes) else { return Ok(()) };
    let is_repair = matches!(command, Command::Repair { .. } | Command::ChangeId { .. } | Command::KeepTaskFile { .. });
    let may_restore = matches!(command, Command::Undo {} | Command::Redo {});
    let brings_back = may_restore || matches!(command, Command::RestoreTrash { .. });
    let closed = close_circle(&project.model.tasks, &after, changes, may_restore);
    // A circle of which every task comes back could be opened nowhere else.
    let is_whole = |circle: &Circle| {
        let is_new = |id: &&str| project.model.tasks.with_id(id).next().is_none();
        brings_back && circle_ids(&after, circle).iter().all(is_new)
    };
    match closed {
        Some(NewCircle { circle, .. }) if is_repair || is_whole(&circle) => {
            let ids = texts::circle(&circle_ids(&after, &circle));
            changes.warnings.push(Text::with(texts::REPAIRED_INTO_CYCLE, [("cycle", ids)]));
            Ok(())
        }
        Some(NewCircle { circle, cause }) => {
            let refusal = rules::cycle_refusal(&circle, &circle_ids(&after, &circle));
            let field = cause.is_dependency.then(|| "dependencies".to_owned());
            Err(Refusal { field, ..refusal })
        }
        None => Ok(()),
    }
}

/// Returns what closes a circle in a change set, `None` if nothing does. Adds to the change set the files
/// that the answer relies on.
pub(super) fn cause_of_circle(project: &Project, context: &Context, changes: &mut ChangeSet) -> Option<Cause> {
    let after = tasks_after(project, context, changes)?;
    close_circle(&project.model.tasks, &after, changes, false).map(|closed| closed.cause)
}

/// The task whose change closes a circle.
pub(super) struct Cause {
    pub(super) id: String,
    /// Whether a new dependency closes it, not a new parent.
    pub(super) is_dependency: bool,
}

struct NewCircle {
    circle: Circle,
    cause: Cause,
}

/// Finds a circle that was not there before. Adds to the change set the files that the answer relies
/// on, and a warning for each new dependency that has no effect. With `may_restore`, circles that a
/// repair has removed do not count.
fn close_circle(before: &Tasks, after: &Tasks, changes: &mut ChangeSet, may_restore: bool) -> Option<NewCircle> {
    let outline = after.outline();
    let graph = WaitGraph::new(outline, |_, _| true);
    let added = added_waits(before, after, changes);
    let reached = graph.search(added.iter().map(|wait| wait.awaited));
    let mut evidence: BTreeSet<String> = changes.relies_on.drain(..).collect();
    let starts = (0..outline.rows.len()).filter(|position| reached.contains(Endpoint::start(*position)));
    for position in starts.filter(|position| !graph.dependencies(*position).is_empty()) {
        for position in graph.dependencies(position).iter().chain([&position]) {
            evidence.extend(before.with_id(id_at(after, *position)).map(|task| task.shown.path.clone()));
        }
    }
    let targets = added.iter().filter(|wait| wait.is_dependency).map(|wait| wait.awaited.index());
    for position in targets {
        evidence.extend(before.with_id(id_at(after, position)).map(|task| task.shown.path.clone()));
    }
    changes.relies_on = evidence.into_iter().collect();
    let settled = changes.settled.iter().filter(|_| may_restore).flat_map(|settled| &settled.circles);
    let settled: Vec<&Vec<String>> = settled.collect();
    let is_settled = |wait: &Wait| {
        let ids = [wait.waiting, wait.awaited].map(|endpoint| id_at(after, endpoint.index()));
        settled.iter().any(|circle| ids.iter().all(|id| circle.iter().any(|other| other == id)))
    };
    let wait = added.iter().find(|wait| reached.is_circular(wait.waiting, wait.awaited) && !is_settled(wait))?;
    let circle = graph.circle_through(&reached, wait.waiting, wait.awaited)?;
    let cause = Cause { id: id_at(after, wait.changed()).to_owned(), is_dependency: wait.is_dependency };
    Some(NewCircle { circle, cause })
}

/// One endpoint that waits for another.
struct Wait {
    waiting: Endpoint,
    awaited: Endpoint,
    is_dependency: bool,
}

impl Wait {
    /// Returns the position of the task that has the dependency or the parent.
    fn changed(&self) -> usize {
        // A parent is before its subtasks.
        let (waiting, awaited) = (self.waiting.index(), self.awaited.index());
        if self.is_dependency { waiting } else { waiting.max(awaited) }
    }
}

/// Returns the waits that were not there before. Warns of new dependencies without effect.
fn added_waits(before: &Tasks, after: &Tasks, changes: &mut ChangeSet) -> Vec<Wait> {
    let mut renamed: BTreeMap<&str, &str> = BTreeMap::new();
    for event in &changes.events {
        if let Change::Field { field, from, to } = &event.change
            && field == "id"
            && let (Some(from), Some(to)) = (from.as_str(), to.as_str())
            && after.with_id(from).next().is_none()
        {
            renamed.insert(from, to);
        }
    }
    let new_id = |id| renamed.get(id).copied().unwrap_or(id);
    let outline = before.outline();
    let pair = |(one, other)| (new_id(id_at(before, one)), new_id(id_at(before, other)));
    let old_dependencies: BTreeSet<(&str, &str)> =
        outline.links.iter().map(|link| pair((link.to, link.from))).collect();
    let old_effective = outline.links.iter().filter(|link| !link.is_related);
    let old_effective: BTreeSet<(&str, &str)> = old_effective.map(|link| pair((link.to, link.from))).collect();
    let old_parents: BTreeSet<(&str, &str)> = parents(outline).map(pair).collect();

    let was_named = |wait: &Wait| {
        let awaited = id_at(after, wait.awaited.index());
        let mut waiting = before.with_id(id_at(after, wait.waiting.index()));
        waiting.any(|task| task.shown.task.dependencies.iter().any(|id| id == awaited))
    };
    let outline = after.outline();
    let ids = |(one, other)| (id_at(after, one), id_at(after, other));
    let mut added = Vec::new();
    for link in &outline.links {
        let pair = ids((link.to, link.from));
        if !link.is_related && !old_effective.contains(&pair) {
            let (waiting, awaited) = (Endpoint::start(link.to), Endpoint::end(link.from));
            added.push(Wait { waiting, awaited, is_dependency: true });
        } else if link.is_related && !old_dependencies.contains(&pair) {
            let args = [("id", pair.0.to_owned()), ("other", pair.1.to_owned())];
            changes.warnings.push(Text::with(texts::DEPENDENCY_WITHOUT_EFFECT, args));
        }
    }
    for (child, parent) in parents(outline).filter(|pair| !old_parents.contains(&ids(*pair))) {
        let up = (Endpoint::start(child), Endpoint::start(parent));
        let down = (Endpoint::end(parent), Endpoint::end(child));
        added.extend([up, down].map(|(waiting, awaited)| Wait { waiting, awaited, is_dependency: false }));
    }
    // A refusal names what the command adds rather than what only has an effect now.
    added.sort_by_key(was_named);
    added
}

/// Returns the positions of each task with a parent, and of that parent.
fn parents(outline: &Outline) -> impl Iterator<Item = (usize, usize)> {
    outline.rows.iter().map(|row| row.above).enumerate().filter(|(_, parent)| *parent != NO_POSITION)
}

fn id_at(tasks: &Tasks, position: usize) -> &str {
    let task = tasks.outline().rows.get(position).and_then(|row| tasks.get(row.slot));
    task.map_or("", |task| task.id())
}

/// Returns the tasks after a change, or `None` if it cannot make a task wait for another.
fn tasks_after(project: &Project, context: &Context, changes: &ChangeSet) -> Option<Tasks> {
    let tasks = &project.model.tasks;
    let is_new_wait = |change: &Change| match change {
        Change::Field { field, .. } => field == "dependencies" || field == "id",
        Change::Repaired { path, .. } => within(path, ROOT),
        _ => false,
    };
    let is_new_place = |edit: &Edit| match edit {
        Edit::Move { from, to } => within(to, ROOT) && parent(from) != parent(to),
        _ => false,
    };
    if !changes.events.iter().any(|event| is_new_wait(&event.change))
        && !changes.edits.iter().any(is_new_place)
        && !creates_wait(tasks, changes)
    {
        return None;
    }
    let mut tree = touched_tree(&project.tree, &changes.edits);
    let mut after = tasks.clone();
    for edit in &changes.edits {
        for state in states_after(&tree, edit) {
            match &state {
                FileState::Gone { path } => after.remove(path),
                FileState::Folder { path } => after.add_folder(path),
                FileState::File { path, bytes } if within(path, ROOT) => {
                    if let Some(ParsedRecord::Task(task)) = ParsedRecord::read(path, bytes) {
                        after.add_task(path, task);
                    }
                }
                _ => {}
            }
            tree.apply(state);
        }
    }
    after.apply_changes(context.now);
    Some(after)
}

/// Returns true if a new task depends on others, or others depend on its ID already.
fn creates_wait(tasks: &Tasks, changes: &ChangeSet) -> bool {
    let new_task = |edit: &Edit| match edit {
        Edit::Write { path, before: None, after } if matches!(classify(path), PathKind::TaskFile { .. }) => {
            match ParsedRecord::read(path, after) {
                Some(ParsedRecord::Task(file)) => Some(file.task),
                _ => None,
            }
        }
        _ => None,
    };
    let created: Vec<_> = changes.edits.iter().filter_map(new_task).collect();
    if created.iter().any(|task| !task.dependencies.is_empty()) {
        return true;
    }
    let ids: BTreeSet<&str> = created.iter().map(|task| task.id.as_str()).collect();
    !ids.is_empty() && tasks.all().any(|task| task.shown.task.dependencies.iter().any(|id| ids.contains(id.as_str())))
}
