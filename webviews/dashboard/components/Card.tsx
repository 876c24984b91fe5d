// The parts that cards have in common: a heading with its figure, rows that open something, and a
// line that leads to the rest.
import { t } from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { DashboardTarget } from "../../contract/dashboard.ts";
import type { Card as TaskCard } from "../../contract/generated/protocol.ts";
import { Button } from "../../shared/components/Button.tsx";
import { Avatar } from "../../shared/components/Avatar.tsx";
import { Icon, StatusIcon } from "../../shared/components/Icons.tsx";
import { nameOf } from "../../contract/people/assignees.ts";
import { countText } from "../../shared/text/numbers.ts";
import { useDashboard } from "../state/actions.ts";

interface CardProps {
  title: string;
  /** How the card is placed on the page. */
  class: string;
  /** The number of what it lists. */
  count?: number;
  /** What the number leads to. */
  target?: DashboardTarget;
  /** Words after the title. */
  detail?: string;
  /** Where the heading leads to. */
  link?: { label: string; target: DashboardTarget };
  /** A control at the end of the heading. */
  control?: ComponentChildren;
  children: ComponentChildren;
}

export function Card({ title, class: place, count, target, detail = "", link, control, children }: CardProps) {
  const { actions } = useDashboard();
  const id = useId();
  return (
    <section class={`panel ${place}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {title}
          {detail !== "" && (
            <span class="card-detail clipped" dir="auto">
              {detail}
            </span>
          )}
          {count !== undefined && <Count count={count} of={title} {...(count > 0 && target !== undefined && { target })} />}
        </h2>
        {link !== undefined && (
          <Button kind="link" onClick={() => actions.open(link.target)}>
            {link.label}
          </Button>
        )}
        {control}
      </header>
      {children}
    </section>
  );
}

/** A number that leads to what it counts, if there is such a page. */
export function Count({ count, of, target }: { count: number; of: string; target?: DashboardTarget }) {
  const { state, actions } = useDashboard();
  const text = countText(count, state.locale.value);
  if (target === undefined) return <span class="card-count">{text}</span>;
  return (
    <button type="button" class="card-count" aria-label={t("{0}: {1}", of, text)} onClick={() => actions.open(target)}>
      {text}
    </button>
  );
}

export interface RowProps {
  target: DashboardTarget;
  icon: ComponentChildren;
  title: string;
  /** The line below the title. */
  more?: ComponentChildren;
  /** Facts at the end of the line. */
  children?: ComponentChildren;
}

/** A row that opens what it shows. */
export function Row(props: RowProps) {
  return (
    <li>
      <RowButton {...props} />
    </li>
  );
}

/** The part of a row that opens what it shows. */
export function RowButton({ target, icon, title, more, children }: RowProps) {
  const { actions } = useDashboard();
  return (
    <button type="button" class="row" title={title} onClick={() => actions.open(target)}>
      {icon}
      <span class="row-text">
        <span class="clipped" dir="auto">
          {title}
        </span>
        {more !== undefined && <span class="row-more clipped">{more}</span>}
      </span>
      {children}
    </button>
  );
}

/** A row for a task, with its assignee. */
export function TaskRow({ card, more, children }: { card: TaskCard } & Pick<RowProps, "more" | "children">) {
  return (
    <Row target={{ kind: "task", id: card.key }} icon={<StatusIcon status={card.status} named />} title={card.title || card.id} more={more}>
      {children}
      <AssigneeMark card={card} />
    </Row>
  );
}

export function AssigneeMark({ card: { assignee } }: { card: Pick<TaskCard, "assignee"> }) {
  const { state } = useDashboard();
  if (assignee === undefined) return null;
  const { assignees } = state.snapshot.value?.project ?? { assignees: [] };
  const person = assignees.find(({ key }) => key === assignee);
  return <Avatar name={nameOf(assignee, assignees)} color={person?.color ?? ""} id={assignee} kind={person?.kind} />;
}

/** Says how many more there are, as a link if a page has exactly these. */
export function More({ count, target }: { count: number; target?: DashboardTarget }) {
  const { state, actions } = useDashboard();
  if (count <= 0) return null;
  if (target === undefined) return <p class="more">{t("{0} more", countText(count, state.locale.value))}</p>;
  return (
    <Button kind="link" class="more" onClick={() => actions.open(target)}>
      {t("{0} more", countText(count, state.locale.value))}
    </Button>
  );
}

/** What a card says when there is nothing to list. */
export function Nothing({ icon = "check", children }: { icon?: string; children: ComponentChildren }) {
  return (
    <p class="nothing">
      <Icon name={icon} /> {children}
    </p>
  );
}
