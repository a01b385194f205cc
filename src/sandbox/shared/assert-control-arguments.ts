import { assertKnownOptions } from "../../errors/assert-known-options.js";
import { ConfigurationError } from "../../errors/data.js";
import { quoteValue } from "../../errors/hide-secrets.js";
import type { ProjectChanges } from "../types.js";
import { outages } from "../world/outages.js";
import type { World } from "../world/world.js";
import { copyPlain } from "./copy-plain.js";

const projectFields = Object.keys({
  units: true,
  whitelist: true,
  treasury: true,
  fiat: true,
  swapTypedData: true,
  liquidityEcho: true,
  deleted: true,
} satisfies Record<keyof ProjectChanges, true>);

/** The given changes, without undefined. */
export function toProjectChanges(changes: ProjectChanges): ProjectChanges {
  assertKnownOptions("configure", changes, projectFields);
  const given = Object.entries(copyPlain(changes)).filter(
    ([field, value]) => projectFields.includes(field) && value !== undefined,
  );
  return Object.fromEntries(given);
}

export function assertOutage(part: unknown): void {
  if (outages.some((known) => known === part)) return;
  throw new ConfigurationError(
    `outage: expected one of ${outages.join(", ")} as part, got ${quoteValue(part)}`,
  );
}

/** A snapshot has every part of a world. */
export function assertSnapshot(snapshot: object, world: World): void {
  const missing = Object.keys(world).filter((part) => !Object.hasOwn(Object(snapshot), part));
  if (missing.length === 0) return;
  throw new ConfigurationError(
    `restore: expected a snapshot, got an object without ${missing.join(", ")}`,
    { hint: "Pass the result of snapshot()." },
  );
}
