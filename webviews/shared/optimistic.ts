// Changes that are shown before a snapshot confirms them. Pure.

export interface PendingChange {
  id: number;
  /** Revision of the snapshot on which the change was made. */
  revision: number;
  /** The command was carried out, and the snapshot that contains the change is still to come. */
  isConfirmed: boolean;
}

/**
 * Returns the changes that are still pending after a new snapshot; the same list if nothing was
 * removed.
 */
export function pendingAfterSnapshot<C extends PendingChange>(pending: readonly C[]): readonly C[] {
  return pending.some(({ isConfirmed }) => isConfirmed) ? pending.filter(({ isConfirmed }) => !isConfirmed) : pending;
}

/**
 * Returns the changes that are still pending after the command of one of them ended. A change that
 * was carried out waits for its snapshot, unless `isShown` finds that the snapshot came before the
 * answer.
 */
export function pendingAfterAnswer<C extends PendingChange>(
  pending: readonly C[],
  id: number,
  changed: boolean,
  isShown: (change: C) => boolean,
): readonly C[] {
  return pending.flatMap((change) => {
    if (change.id !== id) return [change];
    return changed && !isShown(change) ? [{ ...change, isConfirmed: true }] : [];
  });
}
