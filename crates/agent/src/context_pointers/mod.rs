//! Context pointers: what is saved about the files that they refer to, and how these files have
//! changed since.
//!
//! Invariant: the saved data is an extra key of the pointer itself, which other programs keep and
//! ignore.

pub(crate) mod line_anchors;
mod symbol;

use handoff_format::fnv1a;
use handoff_protocol::view::PointerChange;
use handoff_protocol::{FileAnswer, FileRequest, PathProbe};
use serde_json::{Map, Value, json};

use crate::context_pointers::line_anchors::{Lines, Place, Trace, span};
use crate::context_pointers::symbol::{find_symbol, symbol};

/// Key of the data that is saved with a pointer.
const SEEN: &str = "handoff_seen";
/// Key of the current state in answers.
const NOW: &str = "handoff_now";
/// Maximum number of files to read for one call.
const MAX_FILES: usize = 100;

/// Returns the files of pointers, each once.
fn requests<'v>(
    pointers: impl Iterator<Item = &'v Value>,
    since: impl Fn(&'v Value) -> Option<String>,
) -> Vec<FileRequest> {
    let mut requests: Vec<FileRequest> = Vec::new();
    for pointer in pointers {
        let Some(path) = path(pointer) else { continue };
        let request = FileRequest { path: path.to_owned(), since: since(pointer) };
        if requests.len() < MAX_FILES && !requests.contains(&request) {
            requests.push(request);
        }
    }
    requests
}

/// Returns the path of a pointer, without a fragment after `#`. A plain string is a path.
pub(crate) fn path(pointer: &Value) -> Option<&str> {
    let text = pointer.as_str().or_else(|| pointer.get("path")?.as_str())?;
    let path = text.split_once('#').map_or(text, |(path, _)| path);
    (!path.is_empty()).then_some(path)
}

/// Returns a pointer such as `src/a.rs:10-20` with the lines as a member of their own. Lines that
/// are numbers become a text.
pub(crate) fn with_lines(mut pointer: Value) -> Value {
    let Some(members) = pointer.as_object_mut() else { return pointer };
    let text = match members.get("lines") {
        Some(Value::Number(line)) => Some(line.to_string()),
        Some(Value::Array(lines)) => {
            let separator = if lines.len() == 2 { "-" } else { ", " };
            Some(lines.iter().map(Value::to_string).collect::<Vec<String>>().join(separator))
        }
        _ => None,
    };
    if let Some(text) = text {
        members.insert("lines".to_owned(), json!(text));
    }
    let lines = members.get("path").and_then(Value::as_str).and_then(|path| path.rsplit_once(':'));
    if let Some((path, lines)) = lines.filter(|(path, lines)| !path.is_empty() && span(lines).is_some())
        && !members.contains_key("lines")
    {
        let (path, lines) = (json!(path), json!(lines));
        members.insert("path".to_owned(), path);
        members.insert("lines".to_owned(), lines);
    }
    pointer
}

/// Returns the line ranges of a pointer; empty if it refers to the whole file.
fn ranges(pointer: &Value) -> Vec<(usize, usize)> {
    if let Some(ranges) = pointer.get("focus_ranges").and_then(Value::as_array) {
        let line = |range: &Value, key: &str| range.get(key).and_then(Value::as_u64).map(|line| line.to_string());
        let both = |range: &Value| span(&format!("{}-{}", line(range, "start")?, line(range, "end")?));
        return ranges.iter().filter_map(both).collect();
    }
    let lines = pointer.get("lines").and_then(Value::as_str).unwrap_or_default();
    lines.split(',').filter_map(span).collect()
}

/// Returns the files to read before pointers are saved.
pub(crate) fn requests_for_new_pointers(given: &[Value]) -> Vec<FileRequest> {
    requests(given.iter(), |_| None)
}

/// Returns the pointers with the data to save about their files, and what does not exist: paths of
/// files, and lines that a file does not have.
pub(crate) fn with_anchors(
    given: Vec<Value>,
    requests: &[FileRequest],
    answers: &[FileAnswer],
    commit: Option<&str>,
) -> (Vec<Value>, Vec<String>) {
    let mut missing = Vec::new();
    let pointers = given.into_iter().map(|mut pointer| {
        let answer = answer_to(&pointer, requests, answers, None);
        missing.extend(answer.and_then(|answer| absence(&pointer, &answer.found)));
        let anchor = answer.and_then(|answer| anchor(&pointer, &answer.found, commit));
        if let Value::Object(members) = &mut pointer {
            // Agents may return keys of an earlier answer.
            members.shift_remove(NOW);
            members.shift_remove(SEEN);
            members.extend(anchor.map(|anchor| (SEEN.to_owned(), anchor)));
        }
        pointer
    });
    (pointers.collect(), missing)
}

