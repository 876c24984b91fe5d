//! Lessons that outlive sessions.

use handoff_engine::{MemoryEntry, Reading, Verdict};
use handoff_protocol::Command;
use handoff_protocol::agent::NewMemory;
use serde_json::{Map, Value, json};

use super::common::reading;
use crate::arguments::Arguments;
use crate::schema::{count, flag, list, meaning, number, object, one_of, text};
use crate::tool::{Effect, Tool, ToolSet};
use crate::{Complaint, Desk, Reply, Step};

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_memory_save",
        title: "Remember",
        description: "Remember a lesson. What is like a known one comes back as a conflict: merge_into it, or force.",
        set: ToolSet::Memory,
        effect: Effect::Adds,
        input: save_input,
        output: Some(save_output),
        answer: save,
    },
    Tool {
        name: "handoff_memory_query",
        title: "Recall",
        description: "Lessons that fit a text and files; those that the session was told already are left out.",
        set: ToolSet::Memory,
        effect: Effect::Changes,
        input: query_input,
        output: Some(query_output),
        answer: query,
    },
    Tool {
        name: "handoff_memory_delete",
        title: "Forget",
        description: "Forget a lesson; the start of its id will do.",
        set: ToolSet::Memory,
        effect: Effect::Removes,
        input: delete_input,
        output: Some(delete_output),
        answer: delete,
    },
    Tool {
        name: "handoff_memory_cleanup",
        title: "Tidy memories",
        description: "Merge exact duplicates; report near ones and stale ones.",
        set: ToolSet::Memory,
        effect: Effect::Removes,
        input: cleanup_input,
        output: Some(cleanup_output),
        answer: cleanup,
    },
];

const KINDS: [&str; 4] = ["lesson", "rule", "convention", "gotcha"];

