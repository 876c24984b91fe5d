//! Where the project stands when a context is loaded: Git state, milestones, pointers to read.

use handoff_protocol::{Actor, GitState};
use serde_json::json;

use crate::support::Bench;

fn load(bench: &mut Bench) -> String {
    bench.text("handoff_load_context", &json!({}))
}

#[test]
fn working_tree_is_described_without_own_files() {
    let git = |distance: Option<(u32, u32)>, dirty: &[&str], dirty_cut: bool| GitState {
        branch: Some("main".to_owned()),
        commit: Some("abc1234".to_owned()),
        distance,
        dirty: dirty.iter().map(|line| (*line).to_owned()).collect(),
        dirty_cut,
        ..GitState::default()
    };
    for (git, expected) in [
        (git(None, &[], false), "Git: main at abc1234\n"),
        (git(Some((0, 0)), &[], false), "Git: main at abc1234\n"),
        (git(Some((2, 0)), &[], false), "Git: main at abc1234, 2 ahead, 0 behind\n"),
        (git(None, &[" M .handoff/config.toml", "?? \".handoff/a b\""], false), "Git: main at abc1234\n"),
        (git(None, &[" M .handoff/config.toml", "?? a.txt"], false), "Git: main at abc1234, 1 file changed\n"),
        (git(None, &[" M a.txt", "?? b.txt"], false), "Git: main at abc1234, 2 files changed\n"),
        (git(None, &[" M a.txt", "?? b.txt"], true), "Git: main at abc1234, 2 or more files changed\n"),
        (GitState { branch: Some("new".to_owned()), ..GitState::default() }, "Git: new, no commit yet\n"),
        (GitState { absence: Some("not a repository".to_owned()), ..GitState::default() }, "Git: not a repository\n"),
        (
            GitState { borrowed_from: Some("../main".to_owned()), ..git(None, &[], false) },
            "Git: main at abc1234; a worktree that uses the .handoff/ of ../main\n",
        ),
    ] {
        let mut bench = Bench::new("json");
        bench.git = git;
        let text = load(&mut bench) + "\n";
        assert!(text.contains(expected), "{expected}{text}");
    }
}

#[test]
fn milestones_to_come_are_first_then_those_of_the_past() {
    let mut bench = Bench::new("toml");
    // The tests begin on 2026-12-01.
    let milestones = [("Far", "2027-03-01"), ("Old", "2026-11-01"), ("Now", "2026-12-01"), ("Near", "2026-12-20")];
    let milestones = milestones.map(|(name, date)| json!({"name": name, "date": date}));
    bench.text("handoff_update_task", &json!({"milestones": milestones}));
    let text = load(&mut bench);
    let section = text.split("## Milestones\n").nth(1).expect("a section");
    let lines: Vec<&str> = section.lines().take(4).collect();
    assert_eq!(lines, ["- 2026-12-01 Now", "- 2026-12-20 Near", "- 2027-03-01 Far", "- 2026-11-01 Old"]);
}

#[test]
fn closed_session_is_shown_with_its_own_content_alone() {
    let mut bench = Bench::new("json");
    let first = json!({
        "summary": "A", "checklist": [{"item": "Fixtures", "owner": "user"}, {"item": "Docs", "checked": true}],
        "decisions": ["Use SQLite"], "environment": {"test": "make check"}, "timeline": "until May",
        "handoff_notes": [{"note": "Write the parser", "category": "suggestion"}],
    });
    let id = bench.value("handoff_save_context", &first)["session_id"].clone();
    let second = json!({
        "summary": "B", "decisions": ["Keep feet"], "environment": {"run": "make"},
        "handoff_notes": [{"note": "Write the docs", "category": "suggestion"}],
    });
    bench.text("handoff_save_context", &second);
    let text = bench.text("handoff_load_context", &json!({"session_id": id}));
    assert!(text.contains("- [ ] Fixtures — user\n- [x] Docs"), "{text}");
    assert!(text.contains("## Environment\n- test: make check\n\n## Timeline\n- until May\n"), "{text}");
    let loaded = bench.value("handoff_load_context", &json!({"session_id": id, "format": "json"}));
    assert_eq!(loaded["decisions"], json!([{"decision": "Use SQLite"}]));
    assert_eq!(loaded["next_actions"], json!(["Write the parser"]));
    assert_eq!((&loaded["previous_session"], &loaded["session_guidance"]), (&json!(null), &json!(null)));
}

#[test]
fn each_file_of_pointers_is_read_once_and_a_hundred_at_most() {
    let mut bench = Bench::new("json");
    bench.around.insert("src/a.rs".to_owned(), "let a = 1;\n".to_owned());
    bench.around.insert("src/b.rs".to_owned(), "let b = 1;\n".to_owned());
    let read = |bench: &mut Bench| {
        bench.requests.clear();
        load(bench);
        bench.requests.iter().map(|request| (request.path.clone(), request.since.clone())).collect::<Vec<_>>()
    };
    let pointers = json!([{"path": "src/a.rs", "lines": "1"}, {"path": "src/a.rs#L1"}, {"path": "src/b.rs"}]);
    bench.text(
        "handoff_save_context",
        &json!({"summary": "s", "session_status": "active", "context_pointers": pointers}),
    );
    let commit = Some("abc1234".to_owned());
    assert_eq!(read(&mut bench), [("src/a.rs".to_owned(), commit.clone()), ("src/b.rs".to_owned(), commit)]);

    let many: Vec<_> = (0..130).map(|at| json!({"path": format!("src/{at}.rs")})).collect();
    for at in 0..130 {
        bench.around.insert(format!("src/{at}.rs"), format!("let a = {at};\n"));
    }
    for some in many.chunks(65) {
        let save = json!({"summary": "s", "session_status": "active", "context_pointers": some});
        bench.text("handoff_save_context", &save);
    }
    assert_eq!(read(&mut bench).len(), 100);
}

