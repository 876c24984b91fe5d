//! How much of a day is planned, and the tables of `handoff-mcp` in the configuration.

use handoff_protocol::{Command, Outcome, Query, View};
use serde_json::{Value, json};

use crate::support::{Bench, command, context};

const PROJECT: &str = "=== config.toml\n# mine\n[project]\nname = \"P\"\n[calendar]\nmax_utilization = 0.8 # share\n[assignees.maya]\nmax_utilization = 1\n[assignees.zoe]\nmax_utilization = 90\n";

fn set(key: &[&str], value: &Value) -> Command {
    command(&json!({"kind": "updateConfig", "changes": [{"key": key, "value": value}]}).to_string())
}

fn config(bench: &Bench) -> String {
    String::from_utf8(bench.tree.file("config.toml").unwrap().to_vec()).unwrap()
}

#[test]
fn fraction_is_a_problem_with_a_repair() {
    let mut bench = Bench::from_text(PROJECT);
    let View::Problems(problems) = bench.engine.view(&Query::Problems {}, &context()) else { panic!() };
    let texts: Vec<String> = problems.iter().map(|problem| problem.text.to_string()).collect();
    assert_eq!(
        texts,
        [
            "assignees.maya.max_utilization is 1, which counts as 100 %. Other programs take it for 1 %, which leaves almost no time.",
            "calendar.max_utilization is 0.8, which counts as 80 %. Other programs take it for 0.8 %, which leaves almost no time.",
        ]
    );
    let repairs = problems.iter().flat_map(|problem| &problem.repairs).map(|repair| repair.command.clone()).collect();
    assert!(matches!(bench.commit(&Command::Repair { repairs }), Outcome::Done { changed: true, .. }));
    let expected = PROJECT.replace("0.8 #", "80.0 #").replace("max_utilization = 1\n", "max_utilization = 100.0\n");
    assert_eq!(config(&bench), expected.trim_start_matches("=== config.toml\n").trim_end());
    assert_eq!(bench.engine.view(&Query::Problems {}, &context()), View::Problems(Vec::new()));
}

#[test]
fn values_that_cannot_be_meant_are_reported_and_refused() {
    for (key, value) in [
        ("max_utilization", json!(0.8)),
        ("max_utilization", json!(0)),
        ("overwork_limit_percent", json!(80)),
        ("max_parallel_tasks", json!(0)),
        ("work_start_hour", json!(24)),
        ("work_end_hour", json!(0)),
        ("work_end_hour", json!(25)),
    ] {
        let mut bench = Bench::from_text(PROJECT);
        for table in [&["calendar"][..], &["assignees", "zoe"]] {
            let planned = bench.plan(&set(&[table, &[key]].concat(), &value));
            assert!(planned.is_err(), "{key} {value}");
        }
    }
    for line in [
        "max_utilization = 0",
        "max_parallel_tasks = 0",
        "work_start_hour = 24",
        "work_start_hour = 9\nwork_end_hour = 9",
    ] {
        let mut bench = Bench::from_text(&format!("=== config.toml\n[project]\nname = \"P\"\n[calendar]\n{line}\n"));
        let View::Problems(problems) = bench.engine.view(&Query::Problems {}, &context()) else { panic!() };
        assert_eq!(problems.len(), 1, "{line}");
    }
}

#[test]
fn work_ends_after_it_begins() {
    let mut bench = Bench::from_text(PROJECT);
    let both = |start: u32, end: u32| {
        let change = |key: &str, value: u32| json!({"key": ["calendar", key], "value": value});
        command(&json!({"kind": "updateConfig", "changes": [change("work_start_hour", start), change("work_end_hour", end)]}).to_string())
    };
    assert!(bench.run(&both(9, 18)).is_ok());
    assert!(bench.plan(&both(18, 9)).is_err());
    assert!(bench.plan(&set(&["calendar", "work_end_hour"], &json!(9))).is_err());
    assert!(bench.run(&both(19, 24)).is_ok(), "both are checked together");
}

#[test]
fn tables_of_handoff_mcp_can_be_set() {
    let mut bench = Bench::from_text(PROJECT);
    for (key, value, is_accepted) in [
        (&["trace", "profile"][..], json!("lite"), true),
        (&["trace", "layers", "requirement", "prefixes"], json!(["REQ"]), true),
        (&["worktree", "auto_link"], json!(false), true),
        (&["worktree", "auto_link"], json!("no"), false),
        (&["worktree", "session_loop", "max_concurrent_wts"], json!(3), true),
        (&["worktree", "other"], json!(3), false),
        (&["gui", "default_capture_method"], json!("shot"), true),
        (&["gui", "capture_methods", "shot", "description"], json!("d"), false),
        (&["gui", "capture_methods", "shot", "command"], json!("npx shot"), true),
        (&["gui", "capture_methods", "shot", "description"], json!("d"), true),
        (&["gui", "capture_methods", "shot", "command"], Value::Null, false),
        (&["settings", "default_estimate_hours"], json!(4), true),
        (&["settings", "default_estimate_hours"], json!(0), false),
    ] {
        assert_eq!(bench.run(&set(key, &value)).is_ok(), is_accepted, "{key:?} {value}");
    }
}
