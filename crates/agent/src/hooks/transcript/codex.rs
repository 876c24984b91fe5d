//! The transcript of Codex, which it calls a rollout.

use serde_json::Value;

use super::{Call, Entry, Outcome, request, text_of, words};

/// Returns what a line says.
pub(super) fn entries(line: &Value) -> Option<Entry> {
    let payload = line.get("payload").filter(|_| line.get("type").and_then(Value::as_str) == Some("response_item"))?;
    let text = |key: &str| payload.get(key).and_then(Value::as_str).unwrap_or_default();
    let id = || text("call_id").to_owned();
    match text("type") {
        "message" => {
            let content = text_of(payload.get("content")?);
            match text("role") {
                "user" => request(&content),
                "assistant" => words(&content),
                _ => None,
            }
        }
        "function_call" => {
            Some(Entry::Call(Call { id: id(), name: text("name").to_owned(), input: input(text("arguments")) }))
        }
        "custom_tool_call" => {
            Some(Entry::Call(Call { id: id(), name: text("name").to_owned(), input: Value::from(text("input")) }))
        }
        "function_call_output" | "custom_tool_call_output" => {
            Some(Entry::Outcome(outcome(id(), payload.get("output")?)))
        }
        _ => None,
    }
}

/// Returns the arguments of a call, which are JSON in a text.
fn input(arguments: &str) -> Value {
    serde_json::from_str(arguments).unwrap_or_else(|_| Value::from(arguments))
}

/// Returns the answer to a call: an object as JSON in a text, a text that names the exit code, or parts of a text.
fn outcome(id: String, output: &Value) -> Outcome {
    let parsed = output.as_str().and_then(|text| serde_json::from_str::<Value>(text).ok()).filter(Value::is_object);
    let object = parsed.as_ref().unwrap_or(output);
    let inner = object.get("output").or(object.get("content"));
    let text = inner.map_or_else(|| text_of(output), text_of);
    let code = object.pointer("/metadata/exit_code").and_then(Value::as_i64).or_else(|| named_exit_code(&text));
    let is_failure = code.is_some_and(|code| code != 0) || object.get("success") == Some(&Value::Bool(false));
    Outcome { id, text, is_failure }
}

/// Returns the exit code that one of the first lines of a text names.
fn named_exit_code(text: &str) -> Option<i64> {
    let number = |line: &str| {
        let rest = line.strip_prefix("Exit code: ").or_else(|| line.strip_prefix("Process exited with code "))?;
        rest.trim().parse().ok()
    };
    text.lines().take(5).find_map(number)
}
