// Values that were typed while another program changed the same field. The user has to choose one.
// Pure.

export interface Conflict {
  /** Key of the card or row. */
  key: string;
  field: string;
  /** The typed value. */
  mine: string;
}

/** Adds a conflict; it replaces an older one of the same field. */
export function withConflict(conflicts: readonly Conflict[], conflict: Conflict): readonly Conflict[] {
  return [...withoutConflict(conflicts, conflict.key, conflict.field), conflict];
}

export function withoutConflict(conflicts: readonly Conflict[], key: string, field: string): readonly Conflict[] {
  return conflicts.filter((other) => other.key !== key || other.field !== field);
}
