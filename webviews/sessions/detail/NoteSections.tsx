// The notes and the checklist of a session.
import { t } from "@vscode/l10n";
import { useId } from "preact/hooks";
import type { ChecklistItem, SessionView } from "../../contract/generated/protocol.ts";
import { Section } from "../components/Section.tsx";
import { useSessions } from "../state/context.ts";
import { categoryName, itemOwner } from "../state/texts.ts";

/** What the next conversation should do comes first. */
const order = ["suggestion", "caution", "context"];

export function Notes({ view }: { view: SessionView }) {
  const rank = (category: string): number => (order.indexOf(category) + order.length + 1) % (order.length + 1);
  const notes = view.notes.toSorted((left, right) => rank(left.category) - rank(right.category));
  return (
    <Section title={t("Notes")} count={notes.length}>
      <ul class="entries">
        {notes.map(({ note, category, author, standing }, at) => (
          <li key={at} class={standing ? "" : "past"}>
            <p class="entry-text" dir="auto">
              {category !== "" && <span class={`pill note-${category}`}>{categoryName(category)}</span>} {note}
            </p>
            <p class="entry-facts">{[author, standing ? "" : t("No longer stands")].filter((fact) => fact !== "").join(" · ")}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Checklist({ view }: { view: SessionView }) {
  const { checklist, summary } = view;
  const { done, total } = summary.checklist;
  const isEditable = summary.status === "active";
  return (
    <Section title={t("Checklist")} count={checklist.length} detail={total > 0 ? `${done}/${total}` : ""}>
      <ul class="entries">
        {checklist.map((item) => (
          <ChecklistLine key={`${item.index} ${item.item}`} item={item} session={summary.id} isEditable={isEditable} />
        ))}
      </ul>
      {!isEditable && <p class="muted hint">{t("Only an active session can be ticked.")}</p>}
    </Section>
  );
}

function ChecklistLine({ item, session, isEditable }: { item: ChecklistItem; session: string; isEditable: boolean }) {
  const { state, actions } = useSessions();
  const id = useId();
  return (
    <li class="checklist-line">
      <input
        type="checkbox"
        id={id}
        checked={item.checked}
        disabled={!isEditable || state.readOnly.value}
        onChange={({ currentTarget }) => {
          const { checked } = currentTarget;
          // The next snapshot shows what the file says.
          currentTarget.checked = item.checked;
          void actions.tick(session, item, checked);
        }}
      />
      <label for={id} dir="auto" class={item.checked ? "past" : ""}>
        {item.item}
      </label>
      <span class="entry-facts">
        {[item.owner === "" ? "" : itemOwner(item.owner), item.other ? t("of another session") : ""].filter((fact) => fact !== "").join(" · ")}
      </span>
    </li>
  );
}
