// A row of what needs the user, with buttons that act on it in place. An act may need a text, which is written below the row.
import { t } from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { Button } from "../../shared/components/Button.tsx";
import { EntryField } from "../../shared/components/EntryField.tsx";
import { useDashboard } from "../state/actions.ts";
import { RowButton } from "./Card.tsx";
import type { RowProps } from "./Card.tsx";

export interface Act {
  /** Identifies the act within its row. */
  key: string;
  /** Its label; ends with an ellipsis if it needs a text. */
  label: string;
  /** What it does, for the tooltip. */
  hint?: string;
  /** The text that it needs; absent if it needs none. */
  text?: {
    label: string;
    /** The label of the button that sends it. */
    send: string;
    /** Whether it may be empty. */
    optional?: boolean;
  };
  run(text: string): void;
}

interface ActRowProps extends RowProps {
  /** Identifies the row among all rows. */
  id: string;
  acts: readonly Act[];
  /** A control before the row. */
  control?: ComponentChildren;
  /** What belongs to the row, below it. */
  below?: ComponentChildren;
}

export function ActRow({ id, acts, control, below, ...row }: ActRowProps) {
  const { state, actions } = useDashboard();
  const item = useRef<HTMLLIElement>(null);
  const draft = state.draft.value?.row === id ? state.draft.value : null;
  const written = acts.find(({ key }) => key === draft?.act);
  const canAct = useCanAct();
  const end = (act: Act): void => {
    actions.write(null);
    item.current?.querySelector<HTMLElement>(`[data-act="${act.key}"]`)?.focus();
  };
  return (
    <li class="act-row" ref={item}>
      <div class="act-line">
        {canAct && control}
        <RowButton {...row} />
        {canAct && (
          <span class="acts">
            {acts.map((act) => (
              <button
                key={act.key}
                type="button"
                class="button outlined act"
                data-act={act.key}
                title={act.hint}
                aria-label={t("{0}: {1}", act.label, row.title)}
                aria-expanded={act.text === undefined ? undefined : written === act}
                onClick={() => (act.text === undefined ? act.run("") : actions.write({ row: id, act: act.key, text: "" }))}
              >
                {act.label}
              </button>
            ))}
          </span>
        )}
      </div>
      {below}
      {canAct && draft !== null && written?.text !== undefined && (
        <ActText
          act={written}
          text={draft.text}
          write={(text) => actions.write({ ...draft, text })}
          send={(text) => {
            actions.write(null);
            written.run(text);
          }}
          cancel={() => end(written)}
        />
      )}
    </li>
  );
}

interface ActTextProps {
  act: Act;
  text: string;
  write: (text: string) => void;
  send: (text: string) => void;
  cancel: () => void;
}

/** The field for the text of an act. Enter sends it, Escape drops it. */
function ActText({ act: { text: needed }, text, write, send, cancel }: ActTextProps) {
  if (needed === undefined) return null;
  const isMissing = (value: string): boolean => needed.optional !== true && value.trim() === "";
  const sendIfComplete = (value: string): void => {
    if (!isMissing(value)) send(value.trim());
  };
  return (
    <div class="act-text">
      <EntryField label={needed.label} placeholder={needed.label} text={text} onText={write} onEnter={sendIfComplete} onEscape={cancel} />
      <Button kind="secondary" disabled={isMissing(text)} onClick={() => sendIfComplete(text)}>
        {needed.send}
      </Button>
      <Button onClick={cancel}>{t("Cancel")}</Button>
    </div>
  );
}

/** Returns whether the user may change anything on the page. */
export function useCanAct(): boolean {
  const { state } = useDashboard();
  const snapshot = state.snapshot.value;
  return snapshot !== null && snapshot.readOnly === null && snapshot.project.paused === undefined;
}
