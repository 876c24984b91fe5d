//! The tokens that a transcript tells of.
//!
//! Claude Code writes a line for each part of a message, and each has the numbers of the whole message; those of the
//! last line are final. Codex writes running totals, the same ones several times.

use std::collections::{BTreeMap, BTreeSet};

use chrono::DateTime;
use handoff_protocol::TokenCount;
use serde_json::Value;

/// The tokens of one answer of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenUse {
    /// Milliseconds since 1970-01-01 UTC.
    pub at: i64,
    /// The name of the model; empty if the transcript does not tell it.
    pub model: String,
    /// The numbers.
    pub count: TokenCount,
}

/// Returns the tokens in a part of a transcript, in order. `before` is the end of what precedes it, in which a message
/// or a total may have begun that goes on in the part.
pub fn token_uses(before: &str, part: &str) -> Vec<TokenUse> {
    let mut reading = Reading::default();
    lines(before).for_each(|line| reading.read(&line));
    reading.known = reading.messages.keys().cloned().collect();
    reading.uses.clear();
    lines(part).for_each(|line| reading.read(&line));
    reading.uses
}

fn lines(text: &str) -> impl Iterator<Item = Value> {
    text.lines().filter_map(|line| serde_json::from_str(line).ok())
}

#[derive(Default)]
struct Reading {
    uses: Vec<TokenUse>,
    /// The place of each message of Claude Code in `uses`.
    messages: BTreeMap<String, usize>,
    /// The messages that were counted before.
    known: BTreeSet<String>,
    /// The model that Codex has named last.
    model: String,
    /// The last total of Codex.
    total: TokenCount,
}

impl Reading {
    fn read(&mut self, line: &Value) {
        let Some(at) = time(line) else { return };
        match line.get("type").and_then(Value::as_str) {
            Some("assistant") => self.read_message(at, line),
            Some("turn_context") => {
                if let Some(model) = line.pointer("/payload/model").and_then(Value::as_str) {
                    model.clone_into(&mut self.model);
                }
            }
            Some("event_msg") => self.read_total(at, line),
            _ => {}
        }
    }

    /// Reads a line of Claude Code.
    fn read_message(&mut self, at: i64, line: &Value) {
        let text = |path: &str| line.pointer(path).and_then(Value::as_str);
        let (Some(model), Some(usage)) = (text("/message/model"), line.pointer("/message/usage")) else { return };
        let number = |key: &str| usage.get(key).and_then(Value::as_u64).unwrap_or_default();
        let count = TokenCount {
            input: number("input_tokens").saturating_add(number("cache_creation_input_tokens")),
            cached: number("cache_read_input_tokens"),
            output: number("output_tokens"),
        };
        let id = text("/message/id").or(text("/requestId"));
        // The messages that Claude Code makes itself have a model in angle brackets.
        if model.starts_with('<') || id.is_some_and(|id| self.known.contains(id)) {
            return;
        }
        let place = id.and_then(|id| self.messages.get(id)).and_then(|place| self.uses.get_mut(*place));
        if let Some(known) = place {
            known.count = count;
            return;
        }
        if let Some(id) = id {
            self.messages.insert(id.to_owned(), self.uses.len());
        }
        self.uses.push(TokenUse { at, model: model.to_owned(), count });
    }

    /// Reads a running total of Codex. A total that is smaller than the one before begins anew.
    fn read_total(&mut self, at: i64, line: &Value) {
        if line.pointer("/payload/type").and_then(Value::as_str) != Some("token_count") {
            return;
        }
        let Some(usage) = line.pointer("/payload/info/total_token_usage") else { return };
        let number = |key: &str| usage.get(key).and_then(Value::as_u64).unwrap_or_default();
        let (read, cached) = (number("input_tokens"), number("cached_input_tokens"));
        let total = TokenCount { input: read.saturating_sub(cached), cached, output: number("output_tokens") };
        let before = if total.output < self.total.output { TokenCount::default() } else { self.total };
        self.total = total;
        let count = TokenCount {
            input: total.input.saturating_sub(before.input),
            cached: total.cached.saturating_sub(before.cached),
            output: total.output.saturating_sub(before.output),
        };
        if count != TokenCount::default() {
            self.uses.push(TokenUse { at, model: self.model.clone(), count });
        }
    }
}

fn time(line: &Value) -> Option<i64> {
    let text = line.get("timestamp")?.as_str()?;
    DateTime::parse_from_rfc3339(text).ok().map(|time| time.timestamp_millis())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn text(lines: &[Value]) -> String {
        lines.iter().flat_map(|line| [line.to_string(), "\n".to_owned()]).collect()
    }

    fn shown(before: &[Value], part: &[Value]) -> Vec<String> {
        let uses = token_uses(&text(before), &text(part));
        let one = |TokenUse { model, count, .. }: &TokenUse| {
            format!("{model} {} {} {}", count.input, count.cached, count.output)
        };
        uses.iter().map(one).collect()
    }

    fn message(id: &str, output: u64) -> Value {
        let usage = json!({"input_tokens": 3, "cache_creation_input_tokens": 100, "cache_read_input_tokens": 900, "output_tokens": output});
        json!({"type": "assistant", "timestamp": "2026-12-01T08:00:00.123Z", "requestId": "r", "message": {"id": id, "model": "opus", "usage": usage}})
    }

    #[test]
    fn a_message_of_claude_code_counts_once_with_its_last_numbers() {
        let synthetic = json!({"type": "assistant", "timestamp": "2026-12-01T08:00:00Z", "message": {"model": "<synthetic>", "usage": {"output_tokens": 5}}});
        assert_eq!(
            shown(
                &[message("a", 7)],
                &[message("a", 7), message("b", 1), synthetic, message("b", 40), message("c", 2)]
            ),
            ["opus 103 900 40", "opus 103 900 2"]
        );
    }

    #[test]
    fn totals_of_codex_count_as_what_they_grow_by() {
        let total = |input: u64, cached: u64, output: u64| {
            let usage = json!({"input_tokens": input, "cached_input_tokens": cached, "output_tokens": output, "reasoning_output_tokens": 1});
            json!({"type": "event_msg", "timestamp": "2026-12-01T08:00:00Z", "payload": {"type": "token_count", "info": {"total_token_usage": usage}}})
        };
        let turn =
            json!({"type": "turn_context", "timestamp": "2026-12-01T08:00:00Z", "payload": {"model": "gpt-5-codex"}});
        let limits = json!({"type": "event_msg", "timestamp": "2026-12-01T08:00:00Z", "payload": {"type": "token_count", "info": null}});
        assert_eq!(
            shown(
                &[turn, total(100, 40, 10)],
                &[total(100, 40, 10), limits, total(300, 140, 25), total(300, 140, 25), total(50, 0, 5)]
            ),
            ["gpt-5-codex 100 100 15", "gpt-5-codex 50 0 5"]
        );
    }

    #[test]
    fn any_text_is_read() {
        for part in [
            "",
            "no\n{",
            "[]\n3\n{\"type\":\"assistant\",\"timestamp\":\"2026-12-01T08:00:00Z\",\"message\":{\"usage\":[],\"model\":\"m\"}}",
        ] {
            assert!(token_uses(part, part).iter().all(|used| used.count == TokenCount::default()), "{part}");
        }
    }
}
