//! What a load has room for: everything that stands in a short line, the foundations as well as the newest,
//! and then what is known of it.

use handoff_agent::estimate_tokens;
use handoff_protocol::{Actor, Process};
use serde_json::{Value, json};

use crate::support::Bench;

fn load(bench: &mut Bench, budget: usize) -> String {
    let text = bench.text("handoff_load_context", &json!({"budget_tokens": budget}));
    assert!(estimate_tokens(&text) <= budget, "{} of {budget}: {text}", estimate_tokens(&text));
    text
}

/// Returns the lines of a section of a load.
fn section(text: &str, title: &str) -> Vec<String> {
    let section = text.split(&format!("## {title}")).nth(1).unwrap_or_default();
    section.lines().skip(1).map_while(|line| line.strip_prefix("- ")).map(str::to_owned).collect()
}

/// Lets the next calls come from an agent in a conversation.
fn switch_to(bench: &mut Bench, client: &str, conversation: &str) {
    bench.actor = Actor { conversation: Some(conversation.to_owned()), ..Actor::agent(client) };
}

fn suggest(bench: &mut Bench, text: &str) -> Value {
    let note = json!({"note": text, "category": "suggestion"});
    bench.value("handoff_save_context", &json!({"summary": text, "handoff_notes": [note]}))
}

#[test]
fn foundations_are_not_displaced_by_what_is_newest() {
    let mut bench = Bench::new("toml");
    let reason = "as the office has asked for it in three letters of this year";
    let decision =
        |number: usize| json!({"decision": format!("Keep rule {number}:"), "reason": format!("{number} {reason}")});
    let decisions: Vec<Value> = (0..60).map(decision).collect();
    bench.text("handoff_save_context", &json!({"summary": "s", "decisions": decisions}));
    let text = load(&mut bench, 800);
    for name in [0, 1, 2, 57, 58, 59] {
        assert!(text.contains(&format!("Keep rule {name}:")), "{name}: {text}");
    }
    assert!(!text.contains("Keep rule 30:"), "those between are left out first: {text}");
    let with_reason = |number: usize| text.contains(&format!("Keep rule {number}: — {number} {reason}"));
    assert!(with_reason(0) && with_reason(59), "{text}");
    // Their short lines take the room before the reasons of others do.
    assert!(section(&text, "Decisions").iter().filter(|line| line.ends_with(':')).count() > 5, "{text}");
}

