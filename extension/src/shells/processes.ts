// Who holds a lock: the identity of this process, and whether another one is still running. The command's `disk/process.rs` makes the same
// texts, so that each of the two recognises the other.

import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import type { Answer, Process } from "../../../webviews/contract/generated/protocol.ts";

/** Names that say nothing about which machine it is. */
const COMMON_NAMES = ["", "localhost", "localhost.localdomain"];
const LARGEST_ID = 2 ** 31 - 1;

let own: Process | null | undefined;

/** The identity of this process, or null where the machine has no name that tells it from others. */
export function ownProcess(): Process | null {
  if (own === undefined) {
    const host = hostOf(hostname());
    const boot = onLinux ? lineOf("/proc/sys/kernel/random/boot_id") : null;
    own = host === null ? null : { host, boot, pid: process.pid, started: statOf("self")?.started ?? null };
  }
  return own;
}

/** Whether a process of this host is running. Another start time means that its ID was reused. */
export function checkProcess(pid: number, started: string | null): Answer {
  if (!Number.isInteger(pid) || pid < 1 || pid > LARGEST_ID) return { kind: "missing" };
  try {
    process.kill(pid, 0);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "ESRCH") return { kind: "missing" };
    // Any other error says that there is such a process.
  }
  const stat = statOf(String(pid));
  if (stat === null) return { kind: "unknown" };
  if (stat.state === "Z" || stat.state === "X") return { kind: "missing" };
  if (started === null) return { kind: "unknown" };
  return { kind: stat.started === started ? "ok" : "missing" };
}

const onLinux = process.platform === "linux";

/** On Linux with the ID of the machine and the namespace of process IDs: containers of one machine do not see each other's processes. */
function hostOf(name: string): string | null {
  const machine = (onLinux && lineOf("/etc/machine-id")) || "";
  if (machine === "" && COMMON_NAMES.includes(name)) return null;
  if (!onLinux) return name;
  try {
    return `${name}/${machine}/${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return null;
  }
}

/** State and start time of a process, in clock ticks since the boot; null where the system does not say. */
function statOf(id: string): { state: string; started: string } | null {
  const line = onLinux ? lineOf(`/proc/${id}/stat`) : null;
  if (line === null) return null;
  // The name of the program comes before, in parentheses, and may hold anything.
  const fields = line.slice(line.lastIndexOf(")") + 1).trim().split(" ");
  const [state, started] = [fields[0], fields[19]];
  return state === undefined || started === undefined ? null : { state, started };
}

function lineOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim() || null;
  } catch {
    return null;
  }
}
