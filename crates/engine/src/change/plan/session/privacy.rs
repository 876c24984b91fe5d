//! Private sessions: Git ignores their files, and their content never gets into a session that is
//! not private.
//!
//! Invariant: the file name of a private session is marked as private in every status and does not
//! reveal the content. `.gitignore` lists such names before the first file is written.

use handoff_format::Value;
use handoff_protocol::{Refusal, RefusalCode, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::local_files::{self, NotText};
use crate::change::plan::refusal::refuse;
use crate::ground::texts;
use crate::knowledge::sessions::inheritance;
use crate::knowledge::sessions::{SessionEntry, is_private};

/// The name of a private session's file after the time.
const NAME: &str = "private_session";

/// Makes Git ignore private sessions, or refuses the command.
pub(in crate::change::plan) fn ignore(builder: &mut ChangeSetBuilder<'_>, project: &Project) -> Result<(), Refusal> {
    local_files::ignore(builder, project)
        .map_err(|NotText| refuse(RefusalCode::BrokenFile, Text::plain(texts::SESSION_NOT_IGNORED)))
}

/// Returns true if a file's name without the status marks the session as private.
pub(in crate::change::plan) fn is_marked(stem: &str) -> bool {
    stem.contains("-private_")
}

/// Returns the marked name for a private session's file. The time in the current name stays.
pub(in crate::change::plan) fn marked_stem(stem: &str) -> String {
    let time = stem.get(..15).filter(|time| time.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'));
    format!("{}-{NAME}", time.unwrap_or("00000000-000000"))
}

/// Makes a session private if one of its bases is. Refuses if the session is explicitly not
/// private, or if it is private and a base of one that is not.
pub(in crate::change::plan) fn inherit_privacy(
    id: &str,
    content: Value,
    chain: &[String],
    sessions: &[SessionEntry],
) -> Result<Value, Refusal> {
    let find = |id: &String| sessions.iter().find(|session| session.id() == *id);
    let base = chain.iter().find(|base| find(base).is_some_and(|session| is_private(session.content())));
    let Some(base) = base.filter(|_| !is_private(&content)) else {
        return check_dependents(id, content, sessions);
    };
    let mut record = inheritance::record(&content);
    if record.contains_key("visibility") {
        return Err(refuse(RefusalCode::BadValue, Text::with(texts::SESSION_BASE_PRIVATE, [("base", base.clone())])));
    }
    record.insert("visibility".to_owned(), Value::from("private"));
    let Value::Object(mut members) = content else { return Ok(content) };
    inheritance::set_record(&mut members, record);
    check_dependents(id, Value::Object(members), sessions)
}

/// Refuses a private session on which one builds that is not private. Returns the content
/// otherwise.
fn check_dependents(id: &str, content: Value, sessions: &[SessionEntry]) -> Result<Value, Refusal> {
    let public = sessions.iter().filter(|session| session.id() != id && !is_private(session.content()));
    let builds_on_it = |session: &&SessionEntry| {
        let chain = || inheritance::resolve(&session.id(), session.content(), sessions).chain;
        inheritance::base(session.content()).is_some() && chain().iter().any(|base| base == id)
    };
    let other = Some(()).filter(|()| is_private(&content)).and_then(|()| public.into_iter().find(builds_on_it));
    match other {
        None => Ok(content),
        Some(other) => {
            let args = [("id", id.to_owned()), ("other", other.id())];
            Err(refuse(RefusalCode::BadValue, Text::with(texts::SESSION_BASE_OF_PUBLIC, args)))
        }
    }
}

/// Refuses to merge a private session into one that is not private.
pub(in crate::change::plan) fn check_merge(source: &SessionEntry, target: &Value) -> Result<(), Refusal> {
    if is_private(source.content()) && !is_private(target) {
        return Err(refuse(RefusalCode::BadValue, Text::with(texts::MERGE_OF_PRIVATE, [("id", source.id())])));
    }
    Ok(())
}
