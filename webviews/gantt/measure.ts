// How wide a text is, near enough to place it: asking the browser takes longer than drawing what is in sight. Pure.

const narrow = /[\s.,:;!|'()[\]{}Iijlftr1-]/u;
const wide = /[A-Z0-9mw@%&#]/u;
/** Chinese, Japanese, Korean, and what is as wide. */
const full = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60\u{1f000}-\u{1faff}\u{20000}-\u{3ffff}]/u;

/** In parts of the font's size. */
function letterWidth(letter: string): number {
  if (full.test(letter)) return 1.05;
  if (narrow.test(letter)) return 0.38;
  return wide.test(letter) ? 0.72 : 0.57;
}

/** Labels are drawn in this size. */
const size = 12;
const known = new Map<string, number>();

function widthOf(letter: string): number {
  let width = known.get(letter);
  if (width === undefined) {
    width = letterWidth(letter) * size;
    known.set(letter, width);
  }
  return width;
}

export function textWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += widthOf(letter);
  return width;
}
