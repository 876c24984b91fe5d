// The tasks of the demo project examples/tide-atlas as the engine shows them on a board: see scripts/recordBoard.mjs.
import type { Card } from "../../contract/generated/protocol.ts";
import recorded from "./tideAtlas.json";

export const tideAtlasCards = recorded as Card[];
