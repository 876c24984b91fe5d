// What panels do with messages and pages, both of which are untrusted.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Disposable, Webview } from "vscode";
import type { Contract } from "../../../../webviews/contract/rpc.ts";
import { readBoardQuery, readGanttQuery, readMetricsQuery } from "../../../../webviews/contract/queries.ts";
import { readGanttExport, readPicture, readReportName, readText, readTexts } from "../../../src/panels/messages/parseMessages.ts";
import { pageHtml, readIdentity } from "../../../src/panels/html/page.ts";
import { pageCommands } from "../../../../webviews/contract/pageCommands.ts";
import { readCommand } from "../../../src/panels/messages/parseMessages.ts";
import { serve } from "../../../src/panels/messages/rpcServer.ts";
import { connect } from "../../../../webviews/shared/rpc.ts";
import { Uri } from "../fakeVscode.ts";

vi.mock("vscode", () => import("../fakeVscode.ts"));

interface Sample extends Contract {
  requests: { double(value: number): number; fail(): void; count(): number };
  events: { changed: number };
}

function makeLine(hear: (message: unknown) => void = () => undefined) {
  const sent: unknown[] = [];
  const logged: string[] = [];
  let receive: (message: unknown) => void = () => undefined;
  const webview = {
    onDidReceiveMessage: (listener: (message: unknown) => void): Disposable => {
      receive = listener;
      return { dispose: () => (receive = () => undefined) };
    },
    postMessage: (message: unknown) => {
      sent.push(message);
      hear(message);
      return Promise.resolve(true);
    },
  };
  const served = serve<Sample>(
    webview,
    {
      double: (value) => value * 2,
      fail: () => {
        throw new Error("broken");
      },
      count: () => sent.length,
    },
    {
      explain: (error) => (error instanceof Error ? error.message : "?"),
      log: (message) => void logged.push(message),
    },
  );
  return { sent, logged, served, say: (message: unknown) => receive(message), rest: () => new Promise((resolve) => setImmediate(resolve)) };
}

describe("an RPC server", () => {
  test("answers requests by ID", async () => {
    const { sent, say, rest } = makeLine();
    say({ kind: "request", id: 7, name: "double", body: 21 });
    await rest();
    expect(sent).toEqual([{ kind: "reply", id: 7, body: 42 }]);
  });

  test("answers errors and unknown requests with a failure", async () => {
    const { sent, logged, say, rest } = makeLine();
    say({ kind: "request", id: 1, name: "fail", body: null });
    say({ kind: "request", id: 2, name: "toString", body: null });
    await rest();
    expect(sent).toEqual([
      { kind: "failure", id: 1, message: "broken" },
      { kind: "failure", id: 2, message: 'There is no request "toString".' },
    ]);
    expect(logged).toEqual(["Request fail failed: Error: broken", 'Request toString failed: Error: There is no request "toString".']);
  });

  test.each([
    { kind: "request", id: 1 },
    { kind: "request", id: 1, name: 5, body: 1 },
    { kind: "reply", id: 1, body: 1 },
    { id: 1 },
  ])("answers %j with a failure and logs it", async (message) => {
    const { sent, logged, say, rest } = makeLine();
    say(message);
    await rest();
    expect(sent).toEqual([{ kind: "failure", id: 1, message: "The page sent a message that is no request." }]);
    expect(logged).toEqual([`The page sent a message that is no request: ${JSON.stringify(message)}`]);
  });

  test.each([null, "text", 1, {}, { kind: "request" }, { kind: "request", id: "1", name: "double", body: 1 }])(
    "logs %j, which has no number to answer to",
    async (message) => {
      const { sent, logged, say, rest } = makeLine();
      say(message);
      await rest();
      expect(sent).toEqual([]);
      expect(logged).toEqual([`The page sent a message that is no request: ${JSON.stringify(message)}`]);
    },
  );

  test("truncates long messages in the log", async () => {
    const { logged, say, rest } = makeLine();
    say({ kind: "request", text: "x".repeat(10_000) });
    await rest();
    expect(logged[0]?.length).toBeLessThan(300);
  });

  test("sends events until it is disposed", () => {
    const { sent, served } = makeLine();
    served.emit("changed", 1);
    served.dispose();
    served.emit("changed", 2);
    expect(sent).toEqual([{ kind: "event", name: "changed", body: 1 }]);
  });
});

