//! What happened since the last save, in a load, and what others have changed meanwhile.

use handoff_agent::news;
use handoff_protocol::{Actor, GitState};
use serde_json::{Value, json};

use crate::support::Bench;

fn switch_to(bench: &mut Bench, client: &str, conversation: &str) {
    bench.actor = Actor { conversation: Some(conversation.to_owned()), ..Actor::agent(client) };
}

fn change(bench: &mut Bench, task: &Value) {
    bench.text("handoff_update_task", &json!({ "task": task }));
}

/// A project with two tasks and a save at a commit, by an agent in the conversation `c-1`.
fn project(layout: &str) -> Bench {
    let mut bench = Bench::with_estimates(layout);
    switch_to(&mut bench, "claude-code", "c-1");
    change(&mut bench, &json!({"title": "Piles", "schedule": {"estimate_hours": 1}}));
    change(&mut bench, &json!({"title": "Crane", "schedule": {"estimate_hours": 1}}));
    bench.git = GitState {
        branch: Some("main".to_owned()),
        commit: Some("1111111".to_owned()),
        recent: vec!["1111111 Begin".to_owned()],
        recent_files: vec![vec!["a.rs".to_owned()]],
        ..GitState::default()
    };
    bench.text("handoff_save_context", &json!({"summary": "Planned"}));
    bench
}

fn section(load: &str) -> Vec<String> {
    let lines = load.lines().skip_while(|line| *line != "## Since the last save").skip(1);
    lines.take_while(|line| line.starts_with("- ")).map(str::to_owned).collect()
}

#[test]
fn load_says_what_happened_since_the_last_save() {
    for layout in ["toml", "json"] {
        let mut bench = project(layout);
        let ids: Vec<String> = bench.engine.reader().tasks().iter().map(|task| task.fields().id.clone()).collect();
        let [piles, crane] = ids.as_slice() else { panic!("{ids:?}") };
        let load = bench.text("handoff_load_context", &json!({}));
        assert_eq!(section(&load), Vec::<String>::new(), "{load}");

        switch_to(&mut bench, "codex", "c-2");
        change(&mut bench, &json!({"id": piles, "status": "in_progress"}));
        change(&mut bench, &json!({"id": piles, "status": "done"}));
        switch_to(&mut bench, "claude-code", "c-3");
        change(&mut bench, &json!({"id": crane, "notes_append": "Higher"}));
        bench.git.commit = Some("2222222".to_owned());
        bench.git.recent.insert(0, "2222222 Drive the piles".to_owned());
        bench.git.recent_files.insert(0, vec!["b.rs".to_owned(), ".handoff/x".to_owned()]);
        bench.git.dirty = vec![" M c.rs".to_owned()];
        let load = bench.text("handoff_load_context", &json!({}));
        let expected = [
            "- Commits: 2222222 Drive the piles (b.rs)".to_owned(),
            "- Not committed: c.rs".to_owned(),
            format!("- Changed: you: {crane} changed; codex: {piles} done"),
        ];
        assert_eq!(section(&load), expected, "{load}");

        bench.git.dirty.clear();
        bench.text("handoff_save_context", &json!({"summary": "Driven"}));
        assert_eq!(section(&bench.text("handoff_load_context", &json!({}))), Vec::<String>::new());
    }
}

#[test]
fn news_are_what_others_have_changed_since_a_time() {
    let mut bench = project("toml");
    let ids: Vec<String> = bench.engine.reader().tasks().iter().map(|task| task.fields().id.clone()).collect();
    let since = bench.now;
    change(&mut bench, &json!({"id": ids[0], "status": "in_progress"}));
    let own = bench.actor.clone();
    let told = |bench: &Bench, actor: &Actor, since: i64| news(bench.engine.reader(), actor, since);
    assert_eq!(told(&bench, &own, since), None, "its own changes are no news");
    let other = Actor { conversation: Some("c-9".to_owned()), ..own.clone() };
    assert!(told(&bench, &other, since).is_some(), "those of another conversation are");
    let unknown = Actor { conversation: None, ..own.clone() };
    assert_eq!(told(&bench, &unknown, since), None, "without a conversation the name decides");

    bench.actor = Actor::person("Ana");
    change(&mut bench, &json!({"id": ids[1], "status": "in_progress"}));
    let expected = format!("Handoff: meanwhile, others changed: Ana: {} in_progress.", ids[1]);
    assert_eq!(told(&bench, &own, since), Some(expected));
    assert_eq!(told(&bench, &own, bench.now), None, "each change is told once");
    for number in 0..40 {
        change(&mut bench, &json!({"title": format!("Task {number}"), "schedule": {"estimate_hours": 1}}));
    }
    let text = told(&bench, &own, since).unwrap();
    assert!(handoff_agent::estimate_tokens(&text) <= 60, "{text}");
}
