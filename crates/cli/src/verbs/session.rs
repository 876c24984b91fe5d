//! Sessions.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::{Args, Subcommand};
use handoff_agent::{Reply, Trouble};
use handoff_protocol::SessionStatus;
use serde_json::{Map, Value, json};

use super::{meant, one, put, put_list, said, words};
use crate::calls;
use crate::job::Job;
use crate::project::Project;
use crate::show;

/// What is to be done with sessions.
#[derive(Debug, Subcommand)]
pub enum SessionWork {
    /// What the last conversation left: what to do next, and what was decided. Picks up the session that waits.
    #[command(after_help = "Example: handoff session load --budget 1000")]
    Load {
        /// The session to go on with, where several wait.
        id: Option<String>,
        /// How many tokens the answer may take.
        #[arg(long, value_name = "TOKENS")]
        budget: Option<u32>,
    },
    /// Save what the next conversation needs, and close the session. What is left out is kept; given lists replace.
    #[command(
        after_help = "Example: handoff session save \"Parser done\" --suggest \"Add the retry\" --pointer src/feed.rs"
    )]
    Save {
        /// One line on what was done; - reads standard input.
        #[arg(value_parser = said)]
        summary: String,
        /// Keep the session active instead of closing it.
        #[arg(long)]
        active: bool,
        /// Which session; else the active one.
        #[arg(long, value_name = "ID")]
        session: Option<String>,
        #[command(flatten)]
        fields: Box<Fields>,
    },
    /// Sessions, last saved first.
    #[command(after_help = "Example: handoff session list --status closed --limit 5")]
    List {
        /// Only those that stand so.
        #[arg(long, value_parser = words("handoff_list_sessions", &["status_filter"]))]
        status: Option<String>,
        /// Only those of this timeline.
        #[arg(long)]
        timeline: Option<String>,
        /// How many at most; 20 where nothing is said.
        #[arg(long, value_name = "NUMBER")]
        limit: Option<u32>,
    },
    /// All that one session holds.
    #[command(after_help = "Example: handoff session show 20261121")]
    Show {
        /// Its id, or the beginning of it.
        id: String,
    },
    /// Tick or add single entries of the active session.
    #[command(after_help = "Example: handoff session update --tick 2 --decision \"Keep SQLite\" --reason \"One file\"")]
    Update(Box<Entries>),
    /// Begin an active session with what another one, of any state, knows.
    #[command(after_help = "Example: handoff session fork 20261121 \"Try vector tiles\" --label tiles")]
    Fork {
        /// The id of that session.
        source: String,
        /// One line on what it is for; - reads standard input.
        #[arg(value_parser = said)]
        summary: String,
        /// What to call it.
        #[arg(long)]
        label: Option<String>,
        /// The timeline to which it belongs.
        #[arg(long)]
        timeline: Option<String>,
        /// A list that it takes over; give it again for more.
        #[arg(long, value_name = "LIST", value_parser = words("handoff_fork_session", &["inherit"]))]
        inherit: Vec<String>,
        /// The id of a task that it is about; give it again for more.
        #[arg(long = "task", value_name = "ID")]
        tasks: Vec<String>,
    },
    /// Put what sessions hold into one of them, and close the others.
    #[command(after_help = "Example: handoff session merge 20261121-1 --into 20261121-2")]
    Merge {
        /// The ids of the sessions whose content goes into the other one.
        #[arg(required = true)]
        ids: Vec<String>,
        /// The id of the session that holds all of it afterwards.
        #[arg(long, value_name = "ID")]
        into: String,
        /// Leave the others as they are.
        #[arg(long)]
        keep: bool,
    },
    /// Close a session; it can be forked, not picked up.
    #[command(after_help = "Example: handoff session close")]
    Close {
        /// Its id; else the active one.
        id: Option<String>,
    },
    /// Set a session aside.
    #[command(after_help = "Example: handoff session pause")]
    Pause {
        /// Its id; else those that are active.
        id: Option<String>,
    },
}

/// What a session holds.
#[derive(Debug, Args)]
pub struct Fields {
    /// A decision, and behind :: the reason; give it again for more.
    #[arg(long = "decision", value_name = "TEXT")]
    decisions: Vec<String>,
    /// What is in the way; give it again for more.
    #[arg(long = "blocker", value_name = "TEXT")]
    blockers: Vec<String>,
    /// Something still to do, for the check list; give it again for more.
    #[arg(long = "item", value_name = "TEXT")]
    checklist: Vec<String>,
    /// What to do next; give it again for more.
    #[arg(long = "suggest", value_name = "TEXT", value_parser = said)]
    suggestions: Vec<String>,
    /// What to beware of; give it again for more.
    #[arg(long = "caution", value_name = "TEXT", value_parser = said)]
    cautions: Vec<String>,
    /// What else to know; give it again for more. - reads standard input.
    #[arg(long = "note", value_name = "TEXT", value_parser = said)]
    notes: Vec<String>,
    /// Where to look, and behind :: why; give it again for more.
    #[arg(long = "pointer", value_name = "PATH")]
    pointers: Vec<String>,
    /// An address, and behind :: what it is; give it again for more.
    #[arg(long = "reference", value_name = "ADDRESS")]
    references: Vec<String>,
    /// The id of a task that it is about; give it again for more.
    #[arg(long = "task", value_name = "ID")]
    tasks: Vec<String>,
    /// What to call it.
    #[arg(long)]
    label: Option<String>,
    /// The timeline to which it belongs.
    #[arg(long)]
    timeline: Option<String>,
}

