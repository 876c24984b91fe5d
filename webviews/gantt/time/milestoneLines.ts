// The lines on which the names of milestones have room beside each other. Pure.

/** A milestone with the width of its name, in pixels. */
export interface NamedMark {
  /** Where its diamond is. */
  x: number;
  name: number;
}

/** Space of a diamond before its middle, and up to its name. */
const BEFORE = 8;
const BEHIND = 16;
/** Least space between a name and the next diamond. */
const GAP = 4;
/** Half the width of the flag of today, which is on the first line, with some space. */
const FLAG_REACH = 26;

/**
 * Returns the line of each mark, 0 for the one next to the bars. Marks come from left to right; one that fits on
 * no line is on that with the most room. Does not depend on where the chart is scrolled to, so that the rows stay.
 */
export function linesOfMarks(marks: readonly NamedMark[], today: number): number[] {
  // No more lines than these three: the rows below need the room, so further names are cut off.
  const ends = [-Infinity, -Infinity, -Infinity];
  return marks.map(({ x, name }) => {
    const [begin, end] = [x - BEFORE, x + BEHIND + name];
    const isAtFlag = begin < today + FLAG_REACH && end > today - FLAG_REACH;
    const free = ends.findIndex((taken, line) => taken + GAP <= begin && !(line === 0 && isAtFlag));
    const line = free >= 0 ? free : ends.indexOf(Math.min(...ends));
    ends[line] = end;
    return line;
  });
}
