//! The claim of `handoff-mcp` in a task's file: whoever sets a status that is not in progress ends it,
//! since that program puts a task back to `todo` when the lease of its claim is over.

use handoff_protocol::{Command, Context, Layout, Outcome};
use serde_json::Value;

use super::{CLAIM_T1, MINUTE, RELEASE_T1, RENEW, TAKE_T1, actor};
use crate::reverts::Story;
use crate::support::{Bench, NOW, command, context, files};

const HEAD: &str = "=== config.toml\n[project]\nname = \"P\"\n[settings]\nrequire_estimate_hours = false\n";

/// Returns a project with a task t1 of a status that `handoff-mcp` has claimed.
fn claimed(status: &str) -> String {
    format!("{HEAD}=== tasks/t1-a/_task.{status}.json\n{}", task("A"))
}

fn task(title: &str) -> String {
    format!(
        "{{\"id\": \"t1\", \"title\": \"{title}\", \"lock\": {{\"agent_id\": \"a\", \"session_id\": null, \"claimed_at\": \"2026-12-01T08:00:00+00:00\", \"lease_expires_at\": \"2026-12-01T08:30:00+00:00\", \"lease_ttl_seconds\": 1800}}, \"own\": 1}}\n"
    )
}

/// Returns the name of the file of t1, and whether it has a claim.
fn state(bench: &Bench) -> (String, bool) {
    let (path, _) = bench.tree.walk("tasks").find(|(path, _)| path.contains("/_task.")).unwrap();
    let content = String::from_utf8(bench.tree.file(&path).unwrap().to_vec()).unwrap();
    assert!(content.contains("\"own\": 1"), "{content}");
    (path.rsplit_once('/').unwrap().1.to_owned(), content.contains("lock"))
}

fn run(bench: &mut Bench, request: &str) {
    let outcome = bench.commit(&command(request));
    assert!(matches!(outcome, Outcome::Done { changed: true, .. }), "{request}: {outcome:?}");
}

fn set(status: &str) -> String {
    format!("{{\"kind\":\"updateTasks\",\"ids\":[\"t1\"],\"patch\":{{\"status\":\"{status}\"}}}}")
}

#[test]
fn claim_of_handoff_mcp_ends_with_the_work() {
    for status in ["todo", "blocked", "review", "done", "skipped"] {
        let cards = format!(
            "{{\"kind\":\"updateTasks\",\"ids\":[\"t1\"],\"patch\":{{\"status\":\"{status}\"}},\"card\":{{\"kind\":\"last\"}}}}"
        );
        let repair = format!("{{\"kind\":\"repair\",\"repairs\":[{}]}}", set(status));
        for request in [set(status), cards, repair] {
            // A task that another program has set to the status already is not safe either.
            for before in ["in_progress", status] {
                let mut bench = Bench::from_text(&claimed(before));
                run(&mut bench, &request);
                assert_eq!(state(&bench), (format!("_task.{status}.json"), false), "{before}: {request}");
            }
        }
    }
}

#[test]
fn claim_of_handoff_mcp_stays_while_the_status_does() {
    let mut bench = Bench::from_text(&claimed("in_progress"));
    run(&mut bench, r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"in_progress","title":"B"}}"#);
    assert_eq!(state(&bench), ("_task.in_progress.json".to_owned(), true));
    let mut bench = Bench::from_text(&claimed("blocked"));
    run(&mut bench, r#"{"kind":"updateTasks","ids":["t1"],"patch":{"title":"B"}}"#);
    assert_eq!(state(&bench), ("_task.blocked.json".to_owned(), true), "only the title was set");
    let mut bench = Bench::from_text(&claimed("todo"));
    run(&mut bench, &set("in_progress"));
    assert_eq!(state(&bench), ("_task.in_progress.json".to_owned(), true));
}