/// Single entries of a session.
#[derive(Debug, Args)]
pub struct Entries {
    /// Tick an item of the check list, by its number as session show tells it, from 1, or its text.
    #[arg(long, value_name = "ITEM", conflicts_with = "untick")]
    tick: Option<String>,
    /// Take the tick of an item away.
    #[arg(long, value_name = "ITEM")]
    untick: Option<String>,
    /// Add an item to the check list.
    #[arg(long, value_name = "TEXT")]
    item: Option<String>,
    /// Whose the new item is.
    #[arg(long, requires = "item", value_parser = words("handoff_update_session", &["checklist_owner"]))]
    owner: Option<String>,
    /// Add a decision.
    #[arg(long, value_name = "TEXT")]
    decision: Option<String>,
    /// Why it was decided.
    #[arg(long, value_name = "TEXT", requires = "decision")]
    reason: Option<String>,
    /// How sure it is.
    #[arg(long, requires = "decision", value_parser = words("handoff_update_session", &["add_decision", "confidence"]))]
    confidence: Option<String>,
    /// Add a note; - reads standard input.
    #[arg(long, value_name = "TEXT", value_parser = said)]
    note: Option<String>,
    /// What the note is.
    #[arg(long, requires = "note", value_parser = words("handoff_update_session", &["add_handoff_note", "category"]))]
    category: Option<String>,
    /// Add a place to look at, and behind :: why.
    #[arg(long, value_name = "PATH")]
    pointer: Option<String>,
    /// Which session; else the active one.
    #[arg(long, value_name = "ID")]
    session: Option<String>,
}

impl SessionWork {
    /// What is to be asked for.
    pub fn job(self, as_json: bool) -> Job {
        match self {
            SessionWork::Load { id, budget } => {
                let format = as_json.then_some("json");
                Job::call("handoff_load_context", json!({"session_id": id, "budget_tokens": budget, "format": format}))
            }
            SessionWork::Save { summary, active, session, fields } => {
                let mut arguments = fields.into_arguments();
                put(&mut arguments, "summary", Some(summary));
                put(&mut arguments, "session_status", active.then_some("active"));
                put(&mut arguments, "session_id", session);
                Job::call("handoff_save_context", Value::Object(arguments))
            }
            SessionWork::List { status, timeline, limit } => {
                let filters = json!({"status_filter": status, "timeline": timeline, "limit": limit});
                Job::call("handoff_list_sessions", filters).shown(show::session::list)
            }
            SessionWork::Show { id } => {
                Job::call("handoff_get_session", json!({"session_id": id})).shown(show::session::detail)
            }
            SessionWork::Update(entries) => {
                Job::prepared("handoff_update_session", move |project| entries.into_arguments(project))
            }
            SessionWork::Fork { source, summary, label, timeline, inherit, tasks } => {
                let mut arguments = one("source_session_id", source);
                put(&mut arguments, "summary", Some(summary));
                put(&mut arguments, "label", label);
                put(&mut arguments, "timeline", timeline);
                put_list(&mut arguments, "inherit", inherit);
                put_list(&mut arguments, "related_task_ids", tasks);
                Job::call("handoff_fork_session", Value::Object(arguments)).shown(show::session::forked)
            }
            SessionWork::Merge { mut ids, into, keep } => {
                if !ids.contains(&into) {
                    ids.push(into.clone());
                }
                let arguments = json!({"source_session_ids": ids, "target_session_id": into, "close_sources": !keep});
                Job::call("handoff_merge_sessions", arguments).shown(show::session::merged)
            }
            SessionWork::Close { id } => Job::prepared("handoff_save_context", move |project| {
                let id = id.map_or_else(|| only_active(project, "name the one to close"), Ok)?;
                Ok(one("close_session_id", id))
            }),
            SessionWork::Pause { id } => {
                Job::call("handoff_save_context", json!({"pause_only": true, "pause_session_id": id}))
            }
        }
    }
}

