// One drag for every surface: pointer events (mouse, pen, touch) and the keyboard, with the same goals for both.
// The surface says what can be picked up and what the element under the pointer means; this module knows no geometry of it.
// Invariant: every pick-up ends in exactly one `drop` or one `cancel`.
import { edgeSpeed, holdFor, keyMeaning, meaning } from "./gesture.ts";
import type { Point, Step } from "./gesture.ts";
import { takesKeys } from "../keyboard/typing.ts";

export type { Point, Step };

export interface DragPlan<Item, Goal> {
  /** What a press on this element, or Space while it has the focus (then `at` is null), picks up; null leaves the press to others. */
  pick(target: Element, at: Point | null): Item | null;
  /** Picked up. A picture follows the pointer, if one is given; it begins where what it is a picture of lies. */
  lift(item: Item, target: Element, by: "pointer" | "keyboard"): Picture | null;
  /** Where it would be dropped with the pointer over this element. */
  locate(item: Item, under: Element | null, point: Point): Goal | null;
  /** Where it lies now. */
  home(item: Item): Goal;
  /** The goal that is one step from this one. */
  step(item: Item, goal: Goal, step: Step): Goal;
  /** Shows, and by keyboard says, where it would be dropped. Called again after a scroll. */
  show(item: Item, goal: Goal | null, by: "pointer" | "keyboard"): void;
  /** Let go at a goal; `from` is where the picture was seen last, `alt` whether the Alt key was down. */
  drop(item: Item, goal: Goal, from: DOMRect | null, alt: boolean): void;
  /** Let go elsewhere, or given up. */
  cancel(item: Item, from: DOMRect | null): void;
  /** The part of a scrolling box near whose edges it scrolls, or null where it must not; all of the box when left out. */
  edges?(item: Item, box: Element): DOMRect | null;
}

export interface Picture {
  element: HTMLElement;
  of: Element;
}

