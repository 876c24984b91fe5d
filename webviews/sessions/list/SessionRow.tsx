// A session in the list: its place in the graph, its status, its summary and who began it.
import { t } from "@vscode/l10n";
import type { SessionSummary } from "../../contract/generated/protocol.ts";
import { Icon } from "../../shared/components/Icons.tsx";
import { memo } from "../../shared/memo.ts";
import { timeText } from "../../shared/text/dates.ts";
import { agoText } from "../../shared/text/names.ts";
import { SessionStatusIcon } from "../../shared/register/SessionStatusIcon.tsx";
import type { Actions } from "../state/actions.ts";
import type { GraphRow } from "./lanes.ts";

interface Props {
  session: SessionSummary;
  excerpt: string | null;
  /** Null hides the graph, as in search results and where no session came from another. */
  graph: GraphRow | null;
  /** Number of lanes. */
  width: number;
  isShown: boolean;
  isTabStop: boolean;
  now: number;
  locale: string;
  show: Actions["show"];
}

export const SessionRow = memo(({ session, excerpt, graph, width, isShown, isTabStop, now, locale, show }: Props) => {
  const { id, summary, label, branch, actors, decisions, checklist } = session;
  const at = session.endedAt || session.startedAt;
  return (
    <li class="list-item">
      <button
        type="button"
        class="list-row"
        aria-current={isShown ? "true" : undefined}
        tabindex={isTabStop ? 0 : -1}
        onClick={() => void show({ session: id })}
      >
        {graph !== null && <GraphPart row={graph} width={width} />}
        <SessionStatusIcon status={session.status} />
        <span class="list-text">
          <span class="list-title">
            <span class="clipped" dir="auto">{summary || id}</span>
            {session.private && <Icon name="lock" label={t("private")} />}
          </span>
          {excerpt !== null && <span class="excerpt">{excerpt}</span>}
          <span class="facts clipped">
            <time dateTime={at} title={timeText(at, locale)}>
              {agoText(at, now, locale)}
            </time>
            {[repeats(branch, label) ? "" : label, branch, actors.join(", ")].filter((fact) => fact !== "").map((fact) => ` · ${fact}`)}
            {decisions > 0 && ` · ${decisions === 1 ? t("1 decision") : t("{count} decisions", { count: decisions })}`}
            {checklist.total > 0 && (
              <>
                {" · "}
                <span title={t("Checklist")}>{`${checklist.done}/${checklist.total}`}</span>
              </>
            )}
          </span>
        </span>
      </button>
    </li>
  );
});

/** Returns whether a branch has the words of a label, as "no-signal" and "feature/no-signal" have those of "no signal". */
function repeats(branch: string, label: string): boolean {
  const words = (text: string): string => ` ${text.toLowerCase().replaceAll(/[\s_/-]+/gu, " ").trim()} `;
  return words(branch).includes(words(label));
}

/** Width of a lane, and height of a row, which the style sheet repeats. */
const LANE = 12;
export const ROW = 46;

/** Lines beyond this lane are cut off, so that the text keeps its room. */
const MAX_LANES = 6;

/** The text beside it names the parents, so this is a picture without a name. */
function GraphPart({ row, width }: { row: GraphRow; width: number }) {
  const x = (lane: number): number => lane * LANE + LANE / 2;
  const middle = ROW / 2;
  const lines = row.lines.map(({ half, from, to }) => {
    const [top, bottom] = half === "upper" ? [0, middle] : [middle, ROW];
    const bend = (top + bottom) / 2;
    const path = from === to ? `M${x(from)} ${top}V${bottom}` : `M${x(from)} ${top}C${x(from)} ${bend} ${x(to)} ${bend} ${x(to)} ${bottom}`;
    return <path key={`${half} ${from} ${to}`} d={path} />;
  });
  return (
    <svg class="graph" width={Math.min(width, MAX_LANES) * LANE} height={ROW} aria-hidden="true">
      {lines}
      <circle cx={x(row.lane)} cy={middle} r="3.5" />
    </svg>
  );
}
