//! The way back from a change set.
//!
//! Invariant: undo restores exactly what was there; where another program has changed a file since, it restores only the
//! fields that the change set touched, or is refused. It closes no circle that a command may not close.

use handoff_format::{Document, Value, classify};
use handoff_protocol::{Change, ChangeSet, Context, Edit, Event, Refusal, RefusalCode, Text};
use serde_json::{Map, json};

use super::draft::Draft;
use super::refusal::refuse;
use super::relocate;
use super::rules::{self, Evidence};
use super::stage::fresh_stamp;
use crate::Project;
use crate::container::of_path;
use crate::edit::{apply, inverse, with_folders};
use crate::model::{ROOT, Tasks};
use crate::texts;
use crate::tree::{Entry, Tree};

/// The change set that takes back another.
pub(crate) fn take_back(project: &Project, context: &Context, done: Option<&ChangeSet>) -> Result<ChangeSet, Refusal> {
    let Some(done) = done else {
        return Err(refuse(RefusalCode::NothingToUndo, Text::plain(texts::NOTHING_TO_UNDO)));
    };
    let back = inverse(done);
    let before = scene(&project.tree, &back.edits);
    let mut scene = before.clone();
    let mut edits = Vec::with_capacity(back.edits.len());
    for edit in back.edits {
        let edit = fitted(&scene, edit, context.now)?;
        apply(&mut scene, std::slice::from_ref(&edit)).map_err(|found| stale(&found.path))?;
        edits.push(edit);
    }
    has_place(project, &back.events, &edits)?;
    let mut draft = Draft::new(project, context);
    draft.extend(edits);
    closes_no_circle(&project.model.tasks, &before, &scene, draft.evidence())?;
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

/// Each folder in which something appears is still there, and no task goes below itself.
fn has_place(project: &Project, events: &[Event], edits: &[Edit]) -> Result<(), Refusal> {
    let tasks = &project.model.tasks;
    for event in events {
        let (Some(id), Change::Moved { to: Some(parent), .. }) = (&event.task, &event.change) else { continue };
        for task in tasks.with_id(id) {
            relocate::not_below(task, tasks.with_id(parent))?;
        }
    }
    let whole = with_folders(&project.tree, edits.to_vec());
    match whole.iter().zip(edits).find(|(made, edit)| made != edit) {
        Some((Edit::MakeFolder { path }, _)) => Err(stale(path)),
        _ => Ok(()),
    }
}

/// What tasks wait for again closes no circle with what others wait for by now. `before` and `after` hold just what the edits touch.
fn closes_no_circle(tasks: &Tasks, before: &Tree, after: &Tree, evidence: &mut Evidence) -> Result<(), Refusal> {
    let mut restored = Tasks::default();
    for (path, entry) in after.walk(ROOT) {
        if let Entry::File(bytes) = entry {
            restored.add_file(&path, &classify(&path), bytes);
        }
    }
    restored.settle(0);
    for task in restored.all() {
        let known = |id: &&String| tasks.with_id(task.id()).any(|known| known.shown.task.dependencies.contains(id));
        let added: Vec<&String> = task.shown.task.dependencies.iter().filter(|id| !known(id)).collect();
        if added.is_empty() {
            continue;
        }
        rules::no_circle(task.id(), added, &mut |id| {
            let mut found: Vec<&String> = restored.with_id(id).flat_map(|task| &task.shown.task.dependencies).collect();
            for task in tasks.with_id(id).filter(|task| before.file(&task.shown.path).is_none()) {
                evidence.add(task.shown.path.clone());
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
        *wanted.get_mut("updated_at")? = json!(fresh_stamp(now, Some(stamp)));
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
