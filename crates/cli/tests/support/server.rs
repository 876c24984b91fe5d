//! A running MCP server, over standard input and output.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;
use std::{fs, thread};

use serde_json::{Value, json};

use crate::support::{isolate, program};

/// The timeout for a message.
const TIMEOUT: Duration = Duration::from_mins(1);

pub struct Server {
    pub child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    last: u64,
    /// Messages that were skipped while waiting for another one.
    pub backlog: Vec<Value>,
}

impl Server {
    /// Starts a server in a folder and initializes it.
    pub fn start(folder: &Path, arguments: &[&str]) -> Server {
        let mut server = Server::start_uninitialized(folder, arguments);
        server.initialize("2025-11-25");
        server
    }

    /// Starts a server in a folder without a handshake.
    pub fn start_uninitialized(folder: &Path, arguments: &[&str]) -> Server {
        let mut command = Command::new(program());
        command.arg("mcp").args(arguments);
        Server::run(folder, command)
    }

    /// Starts a server for a client with this name and initializes it.
    pub fn start_as(folder: &Path, client: &str) -> Server {
        let mut server = Server::start_uninitialized(folder, &[]);
        server.introduce(client, "2025-11-25", &json!({}));
        server
    }

    /// Starts the server of another program in a folder and initializes it.
    pub fn start_other(folder: &Path, program: &Path) -> Server {
        let mut server = Server::run(folder, Command::new(program));
        server.initialize("2025-03-26");
        server
    }

    fn run(folder: &Path, mut command: Command) -> Server {
        isolate(&mut command, folder);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the server");
        let input = child.stdin.take();
        let stdout = child.stdout.take().expect("its output");
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Server { child, input, output, last: 0, backlog: Vec::new() }
    }

    /// Sends the handshake; returns the server's answer.
    pub fn initialize(&mut self, version: &str) -> Value {
        self.initialize_with(version, &json!({}))
    }

    /// Sends the handshake of a client with these capabilities; returns the server's answer.
    pub fn initialize_with(&mut self, version: &str, capabilities: &Value) -> Value {
        self.introduce("t", version, capabilities)
    }

    fn introduce(&mut self, client: &str, version: &str, capabilities: &Value) -> Value {
        let client = json!({"name": client, "version": "1"});
        let hello = json!({"protocolVersion": version, "capabilities": capabilities, "clientInfo": client});
        let answer = self.ask("initialize", &hello);
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        answer
    }

    pub fn send(&mut self, message: &Value) {
        self.write(&format!("{message}\n"));
    }

    pub fn write(&mut self, text: &str) {
        self.input.as_mut().expect("an open input").write_all(text.as_bytes()).expect("a reader");
    }

    /// Closes the input; returns all remaining messages.
    pub fn close(&mut self) -> Vec<Value> {
        drop(self.input.take());
        let mut rest = std::mem::take(&mut self.backlog);
        while let Ok(line) = self.output.recv_timeout(TIMEOUT) {
            rest.push(serde_json::from_str(&line).expect("JSON"));
        }
        rest
    }

    /// Waits for the next message.
    pub fn next(&mut self) -> Value {
        let line = self.output.recv_timeout(TIMEOUT).expect("a message");
        serde_json::from_str(&line).expect("JSON")
    }

    /// Waits for the next message that matches; keeps the others.
    pub fn until(&mut self, expected: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.backlog.iter().position(&expected) {
            return self.backlog.remove(at);
        }
        loop {
            let message = self.next();
            if expected(&message) {
                return message;
            }
            self.backlog.push(message);
        }
    }

    /// Waits for a notification; returns its parameters.
    pub fn notification(&mut self, method: &str) -> Value {
        self.until(|message| message["method"] == *method)["params"].clone()
    }

    /// Sends a request without waiting; returns its ID.
    pub fn begin(&mut self, method: &str, params: &Value) -> u64 {
        self.last += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}));
        self.last
    }

    /// Waits for a request of the server and answers it; returns its parameters.
    pub fn answer_request(&mut self, method: &str, result: &Value) -> Value {
        let request = self.until(|message| message["method"] == *method && message.get("id").is_some());
        self.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result}));
        request["params"].clone()
    }

    /// Waits for the answer to a request.
    pub fn answer(&mut self, id: u64) -> Value {
        self.until(|message| message["id"] == json!(id) && message.get("method").is_none())
    }

    pub fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.begin(method, params);
        let answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method} {params}: {answer}");
        answer["result"].clone()
    }

    /// Calls a tool that must succeed; returns its structured answer.
    pub fn call(&mut self, name: &str, arguments: &Value) -> Value {
        let result = self.ask("tools/call", &json!({"name": name, "arguments": arguments}));
        let text = result["content"][0]["text"].clone();
        assert_ne!(result["isError"], json!(true), "{text}");
        if result["structuredContent"].is_null() { text } else { result["structuredContent"].clone() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The server may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Creates an empty folder for a test.
pub fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Absent unless an earlier run left it.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder.canonicalize().expect("its path")
}

/// Runs Git in a folder; returns its output.
pub fn git(folder: &Path, arguments: &[&str]) -> String {
    let who = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "init.defaultBranch=main"];
    let output = Command::new("git").args(who).args(arguments).current_dir(folder).output().expect("git");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}
