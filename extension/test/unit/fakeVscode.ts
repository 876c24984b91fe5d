// As much of the editor's API as pure modules touch when they load; used as `vi.mock("vscode", ()
// => import("./fakeVscode.ts"))`.
import type { Memento, Uri as VscodeUri } from "vscode";

export const l10n = {
  t: (template: string, ...args: unknown[]): string => {
    const [first] = args;
    const named = typeof first === "object" && first !== null ? first : args;
    const values = new Map(Object.entries(named).map(([name, value]) => [name, String(value)]));
    return template.replaceAll(/\{(\w+)\}/gu, (blank, name: string) => values.get(name) ?? blank);
  },
};

export const env = { language: "en", appName: "Visual Studio Code", uriScheme: "vscode" };

export const version = "1.101.0";

export const window = {};

export const QuickPickItemKind = { Separator: -1, Default: 0 };

export class EventEmitter<T> {
  readonly #listeners: ((value: T) => void)[] = [];

  readonly event = (listener: (value: T) => void): void => void this.#listeners.push(listener);

  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }

  dispose(): void {
    this.#listeners.length = 0;
  }
}

export class DataTransferItem {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

export class ThemeColor {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

export class ThemeIcon {
  readonly id: string;
  readonly color: ThemeColor | undefined;

  constructor(id: string, color?: ThemeColor) {
    this.id = id;
    this.color = color;
  }
}

export class TreeItem {
  readonly label: string;
  readonly collapsibleState: number;

  constructor(label: string, collapsibleState: number) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}

export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };

export const InputBoxValidationSeverity = { Info: 1, Warning: 2, Error: 3 };

export class MarkdownString {
  value = "";

  appendText(text: string): this {
    return this.appendMarkdown(text);
  }

  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }
}

export class LanguageModelTextPart {
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }
}

export class LanguageModelToolResult {
  readonly content: readonly unknown[];

  constructor(content: readonly unknown[]) {
    this.content = content;
  }
}

export class FakeMemento implements Memento {
  readonly #values = new Map<string, unknown>();

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  get<T>(key: string, fallback?: T): T {
    return (this.#values.get(key) ?? fallback) as T;
  }

  update(key: string, value: unknown): Promise<void> {
    this.#values.set(key, value);
    return Promise.resolve();
  }
}

export class Uri implements VscodeUri {
  readonly scheme = "file";
  readonly authority = "";
  readonly query = "";
  readonly fragment = "";
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static joinPath(base: VscodeUri, ...parts: string[]): Uri {
    const steps: string[] = [];
    for (const step of [base.path, ...parts].join("/").split("/")) {
      if (step === "..") steps.pop();
      else if (step !== "") steps.push(step);
    }
    return new Uri(`/${steps.join("/")}`);
  }

  static file(path: string): Uri {
    return new Uri(path);
  }

  static parse(text: string): Uri {
    return new Uri(text.replace(/^file:\/\//u, ""));
  }

  get fsPath(): string {
    return this.path;
  }

  with(change: { path?: string }): Uri {
    return new Uri(change.path ?? this.path);
  }

  toString(): string {
    return `file://${this.path}`;
  }

  toJSON(): string {
    return this.toString();
  }
}
