// The host's side of a surface's contract. Messages from webviews are untrusted: the envelope is
// checked here, bodies by their handlers and, if they are commands or queries, by the engine.

import type { Disposable, Webview } from "vscode";
import type { Contract, Envelope } from "../../../../webviews/contract/rpc.ts";
import { combineDisposables } from "../../support/emitter.ts";
import { isRecord } from "../../../../webviews/contract/validate.ts";

/** A handler for every request of the contract. */
export type Handlers<C extends Contract> = {
  [Name in keyof C["requests"]]: (
    ...body: Parameters<C["requests"][Name]>
  ) => ReturnType<C["requests"][Name]> | Promise<ReturnType<C["requests"][Name]>>;
};

export interface RpcServer<C extends Contract> extends Disposable {
  emit<Name extends keyof C["events"] & string>(name: Name, body: C["events"][Name]): void;
}

/** How a server reports what went wrong. */
export interface ErrorReporter {
  /** Returns an error in the user's language. */
  explain(error: unknown): string;
  log(message: string): void;
}

/** Maximum length of the log entry for an invalid message, in characters. */
const MAX_LOG_LENGTH = 250;

/**
 * Answers every message that has an ID: with the handler's result, or with a failure that is also
 * logged.
 */
export function serve<C extends Contract>(
  webview: Pick<Webview, "onDidReceiveMessage" | "postMessage">,
  handlers: Handlers<C>,
  { explain, log }: ErrorReporter,
): RpcServer<C> {
  let open = true;
  const send = (message: Envelope): void => {
    if (open) void webview.postMessage(message);
  };
  const answer = async ({ id, name, body }: Request): Promise<Envelope> => {
    try {
      if (!Object.hasOwn(handlers, name)) throw new Error(`There is no request ${JSON.stringify(name)}.`);
      const handle = handlers[name] as (body: unknown) => unknown;
      return { kind: "reply", id, body: (await handle(body)) ?? null };
    } catch (error) {
      log(`Request ${name} failed: ${String(error)}`);
      return { kind: "failure", id, message: explain(error) };
    }
  };
  const refuse = (message: unknown): void => {
    const error = new Error("The page sent a message that is no request.");
    log(`The page sent a message that is no request: ${JSON.stringify(message)}`.slice(0, MAX_LOG_LENGTH));
    const id = numberOf(message);
    if (id !== undefined) send({ kind: "failure", id, message: explain(error) });
  };
  const listening = webview.onDidReceiveMessage((message: unknown) => {
    const request = readRequest(message);
    if (request === undefined) refuse(message);
    else void answer(request).then(send);
  });
  return {
    emit: (name, body) => send({ kind: "event", name, body }),
    ...combineDisposables([listening, { dispose: () => (open = false) }]),
  };
}

type Request = Extract<Envelope, { kind: "request" }>;

/** Reads a request. A missing body counts as `null`, as the contract says. */
function readRequest(message: unknown): Request | undefined {
  const id = numberOf(message);
  if (!isRecord(message) || id === undefined) return undefined;
  const { kind, name, body = null } = message;
  return kind === "request" && typeof name === "string" ? { kind, id, name, body } : undefined;
}

/** Returns the ID by which a page matches an answer to its request. */
function numberOf(message: unknown): number | undefined {
  const id = isRecord(message) ? message["id"] : undefined;
  return typeof id === "number" && Number.isSafeInteger(id) ? id : undefined;
}
