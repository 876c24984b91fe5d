// The chart of the test project tests/projects/tide-atlas, recorded by scripts/recordBoard.mjs.
import type { GanttView } from "../../contract/generated/protocol.ts";
import recorded from "./tideAtlas.json";

// Zeros and false values are omitted on the wire.
export const tideAtlasView = recorded as unknown as GanttView;
