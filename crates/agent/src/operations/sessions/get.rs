//! Returns one session.

use handoff_engine::sessions::SessionEntry;
use handoff_protocol::{FileRequest, SessionStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::context_pointers::{Places, requests_for_stored_pointers};
use crate::handover_score::{self, SCORE, ScoreAnswer};
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::reader;
use crate::operations::sessions::fields::POINTERS;
use crate::operations::sessions::lookup::find_session;
use crate::params::{Object, RequiredText, output};
use crate::tool::ToolSet;

/// Returns all entries of one session.
pub struct GetSession;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub session_id: RequiredText,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// The content of its file.
    #[serde(flatten)]
    pub content: Object,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Object>")]
    pub handover_score: Option<ScoreAnswer>,
    /// The members that people read.
    #[serde(skip)]
    pub session: Session,
}

/// The members of a session that people read. A text that is absent or no text is empty.
#[derive(Debug)]
pub struct Session {
    pub id: String,
    pub status: Option<SessionStatus>,
    pub summary: String,
    pub label: String,
    pub timeline: String,
    pub parent_session_id: String,
    pub started_at: String,
    pub ended_at: String,
    pub branch: String,
    pub commit: String,
    pub dirty_files: usize,
    pub related_task_ids: Vec<String>,
    pub decisions: Vec<Decision>,
    pub blockers: Vec<String>,
    pub checklist: Vec<ChecklistItem>,
    pub notes: Vec<Note>,
    pub pointers: Vec<Pointer>,
    pub references: Vec<Reference>,
}

#[derive(Debug)]
pub struct Decision {
    pub decision: String,
    pub reason: String,
    pub confidence: String,
}

#[derive(Debug)]
pub struct ChecklistItem {
    pub item: String,
    pub is_checked: bool,
    pub owner: String,
}

#[derive(Debug)]
pub struct Note {
    pub note: String,
    pub category: String,
}

#[derive(Debug)]
pub struct Pointer {
    pub path: String,
    pub lines: String,
    pub reason: String,
}

#[derive(Debug)]
pub struct Reference {
    pub label: String,
    pub uri: String,
    pub notes: String,
}

impl Operation for GetSession {
    const DEFINITION: Definition = Definition {
        name: "handoff_get_session",
        title: "Get a session",
        description: "All entries of one session.",
        set: ToolSet::Rest,
        effect: Effect::Reads,
    };
    const OUTPUT: Option<fn() -> Value> = Some(output::<Object>);
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let (path, requests) = shell.read(move |ctx| select(ctx, &params.session_id.0)).await?;
        let places = Places::new(requests.clone(), shell.files(requests).await);
        let answer = shell.read(move |ctx| answer(ctx, &path, &places)).await?;
        Ok(answer.into())
    }
}

/// Returns the path of a session, and the files of its context pointers.
fn select(ctx: ToolContext<'_>, query: &str) -> Result<(String, Vec<FileRequest>), HandoffError> {
    let reader = reader(ctx)?;
    let sessions = reader.sessions();
    let session = find_session(reader, &sessions, query)?;
    Ok((session.path().to_owned(), requests_for_stored_pointers(session.list(POINTERS).iter())))
}

fn answer(ctx: ToolContext<'_>, path: &str, places: &Places) -> Result<Answer, HandoffError> {
    let reader = ctx.engine.reader();
    let sessions = reader.sessions();
    let session = sessions.iter().find(|session| session.path() == path).ok_or_else(HandoffError::missing_result)?;
    let scores = reader.handover_scores(&sessions, ctx.context.now);
    let score = scores.score(session, |pointer| handover_score::change(places, pointer));
    let mut content = session.content().as_object().cloned().unwrap_or_default();
    if score.is_some() {
        content.shift_remove(SCORE);
    }
    Ok(Answer { content, handover_score: score.map(ScoreAnswer::from), session: Session::from(session) })
}

impl From<&SessionEntry> for Session {
    fn from(session: &SessionEntry) -> Session {
        let text = |key: &str| session.text(key).unwrap_or_default().to_owned();
        Session {
            id: text("id"),
            status: session.status(),
            summary: text("summary"),
            label: text("label"),
            timeline: text("timeline"),
            parent_session_id: text("parent_session_id"),
            started_at: text("started_at"),
            ended_at: text("ended_at"),
            branch: text("branch"),
            commit: text("commit"),
            dirty_files: session.list("dirty_files").len(),
            related_task_ids: session
                .list("related_task_ids")
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect(),
            decisions: session.list("decisions").iter().map(Decision::from).collect(),
            blockers: session.list("blockers").iter().map(|entry| main_text(entry, "blocker")).collect(),
            checklist: session.list("checklist").iter().map(ChecklistItem::from).collect(),
            notes: session.list("handoff_notes").iter().map(Note::from).collect(),
            pointers: session.list(POINTERS).iter().map(Pointer::from).collect(),
            references: session.list("references").iter().map(Reference::from).collect(),
        }
    }
}

/// Returns the text of a member; empty if it is absent.
fn text_of(entry: &Value, key: &str) -> String {
    entry.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// Returns the text of an entry that is an object with a main member, or a plain text.
fn main_text(entry: &Value, key: &str) -> String {
    entry.as_str().map_or_else(|| text_of(entry, key), str::to_owned)
}

impl From<&Value> for Decision {
    fn from(entry: &Value) -> Decision {
        Decision {
            decision: main_text(entry, "decision"),
            reason: text_of(entry, "reason"),
            confidence: text_of(entry, "confidence"),
        }
    }
}

impl From<&Value> for ChecklistItem {
    fn from(entry: &Value) -> ChecklistItem {
        ChecklistItem {
            item: text_of(entry, "item"),
            is_checked: entry.get("checked") == Some(&Value::Bool(true)),
            owner: text_of(entry, "owner"),
        }
    }
}

impl From<&Value> for Note {
    fn from(entry: &Value) -> Note {
        Note { note: main_text(entry, "note"), category: text_of(entry, "category") }
    }
}

impl From<&Value> for Pointer {
    fn from(entry: &Value) -> Pointer {
        Pointer { path: main_text(entry, "path"), lines: text_of(entry, "lines"), reason: text_of(entry, "reason") }
    }
}

impl From<&Value> for Reference {
    fn from(entry: &Value) -> Reference {
        Reference { label: main_text(entry, "label"), uri: text_of(entry, "uri"), notes: text_of(entry, "notes") }
    }
}
