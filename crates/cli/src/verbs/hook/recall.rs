//! The hook before an edit: gives the agent what is known about the file, once in a conversation.
//!
//! Which files it has given is in `.handoff/local/recalled/`, one file for each conversation. What
//! cannot be stored there is given again.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use handoff_agent::begin_recall;
use handoff_format::fnv1a_hex;
use handoff_protocol::Actor;
use serde_json::{Value, json};

use crate::ground::disk::{file, resolve_below};
use crate::ground::paths;
use crate::ground::progress::NoProgress;
use crate::project::{Part, Place, Project, drive};

/// The folder of the lists, below `.handoff/`.
const FOLDER: &str = "local/recalled";
/// The file by which Git ignores the folder.
const IGNORE: &str = ".gitignore";
/// How long a list is kept.
const KEPT: Duration = Duration::from_hours(30 * 24);
/// The members of a tool's input that name the file that it changes.
const FILE_KEYS: [&str; 3] = ["file_path", "notebook_path", "path"];

/// Returns what is known about the file that a tool is about to change; `None` if nothing is, or if the
/// conversation has got it before. `folder` is in the project.
pub fn before_edit(folder: &Path, actor: Actor, conversation: &str, input: &Value) -> Option<Value> {
    let tool_input = input.get("tool_input")?;
    let given = FILE_KEYS.iter().find_map(|key| tool_input.get(*key)?.as_str())?;
    let place = Place::find(folder);
    if !place.is_project || place.refusal.is_some() {
        return None;
    }
    // An absolute path replaces the folder.
    let path = paths::relative_path(&place.folder, &folder.join(given))?;
    let list = list(&place.home, conversation);
    let before = list.as_deref().and_then(|list| file::read_named_text(list).ok()).unwrap_or_default();
    if before.lines().any(|line| line == path) {
        return None;
    }
    let mut project = Project::open_part(folder, actor, Part::Knowledge);
    let ended = drive::perform_begun(&mut project, begin_recall(path.clone()), &mut NoProgress);
    let known = ended.result.ok()?.value?;
    if let Some(list) = list {
        // If it cannot be stored, it is given again.
        let _ = store(&list, &format!("{before}{path}\n"));
    }
    Some(json!({"hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": known}}))
}

/// Forgets what a conversation has got: it was compacted, and knows that no more.
pub fn forget(home: &Path, conversation: &str) {
    if let Some(list) = list(home, conversation) {
        // There may be no list.
        let _ = fs::remove_file(list);
    }
}

/// Returns the list of a conversation; `None` if a link leads to its place.
fn list(home: &Path, conversation: &str) -> Option<PathBuf> {
    resolve_below(home, &format!("{FOLDER}/{}", fnv1a_hex(conversation.as_bytes()))).ok()
}

/// Writes a list. Git ignores its folder also in a project whose `.gitignore` does not name it yet.
fn store(list: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = list.parent() {
        remove_old(folder);
        if !folder.join(IGNORE).exists() {
            file::write_private(&folder.join(IGNORE), b"*\n")?;
        }
    }
    file::write_private(list, text.as_bytes())
}

/// Removes the lists of conversations of long ago.
fn remove_old(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let age = entry.metadata().and_then(|data| data.modified()).ok().and_then(|time| time.elapsed().ok());
        if entry.file_name() != IGNORE && age.is_some_and(|age| age > KEPT) {
            // A file that stays is removed by a later call.
            let _ = fs::remove_file(entry.path());
        }
    }
}
