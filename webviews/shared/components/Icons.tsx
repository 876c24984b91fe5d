// Icons: codicons, statuses, actors, priorities and progress. A codicon is decorative unless it has a
// label.
import type { ActorKind, Priority, Progress, Status } from "../../contract/generated/protocol.ts";
import { labeledValue, priorityName, statusName } from "../text/names.ts";
import { actorIcons, statusIcons } from "../../contract/texts/texts.ts";
import { t } from "@vscode/l10n";

export interface IconProps {
  name: string;
  /** Accessible name. */
  label?: string;
  class?: string;
}

export function Icon({ name, label, class: extra = "" }: IconProps) {
  const named = label === undefined ? ({ "aria-hidden": true } as const) : ({ role: "img", "aria-label": label } as const);
  return <span class={`codicon codicon-${name} ${extra}`} title={label} {...named} />;
}

/** `named`: the icon stands alone and needs an accessible name. */
export function StatusIcon({ status, named = false }: { status: Status; named?: boolean }) {
  return <Icon name={statusIcons[status]} class={`status-${status}`} {...(named && { label: statusName(status) })} />;
}

/** The kind of an actor, to be read before the name: "agent codex". */
export function ActorIcon({ kind }: { kind: ActorKind }) {
  return <Icon name={actorIcons[kind]} label={kind === "agent" ? t("agent") : t("person")} class={`actor-icon ${kind}`} />;
}

/** A priority as bars. One element only, since every card has one. */
export function PriorityIcon({ priority }: { priority: Priority }) {
  const label = labeledValue("priority", priorityName(priority));
  return <span class={`priority ${priority}`} role="img" aria-label={label} title={label} />;
}

/**
 * `label` is the accessible name, such as "3 of 5 done criteria". Renders nothing if there is
 * nothing to count.
 */
export function ProgressCount({ icon, progress, label }: { icon: string; progress: Progress; label: string }) {
  const { done, total } = progress;
  if (total === 0) return null;
  return (
    <span class={done === total ? "progress complete" : "progress"} role="img" aria-label={label} title={label}>
      <Icon name={icon} />
      {done}/{total}
    </span>
  );
}
