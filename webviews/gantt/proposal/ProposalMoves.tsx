// The tasks that a proposal would move; each can be excluded.
import { t } from "@vscode/l10n";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Lateness, Proposal, ProposedMove } from "../../contract/generated/protocol.ts";
import { Icon } from "../../shared/components/Icons.tsx";
import { memo } from "../../shared/memo.ts";
import { countText } from "../../shared/text/numbers.ts";
import { useGantt } from "../state/actions.ts";
import { shortSpan } from "../time/dayNames.ts";
import { useProgressiveCount } from "../../shared/progressiveRender.ts";
import { selectableMoves, latenessById, latenessText, shiftOf, shiftText } from "./proposal.ts";
import type { Scheduling } from "./scheduling.ts";

export function ProposalMoves({ scheduling, proposal }: { scheduling: Scheduling; proposal: Proposal }) {
  const { state, actions } = useGantt();
  const moves = useMemo(() => selectableMoves(proposal), [proposal]);
  const late = useMemo(() => latenessById(proposal), [proposal]);
  const rendered = useProgressiveCount(moves.length, 40);
  const leftOut = scheduling.excluded.value;
  const { today } = state.view.value;
  const locale = state.locale.value;
  return (
    <div class="proposal-moves">
      <AllBox scheduling={scheduling} proposal={proposal} />
      <ul>
        {moves.slice(0, rendered).map((move) => (
          <Move
            key={move.key}
            move={move}
            isAccepted={!leftOut.has(move.key)}
            late={late.get(move.id)}
            today={today}
            locale={locale}
            leave={scheduling.setExcluded}
            reveal={actions.reveal}
          />
        ))}
      </ul>
    </div>
  );
}

function AllBox({ scheduling, proposal }: { scheduling: Scheduling; proposal: Proposal }) {
  const { state } = useGantt();
  const box = useRef<HTMLInputElement>(null);
  const keys = selectableMoves(proposal).map(({ key }) => key);
  const out = keys.filter((key) => scheduling.excluded.value.has(key)).length;
  useLayoutEffect(() => {
    if (box.current !== null) box.current.indeterminate = out > 0 && out < keys.length;
  });
  return (
    <label class="all-box">
      <input ref={box} type="checkbox" checked={out === 0} onChange={() => scheduling.setExcluded(keys, out === 0)} />
      <span>{keys.length === 1 ? t("1 task gets new dates") : t("{0} tasks get new dates", countText(keys.length, state.locale.value))}</span>
    </label>
  );
}

interface MoveProps {
  move: ProposedMove;
  isAccepted: boolean;
  late: readonly Lateness[] | undefined;
  today: number;
  locale: string;
  leave: Scheduling["setExcluded"];
  reveal: (key: string) => void;
}

const Move = memo(({ move, isAccepted, late, today, locale, leave, reveal }: MoveProps) => {
  const { key, title } = move;
  return (
    <li class={isAccepted ? "move" : "move left-out"}>
      <input id={`move-${key}`} type="checkbox" checked={isAccepted} aria-describedby={`dates-${key}`} onChange={() => leave([key], isAccepted)} />
      <label class="move-title clipped" dir="auto" title={title} for={`move-${key}`}>
        {title}
      </label>
      <div id={`dates-${key}`} class="move-facts">
        <span class="move-shift">{shiftText(shiftOf(move))}</span>
        <span class="move-dates">
          <span class="before">{shortSpan(move.startBefore, move.dueBefore, today, locale)}</span>
          <Icon name="arrow-right" label={t("then")} />
          <span>{shortSpan(move.start, move.due, today, locale)}</span>
        </span>
        {late?.map((one) => (
          <span key={one.milestone ?? ""} class="late-by">
            <Icon name="warning" />
            {latenessText(one)}
          </span>
        ))}
      </div>
      <button type="button" class="button icon-only" tabIndex={-1} title={t("Show in the chart")} aria-label={t("Show in the chart")} onClick={() => reveal(key)}>
        <Icon name="target" />
      </button>
    </li>
  );
});
