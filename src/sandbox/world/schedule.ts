import { createRandom, type Random } from "./random.js";
import type { ScheduledTask, Tasks, World } from "./world.js";

export type TaskHandlers = {
  readonly [Name in keyof Tasks]?: (world: World, random: Random, data: Tasks[Name]) => void;
};

/** Schedules work of the service, such as a settlement. */
export function scheduleTask<Name extends keyof Tasks>(
  world: World,
  delay: number,
  name: Name,
  data: Tasks[Name],
  isDeadline = false,
): void {
  const task = { at: world.time + delay, name, data, isDeadline };
  // Name and data belong together, which the compiler cannot follow through a union.
  world.schedule.push(task as ScheduledTask);
}

/** Schedules what happens at a time that a response has stated. Requests do not bring it closer. */
export function scheduleDeadline<Name extends keyof Tasks>(
  world: World,
  delay: number,
  name: Name,
  data: Tasks[Name],
): void {
  scheduleTask(world, delay, name, data, true);
}

/** Brings all scheduled work closer, but no deadline. */
export function hastenTasks(world: World, milliseconds: number): void {
  for (const task of world.schedule) if (!task.isDeadline) task.at -= milliseconds;
}

export function advanceClock(world: World, milliseconds: number, handlers: TaskHandlers): void {
  const until = world.time + milliseconds;
  for (let i = findNextTask(world, until); i !== undefined; i = findNextTask(world, until)) {
    const [task] = world.schedule.splice(i, 1) as [ScheduledTask];
    world.time = Math.max(world.time, task.at);
    handlers[task.name]?.(world, createRandom(world), task.data as never);
  }
  world.time = until;
}

function findNextTask({ schedule }: World, until: number): number | undefined {
  let next: number | undefined;
  schedule.forEach(({ at }, i) => {
    if (at <= until && (next === undefined || at < (schedule[next]?.at ?? 0))) next = i;
  });
  return next;
}
