//! What a conversation needs from a person, from what its client tells a hook.

use handoff_protocol::NeedKind;
use serde_json::Value;

use crate::lines::{cut, one_line};
use crate::secrets::redact_text;

/// Maximum length of a text, in tokens.
const MAX_TOKENS: usize = 60;
/// The members of a tool's input that say what it would do, the most telling first.
const TELLING: [&str; 7] = ["command", "file_path", "notebook_path", "url", "query", "path", "description"];
/// The tool with which Claude Code asks the person.
const ASK_TOOL: &str = "AskUserQuestion";

/// What a conversation needs, without secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// The kind of it.
    pub kind: NeedKind,
    /// One line; empty if the client tells nothing.
    pub text: String,
    /// Whether the client may have told more of the same before.
    pub is_vague: bool,
}

/// Returns what an event of a client says is needed, `None` if it says that nothing is.
///
/// Claude Code and Codex: `PermissionRequest` with `tool_name` and `tool_input`, `Elicitation` with `message`, and
/// `Notification` with `notification_type`. Gemini CLI: `Notification` with the type `ToolPermission`.
pub fn need(input: &Value) -> Option<Need> {
    let text = |key: &str| input.get(key).and_then(Value::as_str).unwrap_or_default();
    let of = |kind, words: &str| Need { kind, text: shown(words), is_vague: false };
    match (text("hook_event_name"), text("notification_type")) {
        ("PermissionRequest", _) => Some(match question(input) {
            Some(question) => of(NeedKind::Answer, question),
            None => of(NeedKind::Permission, &tool_words(input)),
        }),
        ("Elicitation", _) => Some(of(NeedKind::Answer, text("message"))),
        (_, "permission_prompt" | "ToolPermission") => {
            Some(Need { is_vague: true, ..of(NeedKind::Permission, text("message")) })
        }
        (_, "elicitation_dialog" | "agent_needs_input") => {
            Some(Need { is_vague: true, ..of(NeedKind::Answer, text("message")) })
        }
        _ => None,
    }
}

/// Returns what a conversation that has ended its turn needs: what to do next. Its last words say more.
pub fn next_instruction(input: &Value) -> Need {
    let words = input.get("last_assistant_message").and_then(Value::as_str).unwrap_or_default();
    Need { kind: NeedKind::Instruction, text: shown(words), is_vague: false }
}

/// Returns the first question that an agent asks with a tool for questions.
fn question(input: &Value) -> Option<&str> {
    let is_ask = input.get("tool_name").and_then(Value::as_str) == Some(ASK_TOOL);
    input.pointer("/tool_input/questions/0/question")?.as_str().filter(|_| is_ask)
}

/// Returns a tool and what it would do: "Bash: npm test".
fn tool_words(input: &Value) -> String {
    let tool = input.get("tool_name").and_then(Value::as_str).unwrap_or_default();
    let told = input.get("tool_input").and_then(|input| TELLING.iter().find_map(|key| input.get(*key)?.as_str()));
    match told {
        Some(told) if !tool.is_empty() => format!("{tool}: {told}"),
        _ => tool.to_owned(),
    }
}

fn shown(words: &str) -> String {
    cut(&one_line(&redact_text(words.to_owned())), MAX_TOKENS)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn events_of_clients_say_what_is_needed() {
        let permission = |text: &str, is_vague| Some((NeedKind::Permission, text.to_owned(), is_vague));
        let answer = |text: &str, is_vague| Some((NeedKind::Answer, text.to_owned(), is_vague));
        let request = |tool: &str, input: Value| json!({"hook_event_name": "PermissionRequest", "tool_name": tool, "tool_input": input});
        let notice =
            |kind: &str| json!({"hook_event_name": "Notification", "notification_type": kind, "message": "Needs you"});
        let ask = json!({"questions": [{"question": "Which port?"}, {"question": "Later?"}]});
        for (input, expected) in [
            (
                request("Bash", json!({"command": "npm test\nrm x", "description": "Test"})),
                permission("Bash: npm test rm x", false),
            ),
            (request("Write", json!({"file_path": "a.md", "content": "x"})), permission("Write: a.md", false)),
            (request("mcp__tide__get", json!({"port": 1})), permission("mcp__tide__get", false)),
            (request("AskUserQuestion", ask), answer("Which port?", false)),
            (request("", json!(7)), permission("", false)),
            (json!({"hook_event_name": "Elicitation", "message": "Sign in?"}), answer("Sign in?", false)),
            (notice("permission_prompt"), permission("Needs you", true)),
            (notice("ToolPermission"), permission("Needs you", true)),
            (notice("elicitation_dialog"), answer("Needs you", true)),
            (notice("idle_prompt"), None),
            (notice("auth_success"), None),
            (json!({}), None),
            (Value::Null, None),
        ] {
            assert_eq!(need(&input).map(|need| (need.kind, need.text, need.is_vague)), expected, "{input}");
        }
    }

    #[test]
    fn text_has_no_secret_and_is_short() {
        let token = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0".repeat(2).chars().take(36).collect::<String>());
        let command = format!("curl -H 'Authorization: {token}' {}", "https://example.org/ ".repeat(100));
        let input =
            json!({"hook_event_name": "PermissionRequest", "tool_name": "Bash", "tool_input": {"command": command}});
        let need = need(&input).unwrap();
        assert!(!need.text.contains("ghp_") && need.text.len() < 600, "{}", need.text);
    }
}
