// Draws a dependency by keys: L on the predecessor, arrows to the successor, K for the kind, Enter.
import { t } from "@vscode/l10n";
import type { DependencyKind } from "../../contract/generated/protocol.ts";
import { announce } from "../../shared/messages/announcer.ts";
import type { End } from "../state/dragState.ts";
import type { GanttParts } from "../state/actions.ts";
import { linkText } from "../state/dragText.ts";
import { rowOf } from "../state/state.ts";
import { isFixed } from "../state/tree.ts";
import { dependencyKinds } from "../../contract/generated/values.ts";

export interface LinkKeys {
  begin(key: string): boolean;
  isOpen(): boolean;
  /** Called when the focus moves to another row. */
  follow(key: string): void;
  /** Handles a key. Returns whether it did. */
  key(event: KeyboardEvent): boolean;
}

export function linkKeys({ state, actions }: GanttParts): LinkKeys {
  let open = false;
  let kind: DependencyKind = "finishToStart";

  function show(target: string | null): void {
    const drag = state.drag.peek();
    if (drag?.kind !== "link") return;
    const row = target === null ? undefined : rowOf(state, target);
    const to = row === undefined || row.key === drag.key || isFixed(row) ? null : { key: row.key, kind };
    const end: End = kind === "finishToStart" || kind === "finishToFinish" ? "end" : "start";
    const next = { kind: "link" as const, key: drag.key, end, to, pointer: null };
    state.drag.value = next;
    announce(linkText(state, next));
  }

  function close(): void {
    open = false;
    state.drag.value = null;
  }

  return {
    begin: (key) => {
      const row = rowOf(state, key);
      if (row === undefined || isFixed(row) || actions.refuseIfReadOnly()) return true;
      open = true;
      kind = "finishToStart";
      state.drag.value = { kind: "link", key, end: "end", to: null, pointer: null };
      announce(t("Select the task that waits for {0}: arrow keys select it, K changes the kind, Enter adds the dependency, Escape cancels.", row.title));
      return true;
    },
    isOpen: () => open && state.drag.peek()?.kind === "link",
    follow: (key) => {
      if (open) show(key);
    },
    key: (event) => {
      const drag = state.drag.peek();
      if (drag?.kind !== "link") return false;
      if (event.key === "Escape" || event.key === "Tab") {
        close();
        announce(t("No dependency was added."));
        return event.key === "Escape";
      }
      if (event.key.toLowerCase() === "k") {
        kind = dependencyKinds[(dependencyKinds.indexOf(kind) + 1) % dependencyKinds.length] ?? "finishToStart";
        show(drag.to?.key ?? state.focus.peek()?.key ?? null);
        return true;
      }
      if (event.key !== "Enter") return ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"].includes(event.key) ? false : event.key !== "Shift";
      const from = rowOf(state, drag.key)?.id;
      const to = drag.to === null ? undefined : rowOf(state, drag.to.key)?.id;
      const tied = drag.to?.kind ?? kind;
      close();
      if (from === undefined || to === undefined) announce(t("No dependency was added."));
      else void actions.addLink(from, to, tied, 0);
      return true;
    },
  };
}
