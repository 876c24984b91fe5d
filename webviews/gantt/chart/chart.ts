// Renders the scene within a window as SVG. Reuses the nodes of rows that did not change.
import { prefersReducedMotion } from "../../shared/drag/animate.ts";
import { barNodes, signatureOf, tooltip } from "./barNodes.ts";
import { backgroundPaths } from "./background.ts";
import { barsOf } from "../time/bars.ts";
import { EdgeMarks } from "./edgeMarks.ts";
import { endsOf, pathsOf, linkPathsIn } from "./linkNodes.ts";
import type { LinkPath } from "./linkNodes.ts";
import { arrowHead, distanceTo, roundedPath, route } from "../routing/routing.ts";
import type { Point } from "../../shared/drag/gesture.ts";
import { xOf } from "../time/scale.ts";
import { rowWithDraggedDates, lineHeight } from "./scene.ts";
import type { Scene, Window } from "./scene.ts";
import { element } from "./svg.ts";
import type { Sight } from "./viewport.ts";
import { isFixed, isHeading, isParent } from "../state/tree.ts";

interface RenderedRow {
  node: SVGGElement;
  labels: HTMLElement;
  signature: string;
  line: number;
  /** Left end of its bar. */
  left: number | null;
  /** True while it is dragged, and until the dropped dates are confirmed. */
  isMoved: boolean;
}

/**
 * Shapes that span many lines are rendered for larger parts than bars: the browser repaints the
 * whole area of a changed path, so these paths should rarely change while scrolling.
 */
const partLines = 32;
const partWidth = 800;

function alignToParts({ left, right, first, after }: Window): Window {
  return {
    left: Math.floor(left / partWidth) * partWidth,
    right: Math.ceil(right / partWidth) * partWidth,
    first: Math.floor(first / partLines) * partLines,
    after: Math.ceil(after / partLines) * partLines,
  };
}

/** Maximum distance from an arrow at which a click selects it, in pixels. */
const CLICK_TOLERANCE = 5;

export class Chart {
  readonly svg: SVGSVGElement;
  private readonly labels: HTMLElement;
  private readonly layers = {
    closed: element("path", { class: "closed" }),
    todayColumn: element("path", { class: "today-column" }),
    rows: element("g", {}),
    lines: element("path", { class: "grid-lines" }),
    strong: element("path", { class: "grid-lines strong" }),
    milestones: element("path", { class: "milestone-lines" }),
    today: element("path", { class: "today-line" }),
    linkPaths: element("g", {}),
    bars: element("g", {}),
    tie: element("g", {}),
  };
  private readonly rendered = new Map<string, RenderedRow>();
  private readonly edges: EdgeMarks;
  private scene: Scene | null = null;
  private window: Window | null = null;
  private sight: Sight = { left: 0, right: 0 };
  /** Rows whose bars are out of sight, so that their names are hidden. */
  private outOfSight: ReadonlySet<string> = new Set();
  /** The line under the pointer; negative without one. */
  private hovered = -1;
  private ways: LinkPath[] = [];
  private linksSignature = "";
  private rowsSignature = "";

  /** `labels` and `edges` are above the drawing. */
  constructor(svg: SVGSVGElement, labels: HTMLElement, edges: HTMLElement) {
    this.svg = svg;
    this.labels = labels;
    this.edges = new EdgeMarks(edges);
    svg.replaceChildren(...Object.values(this.layers));
  }

  draw(scene: Scene, window: Window): void {
    [this.scene, this.window] = [scene, window];
    const { closed, lines, strong, milestones, today, todayColumn } = this.layers;
    const wide = alignToParts(window);
    const paths = backgroundPaths(scene, wide);
    set(closed, paths.closed);
    set(lines, paths.lines);
    set(strong, paths.strong);
    set(milestones, paths.milestones);
    set(today, paths.today);
    set(todayColumn, paths.todayColumn);
    this.drawRows(scene, window);
    this.drawBars(scene, window);
    this.drawEdges(scene, window);
    this.drawLinks(scene, wide);
    this.drawDraftLink(scene);
  }

  /** Follows the scroll position: marks at the edges depend on it, and arrows on whose words are hidden. */
  see(sight: Sight): void {
    this.sight = sight;
    const { scene, window } = this;
    if (scene === null || window === null) return;
    if (this.drawEdges(scene, window)) this.drawLinks(scene, alignToParts(window));
  }

