//! The context that a conversation starts with: within its budget for any project size, the most
//! useful parts first, and with a stable prefix.

use handoff_agent::estimate_tokens;
use handoff_agent::operations::tasks::next;
use handoff_protocol::FileState;
use serde_json::json;

use crate::support::Bench;

const BOUNDARY: &str = "<!-- handoff:";

/// Adds `number` tasks as another program does.
fn add_tasks(bench: &mut Bench, number: usize) {
    let file = |at: usize| {
        let status = ["todo", "in_progress", "done", "blocked", "review"][at % 5];
        let priority = ["low", "medium", "high"][at % 3];
        let task = json!({
            "id": format!("t{}", 100 + at), "title": format!("Retry the station list after 潮位データ {at}"),
            "priority": priority,
            "done_criteria": [{"item": "Answers within a second"}, {"item": "Nothing is lost", "checked": at.is_multiple_of(2)}],
            "schedule": {"start_date": "2026-12-01", "due_date": "2026-12-04", "estimate_hours": 4.0},
        });
        let path = format!("tasks/t{}-retry/_task.{status}.json", 100 + at);
        FileState::File { path, bytes: task.to_string().into_bytes() }
    };
    bench.feed((0..number).map(file).collect());
}

fn load(bench: &mut Bench, budget: usize) -> String {
    bench.text("handoff_load_context", &json!({"budget_tokens": budget}))
}

fn project(number: usize) -> Bench {
    let mut bench = Bench::new("json");
    add_tasks(&mut bench, number);
    let long = "Because the feed repeats rows when the station restarts. ".repeat(30);
    bench.text(
        "handoff_save_context",
        &json!({
            "summary": "Feed parser", "session_status": "active",
            "decisions": (0..40).map(|at| json!({"decision": format!("Keep rule {at}"), "reason": long})).collect::<Vec<_>>(),
            "blockers": ["The licence of the map is not signed"],
            "handoff_notes": [
                {"note": "Write the back-off before anything else", "category": "suggestion"},
                {"note": "Never call the feed twice a minute", "category": "caution"},
            ],
            "context_pointers": [{"path": "src/feed.rs", "lines": "10-40", "reason": "the parser"}],
        }),
    );
    bench
}

#[test]
fn context_stays_within_budget_and_keeps_the_essentials() {
    for number in [0, 100, 1_000] {
        let mut bench = project(number);
        for budget in [600, 2_000, 8_000] {
            let text = load(&mut bench, budget);
            assert!(
                estimate_tokens(&text) <= budget,
                "{} tokens of {budget} with {number} tasks",
                estimate_tokens(&text)
            );
            for part in
                ["back-off before anything", "licence of the map", "twice a minute", "Keep rule 0", "src/feed.rs"]
            {
                assert!(text.contains(part), "{part} is missing with {number} tasks and {budget} tokens: {text}");
            }
            let left_out = format!("(budget_tokens {})", budget * 2);
            assert!(text.contains(&left_out), "what is left out can be fetched: {text}");
            if number > 0 {
                assert!(text.contains(&format!("{number} tasks: ")), "{text}");
            }
        }
    }
}

