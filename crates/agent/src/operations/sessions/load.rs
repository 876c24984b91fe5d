//! The tool that loads the context of the last conversation.

use std::sync::Arc;

use handoff_engine::register::{EntryKind, Register};
use handoff_engine::sessions::{SessionEntry, SessionLookupError, current, find, last_closed, waiting};
use handoff_engine::{Ownership, ProjectReader};
use handoff_protocol::{Actor, Command, Outcome, SessionStatus};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::FailureKind;
use crate::HandoffError;
use crate::InvalidArgument;
use crate::Message;
use crate::OtherProject;
use crate::PendingGit;
use crate::Reply;
use crate::Search;
use crate::Suggestion;
use crate::Survey;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::context_pointers;
use crate::context_pointers::Places;
use crate::operation::Effect;
use crate::operations::common::by_status;
use crate::operations::sessions::ambiguous_id;
use crate::operations::sessions::load_json::context;
use crate::params::{input, parse};
use crate::restoration;
use crate::restoration::RestorationInput;
use crate::tool::{Tool, ToolSet, Work};
use crate::tool_result::{outcome_to_reply, to_english};
use crate::unread::unread_note;

pub(crate) const TOOLS: &[Tool] = &[Tool {
    name: "handoff_load_context",
    title: "Load the context",
    description: "Call first: what to do next, and what was decided. Picks up the waiting session, or the one named.",
    set: ToolSet::Core,
    effect: Effect::Changes,
    input: input::<LoadParams>,
    output: None,
    work: Work::Steps(|ctx, arguments| load_context(ctx, &parse(arguments)?)),
}];

/// Maximum number of tokens in an answer if the call does not give one.
const DEFAULT_BUDGET: f64 = 2000.0;

#[derive(Deserialize, JsonSchema)]
struct LoadParams {
    session_id: Option<String>,
    format: Option<Format>,
    /// default 2000
    budget_tokens: Option<f64>,
}

#[derive(Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Format {
    Markdown,
    Json,
}

/// The options of a call, beside the session.
#[derive(Clone, Copy)]
struct LoadOptions {
    format: Format,
    /// Maximum number of tokens.
    budget: usize,
    /// Whether the call names a session.
    is_named: bool,
}

fn load_context(ctx: ToolContext<'_>, params: &LoadParams) -> Result<ToolOutcome, InvalidArgument> {
    let id = params.session_id.as_deref().filter(|id| !id.is_empty());
    let budget = params.budget_tokens.unwrap_or(DEFAULT_BUDGET);
    if !(100.0..=1_000_000.0).contains(&budget) {
        return Err(InvalidArgument::new("budget_tokens", "a number from 100 to 1000000"));
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between the bounds")]
    let budget = budget as usize;
    let format = params.format.unwrap_or(Format::Markdown);
    let options = LoadOptions { format, budget, is_named: id.is_some() };
    let reader = ctx.engine.reader();
    if let Some(text) = reader.unreadable_reason() {
        return Ok(ToolOutcome::Done(Reply::failure_of(FailureKind::Broken, to_english(&text))));
    }
    if !reader.is_initialized() {
        let message = if reader.ownership() == Ownership::OtherProgram {
            HandoffError::other_program().to_string()
        } else {
            format!("There is no .handoff folder in this project yet. Use {} to create one.", Suggestion::Init)
        };
        return Ok(ToolOutcome::Done(Reply::value(json!({"status": "not_initialized", "message": message}))));
    }
    let sessions = reader.sessions();
    let selection = match id {
        Some(id) => find_by_id(reader, &sessions, id),
        None => Ok(find_current(&sessions, &ctx.context.actor)),
    };
    let selection = match selection {
        Ok(selection) => selection,
        Err(reply) => return Ok(ToolOutcome::Done(reply)),
    };
    let Some(session) = selection.session.filter(|session| {
        // No session is activated if another one could not be read.
        selection.is_continued && session.status() != Some(SessionStatus::Active) && reader.unread_sessions().is_empty()
    }) else {
        let loaded = Loaded::of(selection);
        return Ok(answer(ctx, options, loaded, sessions));
    };
    let command = Command::ActivateSession { id: session.id() };
    let mut loaded = Loaded::of(selection);
    let then = move |ctx: ToolContext<'_>, outcome: Outcome| {
        // What could not be written does not keep the agent from reading.
        if !matches!(outcome, Outcome::Done { .. }) {
            let reason = outcome_to_reply(&outcome).text;
            loaded.warning = Some(Message::from("The session was not activated. ").then(reason));
        }
        let sessions = ctx.engine.reader().sessions();
        answer(ctx, options, loaded, sessions)
    };
    Ok(ToolOutcome::Commit { command: Box::new(command), then: Box::new(then) })
}

