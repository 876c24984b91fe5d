// A page in memory: sends requests to the host's side of a panel and keeps the answers.
import { vi } from "vitest";
import type { WebviewPanel } from "vscode";
import { Emitter } from "../../../src/support/emitter.ts";

export interface Message {
  kind: string;
  id?: number;
  name?: string;
  body?: unknown;
  message?: string;
}

export class FakePage {
  visible = true;
  readonly sent: Message[] = [];
  readonly #messages = new Emitter<unknown>();
  readonly #viewState = new Emitter<void>();
  readonly webview = { onDidReceiveMessage: this.#messages.event, postMessage: (message: Message) => Promise.resolve(this.sent.push(message) > 0) };
  readonly onDidChangeViewState = this.#viewState.event;
  #requests = 0;

  /** The panel that the host serves. */
  get panel(): WebviewPanel {
    return this as unknown as WebviewPanel;
  }

  show(visible: boolean): void {
    this.visible = visible;
    this.#viewState.fire();
  }

  /** Sends a request. Returns the answer. */
  async ask(name: string, body: unknown = null): Promise<Message> {
    this.#requests += 1;
    const id = this.#requests;
    this.#messages.fire({ kind: "request", id, name, body });
    return await vi.waitFor(() => {
      const answer = this.sent.find((message) => message.id === id);
      if (answer === undefined) throw new Error(`${name} is not answered yet.`);
      return answer;
    });
  }

  events(): Message[] {
    return this.sent.filter(({ kind }) => kind === "event");
  }
}
