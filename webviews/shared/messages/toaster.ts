// The message at the foot of the page: one at a time, with at most one action such as Undo,
// and Take Over if somebody else holds the changed task.
import { t } from "@vscode/l10n";
import { signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import type { Actor } from "../../contract/generated/protocol.ts";
import type { HeldTask } from "../../contract/common.ts";
import { announce } from "./announcer.ts";
import { spokenActor } from "../text/names.ts";

interface Message {
  kind: "info" | "warning" | "error";
  text: string;
  /** A second line. */
  details?: string;
  /** Who did what the message tells. */
  actor?: Actor;
  action?: { label: string; run: () => void };
  /** Who works on the changed task, which the user can take over. */
  held?: HeldTask & { takeOver: () => void };
  /** What the page asks about it. Without an answer nothing happens. */
  question?: { text: string; choices: readonly { label: string; run: () => void }[] };
  /** Stays until it is dismissed or replaced, as errors do. */
  lasting?: boolean;
}

/** Says who holds the task of a message. */
export function heldText({ id, actor }: HeldTask): string {
  return t("{id} is held by {actor}.", { id, actor: spokenActor(actor) });
}

export interface Toaster {
  readonly current: ReadonlySignal<Message | null>;
  /** Replaces the current message, and announces it to screen readers. */
  show: (message: Message) => void;
  /**
   * Shows a message that nobody asked for. It replaces an earlier one of its kind, and waits for any
   * other. Of several that wait, the last one is shown.
   */
  tell: (message: Message) => void;
  dismiss: () => void;
}

export function createToaster(): Toaster {
  const current = signal<Message | null>(null);
  /** The current message, if nobody asked for it. */
  let told: Message | null = null;
  let waiting: Message | null = null;

  function show(message: Message): void {
    current.value = message;
    const { text, details, held, question } = message;
    const more = [details, held === undefined ? undefined : heldText(held), question?.text].filter((line) => line !== undefined);
    announce([text, ...more].join(" "));
  }

  function tell(message: Message): void {
    if (current.peek() === told) {
      told = message;
      show(message);
    } else {
      waiting = message;
    }
  }

  function dismiss(): void {
    const next = waiting;
    current.value = null;
    told = null;
    waiting = null;
    if (next !== null) tell(next);
  }

  return { current, show, tell, dismiss };
}
