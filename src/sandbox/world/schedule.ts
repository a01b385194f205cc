import { createRandom, type Random } from "./random.js";
import type { ScheduledTask, World } from "./world.js";

/** Handlers of scheduled tasks, by task name. */
export type TaskHandlers = Readonly<
  Record<string, (world: World, random: Random, data: ScheduledTask["data"]) => void>
>;

/** Schedules work of the service, such as a settlement. */
export function scheduleTask(
  world: World,
  delay: number,
  name: string,
  data: ScheduledTask["data"],
): void {
  world.schedule.push({ at: world.time + delay, name, data, isDeadline: false });
}

/** Schedules what happens at a time that a response has stated. Requests do not bring it closer. */
export function scheduleDeadline(
  world: World,
  delay: number,
  name: string,
  data: ScheduledTask["data"],
): void {
  world.schedule.push({ at: world.time + delay, name, data, isDeadline: true });
}

/** Brings all scheduled work closer, but no deadline. */
export function hastenTasks(world: World, milliseconds: number): void {
  for (const task of world.schedule) if (!task.isDeadline) task.at -= milliseconds;
}

/** Advances the clock and runs all tasks that become due, in order. */
export function advanceClock(world: World, milliseconds: number, handlers: TaskHandlers): void {
  const until = world.time + milliseconds;
  for (let i = findNextTask(world, until); i !== undefined; i = findNextTask(world, until)) {
    const [task] = world.schedule.splice(i, 1) as [ScheduledTask];
    world.time = Math.max(world.time, task.at);
    handlers[task.name]?.(world, createRandom(world), task.data);
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
