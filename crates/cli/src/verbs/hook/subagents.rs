//! The hooks at the start and the end of a subagent.

use handoff_agent::{Capture, subagent_context, subagent_result};
use serde_json::Value;

use crate::ground::clock::now;
use crate::ground::progress::NoProgress;
use crate::project::Project;
use crate::verbs::hook::transcript_file;

/// Returns what the subagent should know of its task.
pub fn start(project: &mut Project, input: &Value) -> Option<String> {
    let transcript = transcript_file::read(input, "transcript_path");
    let context = project.context();
    subagent_context(project.engine().reader(), &context, &transcript, name(input)?)
}

/// Notes the result of the subagent at its task.
pub fn stop(project: &mut Project, input: &Value) {
    let transcript = transcript_file::read(input, "agent_transcript_path");
    let capture = Capture::of(&transcript, &project.folder().display().to_string());
    let words = input.get("last_assistant_message").and_then(Value::as_str);
    let actor = project.actor();
    let reader = project.engine().reader();
    let Some(name) = name(input) else { return };
    if let Some(command) = subagent_result(reader, &actor, now(), &transcript, &capture, name, words) {
        // A note that is refused, for example because writing is paused, is missing.
        let _ = project.execute(&command, &mut NoProgress);
    }
}

/// Returns the name of the subagent: its kind.
fn name(input: &Value) -> Option<&str> {
    ["agent_type", "agent_id"].iter().find_map(|key| input.get(*key)?.as_str()).filter(|name| !name.is_empty())
}
