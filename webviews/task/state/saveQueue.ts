// Sends commands one after another, so that each is planned on the result of the previous one, and
// shows refusals at their fields.
import type { CommandResult } from "../../contract/common.ts";
import type { TaskPatch, TaskView } from "../../contract/generated/protocol.ts";
import type { PageCommand } from "../../contract/pageCommands.ts";
import type { Requests } from "../../contract/rpc.ts";
import type { TaskContract } from "../../contract/task.ts";
import { fields } from "./fields.ts";
import { isFieldName, placeOfField } from "./state.ts";
import type { FieldPlace, Notice, TaskState } from "./state.ts";
import { errorText } from "../../contract/texts/texts.ts";

export interface SaveQueue {
  /**
   * Sends a command when its turn comes; null if there is nothing to send by then. `origin` is
   * where a refusal is shown, `text` the typed text.
   */
  execute(origin: FieldPlace, command: () => PageCommand | null, text?: string): Promise<CommandResult | null>;
  /** Creates an update of this page's task. */
  update(patch: TaskPatch, seen?: TaskPatch): PageCommand;
  setNotice(place: FieldPlace, notice: Notice | null): void;
  /** Removes all notices of an attempt. */
  clearNotices(origin: FieldPlace): void;
  /** Removes notices whose reason has changed with the task. */
  clearAnswered(before: TaskView, after: TaskView): void;
}

export function createSaveQueue(
  rpc: Requests<TaskContract>,
  state: TaskState,
  announce: (message: string) => void,
): SaveQueue {
  let queue: Promise<unknown> = Promise.resolve();
  const ownId = (): string => state.task.peek()?.card.id ?? "";

  function setNotice(place: FieldPlace, notice: Notice | null): void {
    const { [place]: old, ...others } = state.notices.peek();
    if (notice === null && old === undefined) return;
    state.notices.value = notice === null ? others : { ...others, [place]: notice };
  }

  function clearNotices(origin: FieldPlace): void {
    for (const [place, notice] of Object.entries(state.notices.peek())) {
      if (notice?.origin === origin) setNotice(place as FieldPlace, null);
    }
  }

  function clearAnswered(before: TaskView, after: TaskView): void {
    for (const notice of Object.values(state.notices.peek())) {
      if (notice?.reason !== undefined && valueAt(before, notice.reason) !== valueAt(after, notice.reason)) setNotice(notice.origin, null);
    }
  }

  function report(origin: FieldPlace, result: CommandResult, text: string | undefined): void {
    const typedText = text === undefined ? {} : { text };
    switch (result.kind) {
      case "done": {
        const message = result.warnings.join(" ");
        if (message !== "") setNotice(origin, { kind: "warning", message, origin });
        return;
      }
      case "failed":
        setNotice(origin, { kind: "failed", message: result.message, origin, ...typedText });
        break;
      case "refused": {
        const named = result.field === undefined ? null : placeOfField(result.field);
        const isHere = result.task === undefined || result.task === ownId();
        const reason = named !== null && named !== fieldAt(origin) && isHere ? { reason: named } : {};
        setNotice(origin, { kind: "refused", message: result.message, code: result.code, origin, ...reason, ...typedText });
        break;
      }
    }
    announce(result.message);
  }

  async function send(command: PageCommand): Promise<CommandResult> {
    state.sending.value += 1;
    try {
      return await rpc.execute(command);
    } catch (error) {
      return { kind: "failed", message: errorText(error) };
    } finally {
      state.sending.value -= 1;
    }
  }

  return {
    execute(origin, command, text) {
      const answer = queue.then(async () => {
        const currentCommand = command();
        if (currentCommand === null) return null;
        clearNotices(origin);
        const result = await send(currentCommand);
        report(origin, result, text);
        return result;
      });
      queue = answer;
      return answer;
    },
    update: (patch, seen) => ({ kind: "updateTasks", ids: [ownId()], patch, ...(seen === undefined ? {} : { seen }) }),
    setNotice,
    clearNotices,
    clearAnswered,
  };
}

/** Returns the field of a place; a notice is not repeated there. */
function fieldAt(place: FieldPlace): FieldPlace {
  if (place.startsWith("criterion:")) return "criteria";
  return place === "comment" ? "notes" : place;
}

/** Returns a text that changes with the value at a place. */
function valueAt(task: TaskView, place: FieldPlace): string {
  const { criteria, dependencies, links, taskLinks, card } = task;
  if (isFieldName(place)) return JSON.stringify(fields[place].read(task));
  return JSON.stringify(place === "labels" ? card.labels : place === "criteria" ? criteria : [dependencies, links, taskLinks]);
}
