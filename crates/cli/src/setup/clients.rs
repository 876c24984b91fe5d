//! What each client needs, and where it looks for it: one row per thing.

use std::env;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde_json::{Value, json};

use crate::setup::block::Comment;
use crate::setup::edit::{Edit, Hook};

/// Programs in which an agent works, and Git.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Client {
    Claude,
    Codex,
    Cursor,
    Vscode,
    Gemini,
    Opencode,
    Cline,
    Git,
}

impl Client {
    /// What it is called on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Client::Claude => "claude",
            Client::Codex => "codex",
            Client::Cursor => "cursor",
            Client::Vscode => "vscode",
            Client::Gemini => "gemini",
            Client::Opencode => "opencode",
            Client::Cline => "cline",
            Client::Git => "git",
        }
    }

    /// What tells that it is in use, in the project or at home.
    fn signs(self) -> &'static [&'static str] {
        match self {
            Client::Claude => &[".claude", ".mcp.json", "CLAUDE.md", "~/.claude"],
            Client::Codex => &[".codex", "@codex"],
            Client::Cursor => &[".cursor", "~/.cursor"],
            Client::Vscode => &[".vscode", "@code"],
            Client::Gemini => &[".gemini", "GEMINI.md", "~/.gemini"],
            Client::Opencode => &["opencode.json", "opencode.jsonc", ".opencode", "@config/opencode"],
            Client::Cline => &[".clinerules", "~/.cline", "@code/globalStorage/saoudrizwan.claude-dev"],
            Client::Git => &[],
        }
    }

    /// Whether it is in use.
    pub fn is_used(self, project: &Path) -> bool {
        let is_there = |sign: &&str| place(project, sign).is_some_and(|path| path.exists());
        self.signs().iter().any(is_there)
    }
}

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Server,
    Instructions,
    Skill,
    Hooks,
    Merges,
    Ignored,
}

impl What {
    /// What it is called in lists.
    pub fn name(self) -> &'static str {
        match self {
            What::Server => "server",
            What::Instructions => "instructions",
            What::Skill => "skill",
            What::Hooks => "hooks",
            What::Merges => "merges",
            What::Ignored => "ignored files",
        }
    }
}

/// How a client writes down a server.
#[derive(Clone, Copy)]
enum Server {
    /// A command and its arguments.
    Plain(&'static [&'static str]),
    /// The same; the editor says which folder is open.
    Folder(&'static [&'static str]),
    /// The same, in TOML.
    Toml(&'static [&'static str]),
    /// One list of words.
    Words(&'static [&'static str]),
}

