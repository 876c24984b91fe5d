//! What a save changes in the knowledge of other sessions: the session on which it builds, and the
//! entries that it removes.

use handoff_engine::ProjectReader;
use handoff_engine::register::{EntryKind, Register};
use handoff_engine::sessions::{INHERITANCE_KEYS, SessionEntry};
use handoff_protocol::agent::{Removal, SessionPatch};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::InvalidArgument;
use crate::Reply;
use crate::params::Change;
use crate::tools::sessions::find_session;

/// The lists from which entries can be removed: names in calls, and keys.
pub(crate) type ListNames = [(&'static str, &'static str)];

/// The arguments for the base of a save and for removals.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct BaseParams {
    /// session to build on
    base: Change<String>,
    #[serde(flatten)]
    removal: RemovalParams,
}

/// The argument for removals.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct RemovalParams {
    /// list name to texts or IDs of entries that no longer hold, of any session
    remove: Option<Map<String, Value>>,
}

/// The base of a save, and its removals.
pub(crate) struct Base {
    change: BaseChange,
    remove: Vec<Removal>,
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

impl RemovalParams {
    /// Returns the entries to remove. `names` are the names of lists in the call.
    pub(crate) fn into_removals(self, names: &ListNames) -> Result<Vec<Removal>, InvalidArgument> {
        let mut removals = Vec::new();
        for (name, texts) in self.remove.iter().flatten() {
            let path = format!("remove.{name}");
            let Some((_, key)) = names.iter().find(|(other, _)| other == name) else {
                let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
                let expected = format!("omitted; entries can be removed from {}", names.join(", "));
                return Err(InvalidArgument::new(path, expected));
            };
            let texts = Option::<Vec<String>>::deserialize(texts);
            let texts = texts.map_err(|_| InvalidArgument::new(path, "a list of strings"))?;
            let removal = |entry| Removal { list: (*key).to_owned(), entry, reason: None };
            removals.extend(texts.unwrap_or_default().into_iter().map(removal));
        }
        Ok(removals)
    }
}

impl BaseParams {
    /// Checks the arguments. `names` are the names of lists in the call.
    pub(crate) fn into_base(self, names: &ListNames) -> Result<Base, InvalidArgument> {
        let change = match self.base {
            Change::Set(base) if !base.is_empty() => BaseChange::Set(base),
            Change::Clear => BaseChange::Clear,
            _ => BaseChange::Keep,
        };
        Ok(Base { change, remove: self.removal.into_removals(names)? })
    }
}

impl Base {
    /// Returns whether the target session builds on another one after the save.
    pub(crate) fn has_base(&self, target: Option<&SessionEntry>) -> bool {
        match self.change {
            BaseChange::Keep => target.is_some_and(SessionEntry::has_base),
            BaseChange::Clear => false,
            BaseChange::Set(_) => true,
        }
    }

    /// Adds base and removals to a patch. Returns a remark on entries to remove that do not exist.
    pub(crate) fn apply(
        self,
        reader: ProjectReader<'_>,
        target: Option<&SessionEntry>,
        patch: &mut SessionPatch,
    ) -> Result<Option<String>, Reply> {
        let sessions = reader.sessions();
        match &self.change {
            BaseChange::Keep => {}
            BaseChange::Clear => patch.record.extend(INHERITANCE_KEYS.map(|key| (key.to_owned(), Value::Null))),
            BaseChange::Set(name) => {
                let base = match find_by_label(&sessions, name) {
                    Some(base) => base,
                    None => find_session(&sessions, name)?,
                };
                patch.record.insert("base".to_owned(), json!(base.id()));
            }
        }
        let remark = absent(&reader.register(), target, &self.remove);
        patch.remove.extend(self.remove);
        Ok(remark)
    }
}

/// Returns a remark on entries to remove that no session has.
pub(crate) fn absent(register: &Register, target: Option<&SessionEntry>, removals: &[Removal]) -> Option<String> {
    let exists = |removal: &&Removal| {
        let own = target.map(|session| session.list(&removal.list)).unwrap_or_default();
        own.iter().any(|entry| SessionEntry::is_named_by(&removal.list, entry, &removal.entry))
            || EntryKind::of_list(&removal.list).any(|kind| register.named(kind, &removal.entry).next().is_some())
    };
    let absent: Vec<String> = removals
        .iter()
        .filter(|removal| !exists(removal))
        .map(|removal| format!("{}: {}", removal.list, removal.entry))
        .collect();
    (!absent.is_empty()).then(|| format!("Entries to remove were not found: {}.", absent.join("; ")))
}

/// Returns the session with a label, or the latest one if there are several.
pub(crate) fn find_by_label<'s>(sessions: &'s [SessionEntry], name: &str) -> Option<&'s SessionEntry> {
    let matches = sessions.iter().filter(|session| session.text("label") == Some(name));
    matches.max_by_key(|session| session.saved_at())
}