/// Names what a pointer refers to and does not exist, `None` if it does or if that is not known.
fn absence(pointer: &Value, found: &PathProbe) -> Option<String> {
    let path = path(pointer)?;
    let bytes = match found {
        PathProbe::File { bytes } => bytes,
        PathProbe::Gone => return Some(path.to_owned()),
        PathProbe::Folder | PathProbe::Closed => return None,
    };
    let text = text(bytes)?;
    if let Some(symbol) = symbol(pointer) {
        return find_symbol(text, symbol, None).is_none().then(|| format!("{symbol} in {path}"));
    }
    let count = text.lines().count();
    let beyond = ranges(pointer).into_iter().find(|(_, last)| *last > count)?;
    Some(format!("{path} {} (the file has {count} lines)", dashed(beyond)))
}

/// Returns the answer for the file of a pointer.
fn answer_to<'s>(
    pointer: &Value,
    requests: &[FileRequest],
    answers: &'s [FileAnswer],
    since: Option<String>,
) -> Option<&'s FileAnswer> {
    let request = FileRequest { path: path(pointer)?.to_owned(), since };
    answers.get(requests.iter().position(|known| *known == request)?)
}

/// Returns the data to save about a pointer's file.
fn anchor(pointer: &Value, found: &PathProbe, commit: Option<&str>) -> Option<Value> {
    let PathProbe::File { bytes } = found else { return None };
    let text = text(bytes);
    let lines = text.map(Lines::of);
    let mut anchor = Map::new();
    anchor.insert("file".to_owned(), json!(fingerprint(bytes, lines.as_ref())));
    let named = symbol(pointer).and_then(|symbol| find_symbol(text?, symbol, None)).map(|line| (line, line));
    let ranges: Vec<(usize, usize)> = ranges(pointer).into_iter().chain(named).collect();
    let traces: Vec<String> = lines
        .iter()
        .flat_map(|lines| ranges.iter().filter_map(|range| lines.trace(*range)))
        .map(|trace| trace.to_text())
        .collect();
    if !traces.is_empty() {
        anchor.insert("lines".to_owned(), json!(traces));
    }
    if let Some(commit) = commit {
        anchor.insert("commit".to_owned(), json!(commit));
    }
    Some(Value::Object(anchor))
}

/// Returns the text of a file, or `None` if the file is binary.
fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))
}

fn fingerprint(bytes: &[u8], lines: Option<&Lines>) -> String {
    format!("{:016x}", lines.map_or_else(|| fnv1a(bytes), Lines::fingerprint))
}

/// The current state of the files that pointers refer to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    requests: Vec<FileRequest>,
    answers: Vec<FileAnswer>,
}

/// Returns the files to read to compare them with what was saved.
pub(crate) fn requests_for_stored_pointers<'v>(pointers: impl Iterator<Item = &'v Value>) -> Vec<FileRequest> {
    requests(pointers, since)
}

/// Returns the commit at which a pointer was saved.
fn since(pointer: &Value) -> Option<String> {
    Some(pointer.get(SEEN)?.get("commit")?.as_str()?.to_owned())
}

/// The current state of one pointer, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PointerState {
    /// The file's new path, if it was renamed.
    renamed: Option<String>,
    /// Line ranges of the pointer with their states. `None` means the whole file.
    places: Vec<(Option<(usize, usize)>, State)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Lines(Place),
    /// The line that the pointer names by its text.
    Found(usize),
    Unchanged,
    Changed,
    Gone,
    /// The file has not had these lines since the pointer was saved.
    Absent,
}

impl Places {
    pub(crate) fn new(requests: Vec<FileRequest>, answers: Vec<FileAnswer>) -> Places {
        Places { requests, answers }
    }

