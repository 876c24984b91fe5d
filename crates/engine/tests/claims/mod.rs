//! Claims: who holds a task and until when, and what is refused.

mod needs;
mod peer;
mod stories;
mod worktrees;

use handoff_engine::Engine;
use handoff_engine::edit::{inverse, inverse_edits};
use handoff_protocol::{
    Actor, Change, ChangeSet, Context, Edit, FileState, Query, Refusal, RefusalCode, TimeSource, View,
};

use crate::support::{Bench, NOW, command, context};

const PROJECT: &str = "=== config.toml
[project]
name = \"P\"
[settings]
require_estimate_hours = false
=== .gitignore
/sessions/*-private_*
/trash/*-private_*
/trash/
/local/
/.journal-*
.lock*
*.tmp.*
=== tasks/t1-a/_task.todo.json
{\"id\": \"t1\", \"title\": \"A\", \"priority\": \"high\"}
=== tasks/t2-b/_task.todo.json
{\"id\": \"t2\", \"title\": \"B\", \"dependencies\": [\"t1\"]}
=== tasks/t3-c/_task.todo.json
{\"id\": \"t3\", \"title\": \"C\"}
=== tasks/t4-d/_task.done.json
{\"id\": \"t4\", \"title\": \"D\"}
";

const MINUTE: i64 = 60_000;
const CLAIM_T1: &str = r#"{"kind":"claimTask","id":"t1","takeOver":false}"#;
const NEXT: &str = r#"{"kind":"claimTask","takeOver":false}"#;
const TAKE_T1: &str = r#"{"kind":"claimTask","id":"t1","takeOver":true}"#;
const RELEASE_T1: &str = r#"{"kind":"releaseTasks","ids":["t1"]}"#;
const RELEASE_T3: &str = r#"{"kind":"releaseTasks","ids":["t3"]}"#;
const RENEW: &str = r#"{"kind":"renewClaims"}"#;

/// Returns the actor with a short name: `codex/1` is an agent in conversation 1.
fn actor(name: &str) -> Actor {
    match name.split_once('/') {
        Some((client, "")) => Actor::agent(client),
        Some((client, conversation)) => Actor { conversation: Some(conversation.to_owned()), ..Actor::agent(client) },
        None => Actor::person(name),
    }
}

/// A project in which several actors give commands at some minute.
struct Desk(Bench);

impl Desk {
    fn new() -> Desk {
        Desk(Bench::from_text(PROJECT))
    }

    fn context(name: &str, ms: i64) -> Context {
        Context { actor: actor(name), now: NOW + ms, ..context() }
    }

    fn plan(&mut self, ms: i64, name: &str, request: &str) -> Result<ChangeSet, Refusal> {
        self.0.engine.plan(&command(request), &Desk::context(name, ms))
    }

    /// Runs a command; returns its summary with its warnings, or the refusal.
    fn run(&mut self, ms: i64, name: &str, request: &str) -> String {
        match self.plan(ms, name, request) {
            Ok(changes) => {
                self.0.apply(&changes);
                let texts = std::iter::once(&changes.summary).chain(&changes.warnings);
                texts.map(ToString::to_string).collect::<Vec<_>>().join(" | ")
            }
            Err(refusal) => format!("{:?}: {}", refusal.code, refusal.text),
        }
    }

    /// Returns the holders: "t1 codex/1".
    fn holders(&self, ms: i64) -> String {
        let holders = self.0.engine.reader().holders(NOW + ms);
        let name = |(id, holder): (&&str, &&handoff_protocol::Holder)| {
            let conversation = holder.actor.conversation.as_ref().map(|id| format!("/{id}")).unwrap_or_default();
            format!("{id} {}{conversation}", holder.actor.name)
        };
        holders.iter().map(name).collect::<Vec<_>>().join(", ")
    }
}

#[test]
fn claims_follow_their_stories() {
    for (story, steps) in stories::STORIES {
        let mut desk = Desk::new();
        for (minute, name, request, answer, holders) in *steps {
            let at = format!("{story}: {name} at {minute}: {request}");
            assert_eq!(desk.run(minute * MINUTE, name, request), *answer, "{at}");
            assert_eq!(desk.holders(minute * MINUTE), *holders, "{at}");
        }
    }
}

#[test]
fn lease_ends_after_exactly_15_minutes() {
    let mut desk = Desk::new();
    desk.run(0, "codex/1", CLAIM_T1);
    let end = 15 * MINUTE;
    assert_eq!((desk.holders(end), desk.holders(end + 1)), ("t1 codex/1".to_owned(), String::new()));
    assert_eq!((desk.holders(-end), desk.holders(-end - 1)), ("t1 codex/1".to_owned(), String::new()));
}

#[test]
fn renewal_writes_once_a_minute_and_is_not_logged() {
    let mut desk = Desk::new();
    desk.run(0, "codex/1", CLAIM_T1);
    assert_eq!(desk.plan(MINUTE - 1, "codex/1", RENEW).unwrap().edits, []);
    assert_eq!(desk.plan(MINUTE - 1, "codex/1", CLAIM_T1).unwrap().edits, []);
    let changes = desk.plan(MINUTE, "codex/1", RENEW).unwrap();
    assert_eq!((changes.edits.len(), changes.events.len()), (1, 0), "{changes:?}");
}

#[test]
fn work_on_a_claimed_task_is_measured_when_its_agent_finishes_it() {
    let begin = r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"in_progress"}}"#;
    let done = r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"done"}}"#;
    let review = r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"review"}}"#;
    let blocked = r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"blocked"}}"#;
    let logged = r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"done","addHours":2.0}}"#;
    // Minutes of each step, and the hours of the task after them.
    for (steps, hours) in [
        (vec![(0, "codex/1", begin), (6, "codex/1", done)], Some(0.1)),
        (vec![(0, "codex/1", begin), (6, "codex/1", review)], Some(0.1)),
        // It is not measured twice.
        (vec![(0, "codex/1", begin), (6, "codex/1", review), (9, "codex/1", done)], Some(0.1)),
        (vec![(0, "codex/1", begin), (6, "codex/1", RENEW), (12, "codex/1", done)], Some(0.2)),
        // After a silence, the lease counts.
        (vec![(0, "codex/1", begin), (900, "codex/1", done)], Some(0.25)),
        // Hours that are given replace the measurement.
        (vec![(0, "codex/1", begin), (6, "codex/1", logged)], Some(2.0)),
        (vec![(0, "codex/1", begin), (6, "codex/1", blocked)], None),
        (vec![(0, "codex/1", begin), (0, "codex/1", done)], None),
        (vec![(0, "codex/1", begin), (6, "codex/2", done)], None),
        (vec![(0, "codex/1", begin), (6, "Ana", done)], None),
        (vec![(0, "Ana", begin), (6, "Ana", done)], None),
    ] {
        let mut desk = Desk::new();
        for (minute, name, request) in &steps {
            desk.run(minute * MINUTE, name, request);
        }
        let reader = desk.0.engine.reader();
        let spent = reader.task("t1").unwrap().spent();
        assert_eq!(spent, hours, "{steps:?}");
    }
    let mut desk = Desk::new();
    desk.run(0, "codex/1", begin);
    let changes = desk.plan(6 * MINUTE, "codex/1", done).unwrap();
    let entries = changes.events.iter().filter_map(|event| match &event.change {
        Change::Entry { to: Some(entry), .. } => Some((entry.seconds, entry.source, entry.actor.name.as_str())),
        _ => None,
    });
    assert_eq!(entries.collect::<Vec<_>>(), [(360, TimeSource::Agent, "codex")]);
}

#[test]
fn claims_are_logged_and_are_no_undo_steps() {
    let mut desk = Desk::new();
    let text = |name: &str| Some(name.to_owned());
    for (ms, name, request, from, to) in [
        (0, "codex/1", CLAIM_T1, None, text("codex")),
        (1, "Ana", TAKE_T1, text("codex"), text("Ana")),
        (2, "Ana", RELEASE_T1, text("Ana"), None),
    ] {
        let changes = desk.plan(ms, name, request).unwrap();
        let [event] = changes.events.as_slice() else { panic!("{:?}", changes.events) };
        assert_eq!((event.task.as_deref(), &event.change), (Some("t1"), &Change::Claim { from, to }), "{request}");
        assert_eq!(*event.actor, actor(name));
        let is_lease = |edit: &Edit| matches!(edit, Edit::Write { path, .. } if path.starts_with("tasks/"));
        assert!(inverse_edits(&changes.edits).iter().all(is_lease), "{request}");
        desk.0.apply(&changes);
    }
    let begin = r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"in_progress"}}"#;
    let changes = desk.plan(3, "codex/1", begin).unwrap();
    assert!(
        changes.edits.iter().any(|edit| matches!(edit, Edit::Write { path, .. } if path == "local/claims/t1.json"))
    );
    let inverse = inverse(&changes);
    assert!(!format!("{inverse:?}").contains("local/"), "{inverse:?}");
    assert!(inverse.events.iter().all(|event| !matches!(event.change, Change::Claim { .. })));
}

#[test]
fn file_has_the_documented_form_and_keeps_unknown_keys() {
    let mut desk = Desk::new();
    desk.run(0, "codex/1", CLAIM_T1);
    let path = "local/claims/t1.json";
    let file = |desk: &Desk| String::from_utf8(desk.0.tree.file(path).unwrap().to_vec()).unwrap();
    let expected = r#"{
  "version": 1,
  "task": "t1",
  "actor": {
    "kind": "agent",
    "name": "codex",
    "conversation": "1"
  },
  "since": "2026-12-01T08:00:00+00:00",
  "heard_at": "2026-12-01T08:00:00+00:00"
}"#;
    assert_eq!(file(&desk), expected);
    let foreign = expected.replace("  \"since\"", "  \"mood\": [1],\n  \"since\"");
    desk.0.feed(vec![FileState::File { path: path.to_owned(), bytes: foreign.clone().into_bytes() }]);
    desk.run(2 * MINUTE, "codex/1", RENEW);
    assert_eq!(file(&desk), foreign.replace("_at\": \"2026-12-01T08:00", "_at\": \"2026-12-01T08:02"));
}

#[test]
fn damaged_claim_holds_nothing_and_goes_to_the_trash_with_the_next_claim() {
    let valid = r#"{"version": 1, "task": "t1", "actor": {"kind": "agent", "name": "codex"}, "since": "2026-12-01T08:00:00Z", "heard_at": "2026-12-01T08:00:00Z"}"#;
    for damaged in
        ["{", "[]", &valid.replace("\"name\": \"codex\"", "\"name\": 7"), &valid.replace("08:00:00Z\"}", "8\"}")]
    {
        let mut desk = Desk::new();
        let state = FileState::File { path: "local/claims/t1.json".to_owned(), bytes: damaged.into() };
        desk.0.feed(vec![state]);
        assert_eq!(desk.holders(0), "", "{damaged}");
        let View::Problems(problems) = desk.0.engine.view(&Query::Problems {}, &context()) else { panic!("problems") };
        assert_eq!(problems.first().map(|problem| problem.path.as_str()), Some("local/claims/t1.json"), "{damaged}");
        assert_eq!(desk.run(0, "codex/1", RENEW), "Renewed claims");
        assert_eq!(desk.0.tree.file("local/claims/t1.json"), Some(damaged.as_bytes()), "only a claim replaces it");
        assert_eq!(desk.run(0, "codex/1", NEXT), "Claimed t1 “A”", "{damaged}");
        assert_eq!(desk.holders(0), "t1 codex/1");
        let kept = desk.0.tree.walk("trash").any(|(path, _)| desk.0.tree.file(&path) == Some(damaged.as_bytes()));
        assert!(kept, "{damaged}");
    }
    let mut desk = Desk::new();
    desk.0.feed(vec![FileState::Link { path: "local/claims/t1.json".to_owned() }]);
    let refusal = desk.plan(0, "codex/1", CLAIM_T1).unwrap_err();
    assert_eq!(refusal.code, RefusalCode::BrokenFile);
    let begin = r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"in_progress"}}"#;
    assert_eq!(desk.run(0, "codex/1", begin), "Set t1 “A” to in_progress", "the work is not prevented");
}

#[test]
fn deleting_tasks_with_the_same_id_removes_their_claim_once() {
    let mut desk = Desk::new();
    let claim = r#"{"version": 1, "task": "t6", "actor": {"kind": "agent", "name": "codex"}, "since": "2026-12-01T08:00:00Z", "heard_at": "2026-12-01T08:00:00Z"}"#;
    let file = |path: &str, text: &str| FileState::File { path: path.to_owned(), bytes: text.into() };
    desk.0.feed(vec![
        file("tasks/t1-a/t6-x/_task.todo.json", r#"{"id": "t6", "title": "X"}"#),
        file("tasks/t1-a/t6-y/_task.todo.json", r#"{"id": "t6", "title": "Y"}"#),
        file("local/claims/t6.json", claim),
    ]);
    assert_eq!(desk.holders(0), "t6 codex");
    assert!(desk.run(0, "Ana", r#"{"kind":"deleteTasks","ids":["t1"]}"#).starts_with("Deleted t1 “A”"));
    assert_eq!(desk.0.tree.file("local/claims/t6.json"), None);
}

#[test]
fn every_view_shows_the_holder_while_the_claim_lasts() {
    let mut desk = Desk::new();
    desk.run(0, "codex/1", CLAIM_T1);
    for query in [
        r#"{"kind":"explorer","filter":{},"sort":"manual"}"#,
        r#"{"kind":"board","filter":{},"sort":"manual","leavesOnly":false,"unlimited":[]}"#,
        r#"{"kind":"gantt"}"#,
        r#"{"kind":"task","id":"t1"}"#,
    ] {
        let query: Query = serde_json::from_str(query).unwrap_or_else(|error| panic!("{error}: {query}"));
        let mut count = |ms| {
            let view = desk.0.engine.view(&query, &Desk::context("Ana", ms));
            handoff_protocol::to_json(&view).matches(r#""holder":{"actor":{"kind":"agent","name":"codex"#).count()
        };
        assert_eq!((count(0), count(16 * MINUTE)), (1, 0), "{query:?}");
    }
}

#[test]
fn only_the_claims_of_the_local_folder_are_read() {
    for (path, is_read) in
        [("local", true), ("local/claims/t1.json", true), ("local/history", false), ("local/x.json", false)]
    {
        assert_eq!(Engine::is_content(path), is_read, "{path}");
    }
}

#[test]
fn next_task_is_own_then_unassigned_then_on_request_that_of_others() {
    const ANY: &str = r#"{"kind":"claimTask","takeOver":false,"any":true}"#;
    let bench = || {
        Desk(Bench::from_text(
            "=== config.toml
[project]
name = \"P\"
[settings]
require_estimate_hours = false
[assignees.maren]
display_name = \"Maren Lund\"
=== tasks/t1-a/_task.in_progress.json
{\"id\": \"t1\", \"title\": \"A\", \"priority\": \"high\", \"assignee\": \"maren\"}
=== tasks/t3-c/_task.todo.json
{\"id\": \"t3\", \"title\": \"C\", \"assignee\": \"codex\"}
=== tasks/t5-e/_task.todo.json
{\"id\": \"t5\", \"title\": \"E\", \"priority\": \"high\"}",
        ))
    };
    let none = "BadCommand: There is no task to begin or to go on with that is yours or nobody's. Assigned to others: 1. With `any` (`--any`), these count too.";
    let mut desk = bench();
    for (name, request, expected) in [
        ("codex/1", NEXT, "Claimed t3 “C”"),
        ("claude/1", NEXT, "Claimed t5 “E”"),
        ("claude/2", NEXT, none),
        ("claude/2", ANY, "Claimed t1 “A”"),
        // What an actor holds is not given again.
        ("claude/2", ANY, "BadCommand: There is no task to begin or to go on with that nobody holds."),
    ] {
        assert_eq!(desk.run(0, name, request), expected, "{name}");
    }
    assert_eq!(bench().run(0, "Maren Lund", NEXT), "Claimed t1 “A”", "an assignee is found by its display name");
}
