//! The tokens of agents: hooks count them from transcripts, and `handoff cost` tells them.

use std::fs;
use std::io::Write as _;

use serde_json::{Value, json};

use crate::support::Folder;

/// The transcript of a conversation of Claude Code.
struct Transcript<'f> {
    folder: &'f Folder,
    messages: u32,
}

impl Transcript<'_> {
    /// Appends a message that used tokens right now, in two lines as the client does.
    fn append(&mut self, output: u64) {
        self.messages += 1;
        let usage = json!({"input_tokens": 10, "cache_creation_input_tokens": 90, "cache_read_input_tokens": 1000, "output_tokens": output});
        let message = json!({"id": self.messages.to_string(), "model": "claude-opus-4-5-20251101", "usage": usage, "content": []});
        let line = json!({"type": "assistant", "timestamp": chrono::Utc::now().to_rfc3339(), "message": message});
        let mut file = fs::OpenOptions::new().create(true).append(true).open(self.folder.at("t.jsonl")).unwrap();
        write!(file, "{line}\n{line}\n").unwrap();
    }

    fn hook(&self, verb: &str) {
        let input = json!({"session_id": "s1", "cwd": self.folder.path(), "transcript_path": self.folder.at("t.jsonl"), "stop_hook_active": true});
        let output = self.folder.run_with_input(&["hook", verb, "--client", "claude"], &input.to_string());
        assert!(output.status.success());
    }
}

fn agent(folder: &Folder, arguments: &[&str]) {
    let mut command = folder.command(arguments);
    assert!(command.env("HANDOFF_ACTOR", "claude-code").output().unwrap().status.success(), "{arguments:?}");
}

fn parts(folder: &Folder, by: &str) -> Vec<(Value, Value, Value)> {
    let value = folder.value(&["cost", "--by", by]);
    let parts = value["parts"].as_array().unwrap().iter();
    parts.map(|part| (part["name"].clone(), part["output"].clone(), part["cost"].clone())).collect()
}

#[test]
fn tokens_count_for_the_task_that_was_in_progress() {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour"]);
    assert!(folder.stdout(&["cost"]).starts_with("No tokens are known."));
    for title in ["Parse", "Draw"] {
        folder.stdout(&["task", "create", title, "--estimate", "1"]);
    }
    let mut transcript = Transcript { folder: &folder, messages: 0 };
    transcript.append(1);
    agent(&folder, &["task", "claim", "t1"]);
    agent(&folder, &["task", "update", "t1", "--status", "in_progress"]);
    transcript.append(20);
    transcript.hook("stop");
    transcript.append(300);
    agent(&folder, &["task", "update", "t1", "--status", "done"]);
    transcript.append(4_000);
    agent(&folder, &["task", "claim", "t2"]);
    transcript.append(50_000);
    transcript.hook("pre-compact");
    transcript.hook("session-end");
    let none = Value::Null;
    assert_eq!(
        parts(&folder, "task"),
        [
            (json!("t2"), json!(50_000), none.clone()),
            (json!(""), json!(4_001), none.clone()),
            (json!("t1"), json!(320), none.clone())
        ]
    );
    assert_eq!(parts(&folder, "agent"), [(json!("claude-code"), json!(54_321), none.clone())]);

    let prices = "[settings.custom_fields.token_prices.models.claude-opus-4-5]\ninput = 5\ncached = 0.5\noutput = 25\n";
    let config = folder.at(".handoff/config.toml");
    fs::write(&config, format!("{}\n{prices}", fs::read_to_string(&config).unwrap())).unwrap();
    // 5 messages of 100 tokens read anew and 1,000 of the cache.
    assert_eq!(parts(&folder, "model"), [(json!("claude-opus-4-5-20251101"), json!(54_321), json!(1.363))]);
    let text = folder.stdout(&["cost", "--by", "day"]);
    assert!(text.ends_with("In all: 500 in, 5.0k cached, 54k out; 1.36\n"), "{text}");
    assert_eq!(folder.value(&["cost", "--since", "2999-01-01"])["parts"], json!([]));
    let text = folder.stdout(&["digest"]);
    assert!(text.contains("\nTokens:\n  t2 Draw: 100 in, 1.0k cached, 50k out; 1.25\n"), "{text}");
}

#[test]
fn transcript_that_cannot_be_read_counts_nothing() {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour"]);
    let mut transcript = Transcript { folder: &folder, messages: 0 };
    transcript.hook("stop");
    transcript.append(7);
    let text = fs::read_to_string(folder.at("t.jsonl")).unwrap();
    // The client is writing: the last line is not whole.
    fs::write(folder.at("t.jsonl"), text.trim_end().rsplit_once('\n').unwrap().0).unwrap();
    transcript.hook("stop");
    assert!(!folder.at(".handoff/usage").exists());
    fs::write(folder.at("t.jsonl"), &text).unwrap();
    transcript.hook("stop");
    // A shorter file is another transcript.
    fs::write(folder.at("t.jsonl"), "\n").unwrap();
    transcript.hook("stop");
    assert_eq!(folder.value(&["cost"])["total"]["output"], 7);
}
