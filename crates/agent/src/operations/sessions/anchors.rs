//! Adds to context pointers what is saved about their files.

use handoff_protocol::agent::SessionPatch;
use serde_json::Value;

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

/// As [`anchor`], for the pointers of a patch.
pub(crate) async fn anchor_patch(shell: &Shell, patch: &mut SessionPatch, commit: Option<&str>) -> Vec<String> {
    let Some(list) = patch.lists.iter_mut().find(|list| list.key == POINTERS) else { return Vec::new() };
    let (given, missing) = anchor(shell, std::mem::take(&mut list.given), commit).await;
    list.given = given;
    missing
}
