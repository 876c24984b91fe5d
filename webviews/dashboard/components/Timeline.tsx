// The late tasks, and the open tasks of the coming weeks as bars, with the dates of milestones.
import { t } from "@vscode/l10n";
import type { Milestone, Timeline, TimelineBar } from "../../contract/generated/protocol.ts";
import { Icon } from "../../shared/components/Icons.tsx";
import { shortDay, shortSpan } from "../../shared/text/dates.ts";
import { milestoneFacts, statusName } from "../../shared/text/names.ts";
import { dateOf, dayOf } from "../../shared/time/days.ts";
import { useDashboard } from "../state/actions.ts";
import { AssigneeMark, Card, More, Nothing } from "./Card.tsx";
import { tasksOf } from "./Milestones.tsx";

const WEEK = 7;

export function TimelineCard({ timeline }: { timeline: Timeline }) {
  const { state } = useDashboard();
  const { from, to, bars, total } = timeline;
  const { today = "", project } = state.snapshot.value ?? {};
  const locale = state.locale.value;
  const inRange = ({ date }: Milestone): boolean => {
    const day = dayOf(date);
    return day !== undefined && day >= from && day <= to;
  };
  const milestones = project?.milestones.filter(inRange) ?? [];
  const weeks = Array.from({ length: Math.ceil((to - from + 1) / WEEK) }, (_, week) => from + week * WEEK);
  return (
    <Card title={t("Coming four weeks")} class="timeline-card" link={{ label: t("Gantt Chart"), target: { kind: "gantt" } }}>
      {total === 0 && <Nothing icon="info">{t("No open task is late or has dates in these weeks.")}</Nothing>}
      {total + milestones.length > 0 && (
        <div class="timeline">
          <div class="timeline-days" aria-hidden="true">
            {weeks.map((day) => (
              <span key={day} class="week" style={{ gridColumn: `${day - from + 1} / span ${WEEK}` }}>
                {day === from ? t("Today") : shortDay(dateOf(day), today, locale)}
              </span>
            ))}
          </div>
          <ul class="timeline-rows">
            {milestones.map((milestone) => (
              <MilestoneLine key={milestone.name} milestone={milestone} timeline={timeline} />
            ))}
            {bars.map((bar) => (
              <BarRow key={bar.card.key} bar={bar} timeline={timeline} />
            ))}
          </ul>
        </div>
      )}
      <More count={total - bars.length} target={{ kind: "gantt" }} />
    </Card>
  );
}

/** The days on which nobody works, as one stripe through all rows. */
function ClosedDays({ timeline: { closed, from } }: { timeline: Timeline }) {
  return closed.map((day) => <span key={day} class="closed-day" style={{ gridColumn: String(day - from + 1) }} />);
}

function MilestoneLine({ milestone, timeline }: { milestone: Milestone; timeline: Timeline }) {
  const { name, date } = milestone;
  const { state, actions } = useDashboard();
  const { today = "" } = state.snapshot.value ?? {};
  const facts = [name, milestoneFacts(milestone), shortDay(date, today, state.locale.value)];
  const text = facts.filter((fact) => fact !== "").join(" · ");
  return (
    <li>
      <button type="button" class="row timeline-row milestone-row" title={text} aria-label={t("Milestone {0}", text)} onClick={() => actions.open(tasksOf(name))}>
        <span class="row-text">
          <Icon name="milestone" />
          <span class="clipped" dir="auto">
            {name}
          </span>
        </span>
        <span class="timeline-track">
          <ClosedDays timeline={timeline} />
          <span class="diamond" style={{ gridColumn: String((dayOf(date) ?? timeline.from) - timeline.from + 1) }} />
        </span>
      </button>
    </li>
  );
}

function BarRow({ bar: { card, start, end }, timeline }: { bar: TimelineBar; timeline: Timeline }) {
  const { state, actions } = useDashboard();
  const { today = "" } = state.snapshot.value ?? {};
  const { from, to } = timeline;
  const locale = state.locale.value;
  const isLate = end < from;
  const due = t("due {0}", shortDay(dateOf(end), today, locale));
  const when = isLate ? `${t("Late")}, ${due}` : shortSpan(dateOf(start), dateOf(end), today, locale);
  const title = card.title || card.id;
  const [first, last] = [Math.max(start, from), Math.min(end, to)];
  const edges = `${start < from ? "before" : ""} ${end > to ? "after" : ""}`;
  return (
    <li>
      <button
        type="button"
        class="row timeline-row"
        title={`${title}\n${when}`}
        onClick={() => actions.open({ kind: "gantt", id: card.key })}
      >
        <span class="row-text clipped" dir="auto">
          {title}
          <span class="visually-hidden">{`, ${statusName(card.status)}, ${when}`}</span>
        </span>
        <span class="timeline-track">
          <ClosedDays timeline={timeline} />
          {isLate ? (
            <span class="timeline-late" aria-hidden="true">
              <Icon name="warning" /> {due}
            </span>
          ) : (
            <span class={`timeline-bar ${card.status} ${edges}`} style={{ gridColumn: `${first - from + 1} / ${last - from + 2}` }} />
          )}
        </span>
        <AssigneeMark card={card} />
      </button>
    </li>
  );
}
