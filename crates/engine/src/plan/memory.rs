//! What is remembered, forgotten and told.

use handoff_format::{Container, Document, Memory, PathSegment, Value, new_memory, timestamp, write_memory};
use handoff_protocol::agent::NewMemory;
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, Text};

use crate::Project;
use crate::memory;
use crate::memory::{FOLDER, MemoryEntry, Verdict};
use crate::plan::change_set_builder::Draft;
use crate::plan::new_ids::id_stamp;
use crate::plan::refusal::{About, refuse};
use crate::plan::staged_tasks::fresh_stamp;
use crate::plan::tasks::delete;

const KINDS: [&str; 4] = ["lesson", "rule", "convention", "gotcha"];
const BAD_KIND: &str = "{value} is not one of lesson, rule, convention, gotcha.";
const EMPTY: &str = "A memory needs a text.";
const KNOWN: &str = "{id} is already similar to it.";
const UNKNOWN: &str = "There is no memory {id}.";
const ITSELF: &str = "{id} cannot replace itself.";
const BROKEN: &str = "{path} cannot be written: {why}";
const SAVE: &str = "Remember {id}";
const MERGE: &str = "Merge {count} memories into {id}";
const DELETE: &str = "Forget {id}";
const MARK: &str = "Record {count} memories as received";
const CLEAN_UP: &str = "Merge duplicate memories and remove outdated records";

/// The words and the kind, if they can be.
fn checked(wanted: &NewMemory) -> Result<String, Refusal> {
    let text = wanted.text.trim();
    if text.is_empty() {
        return Err(refuse(RefusalCode::BadValue, Text::plain(EMPTY)).about_field("text"));
    }
    match &wanted.kind {
        Some(kind) if !KINDS.contains(&kind.as_str()) => {
            let told = Text::with(BAD_KIND, [("value", kind.clone())]);
            Err(refuse(RefusalCode::BadValue, told).about_field("kind"))
        }
        _ => Ok(text.to_owned()),
    }
}

/// Remembers something, unless something like it is remembered.
pub(in crate::plan) fn save(
    project: &Project,
    context: &Context,
    wanted: &NewMemory,
    force: bool,
) -> Result<ChangeSet, Refusal> {
    let text = checked(wanted)?;
    let known = match memory::weigh(project, wanted) {
        Verdict::Same(id) => Some(id),
        Verdict::Like(id, _) if !force => Some(id),
        _ => None,
    };
    if let Some(id) = known {
        return Err(refuse(RefusalCode::Stale, Text::with(KNOWN, [("id", id)])));
    }
    let mut draft = Draft::new(project, context);
    let (second, rest) = id_stamp(context);
    let id_of = |number: u32| format!("m-{second}-{:06}", number % 1_000_000);
    let free = |id: &String| !draft.is_taken(&path_of(id));
    let start = rest / 1_000;
    let id = (start..start.saturating_add(1_000_000)).map(id_of).find(free).unwrap_or_else(|| id_of(start));
    let stamp = timestamp(context.now);
    let memory = Memory {
        version: 2,
        id: id.clone(),
        content_hash: memory::fingerprint(&text),
        text,
        kind: wanted.kind.clone().unwrap_or_else(|| KINDS[0].to_owned()),
        tags: wanted.tags.clone(),
        keywords: wanted.keywords.clone(),
        scope_paths: wanted.scope_paths.clone(),
        created_at: stamp.clone(),
        updated_at: stamp,
        ..Memory::default()
    };
    draft.create(path_of(&id), new_memory(&memory).render());
    draft.created(&id);
    Ok(draft.finish(Text::with(SAVE, [("id", id)])))
}

fn path_of(id: &str) -> String {
    format!("{FOLDER}/{id}.json")
}

/// The memory with an id.
fn existing<'m>(entries: &'m [MemoryEntry], id: &str) -> Result<&'m MemoryEntry, Refusal> {
    let unknown = || refuse(RefusalCode::BadCommand, Text::with(UNKNOWN, [("id", id.to_owned())]));
    entries.iter().find(|entry| entry.memory.id == id).ok_or_else(unknown)
}

/// Writes what differs.
fn write(project: &Project, draft: &mut Draft<'_>, entry: &MemoryEntry, new: &Memory) -> Result<(), Refusal> {
    let broken =
        |why: String| refuse(RefusalCode::BrokenFile, Text::with(BROKEN, [("path", entry.path.clone()), ("why", why)]));
    let bytes = project.tree.file(&entry.path).unwrap_or_default();
    let mut document = Document::parse(Container::Json, bytes).map_err(|finding| broken(finding.text.to_string()))?;
    write_memory(&mut document, &entry.memory, new).map_err(|finding| broken(finding.text.to_string()))?;
    draft.write(&entry.path, document.render());
    Ok(())
}

/// Adds what is not there yet.
fn unite(list: &mut Vec<String>, more: &[String]) {
    for value in more {
        if !list.contains(value) {
            list.push(value.clone());
        }
    }
}

/// Lets a memory take over what another one has.
fn absorb(into: &mut Memory, other: &Memory) {
    unite(&mut into.tags, &other.tags);
    unite(&mut into.keywords, &other.keywords);
    unite(&mut into.scope_paths, &other.scope_paths);
    unite(&mut into.superseded_ids, &other.superseded_ids);
    unite(&mut into.superseded_ids, std::slice::from_ref(&other.id));
}