#[test]
fn undo_revert_and_repairs_end_the_claim_of_handoff_mcp_too() {
    let done = ("_task.done.json".to_owned(), false);
    // The task was finished, taken up again by mistake, and claimed before that is taken back.
    let claim_meanwhile = |bench: &mut Bench| {
        let text = format!("=== tasks/t1-a/_task.in_progress.json\n{}", task("A"));
        bench.feed(files(&text));
    };
    let finished = claimed("done").replace(", \"lock\": {\"", ", \"key\": {\"");
    let mut bench = Bench::from_text(&finished);
    run(&mut bench, &set("in_progress"));
    claim_meanwhile(&mut bench);
    assert!(matches!(bench.commit(&Command::Undo {}), Outcome::Done { .. }));
    assert_eq!(state(&bench), done, "undo");

    let mut story = Story::of(&finished);
    story.agent(&set("in_progress"));
    claim_meanwhile(&mut story.bench);
    story.revert(None);
    assert_eq!(state(&story.bench), done, "revert");

    // The person has finished the task by now, so only the claim could come back.
    let mut story = Story::of(&claimed("in_progress"));
    story.agent(&set("review"));
    story.person(&set("done"));
    story.revert(None);
    assert_eq!(state(&story.bench), done, "revert of another status");

    let two = format!("{}=== tasks/t1-a/_task.in_progress.json\n{}", claimed("done"), task("A"));
    let mut bench = Bench::from_text(&two);
    run(&mut bench, r#"{"kind":"keepTaskFile","path":"tasks/t1-a/_task.done.json"}"#);
    assert_eq!(state(&bench), done, "one of two files is kept");
}

#[test]
fn restored_task_is_claimed_by_nobody() {
    let mut bench = Bench::from_text(&claimed("done"));
    run(&mut bench, r#"{"kind":"deleteTasks","ids":["t1"]}"#);
    run(&mut bench, r#"{"kind":"restoreTrash","entries":["t1"]}"#);
    assert_eq!(state(&bench), ("_task.done.json".to_owned(), false));
}

/// The lease of the tests: 30 minutes from now on.
const LIVE: &str = r#"{"agent_id": "a-1", "session_id": "unknown", "claimed_at": "2026-12-01T07:59:00+00:00", "lease_expires_at": "2026-12-01T08:30:00+00:00", "lease_ttl_seconds": 1800}"#;
const AGENT: &str = "=== agents/a-1.json\n{\n  \"agent_id\": \"a-1\",\n  \"worktree\": \"/w\",\n  \"last_heartbeat\": \"2026-12-01T07:59:00Z\",\n  \"claimed_tasks\": [\n    \"t1\",\n    \"t2\"\n  ]\n}\n=== agents/b.json\n{torn\n";

fn with_lock(status: &str, lock: &str) -> Bench {
    let task = format!("{{\"id\": \"t1\", \"title\": \"A\", \"lock\": {lock}, \"own\": 1}}");
    Bench::from_text(&format!("{HEAD}=== tasks/t1-a/_task.{status}.json\n{task}\n{AGENT}"))
}

fn act(bench: &mut Bench, ms: i64, name: &str, request: &str) -> String {
    let context = Context { actor: actor(name), now: NOW + ms, ..context() };
    match bench.engine.plan(&command(request), &context) {
        Ok(changes) => {
            bench.apply(&changes);
            changes.summary.to_string()
        }
        Err(refusal) => format!("{:?}: {}", refusal.code, refusal.text),
    }
}

fn holder(bench: &Bench, ms: i64) -> String {
    let reader = bench.engine.reader();
    let holders = reader.holders(NOW + ms);
    holders.get("t1").map(|holder| holder.actor.name.clone()).unwrap_or_default()
}

/// Returns the claim in the file of t1.
fn lock(bench: &Bench) -> Value {
    let (path, _) = bench.tree.walk("tasks").find(|(path, _)| path.contains("/_task.")).unwrap();
    let task: Value = serde_json::from_slice(bench.tree.file(&path).unwrap()).unwrap();
    task["lock"].clone()
}

#[test]
fn live_lease_is_a_claim_and_one_that_is_over_is_none() {
    for (status, lock, until) in [
        ("in_progress", LIVE, 30 * MINUTE),
        ("todo", LIVE, 30 * MINUTE),
        ("review", LIVE, 30 * MINUTE),
        ("done", LIVE, 0),
        ("in_progress", "null", 0),
        ("in_progress", "\"maya\"", 0),
        ("in_progress", r#"{"agent_id": "a-1", "lease_expires_at": "soon"}"#, 0),
        ("in_progress", r#"{"lease_expires_at": "2026-12-01T08:30:00+00:00"}"#, 0),
    ] {
        let mut bench = with_lock(status, lock);
        let name = if until > 0 { "a-1" } else { "" };
        assert_eq!((holder(&bench, 0), holder(&bench, until - 1)), (name.to_owned(), name.to_owned()), "{lock}");
        assert_eq!(holder(&bench, until), "", "{lock}");
        let expected = match (until, status) {
            (0, "done") => "BadCommand: t1 is done. Set it to another status before you claim it.",
            (0, _) => "Claimed t1 “A”",
            _ => "Held: a-1 holds t1. Choose another task, or take it over if that one has stopped.",
        };
        let answer = act(&mut bench, 0, "codex/1", CLAIM_T1);
        assert_eq!(answer.split(':').next(), expected.split(':').next(), "{status} {lock}: {answer}");
    }
}

#[test]
fn next_task_leaves_out_what_an_agent_of_handoff_mcp_holds() {
    let mut bench = with_lock("todo", LIVE);
    let next = r#"{"kind":"claimTask","takeOver":false}"#;
    assert!(act(&mut bench, 0, "codex/1", next).starts_with("BadCommand"), "the only task is held");
    assert_eq!(act(&mut bench, 30 * MINUTE, "codex/1", next), "Claimed t1 “A”");
}

#[test]
fn whoever_ends_a_claim_of_handoff_mcp_removes_it_from_the_list_of_its_agent() {
    let finish = set("done");
    for (name, request) in [("codex/1", TAKE_T1), ("Ana", RELEASE_T1), ("Ana", finish.as_str()), ("codex/1", &finish)] {
        let mut bench = with_lock("in_progress", LIVE);
        act(&mut bench, 0, name, request);
        assert_ne!(holder(&bench, 0), "a-1", "{request}");
        assert_ne!(lock(&bench)["agent_id"], "a-1", "{request}");
        let agent: Value = serde_json::from_slice(bench.tree.file("agents/a-1.json").unwrap()).unwrap();
        assert_eq!(agent["claimed_tasks"], serde_json::json!(["t2"]), "{request}");
    }
    let mut bench = with_lock("in_progress", LIVE);
    assert!(act(&mut bench, 0, "codex/1", RELEASE_T1).starts_with("NotHolder"), "an agent cannot");
}

#[test]
fn claim_writes_a_lease_that_outlasts_it_and_ends_with_it() {
    for layout in [Layout::Json, Layout::Toml] {
        let path = match layout {
            Layout::Json => "tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\"}",
            Layout::Toml => "tasks/t1-todo--a/task.toml\nid = \"t1\"\ntitle = \"A\"",
        };
        let mut bench = Bench::from_text(&format!("{HEAD}=== {path}\n"));
        act(&mut bench, 0, "codex/1", CLAIM_T1);
        if layout == Layout::Toml {
            let written = bench.tree.walk("tasks").filter_map(|(path, _)| bench.tree.file(&path));
            assert!(written.into_iter().all(|bytes| !String::from_utf8_lossy(bytes).contains("lock")));
            continue;
        }
        let expected = serde_json::json!({
            "agent_id": "codex", "session_id": "1", "claimed_at": "2026-12-01T08:00:00+00:00",
            "lease_expires_at": "2026-12-01T08:30:00+00:00", "lease_ttl_seconds": 1800,
        });
        assert_eq!(lock(&bench), expected);
        for minute in [1, 14] {
            act(&mut bench, minute * MINUTE, "codex/1", RENEW);
            assert_eq!(lock(&bench), expected, "{minute}: half of the lease is left");
        }
        act(&mut bench, 15 * MINUTE, "codex/1", RENEW);
        assert_eq!(lock(&bench)["lease_expires_at"], "2026-12-01T08:45:00+00:00");
        // Our own claim decides while its file is there.
        assert_eq!((holder(&bench, 30 * MINUTE), holder(&bench, 31 * MINUTE)), ("codex".to_owned(), String::new()));
        act(&mut bench, 16 * MINUTE, "codex/1", RELEASE_T1);
        assert_eq!((lock(&bench), holder(&bench, 16 * MINUTE)), (Value::Null, String::new()));
        // To begin with a task claims it, and to finish it ends that.
        act(&mut bench, 17 * MINUTE, "codex/1", &set("in_progress"));
        assert_eq!(lock(&bench)["claimed_at"], "2026-12-01T08:17:00+00:00");
        act(&mut bench, 40 * MINUTE, "codex/1", RENEW);
        act(&mut bench, 41 * MINUTE, "codex/1", &set("review"));
        assert_eq!(lock(&bench), Value::Null);
    }
}

#[test]
fn agent_without_a_name_writes_texts_that_handoff_mcp_can_read() {
    let mut bench =
        Bench::from_text(&format!("{HEAD}=== tasks/t1-a/_task.todo.json\n{{\"id\": \"t1\", \"title\": \"A\"}}\n"));
    act(&mut bench, 0, "", CLAIM_T1);
    assert_eq!((&lock(&bench)["agent_id"], &lock(&bench)["session_id"]), (&"handoff".into(), &"unknown".into()));
}

#[test]
fn begin_can_be_undone_after_its_lease_was_renewed() {
    let mut bench = Bench::from_text(&format!(
        "{HEAD}=== tasks/t1-a/_task.todo.json\n{{\"id\": \"t1\", \"title\": \"A\", \"own\": 1}}\n"
    ));
    let codex = actor("codex/1");
    assert!(matches!(bench.commit_as(&codex, &command(&set("in_progress"))), Outcome::Done { .. }));
    act(&mut bench, 20 * MINUTE, "codex/1", RENEW);
    assert_eq!(lock(&bench)["lease_expires_at"], "2026-12-01T08:50:00+00:00");
    let outcome = bench.commit_as(&codex, &Command::Undo {});
    assert!(matches!(outcome, Outcome::Done { .. }), "{outcome:?}");
    assert_eq!(state(&bench), ("_task.todo.json".to_owned(), false));
}

#[test]
fn agents_of_handoff_mcp_are_listed_for_half_an_hour() {
    let bench = with_lock("todo", "null");
    let names = |ms: i64| -> Vec<String> {
        bench.engine.reader().peer_agents(NOW + ms).into_iter().map(|agent| agent.id).collect()
    };
    assert_eq!((names(0), names(29 * MINUTE), names(30 * MINUTE)), (vec!["a-1".into()], vec!["a-1".into()], vec![]));
}
