//! Sessions that carry only what they add to another one, their base, or take from it.
//!
//! Invariant: what stands in a base and was not taken away is shown with what builds on it, and where a base is missing that is said.

use handoff_format::Value;
use handoff_protocol::Text;
use serde_json::{Map, json};

use crate::sessions::SessionEntry;

/// Where a session keeps what other programs have no key for.
const ENVIRONMENT: &str = "environment";
/// The key of that.
const RECORD: &str = "handoff_record";
/// The lists of sessions, each with the keys of the words by which its entries are called, and the
/// key that tells entries apart that are called alike.
const LISTS: [(&str, &[&str], Option<&str>); 7] = [
    ("decisions", &["decision"], None),
    ("blockers", &[], None),
    ("checklist", &["item"], None),
    (NOTES, &["note"], None),
    ("references", &["label", "uri"], Some("uri")),
    (POINTERS, &["path"], Some("lines")),
    ("related_task_ids", &[], None),
];
/// Marks the one note that tells how far things are.
const PROGRESS: &str = "progress";
/// Marks the note by which other programs know that there is more.
const BASE: &str = "base";
/// Marks the note that a client leaves before it compacts a conversation. It is no save: it counts
/// as no content, is not inherited, and the next save drops it.
const DRAFT: &str = "draft";
/// The key of the record that says that given lists add, although the session holds what it built on
/// itself by now.
const ADDS: &str = "adds";
/// The keys of the record that are about what a session builds on.
pub const BUILDING: [&str; 3] = ["base", "remove", ADDS];
/// The list of notes.
const NOTES: &str = "handoff_notes";
/// The list of context pointers.
const POINTERS: &str = "context_pointers";
/// A chain longer than this is never followed; none of ours is as long.
const DEEPEST: usize = 64;

const MISSING: &str = "The session {base}, on which {id} builds, no longer exists; its content is not shown.";
const CIRCLE: &str = "The sessions on which {id} builds form a cycle at {base}; sessions before it are not shown.";

/// What of a session is ours: on what it builds, what it takes away, whose it is.
pub(crate) fn record(content: &Value) -> Map<String, Value> {
    let record = content.get(ENVIRONMENT).and_then(|environment| environment.get(RECORD));
    record.and_then(Value::as_object).cloned().unwrap_or_default()
}

