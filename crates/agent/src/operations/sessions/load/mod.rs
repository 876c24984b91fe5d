//! Loads the context of the last conversation.

mod context;

use handoff_engine::register::EntryKind;
use handoff_engine::sessions::{SessionEntry, SessionLookupError, current, find, last_closed, waiting};
use handoff_engine::{Ownership, ProjectReader};
use handoff_protocol::{Actor, Command, FileRequest, SessionStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::HandoffError;
use crate::InvalidArgument;
use crate::Message;
use crate::OtherProject;
use crate::PendingGit;
use crate::Shell;
use crate::Suggestion;
use crate::Survey;
use crate::ToolContext;
use crate::context_pointers::{Places, requests_for_stored_pointers};
use crate::lines::{cut, first_named, one_line};
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::{by_status, reader};
pub use crate::operations::sessions::load::context::Context;
use crate::operations::sessions::load::context::{ChildProject, context};
use crate::operations::sessions::lookup::{ambiguous_id, with_status};
use crate::proofs::{stored_files, tasks_to_prove};
use crate::recall::recall;
use crate::restoration::recent_changes::last_save;
use crate::restoration::{self, RestorationInput};
use crate::tool::ToolSet;
use crate::unread::unread_note;

/// Loads the context of the last conversation, and picks up the session that waits.
pub struct LoadContext;

/// Maximum number of sessions that a warning names, and of tokens for each.
const MAX_NAMED: usize = 10;
const NAMED_TOKENS: usize = 40;
/// Maximum number of tokens in an answer if the call does not give one.
const DEFAULT_BUDGET: f64 = 2000.0;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    #[schemars(extend("hidden" = true))]
    pub session_id: Option<String>,
    #[schemars(extend("hidden" = true))]
    pub format: Option<Format>,
    /// default 2000
    pub budget_tokens: Option<f64>,
    /// only what is known about these
    pub files: Option<Vec<String>>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    #[default]
    Markdown,
    Json,
}

/// The context. Markdown is only a text.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Answer {
    Json(Box<Context>),
    NotInitialized { status: &'static str, message: String },
    Markdown,
}

impl Operation for LoadContext {
    const DEFINITION: Definition = Definition {
        name: "handoff_load_context",
        title: "Load the context",
        description: "Call first: what to do next, what was decided.",
        set: ToolSet::Core,
        effect: Effect::Changes,
    };
    const OUTPUT: Option<fn() -> Value> = None;
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let budget = budget(&params)?;
        if let Some(files) = params.files.filter(|files| !files.is_empty()) {
            shell.read(|ctx| reader(ctx).map(drop)).await?;
            return Ok(Answered::with_text(Answer::Markdown, recall(&shell, files).await?));
        }
        let format = params.format.unwrap_or_default();
        let id = params.session_id.filter(|id| !id.is_empty());
        let is_named = id.is_some();
        let Some(mut selection) = shell.read(move |ctx| select(ctx, id.as_deref())).await? else {
            return Ok(shell.read(not_initialized).await.into());
        };
        if let Some(id) = selection.activates.take() {
            let outcome = shell.try_commit(Command::ActivateSession { id }).await;
            // A failed write does not prevent the agent from reading.
            if let Some(error) = HandoffError::of_outcome(&outcome) {
                let warning = Message::from("The session was not activated. ");
                selection.warning = Some(warning.then(error.message().clone()));
            }
        }
        // Git runs while files and other projects are read. Only Markdown has its state, because
        // `handoff-mcp` has no key for it.
        let git = if format == Format::Markdown { Some(shell.start_git().await) } else { None };
        if format == Format::Markdown
            && let Some(time) = shell.read(time_of_last_save).await
        {
            shell.load_recent_log(time).await;
        }
        let requests = shell.read(pointer_files).await;
        let places = Places::new(requests.clone(), shell.files(requests).await);
        let survey = shell.find_inner_projects().await;
        let load = Load { selection, is_named, places, budget };
        Ok(match format {
            Format::Markdown => shell.read(move |ctx| markdown(ctx, &load, git, &survey)).await,
            Format::Json => shell.read(move |ctx| json(ctx, &load, &survey)).await,
        })
    }
}

/// Returns the maximum number of tokens of the answer.
fn budget(params: &Params) -> Result<usize, InvalidArgument> {
    let budget = params.budget_tokens.unwrap_or(DEFAULT_BUDGET);
    if !(100.0..=1_000_000.0).contains(&budget) {
        return Err(InvalidArgument::new("budget_tokens", "a number from 100 to 1000000"));
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between the bounds")]
    let budget = budget as usize;
    Ok(budget)
}

/// Returns the answer in a folder without a project.
fn not_initialized(ctx: ToolContext<'_>) -> Answer {
    let message = if ctx.engine.reader().ownership() == Ownership::OtherProgram {
        HandoffError::other_program().to_string()
    } else {
        format!("There is no .handoff folder in this project yet. Use {} to create one.", Suggestion::Init)
    };
    Answer::NotInitialized { status: "not_initialized", message }
}

/// The session that a call selects.
#[derive(Default)]
struct Selection {
    id: Option<String>,
    /// Whether the session is continued. If not, its content is shown.
    is_continued: bool,
    warning: Option<Message>,
    /// The ID of the session if it is to be activated.
    activates: Option<String>,
}

/// Selects the session; `None` in a folder without a project.
fn select(ctx: ToolContext<'_>, id: Option<&str>) -> Result<Option<Selection>, HandoffError> {
    let reader = ctx.engine.reader();
    if let Some(text) = reader.unreadable_reason() {
        return Err(HandoffError::Broken(text.to_string().into()));
    }
    if !reader.is_initialized() {
        return Ok(None);
    }
    let sessions = reader.sessions();
    let mut selection = match id {
        Some(id) => find_by_id(reader, &sessions, id)?,
        None => find_current(&sessions, &ctx.context.actor),
    };
    // No session is activated if another one could not be read.
    if !reader.unread_sessions().is_empty() {
        selection.activates = None;
    }
    Ok(Some(selection))
}

/// Finds a session by its ID. It is only shown, not continued, if it is closed, or if another
/// session is active and the project allows only one.
fn find_by_id(reader: ProjectReader<'_>, sessions: &[SessionEntry], id: &str) -> Result<Selection, HandoffError> {
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
                    first_named(ids, MAX_NAMED).join(", ")
                ))
            });
            let is_continued = is_alone && !is_closed;
            let activates = (is_continued && !is_active).then(|| session.id());
            Ok(Selection { id: Some(session.id()), is_continued, warning, activates })
        }
        Err(SessionLookupError::Ambiguous(ids)) => Err(ambiguous_id(id, &ids)),
        Err(SessionLookupError::Unknown) => {
            let warning = Some(Message::from(format!("Session {} was not found.", cut(&one_line(id), NAMED_TOKENS))));
            Ok(Selection { warning, is_continued: true, ..Selection::default() })
        }
    }
}

