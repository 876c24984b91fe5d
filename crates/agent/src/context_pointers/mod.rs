//! Pointers into files: what they remember of these when a session is saved, and what has become of that.
//!
//! Invariant: what is remembered stands in the pointer itself, where other programs keep it and nobody needs it.

pub(crate) mod file_lookup;
pub(crate) mod line_anchors;

use handoff_engine::sessions::SessionEntry;
use handoff_format::fnv1a;
use serde_json::{Map, Value, json};

use crate::context_pointers::file_lookup::{Found, Look, Sight};
use crate::context_pointers::line_anchors::{Lines, Place, Trace, span};

/// The key of what a pointer remembers.
const SEEN: &str = "handoff_seen";
/// The key of what has become of that, in answers.
const NOW: &str = "handoff_now";
/// So many files are looked at for one call.
const MOST: usize = 100;

/// The files of some pointers, each once.
fn looks<'v>(pointers: impl Iterator<Item = &'v Value>, since: impl Fn(&'v Value) -> Option<String>) -> Vec<Look> {
    let mut looks: Vec<Look> = Vec::new();
    for pointer in pointers {
        let Some(path) = path(pointer) else { continue };
        let look = Look { path: path.to_owned(), since: since(pointer) };
        if looks.len() < MOST && !looks.contains(&look) {
            looks.push(look);
        }
    }
    looks
}

/// A bare text is a path; whatever stands behind a `#` is not a part of it.
fn path(pointer: &Value) -> Option<&str> {
    let told = pointer.as_str().or_else(|| pointer.get("path")?.as_str())?;
    Some(told.split('#').next().unwrap_or(told)).filter(|path| !path.is_empty())
}

/// The lines that a pointer is about, as it names them; empty where it is about the whole file.
fn ranges(pointer: &Value) -> Vec<(usize, usize)> {
    if let Some(ranges) = pointer.get("focus_ranges").and_then(Value::as_array) {
        let line = |range: &Value, key: &str| range.get(key).and_then(Value::as_u64).map(|line| line.to_string());
        let both = |range: &Value| span(&format!("{}-{}", line(range, "start")?, line(range, "end")?));
        return ranges.iter().filter_map(both).collect();
    }
    let lines = pointer.get("lines").and_then(Value::as_str).unwrap_or_default();
    lines.split(',').filter_map(span).collect()
}

/// What to look at to remember it.
pub(crate) fn to_remember(given: &[Value]) -> Vec<Look> {
    looks(given.iter(), |_| None)
}

/// The pointers with what they remember, and the paths at which nothing is.
pub(crate) fn remembering(
    given: Vec<Value>,
    looks: &[Look],
    sights: &[Sight],
    commit: Option<&str>,
) -> (Vec<Value>, Vec<String>) {
    let mut missing = Vec::new();
    let pointers = given.into_iter().map(|mut pointer| {
        let seen = seen(&pointer, looks, sights, None);
        if let (Some(Found::Gone), Some(path)) = (seen.map(|sight| &sight.found), path(&pointer)) {
            missing.push(path.to_owned());
        }
        let memory = seen.and_then(|sight| memory(&pointer, &sight.found, commit));
        if let Value::Object(members) = &mut pointer {
            // An agent gives back what it was told.
            members.shift_remove(NOW);
            members.shift_remove(SEEN);
            members.extend(memory.map(|memory| (SEEN.to_owned(), memory)));
        }
        pointer
    });
    (pointers.collect(), missing)
}

fn seen<'s>(pointer: &Value, looks: &[Look], sights: &'s [Sight], since: Option<String>) -> Option<&'s Sight> {
    let look = Look { path: path(pointer)?.to_owned(), since };
    sights.get(looks.iter().position(|known| *known == look)?)
}

/// What to remember of a file.
fn memory(pointer: &Value, found: &Found, commit: Option<&str>) -> Option<Value> {
    let Found::File(bytes) = found else { return None };
    let lines = text(bytes).map(Lines::of);
    let mut memory = Map::new();
    memory.insert("file".to_owned(), json!(fingerprint(bytes, lines.as_ref())));
    let traces: Vec<String> = lines
        .iter()
        .flat_map(|lines| ranges(pointer).into_iter().filter_map(|range| lines.trace(range)))
        .map(|trace| trace.to_text())
        .collect();
    if !traces.is_empty() {
        memory.insert("lines".to_owned(), json!(traces));
    }
    if let Some(commit) = commit {
        memory.insert("commit".to_owned(), json!(commit));
    }
    Some(Value::Object(memory))
}

/// A file's text; none of what is no text.
fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))
}

fn fingerprint(bytes: &[u8], lines: Option<&Lines>) -> String {
    format!("{:016x}", lines.map_or_else(|| fnv1a(bytes), Lines::fingerprint))
}

/// What has become of the places that the pointers of some sessions name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    looks: Vec<Look>,
    sights: Vec<Sight>,
}

/// What to look at to say what has become of the pointers.
pub(crate) fn to_compare<'s>(sessions: impl Iterator<Item = &'s SessionEntry>) -> Vec<Look> {
    let pointers = sessions.flat_map(|session| session.list("context_pointers"));
    looks(pointers.filter(|pointer| pointer.get(SEEN).is_some()), since)
}

/// The commit at which a pointer's file was looked at.
fn since(pointer: &Value) -> Option<String> {
    Some(pointer.get(SEEN)?.get("commit")?.as_str()?.to_owned())
}

/// What has become of what one pointer names.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Now {
    /// The file's other name.
    renamed: Option<String>,
    /// The lines as the pointer names them, and where they are; one without lines stands for the file.
    places: Vec<(Option<(usize, usize)>, State)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Lines(Place),
    Unchanged,
    Changed,
    Gone,
}