/// Writes that down, or takes it away where it is empty. What stands in the way becomes a member.
pub(crate) fn set_record(content: &mut Map<String, Value>, record: Map<String, Value>) {
    let is_noted = content.get(ENVIRONMENT).is_some_and(|environment| environment.get(RECORD).is_some());
    if record.is_empty() && !is_noted {
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

/// Returns whether lists that are given add to those of a session with that record, because it
/// builds on another one, or did until it was made whole.
pub(crate) fn adds(record: &Map<String, Value>) -> bool {
    record.get("base").is_some_and(Value::is_string) || record.get(ADDS) == Some(&Value::Bool(true))
}

/// The id of the session on which one builds.
pub(crate) fn base(content: &Value) -> Option<String> {
    record(content).get("base")?.as_str().map(str::to_owned)
}

/// A session with all that it builds on.
pub(crate) struct ResolvedSession {
    /// As a session that builds on nothing has it; where something of that is missing, it still builds on it.
    pub(crate) content: Value,
    /// The sessions on which it builds, the nearest first.
    pub(crate) chain: Vec<String>,
    /// What of that cannot be shown, and why.
    pub(crate) gap: Option<Text>,
}

/// What a session with that id and content holds with all that it builds on.
pub(crate) fn whole(id: &str, content: &Value, sessions: &[SessionEntry]) -> ResolvedSession {
    let mut links = vec![content];
    let mut chain: Vec<String> = Vec::new();
    let mut gap = None;
    let mut next = base(content);
    while let Some(wanted) = next.take() {
        let found = sessions.iter().find(|session| session.id() == wanted);
        match found {
            _ if wanted == id || chain.contains(&wanted) || chain.len() >= DEEPEST => gap = Some((CIRCLE, wanted)),
            None => gap = Some((MISSING, wanted)),
            Some(session) => {
                next = base(session.own());
                links.push(session.own());
                chain.push(wanted);
            }
        }
    }
    let mut record = record(content);
    let builds = adds(&record);
    record.retain(|key, _| !BUILDING.contains(&key.as_str()));
    if let Some((_, base)) = &gap {
        record.insert("base".to_owned(), json!(base));
        record.extend(all_taken_away(&links).map(|remove| ("remove".to_owned(), remove)));
    } else if builds {
        record.insert(ADDS.to_owned(), json!(true));
    }
    let mut members = Map::new();
    for link in links.into_iter().rev() {
        build(&mut members, link);
    }
    set_record(&mut members, record);
    mark(&mut members);
    let gap = gap.map(|(template, base)| Text::with(template, [("base", base), ("id", id.to_owned())]));
    ResolvedSession { content: Value::Object(members), chain, gap }
}

/// All that some sessions together take away.
fn all_taken_away(links: &[&Value]) -> Option<Value> {
    let list = |key: &str| {
        let names: Vec<String> = links.iter().flat_map(|link| taken_away(link, key)).collect();
        (!names.is_empty()).then(|| (key.to_owned(), json!(names)))
    };
    let lists: Map<String, Value> = LISTS.iter().filter_map(|(key, ..)| list(key)).collect();
    (!lists.is_empty()).then_some(Value::Object(lists))
}

/// A content as answers have it: what is noted beside it stands with the other keys, and the note for programs that know nothing of bases is
/// left out.
pub(crate) fn shown(content: Value, mut record: Map<String, Value>) -> Value {
    let Value::Object(mut members) = content else { return content };
    set_record(&mut members, Map::new());
    mark(&mut members);
    // What is taken away is not there, and how lists are saved is not content.
    record.retain(|key, _| key == "base" || !BUILDING.contains(&key.as_str()));
    for (key, value) in record {
        members.entry(key).or_insert(value);
    }
    Value::Object(members)
}

/// Puts a session on top of what it builds on. Of its base only lists, the environment and the line of work are its own too.
fn build(members: &mut Map<String, Value>, link: &Value) {
    let mut below = std::mem::take(members);
    let Some(own) = link.as_object() else { return };
    members.clone_from(own);
    for (key, ..) in LISTS {
        let lower = match below.get_mut(key).map(Value::take) {
            Some(Value::Array(list)) => list,
            _ => Vec::new(),
        };
        let upper = own.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let gone = taken_away(link, key);
        let stays = |entry: &Value| !is_named_by_any(key, entry, &gone) && !is_kind(entry, DRAFT);
        let list = joined(key, lower.into_iter().filter(stays).collect(), upper);
        if !list.is_empty() {
            members.insert(key.to_owned(), Value::Array(list));
        } else if members.get(key).is_some_and(Value::is_array) {
            members.shift_remove(key);
        }
    }
    if let (Some(timeline), None) = (below.get("timeline"), own.get("timeline")) {
        members.insert("timeline".to_owned(), timeline.clone());
    }
    // What is no table takes the place of one.
    if let (Some(Value::Object(lower)), None | Some(Value::Object(_))) = (below.get(ENVIRONMENT), own.get(ENVIRONMENT))
    {
        let upper = own.get(ENVIRONMENT).and_then(Value::as_object).into_iter().flatten();
        let both = lower.iter().chain(upper).map(|(key, value)| (key.clone(), value.clone()));
        members.insert(ENVIRONMENT.to_owned(), Value::Object(both.collect()));
    }
}

/// Adds entries to a list. Each takes the place of one that is equal or is called the same, else it
/// comes last. Entries that are added together never take each other's place, and neither do those
/// that are there.
pub(crate) fn joined(key: &str, there: Vec<Value>, added: &[Value]) -> Vec<Value> {
    let mut list: Vec<(Value, bool)> = there.into_iter().map(|entry| (entry, false)).collect();
    list.retain(|(entry, _)| !is_kind(entry, BASE));
    let mut rest: Vec<&Value> = Vec::new();
    for entry in added.iter().filter(|entry| !is_kind(entry, BASE)) {
        match list.iter_mut().find(|(known, is_taken)| !is_taken && known == entry) {
            Some((_, is_taken)) => *is_taken = true,
            None => rest.push(entry),
        }
    }
    for entry in rest {
        match list.iter_mut().find(|(known, is_taken)| !is_taken && is_same(key, known, entry)) {
            Some(place) => *place = (entry.clone(), true),
            None => list.push((entry.clone(), true)),
        }
    }
    list.into_iter().map(|(entry, _)| entry).collect()
}

fn is_same(key: &str, one: &Value, other: &Value) -> bool {
    let single = [PROGRESS, DRAFT].into_iter().find(|kind| is_kind(one, kind));
    match single {
        Some(kind) => is_kind(other, kind),
        None => name(key, one).is_some_and(|name| Some(name) == self::name(key, other)),
    }
}

fn is_kind(entry: &Value, kind: &str) -> bool {
    entry.get("kind").and_then(Value::as_str) == Some(kind)
}

/// The words by which an entry of a list is told from the others: of a context pointer its path and
/// its lines, of a reference its label and its address, as a load shows them.
pub(crate) fn name(key: &str, entry: &Value) -> Option<String> {
    let called = called(key, entry)?;
    let (.., apart) = LISTS.iter().find(|(list, ..)| *list == key)?;
    let apart = apart.and_then(|apart| entry.get(apart)?.as_str()).filter(|apart| !apart.is_empty());
    Some(apart.map_or_else(|| called.to_owned(), |apart| format!("{called} {apart}")))
}

/// Returns whether a text that names what to remove means an entry. The path alone means all
/// pointers into a file, the label alone all references with it.
pub(crate) fn is_named_by(key: &str, entry: &Value, text: &str) -> bool {
    called(key, entry) == Some(text) || name(key, entry).is_some_and(|name| name == text)
}

fn is_named_by_any(key: &str, entry: &Value, texts: &[String]) -> bool {
    texts.iter().any(|text| is_named_by(key, entry, text))
}

/// The text of an entry of a list, or the first of the texts that an entry has instead of it.
fn called<'v>(key: &str, entry: &'v Value) -> Option<&'v str> {
    let (_, names, _) = LISTS.iter().find(|(list, ..)| *list == key)?;
    entry.as_str().or_else(|| names.iter().find_map(|name| entry.get(*name)?.as_str()))
}

