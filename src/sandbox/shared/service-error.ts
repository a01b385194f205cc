import { type ErrorId, errorCatalogue } from "../../contract/shared/error-catalogue.js";

/** An error that the service returns with a documented id. */
export class ServiceError {
  readonly status: number;

  constructor(
    readonly id: ErrorId,
    readonly message: string = errorCatalogue[id].meaning,
    status?: number,
  ) {
    const known = errorCatalogue[id].status;
    this.status = status ?? (typeof known === "number" ? known : (known[0] as number));
  }
}

/** A validation issue in the service's format (Zod 3). */
export interface ServiceIssue {
  code: string;
  path: (string | number)[];
  message: string;
  [extra: string]: unknown;
}

/** The request does not match the contract's schema. */
export class BadRequestError {
  constructor(readonly issues: ServiceIssue[]) {}
}