/// Returns the current session of the actor, or else the only open one, or else the active one of
/// another conversation.
fn find_current(sessions: &[SessionEntry], actor: &Actor) -> Selection {
    let open = with_status(sessions, SessionStatus::Open);
    let active = current(sessions, actor).or_else(|| waiting(sessions, actor).filter(|_| open.is_empty()));
    if active.is_some() || open.len() < 2 {
        let session = active.or(open.first().copied());
        let id = session.map(SessionEntry::id);
        let activates = id.clone().filter(|_| session.and_then(SessionEntry::status) != Some(SessionStatus::Active));
        return Selection { id, is_continued: true, warning: None, activates };
    }
    let names: Vec<String> = open
        .iter()
        .map(|session| format!("{} ({})", session.id(), session.text("summary").unwrap_or_default()))
        .map(|name| cut(&one_line(&name), NAMED_TOKENS))
        .collect();
    let warning = Message::from("Several sessions wait. ").then(Suggestion::LoadOneOf);
    let warning = Some(warning.then(format!(": {}.", first_named(names, MAX_NAMED).join(", "))));
    Selection { is_continued: true, warning, ..Selection::default() }
}

/// Returns the time since when the context says what happened.
fn time_of_last_save(ctx: ToolContext<'_>) -> Option<String> {
    let sessions = ctx.engine.reader().sessions();
    last_save(&sessions)?.text("ended_at").map(str::to_owned)
}

/// Returns the files of the standing context pointers, and of the proofs of tasks at work.
fn pointer_files(ctx: ToolContext<'_>) -> Vec<FileRequest> {
    let register = ctx.engine.reader().register();
    let pointers =
        requests_for_stored_pointers(register.newest(EntryKind::Pointer).into_iter().map(|entry| &entry.value));
    let tasks = tasks_to_prove(ctx.engine.reader());
    let proven = stored_files(tasks.iter().map(|task| task.fields().as_ref()));
    let others: Vec<FileRequest> = proven.into_iter().filter(|request| !pointers.contains(request)).collect();
    pointers.into_iter().chain(others).collect()
}

/// The inputs of an answer besides the project.
struct Load {
    selection: Selection,
    /// Whether the call names a session.
    is_named: bool,
    /// The state of the files of context pointers.
    places: Places,
    /// Maximum number of tokens.
    budget: usize,
}

/// Calls `write` with the data of the answer.
fn with_input<R>(
    ctx: ToolContext<'_>,
    load: &Load,
    nested: &[String],
    write: impl FnOnce(&RestorationInput<'_>) -> R,
) -> R {
    let reader = ctx.engine.reader();
    let (sessions, register) = (reader.sessions(), reader.register());
    let current = load.selection.id.as_ref().and_then(|id| sessions.iter().find(|session| session.id() == *id));
    write(&RestorationInput {
        reader,
        register: &register,
        sessions: &sessions,
        current,
        previous: last_closed(&sessions),
        warning: load.selection.warning.as_ref(),
        places: &load.places,
        context: ctx.context,
        today: ctx.today(),
        is_named: load.is_named,
        is_continued: load.selection.is_continued,
        begins_with_state: false,
        nested,
    })
}

fn markdown(ctx: ToolContext<'_>, load: &Load, git: Option<PendingGit>, survey: &Survey) -> Answered<Answer> {
    let text = with_input(ctx, load, &nested_lines(survey), |input| match input.current {
        Some(session) if !input.is_continued => restoration::session_markdown(input, session, load.budget),
        _ => restoration::markdown(input, git, load.budget),
    });
    Answered::with_text(Answer::Markdown, text)
}

fn json(ctx: ToolContext<'_>, load: &Load, survey: &Survey) -> Answered<Answer> {
    let context = with_input(ctx, load, &[], |input| context(input, load.budget));
    let child_projects = survey.found.iter().map(ChildProject::from).collect();
    Answer::Json(Box::new(Context { child_projects, ..context })).into()
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

impl From<&OtherProject> for ChildProject {
    fn from(other: &OtherProject) -> ChildProject {
        let reader = other.engine.reader();
        let tasks = reader.tasks();
        ChildProject {
            name: reader.config().name.clone(),
            dir: other.folder.clone(),
            task_count: tasks.len(),
            status_summary: by_status(&tasks),
            note: unread_note(reader),
        }
    }
}
