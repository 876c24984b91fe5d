//! Reverts of sessions, the configuration and other records.

use super::{Story, lines};

const PROJECT: &str = "=== config.toml\n[project]\nname = \"P\" # ours\n[settings]\nhistory_limit = 5\n\
=== baselines/2026-11-01-old.json\n{\"name\": \"Old\", \"created_at\": \"2026-11-01T09:00:00Z\", \"tasks\": [{\"id\": \"t1\"}]}\n\
=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\"}\n";

fn setting(key: &str, value: &str) -> String {
    format!("{{\"kind\":\"updateConfig\",\"changes\":[{{\"key\":{key},\"value\":{value}}}]}}")
}

/// Returns the text of a file, or nothing.
fn text(story: &Story, path: &str) -> String {
    String::from_utf8_lossy(story.bench.tree.file(path).unwrap_or_default()).into_owned()
}

#[test]
fn settings_come_back_key_by_key() {
    let mut story = Story::of(PROJECT);
    story.agent(&setting(r#"["settings","history_limit"]"#, "9"));
    story.agent(&setting(r#"["project","name"]"#, "\"Mine\""));
    story.person(&setting(r#"["project","name"]"#, "\"Theirs\""));
    story.person(&setting(r#"["project","description"]"#, "\"New\""));
    let kept = "config.toml keeps project.name: it has been changed since.";
    assert_eq!(
        lines(&story.preview(None)),
        ["config.toml Changed".to_owned(), format!("  project.name: \"Theirs\" -> \"P\" ({kept})")]
    );
    assert_eq!(story.revert(None), [kept]);
    let config = text(&story, "config.toml");
    assert!(config.contains("name = \"Theirs\" # ours") && config.contains("history_limit = 5"), "{config}");
    assert!(config.contains("description = \"New\""), "{config}");
    let log = text(&story, "activity/2026-12/noor.jsonl");
    let last = log.lines().last().unwrap();
    assert!(last.contains("\"key\":\"settings.history_limit\",\"from\":9,\"to\":5"), "{last}");
}

#[test]
fn baselines_and_sessions_that_were_created_go_to_the_trash() {
    let mut story = Story::of(PROJECT);
    story.agent(r#"{"kind":"updateTasks","ids":["t1"],"patch":{"startDate":"2026-12-01"}}"#);
    story.agent(r#"{"kind":"saveBaseline","name":"New"}"#);
    story.agent(r#"{"kind":"deleteBaseline","path":"baselines/2026-11-01-old.json"}"#);
    let before = story.bench.tree.clone();
    let preview = lines(&story.preview(None));
    assert_eq!(
        preview[2..],
        ["baselines/2026-11-01-old.json Deleted", "baselines/2026-12-01-new.json Created"],
        "{preview:?}"
    );
    assert_eq!(story.revert(None), [""; 0]);
    let names = |story: &Story, folder: &str| -> Vec<String> {
        story.bench.tree.children(folder).map(|(name, _)| name.to_owned()).collect()
    };
    assert_eq!(names(&story, "baselines"), ["2026-11-01-old.json"]);
    assert!(names(&story, "trash").iter().any(|name| name.ends_with("2026-12-01-new.json")));
    story.bench.commit(&handoff_protocol::Command::Undo {});
    assert_eq!(
        names(&story, "baselines"),
        before.children("baselines").map(|(name, _)| name.to_owned()).collect::<Vec<_>>()
    );
}

#[test]
fn a_project_keeps_its_configuration() {
    let mut story = Story::of("");
    story.agent(r#"{"kind":"initProject","name":"New","layout":"toml"}"#);
    story.agent(r#"{"kind":"changeTasks","tasks":[{"id":"t1","fields":{"title":"A"}}]}"#);
    assert_eq!(story.revert(None), ["config.toml stays, since the project needs it."]);
    assert!(story.tasks().is_empty() && text(&story, "config.toml").contains("New"));
}

#[test]
fn sessions_are_reverted_entry_by_entry() {
    let session = r#"=== sessions/s-1.active.json
{"id": "s-1", "summary": "Start", "decisions": [{"decision": "first"}], "checklist": [{"item": "write it", "checked": false}]}
"#;
    let update = |update: &str| format!(r#"{{"kind":"updateSession","update":{update}}}"#);
    let add = |text: &str| update(&format!(r#"{{"add":[["decisions",{{"decision":"{text}"}}]],"remove":[]}}"#));
    let close = r#"{"kind":"saveSession","save":{"target":{"kind":"exactly","id":"s-1"},"patch":{"values":{"summary":"End"},"lists":[],"remove":[],"record":{}},"status":"closed","pause":{"kind":"nothing"}}}"#;
    let path = "sessions/s-1.active.json";
    let mut story = Story::of(&[PROJECT, session].concat());
    let start = text(&story, path);
    story.agent(&add("agent"));
    story.agent(&update(r#"{"check":{"index":0,"checked":true},"add":[],"remove":[]}"#));
    story.agent(close);
    assert_eq!(text(&story, path), "");
    assert_eq!(lines(&story.preview(None)), ["sessions/20261201-080000-end.closed.json Changed"]);
    assert_eq!(story.revert(None), [""; 0]);
    assert_eq!(text(&story, path), start);

    // What somebody else added in between stays.
    let mut story = Story::of(&[PROJECT, session].concat());
    story.agent(&add("agent"));
    story.person(&add("person"));
    story.agent(&update(r#"{"check":{"index":0,"checked":true},"add":[],"remove":[]}"#));
    story.person(close);
    assert_eq!(story.revert(None), [""; 0]);
    let closed = text(&story, "sessions/20261201-080000-end.closed.json");
    assert!(closed.contains("person") && closed.contains("first") && !closed.contains("\"agent\""), "{closed}");
    assert!(closed.contains("\"checked\": false") && closed.contains("End"), "{closed}");

    // A name that somebody else has changed since stays.
    let mut story = Story::of(&[PROJECT, session].concat());
    story.agent(&close.replace("closed", "paused"));
    story.person(&close.replace("End", "Other"));
    let warnings = story.revert(None);
    assert_eq!(warnings, ["sessions/s-1.paused.json stays as it is: it has been changed since."]);
    assert!(text(&story, "sessions/20261201-080000-other.closed.json").contains("Other"));

    // A session that was begun goes to the trash, unless somebody else goes on with it.
    let begin = close.replace("s-1", "s-2").replace("closed", "active").replace("exactly", "new");
    let begin = begin.replace(r#","id":"s-2""#, "");
    let sessions = |story: &Story| story.bench.tree.children("sessions").count();
    let mut story = Story::of(PROJECT);
    story.agent(&begin);
    assert_eq!((story.revert(None), sessions(&story)), (Vec::new(), 0));
    let mut story = Story::of(PROJECT);
    story.agent(&begin);
    story.person(&add("person"));
    let warnings = story.revert(None);
    assert!(warnings[0].ends_with("stays as it is: it has been changed since."), "{warnings:?}");
    assert_eq!(sessions(&story), 1);
}
