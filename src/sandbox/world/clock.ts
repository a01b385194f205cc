import type { TaskHandlers } from "../shared/operation-handler.js";
import { createRandom } from "./random.js";
import type { World } from "./world.js";

/** Advances the clock and runs all tasks that become due, in order. */
export function advanceClock(world: World, milliseconds: number, steps: TaskHandlers): void {
  const until = world.time + milliseconds;
  for (;;) {
    const next = findNextTask(world, until);
    if (next === undefined) break;
    const [step] = world.schedule.splice(next, 1);
    if (!step) break;
    world.time = Math.max(world.time, step.at);
    steps[step.name]?.(world, createRandom(world), step.data);
  }
  world.time = until;
}

function findNextTask(world: World, until: number): number | undefined {
  let found: number | undefined;
  world.schedule.forEach((step, i) => {
    if (step.at <= until && (found === undefined || step.at < (world.schedule[found]?.at ?? 0)))
      found = i;
  });
  return found;
}

export function scheduleTask(
  world: World,
  milliseconds: number,
  name: string,
  data: Record<string, unknown>,
): void {
  world.schedule.push({ at: world.time + milliseconds, name, data });
}
