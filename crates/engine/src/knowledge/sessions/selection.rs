//! Which session a call is about.

use handoff_protocol::agent::{Pause, SessionSave, SessionTarget};
use handoff_protocol::{Actor, SessionStatus};

use crate::knowledge::sessions::SessionEntry;

/// Why an ID names no single session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionLookupError {
    /// No session has it.
    Unknown,
    /// Several sessions match. Holds their IDs.
    Ambiguous(Vec<String>),
}

/// Finds a session by ID among those with one of some states.
///
/// An exact match comes first. Then an ID that begins with `wanted_id` or is its beginning also
/// matches. An earlier state comes before a later one.
pub fn find<'s>(
    sessions: &'s [SessionEntry],
    wanted_id: &str,
    states: &[Option<SessionStatus>],
) -> Result<&'s SessionEntry, SessionLookupError> {
    let with_status = |state: Option<SessionStatus>| sessions.iter().filter(move |session| session.status() == state);
    for exact in [true, false] {
        for state in states {
            let is_match = |session: &&SessionEntry| {
                let id = session.id();
                if exact {
                    id == wanted_id
                } else {
                    !wanted_id.is_empty() && !id.is_empty() && (id.starts_with(wanted_id) || wanted_id.starts_with(&id))
                }
            };
            let matches: Vec<&SessionEntry> = with_status(*state).filter(is_match).collect();
            match matches.as_slice() {
                [] => {}
                [session] => return Ok(session),
                several => {
                    return Err(SessionLookupError::Ambiguous(several.iter().map(|session| session.id()).collect()));
                }
            }
        }
    }
    Err(SessionLookupError::Unknown)
}

/// Returns the active session that a call without an ID is about: of an agent in a conversation, that
/// of this conversation, else one that belongs to none; else the last active one.
pub fn current<'s>(sessions: &'s [SessionEntry], actor: &Actor) -> Option<&'s SessionEntry> {
    let mut active: Vec<&SessionEntry> =
        sessions.iter().filter(|session| session.status() == Some(SessionStatus::Active)).collect();
    active.retain(|session| !session.is_reserved_from(actor));
    if actor.conversation.is_some() {
        active.sort_by_cached_key(|session| session.conversation().is_some());
    }
    active.pop()
}

/// Returns the active session of another conversation that a load shows if the actor has none: the
/// last one, unless another session was closed after it was saved last.
pub fn waiting<'s>(sessions: &'s [SessionEntry], actor: &Actor) -> Option<&'s SessionEntry> {
    let is_of_other =
        |session: &&SessionEntry| session.status() == Some(SessionStatus::Active) && session.is_of_other(actor);
    let time = |session: &SessionEntry| session.saved_at().max(session.began_at()).to_owned();
    let saved = last_saved(sessions).map(|session| session.saved_at().to_owned()).unwrap_or_default();
    let last = sessions.iter().filter(is_of_other).max_by_key(|session| time(session));
    last.filter(|session| time(session) >= saved)
}

/// Returns the session into which a save goes, or `None` for a new one. A call that also pauses
/// sessions saves into one of them only if it names it as the target. The error has the ID that
/// matches no single session.
pub fn target<'s>(
    sessions: &'s [SessionEntry],
    save: &SessionSave,
    actor: &Actor,
) -> Result<Option<&'s SessionEntry>, (String, SessionLookupError)> {
    let find_by_id = |id: &String, states: &[Option<SessionStatus>]| {
        find(sessions, id, states).map(Some).map_err(|reason| (id.clone(), reason))
    };
    match (&save.target, &save.pause) {
        // A paused session is not changed otherwise.
        (SessionTarget::New, _) | (SessionTarget::Current, Pause::One(_) | Pause::Active) => Ok(None),
        (SessionTarget::Active(id), _) => find_by_id(id, &[Some(SessionStatus::Active)]),
        (SessionTarget::Unfinished(id), _) => {
            find_by_id(id, &[Some(SessionStatus::Active), Some(SessionStatus::Open), Some(SessionStatus::Paused)])
        }
        (SessionTarget::Exactly(id), _) => match sessions.iter().find(|session| session.id() == *id) {
            None => Err((id.clone(), SessionLookupError::Unknown)),
            session => Ok(session),
        },
        (SessionTarget::Current, Pause::Nothing) => Ok(current(sessions, actor)),
    }
}

/// The states in which a session can be paused.
pub(crate) const PAUSABLE: [Option<SessionStatus>; 2] = [Some(SessionStatus::Active), Some(SessionStatus::Open)];

/// Every state of a session, the most active first. `None` is an unknown status.
pub const ANY_STATE: [Option<SessionStatus>; 5] = [
    Some(SessionStatus::Active),
    Some(SessionStatus::Open),
    Some(SessionStatus::Paused),
    Some(SessionStatus::Closed),
    None,
];

/// Returns the closed session with content that was saved last, else the last one without content.
pub fn last_closed(sessions: &[SessionEntry]) -> Option<&SessionEntry> {
    let closed = sessions.iter().filter(|session| session.status() == Some(SessionStatus::Closed));
    closed.max_by_key(|session| (session.has_content(), session.saved_at()))
}

/// Returns the closed session that was saved last.
pub fn last_saved(sessions: &[SessionEntry]) -> Option<&SessionEntry> {
    let closed = sessions.iter().filter(|session| session.status() == Some(SessionStatus::Closed));
    closed.max_by_key(|session| session.saved_at())
}

/// Returns the session into which the changes of a person go while none is active: the closed one that
/// was saved last. A private one, which others never get, only without another.
pub fn last_for_person(sessions: &[SessionEntry]) -> Option<&SessionEntry> {
    let closed = sessions.iter().filter(|session| session.status() == Some(SessionStatus::Closed));
    closed.max_by_key(|session| (!session.is_private(), session.saved_at()))
}

/// Returns the session whose content a load shows: the current one, unless it has no content and
/// the last closed one has.
pub fn session_to_load<'s>(
    sessions: &'s [SessionEntry],
    current: Option<&'s SessionEntry>,
) -> Option<&'s SessionEntry> {
    let last = last_closed(sessions);
    match current {
        Some(current) if current.has_content() => Some(current),
        Some(current) => last.filter(|last| last.has_content()).or(Some(current)),
        None => last,
    }
}
