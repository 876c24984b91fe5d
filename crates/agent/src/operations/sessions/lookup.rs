//! Finds sessions, and describes them in a word.

use handoff_engine::sessions::{ANY_STATE, SessionEntry, SessionLookupError, find};
use handoff_engine::{ProjectPart, ProjectReader};
use handoff_protocol::SessionStatus;

use crate::HandoffError;
use crate::operations::common::not_found;

/// Finds a session by its ID, a prefix of the ID, or a part of its file name.
pub fn find_session<'s>(
    reader: ProjectReader<'_>,
    sessions: &'s [SessionEntry],
    query: &str,
) -> Result<&'s SessionEntry, HandoffError> {
    let by_name = || sessions.iter().find(|session| session.file_name().contains(query));
    match find(sessions, query, &ANY_STATE) {
        Ok(session) => Ok(session),
        Err(SessionLookupError::Ambiguous(ids)) => Err(ambiguous_id(query, &ids)),
        Err(SessionLookupError::Unknown) => {
            by_name().ok_or_else(|| not_found(reader, ProjectPart::Sessions, format!("There is no session {query}.")))
        }
    }
}

/// Returns the refusal of an ID that several sessions match.
pub(super) fn ambiguous_id(query: &str, ids: &[String]) -> HandoffError {
    HandoffError::refused(format!("Several sessions have an ID like {query}: {}.", ids.join(", ")))
}

/// Returns the session with a label, or the latest one if there are several.
pub(crate) fn find_by_label<'s>(sessions: &'s [SessionEntry], name: &str) -> Option<&'s SessionEntry> {
    let matches = sessions.iter().filter(|session| session.text("label") == Some(name));
    matches.max_by_key(|session| session.saved_at())
}

/// Returns the sessions with a status, by file name.
pub(super) fn with_status(sessions: &[SessionEntry], status: SessionStatus) -> Vec<&SessionEntry> {
    sessions.iter().filter(|session| session.status() == Some(status)).collect()
}

/// Returns the name of a session's status, `unknown` if its file name has none.
pub(super) fn status_name(session: &SessionEntry) -> &'static str {
    session.status().map_or("unknown", SessionStatus::name)
}
