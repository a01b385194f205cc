import type { JsonSchema } from "../contract/records/to-json-schema.js";
import type { Outcome } from "../contract/shared/outcome.js";
import type { ErrorKind } from "../errors/base.js";

/** One tool for an agent, in the words of the Model Context Protocol. */
export interface Tool {
  /** Letters, digits and underscores, such as `wallets_history`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Of one flat object. */
  readonly inputSchema: ToolSchema;
  /** Of the result, with the fields of the response without those inside of them. */
  readonly outputSchema: ToolSchema;
  readonly annotations: ToolAnnotations;
  /** Never rejects with an error of this package: the result has it. */
  execute(input: unknown, options?: { signal?: AbortSignal | undefined }): Promise<ToolResult>;
}

/** The JSON schema of an object. */
export interface ToolSchema extends JsonSchema {
  type: "object";
}

/** What a tool may change. */
export interface ToolAnnotations {
  /** A read or a quote. */
  readonly readOnlyHint: boolean;
  /** It may move money, end something or replace stored data. A quote or an addition does not. */
  readonly destructiveHint: boolean;
  /** A repetition with the same input changes nothing more. */
  readonly idempotentHint: boolean;
  readonly openWorldHint: true;
}

/** What a tool returns, as plain JSON. Amounts are text. */
export type ToolResult =
  | { readonly ok: true; readonly data: unknown; readonly note: string }
  | { readonly ok: false; readonly error: ToolError; readonly note: string };

/** Why a tool failed. */
export interface ToolError {
  readonly kind: ErrorKind;
  /** Whether what the call was to bring about has happened. */
  readonly outcome: Outcome;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly operation?: string | undefined;
  /** The error id of the service. */
  readonly id?: string | undefined;
  readonly traceId?: string | undefined;
}
