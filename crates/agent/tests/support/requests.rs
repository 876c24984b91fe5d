//! Checks for arbitrary tool calls, used by the fuzz target `requests` and by a short test of this
//! crate.

use serde_json::{Value, json};

use super::Bench;

/// Makes the calls in the lines of a text (the parameters of `tools/call`) on a small project. Each
/// must be answered with text or by the output schema, and the written files must be valid.
pub fn check_requests(bytes: &[u8]) {
    let calls: Vec<(String, Value)> = String::from_utf8_lossy(bytes).lines().take(20).filter_map(call).collect();
    if calls.is_empty() {
        return;
    }
    let layout = if bytes.len().is_multiple_of(2) { "json" } else { "toml" };
    let mut bench = Bench::new(layout);
    bench.text("handoff_save_context", &json!({"summary": "one", "session_status": "active", "checklist": ["a", "b"]}));
    let criteria = json!([{"item": "works"}]);
    let task = json!({"id": "a", "title": "A", "schedule": {"estimate_hours": 2}, "done_criteria": criteria});
    bench.text("handoff_update_task", &json!({"task": task}));
    bench.text(
        "handoff_update_task",
        &json!({"task": {"id": "b", "title": "B", "dependencies": ["a"]}, "parent_id": "a"}),
    );
    let before = bench.problems();
    for (name, arguments) in calls {
        let reply = bench.call(&name, &arguments);
        assert!(!reply.text.to_string().is_empty(), "{name} {arguments}");
        assert!(bench.engine.reader().broken_sessions().is_empty(), "{name} {arguments}");
        let problems = bench.problems();
        // A dependency on a missing task is allowed and reported.
        let is_fault = |problem: &&String| !before.contains(problem) && !problem.contains("DanglingDependency");
        let new: Vec<&String> = problems.iter().filter(is_fault).collect();
        assert!(new.is_empty(), "{name} {arguments}: {new:?}");
    }
}

/// Parses the tool and the arguments of a line.
fn call(line: &str) -> Option<(String, Value)> {
    let mut message: Value = serde_json::from_str(line).ok()?;
    let arguments = message.get_mut("arguments").map_or_else(|| json!({}), Value::take);
    let name = message.get("name")?.as_str()?.to_owned();
    arguments.is_object().then_some((name, arguments))
}
