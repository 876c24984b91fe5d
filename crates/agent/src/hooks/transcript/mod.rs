//! The transcript of a conversation, as clients store it: one JSON value a line. The forms of Claude Code and of
//! Codex are known.
//!
//! Invariant: no input fails. A line of an unknown form, and one that was cut, is left out.

mod claude;
mod codex;
mod tokens;

pub use tokens::{TokenUse, token_uses};

use serde_json::Value;

/// What happened in a conversation, in order.
#[derive(Debug, Default, PartialEq)]
pub struct Transcript {
    pub(super) entries: Vec<Entry>,
}

/// One thing that happened in a conversation.
#[derive(Debug, PartialEq)]
pub(super) enum Entry {
    /// The person asked for something.
    Request(String),
    /// The agent said something.
    Words(String),
    /// The agent called a tool.
    Call(Call),
    /// A tool answered.
    Outcome(Outcome),
}

/// A call of a tool.
#[derive(Debug, PartialEq)]
pub(super) struct Call {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) input: Value,
}

/// The answer of a tool.
#[derive(Debug, PartialEq)]
pub(super) struct Outcome {
    /// The ID of the call.
    pub(super) id: String,
    pub(super) text: String,
    pub(super) is_failure: bool,
}

impl Transcript {
    /// Parses a transcript, or the end of one.
    pub fn parse(text: &str) -> Transcript {
        let lines: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        // The calls of a subagent may be in the transcript of its parent. In its own, all lines have the mark.
        let is_parent = lines.iter().any(|line| is_message(line) && !is_of_subagent(line));
        let own = lines.iter().filter(|line| !(is_parent && is_of_subagent(line)));
        Transcript {
            entries: own.flat_map(|line| claude::entries(line).into_iter().chain(codex::entries(line))).collect(),
        }
    }

    /// Returns the calls of tools, each with its answer.
    pub(super) fn calls(&self) -> impl Iterator<Item = (&Call, Option<&Outcome>)> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Call(call) => Some((call, self.outcome(&call.id))),
            _ => None,
        })
    }

    /// Returns the answer to a call.
    pub(super) fn outcome(&self, id: &str) -> Option<&Outcome> {
        self.entries.iter().find_map(|entry| match entry {
            Entry::Outcome(outcome) if outcome.id == id => Some(outcome),
            _ => None,
        })
    }
}

impl Call {
    /// Returns whether it is a call of a tool of Handoff. Clients put the name of the server before that of the tool.
    pub(super) fn is_of(&self, tool: &str) -> bool {
        self.name.ends_with(tool)
    }

    /// Returns the text of an argument.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.input.get(key)?.as_str()
    }
}

fn is_message(line: &Value) -> bool {
    matches!(line.get("type").and_then(Value::as_str), Some("user" | "assistant"))
}

fn is_of_subagent(line: &Value) -> bool {
    line.get("isSidechain") == Some(&Value::Bool(true))
}

/// Returns the text of a message or of the answer of a tool: a string, or a list of parts.
fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts = parts.iter().filter_map(|part| part.get("text")?.as_str());
            texts.collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}

/// Returns a text as a request of the person, unless a client has made it: its commands, its context and its
/// instructions begin with a tag or a mark.
fn request(text: &str) -> Option<Entry> {
    let text = text.trim();
    let is_made = ["<", "Caveat:", "[Request interrupted", "# AGENTS.md", "This session is being continued"];
    (!text.is_empty() && !is_made.iter().any(|start| text.starts_with(start))).then(|| Entry::Request(text.to_owned()))
}

