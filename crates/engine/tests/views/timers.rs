//! Running timers on the dashboard: whose they are, and which of their time counts.

use handoff_protocol::view::RunningTimer;
use handoff_protocol::{Actor, TimerInput, TimerOwner, View};

use crate::support::{Bench, context, dedent};

/// The timer of t1 has run for 60 s before, and since 07:50. It is 08:00.
fn project(authority: &str, more: &str) -> Bench {
    let authority = match authority {
        "" => String::new(),
        fields => format!(
            "=== timer/authority.json\n{{\"version\": 1, \"ttl_secs\": 30, \"updated_at\": \"2026-12-01T07:50:00Z\", {fields}}}\n"
        ),
    };
    let files = dedent(
        r#"
        === config.toml
        [project]
        name = "P"
        === tasks/t1-a/_task.in_progress.json
        {"id": "t1", "title": "Timed"}
        === timer/state.json
        {"version": 1, "owner": "vscode", "updated_at": "2026-12-01T07:50:00Z", "timers": {"t1": {"state": "tracking", "elapsed_ms": 60000, "started_at": "2026-12-01T07:50:00Z"}, "t2": {"state": "paused", "elapsed_ms": 5}}}
    "#,
    );
    Bench::from_text(&format!("{files}\n{authority}{more}"))
}

fn timers(bench: &mut Bench) -> Vec<RunningTimer> {
    match bench.ask(&context(), r#"{"kind":"dashboard"}"#) {
        View::Dashboard(view) => view.timers,
        other => panic!("{other:?}"),
    }
}

fn record(owner: &str, heartbeat: &str) -> String {
    format!(r#""owner": "{owner}", "owner_instance": "window", "heartbeat_at": "2026-12-01T{heartbeat}Z""#)
}

const CLAIM: &str = "=== local/claims/t1.json\n{\"version\": 1, \"task\": \"t1\", \"actor\": {\"kind\": \"agent\", \
                     \"name\": \"codex\"}, \"since\": \"2026-12-01T07:50:00Z\", \"heard_at\": \"2026-12-01T07:59:00Z\"}\n";

#[test]
fn the_time_of_a_program_that_has_ended_counts_until_its_last_heartbeat() {
    const ALIVE: u64 = 660_000;
    let codex = Some(Actor::agent("codex"));
    let unknown = Some(Actor::agent(""));
    let (editor, server) = (Some(TimerOwner::Editor), Some(TimerOwner::Server));
    for (authority, more, elapsed_ms, is_alive, owner, agent) in [
        (record("vscode", "07:59:50"), "", ALIVE, true, editor, None),
        (record("vscode", "07:52:00"), "", 60_000 + 120_000, false, editor, None),
        // It ended before the stretch began.
        (record("vscode", "07:40:00"), "", 60_000, false, editor, None),
        (record("mcp", "07:59:50"), CLAIM, ALIVE, true, server, codex.clone()),
        (record("mcp", "07:59:50"), "", ALIVE, true, server, unknown),
        (record("mcp", "07:53:00"), CLAIM, 60_000 + 180_000, false, server, codex),
        (String::new(), "", ALIVE, true, None, None),
    ] {
        let shown = timers(&mut project(&authority, more));
        let expected = RunningTimer {
            id: "t1".to_owned(),
            title: "Timed".to_owned(),
            elapsed_ms,
            started_at: is_alive.then(|| "2026-12-01T07:49:00+00:00".to_owned()),
            owner,
            agent,
        };
        assert_eq!(shown, [expected], "{authority}");
    }
}

#[test]
fn a_program_that_runs_the_timers_itself_is_alive() {
    // Writing is paused, so its heartbeat is old: but it is this program.
    let mut bench = project(&record("vscode", "07:52:00"), "");
    let input =
        TimerInput { monotonic: 1, active_at: Some(1), focused: true, heartbeat: true, several: false, action: None };
    bench.engine.track_time(TimerOwner::Editor, "window", &input, &context());
    let shown = timers(&mut bench);
    assert_eq!((shown[0].owner, &shown[0].agent), (Some(TimerOwner::Editor), &None));
    assert!(shown[0].started_at.is_some(), "{shown:?}");
}