/// The project, unless there is none or it keeps no memories.
fn remembering(desk: Desk<'_>) -> Result<Reading<'_>, Step> {
    let reading = reading(desk).map_err(Step::Done)?;
    if reading.config().settings.memory_enabled {
        return Ok(reading);
    }
    Err(Step::Done(Reply::value(json!({"disabled": true, "memories": []}))))
}

/// The memory with an id, or with the only one that begins like that.
fn found(reading: Reading<'_>, id: &str) -> Result<MemoryEntry, Step> {
    let all = reading.memories();
    if let Some(exact) = all.iter().find(|entry| entry.memory.id == id) {
        return Ok(exact.clone());
    }
    let alike: Vec<&MemoryEntry> = all.iter().filter(|entry| entry.memory.id.starts_with(id)).collect();
    match alike.as_slice() {
        [entry] => Ok((*entry).clone()),
        [] => Err(Step::Done(Reply::failure(format!("There is no memory {id}.")))),
        several => {
            let ids: Vec<&str> = several.iter().map(|entry| entry.memory.id.as_str()).collect();
            Err(Step::Done(Reply::failure(format!("{id} is the start of several memories: {}.", ids.join(", ")))))
        }
    }
}

fn save_input() -> Value {
    let members = [
        ("text", text()),
        ("kind", one_of(&KINDS)),
        ("tags", list(&text())),
        ("keywords", list(&text())),
        ("scope_paths", meaning(list(&text()), "parts of paths that it is about")),
        ("force", flag()),
        ("merge_into", meaning(text(), "id of the memory that this replaces")),
        ("absorb_ids", list(&text())),
        ("project_dir", text()),
    ];
    object(members, &["text"])
}

fn save_output() -> Value {
    let status = one_of(&["saved", "merged", "duplicate_exact", "conflict"]);
    let members = [
        ("status", status),
        ("id", text()),
        ("similarity", number()),
        ("existing_text", text()),
        ("absorbed_ids", list(&text())),
        ("disabled", flag()),
    ];
    object(members, &[])
}

fn save(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let new = NewMemory {
        text: arguments.required_text("text")?.trim().to_owned(),
        kind: arguments.word("kind", &KINDS, |word| KINDS.contains(&word).then(|| word.to_owned()))?,
        tags: arguments.texts("tags")?.unwrap_or_default(),
        keywords: arguments.texts("keywords")?.unwrap_or_default(),
        scope_paths: arguments.texts("scope_paths")?.unwrap_or_default(),
    };
    let force = arguments.flag("force")?.unwrap_or(false);
    let into = arguments.text("merge_into")?.filter(|id| !id.is_empty());
    let absorbed = arguments.texts("absorb_ids")?.unwrap_or_default();
    Ok(saved(desk, new, force, into, &absorbed).unwrap_or_else(|step| step))
}

fn saved(desk: Desk<'_>, new: NewMemory, force: bool, into: Option<&str>, absorbed: &[String]) -> Result<Step, Step> {
    let reading = remembering(desk)?;
    if let Some(into) = into {
        let into = found(reading, into)?.memory.id;
        let absorb = absorbed.iter().map(|id| Ok(found(reading, id)?.memory.id)).collect::<Result<Vec<_>, Step>>()?;
        let told = json!({"status": "merged", "id": into, "absorbed_ids": absorb});
        let command = Command::MergeMemory { into, memory: new, absorb };
        return Ok(Step::commit(command, move |_, _| Reply::value(told)));
    }
    match reading.weigh_memory(&new) {
        Verdict::Same(id) => Err(Step::Done(Reply::value(json!({"status": "duplicate_exact", "id": id})))),
        Verdict::Like(id, likeness) if !force => {
            let known = found(reading, &id)?.memory.text;
            Err(Step::Done(Reply::value(json!({
                "status": "conflict", "id": id, "similarity": (likeness * 1000.0).round() / 1000.0,
                "existing_text": known, "new_text": new.text,
            }))))
        }
        _ => {
            let command = Command::SaveMemory { memory: new, force };
            Ok(Step::commit(command, |_, created| {
                Reply::value(json!({"status": "saved", "id": created.first().cloned().unwrap_or_default()}))
            }))
        }
    }
}

fn query_input() -> Value {
    let members = [
        ("text", text()),
        ("tool_name", text()),
        ("file_paths", list(&text())),
        ("limit", count()),
        ("session_id", text()),
        ("mark_injected", flag()),
        ("project_dir", text()),
    ];
    object(members, &["text"])
}

fn query_output() -> Value {
    let members =
        [("id", text()), ("text", text()), ("kind", text()), ("score", number()), ("keywords", list(&text()))];
    let memory = object(members, &["id", "text"]);
    object([("memories", list(&memory)), ("injected_count", count()), ("disabled", flag())], &["memories"])
}

fn query(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let mut words = arguments.required_text("text")?.to_owned();
    if let Some(tool) = arguments.text("tool_name")? {
        words.push(' ');
        words.push_str(tool);
    }
    let paths = arguments.texts("file_paths")?.unwrap_or_default();
    let limit = arguments.optional("limit", "a whole number from 0", Value::as_u64)?;
    let session = arguments.text("session_id")?.map(str::to_owned);
    let mark = arguments.flag("mark_injected")?.unwrap_or(true);
    let reading = match remembering(desk) {
        Ok(reading) => reading,
        Err(step) => return Ok(step),
    };
    let limit = limit.unwrap_or_else(|| reading.config().settings.memory_query_limit.into());
    let mut fitting = reading.query_memories(&words, &paths);
    if let Some(session) = &session {
        fitting.retain(|(entry, _)| !reading.is_told(session, &entry.memory));
    }
    fitting.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let ids: Vec<String> = fitting.iter().map(|(entry, _)| entry.memory.id.clone()).collect();
    let memories: Vec<Value> = fitting.iter().map(|(entry, score)| told(entry, *score)).collect();
    if !mark || ids.is_empty() {
        return Ok(Step::Done(Reply::value(json!({"memories": memories, "injected_count": 0}))));
    }
    let reply = Reply::value(json!({"memories": memories, "injected_count": ids.len()}));
    let command = Command::MarkMemories { session_id: session.unwrap_or_default(), ids };
    Ok(Step::commit(command, move |_, _| reply))
}

fn told(entry: &MemoryEntry, score: f64) -> Value {
    let memory = &entry.memory;
    let mut members = Map::new();
    members.insert("id".to_owned(), json!(memory.id));
    members.insert("text".to_owned(), json!(memory.text));
    members.insert("kind".to_owned(), json!(memory.kind));
    members.insert("score".to_owned(), json!((score * 1000.0).round() / 1000.0));
    if !memory.keywords.is_empty() {
        members.insert("keywords".to_owned(), json!(memory.keywords));
    }
    Value::Object(members)
}

fn delete_input() -> Value {
    object([("memory_id", text()), ("project_dir", text())], &["memory_id"])
}

fn delete_output() -> Value {
    object([("deleted", flag()), ("id", text()), ("disabled", flag())], &[])
}

fn delete(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let id = arguments.required_text("memory_id")?;
    let step = remembering(desk).and_then(|reading| {
        let id = found(reading, id)?.memory.id;
        let told = json!({"deleted": true, "id": id});
        Ok(Step::commit(Command::DeleteMemory { id }, move |_, _| Reply::value(told)))
    });
    Ok(step.unwrap_or_else(|step| step))
}

fn cleanup_input() -> Value {
    object([("project_dir", text())], &[])
}

fn cleanup_output() -> Value {
    let merged = object([("kept", text()), ("removed", list(&text()))], &["kept", "removed"]);
    let members = [
        ("merged", list(&merged)),
        ("near_duplicates", list(&list(&text()))),
        ("stale", list(&text())),
        ("removed_sidecars", count()),
        ("disabled", flag()),
    ];
    object(members, &[])
}

#[allow(clippy::unnecessary_wraps, reason = "it is a tool's answer")]
fn cleanup(desk: Desk<'_>, _: &Arguments<'_>) -> Result<Step, Complaint> {
    let step = remembering(desk).map(|reading| {
        let report = reading.memory_report(desk.context.now);
        let merged = report.same.iter().filter_map(|group| group.split_first());
        let merged: Vec<Value> = merged.map(|(kept, removed)| json!({"kept": kept, "removed": removed})).collect();
        let told = json!({
            "merged": merged, "near_duplicates": report.alike, "stale": report.stale,
            "removed_sidecars": report.sidecars.len(),
        });
        Step::commit(Command::CleanUpMemories {}, move |_, _| Reply::value(told))
    });
    Ok(step.unwrap_or_else(|step| step))
}