#[test]
fn everything_has_a_short_line_before_there_is_room_for_reasons() {
    let mut bench = Bench::new("toml");
    let reason = "a reason of many words that says what was tried, and what came of it ".repeat(4);
    let decisions: Vec<Value> =
        (0..12).map(|number| json!({"decision": format!("Rule {number}"), "reason": reason})).collect();
    let all = json!({
        "summary": "s", "decisions": decisions, "blockers": ["No licence"], "checklist": [{"item": "Fixtures", "owner": "ai"}],
        "handoff_notes": [{"note": "Mind the clock", "category": "caution"}, {"note": "Rows repeat", "category": "context"}],
        "environment": {"test": "make check"},
    });
    bench.text("handoff_save_context", &all);
    let text = load(&mut bench, 400);
    for number in 0..12 {
        assert!(text.contains(&format!("- Rule {number}")), "{number}: {text}");
    }
    for part in ["No licence", "0: Fixtures (ai)", "Mind the clock", "Rows repeat", "make check"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(load(&mut bench, 2_000).contains("- Rule 0 — a reason of many words"));
}

#[test]
fn other_tasks_are_named_by_their_ids_and_groups_also_by_their_titles() {
    let mut bench = Bench::new("json");
    let tasks = json!({"tasks": [
        {"title": "Parse rows", "ref": "parse"}, {"title": "Rules", "ref": "rules", "children": ["Match", "Sort"]},
        {"title": "Report", "dependencies": ["parse", "rules"]},
    ]});
    bench.text("handoff_update_task", &tasks);
    let text = load(&mut bench, 2_000);
    assert_eq!(section(&text, "Waiting tasks"), ["t3 Report; waits for t1, t2 Rules"], "{text}");
    assert_eq!(text.matches("Parse rows").count(), 1, "{text}");
}

#[test]
fn task_in_hand_has_its_newest_notes_and_finished_ones_have_hours_and_notes() {
    let mut bench = Bench::new("json");
    bench.text("handoff_update_task", &json!({"tasks": ["Merge", "Parse", "Port the tables"]}));
    bench.text("handoff_update_task", &json!({"task": {"id": "t1", "status": "in_progress"}}));
    for note in ["Tests are missing", "RDATE is to be merged at the comment", "cli needs strings"] {
        bench.text("handoff_update_task", &json!({"task": {"id": "t1", "notes_append": note}}));
    }
    let done = json!({"task": {"id": "t2", "status": "done", "log_hours": 1.25, "notes_append": "-99.9 is no level"}});
    bench.text("handoff_update_task", &done);
    let skipped = json!({"task": {"id": "t3", "status": "skipped", "notes_append": "The licence forbids it"}});
    bench.text("handoff_update_task", &skipped);
    let text = load(&mut bench, 2_000);
    let merge =
        "t1 Merge; note: cli needs strings; before: RDATE is to be merged at the comment; before: Tests are missing";
    assert_eq!(section(&text, "In progress"), [merge], "{text}");
    let done =
        ["t3 Port the tables (skipped); note: The licence forbids it", "t2 Parse (1.25 h); note: -99.9 is no level"];
    assert_eq!(section(&text, "Done tasks"), done, "{text}");
}

#[test]
fn milestones_have_progress_and_open_tasks_also_without_a_date() {
    let mut bench = Bench::new("json");
    let task = |title: &str, milestone: &str, status: &str| json!({"title": title, "status": status, "schedule": {"milestone": milestone}});
    let tasks = json!({"tasks": [
        task("Parse", "alpha", "done"), task("Fit", "alpha", "todo"), task("Publish", "release", "todo"), task("Old", "first", "done"),
    ], "milestones": [{"name": "alpha", "date": "2026-12-20"}, {"name": "first", "date": "2026-11-01"}]});
    bench.text("handoff_update_task", &tasks);
    let text = load(&mut bench, 2_000);
    let expected = [
        "2026-12-20 alpha (1 of 2 done); open: t2",
        "release (0 of 1 done); open: t3",
        "2026-11-01 first (1 of 1 done)",
    ];
    assert_eq!(section(&text, "Milestones"), expected, "{text}");
}

#[test]
fn load_begins_with_the_weekday() {
    let mut bench = Bench::new("toml");
    for (days, expected) in
        [(0, "Tuesday 2026-12-01"), (4, "Saturday 2026-12-05"), (5, "Sunday 2026-12-06"), (6, "Monday 2026-12-07")]
    {
        let start = bench.now;
        bench.now += days * 86_400_000;
        assert!(load(&mut bench, 2_000).contains(&format!("Today: {expected}\n")), "{expected}");
        bench.now = start;
    }
}

#[test]
fn suggestions_of_another_agent_stand() {
    for layout in ["toml", "json"] {
        let mut bench = Bench::new(layout);
        switch_to(&mut bench, "claude", "c-1");
        bench.text(
            "handoff_update_session",
            &json!({"add_handoff_note": {"note": "Merge the rows", "category": "suggestion"}}),
        );
        switch_to(&mut bench, "codex", "c-2");
        let saved = suggest(&mut bench, "Ask Marta for the zone");
        assert_eq!(saved["replaced"], Value::Null, "{saved}");
        let text = load(&mut bench, 2_000);
        assert_eq!(section(&text, "Next"), ["Merge the rows (by claude)", "Ask Marta for the zone"], "{text}");

        // Those of one author are replaced by the next ones.
        switch_to(&mut bench, "claude", "c-1");
        suggest(&mut bench, "Merge the columns");
        switch_to(&mut bench, "claude", "c-3");
        let saved = suggest(&mut bench, "Merge the cells");
        assert_eq!(saved["replaced"], json!(["2 suggestions: Merge the rows; Merge the columns"]), "{saved}");
        let text = load(&mut bench, 2_000);
        // The other one was given before this conversation began.
        let expected = ["Merge the cells", "Ask Marta for the zone (by codex, formerly)"];
        assert_eq!(section(&text, "Next"), expected, "{layout}: {text}");
        let loaded = bench.value("handoff_load_context", &json!({"format": "json"}));
        assert_eq!(loaded["next_actions"].as_array().map(Vec::len), Some(2), "{loaded}");
    }
}

#[test]
fn suggestion_about_finished_tasks_comes_after_the_task_to_do() {
    let mut bench = Bench::new("json");
    bench.text("handoff_update_task", &json!({"tasks": ["Parse", "Report"]}));
    suggest(&mut bench, "Add the examples to t1");
    assert_eq!(section(&load(&mut bench, 2_000), "Next"), ["Add the examples to t1"]);
    bench.text("handoff_update_task", &json!({"task": {"id": "t1", "status": "done"}}));
    let next = section(&load(&mut bench, 2_000), "Next");
    assert_eq!(next, ["Begin t2", "Add the examples to t1 [t1 is done]"]);
}

#[test]
fn facts_of_other_sessions_stand_beside_those_of_the_own_one() {
    let mut bench = Bench::new("toml");
    let fact = |text: &str| json!({"add_handoff_note": {"note": text, "category": "context"}});
    switch_to(&mut bench, "claude", "c-1");
    bench.text("handoff_save_context", &json!({"summary": "Zones", "handoff_notes": ["A zone may be a Windows name"]}));
    switch_to(&mut bench, "codex", "c-2");
    bench.text("handoff_update_session", &fact("A date may have no time"));
    let expected = ["A date may have no time", "A zone may be a Windows name (by claude)"];
    assert_eq!(section(&load(&mut bench, 2_000), "Context"), expected);
}

#[test]
fn authors_are_named_only_where_several_wrote() {
    let mut bench = Bench::new("toml");
    switch_to(&mut bench, "codex", "c-1");
    bench.text(
        "handoff_save_context",
        &json!({"summary": "s", "decisions": [{"decision": "Keep feet", "reason": "asked for"}]}),
    );
    switch_to(&mut bench, "claude", "c-2");
    assert_eq!(section(&load(&mut bench, 2_000), "Decisions"), ["Keep feet — asked for"]);
    bench.text("handoff_save_context", &json!({"summary": "s", "decisions": ["Use TOML"]}));
    let text = load(&mut bench, 2_000);
    assert_eq!(section(&text, "Decisions"), ["Keep feet — asked for (by codex)", "Use TOML"]);
}

#[test]
fn load_says_how_another_conversation_ended() {
    let own = Process { host: "here".to_owned(), boot: Some("now".to_owned()), pid: 1, started: Some("7".to_owned()) };
    let other = Process { pid: 2, ..own.clone() };
    for (claims, ended, end, left) in [
        (false, false, "ended without a save, or idle", ""),
        (true, false, "at work", "t1 Merge (held by codex, heard just now)"),
        (true, true, "ended without a save", "t1 Merge (left by codex)"),
    ] {
        let mut bench = Bench::new("json");
        bench.text("handoff_update_task", &json!({"tasks": ["Merge"]}));
        switch_to(&mut bench, "codex", "c-1");
        bench.process = Some(other.clone());
        bench.text("handoff_update_session", &json!({"add_decision": "Use TOML"}));
        if claims {
            bench.text("handoff_update_task", &json!({"task": {"id": "t1", "status": "in_progress"}}));
        }
        bench.engine.set_ended_processes(&own, if ended { vec![other.clone()] } else { Vec::new() });
        switch_to(&mut bench, "claude", "c-2");
        bench.process = Some(own.clone());
        let text = load(&mut bench, 2_000);
        let lines: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("Today")).take(2).collect();
        let line = lines.last().copied().unwrap_or_default();
        assert!(line.starts_with(&format!("Session of codex ({end}): Use TOML (s-")), "it comes first: {text}");
        let task = section(&text, "In progress");
        assert_eq!(task.first().map(String::as_str).unwrap_or_default(), left, "{text}");
    }
}
