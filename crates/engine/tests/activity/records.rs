//! What agents do is logged too: sessions, memories, referrals, timers, hours and criteria.

use handoff_engine::tree::Tree;
use handoff_protocol::{ActorKind, Change, Command, Event, Outcome, TimeEntry};

use crate::support::{Bench, command, files};

const PROJECT: &str = "=== config.toml\n[project]\nname = \"P\"\n[settings]\nrequire_estimate_hours = false\n=== tasks/t1-a/_task.in_progress.json\n{\"id\": \"t1\", \"title\": \"A\", \"done_criteria\": [{\"item\": \"works\", \"checked\": false}, {\"item\": \"is fast\", \"checked\": true}], \"schedule\": {\"actual_hours\": 1.0}}\n=== sessions/20261121-025724-x.paused.json\n{\"version\": 2, \"id\": \"s-1\", \"summary\": \"S\", \"related_task_ids\": [\"t1\"]}\n=== sessions/20261121-025725-y.active.json\n{\"version\": 2, \"id\": \"s-2\", \"summary\": \"T\", \"decisions\": [{\"decision\": \"c\"}]}\n=== sessions/20261121-025726-private_session.active.json\n{\"version\": 2, \"id\": \"s-3\", \"summary\": \"Secret\", \"environment\": {\"handoff_record\": {\"visibility\": \"private\"}}}\n=== memory/m-20261121-025727-398154.json\n{\"version\": 2, \"id\": \"m-20261121-025727-398154\", \"text\": \"Old\", \"kind\": \"rule\", \"content_hash\": \"0\", \"created_at\": \"2026-11-21T02:57:27+00:00\", \"updated_at\": \"2026-11-21T02:57:27+00:00\"}\n=== referrals/20261121-025727-437283380-x.open.json\n{\"id\": \"ref-1\", \"source_project\": \"X\", \"source_project_dir\": \"/x\", \"created_at\": \"2026-11-21T02:57:27+00:00\", \"summary\": \"Send feet\", \"referral_type\": \"bug\", \"details\": null, \"tasks\": []}\n";