/// Says a memory anew, and lets it take the place of others.
pub(in crate::plan) fn merge(
    project: &Project,
    context: &Context,
    into: &str,
    wanted: &NewMemory,
    absorbed: &[String],
) -> Result<ChangeSet, Refusal> {
    let text = checked(wanted)?;
    let entries = memory::all(project);
    let target = existing(&entries, into)?;
    let mut new = target.memory.clone();
    new.content_hash = memory::fingerprint(&text);
    new.text = text;
    if let Some(kind) = &wanted.kind {
        new.kind.clone_from(kind);
    }
    let lists = [
        (&mut new.tags, &wanted.tags),
        (&mut new.keywords, &wanted.keywords),
        (&mut new.scope_paths, &wanted.scope_paths),
    ];
    for (list, given) in lists {
        if !given.is_empty() {
            list.clone_from(given);
        }
    }
    let mut draft = Draft::new(project, context);
    let mut doomed: Vec<&MemoryEntry> = Vec::new();
    for id in absorbed {
        let other = existing(&entries, id)?;
        if id == into {
            return Err(refuse(RefusalCode::BadCommand, Text::with(ITSELF, [("id", id.clone())])));
        }
        if !doomed.iter().any(|known| known.path == other.path) {
            absorb(&mut new, &other.memory);
            doomed.push(other);
        }
    }
    new.updated_at = fresh_stamp(context.now, Some(&target.memory.updated_at));
    write(project, &mut draft, target, &new)?;
    for other in &doomed {
        delete::discard(&mut draft, context, &other.path);
    }
    Ok(draft.finish(Text::with(MERGE, [("count", doomed.len().to_string()), ("id", into.to_owned())])))
}

/// Forgets a memory.
pub(in crate::plan) fn delete(project: &Project, context: &Context, id: &str) -> Result<ChangeSet, Refusal> {
    let entries = memory::all(project);
    let entry = existing(&entries, id)?;
    let mut draft = Draft::new(project, context);
    delete::discard(&mut draft, context, &entry.path);
    Ok(draft.finish(Text::with(DELETE, [("id", id.to_owned())])))
}

/// Notes what a conversation has been told. What is gone meanwhile is passed over.
pub(in crate::plan) fn mark(
    project: &Project,
    context: &Context,
    session_id: &str,
    ids: &[String],
) -> Result<ChangeSet, Refusal> {
    let entries = memory::all(project);
    let told: Vec<&MemoryEntry> = entries.iter().filter(|entry| ids.contains(&entry.memory.id)).collect();
    let mut draft = Draft::new(project, context);
    for entry in &told {
        let mut new = entry.memory.clone();
        new.hit_count = new.hit_count.saturating_add(1);
        new.last_referenced_at = Some(timestamp(context.now));
        write(project, &mut draft, entry, &new)?;
    }
    if !told.is_empty() {
        note(project, context, &mut draft, session_id, &told);
    }
    Ok(draft.finish(Text::with(MARK, [("count", told.len().to_string())])))
}

/// Writes the bookkeeping; a file that makes no sense begins anew, since nothing but repetition depends on it.
fn note(project: &Project, context: &Context, draft: &mut Draft<'_>, session_id: &str, told: &[&MemoryEntry]) {
    let path = memory::sidecar_path(session_id);
    let known = project.tree.file(&path).and_then(|bytes| Document::parse(Container::Json, bytes).ok());
    let known =
        known.filter(|document| document.get(&[PathSegment::Key("injected")]).is_some_and(|value| value.is_object()));
    let mut document = known.unwrap_or_else(|| Document::empty(Container::Json));
    let Value::Object(blank) = memory::sidecar(session_id) else { return };
    let absent = |document: &Document, key: &str| document.get(&[PathSegment::Key(key)]).is_none();
    for (key, value) in &blank {
        if absent(&document, key) && document.set(&[PathSegment::Key(key)], value).is_err() {
            return;
        }
    }
    let stamp = Value::from(timestamp(context.now));
    let mut done = document.set(&[PathSegment::Key("updated_at")], &stamp).is_ok();
    for entry in told {
        let hash = Value::from(entry.memory.content_hash.as_str());
        done &= document.set(&[PathSegment::Key("injected"), PathSegment::Key(&entry.memory.id)], &hash).is_ok();
    }
    if !done {
        return;
    }
    if project.tree.file(&path).is_some() {
        draft.write(&path, document.render());
    } else {
        draft.create(path, document.render());
    }
}

/// Merges what says the same into the oldest, and drops old bookkeeping.
pub(in crate::plan) fn clean_up(project: &Project, context: &Context) -> Result<ChangeSet, Refusal> {
    let entries = memory::all(project);
    let report = memory::report(project, context.now);
    let mut draft = Draft::new(project, context);
    for group in &report.same {
        let Some((first, rest)) = group.split_first() else { continue };
        let kept = existing(&entries, first)?;
        let mut new = kept.memory.clone();
        for id in rest {
            let other = existing(&entries, id)?;
            absorb(&mut new, &other.memory);
            new.hit_count = new.hit_count.saturating_add(other.memory.hit_count);
            delete::discard(&mut draft, context, &other.path);
        }
        new.updated_at = fresh_stamp(context.now, Some(&kept.memory.updated_at));
        write(project, &mut draft, kept, &new)?;
    }
    for path in &report.sidecars {
        draft.remove(path);
    }
    Ok(draft.finish(Text::plain(CLEAN_UP)))
}
