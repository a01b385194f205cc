// Shows all kinds of errors in one switch, and the documented errors of one call as values.

import { createClient, isBursarError, type OtherError } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { pickExecutable } from "bursar/signing";

const sandbox = createSandbox();
const { baseUrl, apiKey, fetch } = sandbox;
const client = createClient({ baseUrl, apiKey, fetch, retry: false });

/** The line for your log. It does not compile if a kind of error is missing. */
function explain(error: unknown): string {
  if (!isBursarError(error)) return String(error);
  switch (error.kind) {
    case "api":
      return `${error.operation}: ${error.status} ${error.id}, trace ${error.traceId}`;
    case "request_validation":
      return `not sent: ${error.issues.map(({ path }) => path).join(", ")}`;
    case "response_validation":
      return `${error.operation}: ${error.issues.length} fields do not match the schema`;
    case "response_mismatch":
      return `${error.operation}: the response is about another call`;
    case "unreadable_response":
      return `${error.operation}: the response ${error.status} cannot be read`;
    case "outcome_unknown":
      return `it may have happened, so check first: ${error.lookup}`;
    case "timeout":
      return `no response within ${error.timeout} ms (${error.scope})`;
    case "aborted":
      return `aborted, ${error.sent ? "but it was sent" : "nothing was sent"}`;
    case "connection":
      return `the connection failed: ${error.phase} ${error.code}`;
    case "upload":
      return `the storage rejected the document: ${error.status} ${error.code}`;
    case "pagination":
      return `the listing repeated the cursor ${JSON.stringify(error.cursor)}`;
    case "signing":
      return error.rejected ? "the person declined" : `not signed: ${error.name}`;
    case "webhook":
      return `the delivery ${error.webhookId} is rejected: ${error.message}`;
    case "journal":
      return `the journal is damaged at line ${error.line}`;
    case "intent_conflict":
      return `${error.intent} was used for another request, which is ${error.state}`;
    case "configuration":
      return `fix your code: ${error.message}`;
    default: {
      const missing: never = error;
      return missing;
    }
  }
}

async function show(call: () => PromiseLike<unknown>) {
  try {
    await call();
  } catch (error) {
    console.log(explain(error));
  }
}

async function main() {
  const metadata = { invoice: "2026-114" };
  await show(() => client.wallets.history("0x00000000000000000000000000000000000000aa"));
  await show(() => client.wallets.history("ana.eth"));
  sandbox.cut("wallets.updateTransactionMetadata");
  await show(() => client.wallets.updateTransactionMetadata("tx_1", metadata));
  sandbox.hang("tokens.list");
  await show(() => client.tokens.list({}, { timeout: 50 }));
  await show(() => client.tokens.list({}, { signal: AbortSignal.abort() }));
  await show(async () => pickExecutable([]));
  await show(async () => createClient({ baseUrl: "ftp://api.example.com" }));
  await show(() => Promise.reject(new RangeError("from elsewhere")));

  // The ids are the ones that the service documents for this call. A missing one does not compile.
  const result = await client.fiat.createDeposit({ quoteId: "unknown" }).safe();
  if (result.ok) return console.log(`ordered: ${result.data.id}`);
  const { error } = result;
  switch (error.id) {
    case "FIAT_QUOTE_EXPIRED":
    case "FIAT_QUOTE_NOT_FOUND":
      console.log("get a new quote");
      break;
    case "FAILED_TO_CREATE_FIAT_DEPOSIT":
      console.log(`try again later: ${error.hint}`);
      break;
    default:
      throw error satisfies OtherError;
  }
}

main();
