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
/// The lists of sessions, each with the words by which its entries are called.
const LISTS: [(&str, &[&str]); 7] = [
    ("decisions", &["decision"]),
    ("blockers", &[]),
    ("checklist", &["item"]),
    ("handoff_notes", &["note"]),
    ("references", &["label", "uri"]),
    ("context_pointers", &["path"]),
    ("related_task_ids", &[]),
];
/// Marks the one note that tells how far things are.
const PROGRESS: &str = "progress";
/// Marks the note by which other programs know that there is more.
const BASE: &str = "base";
/// A chain longer than this is never followed; none of ours is as long.
const DEEPEST: usize = 64;

const MISSING: &str = "The session {base}, on which {id} builds, is not there any more; what it held is not shown.";
const CIRCLE: &str = "The sessions on which {id} builds go in a circle at {base}; what lies behind it is not shown.";

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

/// The id of the session on which one builds.
pub(crate) fn base(content: &Value) -> Option<String> {
    record(content).get("base")?.as_str().map(str::to_owned)
}

/// A session with all that it builds on.
pub(crate) struct Whole {
    /// As a session that builds on nothing has it; where something of that is missing, it still builds on it.
    pub(crate) content: Value,
    /// The sessions on which it builds, the nearest first.
    pub(crate) chain: Vec<String>,
    /// What of that cannot be shown, and why.
    pub(crate) gap: Option<Text>,
}

/// What a session with that id and content holds with all that it builds on.
pub(crate) fn whole(id: &str, content: &Value, sessions: &[SessionEntry]) -> Whole {
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
    record.shift_remove("base");
    record.shift_remove("remove");
    if let Some((_, base)) = &gap {
        record.insert("base".to_owned(), json!(base));
        record.extend(all_taken_away(&links).map(|remove| ("remove".to_owned(), remove)));
    }
    let mut members = Map::new();
    for link in links.into_iter().rev() {
        build(&mut members, link);
    }
    set_record(&mut members, record);
    mark(&mut members);
    let gap = gap.map(|(template, base)| Text::with(template, [("base", base), ("id", id.to_owned())]));
    Whole { content: Value::Object(members), chain, gap }
}

/// All that some sessions together take away.
fn all_taken_away(links: &[&Value]) -> Option<Value> {
    let list = |key: &str| {
        let names: Vec<String> = links.iter().flat_map(|link| taken_away(link, key)).collect();
        (!names.is_empty()).then(|| (key.to_owned(), json!(names)))
    };
    let lists: Map<String, Value> = LISTS.iter().filter_map(|(key, _)| list(key)).collect();
    (!lists.is_empty()).then_some(Value::Object(lists))
}

/// A content as answers have it: what is noted beside it stands with the other keys, and the note for programs that know nothing of bases is
/// left out.
pub(crate) fn shown(content: Value, mut record: Map<String, Value>) -> Value {
    let Value::Object(mut members) = content else { return content };
    set_record(&mut members, Map::new());
    mark(&mut members);
    // What is taken away is not there.
    record.shift_remove("remove");
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
    for (key, _) in LISTS {
        let lower = match below.get_mut(key).map(Value::take) {
            Some(Value::Array(list)) => list,
            _ => Vec::new(),
        };
        let upper = own.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let list = joined(key, lower, upper, &taken_away(link, key));
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

/// The entries of a base without those that are taken away, and what is added; what is called the same takes its place.
fn joined(key: &str, lower: Vec<Value>, upper: &[Value], gone: &[String]) -> Vec<Value> {
    let is_gone = |entry: &Value| called(key, entry).is_some_and(|name| gone.iter().any(|gone| gone == name));
    let mut list: Vec<Value> = lower.into_iter().filter(|entry| !is_gone(entry) && !is_kind(entry, BASE)).collect();
    for entry in upper.iter().filter(|entry| !is_kind(entry, BASE)) {
        match list.iter_mut().find(|known| is_same(key, known, entry)) {
            Some(known) => known.clone_from(entry),
            None => list.push(entry.clone()),
        }
    }
    list
}

fn is_same(key: &str, one: &Value, other: &Value) -> bool {
    let name = called(key, one);
    one == other
        || (is_kind(one, PROGRESS) && is_kind(other, PROGRESS))
        || (name.is_some() && name == called(key, other) && !is_kind(one, PROGRESS))
}

fn is_kind(entry: &Value, kind: &str) -> bool {
    entry.get("kind").and_then(Value::as_str) == Some(kind)
}

/// The words by which an entry of a list is called.
pub(crate) fn called<'v>(key: &str, entry: &'v Value) -> Option<&'v str> {
    let names = LISTS.iter().find(|(list, _)| *list == key).map(|(_, names)| *names)?;
    entry.as_str().or_else(|| names.iter().find_map(|name| entry.get(*name)?.as_str()))
}

/// What a session takes away from a list of its base.
fn taken_away(content: &Value, key: &str) -> Vec<String> {
    let record = record(content);
    let names = record.get("remove").and_then(|remove| remove.get(key)).and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Tells programs that know nothing of this that there is more, where there is, and takes that away where there is none.
pub(crate) fn mark(content: &mut Map<String, Value>) {
    const NOTES: &str = "handoff_notes";
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
        let words = format!("This session holds only what was added to the session {base}; the rest stands there.");
        notes.insert(0, json!({"note": words, "category": "context", "kind": BASE}));
    }
    if notes.is_empty() {
        content.shift_remove(NOTES);
    } else {
        content.insert(NOTES.to_owned(), Value::Array(notes));
    }
}
