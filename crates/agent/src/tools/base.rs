//! Saves that carry only what they add to another session or take from it.

use handoff_engine::Reading;
use handoff_engine::sessions::SessionEntry;
use handoff_protocol::agent::SessionPatch;
use serde_json::{Map, Value, json};

use super::sessions::meant;
use crate::arguments::Arguments;
use crate::schema::{meaning, text};
use crate::{Complaint, Reply};

/// The lists of which something can be taken away, under the names that calls have for them.
pub(super) type Names = [(&'static str, &'static str)];

/// The two arguments of a save that builds on another session.
pub(super) fn base_schemas() -> [(&'static str, Value); 2] {
    let remove = json!({"type": "object", "description": "left out of base: list name to texts of entries"});
    [("base", meaning(text(), "session to build on; given lists add to its lists")), ("remove", remove)]
}

/// On what a save builds.
pub(super) enum Base {
    /// Nothing is said of it.
    Kept,
    /// On nothing any more.
    Nothing,
    /// On a session, and what of that it leaves out, by list.
    On(String, Option<Map<String, Value>>),
}

/// Reads the two arguments.
pub(super) fn base(arguments: &Arguments<'_>, names: &Names) -> Result<Base, Complaint> {
    let remove = arguments.members("remove")?;
    let Some(base) = arguments.text("base")?.filter(|base| !base.is_empty()) else {
        if remove.is_some() {
            return Err(arguments.complaint("remove", "entries of a base, which base names"));
        }
        return Ok(if arguments.is_null("base") { Base::Nothing } else { Base::Kept });
    };
    let Some(remove) = remove else { return Ok(Base::On(base.to_owned(), None)) };
    if let Some(other) = remove.names().find(|name| !names.iter().any(|(known, _)| known == name)) {
        let known: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        return Err(remove.complaint(other, format!("nothing; what can be left out is {}", known.join(", "))));
    }
    let mut lists = Map::new();
    for (name, key) in names {
        if let Some(texts) = remove.texts(name)? {
            lists.insert((*key).to_owned(), json!(texts));
        }
    }
    Ok(Base::On(base.to_owned(), Some(lists)))
}

impl Base {
    /// Whether what is given comes on top of something.
    pub(super) fn is_some(&self) -> bool {
        matches!(self, Base::On(..))
    }

    /// Notes it in a patch; tells of what is to be left out and is not there.
    pub(super) fn note(self, reading: Reading<'_>, patch: &mut SessionPatch) -> Result<Vec<String>, Reply> {
        let (name, remove) = match self {
            Base::Kept => return Ok(Vec::new()),
            Base::Nothing => {
                patch.record.extend(["base", "remove"].map(|key| (key.to_owned(), Value::Null)));
                return Ok(Vec::new());
            }
            Base::On(name, remove) => (name, remove),
        };
        let sessions = reading.sessions();
        let base = match labelled(&sessions, &name) {
            Some(base) => base,
            None => meant(&sessions, &name)?,
        };
        patch.record.insert("base".to_owned(), json!(base.id()));
        let Some(remove) = remove else { return Ok(Vec::new()) };
        let absent = |(key, names): (&String, &Value)| {
            let known = |name: &str| base.list(key).iter().any(|entry| SessionEntry::called(key, entry) == Some(name));
            let names = names.as_array().into_iter().flatten().filter_map(Value::as_str);
            names.filter(|name| !known(name)).map(|name| format!("{key}: {name}")).collect::<Vec<_>>()
        };
        let absent: Vec<String> = remove.iter().flat_map(absent).collect();
        let gone = if remove.is_empty() { Value::Null } else { Value::Object(remove) };
        patch.record.insert("remove".to_owned(), gone);
        let words = format!("The base has no such entries to leave out: {}.", absent.join("; "));
        Ok(if absent.is_empty() { Vec::new() } else { vec![words] })
    }
}

/// The session that was saved under a name, the last one where several were.
pub(super) fn labelled<'s>(sessions: &'s [SessionEntry], name: &str) -> Option<&'s SessionEntry> {
    let mut found: Vec<&SessionEntry> = sessions.iter().filter(|session| session.text("label") == Some(name)).collect();
    handoff_format::sort_by(&mut found, |a, b| a.saved_at().cmp(&b.saved_at()));
    found.pop()
}
