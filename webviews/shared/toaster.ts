// The message at the foot of the page: one at a time, with at most one action such as Undo.
import { signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import { announce } from "./announcer.ts";

interface Message {
  kind: "info" | "warning" | "error";
  text: string;
  action?: { label: string; run: () => void };
  /** Stays until it is dismissed or replaced, as errors do. */
  lasting?: boolean;
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
      announce(message.text);
    },
    dismiss: () => {
      current.value = null;
    },
  };
}
