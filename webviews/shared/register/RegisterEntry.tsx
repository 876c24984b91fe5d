// An entry of the register: its text, how sure it is, who said it, and why it is no longer valid.
import { t } from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import type { RegisterRow } from "../../contract/generated/protocol.ts";
import { Icon } from "../components/Icons.tsx";
import { timeText } from "../text/dates.ts";
import { confidence, itemOwner, stateText } from "./texts.ts";

/** Icons differ in shape, so that nothing depends on color alone. */
const confidenceIcons: Record<string, string> = { confirmed: "verified", estimated: "telescope", unverified: "question" };

/** Opens what a pointer or a reference refers to. */
interface EntryTargets {
  openPointer(path: string, lines: string): void;
  openLink(target: string): void;
}

interface Props {
  row: RegisterRow;
  locale: string;
  targets: EntryTargets;
  children?: ComponentChildren;
}

export function RegisterEntry({ row, locale, targets, children }: Props) {
  const isPast = row.state.kind !== "standing";
  const since = row.since === "" ? "" : timeText(row.since, locale);
  const facts = [row.kind === "openItem" ? itemOwner(row.detail) : "", row.author, since, row.private ? t("private") : ""].filter((fact) => fact !== "");
  return (
    <li class={isPast ? "entry-past" : ""}>
      <p class="entry-text" dir="auto">
        <span class="words">
          <EntryText row={row} targets={targets} />
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
function EntryText({ row: { kind, text, detail }, targets }: Pick<Props, "row" | "targets">) {
  if (kind === "pointer") {
    return (
      <button type="button" class="button link place" onClick={() => targets.openPointer(text, detail)}>
        {detail === "" ? text : `${text}:${detail}`}
      </button>
    );
  }
  if (kind !== "reference" || detail === "") return text;
  return (
    <button type="button" class="button link" title={detail} onClick={() => targets.openLink(detail)}>
      {text}
    </button>
  );
}
