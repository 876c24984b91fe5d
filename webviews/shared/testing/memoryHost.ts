// A host without VSCode, for tests and the gallery: answers by functions, state in memory.
// Messages are copied via JSON, as between processes.
import type { Contract, Envelope } from "../../contract/rpc.ts";
import type { Host } from "../host.ts";

/** Handles each request; may answer immediately or later. */
export type Answers<C extends Contract> = {
  [Name in keyof C["requests"]]: (
    ...body: Parameters<C["requests"][Name]>
  ) => ReturnType<C["requests"][Name]> | Promise<ReturnType<C["requests"][Name]>>;
};

export interface MemoryHost<C extends Contract> extends Host {
  /** Sends an event to the surface. */
  tell<Name extends keyof C["events"] & string>(name: Name, body: C["events"][Name]): void;
  /** The persisted state. */
  persisted(): unknown;
}

function viaJson<T>(value: T): T {
  // JSON cannot represent `undefined`.
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T);
}

export function memoryHost<C extends Contract>(answers: Answers<C>, kept?: unknown): MemoryHost<C> {
  let receive: ((message: unknown) => void) | undefined;
  const send = (message: Envelope): void => {
    const copy = viaJson(message);
    queueMicrotask(() => receive?.(copy));
  };
  const answer = async (id: number, name: string, body: unknown): Promise<void> => {
    try {
      const request = answers[name] as ((body: unknown) => unknown) | undefined;
      if (request === undefined) throw new Error(`There is no request "${name}".`);
      send({ kind: "reply", id, body: await request(viaJson(body)) });
    } catch (error) {
      send({ kind: "failure", id, message: error instanceof Error ? error.message : String(error) });
    }
  };
  return {
    channel: {
      post: (message) => {
        if (message.kind === "request") void answer(message.id, message.name, viaJson(message.body));
      },
      listen: (listener) => {
        receive = listener;
      },
    },
    store: {
      read: () => kept,
      write: (state) => {
        kept = viaJson(state);
      },
    },
    tell: (name, body) => send({ kind: "event", name, body }),
    persisted: () => kept,
  };
}
