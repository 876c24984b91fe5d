//! The table of what each client needs in which file: one row per part.

use std::env;
use std::path::{Path, PathBuf};

use handoff_agent::merge::ATTRIBUTES;
use serde_json::{Value, json};

use crate::ground::client::Client;
use crate::ground::identity;
use crate::ground::program::{executable, quote};
use crate::verbs::setup::block::Comment;
use crate::verbs::setup::edit::{FileEdit, Hook};

/// Returns the files whose presence means that the client is in use, in the project or at home.
fn markers(client: Client) -> &'static [&'static str] {
    match client {
        Client::Claude => &[".claude", ".mcp.json", "CLAUDE.md", "~/.claude"],
        Client::Codex => &[".codex", "@codex"],
        Client::Cursor => &[".cursor", "~/.cursor"],
        Client::Vscode => &[".vscode", "@code"],
        Client::Gemini => &[".gemini", "GEMINI.md", "~/.gemini"],
        Client::Opencode => &["opencode.json", "opencode.jsonc", ".opencode", "@config/opencode"],
        Client::Cline => &[".clinerules", "~/.cline", "@code/globalStorage/saoudrizwan.claude-dev"],
        // Claude Desktop has one project for all conversations, so it is never in use for one.
        Client::ClaudeDesktop | Client::Git => &[],
    }
}

/// Returns true if the client is in use.
pub fn is_used(client: Client, project: &Path) -> bool {
    let exists = |marker: &&str| resolve(project, marker).is_some_and(|path| path.exists());
    markers(client).iter().any(exists)
}

/// The kind of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    Server,
    Instructions,
    Skill,
    Command,
    Hooks,
    Merges,
    Ignored,
}

impl PartKind {
    /// Returns its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            PartKind::Server => "server",
            PartKind::Instructions => "instructions",
            PartKind::Skill => "skill",
            PartKind::Command => "command",
            PartKind::Hooks => "hooks",
            PartKind::Merges => "merges",
            PartKind::Ignored => "ignored files",
        }
    }
}

/// How a client's configuration describes a server.
#[derive(Clone, Copy)]
enum ServerFormat {
    /// A command and its arguments, in JSON.
    Plain(&'static [&'static str]),
    /// The same, with the editor's variable for the open folder.
    Folder(&'static [&'static str]),
    /// The same, in TOML.
    Toml(&'static [&'static str]),
    /// A command by its path and the project's folder, for a program that starts it anywhere and
    /// with another search path.
    Desktop(&'static [&'static str]),
    /// One list of command and arguments.
    Words(&'static [&'static str]),
}

