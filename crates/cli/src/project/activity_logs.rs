//! Loads what figures need of the activity log: by the indexes in `.handoff/local/`, so that only
//! what was appended since is read. Finds problems of the log without loading it.

use handoff_engine::Engine;
use handoff_protocol::{Action, Answer, Context, FileState, Problem, Query, View};

use crate::ground::disk::Disk;

/// The folder of the logs.
const FOLDER: &str = "activity";

/// Loads every log that is not known from its beginning, and writes new indexes where they save
/// reading. One content after the other is in memory. An index that cannot be written costs time
/// only, so errors are ignored.
pub fn load_figures(engine: &mut Engine, disk: &Disk, context: &Context) {
    for path in paths(disk) {
        let Some(index_path) = Engine::log_index_path(&path).filter(|_| !engine.has_log(&path)) else { continue };
        let index = read(disk, &index_path);
        let end = index.as_deref().and_then(|index| feed_by_index(engine, disk, &path, index));
        let Some(bytes) = end.or_else(|| feed_whole(engine, disk, &path)) else { continue };
        if let Some(new) = engine.log_index(&path, &bytes, context) {
            save(disk, &index_path, index, new, context.seed);
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

/// Adds a whole log. Returns its content, `None` if it cannot be read.
fn feed_whole(engine: &mut Engine, disk: &Disk, path: &str) -> Option<Vec<u8>> {
    let bytes = read(disk, path)?;
    engine.feed_log(path, &bytes);
    Some(bytes)
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

/// Replaces the index `before`, unless another program has written one meanwhile.
fn save(disk: &Disk, index_path: &str, before: Option<Vec<u8>>, bytes: Vec<u8>, seed: u32) {
    let from = format!("{index_path}.tmp.{seed}");
    let written = disk.perform(&Action::Write { path: from.clone(), bytes, flush: false });
    let replace = Action::Replace { from: from.clone(), to: index_path.to_owned(), expected: before, flush: false };
    if !matches!(written, Answer::Ok {}) || !matches!(disk.perform(&replace), Answer::Ok {}) {
        disk.perform(&Action::Remove { path: from, flush: false });
    }
}
