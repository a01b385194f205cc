import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { isBursarError } from "../../../src/errors/any-bursar-error.js";
import { RequestValidationError } from "../../../src/errors/data.js";
import { signWebhook, verifyWebhook } from "../../../src/webhooks/index.js";
import { raw, serve } from "../../support/loopback.js";
import { clientFor, hash, signature, wallet } from "../test-client.js";

/** Tests responses, requests and events whose JSON is nested so deep. */
export function testDeepJson(depth: number): void {
  const deepList = `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const deepObject = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

  describe(`JSON that is nested ${depth} deep`, () => {
    test.each([
      ["a list", deepList],
      ["an object", deepObject],
      ["an error", `{"id":"A","message":${deepList},"errors":[${deepObject}]}`],
      ["a field of a page", `{"transactions":[{"id":"a","more":${deepObject}}],"nextLastId":null}`],
    ])("is data or a BursarError that can be printed: %s", async (_, body) => {
      for (const status of [200, 400]) {
        const server = await serve(raw(body, status, { "content-type": "application/json" }));
        const client = clientFor(server, { retry: false });
        for (const call of [
          () => client.operations.execute({ userOperationHash: hash, signature }),
          () => client.wallets.history(wallet).toArray({ limit: 5 }),
          () => client.request({ method: "GET", path: "/x" }),
        ]) {
          const outcome: unknown = await Promise.resolve(call()).catch((error: unknown) => error);
          if (!(outcome instanceof Error)) continue;
          expect(isBursarError(outcome), inspect(outcome, { depth: 1 })).toBe(true);
          expect(JSON.stringify(outcome).length).toBeLessThan(1_000_000);
          expect(inspect(outcome).length).toBeLessThan(1_000_000);
        }
      }
    });

    test("is sent as the body of a request, or rejected if the runtime cannot", async () => {
      const server = await serve(raw("{}"));
      const client = clientFor(server);
      for (const body of [deepList, deepObject].map((text) => JSON.parse(text) as unknown)) {
        const request = { method: "POST", path: "/x", body } as const;
        const outcome: unknown = await client.request(request).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(RequestValidationError);
      }
    });

    test("is an event of a webhook", async () => {
      const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";
      const text = `{"event_type":"ping","data":${deepObject}}`;
      const { headers, body } = await signWebhook(text, secret);
      const { event } = await verifyWebhook(headers, body, secret);
      expect(event.event_type).toBe("ping");
    });
  });
}