/// The session that a call selects.
#[derive(Default)]
struct Selection<'s> {
    session: Option<&'s SessionEntry>,
    /// Whether the session is continued. If not, its content is shown.
    is_continued: bool,
    warning: Option<Message>,
}

/// As [`Selection`], without a reference to the sessions.
struct Loaded {
    id: Option<String>,
    is_continued: bool,
    warning: Option<Message>,
}

impl Loaded {
    fn of(selection: Selection<'_>) -> Loaded {
        let Selection { session, is_continued, warning } = selection;
        Loaded { id: session.map(SessionEntry::id), is_continued, warning }
    }
}

/// Finds a session by its ID. It is only shown, not continued, if it is closed, or if another
/// session is active and the project allows only one.
fn find_by_id<'s>(reader: ProjectReader<'_>, sessions: &'s [SessionEntry], id: &str) -> Result<Selection<'s>, Reply> {
    let states = [SessionStatus::Active, SessionStatus::Open, SessionStatus::Paused, SessionStatus::Closed].map(Some);
    match find(sessions, id, &states) {
        Ok(session) => {
            let active = with_status(sessions, SessionStatus::Active);
            let is_active = session.status() == Some(SessionStatus::Active);
            let is_closed = session.status() == Some(SessionStatus::Closed);
            let ids: Vec<String> = active.iter().map(|session| session.id()).collect();
            let is_alone = is_active || ids.is_empty() || reader.config().settings.multi_session;
            let warning = (!is_alone && !is_closed).then(|| {
                Message::from(format!(
                    "A session is already active: {}. Save or pause it first, or set settings.multi_session, to go on with this one.",
                    ids.join(", ")
                ))
            });
            Ok(Selection { session: Some(session), is_continued: is_alone && !is_closed, warning })
        }
        Err(SessionLookupError::Ambiguous(ids)) => Err(ambiguous_id(id, &ids)),
        Err(SessionLookupError::Unknown) => {
            let warning = Some(Message::from(format!("Session {id} was not found.")));
            Ok(Selection { warning, is_continued: true, ..Selection::default() })
        }
    }
}

/// Returns the current session of the actor, or else the only open one, or else the active one of
/// another conversation.
fn find_current<'s>(sessions: &'s [SessionEntry], actor: &Actor) -> Selection<'s> {
    let open = with_status(sessions, SessionStatus::Open);
    let active = current(sessions, actor).or_else(|| waiting(sessions, actor).filter(|_| open.is_empty()));
    if active.is_some() || open.len() < 2 {
        return Selection { session: active.or(open.first().copied()), is_continued: true, warning: None };
    }
    let names: Vec<String> = open
        .iter()
        .map(|session| format!("{} ({})", session.id(), session.text("summary").unwrap_or_default()))
        .collect();
    let warning = Message::from("Several sessions wait. ").then(Suggestion::LoadOneOf);
    let warning = Some(warning.then(format!(": {}.", names.join(", "))));
    Selection { session: None, is_continued: true, warning }
}