    /// Returns the hash of a file as it is now: `Some(None)` if the file is gone, `None` if it was not read.
    #[allow(clippy::option_option, reason = "unread, gone and a hash are different")]
    pub(crate) fn hash(&self, path: &str) -> Option<Option<String>> {
        let request = self.requests.iter().position(|request| request.path == path && request.since.is_none());
        match &self.answers.get(request?)?.found {
            PathProbe::File { bytes } => Some(Some(fingerprint(bytes, text(bytes).map(Lines::of).as_ref()))),
            PathProbe::Gone => Some(None),
            PathProbe::Folder | PathProbe::Closed => None,
        }
    }

    /// Compares the file of a pointer with what was saved. Of a pointer without saved data, only what is
    /// missing and the line of a symbol are known.
    fn state(&self, pointer: &Value) -> Option<PointerState> {
        let anchor = pointer.get(SEEN);
        let answer = answer_to(pointer, &self.requests, &self.answers, since(pointer))?;
        let renamed = answer.renamed.clone();
        let whole = |state| Some(PointerState { renamed: renamed.clone(), places: vec![(None, state)] });
        let bytes = match &answer.found {
            PathProbe::File { bytes } => bytes,
            PathProbe::Gone => return whole(State::Gone),
            PathProbe::Folder | PathProbe::Closed => return None,
        };
        let text = text(bytes);
        let lines = text.map(Lines::of);
        let traces = anchor.and_then(|anchor| anchor.get("lines")?.as_array()).map(Vec::as_slice).unwrap_or_default();
        let traces: Vec<Trace> = traces.iter().filter_map(|trace| Trace::from_text(trace.as_str()?)).collect();
        if let (Some(symbol), Some(text)) = (symbol(pointer), text) {
            let trace = traces.first();
            let line = find_symbol(text, symbol, trace.map(|trace| trace.span.0)).map(State::Found);
            let similar = || Some(State::Lines(lines.as_ref()?.find(trace?)));
            return whole(line.or_else(similar).unwrap_or(State::Absent));
        }
        let is_absent = |range: &(usize, usize)| {
            let is_anchored = traces.iter().any(|trace| trace.span.0 == range.0);
            !is_anchored && lines.as_ref().is_some_and(|lines| range.0 > lines.count())
        };
        if ranges(pointer).iter().any(is_absent) {
            return whole(State::Absent);
        }
        let anchor = anchor?;
        let is_same = anchor.get("file").and_then(Value::as_str) == Some(fingerprint(bytes, lines.as_ref()).as_str());
        if is_same {
            return whole(State::Unchanged);
        }
        // The lines of the pointer may have been changed without a new anchor.
        let anchored = |range: &(usize, usize)| {
            let trace = traces.iter().find(|trace| trace.span.0 == range.0 && trace.span.1 <= range.1)?;
            Some((Some(*range), State::Lines(lines.as_ref()?.find(trace))))
        };
        let places: Vec<_> = ranges(pointer).iter().filter_map(anchored).collect();
        if places.is_empty() { whole(State::Changed) } else { Some(PointerState { renamed, places }) }
    }

    /// Describes the state of a pointer, such as `moved to 12-42`. Returns `None` if it has no
    /// saved data.
    pub(crate) fn describe(&self, pointer: &Value) -> Option<String> {
        let state = self.state(pointer)?;
        let several = state.places.len() > 1;
        let place = |(range, state): &(Option<(usize, usize)>, State)| match range.filter(|_| several) {
            Some(range) => format!("{} {}", dashed(range), state.describe()),
            None => state.describe(),
        };
        let renamed = state.renamed.iter().map(|path| format!("now {path}"));
        Some(renamed.chain(state.places.iter().map(place)).collect::<Vec<_>>().join(", "))
    }

    /// Returns the most serious change of a pointer, and where its lines are now if they are
    /// elsewhere. Returns `None` if it has no saved data.
    pub(crate) fn change(&self, pointer: &Value) -> Option<(PointerChange, String)> {
        let state = self.state(pointer)?;
        let lines: Vec<String> = state.places.iter().filter_map(|(_, state)| state.span().map(dashed)).collect();
        Some((state.worst(), lines.join(", ")))
    }

    /// Returns the lines of a pointer as they are now. Empty if it refers to the whole file, or if they
    /// were not found.
    pub(crate) fn lines(&self, pointer: &Value) -> Vec<(usize, usize)> {
        // Of a pointer without saved data, only the given lines are known.
        let Some(state) = self.state(pointer) else { return ranges(pointer) };
        let now = |(range, state): &(Option<(usize, usize)>, State)| match (state.span(), state.change()) {
            (Some(span), _) => vec![span],
            (None, PointerChange::Gone) => Vec::new(),
            (None, _) => range.map_or_else(|| ranges(pointer), |range| vec![range]),
        };
        state.places.iter().flat_map(now).collect()
    }

