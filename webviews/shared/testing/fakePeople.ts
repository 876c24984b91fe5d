// Assignees of the fake projects.
import type { Assignee } from "../../contract/generated/protocol.ts";

export const fakePeople: Assignee[] = [
  { key: "maya", name: "Maya Ito", color: "#2F80ED", kind: "human", configured: true, openTasks: 9 },
  { key: "kenji", name: "健二", color: "", kind: "human", configured: true, openTasks: 6 },
  { key: "ai", name: "AI agent", color: "#27AE60", kind: "agent", configured: true, openTasks: 5 },
];
