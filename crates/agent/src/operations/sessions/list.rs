//! Lists sessions.

use handoff_engine::sessions::SessionEntry;
use handoff_protocol::SessionStatus;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::reader;
use crate::operations::people::team::TeamFilter;
use crate::operations::sessions::fields::{METADATA, members};
use crate::operations::sessions::lookup::status_name;
use crate::params::{Object, one_of};
use crate::tool::ToolSet;

/// Lists sessions, the last saved first.
pub struct ListSessions;

/// The statuses by which sessions can be filtered.
pub const STATUSES: [&str; 4] = ["open", "active", "paused", "closed"];
/// Keys of sessions that `handoff-mcp` has saved.
const PEER_KEYS: [&str; 3] = ["agent_id", "worktree", "scope"];
/// Maximum number of sessions if the call does not give one.
const DEFAULT_LIMIT: u64 = 20;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct Params {
    #[schemars(schema_with = "statuses")]
    pub status_filter: Option<SessionStatus>,
    #[serde(flatten)]
    pub team: TeamFilter,
    pub timeline: Option<String>,
    pub limit: Option<u64>,
    pub include_children: Option<bool>,
}

fn statuses(_: &mut SchemaGenerator) -> Schema {
    one_of(&STATUSES)
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    #[schemars(with = "Vec<Object>")]
    pub sessions: Vec<SessionRow>,
}

#[derive(Debug, Serialize)]
pub struct SessionRow {
    pub id: String,
    pub status: &'static str,
    pub summary: Option<String>,
    pub started_at: Option<String>,
    pub ended_at: Option<String>,
    pub branch: Option<String>,
    pub commit: Option<String>,
    pub decisions_count: usize,
    /// Checked and all items, such as "2/5".
    pub checklist_progress: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeline: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_session_id: Option<String>,
    /// Base, author, owner, collaborators and visibility.
    #[serde(flatten)]
    pub metadata: Object,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<ForkRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handover_score: Option<u32>,
}

/// A fork of a session of the list.
#[derive(Debug, Serialize)]
pub struct ForkRow {
    pub id: String,
    pub summary: Option<String>,
    pub status: &'static str,
    pub label: Option<String>,
}

impl Operation for ListSessions {
    const DEFINITION: Definition = Definition {
        name: "handoff_list_sessions",
        title: "List sessions",
        description: "Sessions, last saved first.",
        set: ToolSet::Rest,
        effect: Effect::Reads,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let answer = shell.read(move |ctx| list(ctx, &params)).await?;
        let text = json!(answer.sessions).to_string();
        Ok(Answered::with_text(answer, text))
    }
}

fn list(ctx: ToolContext<'_>, params: &Params) -> Result<Answer, HandoffError> {
    let limit = usize::try_from(params.limit.unwrap_or(DEFAULT_LIMIT)).unwrap_or(usize::MAX);
    let (status, timeline) = (params.status_filter, params.timeline.as_deref());
    let reader = reader(ctx)?;
    let all = reader.sessions();
    let scores = reader.handover_scores(&all, ctx.context.now);
    let mut sessions: Vec<&SessionEntry> = all.iter().collect();
    sessions.retain(|session| {
        params.team.matches(session)
            && status.is_none_or(|status| session.status() == Some(status))
            && timeline.is_none_or(|timeline| session.text("timeline") == Some(timeline))
    });
    sessions.sort_by(|a, b| b.saved_at().cmp(a.saved_at()));
    let with_children = params.include_children.unwrap_or(false);
    let row = |session: &&SessionEntry| SessionRow {
        children: if with_children { forks(session, &sessions) } else { Vec::new() },
        // The state of files is left out: a list reads none.
        handover_score: scores.score(session, |_| None).map(|score| score.total),
        ..SessionRow::from(*session)
    };
    Ok(Answer { sessions: sessions.iter().take(limit).map(row).collect() })
}

impl From<&SessionEntry> for SessionRow {
    fn from(session: &SessionEntry) -> SessionRow {
        let text = |key: &str| session.text(key).map(str::to_owned);
        SessionRow {
            id: session.id(),
            status: status_name(session),
            summary: text("summary"),
            started_at: text("started_at"),
            ended_at: text("ended_at"),
            branch: text("branch"),
            commit: text("commit"),
            decisions_count: session.list("decisions").len(),
            checklist_progress: checklist_progress(session),
            timeline: text("timeline"),
            label: text("label"),
            parent_session_id: text("parent_session_id"),
            metadata: members(session, &METADATA).into_iter().chain(members(session, &PEER_KEYS)).collect(),
            children: Vec::new(),
            handover_score: None,
        }
    }
}

/// Returns the forks of a session among others.
fn forks(session: &SessionEntry, others: &[&SessionEntry]) -> Vec<ForkRow> {
    let id = session.id();
    let forks = others.iter().filter(|other| other.text("parent_session_id") == Some(&id));
    let fork = |fork: &&SessionEntry| ForkRow {
        id: fork.id(),
        summary: fork.text("summary").map(str::to_owned),
        status: status_name(fork),
        label: fork.text("label").map(str::to_owned),
    };
    forks.map(fork).collect()
}

/// Returns the number of checked and of all items in a session's own checklist, such as "2/5".
fn checklist_progress(session: &SessionEntry) -> String {
    let list = session.list("checklist");
    let done = list.iter().filter(|item| item.get("checked") == Some(&json!(true))).count();
    format!("{done}/{}", list.len())
}