/// Returns the sessions with a status, by file name.
pub(crate) fn with_status(sessions: &[SessionEntry], status: SessionStatus) -> Vec<&SessionEntry> {
    sessions.iter().filter(|session| session.status() == Some(status)).collect()
}

/// Summarizes the projects inside this one.
fn child_projects(survey: &Survey) -> Value {
    let project = |other: &OtherProject| {
        let reader = other.engine.reader();
        let tasks = reader.tasks();
        let mut row = json!({
            "name": reader.config().name, "dir": other.folder, "task_count": tasks.len(), "status_summary": by_status(&tasks),
        });
        if let (Some(note), Some(members)) = (unread_note(reader), row.as_object_mut()) {
            members.insert("note".to_owned(), Value::from(note));
        }
        row
    };
    survey.found.iter().map(project).collect()
}

/// Describes each project inside this one in a line.
fn nested_lines(survey: &Survey) -> Vec<String> {
    let line = |other: &OtherProject| {
        let reader = other.engine.reader();
        let tasks = reader.tasks();
        let open = tasks.iter().filter(|task| !task.status().is_terminal()).count();
        let folder = other.folder.strip_prefix(&survey.home).unwrap_or(&other.folder).trim_start_matches(['/', '\\']);
        let note = unread_note(reader).map(|note| format!(". {note}")).unwrap_or_default();
        let name = reader.config().name.as_str();
        restoration::one_line(&format!("{name} in {folder}: {} tasks, {open} open{note}", tasks.len()))
    };
    survey.found.iter().map(line).collect()
}

/// Reads the files of context pointers and then writes the answer.
fn answer(ctx: ToolContext<'_>, options: LoadOptions, loaded: Loaded, sessions: Arc<[SessionEntry]>) -> ToolOutcome {
    let register = ctx.engine.reader().register();
    let pointers = register.newest(EntryKind::Pointer).into_iter().map(|entry| &entry.value);
    let requests = context_pointers::requests_for_stored_pointers(pointers);
    ToolOutcome::files(ctx, requests.clone(), move |_, answers| {
        write_answer(options, loaded, sessions, register, Places::new(requests, answers))
    })
}

/// Writes the answer. Only Markdown has the state of the working tree, because `handoff-mcp` has no
/// key for it.
fn write_answer(
    options: LoadOptions,
    loaded: Loaded,
    sessions: Arc<[SessionEntry]>,
    register: Arc<Register>,
    places: Places,
) -> ToolOutcome {
    let is_json = options.format == Format::Json;
    let write = move |ctx: ToolContext<'_>, git: Option<PendingGit>, nested: Vec<String>| {
        let current = loaded.id.as_ref().and_then(|id| sessions.iter().find(|session| session.id() == *id));
        let input = RestorationInput {
            reader: ctx.engine.reader(),
            register: &register,
            sessions: &sessions,
            current,
            previous: last_closed(&sessions),
            warning: loaded.warning.as_ref(),
            places: &places,
            context: ctx.context,
            today: ctx.today(),
            is_named: options.is_named,
            is_continued: loaded.is_continued,
            nested: &nested,
        };
        ToolOutcome::Done(match (options.format, current) {
            (Format::Json, _) => Reply::value(context(&input, options.budget)),
            (Format::Markdown, Some(session)) if !loaded.is_continued => {
                Reply::text(restoration::session_markdown(&input, session, options.budget))
            }
            (Format::Markdown, _) => Reply::text(restoration::markdown(&input, git, options.budget)),
        })
    };
    if !is_json {
        return ToolOutcome::git_meanwhile(move |_, git| ToolOutcome::Survey {
            search: Search::inside(),
            then: Box::new(move |ctx, survey| write(ctx, Some(git), nested_lines(&survey))),
        });
    }
    let then = move |ctx: ToolContext<'_>, survey: Survey| {
        write(ctx, None, Vec::new()).with_member("child_projects", child_projects(&survey))
    };
    ToolOutcome::Survey { search: Search::inside(), then: Box::new(then) }
}
