// Identifies lock holders: the identity of this process, and whether another process is still
// running. `disk/process.rs` of the command creates the same texts, so that both recognize each
// other.

import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import type { Answer, Process } from "../../../webviews/contract/generated/protocol.ts";

/** Host names that do not identify a machine. */
const COMMON_NAMES = ["", "localhost", "localhost.localdomain"];
const LARGEST_ID = 2 ** 31 - 1;

let own: Process | null | undefined;

/** Returns the identity of this process, or null if the host name does not identify the machine. */
export function ownProcess(): Process | null {
  if (own === undefined) {
    const host = hostOf(hostname());
    const boot = onLinux ? lineOf("/proc/sys/kernel/random/boot_id") : null;
    own = host === null ? null : { host, boot, pid: process.pid, started: statOf("self")?.started ?? null };
  }
  return own;
}

/**
 * Returns whether a process of this host is running. A different start time means that its ID was
 * reused.
 */
export function checkProcess(pid: number, started: string | null): Answer {
  if (!Number.isInteger(pid) || pid < 1 || pid > LARGEST_ID) return { kind: "missing" };
  try {
    process.kill(pid, 0);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "ESRCH") return { kind: "missing" };
    // Any other error means that the process exists.
  }
  const stat = statOf(String(pid));
  if (stat === null) return { kind: "unknown" };
  if (stat.state === "Z" || stat.state === "X") return { kind: "missing" };
  if (started === null) return { kind: "unknown" };
  return { kind: stat.started === started ? "ok" : "missing" };
}

const onLinux = process.platform === "linux";

/**
 * On Linux, includes the machine ID and the PID namespace: containers on one machine cannot see
 * each other's processes.
 */
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

/** Returns state and start time of a process (clock ticks since boot), or null if unknown. */
function statOf(id: string): { state: string; started: string } | null {
  const line = onLinux ? lineOf(`/proc/${id}/stat`) : null;
  if (line === null) return null;
  // The program name comes first, in parentheses, and may contain any character.
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
