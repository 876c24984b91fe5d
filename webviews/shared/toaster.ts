// The message at the foot of the page: one at a time, with at most one action such as Undo,
// and Take Over if somebody else holds the changed task.
import { t } from "@vscode/l10n";
import { signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import type { HeldTask } from "../contract/common.ts";
import { announce } from "./announcer.ts";
import { spokenActor } from "./text/names.ts";

interface Message {
  kind: "info" | "warning" | "error";
  text: string;
  action?: { label: string; run: () => void };
  /** Who works on the changed task, which the user can take over. */
  held?: HeldTask & { takeOver: () => void };
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
  dismiss: () => void;
}

export function createToaster(): Toaster {
  const current = signal<Message | null>(null);
  return {
    current,
    show: (message) => {
      current.value = message;
      announce(message.held === undefined ? message.text : `${message.text} ${heldText(message.held)}`);
    },
    dismiss: () => {
      current.value = null;
    },
  };
}
