// Envelope of all messages between a webview and its host. A surface's contract lists its requests
// and events; client and server types are derived from it, so that a missing method does not
// compile.

export interface Contract {
  /** Sent by the webview, answered by the host. */
  requests: Record<string, (body: never) => unknown>;
  /** Sent by the host. Each is a complete snapshot: the latest replaces earlier ones. */
  events: Record<string, unknown>;
}

/** The methods that a client offers and a server implements. */
export type Requests<C extends Contract> = {
  [Name in keyof C["requests"]]: (
    ...body: Parameters<C["requests"][Name]>
  ) => Promise<ReturnType<C["requests"][Name]>>;
};

/**
 * Messages cross as JSON, which drops members that are `undefined`. So a request without an
 * argument has the body `null`, and a server treats a missing body as `null`.
 */
export type Envelope =
  | { kind: "request"; id: number; name: string; body: unknown }
  | { kind: "reply"; id: number; body: unknown }
  | { kind: "failure"; id: number; message: string }
  | { kind: "event"; name: string; body: unknown };
