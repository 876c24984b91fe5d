// The programs of agents that `handoff setup` connects. VSCode itself is not among them: it gets the server from the
// extension.

export interface AgentProgram {
  /** Name of the client, as `handoff setup` has it. */
  readonly client: string;
  readonly label: string;
  /** The program and its arguments before a prompt that begins a conversation; absent if it has no such argument. */
  readonly start?: readonly [string, ...string[]];
}

export const agentPrograms: readonly AgentProgram[] = [
  { client: "claude", label: "Claude Code", start: ["claude"] },
  { client: "codex", label: "Codex", start: ["codex"] },
  { client: "copilot", label: "Copilot CLI", start: ["copilot", "-i"] },
  { client: "cursor", label: "Cursor", start: ["cursor-agent"] },
  { client: "gemini", label: "Gemini CLI", start: ["gemini", "-i"] },
  { client: "antigravity", label: "Antigravity" },
  { client: "opencode", label: "opencode", start: ["opencode", "--prompt"] },
  { client: "cline", label: "Cline" },
];
