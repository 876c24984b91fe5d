//! Memories: saved, merged, deleted, and marked as shown to a conversation.

use handoff_format::{Container, DataFile, Memory, PathSegment, Value, new_memory, timestamp, write_memory};
use handoff_protocol::agent::NewMemory;
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::local_files;
use crate::change::plan::new_ids::id_stamp;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::task_file::next_timestamp;
use crate::ground::texts;
use crate::ground::timestamp::parse_timestamp;
use crate::knowledge::memory;
use crate::knowledge::memory::{FOLDER, MemoryEntry, MemoryMatch};
use crate::model::project::unread;
use crate::model::project::unread::ProjectPart;

const KINDS: [&str; 4] = ["lesson", "rule", "convention", "gotcha"];

/// Checks the text and the kind of a memory, and returns the trimmed text.
fn check_text(new: &NewMemory) -> Result<String, Refusal> {
    let text = new.text.trim();
    if text.is_empty() {
        return Err(refuse(RefusalCode::BadValue, Text::plain(texts::MEMORY_EMPTY)).about_field("text"));
    }
    match &new.kind {
        Some(kind) if !KINDS.contains(&kind.as_str()) => {
            let text = Text::with(texts::NOT_ONE_OF, [("value", kind.clone()), ("wanted", KINDS.join(", "))]);
            Err(refuse(RefusalCode::BadValue, text).about_field("kind"))
        }
        _ => Ok(text.to_owned()),
    }
}

/// Saves a memory, unless an equal one exists, or without `force` a similar one.
pub(in crate::change::plan) fn save(
    project: &Project,
    context: &Context,
    new: &NewMemory,
    force: bool,
) -> Result<ChangeSet, Refusal> {
    let text = check_text(new)?;
    let duplicate = match memory::compare(project, new) {
        MemoryMatch::Same(id) => Some(id),
        MemoryMatch::Like(similar) if !force => similar.into_iter().next().map(|(id, _)| id),
        _ => None,
    };
    if let Some(id) = duplicate {
        return Err(refuse(RefusalCode::Stale, Text::with(texts::MEMORY_EXISTS, [("id", id)])));
    }
    let mut builder = ChangeSetBuilder::new(project, context);
    let (second, rest) = id_stamp(context);
    let id_of = |number: u32| format!("m-{second}-{:06}", number % 1_000_000);
    let is_free = |id: &String| !builder.is_taken(&path_of(id));
    let start = rest / 1_000;
    let id = (start..start.saturating_add(1_000_000)).map(id_of).find(is_free).unwrap_or_else(|| id_of(start));
    let now = timestamp(context.now);
    let memory = Memory {
        version: 2,
        id: id.clone(),
        content_hash: memory::fingerprint(&text),
        text,
        kind: new.kind.clone().unwrap_or_else(|| KINDS[0].to_owned()),
        tags: new.tags.clone(),
        keywords: new.keywords.clone(),
        scope_paths: new.scope_paths.clone(),
        created_at: now.clone(),
        updated_at: now,
        ..Memory::default()
    };
    builder.create(path_of(&id), new_memory(&memory).render());
    builder.add_created(&id);
    if let Some(why) = unread::part_gaps(project, ProjectPart::Memories).first() {
        builder.warn(Text::with(texts::MEMORY_COMPARED, [("why", why.to_string())]));
    }
    Ok(builder.finish(Text::with(texts::MEMORY_SAVED, [("id", id)])))
}

fn path_of(id: &str) -> String {
    format!("{FOLDER}/{id}.json")
}

/// Returns the memory with an id.
fn existing<'m>(entries: &'m [MemoryEntry], id: &str) -> Result<&'m MemoryEntry, Refusal> {
    let unknown = || refuse(RefusalCode::BadCommand, Text::with(texts::MEMORY_UNKNOWN, [("id", id.to_owned())]));
    entries.iter().find(|entry| entry.memory.id == id).ok_or_else(unknown)
}