#[test]
fn tasks_of_another_agent_are_named_as_held() {
    let mut bench = Bench::new("json");
    bench.text("handoff_update_task", &json!({"tasks": ["Parse", "Write"]}));
    bench.actor = Actor::agent("codex");
    bench.text("handoff_update_task", &json!({"task": {"id": "t1", "status": "in_progress"}}));
    bench.actor = Actor::agent("test");
    bench.text("handoff_update_task", &json!({"task": {"id": "t2", "status": "in_progress"}}));
    let text = load(&mut bench);
    let own_first = "## In progress\n- t2 Write\n- t1 Parse (held by codex, heard just now)\n";
    assert!(text.contains(own_first) && text.contains("## Next\n- Go on with t2\n"), "{text}");
}

/// Returns the lines of a section of a load.
fn section(text: &str, title: &str) -> Vec<String> {
    let section = text.split(&format!("## {title}\n")).nth(1).unwrap_or_default();
    section.lines().map_while(|line| line.strip_prefix("- ")).map(str::to_owned).collect()
}

#[test]
fn ready_tasks_have_criteria_the_more_the_larger_the_budget_is() {
    let mut bench = Bench::new("json");
    let task = |number: usize| json!({"title": format!("Task {number}"), "done_criteria": ["works with every file of the last year"]});
    bench.text("handoff_update_task", &json!({"tasks": (0..12).map(task).collect::<Vec<_>>()}));
    let mut last = 0;
    for budget in [220, 250, 280, 310] {
        let text = bench.text("handoff_load_context", &json!({"budget_tokens": budget}));
        let lines = section(&text, "Ready");
        let with_criteria = lines.iter().take_while(|line| line.contains("; open: works with")).count();
        assert_eq!(text.matches("open: works").count(), with_criteria, "the first ones have them: {text}");
        assert!(with_criteria > last, "{budget}: {text}");
        last = with_criteria;
    }
}

#[test]
fn waiting_tasks_that_are_due_soon_or_too_early_come_first() {
    let mut bench = Bench::new("json");
    // The tests begin on 2026-12-01.
    let task = |title: &str, base: &str, due: &str| json!({"title": title, "dependencies": [base], "schedule": {"due_date": due}});
    bench.text(
        "handoff_update_task",
        &json!({"tasks": [
            {"title": "Base", "ref": "base"}, {"title": "Late base", "ref": "late", "schedule": {"due_date": "2027-03-01"}},
            {"title": "Undated:", "dependencies": ["base"]}, task("Mid", "base", "2027-01-20"), task("Eighth", "base", "2026-12-09"),
            task("Seventh", "base", "2026-12-08"), task("Early", "late", "2027-02-01"), task("Fitting", "late", "2027-03-01"),
        ]}),
    );
    let text = load(&mut bench);
    let names: Vec<String> = section(&text, "Waiting tasks")
        .iter()
        .filter_map(|line| line.split([' ', ':']).nth(1))
        .map(str::to_owned)
        .collect();
    // Early is due before what it waits for; Eighth is not near any more.
    assert_eq!(names, ["Seventh", "Early", "Eighth", "Mid", "Fitting", "Undated"], "{text}");
    assert_eq!(text.matches("; but t2 is due 2027-03-01").count(), 1, "{text}");
}

#[test]
fn all_waiting_tasks_are_counted() {
    let mut bench = Bench::new("json");
    let waiting = |number: usize| json!({"title": format!("Task {number}"), "dependencies": ["base"]});
    let tasks: Vec<_> = std::iter::once(json!({"title": "Base", "ref": "base"})).chain((0..205).map(waiting)).collect();
    bench.text("handoff_update_task", &json!({"tasks": tasks}));
    let text = bench.text("handoff_load_context", &json!({"budget_tokens": 2_000}));
    let shown = section(&text, "Waiting tasks").iter().filter(|line| line.contains("Task ")).count();
    assert!(shown < 205 && text.contains(&format!("Left out: {} tasks", 205 - shown)), "{shown}: {text}");
}

#[test]
fn hours_are_shown_once_some_were_spent() {
    let mut bench = Bench::new("json");
    let task =
        |title: &str, hours: f64| json!({"title": title, "status": "in_progress", "schedule": {"actual_hours": hours}});
    bench.text("handoff_update_task", &json!({"tasks": [task("None", 0.0), task("Some", 1.5)]}));
    let text = load(&mut bench);
    assert_eq!(section(&text, "In progress"), ["t1 None", "t2 Some (1.5 h spent)"], "{text}");
}