describe("readCommand", () => {
  test.each(pageCommands)("accepts %s", (kind) => {
    const command = { kind, task: { fields: { title: "T", labels: { add: ["a"] } } } };
    expect(readCommand(command)).toBe(command);
  });

  test.each([null, "undo", [], {}, { kind: 1 }, { kind: "saveSession" }, { kind: "import" }, { kind: "constructor" }])("refuses %j", (body) => {
    expect(() => readCommand(body)).toThrow("A page must not send the command");
  });

  test("refuses a command that is nested deeper than any real one", () => {
    let value: unknown = "x";
    for (let depth = 0; depth < 100_000; depth += 1) value = [value];
    expect(() => readCommand({ kind: "updateConfig", changes: [{ key: ["a"], value }] })).toThrow("nested too deeply");
  });
});

describe("a page's client and its server", () => {
  beforeEach(() => {
    vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setImmediate(draw));
    vi.stubGlobal("cancelAnimationFrame", (frame: NodeJS.Immediate) => clearImmediate(frame));
  });
  afterEach(() => vi.unstubAllGlobals());

  /** Both ends, with a JSON text for each message in between, as in the editor. */
  function join() {
    let receive: (message: unknown) => void = () => undefined;
    const { logged, say } = makeLine((message) => receive(JSON.parse(JSON.stringify(message))));
    const posted: unknown[] = [];
    const client = connect<Sample>({
      post: (message) => {
        const text = JSON.stringify(message);
        posted.push(JSON.parse(text));
        say(JSON.parse(text));
      },
      listen: (listener) => (receive = listener),
    });
    return { client, posted, logged };
  }

  test("a request without an argument is answered", async () => {
    const { client, posted, logged } = join();
    await expect(client.ask.count()).resolves.toBe(0);
    expect(posted).toEqual([{ kind: "request", id: 1, name: "count", body: null }]);
    expect(logged).toEqual([]);
  });

  test("a request with an argument, and one without a result, are answered", async () => {
    const { client } = join();
    await expect(client.ask.double(4)).resolves.toBe(8);
    await expect(client.ask.fail()).rejects.toThrow("broken");
  });

  test("a request without a body is answered", async () => {
    const { sent, say, rest } = makeLine();
    say({ kind: "request", id: 3, name: "count" });
    await rest();
    expect(sent).toEqual([{ kind: "reply", id: 3, body: 0 }]);
  });
});

