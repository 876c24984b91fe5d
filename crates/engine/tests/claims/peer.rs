//! The claim of `handoff-mcp` in a task's file: whoever sets a status that is not in progress ends it,
//! since that program puts a task back to `todo` when the lease of its claim is over.

use handoff_protocol::{Command, Outcome};

use crate::reverts::Story;
use crate::support::{Bench, command, files};

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
