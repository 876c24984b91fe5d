// The envelope of every message between a webview and its host. A surface's contract lists its requests and events;
// client and server are both derived from it, so that a method missing on one side does not compile.

export interface Contract {
  /** Asked by the webview, answered by the host. */
  requests: Record<string, (body: never) => unknown>;
  /** Told by the host. Each is a whole snapshot: the newest replaces the others. */
  events: Record<string, unknown>;
}

/** What a client offers and a server must implement. */
export type Requests<C extends Contract> = {
  [Name in keyof C["requests"]]: (
    ...body: Parameters<C["requests"][Name]>
  ) => Promise<ReturnType<C["requests"][Name]>>;
};

/**
 * Messages cross as JSON, which drops members that are `undefined`. So a request without an argument carries the body `null`, and a
 * server takes a missing body for `null`.
 */
export type Envelope =
  | { kind: "request"; id: number; name: string; body: unknown }
  | { kind: "reply"; id: number; body: unknown }
  | { kind: "failure"; id: number; message: string }
  | { kind: "event"; name: string; body: unknown };