/// How a client's configuration describes hooks: its names of our events, and the unit of timeouts.
#[derive(Clone, Copy)]
enum HookFormat {
    /// In groups, with a timeout in units of which this many are a second.
    Groups(&'static [(&'static str, &'static str)], u32),
    /// One by one, without a timeout.
    Single(&'static [(&'static str, &'static str)]),
}

#[derive(Clone, Copy)]
enum Content {
    Server(ServerFormat),
    Hooks(HookFormat),
    Block(Comment, &'static str),
    Whole(&'static str),
}

/// One part that a client needs.
pub struct Row {
    pub client: Client,
    pub kind: PartKind,
    /// Its file for a project; of several, separated by bars, the first that exists.
    project: Option<&'static str>,
    /// Its file for a person. `~` is home, `@` a folder of the client's own.
    user: Option<&'static str>,
    content: Content,
}

const INSTRUCTIONS: &str = include_str!("instructions.md");
/// The skill of agents.
pub const SKILL: &str = include_str!("skill.md");
/// The command file of opencode, which loads a skill only when the agent asks for it.
const COMMAND: &str = include_str!("command.md");
/// The folder that several clients read, each for its own `/handoff` or `$handoff`.
const SHARED_SKILL: Option<&str> = Some(".agents/skills/handoff/SKILL.md");
/// The folder of the packaged Claude Desktop for Windows, below `LOCALAPPDATA`.
const CLAUDE_PACKAGE: &str = "Packages/Claude_pzs8sxrjxfjjc";
/// The timeout of a hook, in seconds.
const HOOK_TIMEOUT_SECONDS: u32 = 20;

/// The editors' variable for the open folder.
pub const FOLDER_VARIABLE: &str = "${workspaceFolder}";

const SERVERS: &[&str] = &["mcpServers", "handoff"];
const CLAUDE: &[(&str, &str)] = &[
    ("SessionStart", "session-start"),
    ("PreCompact", "pre-compact"),
    ("Stop", "stop"),
    ("SessionEnd", "session-end"),
];
/// Versions of Codex before 0.145 do not know the end of a session.
const CODEX: &[(&str, &str)] = &[("SessionStart", "session-start"), ("PreCompact", "pre-compact"), ("Stop", "stop")];
const GEMINI: &[(&str, &str)] = &[
    ("SessionStart", "session-start"),
    ("PreCompress", "pre-compact"),
    ("AfterAgent", "stop"),
    ("SessionEnd", "session-end"),
];
/// Cursor shows no message of a hook at a stop, so it has none.
const CURSOR: &[(&str, &str)] =
    &[("sessionStart", "session-start"), ("preCompact", "pre-compact"), ("sessionEnd", "session-end")];

const fn row(
    client: Client,
    kind: PartKind,
    project: Option<&'static str>,
    user: Option<&'static str>,
    content: Content,
) -> Row {
    Row { client, kind, project, user, content }
}

/// The rows.
#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    row(Client::Claude, PartKind::Server, Some(".mcp.json"), Some("~/.claude.json"), Content::Server(ServerFormat::Plain(SERVERS))),
    row(Client::Claude, PartKind::Instructions, Some("CLAUDE.md"), Some("~/.claude/CLAUDE.md"), Content::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Claude, PartKind::Skill, Some(".claude/skills/handoff/SKILL.md"), Some("~/.claude/skills/handoff/SKILL.md"), Content::Whole(SKILL)),
    row(Client::Claude, PartKind::Hooks, Some(".claude/settings.json"), Some("~/.claude/settings.json"), Content::Hooks(HookFormat::Groups(CLAUDE, 1))),
    row(Client::ClaudeDesktop, PartKind::Server, Some("@desktop/claude_desktop_config.json"), None, Content::Server(ServerFormat::Desktop(SERVERS))),
    row(Client::Codex, PartKind::Server, Some(".codex/config.toml"), Some("@codex/config.toml"), Content::Server(ServerFormat::Toml(&["mcp_servers", "handoff"]))),
    row(Client::Codex, PartKind::Instructions, Some("AGENTS.md"), Some("@codex/AGENTS.md"), Content::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Codex, PartKind::Skill, SHARED_SKILL, Some("~/.agents/skills/handoff/SKILL.md"), Content::Whole(SKILL)),
    row(Client::Codex, PartKind::Hooks, Some(".codex/hooks.json"), Some("@codex/hooks.json"), Content::Hooks(HookFormat::Groups(CODEX, 1))),
    row(Client::Cursor, PartKind::Server, Some(".cursor/mcp.json"), Some("~/.cursor/mcp.json"), Content::Server(ServerFormat::Folder(SERVERS))),
    row(Client::Cursor, PartKind::Instructions, Some("AGENTS.md"), None, Content::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Cursor, PartKind::Skill, SHARED_SKILL, Some("~/.cursor/skills/handoff/SKILL.md"), Content::Whole(SKILL)),
    row(Client::Cursor, PartKind::Hooks, Some(".cursor/hooks.json"), Some("~/.cursor/hooks.json"), Content::Hooks(HookFormat::Single(CURSOR))),
    row(Client::Vscode, PartKind::Server, Some(".vscode/mcp.json"), Some("@code/mcp.json"), Content::Server(ServerFormat::Folder(&["servers", "handoff"]))),
    row(Client::Vscode, PartKind::Instructions, Some("AGENTS.md"), None, Content::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Vscode, PartKind::Skill, SHARED_SKILL, Some("~/.copilot/skills/handoff/SKILL.md"), Content::Whole(SKILL)),
    row(Client::Gemini, PartKind::Server, Some(".gemini/settings.json"), Some("~/.gemini/settings.json"), Content::Server(ServerFormat::Plain(SERVERS))),
    row(Client::Gemini, PartKind::Instructions, Some("GEMINI.md"), Some("~/.gemini/GEMINI.md"), Content::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Gemini, PartKind::Skill, SHARED_SKILL, Some("~/.agents/skills/handoff/SKILL.md"), Content::Whole(SKILL)),
    row(Client::Gemini, PartKind::Hooks, Some(".gemini/settings.json"), Some("~/.gemini/settings.json"), Content::Hooks(HookFormat::Groups(GEMINI, 1000))),
    row(Client::Opencode, PartKind::Server, Some("opencode.json|opencode.jsonc"), Some("@config/opencode/opencode.json|@config/opencode/opencode.jsonc"), Content::Server(ServerFormat::Words(&["mcp", "handoff"]))),
    row(Client::Opencode, PartKind::Instructions, Some("AGENTS.md"), Some("@config/opencode/AGENTS.md"), Content::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Opencode, PartKind::Command, Some(".opencode/commands/handoff.md"), Some("@config/opencode/commands/handoff.md"), Content::Whole(COMMAND)),
    row(Client::Cline, PartKind::Server, None, Some("@cline"), Content::Server(ServerFormat::Plain(SERVERS))),
    row(Client::Cline, PartKind::Server, None, Some("@code/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"), Content::Server(ServerFormat::Plain(SERVERS))),
    row(Client::Cline, PartKind::Instructions, Some("AGENTS.md"), None, Content::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Cline, PartKind::Skill, Some(".cline/skills/handoff/SKILL.md"), Some("~/.cline/skills/handoff/SKILL.md"), Content::Whole(SKILL)),
    row(Client::Git, PartKind::Merges, Some(".gitattributes"), None, Content::Block(Comment::Hash, ATTRIBUTES)),
];

impl Row {
    /// Returns its file, for a project or for a person.
    pub fn file(&self, project: &Path, for_user: bool) -> Option<PathBuf> {
        let names = if for_user { self.user } else { self.project }?;
        let files: Vec<PathBuf> = names.split('|').filter_map(|name| resolve(project, name)).collect();
        let file = files.iter().find(|file| file.exists()).or(files.first())?.clone();
        // An extension that is not installed has no settings.
        let is_extension = names.contains("/globalStorage/");
        (!is_extension || file.ancestors().nth(2).is_some_and(Path::exists)).then_some(file)
    }

    /// Returns what belongs into that file; `program` is how the command is run.
    pub fn edit(&self, program: &str, project: &Path) -> FileEdit {
        match self.content {
            Content::Server(server) => server.edit(program, project),
            Content::Hooks(format) => FileEdit::Hooks(format.hooks(program, self.client)),
            Content::Block(comment, body) => FileEdit::Block(comment, body),
            Content::Whole(text) => FileEdit::Whole(text.to_owned()),
        }
    }
}

impl ServerFormat {
    fn edit(self, program: &str, project: &Path) -> FileEdit {
        let plain = json!({"command": program, "args": ["mcp"]});
        match self {
            ServerFormat::Plain(path) => FileEdit::JsonEntry(path, plain),
            ServerFormat::Folder(path) => {
                let entry = json!({"type": "stdio", "command": program, "args": ["mcp", "--project", FOLDER_VARIABLE]});
                FileEdit::JsonEntry(path, entry)
            }
            ServerFormat::Desktop(path) => {
                let project = project.display().to_string();
                FileEdit::JsonEntry(path, json!({"command": executable(), "args": ["mcp", "--project", project]}))
            }
            ServerFormat::Toml(path) => FileEdit::TomlEntry(path, plain),
            ServerFormat::Words(path) => {
                FileEdit::JsonEntry(path, json!({"type": "local", "command": [program, "mcp"], "enabled": true}))
            }
        }
    }
}

impl HookFormat {
    fn hooks(self, program: &str, client: Client) -> Vec<Hook> {
        let program = quote(program);
        let hook = |event, verb: &str, version, element: &dyn Fn(String) -> Value| {
            let marker = format!(" hook {verb}");
            let command = format!("{program}{marker} --client {}", client.name());
            Hook { event, marker, element: element(command), version }
        };
        match self {
            HookFormat::Groups(events, units_per_second) => {
                let timeout = HOOK_TIMEOUT_SECONDS * units_per_second;
                let group =
                    |command: String| json!({"hooks": [{"type": "command", "command": command, "timeout": timeout}]});
                events.iter().map(|(event, verb)| hook(*event, verb, None, &group)).collect()
            }
            HookFormat::Single(events) => {
                let single = |command: String| json!({"command": command});
                events.iter().map(|(event, verb)| hook(*event, verb, Some(1), &single)).collect()
            }
        }
    }
}

/// Resolves a name of the table on this machine.
fn resolve(project: &Path, name: &str) -> Option<PathBuf> {
    let named = |variable: &str| env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = identity::home_folder();
    let config = || named("XDG_CONFIG_HOME").or_else(|| Some(home.clone()?.join(".config")));
    let split = name.split_once('/').unwrap_or((name, ""));
    let base = match split.0 {
        "~" => home?,
        "@codex" => named("CODEX_HOME").or_else(|| Some(home?.join(".codex")))?,
        "@config" => config()?,
        "@code" if cfg!(target_os = "macos") => home?.join("Library/Application Support/Code/User"),
        "@code" if cfg!(windows) => named("APPDATA")?.join("Code/User"),
        "@code" => config()?.join("Code/User"),
        "@desktop" if cfg!(target_os = "macos") => home?.join("Library/Application Support/Claude"),
        "@desktop" if cfg!(windows) => {
            let package =
                named("LOCALAPPDATA").map(|local| local.join(CLAUDE_PACKAGE)).filter(|folder| folder.is_dir());
            package.map_or_else(|| named("APPDATA"), |package| Some(package.join("LocalCache/Roaming")))?.join("Claude")
        }
        "@desktop" => config()?.join("Claude"),
        "@cline" => {
            let default = || Some(home?.join(".cline/data/settings/cline_mcp_settings.json"));
            return named("CLINE_MCP_SETTINGS_PATH").or_else(default);
        }
        _ => return Some(project.join(name)),
    };
    Some(if split.1.is_empty() { base } else { base.join(split.1) })
}

#[cfg(all(test, unix))]
mod tests {
    use super::{CURSOR, Client, HookFormat};

    #[test]
    fn hook_quotes_the_path_of_the_command() {
        let hooks = HookFormat::Single(CURSOR).hooks("/R&D (x)/handoff", Client::Cursor);
        let command = hooks.first().unwrap().element["command"].as_str().unwrap();
        assert_eq!(command, "'/R&D (x)/handoff' hook session-start --client cursor");
    }
}
