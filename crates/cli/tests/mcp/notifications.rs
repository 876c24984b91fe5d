//! Progress, cancellation, log messages and change notifications.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::program;
use crate::support::server::{Server, empty_folder};

/// Creates a project with `tasks` tasks.
fn project(server: &mut Server, tasks: usize) {
    server.call("handoff_init", &json!({"project_name": "Talk", "layout": "json"}));
    let tasks: Vec<Value> = (1..=tasks).map(|number| json!({"id": format!("a{number}"), "title": "a"})).collect();
    server.call("handoff_import_context", &json!({"source": {"description": "x"}, "tasks": tasks}));
}

/// Starts a call that adds notes to `tasks` tasks, one after another.
fn begin_long_call(server: &mut Server, tasks: usize) -> u64 {
    let updates: Vec<Value> =
        (1..=tasks).map(|number| json!({"task_id": format!("a{number}"), "notes": "noted"})).collect();
    let id = server.begin(
        "tools/call",
        &json!({
            "name": "handoff_bulk_update_tasks", "arguments": {"updates": updates},
            "_meta": {"progressToken": "long"},
        }),
    );
    // Waits until it runs.
    server.notification("notifications/progress");
    id
}

/// Changes a task as another program does.
fn change_from_outside(folder: &Path, id: &str, title: &str) {
    let mut command = Command::new(program());
    command.args(["task", "update", id, "--title", title]).current_dir(folder).env_remove("CLAUDE_PROJECT_DIR");
    let output = command.env("XDG_STATE_HOME", folder.join("state")).output().expect("the command");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn progress_is_sent_on_request_and_not_after_the_answer() {
    let mut server = Server::start(&empty_folder("progress"), &[]);
    project(&mut server, 30);
    assert!(server.backlog.is_empty(), "nobody asked: {:?}", server.backlog);
    let id = begin_long_call(&mut server, 30);
    let answer = server.answer(id);
    assert_eq!(answer["result"]["structuredContent"]["applied"], json!(30));
    let text: Vec<f64> = server.backlog.drain(..).filter_map(|note| note["params"]["progress"].as_f64()).collect();
    assert!(text.is_sorted(), "{text:?}");
    server.ask("ping", &json!({}));
    assert!(server.backlog.is_empty(), "after the answer: {:?}", server.backlog);
}

#[test]
fn long_call_can_be_cancelled_between_changes() {
    let tasks = 400;
    let mut server = Server::start(&empty_folder("stopped"), &[]);
    project(&mut server, tasks);
    let id = begin_long_call(&mut server, tasks);
    server.ask("ping", &json!({}));
    assert!(server.backlog.iter().all(|message| message["id"] != json!(id)), "the ping was delayed by the call");
    // A cancelled call in the queue is never started.
    let waiting =
        server.begin("tools/call", &json!({"name": "handoff_update_task", "arguments": {"task": {"title": "Never"}}}));
    for id in [waiting, id] {
        server.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}));
    }
    let listed = server.call("handoff_list_tasks", &json!({}));
    assert_eq!(listed["task_summary"]["total"], json!(tasks));
    let last = server.call("handoff_get_task", &json!({"task_id": format!("a{tasks}")}));
    assert_eq!(last["notes"], Value::Null, "it was not cancelled");
    let first = server.call("handoff_get_task", &json!({"task_id": "a1"}));
    assert_eq!(first["notes"], json!("noted"));
    let rest = server.close();
    let unwanted = |message: &Value| message["id"] == json!(id) || message["id"] == json!(waiting);
    assert!(!rest.iter().any(unwanted), "cancelled requests are not answered");
}

#[test]
fn log_messages_respect_the_level() {
    let folder = empty_folder("notes");
    let mut server = Server::start(&folder, &[]);
    project(&mut server, 2);
    let broken = folder.join(".handoff/tasks/broken");
    fs::create_dir_all(&broken).expect("a folder");
    fs::write(broken.join("_task.todo.json"), "{").expect("a file");
    // Files are checked after the answer, so the next call reports the problem.
    server.call("handoff_list_tasks", &json!({}));
    server.call("handoff_list_tasks", &json!({}));
    let note = server.notification("notifications/message");
    assert_eq!(note["level"], json!("warning"));
    assert!(note["data"].as_str().is_some_and(|note| note.starts_with("tasks/broken/_task.todo.json: ")), "{note}");
    // Each problem is reported once.
    server.call("handoff_list_tasks", &json!({}));
    assert!(server.backlog.is_empty(), "{:?}", server.backlog);
    server.ask("logging/setLevel", &json!({"level": "error"}));
    fs::write(broken.join("_task.todo.json"), "[").expect("a file");
    server.call("handoff_list_tasks", &json!({}));
    server.call("handoff_list_tasks", &json!({}));
    assert!(server.backlog.is_empty(), "{:?}", server.backlog);
}

