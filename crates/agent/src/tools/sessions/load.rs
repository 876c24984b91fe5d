//! Where a conversation begins: what the last one left.

use handoff_engine::Reading;
use handoff_engine::sessions::{NoSession, SessionEntry, find, last_closed};
use handoff_protocol::Command;
use handoff_protocol::SessionStatus;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::AskedGit;
use crate::InvalidArgument;
use crate::Neighbour;
use crate::Reply;
use crate::Search;
use crate::Survey;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::Trouble;
use crate::context_pointers;
use crate::context_pointers::Places;
use crate::params::{input, parse};
use crate::restoration;
use crate::restoration::RestorationInput;
use crate::tool::{Effect, Tool, ToolSet};
use crate::tool_result::plain;
use crate::tools::common::by_status;
use crate::tools::sessions::ambiguous;
use crate::tools::sessions::load_json::context;

pub(crate) const TOOLS: &[Tool] = &[Tool {
    name: "handoff_load_context",
    title: "Load the context",
    description: "Call first: what to do next, and what was decided. Picks up the waiting session, or the one named.",
    set: ToolSet::Core,
    effect: Effect::Changes,
    input: input::<LoadParams>,
    output: None,
    answer: |ctx, arguments| load_context(ctx, &parse(arguments)?),
}];

/// Maximum number of tokens in an answer if the call names none.
const BUDGET: f64 = 2000.0;

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

/// How the answer is written.
enum Form {
    Json { budget: usize },
    Markdown { budget: usize },
}

/// What a call asks for beside a session.
struct LoadOptions {
    form: Form,
    /// Whether a session was named.
    named: bool,
}

fn load_context(ctx: ToolContext<'_>, params: &LoadParams) -> Result<ToolOutcome, InvalidArgument> {
    let wanted = params.session_id.as_deref().filter(|id| !id.is_empty());
    let budget = params.budget_tokens.unwrap_or(BUDGET);
    if !(100.0..=1_000_000.0).contains(&budget) {
        return Err(InvalidArgument::new("budget_tokens", "a number from 100 to 1000000"));
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it lies between the bounds")]
    let budget = budget as usize;
    let form = if params.format == Some(Format::Json) { Form::Json { budget } } else { Form::Markdown { budget } };
    let asked = LoadOptions { form, named: wanted.is_some() };
    let reading = ctx.engine.reading();
    if let Some(text) = reading.why_unreadable() {
        return Ok(ToolOutcome::Done(Reply::trouble(Trouble::Broken, plain(&text))));
    }
    if !reading.is_initialized() {
        let message = "There is no .handoff folder in this project yet. Use handoff_init to create one.";
        return Ok(ToolOutcome::Done(Reply::value(json!({"status": "not_initialized", "message": message}))));
    }
    let sessions = reading.sessions();
    let found = match wanted {
        Some(id) => find_named(reading, &sessions, id),
        None => find_waiting(&sessions),
    };
    let (session, warning) = match found {
        Ok(found) => found,
        Err(reply) => return Ok(ToolOutcome::Done(reply)),
    };
    let id = session.map(SessionEntry::id);
    // Where a session may be hidden, none is picked up.
    let waiting = session.filter(|_| reading.unread_sessions().is_empty());
    match waiting.filter(|session| session.status() != Some(SessionStatus::Active)) {
        None => Ok(answer(ctx, asked, id, warning)),
        Some(waiting) => {
            let command = Command::ActivateSession { id: waiting.id() };
            Ok(ToolOutcome::commit_with(command, move |ctx, _| answer(ctx, asked, id, warning)))
        }
    }
}

type SelectedSession<'s> = (Option<&'s SessionEntry>, Option<String>);

