// How wide a text is, without asking the page for its layout.

let context: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, number>();
/** So many texts are remembered; a large project that is scrolled through has more than are worth keeping. */
const most = 5000;

export function textWidth(text: string, font: string): number {
  const key = `${font}\n${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  context ??= document.createElement("canvas").getContext("2d");
  if (context === null) return text.length * 7;
  if (context.font !== font) context.font = font;
  const { width } = context.measureText(text);
  if (widths.size > most) widths.clear();
  widths.set(key, width);
  return width;
}

/** The text, or as much of it as there is room for, with an ellipsis. */
export function clipped(text: string, room: number, font: string): string {
  if (textWidth(text, font) <= room) return text;
  const letters = [...text];
  let [fits, fails] = [0, letters.length];
  while (fails - fits > 1) {
    const middle = (fits + fails) >> 1;
    if (textWidth(`${letters.slice(0, middle).join("")}…`, font) <= room) fits = middle;
    else fails = middle;
  }
  return fits === 0 ? "" : `${letters.slice(0, fits).join("").trimEnd()}…`;
}
