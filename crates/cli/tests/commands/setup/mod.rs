//! Setup of clients: entries in their configuration files, their removal, and the commands that the
//! clients run.

mod conversations;
mod desktop;
mod during;
mod hooks;
#[cfg(unix)]
mod links;
mod recall;
mod skills;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::support::{Folder, program};

/// A user's home folder with a project in it.
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
        let strange = [
            "CLAUDE_PROJECT_DIR",
            "HANDOFF_LAYOUT",
            "XDG_CONFIG_HOME",
            "CODEX_HOME",
            "COPILOT_HOME",
            "CLINE_MCP_SETTINGS_PATH",
            "CLINE_DATA_DIR",
            "CLINE_DIR",
        ];
        for variable in strange.into_iter().chain(["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"]) {
            command.env_remove(variable);
        }
        command.env("HOME", self.0.at("home")).env("XDG_STATE_HOME", self.0.at("state"));
        command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CEILING_DIRECTORIES", self.0.path());
        let own = Path::new(env!("CARGO_BIN_EXE_handoff")).parent().unwrap().to_path_buf();
        let others = env::var_os("PATH").unwrap_or_default();
        let path = env::join_paths(iter::once(own).chain(env::split_paths(&others))).unwrap();
        command.env("PATH", path).current_dir(self.0.at("project"));
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(program()).args(arguments).output().unwrap()
    }

    fn stdout(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Returns the state of each part: client and part, path, state.
    fn states(&self, arguments: &[&str]) -> Vec<(String, String, String)> {
        let output = self.run(&[&["setup", "--json"], arguments].concat());
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
        let row = |row: &Value| {
            let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
            (text("what"), text("path"), text("state"))
        };
        answer["setup"].as_array().unwrap().iter().map(row).collect()
    }

    /// Returns the text of each file that a dry run says would be there, by its path; each file once.
    fn rehearse(&self, arguments: &[&str]) -> BTreeMap<PathBuf, (Option<String>, Option<String>)> {
        let output = self.run(&[arguments, &["--dry-run", "--json"]].concat());
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
        let mut texts = BTreeMap::new();
        for file in answer["files"].as_array().unwrap() {
            let text = |key: &str| file[key].as_str().map(str::to_owned);
            let path = self.path("").join(file["path"].as_str().unwrap());
            assert_eq!(texts.insert(path, (text("before"), text("after"))), None, "{file}");
        }
        texts
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

    /// Returns every file and folder of the project and the home, with its content.
    fn snapshot(&self) -> BTreeMap<String, Option<String>> {
        let mut entries = BTreeMap::new();
        for part in ["home", "project"] {
            collect(&self.0.at(part), part, &mut entries);
        }
        entries
    }
}

/// Asserts that files have the texts before, or after, that a dry run returned.
fn assert_texts(arguments: &[&str], texts: &BTreeMap<PathBuf, (Option<String>, Option<String>)>, after: bool) {
    for (path, (before, new)) in texts {
        let expected = if after { new } else { before };
        assert_eq!(fs::read_to_string(path).ok(), *expected, "{arguments:?}: {}", path.display());
    }
}

fn collect(folder: &Path, above: &str, entries: &mut BTreeMap<String, Option<String>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{above}/{}", entry.file_name().to_string_lossy());
        if name.ends_with("/.git") {
            continue;
        }
        if entry.file_type().unwrap().is_dir() {
            entries.insert(name.clone(), None);
            collect(&entry.path(), &name, entries);
        } else {
            entries.insert(name, Some(fs::read_to_string(entry.path()).unwrap()));
        }
    }
}

/// Returns the number of files, and not folders, that differ or that only one of two states has.
fn count_changed(one: &BTreeMap<String, Option<String>>, other: &BTreeMap<String, Option<String>>) -> usize {
    let is_file = |name: &&String| one.get(*name).or(other.get(*name)).is_some_and(Option::is_some);
    let names: BTreeSet<&String> = one.keys().chain(other.keys()).filter(is_file).collect();
    names.into_iter().filter(|name| one.get(*name) != other.get(*name)).count()
}

