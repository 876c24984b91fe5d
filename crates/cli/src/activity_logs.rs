//! Loads what figures need of the activity log: by the indexes in `.handoff/local/`, so that only
//! what was appended since is read. Finds problems of the log without loading it.

use handoff_engine::Engine;
use handoff_protocol::{Action, Answer, Context, FileState, Problem, Query, View};

use crate::disk::Disk;

/// The folder of the logs.
const FOLDER: &str = "activity";

/// A log that has just been loaded.
struct Loaded {
    path: String,
    index_path: String,
    /// The index that was there.
    index: Option<Vec<u8>>,
    /// The content, or the end of it that was read.
    bytes: Vec<u8>,
}

/// Loads every log that is not known from its beginning, and writes new indexes where they save
/// reading. An index that cannot be written costs time only, so errors are ignored.
pub fn load_figures(engine: &mut Engine, disk: &Disk, context: &Context) {
    let mut loaded = Vec::new();
    let mut whole = Vec::new();
    for path in paths(disk) {
        let Some(index_path) = Engine::log_index_path(&path).filter(|_| !engine.has_log(&path)) else { continue };
        let index = read(disk, &index_path);
        let end = index.as_deref().and_then(|index| feed_by_index(engine, disk, &path, index));
        let Some(bytes) = end.or_else(|| {
            let bytes = read(disk, &path)?;
            whole.push(FileState::File { path: path.clone(), bytes: bytes.clone() });
            Some(bytes)
        }) else {
            continue;
        };
        loaded.push(Loaded { path, index_path, index, bytes });
    }
    engine.feed(whole, context.now);
    for log in loaded {
        if let Some(new) = engine.log_index(&log.path, &log.bytes, context) {
            save(disk, &log, new, context.seed);
        }
    }
}

/// Loads the logs of the month of an RFC 3339 time and of all months after it.
pub fn load_since(engine: &mut Engine, disk: &Disk, time: &str, context: &Context) {
    let month = time.get(..7).unwrap_or_default();
    let is_needed = |path: &String| path.split('/').nth(1).is_some_and(|named| named >= month);
    let read = |path: String| Some(FileState::File { bytes: read(disk, &path)?, path });
    let logs = paths(disk).into_iter().filter(is_needed).filter_map(read).collect();
    engine.feed(logs, context.now);
}

/// Returns the problems of all logs. One log after the other is in memory.
pub fn problems(disk: &Disk, context: &Context) -> Vec<Problem> {
    let of_log = |path: String| {
        let bytes = read(disk, &path)?;
        let mut engine = Engine::new();
        engine.feed(vec![FileState::File { path: path.clone(), bytes }], context.now);
        let View::Problems(mut problems) = engine.view(&Query::Problems {}, context) else { return None };
        problems.retain(|problem| problem.path == path);
        Some(problems)
    };
    paths(disk).into_iter().filter_map(of_log).flatten().collect()
}

/// Adds a log by its index. Returns what was read of the log, or `None` if the index cannot be used.
fn feed_by_index(engine: &mut Engine, disk: &Disk, path: &str, index: &[u8]) -> Option<Vec<u8>> {
    let offset = Engine::log_index_offset(index)?;
    let Answer::Part { bytes, .. } = disk.perform(&Action::ReadFrom { path: path.to_owned(), offset }) else {
        return None;
    };
    engine.feed_indexed(path, index, &bytes).then_some(bytes)
}

/// Returns the paths of the files in the folders of the months.
fn paths(disk: &Disk) -> Vec<String> {
    let names = |path: &str| match disk.perform(&Action::List { path: path.to_owned() }) {
        Answer::Names { names } => names.into_iter().map(|name| format!("{path}/{name}")).collect(),
        _ => Vec::new(),
    };
    names(FOLDER).iter().flat_map(|month| names(month)).collect()
}

fn read(disk: &Disk, path: &str) -> Option<Vec<u8>> {
    match disk.perform(&Action::Read { path: path.to_owned() }) {
        Answer::Bytes { bytes } => Some(bytes),
        _ => None,
    }
}

/// Replaces the index, unless another program has written one meanwhile.
fn save(disk: &Disk, log: &Loaded, bytes: Vec<u8>, seed: u32) {
    let from = format!("{}.tmp.{seed}", log.index_path);
    let written = disk.perform(&Action::Write { path: from.clone(), bytes });
    let replace = Action::Replace { from: from.clone(), to: log.index_path.clone(), expected: log.index.clone() };
    if !matches!(written, Answer::Ok {}) || !matches!(disk.perform(&replace), Answer::Ok {}) {
        disk.perform(&Action::Remove { path: from });
    }
}
