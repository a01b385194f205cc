import { ConfigurationError } from "../../errors/data.js";
import { quoteValue } from "../../shared/hide-secrets.js";
import { advanceClock, hastenTasks, type TaskHandlers } from "./schedule.js";
import type { World } from "./world.js";

export interface Clock {
  /** Whether the time passes by itself, at the speed of this machine's clock. */
  readonly isReal: boolean;
  getStart(): number;
  getTime(world: World): number;
  update(world: World): void;
  tick(world: World): void;
  advance(world: World, milliseconds: number): void;
  /** Continues from the time of a new or restored world. */
  resume(world: World): void;
}

/**
 * In milliseconds. After a larger step back (fake timers, for example), the real clock would take
 * too long to reach the time of the world again.
 */
const maxStepBack = 3_000;

interface ClockOptions {
  now?: Date | number | (() => number) | undefined;
  tick: number;
}

export function createClock({ now, tick }: ClockOptions, tasks: TaskHandlers): Clock {
  if (typeof now === "function") return createRunningClock(() => toTime(now()), 0, tasks);
  // Read Date.now at each call, because fake timers replace it.
  if (now === undefined) return createRunningClock(() => Date.now(), tick, tasks, true);
  return createFixedClock(toTime(now), tick, tasks);
}

/** Moves only by requests and `advance`. */
function createFixedClock(start: number, tick: number, tasks: TaskHandlers): Clock {
  const advance = (world: World, milliseconds: number) => advanceClock(world, milliseconds, tasks);
  return {
    isReal: false,
    getStart: () => start,
    getTime: ({ time }) => time,
    update: () => {},
    tick: (world) => advance(world, tick),
    advance,
    resume: () => {},
  };
}

/**
 * Follows a function. A request brings pending work closer instead of moving the clock: otherwise
 * the sandbox would be minutes ahead of its callers after some hundred requests.
 */
function createRunningClock(
  read: () => number,
  tick: number,
  tasks: TaskHandlers,
  isReal = false,
): Clock {
  /** How far the sandbox is ahead of the function. */
  let ahead = 0;
  /** The last time that the sandbox has shown. It never goes back. */
  let held = Number.NEGATIVE_INFINITY;
  const getTime = ({ time }: World) => {
    held = Math.max(held, time);
    const stepBack = held - (read() + ahead);
    if (isReal && stepBack > maxStepBack) ahead += stepBack;
    held = Math.max(held, read() + ahead);
    return held;
  };
  const update = (world: World) => advanceClock(world, getTime(world) - world.time, tasks);
  const resume = ({ time }: World) => {
    held = time;
    ahead = Math.max(0, time - read());
  };
  return {
    isReal,
    getStart: read,
    getTime,
    update,
    tick(world) {
      hastenTasks(world, tick);
      update(world);
    },
    advance(world, milliseconds) {
      update(world);
      advanceClock(world, milliseconds, tasks);
      resume(world);
    },
    resume,
  };
}

export function toTime(now: unknown): number {
  // A fake Date is not an instance of the current one.
  const isDate = typeof (now as Date | null)?.getTime === "function";
  const time = isDate ? (now as Date).getTime() : now;
  if (typeof time === "number" && Math.abs(time) <= maxTime) return time;
  throw new ConfigurationError(
    `createSandbox: expected now to be a valid date or milliseconds since 1970, got ${isDate ? "an invalid date" : quoteValue(now)}`,
    { hint: "A function returns milliseconds." },
  );
}

const maxTime = 8_640_000_000_000_000;
