//! The size of reports, which agents pay for, and the limits that a call may name.

use handoff_agent::{NO_ROW_LIMIT, estimate_tokens};
use handoff_protocol::FileState;
use handoff_protocol::report::ReportName;
use serde_json::{Value, json};

use crate::support::Bench;

/// The maximum of an answer, with room for the estimate of one that was cut in half.
const MAX_TOKENS: usize = 2_000;

/// Creates a project of 240 tasks with 40 labels, 12 people and 8 milestones.
fn large() -> Bench {
    let mut bench = Bench::new("json");
    let file = |number: usize| {
        let (status, day) = (if number.is_multiple_of(2) { "done" } else { "in_progress" }, 1 + number % 28);
        let task = json!({
            "id": format!("t{number}"), "title": format!("Check the depths of harbour {number} against the chart"),
            "created_at": format!("2026-10-{day:02}T08:00:00Z"), "updated_at": format!("2026-11-{day:02}T08:00:00Z"),
            "labels": [format!("label-{}", number % 40), "shared"], "assignee": format!("person-{}", number % 12),
            "schedule": {
                "estimate_hours": 8, "actual_hours": 7, "start_date": format!("2026-10-{day:02}"),
                "due_date": format!("2026-11-{day:02}"), "milestone": format!("milestone-{}", number % 8),
            },
        });
        let path = format!("tasks/t{number}-x/_task.{status}.json");
        FileState::File { path, bytes: task.to_string().into_bytes() }
    };
    bench.feed((100..340).map(file).collect());
    bench
}

fn report(bench: &mut Bench, name: ReportName, group: Option<&str>, limit: Option<u64>) -> Value {
    let mut arguments = json!({"report": name.name()});
    for (key, value) in [("group", group.map(|group| json!(group))), ("row_limit", limit.map(|limit| json!(limit)))] {
        if let Some(value) = value {
            arguments[key] = value;
        }
    }
    bench.value("handoff_get_metrics", &arguments)
}

#[test]
fn reports_without_a_limit_stay_below_the_maximum_of_tokens() {
    let mut bench = large();
    let mut is_cut = false;
    for name in ReportName::ALL {
        for group in [None, Some("label"), Some("assignee"), Some("milestone")] {
            let value = report(&mut bench, name, group, None);
            let tokens = estimate_tokens(&value.to_string());
            assert!(tokens <= MAX_TOKENS, "{} by {group:?}: {tokens} tokens", name.name());
            is_cut |= value.get("groups_omitted").is_some();
        }
    }
    assert!(is_cut, "the project is large enough to be cut");
}

#[test]
fn a_named_limit_has_a_maximum_and_shells_have_none() {
    let mut bench = large();
    let days = |bench: &mut Bench, limit| {
        let report = report(bench, ReportName::Burndown, None, limit);
        report["days"].as_array().map(Vec::len).unwrap_or_default()
    };
    assert_eq!(days(&mut bench, Some(30)), 30);
    assert!(days(&mut bench, Some(NO_ROW_LIMIT)) > 60);
    for limit in [0, 201] {
        let reply = bench.call("handoff_get_metrics", &json!({"report": "burndown", "row_limit": limit}));
        let text = reply.text.to_string();
        assert!(reply.failed.is_some() && text.contains("a number from 1 to 200"), "{limit}: {text}");
    }
}

#[test]
fn report_in_words_has_no_secrets_and_keeps_its_arguments_apart() {
    let mut bench = large();
    let secret = format!("ghp_{}", "a1B2c3D4e5F6".repeat(3));
    let task = json!({"id": "t1", "title": format!("Rotate {secret}"), "schedule": {"due_date": "2026-10-01"}});
    let path = "tasks/t1-x/_task.todo.json".to_owned();
    bench.feed(vec![FileState::File { path, bytes: task.to_string().into_bytes() }]);
    let report = |bench: &mut Bench, arguments: Value| bench.value("handoff_report", &arguments)["report"].clone();
    let weekly = report(&mut bench, json!({"action": "generate", "report_type": "weekly"}));
    let weekly = weekly.as_str().unwrap();
    assert!(weekly.starts_with("# Weekly report: ") && weekly.contains("Rotate "), "{weekly}");
    assert!(!weekly.contains(&secret), "{weekly}");
    let milestone = report(&mut bench, json!({"report_type": "milestone", "scope": "milestone-1"}));
    assert!(milestone.as_str().unwrap().starts_with("# Milestone report: milestone-1\n"), "{milestone}");
    for (arguments, sentence) in [
        (json!({"report_type": "milestone"}), "scope"),
        (json!({"report_type": "weekly", "scope": "milestone-1"}), "scope"),
        (json!({"report_type": "milestone", "scope": "M", "week": "2026-11-04"}), "week"),
        (json!({"report_type": "effort", "from": "2026-11-04", "to": "2026-11-03"}), "to"),
        (json!({"report_type": "yearly"}), "report_type"),
        (json!({"action": "publish", "report_type": "weekly"}), "action"),
    ] {
        let reply = bench.call("handoff_report", &arguments);
        let text = reply.text.to_string();
        assert!(reply.failed.is_some() && text.contains(sentence), "{arguments}: {text}");
    }
}
