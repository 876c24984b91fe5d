//! Proofs of done criteria: how they are handed in, stored, shown and required.

use handoff_protocol::agent::{Check, SessionUpdate};
use handoff_protocol::{Actor, Command, CriterionDetailPatch, CriterionEdit, Status, TaskPatch, TaskUpdate};
use serde_json::{Value, json};

use crate::support::Bench;

const LAYOUTS: [&str; 2] = ["json", "toml"];

/// Creates a project with a file and a task "a", which touches it and has two criteria.
fn project(layout: &str) -> Bench {
    let mut bench = Bench::new(layout);
    bench.around.insert("src/feed.rs".to_owned(), "fn feed() {}\n".to_owned());
    bench.text(
        "handoff_update_task",
        &json!({"task": {"id": "a", "title": "Feed", "scope_paths": ["src/feed.rs", "src"], "done_criteria": ["Rows", "Dates"]}}),
    );
    bench
}

/// Returns the text of the only task file.
fn task_file(bench: &Bench) -> String {
    let path = bench.paths().into_iter().find(|path| path.contains("task.") && path.starts_with("tasks/"));
    String::from_utf8(bench.tree.file(&path.expect("a task")).expect("a file").to_vec()).expect("UTF-8")
}

/// Replaces times and hashes.
fn masked(file: &str) -> String {
    let mask = |line: &str| {
        let key = line.split([':', '=']).next().unwrap_or_default();
        let is_masked = matches!(key.trim().trim_matches('"'), "at" | "hash");
        if is_masked { format!("{} …\n", key.trim_end()) } else { format!("{line}\n") }
    };
    file.lines().map(mask).collect()
}

fn criteria(bench: &mut Bench) -> Value {
    bench.value("handoff_get_task", &json!({"task_id": "a"}))["done_criteria"].clone()
}

#[test]
fn proof_is_stored_beside_its_criterion_and_leaves_other_bytes_alone() {
    for (layout, expected) in [
        (
            "json",
            r#"  "handoff_criteria": [
    {
      "item": "Rows",
      "proof": {
        "kind": "command",
        "target": "cargo test",
        "exit_code": 0,
        "output": "ok",
        "at" …
        "by": "test",
        "files": [
          {
            "path": "src/feed.rs",
            "hash" …
          }
        ]
      }
    }
  ]
"#,
        ),
        (
            "toml",
            r#"[[handoff_criteria]]
item = "Rows"

[handoff_criteria.proof]
kind = "command"
target = "cargo test"
exit_code = 0
output = "ok"
at …
by = "test"

[[handoff_criteria.proof.files]]
path = "src/feed.rs"
hash …
"#,
        ),
    ] {
        let mut bench = project(layout);
        assert!(!task_file(&bench).contains("handoff_criteria"));
        let proof = json!({"command": "cargo test", "exit_code": 0, "output": "\u{1b}[32mok\u{1b}[0m\r\n"});
        let text =
            bench.text("handoff_update_task", &json!({"tasks": [{"id": "a", "check": ["Rows"], "proof": proof}]}));
        assert!(text.contains("Dates") && !text.contains("Warning"), "{text}");
        let file = task_file(&bench);
        assert!(masked(&file).contains(expected), "{layout}: {file}");

        // The next change of anything else keeps it.
        bench.text("handoff_update_task", &json!({"task": {"id": "a", "priority": "high"}}));
        let after = task_file(&bench);
        assert_eq!(after.split("handoff_criteria").nth(1), file.split("handoff_criteria").nth(1), "{layout}");
        bench.text("handoff_update_task", &json!({"task": {"id": "a", "check": ["Dates"]}}));
        bench.text("handoff_undo", &json!({}));
        assert!(task_file(&bench).contains("cargo test"));
    }
}

