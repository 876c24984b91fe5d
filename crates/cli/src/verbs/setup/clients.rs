//! The table of what each client needs in which file: one row per part.

use std::env;
use std::path::{Path, PathBuf};

use handoff_agent::merge::ATTRIBUTES;
use handoff_agent::{Effect, ToolSet, tools};
use serde_json::{Map, Value, json};

use crate::ground::client::Client;
use crate::ground::identity;
use crate::ground::program::{self, Start, quote};
use crate::verbs::setup::backup;
use crate::verbs::setup::block::{self, Comment};
use crate::verbs::setup::edit::{FileEdit, Hook};
use crate::verbs::setup::files;

/// Returns the files whose presence means that the client is in use, in the project or at home.
fn markers(client: Client) -> &'static [&'static str] {
    match client {
        // Several clients read `.mcp.json`.
        Client::Claude => &[".claude", "CLAUDE.md", "~/.claude"],
        Client::Codex => &[".codex", "@codex"],
        Client::Cursor => &[".cursor", "~/.cursor"],
        Client::Vscode => &[".vscode", "@code"],
        Client::Copilot => &["@copilot/config.json"],
        // Antigravity has folders in `~/.gemini` as well.
        Client::Gemini => &[".gemini", "GEMINI.md", "~/.gemini/settings.json"],
        Client::Antigravity => &["~/.gemini/antigravity", "~/.gemini/antigravity-cli"],
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
    Permissions,
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
            PartKind::Permissions => "permissions",
            PartKind::Merges => "merges",
            PartKind::Ignored => "ignored files",
        }
    }
}

/// Where and for whom setup works.
pub struct Scope<'p> {
    pub project: &'p Path,
    /// Whether the files are those of the person, for all projects.
    pub for_user: bool,
    /// Whether agents may call the tools that only read without a question.
    pub allow_reading: bool,
    /// The command as the files name it.
    start: Start,
    /// The clients that are set up.
    pub clients: &'p [Client],
}

impl<'p> Scope<'p> {
    pub fn new(project: &'p Path, for_user: bool, allow_reading: bool, clients: &'p [Client]) -> Scope<'p> {
        Scope { project, for_user, allow_reading, start: Start::new(for_user), clients }
    }
}

/// How a client's configuration describes a server.
#[derive(Clone, Copy)]
enum ServerFormat {
    /// A command and its arguments, in JSON.
    Plain(&'static [&'static str]),
    /// The same, with the type of the transport.
    Typed(&'static [&'static str]),
    /// The same, with the tools that are offered.
    Copilot(&'static [&'static str]),
    /// The same as `Typed`, with the editor's variable for the open folder.
    Folder(&'static [&'static str]),
    /// The same as `Plain`, in TOML.
    Toml(&'static [&'static str]),
    /// A command by its path and the project's folder, for a program that starts it anywhere and
    /// with another search path.
    Desktop(&'static [&'static str]),
    /// One list of command and arguments.
    Words(&'static [&'static str]),
}

/// An event in a client's words, our name of it, and the timeout of its hook in seconds.
type HookEvent = (&'static str, &'static str, u32);

