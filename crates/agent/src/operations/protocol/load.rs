//! Loads a handoff.

use std::cmp::Reverse;

use handoff_engine::sessions::SessionEntry;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::context_pointers::{Places, requests_for_stored_pointers};
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::{reader, similarity};
use crate::operations::sessions::find_session;
use crate::operations::sessions::handoff_text::{handle, restoration_text};
use crate::operations::sessions::lookup::find_by_label;
use crate::params::RequiredText;
use crate::tool::ToolSet;

/// Maximum number of similar names in a refusal.
const MAX_SUGGESTED: usize = 5;

/// Returns the text of a session.
pub struct LoadHandoff;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub session_id: RequiredText,
}

impl Operation for LoadHandoff {
    const DEFINITION: Definition = Definition {
        name: "load_handoff",
        title: "Load a handoff",
        description: "What was saved under a session_id, to continue from it.",
        set: ToolSet::Protocol,
        effect: Effect::Reads,
    };
    const OUTPUT: Option<fn() -> Value> = None;
    type Params = Params;
    type Answer = ();

    async fn run(shell: Shell, params: Params) -> Result<Answered<()>, HandoffError> {
        let RequiredText(name) = params.session_id;
        let session = shell.read(move |ctx| find(ctx, &name)).await?;
        let requests = requests_for_stored_pointers(session.list("context_pointers").iter());
        let answers = shell.files(requests.clone()).await;
        Ok(Answered::with_text((), restoration_text(&session, &Places::new(requests, answers))))
    }
}

/// Finds a session by its label, its ID or a part of its file name.
fn find(ctx: ToolContext<'_>, name: &str) -> Result<SessionEntry, HandoffError> {
    let reader = reader(ctx)?;
    let sessions = reader.sessions();
    let session = match find_by_label(&sessions, name) {
        Some(session) => Ok(session),
        None => find_session(reader, &sessions, name),
    };
    session.cloned().map_err(|error| with_similar_names(&sessions, name, error))
}

/// Adds the most similar names to a refusal.
fn with_similar_names(sessions: &[SessionEntry], query: &str, error: HandoffError) -> HandoffError {
    let mut names: Vec<(usize, String)> = sessions
        .iter()
        .map(handle)
        .map(|name| (similarity(query, &name), name))
        .filter(|(score, _)| *score > 0)
        .collect();
    names.sort_by_key(|(score, _)| Reverse(*score));
    names.dedup();
    let names: Vec<String> = names.into_iter().take(MAX_SUGGESTED).map(|(_, name)| name).collect();
    if names.is_empty() { error } else { error.then(format!(" Did you mean {}?", names.join(", "))) }
}