#[test]
fn undo_removes_a_proof() {
    for layout in LAYOUTS {
        let mut bench = project(layout);
        let check = json!({"task_id": "a", "criterion_index": 1, "checked": true, "proof": "src/feed.rs"});
        let answer = bench.value("handoff_check_criterion", &check);
        assert!(
            answer["proof"].as_str().is_some_and(|proof| proof.starts_with("src/feed.rs, by test, 20")),
            "{answer}"
        );
        bench.text("handoff_undo", &json!({}));
        assert!(!task_file(&bench).contains("handoff_criteria"), "{layout}: {}", task_file(&bench));
    }
}

#[test]
fn kind_of_a_proof_follows_from_its_text() {
    let mut bench = project("json");
    bench.around.insert("docs/shot.png".to_owned(), "png".to_owned());
    for (proof, expected) in [
        (json!("1a2b3c4d"), "commit 1a2b3c4d"),
        (json!("https://example.invalid/run/1"), "https://example.invalid/run/1"),
        (json!("docs/shot.png"), "docs/shot.png"),
        (json!({"command": "make", "exit_code": 2}), "make: exit code 2"),
        (json!({"command": "make"}), "make: did not end"),
    ] {
        let task = json!({"task": {"id": "a", "check": [0], "proof": proof}});
        bench.text("handoff_update_task", &task);
        let shown = criteria(&mut bench)[0]["proof"].clone();
        assert!(shown.as_str().is_some_and(|shown| shown.starts_with(&format!("{expected}, by test, 2"))), "{shown}");
    }
    for (task, expected) in [
        (
            json!({"id": "a", "check": [0], "proof": "it works"}),
            "The argument task.proof must be a commit, a file of the project or a URL, or an object with command, exit_code and output.",
        ),
        (json!({"id": "a", "proof": "1a2b3c4d"}), "The argument task.check must be the criteria that proof is about."),
        (
            json!({"id": "a", "check": ["Gone"], "proof": "1a2b3c4d"}),
            "There is no criterion “Gone”. The criteria are: “Rows”, “Dates”.",
        ),
    ] {
        let refusal = bench.refusal("handoff_update_task", &json!({"task": task}));
        assert!(refusal.contains(expected), "{refusal}");
    }
}

#[test]
fn proof_is_stale_once_its_files_have_changed() {
    for layout in LAYOUTS {
        let mut bench = project(layout);
        let prove = json!({"task": {"id": "a", "status": "in_progress", "schedule": {"estimate_hours": 1}, "check": "all", "proof": "1a2b3c4d"}});
        bench.text("handoff_update_task", &prove);
        let load = |bench: &mut Bench| bench.text("handoff_load_context", &json!({}));
        assert_eq!(criteria(&mut bench)[0].get("stale"), None);
        assert!(!load(&mut bench).contains("Stale proofs"));
        // Line ends and white space at their ends are no change.
        bench.around.insert("src/feed.rs".to_owned(), "fn feed() {}  \r\n".to_owned());
        assert_eq!(criteria(&mut bench)[0].get("stale"), None);
        bench.around.insert("src/feed.rs".to_owned(), "fn feed() { todo() }\n".to_owned());
        assert_eq!(criteria(&mut bench)[0]["stale"], json!(["src/feed.rs"]));
        let text = load(&mut bench);
        assert!(
            text.contains("Stale proofs") && text.contains("a “Dates” (stale: src/feed.rs changed since)"),
            "{text}"
        );
        let text = bench.text("handoff_update_task", &json!({"task": {"id": "a", "status": "review"}}));
        assert!(text.contains("Warning: the proof of a “Rows” (stale: src/feed.rs changed since)."), "{text}");
        bench.around.remove("src/feed.rs");
        assert_eq!(criteria(&mut bench)[1]["stale"], json!(["src/feed.rs"]));
        bench.text("handoff_update_task", &json!({"task": {"id": "a", "check": "all", "proof": "2a2b3c4d"}}));
        assert_eq!(criteria(&mut bench)[1].get("stale"), None, "what is gone already is not part of a new proof");
    }
}

