// The props of every control.
import type { Setting } from "../../contract/generated/protocol.ts";

export interface ControlProps {
  setting: Setting;
  /** The color as `#rrggbb`. */
  hex: string;
  labelledBy: string;
  describedBy: string;
  isInvalid: boolean;
}
