// Spends the day with Backlog.md: its tasks are changed as those of Handoff, and what is known is a document of it with the text of NOTES.md but for its tasks.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../mcp.mjs";
import { isPresent } from "../play.mjs";
import { fillDates, questionsOf } from "./days.mjs";
import { Note } from "./note.mjs";
import { Tally } from "./tally.mjs";

const STATUSES = { todo: "To Do", in_progress: "In Progress", review: "In Progress", blocked: "To Do", done: "Done" };
const GUIDES = { in_progress: "task-execution", done: "task-finalization", review: "task-finalization" };

/** Returns what the day costs, and what is known at its exams. */
export async function spendWithBacklog(day, script, count) {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "handoff-backlog-")));
  try {
    const office = new Office(day, script, scratch, count);
    office.begin();
    const exams = [];
    for (const session of day.sessions) {
      if (session.exam !== undefined) exams.push(await office.examine(session.exam));
      await office.session(session);
    }
    return { rows: office.tally.rows(), refusals: office.refusals, exams, fixed: await office.fixedCost() };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** The project, its tasks by the names of the day, and its document. */
class Office {
  refusals = [];
  #note = new Note();
  #saved = "";
  #document;
  /** The names of the day to ID, criteria and status. */
  #tasks = new Map();

  constructor(day, script, scratch, count) {
    Object.assign(this, { day, script, count, tally: new Tally(count) });
    this.place = join(scratch, "project");
    const { PATH, SystemRoot } = process.env;
    this.env = { PATH, SystemRoot, HOME: scratch, USERPROFILE: scratch };
    mkdirSync(this.place);
  }

  begin() {
    const run = (program, ...args) => execFileSync(program, args, { cwd: this.place, env: this.env, stdio: ["ignore", "ignore", "pipe"] });
    run("git", "init", "--quiet");
    run(process.execPath, this.script, "init", this.day.name, "--defaults", "--integration-mode", "mcp");
    run(process.execPath, this.script, "config", "set", "remoteOperations", "false");
  }

  async connect() {
    const server = connect(process.execPath, [this.script, "mcp", "start"], { cwd: this.place, env: this.env });
    this.greeting = await server.greet("agent");
    return server;
  }

  /** Spends a session: each agent reads the guides, the list of tasks and the document, and does its steps. */
  async session({ about, client, steps }) {
    const server = await this.connect();
    const agents = new Map();
    for (const { by = client, ...step } of steps.filter(({ run }) => run === undefined)) {
      if (!agents.has(by)) {
        agents.set(by, new Agent(this, server, about, by));
        await agents.get(by).begin(this.#document);
      }
      await this.#step(agents.get(by), step);
    }
    for (const agent of agents.values()) await this.#save(agent);
    await server.end();
  }

  async #step(agent, { update_task: change, claim_task: claim, note, as }) {
    if (note !== undefined && note !== "read") this.#note.edit(fillDates(note));
    else await this.#save(agent);
    if (claim !== undefined) await this.#edit(agent, claim.task_id, { status: "in_progress", assignee: [claim.as] });
    if (change === undefined) return;
    const names = [as ?? []].flat();
    for (const { name, date } of fillDates(change.milestones ?? [])) await agent.call("milestone_add", { name, dueDate: date });
    for (const { id, ...fields } of change.tasks) await (id === undefined ? this.#create(agent, fields, names) : this.#edit(agent, id, fields));
  }

  async #create(agent, { title, ref, children = [], priority, status, schedule = {}, dependencies = [], done_criteria: criteria = [] }, names, parent) {
    await agent.guide("task-creation");
    const name = names.shift() ?? ref ?? title;
    const { due_date: dueDate, milestone } = fillDates(schedule);
    const known = {
      title, priority, dueDate, milestone,
      status: STATUSES[status],
      parentTaskId: parent,
      dependencies: dependencies.map((one) => this.#tasks.get(one).id),
      acceptanceCriteria: criteria,
    };
    const args = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined && value.length > 0));
    const text = await agent.call("task_create", args);
    const id = /^Task (\S+)/mu.exec(text)?.[1];
    for (const key of [name, ref ?? name]) this.#tasks.set(key, { id, criteria });
    for (const child of children) await this.#create(agent, child, names, id);
  }

  async #edit(agent, reference, { status, check = [], notes_append: note, assignee }) {
    const task = this.#tasks.get(reference.slice(1, -1));
    if (status in GUIDES) await agent.guide(GUIDES[status]);
    if (status === "in_progress") await agent.call("task_view", { id: task.id });
    task.status = STATUSES[status] ?? task.status;
    const checked = check === "all" ? task.criteria.keys() : check.map((text) => task.criteria.indexOf(text));
    const known = {
      id: task.id,
      status: STATUSES[status],
      assignee: status === "in_progress" ? (assignee ?? [agent.by]) : undefined,
      acceptanceCriteriaCheck: [...checked].map((index) => index + 1),
      notesAppend: [note].flatMap((text) => (text === undefined ? [] : [fillDates(text)])),
    };
    await agent.call("task_edit", Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined && value.length > 0)));
    if (status === "skipped") await agent.call("task_archive", { id: task.id });
  }

  /** Writes what is known, if it has changed. A document is replaced as a whole. */
  async #save(agent) {
    const content = this.#note.text === "" ? "" : this.#note.knowledge();
    if (content === this.#saved) return;
    this.#saved = content;
    if (this.#document === undefined) {
      const text = await agent.call("document_create", { title: "Notes", content });
      this.#document = /doc-\d+/u.exec(text)?.[0];
    } else {
      await agent.call("document_update", { id: this.#document, content });
    }
  }

  /** Asks the questions of an exam: of the list of tasks, of those in progress, and of the document. */
  async examine(exam) {
    const server = await this.connect();
    const read = async (name, args) => (await server.call(name, args)).content[0].text;
    const texts = [await read("task_list", {}), await read("document_view", { id: this.#document })];
    const inHand = new Set([...this.#tasks.values()].filter(({ status }) => status === "In Progress").map(({ id }) => id));
    // What it says of one task counts as one line.
    for (const id of inHand) texts.push((await read("task_view", { id })).replaceAll("\n", " "));
    await server.end();
    const text = texts.join("\n");
    const questions = fillDates(questionsOf(this.day, exam));
    return { exam, tokens: this.count(text), asked: questions.length, missing: questions.filter((question) => !isPresent(question, text)), text };
  }

  async fixedCost() {
    const server = await this.connect();
    const tools = this.count(JSON.stringify(await server.list()));
    await server.end();
    return { tools, instructions: this.count(this.greeting.instructions) };
  }
}

/** One agent in a session. */
class Agent {
  #guides = new Set();

  constructor(office, server, about, by) {
    Object.assign(this, { office, server, about, by });
  }

  async begin(document) {
    await this.guide("overview");
    await this.call("task_list", {});
    if (document !== undefined) await this.call("document_view", { id: document });
  }

  /** Reads a guide once, as the overview requires. */
  async guide(instruction) {
    if (this.#guides.has(instruction)) return;
    this.#guides.add(instruction);
    await this.call("get_backlog_instructions", instruction === "overview" ? {} : { instruction });
  }

  /** Returns the text of the answer. */
  async call(name, args) {
    const { content, isError } = await this.server.call(name, args);
    const text = content[0].text;
    this.office.tally.call(this.about, this.by, { args, text, isRefused: isError === true });
    if (isError === true) this.office.refusals.push(`${name} ${JSON.stringify(args)}\n    ${text}`);
    return text;
  }
}
