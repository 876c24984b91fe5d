//! Saves a session: its fields as options.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Args;
use handoff_agent::operations::sessions::entries::{
    Category, ChecklistItem, Decision, Note, Owner, Pointer, Reference,
};
use handoff_agent::operations::sessions::fields::SessionParams;
use handoff_agent::operations::sessions::save::{Params, SaveContext, SavedStatus};
use handoff_agent::{Change, Entry, HandoffError, Operation as _, Reply, RequiredText};
use handoff_engine::sessions::SessionEntry;
use handoff_protocol::SessionStatus;

use crate::ground::progress::Spinner;
use crate::project::Project;
use crate::project::handover::closing as handover;
use crate::verbs::arguments::parsers::{InvalidValue, not_blank, required_text, text_or_stdin};
use crate::verbs::invocation::Invocation;
use crate::verbs::performed::perform_operation;

#[derive(Debug, Args)]
pub struct Save {
    /// What was done, in one line; - reads standard input.
    #[arg(value_parser = text_or_stdin)]
    summary: String,
    /// Keep the session active instead of closing it.
    #[arg(long)]
    active: bool,
    /// Session ID; default: the active session.
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    #[command(flatten)]
    fields: Fields,
}

impl From<Save> for Params {
    fn from(args: Save) -> Params {
        Params {
            session: SessionParams { summary: Some(args.summary), ..args.fields.into() },
            session_status: args.active.then_some(SavedStatus::Active),
            session_id: args.session,
            ..Params::default()
        }
    }
}

/// The fields of a session.
#[derive(Debug, Args)]
pub struct Fields {
    /// A decision; add :: and the reason after it. Repeatable.
    #[arg(long = "decision", value_name = "TEXT", value_parser = decision)]
    decisions: Vec<Decision>,
    /// A blocker. Repeatable.
    #[arg(long = "blocker", value_name = "TEXT")]
    blockers: Vec<String>,
    /// An open item for the checklist. Repeatable.
    #[arg(long = "item", value_name = "TEXT", value_parser = not_blank)]
    checklist: Vec<RequiredText>,
    /// A suggestion for the next step. Repeatable.
    #[arg(long = "suggest", value_name = "TEXT", value_parser = required_text)]
    suggestions: Vec<RequiredText>,
    /// A caution. Repeatable.
    #[arg(long = "caution", value_name = "TEXT", value_parser = required_text)]
    cautions: Vec<RequiredText>,
    /// A note. Repeatable; - reads standard input.
    #[arg(long = "note", value_name = "TEXT", value_parser = required_text)]
    notes: Vec<RequiredText>,
    /// A context pointer; add :: and the reason after it. Repeatable.
    #[arg(long = "pointer", value_name = "PATH", value_parser = pointer)]
    pointers: Vec<Pointer>,
    /// A URL or path; add :: and a description after it. Repeatable.
    #[arg(long = "reference", value_name = "ADDRESS", value_parser = reference)]
    references: Vec<Reference>,
    /// ID of a related task. Repeatable.
    #[arg(long = "task", value_name = "ID")]
    tasks: Vec<String>,
    /// The label.
    #[arg(long)]
    label: Option<String>,
    /// The timeline of the session.
    #[arg(long)]
    timeline: Option<String>,
}

impl From<Fields> for SessionParams {
    fn from(fields: Fields) -> SessionParams {
        let notes = [
            (Category::Suggestion, fields.suggestions),
            (Category::Caution, fields.cautions),
            (Category::Context, fields.notes),
        ];
        let notes = notes
            .into_iter()
            .flat_map(|(category, notes)| notes.into_iter().map(move |note| Note { note, category: Some(category) }));
        let items = fields.checklist.into_iter();
        let items = items.map(|item| ChecklistItem { item, checked: Some(false), owner: Some(Owner::User) });
        SessionParams {
            related_task_ids: Some(fields.tasks).filter(|tasks| !tasks.is_empty()),
            decisions: unless_empty(fields.decisions.into_iter().map(Entry::from)),
            blockers: unless_empty(fields.blockers),
            checklist: unless_empty(items.map(Entry::from)),
            handoff_notes: unless_empty(notes.map(Entry::from)),
            references: unless_empty(fields.references.into_iter().map(Entry::from)),
            context_pointers: unless_empty(fields.pointers.into_iter().map(Entry::from)),
            timeline: fields.timeline.map_or(Change::Keep, Change::Set),
            label: fields.label.map_or(Change::Keep, Change::Set),
            ..SessionParams::default()
        }
    }
}

/// Returns a list of entries to add. No option is no change, not an empty list.
fn unless_empty<T>(entries: impl IntoIterator<Item = T>) -> Change<Vec<T>> {
    let entries: Vec<T> = entries.into_iter().collect();
    if entries.is_empty() { Change::Keep } else { Change::Set(entries) }
}

/// Parses a decision with its reason.
fn decision(text: &str) -> Result<Decision, InvalidValue> {
    let (decision, reason) = split_reason(text);
    Ok(Decision { decision: not_blank(decision)?, reason, confidence: None, supersedes: None })
}

/// Parses a context pointer with its reason.
pub(super) fn pointer(text: &str) -> Result<Pointer, InvalidValue> {
    let (path, reason) = split_reason(text);
    Ok(Pointer { path: not_blank(path)?, reason, lines: None })
}

/// Parses a reference with its description.
fn reference(text: &str) -> Result<Reference, InvalidValue> {
    let (uri, label) = split_reason(text);
    Ok(Reference { label, uri: not_blank(uri)?, r#type: None, notes: None })
}

/// Splits a text at "::" into the text and the part behind it.
fn split_reason(text: &str) -> (&str, Option<String>) {
    let parts = text.split_once("::").map(|(text, rest)| (text.trim(), rest.trim()));
    parts.map_or((text, None), |(text, rest)| (text, Some(rest.to_owned()).filter(|rest| !rest.is_empty())))
}

/// Saves a session; if that closes it, as a handover.
pub(super) fn saving(prepare: impl FnOnce(&mut Project) -> Result<Params, HandoffError> + 'static) -> Invocation {
    Invocation::performing(SaveContext::OUTPUT, move |project, common| match prepare(project) {
        Ok(params) if common.dry_run => perform_operation::<SaveContext>(project, common, params, |_, _| None),
        Ok(params) => handover::save(project, &params, &mut Spinner::new()).into(),
        Err(error) => Reply::from(error).into(),
    })
}

/// Closes a session, as a handover.
pub(super) fn closing(id: Option<String>) -> Invocation {
    saving(move |project| {
        let id = id.map_or_else(|| only_active(project, "name the one to close"), Ok)?;
        Ok(Params { close_session_id: Some(id), ..Params::default() })
    })
}

/// Returns the ID of the only active session; `advice` is how to name one.
pub(super) fn only_active(project: &mut Project, advice: &str) -> Result<String, HandoffError> {
    let sessions = project.engine().reader().sessions();
    let active = sessions.iter().filter(|session| session.status() == Some(SessionStatus::Active));
    let mut ids: Vec<String> = active.map(SessionEntry::id).collect();
    match (ids.pop(), ids.is_empty()) {
        (Some(id), true) => Ok(id),
        (None, _) => Err(HandoffError::refused(format!("No session is active; {advice}."))),
        (Some(id), false) => {
            Err(HandoffError::refused(format!("Several sessions are active; {advice}: {}, {id}.", ids.join(", "))))
        }
    }
}
