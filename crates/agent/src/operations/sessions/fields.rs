//! The fields of sessions in calls and answers.

use handoff_engine::sessions::{SessionEntry, target};
use handoff_protocol::Actor;
use handoff_protocol::agent::{ListSave, SessionPatch, SessionSave};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::operations::people::team::TeamParams;
use crate::operations::sessions::entries::{ChecklistItem, Decision, Note, Pointer, Reference};
use crate::params::{Change, Entry, MainMember};

/// The content of a session. An absent field is kept; null clears single values and empties lists.
#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct SessionParams {
    /// one line
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    #[schemars(extend("hidden" = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub related_task_ids: Option<Vec<String>>,
    /// {decision, reason, confidence: confirmed|estimated|unverified, supersedes: text or ID}
    #[schemars(extend("briefItems" = "object"))]
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub decisions: Change<Vec<Entry<Decision>>>,
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub blockers: Change<Vec<String>>,
    /// {item, checked, owner: user|ai}
    #[schemars(extend("briefItems" = "object", "also" = ["open_items", "todo", "todos", "items"]))]
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub checklist: Change<Vec<Entry<ChecklistItem>>>,
    /// {note, category: caution|context|suggestion (what to do next)}
    #[schemars(extend("briefItems" = "object", "also" = ["next_steps", "next_actions", "next", "notes", "cautions", "suggestions", "context"]))]
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub handoff_notes: Change<Vec<Entry<Note>>>,
    /// {label, uri}
    #[schemars(extend("briefItems" = "object"))]
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub references: Change<Vec<Entry<Reference>>>,
    /// {path, lines: 42-78 or fn parse, reason}
    #[schemars(extend("briefItems" = "object", "also" = ["pointers", "files", "look_at"]))]
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub context_pointers: Change<Vec<Entry<Pointer>>>,
    /// how to run and test
    #[schemars(with = "Map<String, Value>")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub environment: Option<Value>,
    /// dates of the plan, in words
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub timeline: Change<String>,
    #[schemars(extend("hidden" = true))]
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub label: Change<String>,
    /// true: given lists replace this session's own
    #[schemars(extend("hidden" = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replace: Option<bool>,
    #[serde(flatten)]
    pub team: TeamParams,
}

impl From<SessionParams> for SessionPatch {
    fn from(session: SessionParams) -> SessionPatch {
        let mut patch = SessionPatch::default();
        let values = [
            ("summary", session.summary.map(Value::from)),
            ("timeline", session.timeline.into_value()),
            ("label", session.label.into_value()),
            ("environment", session.environment),
        ];
        patch.values.extend(values.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))));
        let related = session.related_task_ids.filter(|ids| !ids.is_empty());
        let replaces = session.replace.unwrap_or(false);
        let lists = [
            ("decisions", entries(session.decisions)),
            ("checklist", entries(session.checklist)),
            ("handoff_notes", entries(session.handoff_notes)),
            ("references", entries(session.references)),
            (POINTERS, entries(session.context_pointers)),
            ("blockers", of_list(session.blockers, Value::from)),
            ("related_task_ids", related.map(|ids| Some(ids.into_iter().map(Value::from).collect()))),
        ];
        for (key, given) in lists {
            let Some(given) = given else { continue };
            // Null empties a list.
            let replace = replaces || given.is_none();
            patch.lists.push(ListSave {
                key: key.to_owned(),
                given: given.unwrap_or_default(),
                replace,
                seen: Vec::new(),
            });
        }
        session.team.record(&mut patch);
        patch
    }
}

#[allow(clippy::option_option, reason = "it is the form of the engine's patches")]
fn entries<T: MainMember>(list: Change<Vec<Entry<T>>>) -> Option<Option<Vec<Value>>> {
    of_list(list, Entry::into_value)
}

/// Returns the entries of a list: `None` if it is absent, `Some(None)` if it is null.
#[allow(clippy::option_option, reason = "it is the form of the engine's patches")]
fn of_list<T>(list: Change<Vec<T>>, to_value: impl Fn(T) -> Value) -> Option<Option<Vec<Value>>> {
    list.into_option().map(|list| list.map(|list| list.into_iter().map(to_value).collect()))
}

/// Returns entries to add to a list.
pub(crate) fn list_save(key: &str, given: Vec<Value>) -> ListSave {
    ListSave { key: key.to_owned(), given, replace: false, seen: Vec::new() }
}

/// Key of the list of context pointers.
pub(crate) const POINTERS: &str = "context_pointers";

/// Returns the paths of files that do not exist, each once.
pub(crate) fn missing_files(missing: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for path in missing {
        if !names.contains(path) {
            names.push(path.clone());
        }
    }
    names
}

/// Adds the current lists to a save, to distinguish entries that others add before the commit from
/// entries that the call removes.
pub(crate) fn with_current_lists(sessions: &[SessionEntry], mut save: SessionSave, actor: &Actor) -> SessionSave {
    let session = target(sessions, &save, actor).ok().flatten();
    for list in &mut save.patch.lists {
        list.seen = session.map(|session| session.list(&list.key).to_vec()).unwrap_or_default();
    }
    save
}

/// Keys of a session's metadata in answers.
pub(crate) const METADATA: [&str; 5] = ["base", "author", "owner", "collaborators", "visibility"];

/// Returns the values of a session at some keys, without empty ones.
pub(crate) fn members(session: &SessionEntry, keys: &[&str]) -> Map<String, Value> {
    let member = |key: &&str| {
        let value = session.content().get(*key)?;
        let has_content = !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty());
        has_content.then(|| ((*key).to_owned(), value.clone()))
    };
    keys.iter().filter_map(member).collect()
}
