// Lays out forks and merges as a graph, as Git clients draw theirs: one row per session, newest
// first, and a lane per line of sessions. Pure.

export interface GraphNode {
  id: string;
  parents: readonly string[];
}

/** A line in the upper or the lower half of a row, between two lanes. */
interface GraphLine {
  half: "upper" | "lower";
  /** Lane at the top of the half. */
  from: number;
  /** Lane at the bottom of the half. */
  to: number;
}

export interface GraphRow {
  /** Lane of the session's dot. */
  lane: number;
  lines: GraphLine[];
}

export interface Graph {
  rows: GraphRow[];
  /** Number of lanes. */
  width: number;
}

/** Lays out sessions. A parent that is not below its child gets no line. */
export function layOutGraph(nodes: readonly GraphNode[]): Graph {
  const positions = new Map(nodes.map(({ id }, at) => [id, at]));
  /** The session to which each lane leads; undefined if the lane is free. */
  const lanes: (string | undefined)[] = [];
  const freeLane = (): number => {
    const free = lanes.indexOf(undefined);
    return free === -1 ? lanes.length : free;
  };
  let width = 1;
  const rows = nodes.map(({ id, parents }, at): GraphRow => {
    const known = lanes.indexOf(id);
    const lane = known === -1 ? freeLane() : known;
    const lines: GraphLine[] = [];
    for (const [other, target] of lanes.entries()) {
      if (target === undefined) continue;
      if (target === id) {
        lines.push({ half: "upper", from: other, to: lane });
        lanes[other] = undefined;
      } else {
        lines.push({ half: "upper", from: other, to: other }, { half: "lower", from: other, to: other });
      }
    }
    for (const parent of parents) {
      if ((positions.get(parent) ?? -1) <= at) continue;
      const shared = lanes.indexOf(parent);
      const target = shared !== -1 ? shared : lanes[lane] === undefined ? lane : freeLane();
      lanes[target] = parent;
      lines.push({ half: "lower", from: lane, to: target });
    }
    width = Math.max(width, lane + 1, lanes.length);
    return { lane, lines };
  });
  return { rows, width };
}
