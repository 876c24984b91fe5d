//! The views of the session browser.

use handoff_protocol::view::{
    RegisterKind, RegisterRow, RegisterState, SessionMatch, SessionView, SessionsView, SubjectKind,
};
use handoff_protocol::{Command, Outcome, Status, View};

use crate::support::{Bench, context, dedent};

const PROJECT: &str = r#"
    === config.toml
    [project]
    name = "P"
    === tasks/t1-a/_task.todo.json
    {"id": "t1", "title": "Alpha"}
    === sessions/20261101-090000-first.closed.json
    {"version": 2, "id": "s-1", "started_at": "2026-11-01T08:00:00Z", "ended_at": "2026-11-01T09:30:00Z",
     "summary": "Parse the FEED", "label": "parser", "branch": "main", "related_task_ids": ["t1", "t9"],
     "decisions": [{"decision": "Keep feet", "reason": "compared", "confidence": "estimated"}, {"decision": "Use SQLite"}],
     "blockers": ["No key"], "checklist": [{"item": "Ask Maya", "owner": "user"}, {"item": "Run it", "checked": true}],
     "context_pointers": [{"path": "src/a.rs", "lines": "1-4", "reason": "start here"}],
     "environment": {"node": 20, "handoff_record": {"author": "Maya", "owner": "kenji"}}}
    === sessions/20261102-090000-second.active.json
    {"version": 2, "id": "s-2", "started_at": "2026-11-02T09:00:00+09:00", "summary": "Second", "parent_session_id": "s-1",
     "decisions": [{"decision": "Use files", "supersedes": ["Use SQLite"], "by": "codex"}],
     "handoff_notes": [{"note": "The feed repeats", "category": "caution"}, {"note": "half done", "category": "context"}]}
    === sessions/20261103-100000-third.closed.json
    {"version": 2, "id": "s-3", "ended_at": "2026-11-03T10:00:00Z", "summary": "Unrelated", "parent_session_id": "s-gone"}
    === sessions/20261104-100000-bad.closed.json
    {"version": 2,
"#;

fn sessions(bench: &mut Bench) -> SessionsView {
    match bench.ask(&context(), r#"{"kind":"sessions"}"#) {
        View::Sessions(view) => view,
        other => panic!("{other:?}"),
    }
}

fn session(bench: &mut Bench, id: &str) -> Option<SessionView> {
    match bench.ask(&context(), &format!(r#"{{"kind":"session","id":"{id}"}}"#)) {
        View::Session(view) => view.map(|view| *view),
        other => panic!("{other:?}"),
    }
}

fn search(bench: &mut Bench, text: &str) -> Vec<SessionMatch> {
    match bench.ask(&context(), &format!(r#"{{"kind":"sessionSearch","text":"{text}"}}"#)) {
        View::SessionSearch(matches) => matches,
        other => panic!("{other:?}"),
    }
}

fn register(bench: &mut Bench) -> Vec<RegisterRow> {
    match bench.ask(&context(), r#"{"kind":"register"}"#) {
        View::Register(rows) => rows,
        other => panic!("{other:?}"),
    }
}

fn ids(view: &SessionsView) -> Vec<&str> {
    view.sessions.iter().map(|session| session.id.as_str()).collect()
}

#[test]
fn sessions_are_listed_newest_first_with_their_parents() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let view = sessions(&mut bench);
    assert_eq!(ids(&view), ["s-3", "s-2", "s-1"]);
    let [third, second, first] = view.sessions.as_slice() else { panic!("{view:?}") };
    assert_eq!((first.minutes, first.started_at.as_str()), (Some(90), "2026-11-01T08:00:00Z"));
    assert_eq!((first.decisions, first.blockers, first.checklist.done, first.checklist.total), (2, 1, 1, 2));
    assert_eq!(
        (first.label.as_str(), first.branch.as_str(), first.actors.as_slice()),
        ("parser", "main", &["Maya".to_owned()][..])
    );
    // It was never saved, and its start is in another time zone.
    assert_eq!(
        (second.minutes, second.started_at.as_str(), second.ended_at.as_str()),
        (None, "2026-11-02T00:00:00Z", "")
    );
    assert_eq!(
        (second.parents.as_slice(), second.actors.as_slice()),
        (&["s-1".to_owned()][..], &["codex".to_owned()][..])
    );
    // No start is recorded; the parent no longer exists.
    assert_eq!((third.minutes, third.started_at.as_str(), third.parents.len()), (None, "2026-11-03T10:00:00Z", 0));
}

#[test]
fn only_closed_sessions_have_a_score() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let scores: Vec<Option<u32>> = sessions(&mut bench).sessions.iter().map(|session| session.score).collect();
    // The third has only a summary, and is 27 days old. The first names nothing in its next step.
    assert_eq!(scores, [Some(12), None, Some(67)]);
    assert_eq!(session(&mut bench, "s-1").expect("a session").summary.score, Some(67));
}

#[test]
fn merged_sessions_are_parents_of_their_target() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let fork = Command::ForkSession {
        source: "s-3".to_owned(),
        inherit: Vec::new(),
        patch: serde_json::from_str(r#"{"values":{"summary":"Fork"},"lists":[{"key":"decisions","given":[{"decision":"Use vectors"}],"replace":false,"seen":[]}],"remove":[],"record":{}}"#)
            .expect("a patch"),
    };
    bench.run(&fork).expect("a fork");
    let fork = sessions(&mut bench).sessions.first().expect("the fork").clone();
    assert_eq!(fork.parents, ["s-3"]);
    let merge = Command::MergeSessions {
        sources: vec![fork.id.clone(), "s-2".to_owned()],
        target: "s-2".to_owned(),
        close_sources: true,
    };
    bench.run(&merge).expect("a merge");
    let view = sessions(&mut bench);
    let target = view.sessions.iter().find(|session| session.id == "s-2").expect("the target");
    assert_eq!(target.parents, ["s-1".to_owned(), fork.id]);
}

#[test]
fn session_shows_everything_in_the_record() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    assert_eq!(session(&mut bench, "s-9"), None);
    let first = session(&mut bench, "s-1").expect("a session");
    let decisions: Vec<(&str, &str, &str, &RegisterState)> = first
        .decisions
        .iter()
        .map(|row| (row.text.as_str(), row.reason.as_str(), row.confidence.as_str(), &row.state))
        .collect();
    let superseded = RegisterState::Superseded { by: "Use files".to_owned() };
    assert_eq!(
        decisions,
        [("Keep feet", "compared", "estimated", &RegisterState::Standing), ("Use SQLite", "", "", &superseded)]
    );
    assert_eq!(
        (first.owner.as_str(), first.environment.as_slice()),
        ("kenji", &[("node".to_owned(), "20".to_owned())][..])
    );
    let pointer = first.pointers.first().expect("a pointer");
    assert_eq!(
        (pointer.text.as_str(), pointer.detail.as_str(), pointer.reason.as_str()),
        ("src/a.rs", "1-4", "start here")
    );
    let tasks: Vec<(&str, Option<&str>)> =
        first.tasks.iter().map(|task| (task.id.as_str(), task.task.as_ref().map(|task| task.title.as_str()))).collect();
    assert_eq!(tasks, [("t1", Some("Alpha")), ("t9", None)]);
    let items = |view: &SessionView| -> Vec<(String, bool, bool)> {
        view.checklist.iter().map(|item| (item.item.clone(), item.checked, item.other)).collect()
    };
    assert_eq!(items(&first), [("Ask Maya".to_owned(), false, false), ("Run it".to_owned(), true, false)]);
    // Only an active session can tick the items of others.
    let second = session(&mut bench, "s-2").expect("a session");
    assert_eq!(items(&second), [("Ask Maya".to_owned(), false, true)]);
    let notes: Vec<(&str, &str)> =
        second.notes.iter().map(|note| (note.note.as_str(), note.category.as_str())).collect();
    assert_eq!(notes, [("The feed repeats", "caution"), ("half done", "context")]);
}

