//! The changes of a save to the entries of other sessions: the session on which it builds, and the
//! entries that it removes.

use std::collections::BTreeMap;

use handoff_engine::ProjectReader;
use handoff_engine::register::{EntryKind, Register, RegisterEntry};
use handoff_engine::sessions::{INHERITANCE_KEYS, SessionEntry};
use handoff_protocol::agent::{Removal, SessionPatch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::HandoffError;
use crate::InvalidArgument;
use crate::operations::sessions::fields::SessionParams;
use crate::operations::sessions::lookup::{find_by_label, find_session};
use crate::params::{Change, known_member, most_similar};

/// The lists from which entries can be removed: names in calls, and keys.
pub(crate) type ListNames = [(&'static str, &'static str)];

/// The lists from which entries can be removed, by the names that they have in sessions.
pub(super) const LISTS: [(&str, &str); 7] = [
    ("decisions", "decisions"),
    ("blockers", "blockers"),
    ("checklist", "checklist"),
    ("handoff_notes", "handoff_notes"),
    ("references", "references"),
    ("context_pointers", "context_pointers"),
    ("related_task_ids", "related_task_ids"),
];

/// The arguments for the base of a save and for removals.
#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct BaseParams {
    /// session to build on
    #[schemars(extend("hidden" = true))]
    #[serde(skip_serializing_if = "Change::is_keep")]
    base: Change<String>,
    #[serde(flatten)]
    removal: RemovalParams,
}

/// The argument for removals.
#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct RemovalParams {
    /// what no longer holds, by list: texts or IDs
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<BTreeMap<String, Vec<String>>>")]
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
                let known: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
                return Err(InvalidArgument::unknown("remove.", name, nearest_list(name, names), &known));
            };
            let texts = Option::<Vec<String>>::deserialize(texts);
            let texts = texts.map_err(|_| InvalidArgument::new(path, "a list of strings"))?;
            let removal = |entry| Removal { list: (*key).to_owned(), entry, reason: None };
            removals.extend(texts.unwrap_or_default().into_iter().map(removal));
        }
        Ok(removals)
    }
}

/// Returns the list that an unknown name probably means: by the names that agents give it in a save,
/// or by its similarity.
fn nearest_list<'n>(name: &str, lists: &'n ListNames) -> Option<&'n str> {
    let key = known_member::<SessionParams>(name);
    let named = lists.iter().find(|(_, list)| key.as_deref() == Some(list)).map(|(name, _)| *name);
    named.or_else(|| most_similar(name, lists.iter().map(|(name, _)| (*name, *name))))
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

    /// Adds base and removals to a patch. Returns the entries to remove that do not exist.
    pub(crate) fn apply(
        mut self,
        reader: ProjectReader<'_>,
        target: Option<&SessionEntry>,
        patch: &mut SessionPatch,
    ) -> Result<Vec<String>, HandoffError> {
        let sessions = reader.sessions();
        match &self.change {
            BaseChange::Keep => {}
            BaseChange::Clear => patch.record.extend(INHERITANCE_KEYS.map(|key| (key.to_owned(), Value::Null))),
            BaseChange::Set(name) => {
                let base = match find_by_label(&sessions, name) {
                    Some(base) => base,
                    None => find_session(reader, &sessions, name)?,
                };
                patch.record.insert("base".to_owned(), json!(base.id()));
            }
        }
        let absent = resolve(&reader.register(), target, &mut self.remove);
        patch.remove.extend(self.remove);
        Ok(absent)
    }
}

/// Finds the entries that removals name: by their text or ID, else by the start of the text of a single
/// standing one, which then replaces it. Returns those that no session has, each with its list.
pub(crate) fn resolve(register: &Register, target: Option<&SessionEntry>, removals: &mut [Removal]) -> Vec<String> {
    let mut absent = Vec::new();
    for removal in removals {
        let kinds = || EntryKind::of_list(&removal.list);
        let own = target.map(|session| session.list(&removal.list)).unwrap_or_default();
        if own.iter().any(|entry| SessionEntry::is_named_by(&removal.list, entry, &removal.entry))
            || kinds().any(|kind| register.named(kind, &removal.entry).next().is_some())
        {
            continue;
        }
        let start = removal.entry.trim().to_lowercase();
        let standing = kinds().flat_map(|kind| register.standing(kind));
        let is_meant = |entry: &&RegisterEntry| !start.is_empty() && entry.name.to_lowercase().starts_with(&start);
        let meant: Vec<&RegisterEntry> = standing.filter(is_meant).collect();
        match meant.as_slice() {
            [only] => removal.entry.clone_from(&only.id),
            [] => absent.push(format!("{}: {}", removal.list, removal.entry)),
            several => {
                let names = several.iter().take(MAX_SUGGESTED).map(|entry| format!("“{}” ({})", entry.name, entry.id));
                let names = names.collect::<Vec<_>>().join(" or ");
                absent.push(format!("{}: {} (could be {names})", removal.list, removal.entry));
            }
        }
    }
    absent
}

/// Maximum number of decisions that are suggested for one that does not exist.
const MAX_SUGGESTED: usize = 3;

/// Returns a remark with the standing decisions that were probably meant by names of decisions that
/// no session has. `entries` are new decisions, `removals` what is withdrawn.
pub(crate) fn suggested_decisions<'a>(
    register: &Register,
    entries: impl Iterator<Item = &'a Value>,
    removals: &[Removal],
) -> Option<String> {
    let superseded = entries.filter_map(|entry| entry.get("supersedes")).flat_map(|names| match names {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        name => name.as_str().into_iter().collect::<Vec<_>>(),
    });
    let is_decision = |removal: &&Removal| removal.list == EntryKind::Decision.list();
    let withdrawn = removals.iter().filter(is_decision).map(|removal| removal.entry.as_str());
    let unknown = superseded.chain(withdrawn).filter(|name| register.decision(name).is_none());
    let remark = |name: &str| {
        let part = name.to_lowercase();
        let mut meant: Vec<&RegisterEntry> =
            register.standing(EntryKind::Decision).filter(|entry| entry.name.to_lowercase().contains(&part)).collect();
        if meant.is_empty() {
            meant = register.similar_decisions(name);
        }
        let meant: Vec<String> =
            meant.iter().take(MAX_SUGGESTED).map(|entry| format!("“{}” ({})", entry.name, entry.id)).collect();
        (!meant.is_empty()).then(|| format!("“{name}” could be {}.", meant.join(" or ")))
    };
    let remarks: Vec<String> = unknown.filter_map(remark).collect();
    (!remarks.is_empty()).then(|| remarks.join(" "))
}