    /// Describes the state of one line range of a pointer, by its index.
    pub(crate) fn describe_range(&self, pointer: &Value, index: usize) -> Option<String> {
        let state = self.state(pointer)?;
        let range = *ranges(pointer).get(index)?;
        Some(state.places.iter().find(|(other, _)| *other == Some(range))?.1.describe())
    }

    /// Describes the state of a pointer's file, or returns `None` if only its line ranges have
    /// states.
    pub(crate) fn describe_file(&self, pointer: &Value) -> Option<String> {
        let state = self.state(pointer)?;
        let renamed = state.renamed.iter().map(|path| format!("now {path}"));
        let whole = state.places.iter().filter(|(range, _)| range.is_none()).map(|(_, state)| state.describe());
        let words = renamed.chain(whole).collect::<Vec<_>>().join(", ");
        (!words.is_empty()).then_some(words)
    }

    /// Replaces the saved data of a pointer by its current state.
    pub(crate) fn to_json(&self, mut pointer: Value) -> Value {
        let state = self.state(&pointer);
        if let Value::Object(members) = &mut pointer {
            members.shift_remove(SEEN);
            members.extend(state.map(|state| (NOW.to_owned(), state.value())));
        }
        pointer
    }
}

impl PointerState {
    fn value(&self) -> Value {
        let mut members = Map::new();
        members.insert("state".to_owned(), json!(self.worst()));
        if let Some(path) = &self.renamed {
            members.insert("path".to_owned(), json!(path));
        }
        let has_lines = |(range, state): &&(Option<(usize, usize)>, State)| range.is_some() || state.span().is_some();
        let places = self.places.iter().filter(has_lines);
        let lines: Vec<Value> = places.map(|(range, state)| state.value(*range)).collect();
        if !lines.is_empty() {
            members.insert("lines".to_owned(), Value::Array(lines));
        }
        Value::Object(members)
    }

    /// Returns the most serious change.
    fn worst(&self) -> PointerChange {
        let changes: Vec<PointerChange> = self.places.iter().map(|(_, state)| state.change()).collect();
        let moved = if self.renamed.is_some() { PointerChange::Moved } else { PointerChange::Unchanged };
        let by_severity = [PointerChange::Gone, PointerChange::Changed, PointerChange::Moved];
        by_severity.into_iter().find(|change| changes.contains(change)).unwrap_or(moved)
    }
}

impl State {
    fn change(self) -> PointerChange {
        match self {
            State::Unchanged | State::Found(_) | State::Lines(Place::Unchanged) => PointerChange::Unchanged,
            State::Lines(Place::Moved(_)) => PointerChange::Moved,
            State::Changed | State::Lines(Place::Changed(_)) => PointerChange::Changed,
            State::Gone | State::Absent | State::Lines(Place::Gone) => PointerChange::Gone,
        }
    }

    /// Returns the current lines, if they are others.
    fn span(self) -> Option<(usize, usize)> {
        match self {
            State::Lines(Place::Moved(span) | Place::Changed(span)) => Some(span),
            State::Found(line) => Some((line, line)),
            _ => None,
        }
    }

    fn describe(self) -> String {
        let name = self.change().name();
        match (self, self.span()) {
            (State::Lines(Place::Moved(_)), Some(span)) => format!("moved to {}", dashed(span)),
            (State::Found(line), _) => format!("line {line}"),
            (State::Absent, _) => "no such lines".to_owned(),
            (_, Some(span)) => format!("{name}, now about {}", dashed(span)),
            _ => name.to_owned(),
        }
    }

    fn value(self, range: Option<(usize, usize)>) -> Value {
        let mut members = Map::new();
        if let Some(range) = range {
            members.insert("lines".to_owned(), json!(dashed(range)));
        }
        members.insert("state".to_owned(), json!(self.change()));
        if let Some(span) = self.span() {
            members.insert("now".to_owned(), json!(dashed(span)));
        }
        Value::Object(members)
    }
}

fn dashed((first, last): (usize, usize)) -> String {
    if first == last { first.to_string() } else { format!("{first}-{last}") }
}
