//! Reverts changes of files that are no tasks: sessions, the configuration, memories, baselines.
//!
//! Invariant: what was created goes to the trash. The configuration of a project is never removed.

use handoff_format::{Container, DataFile, PathKind, Value, classify, is_in_trash};
use handoff_protocol::{Change, ChangeSet, Context, Edit, FieldRevert, FileRevert, RevertKind, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::local_files;
use crate::ground::edit::{inverse, is_local};
use crate::ground::merge::{Favor, RecordKind, revert_record};
use crate::ground::texts;
use crate::ground::tree::{is_log, within};
use crate::model::{CONFIG, ROOT};

/// A file that change sets have changed.
struct FileTarget {
    /// Its path before the revert; `None` if it does not exist.
    origin: Option<String>,
    /// Its path after the revert.
    path: String,
    /// The ID of the session in it.
    session: Option<String>,
    /// Its content after the revert; `None` if it is removed.
    content: Option<Vec<u8>>,
    kind: RevertKind,
    kept: Vec<FieldRevert>,
    conflict: Option<Text>,
}

/// Adds the edits and events for files that are no tasks, and describes them.
pub(super) fn revert(
    project: &Project,
    context: &Context,
    steps: &[ChangeSet],
    builder: &mut ChangeSetBuilder<'_>,
) -> Vec<FileRevert> {
    let mut files = Files { project, all: Vec::new() };
    for step in steps.iter().rev() {
        for edit in step.edits.iter().rev().filter(|edit| !is_local(edit)) {
            files.take_back(edit, &step.edits);
        }
    }
    for file in &files.all {
        write(project, context, file, builder);
    }
    log_settings(project, &files, steps, builder);
    let is_shown = |file: &&FileTarget| file.conflict.is_some() || !file.kept.is_empty() || file.differs(project);
    let mut rows: Vec<FileRevert> = files.all.iter().filter(is_shown).map(FileTarget::row).collect();
    rows.sort_by(|one, other| one.path.cmp(&other.path));
    rows
}

struct Files<'a> {
    project: &'a Project,
    all: Vec<FileTarget>,
}

impl Files<'_> {
    /// Takes one of the edits of a step back. Edits of tasks, logs and empty folders are left out.
    fn take_back(&mut self, edit: &Edit, step: &[Edit]) {
        let is_other = |path: &str| !within(path, ROOT) && !is_log(path) && path != ".gitignore";
        match edit {
            Edit::Write { path, before, after } if is_other(path) => match before {
                Some(before) => self.take_back_content(path, before, after),
                None => self.take_creation_back(path, after),
            },
            Edit::Remove { path, before } if is_other(path) => {
                let file = self.get(path, Some(before));
                if file.content.is_none() {
                    file.content = Some(before.clone());
                    file.kind = RevertKind::Deleted;
                }
            }
            Edit::Move { from, to } if is_other(from) && is_in_trash(to) => self.take_back_deletion(from, to),
            Edit::Move { from, to } if is_other(from) && !is_in_trash(from) => {
                let is_free = self.project.tree.get(from).is_none();
                let written = step.iter().find_map(|edit| match edit {
                    Edit::Write { path, after, .. } if path == from || path == to => Some(after.as_slice()),
                    _ => None,
                });
                let file = self.get(to, written);
                if file.content.is_none() {
                    file.conflict = Some(about(texts::REVERT_FILE_GONE, to));
                } else if file.path == *to && is_free {
                    file.path.clone_from(from);
                } else if file.path != *from {
                    file.conflict = Some(about(texts::REVERT_FILE_CHANGED, to));
                }
            }
            _ => {}
        }
    }

    /// Returns the file that is or was at a path, with the changes that were taken back. The name of a
    /// session's file changes with its status and its summary, so that its ID is searched for.
    #[allow(clippy::indexing_slicing, reason = "the index was looked up or added just before")]
    fn get(&mut self, path: &str, content: Option<&[u8]>) -> &mut FileTarget {
        let id = content.and_then(|content| session_id(path, content));
        let is_same = |file: &FileTarget| file.path == path || (id.is_some() && file.session == id);
        if let Some(index) = self.all.iter().position(is_same) {
            return &mut self.all[index];
        }
        let tree = &self.project.tree;
        let current = if tree.file(path).is_some() {
            Some(path.to_owned())
        } else {
            id.as_ref().and_then(|id| {
                let folder = crate::ground::tree::parent(path);
                let mut paths = tree.children(folder).map(|(name, _)| crate::ground::tree::join(folder, name));
                paths.find(|path| tree.file(path).and_then(|bytes| session_id(path, bytes)).as_ref() == Some(id))
            })
        };
        let content = current.as_ref().and_then(|path| tree.file(path)).map(<[u8]>::to_vec);
        self.all.push(FileTarget {
            path: current.clone().unwrap_or_else(|| path.to_owned()),
            session: content.as_ref().and_then(|content| session_id(path, content)),
            origin: current,
            content,
            kind: RevertKind::Changed,
            kept: Vec::new(),
            conflict: None,
        });
        let last = self.all.len() - 1;
        &mut self.all[last]
    }

    fn take_back_content(&mut self, path: &str, before: &[u8], after: &[u8]) {
        let file = self.get(path, Some(after));
        let Some(content) = &file.content else {
            file.conflict = Some(about(texts::REVERT_FILE_GONE, path));
            return;
        };
        if content == after {
            file.content = Some(before.to_vec());
        } else if content != before {
            match merged(path, (before, after), content) {
                Some((content, kept)) => {
                    file.content = Some(content);
                    file.kept.retain(|row| !kept.iter().any(|other| other.field == row.field));
                    file.kept.extend(kept);
                }
                None => file.conflict = Some(about(texts::REVERT_FILE_CHANGED, path)),
            }
        }
    }

    fn take_creation_back(&mut self, path: &str, created: &[u8]) {
        let file = self.get(path, Some(created));
        file.kind = RevertKind::Created;
        if file.content.is_none() {
            return;
        }
        if path == CONFIG {
            file.conflict = Some(about(texts::REVERT_FILE_NEEDED, path));
        } else if file.content.as_deref() == Some(created) && file.path == path {
            file.content = None;
        } else {
            file.conflict = Some(about(texts::REVERT_FILE_CHANGED, path));
        }
    }

    fn take_back_deletion(&mut self, from: &str, trashed: &str) {
        let content = self.project.tree.file(trashed).map(<[u8]>::to_vec);
        let file = self.get(from, content.as_deref());
        if file.content.is_some() {
            return;
        }
        file.kind = RevertKind::Deleted;
        from.clone_into(&mut file.path);
        match content {
            Some(content) => {
                file.origin = Some(trashed.to_owned());
                file.content = Some(content);
            }
            None => file.conflict = Some(about(texts::REVERT_FILE_GONE, from)),
        }
    }
}

