// Whether agents are connected with a project, as far as this installation knows. It decides whether the dashboard offers to
// connect one. This is kept in VSCode's storage: the files that connect an agent may be in the home folder.

import type { Memento } from "vscode";
import { Emitter, type EventOf } from "../support/emitter.ts";
import { contextValue } from "../support/contextKeys.ts";
import type { Project } from "../workspace/project.ts";

/** Global state: true once agents were connected with all projects of the user. Also the beginning of the key of a project. */
const KEY = "agentsConnected";

export class AgentConnections {
  readonly #ofUser: Memento;
  readonly #ofWorkspace: Memento;
  readonly #changed = new Emitter<void>();
  readonly onDidChange: EventOf<void> = this.#changed.event;

  constructor(ofUser: Memento, ofWorkspace: Memento) {
    this.#ofUser = ofUser;
    this.#ofWorkspace = ofWorkspace;
  }

  areConnected({ id }: Project): boolean {
    return contextValue("handoff.agentHasCalled") === true || this.#ofUser.get(KEY, false) || this.#ofWorkspace.get(keyOf(id), false);
  }

  /** Notes that agents were connected with a project, or with all projects of the user; or that this was undone. */
  note(project: Project, forUser: boolean, connected = true): void {
    void (forUser ? this.#ofUser.update(KEY, connected || undefined) : this.#ofWorkspace.update(keyOf(project.id), connected || undefined));
    this.#changed.fire();
  }

  /** The user does not want to connect an agent with a project. */
  hide(project: Project): void {
    this.note(project, false);
  }
}

function keyOf(project: string): string {
  return `${KEY} ${project}`;
}
