//! Saves that carry only what they add to another session or take from it.

use handoff_engine::Reading;
use handoff_engine::sessions::{BUILDING, SessionEntry};
use handoff_protocol::agent::SessionPatch;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::InvalidArgument;
use crate::Reply;
use crate::Trouble;
use crate::params::Change;
use crate::tools::sessions::find_session;

/// The lists of which something can be taken away, under the names that calls have for them.
pub(crate) type Names = [(&'static str, &'static str)];

/// The arguments of a save that builds on another session.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct BaseParams {
    /// session to build on: lists then add, also in later saves
    base: Change<String>,
    /// list name to texts of entries to remove
    remove: Option<Map<String, Value>>,
}

/// What a save says about building on another session.
pub(crate) struct Base {
    on: On,
    /// What is removed, by list.
    remove: Option<Map<String, Value>>,
}

/// On what a save builds.
enum On {
    /// As before.
    Kept,
    /// On nothing any more.
    Nothing,
    /// On the session with that name.
    Session(String),
}

impl BaseParams {
    /// Returns what a save builds on, by the names that its lists have for the caller.
    pub(crate) fn into_base(self, names: &Names) -> Result<Base, InvalidArgument> {
        let on = match self.base {
            Change::Set(base) if !base.is_empty() => On::Session(base),
            Change::Clear => On::Nothing,
            _ => On::Kept,
        };
        let Some(given) = self.remove else { return Ok(Base { on, remove: None }) };
        let mut remove = Map::new();
        for (name, texts) in &given {
            let path = format!("remove.{name}");
            let Some((_, key)) = names.iter().find(|(known, _)| known == name) else {
                let known: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
                return Err(InvalidArgument::new(
                    path,
                    format!("omitted; entries can be removed from {}", known.join(", ")),
                ));
            };
            let texts = Option::<Vec<String>>::deserialize(texts);
            if let Some(texts) = texts.map_err(|_| InvalidArgument::new(path, "a list of strings"))? {
                remove.insert((*key).to_owned(), json!(texts));
            }
        }
        Ok(Base { on, remove: Some(remove) })
    }
}

impl Base {
    /// Returns whether lists that are given add to those of the session into which they are saved.
    pub(crate) fn adds(&self, target: Option<&SessionEntry>) -> bool {
        match self.on {
            On::Kept => target.is_some_and(SessionEntry::adds),
            On::Nothing => false,
            On::Session(_) => true,
        }
    }

    /// Notes it in the patch of a save into a session. Returns remarks on what is to be removed and is
    /// not there.
    pub(crate) fn note(
        self,
        reading: Reading<'_>,
        target: Option<&SessionEntry>,
        patch: &mut SessionPatch,
    ) -> Result<Vec<String>, Reply> {
        let sessions = reading.sessions();
        let adds = self.adds(target);
        let base = match &self.on {
            On::Kept => None,
            On::Nothing => {
                patch.record.extend(BUILDING.map(|key| (key.to_owned(), Value::Null)));
                None
            }
            On::Session(name) => {
                let base = match find_by_label(&sessions, name) {
                    Some(base) => base,
                    None => find_session(&sessions, name)?,
                };
                patch.record.insert("base".to_owned(), json!(base.id()));
                Some(base)
            }
        };
        let Some(remove) = self.remove else { return Ok(Vec::new()) };
        if !adds {
            let invalid = InvalidArgument::new("remove", "used together with base");
            return Err(Reply::trouble(Trouble::Arguments, invalid.to_string()));
        }
        let known = |key: &str, text: &str| {
            let lists = [base, target].into_iter().flatten().flat_map(|session| session.list(key));
            lists.into_iter().any(|entry| SessionEntry::is_named_by(key, entry, text))
        };
        let absent = |(key, texts): (&String, &Value)| {
            let texts = texts.as_array().into_iter().flatten().filter_map(Value::as_str);
            texts.filter(|text| !known(key, text)).map(|text| format!("{key}: {text}")).collect::<Vec<_>>()
        };
        let absent: Vec<String> = remove.iter().flat_map(absent).collect();
        patch.record.insert("remove".to_owned(), Value::Object(remove));
        let words = format!("Entries to remove were not found: {}.", absent.join("; "));
        Ok(if absent.is_empty() { Vec::new() } else { vec![words] })
    }
}

/// The session that was saved under a name, the last one where several were.
pub(crate) fn find_by_label<'s>(sessions: &'s [SessionEntry], name: &str) -> Option<&'s SessionEntry> {
    let mut found: Vec<&SessionEntry> = sessions.iter().filter(|session| session.text("label") == Some(name)).collect();
    found.sort_by_key(|session| session.saved_at());
    found.pop()
}
