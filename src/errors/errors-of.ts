import type { EndpointName, EndpointNamed } from "../contract/endpoints.js";
import type { ErrorId } from "../contract/shared/error-catalogue.js";
import type { AnyBursarError } from "./any-bursar-error.js";
import type { ApiError } from "./api.js";
import type { errorClasses } from "./error-classes.js";

/** The error ids that the service documents for an operation. */
export type ErrorIdOf<Name extends EndpointName> = Name extends EndpointName
  ? EndpointNamed<Name>["errors"][number]
  : never;

type ErrorClasses = typeof errorClasses;

/** The error with an id: its class, or `ApiError` with that id. */
export type DocumentedError<Id extends ErrorId> = Id extends ErrorId
  ? (Id extends keyof ErrorClasses ? InstanceType<ErrorClasses[Id]> : ApiError<Id>) & {
      readonly id: Id;
    }
  : never;

/**
 * An id that the service does not document for the operation: any other string. It is declared as
 * an enum only because `case` with a literal then excludes it. A branded string would match.
 */
export declare enum UndocumentedErrorId {
  Any = "an id that the service does not document for this operation",
}

/** Known ids that any operation can return: those that no operation documents. */
export type CommonErrorId = Exclude<ErrorId, ErrorIdOf<EndpointName>>;

/** Every error except the documented ones of an operation: the open branch of `ErrorsOf`. */
export type OtherError =
  | ApiError<UndocumentedErrorId>
  | DocumentedError<CommonErrorId>
  | (Exclude<AnyBursarError, ApiError> & { readonly id?: undefined });

/**
 * The errors of an operation: one member for each id that the service documents, and `OtherError`
 * for everything else. `switch (error.id)` narrows it. To let the compiler find a missing case, end
 * with `default: error satisfies OtherError`. Nothing is documented about a custom request: its
 * errors are `AnyBursarError`.
 */
export type ErrorsOf<Name extends EndpointName> = [Name] extends [never]
  ? AnyBursarError
  : DocumentedError<ErrorIdOf<Name>> | OtherError;
