import type { World } from "./world.js";

/** Looks up an own property, so that keys such as `constructor` find nothing. */
export function findEntry<T>(table: Readonly<Record<string, T>>, key: unknown): T | undefined {
  return typeof key === "string" && Object.hasOwn(table, key) ? table[key] : undefined;
}

export function createId(world: World, prefix: string): string {
  world.made += 1;
  return `${prefix}_${String(world.made).padStart(6, "0")}`;
}

export function toIsoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
