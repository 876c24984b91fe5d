//! A project from plan to release in three conversations, each with its own server: few calls, few
//! tokens.

use handoff_agent::estimate_tokens;
use serde_json::{Value, json};

use crate::support::Folder;
use crate::support::server::Server;

const MAX_CALLS: usize = 60;
const MAX_TOKENS: usize = 9_000;

#[test]
fn project_takes_few_calls_and_tokens() {
    let conversations: Vec<Vec<(String, Value)>> =
        serde_json::from_str(include_str!("../transcripts/textstat.json")).expect("the conversations");
    let location = Folder::new();
    let folder = location.path();
    Server::start(folder, &[]).call("handoff_init", &json!({"project_name": "textstat"}));
    let (mut calls, mut tokens) = (0, 0);
    for conversation in &conversations {
        let mut server = Server::start(folder, &[]);
        let offered = server.ask("tools/list", &json!({}))["tools"].clone();
        let offered: Vec<&Value> = offered.as_array().expect("a list").iter().map(|tool| &tool["name"]).collect();
        for (tool, arguments) in conversation {
            assert!(offered.contains(&&json!(tool)), "{tool} is not offered by default");
            let result = server.ask("tools/call", &json!({"name": tool, "arguments": arguments}));
            assert_ne!(result["isError"], json!(true), "{tool} {arguments}: {result}");
            let text = result["content"][0]["text"].as_str().expect("a text");
            assert!(!text.contains("Not known"), "{tool}: {text}");
            // Clients show the text or the value: the longer one counts.
            let value = result.get("structuredContent").map(Value::to_string).unwrap_or_default();
            calls += 1;
            tokens += estimate_tokens(&arguments.to_string()) + estimate_tokens(text).max(estimate_tokens(&value));
        }
    }
    assert!(calls <= MAX_CALLS, "{calls} calls");
    assert!(tokens <= MAX_TOKENS, "{tokens} tokens");

    let mut server = Server::start(folder, &[]);
    let metrics = server.call("handoff_get_metrics", &json!({}));
    let work = json!({"total": 14, "finished": 14, "completion_percent": 100.0, "by_status": {"done": 14}});
    assert_eq!((&metrics["total"], &metrics["work"]), (&json!(17), &work));
    assert_eq!(metrics["total_actual_hours"], json!(14.25));
    assert_eq!(metrics["milestones"][0]["date"], json!("2099-11-26"));
    let list = server.call("handoff_list_tasks", &json!({"limit": 0}));
    assert!(!list.to_string().contains("open_criteria"), "every criterion is ticked");
}
