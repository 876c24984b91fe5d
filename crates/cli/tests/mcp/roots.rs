//! How a server finds its project: working directory, the client's roots, projects below them, and the
//! person's choice.

use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::{Value, json};

use crate::support::Folder;
use crate::support::server::{Server, empty_folder};

const VERSIONS: [&str; 2] = ["2025-06-18", "2025-11-25"];

/// Creates folders, those that end in `!` with a project named like the folder.
fn folders<const N: usize>(top: &str, names: [&str; N]) -> [PathBuf; N] {
    let top = empty_folder(top);
    names.map(|name| {
        let folder = top.join(name.trim_end_matches('!'));
        fs::create_dir_all(folder.join(if name.ends_with('!') { ".handoff" } else { "" })).expect("a folder");
        if name.ends_with('!') {
            let config = format!("[project]\nname = \"{}\"\n", name.trim_end_matches('!'));
            fs::write(folder.join(".handoff/config.toml"), config).expect("a configuration");
        }
        folder
    })
}

fn uri(folder: &Path) -> Value {
    json!({"uri": format!("file://{}", folder.display()).replace(' ', "%20")})
}

fn roots(folders: &[&PathBuf]) -> Value {
    json!({"roots": folders.iter().map(|folder| uri(folder)).collect::<Vec<_>>()})
}

fn start(folder: &Path, version: &str, capabilities: &Value) -> Server {
    let mut server = Server::start_uninitialized(folder, &["--tools", "all"]);
    server.initialize_with(version, capabilities);
    server
}

/// Calls a tool; returns its ID.
fn begin(server: &mut Server, tool: &str, arguments: &Value) -> u64 {
    server.begin("tools/call", &json!({"name": tool, "arguments": arguments}))
}

/// Returns the text of the answer to a call, and whether it is an error.
fn text(server: &mut Server, id: u64) -> (String, bool) {
    let result = server.answer(id)["result"].clone();
    (result["content"][0]["text"].as_str().expect("a text").to_owned(), result["isError"] == json!(true))
}

fn project_name(server: &mut Server) -> Value {
    server.call("handoff_get_config", &json!({}))["project"]["name"].clone()
}

#[test]
fn root_that_is_a_project_is_used() {
    for version in VERSIONS {
        let [outside, plain, tide, below] = folders("one root", ["outside", "plain", "tide!", "tide/inner!"]);
        let mut server = start(&outside, version, &json!({"roots": {}}));
        let list = server.begin("tools/list", &json!({}));
        server.answer_request("roots/list", &roots(&[&plain, &tide]));
        assert!(server.answer(list)["result"]["tools"].is_array());
        assert_eq!(project_name(&mut server), json!("tide"));
        assert_eq!(
            server.call("handoff_get_config", &json!({"project_dir": below}))["project"]["name"],
            json!("tide/inner")
        );
        assert!(server.backlog.is_empty(), "the roots are asked for once: {:?}", server.backlog);
    }
}

#[test]
fn named_folder_and_working_directory_come_before_roots() {
    let [tide, harbour] = folders("before roots", ["tide!", "harbour!"]);
    let mut server = start(&tide, "2025-11-25", &json!({"roots": {}}));
    assert_eq!(project_name(&mut server), json!("tide"));
    let mut server =
        Server::start_uninitialized(&tide, &["--tools", "all", "--project", &harbour.display().to_string()]);
    server.initialize_with("2025-11-25", &json!({"roots": {}}));
    assert_eq!(project_name(&mut server), json!("harbour"));
    assert!(server.backlog.is_empty(), "the client is not asked: {:?}", server.backlog);
}

#[test]
fn changed_roots_are_followed() {
    let [outside, tide, harbour] = folders("changed roots", ["outside", "tide!", "harbour!"]);
    let mut server = start(&outside, "2025-06-18", &json!({"roots": {"listChanged": true}}));
    server.answer_request("roots/list", &roots(&[&tide]));
    assert_eq!(project_name(&mut server), json!("tide"));
    server.send(&json!({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}));
    server.answer_request("roots/list", &roots(&[&harbour]));
    assert_eq!(project_name(&mut server), json!("harbour"));
}

