// A large project: copies of the cards of tide-atlas, each with its own ID.
import type { Card } from "../../contract/generated/protocol.ts";
import { tideAtlasCards } from "./tideAtlas.ts";

export function manyCards(count: number): Card[] {
  return Array.from({ length: count }, (_, index) => {
    const model = tideAtlasCards[index % tideAtlasCards.length];
    if (model === undefined) throw new Error("There are no cards to repeat.");
    const id = `${model.id}x${index}`;
    return { ...model, key: id, id, title: `${model.title} ${index}` };
  });
}
