// A task's status as an icon in its colour.
import type { Status } from "../../contract/generated/protocol.ts";
import { statusIcons, statusName } from "../statuses.ts";
import { Icon } from "./Icon.tsx";

/** `named`: whether the icon stands alone and so must say its name. */
export function StatusIcon({ status, named = false }: { status: Status; named?: boolean }) {
  return <Icon name={statusIcons[status]} class={`status-${status}`} {...(named && { label: statusName(status) })} />;
}
