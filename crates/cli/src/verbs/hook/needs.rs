//! Notes that a conversation waits for a person, and that it goes on.
//!
//! A conversation that goes on is the most frequent event of all, so without a note nothing is read but its name.

use std::path::Path;
use std::time::UNIX_EPOCH;

use handoff_agent::{Need, need};
use handoff_engine::{agent_need_path, is_same_holder};
use handoff_protocol::{Actor, Command};
use serde_json::Value;

use crate::ground::progress::NoProgress;
use crate::project::{Place, Project};

/// Notes what an event says is needed.
pub fn note_event(folder: &Path, actor: Actor, conversation: &str, input: &Value) {
    let Some(need) = need(input) else { return };
    if need.is_vague && noted_at(folder, conversation).is_some() {
        return;
    }
    let mut project = Project::open(folder, actor, false);
    if project.engine().reader().is_initialized() {
        super::join_conversation(&mut project);
        note(&mut project, conversation, need);
    }
}

/// Notes what a conversation needs.
pub fn note(project: &mut Project, conversation: &str, Need { kind, text, .. }: Need) {
    let command = Command::NeedPerson { conversation: conversation.to_owned(), need: kind, text };
    // A note that is refused, for example because writing is paused, is missing.
    let _ = project.execute(&command, &mut NoProgress);
}

/// Removes the note of a conversation. One that was made after `start`, in milliseconds since 1970-01-01 UTC, is of a
/// later event.
pub fn go_on(folder: &Path, actor: Actor, conversation: &str, start: i64) {
    if noted_at(folder, conversation).is_some_and(|noted| noted <= start) {
        let mut project = Project::open(folder, actor, false);
        let command = Command::GoOn { conversation: conversation.to_owned() };
        let _ = project.execute(&command, &mut NoProgress);
    }
}

/// Returns whether the project's actor holds a task.
pub fn holds_task(project: &mut Project) -> bool {
    let actor = project.actor();
    let now = crate::ground::clock::now();
    project.engine().reader().holders(now).values().any(|holder| is_same_holder(&holder.actor, &actor))
}

/// Returns when the need of a conversation was noted, in milliseconds since 1970-01-01 UTC; `None` if it is not.
fn noted_at(folder: &Path, conversation: &str) -> Option<i64> {
    let place = Place::find(folder);
    if !place.is_project || place.refusal.is_some() {
        return None;
    }
    let home = place.main_home().unwrap_or(place.home);
    let data = std::fs::symlink_metadata(home.join(agent_need_path(conversation))).ok()?;
    let since_epoch = data.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(since_epoch.as_millis()).ok()
}
