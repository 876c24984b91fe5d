// How the main thread sends parts of standard input to the thread of the engine, which waits for them without running
// its event loop.

import { receiveMessageOnPort } from "node:worker_threads";
import type { MessagePort, Worker } from "node:worker_threads";

/** What the thread of the engine starts with. */
export interface Start {
  readonly mailbox: SharedArrayBuffer;
  readonly args: readonly string[];
  /** The file that was started. */
  readonly file: string;
}

/** What the thread of the engine says: that it wants a part of standard input, or that it has ended. */
export type FromCommand = { readonly kind: "read" } | { readonly kind: "ended"; readonly code: number };

/** A part of standard input; null at its end. */
type Part = Uint8Array | null;

/** Creates the counter of the parts that were sent. */
export function createMailbox(): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}

/** Sends a part. */
export function sendTo(worker: Worker, mailbox: SharedArrayBuffer, part: Part): void {
  worker.postMessage(part);
  const sent = new Int32Array(mailbox);
  Atomics.add(sent, 0, 1);
  Atomics.notify(sent, 0);
}

/** Receives the parts of standard input. */
export class Inbox {
  private received = 0;
  private isAsking = false;
  private hasEnded = false;

  private readonly port: MessagePort;
  private readonly mailbox: SharedArrayBuffer;

  constructor(port: MessagePort, mailbox: SharedArrayBuffer) {
    this.port = port;
    this.mailbox = mailbox;
  }

  /** Waits for the next part: null at the end, undefined after the timeout (milliseconds). */
  receive(timeout: number): Part | undefined {
    if (this.hasEnded) return null;
    if (!this.isAsking) this.port.postMessage({ kind: "read" } satisfies FromCommand);
    this.isAsking = true;
    const sent = new Int32Array(this.mailbox);
    Atomics.wait(sent, 0, this.received, timeout);
    if (Atomics.load(sent, 0) === this.received) return undefined;
    this.received += 1;
    this.isAsking = false;
    const { message: part } = receiveMessageOnPort(this.port) as { message: Part };
    this.hasEnded = part === null;
    return part;
  }
}
