// Loads the engine on first need, once: the promise is kept, so that callers who come together share one load.

import initialize, { Engine } from "#engine";
import type { EngineModule } from "./engineModule.ts";

export type LoadEngine = () => Promise<EngineModule>;

/** `readModule` gives the bytes of `engine_bg.wasm`. A load that failed is tried again at the next call. */
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