#[test]
fn person_chooses_among_several_projects() {
    for version in VERSIONS {
        let [outside, tide, harbour] = folders("choice", ["outside", "tide!", "harbour!"]);
        let mut server = start(&outside, version, &json!({"roots": {}, "elicitation": {}}));
        server.answer_request("roots/list", &roots(&[&tide, &harbour]));
        let call = begin(&mut server, "handoff_get_config", &json!({}));
        let chosen = json!({"action": "accept", "content": {"project": harbour}});
        let question = server.answer_request("elicitation/create", &chosen);
        assert!(question["message"].as_str().is_some_and(|text| text.contains("Which one")), "{question}");
        let schema = &question["requestedSchema"];
        assert_eq!(schema["type"], json!("object"));
        assert_eq!(schema["properties"]["project"]["type"], json!("string"));
        assert_eq!(schema["properties"]["project"]["enum"], json!([tide, harbour]));
        assert_eq!(schema["required"], json!(["project"]));
        assert!(text(&mut server, call).0.contains("harbour"));
        assert_eq!(project_name(&mut server), json!("harbour"), "the choice is kept");
        assert!(server.backlog.is_empty(), "{:?}", server.backlog);
    }
}

#[test]
fn choice_that_is_not_made_is_answered_by_a_list() {
    let [outside, tide, harbour] = folders("no choice", ["outside", "tide!", "harbour!"]);
    let expected = format!(
        "Error: There are 2 projects here, and none was chosen. Ask the person, and pass project_dir with each call:\n- {}\n- {}",
        tide.display(),
        harbour.display()
    );
    let both = roots(&[&tide, &harbour]);
    for answer in [
        json!({"action": "decline"}),
        json!({"action": "cancel"}),
        json!({"action": "accept", "content": {"project": "/elsewhere"}}),
        json!({"action": "accept"}),
        json!(7),
    ] {
        let mut server = start(&outside, "2025-11-25", &json!({"roots": {}, "elicitation": {"form": {}}}));
        server.answer_request("roots/list", &both);
        let call = begin(&mut server, "handoff_list_tasks", &json!({}));
        server.answer_request("elicitation/create", &answer);
        assert_eq!(text(&mut server, call), (expected.clone(), true), "{answer}");
    }
    for capabilities in [json!({"roots": {}}), json!({"roots": {}, "elicitation": {"url": {}}})] {
        let mut server = start(&outside, "2025-11-25", &capabilities);
        server.answer_request("roots/list", &both);
        let call = begin(&mut server, "handoff_list_tasks", &json!({}));
        assert_eq!(text(&mut server, call), (expected.clone(), true), "{capabilities}");
        let named = begin(&mut server, "handoff_list_tasks", &json!({"project_dir": tide}));
        assert!(!text(&mut server, named).1);
    }
}

#[test]
fn question_ends_with_the_input_and_with_its_call() {
    let [outside, tide, harbour] = folders("open question", ["outside", "tide!", "harbour!"]);
    let mut server = start(&outside, "2025-11-25", &json!({"roots": {}, "elicitation": {}}));
    server.answer_request("roots/list", &roots(&[&tide, &harbour]));
    let cancelled = begin(&mut server, "handoff_list_tasks", &json!({}));
    server.until(|message| message["method"] == "elicitation/create");
    server.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": cancelled}}));
    let call = begin(&mut server, "handoff_list_tasks", &json!({}));
    let question = server.until(|message| message["method"] == "elicitation/create");
    server.send(&json!({"jsonrpc": "2.0", "id": question["id"], "error": "no"}));
    assert!(text(&mut server, call).1, "an answer that is not valid ends the wait");
    let call = begin(&mut server, "handoff_list_tasks", &json!({}));
    server.until(|message| message["method"] == "elicitation/create");
    let rest = server.close();
    assert!(
        rest.iter().any(|message| message["id"] == json!(call) && message["result"]["isError"] == json!(true)),
        "{rest:?}"
    );
    assert!(server.child.wait().expect("its end").success());
}

