// The filter of tasks: what finds them in the toolbar, and the row below that says what is on.
import { t } from "@vscode/l10n";
import { useRef } from "preact/hooks";
import type { Filter, ProjectView } from "../../contract/generated/protocol.ts";
import { absentNames } from "../../contract/savedViews.ts";
import { Icon } from "../components/Icons.tsx";
import { useSearchKey } from "../keyboard/searchKey.ts";
import { countText } from "../text/numbers.ts";
import { FilterMenu } from "./FilterMenu.tsx";
import { FilterChips } from "./FilterChips.tsx";
import { isEmpty, withText } from "./filter.ts";
import { taskFields } from "./taskFields.tsx";
import { offeredViews, SaveView, ViewTabs } from "./ViewTabs.tsx";
import type { ViewsAccess } from "./ViewTabs.tsx";

export interface TaskFilterProps {
  filter: Filter;
  project: ProjectView;
  /** Number of matching tasks, and of all tasks. */
  matching: number;
  total: number;
  locale: string;
  onFilter: (filter: Filter) => void;
  views: ViewsAccess;
}

export function FilterBar({ filter, project, locale, onFilter }: TaskFilterProps) {
  const text = useRef<HTMLInputElement>(null);
  useSearchKey(() => text.current);
  return (
    <div class="filter-bar" role="search" aria-label={t("Filter tasks")}>
      <div class="filter-text">
        <Icon name="search" />
        <input
          ref={text}
          class="field"
          type="text"
          spellcheck={false}
          value={filter.text ?? ""}
          placeholder={t("Filter by text")}
          aria-label={t("Filter by text")}
          onInput={(event) => onFilter(withText(filter, event.currentTarget.value))}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || event.isComposing) return;
            event.stopPropagation();
            onFilter(withText(filter, ""));
          }}
        />
      </div>
      <FilterMenu fields={taskFields(filter, project, locale, onFilter)} />
    </div>
  );
}

/** The saved views, and the conditions that are on, with how many tasks meet them. */
export function FilterRow({ filter, project, matching, total, locale, onFilter, views }: TaskFilterProps) {
  const filtering = !isEmpty(filter);
  const hasContent = filtering || offeredViews(views).length > 0;
  const fields = taskFields(filter, project, locale, onFilter);
  const absent = absentNames(filter, [project]);
  return (
    <div class={hasContent ? "filter-row" : "filter-row visually-hidden"}>
      <ViewTabs views={views} filter={filter} />
      <FilterChips fields={fields} isOn={filtering} clear={() => onFilter({})} />
      <span class={filtering ? "filter-count" : "filter-count visually-hidden"} role="status">
        {tasksText(filtering, matching, total, locale)}
      </span>
      {absent.length > 0 && <AbsentNames names={absent} />}
      <SaveView views={views} filter={filter} />
    </div>
  );
}

/** Names in the filter that the project does not have, or no longer. */
function AbsentNames({ names }: { names: readonly string[] }) {
  const text = t("Not in this project: {0}", names.join(", "));
  return (
    <span class="filter-absent" role="status" aria-label={text} title={text}>
      <Icon name="search-stop" />
      <span class="clipped">{text}</span>
    </span>
  );
}

function tasksText(filtering: boolean, matching: number, total: number, locale: string): string {
  if (filtering) return t("{0} of {1} tasks", countText(matching, locale), countText(total, locale));
  return matching === 1 ? t("1 task") : t("{0} tasks", countText(matching, locale));
}