impl Places {
    pub(crate) fn new(looks: Vec<Look>, sights: Vec<Sight>) -> Places {
        Places { looks, sights }
    }

    fn now(&self, pointer: &Value) -> Option<Now> {
        let memory = pointer.get(SEEN)?;
        let sight = seen(pointer, &self.looks, &self.sights, since(pointer))?;
        let renamed = sight.renamed.clone();
        let whole = |state| Some(Now { renamed: renamed.clone(), places: vec![(None, state)] });
        let bytes = match &sight.found {
            Found::File(bytes) => bytes,
            Found::Gone => return whole(State::Gone),
            Found::Folder | Found::Closed => return None,
        };
        let lines = text(bytes).map(Lines::of);
        let is_same = memory.get("file").and_then(Value::as_str) == Some(fingerprint(bytes, lines.as_ref()).as_str());
        let traces = memory.get("lines").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let traces: Vec<Trace> = traces.iter().filter_map(|trace| Trace::from_text(trace.as_str()?)).collect();
        if is_same {
            return whole(State::Unchanged);
        }
        // Somebody may have given the pointer other lines without looking at them.
        let remembered = |range: &(usize, usize)| {
            let trace = traces.iter().find(|trace| trace.span.0 == range.0 && trace.span.1 <= range.1)?;
            Some((Some(*range), State::Lines(lines.as_ref()?.find(trace))))
        };
        let places: Vec<_> = ranges(pointer).iter().filter_map(remembered).collect();
        if places.is_empty() { whole(State::Changed) } else { Some(Now { renamed, places }) }
    }

    /// In a few words: `moved to 12-42`. None where nothing is remembered.
    pub(crate) fn words(&self, pointer: &Value) -> Option<String> {
        let now = self.now(pointer)?;
        let several = now.places.len() > 1;
        let place = |(range, state): &(Option<(usize, usize)>, State)| match range.filter(|_| several) {
            Some(range) => format!("{} {}", dashed(range), state.words()),
            None => state.words(),
        };
        let renamed = now.renamed.iter().map(|path| format!("now {path}"));
        Some(renamed.chain(now.places.iter().map(place)).collect::<Vec<_>>().join(", "))
    }

    /// The same for the lines that a pointer names at a position.
    pub(crate) fn words_at(&self, pointer: &Value, at: usize) -> Option<String> {
        let now = self.now(pointer)?;
        let range = *ranges(pointer).get(at)?;
        Some(now.places.iter().find(|(told, _)| *told == Some(range))?.1.words())
    }

    /// The same for the file as a whole; none where its lines say it one by one.
    pub(crate) fn words_of_file(&self, pointer: &Value) -> Option<String> {
        let now = self.now(pointer)?;
        let renamed = now.renamed.iter().map(|path| format!("now {path}"));
        let whole = now.places.iter().filter(|(range, _)| range.is_none()).map(|(_, state)| state.words());
        let words = renamed.chain(whole).collect::<Vec<_>>().join(", ");
        (!words.is_empty()).then_some(words)
    }

    /// A pointer with what has become of it in place of what it remembers.
    pub(crate) fn told(&self, mut pointer: Value) -> Value {
        let now = self.now(&pointer);
        if let Value::Object(members) = &mut pointer {
            members.shift_remove(SEEN);
            members.extend(now.map(|now| (NOW.to_owned(), now.value())));
        }
        pointer
    }
}

impl Now {
    fn value(&self) -> Value {
        let mut told = Map::new();
        told.insert("state".to_owned(), json!(self.worst()));
        if let Some(path) = &self.renamed {
            told.insert("path".to_owned(), json!(path));
        }
        let lines: Vec<Value> = self.places.iter().filter_map(|(range, state)| state.value((*range)?)).collect();
        if !lines.is_empty() {
            told.insert("lines".to_owned(), Value::Array(lines));
        }
        Value::Object(told)
    }

    /// What is to be known first.
    fn worst(&self) -> &'static str {
        let names: Vec<&str> = self.places.iter().map(|(_, state)| state.name()).collect();
        let moved = if self.renamed.is_some() { "moved" } else { "unchanged" };
        ["gone", "changed", "moved"].into_iter().find(|name| names.contains(name)).unwrap_or(moved)
    }
}

impl State {
    fn name(self) -> &'static str {
        match self {
            State::Unchanged | State::Lines(Place::Unchanged) => "unchanged",
            State::Lines(Place::Moved(_)) => "moved",
            State::Changed | State::Lines(Place::Changed(_)) => "changed",
            State::Gone | State::Lines(Place::Gone) => "gone",
        }
    }

    /// The lines where it is now.
    fn span(self) -> Option<(usize, usize)> {
        match self {
            State::Lines(Place::Moved(span) | Place::Changed(span)) => Some(span),
            _ => None,
        }
    }

    fn words(self) -> String {
        let name = self.name();
        match (self, self.span()) {
            (State::Lines(Place::Moved(_)), Some(span)) => format!("moved to {}", dashed(span)),
            (_, Some(span)) => format!("{name}, now about {}", dashed(span)),
            _ => name.to_owned(),
        }
    }

    fn value(self, range: (usize, usize)) -> Option<Value> {
        let mut told = json!({"lines": dashed(range), "state": self.name()});
        if let Some(span) = self.span() {
            told.as_object_mut()?.insert("now".to_owned(), json!(dashed(span)));
        }
        Some(told)
    }
}

fn dashed((first, last): (usize, usize)) -> String {
    if first == last { first.to_string() } else { format!("{first}-{last}") }
}
