// The toolbar of a page: its parts are in the same order on all pages. It wraps where they do not fit,
// so that words stay words.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { rovingBar } from "../keyboard/rovingBar.ts";

export interface ToolbarProps {
  /** Accessible name. */
  label: string;
  /** Finds by text, and filters. */
  find?: ComponentChildren;
  /** Groups and sorts. */
  group?: ComponentChildren;
  /** Chooses the days, the zoom, and what is displayed. */
  display?: ComponentChildren;
  /** Does something with what is shown. */
  actions?: ComponentChildren;
  /** The row below: what is on. */
  children?: ComponentChildren;
}

export function Toolbar({ label, find, group, display, actions, children }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (bar.current === null ? undefined : rovingBar(bar.current)), []);
  const parts = { find, group, display, actions };
  return (
    <div class="toolbar" role="toolbar" aria-label={label} ref={bar}>
      <div class="tools">
        {Object.entries(parts).map(
          ([name, part]) =>
            part !== undefined && (
              <div key={name} class={`tool-group ${name}`}>
                {part}
              </div>
            ),
        )}
      </div>
      {children}
    </div>
  );
}
