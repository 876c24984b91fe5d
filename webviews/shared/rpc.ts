// Requests and events between a surface and its host, typed by the surface's contract.
// Invariant: only the latest event of each name is delivered, once per frame, and never after an
// answer that was sent later. None is delivered before the first answer: it has the translations,
// and everything that earlier events say.
import type { Contract, Envelope, Requests } from "../contract/rpc.ts";
import type { HostChannel } from "./host.ts";

export interface Client<C extends Contract> {
  /** For example `await client.ask.execute(command)`. Rejects with the host's message. */
  readonly ask: Requests<C>;
  /** Listens for an event. One listener per name. */
  on<Name extends keyof C["events"] & string>(name: Name, receive: (body: C["events"][Name]) => void): void;
}

interface PendingRequest {
  resolve: (body: unknown) => void;
  reject: (error: Error) => void;
}

export function connect<C extends Contract>(line: HostChannel): Client<C> {
  const pending = new Map<number, PendingRequest>();
  const listeners = new Map<string, (body: never) => void>();
  const newest = new Map<string, unknown>();
  let lastId = 0;
  let frame = 0;
  let isAnswered = false;

  const deliver = (): void => {
    cancelAnimationFrame(frame);
    frame = 0;
    const events = [...newest];
    newest.clear();
    for (const [name, body] of events) listeners.get(name)?.(body as never);
  };

  const settle = (id: number, finish: (request: PendingRequest) => void): void => {
    const request = pending.get(id);
    if (request === undefined) return;
    pending.delete(id);
    deliver();
    finish(request);
  };

  line.listen((message) => {
    if (!isEnvelope(message)) return;
    switch (message.kind) {
      case "reply":
        isAnswered = true;
        settle(message.id, ({ resolve }) => resolve(message.body));
        break;
      case "failure":
        settle(message.id, ({ reject }) => reject(new Error(message.message)));
        break;
      case "event":
        if (!isAnswered) break;
        // Frames run only while the page is visible: a hidden page gets the latest event when it is
        // shown again.
        newest.set(message.name, message.body);
        if (frame === 0) frame = requestAnimationFrame(deliver);
        break;
      case "request":
        break;
    }
  });

  const send = (name: string, body: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      lastId += 1;
      pending.set(lastId, { resolve, reject });
      line.post({ kind: "request", id: lastId, name, body });
    });

  return {
    ask: new Proxy({} as Requests<C>, { get: (_, name) => (body: unknown = null) => send(String(name), body) }),
    on: (name, receive) => void listeners.set(name, receive),
  };
}

function isEnvelope(message: unknown): message is Envelope {
  return typeof message === "object" && message !== null && "kind" in message && typeof message.kind === "string";
}
