import { type ErrorId, errorCatalogue } from "../../contract/shared/error-catalogue.js";
import type { Outage, World } from "../world/world.js";

export class ServiceError {
  readonly status: number;

  constructor(
    readonly id: ErrorId,
    readonly message: string = errorCatalogue[id].meaning,
    status?: number,
  ) {
    this.status = status ?? [errorCatalogue[id].status].flat()[0] ?? assumeStatus(id);
  }
}

export function assumeStatus(id: string | undefined): number {
  return id?.endsWith("_NOT_FOUND") ? 404 : 500;
}

export function assertAvailable(world: World, part: Outage, id: ErrorId): void {
  if (world.outages.includes(part)) throw new ServiceError(id);
}

/** A validation issue in the service's format (Zod 3). */
export interface ServiceIssue {
  code: string;
  path: (string | number)[];
  message: string;
  [extra: string]: unknown;
}

export class BadRequestError {
  constructor(readonly issues: ServiceIssue[]) {}
}

/** A bad request with one issue. `details` depend on the issue's code. */
export function createFieldError(
  path: string[],
  message: string,
  { code = "custom", ...details }: { code?: string; [detail: string]: unknown } = {},
): BadRequestError {
  return new BadRequestError([{ code, ...details, path, message }]);
}

export function createTokenError(addresses: readonly string[]): ServiceError {
  const message = `Tokens not authorized: ${[...new Set(addresses)].join(", ")}`;
  return new ServiceError("NOT_AUTHORIZED_TOKENS", message);
}
