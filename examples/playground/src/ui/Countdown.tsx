import { millisecondsLeft } from "bursar/signing";
import { useEffect, useState } from "react";
import { serviceNow } from "../app/clock";

const hoursOrDays = (seconds: number) =>
  seconds >= 172_800
    ? `${Math.floor(seconds / 86_400)} days`
    : `${Math.floor(seconds / 3_600)} hours`;

/**
 * The time until something expires. It is not announced: a screen reader would speak every second.
 */
export function Countdown({
  expiresAt,
  onEnd,
}: {
  expiresAt: number | string;
  onEnd?: (() => void) | undefined;
}) {
  const left = () => Math.max(0, millisecondsLeft({ expiresAt }, { now: serviceNow() }));
  const [ms, setMs] = useState(left);
  useEffect(() => {
    const update = () => {
      const now = Math.max(0, millisecondsLeft({ expiresAt }, { now: serviceNow() }));
      setMs(now);
      if (now > 0) return;
      clearInterval(timer);
      onEnd?.();
    };
    const timer = setInterval(update, 250);
    update();
    return () => clearInterval(timer);
  }, [expiresAt, onEnd]);
  const seconds = Math.ceil(ms / 1_000);
  const text =
    seconds >= 7_200
      ? hoursOrDays(seconds)
      : seconds >= 60
        ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
        : `${seconds} s`;
  return (
    <span className="countdown" data-low={ms < 6_000} role="timer" aria-live="off">
      {ms > 0 ? text : "expired"}
    </span>
  );
}
