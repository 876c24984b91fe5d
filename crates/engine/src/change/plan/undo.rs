//! Undo and redo: plans the inverse of a change set.
//!
//! Invariant: undo restores the exact previous content. If another program has changed a file
//! since, undo restores only the fields that the change set touched, or is refused. It restores no claim
//! of `handoff-mcp`. It creates no
//! duplicate id, unless a repair has removed just that.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use handoff_format::{Container, DataFile, PEER_CLAIM, PathKind, Task, Value, classify};
use handoff_protocol::{Change, ChangeSet, Context, Edit, Event, Refusal, RefusalCode, RepairedDamage, Text};
use serde_json::Map;

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::revert::check_paths;
use crate::change::plan::task_file::next_timestamp;
use crate::change::plan::tasks::relocation;
use crate::ground::edit::{apply, exists_after, inverse, touched_tree};
use crate::ground::texts;
use crate::ground::tree::{Entry, Tree, parent, within};
use crate::knowledge::claims;
use crate::model::{ROOT, TaskFile, TaskRef, Tasks};

/// Plans the inverse of a change set.
pub(crate) fn plan_inverse(
    project: &Project,
    context: &Context,
    done: Option<&ChangeSet>,
) -> Result<ChangeSet, Refusal> {
    let Some(done) = done else {
        return Err(refuse(RefusalCode::NothingToUndo, Text::plain(texts::NOTHING_TO_UNDO)));
    };
    check_paths(done)?;
    let inverse = inverse(done);
    check_moves(&project.model.tasks, &inverse.events)?;
    let mut preview = touched_tree(&project.tree, &inverse.edits);
    let touched: BTreeSet<String> = preview.walk(ROOT).map(|(path, _)| path).collect();
    let mut edits = Vec::with_capacity(inverse.edits.len());
    for edit in inverse.edits {
        let edit = rebase(&preview, edit, context.now)?;
        if let Edit::Write { path, before: None, .. } | Edit::Move { to: path, .. } = &edit
            && within(path, ROOT)
            && !exists_after(&project.tree, &edits, parent(path))
        {
            return Err(stale(&project.tree, parent(path)));
        }
        apply(&mut preview, std::slice::from_ref(&edit)).map_err(|mismatch| stale(&project.tree, &mismatch.path))?;
        edits.push(edit);
    }
    edits.extend(end_peer_claims(project, &preview));
    let mut builder = ChangeSetBuilder::new(project, context);
    builder.extend(edits);
    let restored = tasks_in(&preview);
    let settled = inverse.settled.unwrap_or_default();
    check_ids(&project.model.tasks, &touched, &restored, &settled)?;
    builder.set_settled(done.settled.clone());
    for event in inverse.events {
        builder.log(event.task.as_deref(), event.change);
    }
    for id in &inverse.created {
        builder.add_created(id);
    }
    Ok(builder.finish(inverse.summary))
}

fn stale(tree: &Tree, path: &str) -> Refusal {
    let template = if tree.is_folder(path) { texts::UNDO_FOLDER_CHANGED } else { texts::UNDO_STALE };
    refuse(RefusalCode::Stale, Text::with(template, [("path", path.to_owned())]))
}

/// Refuses to move a task below itself. All moves are made together.
fn check_moves(tasks: &Tasks, events: &[Event]) -> Result<(), Refusal> {
    let mut moved: BTreeMap<&str, Option<&str>> = BTreeMap::new();
    for event in events {
        if let (Some(id), Change::Moved { to, .. }) = (&event.task, &event.change) {
            moved.insert(id, to.as_deref());
        }
    }
    let parent = |id: &str| match moved.get(id) {
        Some(parent) => parent.map(str::to_owned),
        None => tasks.with_id(id).find_map(|task| tasks.parent(task.slot)).map(|parent| parent.id().to_owned()),
    };
    for id in moved.keys() {
        let mut seen = BTreeSet::new();
        let mut above = parent(id);
        while let Some(current) = above {
            if current == *id {
                return Err(relocation::move_into_itself(id));
            }
            above = parent(&current);
            if !seen.insert(current) {
                break;
            }
        }
    }
    Ok(())
}

/// Returns the valid tasks of a tree with the paths of their files.
fn tasks_in(after: &Tree) -> Vec<(String, Arc<Task>)> {
    let read = |(path, entry): (String, &Entry)| match (classify(&path), entry) {
        (PathKind::TaskFile { layout, status }, Entry::File(bytes)) => {
            let file = TaskFile::read(path, layout, status, bytes);
            (!file.is_broken).then_some((file.path, file.task))
        }
        _ => None,
    };
    after.walk(ROOT).filter_map(read).collect()
}

