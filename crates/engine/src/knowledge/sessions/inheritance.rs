//! Session inheritance: a session may hold only what it adds to its base, and the names of what it
//! removes from it.
//!
//! Invariant: a resolved session has every entry of its bases that was not removed, or says that a
//! base is missing.

use handoff_format::Value;
use handoff_protocol::Text;
use serde_json::{Map, json};

use crate::ground::texts;
use crate::knowledge::sessions::SessionEntry;
use crate::knowledge::sessions::removed::{REMOVED, Removed};

/// The key of a session under which programs keep values without a key of their own.
const ENVIRONMENT: &str = "environment";
/// The key in the environment under which Handoff keeps its record.
const RECORD: &str = "handoff_record";
/// The key in the record for the ID of the handover that has written the session.
pub const HANDOVER_RUN: &str = "handover_run";
/// A list of a session.
struct List {
    key: &'static str,
    /// The keys of an entry that may hold its name.
    name_keys: &'static [&'static str],
    /// The key of an entry that distinguishes it from others with the same name.
    detail_key: Option<&'static str>,
}

const LISTS: [List; 7] = [
    List { key: "decisions", name_keys: &["decision"], detail_key: None },
    List { key: "blockers", name_keys: &[], detail_key: None },
    List { key: "checklist", name_keys: &["item"], detail_key: None },
    List { key: NOTES, name_keys: &["note"], detail_key: None },
    List { key: "references", name_keys: &["label", "uri"], detail_key: Some("uri") },
    List { key: POINTERS, name_keys: &["path"], detail_key: Some("lines") },
    List { key: "related_task_ids", name_keys: &[], detail_key: None },
];
/// The kind of the note about progress, of which there is one at most.
const PROGRESS: &str = "progress";
/// The kind of the note that tells other programs about the base.
const BASE: &str = "base";
/// The kind of the note that a client writes before it compacts a conversation, of which there is
/// one at most. It is no content, it is not inherited, and the next save removes it.
const DRAFT: &str = "draft";
/// The keys of the record that are about inheritance.
pub const INHERITANCE_KEYS: [&str; 2] = ["base", "remove"];
/// The list of notes.
const NOTES: &str = "handoff_notes";
/// The list of context pointers.
const POINTERS: &str = "context_pointers";
/// The maximum number of bases that are followed.
const MAX_CHAIN: usize = 64;

/// Returns Handoff's record in a session: its base, what it removes, its owner.
pub(crate) fn record(content: &Value) -> Map<String, Value> {
    let record = content.get(ENVIRONMENT).and_then(|environment| environment.get(RECORD));
    record.and_then(Value::as_object).cloned().unwrap_or_default()
}

/// Returns the members of a session's environment, without Handoff's record.
pub(crate) fn environment(content: &Value) -> Vec<(&str, &Value)> {
    let members = content.get(ENVIRONMENT).and_then(Value::as_object).into_iter().flatten();
    members.filter(|(key, _)| *key != RECORD).map(|(key, value)| (key.as_str(), value)).collect()
}

/// Adds missing members to a session's environment. One that is no object stays as it is.
pub(crate) fn add_to_environment(content: &mut Map<String, Value>, members: &[(String, Value)]) {
    if members.is_empty() {
        return;
    }
    if let Value::Object(environment) = content.entry(ENVIRONMENT).or_insert_with(|| json!({})) {
        for (key, value) in members {
            environment.entry(key).or_insert_with(|| value.clone());
        }
    }
}

/// Writes the record, or removes it if it is empty. An environment that is not an object becomes
/// the member `value` of a new one.
pub(crate) fn set_record(content: &mut Map<String, Value>, record: Map<String, Value>) {
    let has_record = content.get(ENVIRONMENT).is_some_and(|environment| environment.get(RECORD).is_some());
    if record.is_empty() && !has_record {
        return;
    }
    let mut environment = match content.get_mut(ENVIRONMENT).map(Value::take) {
        Some(Value::Object(members)) => members,
        None | Some(Value::Null) => Map::new(),
        Some(other) => Map::from_iter([("value".to_owned(), other)]),
    };
    if record.is_empty() {
        environment.shift_remove(RECORD);
    } else {
        environment.insert(RECORD.to_owned(), Value::Object(record));
    }
    if environment.is_empty() {
        content.shift_remove(ENVIRONMENT);
    } else {
        content.insert(ENVIRONMENT.to_owned(), Value::Object(environment));
    }
}