  /** Follows the pointer to another line. */
  hover(line: number): void {
    if (line === this.hovered) return;
    this.hovered = line;
    if (this.scene !== null && this.window !== null) this.drawEdges(this.scene, this.window);
  }

  /** Returns whether other bars than before are out of sight. */
  private drawEdges(scene: Scene, window: Window): boolean {
    const out = this.edges.draw(scene, window, this.sight, this.hovered);
    const isSame = out.size === this.outOfSight.size && [...out].every((key) => this.outOfSight.has(key));
    this.outOfSight = out;
    for (const [key, { labels }] of this.rendered) labels.classList.toggle("out-of-sight", out.has(key));
    return !isSame;
  }

  /** Adds the tooltip when the pointer enters the bar; most bars never need one. */
  addTooltip(key: string): void {
    const { scene } = this;
    const rendered = this.rendered.get(key);
    const row = scene === null || rendered === undefined ? undefined : rowWithDraggedDates(scene, scene.shown[rendered.line] ?? -1);
    if (scene === null || rendered === undefined || row === undefined) return;
    const title = rendered.node.querySelector("title");
    if (title === null) rendered.node.prepend(element("title", {}, [tooltip(scene, row)]));
    // The time since the holder was heard of goes on.
    else if (row.holder !== undefined) title.textContent = tooltip(scene, row);
  }

  /** Returns the dependency whose arrow is at a point of the sheet. */
  linkAt(spot: Point): LinkPath["link"] | null {
    let best: LinkPath | null = null;
    let least = CLICK_TOLERANCE;
    for (const way of this.ways) {
      const distance = distanceTo(way.points, spot);
      if (distance <= least) [best, least] = [way, distance];
    }
    return best?.link ?? null;
  }

  /** Highlights the lines of selected rows. */
  private drawRows(scene: Scene, { left, right, first, after }: Window): void {
    const marks: SVGElement[] = [];
    let text = "";
    for (let line = first; line < Math.min(after, scene.shown.length); line += 1) {
      const row = scene.rows[scene.shown[line] ?? -1];
      if (row === undefined) continue;
      const chosen = scene.selected.has(row.key) ? "chosen" : scene.focused === row.key ? "focused" : "";
      if (chosen === "") continue;
      text += `${line} ${chosen} ${left} ${right} `;
      marks.push(element("rect", { class: `row-mark ${chosen}`, x: left, width: right - left, y: line * lineHeight, height: lineHeight }));
    }
    if (text !== this.rowsSignature) this.layers.rows.replaceChildren(...marks);
    this.rowsSignature = text;
  }

  private drawBars(scene: Scene, { first, after }: Window): void {
    const gone = new Set(this.rendered.keys());
    for (let line = first; line < Math.min(after, scene.shown.length); line += 1) {
      const at = scene.shown[line] ?? -1;
      const planned = scene.rows[at];
      const row = rowWithDraggedDates(scene, at);
      if (row === undefined || planned === undefined) continue;
      gone.delete(row.key);
      this.drawBar(scene, row, planned, line);
    }
    for (const key of gone) {
      this.rendered.get(key)?.node.remove();
      this.rendered.get(key)?.labels.remove();
      this.rendered.delete(key);
    }
  }

  private drawBar(scene: Scene, row: Scene["rows"][number], planned: Scene["rows"][number], line: number): void {
    const signature = signatureOf(scene, row);
    const isMoved = scene.movedRows.has(row.key);
    const known = this.rendered.get(row.key);
    if (known?.signature === signature && known.line === line && known.isMoved === isMoved) return;
    const node = known?.node ?? element("g", { "data-bar": row.key });
    const labels = known?.labels ?? document.createElement("div");
    if (known?.signature !== signature) {
      const nodes = barNodes(scene, row, planned);
      node.setAttribute("class", classesOf(scene, row));
      node.replaceChildren(...nodes.drawing);
      labels.className = ["row-labels", isParent(row) && "parent", row.context === true && "context"].filter(Boolean).join(" ");
      labels.replaceChildren(...nodes.labels);
    }
    if (known?.line !== line) {
      node.setAttribute("transform", `translate(0 ${line * lineHeight})`);
      labels.style.top = `${line * lineHeight}px`;
    }
    if (known === undefined) {
      this.layers.bars.append(node);
      this.labels.append(labels);
    }
    const left = leftOf(scene, row);
    if (known?.isMoved === true && !isMoved && known.left !== null && left !== null) {
      springBack(node, known.left - left, line * lineHeight);
      springBack(labels, known.left - left, 0);
    }
    this.rendered.set(row.key, { node, labels, signature, line, left, isMoved });
  }

