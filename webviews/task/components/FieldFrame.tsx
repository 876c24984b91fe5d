// A label, a control and what is to be said about it.
import type { ComponentChildren } from "preact";
import type { Place } from "../state.ts";
import { FieldNotice } from "./FieldNotice.tsx";

interface Props {
  place: Place;
  label: string;
  /** The control that the label names; the place itself unless a list is named. */
  control?: string;
  children: ComponentChildren;
}

export function FieldFrame({ place, label, control, children }: Props) {
  return (
    <div class="frame" data-place={place}>
      <label for={control ?? place}>{label}</label>
      {children}
      <FieldNotice place={place} />
    </div>
  );
}
