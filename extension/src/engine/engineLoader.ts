// Loads the engine when it is first needed. Concurrent callers share one promise.

import initialize, { Engine } from "#engine";
import type { EngineModule } from "./engineModule.ts";

export type LoadEngine = () => Promise<EngineModule>;

/**
 * `readModule` returns the bytes of `engine_bg.wasm`. A failed load is retried by the next call.
 */
export function engineLoader(readModule: () => Promise<Uint8Array>): LoadEngine {
  let loading: Promise<EngineModule> | undefined;
  return () => {
    loading ??= load(readModule).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

async function load(readModule: () => Promise<Uint8Array>): Promise<EngineModule> {
  await initialize({ module_or_path: await readModule() });
  return Engine;
}
