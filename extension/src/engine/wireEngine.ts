// The module as the extension calls it: values cross as JSON text, and bytes beside it as buffers, whose numbers stand in their places.
// That is faster than building objects field by field, and the engine needs one reader and one writer for everything.

import type { Engine as Module } from "#engine";
import type {
  Action,
  Answer,
  Capabilities,
  Command,
  Context,
  Edit,
  Fed,
  FileState,
  Query,
  View,
} from "../../../webviews/contract/generated/protocol.ts";
import type { Engine, Plan } from "./engineModule.ts";

/** A text, and behind it what the numbers in place of bytes stand for. */
type Parcel = readonly [text: string, ...buffers: Uint8Array[]];

/** What stands in a text in place of bytes; the types of the vocabulary say where that is. */
type Numbered = number | null | undefined;

export class WireEngine implements Engine {
  readonly #module: Module;

  constructor(module: Module) {
    this.#module = module;
  }

  feed(places: readonly string[], files: readonly FileState[], now: number): Fed {
    const buffers: Uint8Array[] = [];
    const numbered = files.map((file) =>
      file.kind === "file" ? { kind: file.kind, path: file.path, bytes: buffers.push(file.bytes) - 1 } : file,
    );
    return JSON.parse(this.#module.feed([...places], JSON.stringify(numbered), buffers, now)) as Fed;
  }

  view(query: Query, context: Context): View {
    return JSON.parse(this.#module.view(JSON.stringify(query), JSON.stringify(context))) as View;
  }

  plan(command: Command, context: Context): Plan {
    const [text, ...buffers] = this.#module.plan(JSON.stringify(command), JSON.stringify(context)) as unknown as Parcel;
    const plan = JSON.parse(text) as Plan;
    if (plan.kind === "refused") return plan;
    const edits = plan.changeSet.edits.map((edit) => revived<Edit>(edit, ["before", "after"], buffers));
    return { kind: "planned", changeSet: { ...plan.changeSet, edits } };
  }

  begin(command: Command, context: Context, capabilities: Capabilities): Action {
    return action(this.#module.begin(JSON.stringify(command), JSON.stringify(context), JSON.stringify(capabilities)));
  }

  recover(context: Context, capabilities: Capabilities): Action {
    return action(this.#module.recover(JSON.stringify(context), JSON.stringify(capabilities)));
  }

  step(answer: Answer, now: number): Action {
    const buffers = answer.kind === "bytes" ? [answer.bytes] : [];
    const numbered = answer.kind === "bytes" ? { kind: answer.kind, bytes: 0 } : answer;
    return action(this.#module.step(JSON.stringify(numbered), buffers, now));
  }

  /** Gives the memory back; the engine is not used afterwards. */
  free(): void {
    this.#module.free();
  }
}

function action(parcel: unknown[]): Action {
  const [text, ...buffers] = parcel as unknown as Parcel;
  return revived<Action>(JSON.parse(text) as Action, ["bytes", "expected"], buffers);
}

function revived<T extends object>(value: T, keys: readonly string[], buffers: readonly Uint8Array[]): T {
  const fields = value as Record<string, unknown>;
  for (const key of keys) {
    const place = fields[key] as Numbered;
    if (typeof place === "number") fields[key] = buffers[place];
  }
  return value;
}
