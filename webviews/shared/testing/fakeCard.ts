// A card of a task, for tests and pictures.
import type { Card, Status } from "../../contract/generated/protocol.ts";

export function fakeCard(id: string, title: string, status: Status = "todo", more: Partial<Card> = {}): Card {
  return {
    key: id,
    id,
    title,
    status,
    labels: [],
    overdue: false,
    criteria: { done: 0, total: 0 },
    subtasks: { done: 0, total: 0 },
    blockedBy: [],
    path: `tasks/${id}/_task.${status}.json`,
    troubled: false,
    ...more,
  };
}
