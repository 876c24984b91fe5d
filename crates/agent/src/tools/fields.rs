//! The fields of sessions, as calls give them.

use handoff_engine::sessions::{SessionEntry, target};
use handoff_protocol::agent::{ListSave, SessionPatch, SessionSave};
use serde_json::{Map, Value, json};

use super::team;
use crate::arguments::Arguments;
use crate::schema::{flag, list, meaning, object, one_of, text};
use crate::{Complaint, Desk, Step, pointers};

/// Lists of free entries, each with the key under which a bare text counts.
pub(super) const LISTS: [(&str, &str); 5] = [
    ("decisions", "decision"),
    ("checklist", "item"),
    ("handoff_notes", "note"),
    ("references", "uri"),
    ("context_pointers", "path"),
];

/// The schema of the lists and of what else a session holds.
pub(super) fn field_schemas() -> [(&'static str, Value); 9] {
    [
        ("decisions", list(&decision())),
        ("blockers", list(&text())),
        ("checklist", list(&object([("item", text()), ("checked", flag()), ("owner", one_of(&OWNERS))], &["item"]))),
        ("handoff_notes", list(&note())),
        ("references", list(&object([("label", text()), ("uri", text()), ("type", text())], &["label", "uri"]))),
        ("context_pointers", list(&pointer())),
        ("environment", json!({"type": "object"})),
        ("timeline", text()),
        ("label", text()),
    ]
}

pub(super) const OWNERS: [&str; 2] = ["user", "ai"];

pub(super) fn decision() -> Value {
    let confidence = one_of(&["confirmed", "estimated", "unverified"]);
    object([("decision", text()), ("reason", text()), ("confidence", confidence)], &["decision"])
}

pub(super) fn note() -> Value {
    let category = meaning(one_of(&["caution", "context", "suggestion"]), "suggestion: what to do next");
    object([("note", text()), ("category", category)], &["note"])
}

pub(super) fn pointer() -> Value {
    object([("path", text()), ("reason", text()), ("lines", meaning(text(), "42-78"))], &["path"])
}

/// An entry of a list as sessions have it: a table; a bare text is one with that text under `main`.
pub(super) fn entry(value: &Value, main: &str) -> Option<Value> {
    match value {
        Value::Object(members) => members.iter().all(|(key, value)| fits(main, key, value)).then(|| value.clone()),
        Value::String(text) => Some(json!({ main: text })),
        _ => None,
    }
}

/// Whether a value can stand under a key of an entry; what nobody knows can be anything.
fn fits(main: &str, key: &str, value: &Value) -> bool {
    let texts: &[&str] = match main {
        "decision" => &["decision", "reason", "confidence"],
        "item" if key == "checked" => return value.is_boolean() || value.is_null(),
        "item" => &["item", "owner"],
        "note" => &["note", "category"],
        "uri" => &["uri", "label", "type", "notes"],
        _ => &["path", "reason", "lines"],
    };
    value.is_string() || value.is_null() || !texts.contains(&key)
}

/// What a call gives of a session's fields. Absent ones are kept; null takes single values away and empties lists.
pub(super) fn patch(arguments: &Arguments<'_>) -> Result<SessionPatch, Complaint> {
    let mut patch = SessionPatch::default();
    for key in ["summary", "timeline", "label"] {
        if let Some(text) = arguments.text(key)? {
            patch.values.insert(key.to_owned(), json!(text));
        } else if key != "summary" && arguments.is_null(key) {
            patch.values.insert(key.to_owned(), Value::Null);
        }
    }
    if let Some(environment) = arguments.optional("environment", "an object", |value| Some(value.clone()))? {
        patch.values.insert("environment".to_owned(), environment);
    }
    for (key, main) in LISTS {
        let takes = format!("a list of objects with {main}");
        let read = |value: &Value| value.as_array()?.iter().map(|value| entry(value, main)).collect::<Option<Vec<_>>>();
        give(&mut patch, key, arguments.optional(key, &takes, read)?.or_else(|| emptied(arguments, key)));
    }
    let texts = |key: &str| Ok(arguments.texts(key)?.map(|texts| texts.into_iter().map(Value::from).collect()));
    give(&mut patch, "blockers", texts("blockers")?.or_else(|| emptied(arguments, "blockers")));
    team::note(arguments, &mut patch)?;
    let related: Option<Vec<Value>> = texts("related_task_ids")?;
    give(&mut patch, "related_task_ids", related.filter(|ids| !ids.is_empty()));
    Ok(patch)
}

fn emptied(arguments: &Arguments<'_>, key: &str) -> Option<Vec<Value>> {
    arguments.is_null(key).then(Vec::new)
}

fn give(patch: &mut SessionPatch, key: &str, given: Option<Vec<Value>>) {
    if let Some(given) = given {
        patch.lists.push(ListSave { key: key.to_owned(), given, seen: Vec::new() });
    }
}

/// Lets pointers remember the files as they are, and tells at which paths nothing is.
pub(super) fn remember(
    desk: Desk<'_>,
    given: Vec<Value>,
    commit: Option<String>,
    then: impl FnOnce(Desk<'_>, Vec<Value>, Vec<String>) -> Step + Send + 'static,
) -> Step {
    let looks = pointers::to_remember(&given);
    Step::files(desk, looks.clone(), move |desk, sights| {
        let (given, missing) = pointers::remembering(given, &looks, &sights, commit.as_deref());
        then(desk, given, missing)
    })
}

/// The same for the pointers of a patch.
pub(super) fn with_memory(
    desk: Desk<'_>,
    mut patch: SessionPatch,
    commit: Option<String>,
    then: impl FnOnce(Desk<'_>, SessionPatch, Vec<String>) -> Step + Send + 'static,
) -> Step {
    let pointers = patch.lists.iter_mut().find(|list| list.key == POINTERS);
    let given = pointers.map(|list| std::mem::take(&mut list.given)).unwrap_or_default();
    remember(desk, given, commit, move |desk, given, missing| {
        if let Some(list) = patch.lists.iter_mut().find(|list| list.key == POINTERS) {
            list.given = given;
        }
        then(desk, patch, missing)
    })
}

pub(super) const POINTERS: &str = "context_pointers";

/// What is said of pointers to nothing.
pub(super) fn nothing_at(missing: &[String]) -> Option<String> {
    (!missing.is_empty()).then(|| format!("There is nothing at {}.", missing.join(", ")))
}

/// Takes note of the lists as they are now, so that what others add until they are written is told from what the call leaves out.
pub(super) fn seen(sessions: &[SessionEntry], mut save: SessionSave) -> SessionSave {
    let there = target(sessions, &save).ok().flatten();
    for list in &mut save.patch.lists {
        list.seen = there.map(|session| session.list(&list.key).to_vec()).unwrap_or_default();
    }
    save
}

/// What is noted of a session beside its content, as answers have it.
pub(super) const NOTED: [&str; 4] = ["base", "owner", "collaborators", "visibility"];

/// A session as the lists of other answers have it; keys without a value are left out.
pub(super) fn members(session: &SessionEntry, keys: &[&str]) -> Map<String, Value> {
    let given = |key: &&str| {
        let value = session.content().get(*key)?;
        let says = !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty());
        says.then(|| ((*key).to_owned(), value.clone()))
    };
    keys.iter().filter_map(given).collect()
}
