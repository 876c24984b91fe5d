//! Other projects on a real disk, reached by a running server.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test ends where something is not as it should be")]

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A server for one folder, spoken to by lines.
struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last: u64,
}

impl Server {
    fn start(folder: &Path) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_handoff"));
        command.args(["mcp", "--tools", "all"]).current_dir(folder).env("HOME", folder);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the server");
        let input = child.stdin.take().expect("its input");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let mut server = Server { child, input, output, last: 0 };
        let hello =
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
        server.ask("initialize", &hello);
        server.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        server
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input, "{message}").expect("a message");
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.last += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}));
        let mut line = String::new();
        self.output.read_line(&mut line).expect("an answer");
        let answer: Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(answer["id"], json!(self.last), "{answer}");
        answer["result"].clone()
    }

    /// The structured answer of a tool, or its text.
    fn call(&mut self, name: &str, arguments: &Value) -> Value {
        let result = self.ask("tools/call", &json!({"name": name, "arguments": arguments}));
        let text = result["content"][0]["text"].clone();
        assert_ne!(result["isError"], json!(true), "{text}");
        if result["structuredContent"].is_null() { text } else { result["structuredContent"].clone() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder.canonicalize().expect("its path")
}

#[test]
fn projects_are_found_read_and_written_to() {
    let top = fresh("neighbours");
    let folders = ["code/one", "code/two", "code/two/packages/three", "code/old/four", "code/.cache/node_modules/five"];
    for folder in folders {
        fs::create_dir_all(top.join(folder)).expect("a folder");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(top.join("code"), top.join("code/one/again")).expect("a link");
    let mut server = Server::start(&top.join("code/two"));
    for folder in folders {
        let path = top.join(folder);
        let name = folder.rsplit('/').next().expect("a name");
        server.call("handoff_init", &json!({"project_dir": path, "project_name": name}));
        server.call("handoff_update_task", &json!({"project_dir": path, "task": {"title": name}}));
    }
    let names = |told: &Value| {
        let name = |project: &Value| project["name"].as_str().unwrap_or_default().to_owned();
        told["projects"].as_array().map(|all| all.iter().map(name).collect::<Vec<_>>()).unwrap_or_default()
    };
    let code = top.join("code");
    let told = server.call("handoff_dashboard", &json!({"scan_dirs": [code], "exclude_patterns": ["old"]}));
    assert_eq!(names(&told), ["one", "two", "three"]);
    assert_eq!(told["total_active_tasks"], json!(3));
    let near = server.call("handoff_dashboard", &json!({"scan_dirs": [code], "max_depth": 1}));
    assert_eq!(names(&near), ["one", "two"]);

    let listed = server.call("handoff_list_tasks", &json!({"include_children": true}));
    let projects: Vec<&Value> =
        listed["task_tree"].as_array().expect("a list").iter().map(|node| &node["project_name"]).collect();
    assert_eq!(projects, ["two", "three"]);
    assert_eq!(listed["task_tree"][1]["project_dir"], json!(top.join("code/two/packages/three")));

    server.call("handoff_update_config", &json!({"updates": {"dashboard.scan_dirs": [code]}}));
    let said = server.call("handoff_refer", &json!({"target_project": "one", "summary": "By name"}));
    assert!(said.as_str().is_some_and(|said| said.starts_with("Sent the referral")), "{said}");
    server.call("handoff_refer", &json!({"target_project_dir": "../one", "summary": "By folder"}));
    let received = server.call("handoff_list_referrals", &json!({"project_dir": top.join("code/one")}));
    assert_eq!(received["total"], json!(2));
    let whole = server.call(
        "handoff_get_referral",
        &json!({"project_dir": top.join("code/one"), "referral_id": received["referrals"][0]["id"]}),
    );
    assert_eq!(whole["source_project_dir"], json!(top.join("code/two")));
}
