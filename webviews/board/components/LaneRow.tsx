// A lane: a header that folds it, and one cell per column.
import { t } from "@vscode/l10n";
import { Avatar } from "../../shared/components/Avatar.tsx";
import { Icon, PriorityIcon } from "../../shared/components/Icons.tsx";
import { priorities } from "../../contract/generated/values.ts";
import { useBoard } from "../actions/actions.ts";
import type { Lane } from "../state/lanes.ts";
import { laneTitle } from "../state/laneTitle.ts";
import { laneName } from "../state/state.ts";
import { Cell } from "./Cell.tsx";

export function LaneRow({ lane }: { lane: Lane }) {
  const { state } = useBoard();
  const named = state.laneKind.value !== "none";
  const name = laneName(state, lane.key);
  const folded = named && state.foldedLanes.value.includes(name);
  return (
    <section class={named ? "lane" : "lane only"} aria-label={named ? laneTitle(state, lane.key) : t("Columns")}>
      {named && <LaneHeader lane={lane} name={name} folded={folded} />}
      {!folded && (
        <div class="cells">
          {state.columns.value.map((status) => (
            <Cell
              key={status}
              status={status}
              lane={lane.key}
              cards={lane.cells.get(status) ?? []}
              isFolded={state.foldedColumns.value.includes(status)}
            />
          ))}
        </div>
      )}
    </section>
  );
}

function LaneHeader({ lane, name, folded }: { lane: Lane; name: string; folded: boolean }) {
  const { state } = useBoard();
  const toggle = (): void => {
    const others = state.foldedLanes.peek().filter((other) => other !== name);
    state.foldedLanes.value = folded ? others : [...others, name];
  };
  return (
    <h2 class="lane-header">
      <button type="button" class="button" aria-expanded={!folded} onClick={toggle}>
        <Icon name={folded ? "chevron-right" : "chevron-down"} />
        <LanePicture lane={lane.key} />
        <span class="clipped">{laneTitle(state, lane.key)}</span>
        <span class="count">{lane.size}</span>
      </button>
    </h2>
  );
}

function LanePicture({ lane }: { lane: string }) {
  const { state } = useBoard();
  const kind = state.laneKind.value;
  if (kind === "assignee" && lane !== "") {
    const person = state.snapshot.value?.project.assignees.find(({ key }) => key === lane);
    return <Avatar id={lane} name={person?.name ?? lane} color={person?.color ?? ""} kind={person?.kind} named={false} />;
  }
  const priority = kind === "priority" ? priorities.find((known) => known === lane) : undefined;
  return priority === undefined ? null : <PriorityIcon priority={priority} />;
}
