// An entry of the register: its text, how sure it is, who said it, and why it no longer stands.
import { t } from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import type { RegisterRow } from "../../contract/generated/protocol.ts";
import { Icon } from "../../shared/components/Icons.tsx";
import { timeText } from "../../shared/text/dates.ts";
import { useSessions } from "../state/context.ts";
import { confidence, itemOwner, stateText } from "../state/texts.ts";

/** Icons differ in shape, so that nothing depends on color alone. */
const confidenceIcons: Record<string, string> = { confirmed: "verified", estimated: "telescope", unverified: "question" };

export function EntryLine({ row, children }: { row: RegisterRow; children?: ComponentChildren }) {
  const { state } = useSessions();
  const isPast = row.state.kind !== "standing";
  const since = row.since === "" ? "" : timeText(row.since, state.locale.value);
  const facts = [row.kind === "openItem" ? itemOwner(row.detail) : "", row.author, since, row.private ? t("private") : ""].filter((fact) => fact !== "");
  return (
    <li class={isPast ? "past" : ""}>
      <p class="entry-text" dir="auto">
        <span class="words">
          <EntryText row={row} />
        </span>
        {row.confidence !== "" && (
          <span class={`pill confidence-${row.confidence}`}>
            <Icon name={confidenceIcons[row.confidence] ?? "info"} />
            {confidence(row.confidence)}
          </span>
        )}
      </p>
      {row.reason !== "" && (
        <p class="entry-reason" dir="auto">
          {row.reason}
        </p>
      )}
      {isPast && (
        <p class="entry-state" dir="auto">
          <Icon name="circle-slash" /> {stateText(row)}
        </p>
      )}
      <p class="entry-facts">{facts.join(" · ")}</p>
      {children}
    </li>
  );
}

/** The text; of a pointer or reference a link to what it refers to. */
function EntryText({ row: { kind, text, detail } }: { row: RegisterRow }) {
  const { actions } = useSessions();
  if (kind === "pointer") {
    return (
      <button type="button" class="button link place" onClick={() => void actions.openPointer(text, detail)}>
        {detail === "" ? text : `${text}:${detail}`}
      </button>
    );
  }
  if (kind !== "reference" || detail === "") return text;
  return (
    <button type="button" class="button link" title={detail} onClick={() => void actions.openLink(detail)}>
      {text}
    </button>
  );
}
