// Lets a test look at what is shown before an answer comes.

/** A gate that holds commands back until it is opened. */
export function gate(): { wait: () => Promise<void>; open: () => void } {
  let openGate = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  return { wait: () => opened, open: () => openGate() };
}
