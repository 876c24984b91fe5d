// The programs of agents that `handoff setup` connects. VSCode itself is not among them: it gets the server from the
// extension.

interface AgentClient {
  /** Name of the client, as `handoff setup` has it. */
  readonly client: string;
  readonly label: string;
}

export const agentPrograms: readonly AgentClient[] = [
  { client: "claude", label: "Claude Code" },
  { client: "codex", label: "Codex" },
  { client: "copilot", label: "Copilot CLI" },
  { client: "cursor", label: "Cursor" },
  { client: "gemini", label: "Gemini CLI" },
  { client: "antigravity", label: "Antigravity" },
  { client: "opencode", label: "opencode" },
  { client: "cline", label: "Cline" },
];
