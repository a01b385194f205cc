import { isApiError } from "bursar";

/** Error classes to branch on: those of one id, or without an id. */
const byClass = new Set([
  "AuthenticationError",
  "ComputeUnitsExhaustedError",
  "WalletNotRegisteredError",
  "TokensNotAuthorizedError",
  "QuoteExpiredError",
  "RateLimitError",
  "ForbiddenError",
]);

const reactions: Record<string, string> = {
  TokensNotAuthorizedError: "console.warn(error.tokens);",
  WalletNotRegisteredError: "await client.wallets.ensure(identity);",
  ComputeUnitsExhaustedError: "pauseUntilQuotaRenews();",
  QuoteExpiredError: "requestNewQuote();",
  RateLimitError: "await sleep(error.retryAfter ?? 1_000);",
  ConnectionError: "console.warn(error.phase, error.code);",
  TimeoutError: "console.warn(error.scope, error.timeout);",
  WaitTimeoutError: "console.warn(error.lastStatus); // the operation was submitted: wait again",
  AbortedError: "return; // the caller aborted",
  OutcomeUnknownError:
    "console.warn(error.lookup, error.request); // check before you send it again",
  RequestValidationError: "for (const { path, message } of error.issues) showAt(path, message);",
  ResponseValidationError: "report(error.issues, error.traceId);",
  UnsafeToSignError: "for (const { message } of error.problems) show(message);",
  SigningError: "if (!error.rejected) report(error);",
  SignatureMismatchError: "show(error.expected, error.actual);",
  PaginationError: "report(error.cursor);",
  UploadError: "show(error.status, error.code);",
  AmountError: "show(error.code);",
};

/** The code that catches an error: by its class if it has one, otherwise by its id. */
export function catchSnippet(call: string, error: Error): string {
  const id = isApiError(error) ? error.id : undefined;
  const byId = id !== undefined && !byClass.has(error.name);
  const guard = byId ? `isApiError(error, "${id}")` : `error instanceof ${error.name}`;
  const reaction = reactions[error.name] ?? "console.warn(error.hint);";
  const awaited = /^(createClient|toUnits)/.test(call) ? call : `await ${call}`;
  return `import { ${byId ? "isApiError" : error.name} } from "bursar";

try {
  ${awaited};
} catch (error) {
  if (!(${guard})) throw error;
  ${reaction}
}`;
}
