// The status of a session as an icon.
import type { SessionStatus } from "../../contract/generated/protocol.ts";
import { sessionStatusIcon } from "../../contract/texts/sessionTexts.ts";
import { Icon } from "../components/Icons.tsx";
import { sessionStatus } from "./texts.ts";

export function SessionStatusIcon({ status }: { status: SessionStatus | null }) {
  return <Icon name={sessionStatusIcon(status)} label={sessionStatus(status)} class={`session-${status ?? "unknown"}`} />;
}
