import type { EndpointName } from "../../src/contract/endpoints.js";
import type { SandboxRequest } from "../../src/sandbox/index.js";
import { openWallet } from "./open-sandbox.js";
import { type RawRequest, sendRaw } from "./send-raw-request.js";
import { validCalls } from "./valid-calls.js";

/** The valid request of an operation as it is sent, and the state before it. */
export async function prepareRequest(name: EndpointName) {
  const opened = await openWallet();
  const call = await validCalls[name](opened);
  const before = opened.sandbox.snapshot();
  await call();
  const { method, path, body } = opened.sandbox.requests.at(-1) as SandboxRequest;
  opened.sandbox.restore(before);
  const resend = (changes: Partial<RawRequest> = {}) =>
    sendRaw(opened.sandbox, { method, path, body, ...changes });
  const sendFields = (changes: object) => resend({ body: { ...(body as object), ...changes } });
  return { ...opened, path, body: body as Record<string, unknown>, before, resend, sendFields };
}
