// The programs of agents that `handoff setup` connects, with the files in the project that it changes for each, as
// docs/setup.md describes them.

export const agentPrograms = [
  { client: "claude", label: "Claude Code", files: [".mcp.json", "CLAUDE.md", "AGENTS.md", ".claude/"] },
  { client: "codex", label: "Codex", files: [".codex/", "AGENTS.md", ".agents/"] },
  { client: "vscode", label: "VSCode (GitHub Copilot)", files: [".mcp.json", "AGENTS.md", ".agents/", ".github/hooks/"] },
  { client: "copilot", label: "Copilot CLI", files: [".mcp.json", "AGENTS.md", ".agents/", ".github/hooks/"] },
  { client: "cursor", label: "Cursor", files: [".cursor/", "AGENTS.md", ".agents/"] },
  { client: "gemini", label: "Gemini CLI", files: [".gemini/settings.json", "GEMINI.md", ".agents/"] },
  { client: "antigravity", label: "Antigravity", files: ["AGENTS.md", ".agents/"] },
  { client: "opencode", label: "opencode", files: ["opencode.json", "AGENTS.md", ".opencode/"] },
  { client: "cline", label: "Cline", files: ["AGENTS.md", ".cline/", ".clinerules/hooks/"] },
] as const;
