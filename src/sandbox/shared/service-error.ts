import { type ErrorId, errorCatalogue } from "../../contract/shared/error-catalogue.js";

/** The service refuses: thrown by operations, and written down as the service would by `answer.ts`. */
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

/** An issue of a request body or query, in the running service's own form. */
export interface ServiceIssue {
  code: string;
  path: (string | number)[];
  message: string;
  [extra: string]: unknown;
}

/** A request that does not have the form that the contract asks for. */
export class BadRequestError {
  constructor(readonly issues: ServiceIssue[]) {}
}
