//! The programs that run agents, and the names by which they are known.

use clap::ValueEnum;

/// The programs that run agents, and Git.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Client {
    Claude,
    ClaudeDesktop,
    Codex,
    Cursor,
    Vscode,
    Copilot,
    Gemini,
    Antigravity,
    Opencode,
    Cline,
    Git,
}

impl Client {
    /// Returns its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Client::Claude => "claude",
            Client::ClaudeDesktop => "claude-desktop",
            Client::Codex => "codex",
            Client::Cursor => "cursor",
            Client::Vscode => "vscode",
            Client::Copilot => "copilot",
            Client::Gemini => "gemini",
            Client::Antigravity => "antigravity",
            Client::Opencode => "opencode",
            Client::Cline => "cline",
            Client::Git => "git",
        }
    }

    /// Returns the client that introduces itself with this name to an MCP server.
    fn of_mcp_name(name: &str) -> Option<Client> {
        let names = |client: Client| -> &[&str] {
            match client {
                Client::Claude => &["claude-code"],
                Client::ClaudeDesktop => &["claude-ai"],
                Client::Codex => &["codex-mcp-client"],
                Client::Cursor => &["cursor-vscode"],
                Client::Vscode => &["Visual Studio Code", "Visual Studio Code - Insiders"],
                Client::Copilot => &["github-copilot-developer"],
                Client::Gemini => &["gemini-cli-mcp-client"],
                Client::Antigravity | Client::Opencode | Client::Cline | Client::Git => &[],
            }
        };
        let is_called = |client: &&Client| {
            let own = std::iter::once(client.name()).chain(names(**client).iter().copied());
            own.into_iter().any(|known| known.eq_ignore_ascii_case(name))
        };
        Client::value_variants().iter().find(is_called).copied()
    }

    /// Returns its name as an actor, in hooks as over MCP.
    pub fn actor_name(self) -> &'static str {
        match self {
            // The name under which the activity logs know it.
            Client::Claude => "claude-code",
            other => other.name(),
        }
    }
}

/// Returns the name as an actor of a client that introduces itself to an MCP server.
pub fn actor_name(mcp_name: &str) -> &str {
    match Client::of_mcp_name(mcp_name) {
        Some(client) => client.actor_name(),
        None => mcp_name,
    }
}

#[cfg(test)]
mod tests {
    use super::{Client, actor_name};

    #[test]
    fn client_has_one_name_in_hooks_and_over_mcp() {
        for (client, mcp_name, name) in [
            (Client::Claude, "claude-code", "claude-code"),
            (Client::ClaudeDesktop, "claude-ai", "claude-desktop"),
            (Client::Codex, "codex-mcp-client", "codex"),
            (Client::Cursor, "cursor-vscode", "cursor"),
            (Client::Vscode, "Visual Studio Code", "vscode"),
            (Client::Copilot, "github-copilot-developer", "copilot"),
            (Client::Gemini, "gemini-cli-mcp-client", "gemini"),
            (Client::Antigravity, "antigravity", "antigravity"),
            (Client::Opencode, "opencode", "opencode"),
            (Client::Cline, "Cline", "cline"),
        ] {
            assert_eq!((client.actor_name(), actor_name(mcp_name)), (name, name));
            assert_eq!(actor_name(client.name()), name, "the name on the command line");
        }
        assert_eq!(actor_name("another-client"), "another-client");
    }
}
