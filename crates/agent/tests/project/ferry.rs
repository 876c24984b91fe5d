//! A project that `handoff-mcp` 0.47.2 wrote, with every kind of file that it makes: reading changes no byte,
//! and a change of ours only its own lines.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use handoff_engine::tree::Entry;
use serde_json::{Value, json};

use crate::support::Bench;

/// 2026-11-30T12:55:00Z, a minute after the files were written.
const RECORDED: i64 = 1_796_043_300_000;

fn ferry() -> Bench {
    let mut bench = Bench::ferry();
    bench.now = RECORDED;
    bench
}

/// Returns the content of every file, by path.
fn contents(bench: &Bench) -> BTreeMap<String, Vec<u8>> {
    let files = bench.tree.walk("").filter_map(|(path, entry)| match entry {
        Entry::File(_) => Some((path.clone(), bench.tree.file(&path)?.to_vec())),
        _ => None,
    });
    files.collect()
}

/// Returns the lines that only the old or only the new text has, by a longest common subsequence.
fn different_lines(before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.split('\n').collect(), after.split('\n').collect());
    let mut common = vec![vec![0; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            let skipped = common[i + 1][j].max(common[i][j + 1]);
            common[i][j] = if old[i] == new[j] { common[i + 1][j + 1] + 1 } else { skipped };
        }
    }
    let (mut i, mut j, mut text) = (0, 0, String::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || i < old.len() && common[i + 1][j] >= common[i][j + 1] {
            writeln!(text, "- {}", old[i]).unwrap();
            i += 1;
        } else {
            writeln!(text, "+ {}", new[j]).unwrap();
            j += 1;
        }
    }
    text
}

/// Returns the different lines of every file. New files of our own are named only.
fn difference(before: &BTreeMap<String, Vec<u8>>, after: &BTreeMap<String, Vec<u8>>) -> String {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let paths: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let mut all = String::new();
    for path in paths {
        match (before.get(path), after.get(path)) {
            (Some(old), Some(new)) if old == new => {}
            (Some(old), Some(new)) => write!(all, "{path}\n{}", different_lines(&text(old), &text(new))).unwrap(),
            (Some(old), None) => {
                let mut renamed = after.iter().filter(|(other, _)| !before.contains_key(*other));
                let folder = |path: &str| path.rsplit_once('/').map(|(folder, _)| folder.to_owned());
                let (new_path, new) = renamed.find(|(other, _)| folder(other) == folder(path)).expect("a new name");
                write!(all, "{path} becomes {new_path}\n{}", different_lines(&text(old), &text(new))).unwrap();
            }
            (None, _) if path.starts_with("activity/") || path.starts_with("local/") => {
                writeln!(all, "{path} is new").unwrap();
            }
            (None, _) => assert!(path.starts_with("tasks/"), "{path} is new"),
        }
    }
    all
}

#[test]
fn reading_changes_no_byte_and_finds_no_problem() {
    let mut bench = ferry();
    let before = contents(&bench);
    assert_eq!(bench.problems(), Vec::<String>::new());
    for (tool, arguments) in [
        ("handoff_list_tasks", json!({})),
        ("handoff_get_task", json!({"task_id": "t1"})),
        ("handoff_get_config", json!({})),
        ("handoff_list_sessions", json!({})),
        ("handoff_list_milestones", json!({})),
        ("handoff_get_metrics", json!({})),
        ("handoff_doc_list", json!({})),
        ("handoff_doc_get", json!({"doc_id": "requirements"})),
        ("handoff_memory_query", json!({"text": "tides in feet"})),
        ("handoff_dashboard", json!({})),
    ] {
        let reply = bench.call(tool, &arguments);
        assert_eq!(reply.failed, None, "{tool}");
        assert_eq!(difference(&before, &contents(&bench)), "", "{tool}");
    }
}

#[test]
fn changes_touch_only_their_own_lines() {
    let session = "s-20261130-125411-350180";
    let changes: [(&str, Value); 11] = [
        ("handoff_update_task", json!({"task": {"id": "t1.1", "title": "Parse tides", "priority": "high"}})),
        ("handoff_update_task", json!({"task": {"id": "t1", "schedule": {"due_date": "2026-12-04"}}})),
        ("handoff_update_task", json!({"task": {"id": "t2", "status": "todo"}})),
        ("handoff_update_task", json!({"task": {"id": "t1.1", "status": "review"}})),
        ("handoff_log_time", json!({"task_id": "t1.1", "hours": 0.5})),
        (
            "handoff_update_session",
            json!({"session_id": session, "add_decision": {"decision": "Ask the office", "reason": "they have the tides"}}),
        ),
        ("handoff_update_config", json!({"updates": {"settings.history_limit": 30}})),
        ("handoff_update_calendar", json!({"max_utilization": 90})),
        (
            "handoff_doc_update_section",
            json!({"doc_id": "guide", "seq": 3, "new_content": "## Prices\n\nTwo euros.\n"}),
        ),
        ("handoff_update_milestone", json!({"name": "v2.0", "status": "active"})),
        ("handoff_update_assignee", json!({"key": "maya", "work_hours_per_day": 5})),
    ];
    let mut text = String::new();
    for (tool, arguments) in changes {
        let mut bench = ferry();
        let before = contents(&bench);
        let reply = bench.call(tool, &arguments);
        assert_eq!(reply.failed, None, "{tool} {arguments}: {}", reply.text);
        let lines = difference(&before, &contents(&bench));
        assert_eq!(bench.problems(), Vec::<String>::new(), "{tool} {arguments}");
        writeln!(text, "## {tool} {arguments}\n{lines}").unwrap();
    }
    insta::assert_snapshot!("ferry_changes", text);
}