/// Returns the ID of a session's base.
pub(crate) fn base(content: &Value) -> Option<String> {
    record(content).get("base")?.as_str().map(str::to_owned)
}

/// A session with the content of its bases.
pub(crate) struct ResolvedSession {
    /// The content without a base. If a base is missing, the record still names it.
    pub(crate) content: Value,
    /// The IDs of its bases, the nearest first.
    pub(crate) chain: Vec<String>,
    /// Which base is missing, and why.
    pub(crate) gap: Option<Text>,
}

/// Resolves a session: merges the content of its bases into it.
pub(crate) fn resolve(id: &str, content: &Value, sessions: &[SessionEntry]) -> ResolvedSession {
    let mut layers = vec![content];
    let mut removals = Removed::all(&record(content));
    let mut chain: Vec<String> = Vec::new();
    let mut gap = None;
    let mut next = base(content);
    while let Some(base_id) = next.take() {
        if base_id == id || chain.contains(&base_id) || chain.len() >= MAX_CHAIN {
            gap = Some((texts::SESSION_BASES_CYCLE, base_id));
        } else if let Some(session) = sessions.iter().find(|session| session.id() == base_id) {
            next = base(session.own());
            layers.push(session.own());
            removals.extend(Removed::all(&session.record()));
            chain.push(base_id);
        } else {
            gap = Some((texts::SESSION_BASE_MISSING, base_id));
        }
    }
    let mut record = record(content);
    record.retain(|key, _| !INHERITANCE_KEYS.contains(&key.as_str()));
    if let Some((_, base)) = &gap {
        record.insert("base".to_owned(), json!(base));
        record.extend(layered_removals(&layers).map(|remove| ("remove".to_owned(), remove)));
    }
    let mut members = Map::new();
    let ids: Vec<&str> = std::iter::once(id).chain(chain.iter().map(String::as_str)).collect();
    for (layer, id) in layers.into_iter().zip(ids).rev() {
        add_layer(&mut members, &without_removed(layer, id, &removals));
    }
    set_record(&mut members, record);
    update_base_note(&mut members);
    let gap = gap.map(|(template, base)| Text::with(template, [("base", base), ("id", id.to_owned())]));
    ResolvedSession { content: Value::Object(members), chain, gap }
}

/// Returns the content of a session without the entries that sessions above it removed. Items that
/// they ticked are ticked.
fn without_removed(content: &Value, id: &str, removals: &[Removed]) -> Value {
    let mut content = content.clone();
    for removed in removals.iter().filter(|removed| removed.sessions.iter().any(|session| session == id)) {
        let Some(Value::Array(list)) = content.get_mut(&removed.list) else { continue };
        let is_named =
            |entry: &Value| name(&removed.list, entry).is_some_and(|name| removed.is_of(&removed.list, &name));
        if removed.is_done {
            list.iter_mut().filter(|entry| is_named(entry)).for_each(|entry| set_checked(entry, true));
        } else {
            list.retain(|entry| !is_named(entry));
        }
    }
    content
}

/// Ticks or unticks a checklist item. A plain text becomes an object.
pub(crate) fn set_checked(item: &mut Value, is_checked: bool) {
    if let Some(members) = item.as_object_mut() {
        members.insert("checked".to_owned(), json!(is_checked));
    } else {
        let text = item.as_str().map_or_else(|| item.to_string(), str::to_owned);
        *item = json!({"item": text, "checked": is_checked});
    }
}

/// Returns the entries that some sessions together remove, by list.
fn layered_removals(layers: &[&Value]) -> Option<Value> {
    let list = |key: &str| {
        let names: Vec<String> = layers.iter().flat_map(|layer| removals(layer, key)).collect();
        (!names.is_empty()).then(|| (key.to_owned(), json!(names)))
    };
    let lists: Map<String, Value> = LISTS.iter().filter_map(|List { key, .. }| list(key)).collect();
    (!lists.is_empty()).then_some(Value::Object(lists))
}

/// Returns a content for answers: the keys of the record are with the other keys, and the note
/// about the base is left out.
pub(crate) fn to_answer(content: Value, mut record: Map<String, Value>) -> Value {
    let Value::Object(mut members) = content else { return content };
    set_record(&mut members, Map::new());
    update_base_note(&mut members);
    // Names of removed entries, and how lists are saved, are not content.
    record.retain(|key, _| key == "base" || !INHERITANCE_KEYS.contains(&key.as_str()));
    record.shift_remove(REMOVED);
    record.shift_remove(HANDOVER_RUN);
    for (key, value) in record {
        members.entry(key).or_insert(value);
    }
    Value::Object(members)
}

