// Waits for a condition instead of a fixed time.

/** Shorter than the limit of a test, so that a failure names its condition. */
const LIMIT_MS = 60_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Calls `question` until it returns a value. An exception counts as no value.
 *
 * @throws after `limit` milliseconds, with the condition's name and the last error
 */
export async function until<T>(
  what: string,
  question: () => T | undefined | false | Promise<T | undefined | false>,
  limit = LIMIT_MS,
): Promise<T> {
  const end = Date.now() + limit;
  let last: unknown;
  for (;;) {
    try {
      const answer = await question();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`Waited ${limit} ms in vain for: ${what}`, { cause: last });
    await pause(25);
  }
}