/// Returns edits that remove the claims of `handoff-mcp` which only the restored files have, or whose tasks do
/// not keep them.
fn end_peer_claims(project: &Project, after: &Tree) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (path, entry) in after.walk(ROOT) {
        let (PathKind::TaskFile { layout, status }, Entry::File(before)) = (classify(&path), entry) else { continue };
        let present = project.tree.file(&path);
        let is_present = || present.is_some_and(|bytes| claims::without_peer_claim(layout, bytes).is_some());
        if present == Some(before) || claims::keeps_peer_claim(status) && is_present() {
            continue;
        }
        if let Some(after) = claims::without_peer_claim(layout, before) {
            edits.push(Edit::Write { path, before: Some(before.clone()), after });
        }
    }
    edits
}

/// Refuses to restore an id that a task in another folder has now. `touched` are the paths that the
/// edits touch.
fn check_ids(
    tasks: &Tasks,
    touched: &BTreeSet<String>,
    restored: &[(String, Arc<Task>)],
    settled: &RepairedDamage,
) -> Result<(), Refusal> {
    let is_exempt = |id: &String| id.is_empty() || settled.shared_ids.contains(id);
    for (path, task) in restored.iter().filter(|(_, task)| !is_exempt(&task.id)) {
        let is_touched = |other: &TaskRef<'_>| touched.contains(&other.shown.path) || other.node.folder == parent(path);
        if let Some(other) = tasks.with_id(&task.id).find(|other| !is_touched(other))
            && !tasks.with_id(&task.id).any(|other| is_touched(&other))
        {
            let args =
                [("id", task.id.clone()), ("title", other.title().to_owned()), ("path", other.shown.path.clone())];
            return Err(refuse(RefusalCode::IdTaken, Text::with(texts::UNDO_ID_TAKEN, args)).about_task(&task.id));
        }
    }
    Ok(())
}

/// Returns the edit, or one that restores the same fields if the file has changed since.
fn rebase(tree: &Tree, edit: Edit, now: i64) -> Result<Edit, Refusal> {
    let Edit::Write { path, before: Some(expected), after: target } = &edit else { return Ok(edit) };
    match tree.file(path) {
        Some(current) if current != expected.as_slice() => {
            let after = restore_fields(path, current, expected, target, now).ok_or_else(|| stale(tree, path))?;
            Ok(Edit::Write { path: path.clone(), before: Some(current.to_vec()), after })
        }
        _ => Ok(edit),
    }
}

/// Applies the difference between `expected` and `target` to the current content. Returns `None` if
/// another program changed the same fields.
fn restore_fields(path: &str, current: &[u8], expected: &[u8], target: &[u8], now: i64) -> Option<Vec<u8>> {
    let container = Container::of_path(path)?;
    let root = |bytes: &[u8]| DataFile::parse(container, bytes).ok().map(|data| data.root());
    let (mut expected, mut target, current_root) = (root(expected)?, root(target)?, root(current)?);
    let mut merged = current_root.clone();
    for side in [&mut expected, &mut target] {
        let values = side.as_object_mut()?;
        values.shift_remove("updated_at");
        // The lease of a claim changes as long as its holder works.
        values.shift_remove(PEER_CLAIM);
    }
    merge(merged.as_object_mut()?, expected.as_object()?, target.as_object()?)?;
    if let Some(stamp) = current_root.get("updated_at").and_then(Value::as_str) {
        *merged.get_mut("updated_at")? = Value::from(next_timestamp(now, Some(stamp)));
    }
    let mut data = DataFile::parse(container, current).ok()?;
    data.change(&current_root, &merged, &[]).ok()?;
    Some(data.render())
}

/// Applies each difference between `from` and `to` to `merged`. Returns `None` if `merged` has
/// another value there.
fn merge(merged: &mut Map<String, Value>, from: &Map<String, Value>, to: &Map<String, Value>) -> Option<()> {
    for key in from.keys().chain(to.keys().filter(|key| !from.contains_key(*key))) {
        let (old, new) = (from.get(key), to.get(key));
        if old == new {
            continue;
        }
        if merged.get(key) == old {
            match new {
                Some(value) => merged.insert(key.clone(), value.clone()),
                None => merged.shift_remove(key),
            };
        } else {
            merge(merged.get_mut(key)?.as_object_mut()?, old?.as_object()?, new?.as_object()?)?;
        }
    }
    Some(())
}