/// The id of the session that is active; `how` says how to name another one.
fn only_active(project: &mut Project, how: &str) -> Result<String, Reply> {
    let sessions = project.engine().reading().sessions();
    let active = sessions.iter().filter(|session| session.status() == Some(SessionStatus::Active));
    let mut ids: Vec<String> = active.map(handoff_engine::sessions::SessionEntry::id).collect();
    match (ids.pop(), ids.is_empty()) {
        (Some(id), true) => Ok(id),
        (None, _) => Err(Reply::failure(format!("No session is active; {how}."))),
        (Some(id), false) => {
            Err(Reply::failure(format!("Several sessions are active; {how}: {}, {id}.", ids.join(", "))))
        }
    }
}

/// A text and what stands behind the two colons after it.
fn halves(text: &str) -> (&str, Option<&str>) {
    let halves = text.split_once("::").map(|(text, rest)| (text.trim(), rest.trim()));
    halves.map_or((text, None), |(text, rest)| (text, Some(rest).filter(|rest| !rest.is_empty())))
}

/// An entry with one text, and another where there is one.
fn entry(main: (&str, &str), other: (&str, Option<&str>)) -> Value {
    let mut members = one(main.0, main.1);
    put(&mut members, other.0, other.1);
    Value::Object(members)
}

impl Fields {
    fn into_arguments(self) -> Map<String, Value> {
        let pairs = |texts: &[String], main: &str, other: &str| -> Vec<Value> {
            let pair = |text: &String| {
                let (text, rest) = halves(text);
                entry((main, text), (other, rest))
            };
            texts.iter().map(pair).collect()
        };
        let references = self.references.iter().map(|text| {
            let (uri, label) = halves(text);
            json!({"uri": uri, "label": label.unwrap_or(uri)})
        });
        let notes = [("suggestion", self.suggestions), ("caution", self.cautions), ("context", self.notes)];
        let notes = notes.into_iter().flat_map(|(category, notes)| {
            notes.into_iter().map(move |note| json!({"note": note, "category": category}))
        });
        let mut arguments = Map::new();
        put_list(&mut arguments, "decisions", pairs(&self.decisions, "decision", "reason"));
        put_list(&mut arguments, "context_pointers", pairs(&self.pointers, "path", "reason"));
        put_list(&mut arguments, "references", references.collect());
        put_list(&mut arguments, "handoff_notes", notes.collect());
        put_list(&mut arguments, "blockers", self.blockers);
        let item = |item: String| json!({"item": item, "checked": false, "owner": "user"});
        put_list(&mut arguments, "checklist", self.checklist.into_iter().map(item).collect());
        put_list(&mut arguments, "related_task_ids", self.tasks);
        put(&mut arguments, "label", self.label);
        put(&mut arguments, "timeline", self.timeline);
        arguments
    }
}

impl Entries {
    fn into_arguments(self, project: &mut Project) -> Result<Map<String, Value>, Reply> {
        let mut arguments = Map::new();
        let checked = self.tick.is_some();
        if let Some(item) = self.tick.or(self.untick) {
            put(&mut arguments, "checklist_index", Some(item_at(project, self.session.as_deref(), &item)?));
            put(&mut arguments, "checklist_checked", Some(checked));
        }
        put(&mut arguments, "add_checklist_item", self.item);
        put(&mut arguments, "checklist_owner", self.owner);
        if let Some(decision) = &self.decision {
            let mut members = one("decision", decision.as_str());
            put(&mut members, "reason", self.reason);
            put(&mut members, "confidence", self.confidence);
            put(&mut arguments, "add_decision", Some(members));
        }
        if let Some(note) = &self.note {
            put(
                &mut arguments,
                "add_handoff_note",
                Some(entry(("note", note), ("category", self.category.as_deref()))),
            );
        }
        if let Some(pointer) = &self.pointer {
            let (path, why) = halves(pointer);
            put(&mut arguments, "add_context_pointer", Some(entry(("path", path), ("reason", why))));
        }
        if arguments.is_empty() {
            return Err(Reply::trouble(
                Trouble::Arguments,
                "Say what to tick or to add, such as --item \"Write the tests\".",
            ));
        }
        put(&mut arguments, "session_id", self.session);
        Ok(arguments)
    }
}

/// The place of the item of the check list that somebody means.
fn item_at(project: &mut Project, id: Option<&str>, wanted: &str) -> Result<u64, Reply> {
    let id = match id {
        Some(id) => id.to_owned(),
        None => only_active(project, "name one with --session")?,
    };
    let reply = calls::ask(project, "handoff_get_session", &one("session_id", id.as_str()));
    if reply.failed.is_some() {
        return Err(reply);
    }
    let session = reply.structured.unwrap_or_default();
    let items: Vec<&str> = show::list(&session, "checklist").iter().map(|item| show::word(item, "item")).collect();
    meant(&items, wanted).map_err(|count| {
        Reply::failure(match count {
            _ if items.is_empty() => format!("The check list of session {id} is empty."),
            0 => format!("The check list of session {id} has no item {wanted}; it has {} items.", items.len()),
            several => format!("{several} items of session {id} begin with “{wanted}”; give the number of one."),
        })
    })
}
