// Decisions, blockers, pointers and references of a session.
import { t } from "@vscode/l10n";
import type { PointerChange, RegisterRow, SessionView } from "../../contract/generated/protocol.ts";
import { Icon } from "../../shared/components/Icons.tsx";
import { EntryLine } from "../components/EntryLine.tsx";
import { Section } from "../../shared/listPage/Section.tsx";
import { useSessions } from "../state/actions.ts";
import { changeText } from "../../shared/register/texts.ts";

export function Entries({ title, rows }: { title: string; rows: readonly RegisterRow[] }) {
  return (
    <Section title={title} count={rows.length}>
      <ul class="entries">
        {rows.map((row) => (
          <EntryLine key={row.id} row={row} />
        ))}
      </ul>
    </Section>
  );
}

/** Icons differ in shape, so that nothing depends on color alone. */
const changeIcons: Record<PointerChange, string> = { unchanged: "check", moved: "arrow-right", changed: "edit", gone: "trash" };

export function Pointers({ view }: { view: SessionView }) {
  const { state, actions } = useSessions();
  const known = state.details.value;
  const states = new Map(known?.id === view.summary.id ? known.details.pointers.map((pointer) => [pointer.id, pointer]) : []);
  return (
    <Section title={t("Pointers")} count={view.pointers.length}>
      <ul class="entries">
        {view.pointers.map(({ id, text, detail, reason }) => {
          const now = states.get(id);
          const lines = now?.lines || detail;
          return (
            <li key={id}>
              <p class="entry-text">
                <button type="button" class="button link place" onClick={() => void actions.openPointer(text, lines)}>
                  {detail === "" ? text : `${text}:${detail}`}
                </button>
                {now !== undefined && (
                  <span class={`pill change-${now.change}`}>
                    <Icon name={changeIcons[now.change]} />
                    {changeText(now)}
                  </span>
                )}
              </p>
              <p class="entry-facts" dir="auto">
                {reason}
              </p>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
