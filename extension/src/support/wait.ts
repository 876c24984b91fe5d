// Waiting without blocking the window.

/** Lets other work of the window run before the next step. */
export async function nextTurn(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}

/** Waits for work, but no longer than some time. The work goes on. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