#[test]
fn example_project_fits_into_the_default_budget() {
    let mut bench = Bench::atlas();
    let text = load(&mut bench, 2_000);
    assert!(estimate_tokens(&text) <= 2_000, "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn context_prefix_is_stable_between_loads() {
    let prefix = |text: &str| text.split(BOUNDARY).next().expect("a prefix").to_owned();
    let mut bench = project(100);
    let first = load(&mut bench, 2_000);
    bench.text("handoff_update_task", &json!({"task": {"id": "t100", "status": "in_progress", "title": "Another"}}));
    bench.text("handoff_update_session", &json!({"add_checklist_item": "Read the log"}));
    let second = load(&mut bench, 2_000);
    assert_ne!(first, second);
    assert_eq!(prefix(&first), prefix(&second));
    assert!(prefix(&first).contains("Keep rule 0"));
    bench.text("handoff_update_session", &json!({"add_decision": {"decision": "Drop the cache"}}));
    assert_ne!(prefix(&load(&mut bench, 20_000)), prefix(&first));
}

#[test]
fn next_is_the_most_urgent_task_without_suggestions() {
    let mut bench = Bench::new("json");
    for (title, priority) in [("Later", "low"), ("First", "high")] {
        let schedule = json!({"start_date": "2026-12-01", "due_date": "2026-12-04"});
        let task = json!({"task": {"title": title, "priority": priority, "schedule": schedule}});
        bench.text("handoff_update_task", &task);
    }
    assert!(load(&mut bench, 2_000).contains("## Next\n- Begin t2\n"));
    bench.text(
        "handoff_update_task",
        &json!({"task": {"id": "t1", "status": "in_progress", "schedule": {"estimate_hours": 1}}}),
    );
    assert!(load(&mut bench, 2_000).contains("## Next\n- Go on with t1\n"));
}

/// Saves a closed session with an entry in every list; returns its ID and the words that a load
/// must show.
fn save_full_session(bench: &mut Bench) -> (String, [&'static str; 6]) {
    let saved = bench.value(
        "handoff_save_context",
        &json!({
            "summary": "Feed parser", "decisions": [{"decision": "Use SQLite"}], "blockers": ["No licence yet"],
            "handoff_notes": [
                {"note": "Write the back-off", "category": "suggestion"}, {"note": "Mind the clock", "category": "caution"},
            ],
            "checklist": [{"item": "Fixtures"}], "context_pointers": [{"path": "src/feed.rs"}],
        }),
    );
    let id = saved["session_id"].as_str().expect("an id").to_owned();
    let words = ["Use SQLite", "No licence yet", "Write the back-off", "Mind the clock", "Fixtures", "src/feed.rs"];
    (id, words)
}

#[test]
fn empty_session_shows_the_previous_one() {
    for layout in ["json", "toml"] {
        let mut bench = Bench::new(layout);
        let (before, words) = save_full_session(&mut bench);
        let heading = "Last session (saved 2026-12-01 08:00): Feed parser";
        let active_id = bench.value("handoff_save_context", &json!({"summary": "begun", "session_status": "active"}));
        let active_id = active_id["session_id"].as_str().expect("an id").to_owned();
        let text = load(&mut bench, 2_000);
        for word in words {
            assert!(text.contains(word), "{word} is missing: {text}");
        }
        let headings = format!("Active session {active_id} (empty): begun\n{heading}\n");
        assert!(text.contains(&headings), "{text}");
        let loaded = bench.value("handoff_load_context", &json!({"format": "json"}));
        assert_eq!(loaded["session_id"], json!(active_id));
        let previous = &loaded["previous_session"];
        assert_eq!((&previous["id"], &previous["decisions"]), (&json!(before), &json!([{"decision": "Use SQLite"}])));
        let next = next::choose(bench.engine.reader(), &bench.context(), false).value;
        assert_eq!(next.suggested, ["Write the back-off"]);

        // The same after the empty session is closed, which is the last one then.
        bench.text("handoff_save_context", &json!({"summary": "begun"}));
        let text = load(&mut bench, 2_000);
        let content = heading.replace("Last session", "Before it");
        let last = "\nLast session (saved 2026-12-01 08:00): begun";
        assert!(text.contains(&format!("{last}\n{content}\n")), "{text}");
        for word in words {
            assert!(text.contains(word), "{word} is missing: {text}");
        }
        let loaded = bench.value("handoff_load_context", &json!({"format": "json"}));
        assert_eq!(loaded["previous_session"]["id"], json!(before));
        assert_eq!(loaded["session_guidance"]["suggested_fields"]["summary"], "Continuing: Feed parser");
    }
}

#[test]
fn only_list_entries_count_as_session_content() {
    for (fields, is_content) in [
        (json!({}), false),
        (json!({"label": "x", "timeline": "y", "environment": {"node": "20"}, "related_task_ids": ["t1"]}), false),
        (json!({"decisions": [], "blockers": [], "checklist": []}), false),
        (json!({"decisions": ["d"]}), true),
        (json!({"blockers": ["b"]}), true),
        (json!({"checklist": [{"item": "i", "checked": true}]}), true),
        (json!({"handoff_notes": ["n"]}), true),
        (json!({"references": ["u"]}), true),
        (json!({"context_pointers": ["p"]}), true),
    ] {
        let mut bench = Bench::new("json");
        save_full_session(&mut bench);
        let mut save = fields.clone();
        save["summary"] = json!("begun");
        save["session_status"] = json!("active");
        bench.text("handoff_save_context", &save);
        let text = load(&mut bench, 2_000);
        assert_eq!(text.contains("\nSession s-"), is_content, "{fields}: {text}");
        assert!(text.contains("Use SQLite"), "decisions of earlier sessions stand: {text}");
    }
}

#[test]
fn suggestions_stand_until_a_session_gives_others() {
    let mut bench = Bench::new("json");
    save_full_session(&mut bench);
    let own = json!({"summary": "other", "session_status": "active", "decisions": ["Keep feet"]});
    bench.text("handoff_save_context", &own);
    let text = load(&mut bench, 2_000);
    assert!(
        text.contains("Keep feet") && text.contains("Use SQLite") && text.contains("- Write the back-off"),
        "{text}"
    );
    let suggest = json!({"summary": "other", "session_status": "active", "handoff_notes": [{"note": "Write the docs", "category": "suggestion"}]});
    let saved = bench.text("handoff_save_context", &suggest);
    assert!(saved.contains("Replaced 1 suggestion: Write the back-off."), "{saved}");
    let text = load(&mut bench, 2_000);
    assert!(text.contains("## Next\n- Write the docs\n") && !text.contains("back-off"), "{text}");
    let loaded = bench.value("handoff_load_context", &json!({"format": "json"}));
    assert_eq!(loaded["next_actions"], json!(["Write the docs"]));
}

/// Saves a draft, as a client does before it compacts a conversation.
fn draft(bench: &mut Bench, about: &str) {
    let command = handoff_agent::draft(
        bench.engine.reader(),
        &bench.actor,
        "Draft before compaction",
        about,
        &handoff_agent::Capture::default(),
        Some(&bench.git),
    );
    bench.agent_command(&command);
}

#[test]
fn draft_does_not_count_as_a_save() {
    for layout in ["json", "toml"] {
        // Without an active session a draft creates an empty one.
        let mut bench = Bench::new(layout);
        let (_, words) = save_full_session(&mut bench);
        draft(&mut bench, "t1 Parse (0/2)");
        draft(&mut bench, "t1 Parse (1/2)");
        let text = load(&mut bench, 2_000);
        for word in words.into_iter().chain(["\nDraft before compaction (main at abc1234): t1 Parse (1/2).\n"]) {
            assert!(text.contains(word), "{word:?} is missing: {text}");
        }
        assert_eq!(text.matches("Draft before").count(), 1, "{text}");
        let sessions = bench.engine.reader().sessions();
        let active = sessions.iter().find(|session| session.draft().is_some()).expect("the draft");
        assert_eq!((active.text("summary"), active.text("ended_at")), (Some("In progress: t1 Parse (0/2)"), None));

        // In an active session a draft changes neither the content nor the time of the last save.
        let saved = json!({"summary": "Rows", "session_status": "active", "decisions": ["Keep feet"]});
        bench.text("handoff_save_context", &saved);
        let without = load(&mut bench, 2_000);
        assert!(!without.contains("Draft before"), "a save takes its place: {without}");
        bench.git.commit = Some("def5678".to_owned());
        draft(&mut bench, "t1 Parse (2/2)");
        let with = load(&mut bench, 2_000);
        let line = "Draft before compaction (main at def5678): t1 Parse (2/2).\n";
        assert_eq!(with.replace(line, "").replace("def5678", "abc1234"), without);
        assert!(with.contains(line) && with.contains(" at abc1234)\n"), "{with}");
    }
}

#[test]
fn long_names_and_summaries_stay_within_the_budget() {
    let mut bench = Bench::empty();
    bench.text("handoff_init", &json!({"project_name": "A long name of a harbour ".repeat(100)}));
    let titles: Vec<String> = (0..30).map(|at| format!("{}{at}", "Dredge the fairway ".repeat(5))).collect();
    bench.text("handoff_update_task", &json!({"tasks": titles}));
    bench.text("handoff_save_context", &json!({"summary": "Dredged ".repeat(1000), "decisions": titles}));
    for at in 0..300 {
        let path = format!("sessions/20261201-1000{at:02}-{}.open.json", "unreadable".repeat(10));
        bench.feed(vec![FileState::File { path, bytes: b"{".to_vec() }]);
    }
    for budget in [200, 500, 2_000] {
        let answer = bench.text("handoff_load_context", &json!({"budget_tokens": budget}));
        let tokens = estimate_tokens(&answer);
        assert!(tokens <= budget && answer.contains("# A long name of a harbour"), "{tokens} of {budget}: {answer}");
    }
}