#[test]
fn details_follow_their_criterion() {
    let edit = |bench: &mut Bench, edit: CriterionEdit| {
        let patch = TaskPatch { criterion: Some(edit), ..TaskPatch::default() };
        bench.command(&Command::UpdateTasks(TaskUpdate::of_task("a", patch)));
    };
    for layout in LAYOUTS {
        let mut bench = project(layout);
        let detail = |item: &str| CriterionDetailPatch {
            item: item.to_owned(),
            command: Some(vec!["cargo".to_owned(), "test".to_owned()]),
            ..CriterionDetailPatch::default()
        };
        let details = Some(vec![detail("Rows"), detail("Dates")]);
        let patch = TaskPatch { criterion_details: details, ..TaskPatch::default() };
        bench.command(&Command::UpdateTasks(TaskUpdate::of_task("a", patch)));
        let reword = CriterionEdit::Reword { index: 0, item: "Rows".to_owned(), to: "All rows".to_owned() };
        edit(&mut bench, reword);
        edit(&mut bench, CriterionEdit::Remove { index: 1, item: "Dates".to_owned() });
        edit(&mut bench, CriterionEdit::Add { index: 1, item: "Dates".to_owned() });
        let expected = json!([
            {"item": "All rows", "checked": false, "command": ["cargo", "test"]},
            {"item": "Dates", "checked": false},
        ]);
        assert_eq!(criteria(&mut bench), expected, "{layout}");
        let list = json!({"task": {"id": "a", "done_criteria": ["Dates", "All rows"]}});
        bench.text("handoff_update_task", &list);
        assert_eq!(criteria(&mut bench)[1]["command"], json!(["cargo", "test"]));
        let list = json!({"task": {"id": "a", "done_criteria": [{"item": "Dates", "command": ["make"]}]}});
        bench.text("handoff_update_task", &list);
        assert_eq!(criteria(&mut bench), json!([{"item": "Dates", "checked": false, "command": ["make"]}]));
        assert_eq!(task_file(&bench).matches("All rows").count(), 0);
    }
}

#[test]
fn rules_for_done_bind_agents_and_warn_people() {
    let mut bench = project("toml");
    bench.text("handoff_update_config", &json!({"updates": {"settings.custom_fields.done_needs_evidence": true}}));
    let done = json!({"task": {"id": "a", "status": "done", "check": "all"}});
    let refusal = bench.refusal("handoff_update_task", &done);
    assert!(refusal.contains("a cannot be set to done: the criterion “Rows” has no proof."), "{refusal}");
    let failed = json!({"task": {"id": "a", "check": [0], "proof": {"command": "make", "exit_code": 2}}});
    bench.text("handoff_update_task", &failed);
    let refusal = bench.refusal("handoff_update_task", &done);
    assert!(refusal.contains("the command for “Rows” failed"), "{refusal}");
    let refusal = bench.refusal("handoff_update_task", &json!({"task": {"title": "b", "status": "done"}}));
    assert!(refusal.contains("it has no done criteria"), "{refusal}");
    let agent = bench.actor.clone();
    bench.actor = Actor::person("Ana");
    let text = bench.text("handoff_update_task", &done);
    assert!(text.contains("although the command for “Rows” failed"), "{text}");
    bench.actor = agent;
    bench.text("handoff_update_task", &json!({"task": {"id": "a", "status": "in_progress"}}));
    let proven = json!({"task": {"id": "a", "status": "done", "check": "all", "proof": "1a2b3c4d"}});
    bench.text("handoff_update_task", &proven);
    // A group is proven by its subtasks.
    bench.text("handoff_update_task", &json!({"tasks": [{"title": "Group", "id": "g", "children": ["Part"]}]}));

    bench.text("handoff_update_config", &json!({"updates": {"settings.custom_fields.done_needs_review": true}}));
    bench.text("handoff_update_task", &json!({"task": {"id": "a", "status": "review"}}));
    let refusal = bench.refusal("handoff_update_task", &proven);
    assert!(refusal.contains("a needs a review. Set it to review; a person sets it to done."), "{refusal}");
    bench.actor = Actor::person("Ana");
    let text = bench.text("handoff_update_task", &json!({"task": {"id": "a", "status": "done"}}));
    assert!(!text.contains("Warning"), "{text}");
}

