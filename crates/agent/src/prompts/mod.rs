//! The MCP prompts, and the prompt that starts a task.

mod task_prompt;

pub use crate::prompts::task_prompt::task_prompt;

use serde_json::{Map, Value};

use crate::HandoffError;
use crate::InvalidArgument;
use crate::resources::Kind;

/// A prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// Name.
    pub name: &'static str,
    /// Description.
    pub description: &'static str,
    /// Name and description of its optional argument.
    pub argument: Option<(&'static str, &'static str)>,
    /// The text; `{}` is replaced by `with`.
    text: &'static str,
    /// The insertion if the argument is given; `{}` is replaced by its value.
    with: &'static str,
}

/// All prompts.
pub const PROMPTS: [Prompt; 4] = [
    Prompt {
        name: "resume",
        description: "Continue where the last conversation ended.",
        argument: Some(("session_id", "The session to continue")),
        text: "Call handoff_load_context{}. Tell me in three sentences what was done, what blocks the work and what comes next, and then continue with \
               the first thing under Next.",
        with: " with session_id {}",
    },
    Prompt {
        name: "close",
        description: "End this conversation so that the next one can continue.",
        argument: None,
        text: "Bring the tasks up to date with one call of handoff_update_task: what is finished, what was begun, what turned up. Then \
               call handoff_save_context with a summary of one sentence, each decision with its reason and confidence, what blocks, one suggestion of \
               what to do next, the cautions, and pointers to the lines that the next conversation should read first.{}",
        with: "",
    },
    Prompt {
        name: "plan",
        description: "Break a task down into parts that can be finished.",
        argument: Some(("task_id", "The task to plan")),
        text: "Read {} with handoff_get_task. Break it down into parts of at most a day: for each a title, done criteria that can be checked, an \
               estimate, and what it waits for. Show me the list, and add the parts with one call of handoff_update_task once I agree.",
        with: "task {}",
    },
    Prompt {
        name: "review_blocked",
        description: "Look at what is blocked, and what would unblock it.",
        argument: None,
        text: "Call handoff_list_tasks with status_filter blocked, and handoff_get_task for each. Say for each what it waits for, who can unblock it, and \
               the smallest step that would; list the step that unblocks the most first.{}",
        with: "",
    },
];

/// Returns the kind of record whose ID is an argument of a prompt.
pub fn kind_of(prompt: &str, argument: &str) -> Option<Kind> {
    let (name, _) = PROMPTS.iter().find(|known| known.name == prompt)?.argument?;
    match name {
        name if name != argument => None,
        "session_id" => Some(Kind::Session),
        "task_id" => Some(Kind::Task),
        _ => None,
    }
}

/// Returns the text of a prompt with its argument inserted.
pub fn prompt(name: &str, arguments: &Map<String, Value>) -> Result<String, HandoffError> {
    let prompt = PROMPTS.iter().find(|prompt| prompt.name == name);
    let prompt = prompt.ok_or_else(|| HandoffError::refused(format!("There is no prompt {name}.")))?;
    let given = match prompt.argument.and_then(|(name, _)| Some((name, arguments.get(name)?))) {
        None | Some((_, Value::Null)) => None,
        Some((_, Value::String(value))) => Some(value).filter(|value| !value.trim().is_empty()),
        Some((name, _)) => return Err(InvalidArgument::new(name, "a string").into()),
    };
    let missing = if prompt.name == "plan" { "the task that I name next" } else { "" };
    let with = given.map_or_else(|| missing.to_owned(), |value| prompt.with.replacen("{}", value, 1));
    Ok(prompt.text.replacen("{}", &with, 1))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn prompt_inserts_its_argument() {
        let text = |name: &str, arguments: Value| match &arguments {
            Value::Object(arguments) => prompt(name, arguments).unwrap_or_else(|error| error.to_string()),
            _ => String::new(),
        };
        assert!(
            text("resume", json!({"session_id": "s-1"}))
                .starts_with("Call handoff_load_context with session_id s-1. Tell")
        );
        assert!(text("resume", json!({"task_id": "t1"})).starts_with("Call handoff_load_context. Tell"));
        assert!(text("plan", json!({"task_id": "t1{}"})).starts_with("Read task t1{} with"));
        assert!(text("plan", json!({"task_id": " "})).starts_with("Read the task that I name next with"));
        assert_eq!(text("plan", json!({"task_id": 1})), "The argument task_id must be a string.");
        assert_eq!(text("sing", json!({})), "There is no prompt sing.");
        for each in PROMPTS {
            assert!(!text(each.name, json!({})).contains("{}"), "{}", each.name);
        }
    }
}