/// How a client writes down hooks: what it calls the moments, and how long a command may take.
#[derive(Clone, Copy)]
enum Moments {
    /// In groups, with a limit in this many to the second.
    Groups(&'static [(&'static str, &'static str)], u32),
    /// One by one.
    Single(&'static [(&'static str, &'static str)]),
}

#[derive(Clone, Copy)]
enum Kind {
    Server(Server),
    Hooks(Moments),
    Block(Comment, &'static str),
    Whole(&'static str),
}

/// One thing that a client needs.
pub struct Row {
    pub client: Client,
    pub what: What,
    /// Where it is for a project; with a bar, the first of those that is there.
    project: Option<&'static str>,
    /// Where it is for a person. `~` is home, `@` a folder that a client has of its own.
    user: Option<&'static str>,
    kind: Kind,
}

const INSTRUCTIONS: &str = include_str!("instructions.md");
const SKILL: &str = include_str!("skill.md");
const ATTRIBUTES: &str = "\
.handoff/**/*.json merge=handoff
.handoff/**/*.toml merge=handoff
.handoff/activity/**/*.jsonl merge=union
";
/// How long a command of ours may take in a hook, in seconds.
const HOOK_LIMIT: u32 = 20;

const SERVERS: &[&str] = &["mcpServers", "handoff"];
const FULL: &[(&str, &str)] = &[("SessionStart", "session-start"), ("PreCompact", "pre-compact"), ("Stop", "stop")];
const GEMINI: &[(&str, &str)] =
    &[("SessionStart", "session-start"), ("PreCompress", "pre-compact"), ("AfterAgent", "stop")];
/// What Cursor runs at a stop can say nothing to a person.
const CURSOR: &[(&str, &str)] = &[("sessionStart", "session-start"), ("preCompact", "pre-compact")];

const fn row(client: Client, what: What, project: Option<&'static str>, user: Option<&'static str>, kind: Kind) -> Row {
    Row { client, what, project, user, kind }
}

/// The table.
#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    row(Client::Claude, What::Server, Some(".mcp.json"), Some("~/.claude.json"), Kind::Server(Server::Plain(SERVERS))),
    row(Client::Claude, What::Instructions, Some("CLAUDE.md"), Some("~/.claude/CLAUDE.md"), Kind::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Claude, What::Skill, Some(".claude/skills/handoff/SKILL.md"), Some("~/.claude/skills/handoff/SKILL.md"), Kind::Whole(SKILL)),
    row(Client::Claude, What::Hooks, Some(".claude/settings.json"), Some("~/.claude/settings.json"), Kind::Hooks(Moments::Groups(FULL, 1))),
    row(Client::Codex, What::Server, Some(".codex/config.toml"), Some("@codex/config.toml"), Kind::Server(Server::Toml(&["mcp_servers", "handoff"]))),
    row(Client::Codex, What::Instructions, Some("AGENTS.md"), Some("@codex/AGENTS.md"), Kind::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Codex, What::Hooks, Some(".codex/hooks.json"), Some("@codex/hooks.json"), Kind::Hooks(Moments::Groups(FULL, 1))),
    row(Client::Cursor, What::Server, Some(".cursor/mcp.json"), Some("~/.cursor/mcp.json"), Kind::Server(Server::Folder(SERVERS))),
    row(Client::Cursor, What::Instructions, Some("AGENTS.md"), None, Kind::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Cursor, What::Hooks, Some(".cursor/hooks.json"), Some("~/.cursor/hooks.json"), Kind::Hooks(Moments::Single(CURSOR))),
    row(Client::Vscode, What::Server, Some(".vscode/mcp.json"), Some("@code/mcp.json"), Kind::Server(Server::Folder(&["servers", "handoff"]))),
    row(Client::Vscode, What::Instructions, Some("AGENTS.md"), None, Kind::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Gemini, What::Server, Some(".gemini/settings.json"), Some("~/.gemini/settings.json"), Kind::Server(Server::Plain(SERVERS))),
    row(Client::Gemini, What::Instructions, Some("GEMINI.md"), Some("~/.gemini/GEMINI.md"), Kind::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Gemini, What::Hooks, Some(".gemini/settings.json"), Some("~/.gemini/settings.json"), Kind::Hooks(Moments::Groups(GEMINI, 1000))),
    row(Client::Opencode, What::Server, Some("opencode.json|opencode.jsonc"), Some("@config/opencode/opencode.json|@config/opencode/opencode.jsonc"), Kind::Server(Server::Words(&["mcp", "handoff"]))),
    row(Client::Opencode, What::Instructions, Some("AGENTS.md"), Some("@config/opencode/AGENTS.md"), Kind::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Cline, What::Server, None, Some("@cline"), Kind::Server(Server::Plain(SERVERS))),
    row(Client::Cline, What::Server, None, Some("@code/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"), Kind::Server(Server::Plain(SERVERS))),
    row(Client::Cline, What::Instructions, Some("AGENTS.md"), None, Kind::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Git, What::Merges, Some(".gitattributes"), None, Kind::Block(Comment::Hash, ATTRIBUTES)),
];

impl Row {
    /// Its file, for a project or for a person.
    pub fn file(&self, project: &Path, for_user: bool) -> Option<PathBuf> {
        let places = if for_user { self.user } else { self.project }?;
        let files: Vec<PathBuf> = places.split('|').filter_map(|name| place(project, name)).collect();
        let file = files.iter().find(|file| file.exists()).or(files.first())?.clone();
        // An extension that is not installed has no settings.
        let is_extension = places.contains("/globalStorage/");
        (!is_extension || file.ancestors().nth(2).is_some_and(Path::exists)).then_some(file)
    }

    /// What is to be in that file; `program` is how the command is run.
    pub fn edit(&self, program: &str) -> Edit {
        match self.kind {
            Kind::Server(server) => server.edit(program),
            Kind::Hooks(moments) => Edit::Hooks(moments.hooks(program, self.client)),
            Kind::Block(comment, body) => Edit::Block(comment, body),
            Kind::Whole(text) => Edit::Whole(text),
        }
    }
}

impl Server {
    fn edit(self, program: &str) -> Edit {
        let plain = json!({"command": program, "args": ["mcp"]});
        match self {
            Server::Plain(path) => Edit::JsonEntry(path, plain),
            Server::Folder(path) => {
                let entry =
                    json!({"type": "stdio", "command": program, "args": ["mcp", "--project", "${workspaceFolder}"]});
                Edit::JsonEntry(path, entry)
            }
            Server::Toml(path) => Edit::TomlEntry(path, plain),
            Server::Words(path) => {
                Edit::JsonEntry(path, json!({"type": "local", "command": [program, "mcp"], "enabled": true}))
            }
        }
    }
}

impl Moments {
    fn hooks(self, program: &str, client: Client) -> Vec<Hook> {
        let program = if program.contains(' ') { format!("\"{program}\"") } else { program.to_owned() };
        let hook = |event, verb: &str, version, element: &dyn Fn(String) -> Value| {
            let sign = format!(" hook {verb}");
            let command = format!("{program}{sign} --client {}", client.name());
            Hook { event, sign, element: element(command), version }
        };
        match self {
            Moments::Groups(moments, to_the_second) => {
                let timeout = HOOK_LIMIT * to_the_second;
                let group =
                    |command: String| json!({"hooks": [{"type": "command", "command": command, "timeout": timeout}]});
                moments.iter().map(|(event, verb)| hook(*event, verb, None, &group)).collect()
            }
            Moments::Single(moments) => {
                let single = |command: String| json!({"command": command});
                moments.iter().map(|(event, verb)| hook(*event, verb, Some(1), &single)).collect()
            }
        }
    }
}

/// Where a name in the table is on this machine.
fn place(project: &Path, name: &str) -> Option<PathBuf> {
    let named = |variable: &str| env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = named("HOME").or_else(|| named("USERPROFILE"));
    let config = || named("XDG_CONFIG_HOME").or_else(|| Some(home.clone()?.join(".config")));
    let split = name.split_once('/').unwrap_or((name, ""));
    let base = match split.0 {
        "~" => home?,
        "@codex" => named("CODEX_HOME").or_else(|| Some(home?.join(".codex")))?,
        "@config" => config()?,
        "@code" if cfg!(target_os = "macos") => home?.join("Library/Application Support/Code/User"),
        "@code" if cfg!(windows) => named("APPDATA")?.join("Code/User"),
        "@code" => config()?.join("Code/User"),
        "@cline" => {
            let usual = || Some(home?.join(".cline/data/settings/cline_mcp_settings.json"));
            return named("CLINE_MCP_SETTINGS_PATH").or_else(usual);
        }
        _ => return Some(project.join(name)),
    };
    Some(if split.1.is_empty() { base } else { base.join(split.1) })
}