impl FileTarget {
    fn differs(&self, project: &Project) -> bool {
        let now = self.origin.as_ref().and_then(|path| project.tree.file(path));
        self.conflict.is_none()
            && (now != self.content.as_deref() || self.origin.as_ref() != self.content.as_ref().map(|_| &self.path))
    }

    fn row(&self) -> FileRevert {
        let path =
            if self.kind == RevertKind::Deleted { &self.path } else { self.origin.as_ref().unwrap_or(&self.path) };
        let fields = if self.conflict.is_some() { Vec::new() } else { self.kept.clone() };
        FileRevert { path: path.clone(), kind: self.kind, fields, conflict: self.conflict.clone() }
    }
}

/// Returns the ID of the session in a file, or `None` for other files.
fn session_id(path: &str, bytes: &[u8]) -> Option<String> {
    let PathKind::Session { container, .. } = classify(path) else { return None };
    let root = DataFile::parse(container, bytes).ok()?.root();
    root.get("id").and_then(Value::as_str).map(str::to_owned)
}

fn about(template: &str, path: &str) -> Text {
    Text::with(template, [("path", path.to_owned())])
}

/// Takes a change of a record back that has changed since. Returns the content and the keys that
/// stay, or `None` if it is no record.
fn merged(path: &str, (before, after): (&[u8], &[u8]), now: &[u8]) -> Option<(Vec<u8>, Vec<FieldRevert>)> {
    let container = Container::of_path(path)?;
    let root = |bytes: &[u8]| DataFile::parse(container, bytes).ok().map(|data| data.root());
    let (before, after, current) = (root(before)?, root(after)?, root(now)?);
    let (record, conflicts) = revert_record(RecordKind::of(path), Favor::Ours, (&before, &after), &current);
    let rows = conflicts.into_iter().map(|keys| {
        let field = keys.join(".");
        let value =
            |record: &Value| keys.iter().try_fold(record, |value, key| value.get(key)).cloned().unwrap_or_default();
        let args = [("path", path.to_owned()), ("field", field.clone())];
        let conflict = Some(Text::with(texts::REVERT_KEY_CHANGED, args));
        FieldRevert { now: value(&current), then: value(&before), field, conflict }
    });
    let rows = rows.collect();
    let mut data = DataFile::parse(container, now).ok()?;
    data.change(&current, &record, &[]).ok()?;
    Some((data.render(), rows))
}

fn write(project: &Project, context: &Context, file: &FileTarget, builder: &mut ChangeSetBuilder<'_>) {
    if !file.differs(project) {
        return;
    }
    match (&file.origin, &file.content) {
        (Some(origin), None) => {
            local_files::discard(builder, context, origin);
        }
        (Some(origin), Some(bytes)) => {
            builder.rename(origin, file.path.clone());
            builder.write(origin, bytes.clone());
        }
        (None, Some(bytes)) => builder.create(file.path.clone(), bytes.clone()),
        (None, None) => {}
    }
}

/// Logs the settings and baselines that come back. The builder logs records by their edits.
fn log_settings(project: &Project, files: &Files<'_>, steps: &[ChangeSet], builder: &mut ChangeSetBuilder<'_>) {
    let is_reverted = |path: &str| files.all.iter().any(|file| file.path == path && file.differs(project));
    let is_kept =
        |key: &str| files.all.iter().any(|file| file.path == CONFIG && file.kept.iter().any(|row| row.field == key));
    for step in steps.iter().rev() {
        for event in inverse(step).events {
            let is_logged = match &event.change {
                Change::Config { key, .. } => is_reverted(CONFIG) && !is_kept(key),
                Change::Baseline { .. } => true,
                _ => false,
            };
            if is_logged {
                builder.log(None, event.change);
            }
        }
    }
}