describe("message parsers", () => {
  test("readGanttQuery drops invalid values", () => {
    const body = { filter: { text: "x" }, sort: "id-desc", group: "evil", baseline: "baselines/a.json", loads: "yes", more: 1 };
    const query = readGanttQuery(body);
    expect(query).toMatchObject({ filter: { text: "x" } });
    expect(query).toEqual({ filter: query.filter, sort: "id-desc", baseline: "baselines/a.json", foldFinished: true });
    expect(readGanttQuery({ group: "assignee", loads: false, foldFinished: false })).toEqual({ group: "assignee", loads: false, foldFinished: false });
    for (const nothing of [undefined, null, "x", [], {}]) expect(readGanttQuery(nothing)).toEqual({ foldFinished: true });
  });

  test("readGanttExport rejects unknown formats", () => {
    expect(readGanttExport({ format: "svg", text: "<svg/>", more: 1 })).toEqual({ format: "svg", text: "<svg/>" });
    expect(readGanttExport({ format: "png", base64: "AA==" })).toEqual({ format: "png", base64: "AA==" });
    expect(readGanttExport({ format: "iCalendar" })).toEqual({ format: "iCalendar" });
    for (const wrong of [undefined, {}, { format: "exe" }, { format: "toString" }, { format: "svg" }, { format: "png", base64: 1 }])
      expect(() => readGanttExport(wrong)).toThrow(TypeError);
  });

  test("readMetricsQuery drops invalid values", () => {
    const body = { filter: { text: " x " }, group: "label", from: 20_000, to: "2026-01-01", more: 1 };
    expect(readMetricsQuery(body)).toEqual({ filter: { text: "x" }, group: "label", from: 20_000 });
    for (const nothing of [undefined, null, "x", [], {}, { group: "evil", from: 1.5, to: 1e12 }]) expect(readMetricsQuery(nothing)).toEqual({ filter: {} });
  });

  test("readReportName and readPicture reject unknown names and formats", () => {
    expect(readReportName("earned-value")).toBe("earned-value");
    for (const wrong of [undefined, "evil", "toString", ["flow"]]) expect(() => readReportName(wrong)).toThrow("There is no such report.");
    expect(readPicture({ format: "png", base64: "AA==", more: 1 })).toEqual({ format: "png", base64: "AA==" });
    for (const wrong of [undefined, {}, { format: "csv" }, { format: "svg", text: 1 }]) expect(() => readPicture(wrong)).toThrow(TypeError);
  });

  test("readBoardQuery replaces invalid values by defaults", () => {
    const body = { filter: { statuses: ["done", "evil"], text: " x " }, sort: "evil", leavesOnly: 1, unlimited: ["done", 3] };
    expect(readBoardQuery(body)).toEqual({
      filter: { statuses: ["done"], text: "x" },
      sort: "manual",
      leavesOnly: true,
      unlimited: ["done"],
    });
    expect(readBoardQuery(null)).toEqual({ filter: {}, sort: "manual", leavesOnly: true, unlimited: [] });
  });

  test("readText and readTexts reject other values", () => {
    expect(readText("a")).toBe("a");
    expect(readTexts(["a", "b"])).toEqual(["a", "b"]);
    expect(() => readText(1)).toThrow("A text was expected.");
    expect(() => readTexts([])).toThrow("A list of texts was expected.");
    expect(() => readTexts(["a", 1])).toThrow("A text was expected.");
  });
});

describe("a page", () => {
  const webview = { cspSource: "https://csp", asWebviewUri: (place) => place } satisfies Pick<Webview, "asWebviewUri" | "cspSource">;
  const html = (project: string, task: string): string => pageHtml(webview, Uri.file("/ext"), "task", { project, task });

  test("allows only its own bundle", () => {
    const page = html("file:///p", "t1");
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/unsafe|\son[a-z]+=|\sstyle=/u);
    const nonce = /'nonce-([0-9a-f]{36})'/u.exec(page)?.[1];
    const scripts = [...page.matchAll(/<script([^>]*)>/gu)].map(([, attributes]) => attributes);
    expect(scripts.length).toBe(2);
    for (const attributes of scripts) expect(attributes).toContain(`nonce="${nonce}"`);
    expect(html("file:///p", "t1")).not.toContain(nonce);
  });

  test("escapes text of the project", () => {
    const page = html("file:///p", '</script><script>alert(1)</script>"><img src=x>');
    expect(page.match(/<script/gu)?.length).toBe(2);
    expect(page).not.toContain("<img");
  });

  test("reads a valid identity from its state", () => {
    expect(readIdentity({ panel: { project: "p", task: "t" }, kept: 1 })).toEqual({ project: "p", task: "t" });
    expect(readIdentity({ panel: { project: "p", task: 1 } })).toEqual({ project: "p" });
    for (const state of [null, undefined, "x", {}, { panel: null }, { panel: { task: "t" } }]) expect(readIdentity(state)).toBeUndefined();
  });
});
