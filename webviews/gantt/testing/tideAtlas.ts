// The demo project examples/tide-atlas as the engine shows it in the Gantt chart: see scripts/recordBoard.mjs.
import type { GanttView } from "../../contract/generated/protocol.ts";
import recorded from "./tideAtlas.json";

// Zeros and falsehoods are left out of what crosses.
export const tideAtlasView = recorded as unknown as GanttView;
