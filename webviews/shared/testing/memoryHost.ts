// A host without an editor, for tests and the gallery: answers from functions, keeps state in memory.
// Everything that crosses is copied by way of JSON, as it is between real processes.
import type { Contract, Envelope } from "../../contract/rpc.ts";
import type { Host } from "../host.ts";

/** What the fake host does with each request; it may answer at once or later. */
export type Answers<C extends Contract> = {
  [Name in keyof C["requests"]]: (
    ...body: Parameters<C["requests"][Name]>
  ) => ReturnType<C["requests"][Name]> | Promise<ReturnType<C["requests"][Name]>>;
};

export interface MemoryHost<C extends Contract> extends Host {
  /** Tells the surface something. */
  tell<Name extends keyof C["events"] & string>(name: Name, body: C["events"][Name]): void;
  /** What the surface has kept. */
  kept(): unknown;
}

function viaJson<T>(value: T): T {
  // JSON has no text for `undefined`.
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
    kept: () => kept,
  };
}
