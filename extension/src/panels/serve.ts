// The host's end of a surface's contract. What a webview sends is untrusted: the envelope is checked here, bodies by their handlers
// and, where they are commands or queries, by the engine.

import type { Disposable, Webview } from "vscode";
import type { Contract, Envelope } from "../../../webviews/contract/rpc.ts";
import { together } from "../support/emitter.ts";

/** What a host has to answer: every request of the contract. */
export type Handlers<C extends Contract> = {
  [Name in keyof C["requests"]]: (
    ...body: Parameters<C["requests"][Name]>
  ) => ReturnType<C["requests"][Name]> | Promise<ReturnType<C["requests"][Name]>>;
};

export interface Served<C extends Contract> extends Disposable {
  tell<Name extends keyof C["events"] & string>(name: Name, body: C["events"][Name]): void;
}

/** `explain` puts an error into the person's words. */
export function serve<C extends Contract>(
  webview: Pick<Webview, "onDidReceiveMessage" | "postMessage">,
  handlers: Handlers<C>,
  explain: (error: unknown) => string,
): Served<C> {
  let open = true;
  const send = (message: Envelope): void => {
    if (open) void webview.postMessage(message);
  };
  const answer = async (id: number, name: string, body: unknown): Promise<Envelope> => {
    try {
      if (!Object.hasOwn(handlers, name)) throw new Error(`There is no request ${JSON.stringify(name)}.`);
      const handle = handlers[name] as (body: unknown) => unknown;
      return { kind: "reply", id, body: (await handle(body)) ?? null };
    } catch (error) {
      return { kind: "failure", id, message: explain(error) };
    }
  };
  const listening = webview.onDidReceiveMessage((message: unknown) => {
    if (isRequest(message)) void answer(message.id, message.name, message.body).then(send);
  });
  return {
    tell: (name, body) => send({ kind: "event", name, body }),
    ...together([listening, { dispose: () => (open = false) }]),
  };
}

function isRequest(message: unknown): message is Envelope & { kind: "request" } {
  return (
    typeof message === "object" &&
    message !== null &&
    "kind" in message &&
    message.kind === "request" &&
    "id" in message &&
    Number.isSafeInteger(message.id) &&
    "name" in message &&
    typeof message.name === "string" &&
    "body" in message
  );
}
