//! What agents need, written into the files of their programs and taken away again, and what those programs run then.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test ends where something is not as it should be"
)]

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use support::Folder;

/// A person's home with a project in it.
struct Home(Folder);

impl Home {
    fn new() -> Home {
        let folder = Folder::new();
        for part in ["home", "project"] {
            fs::create_dir(folder.at(part)).unwrap();
        }
        Home(folder)
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        let strange =
            ["CLAUDE_PROJECT_DIR", "HANDOFF_LAYOUT", "XDG_CONFIG_HOME", "CODEX_HOME", "CLINE_MCP_SETTINGS_PATH"];
        for variable in strange.into_iter().chain(["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"]) {
            command.env_remove(variable);
        }
        command.env("HOME", self.0.at("home")).env("XDG_STATE_HOME", self.0.at("state"));
        command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CEILING_DIRECTORIES", self.0.path());
        command.current_dir(self.0.at("project"));
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(env!("CARGO_BIN_EXE_handoff")).args(arguments).output().unwrap()
    }

    fn said(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// What is said of each thing: by client and what, where it is and how it stands.
    fn states(&self, arguments: &[&str]) -> Vec<(String, String, String)> {
        let output = self.run(&[&["setup", "--json"], arguments].concat());
        let told: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
        let row = |row: &Value| {
            let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
            (text("what"), text("path"), text("state"))
        };
        told["setup"].as_array().unwrap().iter().map(row).collect()
    }

    fn path(&self, name: &str) -> PathBuf {
        match name.strip_prefix("~/") {
            Some(name) => self.0.at("home").join(name),
            None => self.0.at("project").join(name),
        }
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Every file and folder of the project and of the home, with its content.
    fn everything(&self) -> BTreeMap<String, Option<String>> {
        let mut found = BTreeMap::new();
        for part in ["home", "project"] {
            collect(&self.0.at(part), part, &mut found);
        }
        found
    }
}

fn collect(folder: &Path, above: &str, found: &mut BTreeMap<String, Option<String>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{above}/{}", entry.file_name().to_string_lossy());
        if name.ends_with("/.git") {
            continue;
        }
        if entry.file_type().unwrap().is_dir() {
            found.insert(name.clone(), None);
            collect(&entry.path(), &name, found);
        } else {
            found.insert(name, Some(fs::read_to_string(entry.path()).unwrap()));
        }
    }
}

const AGENTS: [&str; 7] = ["claude", "codex", "cursor", "vscode", "gemini", "opencode", "cline"];

/// What people have in those files: comments, odd spacing, line ends, empty tables, the same name for something else.
const FOUND: [(&str, &str); 13] = [
    (".mcp.json", "{\"mcpServers\":{\"other\":{\"command\":\"x\"}}}"),
    (
        ".claude/settings.json",
        "{\r\n\t\"hooks\": {\r\n\t\t\"Stop\": [\r\n\t\t\t{ \"hooks\": [ { \"type\": \"command\", \"command\": \"beep\" } ] }\r\n\t\t]\r\n\t},\r\n\t\"model\": \"x\"\r\n}\r\n",
    ),
    ("CLAUDE.md", "# Mine\n\nNo line break at the end"),
    ("AGENTS.md", "\n\n# Agents\r\n\r\n"),
    (".codex/config.toml", "# mine\nmodel = \"x\" # why\n\n[mcp_servers.other]\ncommand = \"y\"\n"),
    (".codex/hooks.json", "{}"),
    (".cursor/mcp.json", "{\n    \"mcpServers\": {}\n}\n"),
    (
        ".vscode/mcp.json",
        "// servers\n{\n  // none yet\n  \"servers\": {\n    \"a\": { \"command\": \"a\" }, // one\n  },\n  \"inputs\": [],\n}\n",
    ),
    (".gemini/settings.json", "{ \"theme\": \"x\" }"),
    ("GEMINI.md", ""),
    (
        "opencode.jsonc",
        "{\n  \"$schema\": \"https://opencode.ai/config.json\", /* keep */\n  \"mcp\": { \"handoff\": { \"type\": \"local\", \"command\": [\"handoff-mcp\"] } }\n}\n",
    ),
    (".gitattributes", "*.png binary\n"),
    (
        "~/.cline/data/settings/cline_mcp_settings.json",
        "{\n  \"mcpServers\": {\n    \"z\": {\"command\": \"z\"}\n  }\n}",
    ),
];

#[test]
fn what_is_installed_is_there_once_and_goes_without_a_trace() {
    for user in [false, true] {
        for found in [false, true] {
            let home = Home::new();
            if found {
                for (name, text) in FOUND {
                    home.write(name, text);
                    let at_home = name
                        .strip_prefix(".vscode")
                        .map_or_else(|| name.to_owned(), |rest| format!(".config/Code/User{rest}"));
                    if !name.starts_with('~') {
                        home.write(&format!("~/{at_home}"), text);
                    }
                }
            }
            let before = home.everything();
            let scope: &[&str] = if user { &["--user"] } else { &[] };
            let with = |more: &[&'static str]| [&["setup"], AGENTS.as_slice(), scope, more].concat();
            assert_eq!(home.run(&with(&["--check"])).status.code(), Some(1));
            home.said(&with(&["--dry-run"]));
            assert_eq!(home.everything(), before, "a rehearsal");
            home.said(&with(&[]));
            let after = home.everything();
            assert_ne!(after, before);
            home.said(&with(&[]));
            assert_eq!(home.everything(), after, "twice is once");
            home.said(&with(&["--check"]));
            assert_eq!(home.everything(), after);
            home.said(&with(&["--uninstall", "--dry-run"]));
            assert_eq!(home.everything(), after);
            home.said(&with(&["--uninstall"]));
            assert_eq!(home.everything(), before, "user: {user}, files there: {found}");
            home.said(&with(&["--uninstall"]));
            assert_eq!(home.everything(), before);
            let receipts = fs::read_dir(home.0.at("state/handoff/setup")).unwrap().count();
            assert_eq!(receipts, 0, "nothing is remembered of what is gone");
        }
    }
}

#[test]
fn what_others_have_written_stays_and_without_a_memory_of_it_too() {
    let home = Home::new();
    for (name, text) in FOUND {
        home.write(name, text);
    }
    home.said(&[&["setup"], AGENTS.as_slice()].concat());
    let servers = home.read(".vscode/mcp.json");
    for part in
        ["// servers", "// none yet", "\"a\": { \"command\": \"a\" }, // one", "\"handoff\": {", "\"inputs\": []"]
    {
        assert!(servers.contains(part), "{part} in {servers}");
    }
    let codex = home.read(".codex/config.toml");
    assert!(codex.starts_with("# mine\nmodel = \"x\" # why\n") && codex.contains("[mcp_servers.handoff]\n"), "{codex}");
    let settings = home.read(".claude/settings.json");
    assert!(settings.contains("beep") && !settings.replace("\r\n", "").contains('\n'), "{settings:?}");
    assert!(!home.read("opencode.jsonc").contains("handoff-mcp"), "the entry of that name is ours now");
    // Somebody goes on writing, on another machine.
    fs::remove_dir_all(home.0.at("state")).unwrap();
    home.write("CLAUDE.md", &home.read("CLAUDE.md").replace("# Mine", "# Ours"));
    home.said(&[&["setup", "--uninstall"], AGENTS.as_slice()].concat());
    assert_eq!(home.read("CLAUDE.md"), "# Ours\n\nNo line break at the end\n");
    for (name, text) in FOUND {
        if ["opencode.jsonc", "CLAUDE.md", ".cursor/mcp.json", "GEMINI.md"].contains(&name) {
            continue;
        }
        let now = fs::read_to_string(home.path(name)).unwrap_or_default();
        let plain = |text: &str| text.split_whitespace().collect::<String>().replace(",}", "}");
        assert_eq!(plain(&now), plain(text), "{name}");
        assert!(!now.contains("handoff hook") && !now.contains("\"mcp\""), "{now}");
    }
}

#[test]
fn a_file_that_makes_no_sense_is_left_alone_and_named() {
    let home = Home::new();
    for (name, text) in [
        (".mcp.json", "{ \"mcpServers\": "),
        (".codex/config.toml", "[mcp_servers"),
        (".gemini/settings.json", "{\"mcpServers\": []}"),
        ("CLAUDE.md", "<!-- handoff:begin -->\nhalf"),
    ] {
        home.write(name, text);
    }
    let before = home.everything();
    let output = home.run(&["setup", "claude", "codex", "gemini"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    for part in ["it is not JSON", "it is not TOML", "mcpServers is not a table", "handoff:end --> is missing"] {
        assert!(said.contains(part), "{part} in {said}");
    }
    let after = home.everything();
    for name in ["project/.mcp.json", "project/.codex/config.toml", "project/CLAUDE.md"] {
        assert_eq!(after[name], before[name], "{name}");
    }
    assert!(after.contains_key("project/.claude/settings.json"), "the others are written");
}

#[test]
fn what_somebody_has_changed_is_told_and_kept() {
    let home = Home::new();
    home.said(&["setup", "claude", "codex"]);
    home.write(".claude/skills/handoff/SKILL.md", "mine");
    home.write("CLAUDE.md", &home.read("CLAUDE.md").replace("## Handoff", "## Other"));
    let custom = home.read(".mcp.json").replace("[\"mcp\"]", "[\"mcp\", \"--tools\", \"all\"]");
    home.write(".mcp.json", &custom);
    let states = home.states(&["claude", "--check"]);
    let states: Vec<(&str, &str)> = states.iter().map(|(what, _, state)| (what.as_str(), state.as_str())).collect();
    assert_eq!(
        states,
        [("server", "present"), ("instructions", "different"), ("skill", "different"), ("hooks", "present")]
    );
    assert_eq!(home.run(&["setup", "claude", "--check"]).status.code(), Some(1));
    assert_eq!(home.run(&["setup", "claude"]).status.code(), Some(1), "the skill is not overwritten");
    assert_eq!(home.read(".claude/skills/handoff/SKILL.md"), "mine");
    assert!(home.read("CLAUDE.md").contains("## Handoff"));
    assert_eq!(home.read(".mcp.json"), custom, "arguments of one's own are welcome");
    // Two clients read AGENTS.md; the lines go with the last one.
    home.said(&["setup", "cursor"]);
    home.said(&["setup", "codex", "--uninstall"]);
    assert!(home.read("AGENTS.md").contains("handoff:begin"));
    home.said(&["setup", "cursor", "--uninstall"]);
    assert!(!home.path("AGENTS.md").exists());
}

#[test]
fn clients_in_use_are_found() {
    let home = Home::new();
    let output = home.run(&["setup"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("No client was found here. Specify one: claude, "));
    home.write("~/.codex/auth.json", "{}");
    home.write(".vscode/settings.json", "{}");
    home.said(&["setup"]);
    assert!(home.path(".codex/config.toml").exists() && home.path(".vscode/mcp.json").exists());
    assert!(!home.path(".mcp.json").exists() && !home.path("GEMINI.md").exists());
    assert_eq!(home.run(&["setup", "git"]).status.code(), Some(2), "there is no repository");
}

#[test]
fn git_gets_its_driver_and_loses_it() {
    let home = Home::new();
    assert!(home.command("git").args(["init", "-q"]).output().unwrap().status.success());
    let config = home.read(".git/config");
    home.said(&["setup"]);
    let driver = home.command("git").args(["config", "merge.handoff.driver"]).output().unwrap();
    assert!(String::from_utf8(driver.stdout).unwrap().contains("merge-driver %O %A %B %L %P"));
    let files = [".handoff/tasks/t1-x/_task.todo.json", ".handoff/config.toml", "package.json"];
    let attribute = home.command("git").args(["check-attr", "merge"]).args(files).output().unwrap();
    let attribute = String::from_utf8(attribute.stdout).unwrap();
    assert_eq!(attribute.matches("merge: handoff").count(), 2, "{attribute}");
    home.said(&["setup", "git", "--check"]);
    home.said(&["setup", "git", "--uninstall"]);
    assert_eq!(home.read(".git/config"), config);
    assert!(!home.path(".gitattributes").exists());
    assert_eq!(home.run(&["setup", "git", "--check"]).status.code(), Some(1));
}

#[test]
fn a_project_of_another_program_gets_its_ignored_files_from_setup() {
    let home = Home::new();
    assert!(home.command("git").args(["init", "-q"]).output().unwrap().status.success());
    let state = |arguments: &[&str]| {
        let states = home.states(&[&["git"], arguments].concat());
        states.into_iter().find(|(what, _, _)| what == "ignored files").map(|(_, path, state)| (path, state))
    };
    home.said(&["setup", "git"]);
    assert_eq!(state(&["--check"]), None, "there is no project yet");
    home.write(".handoff/config.toml", "[project]\nname = \"P\"\n");
    home.write(".handoff/.gitignore", "# mine\n");
    let is = |state: &str| Some((".handoff/.gitignore".to_owned(), state.to_owned()));
    assert_eq!(state(&["--check"]), is("missing"));
    assert_eq!(home.run(&["setup", "git", "--check"]).status.code(), Some(1));
    assert_eq!(state(&["--dry-run"]), is("to be written"));
    assert_eq!(home.read(".handoff/.gitignore"), "# mine\n");
    assert_eq!(state(&[]), is("written"));
    let text = home.read(".handoff/.gitignore");
    assert!(text.starts_with("# mine\n") && text.contains("\n/trash/\n"), "{text}");
    assert_eq!((state(&[]), state(&["--check"])), (is("present"), is("present")));
    home.said(&["setup", "git", "--uninstall"]);
    assert_eq!(home.read(".handoff/.gitignore"), text, "the lines belong to the project");

    // A brake stops this as well.
    home.write(".handoff/.gitignore", "");
    home.write(".handoff/PAUSE", "Release");
    assert_eq!(state(&[]), is("left alone"));
    assert_eq!(home.read(".handoff/.gitignore"), "");
}

/// Runs a hook as a client does, from another folder, and gives what it prints; it always ends well.
fn hook(home: &Home, arguments: &[&str], told: &Value) -> String {
    let mut command = home.command(env!("CARGO_BIN_EXE_handoff"));
    command.arg("hook").args(arguments).current_dir(home.0.at("home"));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(told.to_string().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()),
        (Some(0), ""),
        "{arguments:?}"
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn hooks_load_leave_a_draft_and_remind_once() {
    for layout in ["json", "toml"] {
        let home = Home::new();
        let told = json!({"session_id": "c1", "cwd": home.path("")});
        assert_eq!(hook(&home, &["session-start"], &told), "", "there is no project");
        home.said(&["init", "Harbour", "--layout", layout]);
        let below = json!({"session_id": "c1", "cwd": home.path("src")});
        fs::create_dir_all(home.path("src")).unwrap();
        let begun: Value = serde_json::from_str(&hook(&home, &["session-start"], &below)).unwrap();
        assert_eq!(begun["hookSpecificOutput"]["hookEventName"], "SessionStart");
        assert!(begun["hookSpecificOutput"]["additionalContext"].as_str().unwrap().contains("Harbour"), "{begun}");
        let cursor =
            hook(&home, &["session-start", "--client", "cursor"], &json!({"workspace_roots": [home.path("")]}));
        assert!(
            serde_json::from_str::<Value>(&cursor).unwrap()["additional_context"].as_str().unwrap().contains("Harbour")
        );

        assert_eq!(hook(&home, &["stop"], &told), "", "nothing is in progress");
        assert_eq!(hook(&home, &["pre-compact"], &told), "");
        assert_eq!(fs::read_dir(home.path(".handoff/sessions")).unwrap().count(), 0, "and nothing to save");
        home.said(&["task", "create", "Parse", "--estimate", "1", "--criterion", "works"]);
        let id = if layout == "json" { "t1" } else { "01" };
        home.said(&["task", "update", id, "--status", "in_progress"]);
        let reminded: Value = serde_json::from_str(&hook(&home, &["stop"], &told)).unwrap();
        assert!(
            reminded["systemMessage"].as_str().unwrap().contains(&format!("{id} Parse (0/1) changed")),
            "{reminded}"
        );
        assert_eq!(hook(&home, &["stop"], &told), "", "once is enough");

        for _ in 0..2 {
            assert_eq!(hook(&home, &["pre-compact"], &told), "");
        }
        let sessions: Vec<_> =
            fs::read_dir(home.path(".handoff/sessions")).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(sessions.len(), 1, "{sessions:?}");
        assert!(sessions[0].to_string_lossy().contains(".active."));
        let draft = fs::read_to_string(&sessions[0]).unwrap();
        assert_eq!(draft.matches("Draft before compaction").count(), 1, "{draft}");
        let other = json!({"session_id": "c2", "cwd": home.path("")});
        let reminded: Value = serde_json::from_str(&hook(&home, &["stop"], &other)).unwrap();
        assert!(reminded["systemMessage"].as_str().unwrap().contains("Parse"), "the draft is no save: {reminded}");

        // A load goes on showing what the last save said, with the draft beside it; a save ends both.
        home.said(&["session", "save", "Feed parser", "--decision", "Use SQLite"]);
        home.said(&["task", "update", id, "--notes", "more"]);
        assert_eq!(hook(&home, &["pre-compact"], &told), "");
        let loaded: Value = serde_json::from_str(&hook(&home, &["session-start"], &told)).unwrap();
        let loaded = loaded["hookSpecificOutput"]["additionalContext"].as_str().unwrap();
        assert!(loaded.contains("Use SQLite") && loaded.contains(": Feed parser (saved "), "{loaded}");
        assert!(loaded.contains("\nDraft before compaction") && loaded.contains("Active session s-"), "{loaded}");
        let third = json!({"session_id": "c3", "cwd": home.path("")});
        assert!(hook(&home, &["stop"], &third).contains("Parse"), "neither is this one");
        home.said(&["session", "save", "Rows"]);
        assert!(!home.said(&["session", "load"]).contains("Draft before compaction"));
    }
}

#[test]
fn a_hook_takes_anything_from_a_client() {
    let home = Home::new();
    home.said(&["init", "Harbour"]);
    for told in [json!(null), json!([]), json!({"cwd": 3}), json!({"cwd": "/nowhere/at/all", "session_id": {}})] {
        for moment in ["session-start", "pre-compact", "stop"] {
            hook(&home, &[moment], &told);
        }
    }
    home.write(".handoff/config.toml", "[project");
    for moment in ["session-start", "pre-compact", "stop"] {
        hook(&home, &[moment], &json!({"cwd": home.path("")}));
    }
}