/// Replaces the content of a base by that of the session on top of it. From the base it inherits
/// lists, the environment and the timeline.
fn add_layer(members: &mut Map<String, Value>, layer: &Value) {
    let mut base = std::mem::take(members);
    let Some(own) = layer.as_object() else { return };
    members.clone_from(own);
    for List { key, .. } in LISTS {
        let base_list = match base.get_mut(key).map(Value::take) {
            Some(Value::Array(list)) => list,
            _ => Vec::new(),
        };
        let own_list = own.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let removals = removals(layer, key);
        let is_inherited = |entry: &Value| !is_named_by_any(key, entry, &removals) && !is_kind(entry, DRAFT);
        let list = merge_lists(key, base_list.into_iter().filter(is_inherited).collect(), own_list);
        if !list.is_empty() {
            members.insert(key.to_owned(), Value::Array(list));
        } else if members.get(key).is_some_and(Value::is_array) {
            members.shift_remove(key);
        }
    }
    if let (Some(timeline), None) = (base.get("timeline"), own.get("timeline")) {
        members.insert("timeline".to_owned(), timeline.clone());
    }
    // An environment that is not an object replaces the inherited one.
    if let (Some(Value::Object(inherited)), None | Some(Value::Object(_))) =
        (base.get(ENVIRONMENT), own.get(ENVIRONMENT))
    {
        let own_entries = own.get(ENVIRONMENT).and_then(Value::as_object).into_iter().flatten();
        let merged = inherited.iter().chain(own_entries).map(|(key, value)| (key.clone(), value.clone()));
        members.insert(ENVIRONMENT.to_owned(), Value::Object(merged.collect()));
    }
}

/// Returns a value of a session after another one was given for it: members of the environment are
/// added to those that there are.
pub(crate) fn merge_value(key: &str, old: Option<&Value>, new: &Value) -> Value {
    match (old, new) {
        (Some(Value::Object(old)), Value::Object(new)) if key == ENVIRONMENT => {
            let mut members = old.clone();
            members.extend(new.clone());
            Value::Object(members)
        }
        _ => new.clone(),
    }
}

/// Adds entries to a list. An entry replaces an existing one that is equal or has the same name,
/// else it is appended. Each existing entry is replaced at most once, and added entries never
/// replace each other.
pub(crate) fn merge_lists(key: &str, existing: Vec<Value>, added: &[Value]) -> Vec<Value> {
    // The flag says whether the entry is new or matches a new one.
    let mut list: Vec<(Value, bool)> = existing.into_iter().map(|entry| (entry, false)).collect();
    list.retain(|(entry, _)| !is_kind(entry, BASE));
    let mut unequal_entries: Vec<&Value> = Vec::new();
    for entry in added.iter().filter(|entry| !is_kind(entry, BASE)) {
        match list.iter_mut().find(|(candidate, is_matched)| !is_matched && candidate == entry) {
            Some((_, is_matched)) => *is_matched = true,
            None => unequal_entries.push(entry),
        }
    }
    for entry in unequal_entries {
        match list.iter_mut().find(|(candidate, is_matched)| !is_matched && is_same(key, candidate, entry)) {
            Some(slot) => *slot = (with_keys_of(&slot.0, entry), true),
            None => list.push((entry.clone(), true)),
        }
    }
    list.into_iter().map(|(entry, _)| entry).collect()
}

/// Returns a new entry with the keys of the entry that it replaces, so that an entry that is given
/// again without a reason keeps it.
fn with_keys_of(old: &Value, new: &Value) -> Value {
    let (Some(old), Some(new_members)) = (old.as_object(), new.as_object()) else { return new.clone() };
    let mut members = old.clone();
    members.extend(new_members.clone());
    Value::Object(members)
}

/// Returns whether two entries of a list have the same name, or are both the single note of a kind.
fn is_same(key: &str, entry: &Value, other: &Value) -> bool {
    let single_kind = [PROGRESS, DRAFT].into_iter().find(|kind| is_kind(entry, kind));
    match single_kind {
        Some(kind) => is_kind(other, kind),
        None => name(key, entry).is_some_and(|name| Some(name) == self::name(key, other)),
    }
}

fn is_kind(entry: &Value, kind: &str) -> bool {
    entry.get("kind").and_then(Value::as_str) == Some(kind)
}

