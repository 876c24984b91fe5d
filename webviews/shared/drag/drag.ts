// Drag and drop for all surfaces, by pointer (mouse, pen, touch) and by keyboard, with the same
// targets for both. The surface defines items and targets; this module does not know its geometry.
// Invariant: every drag ends in exactly one `drop` or `cancel`.
import { edgeSpeed, TOUCH_HOLD_MS, dragActionOf, classifyPress } from "./gesture.ts";
import type { Point, Direction } from "./gesture.ts";
import { takesKeys } from "../keyboard/typing.ts";

export type { Point };

export interface DragRules<Item, Target> {
  /**
   * Returns the item at an element that was pressed, or that has the focus when Space is pressed
   * (then `at` is null). Null ignores the press.
   */
  pick(target: Element, at: Point | null): Item | null;
  /**
   * A drag begins. The returned image, if any, follows the pointer from the position of its
   * original.
   */
  lift(item: Item, target: Element, by: "pointer" | "keyboard"): DragImage | null;
  /** Returns the target under the pointer. */
  locate(item: Item, under: Element | null, point: Point): Target | null;
  /** Returns the item's current position as a target. */
  home(item: Item): Target;
  /** Returns the target one step from another. */
  step(item: Item, dropTarget: Target, step: Direction): Target;
  /** Shows the target and, with the keyboard, announces it. Called again after scrolling. */
  show(item: Item, dropTarget: Target | null, by: "pointer" | "keyboard"): void;
  /**
   * The item was dropped; `from` is the last position of the image, `alt` whether the Alt key was
   * down.
   */
  drop(item: Item, dropTarget: Target, from: DOMRect | null, alt: boolean): void;
  /** The drag was cancelled, or ended without a target. */
  cancel(item: Item, from: DOMRect | null): void;
  /**
   * Returns the area of a scroller whose edges scroll, or null for none; by default the whole
   * scroller.
   */
  edges?(item: Item, box: Element): DOMRect | null;
}

interface DragImage {
  element: HTMLElement;
  of: Element;
}

export interface Drag {
  /** Updates the target after the surface has changed. */
  refresh(): void;
  /** Cancels the drag, if there is one. */
  cancel(): void;
  dispose(): void;
}

interface Press<Item> {
  pointer: number;
  item: Item;
  target: Element;
  from: Point;
  byTouch: boolean;
  timer: number;
}

interface ActiveDrag<Item, Target> {
  item: Item;
  dropTarget: Target | null;
  /** Null for a drag by keyboard. */
  pointer: number | null;
  picture: HTMLElement | null;
  from: Point;
  at: Point;
}

