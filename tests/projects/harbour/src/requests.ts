/** A wish for a berth, counted in nights: arrival and departure on one day do not collide. */
export interface BookingRequest {
  readonly boat: { readonly length: number; readonly beam: number; readonly draught: number };
  readonly firstNight: string;
  readonly lastNight: string;
  readonly pontoon?: "A" | "B";
}

/** Whether two requests want the same night. */
export function overlaps(one: BookingRequest, other: BookingRequest): boolean {
  return one.firstNight <= other.lastNight && other.firstNight <= one.lastNight;
}
