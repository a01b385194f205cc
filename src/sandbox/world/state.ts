import type { ErrorId } from "../../contract/shared/error-catalogue.js";
import { ServiceError } from "../shared/service-error.js";
import type { Outage } from "./outages.js";
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

/** Throws the documented error if that part of the service is down. */
export function assertAvailable(world: World, part: Outage, id: ErrorId): void {
  if (world.outages.includes(part)) throw new ServiceError(id);
}