const AGENTS: [&str; 10] =
    ["claude", "claude-desktop", "codex", "cursor", "vscode", "copilot", "gemini", "antigravity", "opencode", "cline"];

/// Existing configuration files: comments, odd spacing, line endings, empty tables, and the same
/// name for another entry.
const EXISTING_FILES: [(&str, &str); 18] = [
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
        "~/.config/Claude/claude_desktop_config.json",
        "{\"globalShortcut\": \"\", \"mcpServers\": {\"z\": {\"command\": \"z\"}}}",
    ),
    (
        ".vscode/mcp.json",
        "// servers\n{\n  // none yet\n  \"servers\": {\n    \"a\": { \"command\": \"a\" }, // one\n  },\n  \"inputs\": [],\n}\n",
    ),
    (
        ".github/hooks/handoff.json",
        "{\"version\": 1, \"hooks\": {\"preCompact\": [{\"type\": \"command\", \"bash\": \"beep\"}]}}\n",
    ),
    (".agents/mcp_config.json", "{\r\n  \"mcpServers\": {}\r\n}\r\n"),
    ("~/.copilot/mcp-config.json", "{\"mcpServers\":{\"z\":{\"command\":\"z\"}}}"),
    ("~/.copilot/hooks/handoff.json", "{}"),
    (
        ".gemini/settings.json",
        "// settings\n{\n  // none yet\n  \"mcpServers\": {\n    \"a\": { \"command\": \"a\" }, // one\n  },\n  \"inputs\": [],\n}\n",
    ),
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
fn setup_is_idempotent_and_uninstall_restores_the_files() {
    for user in [false, true] {
        for has_files in [false, true] {
            let home = Home::new();
            if has_files {
                for (name, text) in EXISTING_FILES {
                    home.write(name, text);
                    let at_home = name
                        .strip_prefix(".vscode")
                        .map_or_else(|| name.to_owned(), |rest| format!(".config/Code/User{rest}"));
                    if !name.starts_with('~') {
                        home.write(&format!("~/{at_home}"), text);
                    }
                }
            }
            let before = home.snapshot();
            let scope: &[&str] = if user { &["--user"] } else { &[] };
            let with = |more: &[&'static str]| [&["setup"], AGENTS.as_slice(), scope, more].concat();
            assert_eq!(home.run(&with(&["--check"])).status.code(), Some(1));
            let texts = home.rehearse(&with(&[]));
            assert_eq!(home.snapshot(), before, "a rehearsal");
            assert_texts(&with(&[]), &texts, false);
            home.stdout(&with(&[]));
            let after = home.snapshot();
            assert_ne!(after, before);
            assert_texts(&with(&[]), &texts, true);
            assert_eq!(texts.len(), count_changed(&before, &after), "{texts:?}");
            assert_eq!(home.rehearse(&with(&[])).len(), 0);
            home.stdout(&with(&[]));
            assert_eq!(home.snapshot(), after, "a second run changes nothing");
            home.stdout(&with(&["--check"]));
            assert_eq!(home.snapshot(), after);
            let texts = home.rehearse(&with(&["--uninstall"]));
            assert_eq!(home.snapshot(), after);
            assert_texts(&with(&["--uninstall"]), &texts, false);
            home.stdout(&with(&["--uninstall"]));
            assert_texts(&with(&["--uninstall"]), &texts, true);
            assert_eq!(texts.len(), count_changed(&before, &after), "{texts:?}");
            assert_eq!(home.snapshot(), before, "user: {user}, files there: {has_files}");
            home.stdout(&with(&["--uninstall"]));
            assert_eq!(home.snapshot(), before);
            let receipts = fs::read_dir(home.0.at("state/handoff/setup")).unwrap().count();
            assert_eq!(receipts, 0, "no state of removed entries remains");
        }
    }
}

#[test]
fn setup_keeps_foreign_entries_even_without_saved_state() {
    let home = Home::new();
    for (name, text) in EXISTING_FILES {
        home.write(name, text);
    }
    home.stdout(&[&["setup"], AGENTS.as_slice()].concat());
    let servers = home.read(".gemini/settings.json");
    for part in
        ["// settings", "// none yet", "\"a\": { \"command\": \"a\" }, // one", "\"handoff\": {", "\"inputs\": []"]
    {
        assert!(servers.contains(part), "{part} in {servers}");
    }
    let codex = home.read(".codex/config.toml");
    assert!(codex.starts_with("# mine\nmodel = \"x\" # why\n") && codex.contains("[mcp_servers.handoff]\n"), "{codex}");
    let settings = home.read(".claude/settings.json");
    assert!(settings.contains("beep") && !settings.replace("\r\n", "").contains('\n'), "{settings:?}");
    assert!(!home.read("opencode.jsonc").contains("handoff-mcp"), "the entry with that name was replaced");
    // The user edits a file on another machine, without the saved state.
    fs::remove_dir_all(home.0.at("state")).unwrap();
    home.write("CLAUDE.md", &home.read("CLAUDE.md").replace("# Mine", "# Ours"));
    home.stdout(&[&["setup", "--uninstall"], AGENTS.as_slice()].concat());
    assert_eq!(home.read("CLAUDE.md"), "# Ours\n\nNo line break at the end\n");
    for (name, text) in EXISTING_FILES {
        if ["opencode.jsonc", "CLAUDE.md", ".cursor/mcp.json", ".agents/mcp_config.json", "GEMINI.md"].contains(&name) {
            continue;
        }
        let now = fs::read_to_string(home.path(name)).unwrap_or_default();
        let plain = |text: &str| text.split_whitespace().collect::<String>().replace(",}", "}");
        assert_eq!(plain(&now), plain(text), "{name}");
        assert!(!now.contains("handoff hook") && !now.contains("\"mcp\""), "{now}");
    }
}

#[test]
fn dry_run_shows_people_a_unified_diff() {
    let home = Home::new();
    home.write("CLAUDE.md", "# Mine\n");
    let shown = home.stdout(&["setup", "claude", "--dry-run"]);
    for part in [
        "\n--- CLAUDE.md\n+++ CLAUDE.md\n@@ -1,1 +1,",
        " @@\n # Mine\n+\n+<!-- handoff:begin -->\n",
        "\n--- /dev/null\n+++ .mcp.json\n@@ ",
        "\n+    \"handoff\": {\n",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    home.stdout(&["setup", "claude"]);
    let shown = home.stdout(&["setup", "claude", "--uninstall", "--dry-run"]);
    for part in [" # Mine\n-\n-<!-- handoff:begin -->\n", "\n--- .mcp.json\n+++ /dev/null\n@@ "] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
}

#[test]
fn dry_run_shows_what_is_added_to_gitignore() {
    let home = Home::new();
    assert!(home.command("git").args(["init", "-q"]).output().unwrap().status.success());
    home.write(".handoff/config.toml", "[project]\nname = \"P\"\n");
    home.write(".handoff/.gitignore", "# mine, without a line end");
    let texts = home.rehearse(&["setup", "git"]);
    assert_eq!(texts.len(), 2, "{texts:?}");
    home.stdout(&["setup", "git"]);
    assert_texts(&["setup", "git"], &texts, true);
}

#[test]
fn check_starts_only_the_command_that_setup_registers() {
    let home = Home::new();
    home.stdout(&["setup", "claude", "cursor", "claude-desktop"]);
    let report = |arguments: &[&str]| {
        let output = home.run(&[&["setup", "--check", "--json"], arguments].concat());
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        (report["setup"][0]["server"].clone(), output.status.code())
    };
    for client in ["claude", "cursor", "claude-desktop"] {
        let (server, code) = report(&[client]);
        assert_eq!(code, Some(0), "{client}: {server}");
        assert_eq!((&server["answers"], &server["problem"]), (&json!(true), &Value::Null), "{client}: {server}");
        assert_eq!(server["version"], env!("CARGO_PKG_VERSION"), "{client}");
        assert!(server["tools"].as_u64().unwrap() > 5, "{client}: {server}");
    }
    assert!(home.stdout(&["setup", "claude"]).contains("(answers, "));

    // A project may name any program, also one that is called handoff.
    let program = home.path("handoff");
    home.write("handoff", "#!/bin/sh\ntouch started\n");
    let mut permissions = fs::metadata(&program).unwrap().permissions();
    #[cfg(unix)]
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o755);
    fs::set_permissions(&program, permissions).unwrap();
    let entry = json!({"mcpServers": {"handoff": {"command": program, "args": ["mcp"]}}});
    home.write(".mcp.json", &entry.to_string());
    assert_eq!(report(&["claude"]).0, Value::Null);
    assert!(!home.path("started").exists());

    let output =
        home.command(env!("CARGO_BIN_EXE_handoff")).args(["setup", "cursor", "--check"]).env("PATH", "").output();
    let output = output.unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("does not answer: handoff is not on the PATH"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn setup_keeps_a_byte_order_mark() {
    let home = Home::new();
    let files = [
        (".mcp.json", "\u{feff}{\"mcpServers\": {\"other\": {\"command\": \"x\"}}}"),
        (".claude/settings.json", "\u{feff}{}"),
        (".codex/config.toml", "\u{feff}model = \"x\"\n"),
        ("CLAUDE.md", "\u{feff}# Mine\n"),
    ];
    for (name, text) in files {
        home.write(name, text);
    }
    home.stdout(&["setup", "claude", "codex"]);
    for (name, _) in files {
        let text = home.read(name);
        assert!(text.starts_with('\u{feff}') && text.matches('\u{feff}').count() == 1, "{name}: {text}");
        assert!(text.contains("handoff"), "{name}: {text}");
    }
    home.stdout(&["setup", "claude", "codex", "--uninstall"]);
    for (name, text) in files {
        assert_eq!(home.read(name), text, "{name}");
    }
}

#[test]
fn setup_reports_unparsable_files_and_keeps_them() {
    let home = Home::new();
    for (name, text) in [
        (".mcp.json", "{ \"mcpServers\": "),
        (".codex/config.toml", "[mcp_servers"),
        (".gemini/settings.json", "{\"mcpServers\": []}"),
        ("CLAUDE.md", "<!-- handoff:begin -->\nhalf"),
    ] {
        home.write(name, text);
    }
    let before = home.snapshot();
    let output = home.run(&["setup", "claude", "codex", "gemini"]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stdout).unwrap();
    for part in ["it is not JSON", "it is not TOML", "mcpServers is not a table", "handoff:end --> is missing"] {
        assert!(message.contains(part), "{part} in {message}");
    }
    let after = home.snapshot();
    for name in ["project/.mcp.json", "project/.codex/config.toml", "project/CLAUDE.md"] {
        assert_eq!(after[name], before[name], "{name}");
    }
    assert!(after.contains_key("project/.claude/settings.json"), "the others are written");
}

#[test]
fn setup_reports_duplicate_keys_and_keeps_the_file() {
    for (file, text, key) in [
        (".mcp.json", r#"{"mcpServers": {}, "mcpServers": {}}"#, "mcpServers"),
        (".mcp.json", r#"{"mcpServers": {"handoff": {}, "\u0068andoff": {}}}"#, "mcpServers.handoff"),
        (".claude/settings.json", r#"{"hooks": {}, "hooks": {}}"#, "hooks"),
    ] {
        for arguments in
            [&["setup", "claude"] as &[&str], &["setup", "claude", "--check"], &["setup", "claude", "--uninstall"]]
        {
            let home = Home::new();
            home.write(file, text);
            let output = home.run(arguments);
            let shown = String::from_utf8(output.stdout).unwrap();
            assert!(shown.contains(&format!("it has the key {key} twice")), "{arguments:?}: {shown}");
            assert_eq!(output.status.code(), Some(1), "{arguments:?}: {shown}");
            assert_eq!(home.read(file), text, "{arguments:?}");
        }
    }
}

#[test]
fn setup_reports_and_keeps_changed_entries() {
    let home = Home::new();
    home.stdout(&["setup", "claude"]);
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
}

#[test]
fn shared_part_is_removed_with_the_last_client_that_needs_it() {
    for (set_up, removed, file, stays) in [
        (&["codex", "cursor"][..], &["codex"][..], "AGENTS.md", true),
        (&["codex", "cursor"], &["codex", "cursor"], "AGENTS.md", false),
        (&["codex", "cline"], &["codex"], "AGENTS.md", true),
        (&["codex", "opencode"], &["codex"], "AGENTS.md", true),
        (&["codex"], &["codex"], "AGENTS.md", false),
        (&["codex", "claude"], &["codex"], "AGENTS.md", true),
        (&["codex", "claude"], &["claude"], "AGENTS.md", true),
        (&["claude", "vscode"], &["vscode"], ".mcp.json", true),
        (&["claude", "vscode"], &["claude"], ".mcp.json", true),
        (&["claude", "vscode"], &["claude", "vscode"], ".mcp.json", false),
        (&["claude", "codex"], &["claude"], ".mcp.json", false),
        (&["vscode"], &["vscode"], ".mcp.json", false),
        // Both read the same files, so nothing says which of them is set up.
        (&["vscode"], &["copilot"], ".github/hooks/handoff.json", false),
    ] {
        let home = Home::new();
        home.stdout(&[&["setup"], set_up].concat());
        assert!(home.path(file).exists(), "{set_up:?} {file}");
        home.stdout(&[&["setup", "--uninstall"], removed].concat());
        assert_eq!(home.path(file).exists(), stays, "{set_up:?} without {removed:?}: {file}");
    }
}

/// What earlier versions wrote to `.vscode/mcp.json`.
const EARLIER_ENTRY: &str =
    r#""handoff": {"type": "stdio", "command": "handoff", "args": ["mcp", "--project", "${workspaceFolder}"]}"#;

/// The same, where there was no file.
const EARLIER_FILE: &str = r#"{
  "servers": {
    "handoff": {
      "type": "stdio",
      "command": "handoff",
      "args": ["mcp", "--project", "${workspaceFolder}"]
    }
  }
}
"#;

#[test]
fn server_of_vscode_moves_to_the_shared_file() {
    for (before, after) in [
        (EARLIER_FILE.to_owned(), None),
        (
            format!("// mine\r\n{{\"inputs\": [], \"servers\": {{\"a\": {{}}, {EARLIER_ENTRY}}}}}\r\n"),
            Some("// mine\r\n{\"inputs\": [], \"servers\": {\"a\": {}}}\r\n"),
        ),
        (
            r#"{"servers": {"handoff": {"command": "handoff-mcp"}}}"#.to_owned(),
            Some(r#"{"servers": {"handoff": {"command": "handoff-mcp"}}}"#),
        ),
    ] {
        let home = Home::new();
        home.write(".vscode/mcp.json", &before);
        let is_ours = after != Some(before.as_str());
        let stale = |arguments: &[&str]| {
            let states = home.states(&[&["vscode"], arguments].concat());
            states.into_iter().find(|(_, path, _)| path == ".vscode/mcp.json").map(|(_, _, state)| state)
        };
        let is = |state: &str| is_ours.then(|| state.to_owned());
        assert_eq!(stale(&["--check"]), is("stale"), "{before}");
        assert_eq!(home.run(&["setup", "vscode", "--check"]).status.code(), Some(1));
        let texts = home.rehearse(&["setup", "vscode"]);
        assert_eq!(stale(&["--dry-run"]), is("to be removed"), "{before}");
        assert_eq!(stale(&[]), is("removed"), "{before}");
        assert_texts(&["setup", "vscode"], &texts, true);
        assert_eq!(home.path(".vscode/mcp.json").exists().then(|| home.read(".vscode/mcp.json")).as_deref(), after);
        let server: Value = serde_json::from_str(&home.read(".mcp.json")).unwrap();
        let expected = json!({"type": "stdio", "command": "handoff", "args": ["mcp"]});
        assert_eq!(server["mcpServers"]["handoff"], expected, "without a variable, which VSCode refuses there");
        home.stdout(&["setup", "vscode", "--check"]);
        assert_eq!(stale(&["--check"]), None);
    }
    let home = Home::new();
    let program = env!("CARGO_BIN_EXE_handoff");
    home.write("~/.config/Code/User/mcp.json", &EARLIER_FILE.replace("\"handoff\",", &format!("\"{program}\",")));
    home.stdout(&["setup", "vscode", "--user"]);
    assert!(!home.path("~/.config/Code/User/mcp.json").exists());
    assert!(home.read("~/.copilot/mcp-config.json").contains("\"handoff\": {"));
}

#[test]
fn instructions_for_claude_code_do_not_hide_those_for_others() {
    let block = {
        let home = Home::new();
        home.stdout(&["setup", "claude"]);
        home.read("CLAUDE.md")
    };
    let both = format!("{block}\nMine\n");
    let imports = format!("@AGENTS.md\n\n{block}");
    for (own, shared, clients, is_in_own, is_in_shared) in [
        (None, None, &["claude"][..], true, false),
        (None, None, &["claude", "codex"], false, true),
        (None, Some("# Agents\n"), &["claude"], false, true),
        (Some("# Mine\n"), Some("# Agents\n"), &["claude"], true, false),
        (Some("# Mine\n"), None, &["claude", "codex"], true, true),
        (Some("@AGENTS.md\n"), Some("# Agents\n"), &["claude"], false, true),
        // An earlier version has created the file that hides the other.
        (Some(block.as_str()), Some("# Agents\n"), &["claude"], false, true),
        (Some(imports.as_str()), Some("# Agents\n"), &["claude"], false, true),
        (Some(both.as_str()), Some("# Agents\n"), &["claude"], true, false),
        (Some(""), Some("# Agents\n"), &["claude"], true, false),
    ] {
        let home = Home::new();
        let files = [("CLAUDE.md", own), ("AGENTS.md", shared)];
        for (name, text) in files {
            if let Some(text) = text {
                home.write(name, text);
            }
        }
        let text = |name: &str| fs::read_to_string(home.path(name)).unwrap_or_default();
        let describe = || format!("{own:?} {shared:?} {clients:?}: {:?} {:?}", text("CLAUDE.md"), text("AGENTS.md"));
        let with = |more: &[&'static str]| [&["setup"], clients, more].concat();
        home.stdout(&with(&[]));
        assert_eq!(text("CLAUDE.md").contains("handoff:begin"), is_in_own, "{}", describe());
        assert_eq!(text("AGENTS.md").contains("handoff:begin"), is_in_shared, "{}", describe());
        assert_eq!(home.path("CLAUDE.md").exists(), is_in_own || own.is_some_and(|own| own != block), "{}", describe());
        let after = home.snapshot();
        home.stdout(&with(&[]));
        assert_eq!(home.snapshot(), after, "{}", describe());
        home.stdout(&with(&["--check"]));
        home.stdout(&with(&["--uninstall"]));
        for (name, before) in files {
            let is_ours = before.is_some_and(|before| before.contains("handoff:begin"));
            assert!(!text(name).contains("handoff:begin"), "{}", describe());
            assert!(is_ours || text(name) == before.unwrap_or_default(), "{}", describe());
        }
    }
}

#[test]
fn reading_tools_are_allowed_only_if_a_person_says_so() {
    for (client, scope, file, before, prefix) in [
        ("claude", None, ".claude/settings.json", None, "mcp__handoff__"),
        (
            "claude",
            None,
            ".claude/settings.json",
            Some("{\r\n  \"permissions\": { \"allow\": [\"Bash(ls)\"], \"deny\": [] }\r\n}"),
            "mcp__handoff__",
        ),
        ("claude", Some("--user"), "~/.claude/settings.json", Some("{}"), "mcp__handoff__"),
        ("cline", Some("--user"), "~/.cline/data/settings/cline_mcp_settings.json", None, "autoApprove"),
    ] {
        for keeps_state in [true, false] {
            let home = Home::new();
            if let Some(before) = before {
                home.write(file, before);
            }
            let with = |more: &[&'static str]| [&["setup", client], more, scope.as_slice()].concat();
            let marker = if prefix == "autoApprove" { "\"autoApprove\"" } else { "mcp__handoff__handoff_list_tasks" };
            home.stdout(&with(&[]));
            assert!(!home.read(file).contains(marker), "{file}");
            home.stdout(&with(&["--check"]));
            assert_eq!(home.run(&with(&["--check", "--allow-reading"])).status.code(), Some(1), "{file}");
            home.stdout(&with(&["--allow-reading"]));
            let text = home.read(file);
            assert!(text.contains(marker) && text.contains("handoff_list_tasks"), "{file}: {text}");
            assert!(!text.contains("handoff_update_task"), "{file}: {text}");
            for arguments in [&["--allow-reading"][..], &["--allow-reading", "--check"], &[], &["--check"]] {
                home.stdout(&with(arguments));
                assert_eq!(home.read(file), text, "{arguments:?}");
            }
            if !keeps_state {
                fs::remove_dir_all(home.0.at("state")).unwrap();
            }
            home.stdout(&with(&["--uninstall"]));
            let after = home.path(file).exists().then(|| home.read(file));
            let plain = |text: &str| text.split_whitespace().collect::<String>();
            if keeps_state {
                assert_eq!(after.as_deref(), before, "{file}");
            } else {
                assert_eq!(after.as_deref().map(plain), before.map(plain), "{file}, without saved state");
            }
        }
    }
}

#[test]
fn entries_with_another_path_are_found_and_repaired() {
    let home = Home::new();
    home.stdout(&["setup", "--user", "cursor", "codex", "opencode"]);
    home.stdout(&["setup", "--user", "cursor", "codex", "opencode", "--check"]);
    let own = env!("CARGO_BIN_EXE_handoff");
    for (client, file) in [
        ("cursor", "~/.cursor/mcp.json"),
        ("codex", "~/.codex/config.toml"),
        ("opencode", "~/.config/opencode/opencode.json"),
        ("cursor", "~/.cursor/hooks.json"),
    ] {
        let right = home.read(file);
        assert!(right.contains(own), "{file}: {right}");
        home.write(file, &right.replace(own, "/nowhere/handoff"));
        let output = home.run(&["setup", "--user", client, "--check"]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{file}: {text}");
        assert!(text.contains("different"), "{file}: {text}");
        assert!(file.ends_with("hooks.json") || text.contains("(/nowhere/handoff does not exist)"), "{file}: {text}");
        home.stdout(&["setup", "--user", client]);
        assert_eq!(home.read(file), right, "{file}");
    }
    // One's own arguments are kept.
    let right = home.read("~/.cursor/mcp.json").replace("\"mcp\",", "\"mcp\", \"--tools\", \"all\",");
    home.write("~/.cursor/mcp.json", &right.replace(own, "/nowhere/handoff"));
    home.stdout(&["setup", "--user", "cursor"]);
    let entry = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    assert_eq!(entry(&home.read("~/.cursor/mcp.json")), entry(&right));
}

#[test]
fn setup_detects_installed_clients() {
    let home = Home::new();
    let output = home.run(&["setup"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("No client was found here. Specify one: claude, "));
    home.write("~/.codex/auth.json", "{}");
    home.write(".vscode/settings.json", "{}");
    home.stdout(&["setup"]);
    assert!(home.path(".codex/config.toml").exists() && home.path(".mcp.json").exists());
    assert!(!home.path("CLAUDE.md").exists() && !home.path("GEMINI.md").exists());
    assert_eq!(home.run(&["setup", "git"]).status.code(), Some(2), "there is no repository");
}

#[test]
fn setup_adds_and_removes_the_merge_driver() {
    let home = Home::new();
    assert!(home.command("git").args(["init", "-q"]).output().unwrap().status.success());
    let config = home.read(".git/config");
    home.stdout(&["setup"]);
    let driver = home.command("git").args(["config", "merge.handoff.driver"]).output().unwrap();
    assert!(String::from_utf8(driver.stdout).unwrap().contains("merge-driver %O %A %B %L %P"));
    let files = [".handoff/tasks/t1-x/_task.todo.json", ".handoff/config.toml", "package.json"];
    let attribute = home.command("git").args(["check-attr", "merge"]).args(files).output().unwrap();
    let attribute = String::from_utf8(attribute.stdout).unwrap();
    assert_eq!(attribute.matches("merge: handoff").count(), 2, "{attribute}");
    home.stdout(&["setup", "git", "--check"]);
    home.stdout(&["setup", "git", "--uninstall"]);
    assert_eq!(home.read(".git/config"), config);
    assert!(!home.path(".gitattributes").exists());
    assert_eq!(home.run(&["setup", "git", "--check"]).status.code(), Some(1));
}

#[test]
fn setup_adds_gitignore_to_a_foreign_project() {
    let home = Home::new();
    assert!(home.command("git").args(["init", "-q"]).output().unwrap().status.success());
    let state = |arguments: &[&str]| {
        let states = home.states(&[&["git"], arguments].concat());
        states.into_iter().find(|(what, _, _)| what == "ignored files").map(|(_, path, state)| (path, state))
    };
    home.stdout(&["setup", "git"]);
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
    home.stdout(&["setup", "git", "--uninstall"]);
    assert_eq!(home.read(".handoff/.gitignore"), text, "the lines belong to the project");

    // A pause stops setup as well.
    home.write(".handoff/.gitignore", "");
    home.write(".handoff/PAUSE", "Release");
    assert_eq!(state(&[]), is("left alone"));
    assert_eq!(home.read(".handoff/.gitignore"), "");
}

#[test]
fn instructions_and_skill_know_what_people_say() {
    let home = Home::new();
    home.stdout(&["setup", "claude"]);
    let block = home.read("CLAUDE.md");
    for phrase in ["\"continue where I left off\"", "「続きから」", "\"do a handoff\"", "「引き継ぎをして」"]
    {
        assert!(block.contains(phrase), "{phrase} in {block}");
    }
    // Clients show the description of the skill in every conversation, so the instructions need no other phrases.
    let skill = home.read(".claude/skills/handoff/SKILL.md").to_lowercase();
    for phrase in [
        "continue where i left off",
        "close the session",
        "do a handoff",
        "save context",
        "knowledge transfer",
        "store session state",
        "hand off to next agent",
        "store a package",
        "retrieve the package",
    ] {
        assert!(skill.contains(&format!("\"{phrase}\"")), "{phrase}");
    }
    for phrase in [
        "続きから",
        "コンテキストを保存して",
        "引き継ぎをして",
        "次のエージェントに引き継いで",
        "パッケージに保存して",
        "パッケージを取り出して",
    ] {
        assert!(skill.contains(&format!("「{phrase}」")), "{phrase}");
    }
}
