//! Adds to a session what is saved about its files: the state of Git, and anchors of its context pointers.

use handoff_protocol::GitState;
use handoff_protocol::agent::SessionPatch;
use serde_json::{Value, json};

use crate::Shell;
use crate::context_pointers;
use crate::operations::sessions::fields::POINTERS;

/// Adds anchors for their files to pointers. Returns the paths of files that do not exist as well.
pub(crate) async fn anchor(shell: &Shell, given: Vec<Value>, commit: Option<&str>) -> (Vec<Value>, Vec<String>) {
    let given: Vec<Value> = given.into_iter().map(context_pointers::with_lines).collect();
    let requests = context_pointers::requests_for_new_pointers(&given);
    let answers = shell.files(requests.clone()).await;
    context_pointers::with_anchors(given, &requests, &answers, commit)
}

/// Adds the state of Git to a session, and anchors to its pointers. Returns the paths of files that do
/// not exist.
pub(crate) async fn add_files(shell: &Shell, patch: &mut SessionPatch, git: Option<&GitState>) -> Vec<String> {
    if let Some(git) = git {
        let text = |value: &Option<String>| json!(value.as_deref().unwrap_or("unknown"));
        let dirty = if git.dirty.is_empty() { Value::Null } else { json!(git.dirty) };
        let values = [("branch", text(&git.branch)), ("commit", text(&git.commit)), ("dirty_files", dirty)];
        patch.values.extend(values.map(|(key, value)| (key.to_owned(), value)));
    }
    let commit = git.and_then(|git| git.commit.as_deref());
    let Some(list) = patch.lists.iter_mut().find(|list| list.key == POINTERS) else { return Vec::new() };
    let (given, missing) = anchor(shell, std::mem::take(&mut list.given), commit).await;
    list.given = given;
    missing
}
