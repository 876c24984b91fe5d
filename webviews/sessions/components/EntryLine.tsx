// An entry of the register on the sessions page.
import type { ComponentChildren } from "preact";
import type { RegisterRow } from "../../contract/generated/protocol.ts";
import { RegisterEntry } from "../../shared/register/RegisterEntry.tsx";
import { useSessions } from "../state/actions.ts";

export function EntryLine({ row, children }: { row: RegisterRow; children?: ComponentChildren }) {
  const { state, actions } = useSessions();
  const targets = {
    openPointer: (path: string, lines: string) => void actions.openPointer(path, lines),
    openLink: (target: string) => void actions.openLink(target),
  };
  return (
    <RegisterEntry row={row} locale={state.locale.value} targets={targets}>
      {children}
    </RegisterEntry>
  );
}
