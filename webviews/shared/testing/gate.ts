// Lets a test inspect the page before an answer arrives.

/** Delays commands until it is opened. */
export function gate(): { wait: () => Promise<void>; open: () => void } {
  let openGate = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  return { wait: () => opened, open: () => openGate() };
}
