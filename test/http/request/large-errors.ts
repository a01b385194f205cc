import { describe, expect, test } from "vitest";
import { ServerError } from "../../../src/errors/api.js";
import { json, raw, serve } from "../../support/loopback.js";
import { clientFor, failure } from "../test-client.js";

/** Tests that an error stays small if its response has so many bytes. */
export function testLargeErrors(bytes: number): void {
  describe(`an error with a body of ${bytes} bytes stays small`, () => {
    const big = "x".repeat(bytes);
    test.each([
      ["text", raw(big, 500)],
      ["a message", json({ id: "A", message: big }, 500)],
      ["ids", json({ id: big, traceId: big }, 500)],
      [
        "issues",
        json(
          {
            errors: Array.from({ length: bytes / 50 }, () => ({
              path: ["a"],
              message: "Required, of course, and again",
            })),
          },
          400,
        ),
      ],
      ["a page with 200", raw(`<html>${big}`, 200)],
      ["another field", json({ id: "KEPT", message: "short", pad: big }, 503)],
    ])("of %s", async (_, reply) => {
      const server = await serve(reply);
      const error = (await failure(
        clientFor(server, { retry: false }).kyc.financialLimits("a"),
      )) as Error;
      expect(JSON.stringify(error).length).toBeLessThan(20_000);
      expect(error.message.length).toBeLessThan(10_000);
    });

    test("and still has its id", async () => {
      const server = await serve(json({ id: "KEPT", message: "short", pad: big }, 503));
      const error = await failure(clientFor(server, { retry: false }).kyc.financialLimits("a"));
      expect(error).toBeInstanceOf(ServerError);
      expect(error).toMatchObject({
        id: "KEPT",
        serviceMessage: "short",
        body: expect.stringMatching(/^\{"id":"KEPT"/),
      });
    });
  });
}
