// The register of the project: entries by kind, with what superseded them.
import { t } from "@vscode/l10n";
import { useState } from "preact/hooks";
import type { RegisterKind, RegisterRow } from "../../contract/generated/protocol.ts";
import type { RegisterAction } from "../../contract/sessions.ts";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { EntryLine } from "../components/EntryLine.tsx";
import { Missing } from "../components/Missing.tsx";
import { haveWords, searchWords } from "../../shared/filter/searchWords.ts";
import { SearchField } from "../../shared/listPage/SearchField.tsx";
import { Section } from "../../shared/listPage/Section.tsx";
import { useSessions } from "../state/actions.ts";
import { canConfirm } from "../state/state.ts";
import { kindName } from "../../shared/register/texts.ts";

/** The kinds in their order on the page. */
const kinds: readonly RegisterKind[] = ["decision", "caution", "blocker", "openItem", "pointer", "reference", "suggestion", "contextNote"];

export function RegisterPane({ rows }: { rows: readonly RegisterRow[] | null }) {
  const { state } = useSessions();
  const [showsPast, setShowsPast] = useState(false);
  const [sought, setSought] = useState("");
  if (rows === null) return <Missing title={t("The register could not be loaded")} text={t("Try again, or see the log of Handoff for the cause.")} />;
  const words = searchWords(sought);
  const found = rows.filter(({ id, text, reason, detail, author }) => haveWords([id, text, reason, detail, author], words));
  const standing = found.filter((row) => row.state.kind === "standing");
  const shown = showsPast ? found : standing;
  const active = state.active.value;
  return (
    <div class="register">
      <h2 class="visually-hidden">{t("Register")}</h2>
      <SearchField label={t("Search the register")} text={sought} search={setSought} />
      <div class="register-head">
        <p class="muted">
          {active === null
            ? t("Changes are recorded in the session that was saved last.")
            : t("Changes are recorded in the active session “{summary}”.", { summary: active.summary })}
        </p>
        <label class="check">
          <input type="checkbox" checked={showsPast} onChange={({ currentTarget }) => setShowsPast(currentTarget.checked)} />
          {t("Show what no longer stands ({count})", { count: found.length - standing.length })}
        </label>
      </div>
      {shown.length === 0 && <p class="muted nothing">{words.length === 0 ? t("Nothing stands yet.") : t("Nothing found")}</p>}
      {kinds.map((kind) => (
        <EntryGroup key={kind} kind={kind} rows={shown.filter((row) => row.kind === kind)} />
      ))}
    </div>
  );
}

/** Number of entries of a kind that are shown first. */
const SHOWN_FIRST = 100;

function EntryGroup({ kind, rows }: { kind: RegisterKind; rows: readonly RegisterRow[] }) {
  const [all, setAll] = useState(false);
  return (
    <Section title={kindName(kind)} count={rows.length}>
      <ul class="entries">
        {(all ? rows : rows.slice(0, SHOWN_FIRST)).map((row) => (
          <EntryLine key={row.id} row={row}>
            <EntryFoot row={row} />
          </EntryLine>
        ))}
      </ul>
      {!all && rows.length > SHOWN_FIRST && (
        <Button kind="link" onClick={() => setAll(true)}>
          {t("Show all {count} entries", { count: rows.length })}
        </Button>
      )}
    </Section>
  );
}

/** Where an entry comes from, and what can be done with it. */
function EntryFoot({ row }: { row: RegisterRow }) {
  const { state, actions } = useSessions();
  const canChange = row.state.kind === "standing" && !state.readOnly.value;
  const button = (action: RegisterAction, icon: string, label: string) => (
    <Button icon={icon} kind="outlined" onClick={() => void actions.change(action, row.id)}>
      {label}
      <span class="visually-hidden">: {row.text}</span>
    </Button>
  );
  return (
    <div class="entry-foot">
      {row.sessions.map((id) => (
        <button key={id} type="button" class="button link" onClick={() => void actions.show({ tab: "sessions", session: id, text: "" })}>
          <Icon name="history" />
          <span class="clipped">{state.names.value.get(id) ?? id}</span>
        </button>
      ))}
      {row.supersedes.length > 0 && <span class="muted">{t("Supersedes: {decisions}", { decisions: row.supersedes.join(", ") })}</span>}
      {canChange && (
        <span class="entry-actions">
          {canConfirm(row) && button("confirm", "verified", t("Confirm"))}
          {row.kind === "decision" && button("supersede", "replace", t("Supersede…"))}
          {button("withdraw", "circle-slash", t("Withdraw…"))}
        </span>
      )}
    </div>
  );
}
