import { commands, env, window } from "vscode";
import type { SessionNode, SessionTreeNode } from "../../../src/sessions/sessionNode.ts";
import { until } from "../../harness/until.ts";
import { handoff, loadedProject, same } from "../window.ts";

const isSession = (node: SessionTreeNode): node is SessionNode => node.kind === "session";

async function sessionNodes(): Promise<SessionNode[]> {
  const { sessions } = await handoff();
  const project = await loadedProject("tide-atlas");
  const top = await sessions.getChildren();
  const parent = top.find((node) => node.kind === "sessionProject" && node.project === project);
  return (parent === undefined ? top : await sessions.getChildren(parent)).filter(isSession);
}

async function nodeOf(summary: string): Promise<SessionNode> {
  const node = (await sessionNodes()).find(({ session }) => session.summary.includes(summary));
  if (node === undefined) throw new Error(`There is no session ${summary} in the tree.`);
  return node;
}

describe("the Sessions tree", () => {
  it("shows the sessions of a project, newest first, with status and facts", async () => {
    const { sessions } = await handoff();
    const nodes = await sessionNodes();
    const begun = nodes.map(({ session }) => session.startedAt);
    same(begun, [...begun].toSorted().toReversed());
    same(nodes.length, 7);
    const item = sessions.getTreeItem(await nodeOf("vector tiles"));
    same([item.label, item.contextValue], ["Fork: try vector tiles", "session.paused"]);
    same(item.accessibilityInformation?.label.startsWith("Fork: try vector tiles, Paused"), true);
  });

  it("opens the page of sessions", async () => {
    const project = await loadedProject("tide-atlas");
    const { session } = await nodeOf("vector tiles");
    await commands.executeCommand("handoff.openSession", { project: project.id, session: session.id });
    const labels = (): string[] => window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    await until("the page is open", () => labels().includes("Tide Atlas: Sessions"));
  });
});

describe("a session", () => {
  it("is activated and paused, and undo restores its status", async () => {
    const project = await loadedProject("tide-atlas");
    const node = await nodeOf("vector tiles");
    const status = () => project.view({ kind: "sessions" }).sessions.find(({ id }) => id === node.session.id)?.status;
    await commands.executeCommand("handoff.activateSession", node);
    same(status(), "active");
    await commands.executeCommand("handoff.pauseSession", node);
    same(status(), "paused");
    await project.execute({ kind: "undo" });
    await project.execute({ kind: "undo" });
    same(status(), "paused");
  });

  it("is copied as a prompt", async () => {
    await commands.executeCommand("handoff.copyResumePrompt", await nodeOf("vector tiles"));
    const text = await env.clipboard.readText();
    same([text.startsWith("Continue this session of the project:"), text.includes("try vector tiles")], [true, true]);
  });
});