#[test]
fn agent_learns_what_was_sent_back_to_it() {
    let agent = |conversation: &str| Actor { conversation: Some(conversation.to_owned()), ..Actor::agent("codex") };
    let mut bench = project("json");
    bench.actor = agent("c-1");
    let send_back = |comment: &str| Command::SendBack { ids: vec!["a".to_owned()], comment: comment.to_owned() };
    let told = |bench: &Bench, conversation: &str| {
        let tasks = handoff_agent::sent_back(bench.engine.reader(), &agent(conversation), 0);
        tasks.into_iter().map(|task| task.sentence).collect::<Vec<String>>()
    };
    let review = json!({"task": {"id": "a", "status": "review", "schedule": {"estimate_hours": 1}}});
    bench.text("handoff_update_task", &review);
    bench.actor = Actor::person("Ana");
    bench.now += 1000;
    bench.command(&send_back("Empty rows are\n\nstill lost."));
    assert_eq!(told(&bench, "c-1"), ["Ana sent a back: Empty rows are still lost."]);
    assert_eq!(told(&bench, "c-2"), Vec::<String>::new(), "another conversation");
    let news = handoff_agent::news(bench.engine.reader(), &agent("c-1"), 0).expect("news");
    assert!(
        news.contains("Ana: a sent back") && news.ends_with("Handoff: Ana sent a back: Empty rows are still lost."),
        "{news}"
    );
    let task = bench.value("handoff_get_task", &json!({"task_id": "a"}));
    assert!(task["status"] == "in_progress" && task["notes"].as_str().is_some_and(|notes| notes.contains(" Ana\n")));
    // It was taken up again and finished.
    bench.actor = agent("c-1");
    bench.text("handoff_update_task", &json!({"task": {"id": "a", "status": "review"}}));
    assert_eq!(told(&bench, "c-1"), Vec::<String>::new());

    // It got stuck, and a person helped.
    bench.now += 1000;
    bench.text("handoff_update_task", &json!({"task": {"id": "a", "status": "blocked"}}));
    bench.actor = Actor::person("Ana");
    bench.now += 1000;
    let help =
        TaskPatch { status: Some(Status::Todo), comment: Some("Use port 3000.".to_owned()), ..TaskPatch::default() };
    bench.command(&Command::UpdateTasks(TaskUpdate {
        ids: vec!["a".to_owned()],
        patch: help,
        ..TaskUpdate::default()
    }));
    assert_eq!(told(&bench, "c-1"), ["Ana unblocked a: Use port 3000."]);
    assert_eq!(told(&bench, "c-2"), Vec::<String>::new());
}

#[test]
fn agents_learn_what_a_person_has_answered() {
    let mut bench = project("json");
    let agent = Actor { conversation: Some("c-1".to_owned()), ..Actor::agent("codex") };
    bench.actor = agent.clone();
    let items = json!([{"item": "Ask the harbour", "owner": "user"}, {"item": "Test", "owner": "ai"}]);
    bench.text("handoff_save_context", &json!({"summary": "S", "checklist": items, "session_status": "active"}));
    bench.actor = Actor::person("Ana");
    bench.now += 1000;
    let answer = |answer: &str| {
        let check = Check { index: 0, seen: None, entry: None, checked: true, answer: Some(answer.to_owned()) };
        let update = SessionUpdate { check: Some(check), ..SessionUpdate::default() };
        Command::UpdateSession { id: None, update }
    };
    bench.command(&answer("  "));
    assert!(handoff_agent::sent_back(bench.engine.reader(), &agent, 0).is_empty(), "it was ticked without an answer");
    bench.now += 1000;
    bench.command(&answer("Only\nby day."));
    let told = handoff_agent::sent_back(bench.engine.reader(), &agent, 0);
    assert_eq!(
        told.iter().map(|told| told.sentence.as_str()).collect::<Vec<_>>(),
        ["Ana answered “Ask the harbour”: Only by day."]
    );
    bench.actor = agent;
    let loaded = bench.text("handoff_load_context", &json!({}));
    assert!(loaded.contains("Ask the harbour: Only"), "{loaded}");
}
