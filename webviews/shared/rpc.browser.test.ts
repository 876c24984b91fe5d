// Requests and events between a page and its host.
import { expect, test } from "vitest";
import type { Contract } from "../contract/rpc.ts";
import { connect } from "./rpc.ts";

interface Sample extends Contract {
  requests: { ready(): string };
  events: { changed: string };
}

test("events before the first answer are dropped, and later ones are delivered", async () => {
  let hear: (message: unknown) => void = () => undefined;
  const posted: { id: number }[] = [];
  const channel = { listen: (listener: (message: unknown) => void) => void (hear = listener), post: (message: unknown) => void posted.push(message as { id: number }) };
  const client = connect<Sample>(channel);
  const received: string[] = [];
  client.on("changed", (text) => void received.push(text));
  const event = (body: string) => hear({ kind: "event", name: "changed", body });

  const answer = client.ask.ready();
  event("before the translations");
  await new Promise((resolve) => requestAnimationFrame(resolve));
  hear({ kind: "reply", id: posted[0]?.id, body: "snapshot" });
  expect(await answer).toBe("snapshot");
  expect(received).toEqual([]);
  event("after");
  await expect.poll(() => received).toEqual(["after"]);
});
