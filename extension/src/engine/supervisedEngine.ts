// An engine that survives its own defects. A call that traps leaves the instance unusable: it is dropped for a new, empty one, and the
// owner is told, who feeds the files again. An argument that the engine cannot read is the caller's fault and costs no instance.

import type { Engine, EngineModule } from "./engineModule.ts";

/** The engine could not read an argument, such as a message from a webview. */
export class BadArgument extends Error {
  override readonly name = "BadArgument";
}

/** The engine stopped in the middle of a call. */
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
      // The glue throws the sentence itself for a value that it could not read, and an Error for everything else.
      if (typeof error === "string") throw new BadArgument(error);
      this.#engine = new this.#module();
      this.#onTrap(error);
      throw new EngineTrap("The engine stopped unexpectedly.", { cause: error });
    }
  }

  isContent(path: string): boolean {
    return this.#module.isContent(path);
  }
}
