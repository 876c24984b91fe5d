// The time of a running timer, which goes on by itself: with each second in the first minute, then with each minute.
import { useNow, useSeconds } from "../clock.ts";

interface Props {
  /** What was measured before, in milliseconds. */
  before?: number;
  /** When the time goes on from, in milliseconds since 1970-01-01 UTC. */
  since: number;
  text: (seconds: number) => string;
}

export function RunningTime(props: Props) {
  const seconds = secondsAt(props, useNow());
  return seconds < 60 ? <FirstMinute {...props} /> : <>{props.text(seconds)}</>;
}

function FirstMinute(props: Props) {
  return <>{props.text(secondsAt(props, useSeconds()))}</>;
}

function secondsAt({ before = 0, since }: Props, now: number): number {
  return Math.floor((before + Math.max(0, now - since)) / 1000);
}