#[test]
fn session_shows_the_changes_of_its_span_without_what_was_undone() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let changed = |bench: &mut Bench, id: &str| -> Vec<(String, usize)> {
        let actors = session(bench, id).expect("a session").changes.actors;
        let of_tasks = actors.into_iter().flat_map(|actor| actor.subjects).filter(|it| it.kind == SubjectKind::Task);
        of_tasks.map(|subject| (subject.id, subject.events.len())).collect()
    };
    let run = |bench: &mut Bench, command: &str| {
        let outcome = bench.commit(&serde_json::from_str(command).expect("a command"));
        assert!(matches!(outcome, Outcome::Done { .. }), "{outcome:?}");
    };
    assert_eq!(changed(&mut bench, "s-2"), []);
    run(&mut bench, r#"{"kind":"updateTasks","ids":["t1"],"patch":{"title":"Omega"}}"#);
    run(
        &mut bench,
        r#"{"kind":"updateTasks","ids":["t1"],"patch":{"title":"Psi", "priority": "high", "addHours": 2}}"#,
    );
    assert_eq!(changed(&mut bench, "s-2"), [("t1".to_owned(), 5)]);
    assert_eq!(changed(&mut bench, "s-1"), []);
    run(&mut bench, r#"{"kind":"undo"}"#);
    assert_eq!(changed(&mut bench, "s-2"), [("t1".to_owned(), 1)]);
    run(&mut bench, r#"{"kind":"undo"}"#);
    assert_eq!(changed(&mut bench, "s-2"), []);
    run(&mut bench, r#"{"kind":"changeTasks","tasks":[{"fields":{"title":"New"}}]}"#);
    assert_eq!(changed(&mut bench, "s-2").len(), 1);
    run(&mut bench, r#"{"kind":"undo"}"#);
    assert_eq!(changed(&mut bench, "s-2"), []);
}

#[test]
fn search_finds_all_words_in_any_text_and_puts_titles_first() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    for (text, expected) in [
        ("feed", "s-1: Parse the FEED | s-2: The feed repeats"),
        ("  FEED  repeats ", "s-2: The feed repeats"),
        ("sqlite", "s-2: Use SQLite | s-1: Use SQLite"),
        ("kenji", "s-1: kenji"),
        ("s-3", "s-3: s-3"),
        ("feed nowhere", ""),
        (" ", ""),
    ] {
        let matches = search(&mut bench, text);
        let found: Vec<String> = matches.iter().map(|found| format!("{}: {}", found.id, found.excerpt)).collect();
        assert_eq!(found.join(" | "), expected, "{text}");
    }
}

#[test]
fn excerpts_are_cut_around_the_match() {
    let long = format!("{}Straße   {}", "x ".repeat(100), "y ".repeat(100));
    let text =
        format!("=== sessions/20261101-090000-a.closed.json\n{{\"version\":2,\"id\":\"s-1\",\"summary\":\"{long}\"}}");
    let mut bench = Bench::from_text(&text);
    let found = search(&mut bench, "straße").pop().expect("a match").excerpt;
    assert!(found.starts_with("…x x") && found.contains("x Straße y") && found.ends_with('…'), "{found}");
    assert_eq!(found.chars().count(), 142);
}

#[test]
fn register_keeps_what_no_longer_stands() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let withdraw = r#"{"kind":"updateSession","update":{"add":[],"remove":[{"list":"decisions","entry":"Keep feet","reason":"metres"}]}}"#;
    bench.run(&serde_json::from_str(withdraw).expect("a command")).expect("a change");
    let rows = register(&mut bench);
    let row = |text: &str| rows.iter().find(|row| row.text == text).expect("a row");
    assert_eq!(row("Keep feet").state, RegisterState::Withdrawn { reason: "metres".to_owned() });
    assert_eq!(row("Use SQLite").state, RegisterState::Superseded { by: "Use files".to_owned() });
    assert_eq!(
        (row("Use files").supersedes.as_slice(), row("Use files").author.as_str()),
        (&["Use SQLite".to_owned()][..], "codex")
    );
    assert_eq!(row("Run it").state, RegisterState::Done);
    let first = rows.iter().find(|row| row.kind == RegisterKind::Caution);
    assert_eq!(first.map(|row| row.text.as_str()), Some("The feed repeats"), "newest first");
}

#[test]
fn comparison_lists_what_changed_from_the_earlier_to_the_later_session() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let run = |bench: &mut Bench, command: &str| {
        bench.run(&serde_json::from_str(command).expect("a command")).expect("a change");
    };
    run(&mut bench, r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"blocked"}}"#);
    run(&mut bench, r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"skipped"}}"#);
    run(
        &mut bench,
        r#"{"kind":"updateSession","update":{"add":[["blockers","No reviewer"]],"remove":[{"list":"blockers","entry":"No key"}]}}"#,
    );
    for (from, to) in [("s-1", "s-2"), ("s-2", "s-1")] {
        let query = format!(r#"{{"kind":"sessionComparison","from":"{from}","to":"{to}"}}"#);
        let View::SessionComparison(Some(view)) = bench.ask(&context(), &query) else { panic!("no comparison") };
        let texts = |rows: &[RegisterRow]| rows.iter().map(|row| row.text.clone()).collect::<Vec<_>>().join(", ");
        assert_eq!((view.from.as_str(), view.to.as_str()), ("s-1", "s-2"));
        assert_eq!((texts(&view.added).as_str(), texts(&view.reversed).as_str()), ("Use files", "Use SQLite"));
        assert_eq!((texts(&view.blocked).as_str(), texts(&view.cleared).as_str()), ("No reviewer", "No key"));
        let moved: Vec<_> = view.moved.iter().map(|task| (task.id.as_str(), task.from, task.to)).collect();
        assert_eq!(moved, [("t1", Status::Todo, Status::Skipped)]);
    }
    let missing = bench.ask(&context(), r#"{"kind":"sessionComparison","from":"s-1","to":"s-9"}"#);
    assert_eq!(missing, View::SessionComparison(None));
}

#[test]
fn task_knowledge_contains_the_records_that_name_the_task() {
    const NAMED: &str = r#"
        === config.toml
        [project]
        name = "P"
        === tasks/t1-a/_task.todo.json
        {"id": "t1", "title": "Alpha"}
        === tasks/t1-a/t1.1-b/_task.todo.json
        {"id": "t1.1", "title": "Beta"}
        === sessions/20261101-090000-first.closed.json
        {"version": 2, "id": "s-1", "started_at": "2026-11-01T08:00:00Z", "summary": "Began", "related_task_ids": ["t1"],
         "decisions": [{"decision": "Old way for t1"}, {"decision": "Of t1.1 only"}]}
        === sessions/20261102-090000-second.closed.json
        {"version": 2, "id": "s-2", "started_at": "2026-11-02T08:00:00Z", "summary": "Second",
         "decisions": [{"decision": "New way", "reason": "t1 needs it", "supersedes": ["Old way for t1"]}],
         "context_pointers": [{"path": "src/t1.rs", "reason": "start of t1"}, {"path": "src/t10.rs"}]}
        === sessions/20261103-090000-third.closed.json
        {"version": 2, "id": "s-3", "started_at": "2026-11-03T08:00:00Z", "summary": "About t10"}
        === memory/mem-1.json
        {"version": 2, "id": "mem-1", "kind": "lesson", "text": "t1 was slow", "created_at": "2026-11-01T08:00:00Z", "updated_at": "2026-11-01T08:00:00Z"}
        === memory/mem-2.json
        {"version": 2, "id": "mem-2", "kind": "lesson", "text": "Unrelated", "created_at": "2026-11-01T08:00:00Z", "updated_at": "2026-11-01T08:00:00Z"}
        === docs/_doc.plan.md
        ---
        id: doc-1
        title: Plan
        doc_type: spec
        task_ids:
        - t1
        created_at: 2026-11-01T08:00:00Z
        updated_at: 2026-11-01T08:00:00Z
        ---
        # Plan
        === timer/state.json
        {"version": 1, "timers": {"t1": {"state": "tracking", "elapsed_ms": 60000, "started_at": "2026-11-03T09:00:00Z"}}}
    "#;
    let mut bench = Bench::from_text(&dedent(NAMED));
    let View::TaskKnowledge(Some(known)) = bench.ask(&context(), r#"{"kind":"taskKnowledge","id":"t1"}"#) else {
        panic!("no knowledge")
    };
    let sessions: Vec<&str> = known.sessions.iter().map(|session| session.id.as_str()).collect();
    assert_eq!(sessions, ["s-2", "s-1"]);
    let entries: Vec<&str> = known.entries.iter().map(|row| row.text.as_str()).collect();
    assert_eq!(entries, ["src/t1.rs", "New way", "Old way for t1"], "the superseded one is last");
    let memories: Vec<&str> = known.memories.iter().map(|memory| memory.id.as_str()).collect();
    assert_eq!(memories, ["mem-1"]);
    let documents: Vec<&str> = known.documents.iter().map(|data| data.id.as_str()).collect();
    assert_eq!(documents, ["doc-1"]);
    assert_eq!(known.timer.map(|timer| (timer.task, timer.tracking)), Some(("t1".to_owned(), true)));
    assert_eq!(bench.ask(&context(), r#"{"kind":"taskKnowledge","id":"t9"}"#), View::TaskKnowledge(None));
}

#[test]
fn commits_of_a_task_name_it_or_were_made_in_a_session_of_it() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let at = |time: &str| chrono::DateTime::parse_from_rfc3339(time).unwrap().timestamp_millis();
    let commits: Vec<serde_json::Value> = [
        ("named", "2026-10-01T08:00:00Z", "Parse (t1)"),
        ("in-session", "2026-11-01T08:30:00Z", "Parse"),
        ("after-session", "2026-11-01T10:00:00Z", "Parse\n\nSecond line"),
        ("unknown-task", "2026-11-01T08:30:00Z", "t9: parse"),
        ("too-late", "2026-11-02T10:00:00Z", "Parse"),
    ]
    .iter()
    .map(|(id, time, message)| serde_json::json!({ "id": id, "at": at(time), "message": message }))
    .collect();
    let ask = |bench: &mut Bench, id: &str| {
        bench.ask(&context(), &serde_json::json!({ "kind": "taskCommits", "id": id, "commits": commits }).to_string())
    };
    let expected = ["named", "in-session", "after-session", "unknown-task"].map(str::to_owned).to_vec();
    assert_eq!(ask(&mut bench, "t1"), View::TaskCommits(expected));
    assert_eq!(ask(&mut bench, "t9"), View::TaskCommits(Vec::new()));
}
