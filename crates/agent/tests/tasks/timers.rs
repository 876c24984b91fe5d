//! Time tracking, alone and beside an editor that tracks time too.

use serde_json::{Value, json};

use crate::support::Bench;

const STATE: &str = "timer/state.json";
const AUTHORITY: &str = "timer/authority.json";

fn project(layout: &str) -> Bench {
    let mut bench = Bench::new(layout);
    let schedule = json!({"estimate_hours": 4, "actual_hours": 1, "remaining_hours": 2});
    bench.text("handoff_update_task", &json!({"task": {"id": "a", "title": "a", "schedule": schedule}}));
    bench
}

fn json_of(bench: &Bench, path: &str) -> Value {
    serde_json::from_str(&bench.file(path).expect("a file")).expect("JSON")
}

fn write_heartbeat(bench: &mut Bench, heartbeat: &str) {
    let text = format!(
        "{{\"version\": 1, \"owner\": \"vscode\", \"owner_instance\": \"w\", \"heartbeat_at\": \"{heartbeat}\", \"ttl_secs\": 30, \"updated_at\": \"{heartbeat}\"}}"
    );
    bench.put(AUTHORITY, &text);
}

#[test]
fn timer_logs_its_hours_on_stop_as_one_change() {
    // Defect 20: a crash between the two files loses the time in handoff-mcp.
    for layout in ["json", "toml"] {
        let mut bench = project(layout);
        let a = json!({"task_id": "a"});
        assert_eq!(bench.value("handoff_timer_get_time", &a)["state"], "stopped");
        assert_eq!(bench.text("handoff_timer_start", &a), "Started the timer of a.");
        bench.now += 1_800_000;
        assert_eq!(bench.text("handoff_timer_start", &a), "The timer of a has already been running for 1801 s.");
        assert_eq!(
            bench.value("handoff_timer_get_time", &a),
            json!({"task_id": "a", "state": "tracking", "elapsed_ms": 1_802_000, "elapsed_hours": "0.5006", "base_hours": 1.0,
                "current_actual_hours": 1.0, "projected_total_hours": "1.5006", "paused_by_idle": false,
                "authority": {"owner": "mcp", "alive": false}, "asked": null})
        );
        bench.now += 1_797_000;
        assert_eq!(bench.text("handoff_timer_stop", &a), "Stopped the timer of a and added 1.00 h to the task.");
        let schedule = bench.value("handoff_get_task", &a)["schedule"].clone();
        assert_eq!((&schedule["actual_hours"], &schedule["remaining_hours"]), (&json!(2.0), &json!(1.0)));
        assert_eq!(json_of(&bench, STATE)["timers"], json!({}));
        assert!(bench.problems().is_empty(), "{:?}", bench.problems());
        bench.undo();
        assert_eq!(json_of(&bench, STATE)["timers"]["a"]["state"], "tracking");
        assert_eq!(bench.value("handoff_get_task", &a)["schedule"]["actual_hours"], json!(1.0));
        bench.text("handoff_timer_stop", &a);
        assert_eq!(bench.refusal("handoff_timer_stop", &a), "No timer runs for a.");
    }
}

#[test]
fn paused_timer_resumes_or_is_logged() {
    // Defect 20: handoff-mcp drops the paused time at a start, and refuses the stop.
    let paused = r#"{"version": 1, "owner": "vscode", "mine": 1, "timers": {
        "a": {"state": "paused", "elapsed_ms": 1800000, "started_at": null, "paused_by_idle": true, "base_hours": 1.0, "mine": 2},
        "b": {"state": "tracking", "elapsed_ms": 5, "paused_by_idle": false, "base_hours": 0.0}}, "updated_at": "2026-11-30T00:00:00Z"}"#;
    let a = json!({"task_id": "a"});
    let mut bench = project("json");
    bench.put(STATE, paused);
    assert_eq!(bench.text("handoff_timer_start", &a), "Resumed the timer of a at 1800 s.");
    let state = json_of(&bench, STATE);
    assert_eq!((&state["mine"], &state["timers"]["a"]["mine"]), (&json!(1), &json!(2)), "foreign entries are kept");
    assert_eq!(state["timers"]["a"]["elapsed_ms"], json!(1_800_000));
    assert_eq!(state["timers"]["b"]["elapsed_ms"], json!(5));

    let mut bench = project("json");
    bench.put(STATE, paused);
    assert_eq!(bench.text("handoff_timer_stop", &a), "Stopped the timer of a and added 0.50 h to the task.");
    assert_eq!(json_of(&bench, STATE)["timers"].get("a"), None);
}

