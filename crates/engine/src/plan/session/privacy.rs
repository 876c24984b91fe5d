//! Private sessions stay on this machine: Git is told to leave their files alone, and nothing of them goes into a session that others see.
//!
//! Invariant: the name of a private session's file says so whatever its status, and says nothing of its content; such names are ignored before one is
//! there.

use handoff_format::Value;
use handoff_protocol::{Refusal, RefusalCode, Text};

use crate::Project;
use crate::plan::change_set_builder::Draft;
use crate::plan::config::ignore;
use crate::plan::config::ignore::NotText;
use crate::plan::refusal::refuse;
use crate::sessions::inheritance;
use crate::sessions::{SessionEntry, is_private};

/// What the files are called behind the stamp.
const NAME: &str = "private_session";

const CANNOT_IGNORE: &str = "Git would not ignore a private session, since .handoff/.gitignore cannot be written.";
const BASE: &str = "The session {base} is private, so what builds on it is private too.";
const BUILT_ON: &str = "The session {id} cannot be private while {other}, which is not private, builds on it.";
const MERGED: &str = "The session {id} is private, so it can only be merged into one that is private too.";

/// Makes Git ignore private sessions, or refuses.
pub(in crate::plan) fn ignore(draft: &mut Draft<'_>, project: &Project) -> Result<(), Refusal> {
    ignore::add(draft, project).map_err(|NotText| refuse(RefusalCode::BrokenFile, Text::plain(CANNOT_IGNORE)))
}

/// Whether a file's name without the status says that the session is private.
pub(in crate::plan) fn is_marked(stem: &str) -> bool {
    stem.contains("-private_")
}

/// The name of a private session's file that is called so without the status now.
pub(in crate::plan) fn marked(stem: &str) -> String {
    let stamp = stem.get(..15).filter(|stamp| stamp.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'));
    format!("{}-{NAME}", stamp.unwrap_or("00000000-000000"))
}

/// A content that is private where what it builds on is. The error says that it may not be seen by others.
pub(in crate::plan) fn guarded(
    id: &str,
    content: Value,
    chain: &[String],
    sessions: &[SessionEntry],
) -> Result<Value, Refusal> {
    let of = |wanted: &String| sessions.iter().find(|session| session.id() == *wanted);
    let base = chain.iter().find(|base| of(base).is_some_and(|session| is_private(session.content())));
    let Some(base) = base.filter(|_| !is_private(&content)) else {
        return built_on(id, content, sessions);
    };
    let mut record = inheritance::record(&content);
    if record.contains_key("visibility") {
        return Err(refuse(RefusalCode::BadValue, Text::with(BASE, [("base", base.clone())])));
    }
    record.insert("visibility".to_owned(), Value::from("private"));
    let Value::Object(mut members) = content else { return Ok(content) };
    inheritance::set_record(&mut members, record);
    built_on(id, Value::Object(members), sessions)
}

/// What others see must not build on what they do not.
fn built_on(id: &str, content: Value, sessions: &[SessionEntry]) -> Result<Value, Refusal> {
    let seen = sessions.iter().filter(|session| session.id() != id && !is_private(session.content()));
    let builds = |session: &&SessionEntry| {
        let chain = || inheritance::whole(&session.id(), session.content(), sessions).chain;
        inheritance::base(session.content()).is_some() && chain().iter().any(|base| base == id)
    };
    let other = Some(()).filter(|()| is_private(&content)).and_then(|()| seen.into_iter().find(builds));
    match other {
        None => Ok(content),
        Some(other) => {
            let args = [("id", id.to_owned()), ("other", other.id())];
            Err(refuse(RefusalCode::BadValue, Text::with(BUILT_ON, args)))
        }
    }
}

/// Refuses to put a private session into one that is not.
pub(in crate::plan) fn may_merge(source: &SessionEntry, goal: &Value) -> Result<(), Refusal> {
    if is_private(source.content()) && !is_private(goal) {
        return Err(refuse(RefusalCode::BadValue, Text::with(MERGED, [("id", source.id())])));
    }
    Ok(())
}
