// Tasks of the fake project, and their rows. Computes spans and sums of parents as the engine does.
import type { DependencyLink, GanttLink, GanttRow, Status } from "../../contract/generated/protocol.ts";

export interface FakeTask {
  id: string;
  title: string;
  parent?: string;
  status?: Status;
  start?: number;
  due?: number;
  hours?: number;
  assignee?: string;
  after?: DependencyLink[];
  /** How many days later auto-schedule puts it; 2 if omitted. */
  delay?: number;
  /** Other values of the row. */
  row?: Partial<GanttRow>;
}

export function rowsOfTasks(tasks: readonly FakeTask[]): { rows: GanttRow[]; links: GanttLink[] } {
  const children = new Map<string, FakeTask[]>();
  const ids = new Set(tasks.map(({ id }) => id));
  for (const task of tasks) {
    const parent = task.parent !== undefined && ids.has(task.parent) ? task.parent : "";
    const list = children.get(parent) ?? [];
    list.push(task);
    children.set(parent, list);
  }
  const rows: GanttRow[] = [];
  const add = (task: FakeTask, depth: number): GanttRow => {
    const { id, title, status = "todo", start, due, hours, assignee } = task;
    const row: GanttRow = {
      key: id,
      id,
      title,
      status,
      depth,
      progress: status === "done" ? 100 : status === "in_progress" ? 40 : 0,
      ...(start !== undefined && { start }),
      ...(due !== undefined && { due }),
      ...(hours !== undefined && { hours }),
      ...(assignee !== undefined && { assignee }),
      ...(assignee === "kenji" && { calendar: 1 }),
    };
    Object.assign(row, task.row);
    const at = rows.push(row);
    const below = (children.get(id) ?? []).map((child) => add(child, depth + 1));
    if (below.length > 0) span(row, below, rows.length - at);
    return row;
  };
  for (const task of children.get("") ?? []) add(task, 0);
  const places = new Map(rows.map(({ id }, at) => [id, at]));
  const links = tasks.flatMap(({ id, after = [] }) =>
    after.flatMap(({ id: before, kind, lag }) => {
      const [from, to] = [places.get(before), places.get(id)];
      return from === undefined || to === undefined ? [] : [linkOf(rows, from, to, kind, lag)];
    }),
  );
  return { rows, links };
}

function span(row: GanttRow, below: readonly GanttRow[], count: number): void {
  row.below = count;
  const starts = below.flatMap(({ start }) => start ?? []);
  const dues = below.flatMap(({ due }) => due ?? []);
  if (starts.length > 0) row.start = Math.min(...starts);
  if (dues.length > 0) row.due = Math.max(...dues);
  row.hours = below.reduce((sum, { hours = 0 }) => sum + hours, 0);
  row.progress = Math.round(below.reduce((sum, { progress }) => sum + progress, 0) / below.length);
}

function linkOf(rows: readonly GanttRow[], from: number, to: number, kind: GanttLink["kind"], lag: number): GanttLink {
  const [before, after] = [rows[from], rows[to]];
  const broken = kind === "finishToStart" && before?.due !== undefined && after?.start !== undefined && after.start <= before.due;
  const critical = before?.critical === true && after?.critical === true;
  return { from, to, kind, lag, ...(broken && { broken }), ...(critical && { critical }) };
}
