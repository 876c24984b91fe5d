//! Other projects on a real disk, accessed by a running server.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::program;
use crate::support::server::{Server, empty_folder};

#[test]
fn other_projects_are_found_read_and_written() {
    let top = empty_folder("neighbours");
    let folders = ["code/one", "code/two", "code/two/packages/three", "code/old/four", "code/.cache/node_modules/five"];
    for folder in folders {
        fs::create_dir_all(top.join(folder)).expect("a folder");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(top.join("code"), top.join("code/one/again")).expect("a link");
    let mut server = Server::start(&top.join("code/two"), &["--tools", "all"]);
    for folder in folders {
        let path = top.join(folder);
        let name = folder.rsplit('/').next().expect("a name");
        server.call("handoff_init", &json!({"project_dir": path, "project_name": name, "nested": true}));
        server.call("handoff_update_task", &json!({"project_dir": path, "task": {"title": name}}));
    }
    let names = |text: &Value| {
        let name = |project: &Value| project["name"].as_str().expect("a name").to_owned();
        text["projects"].as_array().expect("a list").iter().map(name).collect::<Vec<_>>()
    };
    let code = top.join("code");
    let text = server.call("handoff_dashboard", &json!({"scan_dirs": [code], "exclude_patterns": ["old"]}));
    assert_eq!(names(&text), ["one", "two", "three"]);
    assert_eq!(text["total_active_tasks"], json!(3));
    // Without the argument, each project excludes folders below itself.
    let all = server.call("handoff_dashboard", &json!({"scan_dirs": [code]}));
    assert_eq!(names(&all), ["four", "one", "two", "three"]);
    let updates = json!({"dashboard.exclude_patterns": ["packages"]});
    server.call("handoff_update_config", &json!({"project_dir": top.join("code/two"), "updates": updates}));
    let obeyed = json!({"project_dir": top.join("code/one"), "scan_dirs": [code]});
    assert_eq!(names(&server.call("handoff_dashboard", &obeyed)), ["four", "one", "two"]);
    let given = json!({"project_dir": top.join("code/one"), "scan_dirs": [code], "exclude_patterns": []});
    assert_eq!(names(&server.call("handoff_dashboard", &given)), ["four", "one", "two", "three"]);
    let scanned = json!({"project_dir": top.join("code/one"), "scan_dirs": [code.join("two")]});
    assert_eq!(names(&server.call("handoff_dashboard", &scanned)), Vec::<String>::new());
    let updates = json!({"dashboard.exclude_patterns": []});
    server.call("handoff_update_config", &json!({"project_dir": top.join("code/two"), "updates": updates}));

    let near = server.call("handoff_dashboard", &json!({"scan_dirs": [code], "max_depth": 1}));
    assert_eq!(names(&near), ["one", "two"]);

    let listed = server.call("handoff_list_tasks", &json!({"include_children": true}));
    let projects: Vec<&Value> =
        listed["task_tree"].as_array().expect("a list").iter().map(|node| &node["project_name"]).collect();
    assert_eq!(projects, ["two", "three"]);
    assert_eq!(listed["task_tree"][1]["project_dir"], json!(top.join("code/two/packages/three")));

    server.call("handoff_update_config", &json!({"updates": {"dashboard.scan_dirs": [code]}}));
    // The configuration is a file of the project, so where it leads to needs the approval of a person.
    let by_name = json!({"target_project": "one", "summary": "By name"});
    let refusal = server.ask("tools/call", &json!({"name": "handoff_refer", "arguments": by_name}));
    let sentence = refusal["content"][0]["text"].as_str().expect("a text");
    assert!(sentence.contains("code/one") && sentence.contains("--allow-folder"), "{sentence}");
    let mut approving = Command::new(program());
    let two = top.join("code/two");
    approving.current_dir(&two).env("HOME", &two).env("XDG_STATE_HOME", two.join("state"));
    let send = ["referral", "send", "As a person", "--to", "one", "--allow-folder"];
    assert!(approving.args(send).status().expect("an end").success());
    let message = server.call("handoff_refer", &by_name);
    assert_eq!(message["target_project_dir"], json!(top.join("code/one")));
    server.call("handoff_refer", &json!({"target_project_dir": "../one", "summary": "By folder"}));
    let received = server.call("handoff_list_referrals", &json!({"project_dir": top.join("code/one")}));
    assert_eq!(received["total"], json!(3));
    let whole = server.call(
        "handoff_get_referral",
        &json!({"project_dir": top.join("code/one"), "referral_id": received["referrals"][0]["id"]}),
    );
    assert_eq!(whole["source_project_dir"], json!(top.join("code/two")));
}

#[test]
fn folder_that_does_not_exist_is_named() {
    let top = empty_folder("missing");
    let mut server = Server::start(&top, &[]);
    let missing = top.join("nope");
    for tool in ["handoff_load_context", "handoff_list_tasks", "handoff_save_context"] {
        let arguments = json!({"project_dir": missing, "summary": "s"});
        let answer = server.ask("tools/call", &json!({"name": tool, "arguments": arguments}));
        let text = answer["content"][0]["text"].as_str().expect("a text");
        assert_eq!(text, format!("Error: {} does not exist. Check project_dir.", missing.display()), "{tool}");
    }
    assert!(!missing.exists());
}

#[test]
fn project_dir_that_is_no_string_is_refused() {
    let top = empty_folder("no-string");
    let mut server = Server::start(&top, &[]);
    server.call("handoff_init", &json!({"project_name": "Harbour"}));
    let mut save = |folder: Value| {
        let arguments = json!({"project_dir": folder, "task": {"title": "Quay"}});
        let answer = server.ask("tools/call", &json!({"name": "handoff_update_task", "arguments": arguments}));
        answer["content"][0]["text"].as_str().expect("a text").to_owned()
    };
    for folder in [json!(5), json!(1.5), json!(true), json!([]), json!({})] {
        let sentence = "Error: The argument project_dir must be a string: the folder of a project.";
        assert_eq!(save(folder.clone()), sentence, "{folder}");
    }
    for folder in [json!(null), json!("")] {
        let text = save(folder.clone());
        assert!(!text.starts_with("Error"), "{folder} is the project of the server: {text}");
    }
    let tasks = fs::read_dir(top.join(".handoff/tasks")).expect("tasks");
    assert_eq!(tasks.count(), 2, "a refused call writes nothing");
}
