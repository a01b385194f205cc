import { expect, test } from "vitest";
import { compareResponse, findUndocumentedFields } from "../../src/check/compare-response.js";
import { runCheck } from "../../src/check/run-check.js";
import { owner } from "../sandbox/open-sandbox.js";
import { openCheckable } from "./open-check.js";

type Path = readonly (string | number)[];

/** Fields of any form, and what is inside them. */
const openFields =
  /^(?:kyc\.individual\.enhanced\.get session|lending\.quote .*\.price|lending\.quote .*\.usd|lending\.quote (?:expiresAt|estimatedSettlementTime)|swap\.prepareCancellation (?:expiresAt|receivedAmount\.|fees\[\]\.amount\.(?:usd|brl))|operations\.batch operations\[\]\.\w+\.|.*typedData\.message\.)/;

test("reports every documented field of every read and quote if it has a wrong type", async () => {
  const { sandbox, address, inputs } = await openCheckable();
  const { exchanges } = await runCheck({
    baseUrl: sandbox.baseUrl,
    apiKey: sandbox.apiKey,
    fetch: sandbox.fetch,
    inputs: { wallet: address, owner: owner.address, individual: "ind_1", amount: "3.25" },
    given: inputs,
  });
  const missed = new Set<string>();
  let garbled = 0;
  for (const { endpoint, response } of exchanges) {
    const body: unknown = JSON.parse(response);
    if (isError(body)) continue;
    const undocumented = findUndocumentedFields(endpoint, body);
    for (const path of listPaths(body)) {
      const field = formatPath(path);
      const name = `${endpoint.name} ${field}`;
      const isUndocumented = undocumented.some((each) => field.startsWith(each));
      if (isUndocumented || openFields.test(name)) continue;
      garbled++;
      const found = compareResponse(endpoint, garble(body, path));
      if (!found.some((drift) => field.startsWith(drift.field))) missed.add(name);
    }
  }
  expect([...missed]).toEqual([]);
  expect(garbled).toBeGreaterThan(400);
});

function isError(body: unknown): boolean {
  return typeof body === "object" && body !== null && "message" in body && "id" in body;
}

/** The fields of a response; of a list, those of the first item. */
function listPaths(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value))
    return value.slice(0, 1).flatMap((item) => listPaths(item, [...path, 0]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [
    [...path, name],
    ...listPaths(part, [...path, name]),
  ]);
}

function formatPath(path: Path): string {
  return path
    .map((key) => (typeof key === "number" ? "[]" : `.${key}`))
    .join("")
    .slice(1);
}

/** A copy of a response in which one field has a value that fits no documented type. */
function garble(body: unknown, path: Path): unknown {
  const copy: unknown = structuredClone(body);
  let parent = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) parent = parent[key] as typeof parent;
  const last = path.at(-1) as string;
  parent[last] = typeof parent[last] === "boolean" ? 1 : true;
  return copy;
}
