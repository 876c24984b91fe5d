// The records of a tab, newest first, or those that match the search. Requirements begin with those that lack something.
import { t } from "@vscode/l10n";
import { useNow } from "../shared/clock.ts";
import { Icon } from "../shared/components/Icons.tsx";
import { moveRowFocus } from "../shared/listPage/rowKeys.ts";
import { SearchField } from "../shared/listPage/SearchField.tsx";
import { memo } from "../shared/memo.ts";
import { useProgressiveCount } from "../shared/progressiveRender.ts";
import { timeText } from "../shared/text/dates.ts";
import { agoText } from "../shared/text/names.ts";
import { useLibrary } from "./state/actions.ts";
import type { Actions } from "./state/actions.ts";
import type { LibraryRecord } from "./state/state.ts";
import { documentTypeName, memoryKindName, referralStatusIcon, referralStatusName, referralTypeName, requirementFacts, requirementGaps, tabIcons, tabName } from "./records/texts.ts";

/** Rows that are painted first: more than fit into a window. */
const INITIAL_ROWS = 30;
/** Minimum height of a row, which the style sheet repeats. */
const ROW = 46;

export function RecordList() {
  const { state, actions } = useLibrary();
  const listed = state.listed.value;
  const { tab, text } = state.query.value;
  const shown = state.shown.value?.path;
  const now = useNow();
  const rendered = listed.slice(0, useProgressiveCount(listed.length, INITIAL_ROWS + Math.ceil(state.scroll.peek() / ROW)));
  const hasTabStop = rendered.some(({ path }) => path === shown);
  return (
    <div class="side">
      <SearchField label={t("Search the library")} text={text} search={(typed) => void actions.search(typed)} />
      <Gaps records={listed} />
      {listed.length === 0 && <p class="muted nothing">{t("No entry here contains all of these words.")}</p>}
      <ul class="list-rows" aria-label={tab === "requirements" ? t("Requirements, incomplete ones first") : t("{name}, newest first", { name: tabName(tab) })} onKeyDown={moveRowFocus}>
        {rendered.map((record, at) => (
          <RecordRow
            key={record.path}
            record={record}
            isShown={record.path === shown}
            isTabStop={hasTabStop ? record.path === shown : at === 0}
            now={now}
            locale={state.locale.value}
            show={actions.show}
          />
        ))}
      </ul>
    </div>
  );
}

/** Says above the list of requirements what they lack. */
function Gaps({ records }: { records: readonly LibraryRecord[] }) {
  const gaps = requirementGaps(records.flatMap((record) => (record.tab === "requirements" ? [record.requirement] : [])));
  return gaps === "" ? null : <p class="muted nothing">{gaps}</p>;
}

interface RowProps {
  record: LibraryRecord;
  isShown: boolean;
  isTabStop: boolean;
  now: number;
  locale: string;
  show: Actions["show"];
}

const RecordRow = memo(({ record, isShown, isTabStop, now, locale, show }: RowProps) => {
  const { icon, label, title, at, facts } = describe(record);
  return (
    <li class="list-item">
      <button
        type="button"
        class="list-row"
        aria-current={isShown ? "true" : undefined}
        tabindex={isTabStop ? 0 : -1}
        onClick={() => void show({ path: record.path })}
      >
        <Icon name={icon} {...(label !== undefined && { label })} />
        <span class="list-text">
          <span class="list-title">
            <span class="clipped" dir="auto">{title}</span>
          </span>
          <span class="facts clipped">
            {at !== "" && (
              <time dateTime={at} title={timeText(at, locale)}>
                {agoText(at, now, locale)}
              </time>
            )}
            {facts.filter((fact) => fact !== "").map((fact, index) => (at === "" && index === 0 ? fact : ` · ${fact}`))}
          </span>
        </span>
      </button>
    </li>
  );
});

interface RowTexts {
  icon: string;
  /** Accessible name of the icon. */
  label?: string;
  title: string;
  /** RFC 3339 or empty. */
  at: string;
  facts: string[];
}

function describe(record: LibraryRecord): RowTexts {
  switch (record.tab) {
    case "referrals": {
      const { id, status, summary, createdAt, sourceProject, referralType } = record.referral;
      return {
        icon: referralStatusIcon(status),
        label: referralStatusName(status),
        title: summary || id,
        at: createdAt,
        facts: [sourceProject, referralTypeName(referralType)],
      };
    }
    case "memories": {
      const { id, text, createdAt, memoryKind, tags } = record.memory;
      const title = text.split("\n", 1)[0] ?? "";
      return { icon: tabIcons.memories, title: title || id, at: createdAt, facts: [memoryKindName(memoryKind), ...tags] };
    }
    case "documents": {
      const { slug, title, updatedAt, docType, tags } = record.document;
      return { icon: tabIcons.documents, title: title || slug, at: updatedAt, facts: [documentTypeName(docType), ...tags] };
    }
    case "requirements": {
      const { id, title, tasks, proven } = record.requirement;
      const isComplete = tasks.length > 0 && proven;
      return { icon: isComplete ? "pass" : "warning", title: `${id} ${title}`.trim(), at: "", facts: requirementFacts(record.requirement) };
    }
  }
}
