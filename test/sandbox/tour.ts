import { endpoints } from "../../src/contract/endpoints.js";
import { findRoute } from "../../src/contract/routing/find-route.js";
import { createSandboxClient, openWallet } from "./open-sandbox.js";
import { situations } from "./situations.js";
import { validCalls } from "./valid-calls.js";

/** The bodies of successful responses, by operation. */
export type Responses = ReadonlyMap<string, readonly unknown[]>;

let collected: Promise<Responses> | undefined;

/** Makes a valid call of every operation, and goes through all situations, once per worker. */
export function collectResponses(): Promise<Responses> {
  collected ??= collect();
  return collected;
}

async function collect(): Promise<Responses> {
  const responses = new Map<string, unknown[]>();
  for (const { name } of endpoints) {
    const call = await validCalls[name](await openRecorded(responses));
    await call();
  }
  for (const situation of situations) await situation(await openRecorded(responses));
  return responses;
}

/** A wallet on a sandbox of its own, whose responses are recorded. */
async function openRecorded(responses: Map<string, unknown[]>) {
  const opened = await openWallet();
  const fetch = async (request: Request) => {
    const name = findRoute(request.method, new URL(request.url).pathname)?.endpoint.name ?? "";
    const response = await opened.sandbox.fetch(request);
    const text = await response.clone().text();
    if (response.ok && text !== "")
      responses.set(name, [...(responses.get(name) ?? []), JSON.parse(text)]);
    return response;
  };
  return { ...opened, client: createSandboxClient(opened.sandbox, { fetch }) };
}