/// Writes the changed fields of a memory.
fn write(
    project: &Project,
    builder: &mut ChangeSetBuilder<'_>,
    entry: &MemoryEntry,
    new: &Memory,
) -> Result<(), Refusal> {
    let broken = |why: String| {
        refuse(RefusalCode::BrokenFile, Text::with(texts::CANNOT_WRITE, [("path", entry.path.clone()), ("why", why)]))
    };
    let missing = || refuse(RefusalCode::Stale, Text::with(texts::NOTHING_THERE, [("path", entry.path.clone())]));
    let bytes = project.tree.file(&entry.path).ok_or_else(missing)?;
    let mut data = DataFile::parse(Container::Json, bytes).map_err(|finding| broken(finding.text.to_string()))?;
    write_memory(&mut data, &entry.memory, new).map_err(|finding| broken(finding.text.to_string()))?;
    builder.write(&entry.path, data.render());
    Ok(())
}

/// Adds the values that a list does not contain yet.
fn add_missing(list: &mut Vec<String>, more: &[String]) {
    for value in more {
        if !list.contains(value) {
            list.push(value.clone());
        }
    }
}

/// Adds the tags, keywords, paths and ids of a memory to another one that replaces it.
fn absorb(into: &mut Memory, other: &Memory) {
    add_missing(&mut into.tags, &other.tags);
    add_missing(&mut into.keywords, &other.keywords);
    add_missing(&mut into.scope_paths, &other.scope_paths);
    add_missing(&mut into.superseded_ids, &other.superseded_ids);
    add_missing(&mut into.superseded_ids, std::slice::from_ref(&other.id));
}

/// Rewrites a memory and lets it replace others.
pub(in crate::change::plan) fn merge(
    project: &Project,
    context: &Context,
    into: &str,
    new: &NewMemory,
    absorbed: &[String],
) -> Result<ChangeSet, Refusal> {
    let text = check_text(new)?;
    let entries = memory::all(project);
    let target = existing(&entries, into)?;
    let mut merged = target.memory.clone();
    merged.content_hash = memory::fingerprint(&text);
    merged.text = text;
    if let Some(kind) = &new.kind {
        merged.kind.clone_from(kind);
    }
    let lists = [
        (&mut merged.tags, &new.tags),
        (&mut merged.keywords, &new.keywords),
        (&mut merged.scope_paths, &new.scope_paths),
    ];
    for (list, new) in lists {
        if !new.is_empty() {
            list.clone_from(new);
        }
    }
    let mut builder = ChangeSetBuilder::new(project, context);
    let mut replaced: Vec<&MemoryEntry> = Vec::new();
    for id in absorbed {
        let other = existing(&entries, id)?;
        if id == into {
            return Err(refuse(
                RefusalCode::BadCommand,
                Text::with(texts::MEMORY_REPLACES_ITSELF, [("id", id.clone())]),
            ));
        }
        if !replaced.iter().any(|entry| entry.path == other.path) {
            absorb(&mut merged, &other.memory);
            replaced.push(other);
        }
    }
    merged.updated_at = next_timestamp(context.now, Some(&target.memory.updated_at));
    write(project, &mut builder, target, &merged)?;
    for other in &replaced {
        local_files::discard(&mut builder, context, &other.path);
    }
    let id = ("id", into.to_owned());
    let summary = match replaced.len() {
        0 => Text::with(texts::MEMORY_CHANGED, [id]),
        count => Text::with(texts::MEMORIES_MERGED, [("count", count.to_string()), id]),
    };
    Ok(builder.finish(summary))
}

/// Moves a memory to the trash.
pub(in crate::change::plan) fn delete(project: &Project, context: &Context, id: &str) -> Result<ChangeSet, Refusal> {
    let entries = memory::all(project);
    let entry = existing(&entries, id)?;
    let mut builder = ChangeSetBuilder::new(project, context);
    local_files::discard(&mut builder, context, &entry.path);
    Ok(builder.finish(Text::with(texts::MEMORY_DELETED, [("id", id.to_owned())])))
}

