// The board of the test project tests/projects/tide-atlas, recorded by scripts/recordBoard.mjs.
import type { Card } from "../../contract/generated/protocol.ts";
import recorded from "./tideAtlas.json";

export const tideAtlasCards = recorded as Card[];