/// Each command with the events that it logs, and those of its undo.
const COMMANDS: [(&str, &[&str], &[&str]); 15] = [
    (
        r#"{"kind":"updateTasks","ids":["t1"],"patch":{"addHours":1.25}}"#,
        &["t1 +1.25 h", "t1 entry None Some(4500)"],
        &["t1 entry Some(4500) None", "t1 +-1.25 h"],
    ),
    (
        r#"{"kind":"updateTasks","ids":["t1"],"patch":{"criterion":{"kind":"check","index":0,"item":"works","checked":true}}}"#,
        &["t1 works true"],
        &["t1 works false"],
    ),
    (
        r#"{"kind":"updateTasks","ids":["t1"],"patch":{"criterion":{"kind":"check","index":1,"item":"is fast","checked":false}}}"#,
        &["t1 is fast false"],
        &["t1 is fast true"],
    ),
    (r#"{"kind":"startTimer","id":"t1"}"#, &["t1 timer true"], &["t1 timer false"]),
    (
        r#"{"kind":"saveSession","save":{"target":{"kind":"new"},"patch":{"values":{"summary":"New"},"lists":[],"remove":[],"record":{}},"status":"active","pause":{"kind":"nothing"}}}"#,
        &["s-20261201-080000-000001 Saved New"],
        &[],
    ),
    (
        r#"{"kind":"saveSession","save":{"target":{"kind":"exactly","id":"s-2"},"patch":{"values":{"summary":"U"},"lists":[],"remove":[],"record":{}},"status":"closed","pause":{"kind":"nothing"}}}"#,
        &["s-2 Closed U"],
        &["s-2 Loaded T"],
    ),
    (
        r#"{"kind":"updateSession","id":"s-2","update":{"check":null,"add":[["decisions",{"decision":"d"}]],"remove":[]}}"#,
        &["s-2 Saved T"],
        &["s-2 Saved T"],
    ),
    (r#"{"kind":"activateSession","id":"s-1"}"#, &["s-1 Loaded S"], &["s-1 Paused S"]),
    (
        r#"{"kind":"mergeSessions","sources":["s-1","s-2"],"target":"s-1","closeSources":true}"#,
        &["s-2 Closed T", "s-1 Merged S"],
        &["s-1 Saved S", "s-2 Loaded T"],
    ),
    (
        r#"{"kind":"updateSession","id":"s-3","update":{"check":null,"add":[["decisions",{"decision":"d"}]],"remove":[]}}"#,
        &[],
        &[],
    ),
    (r#"{"kind":"changeId","folder":"tasks/t1-a","id":"quay"}"#, &[], &[]),
    (
        r#"{"kind":"saveMemory","memory":{"text":"Tides repeat","kind":null,"tags":[],"keywords":[],"scopePaths":[]},"force":false}"#,
        &["memory None Some(\"Tides repeat\")"],
        &["memory Some(\"Tides repeat\") None"],
    ),
    (
        r##"{"kind":"changeDocuments","change":{"kind":"create","documents":[{"slug":"x","body":"# X","patch":{"title":"X","taskIds":["t1"]}}]}}"##,
        &["document None Some(\"X\")"],
        &["document Some(\"X\") None"],
    ),
    (
        r#"{"kind":"deleteMemory","id":"m-20261121-025727-398154"}"#,
        &["memory Some(\"Old\") None"],
        &["memory None Some(\"Old\")"],
    ),
    (
        r#"{"kind":"setReferralStatus","id":"ref-1","status":"resolved"}"#,
        &["referral Some(\"open\") Some(\"resolved\") Send feet"],
        &["referral Some(\"resolved\") Some(\"open\") Send feet"],
    ),
];

/// Returns an event as text, `None` for changes of plain fields.
fn describe(event: &Event) -> Option<String> {
    let task = event.task.as_deref().unwrap_or("-");
    let session = event.session.as_deref().unwrap_or("-");
    Some(match &event.change {
        Change::Session { act, summary } => format!("{session} {act:?} {summary}"),
        Change::Memory { from, to, .. } => format!("memory {from:?} {to:?}"),
        Change::Document { from, to, .. } => format!("document {from:?} {to:?}"),
        Change::Referral { from, to, summary, .. } => format!("referral {from:?} {to:?} {summary}"),
        Change::Timer { running } => format!("{task} timer {running}"),
        Change::Time { hours } => format!("{task} +{hours} h"),
        Change::Entry { from, to, .. } => {
            let seconds = |entry: &Option<Box<TimeEntry>>| entry.as_ref().map(|entry| entry.seconds);
            format!("{task} entry {:?} {:?}", seconds(from), seconds(to))
        }
        Change::Criterion { item, checked } => format!("{task} {item} {checked}"),
        _ => return None,
    })
}

/// Commits a command; returns the events that it has appended.
fn commit(bench: &mut Bench, request: &Command) -> Vec<String> {
    let size = |tree: &Tree| tree.size("activity/2026-12/noor.jsonl").unwrap_or(0);
    let before = usize::try_from(size(&bench.tree)).unwrap();
    let outcome = bench.commit(request);
    assert!(matches!(outcome, Outcome::Done { changed: true, .. }), "{request:?}: {outcome:?}");
    let log = bench.tree.file("activity/2026-12/noor.jsonl").unwrap_or_default();
    let lines = std::str::from_utf8(&log[before..]).unwrap().lines();
    lines.filter_map(|line| describe(&serde_json::from_str(line).ok()?)).collect()
}

#[test]
fn commands_of_agents_and_their_undo_are_logged() {
    for (request, expected, expected_undo) in COMMANDS {
        let mut bench = Bench::new(files(PROJECT));
        assert_eq!(commit(&mut bench, &command(request)), expected, "{request}");
        assert_eq!(commit(&mut bench, &Command::Undo {}), expected_undo, "undo of {request}");
        // A redo does not merge, it restores what the merge has saved.
        let expected_redo: Vec<String> = expected.iter().map(|event| event.replace("Merged", "Saved")).collect();
        assert_eq!(commit(&mut bench, &Command::Redo {}), expected_redo, "redo of {request}");
        let log =
            String::from_utf8_lossy(bench.tree.file("activity/2026-12/noor.jsonl").unwrap_or_default()).into_owned();
        assert!(!log.contains("Secret") && !log.contains("s-3"), "a private session is not logged: {log}");
    }
}

#[test]
fn history_shows_a_tick_and_hours_once() {
    let mut bench = Bench::new(files(PROJECT));
    for request in [&COMMANDS[0].0, &COMMANDS[1].0] {
        commit(&mut bench, &command(request));
    }
    let query = handoff_protocol::Query::Task { id: "t1".to_owned() };
    let handoff_protocol::View::Task(Some(task)) = bench.engine.view(&query, &crate::support::context()) else {
        panic!("a task")
    };
    let shown: Vec<String> = task.history.iter().map(|event| format!("{:?}", describe(event))).collect();
    assert_eq!(shown, ["Some(\"t1 works true\")", "Some(\"t1 entry None Some(4500)\")"]);
}

#[test]
fn refusal_of_an_outdated_value_names_who_changed_it() {
    let mut bench = Bench::new(files(PROJECT));
    let seen = |title: &str| {
        command(&format!(
            r#"{{"kind":"updateTasks","ids":["t1"],"patch":{{"title":"{title}"}},"seen":{{"title":"A"}}}}"#
        ))
    };
    commit(&mut bench, &seen("B"));
    let refusal = |bench: &mut Bench| bench.plan(&seen("C")).unwrap_err().text.to_string();
    assert_eq!(refusal(&mut bench), "t1 was changed by Noor in the meantime. Check the new value first.");
    let by_agent = r#"{"id":"a-1","at":"2026-12-31T00:00:00Z","actor":{"kind":"agent","name":"codex","version":"1.2"},"task":"t1","change":{"kind":"field","field":"title","from":"A","to":"B"}}"#;
    bench.feed(crate::support::files(&format!("=== activity/2026-12/y.jsonl\n{by_agent}\n")));
    assert_eq!(refusal(&mut bench), "t1 was changed by the agent codex in the meantime. Check the new value first.");
    let author = bench.plan(&seen("C")).unwrap_err().by;
    assert_eq!(author.map(|actor| (actor.kind, actor.version)), Some((ActorKind::Agent, Some("1.2".to_owned()))));
    let observed = r#"{"id":"o-1","at":"2027-01-01T00:00:00Z","actor":{"kind":"agent","name":""},"task":"t1","change":{"kind":"field","field":"title","from":"A","to":"B"},"observed":true}"#;
    bench.feed(crate::support::files(&format!("=== activity/2027-01/x.jsonl\n{observed}\n")));
    assert_eq!(refusal(&mut bench), "t1 was changed in the meantime. Check the new value first.");
}