/// Removes the entries that some texts name from a session's own lists, and notes the texts in its
/// record, where earlier ones stay.
pub(crate) fn remove(members: &mut Map<String, Value>, record: &mut Map<String, Value>, wanted: &Map<String, Value>) {
    let mut noted = match record.shift_remove("remove") {
        Some(Value::Object(noted)) => noted,
        _ => Map::new(),
    };
    for (key, texts) in wanted {
        let texts: Vec<String> =
            texts.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
        if let Some(Value::Array(list)) = members.get_mut(key) {
            list.retain(|entry| !is_named_by_any(key, entry, &texts));
        }
        let Some(known) = noted.entry(key.as_str()).or_insert_with(|| json!([])).as_array_mut() else { continue };
        for text in texts {
            if !known.iter().any(|known| *known == text) {
                known.push(Value::from(text));
            }
        }
    }
    noted.retain(|_, texts| texts.as_array().is_some_and(|texts| !texts.is_empty()));
    if !noted.is_empty() {
        record.insert("remove".to_owned(), Value::Object(noted));
    }
}

/// The lists that make a session worth showing.
const CONTENT: [&str; 6] = ["decisions", "blockers", "checklist", NOTES, "references", POINTERS];

/// Returns whether a session says anything: whether there is an entry in one of its lists of
/// decisions, blockers, open items, notes, references or pointers. A summary, a label, an
/// environment or a draft alone say nothing.
pub(crate) fn has_content(content: &Value) -> bool {
    let says = |entry: &Value| !is_kind(entry, DRAFT) && !is_kind(entry, BASE);
    CONTENT.iter().any(|key| content.get(*key).and_then(Value::as_array).is_some_and(|list| list.iter().any(says)))
}

/// Returns a note that is a draft.
pub(crate) fn draft_note(text: &str) -> Value {
    json!({"note": text, "category": "context", "kind": DRAFT})
}

/// Returns whether a note is a draft.
pub(crate) fn is_draft(note: &Value) -> bool {
    is_kind(note, DRAFT)
}

/// Returns the note of the draft in a session.
pub(crate) fn draft(content: &Value) -> Option<&Value> {
    content.get(NOTES)?.as_array()?.iter().find(|note| is_kind(note, DRAFT))
}

/// Drops the note of the draft.
pub(crate) fn drop_draft(content: &mut Value) {
    if let Some(Value::Array(notes)) = content.get_mut(NOTES) {
        notes.retain(|note| !is_kind(note, DRAFT));
    }
}

/// What a session takes away from a list of its base.
fn taken_away(content: &Value, key: &str) -> Vec<String> {
    let record = record(content);
    let names = record.get("remove").and_then(|remove| remove.get(key)).and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Tells programs that know nothing of this that there is more, where there is, and takes that away where there is none.
pub(crate) fn mark(content: &mut Map<String, Value>) {
    let base = base(&Value::Object(content.clone()));
    let mut notes = match content.get(NOTES) {
        Some(Value::Array(notes)) => notes.clone(),
        None => Vec::new(),
        // What is no list is left alone.
        Some(_) => return,
    };
    if base.is_none() && !notes.iter().any(|note| is_kind(note, BASE)) {
        return;
    }
    notes.retain(|note| !is_kind(note, BASE));
    if let Some(base) = base {
        let words = format!("This session contains only what was added to the session {base}; the rest is there.");
        notes.insert(0, json!({"note": words, "category": "context", "kind": BASE}));
    }
    if notes.is_empty() {
        content.shift_remove(NOTES);
    } else {
        content.insert(NOTES.to_owned(), Value::Array(notes));
    }
}