export interface Drag {
  /** Looks again at what lies under the pointer, after the surface has changed. */
  refresh(): void;
  /** Gives up what is carried, if anything is. */
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

interface Carried<Item, Goal> {
  item: Item;
  goal: Goal | null;
  /** Null when it is carried by the keyboard. */
  pointer: number | null;
  picture: HTMLElement | null;
  from: Point;
  at: Point;
}

/** Makes what is inside `root` draggable. `root` itself must stay in the page. */
export function draggable<Item, Goal>(root: HTMLElement, plan: DragPlan<Item, Goal>): Drag {
  let press: Press<Item> | null = null;
  let carried: Carried<Item, Goal> | null = null;
  let frame = 0;

  function lift(item: Item, target: Element, pointer: number | null, from: Point): void {
    const by = pointer === null ? "keyboard" : "pointer";
    const picture = plan.lift(item, target, by);
    const element = picture?.element ?? null;
    carried = { item, goal: pointer === null ? plan.home(item) : null, pointer, picture: element, from, at: from };
    if (picture !== null) show(picture);
    if (pointer !== null) root.setPointerCapture(pointer);
    document.body.classList.add("dragging");
    window.addEventListener("keydown", onCarriedKey, true);
    if (by === "keyboard") plan.show(item, carried.goal, by);
  }

  function end(dropping: boolean, alt = false): void {
    if (carried === null) return;
    const { item, goal, pointer, picture } = carried;
    const from = picture?.getBoundingClientRect() ?? null;
    carried = null;
    cancelAnimationFrame(frame);
    frame = 0;
    picture?.remove();
    if (pointer !== null) {
      if (root.hasPointerCapture(pointer)) root.releasePointerCapture(pointer);
      swallowClick();
    }
    document.body.classList.remove("dragging");
    window.removeEventListener("keydown", onCarriedKey, true);
    if (dropping && goal !== null) plan.drop(item, goal, from, alt);
    else plan.cancel(item, from);
  }

  function letGo(): void {
    if (press !== null) clearTimeout(press.timer);
    press = null;
  }

  /** Once a frame however often the pointer moves, and on while an edge scrolls. */
  function follow(): void {
    frame = 0;
    if (carried === null || carried.pointer === null) return;
    const { item, picture, from, at } = carried;
    if (picture !== null) picture.style.transform = `translate(${at.x - from.x}px, ${at.y - from.y}px)`;
    const under = document.elementFromPoint(
      Math.max(0, Math.min(at.x, window.innerWidth - 1)),
      Math.max(0, Math.min(at.y, window.innerHeight - 1)),
    );
    carried.goal = plan.locate(item, under, at);
    plan.show(item, carried.goal, "pointer");
    if (scrollEdges(under, at, (box) => (plan.edges === undefined ? box.getBoundingClientRect() : plan.edges(item, box)))) requestFollow();
  }

  function requestFollow(): void {
    if (frame === 0) frame = requestAnimationFrame(follow);
  }

  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0 || event.ctrlKey || !event.isPrimary || carried !== null) return;
    if (!(event.target instanceof Element)) return;
    const { target, pointerId: pointer } = event;
    const from = { x: event.clientX, y: event.clientY };
    const item = plan.pick(target, from);
    if (item === null) return;
    letGo();
    const byTouch = event.pointerType === "touch";
    const timer = byTouch ? window.setTimeout(take, holdFor) : 0;
    press = { pointer, item, target, from, byTouch, timer };
  }

  function take(): void {
    if (press === null) return;
    const { item, target, pointer, from } = press;
    letGo();
    lift(item, target, pointer, from);
  }

  function onPointerMove(event: PointerEvent): void {
    const at = { x: event.clientX, y: event.clientY };
    if (press !== null && event.pointerId === press.pointer) {
      const means = meaning(press.from, at, press.byTouch);
      if (means === "let go") letGo();
      if (means === "drag") take();
    }
    if (carried === null || event.pointerId !== carried.pointer) return;
    carried.at = at;
    requestFollow();
  }

  function onPointerUp(event: PointerEvent): void {
    letGo();
    if (carried === null || event.pointerId !== carried.pointer) return;
    carried.at = { x: event.clientX, y: event.clientY };
    follow();
    end(true, event.altKey);
  }

  function onPointerCancel(event: PointerEvent): void {
    letGo();
    if (carried !== null && event.pointerId === carried.pointer) end(false);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== " " || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (carried !== null || !(event.target instanceof Element) || takesKeys(event.target)) return;
    const item = plan.pick(event.target, null);
    if (item === null) return;
    swallow(event);
    lift(item, event.target, null, { x: 0, y: 0 });
  }

  function onCarriedKey(event: KeyboardEvent): void {
    if (carried === null) return;
    const means = keyMeaning(event.key);
    if (carried.pointer !== null) {
      if (event.key !== "Escape") return;
      swallow(event);
      end(false);
      return;
    }
    if (means === undefined) {
      // Nothing else may happen to the surface while something is carried over it.
      if (!["Shift", "Control", "Alt", "Meta"].includes(event.key)) swallow(event);
    } else if (means === "cancel") {
      if (event.key !== "Tab") swallow(event);
      end(false);
    } else {
      swallow(event);
      if (means === "drop") end(true, event.altKey);
      else if (carried.goal !== null) {
        carried.goal = plan.step(carried.item, carried.goal, means);
        plan.show(carried.item, carried.goal, "keyboard");
      }
    }
  }

  /** While something is carried by a finger, the page must not scroll under it nor open a menu. */
  function onTouchMove(event: TouchEvent): void {
    if (carried !== null && carried.pointer !== null && event.cancelable) event.preventDefault();
  }

  function onContextMenu(event: Event): void {
    if (carried !== null) swallow(event);
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
      if (carried === null) return;
      if (carried.pointer === null) plan.show(carried.item, carried.goal, "keyboard");
      else requestFollow();
    },
    cancel: () => end(false),
    dispose: () => {
      end(false);
      letGo();
      stop.abort();
    },
  };
}

function show({ element, of }: Picture): void {
  const { left, top, width } = of.getBoundingClientRect();
  element.classList.add("drag-picture");
  Object.assign(element.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
  document.body.append(element);
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** The browser still sends a click after a drag; nobody meant it. */
function swallowClick(): void {
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, true));
}

/** Scrolls what the pointer is near the edge of; whether anything moved. */
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
