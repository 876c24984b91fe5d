//! The way back from a change set.
//!
//! Invariant: undo restores exactly what was there; where another program has changed a file since, it restores only the
//! fields that the change set touched, or is refused. It closes no circle that a command may not close, and gives no id to a second task,
//! unless a repair has settled just that.

use std::collections::BTreeSet;
use std::sync::Arc;

use handoff_format::{Document, PathKind, Task, Value, classify};
use handoff_protocol::{Change, ChangeSet, Context, Edit, Event, Refusal, RefusalCode, Settled, Text};
use serde_json::Map;

use crate::Project;
use crate::container::of_path;
use crate::edit::{apply, exists_after, inverse};
use crate::model::{ROOT, TaskFile, TaskRef, Tasks};
use crate::plan::change_set_builder::Draft;
use crate::plan::refusal::{About, refuse};
use crate::plan::rules;
use crate::plan::rules::Evidence;
use crate::plan::staged_tasks::next_timestamp;
use crate::plan::tasks::move_tasks;
use crate::texts;
use crate::tree::{Entry, Tree, parent, within};

/// The change set that takes back another.
pub(crate) fn take_back(project: &Project, context: &Context, done: Option<&ChangeSet>) -> Result<ChangeSet, Refusal> {
    let Some(done) = done else {
        return Err(refuse(RefusalCode::NothingToUndo, Text::plain(texts::NOTHING_TO_UNDO)));
    };
    let back = inverse(done);
    has_no_loop(&project.model.tasks, &back.events)?;
    let mut scene = scene(&project.tree, &back.edits);
    let touched: BTreeSet<String> = scene.walk(ROOT).map(|(path, _)| path).collect();
    let mut edits = Vec::with_capacity(back.edits.len());
    for edit in back.edits {
        let edit = fitted(&scene, edit, context.now)?;
        if let Edit::Write { path, before: None, .. } | Edit::Move { to: path, .. } = &edit
            && within(path, ROOT)
            && !exists_after(&project.tree, &edits, parent(path))
        {
            return Err(stale(parent(path)));
        }
        apply(&mut scene, std::slice::from_ref(&edit)).map_err(|found| stale(&found.path))?;
        edits.push(edit);
    }
    let mut draft = Draft::new(project, context);
    draft.extend(edits);
    let restored = tasks_of(&scene);
    let settled = back.settled.unwrap_or_default();
    shares_no_id(&project.model.tasks, &touched, &restored, &settled)?;
    closes_no_circle(&project.model.tasks, &touched, &restored, &settled, draft.evidence())?;
    draft.settle(done.settled.clone());
    for event in back.events {
        draft.log(event.task.as_deref(), event.change);
    }
    for id in &back.created {
        draft.created(id);
    }
    Ok(draft.finish(back.summary))
}

fn stale(path: &str) -> Refusal {
    refuse(RefusalCode::Stale, Text::with(texts::UNDO_STALE, [("path", path.to_owned())]))
}

/// No task goes below itself.
fn has_no_loop(tasks: &Tasks, events: &[Event]) -> Result<(), Refusal> {
    for event in events {
        if let (Some(id), Change::Moved { to: Some(parent), .. }) = (&event.task, &event.change) {
            for task in tasks.with_id(id) {
                move_tasks::not_below(task, tasks.with_id(parent))?;
            }
        }
    }
    Ok(())
}

/// The tasks that the edits leave where they touch something, with the paths of their files.
fn tasks_of(after: &Tree) -> Vec<(String, Arc<Task>)> {
    let read = |(path, entry): (String, &Entry)| match (classify(&path), entry) {
        (PathKind::TaskFile { layout, status }, Entry::File(bytes)) => {
            let file = TaskFile::read(path, layout, status, bytes);
            (!file.broken).then_some((file.path, file.task))
        }
        _ => None,
    };
    after.walk(ROOT).filter_map(read).collect()
}

/// No id comes back that a task in another folder has by now. `touched` is what the edits touch.
fn shares_no_id(
    tasks: &Tasks,
    touched: &BTreeSet<String>,
    restored: &[(String, Arc<Task>)],
    settled: &Settled,
) -> Result<(), Refusal> {
    let is_meant = |id: &String| id.is_empty() || settled.shared_ids.contains(id);
    for (path, task) in restored.iter().filter(|(_, task)| !is_meant(&task.id)) {
        let is_touched = |known: &TaskRef<'_>| touched.contains(&known.shown.path) || known.node.folder == parent(path);
        if let Some(other) = tasks.with_id(&task.id).find(|known| !is_touched(known))
            && !tasks.with_id(&task.id).any(|known| is_touched(&known))
        {
            let args =
                [("id", task.id.clone()), ("title", other.title().to_owned()), ("path", other.shown.path.clone())];
            return Err(refuse(RefusalCode::IdTaken, Text::with(texts::UNDO_ID_TAKEN, args)).about_task(&task.id));
        }
    }
    Ok(())
}

