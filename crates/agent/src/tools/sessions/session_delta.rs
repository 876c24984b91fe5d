//! Saves that build on another session: they have only what they add to it or remove from it.

use handoff_engine::ProjectReader;
use handoff_engine::sessions::{INHERITANCE_KEYS, SessionEntry};
use handoff_protocol::agent::SessionPatch;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::FailureKind;
use crate::InvalidArgument;
use crate::Reply;
use crate::params::Change;
use crate::tools::sessions::find_session;

/// The lists from which entries can be removed: names in calls, and keys.
pub(crate) type ListNames = [(&'static str, &'static str)];

/// The arguments of a save that builds on another session.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct BaseParams {
    /// session to build on: lists then add, also in later saves
    base: Change<String>,
    /// list name to texts of entries to remove
    remove: Option<Map<String, Value>>,
}

/// The base of a save.
pub(crate) struct Base {
    change: BaseChange,
    /// Texts of entries to remove, by list.
    remove: Option<Map<String, Value>>,
}

/// A change to the base of a session.
enum BaseChange {
    /// Keep the base.
    Keep,
    /// Remove the base.
    Clear,
    /// Build on the session with this name or ID.
    Set(String),
}

impl BaseParams {
    /// Checks the arguments. `names` are the names of lists in the call.
    pub(crate) fn into_base(self, names: &ListNames) -> Result<Base, InvalidArgument> {
        let change = match self.base {
            Change::Set(base) if !base.is_empty() => BaseChange::Set(base),
            Change::Clear => BaseChange::Clear,
            _ => BaseChange::Keep,
        };
        let Some(given) = self.remove else { return Ok(Base { change, remove: None }) };
        let mut remove = Map::new();
        for (name, texts) in &given {
            let path = format!("remove.{name}");
            let Some((_, key)) = names.iter().find(|(other, _)| other == name) else {
                let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
                return Err(InvalidArgument::new(
                    path,
                    format!("omitted; entries can be removed from {}", names.join(", ")),
                ));
            };
            let texts = Option::<Vec<String>>::deserialize(texts);
            if let Some(texts) = texts.map_err(|_| InvalidArgument::new(path, "a list of strings"))? {
                remove.insert((*key).to_owned(), json!(texts));
            }
        }
        Ok(Base { change, remove: Some(remove) })
    }
}

impl Base {
    /// Returns true if given lists add to those of the target session.
    pub(crate) fn adds(&self, target: Option<&SessionEntry>) -> bool {
        match self.change {
            BaseChange::Keep => target.is_some_and(SessionEntry::adds),
            BaseChange::Clear => false,
            BaseChange::Set(_) => true,
        }
    }

    /// Adds base and removals to a patch. Returns remarks on entries to remove that do not exist.
    pub(crate) fn apply(
        self,
        reader: ProjectReader<'_>,
        target: Option<&SessionEntry>,
        patch: &mut SessionPatch,
    ) -> Result<Vec<String>, Reply> {
        let sessions = reader.sessions();
        let adds = self.adds(target);
        let base = match &self.change {
            BaseChange::Keep => None,
            BaseChange::Clear => {
                patch.record.extend(INHERITANCE_KEYS.map(|key| (key.to_owned(), Value::Null)));
                None
            }
            BaseChange::Set(name) => {
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
            return Err(Reply::failure_of(FailureKind::Arguments, invalid.to_string()));
        }
        let exists = |key: &str, text: &str| {
            let lists = [base, target].into_iter().flatten().flat_map(|session| session.list(key));
            lists.into_iter().any(|entry| SessionEntry::is_named_by(key, entry, text))
        };
        let absent = |(key, texts): (&String, &Value)| {
            let texts = texts.as_array().into_iter().flatten().filter_map(Value::as_str);
            texts.filter(|text| !exists(key, text)).map(|text| format!("{key}: {text}")).collect::<Vec<_>>()
        };
        let absent: Vec<String> = remove.iter().flat_map(absent).collect();
        patch.record.insert("remove".to_owned(), Value::Object(remove));
        let remark = format!("Entries to remove were not found: {}.", absent.join("; "));
        Ok(if absent.is_empty() { Vec::new() } else { vec![remark] })
    }
}

/// Returns the session with a label, or the latest one if there are several.
pub(crate) fn find_by_label<'s>(sessions: &'s [SessionEntry], name: &str) -> Option<&'s SessionEntry> {
    let matches = sessions.iter().filter(|session| session.text("label") == Some(name));
    matches.max_by_key(|session| session.saved_at())
}