#[test]
fn interrupted_change_is_recovered_and_logged() {
    let folder = empty_folder("halfway");
    let mut server = Server::start(&folder, &[]);
    server.call("handoff_init", &json!({"project_name": "Halfway"}));
    drop(server);
    let home = folder.join(".handoff");
    let before = fs::read_to_string(home.join("config.toml")).expect("the configuration");
    let text = |text: &str| json!({"kind": "text", "text": text});
    let write = json!({
        "kind": "write", "path": "config.toml", "temp": ".config.toml.tmp.x-1-0",
        "before": text(&before), "after": text(&before.replace("Halfway", "Done")),
    });
    let mut journal = json!({"version": 1, "writer": "x", "since": 0, "steps": [write]});
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        journal["place"] = json!(fs::metadata(&folder).expect("the folder").ino().to_string());
    }
    fs::write(home.join(".journal-1.json"), journal.to_string()).expect("a journal");

    let mut server = Server::start(&folder, &[]);
    assert_eq!(server.call("handoff_get_config", &json!({}))["project"]["name"], json!("Done"));
    let note = server.notification("notifications/message");
    let sentence = "A change had been interrupted. It has now been completed or undone.";
    assert_eq!(
        (&note["level"], &note["data"]),
        (&json!("warning"), &json!(format!("{}: {sentence}", folder.display())))
    );
    assert!(!home.join(".journal-1.json").exists());
    // A later server has nothing to report.
    let mut late = Server::start(&folder, &[]);
    for server in [&mut server, &mut late] {
        server.call("handoff_get_config", &json!({}));
        assert!(server.backlog.is_empty(), "{:?}", server.backlog);
    }
}

#[test]
fn project_setting_selects_tools_and_notifies_changes() {
    let folder = empty_folder("offers");
    let mut server = Server::start(&folder, &[]);
    let names = |server: &mut Server| {
        let tools = server.ask("tools/list", &json!({}))["tools"].clone();
        let name = |tool: &Value| tool["name"].as_str().expect("a name").to_owned();
        tools.as_array().expect("a list").iter().map(name).collect::<Vec<_>>()
    };
    assert!(names(&mut server).contains(&"handoff_init".to_owned()));
    project(&mut server, 1);
    server.notification("notifications/tools/list_changed");
    let core = names(&mut server);
    assert!(!core.contains(&"handoff_init".to_owned()), "a project needs no other one");
    assert!(!core.contains(&"handoff_get_capacity".to_owned()));
    // A tool that is not offered can still be called.
    let monday = json!({"start_date": "2026-12-07", "end_date": "2026-12-07"});
    assert_eq!(server.call("handoff_get_capacity", &monday)["work_days"], json!(1));
    let set = |server: &mut Server, sets: Value| {
        server.call("handoff_update_config", &json!({"updates": {"settings.custom_fields.handoff_tools": sets}}));
    };
    set(&mut server, json!("core,planning"));
    server.notification("notifications/tools/list_changed");
    assert!(names(&mut server).contains(&"handoff_get_capacity".to_owned()));
    set(&mut server, json!(["timer"]));
    server.notification("notifications/tools/list_changed");
    assert_eq!(names(&mut server), ["handoff_timer_start", "handoff_timer_stop", "handoff_timer_get_time"]);
    // An unknown set is refused; one that another program has written falls back to the core.
    let unknown = json!({"updates": {"settings.custom_fields.handoff_tools": "everything"}});
    let refused = server.ask("tools/call", &json!({"name": "handoff_update_config", "arguments": unknown}));
    assert_eq!(refused["isError"], json!(true), "{refused}");
    let config = folder.join(".handoff/config.toml");
    let text = fs::read_to_string(&config).expect("the configuration");
    assert!(text.contains("[\"timer\"]"), "{text}");
    fs::write(&config, text.replace("[\"timer\"]", "\"everything\"")).expect("a change");
    let mut server = Server::start(&folder, &[]);
    assert_eq!(names(&mut server), core);
    // The option of the server takes precedence.
    set(&mut server, json!("timer"));
    let mut server = Server::start(&folder, &["--tools", "core"]);
    assert_eq!(names(&mut server), core);
    let mut server = Server::start(&folder, &[]);
    assert_eq!(names(&mut server).len(), 3);
}