  private drawLinks(scene: Scene, window: Window): void {
    this.ways = linkPathsIn(scene, window, this.outOfSight);
    const chosen = (way: LinkPath): boolean =>
      scene.link !== null && scene.rows[way.link.from]?.id === scene.link.from && scene.rows[way.link.to]?.id === scene.link.to;
    const looks = {
      plain: this.ways.filter(({ link }) => link.broken !== true && !(scene.critical && link.critical === true)),
      critical: this.ways.filter(({ link }) => link.broken !== true && scene.critical && link.critical === true),
      broken: this.ways.filter(({ link }) => link.broken === true),
      chosen: this.ways.filter(chosen),
    };
    const parts = Object.entries(looks).map(([name, ways]) => ({ name, ...pathsOf(ways) }));
    const text = JSON.stringify(parts);
    if (text === this.linksSignature) return;
    this.linksSignature = text;
    this.layers.linkPaths.replaceChildren(
      ...parts
        .filter(({ lines, passing }) => lines.length + passing.length > 0)
        .map(({ name, lines, passing, heads, crosses }) =>
          element("g", { class: `way ${name}` }, [
            ...passing.map((d) => element("path", { class: "way-line passing", d })),
            ...lines.map((d) => element("path", { class: "way-line", d })),
            element("path", { class: "way-head", d: heads }),
            ...(crosses === "" ? [] : [element("path", { class: "way-cross", d: crosses })]),
          ]),
        ),
    );
  }

  /** Renders the arrow of a dependency that is being drawn. */
  private drawDraftLink(scene: Scene): void {
    const { draftLink } = scene;
    const at = draftLink === null ? -1 : scene.rows.findIndex(({ key }) => key === draftLink.from.key);
    const from = draftLink === null ? null : endsOf(scene, at);
    if (draftLink === null || from === null) {
      this.layers.tie.replaceChildren();
      return;
    }
    const target = draftLink.to;
    const to = target === null ? null : endsOf(scene, scene.rows.findIndex(({ key }) => key === target.key));
    const begin = { x: draftLink.from.end === "end" ? from.right : from.left, y: from.y };
    const spots = target !== null && to !== null ? route({ from, to, kind: target.kind }, () => 0) : [begin, draftLink.pointer ?? begin];
    this.layers.tie.replaceChildren(
      element("path", { class: "tie-line", d: roundedPath(spots) }),
      element("path", { class: "tie-head", d: target === null ? "" : arrowHead(spots) }),
    );
  }
}

function leftOf(scene: Scene, row: Scene["rows"][number]): number | null {
  const { plan } = barsOf(row, scene.mode, scene.today);
  return plan === null ? null : xOf(scene.scale, plan.first);
}

/** Animates a bar or its label from where it was released to its place. */
function springBack(node: Element, from: number, y: number): void {
  if (from === 0 || prefersReducedMotion()) return;
  const at = (x: number): string => `translate(${x}px, ${y}px)`;
  node.animate([{ transform: at(from) }, { transform: at(0) }], { duration: 220, easing: "cubic-bezier(0.2, 0, 0, 1)" });
}

function classesOf(scene: Scene, row: Scene["rows"][number]): string {
  return [
    "row-bars",
    row.status === undefined ? "heading" : `is-${row.status}`,
    isParent(row) && "parent",
    scene.critical && row.critical === true && "critical",
    row.overdue === true && "overdue",
    row.context === true && "context",
    row.finished !== undefined && "finished",
    scene.draggedDates.has(row.key) && "carried",
    (isFixed(row) || isHeading(row) || !scene.isEditable) && "fixed",
  ]
    .filter(Boolean)
    .join(" ");
}

function set(path: SVGPathElement, d: string): void {
  if (path.getAttribute("d") !== d) path.setAttribute("d", d);
}
