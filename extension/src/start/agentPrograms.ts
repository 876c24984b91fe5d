// The programs of agents that `handoff setup` connects. VSCode itself is not among them: it gets the server from the
// extension.

export const agentPrograms = [
  { client: "claude", label: "Claude Code" },
  { client: "codex", label: "Codex" },
  { client: "copilot", label: "Copilot CLI" },
  { client: "cursor", label: "Cursor" },
  { client: "gemini", label: "Gemini CLI" },
  { client: "antigravity", label: "Antigravity" },
  { client: "opencode", label: "opencode" },
  { client: "cline", label: "Cline" },
] as const;