/// Records which memories a conversation was shown. Ids that no longer exist are skipped.
pub(in crate::change::plan) fn mark(
    project: &Project,
    context: &Context,
    session_id: &str,
    ids: &[String],
) -> Result<ChangeSet, Refusal> {
    let entries = memory::all(project);
    let shown: Vec<&MemoryEntry> = entries.iter().filter(|entry| ids.contains(&entry.memory.id)).collect();
    let mut builder = ChangeSetBuilder::new(project, context);
    for entry in &shown {
        let mut new = entry.memory.clone();
        new.hit_count = new.hit_count.saturating_add(1);
        new.last_referenced_at = Some(timestamp(context.now));
        write(project, &mut builder, entry, &new)?;
    }
    if !shown.is_empty() {
        write_sidecar(project, context, &mut builder, session_id, &shown);
    }
    Ok(builder.finish(Text::with(texts::MEMORIES_MARKED, [("count", shown.len().to_string())])))
}

/// Writes the sidecar file of a conversation, which lists the memories that it was shown. An
/// invalid file is replaced, and a value that cannot be set skips the file: without it a memory is
/// only shown again.
fn write_sidecar(
    project: &Project,
    context: &Context,
    builder: &mut ChangeSetBuilder<'_>,
    session_id: &str,
    shown: &[&MemoryEntry],
) {
    let path = memory::sidecar_path(session_id);
    let is_valid = |data: &DataFile| data.get(&[PathSegment::Key("injected")]).is_some_and(|value| value.is_object());
    let stored = project.tree.file(&path).and_then(|bytes| DataFile::parse(Container::Json, bytes).ok());
    let mut data = stored.filter(is_valid).unwrap_or_else(|| DataFile::empty(Container::Json));
    let Value::Object(blank) = memory::sidecar(session_id) else { return };
    let is_absent = |data: &DataFile, key: &str| data.get(&[PathSegment::Key(key)]).is_none();
    for (key, value) in &blank {
        if is_absent(&data, key) && data.set(&[PathSegment::Key(key)], value).is_err() {
            return;
        }
    }
    let now = Value::from(timestamp(context.now));
    let mut is_written = data.set(&[PathSegment::Key("updated_at")], &now).is_ok();
    for entry in shown {
        let hash = Value::from(entry.memory.content_hash.as_str());
        let text_hash = Value::from(memory::text_hash(&entry.memory.text));
        for (key, hash) in [("injected", &hash), ("texts", &text_hash)] {
            is_written &= data.set(&[PathSegment::Key(key), PathSegment::Key(&entry.memory.id)], hash).is_ok();
        }
    }
    if !is_written {
        return;
    }
    if project.tree.file(&path).is_some() {
        builder.write(&path, data.render());
    } else {
        builder.create(path, data.render());
    }
}

/// Returns the later of two times. A value that is not a time is earlier than any other.
fn later(one: Option<String>, other: Option<&String>) -> Option<String> {
    let time = |text: &String| parse_timestamp(text).map(|time| time.timestamp_millis());
    if one.as_ref().and_then(time) >= other.and_then(time) { one.or_else(|| other.cloned()) } else { other.cloned() }
}

/// Deletes old sidecar files, and with `merges` merges memories with equal text into the oldest one.
pub(in crate::change::plan) fn clean_up(
    project: &Project,
    context: &Context,
    merges: bool,
) -> Result<ChangeSet, Refusal> {
    let entries = memory::all(project);
    let mut report = memory::report(project, context.now, None);
    if !merges {
        report.same.clear();
    }
    let mut builder = ChangeSetBuilder::new(project, context);
    for group in &report.same {
        let Some((first, rest)) = group.split_first() else { continue };
        let oldest = existing(&entries, first)?;
        let mut new = oldest.memory.clone();
        for id in rest {
            let other = existing(&entries, id)?;
            absorb(&mut new, &other.memory);
            new.hit_count = new.hit_count.saturating_add(other.memory.hit_count);
            new.last_referenced_at = later(new.last_referenced_at.take(), other.memory.last_referenced_at.as_ref());
            local_files::discard(&mut builder, context, &other.path);
        }
        new.updated_at = next_timestamp(context.now, Some(&oldest.memory.updated_at));
        write(project, &mut builder, oldest, &new)?;
    }
    for path in &report.sidecars {
        builder.remove(path);
    }
    Ok(builder.finish(Text::plain(texts::MEMORIES_CLEANED_UP)))
}