/// The session that an id means, unless another one is at work and may not be joined.
fn find_named<'s>(reading: Reading<'_>, sessions: &'s [SessionEntry], id: &str) -> Result<SelectedSession<'s>, Reply> {
    let states = [SessionStatus::Active, SessionStatus::Open, SessionStatus::Paused].map(Some);
    match find(sessions, id, &states) {
        Ok(session) => {
            let active = of(sessions, SessionStatus::Active);
            let joins = session.status() == Some(SessionStatus::Active);
            if !joins && !active.is_empty() && !reading.config().settings.multi_session {
                let ids: Vec<String> = active.iter().map(|session| session.id()).collect();
                return Err(Reply::failure(format!(
                    "A session is already active: {}. Save or pause it first, or set settings.multi_session.",
                    ids.join(", ")
                )));
            }
            Ok((Some(session), None))
        }
        Err(NoSession::Ambiguous(ids)) => Err(ambiguous(id, &ids)),
        Err(NoSession::Unknown) => {
            let closed = find(sessions, id, &[Some(SessionStatus::Closed)]).is_ok();
            let why = if closed { "is closed; handoff_fork_session goes on from it" } else { "was not found" };
            Ok((None, Some(format!("Session {id} {why}."))))
        }
    }
}

/// The session that goes on, else the only one that waits.
fn find_waiting(sessions: &[SessionEntry]) -> Result<SelectedSession<'_>, Reply> {
    if let Some(last) = of(sessions, SessionStatus::Active).pop() {
        return Ok((Some(last), None));
    }
    let waiting = of(sessions, SessionStatus::Open);
    if waiting.len() > 1 {
        let lines: Vec<String> = waiting
            .iter()
            .map(|session| format!("{}: {}", session.id(), session.text("summary").unwrap_or_default()))
            .collect();
        let sentence = "Several sessions wait. Call again with the session_id of one:";
        return Err(Reply::failure(format!("{sentence}\n{}", lines.join("\n"))));
    }
    Ok((waiting.first().copied(), None))
}

/// The sessions that stand so, by the names of their files.
pub(crate) fn of(sessions: &[SessionEntry], status: SessionStatus) -> Vec<&SessionEntry> {
    sessions.iter().filter(|session| session.status() == Some(status)).collect()
}

/// The projects inside this one, in numbers.
fn child_projects(survey: Survey<'_>) -> Value {
    let project = |other: &Neighbour<'_>| {
        let reading = other.engine.reading();
        let tasks = reading.tasks();
        json!({
            "name": reading.config().name, "dir": other.folder, "task_count": tasks.len(), "status_summary": by_status(&tasks),
        })
    };
    survey.found.iter().map(project).collect()
}

/// The context, once the files to which its pointers lead have been looked at.
fn answer(ctx: ToolContext<'_>, asked: LoadOptions, id: Option<String>, warning: Option<String>) -> ToolOutcome {
    let sessions = ctx.engine.reading().sessions();
    let current = id.as_ref().and_then(|id| sessions.iter().find(|session| session.id() == *id));
    let looks = context_pointers::to_compare(current.into_iter().chain(last_closed(&sessions)));
    ToolOutcome::files(ctx, looks.clone(), move |_, sights| {
        write_answer(asked, id, warning, Places::new(looks, sights))
    })
}

/// Writes the answer. Markdown has the state of the working tree; the keys of `handoff-mcp` have no
/// place for it.
fn write_answer(asked: LoadOptions, id: Option<String>, warning: Option<String>, places: Places) -> ToolOutcome {
    let is_json = matches!(asked.form, Form::Json { .. });
    let tell = move |ctx: ToolContext<'_>, git: Option<AskedGit>| {
        let reading = ctx.engine.reading();
        let sessions = reading.sessions();
        let material = RestorationInput {
            reading,
            sessions: &sessions,
            current: id.as_ref().and_then(|id| sessions.iter().find(|session| session.id() == *id)),
            previous: last_closed(&sessions),
            warning: warning.as_deref(),
            places: &places,
            today: ctx.today(),
            named: asked.named,
        };
        ToolOutcome::Done(match asked.form {
            Form::Json { budget } => Reply::value(context(&material, budget)),
            Form::Markdown { budget } => Reply::text(restoration::markdown(&material, git, budget)),
        })
    };
    if !is_json {
        return ToolOutcome::git_meanwhile(move |ctx, git| tell(ctx, Some(git)));
    }
    let then =
        move |ctx: ToolContext<'_>, survey: Survey<'_>| tell(ctx, None).with("child_projects", child_projects(survey));
    ToolOutcome::Survey { search: Search::inside(), then: Box::new(then) }
}