/// How a client's configuration describes hooks.
#[derive(Clone, Copy)]
enum HookFormat {
    /// In groups, with a timeout in units of which this many are a second.
    Groups(&'static [HookEvent], u32),
    /// In groups, with a line for a POSIX shell and a timeout in seconds.
    PosixGroups(&'static [HookEvent]),
    /// One by one, without a timeout.
    Single(&'static [HookEvent]),
    /// One by one, with a line for a POSIX shell and one for PowerShell.
    Shells(&'static [HookEvent]),
}

#[derive(Clone, Copy)]
enum Content {
    Server(ServerFormat),
    Hooks(HookFormat),
    Block(Comment, &'static str),
    Whole(&'static str),
    /// A script that runs the hook of an event.
    Script(&'static str),
    /// A plugin of opencode that runs the hooks.
    Plugin,
    /// The tools that only read, each with this in front of its name, in a list.
    ReadingTools(&'static [&'static str], &'static str),
}

/// One part that a client needs.
#[derive(Clone, Copy)]
pub struct Row {
    pub client: Client,
    pub kind: PartKind,
    /// Its file for a project; of several, separated by bars, the first that exists.
    project: Option<&'static str>,
    /// Its file for a person. `~` is home, `@` a folder of the client's own.
    user: Option<&'static str>,
    content: Content,
    /// Why earlier versions wrote it, and this one removes it.
    stale: Option<&'static str>,
}

/// What setup does with a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is written.
    Active,
    /// It is removed, for this reason.
    Stale(&'static str),
    /// It is neither written nor missed, but `--uninstall` removes it.
    Unused,
}

const INSTRUCTIONS: &str = include_str!("instructions.md");
/// The skill of agents.
pub const SKILL: &str = include_str!("skill.md");
/// The command file of opencode, which loads a skill only when the agent asks for it.
const COMMAND: &str = include_str!("command.md");
/// The plugin of opencode, after its constants.
const PLUGIN: &str = include_str!("opencode.js");
/// The file of instructions that several clients read.
const SHARED_INSTRUCTIONS: &str = "AGENTS.md";
/// The folder that several clients read, each for its own `/handoff` or `$handoff`.
const SHARED_SKILL: Option<&str> = Some(".agents/skills/handoff/SKILL.md");
/// The folder of the packaged Claude Desktop for Windows, below `LOCALAPPDATA`.
const CLAUDE_PACKAGE: &str = "Packages/Claude_pzs8sxrjxfjjc";
/// The timeout of a hook, in seconds.
const SECONDS: u32 = 20;
/// What a hook says if its program does not find the command.
const NOT_FOUND: &str =
    "Handoff: this program does not find the command handoff on its PATH. Run handoff setup --check in a terminal.";
/// The editors' variable for the open folder.
pub const FOLDER_VARIABLE: &str = "${workspaceFolder}";

const SERVERS: &[&str] = &["mcpServers", "handoff"];
/// The tools of the server that Cline runs without a question.
const APPROVED: &[&str] = &["mcpServers", "handoff", "autoApprove"];
const CLAUDE: &[HookEvent] = &[
    ("SessionStart", "session-start", SECONDS),
    ("UserPromptSubmit", "prompt", SECONDS),
    ("SubagentStart", "subagent-start", SECONDS),
    ("SubagentStop", "subagent-stop", SECONDS),
    ("PreCompact", "pre-compact", SECONDS),
    ("PreToolUse", PRE_EDIT, SECONDS),
    ("PermissionRequest", NEEDS_YOU, SECONDS),
    ("Elicitation", NEEDS_YOU, SECONDS),
    ("Notification", NEEDS_YOU, SECONDS),
    ("PostToolUse", GOES_ON, SECONDS),
    ("Stop", "stop", SECONDS),
    ("SessionEnd", "session-end", SECONDS),
];
/// The hooks when the agent needs a person, and when it has used a tool and so has got what it needed.
const NEEDS_YOU: &str = "needs-you";
const GOES_ON: &str = "goes-on";
/// The hook before a change of a file, and the tools of Claude Code that change files.
const PRE_EDIT: &str = "pre-edit";
const EDIT_TOOLS: &str = "Edit|Write|MultiEdit|NotebookEdit";
/// Codex gives all hooks of a session's end a few seconds together. Versions before 0.143 skip the event.
const CODEX: &[HookEvent] = &[
    ("SessionStart", "session-start", SECONDS),
    ("UserPromptSubmit", "prompt", SECONDS),
    ("SubagentStart", "subagent-start", SECONDS),
    ("SubagentStop", "subagent-stop", SECONDS),
    ("PreCompact", "pre-compact", SECONDS),
    ("PermissionRequest", NEEDS_YOU, SECONDS),
    ("PostToolUse", GOES_ON, SECONDS),
    ("Stop", "stop", SECONDS),
    ("SessionEnd", "session-end", 3),
];
const GEMINI: &[HookEvent] = &[
    ("SessionStart", "session-start", SECONDS),
    ("PreCompress", "pre-compact", SECONDS),
    ("Notification", NEEDS_YOU, SECONDS),
    ("AfterTool", GOES_ON, SECONDS),
    ("BeforeAgent", GOES_ON, SECONDS),
    ("AfterAgent", "stop", SECONDS),
    ("SessionEnd", "session-end", SECONDS),
];
/// Cursor shows no message of a hook at a stop, so it has none.
const CURSOR: &[HookEvent] = &[
    ("sessionStart", "session-start", SECONDS),
    ("preCompact", "pre-compact", SECONDS),
    ("sessionEnd", "session-end", SECONDS),
];
/// The editor knows these names as well, except for the end of a session.
const COPILOT: &[HookEvent] = &[
    ("sessionStart", "session-start", SECONDS),
    ("preCompact", "pre-compact", SECONDS),
    ("agentStop", "stop", SECONDS),
    ("sessionEnd", "session-end", SECONDS),
];

const fn row(
    client: Client,
    kind: PartKind,
    project: Option<&'static str>,
    user: Option<&'static str>,
    content: Content,
) -> Row {
    Row { client, kind, project, user, content, stale: None }
}

const fn stale(row: Row, reason: &'static str) -> Row {
    Row { stale: Some(reason), ..row }
}

/// The rows.
#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    row(Client::Claude, PartKind::Server, Some(".mcp.json"), Some("~/.claude.json"), Content::Server(ServerFormat::Typed(SERVERS))),
    row(Client::Claude, PartKind::Instructions, Some("CLAUDE.md"), Some("~/.claude/CLAUDE.md"), Content::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Claude, PartKind::Instructions, Some("AGENTS.md"), None, Content::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Claude, PartKind::Skill, Some(".claude/skills/handoff/SKILL.md"), Some("~/.claude/skills/handoff/SKILL.md"), Content::Whole(SKILL)),
    row(Client::Claude, PartKind::Hooks, Some(".claude/settings.json"), Some("~/.claude/settings.json"), Content::Hooks(HookFormat::PosixGroups(CLAUDE))),
    row(Client::Claude, PartKind::Permissions, Some(".claude/settings.json"), Some("~/.claude/settings.json"), Content::ReadingTools(&["permissions", "allow"], "mcp__handoff__")),
    row(Client::ClaudeDesktop, PartKind::Server, Some("@desktop/claude_desktop_config.json"), None, Content::Server(ServerFormat::Desktop(SERVERS))),
    row(Client::Codex, PartKind::Server, Some(".codex/config.toml"), Some("@codex/config.toml"), Content::Server(ServerFormat::Toml(&["mcp_servers", "handoff"]))),
    row(Client::Codex, PartKind::Instructions, Some("AGENTS.md"), Some("@codex/AGENTS.md"), Content::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Codex, PartKind::Skill, SHARED_SKILL, Some("~/.agents/skills/handoff/SKILL.md"), Content::Whole(SKILL)),
    row(Client::Codex, PartKind::Hooks, Some(".codex/hooks.json"), Some("@codex/hooks.json"), Content::Hooks(HookFormat::Groups(CODEX, 1))),
    row(Client::Cursor, PartKind::Server, Some(".cursor/mcp.json"), Some("~/.cursor/mcp.json"), Content::Server(ServerFormat::Folder(SERVERS))),
    row(Client::Cursor, PartKind::Instructions, Some("AGENTS.md"), None, Content::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Cursor, PartKind::Skill, SHARED_SKILL, Some("~/.cursor/skills/handoff/SKILL.md"), Content::Whole(SKILL)),
    row(Client::Cursor, PartKind::Hooks, Some(".cursor/hooks.json"), Some("~/.cursor/hooks.json"), Content::Hooks(HookFormat::Single(CURSOR))),
    row(Client::Vscode, PartKind::Server, Some(".mcp.json"), None, Content::Server(ServerFormat::Typed(SERVERS))),
    row(Client::Vscode, PartKind::Server, None, Some("@copilot/mcp-config.json"), Content::Server(ServerFormat::Copilot(SERVERS))),
    stale(row(Client::Vscode, PartKind::Server, Some(".vscode/mcp.json"), Some("@code/mcp.json"), Content::Server(ServerFormat::Folder(&["servers", "handoff"]))), "VSCode reads the server elsewhere now"),
    row(Client::Vscode, PartKind::Instructions, Some("AGENTS.md"), None, Content::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Vscode, PartKind::Skill, SHARED_SKILL, Some("@copilot/skills/handoff/SKILL.md"), Content::Whole(SKILL)),
    row(Client::Vscode, PartKind::Hooks, Some(".github/hooks/handoff.json"), Some("@copilot/hooks/handoff.json"), Content::Hooks(HookFormat::Shells(COPILOT))),
    row(Client::Copilot, PartKind::Server, Some(".mcp.json"), None, Content::Server(ServerFormat::Typed(SERVERS))),
    row(Client::Copilot, PartKind::Server, None, Some("@copilot/mcp-config.json"), Content::Server(ServerFormat::Copilot(SERVERS))),
    row(Client::Copilot, PartKind::Instructions, Some("AGENTS.md"), None, Content::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Copilot, PartKind::Skill, SHARED_SKILL, Some("@copilot/skills/handoff/SKILL.md"), Content::Whole(SKILL)),
    row(Client::Copilot, PartKind::Hooks, Some(".github/hooks/handoff.json"), Some("@copilot/hooks/handoff.json"), Content::Hooks(HookFormat::Shells(COPILOT))),
    row(Client::Gemini, PartKind::Server, Some(".gemini/settings.json"), Some("~/.gemini/settings.json"), Content::Server(ServerFormat::Plain(SERVERS))),
    row(Client::Gemini, PartKind::Instructions, Some("GEMINI.md"), Some("~/.gemini/GEMINI.md"), Content::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Gemini, PartKind::Skill, SHARED_SKILL, Some("~/.agents/skills/handoff/SKILL.md"), Content::Whole(SKILL)),
    row(Client::Gemini, PartKind::Hooks, Some(".gemini/settings.json"), Some("~/.gemini/settings.json"), Content::Hooks(HookFormat::Groups(GEMINI, 1000))),
    row(Client::Antigravity, PartKind::Server, Some(".agents/mcp_config.json"), None, Content::Server(ServerFormat::Plain(SERVERS))),
    row(Client::Antigravity, PartKind::Instructions, Some("AGENTS.md"), None, Content::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Antigravity, PartKind::Skill, SHARED_SKILL, None, Content::Whole(SKILL)),
    row(Client::Opencode, PartKind::Server, Some("opencode.json|opencode.jsonc"), Some("@config/opencode/opencode.json|@config/opencode/opencode.jsonc"), Content::Server(ServerFormat::Words(&["mcp", "handoff"]))),
    row(Client::Opencode, PartKind::Instructions, Some("AGENTS.md"), Some("@config/opencode/AGENTS.md"), Content::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Opencode, PartKind::Command, Some(".opencode/commands/handoff.md"), Some("@config/opencode/commands/handoff.md"), Content::Whole(COMMAND)),
    row(Client::Opencode, PartKind::Hooks, Some(".opencode/plugins/handoff.js"), Some("@config/opencode/plugins/handoff.js"), Content::Plugin),
    row(Client::Cline, PartKind::Server, None, Some("@cline"), Content::Server(ServerFormat::Plain(SERVERS))),
    row(Client::Cline, PartKind::Server, None, Some("@code/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"), Content::Server(ServerFormat::Plain(SERVERS))),
    row(Client::Cline, PartKind::Permissions, None, Some("@cline"), Content::ReadingTools(APPROVED, "")),
    row(Client::Cline, PartKind::Permissions, None, Some("@code/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"), Content::ReadingTools(APPROVED, "")),
    row(Client::Cline, PartKind::Instructions, Some("AGENTS.md"), None, Content::Block(Comment::Html, INSTRUCTIONS)),
    row(Client::Cline, PartKind::Skill, Some(".cline/skills/handoff/SKILL.md"), Some("~/.cline/skills/handoff/SKILL.md"), Content::Whole(SKILL)),
    row(Client::Cline, PartKind::Hooks, Some(".clinerules/hooks/TaskStart"), None, Content::Script("session-start")),
    row(Client::Cline, PartKind::Hooks, Some(".clinerules/hooks/TaskResume"), None, Content::Script("session-start")),
    row(Client::Cline, PartKind::Hooks, Some(".clinerules/hooks/PreCompact"), None, Content::Script("pre-compact")),
    row(Client::Cline, PartKind::Hooks, Some(".clinerules/hooks/TaskComplete"), None, Content::Script("session-end")),
    row(Client::Cline, PartKind::Hooks, Some(".clinerules/hooks/TaskCancel"), None, Content::Script("session-end")),
    row(Client::Git, PartKind::Merges, Some(".gitattributes"), None, Content::Block(Comment::Hash, ATTRIBUTES)),
];

impl Row {
    /// Returns its file, for a project or for a person.
    pub fn file(&self, scope: &Scope<'_>) -> Option<PathBuf> {
        let names = if scope.for_user { self.user } else { self.project }?;
        let files: Vec<PathBuf> = names.split('|').filter_map(|name| resolve(scope.project, name)).collect();
        let file = files.iter().find(|file| file.exists()).or(files.first())?.clone();
        // An extension that is not installed has no settings.
        let is_extension = names.contains("/globalStorage/");
        (!is_extension || file.ancestors().nth(2).is_some_and(Path::exists)).then_some(file)
    }

    /// Returns what setup does with it.
    pub fn role(&self, scope: &Scope<'_>) -> Role {
        let is_claude = (self.client, self.kind) == (Client::Claude, PartKind::Instructions);
        match (self.stale, self.kind) {
            (Some(reason), _) => Role::Stale(reason),
            (None, PartKind::Permissions) if !scope.allow_reading => Role::Unused,
            (None, _) if is_claude && !scope.for_user => {
                match (self.project == Some(SHARED_INSTRUCTIONS), claude_reads_shared(scope)) {
                    (true, false) => Role::Unused,
                    (false, true) => Role::Stale("the instructions are in AGENTS.md now"),
                    _ => Role::Active,
                }
            }
            // A file of rules has no folder of hooks.
            (None, PartKind::Hooks) if self.client == Client::Cline => {
                if scope.project.join(".clinerules").is_file() {
                    Role::Unused
                } else {
                    Role::Active
                }
            }
            (None, _) => Role::Active,
        }
    }

    /// Returns what belongs into that file.
    pub fn edit(&self, scope: &Scope<'_>) -> FileEdit {
        let words = scope.start.shell_words();
        match self.content {
            Content::Server(server) => server.edit(scope),
            Content::Hooks(format) => FileEdit::Hooks(format.hooks(&words, self.client)),
            Content::Block(comment, body) => FileEdit::Block(comment, body),
            Content::Whole(text) => FileEdit::Whole(text.to_owned()),
            Content::Script(verb) => {
                let line = posix_line(&words, verb, self.client, &json!({"contextModification": NOT_FOUND}));
                FileEdit::Whole(format!("#!/bin/sh\n# handoff setup wrote this file.\n{line}\n"))
            }
            Content::Plugin => {
                let Start { words, env } = &scope.start;
                let command = if let [word] = words.as_slice() { json!(word) } else { json!(words) };
                let constants = format!(
                    "const command = {command};\nconst environment = {};\nconst notFound = {};\n",
                    json!(env),
                    json!(NOT_FOUND)
                );
                FileEdit::Whole(constants + PLUGIN)
            }
            Content::ReadingTools(path, prefix) => {
                let reading = tools(&ToolSet::ALL).filter(|tool| tool.effect == Effect::Reads);
                FileEdit::ListItems(path, reading.map(|tool| format!("{prefix}{}", tool.name)).collect())
            }
        }
    }
}

/// Returns true if Claude Code reads the instructions of `AGENTS.md`, or will if they are written there:
/// `CLAUDE.md` is missing, contains nothing but our lines, or imports the other file.
fn claude_reads_shared(scope: &Scope<'_>) -> bool {
    let [own, shared] = ["CLAUDE.md", SHARED_INSTRUCTIONS].map(|name| scope.project.join(name));
    if own.is_symlink() {
        return false;
    }
    // A file that cannot be read is not ours alone.
    let text = files::read(&own).unwrap_or_else(|_| Some("?".to_owned()));
    // An empty file that was there before setup is not ours.
    let is_new = |text: &str| backup::load(&own, text).is_none_or(|original| original.text.is_none());
    let is_only_ours = |text: &str| {
        let rest = block::remove(text, Comment::Html);
        rest.is_ok_and(|rest| rest.trim().is_empty() && rest != text) && is_new(text)
    };
    match text {
        None => shared.exists() || reads_shared(scope),
        Some(text) => text.contains("@AGENTS.md") || (shared.exists() && is_only_ours(&text)),
    }
}

/// Returns true if one of the other clients that are set up reads `AGENTS.md`.
fn reads_shared(scope: &Scope<'_>) -> bool {
    let reads = |row: &Row| row.client != Client::Claude && row.project == Some(SHARED_INSTRUCTIONS);
    ROWS.iter().any(|row| reads(row) && scope.clients.contains(&row.client))
}

impl ServerFormat {
    fn edit(self, scope: &Scope<'_>) -> FileEdit {
        let stdio = ("type", json!("stdio"));
        let start = &scope.start;
        match self {
            ServerFormat::Plain(path) => FileEdit::JsonEntry(path, entry([], start, &["mcp"])),
            ServerFormat::Typed(path) => FileEdit::JsonEntry(path, entry([stdio], start, &["mcp"])),
            ServerFormat::Copilot(path) => {
                FileEdit::JsonEntry(path, entry([stdio, ("tools", json!(["*"]))], start, &["mcp"]))
            }
            ServerFormat::Folder(path) => {
                FileEdit::JsonEntry(path, entry([stdio], start, &["mcp", "--project", FOLDER_VARIABLE]))
            }
            ServerFormat::Desktop(path) => {
                let project = scope.project.display().to_string();
                FileEdit::JsonEntry(path, entry([], &Start::new(true), &["mcp", "--project", &project]))
            }
            ServerFormat::Toml(path) => FileEdit::TomlEntry(path, entry([], start, &["mcp"])),
            ServerFormat::Words(path) => {
                let command: Vec<&str> = start.words.iter().map(String::as_str).chain(["mcp"]).collect();
                let mut entry = json!({"type": "local", "command": command, "enabled": true});
                if let (Some(entry), false) = (entry.as_object_mut(), start.env.is_empty()) {
                    entry.insert("environment".to_owned(), json!(start.env));
                }
                FileEdit::JsonEntry(path, entry)
            }
        }
    }
}

/// Returns the entry of a server with these members, which is started with these arguments.
fn entry<const N: usize>(members: [(&str, Value); N], start: &Start, arguments: &[&str]) -> Value {
    let (program, first) =
        start.words.split_first().map_or((program::NAME, &[][..]), |(program, first)| (program, first));
    let arguments: Vec<&str> = first.iter().map(String::as_str).chain(arguments.iter().copied()).collect();
    let command = [("command", json!(program)), ("args", json!(arguments))];
    let env = (!start.env.is_empty()).then(|| ("env", json!(start.env)));
    let members = members.into_iter().chain(command).chain(env).map(|(name, value)| (name.to_owned(), value));
    Value::Object(members.collect::<Map<String, Value>>())
}

impl HookFormat {
    fn hooks(self, words: &[String], client: Client) -> Vec<Hook> {
        let message = json!({"systemMessage": NOT_FOUND});
        let group = |command: String, timeout: u32| json!({"hooks": [{"type": "command", "command": command, "timeout": timeout}]});
        let (events, version) = match self {
            HookFormat::Groups(events, _) | HookFormat::PosixGroups(events) => (events, None),
            HookFormat::Single(events) | HookFormat::Shells(events) => (events, Some(1)),
        };
        let element = |verb: &str, seconds: u32| match self {
            HookFormat::Groups(_, units_per_second) => {
                group(plain_line(&quoted(words), verb, client), seconds * units_per_second)
            }
            HookFormat::PosixGroups(_) => {
                let mut group = group(posix_line(words, verb, client, &message), seconds);
                if let (PRE_EDIT, Some(members)) = (verb, group.as_object_mut()) {
                    members.insert("matcher".to_owned(), json!(EDIT_TOOLS));
                }
                group
            }
            HookFormat::Single(_) => json!({"command": plain_line(&quoted(words), verb, client)}),
            // VSCode and Copilot CLI read the same file.
            HookFormat::Shells(_) => json!({
                "type": "command",
                "bash": posix_line(words, verb, Client::Copilot, &message),
                "powershell": powershell_line(words, verb, Client::Copilot, &message),
                "timeoutSec": seconds,
            }),
        };
        // npx takes longer to start than most tools. What is needed is not noted where nothing would remove the note.
        let is_frequent = |verb: &str| matches!(verb, PRE_EDIT | NEEDS_YOU | GOES_ON);
        let is_npx = words.first().is_some_and(|word| word == "npx");
        let is_wanted = |(_, verb, _): &&HookEvent| !(is_npx && is_frequent(verb));
        let hook = |(event, verb, seconds): &HookEvent| Hook {
            event,
            marker: format!(" hook {verb} "),
            element: element(verb, *seconds),
            version,
        };
        events.iter().filter(is_wanted).map(hook).collect()
    }
}

fn plain_line(program: &str, verb: &str, client: Client) -> String {
    format!("{program} hook {verb} --client {}", client.name())
}

/// Returns the words as a shell reads them.
fn quoted(words: &[String]) -> String {
    words.iter().map(|word| quote(word)).collect::<Vec<_>>().join(" ")
}

/// Returns the line for a POSIX shell. Where the command is named by its name, the line succeeds without it,
/// and at the start of a conversation it prints the message then.
fn posix_line(words: &[String], verb: &str, client: Client, message: &Value) -> String {
    let line = plain_line(&quoted(words), verb, client);
    match (words == [program::NAME], verb) {
        (false, _) => line,
        (true, "session-start") => format!("command -v {} >/dev/null && {line} || echo '{message}'", program::NAME),
        (true, _) => format!("command -v {} >/dev/null && {line} || true", program::NAME),
    }
}

/// Returns the same for PowerShell.
fn powershell_line(words: &[String], verb: &str, client: Client, message: &Value) -> String {
    if words != [program::NAME] {
        let quoted: Vec<String> = words.iter().map(|word| format!("'{}'", word.replace('\'', "''"))).collect();
        return plain_line(&format!("& {}", quoted.join(" ")), verb, client);
    }
    let line = plain_line(program::NAME, verb, client);
    let otherwise = if verb == "session-start" { format!(" else {{ '{message}' }}") } else { String::new() };
    format!("if (Get-Command {} -ErrorAction SilentlyContinue) {{ {line} }}{otherwise}", program::NAME)
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
        "@copilot" => named("COPILOT_HOME").or_else(|| Some(home?.join(".copilot")))?,
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
            let base = || named("CLINE_DIR").or_else(|| Some(home?.join(".cline")));
            let data = || named("CLINE_DATA_DIR").or_else(|| Some(base()?.join("data")));
            let default = || Some(data()?.join("settings/cline_mcp_settings.json"));
            return named("CLINE_MCP_SETTINGS_PATH").or_else(default);
        }
        _ => return Some(project.join(name)),
    };
    Some(if split.1.is_empty() { base } else { base.join(split.1) })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn hook_quotes_the_words_of_the_command() {
        for (start, expected) in [
            (words(&["/R&D (x)/handoff"]), "'/R&D (x)/handoff' hook session-start --client cursor"),
            (words(&["npx", "-y", "@a/b"]), "npx -y '@a/b' hook session-start --client cursor"),
        ] {
            let hooks = HookFormat::Single(CURSOR).hooks(&start, Client::Cursor);
            assert_eq!(hooks.first().unwrap().element["command"], expected);
        }
    }

    #[test]
    fn hook_without_the_command_is_silent_only_where_it_is_named_by_its_name() {
        let message = json!({});
        for (start, posix, powershell) in [
            (
                words(&["handoff"]),
                "command -v handoff >/dev/null && handoff hook stop --client claude || true",
                "if (Get-Command handoff -ErrorAction SilentlyContinue) { handoff hook stop --client claude }",
            ),
            (
                words(&["npx", "-y", "@a/b"]),
                "npx -y '@a/b' hook stop --client claude",
                "& 'npx' '-y' '@a/b' hook stop --client claude",
            ),
        ] {
            assert_eq!(posix_line(&start, "stop", Client::Claude, &message), posix);
            assert_eq!(powershell_line(&start, "stop", Client::Claude, &message), powershell);
        }
    }

    #[test]
    fn entry_starts_the_server_without_a_shell() {
        let (editor, script) = (r"C:\Program Files\Code.exe", r"D:\Ann Lee\bin\handoff.js");
        let env = json!({"ELECTRON_RUN_AS_NODE": "1"});
        let on_windows: Start = serde_json::from_value(json!({"words": [editor, script], "env": env})).unwrap();
        let by_npx: Start = serde_json::from_value(json!({"words": ["npx", "-y", "@a/b"]})).unwrap();
        for (start, format, expected) in [
            (
                &on_windows,
                ServerFormat::Plain(SERVERS),
                json!({"command": editor, "args": [script, "mcp"], "env": env}),
            ),
            (
                &on_windows,
                ServerFormat::Words(SERVERS),
                json!({"type": "local", "command": [editor, script, "mcp"], "enabled": true, "environment": env}),
            ),
            (
                &by_npx,
                ServerFormat::Typed(SERVERS),
                json!({"type": "stdio", "command": "npx", "args": ["-y", "@a/b", "mcp"]}),
            ),
        ] {
            let scope = Scope {
                project: Path::new("/garden"),
                for_user: true,
                allow_reading: false,
                start: start.clone(),
                clients: &[],
            };
            assert_eq!(format.edit(&scope), FileEdit::JsonEntry(SERVERS, expected));
        }
    }
}
