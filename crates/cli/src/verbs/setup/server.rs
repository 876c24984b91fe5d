//! Starts a registered server once, and asks for its tools as a client does.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use thiserror::Error;

use crate::ground::child::{self, Ended, Kept, Limits};
use crate::ground::program::{self, Start};

const LIMITS: Limits = Limits { timeout: Duration::from_secs(10), output_bytes: 4 << 20, kept: Kept::Start };
/// The version that this command expects of a server.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The ID of the request for the tools.
const TOOLS_REQUEST: u64 = 2;

/// What came of starting a server.
#[derive(Debug)]
pub struct Probe {
    result: Result<Offer, ProbeError>,
    /// The folder of a command that is registered by its name, if only programs that are started from a
    /// terminal search it.
    terminal_only: Option<PathBuf>,
}

/// What a server says about itself.
#[derive(Debug, PartialEq, Eq)]
struct Offer {
    tools: usize,
    version: String,
}

/// Why a server does not answer.
#[derive(Debug, Error)]
enum ProbeError {
    #[error("handoff is not on the PATH")]
    NotOnPath,
    #[error("{0} does not exist")]
    NotThere(String),
    #[error(transparent)]
    Start(io::Error),
    #[error("it did not answer within {} seconds", LIMITS.timeout.as_secs())]
    TimedOut,
    #[error("{0}")]
    Ended(String),
}

impl Probe {
    /// Starts a server with the words of its command line, in the folder of the project.
    pub fn run(words: &[String], project: &Path) -> Probe {
        let is_ours = words.first().is_some_and(|program| program == program::NAME);
        let terminal_only = if is_ours { program::terminal_only_folder() } else { None };
        Probe { result: ask(words, is_ours, project), terminal_only }
    }

    /// Returns true if the server answers, and is of the version of this command.
    pub fn is_right(&self) -> bool {
        self.result.as_ref().is_ok_and(|offer| offer.version == VERSION)
    }

    /// Returns the result for people.
    pub fn describe(&self) -> String {
        let problem = self.problem().map_or_else(String::new, |problem| format!(": {problem}"));
        match &self.result {
            Ok(Offer { tools, version }) => format!("answers, {tools} tools, version {version}{problem}"),
            Err(_) => format!("does not answer{problem}"),
        }
    }

    /// Returns the result as JSON.
    pub fn value(&self) -> Value {
        let offer = self.result.as_ref().ok();
        json!({
            "answers": offer.is_some(),
            "tools": offer.map(|offer| offer.tools),
            "version": offer.map(|offer| &offer.version),
            "problem": self.problem(),
            "terminal_only": self.terminal_only,
        })
    }

    fn problem(&self) -> Option<String> {
        match &self.result {
            Ok(offer) if offer.version == VERSION => None,
            Ok(_) => Some(format!("this command is version {VERSION}")),
            Err(error) => Some(error.to_string()),
        }
    }
}

fn ask(words: &[String], is_ours: bool, project: &Path) -> Result<Offer, ProbeError> {
    let Some((program, arguments)) = words.split_first() else { return Err(ProbeError::NotOnPath) };
    // A name is looked up as a client does, but never in the folder of the project.
    let file = if is_ours { program::on_path().ok_or(ProbeError::NotOnPath)? } else { PathBuf::from(program) };
    if !program::is_name(program) && !file.exists() {
        return Err(ProbeError::NotThere(program.clone()));
    }
    let mut command = Command::new(file);
    command.args(arguments).current_dir(project).envs(Start::new(true).env);
    let ended = child::run(&mut command, Some(requests()), LIMITS).map_err(ProbeError::Start)?;
    read_offer(&ended.stdout).ok_or_else(|| explain(&ended))
}

/// Returns the messages with which a client begins.
fn requests() -> Vec<u8> {
    let initialize = json!({
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "handoff-setup", "version": VERSION},
    });
    let messages = [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": initialize}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": TOOLS_REQUEST, "method": "tools/list"}),
    ];
    messages.iter().flat_map(|message| [message.to_string(), "\n".to_owned()]).collect::<String>().into_bytes()
}

/// Returns what the answers say; `None` if one is missing.
fn read_offer(output: &[u8]) -> Option<Offer> {
    let answers = output.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice::<Value>(line).ok());
    let (mut version, mut tools) = (None, None);
    for answer in answers {
        let result = answer.get("result");
        if answer.get("id").and_then(Value::as_u64) == Some(TOOLS_REQUEST) {
            tools = result.and_then(|result| result.get("tools")?.as_array().map(Vec::len));
        } else if let Some(text) = result.and_then(|result| result.get("serverInfo")?.get("version")?.as_str()) {
            version = Some(text.to_owned());
        }
    }
    Some(Offer { tools: tools?, version: version? })
}

/// Returns why a program has not answered.
fn explain(ended: &Ended) -> ProbeError {
    if ended.timed_out {
        return ProbeError::TimedOut;
    }
    let status = || ended.status.as_ref().map_or_else(|| "it ended".to_owned(), ToString::to_string);
    let line = ended.stderr.lines().map(str::trim).find(|line| !line.is_empty());
    ProbeError::Ended(line.map_or_else(status, str::to_owned))
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;
    use crate::ground::disk::temp_dir::TempDir;

    #[test]
    fn server_is_asked_and_its_silence_explained() {
        let scratch = TempDir::new("server");
        let answer = |version: &str| {
            format!(
                "cat >/dev/null; echo '{{\"id\":1,\"result\":{{\"serverInfo\":{{\"version\":\"{version}\"}}}}}}'; echo '{{\"id\":2,\"result\":{{\"tools\":[{{}},{{}}]}}}}'"
            )
        };
        for (script, is_right, text) in [
            (answer(VERSION), true, format!("answers, 2 tools, version {VERSION}")),
            (answer("0.0.1"), false, format!("answers, 2 tools, version 0.0.1: this command is version {VERSION}")),
            ("echo 'no such option' >&2; exit 2".to_owned(), false, "does not answer: no such option".to_owned()),
            ("exit 3".to_owned(), false, "does not answer: exit code 3".to_owned()),
        ] {
            let file = scratch.0.join("server");
            fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
            let probe = Probe::run(&[file.display().to_string(), "mcp".to_owned()], &scratch.0);
            assert_eq!((probe.is_right(), probe.describe()), (is_right, text));
        }
        let missing = Probe::run(&["/nowhere/handoff".to_owned()], &scratch.0);
        assert_eq!(missing.describe(), "does not answer: /nowhere/handoff does not exist");
    }
}