#[test]
fn projects_below_are_found() {
    let [top, _] = folders("one below", [".", "apps/tide!"]);
    let mut server = start(&top, "2025-11-25", &json!({}));
    assert_eq!(project_name(&mut server), json!("apps/tide"));

    let [top, tide, harbour, _] = folders("two below", [".", "apps/tide!", "apps/harbour!", "node_modules/x!"]);
    let mut server = start(&top, "2025-11-25", &json!({}));
    let call = begin(&mut server, "handoff_load_context", &json!({}));
    let (sentence, is_error) = text(&mut server, call);
    assert!(is_error && sentence.ends_with(&format!("\n- {}\n- {}", harbour.display(), tide.display())), "{sentence}");
}

#[test]
fn new_project_is_created_in_a_root() {
    let [outside, plain, other] = folders("init", ["outside", "plain", "other"]);
    let mut server = start(&outside, "2025-11-25", &json!({"roots": {}}));
    server.answer_request("roots/list", &roots(&[&plain]));
    let call = begin(&mut server, "handoff_load_context", &json!({}));
    assert!(text(&mut server, call).0.contains("not_initialized"));
    server.call("handoff_init", &json!({"project_name": "Plain"}));
    assert!(plain.join(".handoff/config.toml").exists() && !outside.join(".handoff").exists());
    assert_eq!(project_name(&mut server), json!("Plain"));

    let mut server = start(&outside, "2025-11-25", &json!({"roots": {}, "elicitation": {}}));
    server.answer_request("roots/list", &roots(&[&outside, &other]));
    let call = begin(&mut server, "handoff_init", &json!({"project_name": "Other"}));
    server.answer_request("elicitation/create", &json!({"action": "accept", "content": {"project": other}}));
    assert!(!text(&mut server, call).1);
    assert!(other.join(".handoff/config.toml").exists());
}

#[test]
fn placeholder_is_explained() {
    let folder = empty_folder("placeholder");
    let literal = |text: &str| format!("is the text {text}, because the program that passed it does not replace");
    for text in ["${workspaceFolder}", "${workspaceRoot}/app", "$NOWHERE", "~/no such project"] {
        let output =
            Folder(folder.clone()).command(&["task", "list", "--project", text]).output().expect("the command");
        fs::create_dir_all(&folder).expect("a folder");
        let message = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.starts_with(&format!("--project {}", literal(text))), "{message}");
    }
    let mut server = Server::start(&folder, &["--tools", "all", "--project", "${workspaceFolder}"]);
    for tool in ["handoff_load_context", "handoff_init"] {
        let call = begin(&mut server, tool, &json!({"project_name": "x"}));
        let (sentence, is_error) = text(&mut server, call);
        assert!(
            is_error && sentence.starts_with(&format!("Error: --project {}", literal("${workspaceFolder}"))),
            "{sentence}"
        );
    }
    let call = begin(&mut server, "handoff_list_tasks", &json!({"project_dir": "~/no such project"}));
    let home = env::var("HOME").map_or_else(|_| String::new(), |_| folder.join("home").display().to_string());
    let (sentence, _) = text(&mut server, call);
    assert!(sentence.ends_with(&format!("such as {home}/no such project.")), "{sentence}");

    // A variable that the client did not replace counts as no folder, where a project is known.
    let [tide] = folders("placeholder tide", ["tide!"]);
    let mut server = Server::start(&tide, &["--tools", "all", "--project", "${workspaceFolder}"]);
    let config = server.call("handoff_get_config", &json!({"project_dir": "${workspaceFolder}"}));
    assert_eq!(config["project"]["name"], json!("tide"));
}
