// Values that a person typed in place while another program gave the same field another value. They wait for the person's choice. Pure.

export interface Conflict {
  /** Key of the card or row. */
  key: string;
  field: string;
  /** What the person typed. */
  mine: string;
}

/** With one more conflict; it replaces an older one of the same field. */
export function withConflict(conflicts: readonly Conflict[], conflict: Conflict): readonly Conflict[] {
  return [...withoutConflict(conflicts, conflict.key, conflict.field), conflict];
}

export function withoutConflict(conflicts: readonly Conflict[], key: string, field: string): readonly Conflict[] {
  return conflicts.filter((other) => other.key !== key || other.field !== field);
}