/// Returns the full name of an entry of a list, as a load shows it: of a context pointer its path
/// and lines, of a reference its label and URI.
pub(crate) fn name(key: &str, entry: &Value) -> Option<String> {
    let short_name = short_name(key, entry)?;
    let list = LISTS.iter().find(|list| list.key == key)?;
    let detail = list.detail_key.and_then(|detail_key| entry.get(detail_key)?.as_str());
    // A reference without a label is named by its URI alone.
    let detail = detail.filter(|detail| !detail.is_empty() && *detail != short_name);
    Some(detail.map_or_else(|| short_name.to_owned(), |detail| format!("{short_name} {detail}")))
}

/// Returns whether a text that names what to remove matches an entry. A path alone matches all
/// pointers into a file, a label alone all references with it.
pub(crate) fn is_named_by(key: &str, entry: &Value, text: &str) -> bool {
    short_name(key, entry) == Some(text) || name(key, entry).is_some_and(|name| name == text)
}

fn is_named_by_any(key: &str, entry: &Value, texts: &[String]) -> bool {
    texts.iter().any(|text| is_named_by(key, entry, text))
}

/// Returns an entry that is a text, or the first of its texts that can be its name.
fn short_name<'v>(key: &str, entry: &'v Value) -> Option<&'v str> {
    let list = LISTS.iter().find(|list| list.key == key)?;
    entry.as_str().or_else(|| list.name_keys.iter().find_map(|key| entry.get(*key)?.as_str()))
}

/// The lists that count as content.
const CONTENT: [&str; 6] = ["decisions", "blockers", "checklist", NOTES, "references", POINTERS];

/// Returns whether a session has an entry in one of its lists of decisions, blockers, open items,
/// notes, references or pointers. A summary, a label, an environment or a draft alone do not count.
pub(crate) fn has_content(content: &Value) -> bool {
    let is_content = |entry: &Value| !is_kind(entry, DRAFT) && !is_kind(entry, BASE);
    CONTENT
        .iter()
        .any(|key| content.get(*key).and_then(Value::as_array).is_some_and(|list| list.iter().any(is_content)))
}

/// Returns a note that is a draft.
pub(crate) fn draft_note(text: &str) -> Value {
    json!({"note": text, "category": "context", "kind": DRAFT})
}

/// Returns whether a note is a draft.
pub(crate) fn is_draft(note: &Value) -> bool {
    is_kind(note, DRAFT)
}

/// Returns the draft note of a session.
pub(crate) fn draft(content: &Value) -> Option<&Value> {
    content.get(NOTES)?.as_array()?.iter().find(|note| is_kind(note, DRAFT))
}

/// Removes the draft note.
pub(crate) fn remove_draft(content: &mut Value) {
    if let Some(Value::Array(notes)) = content.get_mut(NOTES) {
        notes.retain(|note| !is_kind(note, DRAFT));
    }
}

/// Returns the names of the entries that a session removes from a list of its base.
fn removals(content: &Value, key: &str) -> Vec<String> {
    let record = record(content);
    let names = record.get("remove").and_then(|remove| remove.get(key)).and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Returns the entries that a record removes from the bases of its session, by list and name.
pub(crate) fn all_removals(record: &Map<String, Value>) -> Vec<(String, String)> {
    let lists = record.get("remove").and_then(Value::as_object).into_iter().flatten();
    let texts = |list: &Value| {
        list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect::<Vec<_>>()
    };
    lists.flat_map(|(key, list)| texts(list).into_iter().map(move |text| (key.clone(), text))).collect()
}

/// Adds the note that tells other programs about the base. Removes it if there is no base.
pub(crate) fn update_base_note(content: &mut Map<String, Value>) {
    let base = base(&Value::Object(content.clone()));
    let mut notes = match content.get(NOTES) {
        Some(Value::Array(notes)) => notes.clone(),
        None => Vec::new(),
        // Another program wrote a value that is not a list: leave it alone.
        Some(_) => return,
    };
    if base.is_none() && !notes.iter().any(|note| is_kind(note, BASE)) {
        return;
    }
    notes.retain(|note| !is_kind(note, BASE));
    if let Some(base) = base {
        let words = Text::with(texts::SESSION_WITH_BASE, [("base", base)]).to_string();
        notes.insert(0, json!({"note": words, "category": "context", "kind": BASE}));
    }
    if notes.is_empty() {
        content.shift_remove(NOTES);
    } else {
        content.insert(NOTES.to_owned(), Value::Array(notes));
    }
}
