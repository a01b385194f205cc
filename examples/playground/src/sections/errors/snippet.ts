import { isApiError } from "bursar";

/** Classes that stand for one id, or for what has no id: these are the ones to branch on. */
const byClass = new Set([
  ...[
    "AuthenticationError",
    "ComputeUnitsExhaustedError",
    "WalletNotRegisteredError",
    "TokensNotAuthorizedError",
    "QuoteExpiredError",
  ],
  ...["RateLimitError", "ForbiddenError"],
]);

const reactions: Record<string, string> = {
  TokensNotAuthorizedError: "console.warn(error.tokens);",
  WalletNotRegisteredError: "await client.wallets.ensure(identity);",
  ComputeUnitsExhaustedError: "pauseUntilTheQuotaRenews();",
  QuoteExpiredError: "askForANewQuote();",
  RateLimitError: "await sleep(error.retryAfter ?? 1_000);",
  ConnectionError: "console.warn(error.phase, error.code);",
  TimeoutError: "console.warn(error.scope, error.timeout);",
  WaitTimeoutError: "console.warn(error.lastStatus); // submitted all the same: wait again",
  AbortedError: "return; // the person asked for it",
  OutcomeUnknownError:
    "console.warn(error.lookup, error.request); // look before you send it again",
  RequestValidationError: "for (const { path, message } of error.issues) showAt(path, message);",
  ResponseValidationError: "report(error.issues, error.traceId);",
  UnsafeToSignError: "for (const { message } of error.problems) show(message);",
  SigningError: "if (!error.rejected) report(error);",
  SignatureMismatchError: "show(error.expected, error.actual);",
  PaginationError: "report(error.cursor);",
  UploadError: "show(error.status, error.code);",
  AmountError: "show(error.code);",
};

/** The code that catches an error: by its class where one stands for it, else by its id. */
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