/// What tasks wait for again closes no circle with what others wait for by now.
fn closes_no_circle(
    tasks: &Tasks,
    touched: &BTreeSet<String>,
    restored: &[(String, Arc<Task>)],
    settled: &Settled,
    evidence: &mut Evidence,
) -> Result<(), Refusal> {
    for (_, task) in restored {
        let known = |id: &&String| tasks.with_id(&task.id).any(|known| known.shown.task.dependencies.contains(id));
        let is_meant = |id: &String| settled.circles.iter().any(|ids| ids.contains(&task.id) && ids.contains(id));
        let added: Vec<&String> = task.dependencies.iter().filter(|id| !known(id) && !is_meant(id)).collect();
        if added.is_empty() {
            continue;
        }
        rules::check_acyclic(&task.id, added, &mut |id| {
            let mut found = Vec::new();
            for (_, task) in restored.iter().filter(|(_, task)| task.id == id) {
                found.extend(&task.dependencies);
            }
            for task in tasks.with_id(id).filter(|task| !touched.contains(&task.shown.path)) {
                evidence.insert(task.shown.path.clone());
                found.extend(&task.shown.task.dependencies);
            }
            found
        })?;
    }
    Ok(())
}

/// A tree of just what the edits touch, on which they can be tried.
fn scene(tree: &Tree, edits: &[Edit]) -> Tree {
    let mut scene = Tree::default();
    for edit in edits {
        let (path, other) = match edit {
            Edit::Write { path, .. }
            | Edit::Remove { path, .. }
            | Edit::MakeFolder { path }
            | Edit::RemoveFolder { path }
            | Edit::Append { path, .. } => (path, None),
            Edit::Move { from, to } => (from, Some(to)),
        };
        for path in std::iter::once(path).chain(other) {
            if let Some(entry) = tree.get(path) {
                scene.insert(path, entry.clone());
            }
        }
    }
    scene
}

/// The edit itself, or one that restores the same fields in a file that has changed since.
fn fitted(scene: &Tree, edit: Edit, now: i64) -> Result<Edit, Refusal> {
    let Edit::Write { path, before: Some(left), after: goal } = &edit else { return Ok(edit) };
    match scene.file(path) {
        Some(current) if current != left.as_slice() => {
            let after = restored(path, current, left, goal, now).ok_or_else(|| stale(path))?;
            Ok(Edit::Write { path: path.clone(), before: Some(current.to_vec()), after })
        }
        _ => Ok(edit),
    }
}

/// The current content with the difference between `goal` and `left` taken over, if nobody else changed the same fields.
fn restored(path: &str, current: &[u8], left: &[u8], goal: &[u8], now: i64) -> Option<Vec<u8>> {
    let container = of_path(path)?;
    let root = |bytes: &[u8]| Document::parse(container, bytes).ok().map(|document| document.root());
    let (mut left, mut goal, current_root) = (root(left)?, root(goal)?, root(current)?);
    let mut wanted = current_root.clone();
    for side in [&mut left, &mut goal] {
        side.as_object_mut()?.shift_remove("updated_at");
    }
    merge(wanted.as_object_mut()?, left.as_object()?, goal.as_object()?)?;
    if let Some(stamp) = current_root.get("updated_at").and_then(Value::as_str) {
        *wanted.get_mut("updated_at")? = Value::from(next_timestamp(now, Some(stamp)));
    }
    let mut document = Document::parse(container, current).ok()?;
    document.change(&current_root, &wanted, &[]).ok()?;
    Some(document.render())
}

/// Takes each difference between `left` and `goal` into `wanted`; none when `wanted` has something else there.
fn merge(wanted: &mut Map<String, Value>, left: &Map<String, Value>, goal: &Map<String, Value>) -> Option<()> {
    for key in left.keys().chain(goal.keys().filter(|key| !left.contains_key(*key))) {
        let (was, will) = (left.get(key), goal.get(key));
        if was == will {
            continue;
        }
        if wanted.get(key) == was {
            match will {
                Some(value) => wanted.insert(key.clone(), value.clone()),
                None => wanted.shift_remove(key),
            };
        } else {
            merge(wanted.get_mut(key)?.as_object_mut()?, was?.as_object()?, will?.as_object()?)?;
        }
    }
    Some(())
}