#[test]
fn running_editor_receives_a_timer_request() {
    let a = json!({"task_id": "a"});
    let mut bench = project("json");
    write_heartbeat(&mut bench, "2026-12-01T08:00:00Z");
    let before = bench.file(AUTHORITY);
    assert_eq!(bench.text("handoff_timer_start", &a), "Asked the editor to start the timer of a.");
    assert_eq!((bench.file(STATE), bench.file(AUTHORITY)), (None, before));
    let path = bench.paths().into_iter().find(|path| path.starts_with("timer/requests/")).expect("a request");
    let request = json_of(&bench, &path);
    let stem = path.trim_start_matches("timer/requests/").trim_end_matches(".json");
    let stamp = stem.split('-').next().expect("a stamp");
    assert!(stamp.starts_with("20261201080") && stamp.len() == 23, "{stamp}");
    assert_eq!(
        (&request["id"], &request["cmd"], &request["task_id"], &request["issued_by"]),
        (&json!(stem), &json!("start"), &json!("a"), &json!("mcp"))
    );
    // 31 seconds after its last heartbeat the editor counts as gone.
    bench.now += 40_000;
    let answer = bench.text("handoff_timer_start", &a);
    assert_eq!(answer, "The timer of a has already been running for 41 s.", "it takes the request back");
    assert_eq!(json_of(&bench, AUTHORITY)["owner"], "mcp");
    assert_eq!(json_of(&bench, STATE)["timers"]["a"]["started_at"], request["issued_at"]);
    assert_eq!(bench.file(&path), None);
}

#[test]
fn timer_request_is_written_once_and_expires() {
    // Defect 21: in handoff-mcp requests accumulate for ever and are never confirmed.
    let a = json!({"task_id": "a"});
    let requests = |bench: &Bench| -> Vec<String> {
        bench.paths().into_iter().filter(|path| path.starts_with("timer/requests/")).collect()
    };
    let mut bench = project("json");
    bench.text("handoff_update_config", &json!({"updates": {"settings.timer_provider": "vscode"}}));
    let foreign =
        r#"{"version":1,"id":"0","cmd":"stop","task_id":"a","issued_by":"else","issued_at":"2020-01-01T00:00:00Z"}"#;
    bench.put("timer/requests/0.json", foreign);
    bench.put("timer/requests/1.json", "{");
    let warning = "\nWarning: No editor is running to do that: its last heartbeat is too old.";
    let unread = "\nWarning: timer/requests/1.json cannot be parsed: A key in double quotes is missing here.";
    assert_eq!(
        bench.text("handoff_timer_start", &a),
        format!("Asked the editor to start the timer of a.{warning}{unread}")
    );
    assert_eq!(requests(&bench).len(), 3);
    bench.now += 60_000;
    let answer = bench.text("handoff_timer_start", &a);
    assert!(
        answer.starts_with("The editor was asked 6")
            && answer.contains("to start the timer of a, but has not responded."),
        "{answer}"
    );
    assert_eq!(requests(&bench).len(), 3, "only one request is pending");
    assert_eq!(bench.value("handoff_timer_get_time", &a)["asked"]["cmd"], "start");
    bench.text("handoff_timer_stop", &a);
    assert_eq!(bench.value("handoff_timer_get_time", &a)["asked"]["cmd"], "stop", "the last request counts");
    assert_eq!(requests(&bench).len(), 4);

    bench.now += 31 * 60_000;
    assert_eq!(bench.value("handoff_timer_get_time", &a)["asked"], json!(null), "the request has expired");
    bench.text("handoff_timer_start", &a);
    let remaining = requests(&bench);
    assert_eq!(remaining.len(), 3, "{remaining:?}");
    assert!(
        remaining.contains(&"timer/requests/0.json".to_owned())
            && remaining.contains(&"timer/requests/1.json".to_owned())
    );
}

#[test]
fn timer_provider_setting_is_respected() {
    let a = json!({"task_id": "a"});
    let provide = |bench: &mut Bench, provider: &str| {
        bench.text("handoff_update_config", &json!({"updates": {"settings.timer_provider": provider}}));
    };
    let mut bench = project("json");
    provide(&mut bench, "off");
    let before = bench.paths();
    for tool in ["handoff_timer_start", "handoff_timer_stop", "handoff_timer_get_time"] {
        assert_eq!(bench.refusal(tool, &a), "Timers are turned off: settings.timer_provider is off.");
    }
    assert_eq!(bench.paths(), before);
    provide(&mut bench, "vscode");
    assert_eq!(
        bench.text("handoff_timer_stop", &a),
        "Asked the editor to stop the timer of a.\nWarning: No editor is running to do that: its last heartbeat is too old."
    );
    // Defect 20: with the provider `mcp`, handoff-mcp takes over the timers of a running editor.
    provide(&mut bench, "mcp");
    write_heartbeat(&mut bench, "2026-12-01T08:00:00Z");
    let text = bench.refusal("handoff_timer_start", &a);
    assert!(text.contains("2026-12-01T08:00:31+00:00"), "{text}");
    bench.now += 40_000;
    assert_eq!(bench.text("handoff_timer_start", &a), "Started the timer of a.");
}

#[test]
fn broken_timer_file_is_left_alone() {
    let a = json!({"task_id": "a"});
    for (path, text) in [
        (STATE, "{"),
        (
            STATE,
            r#"{"version": 1, "owner": "mcp", "updated_at": "x", "timers": {"a": {"state": "tracking", "elapsed_ms": 1.5}}}"#,
        ),
        (AUTHORITY, r#"{"version": 1}"#),
    ] {
        let mut bench = project("json");
        bench.put(path, text);
        for tool in ["handoff_timer_start", "handoff_timer_stop"] {
            let message = bench.refusal(tool, &a);
            assert!(message.contains(path), "{message}");
        }
        bench.refusal("handoff_timer_get_time", &a);
        assert_eq!(bench.file(path).as_deref(), Some(text));
    }
    assert_eq!(project("json").refusal("handoff_timer_start", &json!({"task_id": "zz"})), "There is no task zz.");
}