/** Makes the contents of `root` draggable. `root` itself must stay in the page. */
export function draggable<Item, Target>(root: HTMLElement, rules: DragRules<Item, Target>): Drag {
  let press: Press<Item> | null = null;
  let active: ActiveDrag<Item, Target> | null = null;
  let frame = 0;

  function lift(item: Item, target: Element, pointer: number | null, from: Point): void {
    const by = pointer === null ? "keyboard" : "pointer";
    const picture = rules.lift(item, target, by);
    const element = picture?.element ?? null;
    active = { item, dropTarget: pointer === null ? rules.home(item) : null, pointer, picture: element, from, at: from };
    if (picture !== null) show(picture);
    if (pointer !== null) root.setPointerCapture(pointer);
    document.body.classList.add("dragging");
    window.addEventListener("keydown", onDragKey, true);
    if (by === "keyboard") rules.show(item, active.dropTarget, by);
  }

  function end(dropping: boolean, alt = false): void {
    if (active === null) return;
    const { item, dropTarget, pointer, picture } = active;
    const from = picture?.getBoundingClientRect() ?? null;
    active = null;
    cancelAnimationFrame(frame);
    frame = 0;
    picture?.remove();
    if (pointer !== null) {
      if (root.hasPointerCapture(pointer)) root.releasePointerCapture(pointer);
      swallowClick();
    }
    document.body.classList.remove("dragging");
    window.removeEventListener("keydown", onDragKey, true);
    if (dropping && dropTarget !== null) rules.drop(item, dropTarget, from, alt);
    else rules.cancel(item, from);
  }

  function releasePress(): void {
    if (press !== null) clearTimeout(press.timer);
    press = null;
  }

  /** Runs once per frame, and repeatedly while an edge scrolls. */
  function moveDrag(): void {
    frame = 0;
    if (active === null || active.pointer === null) return;
    const { item, picture, from, at } = active;
    if (picture !== null) picture.style.transform = `translate(${at.x - from.x}px, ${at.y - from.y}px)`;
    const under = document.elementFromPoint(
      Math.max(0, Math.min(at.x, window.innerWidth - 1)),
      Math.max(0, Math.min(at.y, window.innerHeight - 1)),
    );
    active.dropTarget = rules.locate(item, under, at);
    rules.show(item, active.dropTarget, "pointer");
    if (scrollEdges(under, at, (box) => (rules.edges === undefined ? box.getBoundingClientRect() : rules.edges(item, box)))) requestMove();
  }

  function requestMove(): void {
    if (frame === 0) frame = requestAnimationFrame(moveDrag);
  }

  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0 || event.ctrlKey || !event.isPrimary || active !== null) return;
    if (!(event.target instanceof Element)) return;
    const { target, pointerId: pointer } = event;
    const from = { x: event.clientX, y: event.clientY };
    const item = rules.pick(target, from);
    if (item === null) return;
    releasePress();
    const byTouch = event.pointerType === "touch";
    const timer = byTouch ? window.setTimeout(startDrag, TOUCH_HOLD_MS) : 0;
    press = { pointer, item, target, from, byTouch, timer };
  }

  function startDrag(): void {
    if (press === null) return;
    const { item, target, pointer, from } = press;
    releasePress();
    lift(item, target, pointer, from);
  }

  function onPointerMove(event: PointerEvent): void {
    const at = { x: event.clientX, y: event.clientY };
    if (press !== null && event.pointerId === press.pointer) {
      const means = classifyPress(press.from, at, press.byTouch);
      if (means === "let go") releasePress();
      if (means === "drag") startDrag();
    }
    if (active === null || event.pointerId !== active.pointer) return;
    active.at = at;
    requestMove();
  }

  function onPointerUp(event: PointerEvent): void {
    releasePress();
    if (active === null || event.pointerId !== active.pointer) return;
    active.at = { x: event.clientX, y: event.clientY };
    moveDrag();
    end(true, event.altKey);
  }

  function onPointerCancel(event: PointerEvent): void {
    releasePress();
    if (active !== null && event.pointerId === active.pointer) end(false);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== " " || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (active !== null || !(event.target instanceof Element) || takesKeys(event.target)) return;
    const item = rules.pick(event.target, null);
    if (item === null) return;
    swallow(event);
    lift(item, event.target, null, { x: 0, y: 0 });
  }

  function onDragKey(event: KeyboardEvent): void {
    if (active === null) return;
    const means = dragActionOf(event.key);
    if (active.pointer !== null) {
      if (event.key !== "Escape") return;
      swallow(event);
      end(false);
      return;
    }
    if (means === undefined) {
      // During a drag no other key reaches the surface.
      if (!["Shift", "Control", "Alt", "Meta"].includes(event.key)) swallow(event);
    } else if (means === "cancel") {
      if (event.key !== "Tab") swallow(event);
      end(false);
    } else {
      swallow(event);
      if (means === "drop") end(true, event.altKey);
      else if (active.dropTarget !== null) {
        active.dropTarget = rules.step(active.item, active.dropTarget, means);
        rules.show(active.item, active.dropTarget, "keyboard");
      }
    }
  }

  /** During a drag by touch, the page must not scroll or open a menu. */
  function onTouchMove(event: TouchEvent): void {
    if (active !== null && active.pointer !== null && event.cancelable) event.preventDefault();
  }

  function onContextMenu(event: Event): void {
    if (active !== null) swallow(event);
  }

  const stop = new AbortController();
  const { signal } = stop;
  root.addEventListener("pointerdown", onPointerDown, { signal });
  window.addEventListener("pointermove", onPointerMove, { signal });
  window.addEventListener("pointerup", onPointerUp, { signal });
  window.addEventListener("pointercancel", onPointerCancel, { signal });
  window.addEventListener("contextmenu", onContextMenu, { signal, capture: true });
  root.addEventListener("touchmove", onTouchMove, { signal, passive: false });
  root.addEventListener("keydown", onKeyDown, { signal });

  return {
    refresh: () => {
      if (active === null) return;
      if (active.pointer === null) rules.show(active.item, active.dropTarget, "keyboard");
      else requestMove();
    },
    cancel: () => end(false),
    dispose: () => {
      end(false);
      releasePress();
      stop.abort();
    },
  };
}

function show({ element, of }: DragImage): void {
  const { left, top, width } = of.getBoundingClientRect();
  element.classList.add("drag-picture");
  Object.assign(element.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
  document.body.append(element);
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** The browser sends a click after a drag; ignore it. */
function swallowClick(): void {
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, true));
}

/** Scrolls the scrollers under the pointer. Returns whether anything scrolled. */
function scrollEdges(under: Element | null, at: Point, edgesOf: (box: Element) => DOMRect | null): boolean {
  for (let box = under; box !== null; box = box.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(box);
    const scrollsAcross = /auto|scroll/u.test(overflowX);
    const scrollsDown = /auto|scroll/u.test(overflowY);
    const edges = scrollsAcross || scrollsDown ? edgesOf(box) : null;
    if (edges === null) continue;
    const across = scrollsAcross ? edgeSpeed(at.x, edges.left, edges.right) : 0;
    const down = scrollsDown ? edgeSpeed(at.y, edges.top, edges.bottom) : 0;
    if (across === 0 && down === 0) continue;
    const { scrollLeft, scrollTop } = box;
    box.scrollBy(across, down);
    if (box.scrollLeft !== scrollLeft || box.scrollTop !== scrollTop) return true;
  }
  return false;
}
