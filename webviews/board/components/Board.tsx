// The whole board: toolbar, columns and lanes, or a message if there is nothing to show.
import { t } from "@vscode/l10n";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { Button } from "../../shared/components/Button.tsx";
import { Empty, NothingMatches, ProjectContent, ReadOnlyBanner, UnreadBanner } from "../../shared/components/PageStates.tsx";
import { ToastArea } from "../../shared/components/Toast.tsx";
import { draggable } from "../../shared/drag/drag.ts";
import { isEmpty } from "../../shared/filter/filter.ts";
import { rovingBar } from "../../shared/keyboard/rovingBar.ts";
import { cardDrag } from "../input/cardDrag.ts";
import { useBoard } from "../actions/actions.ts";
import { renderProgressively } from "../../shared/progressiveRender.ts";
import { beginAdding } from "../actions/entry.ts";
import { boardClicks, boardKeys, onContextMenu } from "../input/keys.ts";
import { createRoving } from "../dom/roving.ts";
import { persistScroll, scrollToTop } from "../dom/scroll.ts";
import { ShowAllButton } from "./Cell.tsx";
import { ColumnHeader } from "./ColumnHeader.tsx";
import { DropMark } from "./DropMark.tsx";
import { EdgeStrips } from "./EdgeStrips.tsx";
import { LaneRow } from "./LaneRow.tsx";
import { BoardToolbar, SelectionBar } from "./Toolbar.tsx";
import { stepSize } from "../state/state.ts";

export function Board() {
  const { state } = useBoard();
  return (
    <div class="board-page">
      <h1 class="visually-hidden">{state.snapshot.value?.project.name || t("Board")}</h1>
      <ReadOnlyBanner reason={state.readOnly.value} />
      <UnreadBanner project={state.snapshot.value?.project} />
      <BoardToolbar />
      <Content />
      <DropMark />
      <SelectionBar />
      <ToastArea />
    </div>
  );
}

function Content() {
  const { state, actions } = useBoard();
  return (
    <ProjectContent failure={state.failure.value} project={state.snapshot.value?.project} tryAgain={() => void actions.start()}>
      {({ total }) => {
        const isAdding = state.entry.value?.kind === "add";
        const hasMatches = state.board.value.columns.some((column) => column.total > 0);
        const hasGhosts = state.board.value.columns.some(({ ghosts = [] }) => ghosts.length > 0);
        if (total === 0 && !isAdding && !hasGhosts) return <NoTasks />;
        if (!hasMatches && !isEmpty(state.query.value.filter) && !isAdding) {
          return (
            <NothingMatches clear={() => void actions.setQuery({ filter: {} })}>
              {state.query.value.leavesOnly && (
                <Button kind="secondary" onClick={() => void actions.setQuery({ leavesOnly: false })}>
                  {t("Show parent tasks")}
                </Button>
              )}
            </NothingMatches>
          );
        }
        return <Columns />;
      }}
    </ProjectContent>
  );
}

function NoTasks() {
  const { state, actions } = useBoard();
  const text = t("Tasks that you or an agent add appear here as cards, in a column for each status.");
  return (
    <Empty icon="project" title={t("No tasks yet")} text={text}>
      {state.readOnly.value === null && (
        <Button kind="primary" onClick={() => beginAdding(state, actions, "todo", "")}>
          {t("Add task")}
        </Button>
      )}
    </Empty>
  );
}

function Columns() {
  const { state, actions } = useBoard();
  const root = useRef<HTMLDivElement>(null);
  const headers = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const board = root.current;
    if (board === null) return undefined;
    const focus = createRoving(board);
    const drag = draggable(board, cardDrag(state, actions));
    const stopKeeping = persistScroll(board, state.scroll);
    const stopWatching = state.board.subscribe(() => drag.refresh());
    const onKey = boardKeys(state, actions, focus);
    board.addEventListener("keydown", onKey);
    return () => {
      board.removeEventListener("keydown", onKey);
      stopWatching();
      stopKeeping();
      drag.dispose();
      focus.dispose();
    };
  }, [state, actions]);

  useLayoutEffect(() => (headers.current === null ? undefined : rovingBar(headers.current)), []);
  useLayoutEffect(() => renderProgressively(state.renderedCount, () => stepSize(state)), [state]);

  // Where the columns were scrolled to means nothing for other cards or another order.
  const { filter, sort, leavesOnly } = state.query.value;
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (!isFirst.current && root.current !== null) scrollToTop(root.current);
    isFirst.current = false;
  }, [filter, sort, leavesOnly]);

  const clicks = useMemo(() => boardClicks(state, actions), [state, actions]);
  const { columns } = state.board.value;
  const shown = columns.filter(({ status }) => state.columns.value.includes(status));
  const byLane = state.laneKind.value !== "none";
  return (
    <div class="board-frame">
      <div
        ref={root}
        class={byLane ? `board by-lane by-${state.laneKind.value}` : "board"}
        role="region"
        aria-label={t("Board")}
        data-scroll="board"
        data-vscode-context={JSON.stringify({ webviewSection: "board", preventDefaultContextMenuItems: true })}
        {...clicks}
        onContextMenu={onContextMenu(state)}
      >
        <p id="card-help" class="visually-hidden">
          {t("Enter opens, Space picks up, X selects, N adds a task, M opens the menu, the question mark lists all keys.")}
        </p>
        <div class="headers" ref={headers} role="toolbar" aria-label={t("Columns")}>
          {shown.map((column) => (
            <ColumnHeader key={column.status} column={column} folded={state.foldedColumns.value.includes(column.status)} />
          ))}
        </div>
        {state.lanes.value.map((lane) => (
          <LaneRow key={lane.key} lane={lane} />
        ))}
        {byLane && (
          <div class="headers rests">
            {shown.map(({ status }) => (
              <div key={status} class={state.foldedColumns.value.includes(status) ? "rest-place folded" : "rest-place"}>
                <ShowAllButton status={status} />
              </div>
            ))}
          </div>
        )}
      </div>
      <EdgeStrips board={root} />
    </div>
  );
}
