//! Tasks and a session that come in from elsewhere.

use handoff_protocol::agent::{ListSave, Pause, SessionSave, SessionTarget, TaskTree};
use handoff_protocol::{Command, NewTask, SessionStatus};
use serde_json::{Value, json};

use super::common::{any_object, reading};
use super::fields::{patch, with_memory};
use super::task_fields::patch as task_patch;
use crate::arguments::Arguments;
use crate::reply::plain;
use crate::schema::{flag, list, meaning, nullable, object, one_of, text};
use crate::tool::{Effect, Tool, ToolSet};
use crate::{Complaint, Desk, Reply, Step};

pub(super) const TOOLS: &[Tool] = &[Tool {
    name: "handoff_import_context",
    title: "Import",
    description: "Add tasks, nested by children, and a session from notes or another tool. All or nothing.",
    set: ToolSet::Rest,
    effect: Effect::Adds,
    input: import_input,
    output: Some(import_output),
    answer: import_context,
}];

const FORMATS: [&str; 4] = ["markdown", "json", "text", "other"];

fn import_input() -> Value {
    let source = object([("description", text()), ("format", one_of(&FORMATS))], &["description"]);
    let task = meaning(any_object(), "as handoff_update_task's task, plus children: a list of such");
    let members = [
        ("source", source),
        ("tasks", list(&task)),
        ("session", meaning(any_object(), "as handoff_save_context")),
        ("raw_notes", text()),
        ("skip_session_close", flag()),
        ("project_dir", text()),
    ];
    object(members, &["source"])
}

fn import_output() -> Value {
    object([("task_ids", list(&text())), ("session_id", nullable(text()))], &["task_ids", "session_id"])
}

fn import_context(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let Some(source) = arguments.members("source")? else {
        return Err(arguments.complaint("source", "an object with description; it is required"));
    };
    let description = source.required_text("description")?.to_owned();
    let format = source.word("format", &FORMATS, |word| FORMATS.contains(&word).then(|| word.to_owned()))?;
    let tasks = trees(arguments, "tasks")?;
    let notes = arguments.text("raw_notes")?.filter(|notes| !notes.trim().is_empty());
    let skip = arguments.flag("skip_session_close")?.unwrap_or(false);
    let mut fields = match arguments.members("session")? {
        Some(session) => {
            session.required_text("summary")?;
            Some(patch(&session)?)
        }
        None => None,
    };
    let close_active = fields.is_some() && !skip;
    if fields.is_none() && notes.is_some() {
        let mut bare = handoff_protocol::agent::SessionPatch::default();
        bare.values.insert("summary".to_owned(), json!(format!("[import] {description}")));
        fields = Some(bare);
    }
    if let Some(fields) = &mut fields {
        if let Some(notes) = notes {
            let note = json!({"note": notes, "category": "context"});
            if let Some(list) = fields.lists.iter_mut().find(|list| list.key == "handoff_notes") {
                list.given.push(note);
            } else {
                let key = "handoff_notes".to_owned();
                fields.lists.push(ListSave { key, given: vec![note], seen: Vec::new() });
            }
        }
        let environment = fields.values.entry("environment").or_insert_with(|| json!({}));
        if let Some(members) = environment.as_object_mut() {
            let format = format.as_deref().unwrap_or("other");
            members.insert("import_source".to_owned(), json!({"description": description, "format": format}));
        }
    }
    if tasks.is_empty() && fields.is_none() {
        return Err(arguments.complaint("tasks", "tasks, unless there are session or raw_notes"));
    }
    let session = fields.map(|patch| SessionSave {
        target: SessionTarget::New,
        patch,
        status: SessionStatus::Open,
        pause: Pause::Nothing,
    });
    let reading = match reading(desk) {
        Ok(reading) => reading,
        Err(reply) => return Ok(Step::Done(reply)),
    };
    let Some(session) = session else { return Ok(commit(tasks, None, close_active)) };
    let go_on = move |desk: Desk<'_>, mut session: SessionSave, at: Option<String>| {
        let patch = std::mem::take(&mut session.patch);
        with_memory(desk, patch, at, move |_, patch, _| {
            commit(tasks, Some(SessionSave { patch, ..session }), close_active)
        })
    };
    if reading.config().settings.auto_git_summary {
        return Ok(Step::git(move |desk, git| {
            let mut session = session;
            git.note(&mut session.patch);
            go_on(desk, session, git.commit)
        }));
    }
    Ok(go_on(desk, session, None))
}

fn commit(tasks: Vec<TaskTree>, session: Option<SessionSave>, close_active: bool) -> Step {
    let with_session = session.is_some();
    Step::commit_with(Command::Import { tasks, session, close_active }, move |_, mut done| {
        let session = if with_session { done.created.pop() } else { None };
        let mut lines = vec![format!("Imported {} tasks: {}.", done.created.len(), done.created.join(", "))];
        if done.created.is_empty() {
            lines.clear();
        }
        lines.extend(session.as_ref().map(|id| format!("Session {id} waits to be picked up.")));
        lines.extend(done.warnings.iter().map(plain));
        let value = json!({"task_ids": done.created, "session_id": session});
        Step::Done(Reply { text: lines.join("\n"), structured: Some(value), failed: None })
    })
}

fn trees(arguments: &Arguments<'_>, name: &str) -> Result<Vec<TaskTree>, Complaint> {
    let tree = |entry: &Arguments<'_>| {
        entry.required_text("title")?;
        let id = entry.text("id")?.map(str::to_owned);
        let task = NewTask { id, parent: None, fields: task_patch(entry)?, place: None };
        Ok(TaskTree { task, parts: trees(entry, "children")? })
    };
    arguments.each(name)?.unwrap_or_default().iter().map(tree).collect()
}
