// An engine that survives its own traps. A trap leaves the instance unusable, so it is replaced by
// a new, empty one and the owner is notified to feed the files again. An argument that the engine
// cannot read leaves the instance intact.

import type { HandoverCheck, UndoStep } from "../../../webviews/contract/generated/protocol.ts";
import type { Engine, EngineModule } from "./engineModule.ts";

/** The engine could not read an argument, for example in a message from a webview. */
export class BadArgument extends Error {
  override readonly name = "BadArgument";
}

/** The engine trapped during a call. */
export class EngineTrap extends Error {
  override readonly name = "EngineTrap";
}

export class SupervisedEngine {
  readonly #module: EngineModule;
  readonly #onTrap: (cause: unknown) => void;
  #engine: Engine;

  constructor(module: EngineModule, onTrap: (cause: unknown) => void) {
    this.#module = module;
    this.#onTrap = onTrap;
    this.#engine = new module();
  }

  call<T>(use: (engine: Engine) => T): T {
    try {
      return use(this.#engine);
    } catch (error) {
      // The glue code throws a string for a value that it could not read, and an Error for
      // everything else.
      if (typeof error === "string") throw new BadArgument(error);
      this.#engine = new this.#module();
      this.#onTrap(error);
      throw new EngineTrap("The engine stopped unexpectedly.", { cause: error });
    }
  }

  isContent(path: string): boolean {
    return this.#module.isContent(path);
  }

  isPackage(path: string): boolean {
    return this.#module.isPackage(path);
  }

  checkHandover(...args: Parameters<EngineModule["checkHandover"]>): HandoverCheck {
    return this.#module.checkHandover(...args);
  }

  logIndexPath(path: string): string | undefined {
    return this.#module.logIndexPath(path);
  }

  logIndexOffset(index: Uint8Array): number | undefined {
    return this.#module.logIndexOffset(index);
  }

  /** Returns the step in a file, null if the file is damaged. */
  parseUndoStep(bytes: Uint8Array): UndoStep | null {
    return this.#module.parseUndoStep(bytes);
  }
}
