// A label, a control and what is to be said about it.
import type { ComponentChildren } from "preact";
import type { Place } from "../state.ts";
import { FieldNotice } from "./FieldNotice.tsx";

interface Props {
  place: Place;
  label: string;
  /** The control that the label names, when it is not named as the place is; null when there is none. */
  control?: string | null;
  children: ComponentChildren;
}

export function FieldFrame({ place, label, control = place, children }: Props) {
  return (
    <div class="field-frame" data-place={place}>
      {control === null ? <p class="field-label">{label}</p> : <label for={control}>{label}</label>}
      {children}
      <FieldNotice place={place} />
    </div>
  );
}