/// Returns a text as words of the agent.
fn words(text: &str) -> Option<Entry> {
    let text = text.trim();
    (!text.is_empty()).then(|| Entry::Words(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn call(id: &str, name: &str, input: Value) -> Entry {
        Entry::Call(Call { id: id.to_owned(), name: name.to_owned(), input })
    }

    fn outcome(id: &str, text: &str, is_failure: bool) -> Entry {
        Entry::Outcome(Outcome { id: id.to_owned(), text: text.to_owned(), is_failure })
    }

    fn parse(lines: &[Value]) -> Vec<Entry> {
        let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
        Transcript::parse(&lines.join("\r\n")).entries
    }

    #[test]
    fn transcript_of_claude_code_is_read() {
        let user = |content: Value| json!({"type": "user", "message": {"role": "user", "content": content}});
        let assistant =
            |content: Value| json!({"type": "assistant", "message": {"role": "assistant", "content": content}});
        let edit = json!({"file_path": "/p/a.rs"});
        let entries = parse(&[
            json!({"type": "summary", "summary": "x"}),
            user(json!("Parse the dates")),
            user(json!("<command-name>/clear</command-name>")),
            json!({"type": "user", "isMeta": true, "message": {"content": "Caveat"}}),
            json!({"type": "user", "isCompactSummary": true, "message": {"content": "Long ago"}}),
            assistant(json!([{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "I edit."},
                             {"type": "tool_use", "id": "1", "name": "Edit", "input": edit}])),
            user(json!([{"type": "tool_result", "tool_use_id": "1", "content": [{"type": "text", "text": "ok"}]}])),
            user(json!([{"type": "tool_result", "tool_use_id": "2", "content": "Exit code 1", "is_error": true}])),
            json!({"type": "assistant", "isSidechain": true, "message": {"content": [{"type": "text", "text": "sub"}]}}),
            user(json!([{"type": "text", "text": "And the zones"}, {"type": "image"}])),
        ]);
        let expected = [
            Entry::Request("Parse the dates".to_owned()),
            Entry::Words("I edit.".to_owned()),
            call("1", "Edit", edit),
            outcome("1", "ok", false),
            outcome("2", "Exit code 1", true),
            Entry::Request("And the zones".to_owned()),
        ];
        assert_eq!(entries, expected);
        let own = json!({"type": "assistant", "isSidechain": true, "message": {"content": [{"type": "text", "text": "sub"}]}});
        assert_eq!(parse(&[own]), [Entry::Words("sub".to_owned())], "the transcript of a subagent");
    }

    #[test]
    fn transcript_of_codex_is_read() {
        let item =
            |payload: Value| json!({"timestamp": "2026-12-01T08:00:00Z", "type": "response_item", "payload": payload});
        let message = |role: &str, kind: &str, text: &str| {
            item(json!({"type": "message", "role": role, "content": [{"type": kind, "text": text}]}))
        };
        let shell = json!({"command": ["bash", "-lc", "cargo test"]});
        let entries = parse(&[
            json!({"type": "session_meta", "payload": {"id": "x"}}),
            message("user", "input_text", "<environment_context>\n</environment_context>"),
            message("developer", "input_text", "Rules"),
            message("user", "input_text", "Parse the dates"),
            json!({"type": "event_msg", "payload": {"type": "user_message", "message": "Parse the dates"}}),
            item(json!({"type": "reasoning", "summary": []})),
            item(json!({"type": "function_call", "name": "shell", "arguments": shell.to_string(), "call_id": "1"})),
            item(json!({"type": "function_call_output", "call_id": "1",
                        "output": json!({"output": "boom", "metadata": {"exit_code": 101}}).to_string()})),
            item(
                json!({"type": "custom_tool_call", "name": "apply_patch", "input": "*** Begin Patch", "call_id": "2"}),
            ),
            item(json!({"type": "custom_tool_call_output", "call_id": "2", "output": "Exit code: 0\nDone"})),
            item(json!({"type": "function_call", "name": "exec_command", "arguments": "{", "call_id": "3"})),
            item(json!({"type": "function_call_output", "call_id": "3", "output": "Process exited with code 2\nno"})),
            message("assistant", "output_text", "Done."),
        ]);
        let expected = [
            Entry::Request("Parse the dates".to_owned()),
            call("1", "shell", shell),
            outcome("1", "boom", true),
            call("2", "apply_patch", json!("*** Begin Patch")),
            outcome("2", "Exit code: 0\nDone", false),
            call("3", "exec_command", json!("{")),
            outcome("3", "Process exited with code 2\nno", true),
            Entry::Words("Done.".to_owned()),
        ];
        assert_eq!(entries, expected);
    }

    #[test]
    fn any_text_is_a_transcript() {
        for text in [
            "",
            "not json\n{\"type\":\"user\"",
            "[]\n3\nnull\n\"x\"",
            "{\"type\":\"user\",\"message\":3}\n{\"type\":\"assistant\",\"message\":{\"content\":[{},3,{\"type\":\"tool_use\"}]}}",
            "{\"type\":\"response_item\",\"payload\":{\"type\":\"function_call_output\",\"output\":[1]}}",
        ] {
            let Transcript { entries } = Transcript::parse(text);
            assert!(
                entries.iter().all(|entry| !matches!(entry, Entry::Request(_) | Entry::Words(_))),
                "{text}: {entries:?}"
            );
        }
    }
}