#[test]
fn subscriptions_report_changes_of_any_program() {
    let folder = empty_folder("subscribed");
    let mut server = Server::start(&folder, &[]);
    project(&mut server, 2);
    for address in ["handoff://task/a1", "handoff://config", "handoff://task/a1"] {
        server.ask("resources/subscribe", &json!({"uri": address}));
    }
    let id = server.begin("resources/subscribe", &json!({"uri": "handoff://task/none"}));
    assert_eq!(server.answer(id)["error"]["code"], json!(-32002));
    server.call("handoff_update_task", &json!({"task": {"id": "a1", "notes": "by the agent"}}));
    assert_eq!(server.notification("notifications/resources/updated")["uri"], json!("handoff://task/a1"));
    change_from_outside(&folder, "a1", "By another program");
    // The write of the server itself may be reported a second time before.
    loop {
        assert_eq!(server.notification("notifications/resources/updated")["uri"], json!("handoff://task/a1"));
        let answer = server.ask("resources/read", &json!({"uri": "handoff://task/a1"}));
        if answer["contents"][0]["text"].as_str().is_some_and(|text| text.contains("By another program")) {
            break;
        }
    }
    server.ask("resources/unsubscribe", &json!({"uri": "handoff://task/a1"}));
    server.ask("resources/subscribe", &json!({"uri": "handoff://dashboard"}));
    server.call("handoff_update_task", &json!({"task": {"id": "a1", "status": "blocked"}}));
    assert_eq!(server.notification("notifications/resources/updated")["uri"], json!("handoff://dashboard"));
    let answer = server.ask("resources/read", &json!({"uri": "handoff://dashboard"}));
    assert!(answer["contents"][0]["text"].as_str().is_some_and(|text| text.starts_with("{\"projects\":")), "{answer}");
    change_from_outside(&folder, "a1", "Unheard");
    change_from_outside(&folder, "a2", "Unheard");
    server.call("handoff_update_labels", &json!({"labels": ["new"]}));
    assert_eq!(server.notification("notifications/resources/updated")["uri"], json!("handoff://config"));
    assert!(server.backlog.is_empty(), "{:?}", server.backlog);
}

#[test]
fn subscription_stream_sends_requested_notifications_until_cancelled() {
    let folder = empty_folder("stream");
    let mut server = Server::start(&folder, &[]);
    project(&mut server, 1);
    let mut server = Server::start_uninitialized(&folder, &[]);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let expected = json!({"toolsListChanged": true, "resourceSubscriptions": ["handoff://task/a1"]});
    let stream = server.begin("subscriptions/listen", &json!({"notifications": expected, "_meta": meta}));
    server.notification("notifications/subscriptions/acknowledged");
    let call = |server: &mut Server, name: &str, arguments: Value| {
        let result = server.ask("tools/call", &json!({"name": name, "arguments": arguments, "_meta": meta}));
        assert_ne!(result["isError"], json!(true), "{result}");
    };
    // The stream gets the offered tools first.
    server.ask("tools/list", &json!({"_meta": meta}));
    call(&mut server, "handoff_update_task", json!({"task": {"id": "a1", "title": "New"}}));
    assert_eq!(server.notification("notifications/resources/updated")["uri"], json!("handoff://task/a1"));
    call(&mut server, "handoff_update_config", json!({"updates": {"settings.custom_fields.handoff_tools": "all"}}));
    server.notification("notifications/tools/list_changed");
    server.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": stream}}));
    call(&mut server, "handoff_update_task", json!({"task": {"id": "a1", "title": "Newer"}}));
    let rest = server.close();
    assert!(rest.iter().all(|message| message.get("method").is_none()), "{rest:?}");
}

#[test]
fn ids_are_completed_for_resources_and_prompts() {
    let mut server = Server::start(&empty_folder("completed"), &[]);
    project(&mut server, 11);
    for (of, argument) in [
        (json!({"type": "ref/resource", "uri": "handoff://task/{id}"}), "id"),
        (json!({"type": "ref/prompt", "name": "plan"}), "task_id"),
    ] {
        let answer =
            server.ask("completion/complete", &json!({"ref": of, "argument": {"name": argument, "value": "a1"}}));
        assert_eq!(answer["completion"]["values"], json!(["a1", "a10", "a11"]), "{of}");
    }
    let nothing = json!({"ref": {"type": "ref/prompt", "name": "close"}, "argument": {"name": "task_id", "value": ""}});
    assert_eq!(server.ask("completion/complete", &nothing)["completion"]["values"], json!([]));
    let request = server.ask("prompts/get", &json!({"name": "plan", "arguments": {"other": "x", "task_id": "a1"}}));
    let text = request["messages"][0]["content"]["text"].as_str().expect("a text");
    assert!(text.starts_with("Read task a1 with"), "{text}");
}
